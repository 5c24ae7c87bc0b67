// Runs of singles, bent sets of four cells, and nodes that see each other. See logic.hpp.

#include "logic.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "closure.hpp"
#include "explainer/board.hpp"

namespace nonet::logic {

namespace {

using explainer::bit;
using explainer::each;
using explainer::each_cell;
using explainer::kGeometry;
using explainer::size_of;

constexpr int kBoxes = 0, kLines = 9, kEnd = explainer::kHouses;  // the ranges of houses in the geometry: boxes come first
constexpr CellSet kAllCells = (CellSet{1} << 81) - 1;

int lowest_cell(CellSet cells) {  // there must be one
    const auto low = static_cast<std::uint64_t>(cells), high = static_cast<std::uint64_t>(cells >> 64);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(high);
}

// Returns Python's number of a house, where boxes come last.
std::uint8_t house_name(int house) { return static_cast<std::uint8_t>((house + 18) % explainer::kHouses); }

// The candidates of a board while singles are placed.
class Run {
  public:
    Run(const Mask* board, CellSet blanks) : blanks_(blanks & kAllCells) {
        marks_.clear();
        for (int cell = 0; cell < 81; ++cell) {
            each(board[cell] & kAllDigits, [&](int digit) { marks_.add(explainer::candidate_of(cell, digit)); });
        }
        for (int house = 0; house < kEnd; ++house) look_for_full((house + kLines) % kEnd);  // in the order of Python
    }

    void look_near(Mask digits, CellSet cells) { digits_ = digits & kAllDigits, near_ = cells; }

    CellSet blanks() const { return blanks_; }
    Mask candidates(int cell) const { return marks_.cell(cell); }

    void place(int cell, int digit) {
        blanks_ &= ~bit(cell);
        full_ &= ~bit(cell);
        look_near(static_cast<Mask>(1 << digit), kGeometry.sees[cell]);
        for (const int kind : {explainer::kRow, explainer::kColumn, explainer::kBox}) {
            look_for_full(kGeometry.house[cell][kind]);
        }
        each(marks_.cell(cell), [&](int other) { marks_.remove(explainer::candidate_of(cell, other)); });
        for (const std::uint8_t peer : kGeometry.peers[cell]) marks_.remove(explainer::candidate_of(peer, digit));
    }

    // Finds the best single of the kinds. Returns whether there is one.
    bool next(unsigned kinds, Single& best) const {
        const auto use = [&](Kind kind) { return kinds >> kind & 1; };
        return (use(kFullHouse) && best_full(best)) || (use(kHiddenSingle) && best_hidden(kinds, kBoxes, kLines, best)) ||
               (use(kHiddenSingle) && best_hidden(kinds, kLines, kEnd, best)) || (use(kNakedSingle) && best_naked(best));
    }

    // Calls `visit` with the house, the digit and the cell of each hidden single of some digits in some houses. Without full
    // houses, the last blank of a house is no hidden single.
    template <class Visit>
    void each_hidden(unsigned kinds, int first, int end, Mask digits, Visit visit) const {
        for (int house = first; house < end; ++house) {
            if (!(kinds >> kFullHouse & 1) && is_full(house)) continue;
            each(digits, [&](int digit) {
                const Mask places = marks_.places(house, digit);
                if (size_of(places) == 1) visit(house, digit, kGeometry.cell[house][explainer::lowest(places)]);
            });
        }
    }

  private:
    bool is_near(int cell) const { return near_ >> cell & 1; }

    bool is_full(int house) const {
        const CellSet blank = blanks_ & kGeometry.cells[house];
        return !(blank & (blank - 1));
    }

    void look_for_full(int house) {
        const CellSet blank = blanks_ & kGeometry.cells[house];
        if (!blank || !is_full(house) || (full_ & blank)) return;
        full_ |= blank;
        each_cell(blank, [&](int cell) { full_house_[static_cast<std::size_t>(cell)] = house_name(house); });
    }

    bool best_full(Single& best) const {
        auto least = std::tuple(true, kNoHouse, 81);
        each_cell(full_, [&](int cell) {
            if (size_of(marks_.cell(cell)) == 1) {
                least = std::min(least, std::tuple(!is_near(cell), full_house_[static_cast<std::size_t>(cell)], cell));
            }
        });
        const auto [far, house, cell] = least;
        if (house == kNoHouse) return false;
        best = single(kFullHouse, house, cell, explainer::lowest(marks_.cell(cell)));
        return true;
    }

