// Many puzzles at once, one in each lane.
//
//            lane 0   lane 1   lane 2  ...             a cell of a lane: 9 bits, bit d - 1 set while
//   cell 0 [ 0x1FF  | 0x010  | 0x003 | ... ]           digit d is still possible there
//   cell 1 [ 0x004  | 0x1FF  | 0x1FF | ... ]
//    ...                                               81 vectors of 32 bytes (AVX2): 2.6 KB
//
// A *sweep* visits the nine boxes and does there, for all lanes at once and without a branch: naked singles, hidden
// singles in the box and in its six lines, locked candidates both ways, and the search for contradictions. What a box
// must know of its neighbours is kept for each of its mini-lines (the three cells that it shares with a row or column):
//
//   open    the digits that the three cells may hold
//   locked  those of them that no other mini-line of the box (in that direction) may hold: they are in this line of
//           this box for certain, so not in the rest of the line. A digit already placed is locked, too, so that
//           `locked` also carries all naked singles of the neighbours.
//
// Both follow from the cells of the box alone, and are written when it was visited; each box sees what the boxes
// before it have just found out. After a sweep each lane goes its own way: a dead one takes back its last guess, a
// solved one reports, one that no longer changes guesses, and one that is done takes the next puzzle.
//
// Measured (AVX2, one machine that was never quite idle; counts are exact, times are not), and kept:
//   - the nine visits as a loop over one body, not written out nine times: the body is some 370 instructions, written out
//     they are 3,500; the loop took about half the time. We think that it is the cache of decoded instructions;
//   - the sum of all masks of a lane tells whether it changed (a mask only ever loses bits) and whether it is solved
//     (nine cells that cover nine digits sum up to 511 if and only if no digit is in two of them): one addition a cell
//     instead of five operations, 28 to 24 ns a lane and sweep;
//   - boxes in an order in which no box needs the result of the one just before (0 4 8, 1 5 6, 2 3 7): 4 % fewer sweeps on
//     very easy puzzles, 1 % on 17 clues, 0.4 % more on the hardest;
//   - weighing cells with vectors over all 81 cells at once, most of which are no peers, instead of counting bits in sets of
//     cells: on puzzles with two solutions 15 % fewer instructions in all, and 43 % fewer wrongly predicted branches; and with
//     bytes, digit by digit, instead of 16-bit masks: another 5 % in time there, nothing that stood out on the hardest;
//   - reading a puzzle 32 symbols at a time and writing a solution 32 digits at a time (rows.hpp) instead of cell by cell: 1.7
//     times as fast on very easy puzzles, 1.14 times on 17 clues;
//   - counting the givens of all houses with four bits a digit, to tell a clash from a puzzle without solution: 14 % on the
//     raw output of a generator, of which two in three have none;
//   - looking for the same single twice in a house: without it 2.33 guesses a puzzle of 17 clues instead of 0.60, and on the
//     raw output of a generator the hopeless tree below such a clash grew until memory ran out.
// Measured, and dropped:
//   - copying a lane number by number into memory and loading vectors from there: guessing took a larger part of the time
//     (49 % instead of 43 % on the hardest); we think that each load waits for the stores;
//   - letting lanes that are done wait, so that more of them are read and written at once: a lane that is idle for a sweep
//     costs as much as is saved (reckoned from the times above, not built);
//   - reading and writing sixteen lanes at once from three that wait on, or never: 5 % and 3 % slower on very easy puzzles
//     than from eight and four on;
//   - walking the cells with two candidates without a branch between the two halves of their set: 7 % slower on puzzles
//     with two solutions;
//   - weighing only the first 6, 10 or 16 cells with two candidates: 9.9, 8.3 and 7.9 guesses instead of 7.8 on a hard set,
//     and no gain in time that stood out from the noise.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "rows.hpp"

namespace nonet::NONET_SPACE {

constexpr std::uint16_t kSolvedSum = 9 * kAllDigits;
constexpr int kSweepsBetweenPolls = 2048;
constexpr int kWorthAGroupRead = 8, kWorthAGroupWrite = 4;  // so many lanes of 16 at once

// The state of all lanes. The mini-lines of box b are numbers 3 * b to 3 * b + 2.
struct alignas(64) State {
    std::uint16_t cell[kCells][kLanes];
    Vector row_open[27];
    Vector row_locked[27];
    Vector column_open[27];
    Vector column_locked[27];

