// Shares work among threads, the calling one among them, which alone listens for Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "kernel.hpp"

namespace nonet {

// Calls work(number, stop, poll, context) on each thread; poll is null on all but the calling one. True if it was stopped.
template <class Work>
bool share(unsigned threads, Poll poll, void* context, Work work) {
    std::atomic<bool> stop{false};
    std::vector<std::thread> others;
    std::atomic<unsigned> busy{threads - 1};
    for (unsigned number = 1; number < threads; ++number) {
        others.emplace_back([&, number] {
            work(number, stop, nullptr, nullptr);
            --busy;
        });
    }
    work(0u, stop, poll, context);
    while (busy && !stop) {  // somebody has to listen until the last one is done
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (poll && poll(context)) stop = true;
    }
    for (std::thread& other : others) other.join();
    return stop;
}

}  // namespace nonet
