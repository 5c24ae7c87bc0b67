// The canonical form of 9x9 boards: of all boards that a board can be turned into by what keeps the rules, the least.
#pragma once

#include "kernel.hpp"

namespace nonet {

constexpr int kMapBytes = 28;

// Boards, as in a Batch, and where their forms go. A status is kSolved, kConflict or kBadValue.
struct Forms {
    const std::uint8_t* puzzles;
    std::size_t stride;
    std::size_t size;
    std::uint8_t* forms;           // 81 digits a board, 0 for a blank; zeros if it is bad
    std::uint64_t* automorphisms;  // how many transformations keep the board as it is; 0 if it is bad
    std::uint8_t* maps;            // the least transformation that leads to the form, 28 bytes a board; may be null
    std::uint8_t* status;
};

// A map is: 1 if transposed; for each row of the form the row it comes from (of the transposed board), counted from 0; for
// each column likewise; for each digit from 1 to 9 what it becomes.
Outcome canonical(const Forms& forms, unsigned threads, Poll poll, void* context);

}  // namespace nonet
