// The rules engine: puzzles with rules beyond rows, columns and boxes.
//
// The engine knows a few kinds of condition, the primitives, and nothing else; src/nonet/variants/primitives.py says what each
// means. A puzzle comes in as a flat buffer of 32-bit numbers, which src/nonet/variants/buffer.py writes and model.hpp
// describes. The engine propagates and searches; solutions come out one after the other.
//
//     model       reads and checks the buffer
//     space       the digits that each cell may still have, and the queue of what to look at again
//     houses      rows, columns, boxes and other sets of different digits
//     sums        weighted sums
//     choices     different digits whose set is one of a list: cages, consecutive lines
//     arrangements  the same, exactly, for up to nine digits
//     automata    lines read by a finite automaton
//     between     sums between two digits
//     rank        lines compared as numbers
//     counting    how often digits occur, positions, equal groups
//     branches    at least one of several lists of primitives
//     derived     sums that follow from other sums and from houses
//     build       from the model to propagators
//     search      guessing, weights, restarts
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernel.hpp"

namespace nonet::rules {

// Why a run of the search ended. The numbers are part of the interface.
enum class End : std::uint8_t {
    kExhausted = 0,  // there are no further solutions
    kFull = 1,       // as many solutions were found as requested
    kBudget = 2,     // the maximum number of failures was reached; the search can go on
    kDeadline = 3,   // the time is over; the search can go on
    kStopped = 4,    // the poll function asked to stop
};

struct Limits {
    std::uint64_t failures;  // dead ends of this run after which it ends
    double seconds;          // duration of this run; infinite if there is no deadline
};

// The search for the solutions of one puzzle. It can be continued after each run.
class Search {
  public:
    virtual ~Search() = default;
    virtual std::size_t cells() const = 0;
    // Finds up to `capacity` further solutions. If `out` is not null, writes one byte per cell, the digit's index from the
    // lowest digit. Adds the number of solutions to `found`.
    virtual End run(std::uint8_t* out, std::uint64_t capacity, const Limits& limits, Poll poll, void* context,
                    std::uint64_t& found) = 0;
    // Restricts a cell to the digits of a mask and starts again. The restriction replaces an earlier one.
    virtual void assume(std::size_t cell, std::uint32_t digits) = 0;
    // Propagates without guessing, and writes the digits that are left in each cell, all 0 if there is a contradiction.
    virtual End candidates(std::uint32_t* masks, const Limits& limits, Poll poll, void* context) = 0;
    virtual std::uint64_t failures() const = 0;
    virtual std::uint64_t guesses() const = 0;
};

// How a search proceeds. Restarts are for few solutions: a search that restarts finds a solution again, and keeps those
// that it has found to recognize them.
struct Options {
    bool restarts = true;
};

// Starts a search. If the buffer is invalid, throws std::invalid_argument with the reason.
std::unique_ptr<Search> search(const std::int32_t* buffer, std::size_t words, const Options& options);

}  // namespace nonet::rules
