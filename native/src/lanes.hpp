// The search: many puzzles at once, one in each lane.
//
//            lane 0   lane 1   lane 2  ...             a cell of a lane: 9 bits; bit d - 1 is set while
//   cell 0 [ 0x1FF  | 0x010  | 0x003 | ... ]           digit d is still possible in the cell
//   cell 1 [ 0x004  | 0x1FF  | 0x1FF | ... ]
//    ...                                               81 vectors of 32 bytes (AVX2): 2.6 KB
//
// A *sweep* visits the nine boxes. In each box it finds, for all lanes at once and without a branch: naked singles, hidden
// singles in the box and in its six lines, locked candidates in both directions, and contradictions. A box needs two facts
// about its neighbors. They are stored for each mini-line, which is the three cells that a box shares with a row or column:
//
//   open    the digits that are possible in the three cells
//   locked  the digits of these that are not possible in the other two mini-lines of the box in the same direction. They
//           must be in this mini-line, so they are not possible in the rest of the row or column. A placed digit is
//           also locked, so `locked` includes all naked singles of the neighbors.
//
// Both depend only on the cells of the box, and are written at the end of its visit. So each box uses what the boxes before
// it in the same sweep have found. After a sweep each lane continues on its own: a contradictory lane undoes its last guess,
// a solved lane reports its solution, a lane that did not change makes a guess, and a finished lane takes the next puzzle.
//
// Measured with AVX2 on one machine that was never fully idle: the counts are exact, the times are not. These are used:
//   - The nine visits are a loop over one body, not nine copies of it. The body has about 370 instructions; nine copies have
//     3,500. The loop takes about half the time, probably because it fits into the cache of decoded instructions.
//   - The sum of all masks of a lane shows whether the lane changed (a mask can only lose bits) and whether it is solved (nine
//     cells that cover nine digits have the sum 511 if and only if no digit is in two of them). This takes one addition per
//     cell instead of five operations, and 24 ns per lane and sweep instead of 28.
//   - The order of the boxes is 0 4 8, 1 5 6, 2 3 7, so that no box needs the result of the box just before it: 4 % fewer
//     sweeps on very easy puzzles, 1 % fewer on puzzles with 17 clues, 0.4 % more on the hardest.
//   - Cells are scored with vectors over all 81 cells at once, although most cells are not peers, instead of counting bits in
//     sets of cells: on puzzles with two solutions, 15 % fewer instructions in total and 43 % fewer mispredicted branches.
//     Bytes for each digit instead of 16-bit masks save another 5 % of the time there; on the hardest, no clear difference.
//   - A puzzle is read 32 symbols at a time and a solution is written 32 digits at a time (rows.hpp), not cell by cell: 1.7
//     times as fast on very easy puzzles, 1.14 times on puzzles with 17 clues.
//   - The givens of all houses are counted with four bits per digit, to distinguish a conflict from a puzzle without solution:
//     a gain of 14 % on the raw output of a generator, where two of three puzzles have no solution.
//   - A sweep checks whether a house has the same single twice. Without this check, puzzles with 17 clues take 2.33 guesses
//     on average instead of 0.60. On the raw output of a generator, the useless search below such a conflict grew until
//     memory ran out.
// These were measured and are not used:
//   - Copying a lane to memory number by number and loading vectors from there: guessing takes a larger part of the time
//     (49 % instead of 43 % on the hardest), probably because each load waits for the stores.
//   - Letting finished lanes wait, so that more of them are read and written at once: an idle lane costs as much per sweep as
//     this saves (estimated from the times above, not implemented).
//   - Reading and writing sixteen lanes at once as soon as three lanes are ready, or never: 5 % and 3 % slower on very easy
//     puzzles than from eight lanes (reading) and four lanes (writing).
//   - Iterating over the cells with two candidates without a branch between the two halves of their set: 7 % slower on puzzles
//     with two solutions.
//   - Scoring only the first 6, 10 or 16 cells with two candidates: 9.9, 8.3 and 7.9 guesses instead of 7.8 on a hard set,
//     and no gain in time beyond the noise.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "rows.hpp"

