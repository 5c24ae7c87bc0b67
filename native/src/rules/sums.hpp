// Weighted sums.
//
// The cells are split into groups of cells that see each other and have the same weight. The possible sums of each group are
// a set of numbers; these sets are combined from the left and from the right. A sum of a group that fits no combination of
// the others is impossible, and so are the digits that only occur in impossible sums.
//
// Inside, digits count from 0, and in a group with a negative weight from the highest digit downwards. So all weights are
// positive, and every sum starts at 0.
#pragma once

#include "combinations.hpp"
#include "houses.hpp"

namespace nonet::rules {

using Sums = unsigned __int128;  // a set of numbers below 128
constexpr std::int64_t kMostSums = 128;

inline bool overlap(Sums a, Sums b) { return (a & b) != 0; }

// Calls a function with each number of a set.
template <class Function>
void each_sum(Sums set, Function function) {
    for (std::uint64_t left = static_cast<std::uint64_t>(set); left; left &= left - 1) function(std::countr_zero(left));
    for (std::uint64_t left = static_cast<std::uint64_t>(set >> 64); left; left &= left - 1) function(64 + std::countr_zero(left));
}

struct Term {
    std::int32_t cell;
    std::int64_t weight;
};

template <int W>
class Sum : public Propagator<W> {
  public:
    // The terms have different cells and weights other than 0.
    Sum(const Space<W>& space, std::vector<Term> terms, std::int64_t total, int low, int cost)
        : Propagator<W>({}, cost), digits_(space.digits) {
        for (const Term& term : terms) total -= term.weight * low;
        for (const Term& term : terms) {
            if (term.weight < 0) total -= term.weight * (digits_ - 1);
        }
        const std::vector<std::vector<Term>> groups = grouped(space, std::move(terms));
        for (const std::vector<Term>& group : groups) {
            groups_.push_back({std::abs(group[0].weight), group[0].weight < 0, static_cast<int>(this->cells_.size()), static_cast<int>(group.size())});
            for (const Term& term : group) this->cells_.push_back(term.cell);
        }
        total_ = total;
        open_.resize(this->cells_.size());
        masks_.resize(this->cells_.size());
        left_.resize(groups_.size() + 1);
        right_.resize(groups_.size() + 1);
        parts_.resize(groups_.size());
    }

    bool run(Space<W>& space) override {
        std::int64_t rest = total_, low = 0, high = 0;
        std::size_t number = 0;
        int open_cells = 0;
        for (const Group& group : groups_) {
            Part& part = parts_[number];
            part = {&group, group.first, 0, 0, 0, 0};
            for (int k = group.first; k < group.first + group.size; ++k) {
                Mask mask = space.mask(this->cells_[static_cast<std::size_t>(k)]);
                if (group.is_reversed) mask = reversed(mask);
                if (is_single(mask)) {
                    rest -= group.weight * lowest(mask);
                } else {
                    open_[static_cast<std::size_t>(group.first + part.open)] = this->cells_[static_cast<std::size_t>(k)];
                    masks_[static_cast<std::size_t>(group.first + part.open++)] = mask;
                    part.possible |= mask;
                }
            }
            if (!part.open) continue;
            if (!find_range(part)) return false;
            low += group.weight * part.low;
            high += group.weight * part.high;
            open_cells += part.open;
            ++number;
        }
        if (!number) return rest == 0;
        if (rest < low || rest > high) return false;
        const std::int64_t above = rest - low, below = high - rest;
        if (is_idle(number, open_cells, above, below)) return true;
        for (std::size_t k = 0; k < number; ++k) {  // bounds
            Part& part = parts_[k];
            const std::int64_t weight = part.group->weight;
            part.least = static_cast<int>(std::max<std::int64_t>(part.low, part.high - below / weight));
            part.most = static_cast<int>(std::min<std::int64_t>(part.high, part.low + above / weight));
            if (part.least > part.most) return false;
        }
        return above < kMostSums ? narrow_exactly(space, number, above) : narrow_by_bounds(space, number);
    }

  private:
    struct Group {
        std::int64_t weight;
        bool is_reversed;
        int first, size;
    };
    // The open cells of a group: the range of their sum without and with regard to the other groups.
    struct Part {
        const Group* group;
        int first, open;
        Mask possible;
        int low, high;
        int least = 0, most = 0;
        Sums sums = 0;     // possible sums above low, times weight
        bool is_listed = false;  // whether the sums are those of real combinations; these are listed from first to end
        std::size_t first_listed = 0, end_listed = 0;
    };

