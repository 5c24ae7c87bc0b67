// Distributes work among threads, including the calling thread. Only the calling thread checks for Ctrl-C.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "kernel.hpp"

namespace nonet {

// Returns the number of threads to start: at least 1, and not more than are useful.
inline unsigned number_of_threads(unsigned requested, std::size_t useful) {
    return static_cast<unsigned>(std::clamp<std::size_t>(useful, 1, std::clamp(requested, 1u, kMaxThreads)));
}

// The threads besides the calling one. They are stopped and joined at the end of the scope, even if the calling thread is
// unwound: Python does this to other threads when the program ends.
class Helpers {
  public:
    Helpers() = default;
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    ~Helpers() {
        stop = true;
        join();
    }

    // Starts work(number, stop) for the numbers from 1 on. If a thread cannot be started, it starts no further ones.
    template <class Work>
    void start(unsigned threads, Work& work) {
        threads_.reserve(threads - 1);
        for (unsigned number = 1; number < threads; ++number) {
            ++busy;
            try {
                threads_.emplace_back([this, number, &work] {
                    try {
                        work(number, stop);
                    } catch (const std::exception&) {
                        fail(std::current_exception());
                    }
                    --busy;
                });
            } catch (const std::exception&) {
                --busy;
                return;
            }
        }
    }

    // Waits for all threads, and throws the first exception of one of them.
    void finish() {
        join();
        if (failure_) std::rethrow_exception(failure_);
    }

    std::atomic<bool> stop{false};
    std::atomic<unsigned> busy{0};

  private:
    void join() {
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
    }

    void fail(std::exception_ptr failure) {
        const std::lock_guard guard(mutex_);
        if (!failure_) failure_ = failure;
        stop = true;
    }

    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::exception_ptr failure_;
};

// Calls work(number, stop, poll, context) on each thread. Poll is null except on the calling thread. Returns true if the
// work was stopped. An exception in any thread stops the work and is thrown here.
template <class Work>
bool share(unsigned threads, Poll poll, void* context, Work work) {
    auto help = [&](unsigned number, std::atomic<bool>& stop) { work(number, stop, nullptr, nullptr); };
    Helpers helpers;
    helpers.start(threads, help);
    work(0u, helpers.stop, poll, context);
    while (helpers.busy && !helpers.stop) {  // check for Ctrl-C until the last thread has finished
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (poll && poll(context)) helpers.stop = true;
    }
    const bool stopped = helpers.stop;
    helpers.finish();
    return stopped;
}

}  // namespace nonet
