// Selects the instruction set and distributes a batch among threads.

#include "dispatch.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "sharing.hpp"

namespace nonet {

#define NONET_DECLARE(space)                      \
    namespace space {                             \
    extern const InstructionSet kInstructionSet;  \
    }
NONET_DECLARE(baseline)
#if defined(NONET_X86)
NONET_DECLARE(avx2)
NONET_DECLARE(avx512)
#endif

namespace {

struct Choice {
    const char* name;
    const InstructionSet* functions;
    bool (*available)();
};

const Choice kChoices[] = {
#if defined(NONET_X86)
    {"avx512", &avx512::kInstructionSet,
     [] { return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"); }},
    {"avx2", &avx2::kInstructionSet, [] { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"); }},
#endif
    {"baseline", &baseline::kInstructionSet, [] { return true; }},
};

const Choice& chosen() {
    static const Choice& choice = []() -> const Choice& {
        const char* requested = std::getenv("NONET_ISA");
        const Choice* best = nullptr;
        for (const Choice& option : kChoices) {
            if (!option.available()) continue;
            if (requested && std::strcmp(requested, option.name) == 0) return option;
            if (!best) best = &option;
        }
        return *best;
    }();
    return choice;
}

Outcome run_batch(const Batch& batch, std::uint16_t* masks, unsigned threads, Poll poll, void* context) {
    constexpr std::size_t puzzles_per_thread = 2048;  // a thread is not worth starting for fewer
    const std::size_t useful = batch.size / puzzles_per_thread + 1;
    threads = number_of_threads(threads, useful);
    const auto work = chosen().functions->work;
    std::atomic<std::size_t> next{0};
    std::vector<Totals> totals(threads);
    Outcome outcome;
    const auto run = [&](unsigned number, std::atomic<bool>& stop, Poll own_poll, void* own_context) {
        totals[number] = work(batch, next, stop, masks, own_poll, own_context);
    };
    outcome.stopped = share(threads, poll, context, run);
    for (const Totals& part : totals) {
        outcome.totals.guesses += part.guesses;
        outcome.totals.sweeps += part.sweeps;
    }
    return outcome;
}

}  // namespace

Outcome solve(const Batch& batch, unsigned threads, Poll poll, void* context) {
    return run_batch(batch, nullptr, threads, poll, context);
}

Outcome pencilmarks(const Batch& batch, std::uint16_t* masks, unsigned threads, Poll poll, void* context) {
    return run_batch(batch, masks, threads, poll, context);
}

Enumeration* enumerate(const std::uint8_t* puzzle) { return chosen().functions->enumerate(puzzle); }

Outcome maximize(const std::uint8_t* puzzle, const double* weights, Best& best, Poll poll, void* context) {
    return chosen().functions->maximize(puzzle, weights, best, poll, context);
}

const char* instruction_set() { return chosen().name; }

const char* const* instruction_sets() {
    static const std::vector<const char*> names = [] {
        std::vector<const char*> available;
        for (const Choice& option : kChoices) {
            if (option.available()) available.push_back(option.name);
        }
        available.push_back(nullptr);
        return available;
    }();
    return names.data();
}

}  // namespace nonet
