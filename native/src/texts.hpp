// Rows of text of one length, as table files have them. Nothing here knows Sudoku.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nonet {

// Rows of `length` bytes, `step` bytes from one to the next.
struct Texts {
    const std::uint8_t* rows;
    std::size_t number;
    std::size_t step;
    std::size_t length;
};

// How many rows from the top have at every place a byte from the least to the greatest that may be there. The least is
// nowhere more than the greatest.
std::size_t rows_between(const Texts& texts, const std::uint8_t* least, const std::uint8_t* greatest);

// Writes each row behind its length, the lowest byte first.
constexpr std::size_t kPrefix = 4;
void put_texts(const Texts& texts, std::uint8_t* page);

}  // namespace nonet
