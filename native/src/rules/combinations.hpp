// Sets of a given number of digits.
#pragma once

#include <algorithm>
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

constexpr int kMostListedSum = kListedDigits * (kListedDigits - 1) / 2;

// The sets of a size of up to nine digits, by their sum: those with the sum s begin at first[s] and end at first[s + 1].
struct CombinationList {
    std::vector<Combination> sets;
    std::array<std::uint16_t, kMostListedSum + 2> first{};
};

// The lists for each size.
inline const std::array<CombinationList, kListedDigits + 1>& listed_combinations() {
    static const auto lists = [] {
        std::array<CombinationList, kListedDigits + 1> out;
        for (int sum = 0; sum <= kMostListedSum; ++sum) {
            for (Mask mask = 0; mask < 1u << kListedDigits; ++mask) {
                if (sum_of(mask) == sum) out[static_cast<std::size_t>(popcount(mask))].sets.push_back({mask, sum});
            }
            for (CombinationList& list : out) list.first[static_cast<std::size_t>(sum) + 1] = static_cast<std::uint16_t>(list.sets.size());
        }
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

// Calls a function with each set of the given size of digits in a mask whose sum is from `least` to `most`.
template <class Function>
void each_combination(Mask possible, int size, int least, int most, Function function) {
    if (possible >> kListedDigits) {
        const auto with_sum = [&](const Combination& each) {
            if (each.sum >= least && each.sum <= most) function(each);
        };
        each_combination_of_many(possible, size, {0, 0}, with_sum);
        return;
    }
    const CombinationList& list = listed_combinations()[static_cast<std::size_t>(size)];
    least = std::max(least, 0);
    most = std::min(most, kMostListedSum);
    if (least > most) return;
    const Combination* const end = list.sets.data() + list.first[static_cast<std::size_t>(most) + 1];
    for (const Combination* each = list.sets.data() + list.first[static_cast<std::size_t>(least)]; each != end; ++each) {
        if (!(each->digits & ~possible)) function(*each);
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