    bool best_hidden(unsigned kinds, int first, int end, Single& best) const {
        for (const Mask digits : {digits_, kAllDigits}) {
            auto least = std::tuple(true, kEnd, 0, 0);
            each_hidden(kinds, first, end, digits, [&](int house, int digit, int cell) {
                least = std::min(least, std::tuple(!is_near(cell), house, digit, cell));
            });
            const auto [far, house, digit, cell] = least;
            if (house == kEnd) continue;
            best = single(kHiddenSingle, house_name(house), cell, digit);
            return true;
        }
        return false;
    }

    bool best_naked(Single& best) const {
        int found = 81;
        each_cell(blanks_, [&](int cell) {
            if (size_of(marks_.cell(cell)) == 1 && (found == 81 || (is_near(cell) && !is_near(found)))) found = cell;
        });
        if (found == 81) return false;
        best = single(kNakedSingle, kNoHouse, found, explainer::lowest(marks_.cell(found)));
        return true;
    }

    static Single single(Kind kind, std::uint8_t house, int cell, int digit) {
        return {kind, house, static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit + 1)};
    }

    explainer::Marks marks_;
    CellSet blanks_, full_ = 0, near_ = 0;
    Mask digits_ = 0;
    std::array<std::uint8_t, 81> full_house_{};  // of the cells in full_
};

}  // namespace

std::vector<Single> singles(const Mask* board, CellSet blanks, unsigned kinds, Mask digits, CellSet near) {
    Run run(board, blanks);
    run.look_near(digits, near);
    std::vector<Single> found;
    for (Single best; run.next(kinds, best); run.place(best.cell, best.digit - 1)) found.push_back(best);
    return found;
}

int hidden_after_naked(const Mask* board, CellSet cells) {
    Run run(board, cells);
    for (int number = 0;; ++number) {
        for (bool is_new = true; is_new;) {
            is_new = false;
            each_cell(run.blanks(), [&](int cell) {
                if (size_of(run.candidates(cell)) != 1) return;
                run.place(cell, explainer::lowest(run.candidates(cell)));
                is_new = true;
            });
        }
        if (!run.blanks()) return number;
        int last = 81, digit_of_last = 0;
        run.each_hidden(1 << kFullHouse, kBoxes, kEnd, kAllDigits, [&](int, int digit, int cell) {
            if (last == 81 && (run.blanks() >> cell & 1)) last = cell, digit_of_last = digit;
        });
        if (last == 81) return -1;
        run.place(last, digit_of_last);
    }
}

namespace {

constexpr int kCellsOfQuad = 4;

// Four cells with four candidates in all, of which only one is unrestricted: two cells share it without seeing each other.
class BentQuads {
  public:
    explicit BentQuads(const Mask* board) {
        for (std::uint8_t cell = 0; cell < 81; ++cell) {
            const Mask mask = board_[cell] = board[cell] & kAllDigits;
            each(mask, [&](int digit) { places_[static_cast<std::size_t>(digit)] |= bit(cell); });
            if (size_of(mask) >= 2 && size_of(mask) <= kCellsOfQuad) usable_[number_++] = cell;
        }
    }

    std::vector<std::uint8_t> find() {
        grow(0, 0, 0, 0);
        return std::move(found_);
    }

  private:
    // Adds cells after the first ones chosen, which have these candidates, some of them unrestricted.
    void grow(std::size_t chosen, std::size_t start, Mask digits, Mask unrestricted) {
        for (std::size_t index = start; index < number_; ++index) {
            const std::uint8_t cell = usable_[index];
            const Mask own = board_[cell], all = digits | own;
            if (size_of(all) > kCellsOfQuad || (chosen == 2 && size_of(all) < kCellsOfQuad)) continue;
            Mask shared = unrestricted;
            bool fits = true;
            for (std::size_t k = 0; k < chosen; ++k) {
                const Mask other = board_[quad_[k]];
                fits &= size_of(own | other) > 2;
                if (!(kGeometry.sees[cell] >> quad_[k] & 1)) shared |= own & other;
            }
            if (!fits || size_of(shared) > 1) continue;
            quad_[chosen] = cell;
            if (chosen + 1 < kCellsOfQuad) {
                grow(chosen + 1, index + 1, all, shared);
            } else if (shared && !has_smaller_set() && eliminates(shared)) {
                found_.insert(found_.end(), quad_.begin(), quad_.end());
            }
        }
    }

