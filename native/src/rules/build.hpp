// From the model of a puzzle to the propagators of a space.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "arrangements.hpp"
#include "automata.hpp"
#include "between.hpp"
#include "branches.hpp"
#include "choices.hpp"
#include "counting.hpp"
#include "derived.hpp"
#include "rank.hpp"
#include "sums.hpp"

namespace nonet::rules {

constexpr std::size_t kMostSets = 512;     // of digits in a list
constexpr std::size_t kMostCliques = 256;  // that sums look at
constexpr std::size_t kMostPartitions = 8;

template <int W>
class Builder {
  public:
    // Fills the space, the digits that each cell has in the beginning, and how important each cell is: in how many conditions
    // other than houses it is.
    Builder(const Model& model, Space<W>& space, std::vector<Mask>& masks, std::vector<double>& weights)
        : model_(model), space_(space), masks_(masks), weights_(weights) {}

    void build() {
        masks_.assign(static_cast<std::size_t>(model_.cells), model_.all);
        weights_.assign(static_cast<std::size_t>(model_.cells), kLeastWeight);
        for (std::size_t cell = 0; cell < model_.givens.size(); ++cell) {
            if (model_.givens[cell]) masks_[cell] = bit(model_.givens[cell] - 1);
        }
        for (const Primitive& each : model_.primitives) {
            if (each.kind == Kind::kAllowed) {
                masks_[static_cast<std::size_t>(each.cells[0])] &= each.mask;
            } else if (each.kind == Kind::kDistinct || each.kind == Kind::kChoice) {
                see_each_other(each.cells);
            } else if (each.kind == Kind::kPair) {
                add_pair(each);
            }
        }
        make_arcs();
        for (const Primitive& each : model_.primitives) add(each);
        if (counts_digits_) make_partitions();
        for (const Equation& each : derive(model_, space_, equations_)) add_sum(each, propagators_, kDerived);
        for (const auto& each : propagators_) {
            if (each->cost() == kLight || each->cost() == kHeavy) continue;  // houses
            for (const std::int32_t cell : each->important()) weights_[static_cast<std::size_t>(cell)] += 1;
        }
        space_.set_propagators(std::move(propagators_));
    }

    // The images of tables. The space refers to them.
    std::vector<std::unique_ptr<Image>> take_images() { return std::move(images_); }

  private:
    using List = std::vector<PropagatorPointer<W>>;
    static constexpr double kLeastWeight = 0.1, kPairWeight = 0.5;

    static bool has_twice(Cells cells) { return set_of<W>(cells).size() < static_cast<int>(cells.size()); }

    void see_each_other(Cells cells) {
        const Set<W> members = set_of<W>(cells);
        if (cells.size() > 2 && space_.cliques.size() < kMostCliques) space_.cliques.push_back(members);
        for (const std::int32_t cell : cells) {
            Set<W>& seen = space_.sees[static_cast<std::size_t>(cell)];
            seen |= members;
            seen.erase(cell);
        }
    }

    // A table of pairs. Equal tables have the same number, so that they share their images.
    struct Table {
        std::vector<Mask> rows;
        Mask diagonal = 0;
        int transposed = -1;
        const Image* image = nullptr;
    };

    int numbered(std::vector<Mask> rows) {
        const auto [place, is_new] = numbers_.try_emplace(rows, static_cast<int>(tables_.size()));
        if (is_new) {
            Mask diagonal = 0;
            for (std::size_t i = 0; i < rows.size(); ++i) diagonal |= rows[i] & bit(static_cast<int>(i));
            tables_.push_back({std::move(rows), diagonal});
        }
        return place->second;
    }

    const Table& table(int number) const { return tables_[static_cast<std::size_t>(number)]; }

    // The number of a table in the buffer.
    int table_of(int reference) {
        of_reference_.resize(model_.tables.size(), -1);
        int& number = of_reference_[static_cast<std::size_t>(reference)];
        const Cells words = model_.tables[static_cast<std::size_t>(reference)];
        if (number < 0) number = numbered({words.begin(), words.end()});
        return number;
    }

    int transposed(int number) {
        if (table(number).transposed < 0) {
            std::vector<Mask> rows(table(number).rows.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                for (Mask left = table(number).rows[i]; left; left &= left - 1) rows[static_cast<std::size_t>(lowest(left))] |= bit(static_cast<int>(i));
            }
            const int other = numbered(std::move(rows));
            tables_[static_cast<std::size_t>(number)].transposed = other;
            tables_[static_cast<std::size_t>(other)].transposed = number;
        }
        return table(number).transposed;
    }

