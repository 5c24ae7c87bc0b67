// Forcing chains with branches: producers 23 to 30.
#pragma once

#include <memory>

#include "chains.hpp"
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
    std::int32_t nested;              // the chain inside this chain that strikes the candidate, or -1
};

// What follows from one assumption.
struct Branch {
    Marks present;  // candidates that are not struck
    Marks on, off;  // candidates that are noted as on or off
    std::vector<Node> nodes;
    std::vector<std::uint16_t> parents;      // numbers of nodes
    std::vector<std::uint16_t> on_nodes, off_nodes;  // in the order in which they were noted; also the two queues
    std::size_t next_on, next_off;
    std::uint16_t node_of[2 * kCandidates];  // by state; valid if the state is noted
    int contradiction[2];                    // two nodes with opposite states, or -1
    bool has_nested;
    int level;                               // the level whose final state this is; -1 before any

    bool is_contradictory() const { return contradiction[0] >= 0; }
    void start(const Marks& marks, Candidate candidate, bool is_on);
    std::uint16_t add(unsigned state, int unit, std::uint32_t first_parent);
    void note(std::uint16_t node);
};

// The branches of all candidates of a board.
class Layer {
  public:
    // Starts anew for a board. All branches are then unknown.
    void reset(const Marks& marks, Kind kind);
    const Marks& marks() const { return marks_; }
    Kind kind() const { return kind_; }
    bool knows(Candidate candidate, bool on) const { return known_[on][candidate] == stamp_; }
    void know(Candidate candidate, bool on) { known_[on][candidate] = stamp_; }
    Branch& branch(Candidate candidate, bool on);
    void copy(const Layer& other);

  private:
    Marks marks_;
    Kind kind_ = Kind::kStatic;
    std::uint32_t stamp_ = 0;
    std::uint32_t known_[2][kCandidates]{};
    std::unique_ptr<Branch> branches_[2][kCandidates];
};

class Forcing {
  public:
    explicit Forcing(Interrupt& interrupt) : interrupt_(interrupt) {}

    // Finds the best hint of producer 23 to 30 on a board. Producers 26 to 30 must follow those before them on the same
    // board, because they continue their branches.
    bool find(const Board& board, int producer, Hint& hint);

  private:
    struct Sink;
    struct Nested {
        std::uint64_t identity;
        std::int32_t n;
    };

    const Branch& branch(Layer& layer, Candidate candidate, bool on, int level, int depth);
    void advance(const Layer& layer, Branch& branch, int level, int first_rule, int depth);
    void propagate(const Layer& layer, Branch& branch) const;
    bool apply_rules(const Layer& layer, Branch& branch, int level, int first_rule, int depth);
    bool apply_patterns(const Layer& layer, Branch& branch, int rule);
    bool apply_chains(const Layer& layer, Branch& branch, const ChainHints& hints);
    void gather_parents(const Layer& layer, const Branch& branch, int unit, Mask places);
    bool note_strikes(Branch& branch, const Candidate* strikes, std::size_t number, int nested);
    void search(Layer& layer, int level, int depth, Sink& sink);
    void gather_all(Layer& layer, int level, int depth, ChainHints& hints);
    void search_candidate(Layer& layer, Candidate source, int level, int depth, Sink& sink);
    void report_common(const Branch* const* branches, int number, int key, Rule rule, int unit, Sink& sink);
    int count_ancestors(const Branch& branch, std::uint16_t node);
    template <class Visit>
    void each_ancestor(const Branch& branch, std::uint16_t node, Visit visit);
    void offer(Sink& sink, const Target* targets, int number, Candidate target, bool on, int key, Rule rule, int unit);

    Interrupt& interrupt_;
    const Board* board_ = nullptr;  // the real board
    Layer nishio_, static_, dynamic_, plus_, inner_, inner_static_;
    ChainHints inner_hints_, innermost_hints_;
    std::vector<Nested> nested_;
    // Scratch memory.
    std::uint32_t seen_[2 * kCandidates]{}, stamp_ = 0;
    std::vector<std::uint16_t> queue_, found_;
    std::vector<std::uint16_t> parents_;
    std::vector<std::uint64_t> identities_;
};

}  // namespace nonet::explainer
