// The canonical form of 9x9 boards: the smallest of all boards that symmetries of the rules can make from a board.
#pragma once

#include "kernel.hpp"

namespace nonet {

constexpr int kMapBytes = 28;

// Boards, as in a Batch, and the buffers for their forms. A status is kSolved, kConflict or kBadValue.
struct Forms {
    const std::uint8_t* puzzles;
    std::size_t stride;
    std::size_t size;
    std::uint8_t* forms;           // 81 digits per board, 0 for a blank; all 0 if the board is bad
    std::uint64_t* automorphisms;  // number of transformations that leave the board unchanged; 0 if it is bad
    std::uint8_t* maps;            // the smallest transformation that gives the form, 28 bytes per board; may be null
    std::uint8_t* status;
};

// Computes the canonical form of each board. A map consists of: 1 if the board is transposed, otherwise 0; for each row of
// the form, the row of the (transposed) board from which it comes, counted from 0; the same for each column; for each digit
// from 1 to 9, the digit that replaces it.
Outcome canonical(const Forms& forms, unsigned threads, Poll poll, void* context);

}  // namespace nonet
