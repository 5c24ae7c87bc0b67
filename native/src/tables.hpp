// Tables that the compiler computes from the geometry of the 9x9 board. No table is written by hand.
//
// Each instruction set compiles this file into its own namespace, and small functions are always inlined. If the instruction
// sets shared a function, the linker would keep only one copy, perhaps with instructions that the machine does not have.
#pragma once

#include <array>
#include <cstdint>

#include "kernel.hpp"

#define NONET_INLINE inline __attribute__((always_inline)) constexpr

namespace nonet::NONET_SPACE {

NONET_INLINE int size_of(std::uint64_t bits) { return __builtin_popcountll(bits); }
NONET_INLINE int lowest(std::uint64_t bits) { return __builtin_ctzll(bits); }        // bits must not be 0
NONET_INLINE unsigned lowest_of(unsigned bits) { return static_cast<unsigned>(__builtin_ctz(bits)); }
NONET_INLINE int highest(std::uint64_t bits) { return 63 - __builtin_clzll(bits); }  // bits must not be 0

constexpr std::uint16_t kAllDigits = 0x1FF;
constexpr std::uint16_t kBadSymbol = 0x8000;  // no mask of digits has this bit

// The meaning of each byte in a puzzle: the mask of the digits that are possible in the cell.
constexpr std::array<std::uint16_t, 256> kMaskOfSymbol = [] {
    std::array<std::uint16_t, 256> table{};
    table.fill(kBadSymbol);
    for (int digit = 1; digit <= 9; ++digit) {
        table[static_cast<std::size_t>(digit)] = table[static_cast<std::size_t>('0' + digit)] =
            static_cast<std::uint16_t>(1 << (digit - 1));
    }
    for (unsigned char blank : {'\0', '0', '.', '_', '*', '-', '?'}) table[blank] = kAllDigits;
    return table;
}();

// The givens of a house are counted with four bits per digit. This is what each byte in a puzzle adds to the counts.
constexpr std::array<std::uint64_t, 256> kCountOfSymbol = [] {
    std::array<std::uint64_t, 256> table{};
    for (unsigned digit = 1; digit <= 9; ++digit) table[digit] = table['0' + digit] = std::uint64_t{1} << 4 * (digit - 1);
    return table;
}();
constexpr std::uint64_t kOneOfEach = 0x111111111;

NONET_INLINE int row_of(int cell) { return cell / 9; }
NONET_INLINE int column_of(int cell) { return cell % 9; }
NONET_INLINE int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

// Returns the k-th cell of a house. Houses 0 to 8 are rows, 9 to 17 columns, 18 to 26 boxes.
NONET_INLINE int cell_of_house(int house, int k) {
    if (house < 9) return house * 9 + k;
    if (house < 18) return k * 9 + house - 9;
    const int box = house - 18;
    return (box / 3 * 3 + k / 3) * 9 + box % 3 * 3 + k % 3;
}

// A set of cells as 81 bits.
struct CellBits {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    NONET_INLINE CellBits operator&(CellBits other) const { return {low & other.low, high & other.high}; }
    NONET_INLINE int size() const { return size_of(low) + size_of(high); }
    NONET_INLINE bool any() const { return (low | high) != 0; }
    NONET_INLINE int first() const { return low ? lowest(low) : 64 + lowest(high); }  // the set must not be empty
    NONET_INLINE void add(int cell) { (cell < 64 ? low : high) |= std::uint64_t{1} << (cell & 63); }

    // Calls `visit` with each cell. One loop is faster than one for each half: the end of a loop is hard to predict, and a
    // wrong prediction costs much time.
    template <class Visitor>
    NONET_INLINE void each(Visitor visit) const {
        std::uint64_t first = low, second = high;
        for (int number = size(); number; --number) {
            const bool in_first = first != 0;
            const std::uint64_t half = in_first ? first : second, rest = half & (half - 1);
            visit(lowest(half) + (in_first ? 0 : 64));
            second = in_first ? second : rest;
            first = in_first ? rest : 0;
        }
    }
};

constexpr std::array<CellBits, kCells> kPeers = [] {
    std::array<CellBits, kCells> peers{};
    for (int a = 0; a < kCells; ++a) {
        for (int b = 0; b < kCells; ++b) {
            const bool share = row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
            if (share && a != b) peers[static_cast<std::size_t>(a)].add(b);
        }
    }
    return peers;
}();

constexpr std::array<CellBits, 27> kHouses = [] {
    std::array<CellBits, 27> houses{};
    for (int house = 0; house < 27; ++house) {
        for (int k = 0; k < 9; ++k) houses[static_cast<std::size_t>(house)].add(cell_of_house(house, k));
    }
    return houses;
}();

}  // namespace nonet::NONET_SPACE