namespace nonet::NONET_SPACE {

constexpr std::uint16_t kSolvedSum = 9 * kAllDigits;
constexpr int kSweepsBetweenPolls = 2048;
constexpr int kMinGroupRead = 8, kMinGroupWrite = 4;  // from this number of lanes on, all 16 lanes are handled at once

// The state of all lanes. Box b has the mini-lines 3 * b to 3 * b + 2.
struct alignas(64) State {
    std::uint16_t cell[kCells][kLanes];
    Vector row_open[27];
    Vector row_locked[27];
    Vector column_open[27];
    Vector column_locked[27];

    Vector* cells() { return reinterpret_cast<Vector*>(cell); }
    std::uint16_t* lane(int index) { return &cell[0][0] + index; }  // the distance between its cells is kLanes numbers
};

// The first cell of a box, and the first mini-lines of the box itself and of its four neighbors.
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
    Vector sum;       // the sum of all masks
    Vector sound;     // all digits except those that have no place left in some house
    Vector conflict;  // not 0 if a box has the same single twice; the bits may be above those of the digits
    Vector least;     // the smallest mask; 0 means that a cell has no candidates
};

// Visits one box: updates its cells and its mini-lines in all lanes, and adds to the result of the sweep.
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
    result.conflict |= sum_of_singles ^ singles;  // they are equal unless the box has a single twice

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

    Vector row_only[3], column_only[3];  // digits that are possible only in this box's part of the line
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

// Returns the lanes in which each digit is possible in each row, column and box.
inline LaneSet complete(const State& state) {
    Vector sound = all(kAllDigits);
    for (int line = 0; line < 9; ++line) {
        const int first_row = line / 3 * 9 + line % 3;  // the first of its three mini-lines, one in each box of the band
        sound &= state.row_open[first_row] | state.row_open[first_row + 3] | state.row_open[first_row + 6];
        const int first_column = line / 3 * 3 + line % 3;
        sound &= state.column_open[first_column] | state.column_open[first_column + 9] | state.column_open[first_column + 18];
        sound &= state.row_open[3 * line] | state.row_open[3 * line + 1] | state.row_open[3 * line + 2];
    }
    return lanes(sound == all(kAllDigits));
}

// A board on the stack: the state before a guess, without the guessed digit.
struct alignas(32) Frame {
    std::uint16_t cell[96];  // cell i is at index place(i)
};

// A guess: a cell, and a digit as a mask.
struct Guess {
    int cell;
    std::uint16_t digit;
};

// Chooses a guess on a board without cells of two candidates: a digit with two places in a house. The score of such a pair
// of places is the number of their peers in which the digit is also possible; a peer with three candidates counts twice. The
// highest score wins. If scores are equal, the first house wins (rows, then columns, then boxes), then the lowest digit. The
// first of the two places is tried first. Returns a guess without a digit if there is no such pair.
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

// Chooses a guess on a board without cells of two candidates. This is rare, so the code uses sets of cells, which are slower
// but simpler than vectors.
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

// Chooses a guess on a board that a sweep no longer changes. Of the cells with two candidates it takes the one with the
// highest score. The score adds up the candidates that the cell shares with each peer, times 6 if the peer has two
// candidates, times 2 if it has three. If scores are equal, the first cell wins. The lowest digit is tried first. If no cell
// has two candidates, `choose_place` decides; if it finds nothing, the cell with the fewest candidates is taken, and of
// several such cells the one with the highest score. The NumPy lanes use the same rule, because it decides which of several
// solutions is found first.
//
// Without `choose_place`, a board with few givens and no solution can take 200,000 times as many guesses.
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
    int best = -128;  // 128 times the score, minus the number of the cell
    two.each([&](unsigned cell) __attribute__((always_inline)) {
        const unsigned mask = frame.cell[kPlaces[cell]], rest = mask & (mask - 1);
        best = std::max(best, (weights.of_peers(cell, lowest_of(mask), lowest_of(rest)) << 7) - static_cast<int>(cell));
    });
    const int cell = -best & 127;
    const std::uint16_t mask = frame.cell[place(cell)];
    return {cell, static_cast<std::uint16_t>(mask & -mask)};
}

