// Sets of a given number of digits.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "space.hpp"

namespace nonet::rules {

// The sum of the digits in a mask, where bit i counts as i.
inline int sum_of(Mask mask) {
    int sum = 0;
    for (; mask; mask &= mask - 1) sum += lowest(mask);
    return sum;
}

struct Combination {
    Mask digits;
    int sum;
};

constexpr int kListedDigits = 9;

// All sets of up to nine digits, by their size.
inline const std::array<std::vector<Combination>, kListedDigits + 1>& listed_combinations() {
    static const auto lists = [] {
        std::array<std::vector<Combination>, kListedDigits + 1> out;
        for (Mask mask = 0; mask < 1u << kListedDigits; ++mask) out[static_cast<std::size_t>(popcount(mask))].push_back({mask, sum_of(mask)});
        return out;
    }();
    return lists;
}

template <class Function>
void each_combination_of_many(Mask possible, int size, Combination chosen, Function& function) {
    if (size == 0) {
        function(chosen);
        return;
    }
    for (; popcount(possible) >= size; possible &= possible - 1) {
        const int digit = lowest(possible);
        each_combination_of_many(possible & (possible - 1), size - 1, {chosen.digits | bit(digit), chosen.sum + digit}, function);
    }
}

// Calls a function with each set of the given size of digits in a mask.
template <class Function>
void each_combination(Mask possible, int size, Function function) {
    if (possible >> kListedDigits) {
        each_combination_of_many(possible, size, {0, 0}, function);
        return;
    }
    for (const Combination& each : listed_combinations()[static_cast<std::size_t>(size)]) {
        if (!(each.digits & ~possible)) function(each);
    }
}

// The number of sets of a given size, at most `most`.
inline std::uint64_t combinations(int digits, int size, std::uint64_t most) {
    std::uint64_t number = 1;
    for (int k = 0; k < std::min(size, digits - size); ++k) {
        number = number * static_cast<std::uint64_t>(digits - k) / static_cast<std::uint64_t>(k + 1);
        if (number > most) return most;
    }
    return number;
}

}  // namespace nonet::rules