    Vector* cells() { return reinterpret_cast<Vector*>(cell); }
    std::uint16_t* lane(int index) { return &cell[0][0] + index; }  // its cells are kLanes numbers apart
};

// Where a box and its neighbours keep their things.
struct Visit {
    int first_cell, own, left, right, above, below;
};

constexpr std::array<Visit, 9> kVisits = [] {
    std::array<Visit, 9> visits{};
    int number = 0;
    for (int box : {0, 4, 8, 1, 5, 6, 2, 3, 7}) {
        const int band = box / 3, stack = box % 3;
        const auto lines_of = [](int b, int s) { return 3 * (b % 3 * 3 + s % 3); };
        visits[static_cast<std::size_t>(number++)] = {band * 27 + stack * 3,          lines_of(band, stack),
                                                      lines_of(band, stack + 1),      lines_of(band, stack + 2),
                                                      lines_of(band + 1, stack),      lines_of(band + 2, stack)};
    }
    return visits;
}();

struct SweepResult {
    Vector sum;     // of all masks
    Vector sound;   // all digits, less those that have no place in a house
    Vector clash;   // some bit is set if a single stands twice in a box; it may be one beyond the digits
    Vector least;   // the least mask; 0 is a cell without candidates
};

inline __attribute__((always_inline)) void visit_box(State& state, const Visit& at, SweepResult& result) {
    const Vector zero{};
    Vector* const cell = state.cells() + at.first_cell;
    const Vector *const open1 = state.row_open + at.left, *const open2 = state.row_open + at.right;
    const Vector *const locked1 = state.row_locked + at.left, *const locked2 = state.row_locked + at.right;
    const Vector *const open3 = state.column_open + at.above, *const open4 = state.column_open + at.below;
    const Vector *const locked3 = state.column_locked + at.above, *const locked4 = state.column_locked + at.below;

    Vector old[9], single[9], singles = zero, sum_of_singles = zero;
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) {
        old[k] = cell[k / 3 * 9 + k % 3];
        single[k] = old[k] & (Vector)((old[k] & (old[k] - 1)) == zero);
        singles |= single[k];
        sum_of_singles += single[k];
    }
    result.clash |= sum_of_singles ^ singles;  // equal unless a single stands twice

    Vector row[3], row_twice[3], column[3], column_twice[3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        const Vector a = old[3 * i], b = old[3 * i + 1], c = old[3 * i + 2];
        row[i] = a | b | c;
        row_twice[i] = (a & b) | ((a | b) & c);
        const Vector d = old[i], e = old[i + 3], f = old[i + 6];
        column[i] = d | e | f;
        column_twice[i] = (d & e) | ((d | e) & f);
    }
    const Vector box_twice =
        row_twice[0] | row_twice[1] | row_twice[2] | (row[0] & row[1]) | ((row[0] | row[1]) & row[2]);
    result.sound &= row[0] | row[1] | row[2];

    Vector row_only[3], column_only[3];  // digits that the line can place in this box alone
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        const Vector elsewhere_in_row = open1[i] | open2[i], elsewhere_in_column = open3[i] | open4[i];
        row_only[i] = row[i] & ~elsewhere_in_row;
        column_only[i] = column[i] & ~elsewhere_in_column;
        result.sound &= (row[i] | elsewhere_in_row) & (column[i] | elsewhere_in_column);
    }
    Vector row_out[3], column_out[3], row_hidden[3], column_hidden[3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        row_out[i] = locked1[i] | locked2[i] | row_only[j] | row_only[k];
        column_out[i] = locked3[i] | locked4[i] | column_only[j] | column_only[k];
        row_hidden[i] = (row_only[i] & ~row_twice[i]) | ~box_twice;
        column_hidden[i] = column_only[i] & ~column_twice[i];
    }
    Vector now[9];
