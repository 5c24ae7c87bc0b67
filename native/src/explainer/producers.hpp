// The producers of hints that take the first hint they find. Each returns whether it found one.
#pragma once

#include "hint.hpp"
#include "interrupt.hpp"

namespace nonet::explainer {

bool hidden_single(const Board& board, Hint& hint);
bool naked_single(const Board& board, Hint& hint);
bool direct_locking(const Board& board, Hint& hint);
bool direct_hidden_set(const Board& board, int k, Hint& hint);
bool wing(const Board& board, int pivot_size, Hint& hint);  // 2: XY-wing, 3: XYZ-wing
bool unique_loop(const Board& board, Interrupt& interrupt, Hint& hint);  // sorts all loops, and gives the first
bool bug(const Board& board, Hint& hint);
bool aligned_exclusion(const Board& board, int k, Hint& hint);

}  // namespace nonet::explainer