    bool has_smaller_set() const {
        for (std::size_t left_out = 0; left_out < kCellsOfQuad; ++left_out) {
            Mask rest = 0;
            for (std::size_t k = 0; k < kCellsOfQuad; ++k) rest |= k == left_out ? Mask{0} : board_[quad_[k]];
            if (size_of(rest) < kCellsOfQuad) return true;
        }
        return false;
    }

    bool eliminates(Mask digit) const {
        CellSet seen = places_[static_cast<std::size_t>(explainer::lowest(digit))];
        for (const std::uint8_t cell : quad_) {
            if (board_[cell] & digit) seen &= kGeometry.sees[cell];
        }
        return seen != 0;
    }

    std::array<Mask, 81> board_{};
    std::array<CellSet, 9> places_{};
    std::array<std::uint8_t, 81> usable_{};
    std::size_t number_ = 0;
    std::array<std::uint8_t, kCellsOfQuad> quad_{};
    std::vector<std::uint8_t> found_;
};

}  // namespace

std::vector<std::uint8_t> bent_quads(const Mask* board) { return BentQuads(board).find(); }

namespace {

// The cells with candidates in a part of a crossing, and all their subsets.
struct Part {
    std::array<std::uint8_t, 6> cells;
    unsigned number = 0;
    std::array<Mask, 64> digits{};  // of each subset

    Part(const Mask* board, CellSet all) {
        each_cell(all, [&](int cell) {
            if (!(board[cell] & kAllDigits)) return;
            for (unsigned subset = 0; subset < 1u << number; ++subset) {
                digits[subset | 1u << number] = digits[subset] | (board[cell] & kAllDigits);
            }
            cells[number++] = static_cast<std::uint8_t>(cell);
        });
    }

    // Calls `visit` with each subset that has more candidates than cells.
    template <class Visit>
    void each_open(Visit visit) const {
        for (unsigned subset = 1; subset < 1u << number; ++subset) {
            if (size_of(digits[subset]) > std::popcount(subset)) visit(subset);
        }
    }

    // Returns the candidates of the cells outside a subset.
    Mask outside(unsigned subset) const { return digits[((1u << number) - 1) & ~subset]; }
};

// Returns how many more cells than digits a subset has, if the digits of the crossing do not count.
int gain(const Part& part, unsigned subset, Mask digits) { return std::popcount(subset) - size_of(part.digits[subset] & ~digits); }

bool has_sue_de_coq(const Mask* board, int box, int line) {
    const CellSet in_box = kGeometry.cells[box], on_line = kGeometry.cells[line];
    const Part crossing(board, in_box & on_line), rest_of_line(board, on_line & ~in_box), rest_of_box(board, in_box & ~on_line);
    bool found = false;
    crossing.each_open([&](unsigned middle) {
        const Mask digits = crossing.digits[middle];
        const int excess = size_of(digits) - std::popcount(middle);
        if (found || excess < 2 || std::popcount(middle) < 2) return;
        rest_of_line.each_open([&](unsigned one) {
            const int missing = excess - gain(rest_of_line, one, digits);
            if (found || missing < 1 || missing >= excess) return;
            rest_of_box.each_open([&](unsigned other) {
                const Mask of_line = rest_of_line.digits[one], of_box = rest_of_box.digits[other];
                if ((of_line & of_box) || gain(rest_of_box, other, digits) != missing) return;
                const Mask all = digits | of_line | of_box;
                found |= (all & crossing.outside(middle)) || (all & ~of_box & rest_of_line.outside(one)) ||
                         (all & ~of_line & rest_of_box.outside(other));
            });
        });
    });
    return found;
}

}  // namespace

std::vector<std::uint8_t> sue_de_coqs(const Mask* board) {
    std::vector<std::uint8_t> found;
    for (int box = kBoxes; box < kLines; ++box) {
        for (int k = 0; k < 6; ++k) {
            const int line = k < 3 ? 9 + box / 3 * 3 + k : 18 + box % 3 * 3 + k - 3;
            found.push_back(has_sue_de_coq(board, box, line));
        }
    }
    return found;
}

namespace {

// The templates of a digit, found row by row.
class Templates {
  public:
    explicit Templates(CellSet places) {
        for (int row = 0; row < 9; ++row) {
            const Mask here = rows_[static_cast<std::size_t>(row)] = static_cast<Mask>(places >> 9 * row) & kAllDigits;
            each(here, [&](int column) { columns_ |= bit_of(column), boxes_ |= box_of(row, column); });
        }
    }

