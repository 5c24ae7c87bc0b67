// Stops a computation when the caller asks for it or the time is over.
#pragma once

#include <atomic>
#include <chrono>

#include "../kernel.hpp"

namespace nonet::explainer {

// Thrown inside the walk and caught by the function that started it.
struct Interrupted {};

class Interrupt {
  public:
    using Clock = std::chrono::steady_clock;

    Interrupt(std::atomic<bool>& stop, Poll poll, void* context) : stop_(stop), poll_(poll), context_(context) {}

    void set_end(Clock::time_point end) { end_ = end; }

    // Must be called often. It looks at the clock only every 256th time, because most calls come after some microseconds.
    void check() {
        if (++calls_ % 256 == 0) look();
    }

  private:
    void look() {
        const Clock::time_point now = Clock::now();
        if (poll_ && now >= next_poll_) {
            next_poll_ = now + std::chrono::milliseconds(20);
            if (poll_(context_)) stop_ = true;
        }
        if (stop_ || now >= end_) throw Interrupted{};
    }

    std::atomic<bool>& stop_;
    const Poll poll_;
    void* const context_;
    Clock::time_point end_ = Clock::time_point::max();
    Clock::time_point next_poll_ = Clock::now();
    unsigned calls_ = 0;
};

}  // namespace nonet::explainer
