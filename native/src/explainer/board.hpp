// The board of the Sudoku Explainer scale: candidates, digits, and the geometry that all producers share.
//
// A board has 324 units. A unit is a set of at most nine candidates of which exactly one is true:
//
//     0 .. 80      the candidates of a cell; place k is digit k + 1
//     81 .. 161    a digit in a box;    unit 81 + 9 * box + digit;     place k is the k-th cell of the box, row by row
//     162 .. 242   a digit in a row;    unit 162 + 9 * row + digit;    place k is column k
//     243 .. 323   a digit in a column; unit 243 + 9 * column + digit; place k is row k
//
// Each candidate belongs to four units, so the board keeps each of them four times, as one bit of a mask per unit. All
// questions of the producers ("which places has the digit in the box?", "which digits has the cell?") are then one load.
// Kinds of houses come in the order box, row, column, as in Sudoku Explainer; house 9 * kind + k is the k-th of its kind.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "../kernel.hpp"

namespace nonet::explainer {

using Mask = std::uint16_t;       // a set of digits, or of places in a house
using Candidate = std::uint16_t;  // 9 * cell + digit, where digits count from 0
using CellSet = unsigned __int128;

constexpr int kUnits = 324, kCandidates = 729, kBox = 0, kRow = 1, kColumn = 2;
constexpr int kHouses = 27;

// The number of bits of each mask of nine bits. Without it, machines that must also run on old processors call a function.
inline constexpr std::array<std::uint8_t, 512> kSizeOf = [] {
    std::array<std::uint8_t, 512> sizes{};
    for (unsigned mask = 0; mask < 512; ++mask) sizes[mask] = static_cast<std::uint8_t>(std::popcount(mask));
    return sizes;
}();

inline int size_of(Mask mask) { return kSizeOf[mask]; }  // the mask must not have more than nine bits
inline int lowest(Mask mask) { return std::countr_zero(mask); }

struct Geometry {
    std::uint8_t cell[kHouses][9];          // the cells of a house, by place
    std::uint8_t house[81][3];              // the houses of a cell, by kind
    std::uint8_t place[81][3];              // its places in them
    std::uint8_t peers[81][20];             // box, row, column; each cell once
    CellSet sees[81];                       // the same as a set
    CellSet cells[kHouses];                 // the cells of a house as a set
    std::uint16_t unit[kCandidates][4];     // the units of a candidate: cell, box, row, column
    std::uint8_t at[kCandidates][4];        // its places in them
    Candidate candidate[kUnits][9];         // the candidates of a unit, by place
    std::uint16_t subsets[10][126];         // all sets of k of nine places, in rising order
    std::uint8_t number_of_subsets[10];
};

constexpr CellSet bit(int cell) { return CellSet{1} << cell; }

constexpr Geometry make_geometry() {
    Geometry g{};
    for (int k = 0; k < 9; ++k) {
        for (int place = 0; place < 9; ++place) {
            g.cell[k][place] = static_cast<std::uint8_t>((k / 3 * 3 + place / 3) * 9 + k % 3 * 3 + place % 3);
            g.cell[9 + k][place] = static_cast<std::uint8_t>(9 * k + place);
            g.cell[18 + k][place] = static_cast<std::uint8_t>(9 * place + k);
        }
    }
    for (int house = 0; house < kHouses; ++house) {
        for (int place = 0; place < 9; ++place) {
            const int cell = g.cell[house][place];
            g.house[cell][house / 9] = static_cast<std::uint8_t>(house);
            g.place[cell][house / 9] = static_cast<std::uint8_t>(place);
            g.cells[house] |= bit(cell);
        }
    }
    for (int cell = 0; cell < 81; ++cell) {
        int number = 0;
        for (int kind = 0; kind < 3; ++kind) {
            for (int place = 0; place < 9; ++place) {
                const int other = g.cell[g.house[cell][kind]][place];
                if (other == cell || (g.sees[cell] >> other & 1)) continue;
                g.sees[cell] |= bit(other);
                g.peers[cell][number++] = static_cast<std::uint8_t>(other);
            }
        }
        for (int digit = 0; digit < 9; ++digit) {
            const int candidate = 9 * cell + digit;
            for (int k = 0; k < 4; ++k) {
                const int unit = k == 0 ? cell : 81 + 9 * g.house[cell][k - 1] + digit;
                const int place = k == 0 ? digit : g.place[cell][k - 1];
                g.unit[candidate][k] = static_cast<std::uint16_t>(unit);
                g.at[candidate][k] = static_cast<std::uint8_t>(place);
                g.candidate[unit][place] = static_cast<Candidate>(candidate);
            }
        }
    }
    for (unsigned set = 0; set < 512; ++set) {
        const int size = std::popcount(set);
        g.subsets[size][g.number_of_subsets[size]++] = static_cast<std::uint16_t>(set);
    }
    return g;
}

inline constexpr Geometry kGeometry = make_geometry();

inline int cell_of(Candidate candidate) { return candidate / 9; }
inline int digit_of(Candidate candidate) { return candidate % 9; }
inline Candidate candidate_of(int cell, int digit) { return static_cast<Candidate>(9 * cell + digit); }
inline int unit_of(int house, int digit) { return 81 + 9 * house + digit; }

// Calls `visit` with the number of each bit of a mask, in rising order.
template <class Visit>
inline void each(Mask mask, Visit visit) {
    for (; mask; mask &= static_cast<Mask>(mask - 1)) visit(lowest(mask));
}

template <class Visit>
inline void each_cell(CellSet cells, Visit visit) {
    std::uint64_t low = static_cast<std::uint64_t>(cells), high = static_cast<std::uint64_t>(cells >> 64);
    for (; low; low &= low - 1) visit(std::countr_zero(low));
    for (; high; high &= high - 1) visit(64 + std::countr_zero(high));
}

// The candidates of a board, by unit.
struct Marks {
    Mask of[kUnits];