#pragma GCC unroll 9
    for (int k = 0; k < 9; ++k) {
        Vector mask = old[k] & ~(row_out[k / 3] | column_out[k % 3]) & (single[k] | ~singles);
        const Vector hidden = mask & (row_hidden[k / 3] | column_hidden[k % 3]);
        mask = hidden == zero ? mask : hidden;
        result.sum += mask;
        result.least = least_of(result.least, mask);
        cell[k / 3 * 9 + k % 3] = now[k] = mask;
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        row[i] = now[3 * i] | now[3 * i + 1] | now[3 * i + 2];
        column[i] = now[i] | now[i + 3] | now[i + 6];
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        state.row_open[at.own + i] = row[i];
        state.row_locked[at.own + i] = row[i] & ~(row[j] | row[k]);
        state.column_open[at.own + i] = column[i];
        state.column_locked[at.own + i] = column[i] & ~(column[j] | column[k]);
    }
}

__attribute__((noinline)) inline SweepResult sweep(State& state) {
    SweepResult result{Vector{}, all(kAllDigits), Vector{}, all(0xFFFF)};
#pragma GCC unroll 1
    for (const Visit& at : kVisits) visit_box(state, at, result);
    return result;
}

// The lanes in which every line and box can hold every digit.
inline LaneSet complete(const State& state) {
    Vector sound = all(kAllDigits);
    for (int line = 0; line < 9; ++line) {
        const int first_row = line / 3 * 9 + line % 3;  // of the three boxes in its band
        sound &= state.row_open[first_row] | state.row_open[first_row + 3] | state.row_open[first_row + 6];
        const int first_column = line / 3 * 3 + line % 3;
        sound &= state.column_open[first_column] | state.column_open[first_column + 9] | state.column_open[first_column + 18];
        sound &= state.row_open[3 * line] | state.row_open[3 * line + 1] | state.row_open[3 * line + 2];
    }
    return lanes(sound == all(kAllDigits));
}

// A board on the stack: the state before a guess, with the guessed digit taken out.
struct alignas(32) Frame {
    std::uint16_t cell[96];  // cell i at place(i)
};

// A guess: the cell, and the digit as a mask.
struct Guess {
    int cell;
    std::uint16_t digit;
};

// Where to guess on a board that no longer changes and in which no cell has two candidates: a digit that has two places in
// a house, the one whose places have the most peers that may hold it, too, a peer with three candidates counting twice.
// Ties go to the first house, rows before columns before boxes, then to the lowest digit; the first place is tried first.
inline Guess choose_place(const CellBits (&digit)[9], const CellBits (&digit_of_three)[9]) {
    Guess guess{0, 0};
    int best = -1;
    for (const CellBits house : kHouses) {
        for (int d = 0; d < 9; ++d) {
            const CellBits places = digit[d] & house;
            if (places.size() != 2) continue;
            int score = 0, first = -1;
            places.each([&](int cell) {
                if (first < 0) first = cell;
                const CellBits peers = kPeers[static_cast<std::size_t>(cell)];
                score += (peers & digit[d]).size() + (peers & digit_of_three[d]).size();
            });
            if (score > best) {
                best = score;
                guess = {first, static_cast<std::uint16_t>(1 << d)};
            }
        }
    }
    return guess;
}

// The same for a board in which no cell has two candidates; seldom asked, so told with sets of cells.
__attribute__((noinline)) inline Guess choose_without_two(const Strip (&board)[kStrips], const Frame& frame, CellBits blank,
                                                          CellBits three) {
    CellBits digit[9], digit_of_three[9];
    for (int d = 0; d < 9; ++d) {
        Strip shifted[kStrips];
        for (int k = 0; k < kStrips; ++k) shifted[k] = board[k] << (15 - d);
        digit[d] = top_bits(shifted) & blank;
        digit_of_three[d] = digit[d] & three;
    }
    if (const Guess guess = choose_place(digit, digit_of_three); guess.digit) return guess;
    int fewest = 10, best = -1;
    blank.each([&](int cell) { fewest = std::min(fewest, size_of(frame.cell[place(cell)])); });
    blank.each([&](int cell) {
        unsigned mask = frame.cell[place(cell)];
        if (size_of(mask) != fewest) return;
        int score = 0;
        for (; mask; mask &= mask - 1) {
            const CellBits peers = kPeers[static_cast<std::size_t>(cell)];
            score += (peers & digit[lowest(mask)]).size() + (peers & digit_of_three[lowest(mask)]).size();
        }
        best = std::max(best, score << 7 | (127 - cell));
    });
    const int cell = 127 - (best & 127);
    const std::uint16_t mask = frame.cell[place(cell)];
    return {cell, static_cast<std::uint16_t>(mask & -mask)};
}

