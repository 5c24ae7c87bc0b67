// The search: many puzzles at once, one in each lane.
//
//            lane 0   lane 1   lane 2  ...             a cell of a lane: 9 bits; bit d - 1 is set while
//   cell 0 [ 0x1FF  | 0x010  | 0x003 | ... ]           digit d is still possible in the cell
//   cell 1 [ 0x004  | 0x1FF  | 0x1FF | ... ]
//    ...                                               81 vectors of 32 bytes (AVX2): 2.6 KB
//
// After each sweep (sweep.hpp), each lane continues on its own: a contradictory lane undoes its last guess, a solved lane
// reports its solution, a lane that did not change makes a guess (guess.hpp), and a finished lane takes the next puzzle
// (block.hpp). What a lane does with a solution is up to the question (questions.hpp). docs/engine.md lists what was measured.
#pragma once

#include <atomic>
#include <cassert>
#include <vector>

#include "block.hpp"
#include "questions.hpp"

namespace nonet::NONET_SPACE {

constexpr int kSweepsBetweenPolls = 2048;
constexpr int kMaxMovedAlone = 2;  // more puzzles than this are moved to their lanes with vectors
constexpr int kMinForEasy = 8;     // fewer puzzles than this are not worth a round of naked singles
constexpr int kBlocksToSkip = 15;  // after a block without easy puzzles

// The puzzles that are not yet started. All workers take blocks of them.
struct Feed {
    std::atomic<std::size_t>& next;
    std::size_t size;
    std::atomic<bool>& stop;
};

// The large arrays of a search. A thread keeps them between two calls, so that a single puzzle need not wait for them.
struct Memory {
    State state;
    Block block;
    std::vector<Frame> stack[kLanes];

    Memory() {
        std::memset(&state, 0, sizeof state);  // idle lanes take part in sweeps
    }
};

// Solves puzzles in its lanes. There is one search per thread.
template <class Asked>
class Search {
  public:
    Search(const Batch& batch, Feed& feed, Memory& memory, Asked question)
        : batch_(batch), feed_(feed), state_(memory.state), block_(memory.block), stack_(memory.stack), question_(question) {}

    // Works until no puzzle is left, the question pauses, or the work is stopped.
    Totals run(Poll poll, void* context) {
        while (!question_.is_full() && !is_stopped(poll, context)) {
            const LaneSet loaded = load();
            if (!active_) break;
            step(loaded);
        }
        return totals_;
    }

    Asked& question() { return question_; }

  private:
    static constexpr bool kShares = Asked::kSharing != Sharing::kNone, kIsOrdered = Asked::kSharing == Sharing::kFirst;

    bool is_stopped(Poll poll, void* context) {
        if (--until_poll_ > 0) return false;
        until_poll_ = kSweepsBetweenPolls;
        if (poll && poll(context)) feed_.stop = true;
        return feed_.stop;
    }

    // Makes one sweep, then handles the lanes that are contradictory, solved or unchanged.
    void step(LaneSet loaded) {
        assert(is_consistent());
        const LaneSet reset = loaded | restored_, changed = reset | guessed_;  // changed lanes are not yet stable
        loaded_ = loaded;
        if (reset) state_.reset_lines(reset);
        restored_ = guessed_ = 0;
        const SweepResult result = sweep(state_);
        totals_.sweeps += static_cast<std::uint64_t>(size_of(active_));
        const Vector faults = (possible_everywhere(state_) ^ kAllDigits) | result.conflict;
        const LaneSet dead = (lanes(faults != Vector{}) | lanes(result.least == Vector{})) & active_;
        const LaneSet solved = lanes(result.sum == all(kSolvedSum)) & active_ & ~dead;
        const LaneSet stable = lanes(result.sum == sum_before_) & active_ & ~dead & ~solved & ~changed;
        sum_before_ = result.sum;
        if (!(dead | solved | stable)) return;
        if constexpr (!Asked::kMakesGuesses) {
            finish_propagation(dead, solved | stable);
        } else {
            if (solved && Asked::kKeepsFirst) write_first_solutions(solved);
            for (LaneSet rest = solved; rest; rest &= rest - 1) report(lowest(rest));
            for (LaneSet rest = dead; rest; rest &= rest - 1) undo(lowest(rest));
            for (LaneSet rest = stable; rest; rest &= rest - 1) guess(lowest(rest));
        }
    }

    static LaneSet bit(int lane) { return LaneSet{1} << lane; }
    bool is_active(int lane) const { return active_ >> lane & 1; }

    // Loading

