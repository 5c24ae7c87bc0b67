// The canonical form of a board: the smallest board that can be made by transposing it, by reordering bands, stacks, rows
// and columns, and by renaming digits. Boards are compared as texts of 81 digits in which blanks are 0.
//
// The form is built row by row. Orders that make no difference yet stay open: columns that were blank in all rows so far are
// *tied*, and so are stacks of such columns. The search does not try the orders of what is tied. So each row has one
// smallest *reading*:
//
//     tied columns    blanks first, then digits that have a name, then new digits (kNew, which get the next names)
//     tied stacks     the smallest stack first
//
//     row 1   . . . | . . 7 | . 4 2        is read as 0 0 0 | 0 0 N | 0 N N. The order of 4 and 2 is still open, so the
//                                          search tries both; the rest is the same for both
//
// A reading is a number of 36 bits. Comparing these numbers compares the readings, because a new digit always gets a larger
// name than the digits before it. Of the rows that can come next, the search follows only those with the smallest reading,
// and only while it is not larger than that of the best form so far. This is fast because the first row decides most, and of
// the 18 possible first rows (9 rows and 9 columns) only a few are smallest.
//
// A full board has no blanks: each first row is read as NNN NNN NNN in 1296 ways. So the first two rows are read together,
// cell by cell. A column gets its place when it is first needed: for its own cell, or for the digit that it has in the first
// row.

#include "canon.hpp"

#include <algorithm>
#include <cstring>

#define NONET_SPACE canon
#include "sharing.hpp"
#include "tables.hpp"

namespace nonet {

namespace {

using canon::kMaskOfSymbol;

constexpr unsigned kNew = 15;
constexpr std::uint64_t kFactorials[] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880};

// What is decided of a form so far.
struct State {
    std::uint8_t rows[9];     // for each row of the form: the row of the board
    std::uint8_t columns[9];  // for each column of the form: the column of the board, as far as decided
    std::uint16_t tied;       // bit i: column i can be exchanged with column i - 1 of the same stack
    std::uint8_t tied_stacks; // bit j: stack j can be exchanged with stack j - 1
    std::uint8_t next;        // the name for the next new digit
    std::uint8_t names[10];   // the name of each digit, or kNew if it has none yet; the name of a blank is 0

