// The functions that each instruction set provides. kernel.cpp selects one set and calls them.
#pragma once

#include <atomic>

#include "kernel.hpp"

namespace nonet {

struct InstructionSet {
    Totals (*work)(const Batch&, std::atomic<std::size_t>& next, std::atomic<bool>& stop, std::uint16_t* masks, Poll, void*);
    Outcome (*maximize)(const std::uint8_t* puzzle, const double* weights, Best&, Poll, void*);
    Enumeration* (*enumerate)(const std::uint8_t* puzzle);
};

}  // namespace nonet
