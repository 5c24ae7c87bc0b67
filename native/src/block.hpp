// Puzzles that are read and wait for a free lane. Very easy ones are solved here, by naked singles alone.
//
// A round of naked singles takes less than half of the instructions of a sweep. It needs no mini-lines, and no lane needs
// attention of its own: a whole block is read at once, and its solutions are written at once. The puzzles that are left
// continue in the lanes of the search, with the candidates that are left.
#pragma once

#include "rows.hpp"
#include "sweep.hpp"

namespace nonet::NONET_SPACE {

constexpr int kMinToRead = 8, kMinToWrite = 4;  // from this number of lanes on, all lanes are handled at once

// Writes the solutions of a set of lanes. `row` returns the memory for the solution of a lane.
template <class Row>
void write_solutions(const Vector* cells, LaneSet set, std::uint8_t zero, Row row) {
#if defined(__AVX2__)
    if (size_of(set) >= kMinToWrite) {
        std::uint8_t* rows[kLanes]{};
        for (LaneSet rest = set; rest; rest &= rest - 1) rows[lowest(rest)] = row(lowest(rest));
        return write_all(cells, set, zero, rows);
    }
#endif
    const std::uint16_t* const numbers = reinterpret_cast<const std::uint16_t*>(cells);
    for (LaneSet rest = set; rest; rest &= rest - 1) write_row(numbers + lowest(rest), zero, row(lowest(rest)));
}

class Block {
  public:
    // Reads up to kLanes rows, the distance between which is `stride`. Returns the lanes of unreadable ones.
    LaneSet read(const std::uint8_t* puzzles, std::size_t stride, int number) {
        LaneSet bad = 0;
#if defined(__AVX2__)
        if (number >= kMinToRead) {
            const std::uint8_t* rows[kLanes];
            for (int i = 0; i < kLanes; ++i) rows[i] = puzzles + static_cast<std::size_t>(i < number ? i : 0) * stride;
            return read_all(rows, cells()) & first_lanes(number);
        }
#endif
        for (int index = 0; index < number; ++index) {
            alignas(64) std::uint16_t masks[96];
            if (!read_row(puzzles + static_cast<std::size_t>(index) * stride, masks)) bad |= LaneSet{1} << index;
            std::uint16_t* const numbers = lane(index);
            NONET_UNROLL(81)
            for (int cell = 0; cell < kCells; ++cell) numbers[cell * kLanes] = masks[place(cell)];
        }
        return bad;
    }

    // Finds naked singles until few lanes get new ones. Returns the lanes of `set` that are solved.
    //
    // A cell without candidates, and a single that another cell of its house has too, are left as they are. So a board with a
    // contradiction never has each digit in each house, and is left to the search.
    LaneSet solve_easy(LaneSet set, std::uint64_t& sweeps) {
        Taken taken{};
        LaneSet solved;
        for (;;) {
            const Round round = find_singles(taken);
            sweeps += static_cast<std::uint64_t>(size_of(set));
            solved = lanes(round.several == Vector{}) & set;
            const LaneSet going = lanes(round.fresh != Vector{}) & set & ~solved;
            if (size_of(going) < kMinGoing) break;
        }
        return solved ? solved & lanes(taken.everywhere() == all(kAllDigits)) : 0;
    }

    std::uint16_t* lane(int index) { return &cell_[0][0] + index; }
    Vector* cells() { return reinterpret_cast<Vector*>(cell_); }

    static LaneSet first_lanes(int number) { return number == 32 ? ~LaneSet{0} : (LaneSet{1} << number) - 1; }

  private:
    static constexpr int kMinGoing = kLanes / 8;

    // The first cell of a box, its first row, its first column and itself. All numbers are distances in bytes, so that a round
    // need not compute them.
    struct Place {
        std::ptrdiff_t cell, row, column, box;
    };
    static constexpr std::array<Place, 9> kBoxes = [] {
        std::array<Place, 9> places{};
        std::size_t number = 0;
        for (int box : kOrderOfBoxes) {
            const int band = box / 3, stack = box % 3, size = sizeof(Vector);
            places[number++] = {(27 * band + 3 * stack) * size, 3 * band * size, 3 * stack * size, box * size};
        }
        return places;
    }();

    static Vector* at_bytes(Vector* vectors, std::ptrdiff_t bytes) {
        return reinterpret_cast<Vector*>(reinterpret_cast<char*>(vectors) + bytes);
    }

    // The digits of the solved cells of each house.
    struct Taken {
        Vector row[9], column[9], box[9];

        Vector everywhere() const {
            Vector digits = all(kAllDigits);
            for (int k = 0; k < 9; ++k) digits &= row[k] & column[k] & box[k];
            return digits;
        }
    };

    struct Round {
        Vector several;  // not 0 if a cell has several candidates
        Vector fresh;    // not 0 if a single was found
    };

    // Removes the taken digits from all cells and adds new singles to them, box by box.
    __attribute__((noinline)) Round find_singles(Taken& taken) {
        Round round{};
        NONET_NO_UNROLL
        for (const Place& at : kBoxes) {
            Vector* const cell = at_bytes(reinterpret_cast<Vector*>(cell_), at.cell);
            Vector *const row = at_bytes(taken.row, at.row), *const column = at_bytes(taken.column, at.column);
            Vector& box = *at_bytes(taken.box, at.box);
            const Vector before = box;
            Vector in_column[3]{}, in_box = before;
            NONET_UNROLL(3)
            for (int i = 0; i < 3; ++i) {
                const Vector in_row = row[i] | before;
                Vector found{};
                NONET_UNROLL(3)
                for (int j = 0; j < 3; ++j) {
                    const Vector old = cell[9 * i + j];
                    Vector mask = without(old, in_row, column[j]);
                    mask = mask == Vector{} ? old : mask;
                    cell[9 * i + j] = mask;
                    const Vector more = mask & (mask - 1), single = more == Vector{} ? mask : Vector{};
                    round.several |= more;
                    found |= single;
                    in_column[j] |= single;
                }
                row[i] |= found;
                in_box |= found;
            }
            NONET_UNROLL(3)
            for (int j = 0; j < 3; ++j) column[j] |= in_column[j];
            round.fresh |= in_box ^ before;
            box = in_box;
        }
        return round;
    }

    alignas(64) std::uint16_t cell_[kCells][kLanes];
};

}  // namespace nonet::NONET_SPACE
