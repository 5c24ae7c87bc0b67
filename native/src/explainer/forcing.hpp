// Forcing chains with branches: producers 23 to 30.
#pragma once

#include <memory>

#include "chains.hpp"
#include "explainer.hpp"
#include "interrupt.hpp"
#include "patterns.hpp"

namespace nonet::explainer {

enum class Kind { kStatic, kNishio, kDynamic };

// A node of a branch: a candidate that is on or off if the assumption holds. Its parents are in the pool of the branch.
struct Node {
    std::uint16_t state;  // 2 * candidate + (1 if on)
    std::uint16_t unit;   // why an on-node is on: the cell or house with no other candidate left; or kNoUnit
    std::uint32_t parents;
    std::uint16_t number_of_parents;
    mutable std::uint16_t ancestors;  // memo of the number of ancestors; 0 if not yet counted
    std::int32_t nested;              // the chain inside this chain that eliminates the candidate, or -1; -2 - k for pattern k
};

// Candidates of one board that are not on another, and the units that have some of them. Mostly these are few.
struct Difference {
    Marks marks{};
    std::uint16_t units[kUnits];
    int size = 0;

    // Returns whether the second board has no candidate that the first one lacks.
    bool set(const Marks& before, const Marks& after);
};

// What follows from one assumption.
struct Branch {
    Marks present;  // candidates that are not eliminated
    Marks on, off;  // candidates that are noted as on or off
    std::vector<Node> nodes;
    std::vector<std::uint16_t> parents;      // numbers of nodes
    std::vector<std::uint16_t> on_nodes, off_nodes;  // in the order in which they were noted; also the two queues
    std::size_t next_on, next_off;
    std::uint16_t node_of[2 * kCandidates];  // by state; valid if the state is noted
    int contradiction[2];                    // two nodes with opposite states, or -1
    bool has_nested;
    int level;                               // the level whose final state this is; -1 before any

    // Returns whether the branch would be the same if some candidates, of which it eliminated and noted none, were not there.
    bool is_independent_of(const Marks& start, const Difference& gone, bool dynamic) const;
    void remove(const Difference& gone);
    bool is_contradictory() const { return contradiction[0] >= 0; }
    void start(const Marks& marks, Candidate candidate, bool is_on);
    std::uint16_t add(unsigned state, int unit, std::uint32_t first_parent);
    void note(std::uint16_t node);
};

// The branches of all candidates of a board.
class Layer {
  public:
    // Starts anew for a board. Keeps the branches that are the same on the new board.
    void reset(const Marks& marks, Kind kind);
    // Starts anew for a board that has some of the candidates of another layer. Its branches are used where they are the same.
    void reset(const Marks& marks, const Layer& base);
    // Starts as a copy of another layer, from which each branch is copied when it is needed.
    void continue_from(const Layer& other);
    const Marks& marks() const { return marks_; }
    Kind kind() const { return kind_; }
    // Returns the finished branch at a level, or null.
    const Branch* find(Candidate candidate, bool on, int level);
    // Returns the branch to work on: at some level below, or new with level -1.
    Branch& own(Candidate candidate, bool on);
    void finish(Candidate candidate, bool on) { current_[on][candidate] = own_[on][candidate].get(); }
    // Inside a branch, most branches are those of the real board, on which the producer has no hint. If all branches of a
    // cell, house or candidate are, and no other belonged to it, there is no hint here either.
    bool has_no_hint(Candidate candidate, bool on, int level) const { return !level && shared_[on][candidate] == stamp_; }
    bool is_complete(int unit) const { return !gone_.marks.of[unit]; }

  private:
    Marks marks_{};
    Difference gone_;  // the candidates of the base that are not here
    Kind kind_ = Kind::kStatic;
    const Layer* base_ = nullptr;
    bool copies_base_ = false;
    std::uint32_t stamp_ = 1;
    std::uint32_t shared_[2][kCandidates]{};
    const Branch* current_[2][kCandidates]{};
    std::unique_ptr<Branch> own_[2][kCandidates];
};

class Forcing {
  public:
    explicit Forcing(Interrupt& interrupt) : interrupt_(interrupt) {}

    // Finds the best hint of producer 23 to 30 on a board. Producers 26 to 30 must follow those before them on the same
    // board, because they continue their branches.
    bool find(const Board& board, int producer, Hint& hint);
    // Writes the branch of a state at a level of nesting, with the reasons of all its nodes.
    void deduce(const Board& board, unsigned state, int level, Deduction& deduction);

  private:
    struct Sink;
    struct Nested {
        std::uint64_t identity;
        std::int32_t n;
    };

    const Branch& branch(Layer& layer, Candidate candidate, bool on, int level, int depth);
    void search_nishio(Sink& sink);
    void advance(const Layer& layer, Branch& branch, int level, int first_rule, int depth);
    void propagate(const Layer& layer, Branch& branch) const;
    bool apply_rules(const Layer& layer, Branch& branch, int level, int first_rule, int depth);
    bool apply_patterns(const Layer& layer, Branch& branch, int rule);
    bool apply_chains(const Layer& layer, Branch& branch, const ChainHints& hints, int inner_level);
    void gather_parents(const Layer& layer, const Branch& branch, int unit, Mask places);
    bool note_eliminations(Branch& branch, const Candidate* eliminations, std::size_t number, int nested);
    void search(Layer& layer, int level, int depth, Sink& sink);
    void gather_all(Layer& layer, int level, int depth, ChainHints& hints);
    void search_both(Layer& layer, Candidate source, int level, int depth, Sink& sink);
    void search_unit(Layer& layer, int unit, int level, int depth, Sink& sink);
    void report_common(const Branch* const* branches, int number, int key, Rule rule, int unit, Sink& sink);
    int count_ancestors(const Branch& branch, std::uint16_t node);
    template <class Visit>
    void each_ancestor(const Branch& branch, std::uint16_t node, Visit visit);
    void offer(Sink& sink, const Target* targets, int number, Candidate target, bool on, int key, Rule rule, int unit);

    Interrupt& interrupt_;
    const Board* board_ = nullptr;  // the real board
    Layer nishio_, static_, dynamic_, plus_, deeper_, inner_, inner_static_;
    CellSet without_nishio_[9]{};  // places of a digit for which there is no hint of producer 23
    ChainHints inner_hints_, innermost_hints_;
    std::vector<Nested> nested_;
    bool records_ = false;  // whether the causes of nodes are kept, which the search itself does not need
    std::vector<Cause> pattern_causes_, chain_causes_;  // the latter as `nested_`
    // Scratch memory.
    std::uint32_t seen_[2 * kCandidates]{}, stamp_ = 0;
    std::vector<std::uint16_t> queue_, found_;
    std::vector<std::uint16_t> parents_;
    std::vector<std::uint64_t> identities_;
};

}  // namespace nonet::explainer
