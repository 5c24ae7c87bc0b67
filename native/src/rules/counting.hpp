// How often digits occur, which cell a digit points to, and groups with the same digits.
#pragma once

#include "houses.hpp"

namespace nonet::rules {

inline std::vector<std::int32_t> each_once(Cells cells) {
    std::vector<std::int32_t> out(cells.begin(), cells.end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

// The number of cells with one of some digits is in a range. A cell that is listed twice counts twice.
template <int W>
class Count : public Propagator<W> {
  public:
    Count(Cells cells, Mask digits, int low, int high)
        : Propagator<W>(each_once(cells), kSmallSum), list_(cells.begin(), cells.end()), digits_(digits), low_(low), high_(high) {
        for (const std::int32_t cell : cells) members_.insert(cell);
    }

    bool run(Space<W>& space) override {
        int sure = 0, possible = 0;
        for (const std::int32_t cell : list_) {
            const Mask mask = space.mask(cell);
            sure += !(mask & ~digits_);
            possible += (mask & digits_) != 0;
        }
        if (sure > high_ || possible < low_) return false;
        if (sure == possible) return true;
        for (const std::int32_t cell : this->cells_) {
            const Mask mask = space.mask(cell);
            if (!(mask & ~digits_) || !(mask & digits_)) continue;
            const auto times = std::count(list_.begin(), list_.end(), cell);
            if (sure + times > high_ && !space.remove(cell, digits_)) return false;
            if (possible - times < low_ && !space.keep(cell, digits_)) return false;
        }
        return low_ < 1 || !is_single(digits_) || has_enough_places(space, lowest(digits_));
    }

  private:
    // Cells that see each other have a digit at most once. So the places of one digit are split into groups of such cells; if
    // there are only as many groups as the digit must occur, each of them has it.
    bool has_enough_places(Space<W>& space, int digit) const {
        if (list_.size() > this->cells_.size()) return true;
        Set<W> groups[kMostGroups];
        int number = 0;
        const bool fits = (space.place(digit) & members_).each([&](int cell) {
            int k = 0;
            while (k < number && !((groups[k] & space.sees[static_cast<std::size_t>(cell)]) == groups[k])) ++k;
            if (k == kMostGroups) return false;
            number = std::max(number, k + 1);
            groups[k].insert(cell);
            return true;
        });
        if (!fits || number > low_) return true;
        if (number < low_) return false;
        for (int k = 0; k < number; ++k) {
            if (!space.require_digit(digit, groups[k])) return false;
        }
        return true;
    }

    static constexpr int kMostGroups = 16;
    std::vector<std::int32_t> list_;
    Mask digits_;
    int low_, high_;
    Set<W> members_;
};

// The digit d of one cell makes the d-th of some cells equal to another cell.
template <int W>
class Element : public Propagator<W> {
  public:
    Element(int index, int value, Cells cells, Cells all, int low)
        : Propagator<W>(each_once(all), kSum), index_(index), value_(value), low_(low), list_(cells.begin(), cells.end()) {}

    bool run(Space<W>& space) override {
        Mask indices = 0, values = 0;
        for (Mask left = space.mask(index_); left; left &= left - 1) {
            const int place = low_ + lowest(left) - 1;
            if (place < 0 || place >= static_cast<int>(list_.size())) continue;
            const Mask common = space.mask(list_[static_cast<std::size_t>(place)]) & space.mask(value_);
            if (!common) continue;
            indices |= left & -left;
            values |= common;
        }
        if (!indices || !space.keep(index_, indices) || !space.keep(value_, values)) return false;
        const Mask index = space.mask(index_);
        if (!is_single(index)) return true;
        const int place = low_ + lowest(index) - 1;
        return place >= 0 && place < static_cast<int>(list_.size()) && space.keep(list_[static_cast<std::size_t>(place)], space.mask(value_));
    }

  private:
    int index_, value_, low_;
    std::vector<std::int32_t> list_;
};

// Groups of cells have the same digits, each equally often.
template <int W>
class Same : public Propagator<W> {
  public:
    Same(Cells cells, int groups) : Propagator<W>(each_once(cells), kSum), list_(cells.begin(), cells.end()), groups_(static_cast<std::size_t>(groups)) {}

    bool run(Space<W>& space) override {
        const std::size_t size = list_.size() / groups_;
        for (int digit = 0; digit < space.digits; ++digit) {
            const Mask own = bit(digit);
            int least = 0, most = static_cast<int>(size);
            for (std::size_t group = 0; group < groups_; ++group) {
                const auto [sure, possible] = count(space, group * size, size, own);
                least = std::max(least, sure);
                most = std::min(most, possible);
            }
            if (least > most) return false;
            for (std::size_t group = 0; group < groups_; ++group) {
                const auto [sure, possible] = count(space, group * size, size, own);
                if (sure == possible || (possible > least && sure < most)) continue;
                for (std::size_t k = group * size; k < (group + 1) * size; ++k) {
                    const Mask mask = space.mask(list_[k]);
                    if (mask == own || !(mask & own)) continue;
                    if (!(possible == least ? space.keep(list_[k], own) : space.remove(list_[k], own))) return false;
                }
            }
        }
        return true;
    }

  private:
    std::pair<int, int> count(const Space<W>& space, std::size_t first, std::size_t size, Mask own) const {
        int sure = 0, possible = 0;
        for (std::size_t k = first; k < first + size; ++k) {
            const Mask mask = space.mask(list_[k]);
            sure += mask == own;
            possible += (mask & own) != 0;
        }
        return {sure, possible};
    }

    std::vector<std::int32_t> list_;
    std::size_t groups_;
};

}  // namespace nonet::rules