    int both(int first, int second) {
        if (first == second) return first;
        const auto [place, is_new] = both_.try_emplace({first, second}, -1);
        if (!is_new) return place->second;
        std::vector<Mask> rows = table(first).rows;
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] &= table(second).rows[i];
        return place->second = numbered(std::move(rows));
    }

    const Image* image(int number) {
        const Image*& known = tables_[static_cast<std::size_t>(number)].image;
        if (!known) {
            images_.push_back(std::make_unique<Image>(table(number).rows));
            known = images_.back().get();
        }
        return known;
    }

    // All tables go from the lower to the higher cell.
    void add_pair(const Primitive& pair) {
        const int first = pair.cells[0], second = pair.cells[1], own = table_of(pair.reference);
        if (first == second) {
            masks_[static_cast<std::size_t>(first)] &= table(own).diagonal;
        } else if (first < second) {
            pairs_.push_back({first, second, own});
        } else {
            pairs_.push_back({second, first, transposed(own)});
        }
    }

    // Pairs of the same two cells become one table.
    void make_arcs() {
        std::stable_sort(pairs_.begin(), pairs_.end(), [](const CellPair& a, const CellPair& b) { return a.first != b.first ? a.first < b.first : a.second < b.second; });
        std::vector<std::pair<std::int32_t, typename Space<W>::Arc>> arcs;
        arcs.reserve(2 * pairs_.size());
        std::vector<Mask> rows(static_cast<std::size_t>(model_.digits));
        for (int digit = 0; digit < model_.digits; ++digit) rows[static_cast<std::size_t>(digit)] = model_.all & ~bit(digit);
        const int different = numbered(std::move(rows));
        for (std::size_t k = 0; k < pairs_.size();) {
            const auto [first, second, number] = pairs_[k];
            int own = number;
            while (++k < pairs_.size() && pairs_[k].first == first && pairs_[k].second == second) own = both(own, pairs_[k].table);
            if (space_.sees[static_cast<std::size_t>(first)].contains(second)) {
                own = both(own, different);
            } else if (!table(own).diagonal) {
                const std::int32_t cells[] = {first, second};
                see_each_other(cells);
            }
            if (own == different) continue;
            add_equation(first, second, table(own).rows);
            arcs.push_back({first, {second, image(own)}});
            arcs.push_back({second, {first, image(transposed(own))}});
            weights_[static_cast<std::size_t>(first)] += kPairWeight;
            weights_[static_cast<std::size_t>(second)] += kPairWeight;
        }
        space_.set_arcs(arcs);
    }

