// The state of all lanes, and the sweep: one round of propagation in all lanes at once, without a branch.
//
// A sweep visits the nine boxes. In each box it finds naked singles, hidden singles in the box and in its six lines, locked
// candidates in both directions, and contradictions. A box needs two facts about its neighbors. They are stored for each
// mini-line, which is the three cells that a box shares with a row or column:
//
//   open    the digits that are possible in the three cells
//   locked  the digits of these that are not possible in the other two mini-lines of the box in the same direction. They
//           must be in this mini-line, so they are not possible in the rest of the row or column. A placed digit is
//           also locked, so `locked` includes all naked singles of the neighbors.
//
// Both depend only on the cells of the box, and are written at the end of its visit. So each box uses what the boxes before
// it in the same sweep have found.
#pragma once

#include "vectors.hpp"

namespace nonet::NONET_SPACE {

constexpr std::uint16_t kSolvedSum = 9 * kAllDigits;

// The state of all lanes. Box b has the mini-lines 3 * b to 3 * b + 2.
struct alignas(64) State {
    std::uint16_t cell[kCells][kLanes];
    Vector row_open[27];
    Vector row_locked[27];
    Vector column_open[27];
    Vector column_locked[27];

    // Forgets the mini-lines of lanes whose cells were replaced: nothing is locked, every digit is open. This is needed only
    // for boxes that another box uses before their own visit: all but 0, 4 and 8 (kOrderOfBoxes).
    void reset_lines(LaneSet set) {
        const Vector which = vector_of(set), digits = which & kAllDigits;
        for (const int first : {3, 15}) {  // the lines of boxes 1 to 3 and 5 to 7
            for (int line = first; line < first + 9; ++line) {
                row_open[line] |= digits;
                column_open[line] |= digits;
                row_locked[line] &= ~which;
                column_locked[line] &= ~which;
            }
        }
    }

    Vector* cells() { return reinterpret_cast<Vector*>(cell); }
    std::uint16_t* lane(int index) { return &cell[0][0] + index; }  // the distance between its cells is kLanes numbers
};

// The first cell of a box, and the first mini-lines of the box itself and of its four neighbors.
struct Visit {
    int first_cell, own, left, right, above, below;
};

// No box needs the result of the box just before it. The first three boxes need no result of each other, so no box ever uses
// what an earlier sweep stored about them.
constexpr std::array<int, 9> kOrderOfBoxes = {0, 4, 8, 1, 5, 6, 2, 3, 7};
static_assert(kOrderOfBoxes[0] == 0 && kOrderOfBoxes[1] == 4 && kOrderOfBoxes[2] == 8);  // State::reset_lines

constexpr std::array<Visit, 9> kVisits = [] {
    std::array<Visit, 9> visits{};
    std::size_t number = 0;
    for (int box : kOrderOfBoxes) {
        const int band = box / 3, stack = box % 3;
        const auto lines_of = [](int b, int s) { return 3 * (b % 3 * 3 + s % 3); };
        visits[number++] = {band * 27 + stack * 3,     lines_of(band, stack),     lines_of(band, stack + 1),
                            lines_of(band, stack + 2), lines_of(band + 1, stack), lines_of(band + 2, stack)};
    }
    return visits;
}();

// Whether a visit removes the naked singles of a box before it looks for hidden singles, or both at the same time. The result is
// the same. The first way needs fewer registers in total, the second way waits less often.
constexpr bool kRemovesSinglesFirst = kLanes == 32;

// Whether a visit reads the cells of its box again instead of keeping them. With 16 registers, a cell that is kept must be
// stored to the stack, and stores are what limits the speed of a visit.
#if defined(__SSE2__)
constexpr bool kReadsCellsAgain = kLanes < 32;
#else
constexpr bool kReadsCellsAgain = false;
#endif

struct SweepResult {
    // The sum of all masks. It shows whether a lane changed, because a mask can only lose bits. It also shows whether a lane is
    // solved: nine cells that cover nine digits have the sum 511 if and only if no digit is in two of them.
    Vector sum;
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
    const Vector *const locked3 = state.column_locked + at.above;
    const Vector *const locked4 = state.column_locked + at.below;

