// The kernel of nonet's engine. It solves many 9x9 puzzles at once, one in each lane of a vector register.
//
// The kernel does not depend on Python. The caller owns all buffers; the kernel reads puzzles and writes results.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nonet {

constexpr int kCells = 81;

// The result for one puzzle. The numbers are part of the interface.
enum Status : std::uint8_t {
    kNoSolution = 0,
    kUnique = 1,
    kSeveral = 2,
    kSolved = 3,  // a solution was found; the search did not look for a second one
    kConflict = 10,
    kBadValue = 11,
};

// A batch of puzzles. Puzzle i is the 81 bytes at puzzles + i * stride. A digit is 1-9 or '1'-'9'. A blank is 0 or one of
// the characters 0._*-?
struct Batch {
    const std::uint8_t* puzzles;
    std::size_t stride;
    std::size_t size;
    std::uint64_t limit;      // maximum number of solutions to count
    std::uint8_t* solutions;  // the first solution found, 81 digits per puzzle; may be null
    std::uint64_t* counts;
    std::uint8_t* status;
    std::size_t solution_stride = kCells;  // distance in bytes between the starts of two solutions
    std::uint8_t zero = 0;                 // added to each digit: 0 for numbers, '0' for characters
    std::uint64_t* guesses = nullptr;      // the number of guesses for each puzzle; may be null
    bool weighs_all = false;               // choose every guess with care, even if a solution is likely anyway (guess.hpp)
};

struct Totals {
    std::uint64_t guesses = 0;
    std::uint64_t sweeps = 0;  // counted for each lane
};

// A callback that the calling thread calls from time to time. If it returns true, the work stops.
using Poll = bool (*)(void* context);

struct Outcome {
    Totals totals;
    bool stopped = false;
};

// The largest number of threads that a function starts, whatever its argument is.
constexpr unsigned kMaxThreads = 1024;

// Solves a batch on the given number of threads, including the calling thread. The results do not depend on this number. If a
// thread cannot be started, the others do its work. An exception in any thread is thrown in the calling thread.
Outcome solve(const Batch& batch, unsigned threads, Poll poll, void* context);

// Propagates a batch without guessing. Writes 81 masks per puzzle, in which bit d - 1 is digit d. All masks of a
// contradictory puzzle are 0.
Outcome pencilmarks(const Batch& batch, std::uint16_t* masks, unsigned threads, Poll poll, void* context);

// The solutions of one puzzle, in the order in which the search finds them.
class Enumeration {
  public:
    virtual ~Enumeration() = default;
    // Writes up to `capacity` further solutions of 81 digits each, and returns their number. Fewer than `capacity` means
    // that there are no more, or that the work was stopped.
    virtual std::size_t next(std::uint8_t* solutions, std::size_t capacity, Poll poll, void* context, bool& stopped) = 0;
};

// Starts an enumeration. It copies the 81 bytes of the puzzle. The caller deletes it.
Enumeration* enumerate(const std::uint8_t* puzzle);

// The solution with the highest score, which is the sum of digit times weight over all cells. If several solutions have this
// score, it is one of them. The status is kSolved if there is a solution.
struct Best {
    double score = 0;
    std::uint8_t solution[kCells] = {};
    std::uint8_t status = kNoSolution;
};

// Finds the best solution of a puzzle with branch and bound.
Outcome maximize(const std::uint8_t* puzzle, const double* weights, Best& best, Poll poll, void* context);

// Returns the instruction set in use: avx512, avx2 or baseline. The environment variable NONET_ISA selects another one that
// this machine supports.
const char* instruction_set();

// Returns the instruction sets that this machine supports, best first. A null pointer ends the list.
const char* const* instruction_sets();

}  // namespace nonet