    // If all pairs of a table have the same sum, further sums can be derived from it.
    void add_equation(int first, int second, const std::vector<Mask>& rows) {
        std::int64_t sum = -1;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!rows[i]) continue;
            const std::int64_t own = static_cast<std::int64_t>(i) + lowest(rows[i]);
            if (!is_single(rows[i]) || (sum >= 0 && sum != own)) return;
            sum = own;
        }
        if (sum >= 0) equations_.push_back({{first, second}, {1, 1}, sum + 2 * model_.low});
    }

    void make_partitions() {
        for (const Cells house : space_.houses) {
            const Set<W> members = set_of<W>(house);
            const auto fits = [&](const Partition<W>& partition) { return (partition.rest & members) == members; };
            auto place = std::find_if(space_.partitions.begin(), space_.partitions.end(), fits);
            if (place == space_.partitions.end()) {
                if (space_.partitions.size() == kMostPartitions) continue;
                place = space_.partitions.insert(place, Partition<W>{});
                for (int cell = 0; cell < model_.cells; ++cell) place->rest.insert(cell);
            }
            place->houses.push_back(members);
            members.each([&](int cell) {
                place->rest.erase(cell);
                return true;
            });
        }
    }

    void add(const Primitive& primitive) {
        switch (primitive.kind) {
            case Kind::kAllowed: break;
            case Kind::kPair: break;
            case Kind::kDistinct: add_distinct(primitive.cells); break;
            default: add_general(primitive, propagators_, false);
        }
    }

    void add_distinct(Cells cells) {
        if (has_twice(cells) || static_cast<int>(cells.size()) > model_.digits) {
            propagators_.push_back(std::make_unique<Impossible<W>>());
        } else if (static_cast<int>(cells.size()) == model_.digits) {
            const auto is_same = [&](Cells house) { return house[0] == cells[0] && std::equal(house.begin(), house.end(), cells.begin()); };
            if (std::any_of(space_.houses.begin(), space_.houses.end(), is_same)) return;
            propagators_.push_back(std::make_unique<House<W>>(cells));
            propagators_.push_back(std::make_unique<Interactions<W>>(cells, space_.houses.size()));
            space_.houses.push_back(cells);
        } else if (cells.size() > 2) {
            propagators_.push_back(std::make_unique<Different<W>>(cells));
        }
    }

    void add_in_branch(const Primitive& primitive, List& out) {
        if (primitive.kind == Kind::kAllowed) {
            out.push_back(std::make_unique<AllowedInBranch<W>>(primitive.cells[0], primitive.mask));
        } else if (primitive.kind == Kind::kDistinct) {
            if (has_twice(primitive.cells)) {
                out.push_back(std::make_unique<Impossible<W>>());
            } else {
                out.push_back(std::make_unique<DifferentInBranch<W>>(primitive.cells));
            }
        } else if (primitive.kind == Kind::kPair) {
            const int own = table_of(primitive.reference);
            if (primitive.cells[0] == primitive.cells[1]) {
                out.push_back(std::make_unique<AllowedInBranch<W>>(primitive.cells[0], table(own).diagonal));
            } else {
                out.push_back(std::make_unique<PairInBranch<W>>(primitive.cells[0], primitive.cells[1], image(own), image(transposed(own))));
            }
        } else {
            add_general(primitive, out, true);
        }
    }

    void add_general(const Primitive& primitive, List& out, bool in_branch) {
        const Cells cells = primitive.cells;
        switch (primitive.kind) {
            case Kind::kLinear: add_linear(primitive, out, in_branch); break;
            case Kind::kChoice: add_choice(primitive, out, in_branch); break;
            case Kind::kAutomaton: out.push_back(std::make_unique<Automaton<W>>(cells, layers(primitive.reference, cells.size()))); break;
            case Kind::kCount:
                counts_digits_ |= is_single(primitive.mask) && cells.size() > 2;
                out.push_back(std::make_unique<Count<W>>(cells, primitive.mask, primitive.low, primitive.high));
                break;
            case Kind::kTally:
                counts_digits_ = true;
                out.push_back(std::make_unique<Tally<W>>(cells, primitive.numbers, model_.digits));
                break;
            case Kind::kBetween:
                out.push_back(std::make_unique<Between<W>>(cells, primitive.low, primitive.high, static_cast<int>(primitive.total), model_.low, space_));
                break;
            case Kind::kRank:
                if (!in_branch) want_rivals(primitive);
                out.push_back(std::make_unique<Rank<W>>(space_, cells, primitive.low, primitive.high, static_cast<std::size_t>(primitive.reference), static_cast<std::size_t>(primitive.total)));
                break;
            case Kind::kVariety: out.push_back(std::make_unique<Variety<W>>(cells[0], cells.subspan(1), cells, model_.low)); break;
            case Kind::kPointer:
                out.push_back(std::make_unique<Pointer<W>>(cells[0], cells.subspan(1), cells, primitive.low, primitive.mask));
                break;
            case Kind::kElement:
                out.push_back(std::make_unique<Element<W>>(cells[0], cells[1], cells.subspan(2), cells, model_.low));
                break;
            case Kind::kSame:
                if (!cells.empty()) out.push_back(std::make_unique<Same<W>>(cells, primitive.reference));
                break;
            default: {
                std::vector<List> branches;
                for (const std::vector<Primitive>& branch : primitive.branches) {
                    List& list = branches.emplace_back();
                    for (const Primitive& each : branch) add_in_branch(each, list);
                    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a->cost() < b->cost(); });
                }
                out.push_back(std::make_unique<AnyOf<W>>(space_, std::move(branches)));
            }
        }
    }

    // The rivals of a line are good guesses.
    void want_rivals(const Primitive& rank) {
        const std::size_t length = static_cast<std::size_t>(rank.reference), size = static_cast<std::size_t>(rank.total);
        for (std::size_t start = length; start < rank.cells.size(); start += length * size) {
            Set<W> among;
            for (std::size_t k = 0; k < size; ++k) among.insert(rank.cells[start + k * length]);
            const auto is_same = [&](const Wanted<W>& other) { return other.digit == rank.low && other.among == among; };
            if (std::none_of(space_.wanted.begin(), space_.wanted.end(), is_same)) space_.wanted.push_back({rank.low, among});
        }
    }

    std::shared_ptr<const Layers> layers(int machine, std::size_t length) {
        std::shared_ptr<const Layers>& known = layers_[{machine, length}];
        if (!known) known = std::make_shared<const Layers>(unroll(model_.machines[static_cast<std::size_t>(machine)], model_.digits, length, steps_left_));
        return known;
    }

    // Merges the weights of each cell.
    void add_linear(const Primitive& linear, List& out, bool in_branch) {
        std::vector<Term> terms;
        terms.reserve(linear.cells.size());
        for (std::size_t k = 0; k < linear.cells.size(); ++k) terms.push_back({linear.cells[k], linear.numbers[k]});
        std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.cell < b.cell; });
        Equation equation;
        equation.total = linear.total;
        for (std::size_t k = 0; k < terms.size();) {
            const std::int32_t cell = terms[k].cell;
            std::int64_t weight = 0;
            for (; k < terms.size() && terms[k].cell == cell; ++k) weight += terms[k].weight;
            if (!weight) continue;
            equation.cells.push_back(cell);
            equation.weights.push_back(weight);
        }
        add_sum(equation, out, equation.cells.size() <= 3 ? kSmallSum : kSum);
        if (!in_branch) equations_.push_back(std::move(equation));
    }

    void add_sum(const Equation& equation, List& out, int cost) {
        if (equation.cells.empty() && equation.total) out.push_back(std::make_unique<Impossible<W>>());
        if (equation.cells.empty()) return;
        std::vector<Term> terms;
        for (std::size_t k = 0; k < equation.cells.size(); ++k) terms.push_back({equation.cells[k], equation.weights[k]});
        if (!add_as_choice(equation, out)) out.push_back(std::make_unique<Sum<W>>(space_, std::move(terms), equation.total, model_.low, cost));
    }

    // A sum of cells that see each other, all with the weight 1, is a choice between sets of digits.
    bool add_as_choice(const Equation& equation, List& out) {
        const int size = static_cast<int>(equation.cells.size());
        if (size < 2 || size > model_.digits || combinations(model_.digits, size, kMostSets + 1) > kMostSets) return false;
        for (int k = 0; k < size; ++k) {
            if (equation.weights[static_cast<std::size_t>(k)] != equation.weights[0]) return false;
            for (int j = 0; j < k; ++j) {
                if (!space_.sees[static_cast<std::size_t>(equation.cells[static_cast<std::size_t>(k)])].contains(equation.cells[static_cast<std::size_t>(j)])) return false;
            }
        }
        std::vector<Mask> sets;
        const std::int64_t sum = equation.total / equation.weights[0] - size * model_.low;
        if (equation.total % equation.weights[0] == 0 && sum >= 0 && sum <= kMaxDigits * kMaxDigits) {
            each_combination(model_.all, size, static_cast<int>(sum), static_cast<int>(sum), [&](const Combination& each) { sets.push_back(each.digits); });
        }
        add_sets(equation.cells, std::move(sets), out);
        return true;
    }

    void add_choice(const Primitive& choice, List& out, bool in_branch) {
        std::vector<Mask> sets;
        for (const std::int32_t set : choice.numbers) {
            if (popcount(static_cast<Mask>(set)) == static_cast<int>(choice.cells.size())) sets.push_back(static_cast<Mask>(set));
        }
        if (sets.empty() || has_twice(choice.cells)) {
            out.push_back(std::make_unique<Impossible<W>>());
            return;
        }
        const int sum = sum_of(sets[0]);
        if (!in_branch && !choice.cells.empty() && std::all_of(sets.begin(), sets.end(), [&](Mask set) { return sum_of(set) == sum; })) {
            Equation equation;
            equation.cells = each_once(choice.cells);
            equation.weights.assign(equation.cells.size(), 1);
            equation.total = sum + static_cast<std::int64_t>(equation.cells.size()) * model_.low;
            equations_.push_back(std::move(equation));
        }
        add_sets(choice.cells, std::move(sets), out);
    }

    void add_sets(Cells cells, std::vector<Mask> sets, List& out) {
        if (model_.digits <= kListedDigits && cells.size() > 2) out.push_back(std::make_unique<Arrangement<W>>(cells, sets));
        out.push_back(std::make_unique<Choice<W>>(cells, std::move(sets)));
    }

    const Model& model_;
    Space<W>& space_;
    std::vector<Mask>& masks_;
    std::vector<double>& weights_;
    List propagators_;
    std::vector<Equation> equations_;
    struct CellPair {
        int first, second, table;
    };
    std::vector<CellPair> pairs_;
    std::vector<Table> tables_;
    std::map<std::vector<Mask>, int> numbers_;
    std::map<std::pair<int, int>, int> both_;  // the tables of which one is both
    std::vector<int> of_reference_;
    std::vector<std::unique_ptr<Image>> images_;
    std::map<std::pair<int, std::size_t>, std::shared_ptr<const Layers>> layers_;
    std::size_t steps_left_ = kMaxArcs;
    bool counts_digits_ = false;
};

}  // namespace nonet::rules
