// Producer 21: X-cycles, Y-cycles, and forcing chains along one path.

#include "chains.hpp"

#include <algorithm>

namespace nonet::explainer {

void ChainHints::sort() {
    std::stable_sort(list.begin(), list.end(), [](const ChainHint& a, const ChainHint& b) {
        return comes_before(a.rating, a.n, a.key, b.rating, b.n, b.key);
    });
    const auto same_eliminations = [this](const ChainHint& a, const ChainHint& b) {
        return a.number_of_eliminations == b.number_of_eliminations &&
               std::equal(eliminations.begin() + a.eliminations, eliminations.begin() + a.eliminations + a.number_of_eliminations,
                          eliminations.begin() + b.eliminations);
    };
    std::size_t kept = 0;
    for (const ChainHint& hint : list) {
        bool repeated = false;
        for (std::size_t k = 0; k < kept && !repeated; ++k) repeated = same_eliminations(list[k], hint);
        if (!repeated) list[kept++] = hint;
    }
    list.resize(kept);
}

namespace {

struct Run {
    int first_off_link, first_on_link, last_on_link;  // the units to use, from 0 (the cell) to 3 (the column)
    bool chains;                                      // not only cycles
    double cycle_base, chain_base;
    int cycle_key, chain_key;
    Rule cycle_rule, chain_rule;
};

constexpr Run kRuns[3] = {
    {1, 1, 3, true, 6.5, 6.6, 2, 2, Rule::kXCycle, Rule::kXChain},
    {0, 0, 0, false, 6.5, 0, 3, 0, Rule::kYCycle, Rule::kYCycle},
    {0, 0, 3, true, 7.0, 7.0, 4, 4, Rule::kCycle, Rule::kChain},
};

// The places of a row or column that are in the same box as place k. The box comes first, so these are already done.
constexpr Mask own_box(int k) { return static_cast<Mask>(7 << k / 3 * 3); }

class StaticChains {
  public:
    StaticChains(const Marks& marks, Best* best, ChainHints* all) : marks_(marks), best_(best), all_(all) {}

    void search() {
        for (const Run& run : kRuns) {
            if (best_ && best_->rating < run.cycle_base) break;
            run_ = &run;
            prepare();
            for (int cell = 0; cell < 81; ++cell) {
                const int size = size_of(marks_.cell(cell));
                if (size < 2 || (!run.chains && size != 2)) continue;
                each(marks_.cell(cell), [&](int digit) {
                    const Candidate source = candidate_of(cell, digit);
                    cycles(source);
                    if (run.chains) {
                        chain(source, true);
                        chain(source, false);
                    }
                });
            }
        }
    }

  private:
    struct Node {
        Candidate candidate;
        std::uint16_t parent;
        std::uint16_t unit;  // of the link to the parent
    };
    struct Partners {
        int size;
        Candidate candidate[4];
        std::uint16_t unit[4];
    };

    bool wants(double rating, int n, int key) const { return all_ || best_->wants(rating, n, key); }

    // Finds the links from off to on. A candidate without one ends every path, so links from on to off lead only to
    // candidates in `linked_`.
    void prepare() {
        linked_.clear();
        for (int cell = 0; cell < 81; ++cell) {
            each(marks_.cell(cell), [&](int digit) {
                const Candidate candidate = candidate_of(cell, digit);
                Partners& partners = partners_[candidate];
                partners.size = 0;
                for (int k = run_->first_on_link; k <= run_->last_on_link; ++k) {
                    const int unit = kGeometry.unit[candidate][k];
                    const Mask both = marks_.of[unit];
                    if (size_of(both) != 2) continue;
                    const Mask other = both & static_cast<Mask>(~(1 << kGeometry.at[candidate][k]));
                    const Candidate partner = kGeometry.candidate[unit][lowest(other)];
                    bool known = false;
                    for (int i = 0; i < partners.size; ++i) known |= partners.candidate[i] == partner;
                    if (known) continue;
                    partners.candidate[partners.size] = partner;
                    partners.unit[partners.size++] = static_cast<std::uint16_t>(unit);
                }
                if (partners.size) linked_.add(candidate);
            });
        }
    }

    std::uint16_t add(Candidate candidate, std::uint16_t parent, int unit) {
        nodes_[size_] = {candidate, parent, static_cast<std::uint16_t>(unit)};
        return size_++;
    }

    // Searches breadth first, each node once, until the source has the opposite state.
    void chain(Candidate source, bool on) {
        if (!on && !partners_[source].size) return;
        off_.clear();
        on_.clear();
        size_ = 0;
        add(source, 0, kNoUnit);
        (on ? on_ : off_).add(source);
        std::uint16_t from = 0, to = 1;
        bool level_is_on = on;
        for (int n = 2; from < to; ++n) {  // n is the number of nodes of a path that ends in the next level
            if (!wants(rating_of(run_->chain_base, n), n, run_->chain_key)) return;
            for (std::uint16_t node = from; node < to; ++node) {
                if (level_is_on ? expand_on(node, source, on) : expand_off(node, source, on)) {
                    add_chain(source, on, n);
                    return;
                }
            }
            from = to;
            to = size_;
            level_is_on = !level_is_on;
        }
    }

