// The divisions of nine digits into three sets of three: the columns or the rows of a box. There are 1,680 of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace nonet {

using Mask = std::uint16_t;
using Division = std::array<Mask, 3>;
constexpr int kDivisions = 1680, kThreeOfNine = 84;
constexpr Mask kAllDigits = 0x1FF;

// The orders of three digits.
constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// The sets of three digits, and the divisions.
struct Divisions {
    std::array<std::int16_t, 512> number_of_set{};
    std::array<Division, kDivisions> all{};
    std::array<std::array<std::int16_t, kThreeOfNine>, kThreeOfNine> number{};  // by the numbers of the first two sets

    Divisions() {
        number_of_set.fill(-1);
        std::int16_t sets = 0;
        for (unsigned mask = 0; mask < 512; ++mask) {
            if (std::popcount(mask) == 3) number_of_set[mask] = sets++;
        }
        for (auto& row : number) row.fill(-1);
        std::int16_t divisions = 0;
        for (unsigned first = 0; first < 512; ++first) {
            for (unsigned second = 0; second < 512; ++second) {
                if (number_of_set[first] < 0 || number_of_set[second] < 0 || (first & second)) continue;
                const Mask third = static_cast<Mask>(kAllDigits & ~(first | second));
                all[static_cast<std::size_t>(divisions)] = {static_cast<Mask>(first), static_cast<Mask>(second), third};
                number[static_cast<std::size_t>(number_of_set[first])][static_cast<std::size_t>(number_of_set[second])] =
                    divisions++;
            }
        }
    }

    int of(Mask first, Mask second) const {
        return number[static_cast<std::size_t>(number_of_set[first])][static_cast<std::size_t>(number_of_set[second])];
    }
    const Division& operator[](int index) const { return all[static_cast<std::size_t>(index)]; }
};

inline const Divisions& divisions() {
    static const Divisions table;
    return table;
}

}  // namespace nonet
