// The functions of one instruction set, as declared in dispatch.hpp.
#pragma once

#include <memory>

#include "dispatch.hpp"
#include "lanes.hpp"

namespace nonet::NONET_SPACE {

namespace {

Totals work(const Batch& batch, std::atomic<std::size_t>& next, std::atomic<bool>& stop, std::uint16_t* masks, Poll poll,
            void* context) {
    Feed feed{next, batch.size, stop};
    return std::make_unique<Worker>(batch, feed, Task{.masks = masks})->run(poll, context);
}

// A batch of one puzzle, for `maximize` and `enumerate`. It owns a copy of the puzzle.
struct Single {
    std::uint8_t puzzle[kCells];
    std::uint64_t count = 0;
    std::uint8_t status = kNoSolution;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    Batch batch{puzzle, kCells, 1, ~std::uint64_t{0}, nullptr, &count, &status};
    Feed feed{next, 1, stop};

    explicit Single(const std::uint8_t* source) { std::memcpy(puzzle, source, kCells); }
};

Outcome maximize(const std::uint8_t* puzzle, const double* weights, Best& best, Poll poll, void* context) {
    const auto single = std::make_unique<Single>(puzzle);
    Target target(weights, best);
    Outcome outcome;
    outcome.totals = std::make_unique<Worker>(single->batch, single->feed, Task{.target = &target})->run(poll, context);
    outcome.stopped = single->stop;
    if (best.status != kSolved) best.status = single->status;
    return outcome;
}

class Enumerator final : public Enumeration {
  public:
    explicit Enumerator(const std::uint8_t* puzzle)
        : single_(puzzle), worker_(single_.batch, single_.feed, Task{.enumerate = true}) {}

    std::size_t next(std::uint8_t* solutions, std::size_t capacity, Poll poll, void* context, bool& stopped) override {
        single_.stop = false;
        const std::size_t number = worker_.enumerate(solutions, capacity, poll, context);
        stopped = single_.stop;
        return number;
    }

  private:
    Single single_;
    Worker worker_;
};

}  // namespace

extern const InstructionSet kInstructionSet;
const InstructionSet kInstructionSet{
    work, maximize, [](const std::uint8_t* puzzle) -> Enumeration* { return new Enumerator(puzzle); }};

}  // namespace nonet::NONET_SPACE