    // Returns a template with a cell, or an empty set. The cells of `preferred` are tried first.
    CellSet with(int cell, CellSet preferred) const {
        const int row = cell / 9, column = cell % 9;
        const CellSet rest = complete(0, row, bit_of(column), box_of(row, column), preferred);
        return rest & bit(81) ? (rest & kAllCells) | bit(cell) : 0;
    }

  private:
    static Mask bit_of(int number) { return static_cast<Mask>(1 << number); }
    static Mask box_of(int row, int column) { return bit_of(row / 3 * 3 + column / 3); }

    // Completes a template from a row on, without the row that is done. Bit 81 says that it is possible.
    CellSet complete(int row, int done, Mask columns, Mask boxes, CellSet preferred) const {
        while (row < 9 && (row == done || !rows_[static_cast<std::size_t>(row)])) ++row;
        if (row == 9) return columns == columns_ && boxes == boxes_ ? bit(81) : 0;
        const Mask free = rows_[static_cast<std::size_t>(row)] & ~columns, liked = static_cast<Mask>(preferred >> 9 * row) & free;
        for (Mask choice : {liked, static_cast<Mask>(free & ~liked)}) {
            for (; choice; choice &= static_cast<Mask>(choice - 1)) {
                const int column = explainer::lowest(choice);
                if (boxes & box_of(row, column)) continue;
                const CellSet rest = complete(row + 1, done, columns | bit_of(column), boxes | box_of(row, column), preferred);
                if (rest) return rest | bit(9 * row + column);
            }
        }
        return 0;
    }

    std::array<Mask, 9> rows_{};
    Mask columns_ = 0, boxes_ = 0;
};

}  // namespace

CellSet outside_templates(CellSet places) {
    places &= kAllCells;
    const Templates templates(places);
    CellSet unknown = places, outside = 0;
    while (unknown) {
        const int cell = lowest_cell(unknown);
        const CellSet found = templates.with(cell, unknown);
        if (!found) outside |= bit(cell);
        unknown &= ~(found | bit(cell));
    }
    return outside;
}

namespace {

// The cells with candidates of one house, and the candidates of all their subsets.
struct House {
    std::size_t number = 0;
    std::array<std::uint8_t, 9> cells{};
    std::array<Mask, 512> unions{};  // of each subset

    House(const Mask* board, int house) {
        for (const std::uint8_t cell : kGeometry.cell[house]) {
            const Mask own = board[cell] & kAllDigits;
            if (!own) continue;
            for (unsigned part = 0; part < 1u << number; ++part) unions[part | 1u << number] = unions[part] | own;
            cells[number++] = cell;
        }
    }

    unsigned all() const { return (1u << number) - 1; }

    CellSet cells_of(unsigned part) const {
        CellSet found = 0;
        for (; part; part &= part - 1) found |= bit(cells[static_cast<std::size_t>(std::countr_zero(part))]);
        return found;
    }
};

CellSet common_peers(CellSet cells) {
    CellSet common = kAllCells;
    each_cell(cells, [&](int cell) { common &= kGeometry.sees[cell]; });
    return common;
}

// Returns whether a cell that sees all cells of a naked subset has one of its candidates.
bool eliminates(const Mask* board, CellSet cells, Mask digits) {
    bool found = false;
    each_cell(common_peers(cells), [&](int cell) { found |= (board[cell] & digits) != 0; });
    return found;
}

std::uint8_t subsets_of_house(const Mask* board, const House& house) {
    constexpr int kLargest = 4;
    unsigned found = 0;
    for (unsigned part = 1; part <= house.all(); ++part) {
        const int size = std::popcount(part);
        if (size < 2 || size > kLargest) continue;
        const Mask own = house.unions[part];
        if (size_of(own) <= size && eliminates(board, house.cells_of(part), own)) found |= 1u << (size - 2);
        const Mask only_here = house.unions[house.all()] & ~house.unions[house.all() & ~part];
        if (size_of(only_here) > size || (size_of(only_here) == size && own != only_here)) found |= 8u << (size - 2);
    }
    return static_cast<std::uint8_t>(found);
}

// Finds the almost locked sets of one house.
class SetsOfHouse {
  public:
    SetsOfHouse(const Mask* board, int house, std::vector<AlmostLockedSet>& found)
        : number_(house), house_(board, house), found_(found) {
        for (unsigned part = 1; part <= house_.all(); ++part) {
            contains_locked_[part] = size_of(house_.unions[part]) <= std::popcount(part);
            for (unsigned rest = part; rest && !contains_locked_[part]; rest &= rest - 1) {
                contains_locked_[part] = contains_locked_[part & ~(rest & -rest)];
            }
        }
    }