    Mask cell(int cell) const { return of[cell]; }
    Mask places(int house, int digit) const { return of[unit_of(house, digit)]; }
    bool has(Candidate candidate) const { return of[candidate / 9] >> candidate % 9 & 1; }

    void remove(Candidate candidate) {
        for (int k = 0; k < 4; ++k) {
            of[kGeometry.unit[candidate][k]] &= static_cast<Mask>(~(1 << kGeometry.at[candidate][k]));
        }
    }
    void add(Candidate candidate) {
        for (int k = 0; k < 4; ++k) of[kGeometry.unit[candidate][k]] |= static_cast<Mask>(1 << kGeometry.at[candidate][k]);
    }
    void clear() { std::memset(of, 0, sizeof of); }
};

// A board: its candidates, and how many cells of each house are empty and how often each digit is placed. A filled cell has
// no candidates. Branches of a chain change the candidates only, so the two counts remain those of the real board.
struct Board {
    Marks marks;
    std::uint8_t empty[kHouses];
    std::uint8_t placed[9];
    std::uint8_t unfilled;  // number of empty cells
    std::uint8_t value[81];  // 1 to 9, or 0

    // Makes the board of 81 values from 0 to 9, with the candidates that the givens leave.
    explicit Board(const std::uint8_t* givens) {
        std::memset(this, 0, sizeof *this);
        unfilled = 81;
        for (std::uint8_t& number : empty) number = 9;
        for (Mask& mask : marks.of) mask = 0x1FF;
        for (int cell = 0; cell < 81; ++cell) {
            if (givens[cell]) place(cell, givens[cell] - 1);
        }
    }

    // Keeps only the candidates of these masks, one per cell.
    void keep(const Mask* candidates) {
        for (int cell = 0; cell < 81; ++cell) {
            each(marks.cell(cell) & static_cast<Mask>(~candidates[cell]), [&](int digit) { marks.remove(candidate_of(cell, digit)); });
        }
    }

    void place(int cell, int digit) {
        each(marks.cell(cell), [&](int other) { marks.remove(candidate_of(cell, other)); });
        for (std::uint8_t peer : kGeometry.peers[cell]) marks.remove(candidate_of(peer, digit));
        if (!value[cell]) {
            --unfilled;
            for (std::uint8_t house : kGeometry.house[cell]) --empty[house];
        }
        value[cell] = static_cast<std::uint8_t>(digit + 1);
        ++placed[digit];
    }
};

}  // namespace nonet::explainer
