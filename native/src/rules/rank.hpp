// The rank of a line among others that begin with the same digit.
//
// The others come in groups, and in each group exactly one line begins with the digit: the rival. In each group, the rival is
// smaller or larger than the line, if they are read as numbers; a given number of rivals is smaller, and none is equal.
#pragma once

#include "counting.hpp"

namespace nonet::rules {

template <int W>
class Rank : public Propagator<W> {
  public:
    // `cells` has the line, then the lines of all groups; each has `length` cells, and a group has `size` lines.
    Rank(const Space<W>& space, Cells cells, int first, int smaller, std::size_t length, std::size_t size)
        : Propagator<W>(each_once(cells), kSum), list_(cells.begin(), cells.end()), first_(bit(first)), length_(length), size_(size), smaller_(smaller) {
        groups_.resize((cells.size() / length - 1) / size);
        important_.assign(list_.begin(), list_.begin() + static_cast<std::ptrdiff_t>(std::min(length, kDecisive)));
        for (std::size_t start = length; start < list_.size(); start += length) important_.push_back(list_[start]);
        important_ = each_once(important_);
        for (std::size_t start = 0; start < list_.size(); start += length) {
            Set<W> before;  // the cells of the line so far
            for (std::size_t k = start; k < start + length; ++k) {
                is_different_ &= (space.sees[static_cast<std::size_t>(list_[k])] & before) == before;
                before.insert(list_[k]);
            }
        }
    }

    Cells important() const override { return important_; }

    bool run(Space<W>& space) override {
        if (!space.keep(list_[0], first_)) return false;
        int can = 0, must = 0;  // the numbers of groups whose rival can be smaller, and must be
        for (std::size_t k = 0; k < groups_.size(); ++k) {
            if (!find_rivals(space, k)) return false;
            can += groups_[k].is_smaller;
            must += !groups_[k].is_larger;
        }
        if (smaller_ < must || smaller_ > can) return false;
        for (std::size_t k = 0; k < groups_.size(); ++k) {
            Group& group = groups_[k];
            if (group.is_smaller && group.is_larger) {
                group.is_smaller = smaller_ > must;
                group.is_larger = smaller_ < can;
            }
            if (!narrow(space, k)) return false;
        }
        return true;
    }

  private:
    static constexpr std::size_t kDecisive = 3;  // digits that usually decide

    // Which order of the rival and the line is possible.
    struct Group {
        bool is_smaller, is_larger;
    };

    const std::int32_t* line(std::size_t group, std::size_t k) const { return &list_[(1 + group * size_ + k) * length_]; }

    // Compares a line with this one, from a position on, if both begin with the same digit.
    Group compare(const Space<W>& space, const std::int32_t* other, std::size_t position) const {
        Group found{false, false};
        Mask possible = is_different_ ? ~first_ : ~Mask{0};
        for (; position < length_ && !(found.is_smaller && found.is_larger); ++position) {
            if (other[position] == list_[position]) continue;
            const Mask theirs = space.mask(other[position]) & possible, mine = space.mask(list_[position]) & possible;
            if (!theirs || !mine) break;
            found.is_smaller |= lowest(theirs) < highest(mine);
            found.is_larger |= highest(theirs) > lowest(mine);
            if (!(theirs & mine)) break;
            if (is_different_ && is_single(theirs & mine)) possible &= ~(theirs & mine);  // equal so far, so not again
        }
        return found;
    }

    bool find_rivals(Space<W>& space, std::size_t k) {
        Group& group = groups_[k] = {false, false};
        bool is_found = false;
        for (std::size_t j = 0; j < size_; ++j) {
            const std::int32_t* const other = line(k, j);
            const Mask begin = space.mask(other[0]);
            if (!(begin & first_)) continue;
            if (begin == first_) {  // the rival
                if (is_found) return false;
                is_found = true;
                group = {false, false};
            } else if (is_found) {
                continue;
            }
            const Group found = compare(space, other, 1);
            group.is_smaller |= found.is_smaller;
            group.is_larger |= found.is_larger;
        }
        return group.is_smaller || group.is_larger;
    }

    // Removes the digit from the beginning of lines that cannot be the rival. If one is left, narrows its digits.
    bool narrow(Space<W>& space, std::size_t k) {
        const Group wanted = groups_[k];
        const std::int32_t* rival = nullptr;
        int number = 0;
        for (std::size_t j = 0; j < size_; ++j) {
            const std::int32_t* const other = line(k, j);
            if (!(space.mask(other[0]) & first_)) continue;
            const Group found = compare(space, other, 1);
            if ((found.is_smaller && wanted.is_smaller) || (found.is_larger && wanted.is_larger)) {
                ++number;
                rival = other;
            } else if (!space.remove(other[0], first_)) {
                return false;
            }
        }
        if (number != 1) return number > 0;
        if (!space.keep(rival[0], first_)) return false;
        if (wanted.is_smaller && wanted.is_larger) return true;
        return wanted.is_smaller ? order(space, rival, list_.data(), rival, true) : order(space, list_.data(), rival, rival, false);
    }

    // The first open digits of a smaller and a larger line: equal only if the rest can decide.
    bool order(Space<W>& space, const std::int32_t* small, const std::int32_t* large, const std::int32_t* rival, bool is_smaller) {
        for (std::size_t position = 1; position < length_; ++position) {
            if (small[position] == large[position]) continue;
            const Mask low = space.mask(small[position]), high = space.mask(large[position]);
            if (is_single(low) && low == high) continue;
            const Group rest = compare(space, rival, position + 1);
            const int gap = (is_smaller ? rest.is_smaller : rest.is_larger) ? 0 : 1;
            const int most = highest(high) - gap, least = lowest(low) + gap;
            if (most < 0 || least > 31) return false;
            if (!space.keep(small[position], ~Mask{0} >> (31 - most)) || !space.keep(large[position], ~Mask{0} << least)) return false;
            const Mask left = space.mask(small[position]);
            if (!is_single(left) || left != space.mask(large[position])) return true;
        }
        return false;
    }

    std::vector<std::int32_t> list_, important_;
    Mask first_;
    std::size_t length_, size_;
    int smaller_;
    bool is_different_ = true;  // whether the digits of each line are different
    std::vector<Group> groups_;
};

}  // namespace nonet::rules
