// What all chaining producers share: the rating of a length, lists of hints, and the chains that need no branches.
#pragma once

#include "hint.hpp"

namespace nonet::explainer {

struct Branch;

constexpr std::uint16_t kNoUnit = 0xFFFF;

// Returns the rating of a chain of n nodes. The additions are those of the real program, because hints are compared by the
// exact doubles: 6.6 + 0.1 is less than 6.5 + (0.1 + 0.1).
inline double rating_of(double base, int n) {
    double added = 0;
    int limit = 4;
    for (bool odd = false; n - 2 > limit; odd = !odd) {
        added += 0.1;
        limit = odd ? limit * 4 / 3 : limit * 3 / 2;
    }
    return base + added;
}

// A hint of a chain. Lists are ranges of the pools of the ChainHints that has it.
struct ChainHint {
    double rating;
    std::int32_t n;
    std::uint8_t key;
    Rule rule;
    bool places;           // whether the hint states a digit, that of `target`
    Candidate target;      // what is placed or eliminated; of a cycle, the source
    std::uint16_t source;  // the unit that is the reason for the source nodes, or kNoUnit
    std::uint32_t eliminations, number_of_eliminations;
    std::uint32_t links, number_of_links;  // a chain without branches: the reasons of its on-nodes; others: its target nodes
    std::uint64_t identity;                // equal for chains with the same targets and the same ancestors
};

struct Target {
    const Branch* branch;
    std::uint16_t node;
};

// All hints of a producer.
struct ChainHints {
    std::vector<ChainHint> list;
    std::vector<Candidate> eliminations;
    std::vector<std::uint16_t> units;
    std::vector<Target> targets;

    void clear() {
        list.clear();
        eliminations.clear();
        units.clear();
        targets.clear();
    }
    // Sorts the hints as the real program does, and keeps only the first of those that eliminate the same candidates.
    void sort();
};

inline bool comes_before(double rating, int n, int key, double other_rating, int other_n, int other_key) {
    if (rating != other_rating) return rating < other_rating;
    return n != other_n ? n < other_n : key < other_key;
}

// The best hint so far.
struct Best {
    Hint* hint;
    double rating = 1e9;
    int n = 1 << 30, key = 0;

    bool wants(double other_rating, int other_n, int other_key) const {
        return comes_before(other_rating, other_n, other_key, rating, n, key);
    }
    bool found() const { return rating < 1e9; }
};

// Producer 21: cycles and forcing chains along one path. The first form finds the best hint, the second all hints.
bool cycles_and_chains(const Marks& marks, Hint& hint);
void cycles_and_chains(const Marks& marks, ChainHints& hints);

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 29;
}

}  // namespace nonet::explainer
