// The choice of a guess on a board that a sweep no longer changes.
#pragma once

#include <algorithm>

#include "vectors.hpp"

namespace nonet::NONET_SPACE {

// A board on the stack: the state before a guess, without the guessed digit.
struct alignas(32) Frame {
    std::uint16_t cell[96];  // cell i is at index place(i)

    Strip* strips() { return reinterpret_cast<Strip*>(cell); }
    const Strip* strips() const { return reinterpret_cast<const Strip*>(cell); }
};

// A guess: a cell, and a digit as a mask.
struct Guess {
    int cell;
    std::uint16_t digit;
};

// Chooses a guess on a board without cells of two candidates: a digit with two places in a house. The score of such a pair
// of places is the number of their peers in which the digit is also possible; a peer with three candidates counts twice. The
// highest score wins. If scores are equal, the first house wins (rows, then columns, then boxes), then the lowest digit. The
// first of the two places is tried first. Returns a guess without a digit if there is no such pair.
inline Guess choose_place(const CellBits (&digit)[9], const CellBits (&digit_of_three)[9]) {
    Guess guess{0, 0};
    int best = -1;
    for (const CellBits house : kHouses) {
        for (int d = 0; d < 9; ++d) {
            const CellBits places = digit[d] & house;
            if (places.size() != 2) continue;
            int score = 0, first = -1;
            places.each([&](int cell) {
                if (first < 0) first = cell;
                const CellBits peers = kPeers[static_cast<std::size_t>(cell)];
                score += (peers & digit[d]).size() + (peers & digit_of_three[d]).size();
            });
            if (score > best) {
                best = score;
                guess = {first, static_cast<std::uint16_t>(1 << d)};
            }
        }
    }
    return guess;
}

// Chooses a guess on a board without cells of two candidates. This is rare, so the code uses sets of cells, which are slower
// but simpler than vectors.
__attribute__((noinline)) inline Guess choose_without_two(const Candidates& candidates, const Frame& frame) {
    CellBits digit[9], digit_of_three[9];
    const CellBits blank = candidates.blank(), three = candidates.of_size(3);
    for (int d = 0; d < 9; ++d) {
        digit[d] = candidates.of_digit(d) & blank;
        digit_of_three[d] = digit[d] & three;
    }
    if (const Guess guess = choose_place(digit, digit_of_three); guess.digit) return guess;
    int fewest = 10, best = -1;
    blank.each([&](int cell) { fewest = std::min(fewest, size_of(frame.cell[place(cell)])); });
    blank.each([&](int cell) {
        unsigned mask = frame.cell[place(cell)];
        if (size_of(mask) != fewest) return;
        int score = 0;
        for (; mask; mask &= mask - 1) {
            const CellBits peers = kPeers[static_cast<std::size_t>(cell)];
            score += (peers & digit[lowest(mask)]).size() + (peers & digit_of_three[lowest(mask)]).size();
        }
        best = std::max(best, score << 7 | (127 - cell));
    });
    const int cell = 127 - (best & 127);
    const std::uint16_t mask = frame.cell[place(cell)];
    return {cell, static_cast<std::uint16_t>(mask & -mask)};
}

// Chooses a guess. Of the cells with two candidates it takes the one with the highest score. The score adds up the candidates
// that the cell shares with each peer, times 6 if the peer has two candidates, times 2 if it has three. If scores are equal,
// the first cell wins. The lowest digit is tried first. If no cell has two candidates, `choose_place` decides; if it finds
// nothing, the cell with the fewest candidates is taken, and of several such cells the one with the highest score.
//
// If `is_easy`, no score is computed when at least a fourth of the blank cells have two candidates: the first of these cells is
// taken. The search sets it after the first guess, as long as nothing has failed. Such a board is likely to have a solution
// whatever is guessed.
//
// The NumPy lanes use the same rule, because it decides which of several solutions is found first.
//
// Without `choose_place`, a board with few givens and no solution can take 200,000 times as many guesses.
inline Guess choose(const Frame& frame, bool is_easy) {
    const Candidates candidates(frame.strips());
    const CellBits two = candidates.of_size(2);
    if (!two.any()) return choose_without_two(candidates, frame);
    int cell;
    if (is_easy && 4 * two.size() >= candidates.blank().size()) {
        cell = two.first();
    } else {
        const WeightsOfDigits weights(candidates);
        int best = -128;  // 128 times the score, minus the number of the cell
        two.each([&](unsigned each) __attribute__((always_inline)) {
            const unsigned mask = frame.cell[kPlaces[each]], rest = mask & (mask - 1);
            best = std::max(best, (weights.of_peers(each, lowest_of(mask), lowest_of(rest)) << 7) - static_cast<int>(each));
        });
        cell = -best & 127;
    }
    const std::uint16_t mask = frame.cell[place(cell)];
    return {cell, static_cast<std::uint16_t>(mask & -mask)};
}

}  // namespace nonet::NONET_SPACE
