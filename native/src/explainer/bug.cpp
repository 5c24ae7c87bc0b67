// Bivalue universal graves: producer 19.

#include "producers.hpp"

namespace nonet::explainer {

namespace {

class BugFinder {
  public:
    BugFinder(const Board& board, Hint& hint) : board_(board), marks_(board.marks), hint_(hint) {}

    bool find() {
        if (!gather() || cells_.empty() || !is_grave()) return false;
        if (cells_.size() == 1) {
            start(1, 5.6);
            hint_.eliminate(marks_, cells_[0], static_cast<Mask>(~own_[cells_[0]]));
            return !hint_.eliminations.empty();
        }
        if (size_of(digits_) == 1) {
            start(2, 5.7);
            each_cell(common_, [&](int cell) { hint_.eliminate(marks_, cell, digits_); });
            return !hint_.eliminations.empty() || type_4();
        }
        return common_ && (type_4() || type_3());
    }

  private:
    void start(int type, double rating) {
        hint_.start(Rule::kBug, rating);
        hint_.detail = static_cast<std::uint8_t>(type);
    }

    // Finds the BUG cells and their BUG digits. Returns false if there can be no BUG.
    bool gather() {
        for (int house = 0; house < kHouses; ++house) {
            for (int digit = 0; digit < 9; ++digit) {
                const Mask places = marks_.places(house, digit);
                if (size_of(places) == 0 || size_of(places) == 2) continue;
                int number = 0, bug = -1;
                each(places, [&](int place) {
                    const int cell = kGeometry.cell[house][place];
                    if (size_of(marks_.cell(cell)) < 3) return;
                    ++number;
                    bug = cell;
                });
                if (number == 0) return false;
                if (number > 1) continue;
                if (!own_[bug]) cells_.push_back(bug);
                own_[bug] |= static_cast<Mask>(1 << digit);
                digits_ |= static_cast<Mask>(1 << digit);
                common_ = bit(81) - 1;
                for (const int cell : cells_) common_ &= kGeometry.sees[cell];
                for (const int cell : cells_) common_ &= ~bit(cell);
                if (cells_.size() >= 2 && size_of(digits_) >= 2 && !common_) return false;
            }
        }
        return true;
    }

    // Without the BUG digits, each empty cell has two candidates, and each digit has no place or two in each house.
    bool is_grave() const {
        Marks rest = marks_;
        for (const int cell : cells_) each(own_[cell], [&](int digit) { rest.remove(candidate_of(cell, digit)); });
        for (int unit = 0; unit < kUnits; ++unit) {
            const int size = size_of(rest.of[unit]);
            if (size != 2 && (size != 0 || (unit < 81 && !board_.value[unit]))) return false;
        }
        return true;
    }

    bool type_4() {
        if (cells_.size() != 2 || !(kGeometry.sees[cells_[0]] >> cells_[1] & 1)) return false;
        const int a = cells_[0], b = cells_[1];
        const Mask shared = marks_.cell(a) & marks_.cell(b) & static_cast<Mask>(~(own_[a] | own_[b]));
        if (size_of(shared) != 1) return false;
        start(4, 5.7);
        for (const int cell : cells_) hint_.eliminate(marks_, cell, static_cast<Mask>(~(shared | own_[cell])));
        return !hint_.eliminations.empty();
    }

    bool type_3() {
        for (int kind = 0; kind < 3; ++kind) {
            const int house = kGeometry.house[cells_[0]][kind];
            bool all = true;
            for (const int cell : cells_) all &= kGeometry.house[cell][kind] == house;
            for (int k = 2; all && k <= 6; ++k) {
                if (naked(house, k)) return true;
            }
        }
        return false;
    }

    bool naked(int house, int k) {
        const std::uint8_t* const cells = kGeometry.cell[house];
        Mask usable = 0;
        for (int place = 0; place < 9; ++place) {
            if (common_ >> cells[place] & 1) usable |= static_cast<Mask>(1 << place);
        }
        if (size_of(usable) < k) return false;
        for (int n = 0; n < kGeometry.number_of_subsets[k - 1]; ++n) {
            const Mask set = kGeometry.subsets[k - 1][n];
            if (set & ~usable) continue;
            Mask digits = 0;
            bool good = true;
            each(set, [&](int place) {
                digits |= marks_.cell(cells[place]);
                good &= size_of(marks_.cell(cells[place])) >= 2;
            });
            if (!good || size_of(digits) != k || (digits_ & ~digits)) continue;
            start(3, 5.7 + 0.1 * (k - 1));
            each(usable & ~set, [&](int place) { hint_.eliminate(marks_, cells[place], digits); });
            if (!hint_.eliminations.empty()) return true;
        }
        return false;
    }

    const Board& board_;
    const Marks& marks_;
    Hint& hint_;
    std::vector<int> cells_;  // the BUG cells
    Mask own_[81]{};          // their BUG digits
    Mask digits_ = 0;         // all BUG digits
    CellSet common_ = 0;      // the cells that see all BUG cells
};

}  // namespace

bool bug(const Board& board, Hint& hint) { return BugFinder(board, hint).find(); }

}  // namespace nonet::explainer