    Vector old[9], single[9], singles = zero, sum_of_singles = zero;
    const auto read_cells = [&]() __attribute__((always_inline)) {
        NONET_UNROLL(9)
        for (int k = 0; k < 9; ++k) old[k] = cell[k / 3 * 9 + k % 3];
    };
    const auto read_cells_again = [&]() __attribute__((always_inline)) {
        if constexpr (kReadsCellsAgain) {
            forget_memory();
            read_cells();
        }
    };
    read_cells();
    NONET_UNROLL(9)
    for (int k = 0; k < 9; ++k) {
        single[k] = old[k] & (Vector)((old[k] & (old[k] - 1)) == zero);
        sum_of_singles += single[k];
    }
    singles = any_of(any_of(single[0], single[1], single[2]), any_of(single[3], single[4], single[5]),
                     any_of(single[6], single[7], single[8]));
    result.conflict |= sum_of_singles ^ singles;  // they are equal unless the box has a single twice
    if constexpr (kRemovesSinglesFirst) {
        NONET_UNROLL(9)
        for (int k = 0; k < 9; ++k) old[k] = and_any_of(old[k], single[k], singles);
    }

    read_cells_again();
    Vector row[3], row_twice[3], column_twice[3], row_only[3], column_only[3];
    NONET_UNROLL(3)
    for (int i = 0; i < 3; ++i) {
        row[i] = any_of(old[3 * i], old[3 * i + 1], old[3 * i + 2]);
        row_twice[i] = two_of(old[3 * i], old[3 * i + 1], old[3 * i + 2]);
        column_twice[i] = two_of(old[i], old[i + 3], old[i + 6]);
        // digits that are possible only in this box's part of the line
        row_only[i] = without(row[i], open1[i], open2[i]);
        column_only[i] = without(any_of(old[i], old[i + 3], old[i + 6]), open3[i], open4[i]);
    }
    const Vector box_twice = any_of(row_twice[0], row_twice[1], row_twice[2]) | two_of(row[0], row[1], row[2]);

    Vector row_out[3], column_out[3], row_hidden[3], column_hidden[3];
    NONET_UNROLL(3)
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        row_out[i] = any_of(locked1[i], locked2[i], row_only[j]) | row_only[k];
        column_out[i] = any_of(locked3[i], locked4[i], column_only[j]) | column_only[k];
        row_hidden[i] = only_or_not(row_only[i], row_twice[i], box_twice);
        column_hidden[i] = column_only[i] & ~column_twice[i];
    }
    read_cells_again();
    Vector now[9];
    NONET_UNROLL(9)
    for (int k = 0; k < 9; ++k) {
        Vector mask = without(old[k], row_out[k / 3], column_out[k % 3]);
        if constexpr (!kRemovesSinglesFirst) mask = and_any_of(mask, single[k], singles);
        const Vector hidden = within(mask, row_hidden[k / 3], column_hidden[k % 3]);
        mask = hidden == zero ? mask : hidden;
        result.sum += mask;
        result.least = least_of(result.least, mask);
        cell[k / 3 * 9 + k % 3] = now[k] = mask;
    }
    Vector column[3];
    NONET_UNROLL(3)
    for (int i = 0; i < 3; ++i) {
        row[i] = any_of(now[3 * i], now[3 * i + 1], now[3 * i + 2]);
        column[i] = any_of(now[i], now[i + 3], now[i + 6]);
    }
    NONET_UNROLL(3)
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        state.row_open[at.own + i] = row[i];
        state.row_locked[at.own + i] = without(row[i], row[j], row[k]);
        state.column_open[at.own + i] = column[i];
        state.column_locked[at.own + i] = without(column[i], column[j], column[k]);
    }
}

__attribute__((noinline)) inline SweepResult sweep(State& state) {
    SweepResult result{Vector{}, Vector{}, all(0xFFFF)};
    NONET_NO_UNROLL
    for (const Visit& at : kVisits) visit_box(state, at, result);
    return result;
}

// Returns the digits that are possible in each row, column and box, and so 511 for a lane without a missing digit.
inline Vector possible_everywhere(const State& state) {
    Vector possible = all(kAllDigits);
    NONET_UNROLL(9)
    for (int line = 0; line < 9; ++line) {
        const int first_row = line / 3 * 9 + line % 3;  // the first of its three mini-lines, one in each box of the band
        const int first_column = line / 3 * 3 + line % 3;
        possible &= any_of(state.row_open[first_row], state.row_open[first_row + 3], state.row_open[first_row + 6]);
        possible &= any_of(state.column_open[first_column], state.column_open[first_column + 9],
                           state.column_open[first_column + 18]);
        possible &= any_of(state.row_open[3 * line], state.row_open[3 * line + 1], state.row_open[3 * line + 2]);
    }
    return possible;
}

}  // namespace nonet::NONET_SPACE