// Branch and bound for the solution with the highest score. There are three upper bounds for the blanks of a house. First,
// the missing digits go to the blanks in some order, and the sum is highest if the largest digit gets the largest weight,
// the second largest digit the second largest weight, and so on. Second, each blank gets its best candidate. Third, each
// missing digit gets its best place. The lowest of the three is used. The rows cover the board, and so do the columns and
// the boxes, so the lowest of these three sums is an upper bound of the score.
class Target {
  public:
    Target(const double* weights, Best& best) : weights_(weights), best_(best) {
        for (int house = 0; house < 27; ++house) {
            for (int k = 0; k < 9; ++k) houses_[house][k] = static_cast<std::uint8_t>(cell_of_house(house, k));
            std::sort(houses_[house], houses_[house] + 9,
                      [&](std::uint8_t a, std::uint8_t b) { return weights_[a] < weights_[b]; });
        }
    }

    // Returns whether no solution of the board can have a higher score than the best so far.
    bool cannot_improve(const Frame& frame) const { return best_.status == kSolved && bound(frame) <= best_.score; }

    // Returns the candidate with the highest score in a cell.
    std::uint16_t best_digit(int cell, unsigned mask) const {
        return static_cast<std::uint16_t>(weights_[cell] < 0 ? mask & -mask : 1u << highest(mask));
    }

