// Unique rectangles and loops: producer 15. All hints are gathered and sorted.

#include <algorithm>

#include "producers.hpp"

namespace nonet::explainer {

namespace {

struct LoopHint {
    Hint hint;
    int type;
    CellSet cells;
    int house = -1;  // of type 3, as are the next two
    Mask digits = 0;
    CellSet others = 0;
};

class LoopFinder {
  public:
    LoopFinder(const Board& board, Interrupt& interrupt) : board_(board), interrupt_(interrupt) {}

    bool find(Hint& hint) {
        for (int cell = 0; cell < 81; ++cell) {
            pair_ = board_.marks.cell(cell);
            if (size_of(pair_) == 2) walk(cell, -1, 2, 0);
        }
        // The first of the hints with the least rating, then type; later hints replace it only if they are less.
        const auto best = std::min_element(hints_.begin(), hints_.end(), [](const LoopHint& a, const LoopHint& b) {
            return a.hint.rating != b.hint.rating ? a.hint.rating < b.hint.rating : a.type < b.type;
        });
        if (best == hints_.end()) return false;
        hint = best->hint;
        return true;
    }

  private:
    // Adds a cell to the path. `allowed` is 2 less the number of cells with extra digits; `extras` has the digits gathered so
    // far. As in the real program, the set keeps the extras of all siblings that were looked at, entered or not.
    void walk(int cell, int last_kind, int allowed, Mask extras) {
        interrupt_.check();  // a board with many solutions can have very many paths
        path_[length_++] = cell;
        on_path_ |= bit(cell);
        for (int kind = 0; kind < 3; ++kind) {
            if (kind == last_kind) continue;
            for (const std::uint8_t next : kGeometry.cell[kGeometry.house[cell][kind]]) {
                if (next == path_[0] && length_ >= 4) {
                    check_loop();
                } else if (!(on_path_ >> next & 1)) {
                    const Mask digits = board_.marks.cell(next);
                    if ((digits & pair_) != pair_) continue;
                    extras |= digits & static_cast<Mask>(~pair_);
                    const bool extra = digits != pair_;
                    if (extra && allowed <= 0 && size_of(extras) != 1) continue;
                    walk(next, kind, allowed - extra, extras);
                }
            }
        }
        --length_;
        on_path_ &= ~bit(cell);
    }

    // A loop is valid if the cells of each parity touch the same houses, none of them twice.
    bool is_valid() const {
        std::uint32_t touched[2]{};
        for (int k = 0; k < length_; ++k) {
            for (const std::uint8_t house : kGeometry.house[path_[k]]) {
                if (touched[k & 1] >> house & 1) return false;
                touched[k & 1] |= 1u << house;
            }
        }
        return touched[0] == touched[1];
    }

    void check_loop() {
        if (!is_valid()) return;
        extra_.clear();
        extra_digits_ = 0;
        for (int k = 0; k < length_; ++k) {
            const Mask digits = board_.marks.cell(path_[k]);
            if (digits == pair_) continue;
            extra_.push_back(path_[k]);
            extra_digits_ |= digits & static_cast<Mask>(~pair_);
        }
        rating_ = length_ == 4 ? 4.5 : length_ == 6 ? 4.6 : length_ == 8 ? 4.7 : 5.0;
        if (extra_.empty()) return;
        if (extra_.size() == 1) {
            LoopHint found = start(1, rating_);
            found.hint.eliminate(board_.marks, extra_[0], pair_);
            keep(std::move(found));
            return;
        }
        if (extra_.size() > 2 || size_of(extra_digits_) == 1) {
            LoopHint found = start(2, rating_);
            CellSet targets = ~CellSet{0};
            for (const int cell : extra_) targets &= kGeometry.sees[cell];
            each_cell(targets & (bit(81) - 1), [&](int cell) { found.hint.eliminate(board_.marks, cell, extra_digits_); });
            keep(std::move(found));
        } else {
            type_3();
        }
        if (extra_.size() == 2) type_4();
    }

    template <class Visit>
    void common_houses(Visit visit) const {
        for (int kind = 0; kind < 3; ++kind) {
            const int house = kGeometry.house[extra_[0]][kind];
            if (house == kGeometry.house[extra_[1]][kind]) visit(house);
        }
    }

    Mask places_of_extra(int house) const {
        return static_cast<Mask>(1 << kGeometry.place[extra_[0]][house / 9] | 1 << kGeometry.place[extra_[1]][house / 9]);
    }