// Where to guess on a board that no longer changes: of the cells with two candidates, the one whose candidates are shared
// most by its peers. A peer counts once for each shared digit, times 6 if it has two candidates itself, times 2 if it has
// three. Ties go to the first cell, and the lowest digit is tried first. Without such a cell, see `choose_place`; where
// that finds nothing, the same score decides among the cells with the fewest candidates. The NumPy lanes keep to the same
// rule: it decides which solution of several is found first.
//
// Without the digits that have two places, a board of few givens and no solution can take 200,000 times the guesses.
inline Guess choose(const Strip (&board)[kStrips], const Frame& frame) {
    const Strip zero{};
    Strip has_two[kStrips], has_three[kStrips], is_blank[kStrips], weight[kStrips];
#pragma GCC unroll 12
    for (int k = 0; k < kStrips; ++k) {
        const Strip second = board[k] & (board[k] - 1), third = second & (second - 1), fourth = third & (third - 1);
        is_blank[k] = (Strip)(second != zero);
        has_two[k] = (Strip)((second != zero) & (third == zero));
        has_three[k] = (Strip)((third != zero) & (fourth == zero));
        weight[k] = (has_two[k] & 6) | (has_three[k] & 2) | ((Strip)(fourth != zero) & 1);
    }
    const CellBits two = top_bits(has_two);
    if (!two.any()) return choose_without_two(board, frame, top_bits(is_blank), top_bits(has_three));
    const WeightsOfDigits weights(board, weight);
    int best = -128;  // 128 times the score, less the number of the cell
    two.each([&](unsigned cell) __attribute__((always_inline)) {
        const unsigned mask = frame.cell[kPlaces[cell]], rest = mask & (mask - 1);
        best = std::max(best, (weights.of_peers(cell, lowest_of(mask), lowest_of(rest)) << 7) - static_cast<int>(cell));
    });
    const int cell = -best & 127;
    const std::uint16_t mask = frame.cell[place(cell)];
    return {cell, static_cast<std::uint16_t>(mask & -mask)};
}

// Branch and bound for the solution of greatest score. In a house the missing digits go to the blanks in some order,
// and no order sums higher than the one that puts the largest digit on the largest weight, and so on down; nor can the
// sum be higher than if each blank took its own best candidate, or each digit its own best place. The rows cover the
// board, and so do the columns and the boxes: the least of the three sums bounds the score.
class Target {
  public:
    Target(const double* weights, Best& best) : weights_(weights), best_(best) {
        for (int house = 0; house < 27; ++house) {
            for (int k = 0; k < 9; ++k) houses_[house][k] = static_cast<std::uint8_t>(cell_of_house(house, k));
            std::sort(houses_[house], houses_[house] + 9,
                      [&](std::uint8_t a, std::uint8_t b) { return weights_[a] < weights_[b]; });
        }
    }

    bool hopeless(const Frame& frame) const { return best_.status == kSolved && bound(frame) <= best_.score; }

    // The digit of a cell that promises most.
    std::uint16_t richest(int cell, unsigned mask) const {
        return static_cast<std::uint16_t>(weights_[cell] < 0 ? mask & -mask : 1u << highest(mask));
    }

    void consider(const std::uint16_t* lane) {
        double score = 0;
        for (int cell = 0; cell < kCells; ++cell) score += digit_of(lane[cell * kLanes]) * weights_[cell];
        if (best_.status == kSolved && score <= best_.score) return;
        best_.status = kSolved;
        best_.score = score;
        for (int cell = 0; cell < kCells; ++cell) {
            best_.solution[cell] = static_cast<std::uint8_t>(digit_of(lane[cell * kLanes]));
        }
    }

  private:
    static int digit_of(unsigned mask) { return lowest(mask) + 1; }

    double bound(const Frame& frame) const {
        double hope[kCells];
        for (int cell = 0; cell < kCells; ++cell) {
            hope[cell] = digit_of(richest(cell, frame.cell[place(cell)])) * weights_[cell];
        }
        double least = 0;
        for (int cover = 0; cover < 3; ++cover) {
            double sum = 0;
            for (int house = 9 * cover; house < 9 * cover + 9; ++house) sum += bound_of_house(frame, houses_[house], hope);
            if (cover == 0 || sum < least) least = sum;
        }
        return least;
    }