    // Fills idle lanes with puzzles that wait, and returns these lanes. If none is left, idle lanes help busy ones.
    LaneSet load() {
        LaneSet loaded = 0;
        for (LaneSet idle = kEveryLane & ~active_; idle; idle = kEveryLane & ~(active_ | loaded)) {
            if (!waiting_ && !read_block()) {
                if (kShares && active_) take_over_work(idle);
                break;
            }
            loaded |= move_to_lanes(idle);
        }
        active_ |= loaded;
        left_ |= loaded;
        fresh_ |= loaded;
        return loaded;
    }

    // Moves waiting puzzles to idle lanes, and returns these lanes.
    LaneSet move_to_lanes(LaneSet idle) {
        LaneSet moved = 0;
        if (const LaneSet same = idle & waiting_; size_of(same) > kMaxMovedAlone) {
            const Vector which = vector_of(same);
            Vector* const cells = state_.cells();
            for (int cell = 0; cell < kCells; ++cell) {
                cells[cell] = (cells[cell] & ~which) | (block_.cells()[cell] & which);
            }
            for (LaneSet rest = same; rest; rest &= rest - 1) start(lowest(rest), lowest(rest));
            moved = same;
        }
        for (LaneSet rest = idle & ~moved; rest && waiting_; rest &= rest - 1) {
            const int lane = lowest(rest), from = lowest(waiting_);
            std::uint16_t *const target = state_.lane(lane), *const source = block_.lane(from);
            NONET_UNROLL(81)
            for (int cell = 0; cell < kCells; ++cell) target[cell * kLanes] = source[cell * kLanes];
            start(lane, from);
            moved |= bit(lane);
        }
        return moved;
    }

    // Starts the puzzle at an index of the block in a lane.
    void start(int lane, int index) {
        waiting_ &= ~bit(index);
        puzzle_[lane] = block_start_ + static_cast<std::size_t>(index);
        depth_[lane] = bottom_[lane] = 0;
        right_of_[lane] = 0;
    }

    // Reads the next puzzles. Those that cannot be read or are very easy are finished at once. Returns false if there is none.
    bool read_block() {
        while (from_ < to_ || take_from_feed()) {
            const int number = static_cast<int>(std::min<std::size_t>(kLanes, to_ - from_));
            block_start_ = from_;
            from_ += static_cast<std::size_t>(number);
            const LaneSet bad = block_.read(batch_.puzzles + block_start_ * batch_.stride, batch_.stride, number);
            for (int index = 0; index < number; ++index) clear(block_start_ + static_cast<std::size_t>(index));
            for (LaneSet rest = bad; rest; rest &= rest - 1) {
                finish_puzzle(block_start_ + static_cast<std::size_t>(lowest(rest)), kBadValue);
            }
            waiting_ = Block::first_lanes(number) & ~bad;
            if (Asked::kEasyFirst && number >= kMinForEasy) solve_easy();
            if (waiting_) return true;
        }
        return false;
    }

    // Solves the easy puzzles of a block. If there were few in one block, the next ones are not tried.
    void solve_easy() {
        if (blocks_to_skip_ > 0) {
            --blocks_to_skip_;
            return;
        }
        const LaneSet solved = block_.solve_easy(waiting_, totals_.sweeps);
        if (4 * size_of(solved) < size_of(waiting_)) blocks_to_skip_ = kBlocksToSkip;
        waiting_ &= ~solved;
        if constexpr (Asked::kKeepsFirst) {
            write_solutions(block_.cells(), solved, batch_.zero,
                            [&](int index) { return solution_of(block_start_ + static_cast<std::size_t>(index)); });
        }
        for (LaneSet rest = solved; rest; rest &= rest - 1) {
            const std::size_t index = block_start_ + static_cast<std::size_t>(lowest(rest));
            batch_.counts[index] = 1;
            batch_.status[index] = batch_.limit == 1 ? kSolved : kUnique;
        }
    }

    void clear(std::size_t index) {
        if (batch_.counts) batch_.counts[index] = 0;
        if (batch_.guesses) batch_.guesses[index] = 0;
    }

    bool take_from_feed() {
        if (is_exhausted_) return false;
        const std::size_t size = 16 * kLanes;
        from_ = feed_.next.fetch_add(size, std::memory_order_relaxed);
        is_exhausted_ = from_ >= feed_.size;
        if (is_exhausted_) {
            from_ = to_ = 0;
            return false;
        }
        to_ = std::min(from_ + size, feed_.size);
        return true;
    }

    // Sharing

    // Lets idle lanes help busy lanes. An idle lane takes the lowest board on the stack of a busy lane, which is the largest
    // part of its remaining work. All of it comes after the rest of the busy lane's work. A lane whose first guesses have not
    // failed yet gives nothing away: it may be about to find all the solutions that are needed.
    void take_over_work(LaneSet idle) {
        for (; idle; idle &= idle - 1) {
            int busiest = -1, most = 0;
            for (LaneSet rest = active_ & ~fresh_; rest; rest &= rest - 1) {
                const int lane = lowest(rest);
                if (depth_[lane] - bottom_[lane] > most) {
                    most = depth_[lane] - bottom_[lane];
                    busiest = lane;
                }
            }
            if (busiest < 0) return;
            take_over(lowest(idle), busiest);
        }
    }

