// The bounds for `maximize`.
#pragma once

#include <algorithm>

#include "guess.hpp"

namespace nonet::NONET_SPACE {

// Branch and bound for the solution with the highest score. There are three upper bounds for the blanks of a house. First,
// the missing digits go to the blanks in some order, and the sum is highest if the largest digit gets the largest weight,
// the second largest digit the second largest weight, and so on. Second, each blank gets its best candidate. Third, each
// missing digit gets its best place. The lowest of the three is used. The rows cover the board, and so do the columns and
// the boxes, so the lowest of these three sums is an upper bound of the score.
class Target {
  public:
    Target(const double* weights, Best& best) : weights_(weights), best_(best) {
        for (int house = 0; house < 27; ++house) {
            for (int k = 0; k < 9; ++k) houses_[house][k] = static_cast<std::uint8_t>(cell_of_house(house, k));
            std::sort(houses_[house], houses_[house] + 9,
                      [&](std::uint8_t a, std::uint8_t b) { return weights_[a] < weights_[b]; });
        }
    }

    // Returns whether no solution of the board can have a higher score than the best so far.
    bool cannot_improve(const Frame& frame) const { return best_.status == kSolved && bound(frame) <= best_.score; }

    // Returns the candidate with the highest score in a cell.
    std::uint16_t best_digit(int cell, unsigned mask) const {
        return static_cast<std::uint16_t>(weights_[cell] < 0 ? mask & -mask : 1u << highest(mask));
    }

    // Keeps the solution of a lane if its score is higher than the best so far.
    void consider(const std::uint16_t* lane) {
        double score = 0;
        for (int cell = 0; cell < kCells; ++cell) score += digit_of(lane[cell * kLanes]) * weights_[cell];
        if (best_.status == kSolved && score <= best_.score) return;
        best_.status = kSolved;
        best_.score = score;
        for (int cell = 0; cell < kCells; ++cell) {
            best_.solution[cell] = static_cast<std::uint8_t>(digit_of(lane[cell * kLanes]));
        }
    }

  private:
    static int digit_of(unsigned mask) { return lowest(mask) + 1; }

    double bound(const Frame& frame) const {
        double best_of_cell[kCells];
        for (int cell = 0; cell < kCells; ++cell) {
            best_of_cell[cell] = digit_of(best_digit(cell, frame.cell[place(cell)])) * weights_[cell];
        }
        double least = 0;
        for (int cover = 0; cover < 3; ++cover) {
            double sum = 0;
            for (int k = 9 * cover; k < 9 * cover + 9; ++k) sum += bound_of_house(frame, houses_[k], best_of_cell);
            if (cover == 0 || sum < least) least = sum;
        }
        return least;
    }

    double bound_of_house(const Frame& frame, const std::uint8_t (&smallest_first)[9], const double* best_of_cell) const {
        double filled = 0, cells_at_best = 0, digits_at_best = 0, large_on_heavy = 0;
        unsigned missing = kAllDigits;
        int blanks[9], number = 0;
        for (const int cell : smallest_first) {
            const unsigned mask = frame.cell[place(cell)];
            if (mask & (mask - 1)) {
                cells_at_best += best_of_cell[cell];
                blanks[number++] = cell;
            } else {
                filled += best_of_cell[cell];
                missing &= ~mask;
            }
        }
        int next = 0;
        for (unsigned rest = missing; rest && next < number; rest &= rest - 1, ++next) {
            const unsigned bit = rest & -rest;
            large_on_heavy += digit_of(bit) * weights_[blanks[next]];
            int heaviest = number - 1;
            while (heaviest > 0 && !(frame.cell[place(blanks[heaviest])] & bit)) --heaviest;
            digits_at_best += digit_of(bit) * weights_[blanks[heaviest]];
        }
        return filled + std::min({large_on_heavy, cells_at_best, digits_at_best});
    }

    const double* weights_;
    Best& best_;
    std::uint8_t houses_[27][9];  // the cells of each house, the smallest weight first
};

}  // namespace nonet::NONET_SPACE
