// The parts of the logic package that are worth compiling: runs of singles, enumerations of sets, and necessary conditions, so
// that the finders look only where there is something to find. This is for 9x9 boards. Where there is no kernel, and on other
// boards, Python does the same.
//
// A board is 81 masks of candidates, 0 for a cell with a digit. Houses are numbered as in Python: rows, columns, boxes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nonet::logic {

using Mask = std::uint16_t;          // a set of digits; digit d is bit d - 1
using CellSet = unsigned __int128;  // bit i is cell i

constexpr Mask kAllDigits = 0x1FF;
constexpr std::uint8_t kNoHouse = 0xFF;  // a naked single has no house

enum Kind : std::uint8_t { kFullHouse, kHiddenSingle, kNakedSingle };

struct Single {
    std::uint8_t kind, house, cell, digit;
};

// Returns the singles that a teacher would show one after the other, until there are none. `kinds` has a bit for each kind that
// may be used. The digits and the cells are those near the step before. finders/singles.py describes the order.
std::vector<Single> singles(const Mask* board, CellSet blanks, unsigned kinds, Mask digits, CellSet near);

// Returns how many hidden singles fill these cells if naked singles are taken first, or -1 if singles do not fill them.
int hidden_after_naked(const Mask* board, CellSet cells);

// Returns the WXYZ-Wings that eliminate something, four cells for each, in rising order. finders/wings.py defines them.
std::vector<std::uint8_t> bent_quads(const Mask* board);

// Returns, for each house, which subsets it has that eliminate something, as bits: a naked pair, triple, quad, and a hidden
// pair, triple, quad.
std::vector<std::uint8_t> subsets(const Mask* board);

// Returns, for each crossing of a box and a line, whether it has a Sue de Coq that eliminates something. A box has six crossings,
// its rows before its columns. finders/sue_de_coq.py describes the pattern.
std::vector<std::uint8_t> sue_de_coqs(const Mask* board);

// Returns the places of a digit that are in no template: no way to have the digit once in each house where it has a place.
CellSet outside_templates(CellSet places);

// An almost locked set: n cells of a house with n + 1 candidates. It is minimal if no part of it is n cells with n candidates.
struct AlmostLockedSet {
    std::uint64_t low, high;  // the cells
    std::uint32_t digits, is_minimal;
};

// Returns the almost locked sets, each once: house by house, and by its first cell, second cell, and so on in a house.
std::vector<AlmostLockedSet> almost_locked_sets(const Mask* board);

// The patterns of almost locked sets that a board may have, as bits. If a bit is 0, the finders in Python find nothing.
enum SetPattern : unsigned {
    kSetChain = 1,      // a chain of sets disproves a candidate: ALS-XZ, ALS-XY-Wing, ALS chain
    kDeathBlossom = 2,  // a candidate leaves a cell without candidates, by the sets that it locks
    kAlignedPair = 4,   // each candidate of a cell excludes a candidate of another cell, by a set that both see
};
unsigned set_patterns(const Mask* board);

// Each node of a link graph is a digit, from 0 to 15, in some cells. Row i of `out` gets the nodes that node i sees: those of
// the same digit all of whose cells see all its cells.
void seen_nodes(const std::uint8_t* digits, const CellSet* cells, std::size_t nodes, std::uint64_t* out);

}  // namespace nonet::logic