    // Keeps the solution of a lane if its score is higher than the best so far.
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
        double best_of_cell[kCells];
        for (int cell = 0; cell < kCells; ++cell) {
            best_of_cell[cell] = digit_of(best_digit(cell, frame.cell[place(cell)])) * weights_[cell];
        }
        double least = 0;
        for (int cover = 0; cover < 3; ++cover) {
            double sum = 0;
            for (int k = 9 * cover; k < 9 * cover + 9; ++k) sum += bound_of_house(frame, houses_[k], best_of_cell);
            if (cover == 0 || sum < least) least = sum;
        }
        return least;
    }

    double bound_of_house(const Frame& frame, const std::uint8_t (&smallest_first)[9], const double* best_of_cell) const {
        double filled = 0, cells_at_best = 0, digits_at_best = 0, large_on_heavy = 0;
        unsigned missing = kAllDigits;
        int blanks[9], number = 0;
        for (const int cell : smallest_first) {
            const unsigned mask = frame.cell[place(cell)];
            if (mask & (mask - 1)) {
                cells_at_best += best_of_cell[cell];
                blanks[number++] = cell;
            } else {
                filled += best_of_cell[cell];
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
    std::uint8_t houses_[27][9];  // the cells of each house, the smallest weight first
};

// Returns whether a house has the same given digit twice.
inline bool givens_conflict(const std::uint8_t* puzzle) {
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

// The puzzles that are not yet started. All workers take blocks of them.
struct Feed {
    std::atomic<std::size_t>& next;
    std::size_t size;
    std::atomic<bool>& stop;
};

// The task of a worker. By default it solves and counts.
struct Task {
    std::uint16_t* masks = nullptr;       // if set: only propagate, and write the masks here
    Target* target = nullptr;             // if set: find the best solution of one puzzle
    bool enumerate = false;               // enumerate the solutions of one puzzle
};

// Solves puzzles in its lanes. There is one worker per thread.
class Worker {
  public:
    Worker(const Batch& batch, Feed& feed, Task task) : batch_(batch), feed_(feed), task_(task) {
        for (int lane = 0; lane < kLanes; ++lane) {
            for (int cell = 0; cell < kCells; ++cell) state_.lane(lane)[cell * kLanes] = kAllDigits;
        }
        reset_lines(kEveryLane);
    }

    // Works until no puzzle is left or the work is stopped.
    Totals run(Poll poll, void* context) {
        while (!halted(poll, context)) {
            const LaneSet loaded = load();
            if (!active_) break;
            step(loaded);
        }
        return totals_;
    }

    // Writes solutions until the buffer is full, there are no more, or the work is stopped. Returns their number.
    std::size_t enumerate(std::uint8_t* solutions, std::size_t capacity, Poll poll, void* context) {
        output_ = solutions;
        written_ = 0;
        while (written_ < capacity && !halted(poll, context)) {
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

    // Makes one sweep, then handles the lanes that are contradictory, solved or unchanged.
    void step(LaneSet loaded) {
        const LaneSet reset = loaded | restored_, changed = reset | guessed_;  // changed lanes are not yet stable
        loaded_ = loaded;
        if (reset) reset_lines(reset);
        restored_ = guessed_ = 0;
        const SweepResult result = sweep(state_);
        totals_.sweeps += static_cast<std::uint64_t>(size_of(active_));
        const Vector faults = (result.sound ^ kAllDigits) | result.conflict;
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
        if (task_.masks) return finish_pencilmarks(dead, solved | stable);
        if (solved && batch_.solutions) write_solutions(first_solutions(solved));
        for (LaneSet rest = solved; rest; rest &= rest - 1) report(lowest(rest));
        for (LaneSet rest = dead; rest; rest &= rest - 1) undo(lowest(rest));
        for (LaneSet rest = stable; rest; rest &= rest - 1) guess(lowest(rest));
    }

    bool is_active(int lane) const { return active_ >> lane & 1; }

    // Fills idle lanes with the next puzzles and returns these lanes. An unreadable puzzle gets its status at once.
    LaneSet load() {
        LaneSet loaded = 0;
        for (LaneSet idle = kEveryLane & ~active_; idle;) {
            LaneSet taken = 0;
            for (LaneSet rest = idle; rest && next_index(puzzle_[lowest(rest)]); rest &= rest - 1) {
                taken |= rest & -rest;
            }
            if (!taken) {
                take_over_work(idle);
                break;
            }
            const LaneSet bad = read(taken);
            for (LaneSet rest = taken; rest; rest &= rest - 1) {
                const int lane = lowest(rest);
                depth_[lane] = bottom_[lane] = 0;
                if (batch_.counts) batch_.counts[puzzle_[lane]] = 0;
                if (batch_.guesses) batch_.guesses[puzzle_[lane]] = 0;
                if (bad >> lane & 1) finish_puzzle(puzzle_[lane], kBadValue);
            }
            loaded |= taken & ~bad;
            idle &= bad | ~taken;
        }
        active_ |= loaded;
        return loaded;
    }

    const std::uint8_t* row_of_puzzle(int lane) const { return batch_.puzzles + puzzle_[lane] * batch_.stride; }

    // Reads the puzzles of a set of lanes. Returns the lanes whose puzzles are unreadable.
    LaneSet read(LaneSet set) {
        LaneSet bad = 0, one_by_one = set;
#if defined(__AVX2__)
        for (int first = 0; first < kLanes; first += kGroup) {
            const LaneSet group = set & LaneSet{0xFFFF} << first;
            if (size_of(group) < kMinGroupRead) continue;
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

    // Lets idle lanes help busy lanes when no puzzle is left. An idle lane takes the lowest board on the stack of a busy
    // lane, which is the largest part of its remaining work. This is done only if the order of the solutions does not
    // matter.
    void take_over_work(LaneSet idle) {
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

    bool shares_work() const { return !batch_.solutions && !task_.masks && !task_.enumerate; }

    // Returns the other lanes that work on the same puzzle.
    LaneSet others_on_puzzle(int lane) const {
        LaneSet set = 0;
        for (LaneSet rest = shares_work() ? active_ : 0; rest; rest &= rest - 1) {
            const int other = lowest(rest);
            if (other != lane && puzzle_[other] == puzzle_[lane]) set |= LaneSet{1} << other;
        }
        return set;
    }

    // Gets the index of the next puzzle. Returns false if there is none.
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

    // Resets the mini-lines of lanes whose cells were replaced: nothing is locked, every digit is open.
    void reset_lines(LaneSet set) {
        const Vector which = vector_of(set), digits = which & kAllDigits;
        for (int line = 0; line < 27; ++line) {
            state_.row_open[line] |= digits;
            state_.column_open[line] |= digits;
            state_.row_locked[line] &= ~which;
            state_.column_locked[line] &= ~which;
        }
    }

    // Counts the solution of a lane, and searches for the next one unless the limit is reached.
    void report(int lane) {
        if (!is_active(lane)) return;  // another lane with the same puzzle has just reached the limit
        if (task_.target) {
            task_.target->consider(state_.lane(lane));
        } else if (task_.enumerate) {
            write_row(state_.lane(lane), 0, output_ + kCells * written_++);
        }
        std::uint64_t& found = batch_.counts[puzzle_[lane]];
        if (++found < batch_.limit) return undo(lane);
        finish(lane);
    }

    // Returns the lanes that have found the first solution of their puzzles.
    LaneSet first_solutions(LaneSet solved) const {
        LaneSet first = 0;
        for (LaneSet rest = solved; rest; rest &= rest - 1) {
            const int lane = lowest(rest);
            first |= static_cast<LaneSet>(batch_.counts[puzzle_[lane]] == 0) << lane;
        }
        return first;
    }

    // Writes the solutions of a set of lanes.
    void write_solutions(LaneSet set) {
        LaneSet one_by_one = set;
        const auto row = [&](int lane) { return batch_.solutions + puzzle_[lane] * batch_.solution_stride; };
#if defined(__AVX2__)
        for (int first = 0; first < kLanes; first += kGroup) {
            const LaneSet group = set & LaneSet{0xFFFF} << first;
            if (size_of(group) < kMinGroupWrite) continue;
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

    // Undoes the last guess of a lane. If there is none, the lane is finished.
    void undo(int lane) {
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

    // Makes a guess in a lane, and puts the board without the guessed digit on its stack.
    __attribute__((noinline)) void guess(int lane) {
        if (!is_active(lane)) return;
        if (batch_.guesses) {  // every backend must report the same number, so no guess is made in a contradictory board
            if (two_hidden_in_one_cell(lane)) return undo(lane);
            ++batch_.guesses[puzzle_[lane]];
        }
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
        if (task_.target && task_.target->cannot_improve(frame)) {
            --depth_[lane];
            return undo(lane);
        }
        Guess guess = choose(board, frame);
        if (task_.target) guess.digit = task_.target->best_digit(guess.cell, frame.cell[place(guess.cell)]);
        frame.cell[place(guess.cell)] &= static_cast<std::uint16_t>(~guess.digit);
        cells[guess.cell * kLanes] = guess.digit;
        guessed_ |= LaneSet{1} << lane;
        ++totals_.guesses;
    }

    // Ends the work of a lane that has nothing left to try or has reached the limit. If several lanes share the puzzle, the
    // last one writes its status.
    void finish(int lane) {
        const std::uint64_t found = batch_.counts[puzzle_[lane]];
        const LaneSet others = others_on_puzzle(lane);
        active_ &= ~(LaneSet{1} << lane);
        if (others && found < batch_.limit) return;
        active_ &= ~others;
        finish_puzzle(puzzle_[lane], found > 1    ? kSeveral
                                     : found == 1 ? (batch_.limit == 1 ? kSolved : kUnique)
                                                  : status_without_solution(lane));
    }

    // Writes the masks and the status of lanes that propagation has finished.
    void finish_pencilmarks(LaneSet dead, LaneSet live) {
        for (LaneSet rest = dead | live; rest; rest &= rest - 1) {
            const int lane = lowest(rest);
            const bool is_live = (live >> lane & 1) && !two_hidden_in_one_cell(lane);
            std::uint16_t* masks = task_.masks + puzzle_[lane] * kCells;
            for (int cell = 0; cell < kCells; ++cell) masks[cell] = is_live ? state_.lane(lane)[cell * kLanes] : 0;
            batch_.status[puzzle_[lane]] = is_live ? kSolved : status_without_solution(lane);
        }
        active_ &= ~(dead | live);
    }

    // Returns whether a cell is the only place left for two digits. A sweep leaves both digits in such a cell. A search
    // finds the contradiction with its next guess, which is cheaper than a check in every sweep. Pencilmarks, and
    // the number of guesses of each puzzle, need this check.
    bool two_hidden_in_one_cell(int lane) {
        const std::uint16_t* const cells = state_.lane(lane);
        std::uint16_t masks[9][32] = {};  // of the cells of all houses, so that the compiler can use vectors
        for (int cell = 0; cell < kCells; ++cell) {
            const int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3, in_box = row % 3 * 3 + column % 3;
            masks[column][row] = masks[row][9 + column] = masks[in_box][18 + box] = cells[cell * kLanes];
        }
        std::uint16_t once[32] = {}, twice[32] = {}, fixed[32] = {};
        for (const auto& cell : masks) {
            for (int house = 0; house < 32; ++house) {
                const std::uint16_t mask = cell[house];
                const bool is_single = (mask & (mask - 1)) == 0;
                twice[house] |= once[house] & mask;
                once[house] |= mask;
                fixed[house] |= is_single ? mask : std::uint16_t{0};
            }
        }
        unsigned hidden = 0;
        for (int house = 0; house < 32; ++house) hidden |= once[house] & ~twice[house] & ~fixed[house];
        return hidden != 0;
    }

    // Writes the status of a puzzle, and zeros instead of a solution or masks if it has none.
    void finish_puzzle(std::size_t index, Status status) {
        batch_.status[index] = status;
        if (task_.masks) {
            std::memset(task_.masks + index * kCells, 0, kCells * sizeof *task_.masks);
        } else if (batch_.solutions && batch_.counts[index] == 0) {
            std::memset(batch_.solutions + index * batch_.solution_stride, batch_.zero, kCells);
        }
    }

    // Returns the status of a puzzle without solution: kConflict if two equal givens share a house. The first sweep finds
    // every such conflict, because of two boxes that share a line, the one visited later uses what is locked in the other.
    // So only puzzles that fail in their first sweep are checked.
    Status status_without_solution(int lane) const {
        if (!(loaded_ >> lane & 1)) return kNoSolution;
        return givens_conflict(row_of_puzzle(lane)) ? kConflict : kNoSolution;
    }

    State state_;
    Vector sum_before_{};
    Totals totals_;
    const Batch& batch_;
    Feed& feed_;
    const Task task_;
    LaneSet active_ = 0, loaded_ = 0, restored_ = 0, guessed_ = 0;
    int until_poll_ = kSweepsBetweenPolls;
    std::size_t from_ = 0, to_ = 0;  // the puzzles taken from the feed and not yet started
    bool exhausted_ = false;
    std::size_t puzzle_[kLanes]{};
    std::vector<Frame> stack_[kLanes];
    int depth_[kLanes]{};
    int bottom_[kLanes]{};  // other lanes took over the frames below this one
    std::uint8_t* output_ = nullptr;
    std::size_t written_ = 0;
};

}  // namespace nonet::NONET_SPACE