    // Adds the off-nodes that an on-node leads to. Returns true if one of them, the last node, is the negated source.
    bool expand_on(std::uint16_t node, Candidate source, bool on) {
        const Candidate candidate = nodes_[node].candidate;
        for (int k = run_->first_off_link; k < 4; ++k) {
            const int unit = kGeometry.unit[candidate][k], place = kGeometry.at[candidate][k];
            Mask others = linked_.of[unit] & static_cast<Mask>(~off_.of[unit] & ~(1 << place));
            if (k > 1) others &= static_cast<Mask>(~own_box(place));
            if (on && candidate != source) {
                for (int i = 0; i < 4; ++i) {
                    if (kGeometry.unit[source][i] == unit) {
                        add(source, node, unit);
                        return true;
                    }
                }
            }
            each(others, [&](int other) {
                const Candidate next = kGeometry.candidate[unit][other];
                off_.add(next);
                add(next, node, unit);
            });
        }
        return false;
    }

    bool expand_off(std::uint16_t node, Candidate source, bool on) {
        const Partners& partners = partners_[nodes_[node].candidate];
        for (int i = 0; i < partners.size; ++i) {
            const Candidate next = partners.candidate[i];
            if (on_.has(next)) continue;
            on_.add(next);
            add(next, node, partners.unit[i]);
            if (!on && next == source) return true;
        }
        return false;
    }

    void add_chain(Candidate source, bool on, int n) {
        const double rating = rating_of(run_->chain_base, n);
        const int cell = cell_of(source);
        if (best_) {
            best_->rating = rating;
            best_->n = n;
            best_->key = run_->chain_key;
            if (on) {
                best_->hint->start(run_->chain_rule, rating);
                best_->hint->eliminations.push_back(source);
            } else {
                best_->hint->place(run_->chain_rule, rating, cell, digit_of(source));
                best_->hint->eliminate(marks_, cell, static_cast<Mask>(~(1 << digit_of(source))));
            }
            best_->hint->detail = n == 6;  // an X-chain of six nodes is called a turbot fish
            best_->hint->source = static_cast<std::int16_t>(source);
            return;
        }
        ChainHint hint = start(rating, n, run_->chain_key, run_->chain_rule, source);
        hint.places = !on;
        if (on) {
            all_->eliminations.push_back(source);
        } else {
            each(marks_.cell(cell) & ~(1 << digit_of(source)),
                 [&](int digit) { all_->eliminations.push_back(candidate_of(cell, digit)); });
        }
        std::uint16_t node = static_cast<std::uint16_t>(size_ - 1);
        bool node_is_on = !on;
        hint.identity = mix(1, on);
        for (;; node = nodes_[node].parent, node_is_on = !node_is_on) {
            hint.identity = mix(hint.identity, nodes_[node].candidate * 2u + node_is_on);
            if (nodes_[node].unit == kNoUnit) break;
            if (node_is_on) all_->units.push_back(nodes_[node].unit);
        }
        finish(hint);
    }

    ChainHint start(double rating, int n, int key, Rule rule, Candidate target) const {
        ChainHint hint{};
        hint.rating = rating;
        hint.n = n;
        hint.key = static_cast<std::uint8_t>(key);
        hint.rule = rule;
        hint.target = target;
        hint.source = kNoUnit;
        hint.eliminations = static_cast<std::uint32_t>(all_->eliminations.size());
        hint.links = static_cast<std::uint32_t>(all_->units.size());
        return hint;
    }

    void finish(ChainHint& hint) {
        hint.number_of_eliminations = static_cast<std::uint32_t>(all_->eliminations.size()) - hint.eliminations;
        hint.number_of_links = static_cast<std::uint32_t>(all_->units.size()) - hint.links;
        all_->list.push_back(hint);
    }

    // Searches the tree from the source: on-nodes once, off-nodes once for each on-node that leads to them.
    void cycles(Candidate source) {
        if (!linked_.has(source)) return;  // no link leads back
        on_.clear();
        on_.add(source);
        size_ = 0;
        add(source, 0, kNoUnit);
        // A node of the tree is an on-node. The off-node before it is kept as its second node.
        std::uint16_t from = 0, to = 1;
        for (int n = 2; from < to; n += 2) {
            if (n > 2 && !wants(rating_of(run_->cycle_base, n), n, run_->cycle_key)) return;
            for (std::uint16_t node = from; node < to; node += node ? 2 : 1) expand_cycle(node, source, n);
            from = to;
            to = size_;
        }
    }