    void type_3() {
        for (int k = size_of(extra_digits_); k <= 7; ++k) {
            common_houses([&](int house) {
                if (2 * k <= board_.empty[house]) naked(house, k);
                if (2 * k < board_.empty[house]) hidden(house, k);
            });
        }
    }

    void naked(int house, int k) {
        const std::uint8_t* const cells = kGeometry.cell[house];
        const Mask own = places_of_extra(house);
        const Mask both = extra_digits_ & board_.marks.cell(extra_[0]) & board_.marks.cell(extra_[1]);
        for (int n = 0; n < kGeometry.number_of_subsets[k - 1]; ++n) {
            const Mask set = kGeometry.subsets[k - 1][n];
            if (set & own) continue;
            Mask digits = 0;
            bool usable = true;
            CellSet others = 0;
            each(set, [&](int place) {
                usable &= size_of(board_.marks.cell(cells[place])) >= 2;
                digits |= board_.marks.cell(cells[place]);
                others |= bit(cells[place]);
            });
            if (!usable || size_of(digits | extra_digits_) != k || size_of(digits | both) != k) continue;
            digits |= extra_digits_;
            LoopHint found = start(3, rating_ + 0.1 * (k - 1), house, digits, others);
            each(0x1FF & ~(set | own), [&](int place) { found.hint.eliminate(board_.marks, cells[place], digits); });
            keep(std::move(found));
        }
    }

    void hidden(int house, int k) {
        const Mask own = places_of_extra(house);
        const Mask second = static_cast<Mask>(1 << kGeometry.place[extra_[1]][house / 9]);
        for (int n = 0; n < kGeometry.number_of_subsets[k - 2]; ++n) {
            const Mask more = kGeometry.subsets[k - 2][n];
            if (more & (pair_ | extra_digits_)) continue;
            const Mask digits = more | pair_;
            Mask places = 0;
            bool usable = true;
            each(digits, [&](int digit) {
                const Mask of_digit = board_.marks.places(house, digit) & static_cast<Mask>(~second);
                usable &= of_digit != 0;
                places |= of_digit;
            });
            if (!usable || size_of(places) != k) continue;
            CellSet others = 0;
            each(places & ~own, [&](int place) { others |= bit(kGeometry.cell[house][place]); });
            LoopHint found = start(3, rating_ + 0.1 * (k - 2), house, digits, others);
            each_cell(others, [&](int cell) { found.hint.eliminate(board_.marks, cell, static_cast<Mask>(~digits)); });
            keep(std::move(found));
        }
    }

    void type_4() {
        for (Mask rest = pair_; rest; rest &= static_cast<Mask>(rest - 1)) {
            const int digit = lowest(rest);
            bool locked = false;
            common_houses([&](int house) { locked |= !(board_.marks.places(house, digit) & ~places_of_extra(house)); });
            if (!locked) continue;
            LoopHint found = start(4, rating_);
            const Mask other = pair_ & static_cast<Mask>(~(1 << digit));
            for (const int cell : extra_) found.hint.eliminate(board_.marks, cell, other);
            keep(std::move(found));
            return;
        }
    }

    LoopHint start(int type, double rating, int house = -1, Mask digits = 0, CellSet others = 0) const {
        LoopHint found{{}, type, on_path_, house, digits, others};
        found.hint.start(Rule::kUniqueLoop, rating);
        found.hint.detail = static_cast<std::uint8_t>(type | std::min(length_, 31) << 3);
        return found;
    }

    // Keeps a hint that eliminates something, unless there is an equal one: the same loop from another start.
    void keep(LoopHint&& found) {
        if (found.hint.eliminations.empty()) return;
        for (const LoopHint& other : hints_) {
            if (other.type == found.type && other.cells == found.cells && other.house == found.house &&
                other.digits == found.digits && other.others == found.others) {
                return;
            }
        }
        hints_.push_back(std::move(found));
    }

    const Board& board_;
    Interrupt& interrupt_;
    Mask pair_ = 0;
    int path_[81], length_ = 0;
    CellSet on_path_ = 0;
    std::vector<int> extra_;  // the cells of the loop with further digits
    Mask extra_digits_ = 0;
    double rating_ = 0;
    std::vector<LoopHint> hints_;
};

}  // namespace

bool unique_loop(const Board& board, Interrupt& interrupt, Hint& hint) { return LoopFinder(board, interrupt).find(hint); }

}  // namespace nonet::explainer
