// The functions of one instruction set, as declared in dispatch.hpp.
#pragma once

#include <memory>

#include "dispatch.hpp"
#include "lanes.hpp"

namespace nonet::NONET_SPACE {

namespace {

// The memory of a search. A thread keeps it for its next search. If a signal handler starts another search in the meantime, that
// one gets memory of its own.
class BorrowedMemory {
  public:
    BorrowedMemory() : memory_(kept_ ? std::move(kept_) : std::make_unique<Memory>()) {}
    BorrowedMemory(const BorrowedMemory&) = delete;
    BorrowedMemory& operator=(const BorrowedMemory&) = delete;
    ~BorrowedMemory() { kept_ = std::move(memory_); }
    Memory& operator*() const { return *memory_; }

  private:
    static thread_local std::unique_ptr<Memory> kept_;
    std::unique_ptr<Memory> memory_;
};

thread_local std::unique_ptr<Memory> BorrowedMemory::kept_;

template <class Question>
Totals answer(const Batch& batch, Feed& feed, Question question, Poll poll, void* context) {
    const BorrowedMemory memory;
    return Search<Question>(batch, feed, *memory, question).run(poll, context);
}

Totals work(const Batch& batch, std::atomic<std::size_t>& next, std::atomic<bool>& stop, std::uint16_t* masks, Poll poll,
            void* context) {
    Feed feed{next, batch.size, stop};
    if (masks) return answer(batch, feed, Propagating(masks), poll, context);
    if (batch.solutions) return answer(batch, feed, Solving(), poll, context);
    return answer(batch, feed, Counting(), poll, context);
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
    Single single(puzzle);
    single.batch.weighs_all = true;
    Target target(weights, best);
    Outcome outcome;
    outcome.totals = answer(single.batch, single.feed, Maximizing(target), poll, context);
    outcome.stopped = single.stop;
    if (best.status != kSolved) best.status = single.status;
    return outcome;
}

class Enumerator final : public Enumeration {
  public:
    explicit Enumerator(const std::uint8_t* puzzle)
        : single_(puzzle), search_(single_.batch, single_.feed, memory_, Enumerating()) {}

    std::size_t next(std::uint8_t* solutions, std::size_t capacity, Poll poll, void* context, bool& stopped) override {
        single_.stop = false;
        search_.question().output = solutions;
        search_.question().space = capacity;
        search_.run(poll, context);
        stopped = single_.stop;
        return capacity - search_.question().space;
    }

  private:
    Single single_;
    Memory memory_;
    Search<Enumerating> search_;
};

}  // namespace

extern const InstructionSet kInstructionSet;
const InstructionSet kInstructionSet{
    work, maximize, [](const std::uint8_t* puzzle) -> Enumeration* { return new Enumerator(puzzle); }};

}  // namespace nonet::NONET_SPACE
