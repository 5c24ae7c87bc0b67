// The exact number of solutions of one puzzle that has very many.
#pragma once

#include <cstdint>

#include "kernel.hpp"

namespace nonet {

struct Total {
    unsigned __int128 count = 0;
    double done = 0;  // the part of the work that is done, from 0 to 1; a callback may read it
    bool stopped = false;
};

// Counts all solutions of a puzzle of 81 bytes. The calling thread calls `poll` from time to time.
void count_all(const std::uint8_t* puzzle, Total& total, Poll poll, void* context);

}  // namespace nonet
