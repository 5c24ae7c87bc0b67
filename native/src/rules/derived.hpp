// Sums that follow from other sums and from houses.
//
// All digits of a house have a known sum. If cages cover most of some houses, the cells that are left have a known sum, too;
// if they reach beyond the houses, so does the difference between the cells inside and outside.
#pragma once

#include <cstdint>
#include <vector>

#include "model.hpp"

namespace nonet::rules {

// A weighted sum of different cells.
struct Equation {
    std::vector<std::int32_t> cells;
    std::vector<std::int64_t> weights;
    std::int64_t total = 0;
};

constexpr std::size_t kLongestDerived = 6;

// Returns short equations that follow from the given ones and from up to five houses.
std::vector<Equation> derive(const Model& model, const std::vector<Cells>& houses, const std::vector<Equation>& known);

}  // namespace nonet::rules
