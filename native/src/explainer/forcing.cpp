// Forcing chains with branches: producers 23 to 30. See forcing.hpp.
//
// A branch notes what follows from one assumption: nodes in two first-in-first-out queues, on-nodes first. The order decides
// which reason of a node is kept, and so the length of every chain; it is that of the real program.
//
// The real program makes each branch again for every house that needs it. Here there is one branch per candidate, state and
// step. Each level of nesting continues the final branches of the level below, whose rules have just failed there.

#include "forcing.hpp"

#include <algorithm>

namespace nonet::explainer {

namespace {

// The rules that a level asks when its queues are empty, in order.
enum InnerRule { kLocking, kHiddenPairs, kNakedPairs, kXWings, kChains, kMultiple, kDynamicChains, kDynamicLevel2, kEnd };
constexpr InnerRule kRulesOfLevel[6][7] = {
    {kEnd},
    {kLocking, kHiddenPairs, kNakedPairs, kXWings, kEnd},
    {kLocking, kHiddenPairs, kNakedPairs, kXWings, kChains, kEnd},
    {kLocking, kHiddenPairs, kNakedPairs, kXWings, kChains, kMultiple, kEnd},
    {kLocking, kHiddenPairs, kNakedPairs, kXWings, kDynamicChains, kEnd},
    {kLocking, kHiddenPairs, kNakedPairs, kXWings, kDynamicChains, kDynamicLevel2, kEnd},
};

}  // namespace

void Branch::start(const Marks& marks, Candidate candidate, bool is_on) {
    present = marks;
    on.clear();
    off.clear();
    nodes.clear();
    parents.clear();
    on_nodes.clear();
    off_nodes.clear();
    next_on = next_off = 0;
    contradiction[0] = contradiction[1] = -1;
    has_nested = false;
    note(add(2u * candidate + is_on, kNoUnit, 0));
}

// Adds a node with the parents from `first_parent` to the end of the pool.
std::uint16_t Branch::add(unsigned state, int unit, std::uint32_t first_parent) {
    const std::uint16_t number = static_cast<std::uint16_t>(nodes.size());
    nodes.push_back({static_cast<std::uint16_t>(state), static_cast<std::uint16_t>(unit), first_parent,
                     static_cast<std::uint16_t>(parents.size() - first_parent), 0, -1});
    return number;
}

void Branch::note(std::uint16_t node) {
    const unsigned state = nodes[node].state;
    node_of[state] = node;
    (state & 1 ? on : off).add(static_cast<Candidate>(state / 2));
    (state & 1 ? on_nodes : off_nodes).push_back(node);
}

// A candidate x that a branch does not note has an effect only in a unit where the branch eliminates candidates: without x, two
// candidates may be left at a moment when, with x, three were. This cannot be if two others than x are left in the end. If
// nothing is eliminated (static), it cannot be if the unit has three others than x, or the branch notes none of the unit.
bool Branch::is_independent_of(const Marks& start, const Difference& gone, bool dynamic) const {
    for (int k = 0; k < gone.size; ++k) {
        const int unit = gone.units[k];
        const Mask own = gone.marks.of[unit];
        if (unit < 81 && ((on.of[unit] | off.of[unit]) & own)) return false;
        const Mask touched = dynamic ? start.of[unit] & static_cast<Mask>(~present.of[unit]) : off.of[unit];
        const Mask left = present.of[unit] & static_cast<Mask>(~own);
        if (touched && size_of(left) < (dynamic ? 2 : 3)) return false;
    }
    return true;
}

void Branch::remove(const Difference& gone) {
    for (int k = 0; k < gone.size; ++k) present.of[gone.units[k]] &= static_cast<Mask>(~gone.marks.of[gone.units[k]]);
}

bool Difference::set(const Marks& before, const Marks& after) {
    unsigned added = 0;
    size = 0;
    for (int unit = 0; unit < kUnits; ++unit) {
        marks.of[unit] = before.of[unit] & static_cast<Mask>(~after.of[unit]);
        added |= after.of[unit] & static_cast<unsigned>(~before.of[unit]);
        units[size] = static_cast<std::uint16_t>(unit);
        size += marks.of[unit] != 0;
    }
    return !added;
}

void Layer::reset(const Marks& marks, Kind kind) {
    // Most steps eliminate one candidate, and most branches have nothing to do with it.
    Difference gone;
    const bool keeps = gone.set(marks_, marks) && kind_ == kind;
    for (int on = 0; on < 2; ++on) {
        for (int candidate = 0; candidate < kCandidates; ++candidate) {
            const Branch*& branch = current_[on][candidate];
            if (!branch) continue;
            if (keeps && marks.has(static_cast<Candidate>(candidate)) &&
                branch->is_independent_of(marks_, gone, kind != Kind::kStatic)) {
                own_[on][candidate]->remove(gone);
            } else {
                branch = nullptr;
            }
        }
    }
    marks_ = marks;
    kind_ = kind;
    base_ = nullptr;
}

void Layer::reset(const Marks& marks, const Layer& base) {
    marks_ = marks;
    kind_ = base.kind_;
    base_ = &base;
    copies_base_ = false;
    ++stamp_;
    std::memset(current_, 0, sizeof current_);
    gone_.set(base.marks_, marks);
}

void Layer::continue_from(const Layer& other) {
    reset(other.marks_, other);
    copies_base_ = true;
}

const Branch* Layer::find(Candidate candidate, bool on, int level) {
    const Branch*& current = current_[on][candidate];
    if (current && current->level == level) return current;
    if (current || !base_ || copies_base_ || level != 0) return nullptr;
    const Branch* const other = base_->current_[on][candidate];
    if (!other || other->level != 0) return nullptr;
    if (!other->is_independent_of(base_->marks_, gone_, kind_ != Kind::kStatic)) return nullptr;
    shared_[on][candidate] = stamp_;
    return current = other;
}

Branch& Layer::own(Candidate candidate, bool on) {
    std::unique_ptr<Branch>& branch = own_[on][candidate];
    if (!branch) branch = std::make_unique<Branch>();
    const Branch* const current = current_[on][candidate];
    if (current == branch.get()) return *branch;
    const Branch* const other = current ? current : copies_base_ ? base_->current_[on][candidate] : nullptr;
    if (other) {
        *branch = *other;
        branch->remove(gone_);
    } else {
        branch->start(marks_, candidate, on);
        branch->level = -1;
    }
    return *branch;
}

// --- Propagation -------------------------------------------------------------------------------------------------------------

// Empties the two queues, or stops at the first contradiction. What is noted until then remains and is used.
void Forcing::propagate(const Layer& layer, Branch& branch) const {
    const Marks& start = layer.marks();
    const bool dynamic = layer.kind() != Kind::kStatic;
    const int first_unit = layer.kind() == Kind::kNishio ? 1 : 0;  // Nishio has no links inside a cell
    for (;;) {
        if (branch.next_on < branch.on_nodes.size()) {
            const std::uint16_t node = branch.on_nodes[branch.next_on++];
            const Candidate candidate = branch.nodes[node].state / 2;
            std::uint32_t parent = 0xFFFFFFFF;  // the on-node is the one parent of all its off-nodes
            for (int k = first_unit; k < 4; ++k) {
                const int unit = kGeometry.unit[candidate][k];
                const Mask others = branch.present.of[unit] & static_cast<Mask>(~(1 << kGeometry.at[candidate][k]));
                const Mask contrary = others & branch.on.of[unit];
                Mask fresh = others & static_cast<Mask>(~branch.off.of[unit]);
                if (contrary) fresh &= static_cast<Mask>((contrary & -contrary) - 1);
                if ((fresh || contrary) && parent == 0xFFFFFFFF) {
                    parent = static_cast<std::uint32_t>(branch.parents.size());
                    branch.parents.push_back(node);
                }
                each(fresh, [&](int place) { branch.note(branch.add(2u * kGeometry.candidate[unit][place], kNoUnit, parent)); });
                if (contrary) {
                    const Candidate both = kGeometry.candidate[unit][lowest(contrary)];
                    branch.contradiction[0] = branch.node_of[2 * both + 1];
                    branch.contradiction[1] = branch.add(2u * both, kNoUnit, parent);
                    return;
                }
            }
        } else if (branch.next_off < branch.off_nodes.size()) {
            const std::uint16_t node = branch.off_nodes[branch.next_off++];
            const Candidate candidate = branch.nodes[node].state / 2;
            Candidate forced[4];
            int units[4], number = 0;
            for (int k = first_unit; k < 4; ++k) {
                const int unit = kGeometry.unit[candidate][k];
                const Mask both = branch.present.of[unit];
                if (size_of(both) != 2) continue;
                const Mask other = both & static_cast<Mask>(~(1 << kGeometry.at[candidate][k]));
                const Candidate partner = kGeometry.candidate[unit][lowest(other)];
                bool known = false;
                for (int i = 0; i < number; ++i) known |= forced[i] == partner;
                if (known) continue;
                forced[number] = partner;
                units[number++] = unit;
            }
            for (int i = 0; i < number; ++i) {
                const bool contrary = branch.off.has(forced[i]);
                if (!contrary && branch.on.has(forced[i])) continue;
                const std::uint32_t first = static_cast<std::uint32_t>(branch.parents.size());
                branch.parents.push_back(node);
                each(start.of[units[i]] & ~branch.present.of[units[i]], [&](int place) {
                    branch.parents.push_back(branch.node_of[2 * kGeometry.candidate[units[i]][place]]);
                });
                const std::uint16_t added = branch.add(2u * forced[i] + 1, units[i], first);
                if (contrary) {
                    if (dynamic) branch.present.remove(candidate);
                    branch.contradiction[0] = added;
                    branch.contradiction[1] = branch.node_of[2 * forced[i]];
                    return;
                }
                branch.note(added);
            }
            if (dynamic) branch.present.remove(candidate);
        } else {
            return;
        }
    }
}

// Propagates, and asks the rules of the level whenever the queues are empty. The first time it starts with `first_rule`.
void Forcing::advance(const Layer& layer, Branch& branch, int level, int first_rule, int depth) {
    interrupt_.check();
    propagate(layer, branch);
    while (!branch.is_contradictory() && apply_rules(layer, branch, level, first_rule, depth)) {
        propagate(layer, branch);
        first_rule = 0;
    }
}

// --- The rules inside a branch -----------------------------------------------------------------------------------------------

// Asks the rules of a level in order until one notes a candidate. Returns false if none does.
bool Forcing::apply_rules(const Layer& layer, Branch& branch, int level, int first_rule, int depth) {
    for (int k = first_rule; kRulesOfLevel[level][k] != kEnd; ++k) {
        const InnerRule rule = kRulesOfLevel[level][k];
        if (rule <= kXWings) {
            if (apply_patterns(layer, branch, rule)) return true;
            continue;
        }
        const int inner_level = rule == kDynamicLevel2 ? 2 : rule == kDynamicChains ? 0 : -1;
        ChainHints& hints = depth ? innermost_hints_ : inner_hints_;
        hints.clear();
        if (rule == kChains) {
            cycles_and_chains(branch.present, hints);
        } else {
            Layer& inside = rule == kMultiple ? inner_static_ : inner_;
            if (rule == kMultiple) {
                inside.reset(branch.present, static_);
            } else if (rule == kDynamicChains) {
                inside.reset(branch.present, dynamic_);
            }
            gather_all(inside, std::max(inner_level, 0), depth + 1, hints);
        }
        if (apply_chains(layer, branch, hints, inner_level)) return true;
    }
    return false;
}

bool Forcing::apply_patterns(const Layer& layer, Branch& branch, int rule) {
    Board board = *board_;  // its counts remain those of the real board
    board.marks = branch.present;
    Hint hint;
    ChainHints hints;  // only for its eliminations: hints of these rules come as they are found
    bool noted = false;
    const std::uint16_t before = static_cast<std::uint16_t>(branch.nodes.size());
    std::vector<std::vector<Candidate>> done;
    const auto visit = [&](const Grounds& grounds) {
        std::sort(hint.eliminations.begin(), hint.eliminations.end());
        if (std::find(done.begin(), done.end(), hint.eliminations) != done.end()) return false;
        done.push_back(hint.eliminations);
        parents_.clear();
        ++stamp_;
        for (int k = 0; k < grounds.size; ++k) gather_parents(layer, branch, grounds.list[k].unit, grounds.list[k].places);
        int cause = -1;
        if (records_) {
            cause = -2 - static_cast<int>(pattern_causes_.size());
            pattern_causes_.push_back({static_cast<std::uint8_t>(hint.rule), -2, -1, -1, false, before, {}});
            for (int k = 0; k < grounds.size; ++k) {
                pattern_causes_.back().grounds.push_back(grounds.list[k].unit);
                pattern_causes_.back().grounds.push_back(grounds.list[k].places);
            }
        }
        noted |= note_eliminations(branch, hint.eliminations.data(), hint.eliminations.size(), cause);
        return false;
    };
    if (rule == kLocking) locking(board, hint, visit);
    if (rule == kHiddenPairs) hidden_sets(board, 2, hint, visit);
    if (rule == kNakedPairs) naked_sets(board, 2, hint, visit);
    if (rule == kXWings) fish(board, 2, hint, visit);
    return noted;
}

// Adds the nodes of the candidates of a unit that were present at the start of the branch and are gone now.
void Forcing::gather_parents(const Layer& layer, const Branch& branch, int unit, Mask places) {
    each(layer.marks().of[unit] & ~branch.present.of[unit] & places, [&](int place) {
        const unsigned state = 2u * kGeometry.candidate[unit][place];
        if (seen_[state] == stamp_) return;
        seen_[state] = stamp_;
        parents_.push_back(branch.node_of[state]);
    });
}

// Notes candidates as off because of the parents gathered. Without parents the hint does not depend on the assumption, and
// is left out. Returns whether a candidate was noted.
bool Forcing::note_eliminations(Branch& branch, const Candidate* eliminations, std::size_t number, int nested) {
    if (parents_.empty()) return false;
    const std::uint32_t first = static_cast<std::uint32_t>(branch.parents.size());
    branch.parents.insert(branch.parents.end(), parents_.begin(), parents_.end());
    bool noted = false;
    for (std::size_t k = 0; k < number; ++k) {
        if (branch.off.has(eliminations[k])) continue;
        const std::uint16_t node = branch.add(2u * eliminations[k], kNoUnit, first);
        branch.nodes[node].nested = nested;
        branch.has_nested |= nested >= 0;
        branch.note(node);
        noted = true;
    }
    return noted;
}

bool Forcing::apply_chains(const Layer& layer, Branch& branch, const ChainHints& hints, int inner_level) {
    bool noted = false;
    const std::uint16_t before = static_cast<std::uint16_t>(branch.nodes.size());
    for (const ChainHint& hint : hints.list) {
        found_.clear();  // the units that are reasons
        std::uint64_t identity = hint.identity;
        if (hint.key < 5 && hint.key != 1) {
            found_.assign(hints.units.begin() + hint.links, hints.units.begin() + hint.links + hint.number_of_links);
        } else {
            identity = mix(3, hint.number_of_links);
            for (std::uint32_t k = 0; k < hint.number_of_links; ++k) {
                const Target& target = hints.targets[hint.links + k];
                each_ancestor(*target.branch, target.node, [&](const Node& node) {
                    identity = mix(identity, node.state);
                    if (!(node.state & 1)) return;
                    if (node.unit != kNoUnit) {
                        found_.push_back(node.unit);
                    } else if (hint.source != kNoUnit) {
                        found_.push_back(hint.source);
                    }
                });
                identity = mix(identity, 0xFFFFFF);
            }
        }
        parents_.clear();
        ++stamp_;
        for (const std::uint16_t unit : found_) gather_parents(layer, branch, unit, 0x1FF);
        if (parents_.empty()) continue;
        nested_.push_back({identity, hint.n});
        if (records_) {
            const int first = hint.source != kNoUnit ? hint.source
                              : hint.key < 5 && hint.key != 1 ? hint.target
                                                              : hints.targets[hint.links].branch->nodes[0].state / 2;
            chain_causes_.push_back({static_cast<std::uint8_t>(hint.rule), static_cast<std::int8_t>(inner_level),
                                     static_cast<std::int16_t>(first), static_cast<std::int16_t>(hint.target), hint.places,
                                     before, {}});
        }
        noted |= note_eliminations(branch, hints.eliminations.data() + hint.eliminations, hint.number_of_eliminations,
                              static_cast<int>(nested_.size() - 1));
    }
    return noted;
}

// --- Ancestors ---------------------------------------------------------------------------------------------------------------

// Calls visit(node) with a node and its ancestors, breadth first, each state once.
template <class Visit>
void Forcing::each_ancestor(const Branch& branch, std::uint16_t first, Visit visit) {
    ++stamp_;
    queue_.clear();
    queue_.push_back(first);
    seen_[branch.nodes[first].state] = stamp_;
    for (std::size_t at = 0; at < queue_.size(); ++at) {
        const Node& node = branch.nodes[queue_[at]];
        visit(node);
        for (std::uint32_t k = node.parents; k < node.parents + node.number_of_parents; ++k) {
            const std::uint16_t parent = branch.parents[k];
            std::uint32_t& seen = seen_[branch.nodes[parent].state];
            if (seen == stamp_) continue;
            seen = stamp_;
            queue_.push_back(parent);
        }
    }
}

int Forcing::count_ancestors(const Branch& branch, std::uint16_t node) {
    std::uint16_t& memo = branch.nodes[node].ancestors;
    if (!memo) each_ancestor(branch, node, [&](const Node&) { ++memo; });
    return memo;
}

// --- The search for hints ----------------------------------------------------------------------------------------------------

// Where hints go: the best one, or all of them.
struct Forcing::Sink {
    double base;
    Best* best;
    ChainHints* all;
    const Marks* marks;
    int detail;
};

void Forcing::offer(Sink& sink, const Target* targets, int number, Candidate target, bool on, int key, Rule rule, int unit) {
    const int cell = cell_of(target);
    const Mask others = sink.marks->cell(cell) & static_cast<Mask>(~(1 << digit_of(target)));
    if (on && !others) return;
    int n = 0;
    bool has_nested = false;
    for (int k = 0; k < number; ++k) {
        n += count_ancestors(*targets[k].branch, targets[k].node);
        has_nested |= targets[k].branch->has_nested;
        if (sink.best && n > sink.best->n) return;
    }
    if (has_nested) {
        identities_.clear();
        for (int k = 0; k < number; ++k) {
            if (!targets[k].branch->has_nested) continue;
            each_ancestor(*targets[k].branch, targets[k].node, [&](const Node& node) {
                if (node.nested < 0) return;
                const Nested& inside = nested_[static_cast<std::size_t>(node.nested)];
                if (std::find(identities_.begin(), identities_.end(), inside.identity) != identities_.end()) return;
                identities_.push_back(inside.identity);
                n += inside.n;
            });
        }
    }
    const double rating = rating_of(sink.base, n);
    if (sink.best) {
        if (!sink.best->wants(rating, n, key)) return;
        sink.best->rating = rating;
        sink.best->n = n;
        sink.best->key = key;
        Hint& hint = *sink.best->hint;
        if (on) {
            hint.place(rule, rating, cell, digit_of(target));
            hint.eliminate(*sink.marks, cell, others);
        } else {
            hint.start(rule, rating);
            hint.eliminations.push_back(target);
        }
        hint.detail = static_cast<std::uint8_t>(sink.detail);
        hint.source = static_cast<std::int16_t>(unit != kNoUnit ? unit : targets[0].branch->nodes[0].state / 2);
        return;
    }
    ChainHints& all = *sink.all;
    ChainHint hint{};
    hint.rating = rating;
    hint.n = n;
    hint.key = static_cast<std::uint8_t>(key);
    hint.rule = rule;
    hint.places = on;
    hint.target = target;
    hint.source = static_cast<std::uint16_t>(unit);
    hint.eliminations = static_cast<std::uint32_t>(all.eliminations.size());
    if (on) {
        each(others, [&](int digit) { all.eliminations.push_back(candidate_of(cell, digit)); });
    } else {
        all.eliminations.push_back(target);
    }
    hint.number_of_eliminations = static_cast<std::uint32_t>(all.eliminations.size()) - hint.eliminations;
    hint.links = static_cast<std::uint32_t>(all.targets.size());
    hint.number_of_links = static_cast<std::uint32_t>(number);
    all.targets.insert(all.targets.end(), targets, targets + number);
    all.list.push_back(hint);
}

// Returns the branch of an assumption, at its final state of the level.
const Branch& Forcing::branch(Layer& layer, Candidate candidate, bool on, int level, int depth) {
    if (const Branch* const found = layer.find(candidate, on, level)) return *found;
    Branch& own = layer.own(candidate, on);
    // The level below has left the branch with empty queues, and its own rules cannot yield any more.
    int first_rule = 0;
    if (own.level >= 0) {
        while (kRulesOfLevel[own.level][first_rule] != kEnd) ++first_rule;
    }
    own.level = level;
    if (!own.is_contradictory()) advance(layer, own, level, first_rule, depth);
    layer.finish(candidate, on);
    return own;
}

// Offers what all branches have in common: on-nodes, then off-nodes, in the order of the first branch.
void Forcing::report_common(const Branch* const* branches, int number, int key, Rule rule, int unit, Sink& sink) {
    for (const bool on : {true, false}) {
        // One AND over all cells shows whether there is anything in common; mostly there is nothing.
        Mask common[81], any = 0;
        std::memcpy(common, (on ? branches[0]->on : branches[0]->off).of, sizeof common);
        for (int k = 1; k < number; ++k) {
            const Mask* const other = (on ? branches[k]->on : branches[k]->off).of;
            for (int cell = 0; cell < 81; ++cell) common[cell] &= other[cell];
        }
        for (const Mask mask : common) any |= mask;
        if (!any) continue;
        for (const std::uint16_t node : on ? branches[0]->on_nodes : branches[0]->off_nodes) {
            const Candidate target = branches[0]->nodes[node].state / 2;
            if (!(common[target / 9] >> target % 9 & 1)) continue;
            Target targets[9];
            for (int k = 0; k < number; ++k) targets[k] = {branches[k], branches[k]->node_of[2 * target + on]};
            offer(sink, targets, number, target, on, key, rule, unit);
        }
    }
}

// Offers the contradictions of a candidate, and what follows from it and from its negation alike.
void Forcing::search_both(Layer& layer, Candidate source, int level, int depth, Sink& sink) {
    const bool is_nishio = layer.kind() == Kind::kNishio;
    const Branch& if_on = branch(layer, source, true, level, depth);
    const Branch& if_off = branch(layer, source, false, level, depth);
    if (layer.has_no_hint(source, true, level) && layer.has_no_hint(source, false, level)) return;
    for (const Branch* one : {&if_on, &if_off}) {
        if (!one->is_contradictory()) continue;
        const Target targets[2] = {{one, static_cast<std::uint16_t>(one->contradiction[0])},
                                   {one, static_cast<std::uint16_t>(one->contradiction[1])}};
        offer(sink, targets, 2, source, one == &if_off, 7, is_nishio ? Rule::kNishio : Rule::kContradiction, kNoUnit);
    }
    if (is_nishio || size_of(layer.marks().cell(cell_of(source))) < 3) return;
    const Branch* const both[2] = {&if_on, &if_off};
    report_common(both, 2, 1, Rule::kDouble, kNoUnit, sink);
}

// Offers what follows from each candidate of a unit.
void Forcing::search_unit(Layer& layer, int unit, int level, int depth, Sink& sink) {
    const Branch* branches[9];
    int number = 0;
    bool has_no_hint = layer.is_complete(unit);
    each(layer.marks().of[unit], [&](int place) {
        const Candidate candidate = kGeometry.candidate[unit][place];
        branches[number++] = &branch(layer, candidate, true, level, depth);
        has_no_hint = has_no_hint && layer.has_no_hint(candidate, true, level);
    });
    if (has_no_hint) return;
    report_common(branches, number, unit < 81 ? 5 : 6, unit < 81 ? Rule::kCell : Rule::kRegion, unit, sink);
}

void Forcing::search(Layer& layer, int level, int depth, Sink& sink) {
    const Marks& marks = layer.marks();
    const bool dynamic = layer.kind() != Kind::kStatic;
    for (int cell = 0; cell < 81; ++cell) {
        const Mask digits = marks.cell(cell);
        if (size_of(digits) < (dynamic ? 2 : 3)) continue;
        each(digits, [&](int digit) {
            const Candidate source = candidate_of(cell, digit);
            if (dynamic) search_both(layer, source, level, depth, sink);
            for (int k = 1; k < 4; ++k) {  // each house whose first place is this cell
                const int unit = kGeometry.unit[source][k];
                const Mask places = marks.of[unit];
                if (size_of(places) >= 2 && lowest(places) == kGeometry.at[source][k]) {
                    search_unit(layer, unit, level, depth, sink);
                }
            }
        });
        search_unit(layer, cell, level, depth, sink);
    }
}

// Producer 23. Its links stay within one digit, so a digit without a hint has none until its places change.
void Forcing::search_nishio(Sink& sink) {
    const Marks& marks = nishio_.marks();
    CellSet places[9]{};
    Mask digits = 0, with_hint = 0;
    for (int digit = 0; digit < 9; ++digit) {
        for (int cell = 0; cell < 81; ++cell) {
            if (marks.has(candidate_of(cell, digit))) places[digit] |= bit(cell);
        }
        if (places[digit] != without_nishio_[digit]) digits |= static_cast<Mask>(1 << digit);
    }
    for (int cell = 0; digits && cell < 81; ++cell) {
        if (size_of(marks.cell(cell)) < 2) continue;
        each(marks.cell(cell) & digits, [&](int digit) {
            const Candidate source = candidate_of(cell, digit);
            search_both(nishio_, source, 0, 0, sink);
            for (const bool on : {true, false}) {
                if (branch(nishio_, source, on, 0, 0).is_contradictory()) with_hint |= static_cast<Mask>(1 << digit);
            }
        });
    }
    each(digits & ~with_hint, [&](int digit) { without_nishio_[digit] = places[digit]; });
}

void Forcing::gather_all(Layer& layer, int level, int depth, ChainHints& hints) {
    Sink sink{8.0, nullptr, &hints, &layer.marks(), 0};  // the base is the same for all, so it does not change their order
    search(layer, level, depth, sink);
    hints.sort();
}

bool Forcing::find(const Board& board, int producer, Hint& hint) {
    Best best{&hint};
    Sink sink{0, &best, nullptr, &board.marks, 0};
    board_ = &board;
    if (producer == 23) {
        nishio_.reset(board.marks, Kind::kNishio);
        sink.base = 7.5;
        search_nishio(sink);
        return best.found();
    }
    if (producer == 24) {
        static_.reset(board.marks, Kind::kStatic);
        sink.base = 8.0;
        search(static_, 0, 0, sink);
        return best.found();
    }
    const int level = producer - 25;
    sink.base = 8.5 + 0.5 * level;
    sink.detail = level + 1;
    if (level == 0) {
        dynamic_.reset(board.marks, Kind::kDynamic);
        nested_.clear();
    }
    if (level == 1) plus_.continue_from(dynamic_);
    if (level == 2 || level == 4) deeper_.continue_from(plus_);  // level 4 has not the chains of level 3
    search(level == 0 ? dynamic_ : level == 1 ? plus_ : deeper_, level, 0, sink);
    return best.found();
}

// The final branch of a level is the same whether or not it continues those of the levels below.
void Forcing::deduce(const Board& board, unsigned state, int level, Deduction& deduction) {
    board_ = &board;
    records_ = true;
    static_.reset(board.marks, Kind::kStatic);
    dynamic_.reset(board.marks, Kind::kDynamic);
    const Branch& found = branch(dynamic_, static_cast<Candidate>(state / 2), state & 1, level, 0);
    std::vector<std::int32_t> index(pattern_causes_.size() + nested_.size(), -1);
    for (const Node& node : found.nodes) {
        std::int32_t cause = -1;
        if (node.nested != -1) {
            const bool is_pattern = node.nested < 0;
            const std::size_t number = static_cast<std::size_t>(is_pattern ? -2 - node.nested : node.nested);
            std::int32_t& own = index[is_pattern ? number : pattern_causes_.size() + number];
            if (own < 0) {
                own = static_cast<std::int32_t>(deduction.causes.size());
                deduction.causes.push_back(is_pattern ? pattern_causes_[number] : chain_causes_[number]);
            }
            cause = own;
        }
        const auto first = found.parents.begin() + node.parents;
        deduction.nodes.push_back({node.state, static_cast<std::int16_t>(node.unit == kNoUnit ? -1 : node.unit), cause,
                                   {first, first + node.number_of_parents}});
    }
    deduction.contradiction[0] = found.contradiction[0];
    deduction.contradiction[1] = found.contradiction[1];
}

}  // namespace nonet::explainer
