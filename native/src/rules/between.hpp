// The sum of the digits between two digits of a line.
//
// The two ends are given digits, or the lowest and the highest digit of the line. If the digits of the line are different, the
// places of the ends are tried, and all sets of digits between them. Otherwise the line is read from the left and from the
// right; what was read is one of four phases (before the ends, after the one, after the other, after both), with the set of
// possible sums so far.
#pragma once

#include "counting.hpp"
#include "sums.hpp"

namespace nonet::rules {

template <int W>
class Between : public Propagator<W> {
  public:
    // The ends are indices of digits, or -1 for the lowest and the highest digit of the line. The lowest digit of the board is
    // not negative, and the total is less than 128.
    Between(Cells cells, int first, int second, int total, int low, const Space<W>& space)
        : Propagator<W>(each_once(cells), kArrangement), list_(cells.begin(), cells.end()), first_(first), second_(second), total_(total), digits_(space.digits), low_(low),
          left_(cells.size() + 1), right_(cells.size() + 1), kept_(cells.size()) {
        bool are_different = digits_ <= kListedDigits && cells.size() > 1 && static_cast<int>(cells.size()) <= digits_;
        for (std::size_t k = 0; k < list_.size(); ++k) {
            for (std::size_t j = 0; j < k; ++j) are_different &= space.sees[static_cast<std::size_t>(list_[j])].contains(list_[k]);
        }
        if (are_different) list_sets(space.all & ~(first >= 0 ? bit(first) | bit(second) : 0));
    }

    bool run(Space<W>& space) override {
        std::fill(kept_.begin(), kept_.end(), 0);
        if (!sets_.empty()) {
            add_places(space);
        } else if (first_ >= 0) {
            add(space, first_, second_, space.all);
        } else {
            add_all_ends(space);
        }
        for (std::size_t k = 0; k < list_.size(); ++k) {
            if (!kept_[k] || !space.keep(list_[k], kept_[k])) return false;
        }
        return !list_.empty();
    }

  private:
    struct Phases {
        bool before, after;
        Sums inner[2];  // after the first and after the second end
    };

    // Lists the sets of digits with the total, by their size.
    void list_sets(Mask possible) {
        sets_.resize(list_.size() - 1);
        for (int size = 0; size <= static_cast<int>(list_.size()) - 2; ++size) {
            const int sum = total_ - size * low_;
            each_combination(possible, size, sum, sum, [&](const Combination& each) { sets_[static_cast<std::size_t>(size)].push_back(each.digits); });
        }
    }

    void add_places(const Space<W>& space) {
        const std::size_t length = list_.size();
        for (std::size_t k = 0; k < length; ++k) masks_[k] = space.mask(list_[k]);
        for (std::size_t i = 0; i < length; ++i) {
            Mask inner = 0;
            for (std::size_t j = i + 1; j < length; inner |= masks_[j++]) {
                for (const Mask set : sets_[j - i - 1]) {
                    if (!(set & ~inner)) add_set(i, j, set);
                }
            }
        }
    }

    // Adds the digits that are possible with the ends at two places and a set of digits between them.
    void add_set(std::size_t i, std::size_t j, Mask set) {
        for (std::size_t k = i + 1; k < j; ++k) {
            if (!(masks_[k] & set)) return;
        }
        if (first_ >= 0) {
            if ((masks_[i] & bit(first_)) && (masks_[j] & bit(second_))) add_ends(i, j, first_, second_, set, ~bit(first_) & ~bit(second_));
            if ((masks_[i] & bit(second_)) && (masks_[j] & bit(first_))) add_ends(i, j, second_, first_, set, ~bit(first_) & ~bit(second_));
            return;
        }
        const Mask below = set ? (set & -set) - 1 : ~Mask{0}, above = set ? ~Mask{1} << highest(set) : ~Mask{0};
        for (const auto& [low_end, high_end] : {std::pair{i, j}, std::pair{j, i}}) {
            for (Mask lows = masks_[low_end] & below; lows; lows &= lows - 1) {
                const int low = lowest(lows);
                for (Mask highs = masks_[high_end] & above & (~Mask{1} << low); highs; highs &= highs - 1) {
                    const int high = lowest(highs);
                    add_ends(i, j, low_end == i ? low : high, low_end == i ? high : low, set, bit(high) - (bit(low) << 1));
                }
            }
        }
    }

