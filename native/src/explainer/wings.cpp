// XY-wings and XYZ-wings: producers 13 and 14.

#include "producers.hpp"

namespace nonet::explainer {

bool wing(const Board& board, int pivot_size, Hint& hint) {
    for (int pivot = 0; pivot < 81; ++pivot) {
        const Mask digits = board.marks.cell(pivot);
        if (size_of(digits) != pivot_size) continue;
        int pincers[20], number = 0;
        for (const std::uint8_t peer : kGeometry.peers[pivot]) {
            if (size_of(board.marks.cell(peer)) == 2) pincers[number++] = peer;
        }
        for (int i = 0; i < number; ++i) {
            const Mask first = board.marks.cell(pincers[i]);
            if (size_of(first | digits) != 3) continue;
            for (int j = i + 1; j < number; ++j) {
                const Mask second = board.marks.cell(pincers[j]), common = first & second;
                if (size_of(digits | first | second) != 3) continue;
                if (size_of(common & digits) != (pivot_size == 2 ? 0 : 1) || size_of(common) != 1) continue;
                hint.start(pivot_size == 2 ? Rule::kXYWing : Rule::kXYZWing, pivot_size == 2 ? 4.2 : 4.4);
                CellSet targets = kGeometry.sees[pincers[i]] & kGeometry.sees[pincers[j]];
                if (pivot_size == 3) targets &= kGeometry.sees[pivot];
                each_cell(targets, [&](int cell) { hint.eliminate(board.marks, cell, common); });
                if (!hint.eliminations.empty()) return true;
            }
        }
    }
    return false;
}

}  // namespace nonet::explainer
