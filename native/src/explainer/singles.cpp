// Hidden and naked singles, and the direct hints, which end with a hidden single: producers 1 to 5.

#include "patterns.hpp"
#include "producers.hpp"

namespace nonet::explainer {

bool hidden_single(const Board& board, Hint& hint) {
    for (const bool last_cell : {true, false}) {
        for (const int kind : kBoxColumnRow) {
            for (int house = 9 * kind; house < 9 * kind + 9; ++house) {
                if ((board.empty[house] == 1) != last_cell) continue;
                for (int digit = 0; digit < 9; ++digit) {
                    const Mask places = board.marks.places(house, digit);
                    if (size_of(places) != 1) continue;
                    const double rating = last_cell ? 1.0 : kind == kBox ? 1.2 : 1.5;
                    return hint.place(Rule::kHiddenSingle, rating, kGeometry.cell[house][lowest(places)], digit);
                }
            }
        }
    }
    return false;
}

bool naked_single(const Board& board, Hint& hint) {
    for (int cell = 0; cell < 81; ++cell) {
        const Mask digits = board.marks.cell(cell);
        if (size_of(digits) == 1) return hint.place(Rule::kNakedSingle, 2.3, cell, lowest(digits));
    }
    return false;
}

bool direct_locking(const Board& board, Hint& hint) {
    return locked_digits(board, [&](int base, int cross, int digit, Mask) {
        const int first = base / 9 * 9;
        for (int house = first; house < first + 9; ++house) {
            if (house == base || !(kGeometry.cells[house] & kGeometry.cells[cross])) continue;
            const Mask places = board.marks.places(house, digit);
            if (size_of(places) < 2) continue;
            int outside = 0, cell = -1;
            each(places, [&](int place) {
                if (kGeometry.cells[cross] >> kGeometry.cell[house][place] & 1) return;
                ++outside;
                cell = kGeometry.cell[house][place];
            });
            if (outside != 1) continue;
            const bool pointing = base < 9;
            return hint.place(pointing ? Rule::kDirectPointing : Rule::kDirectClaiming, pointing ? 1.7 : 1.9, cell, digit);
        }
        return false;
    });
}

bool direct_hidden_set(const Board& board, int k, Hint& hint) {
    return hidden_digits(board, k, k, [&](int house, Mask digits, Mask places) {
        for (int digit = 0; digit < 9; ++digit) {
            const Mask own = board.marks.places(house, digit), outside = own & static_cast<Mask>(~places);
            if ((digits >> digit & 1) || size_of(own) < 2 || size_of(outside) != 1) continue;
            return hint.place(k == 2 ? Rule::kDirectHiddenPair : Rule::kDirectHiddenTriplet, k == 2 ? 2.0 : 2.5,
                              kGeometry.cell[house][lowest(outside)], digit);
        }
        return false;
    });
}

}  // namespace nonet::explainer