    void add_ends(std::size_t i, std::size_t j, int at_i, int at_j, Mask set, Mask within) {
        const Mask outer = within & ~set;
        const std::size_t length = list_.size();
        const auto is_outside = [&](std::size_t k) { return k < i || k > j; };
        Mask possible = 0;
        for (std::size_t k = 0; k < length; ++k) {
            if (!is_outside(k)) continue;
            if (!(masks_[k] & outer)) return;
            possible |= masks_[k] & outer;
        }
        if (popcount(possible) < static_cast<int>(length - (j - i) - 1)) return;  // too few digits for the cells outside
        for (std::size_t k = 0; k < length; ++k) kept_[k] |= k == i ? bit(at_i) : k == j ? bit(at_j) : is_outside(k) ? outer : set;
    }

    void add_all_ends(Space<W>& space) {
        Mask possible = 0, fixed = 0;
        int most_lowest = digits_ - 1, least_highest = 0;  // an end is not further inside than this
        for (const std::int32_t cell : list_) {
            const Mask mask = space.mask(cell);
            possible |= mask;
            if (is_single(mask)) fixed |= mask;
            most_lowest = std::min(most_lowest, highest(mask));
            least_highest = std::max(least_highest, lowest(mask));
        }
        for (int low = 0; low <= most_lowest; ++low) {
            for (int high = std::max(low + 1, least_highest); high < digits_; ++high) {
                if ((possible & bit(low)) && (possible & bit(high))) add(space, low, high, (bit(high) - bit(low)) | bit(high));
            }
        }
    }

    Sums shifted(Sums sums, Mask digits) const {
        Sums out = 0;
        for (; digits; digits &= digits - 1) {
            const int value = low_ + lowest(digits);
            if (value > total_) break;
            out |= sums << value;
        }
        return out & (~Sums{0} >> (127 - total_));
    }

    Sums shifted_back(Sums sums, Mask digits) const {
        Sums out = 0;
        for (; digits; digits &= digits - 1) {
            const int value = low_ + lowest(digits);
            if (value > total_) break;
            out |= sums >> value;
        }
        return out;
    }

    // Adds the digits that are possible with two ends, if all digits are in a mask.
    void add(Space<W>& space, int first, int second, Mask within) {
        const std::size_t length = list_.size();
        const Mask ends[2] = {bit(first), bit(second)};
        const Sums whole = Sums{1} << total_;
        left_[0] = {true, false, {0, 0}};
        for (std::size_t k = 0; k < length; ++k) {
            const Mask mask = space.mask(list_[k]) & within, other = mask & ~ends[0] & ~ends[1];
            const Phases& here = left_[k];
            Phases& next = left_[k + 1];
            next = {here.before && other, here.after && other, {shifted(here.inner[0], other), shifted(here.inner[1], other)}};
            for (int end = 0; end < 2; ++end) {
                if (!(mask & ends[end])) continue;
                if (here.before) next.inner[end] |= 1;
                if (overlap(here.inner[1 - end], whole)) next.after = true;
            }
            if (!next.before && !next.after && !next.inner[0] && !next.inner[1]) return;
        }
        if (!left_[length].after) return;
        right_[length] = {false, true, {0, 0}};
        for (std::size_t k = length; k-- > 0;) {
            const Mask mask = space.mask(list_[k]) & within, other = mask & ~ends[0] & ~ends[1];
            const Phases &here = left_[k], &next = right_[k + 1];
            Phases& back = right_[k];
            back = {next.before && other, next.after && other, {shifted_back(next.inner[0], other), shifted_back(next.inner[1], other)}};
            if ((here.before && next.before) || (here.after && next.after)) kept_[k] |= other;
            for (Mask left = other & ~kept_[k]; left; left &= left - 1) {
                const int value = low_ + lowest(left);
                if (value > total_) break;
                if (overlap(here.inner[0] << value, next.inner[0]) || overlap(here.inner[1] << value, next.inner[1])) kept_[k] |= left & -left;
            }
            for (int end = 0; end < 2; ++end) {
                if (!(mask & ends[end])) continue;
                if (overlap(next.inner[end], 1)) {
                    back.before = true;
                    if (here.before) kept_[k] |= ends[end];
                }
                if (next.after) {
                    back.inner[1 - end] |= whole;
                    if (overlap(here.inner[1 - end], whole)) kept_[k] |= ends[end];
                }
            }
        }
    }

    std::vector<std::int32_t> list_;
    int first_, second_, total_, digits_, low_;
    std::vector<std::vector<Mask>> sets_;  // of digits between the ends, by size; empty if digits may be equal
    std::array<Mask, kListedDigits> masks_;
    std::vector<Phases> left_, right_;
    std::vector<Mask> kept_;  // the digits of each cell that are possible with some ends
};

}  // namespace nonet::rules