    // Adds the sets that extend some cells by cells from an index on.
    void grow(unsigned part, std::size_t start) {
        for (std::size_t index = start; index < house_.number; ++index) {
            const unsigned larger = part | 1u << index;
            if (size_of(house_.unions[larger]) == std::popcount(larger) + 1) add(larger);
            grow(larger, index + 1);
        }
    }

  private:
    void add(unsigned part) {
        const CellSet cells = house_.cells_of(part);
        if (is_known(cells)) return;
        found_.push_back({static_cast<std::uint64_t>(cells), static_cast<std::uint64_t>(cells >> 64), house_.unions[part],
                          !contains_locked_[part]});
    }

    // Returns whether an earlier house has all these cells. In the order of Python, rows come before columns and boxes.
    bool is_known(CellSet cells) const {
        const std::uint8_t* const houses = kGeometry.house[lowest_cell(cells)];
        const bool in_row = !(cells & ~kGeometry.cells[houses[explainer::kRow]]);
        const bool in_column = !(cells & ~kGeometry.cells[houses[explainer::kColumn]]);
        return (number_ != houses[explainer::kRow] && in_row) || (number_ == houses[explainer::kBox] && in_column);
    }

    int number_;
    House house_;
    std::vector<AlmostLockedSet>& found_;
    std::array<bool, 512> contains_locked_{};
};

}  // namespace

std::vector<std::uint8_t> subsets(const Mask* board) {
    std::vector<std::uint8_t> found;
    for (int house = 0; house < kEnd; ++house) {
        found.push_back(subsets_of_house(board, House(board, (house + kLines) % kEnd)));
    }
    return found;
}

std::vector<AlmostLockedSet> almost_locked_sets(const Mask* board) {
    std::vector<AlmostLockedSet> found;
    for (int house = 0; house < kEnd; ++house) {
        SetsOfHouse(board, (house + kLines) % kEnd, found).grow(0, 0);
    }
    return found;
}

namespace {

// The minimal almost locked sets of a board, and the places of each digit in them: the groups. Sets with the same places of a
// digit share the group.
class SetLinks {
  public:
    explicit SetLinks(const Mask* board) {
        for (int cell = 0; cell < 81; ++cell) {
            board_[static_cast<std::size_t>(cell)] = board[cell] & kAllDigits;
            each(board[cell] & kAllDigits, [&](int digit) { places_[static_cast<std::size_t>(digit)] |= bit(cell); });
        }
        for (const AlmostLockedSet& set : almost_locked_sets(board)) {
            if (!set.is_minimal) continue;
            const CellSet cells = CellSet{set.high} << 64 | set.low;
            sets_.push_back({cells, static_cast<Mask>(set.digits), common_peers(cells), {}});
        }
        make_groups();
    }

    unsigned patterns() const {
        return (has_chain() ? kSetChain : 0U) | (has_blossom() ? kDeathBlossom : 0U) | (has_pair() ? kAlignedPair : 0U);
    }

  private:
    struct Set {
        CellSet cells;
        Mask digits;
        CellSet peers;
        std::vector<std::size_t> groups;
    };
    struct Group {
        std::uint8_t digit;
        CellSet places, peers;
        std::vector<std::size_t> sets;
    };

    void make_groups() {
        std::map<std::pair<int, CellSet>, std::size_t> known;
        for (std::size_t number = 0; number < sets_.size(); ++number) {
            each(sets_[number].digits, [&](int digit) {
                const CellSet places = sets_[number].cells & places_[static_cast<std::size_t>(digit)];
                const auto [found, is_new] = known.try_emplace({digit, places}, groups_.size());
                if (is_new) {
                    of_digit_[static_cast<std::size_t>(digit)].push_back(groups_.size());
                    groups_.push_back({static_cast<std::uint8_t>(digit), places, common_peers(places), {}});
                }
                groups_[found->second].sets.push_back(number);
                sets_[number].groups.push_back(found->second);
            });
        }
    }

    // Calls `visit` with each candidate that sees a group, as a digit and a cell, and with all groups that it sees.
    template <class Visit>
    void each_target(Visit visit) const {
        std::vector<std::size_t> seen;
        for (std::size_t digit = 0; digit < 9; ++digit) {
            each_cell(places_[digit], [&](int cell) {
                seen.clear();
                for (const std::size_t group : of_digit_[digit]) {
                    if (groups_[group].peers >> cell & 1) seen.push_back(group);
                }
                if (!seen.empty()) visit(static_cast<int>(digit), cell, seen);
            });
        }
    }