    bool is_tied(int i) const { return tied >> i & 1; }
    bool is_tied_stack(int j) const { return tied_stacks >> j & 1; }
};

using Rows = std::uint8_t[9][9];

// Returns the smallest reading of a row's three cells in a stack, as 12 bits.
unsigned reading_of_stack(const State& state, const std::uint8_t* row, int stack) {
    const std::uint8_t* const columns = state.columns + 3 * stack;
    unsigned a = state.names[row[columns[0]]], b = state.names[row[columns[1]]], c = state.names[row[columns[2]]];
    const bool first = state.is_tied(3 * stack + 1), second = state.is_tied(3 * stack + 2);
    if (first && a > b) std::swap(a, b);
    if (second && b > c) std::swap(b, c);
    if (first && second && a > b) std::swap(a, b);
    return a << 8 | b << 4 | c;
}

// Returns the smallest reading of a row, as 36 bits.
std::uint64_t reading_of_row(const State& state, const std::uint8_t* row) {
    std::uint64_t a = reading_of_stack(state, row, 0), b = reading_of_stack(state, row, 1), c = reading_of_stack(state, row, 2);
    const bool first = state.is_tied_stack(1), second = state.is_tied_stack(2);
    if (first && a > b) std::swap(a, b);
    if (second && b > c) std::swap(b, c);
    if (first && second && a > b) std::swap(a, b);
    return a << 24 | b << 12 | c;
}

bool has_new(unsigned reading_of_stack) {
    return (reading_of_stack & 15) == kNew || (reading_of_stack >> 4 & 15) == kNew || reading_of_stack >> 8 == kNew;
}

// The search for the form of one board.
class Canonizer {
  public:
    // Stores the rows of the board and of the transposed board. The digits must not have conflicts.
    explicit Canonizer(const std::uint8_t* digits) {
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                boards_[0][row][column] = boards_[1][column][row] = digits[9 * row + column];
                is_full_ = is_full_ && digits[9 * row + column];
            }
        }
    }

    void run() {
        State start{};
        for (int i = 0; i < 9; ++i) start.columns[i] = static_cast<std::uint8_t>(i);
        for (int digit = 1; digit <= 9; ++digit) start.names[digit] = kNew;
        start.next = 1;
        if (is_full_) {
            start_full(start);
            return;
        }
        start.tied = 0b110110110;
        start.tied_stacks = 0b110;
        std::uint64_t readings[2][9];
        best_[0] = ~std::uint64_t{0};
        for (int side = 0; side < 2; ++side) {
            for (int row = 0; row < 9; ++row) {
                readings[side][row] = reading_of_row(start, boards_[side][row]);
                best_[0] = std::min(best_[0], readings[side][row]);
            }
        }
        known_ = 1;
        for (side_ = 0; side_ < 2; ++side_) {
            for (int row = 0; row < 9; ++row) {
                if (readings[side_][row] == best_[0]) follow(start, 0, row);
            }
        }
    }

    // Writes the digits of the form. New digits in the readings get names in their order.
    void write_form(std::uint8_t* form) const {
        std::uint8_t next = 1;
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                const unsigned value = best_[row] >> (32 - 4 * column) & 15;
                *form++ = value == kNew ? next++ : static_cast<std::uint8_t>(value);
            }
        }
    }

    std::uint64_t automorphisms() const { return automorphisms_; }
    const std::uint8_t* map() const { return map_; }

  private:
    // Returns whether a reading can lead to the best form. If the reading is smaller than the best so far, it replaces the
    // best, and everything found before is discarded.
    bool accept(int depth, std::uint64_t reading) {
        if (depth < known_ && reading > best_[depth]) return false;
        if (depth >= known_ || reading < best_[depth]) {
            best_[depth] = reading;
            known_ = depth + 1;
            automorphisms_ = 0;
        }
        return true;
    }

    // Follows those of the possible next rows that have the smallest reading.
    void descend(const State& state, int depth, unsigned used) {
        if (depth == 9) {
            finish(state);
            return;
        }
        int rows[9], number = 0;
        std::uint64_t least = ~std::uint64_t{0};
        const int band = depth % 3 ? state.rows[depth - 1] / 3 : -1;
        for (int row = 0; row < 9; ++row) {
            if (used >> row & 1 || (band >= 0 ? row / 3 != band : (used >> (row / 3 * 3) & 7) != 0)) continue;
            const std::uint64_t reading = reading_of_row(state, boards_[side_][row]);
            if (reading > least) continue;
            if (reading < least) number = 0;
            least = reading;
            rows[number++] = row;
        }
        if (!accept(depth, least)) return;
        for (int i = 0; i < number; ++i) follow(state, depth, rows[i], used);
    }

    // Takes a row as the next one, in every way that gives its smallest reading.
    void follow(State state, int depth, int row, unsigned used = 0) {
        const std::uint8_t* const cells = boards_[side_][row];
        state.rows[depth] = static_cast<std::uint8_t>(row);
        unsigned readings[3];
        for (int stack = 0; stack < 3; ++stack) {
            sort_columns(state, cells, 3 * stack);
            readings[stack] = reading_of_stack(state, cells, stack);
        }
        sort_stacks(state, readings);
        Branches branches{cells, depth, used | 1u << row, {}, 0};
        for (int stack = 1; stack < 3; ++stack) {
            if (!state.is_tied_stack(stack)) continue;
            if (readings[stack] != readings[stack - 1] || has_new(readings[stack])) {
                state.tied_stacks ^= static_cast<std::uint8_t>(1 << stack);
                if (readings[stack] == readings[stack - 1]) branches.add(stack, true);
            }
        }
        for (int i = 1; i < 9; ++i) {
            if (!state.is_tied(i)) continue;
            const unsigned left = state.names[cells[state.columns[i - 1]]], right = state.names[cells[state.columns[i]]];
            if (left != right || left == kNew) {
                state.tied ^= static_cast<std::uint16_t>(1 << i);
                if (left == right) branches.add(i, false);
            }
        }
        branch(state, branches, 0);
    }

    // Runs of columns or stacks that contain new digits and can be in any order.
    struct Branches {
        const std::uint8_t* cells;
        int depth;
        unsigned used;
        struct Run {
            int first, last;
            bool of_stacks;
        } runs[6];
        int number;

        void add(int place, bool of_stacks) {
            if (number && runs[number - 1].last == place - 1 && runs[number - 1].of_stacks == of_stacks &&
                (of_stacks || place % 3)) {
                runs[number - 1].last = place;
            } else {
                runs[number++] = {place - 1, place, of_stacks};
            }
        }
    };

    // Tries all orders of the runs, then names the new digits and continues with the next row.
    void branch(const State& state, const Branches& branches, int run) {
        if (run == branches.number) {
            State named = state;
            for (std::uint8_t column : named.columns) {
                std::uint8_t& name = named.names[branches.cells[column]];
                if (name == kNew) name = named.next++;
            }
            descend(named, branches.depth + 1, branches.used);
            return;
        }
        const auto [first, last, of_stacks] = branches.runs[run];
        int order[3] = {first, first + 1, first + 2};
        do {
            State changed = state;
            for (int place = first; place <= last; ++place) {
                const int source = order[place - first];
                if (of_stacks) {
                    std::memcpy(changed.columns + 3 * place, state.columns + 3 * source, 3);
                } else {
                    changed.columns[place] = state.columns[source];
                }
            }
            branch(changed, branches, run + 1);
        } while (std::next_permutation(order, order + last - first + 1));
    }

    static void sort_columns(State& state, const std::uint8_t* cells, int first) {
        const auto order = [&](int i) {
            if (state.is_tied(i) && state.names[cells[state.columns[i - 1]]] > state.names[cells[state.columns[i]]]) {
                std::swap(state.columns[i - 1], state.columns[i]);
            }
        };
        order(first + 1);
        order(first + 2);
        order(first + 1);
    }

    // Sorts tied stacks by their readings. They have the same tied columns, so only the columns are exchanged.
    static void sort_stacks(State& state, unsigned* readings) {
        for (int stack : {1, 2, 1}) {
            if (state.is_tied_stack(stack) && readings[stack - 1] > readings[stack]) {
                std::swap(readings[stack - 1], readings[stack]);
                std::swap_ranges(state.columns + 3 * stack, state.columns + 3 * stack + 3, state.columns + 3 * stack - 3);
            }
        }
    }

    // Counts a path that ends at the best form so far, and keeps the smallest map. Tied columns and stacks and digits
    // without a name can be in any order, and each order counts.
    void finish(State state) {
        std::uint64_t ways = 1;
        for (int i = 1, length = 1; i < 9; ++i) {
            length = state.is_tied(i) ? length + 1 : 1;
            ways *= static_cast<std::uint64_t>(length);  // 1, 1 * 2, 1 * 2 * 3: the factorial of the run's length
        }
        for (int j = 1, length = 1; j < 3; ++j) {
            length = state.is_tied_stack(j) ? length + 1 : 1;
            ways *= static_cast<std::uint64_t>(length);
        }
        const bool is_first = automorphisms_ == 0;
        automorphisms_ += ways * kFactorials[10 - state.next];
        std::uint8_t map[kMapBytes];
        write_map(state, map);
        if (is_first || std::memcmp(map, map_, kMapBytes) < 0) std::memcpy(map_, map, kMapBytes);
    }

    void write_map(State& state, std::uint8_t* map) const {
        for (int stack = 0; stack < 3; ++stack) {
            const auto order = [&](int i) {
                if (state.is_tied(i) && state.columns[i - 1] > state.columns[i]) std::swap(state.columns[i - 1], state.columns[i]);
            };
            order(3 * stack + 1);
            order(3 * stack + 2);
            order(3 * stack + 1);
        }
        for (int stack : {1, 2, 1}) {
            if (state.is_tied_stack(stack) && state.columns[3 * stack - 3] > state.columns[3 * stack]) {
                std::swap_ranges(state.columns + 3 * stack, state.columns + 3 * stack + 3, state.columns + 3 * stack - 3);
            }
        }
        map[0] = static_cast<std::uint8_t>(side_);
        std::memcpy(map + 1, state.rows, 9);
        std::memcpy(map + 10, state.columns, 9);
        for (int digit = 1; digit <= 9; ++digit) {
            map[18 + digit] = state.names[digit] == kNew ? state.next++ : state.names[digit];
        }
    }

    // Full boards

    // A first and a second row that are read together.
    struct Pair {
        int side, first, second;
        const std::uint8_t* row;     // the cells of the second row
        std::uint8_t column_of[10];  // for each digit: its column in the first row
        std::uint8_t stack_of[9];    // for each column: the stack in which the first row has the second row's digit
    };

    // The places of columns and stacks, and the column or stack at each place; kNew if not yet decided.
    struct Places {
        std::uint8_t place_of[9], column_at[9], stack_at[3], place_of_stack[3];
    };

    Pair pair_of(int side, int first, int second) const {
        Pair pair{side, first, second, boards_[side][second], {}, {}};
        for (int column = 0; column < 9; ++column) {
            pair.column_of[boards_[side][first][column]] = static_cast<std::uint8_t>(column);
        }
        for (int column = 0; column < 9; ++column) {
            pair.stack_of[column] = static_cast<std::uint8_t>(pair.column_of[pair.row[column]] / 3);
        }
        return pair;
    }

    // Starts the search on a full board. The second row begins with 4 5 6 if its first three digits are together in another
    // box of the first row. If the whole board has no such pair of rows, it begins with 4 5 7.
    void start_full(const State& start) {
        Pair pairs[36];
        int number = 0;
        bool are_together = false;
        for (int side = 0; side < 2; ++side) {
            for (int first = 0; first < 9; ++first) {
                for (int second = first / 3 * 3; second < first / 3 * 3 + 3; ++second) {
                    if (second == first) continue;
                    const Pair& pair = pairs[number++] = pair_of(side, first, second);
                    for (const std::uint8_t* to = pair.stack_of; to < pair.stack_of + 9; to += 3) {
                        are_together = are_together || (to[0] == to[1] && to[1] == to[2]);
                    }
                }
            }
        }
        known_ = 1;
        best_[0] = 0xFFFFFFFFFULL;
        for (const Pair& pair : pairs) {
            side_ = pair.side;
            for (int stack = 0; stack < 9; stack += 3) {
                int order[3] = {stack, stack + 1, stack + 2};
                do {
                    const int to = pair.stack_of[order[0]];
                    if (pair.stack_of[order[1]] != to || (are_together && pair.stack_of[order[2]] != to)) continue;
                    Places places;
                    std::memset(&places, kNew, sizeof places);
                    for (int place = 0; place < 3; ++place) put(places, order[place], place);
                    read_cell(start, pair, places, 0, 0);
                } while (std::next_permutation(order, order + 3));
            }
        }
    }

    // Reads the second row from a place on, and continues with the third row at the end.
    void read_pair(const State& start, const Pair& pair, const Places& places, int place, std::uint64_t reading) {
        if (known_ > 1 && reading > best_[1] >> 4 * (9 - place)) return;
        if (place == 9) {
            if (!accept(1, reading)) return;
            State state = start;
            state.rows[0] = static_cast<std::uint8_t>(pair.first);
            state.rows[1] = static_cast<std::uint8_t>(pair.second);
            state.next = 10;
            std::memcpy(state.columns, places.column_at, 9);
            for (int i = 0; i < 9; ++i) {
                state.names[boards_[side_][pair.first][places.column_at[i]]] = static_cast<std::uint8_t>(i + 1);
            }
            descend(state, 2, 1u << pair.first | 1u << pair.second);
            return;
        }
        if (places.column_at[place] != kNew) {
            read_cell(start, pair, places, place, reading);
            return;
        }
        // The stack at this place is decided: the digits of the first box gave places to both other stacks, or to one of
        // them, which leaves the last place for the third stack.
        const int stack = places.stack_at[place / 3];
        for (int column = 3 * stack; column < 3 * stack + 3; ++column) {
            if (places.place_of[column] != kNew) continue;
            Places next = places;
            put(next, column, place);
            read_cell(start, pair, next, place, reading);
        }
    }

    // Reads the cell at a place whose column is decided. If the column that has the digit in the first row has no place yet,
    // it gets one now.
    void read_cell(const State& start, const Pair& pair, Places places, int place, std::uint64_t reading) {
        const int column = pair.column_of[pair.row[places.column_at[place]]];
        if (places.place_of[column] == kNew) {
            int at = places.place_of_stack[column / 3];
            if (at == kNew) at = static_cast<int>(std::find(places.stack_at, places.stack_at + 3, kNew) - places.stack_at);
            at *= 3;
            while (places.column_at[at] != kNew) ++at;
            put(places, column, at);
        }
        read_pair(start, pair, places, place + 1, reading << 4 | (places.place_of[column] + 1u));
    }

    static void put(Places& places, int column, int place) {
        places.place_of[column] = static_cast<std::uint8_t>(place);
        places.column_at[place] = static_cast<std::uint8_t>(column);
        places.place_of_stack[column / 3] = static_cast<std::uint8_t>(place / 3);
        places.stack_at[place / 3] = static_cast<std::uint8_t>(column / 3);
    }

    Rows boards_[2];
    bool is_full_ = true;
    int side_ = 0;
    int known_ = 0;  // number of known rows of the best form so far
    std::uint64_t best_[9] = {};
    std::uint64_t automorphisms_ = 0;
    std::uint8_t map_[kMapBytes] = {};
};

