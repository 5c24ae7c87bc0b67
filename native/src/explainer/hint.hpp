// A hint: what one step of Sudoku Explainer does to the board.
#pragma once

#include <vector>

#include "board.hpp"

namespace nonet::explainer {

// The names of hints, as the real program gives them. The numbers are part of the interface; kNames is in walk.cpp.
enum class Rule : std::uint8_t {
    kHiddenSingle, kDirectPointing, kDirectClaiming, kDirectHiddenPair, kNakedSingle, kDirectHiddenTriplet, kPointing,
    kClaiming, kNakedPair, kXWing, kHiddenPair, kNakedTriplet, kSwordfish, kHiddenTriplet, kXYWing, kXYZWing,
    kUniqueLoop, kNakedQuad, kJellyfish, kHiddenQuad, kBug, kAlignedPair, kXCycle, kYCycle, kXChain, kCycle, kChain,
    kAlignedTriplet, kNishio, kCell, kRegion, kContradiction, kDouble, kNone,
};

struct Hint {
    double rating = 0;
    Rule rule = Rule::kNone;
    std::uint8_t detail = 0;  // the type of a loop or BUG; the level of forcing chains: 0 static, 1 dynamic, 2 (+), 3 to 6 nested
    std::int16_t cell = -1;  // the placement, or -1
    std::int8_t digit = -1;
    std::int16_t source = -1;  // of a chain: the cell or house whose cases it has (a unit), or else the candidate it starts from
    std::vector<Candidate> eliminations;

    void start(Rule new_rule, double new_rating) {
        rule = new_rule;
        rating = new_rating;
        detail = 0;
        cell = digit = source = -1;
        eliminations.clear();
    }
    bool place(Rule new_rule, double new_rating, int new_cell, int new_digit) {
        start(new_rule, new_rating);
        cell = static_cast<std::int16_t>(new_cell);
        digit = static_cast<std::int8_t>(new_digit);
        return true;
    }
    // Adds those of the digits that the cell has.
    void eliminate(const Marks& marks, int from, Mask digits) {
        each(marks.cell(from) & digits, [&](int value) { eliminations.push_back(candidate_of(from, value)); });
    }
};

}  // namespace nonet::explainer