    double bound_of_house(const Frame& frame, const std::uint8_t (&lightest_first)[9], const double* hope) const {
        double filled = 0, cells_at_best = 0, digits_at_best = 0, large_on_heavy = 0;
        unsigned missing = kAllDigits;
        int blanks[9], number = 0;
        for (const int cell : lightest_first) {
            const unsigned mask = frame.cell[place(cell)];
            if (mask & (mask - 1)) {
                cells_at_best += hope[cell];
                blanks[number++] = cell;
            } else {
                filled += hope[cell];
                missing &= ~mask;
            }
        }
        int next = 0;
        for (unsigned rest = missing; rest && next < number; rest &= rest - 1, ++next) {
            const unsigned bit = rest & -rest;
            large_on_heavy += digit_of(bit) * weights_[blanks[next]];
            int heaviest = number - 1;
            while (heaviest > 0 && !(frame.cell[place(blanks[heaviest])] & bit)) --heaviest;
            digits_at_best += digit_of(bit) * weights_[blanks[heaviest]];
        }
        return filled + std::min({large_on_heavy, cells_at_best, digits_at_best});
    }

    const double* weights_;
    Best& best_;
    std::uint8_t houses_[27][9];  // the lightest cell first
};

// Whether a digit is given twice in a house.
inline bool givens_clash(const std::uint8_t* puzzle) {
    std::uint64_t columns[9]{}, counts = 0;
    for (int band = 0; band < 3; ++band) {
        std::uint64_t boxes[3]{};
#pragma GCC unroll 3
        for (int line = 3 * band; line < 3 * band + 3; ++line) {
            std::uint64_t row = 0;
#pragma GCC unroll 9
            for (int column = 0; column < 9; ++column) {
                const std::uint64_t given = kCountOfSymbol[puzzle[9 * line + column]];
                row += given;
                boxes[column / 3] += given;
                columns[column] += given;
            }
            counts |= row;
        }
        counts |= boxes[0] | boxes[1] | boxes[2];
    }
    for (const std::uint64_t column : columns) counts |= column;
    return counts & ~kOneOfEach;
}

// Puzzles to be fetched by any number of workers, some at a time.
struct Feed {
    std::atomic<std::size_t>& next;
    std::size_t size;
    std::atomic<bool>& stop;
};

// What a worker is asked: to solve or count, or one of these.
struct Question {
    std::uint16_t* masks = nullptr;       // propagate only, and write the masks here
    Target* target = nullptr;             // the best solution of one puzzle
    bool enumerate = false;               // the solutions of one puzzle, some at a time
};

class Worker {
  public:
    Worker(const Batch& batch, Feed& feed, Question question) : batch_(batch), feed_(feed), question_(question) {
        for (int lane = 0; lane < kLanes; ++lane) {
            for (int cell = 0; cell < kCells; ++cell) state_.lane(lane)[cell * kLanes] = kAllDigits;
        }
        forget_lines(kEveryLane);
    }

    // Works until the feed is empty or the work is stopped.
    Totals run(Poll poll, void* context) {
        while (!halted(poll, context)) {
            const LaneSet loaded = load();
            if (!active_) break;
            step(loaded);
        }
        return totals_;
    }

    // Goes on until there is no more room for solutions, no more solutions, or the work is stopped.
    std::size_t enumerate(std::uint8_t* solutions, std::size_t room, Poll poll, void* context) {
        sink_ = solutions;
        written_ = 0;
        while (written_ < room && !halted(poll, context)) {
            const LaneSet loaded = load();
            if (!active_) break;
            step(loaded);
        }
        return written_;
    }

  private:
    bool halted(Poll poll, void* context) {
        if (--until_poll_ > 0) return false;
        until_poll_ = kSweepsBetweenPolls;
        if (poll && poll(context)) feed_.stop = true;
        return feed_.stop;
    }

