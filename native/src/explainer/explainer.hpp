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
constexpr int kLastProducer = 30;

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
    std::vector<std::uint16_t> strikes;
};

// Writes all steps of a puzzle, up to the given producer (kLastProducer for all), and returns the status.
std::uint8_t path(const std::uint8_t* puzzle, int last_producer, double seconds, std::vector<Step>& steps, Poll poll,
                  void* context, bool& stopped);

}  // namespace nonet::explainer
