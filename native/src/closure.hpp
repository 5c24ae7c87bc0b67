// What follows from what, for all assumptions at once. Nothing here knows Sudoku: a graph is a bit matrix, rules are sets
// of which exactly one member is true.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nonet {

// Words of 64 bits that a row of so many bits takes.
constexpr std::size_t row_words(std::size_t bits) { return (bits + 63) / 64; }

// The nodes that each node of a directed graph leads to, itself included. Row i of `rows` holds the successors of node i;
// `out` takes as many rows. Bits beyond the last node are ignored.
void closure(const std::uint64_t* rows, std::size_t nodes, std::uint64_t* out);

struct Rules {
    const std::uint64_t* sets;    // a row of members for each set: exactly one of them is true
    std::size_t number;           // of sets
    std::size_t members;          // of all sets together: they are 0 to members - 1
    const std::uint16_t* within;  // pairs of sets (a, b): if all that is left of a is in b, the rest of b is false
    std::size_t pairs;
};

// Unit propagation for each assumption that one member is true. It goes in rounds: all sets with one member left make it
// true at once, and whatever shares a set with it false; only where no set does so are the pairs looked at. For member i,
// rounds[i] is 0 and row i of `left` holds the members that are not false in the end; or rounds[i] is the round in which a
// set had none left, counted from 1, and the row is empty.
void propagate(const Rules& rules, std::uint64_t* left, std::uint16_t* rounds);

}  // namespace nonet