    // One sweep and what follows from it.
    void step(LaneSet loaded) {
        const LaneSet reset = loaded | restored_, changed = reset | guessed_;  // they need a sweep to settle
        loaded_ = loaded;
        if (reset) forget_lines(reset);
        restored_ = guessed_ = 0;
        const SweepResult result = sweep(state_);
        totals_.sweeps += static_cast<std::uint64_t>(size_of(active_));
        const Vector faults = (result.sound ^ kAllDigits) | result.clash;
        LaneSet dead = (lanes(faults != Vector{}) | lanes(result.least == Vector{})) & active_;
        LaneSet solved = lanes(result.sum == all(kSolvedSum)) & active_ & ~dead;
        const LaneSet stable = lanes(result.sum == sum_before_) & active_ & ~dead & ~solved & ~changed;
        sum_before_ = result.sum;
        if (!(dead | solved | stable)) return;
        if (solved) {
            const LaneSet whole = complete(state_);
            dead |= solved & ~whole;
            solved &= whole;
        }
        if (question_.masks) return finish_pencilmarks(dead, solved | stable);
        if (solved && batch_.solutions) write_solutions(first_solutions(solved));
        for (LaneSet rest = solved; rest; rest &= rest - 1) report(lowest(rest));
        for (LaneSet rest = dead; rest; rest &= rest - 1) take_back(lowest(rest));
        for (LaneSet rest = stable; rest; rest &= rest - 1) guess(lowest(rest));
    }

    bool is_active(int lane) const { return active_ >> lane & 1; }

    // Fills idle lanes with the next puzzles; those that cannot be read are answered at once.
    LaneSet load() {
        LaneSet loaded = 0;
        for (LaneSet idle = kEveryLane & ~active_; idle;) {
            LaneSet taken = 0;
            for (LaneSet rest = idle; rest && next_index(puzzle_[lowest(rest)]); rest &= rest - 1) {
                taken |= rest & -rest;
            }
            if (!taken) {
                help_out(idle);
                break;
            }
            const LaneSet bad = read(taken);
            for (LaneSet rest = taken; rest; rest &= rest - 1) {
                const int lane = lowest(rest);
                depth_[lane] = bottom_[lane] = 0;
                if (batch_.counts) batch_.counts[puzzle_[lane]] = 0;
                if (bad >> lane & 1) answer(puzzle_[lane], kBadValue);
            }
            loaded |= taken & ~bad;
            idle &= bad | ~taken;
        }
        active_ |= loaded;
        return loaded;
    }

    const std::uint8_t* row_of_puzzle(int lane) const { return batch_.puzzles + puzzle_[lane] * batch_.stride; }

    // Reads the puzzles of some lanes; those that cannot be read.
    LaneSet read(LaneSet set) {
        LaneSet bad = 0, one_by_one = set;
#if defined(__AVX2__)
        for (int first = 0; first < kLanes; first += kGroup) {
            const LaneSet group = set & LaneSet{0xFFFF} << first;
            if (size_of(group) < kWorthAGroupRead) continue;
            const std::uint8_t* rows[kGroup];
            for (int i = 0; i < kGroup; ++i) rows[i] = row_of_puzzle(group >> (first + i) & 1 ? first + i : lowest(group));
            bad |= read_group(rows, group >> first, state_.lane(first)) << first;
            one_by_one &= ~group;
        }
#endif
        for (LaneSet rest = one_by_one; rest; rest &= rest - 1) {
            const int lane = lowest(rest);
            Frame frame;
            if (!read_row(row_of_puzzle(lane), frame.cell)) bad |= LaneSet{1} << lane;
            put(lane, frame);
        }
        return bad;
    }

    // With no puzzle left, idle lanes take the largest part of a busy lane's work: the guess taken back last. Only where
    // the order in which solutions are found does not matter.
    void help_out(LaneSet idle) {
        if (!shares_work()) return;
        for (; idle; idle &= idle - 1) {
            int busiest = -1, most = 0;
            for (LaneSet rest = active_; rest; rest &= rest - 1) {
                const int lane = lowest(rest);
                if (depth_[lane] - bottom_[lane] > most) {
                    most = depth_[lane] - bottom_[lane];
                    busiest = lane;
                }
            }
            if (busiest < 0) return;
            const int lane = lowest(idle);
            restore(lane, stack_[busiest][static_cast<std::size_t>(bottom_[busiest]++)]);
            puzzle_[lane] = puzzle_[busiest];
            depth_[lane] = bottom_[lane] = 0;
            active_ |= LaneSet{1} << lane;
        }
    }

    bool shares_work() const { return !batch_.solutions && !question_.masks && !question_.enumerate; }

