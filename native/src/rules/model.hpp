// The flat buffer of a puzzle, and the model that is read from it.
//
// The buffer is a sequence of 32-bit numbers: a header of four (version, cells, digits, lowest digit), then records. A record
// is its kind, the number of words that follow, and these words:
//
//     Allowed      cell, mask
//     Distinct     cells
//     Pair         first, second, index of a table
//     Linear       total (lower and upper half), number of cells, cells, weights
//     Choice       number of cells, cells, masks
//     Automaton    index of a machine, cells
//     Count        mask, low, high, cells
//     Element      index, value, cells
//     Same         number of groups, cells of all groups
//     AnyOf        for each branch the number of its words, then its records
//     Tally        number of cells, cells, then for each list the number of each digit
//     Between      total, the two ends as indices of digits (or -1, -1), cells
//     Rank         index of the first digit, number of smaller rivals, cells of a line, lines of a group, then all cells
//     Variety      the cell with the number, cells
//     Pointer      index of the digit of the first cell, mask, the cell with the position, cells
//     Table        a mask for each digit
//     Machine      start, number of accepting states, these states, then the next state for each state and digit, or -1
//
//     Section      no words
//     Givens       one byte for each cell, four in a word: 0, or 1 for the lowest digit, 2 for the next and so on
//
// Tables and machines are numbered in their order, from the beginning of a section, and come before the records that use
// them; they and the givens are not in branches.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nonet::rules {

constexpr int kMaxCells = 640, kMaxDigits = 31;
constexpr std::size_t kMaxPrimitives = 1 << 18, kMaxTables = 1 << 12, kMaxDepth = 16, kMaxWeight = 1 << 20;
constexpr std::int64_t kMaxTotal = std::int64_t{1} << 48;
constexpr std::size_t kMaxArcs = 1 << 23;  // of all automata, unrolled over their cells

using Mask = std::uint32_t;
using Cells = std::span<const std::int32_t>;

enum class Kind : std::int32_t {
    kAllowed = 1,
    kDistinct,
    kPair,
    kLinear,
    kChoice,
    kAutomaton,
    kCount,
    kElement,
    kSame,
    kAnyOf,
    kTable,
    kMachine,
    kTally,
    kBetween,
    kRank,
    kVariety,
    kSection,
    kGivens,
    kPointer,
};

// One primitive. Which fields are used depends on its kind.
struct Primitive {
    Kind kind;
    Cells cells;            // Pair: first and second; Element: index, value and the cells; Pointer: index and the cells; Same: all groups
    Cells numbers = {};     // Linear: weights; Choice: masks; Tally: numbers
    std::int64_t total = 0;  // Linear, Between; Rank: lines of a group
    Mask mask = 0;          // Allowed, Count, Pointer
    int low = 0, high = 0;  // Count; Between: the ends; Rank: the first digit, the number of smaller rivals; Pointer: the first digit
    int reference = 0;      // Pair: table; Automaton: machine; Same: number of groups; Rank: cells of a line
    std::vector<std::vector<Primitive>> branches = {};
};

struct Machine {
    int states = 0, start = 0;
    std::vector<bool> accepts;
    Cells moves;  // states * digits
};

struct Model {
    int cells = 0, digits = 0, low = 0;
    Mask all = 0;
    std::vector<std::int32_t> words;  // the fields above refer to this copy of the buffer
    std::vector<std::uint8_t> givens;  // for each cell as in the buffer; empty if there are none
    std::vector<Cells> tables;
    std::vector<Machine> machines;
    std::vector<Primitive> primitives;
};

// Reads a buffer. If it is invalid, throws std::invalid_argument with the reason.
void read(const std::int32_t* buffer, std::size_t words, Model& model);

inline Mask bit(int digit) { return Mask{1} << digit; }

// The number of bits. Without the instruction for it, the compiler would call a slow function.
inline int popcount(std::uint64_t bits) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return std::popcount(bits);
#else
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return static_cast<int>(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56);
#endif
}

}  // namespace nonet::rules
