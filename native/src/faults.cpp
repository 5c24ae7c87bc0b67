// Tests the kernel while allocations and thread starts fail. Each call must give the right result or std::bad_alloc, and must
// leave no memory and no thread behind. Build it with a sanitizer. The argument is the number of seconds to run.

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "canon.hpp"
#include "closure.hpp"
#include "failing.hpp"
#include "kernel.hpp"

namespace {

std::atomic<long> threads_left{-1};  // the number of thread starts that still succeed

}  // namespace

// Takes the place of the system's function, which it calls unless the start is to fail.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const Create create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    return failing::fails(threads_left) ? EAGAIN : create(thread, attributes, start, argument);
}

namespace {

constexpr std::size_t kSize = 4200;  // enough for three threads
constexpr unsigned kThreads = 3;

void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

// Puzzles with few and many blanks: solved boards from which cells are removed in a fixed pattern.
std::vector<std::uint8_t> make_puzzles() {
    std::vector<std::uint8_t> puzzles(kSize * 81);
    for (std::size_t index = 0; index < kSize; ++index) {
        const std::size_t blanks = index % 100 ? 30 : 66;
        for (std::size_t cell = 0; cell < 81; ++cell) {
            const std::size_t row = cell / 9, column = cell % 9;
            puzzles[index * 81 + cell] = static_cast<std::uint8_t>((row % 3 * 3 + row / 3 + column + index) % 9 + 1);
        }
        for (std::size_t k = 0; k < blanks; ++k) puzzles[index * 81 + (k * 37 + index) % 81] = 0;
    }
    return puzzles;
}

struct Results {
    std::vector<std::uint8_t> solutions = std::vector<std::uint8_t>(kSize * 81), status = std::vector<std::uint8_t>(kSize);
    std::vector<std::uint64_t> counts = std::vector<std::uint64_t>(kSize);
    bool operator==(const Results&) const = default;
};

// The calls that are tested. Each returns its results.
Results solve(const std::vector<std::uint8_t>& puzzles, unsigned threads) {
    Results results;
    nonet::solve({puzzles.data(), 81, kSize, 3, results.solutions.data(), results.counts.data(), results.status.data()}, threads,
                 nullptr, nullptr);
    return results;
}

Results canonical(const std::vector<std::uint8_t>& puzzles, unsigned threads) {
    Results results;
    nonet::canonical({puzzles.data(), 81, kSize / 8, results.solutions.data(), results.counts.data(), nullptr,
                      results.status.data()}, threads, nullptr, nullptr);
    return results;
}

Results pencilmarks(const std::vector<std::uint8_t>& puzzles, unsigned threads) {
    Results results;
    std::vector<std::uint16_t> masks(kSize * 81);
    nonet::pencilmarks({puzzles.data(), 81, kSize, 1, nullptr, nullptr, results.status.data()}, masks.data(), threads, nullptr,
                       nullptr);
    for (std::size_t i = 0; i < masks.size(); ++i) results.solutions[i] = static_cast<std::uint8_t>(masks[i] % 251);
    return results;
}

Results one_puzzle(const std::vector<std::uint8_t>& puzzles, unsigned) {
    Results results;
    const std::unique_ptr<nonet::Enumeration> enumeration(nonet::enumerate(puzzles.data()));
    bool stopped = false;
    results.counts[0] = enumeration->next(results.solutions.data(), kSize, nullptr, nullptr, stopped);
    const std::vector<double> weights(81, 1.0);
    nonet::Best best;
    nonet::maximize(puzzles.data(), weights.data(), best, nullptr, nullptr);
    results.status[0] = best.status;
    return results;
}

Results graph(const std::vector<std::uint8_t>& puzzles, unsigned) {
    Results results;
    constexpr std::size_t nodes = 100, width = nonet::row_words(nodes);
    std::vector<std::uint64_t> rows(nodes * width), out(nodes * width);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = std::uint64_t{puzzles[i]} << puzzles[i + 81] * 5;
    nonet::closure(rows.data(), nodes, out.data());
    for (std::size_t i = 0; i < out.size(); ++i) results.counts[i] = out[i];
    std::vector<std::uint16_t> rounds(nodes);
    nonet::propagate({rows.data(), nodes / 2, nodes, nullptr, 0}, out.data(), rounds.data());
    for (std::size_t i = 0; i < out.size(); ++i) results.counts[1000 + i] = out[i];
    return results;
}

using Call = Results (*)(const std::vector<std::uint8_t>&, unsigned);

// Calls the kernel while one allocation fails. Returns whether it was reached.
bool with_failing_allocation(Call call, const std::vector<std::uint8_t>& puzzles, const Results& expected, long number) {
    bool has_result = false;
    Results results;
    const bool was_reached = failing::at_allocation(number, [&] {
        results = call(puzzles, kThreads);
        has_result = true;
    });
    if (has_result && results != expected) fail("a result is wrong after an allocation failed");
    return was_reached;
}

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    const std::vector<std::uint8_t> puzzles = make_puzzles();
    const Call calls[] = {solve, pencilmarks, canonical, one_puzzle, graph};
    std::vector<Results> expected;
    for (const Call call : calls) expected.push_back(call(puzzles, 1));
    std::size_t allocations = 0, starts = 0;
    for (long number = 0, step = 1; number == 0 || std::chrono::steady_clock::now() < end; number += step) {
        bool was_reached = false;
        for (std::size_t i = 0; i < std::size(calls); ++i) {
            threads_left = number % static_cast<long>(kThreads);
            if (calls[i](puzzles, kThreads) != expected[i]) fail("a result is wrong after a thread did not start");
            threads_left = -1;
            ++starts;
            const bool reached = with_failing_allocation(calls[i], puzzles, expected[i], number);
            was_reached |= reached;
            allocations += reached;
        }
        if (!was_reached) number = -1, ++step;  // from the start again, but not with the same numbers
    }
    std::printf("%s: %zu allocations and %zu thread starts failed without an error\n", nonet::instruction_set(), allocations, starts);
}