    // The other lanes that work on the same puzzle.
    LaneSet mates(int lane) const {
        LaneSet set = 0;
        for (LaneSet rest = shares_work() ? active_ : 0; rest; rest &= rest - 1) {
            const int other = lowest(rest);
            if (other != lane && puzzle_[other] == puzzle_[lane]) set |= LaneSet{1} << other;
        }
        return set;
    }

    bool next_index(std::size_t& index) {
        if (from_ == to_) {
            if (exhausted_) return false;
            const std::size_t block = 16 * kLanes;
            from_ = feed_.next.fetch_add(block, std::memory_order_relaxed);
            if (from_ >= feed_.size) {
                from_ = to_ = 0;
                exhausted_ = true;
                return false;
            }
            to_ = from_ + block < feed_.size ? from_ + block : feed_.size;
        }
        index = from_++;
        return true;
    }

    // What a lane's mini-lines tell is no longer so: nothing is locked, everything is open.
    void forget_lines(LaneSet set) {
        const Vector which = vector_of(set), digits = which & kAllDigits;
        for (int line = 0; line < 27; ++line) {
            state_.row_open[line] |= digits;
            state_.column_open[line] |= digits;
            state_.row_locked[line] &= ~which;
            state_.column_locked[line] &= ~which;
        }
    }

    void report(int lane) {
        if (!is_active(lane)) return;  // a mate has just reached the limit
        if (question_.target) {
            question_.target->consider(state_.lane(lane));
        } else if (question_.enumerate) {
            write_row(state_.lane(lane), 0, sink_ + kCells * written_++);
        }
        std::uint32_t& found = batch_.counts[puzzle_[lane]];
        if (++found < batch_.limit) return take_back(lane);
        finish(lane);
    }

    LaneSet first_solutions(LaneSet solved) const {
        LaneSet first = 0;
        for (LaneSet rest = solved; rest; rest &= rest - 1) {
            const int lane = lowest(rest);
            first |= static_cast<LaneSet>(batch_.counts[puzzle_[lane]] == 0) << lane;
        }
        return first;
    }

    // Writes the solutions of lanes that found their first.
    void write_solutions(LaneSet set) {
        LaneSet one_by_one = set;
        const auto row = [&](int lane) { return batch_.solutions + puzzle_[lane] * batch_.solution_stride; };
#if defined(__AVX2__)
        for (int first = 0; first < kLanes; first += kGroup) {
            const LaneSet group = set & LaneSet{0xFFFF} << first;
            if (size_of(group) < kWorthAGroupWrite) continue;
            std::uint8_t* rows[kGroup];
            for (int i = 0; i < kGroup; ++i) rows[i] = row(first + i);
            write_group(state_.lane(first), group >> first, batch_.zero, rows);
            one_by_one &= ~group;
        }
#endif
        for (LaneSet rest = one_by_one; rest; rest &= rest - 1) {
            write_row(state_.lane(lowest(rest)), batch_.zero, row(lowest(rest)));
        }
    }

    void take_back(int lane) {
        if (!is_active(lane)) return;
        if (depth_[lane] == bottom_[lane]) return finish(lane);
        restore(lane, stack_[lane][static_cast<std::size_t>(--depth_[lane])]);
    }

    void restore(int lane, const Frame& frame) {
        put(lane, frame);
        restored_ |= LaneSet{1} << lane;
    }

    void put(int lane, const Frame& frame) {
        std::uint16_t* cells = state_.lane(lane);
#pragma GCC unroll 81
        for (int cell = 0; cell < kCells; ++cell) cells[cell * kLanes] = frame.cell[place(cell)];
    }

