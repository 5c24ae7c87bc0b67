// Tests the rules engine while allocations fail. Each call must give the right result or std::bad_alloc, and must leave no
// memory behind. Build it with a sanitizer. The argument is the number of seconds to run.

#include <chrono>
#include <cstdio>
#include <vector>

#include "failing.hpp"
#include "model.hpp"
#include "rules.hpp"

namespace {

using namespace nonet::rules;
using Words = std::vector<std::int32_t>;

constexpr int kCells = 81, kDigits = 9;
constexpr std::int32_t kAll = (1 << kDigits) - 1;
constexpr std::uint64_t kLimit = 20;  // solutions to find

void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

// The index of the digit in a solved board.
int solved(int cell) {
    const int row = cell / 9, column = cell % 9;
    return (row % 3 * 3 + row / 3 + column) % 9;
}

Words record(Kind kind, const Words& content) {
    Words words{static_cast<std::int32_t>(kind), static_cast<std::int32_t>(content.size())};
    words.insert(words.end(), content.begin(), content.end());
    return words;
}

Words sum(const Words& cells) {
    Words content{0, 0, static_cast<std::int32_t>(cells.size())};
    for (const std::int32_t cell : cells) content[0] += 1 + solved(cell);
    content.insert(content.end(), cells.begin(), cells.end());
    content.insert(content.end(), cells.size(), 1);
    return record(Kind::kLinear, content);
}

Words joined(const std::vector<Words>& parts) {
    Words words;
    for (const Words& part : parts) words.insert(words.end(), part.begin(), part.end());
    return words;
}

// A puzzle with each kind of primitive, all true on the solved board. Every `step`-th cell is given.
Words puzzle(int step) {
    Words machine{0, 1, 0}, table(kDigits, kAll);
    machine.insert(machine.end(), kDigits, 0);  // accepts every word
    std::vector<Words> parts{{1, kCells, kDigits, 1}, record(Kind::kTable, table), record(Kind::kMachine, machine)};
    for (int k = 0; k < 9; ++k) {
        Words row, column, box;
        for (int i = 0; i < 9; ++i) {
            row.push_back(9 * k + i);
            column.push_back(9 * i + k);
            box.push_back(k / 3 * 27 + k % 3 * 3 + i / 3 * 9 + i % 3);
        }
        for (const Words& house : {row, column, box}) parts.push_back(record(Kind::kDistinct, house));
        parts.push_back(sum({box[0], box[1], box[3]}));  // cages, from which further sums follow
        parts.push_back(sum({box[2], box[4], box[5], box[7]}));
    }
    Words givens((kCells + 3) / 4);
    for (int cell = 0; cell < kCells; cell += step) {
        if (cell % 2) parts.push_back(record(Kind::kAllowed, {cell, 1 << solved(cell)}));
        else reinterpret_cast<std::uint8_t*>(givens.data())[cell] = static_cast<std::uint8_t>(1 + solved(cell));
    }
    parts.push_back(record(Kind::kGivens, givens));
    parts.push_back(record(Kind::kPair, {0, 10, 0}));
    parts.push_back(record(Kind::kChoice, {2, 0, 1, 0b11, 0b110, 1 << solved(0) | 1 << solved(1)}));
    parts.push_back(record(Kind::kAutomaton, {0, 0, 10, 20, 30}));
    parts.push_back(record(Kind::kCount, {kAll >> 1, 2, 5, 40, 50, 60, 70, 80}));
    // the first digit of the board is 1, so that the index of the first cell names the first of the cells
    parts.push_back(record(Kind::kElement, {0, 5, 5, 15, 25}));
    parts.push_back(record(Kind::kPointer, {0, 1 << solved(5), 0, 5, 15, 25}));
    parts.push_back(record(Kind::kSame, {2, 0, 1, 1, 0}));
    const Words one = joined({sum({0, 9}), sum({1, 11})}), other = sum({3, 80});
    parts.push_back(record(Kind::kAnyOf, joined({{static_cast<std::int32_t>(one.size())}, one, {static_cast<std::int32_t>(other.size())}, other})));
    return joined(parts);
}

struct Results {
    std::uint64_t found = 0;
    std::vector<std::uint8_t> solutions = std::vector<std::uint8_t>(kLimit * kCells);
    std::vector<std::uint32_t> masks = std::vector<std::uint32_t>(kCells);
    std::uint64_t found_again = 0;
    bool operator==(const Results&) const = default;
};

// Uses a search in all ways.
void use(const Words& words, bool restarts, Results& results) {
    const Limits unlimited{~std::uint64_t{0}, 1e18};
    const auto started = search(words.data(), words.size(), {restarts});
    started->candidates(results.masks.data(), unlimited, nullptr, nullptr);
    started->run(results.solutions.data(), kLimit, unlimited, nullptr, nullptr, results.found);
    started->assume(80, bit(solved(80)));
    started->run(nullptr, kLimit, unlimited, nullptr, nullptr, results.found_again);
}

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::size_t allocations = 0, rounds = 0;
    do {
        for (int step = 2; step < 6; ++step) {
            const Words words = puzzle(step);
            const bool restarts = step % 2 == 0;
            Results expected;
            use(words, restarts, expected);
            if (!expected.found || !expected.found_again) fail("a puzzle with a solution has none");
            for (long number = 0, reached = 1; reached; ++number) {
                Results results;
                bool has_result = false;
                reached = failing::at_allocation(number, [&] {
                    use(words, restarts, results);
                    has_result = true;
                });
                if (has_result && results != expected) fail("a result is wrong after an allocation failed");
                allocations += static_cast<std::size_t>(reached);
            }
        }
        ++rounds;
    } while (std::chrono::steady_clock::now() < end);
    std::printf("rules: %zu allocations failed in %zu rounds without an error\n", allocations, rounds);
}