    // Nodes 1, 3, 5, ... are off-nodes and nodes 2, 4, 6, ... on-nodes; a level is a range that starts with an off-node.
    void expand_cycle(std::uint16_t first, Candidate source, int n) {
        const std::uint16_t node = first ? static_cast<std::uint16_t>(first + 1) : first;
        const Candidate candidate = nodes_[node].candidate;
        for (int k = run_->first_off_link; k < 4; ++k) {
            const int unit = kGeometry.unit[candidate][k], place = kGeometry.at[candidate][k];
            Mask others = linked_.of[unit] & static_cast<Mask>(~(1 << place));
            if (k > 1) others &= static_cast<Mask>(~own_box(place));
            each(others, [&](int other) {
                const Candidate next = kGeometry.candidate[unit][other];
                const Partners& partners = partners_[next];
                for (int i = 0; i < partners.size; ++i) {
                    const Candidate partner = partners.candidate[i];
                    const bool closes = partner == source && n >= 4;
                    if ((on_.has(partner) && !closes) || is_on_path(node, next)) continue;
                    if (closes) {
                        add_cycle(node, next, unit, partners.unit[i], n);
                        continue;
                    }
                    on_.add(partner);
                    const std::uint16_t off = add(next, node, unit);
                    add(partner, off, partners.unit[i]);
                }
            });
        }
    }

    // Returns whether an off-candidate is on the path to an on-node.
    bool is_on_path(std::uint16_t node, Candidate candidate) const {
        while (node) {
            const std::uint16_t off = nodes_[node].parent;
            if (nodes_[off].candidate == candidate) return true;
            node = nodes_[off].parent;
        }
        return false;
    }

    void add_cycle(std::uint16_t node, Candidate last, int last_unit, std::uint16_t closing_unit, int n) {
        const double rating = rating_of(run_->cycle_base, n);
        if (!wants(rating, n, run_->cycle_key)) return;
        CellSet cells = bit(cell_of(last)), on_sees[9]{}, off_sees[9]{};
        off_sees[digit_of(last)] = kGeometry.sees[cell_of(last)];
        Mask digits = 0;
        for (std::uint16_t at = node;; at = nodes_[nodes_[at].parent].parent) {
            const Candidate on = nodes_[at].candidate;
            cells |= bit(cell_of(on));
            on_sees[digit_of(on)] |= kGeometry.sees[cell_of(on)];
            digits |= static_cast<Mask>(1 << digit_of(on));
            if (!at) break;
            const Candidate off = nodes_[nodes_[at].parent].candidate;
            cells |= bit(cell_of(off));
            off_sees[digit_of(off)] |= kGeometry.sees[cell_of(off)];
        }
        eliminations_.clear();
        each(digits, [&](int digit) {
            each_cell(on_sees[digit] & off_sees[digit] & ~cells, [&](int cell) {
                const Candidate candidate = candidate_of(cell, digit);
                if (marks_.has(candidate)) eliminations_.push_back(candidate);
            });
        });
        if (eliminations_.empty()) return;
        std::sort(eliminations_.begin(), eliminations_.end());
        if (best_) {
            best_->rating = rating;
            best_->n = n;
            best_->key = run_->cycle_key;
            best_->hint->start(run_->cycle_rule, rating);
            best_->hint->eliminations = eliminations_;
            best_->hint->source = static_cast<std::int16_t>(nodes_[0].candidate);
            return;
        }
        ChainHint hint = start(rating, n, run_->cycle_key, run_->cycle_rule, nodes_[0].candidate);
        all_->eliminations.insert(all_->eliminations.end(), eliminations_.begin(), eliminations_.end());
        // Forwards the on-nodes count, and reversed the off-nodes, each with its forward reason: so all links count.
        hint.identity = mix(mix(2, last), nodes_[0].candidate);
        all_->units.push_back(closing_unit);
        all_->units.push_back(static_cast<std::uint16_t>(last_unit));
        for (std::uint16_t at = node; at; at = nodes_[at].parent) {
            hint.identity = mix(hint.identity, nodes_[at].candidate);
            all_->units.push_back(nodes_[at].unit);
        }
        finish(hint);
    }

    const Marks& marks_;
    Best* const best_;
    ChainHints* const all_;
    const Run* run_ = nullptr;
    Marks linked_, on_, off_;
    Partners partners_[kCandidates];
    Node nodes_[2 * kCandidates + 2];
    std::uint16_t size_ = 0;
    std::vector<Candidate> eliminations_;
};

}  // namespace

bool cycles_and_chains(const Marks& marks, Hint& hint) {
    Best best{&hint};
    StaticChains(marks, &best, nullptr).search();
    return best.found();
}

void cycles_and_chains(const Marks& marks, ChainHints& hints) {
    StaticChains(marks, nullptr, &hints).search();
    hints.sort();
}

}  // namespace nonet::explainer