    void take_over(int lane, int giver) {
        restore(lane, stack_[giver][static_cast<std::size_t>(bottom_[giver]++)]);
        puzzle_[lane] = puzzle_[giver];
        depth_[lane] = bottom_[lane] = 0;
        active_ |= bit(lane);
        is_shared_ = true;
        if constexpr (kIsOrdered) {
            left_ |= (left_ >> giver & 1) << lane;
            right_of_[lane] = right_of_[giver];
            for (LaneSet& set : right_of_) set |= (set >> giver & 1) << lane;
            right_of_[giver] |= bit(lane);
        }
    }

    // Returns the other lanes that work on the same puzzle.
    LaneSet others_on_puzzle(int lane) const {
        LaneSet set = 0;
        for (LaneSet rest = is_shared_ ? active_ & ~bit(lane) : 0; rest; rest &= rest - 1) {
            const int other = lowest(rest);
            if (puzzle_[other] == puzzle_[lane]) set |= bit(other);
        }
        return set;
    }

    // Makes lanes idle.
    void release(LaneSet set) {
        active_ &= ~set;
        left_ &= ~set;
        fresh_ &= ~set;
        restored_ &= ~set;
        guessed_ &= ~set;
        if (kIsOrdered && is_shared_) {
            for (LaneSet& each : right_of_) each &= ~set;
        }
    }

    // Solutions

    // Writes the solutions that are the first of their puzzles so far.
    void write_first_solutions(LaneSet solved) {
        LaneSet first = solved & left_;
        for (LaneSet rest = is_shared_ ? first : 0; rest; rest &= rest - 1) first &= ~right_of_[lowest(rest)];
        write_solutions(state_.cells(), first, batch_.zero, [&](int lane) { return solution_of(puzzle_[lane]); });
    }

    std::uint8_t* solution_of(std::size_t index) const { return batch_.solutions + index * batch_.solution_stride; }

    // Counts the solution of a lane, and searches for the next one unless the limit is reached. Lanes that may find an earlier
    // solution go on even then.
    void report(int lane) {
        if (!is_active(lane)) return;  // another lane with the same puzzle has just reached the limit
        question_.use(state_.lane(lane));
        std::uint64_t& found = batch_.counts[puzzle_[lane]];
        found += found < batch_.limit;
        left_ &= ~(bit(lane) | right_of_[lane]);
        if (found < batch_.limit) return undo(lane);
        const LaneSet others = others_on_puzzle(lane), earlier = kIsOrdered ? others & left_ : 0;
        release((others & ~earlier) | bit(lane));
        if (!earlier) finish_puzzle(puzzle_[lane], status_of_count(found));
    }

    // Undoes the last guess of a lane. If there is none, the lane is finished.
    void undo(int lane) {
        if (!is_active(lane)) return;
        fresh_ &= ~bit(lane);
        if (depth_[lane] == bottom_[lane]) return finish(lane);
        restore(lane, stack_[lane][static_cast<std::size_t>(--depth_[lane])]);
    }

    void restore(int lane, const Frame& frame) {
        std::uint16_t* const cells = state_.lane(lane);
        NONET_UNROLL(81)
        for (int cell = 0; cell < kCells; ++cell) cells[cell * kLanes] = frame.cell[place(cell)];
        restored_ |= bit(lane);
    }

    // Makes a guess in a lane, and puts the board without the guessed digit on its stack.
    __attribute__((noinline)) void guess(int lane) {
        if (!is_active(lane)) return;
        if (batch_.guesses) {  // every backend must report the same number, so no guess is made in a contradictory board
            if (two_hidden_in_one_cell(lane)) return undo(lane);
            ++batch_.guesses[puzzle_[lane]];
        }
        std::uint16_t* const cells = state_.lane(lane);
        std::vector<Frame>& stack = stack_[lane];
        if (static_cast<int>(stack.size()) == depth_[lane]) stack.resize(stack.size() + 8);
        Frame& frame = stack[static_cast<std::size_t>(depth_[lane]++)];
        store_strips(cells, frame.strips(), std::make_integer_sequence<int, kStrips>());
        if (question_.is_useless(frame)) {
            --depth_[lane];
            return undo(lane);
        }
        const bool is_easy = depth_[lane] > 1 && (fresh_ >> lane & 1) && !batch_.weighs_all;
        const Guess guess = choose(frame, is_easy);
        const std::uint16_t digit = question_.digit(guess, frame);
        frame.cell[place(guess.cell)] &= static_cast<std::uint16_t>(~digit);
        cells[guess.cell * kLanes] = digit;
        guessed_ |= bit(lane);
        ++totals_.guesses;
    }

