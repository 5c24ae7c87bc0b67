// Consequences of assumptions, for all assumptions at once. This code does not depend on Sudoku: a graph is a bit matrix,
// and a rule is a set of which exactly one member is true.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nonet {

// Returns the number of 64-bit words in a row of bits.
constexpr std::size_t row_words(std::size_t bits) { return (bits + 63) / 64; }

// Computes the nodes that can be reached from each node of a directed graph, including the node itself. Row i of `rows`
// contains the successors of node i, and row i of `out` gets its result. Bits after the last node are ignored.
void closure(const std::uint64_t* rows, std::size_t nodes, std::uint64_t* out);

struct Rules {
    const std::uint64_t* sets;    // one row per set, with the bits of its members; exactly one of them is true
    std::size_t number;           // number of sets
    std::size_t members;          // number of members of all sets together; they are 0 to members - 1
    const std::uint16_t* within;  // pairs of sets (a, b): if all remaining members of a are in b, the others of b are false
    std::size_t pairs;            // number of pairs
};

// Does unit propagation for each assumption "this member is true". In a round, the last remaining member of each set becomes
// true, and the other members of its sets become false. The pairs are used only in rounds in which no set has a new last
// member. If member i leads to no contradiction, rounds[i] is 0 and row i of `left` contains the members that are not false
// at the end. Otherwise rounds[i] is the round, counted from 1, in which a set had no members left, and the row is empty.
void propagate(const Rules& rules, std::uint64_t* left, std::uint16_t* rounds);

}  // namespace nonet
