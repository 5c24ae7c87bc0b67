// Distributes work among threads, including the calling thread. Only the calling thread checks for Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "kernel.hpp"

namespace nonet {

// Calls work(number, stop, poll, context) on each thread. Poll is null except on the calling thread. Returns true if the
// work was stopped.
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
    while (busy && !stop) {  // check for Ctrl-C until the last thread has finished
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (poll && poll(context)) stop = true;
    }
    for (std::thread& other : others) other.join();
    return stop;
}

}  // namespace nonet
