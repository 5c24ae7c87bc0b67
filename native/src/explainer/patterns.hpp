// Locked candidates, naked and hidden sets, and fish: producers 2, 3, 5 to 12 and 16 to 18.
//
// The forcing chains (+) apply four of them to the board of a branch. So these producers are templates that give every hint
// to a visitor, with its grounds: the candidates whose absence the pattern depends on. A visitor returns true to stop.
#pragma once

#include "hint.hpp"

namespace nonet::explainer {

// The candidates of a unit at some places. The absent ones among them are the reason for a pattern.
struct Ground {
    std::uint16_t unit;
    Mask places;
};

struct Grounds {
    Ground list[9];
    int size = 0;

    void add(int unit, Mask places) { list[size++] = {static_cast<std::uint16_t>(unit), places}; }
};

inline constexpr int kLockingKinds[4][2] = {{kBox, kColumn}, {kBox, kRow}, {kColumn, kBox}, {kRow, kBox}};
inline constexpr int kBoxColumnRow[3] = {kBox, kColumn, kRow};

// Calls visit(base, cross, digit, crossing) for each digit with at least two places in a base house, all in one cross house.
// `crossing` has the places in the base house that both houses share.
template <class Visit>
bool locked_digits(const Board& board, Visit visit) {
    for (const auto& [base_kind, cross_kind] : kLockingKinds) {
        for (int base = 9 * base_kind; base < 9 * base_kind + 9; ++base) {
            for (int cross = 9 * cross_kind; cross < 9 * cross_kind + 9; ++cross) {
                const CellSet shared = kGeometry.cells[base] & kGeometry.cells[cross];
                if (!shared) continue;
                Mask crossing = 0;
                for (int place = 0; place < 9; ++place) {
                    if (shared >> kGeometry.cell[base][place] & 1) crossing |= static_cast<Mask>(1 << place);
                }
                for (int digit = 0; digit < 9; ++digit) {
                    const Mask places = board.marks.places(base, digit);
                    if ((places & ~crossing) || size_of(places) < 2) continue;
                    if (visit(base, cross, digit, crossing)) return true;
                }
            }
        }
    }
    return false;
}

// Producer 6.
template <class Visit>
bool locking(const Board& board, Hint& hint, Visit visit) {
    return locked_digits(board, [&](int base, int cross, int digit, Mask crossing) {
        const Mask places = board.marks.places(cross, digit);
        if (size_of(places) == size_of(board.marks.places(base, digit))) return false;  // nothing else in the cross house
        base < 9 ? hint.start(Rule::kPointing, 2.6) : hint.start(Rule::kClaiming, 2.8);
        each(places, [&](int place) {
            const int cell = kGeometry.cell[cross][place];
            if (!(kGeometry.cells[base] >> cell & 1)) hint.eliminations.push_back(candidate_of(cell, digit));
        });
        Grounds grounds;
        grounds.add(unit_of(base, digit), static_cast<Mask>(0x1FF & ~crossing));
        return visit(grounds);
    });
}

// Producers 7, 10 and 16.
template <class Visit>
bool naked_sets(const Board& board, int k, Hint& hint, Visit visit) {
    for (const int kind : kBoxColumnRow) {
        for (int house = 9 * kind; house < 9 * kind + 9; ++house) {
            if (board.empty[house] < 2 * k) continue;
            const std::uint8_t* const cells = kGeometry.cell[house];
            Mask usable = 0;  // cells with 2 to k candidates
            for (int place = 0; place < 9; ++place) {
                const int size = size_of(board.marks.cell(cells[place]));
                if (size >= 2 && size <= k) usable |= static_cast<Mask>(1 << place);
            }
            if (size_of(usable) < k) continue;
            for (int n = 0; n < kGeometry.number_of_subsets[k]; ++n) {
                const Mask set = kGeometry.subsets[k][n];
                if (set & ~usable) continue;
                Mask digits = 0;
                each(set, [&](int place) { digits |= board.marks.cell(cells[place]); });
                if (size_of(digits) != k) continue;
                hint.start(k == 2 ? Rule::kNakedPair : k == 3 ? Rule::kNakedTriplet : Rule::kNakedQuad,
                           k == 2 ? 3.0 : k == 3 ? 3.6 : 5.0);
                each(0x1FF & ~set, [&](int place) { hint.eliminate(board.marks, cells[place], digits); });
                if (hint.eliminations.empty()) continue;
                Grounds grounds;
                each(set, [&](int place) { grounds.add(cells[place], static_cast<Mask>(0x1FF & ~digits)); });
                if (visit(grounds)) return true;
            }
        }
    }
    return false;
}

// Calls visit(house, digits, places) for each set of k digits with at least two places each, k places in all, in a house with
// more than `least` empty cells.
template <class Visit>
bool hidden_digits(const Board& board, int k, int least, Visit visit) {
    for (const int kind : kBoxColumnRow) {
        for (int house = 9 * kind; house < 9 * kind + 9; ++house) {
            if (board.empty[house] <= least) continue;
            Mask usable = 0;  // digits with 2 to k places
            for (int digit = 0; digit < 9; ++digit) {
                const int size = size_of(board.marks.places(house, digit));
                if (size >= 2 && size <= k) usable |= static_cast<Mask>(1 << digit);
            }
            if (size_of(usable) < k) continue;
            for (int n = 0; n < kGeometry.number_of_subsets[k]; ++n) {
                const Mask digits = kGeometry.subsets[k][n];
                if (digits & ~usable) continue;
                Mask places = 0;
                each(digits, [&](int digit) { places |= board.marks.places(house, digit); });
                if (size_of(places) == k && visit(house, digits, places)) return true;
            }
        }
    }
    return false;
}

// Producers 9, 12 and 18.
template <class Visit>
bool hidden_sets(const Board& board, int k, Hint& hint, Visit visit) {
    return hidden_digits(board, k, 2 * k, [&](int house, Mask digits, Mask places) {
        hint.start(k == 2 ? Rule::kHiddenPair : k == 3 ? Rule::kHiddenTriplet : Rule::kHiddenQuad,
                   k == 2 ? 3.4 : k == 3 ? 4.0 : 5.4);
        const Mask others = static_cast<Mask>(0x1FF & ~digits);
        each(places, [&](int place) { hint.eliminate(board.marks, kGeometry.cell[house][place], others); });
        if (hint.eliminations.empty()) return false;
        Grounds grounds;
        each(digits, [&](int digit) { grounds.add(unit_of(house, digit), static_cast<Mask>(0x1FF & ~places)); });
        return visit(grounds);
    });
}

// Producers 8, 11 and 17.
template <class Visit>
bool fish(const Board& board, int k, Hint& hint, Visit visit) {
    Mask digits = 0;
    for (int digit = 0; digit < 9; ++digit) {
        if (board.placed[digit] + 2 * k <= 9) digits |= static_cast<Mask>(1 << digit);
    }
    for (const int base_kind : {kColumn, kRow}) {
        const int cover_kind = kRow + kColumn - base_kind;
        Mask usable[9];  // digits that have 2 to k places in a line
        for (int line = 0; line < 9; ++line) {
            usable[line] = 0;
            each(digits, [&](int digit) {
                const int size = size_of(board.marks.places(9 * base_kind + line, digit));
                if (size >= 2 && size <= k) usable[line] |= static_cast<Mask>(1 << digit);
            });
        }
        for (int n = 0; n < kGeometry.number_of_subsets[k]; ++n) {
            const Mask lines = kGeometry.subsets[k][n];
            Mask possible = digits;
            each(lines, [&](int line) { possible &= usable[line]; });
            for (; possible; possible &= static_cast<Mask>(possible - 1)) {
                const int digit = lowest(possible);
                Mask covers = 0;
                each(lines, [&](int line) { covers |= board.marks.places(9 * base_kind + line, digit); });
                if (size_of(covers) != k) continue;
                hint.start(k == 2 ? Rule::kXWing : k == 3 ? Rule::kSwordfish : Rule::kJellyfish,
                           k == 2 ? 3.2 : k == 3 ? 3.8 : 5.2);
                each(covers, [&](int cover) {
                    const int house = 9 * cover_kind + cover;
                    each(board.marks.places(house, digit) & ~lines, [&](int place) {
                        hint.eliminations.push_back(candidate_of(kGeometry.cell[house][place], digit));
                    });
                });
                if (hint.eliminations.empty()) continue;
                Grounds grounds;
                each(lines, [&](int line) {
                    grounds.add(unit_of(9 * base_kind + line, digit), static_cast<Mask>(0x1FF & ~covers));
                });
                if (visit(grounds)) return true;
            }
        }
    }
    return false;
}

inline constexpr auto kTakeFirst = [](const Grounds&) { return true; };

}  // namespace nonet::explainer