// Reads 81 bytes as digits, with 0 for a blank. Returns the status.
std::uint8_t read(const std::uint8_t* puzzle, std::uint8_t* digits) {
    unsigned seen[27]{}, conflict = 0;
    for (int cell = 0; cell < kCells; ++cell) {
        const unsigned mask = kMaskOfSymbol[puzzle[cell]];
        if (mask == canon::kBadSymbol) return kBadValue;
        digits[cell] = mask == canon::kAllDigits ? 0 : static_cast<std::uint8_t>(canon::lowest(mask) + 1);
        if (!digits[cell]) continue;
        for (int house : {canon::row_of(cell), 9 + canon::column_of(cell), 18 + canon::box_of(cell)}) {
            conflict |= seen[house] & mask;
            seen[house] |= mask;
        }
    }
    return conflict ? kConflict : kSolved;
}

void canonize(const Forms& forms, std::size_t index) {
    std::uint8_t digits[kCells];
    std::uint8_t* const form = forms.forms + index * kCells;
    forms.status[index] = read(forms.puzzles + index * forms.stride, digits);
    if (forms.status[index] != kSolved) {
        std::memset(form, 0, kCells);
        forms.automorphisms[index] = 0;
        if (forms.maps) std::memset(forms.maps + index * kMapBytes, 0, kMapBytes);
        return;
    }
    Canonizer canonizer(digits);
    canonizer.run();
    canonizer.write_form(form);
    forms.automorphisms[index] = canonizer.automorphisms();
    if (forms.maps) std::memcpy(forms.maps + index * kMapBytes, canonizer.map(), kMapBytes);
}

}  // namespace

Outcome canonical(const Forms& forms, unsigned threads, Poll poll, void* context) {
    constexpr std::size_t block = 64;
    threads = number_of_threads(threads, forms.size / (4 * block) + 1);
    std::atomic<std::size_t> next{0};
    Outcome outcome;
    outcome.stopped = share(threads, poll, context, [&](unsigned, std::atomic<bool>& stop, Poll own_poll, void* own_context) {
        std::size_t done = 0;
        for (std::size_t first; !stop && (first = next.fetch_add(block)) < forms.size;) {
            for (std::size_t index = first; index < std::min(first + block, forms.size); ++index) canonize(forms, index);
            if (++done % 8 == 0 && own_poll && own_poll(own_context)) stop = true;
        }
    });
    return outcome;
}

}  // namespace nonet
