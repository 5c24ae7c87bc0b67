// The questions that a search can answer. Each is a policy: `Search` asks it what to do with a solution, whether a board is
// worth searching, and which digit to guess first.
#pragma once

#include "rows.hpp"
#include "target.hpp"

namespace nonet::NONET_SPACE {

// How lanes without a puzzle help the others.
enum class Sharing {
    kNone,
    kFirst,  // the first solution must be the one that a single lane would find
    kAny,    // the order of the solutions does not matter
};

// The answers that most questions have in common.
struct Question {
    static constexpr bool kMakesGuesses = true;
    static constexpr bool kKeepsFirst = false;  // writes the first solution of each puzzle to the batch
    static constexpr bool kEasyFirst = false;   // tries naked singles before a puzzle enters a lane
    static constexpr Sharing kSharing = Sharing::kNone;

    // Uses a solution: one lane, whose cells are kLanes numbers apart.
    void use(const std::uint16_t*) {}
    // Returns whether the search pauses.
    bool is_full() const { return false; }
    // Returns whether a board needs no further search.
    bool is_useless(const Frame&) const { return false; }
    // Returns the digit to guess first.
    std::uint16_t digit(const Guess& guess, const Frame&) const { return guess.digit; }
};

// Counts the solutions of each puzzle up to the limit, and writes the first one.
struct Solving : Question {
    static constexpr bool kKeepsFirst = true, kEasyFirst = true;
    static constexpr Sharing kSharing = Sharing::kFirst;
};

// Counts the solutions of each puzzle up to the limit.
struct Counting : Question {
    static constexpr bool kEasyFirst = true;
    static constexpr Sharing kSharing = Sharing::kAny;
};

// Propagates without guessing, and writes the candidates of each puzzle.
struct Propagating : Question {
    static constexpr bool kMakesGuesses = false;
    std::uint16_t* masks;

    explicit Propagating(std::uint16_t* out) : masks(out) {}
};

// Writes all solutions of one puzzle, some at a time.
struct Enumerating : Question {
    std::uint8_t* output = nullptr;
    std::size_t space = 0;  // number of further solutions that fit into the output

    void use(const std::uint16_t* lane) {
        write_row(lane, 0, output);
        output += kCells;
        --space;
    }
    bool is_full() const { return space == 0; }
};

// Finds the solution of one puzzle with the highest score.
struct Maximizing : Question {
    Target& target;

    explicit Maximizing(Target& which) : target(which) {}
    void use(const std::uint16_t* lane) { target.consider(lane); }
    bool is_useless(const Frame& frame) const { return target.cannot_improve(frame); }
    std::uint16_t digit(const Guess& guess, const Frame& frame) const {
        return target.best_digit(guess.cell, frame.cell[place(guess.cell)]);
    }
};

}  // namespace nonet::NONET_SPACE