    // Ends the work of a lane that has nothing left to try. If several lanes share the puzzle, the last one writes its status.
    void finish(int lane) {
        const LaneSet others = others_on_puzzle(lane);
        release(bit(lane));
        if (others) return;
        const std::uint64_t found = batch_.counts[puzzle_[lane]];
        finish_puzzle(puzzle_[lane], found ? status_of_count(found) : status_without_solution(lane));
    }

    Status status_of_count(std::uint64_t found) const {
        return found > 1 ? kSeveral : batch_.limit == 1 ? kSolved : kUnique;
    }

    // Writes the masks and the status of lanes that propagation has finished.
    void finish_propagation(LaneSet dead, LaneSet live) {
        for (LaneSet rest = dead | live; rest; rest &= rest - 1) {
            const int lane = lowest(rest);
            const bool is_live = (live >> lane & 1) && !two_hidden_in_one_cell(lane);
            if (is_live) {
                std::uint16_t* const masks = question_.masks + puzzle_[lane] * kCells;
                for (int cell = 0; cell < kCells; ++cell) masks[cell] = state_.lane(lane)[cell * kLanes];
                batch_.status[puzzle_[lane]] = kSolved;
            } else {
                finish_puzzle(puzzle_[lane], status_without_solution(lane));
            }
        }
        release(dead | live);
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
        if constexpr (!Asked::kMakesGuesses) {
            std::memset(question_.masks + index * kCells, 0, kCells * sizeof *question_.masks);
        } else if (Asked::kKeepsFirst && batch_.counts[index] == 0) {
            std::memset(solution_of(index), batch_.zero, kCells);
        }
    }

    // Returns the status of a puzzle without solution: kConflict if two equal givens share a house. The first sweep finds
    // every such conflict, because of two boxes that share a line, the one visited later uses what is locked in the other.
    // So only puzzles that fail in their first sweep are checked.
    Status status_without_solution(int lane) const {
        if (!(loaded_ >> lane & 1)) return kNoSolution;
        return givens_conflict(batch_.puzzles + puzzle_[lane] * batch_.stride) ? kConflict : kNoSolution;
    }

    // Returns whether the sets of lanes fit together. Builds with assertions check this before each sweep.
    bool is_consistent() const {
        if ((restored_ | guessed_ | left_ | fresh_) & ~active_) return false;
        if (restored_ & guessed_) return false;
        for (int lane = 0; lane < kLanes; ++lane) {
            if (!is_active(lane)) continue;
            if (bottom_[lane] > depth_[lane] || depth_[lane] > static_cast<int>(stack_[lane].size())) return false;
            if (kIsOrdered && ((right_of_[lane] & ~active_) || (right_of_[lane] >> lane & 1))) return false;
            for (LaneSet rest = others_on_puzzle(lane); rest && kIsOrdered; rest &= rest - 1) {
                const int other = lowest(rest);  // of two lanes on one puzzle, one is to the right of the other
                if ((right_of_[lane] >> other & 1) == (right_of_[other] >> lane & 1)) return false;
            }
        }
        return true;
    }

    const Batch& batch_;
    Feed& feed_;
    State& state_;
    Block& block_;
    std::vector<Frame> (&stack_)[kLanes];
    Asked question_;
    Totals totals_;
    Vector sum_before_{};

    LaneSet active_ = 0;    // lanes that have a puzzle; all other sets are parts of this one
    LaneSet loaded_ = 0;    // got a puzzle before the last sweep
    LaneSet restored_ = 0;  // got a board from a stack since the last sweep
    LaneSet guessed_ = 0;   // made a guess since the last sweep
    LaneSet fresh_ = 0;     // have not undone a guess
    LaneSet left_ = 0;      // all they still find comes before the first solution of their puzzles so far
    LaneSet right_of_[kLanes]{};  // for each lane: lanes on the same puzzle whose solutions come later
    bool is_shared_ = false;      // some lanes may have the same puzzle

    std::size_t puzzle_[kLanes]{};
    int depth_[kLanes]{};
    int bottom_[kLanes]{};  // other lanes took over the frames below this one

    std::size_t from_ = 0, to_ = 0;  // the puzzles taken from the feed and not yet read
    bool is_exhausted_ = false;
    std::size_t block_start_ = 0;  // the first puzzle of the block
    LaneSet waiting_ = 0;          // the puzzles of the block that are not yet started
    int blocks_to_skip_ = 0;
    int until_poll_ = kSweepsBetweenPolls;
};

}  // namespace nonet::NONET_SPACE