    // Returns whether some candidate would give a group that it sees its digit. The first statements are that a group has its
    // digit, so the groups that see it have not. The others are that a group has lost it, so its sets have all other digits.
    bool has_chain() const {
        const std::size_t size = groups_.size(), width = row_words(2 * size);
        std::vector<std::uint64_t> rows(2 * size * width), reach(2 * size * width);
        const auto add = [&](std::size_t from, std::size_t to) { rows[from * width + to / 64] |= std::uint64_t{1} << to % 64; };
        for (std::size_t group = 0; group < size; ++group) {
            for (const std::size_t other : of_digit_[groups_[group].digit]) {
                if (!(groups_[other].places & ~groups_[group].peers)) add(group, size + other);
            }
            for (const std::size_t set : groups_[group].sets) {
                for (const std::size_t other : sets_[set].groups) {
                    if (other != group) add(size + group, other);
                }
            }
        }
        closure(rows.data(), 2 * size, reach.data());
        bool found = false;
        each_target([&](int, int, const std::vector<std::size_t>& seen) {
            for (const std::size_t lost : seen) {
                const std::uint64_t* const row = reach.data() + (size + lost) * width;
                for (const std::size_t group : seen) found |= row[group / 64] >> group % 64 & 1;
            }
        });
        return found;
    }

    // Returns whether some candidate would leave a cell of other digits empty.
    bool has_blossom() const {
        bool found = false;
        each_target([&](int own, int, const std::vector<std::size_t>& seen) {
            std::array<CellSet, 9> left = places_;
            for (const std::size_t lost : seen) {
                for (const std::size_t set : groups_[lost].sets) {
                    for (const std::size_t group : sets_[set].groups) {
                        if (groups_[group].digit != own) left[groups_[group].digit] &= ~groups_[group].peers;
                    }
                }
            }
            CellSet emptied = 0;
            for (const CellSet places : places_) emptied |= places;
            for (const CellSet places : left) emptied &= ~places;
            found |= emptied != 0;
        });
        return found;
    }

    // Returns whether a candidate of a cell leaves another cell no candidate, by the sets that both cells see completely.
    bool has_pair() const {
        std::vector<const Set*> seen;
        for (std::size_t one = 0; one < 81; ++one) {
            seen.clear();
            for (const Set& set : sets_) {
                if (set.peers >> one & 1) seen.push_back(&set);
            }
            for (std::size_t other = 0; board_[one] && other < 81; ++other) {
                if (one != other && board_[other] && excludes(one, other, seen)) return true;
            }
        }
        return false;
    }

    bool excludes(std::size_t one, std::size_t other, const std::vector<const Set*>& seen) const {
        std::array<Mask, 9> together{};  // the digits that share a set with each digit
        for (const Set* const set : seen) {
            if (!(set->peers >> other & 1)) continue;
            each(set->digits, [&](int digit) { together[static_cast<std::size_t>(digit)] |= set->digits; });
        }
        const bool aligned = kGeometry.sees[one] >> other & 1;
        bool found = false;
        each(board_[one], [&](int digit) {
            const Mask own = static_cast<Mask>(1 << digit), excluded = together[static_cast<std::size_t>(digit)];
            if (excluded) found |= !(board_[other] & ~(aligned ? excluded | own : excluded & ~own));
        });
        return found;
    }

    std::array<Mask, 81> board_{};
    std::array<CellSet, 9> places_{};
    std::vector<Set> sets_;
    std::vector<Group> groups_;
    std::array<std::vector<std::size_t>, 9> of_digit_;  // the groups of each digit
};

}  // namespace

unsigned set_patterns(const Mask* board) { return SetLinks(board).patterns(); }

void seen_nodes(const std::uint8_t* digits, const CellSet* cells, std::size_t nodes, std::uint64_t* out) {
    const std::size_t width = row_words(nodes);
    std::fill_n(out, nodes * width, 0);
    std::array<std::vector<std::size_t>, 16> of_digit;
    for (std::size_t node = 0; node < nodes; ++node) of_digit[digits[node] & 15].push_back(node);
    for (std::size_t node = 0; node < nodes; ++node) {
        const CellSet common = common_peers(cells[node] & kAllCells);
        for (const std::size_t other : of_digit[digits[node] & 15]) {
            if (!(cells[other] & ~common)) out[node * width + other / 64] |= std::uint64_t{1} << other % 64;
        }
    }
}

}  // namespace nonet::logic
