// The Sudoku Explainer scale: the ratings ER, EP and ED of many puzzles, and all steps of one puzzle.
//
// | file | contents |
// | --- | --- |
// | board.hpp | the board, its units and the tables of the geometry |
// | hint.hpp | what a step does to the board |
// | patterns.hpp | locked candidates, sets and fish, also for use inside a branch |
// | producers.hpp | the other producers: singles.cpp, wings.cpp, unique_loops.cpp, bug.cpp, aligned_exclusion.cpp |
// | chains.cpp | cycles and forcing chains along one path |
// | forcing.cpp | forcing chains with branches, and all levels of nesting |
// | wanted.hpp | ranges of ratings, and whether a walk can still have them |
// | walk.cpp | the order of the producers, and the functions of this file |
// | interrupt.hpp | the end of a computation by Ctrl-C or by a time limit |
#pragma once

#include <vector>

#include "../kernel.hpp"
#include "wanted.hpp"

namespace nonet::explainer {

// The results for a puzzle whose time was over, and for one without the wanted ratings. They continue nonet::Status.
constexpr std::uint8_t kOutOfTime = 20, kNotWanted = 21;
constexpr int kLastProducer = 30, kFirstForcing = 23, kLastLevel = 5;

// Puzzles as in nonet::Batch, and the buffers for their ratings.
struct Ratings {
    const std::uint8_t* puzzles;
    std::size_t stride;
    std::size_t size;
    double seconds;          // the most time for one puzzle
    const Wanted* wanted;    // the wanted ratings; a walk ends as soon as they are decided. Null to rate in full.
    std::uint16_t* ratings;  // ER, EP and ED so far of each puzzle in tenths; kGreatest if no producer has a hint; 0 if not rated
    std::uint8_t* status;    // kSolved if rated as wanted, otherwise kNotWanted, kConflict, kBadValue or kOutOfTime
};

Outcome rate(const Ratings& ratings, unsigned threads, Poll poll, void* context);

struct Step {
    double rating;
    std::uint8_t rule, detail;  // see hint.hpp
    std::int16_t placed;        // 9 * cell + digit - 1, or -1
    std::int16_t source;        // see hint.hpp
    std::vector<std::uint16_t> eliminations;
};

// A position: the digits, and masks of the candidates that are left in each cell; null for those that the digits leave.
struct Start {
    const std::uint8_t* digits;
    const std::uint16_t* candidates;
};

// Which producers to ask, and how many steps to find. Producers 26 to 30 need those from 23 on.
struct Limits {
    int first_producer, last_producer;
    std::size_t steps;
    double seconds;
};

// Writes the steps from a position, and returns the status.
std::uint8_t path(const Start& start, const Limits& limits, std::vector<Step>& steps, Poll poll, void* context, bool& stopped);

// Why a candidate is off in a branch, if it is not simply that another one is on.
struct Cause {
    std::uint8_t rule;     // see hint.hpp
    std::int8_t level;     // of a chain: -1 static, or the number of its rules: 0 none, 2 patterns and chains; of a pattern: -2
    std::int16_t origin;   // of a chain: as Step::source
    std::int16_t target;   // of a chain: the candidate that it states or eliminates
    bool on;               // whether it states it
    std::uint16_t before;  // the number of nodes before the rule was asked
    std::vector<std::uint16_t> grounds;  // of a pattern: units and masks of places in turn
};

// A node of a branch, in the order in which they were noted.
struct Statement {
    std::uint16_t state;  // 2 * candidate + (1 if on)
    std::int16_t unit;    // why it is on: the unit with no other candidate left; or -1
    std::int32_t cause;   // an index, or -1
    std::vector<std::uint16_t> parents;
};

// What follows from one assumption at a level of nesting, with the reasons.
struct Deduction {
    std::vector<Statement> nodes;
    std::vector<Cause> causes;
    int contradiction[2] = {-1, -1};  // two nodes with opposite states, or -1
};

// Writes what follows from a state, 2 * candidate + (1 if on), in a position, and returns the status. `start.digits` has the
// digits of the real board. The status is kBadValue if the candidate is not there. Level 0 is that of dynamic forcing chains, 1 to 5 are those of producers 26 to 30.
std::uint8_t deduce(const Start& start, unsigned state, int level, double seconds, Deduction& deduction, Poll poll,
                    void* context, bool& stopped);

}  // namespace nonet::explainer