    // Splits the terms into groups of equal weight whose cells see each other. The larger the groups, the narrower is the range
    // of the sum; so the sets of different digits that have the most of the cells come first.
    static std::vector<std::vector<Term>> grouped(const Space<W>& space, std::vector<Term> terms) {
        std::vector<std::vector<Term>> groups;
        const auto members = [&](const Set<W>& clique, std::int64_t weight) {
            return std::count_if(terms.begin(), terms.end(), [&](const Term& term) { return term.weight == weight && clique.contains(term.cell); });
        };
        while (!terms.empty()) {
            const Set<W>* best = nullptr;
            std::int64_t weight = 0, most = 1;
            for (const Set<W>& clique : space.cliques) {
                for (const Term& term : terms) {
                    if (!clique.contains(term.cell) || (best == &clique && weight == term.weight)) continue;
                    if (const std::int64_t number = members(clique, term.weight); number > most) {
                        most = number;
                        best = &clique;
                        weight = term.weight;
                    }
                }
            }
            if (!best) break;
            const auto rest = std::stable_partition(terms.begin(), terms.end(), [&](const Term& term) { return term.weight == weight && best->contains(term.cell); });
            groups.emplace_back(terms.begin(), rest);
            terms.erase(terms.begin(), rest);
        }
        for (const Term& term : terms) {
            const auto fits = [&](const std::vector<Term>& group) {
                return group[0].weight == term.weight && std::all_of(group.begin(), group.end(), [&](const Term& other) {
                           return space.sees[static_cast<std::size_t>(term.cell)].contains(other.cell);
                       });
            };
            const auto place = std::find_if(groups.begin(), groups.end(), fits);
            (place == groups.end() ? groups.emplace_back() : *place).push_back(term);
        }
        return groups;
    }

    Mask reversed(Mask mask) const {
        mask = (mask & 0x55555555) << 1 | (mask >> 1 & 0x55555555);
        mask = (mask & 0x33333333) << 2 | (mask >> 2 & 0x33333333);
        mask = (mask & 0x0F0F0F0F) << 4 | (mask >> 4 & 0x0F0F0F0F);
        return __builtin_bswap32(mask) >> (32 - digits_);
    }

    // Nothing can be removed by bounds, and with many open cells, exact sums rarely remove anything.
    bool is_idle(std::size_t number, int open_cells, std::int64_t above, std::int64_t below) const {
        if (open_cells <= 3) return false;
        for (std::size_t k = 0; k < number; ++k) {
            const Part& part = parts_[k];
            if (part.group->weight * (part.high - part.low) > std::min(above, below)) return false;
        }
        return true;
    }

    // Finds the lowest and the highest sum of different digits.
    bool find_range(Part& part) {
        if (part.open == 1) {
            part.low = lowest(part.possible);
            part.high = highest(part.possible);
            return true;
        }
        if (popcount(part.possible) < part.open) return false;
        // In the order of their lowest digits, each cell gets the next digit that is possible anywhere and not below its own.
        std::array<int, kMaxDigits> bound;
        const Mask* const masks = &masks_[static_cast<std::size_t>(part.first)];
        const auto sort = [&](auto key) {
            for (int k = 0; k < part.open; ++k) {
                const int value = key(masks[k]);
                int j = k;
                for (; j > 0 && bound[static_cast<std::size_t>(j - 1)] > value; --j) bound[static_cast<std::size_t>(j)] = bound[static_cast<std::size_t>(j - 1)];
                bound[static_cast<std::size_t>(j)] = value;
            }
        };
        sort([](Mask mask) { return lowest(mask); });
        Mask left = part.possible;
        part.low = part.high = 0;
        for (int k = 0; k < part.open; ++k) {
            left &= ~Mask{0} << bound[static_cast<std::size_t>(k)];
            if (!left) return false;
            part.low += lowest(left);
            left &= left - 1;
        }
        sort([](Mask mask) { return -highest(mask); });
        left = part.possible;
        for (int k = 0; k < part.open; ++k) {
            left &= ~Mask{0} >> (31 + bound[static_cast<std::size_t>(k)]);
            if (!left) return false;
            const int digit = highest(left);
            part.high += digit;
            left ^= bit(digit);
        }
        return part.low <= part.high;
    }

    bool fits_cells(const Part& part, Mask digits) const {
        for (int k = part.first; k < part.first + part.open; ++k) {
            if (!(masks_[static_cast<std::size_t>(k)] & digits)) return false;
        }
        return true;
    }

    // Collects the sums of a group from its combinations of digits.
    void find_sums(Part& part) {
        const std::int64_t weight = part.group->weight;
        part.is_listed = combinations(popcount(part.possible), part.open, 501) <= 500;
        if (part.open == 1) {
            for (Mask left = part.possible; left; left &= left - 1) {
                const int sum = lowest(left);
                if (sum >= part.least && sum <= part.most) part.sums |= Sums{1} << (weight * (sum - part.low));
            }
        } else if (part.is_listed) {
            part.first_listed = listed_.size();
            each_combination(part.possible, part.open, part.least, part.most, [&](const Combination& each) {
                if (!fits_cells(part, each.digits)) return;
                listed_.push_back(each);
                part.sums |= Sums{1} << (weight * (each.sum - part.low));
            });
            part.end_listed = listed_.size();
        } else {
            for (int sum = part.least; sum <= part.most; ++sum) part.sums |= Sums{1} << (weight * (sum - part.low));
        }
    }