    __attribute__((noinline)) void guess(int lane) {
        if (!is_active(lane)) return;
        std::uint16_t* cells = state_.lane(lane);
        const Strip board[kStrips] = {
            strip_of_lane<0>(cells), strip_of_lane<1>(cells), strip_of_lane<2>(cells),
            strip_of_lane<3>(cells), strip_of_lane<4>(cells), strip_of_lane<5>(cells),
#if !defined(__AVX2__)
            strip_of_lane<6>(cells), strip_of_lane<7>(cells), strip_of_lane<8>(cells),
            strip_of_lane<9>(cells), strip_of_lane<10>(cells), strip_of_lane<11>(cells),
#endif
        };
        std::vector<Frame>& stack = stack_[lane];
        if (static_cast<int>(stack.size()) == depth_[lane]) stack.resize(stack.size() + 8);
        Frame& frame = stack[static_cast<std::size_t>(depth_[lane]++)];
        std::memcpy(frame.cell, board, sizeof frame.cell);
        if (question_.target && question_.target->hopeless(frame)) {
            --depth_[lane];
            return take_back(lane);
        }
        Guess guess = choose(board, frame);
        if (question_.target) guess.digit = question_.target->richest(guess.cell, frame.cell[place(guess.cell)]);
        frame.cell[place(guess.cell)] &= static_cast<std::uint16_t>(~guess.digit);
        cells[guess.cell * kLanes] = guess.digit;
        guessed_ |= LaneSet{1} << lane;
        ++totals_.guesses;
    }

    // A lane has nothing left to try, or has found enough. The last of those that share a puzzle answers for all.
    void finish(int lane) {
        const std::uint32_t found = batch_.counts[puzzle_[lane]];
        const LaneSet others = mates(lane);
        active_ &= ~(LaneSet{1} << lane);
        if (others && found < batch_.limit) return;
        active_ &= ~others;
        answer(puzzle_[lane],
               found > 1 ? kSeveral : found == 1 ? (batch_.limit == 1 ? kSolved : kUnique) : why_none(lane));
    }

    void finish_pencilmarks(LaneSet dead, LaneSet live) {
        for (LaneSet rest = dead | live; rest; rest &= rest - 1) {
            const int lane = lowest(rest);
            const bool is_live = (live >> lane & 1) && !two_hidden_in_one_cell(lane);
            std::uint16_t* masks = question_.masks + puzzle_[lane] * kCells;
            for (int cell = 0; cell < kCells; ++cell) masks[cell] = is_live ? state_.lane(lane)[cell * kLanes] : 0;
            batch_.status[puzzle_[lane]] = is_live ? kSolved : why_none(lane);
        }
        active_ &= ~(dead | live);
    }

    // A sweep leaves a cell that is the last place of two digits with both of them. A search fails on it with its next
    // guess, which is cheaper than looking for it in every sweep; without a search it has to be looked for.
    bool two_hidden_in_one_cell(int lane) {
        const std::uint16_t* const cells = state_.lane(lane);
        for (int house = 0; house < 27; ++house) {
            unsigned once = 0, twice = 0;
            for (int k = 0; k < 9; ++k) {
                const unsigned mask = cells[cell_of_house(house, k) * kLanes];
                twice |= once & mask;
                once |= mask;
            }
            for (int k = 0; k < 9; ++k) {
                const unsigned mask = cells[cell_of_house(house, k) * kLanes];
                if ((mask & (mask - 1)) && (mask & once & ~twice)) return true;
            }
        }
        return false;
    }

    void answer(std::size_t index, Status status) {
        batch_.status[index] = status;
        if (question_.masks) {
            std::memset(question_.masks + index * kCells, 0, kCells * sizeof *question_.masks);
        } else if (batch_.solutions && batch_.counts[index] == 0) {
            std::memset(batch_.solutions + index * batch_.solution_stride, batch_.zero, kCells);
        }
    }

    // A puzzle without solution may have givens that clash. They do not survive the first sweep: of two boxes that share
    // a line, the one visited later sees what the other has locked. So few puzzles are asked.
    Status why_none(int lane) const {
        if (!(loaded_ >> lane & 1)) return kNoSolution;
        return givens_clash(row_of_puzzle(lane)) ? kConflict : kNoSolution;
    }

    State state_;
    Vector sum_before_{};
    Totals totals_;
    const Batch& batch_;
    Feed& feed_;
    const Question question_;
    LaneSet active_ = 0, loaded_ = 0, restored_ = 0, guessed_ = 0;
    int until_poll_ = kSweepsBetweenPolls;
    std::size_t from_ = 0, to_ = 0;  // the puzzles fetched and not yet begun
    bool exhausted_ = false;
    std::size_t puzzle_[kLanes]{};
    std::vector<Frame> stack_[kLanes];
    int depth_[kLanes]{};
    int bottom_[kLanes]{};  // the frames below were taken over by other lanes
    std::uint8_t* sink_ = nullptr;
    std::size_t written_ = 0;
};

}  // namespace nonet::NONET_SPACE
