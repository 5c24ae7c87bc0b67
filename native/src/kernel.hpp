// The kernel behind nonet's engine: many 9x9 puzzles, one in each lane of a vector register.
//
// Nothing in this library knows of Python. Memory is the caller's; the kernel reads puzzles and writes answers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nonet {

constexpr int kCells = 81;

// What became of a puzzle; the numbers are part of the interface.
enum Status : std::uint8_t {
    kNoSolution = 0,
    kUnique = 1,
    kSeveral = 2,
    kSolved = 3,  // one solution was found, and a second not looked for
    kConflict = 10,
    kBadValue = 11,
};

// A batch. Puzzle i is the 81 bytes from puzzles + i * stride: digits as 1-9 or '1'-'9', blanks as 0 or one of 0._*-?
struct Batch {
    const std::uint8_t* puzzles;
    std::size_t stride;
    std::size_t size;
    std::uint32_t limit;      // solutions are counted up to here
    std::uint8_t* solutions;  // 81 digits a puzzle, the first solution found; may be null
    std::uint32_t* counts;
    std::uint8_t* status;
    std::size_t solution_stride = kCells;  // from the first digit of a solution to that of the next
    std::uint8_t zero = 0;                 // what is written for 0: 0, or '0' for digits as characters
};

struct Totals {
    std::uint64_t guesses = 0;
    std::uint64_t sweeps = 0;  // of single lanes
};

// Asked now and then by the calling thread; true stops the work.
using Poll = bool (*)(void* context);

struct Outcome {
    Totals totals;
    bool stopped = false;
};

// Solves a batch on so many threads, the calling one among them. The answers do not depend on their number.
Outcome solve(const Batch& batch, unsigned threads, Poll poll, void* context);

// Propagates a batch without guessing: 81 masks a puzzle, digit d as bit d - 1; zeros where it is contradictory.
Outcome pencilmarks(const Batch& batch, std::uint16_t* masks, unsigned threads, Poll poll, void* context);

// The solutions of one puzzle, one after the other, as the search comes upon them.
class Enumeration {
  public:
    virtual ~Enumeration() = default;
    // Writes the next solutions, 81 digits each, as many as there is room for; fewer only if there are no more.
    virtual std::size_t next(std::uint8_t* solutions, std::size_t room, Poll poll, void* context, bool& stopped) = 0;
};

// Begins an enumeration; the 81 bytes are copied. The caller deletes it.
Enumeration* enumerate(const std::uint8_t* puzzle);

// The solution of greatest score, the sum of digit times weight over the cells, by branch and bound. One of them if
// there are several; the status tells whether there is any.
struct Best {
    double score = 0;
    std::uint8_t solution[kCells] = {};
    std::uint8_t status = kNoSolution;
};

Outcome maximize(const std::uint8_t* puzzle, const double* weights, Best& best, Poll poll, void* context);

// The instruction set in use: avx512, avx2 or baseline. NONET_ISA in the environment names one that the machine has.
const char* instruction_set();

// The instruction sets that this machine can use, best first, ended by null.
const char* const* instruction_sets();

}  // namespace nonet