    bool narrow_exactly(Space<W>& space, std::size_t number, std::int64_t above) {
        listed_.clear();
        for (std::size_t k = 0; k < number; ++k) {
            find_sums(parts_[k]);
            if (!parts_[k].sums) return false;
        }
        const Sums within = ~Sums{0} >> (127 - above);
        left_[0] = 1;
        for (std::size_t k = 0; k < number; ++k) {
            Sums next = 0;
            each_sum(parts_[k].sums, [&](int sum) { next |= left_[k] << sum; });
            left_[k + 1] = next & within;
        }
        if (!(left_[number] >> above & 1)) return false;
        right_[number] = Sums{1} << above;
        for (std::size_t k = number; k-- > 0;) {
            Sums before = 0, allowed = 0;
            each_sum(parts_[k].sums, [&](int sum) {
                const Sums from = right_[k + 1] >> sum;
                before |= from;
                if (overlap(from, left_[k])) allowed |= Sums{1} << sum;
            });
            right_[k] = before;
            if (!narrow_part(space, parts_[k], allowed)) return false;
        }
        return true;
    }

    bool keep(Space<W>& space, const Part& part, std::int32_t cell, Mask digits) const {
        return space.keep(cell, part.group->is_reversed ? reversed(digits) : digits);
    }

    bool narrow_part(Space<W>& space, Part& part, Sums allowed) {
        const std::int64_t weight = part.group->weight;
        const auto is_allowed = [&](int sum) { return (allowed >> (weight * (sum - part.low)) & 1) != 0; };
        if (part.open > 1 && !part.is_listed) {
            if (!allowed) return false;
            part.most = part.low + static_cast<int>(highest_sum(allowed) / weight);
            part.least = part.low + static_cast<int>(lowest_sum(allowed) / weight);
            return narrow_by_bounds(space, part);
        }
        Mask any = 0, every = ~Mask{0};
        if (part.open == 1) {
            for (Mask left = part.possible; left; left &= left - 1) {
                const int sum = lowest(left);
                if (sum >= part.least && sum <= part.most && is_allowed(sum)) any |= bit(sum);
            }
            every = 0;
        } else {
            for (std::size_t k = part.first_listed; k < part.end_listed; ++k) {
                if (!is_allowed(listed_[k].sum)) continue;
                any |= listed_[k].digits;
                every &= listed_[k].digits;
            }
        }
        if (!any) return false;
        Set<W> members;
        for (int k = part.first; k < part.first + part.open; ++k) {
            const std::int32_t cell = open_[static_cast<std::size_t>(k)];
            if (!keep(space, part, cell, any)) return false;
            members.insert(cell);
        }
        if (part.open == 1) return true;
        if (part.group->is_reversed) every = reversed(every & space.all);
        for (Mask needed = every & space.all; needed; needed &= needed - 1) {
            if (!space.require_digit(lowest(needed), members)) return false;
        }
        return true;
    }

    static std::int64_t highest_sum(Sums sums) {
        const std::uint64_t upper = static_cast<std::uint64_t>(sums >> 64);
        return upper ? 127 - std::countl_zero(upper) : 63 - std::countl_zero(static_cast<std::uint64_t>(sums));
    }
    static std::int64_t lowest_sum(Sums sums) {
        const std::uint64_t lower = static_cast<std::uint64_t>(sums);
        return lower ? std::countr_zero(lower) : 64 + std::countr_zero(static_cast<std::uint64_t>(sums >> 64));
    }

    bool narrow_by_bounds(Space<W>& space, std::size_t number) {
        for (std::size_t k = 0; k < number; ++k) {
            if (!narrow_by_bounds(space, parts_[k])) return false;
        }
        return true;
    }

    // Each cell gets what the others leave: their sum is at least that of the lowest possible digits.
    bool narrow_by_bounds(Space<W>& space, const Part& part) {
        int others_low = 0, others_high = 0;
        Mask left = part.possible;
        for (int k = 1; k < part.open; ++k, left &= left - 1) others_low += lowest(left);
        left = part.possible;
        for (int k = 1; k < part.open; ++k) {
            others_high += highest(left);
            left ^= bit(highest(left));
        }
        const int least = part.least - others_high, most = part.most - others_low;
        Mask digits = space.all;
        if (most < 0 || least >= digits_) return false;
        if (most < digits_) digits &= ~Mask{0} >> (31 - most);
        if (least > 0) digits &= ~Mask{0} << least;
        for (int k = part.first; k < part.first + part.open; ++k) {
            if (!keep(space, part, open_[static_cast<std::size_t>(k)], digits)) return false;
        }
        return true;
    }

    int digits_;
    std::int64_t total_;
    std::vector<Group> groups_;
    std::vector<Part> parts_;
    std::vector<Mask> masks_;          // of the open cells of each group
    std::vector<std::int32_t> open_;  // these cells
    std::vector<Sums> left_, right_;
    std::vector<Combination> listed_;  // the combinations of digits of all groups that fit their cells
};

}  // namespace nonet::rules
