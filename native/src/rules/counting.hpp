// How often digits occur, which cell a digit points to, and groups with the same digits.
#pragma once

#include "houses.hpp"

namespace nonet::rules {

// Returns the cells in order, without repetitions.
inline std::vector<std::int32_t> each_once(Cells cells) {
    const auto found = set_of<kMaxCells / 64>(cells);
    std::vector<std::int32_t> out;
    out.reserve(cells.size());
    found.each([&](int cell) {
        out.push_back(cell);
        return true;
    });
    return out;
}

// How often a digit can occur in some cells. A house has each digit once: if all of its places are among the cells, the digit
// occurs there, and if none is, it does not.
template <int W>
class Occurrences {
  public:
    Occurrences(const Set<W>& members) : members_(members) {}

    // Returns the least and the largest number.
    std::pair<int, int> bounds(const Space<W>& space, int digit) const {
        const Set<W> places = space.place(digit) & members_;
        int least = 0, most = places.size();
        for (const Partition<W>& partition : space.partitions) {
            const auto [sure, possible] = count(space, partition, digit);
            least = std::max(least, sure);
            most = std::min(most, possible);
        }
        return {least, most};
    }

    // The digit occurs from `low` to `high` times.
    bool limit(Space<W>& space, int digit, int low, int high) const {
        for (const Partition<W>& partition : space.partitions) {
            const auto [sure, possible] = count(space, partition, digit);
            if (sure > high || possible < low) return false;
            if (sure == possible || (sure < high && possible > low)) continue;
            if (possible == low && !(partition.rest & members_ & space.place(digit)).each([&](int cell) { return space.keep(cell, bit(digit)); })) return false;
            if (sure == high && !(partition.rest & members_).each([&](int cell) { return space.remove(cell, bit(digit)); })) return false;
            for (const Set<W>& house : partition.houses) {
                const Set<W> places = space.place(digit) & house, inside = places & members_;
                if (inside.empty() || inside == places) continue;
                const bool is_inside = possible == low;
                if (!places.each([&](int cell) { return members_.contains(cell) == is_inside || space.remove(cell, bit(digit)); })) return false;
            }
        }
        return true;
    }

  private:
    std::pair<int, int> count(const Space<W>& space, const Partition<W>& partition, int digit) const {
        int sure = 0, possible = (partition.rest & members_ & space.place(digit)).size();
        for (const Set<W>& house : partition.houses) {
            const Set<W> places = space.place(digit) & house, inside = places & members_;
            possible += !inside.empty();
            sure += !inside.empty() && inside == places;
        }
        return {sure, possible};
    }

    Set<W> members_;
};

// The number of cells with one of some digits is in a range. A cell that is listed twice counts twice.
template <int W>
class Count : public Propagator<W> {
  public:
    Count(Cells cells, Mask digits, int low, int high)
        : Propagator<W>(each_once(cells), kSmallSum), list_(cells.begin(), cells.end()), digits_(digits), low_(low), high_(high), members_(set_of<W>(cells)) {}

    bool run(Space<W>& space) override {
        int sure = 0, possible = 0;
        Mask present = 0;  // those of the digits that are still possible
        for (const std::int32_t cell : list_) {
            const Mask mask = space.mask(cell);
            present |= mask & digits_;
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
        if (!is_single(present) || list_.size() > this->cells_.size()) return true;
        if (list_.size() > 2 && !Occurrences<W>(members_).limit(space, lowest(present), low_, high_)) return false;
        return low_ < 1 || has_enough_places(space, lowest(present));
    }

  private:
    // Cells that see each other have a digit at most once. So the places of one digit are split into groups of such cells; if
    // there are only as many groups as the digit must occur, each of them has it.
    bool has_enough_places(Space<W>& space, int digit) const {
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

// Some cells have each digit as often as one of several lists of numbers says.
template <int W>
class Tally : public Propagator<W> {
  public:
    // The cells are different.
    Tally(Cells cells, Cells numbers, int digits) : Propagator<W>({cells.begin(), cells.end()}, kSum), numbers_(numbers), digits_(static_cast<std::size_t>(digits)), members_(set_of<W>(cells)) {}

    bool run(Space<W>& space) override {
        const Occurrences<W> occurrences(members_);
        std::pair<int, int> bounds[kMaxDigits], found[kMaxDigits];
        for (std::size_t digit = 0; digit < digits_; ++digit) {
            auto [least, most] = occurrences.bounds(space, static_cast<int>(digit));
            int sure = 0;
            for (const std::int32_t cell : this->cells_) sure += space.mask(cell) == bit(static_cast<int>(digit));
            bounds[digit] = {std::max(least, sure), most};
            found[digit] = {kMaxCells, -1};
        }
        bool is_possible = false;
        for (std::size_t start = 0; start < numbers_.size(); start += digits_) {
            const Cells tally = numbers_.subspan(start, digits_);
            bool fits = true;
            for (std::size_t digit = 0; digit < digits_; ++digit) fits &= tally[digit] >= bounds[digit].first && tally[digit] <= bounds[digit].second;
            if (!fits) continue;
            is_possible = true;
            for (std::size_t digit = 0; digit < digits_; ++digit) {
                found[digit] = {std::min(found[digit].first, tally[digit]), std::max(found[digit].second, tally[digit])};
            }
        }
        if (!is_possible) return false;
        for (std::size_t digit = 0; digit < digits_; ++digit) {
            if (!narrow(space, static_cast<int>(digit), found[digit].first, found[digit].second) ||
                !occurrences.limit(space, static_cast<int>(digit), found[digit].first, found[digit].second)) {
                return false;
            }
        }
        return true;
    }

  private:
    // The digit occurs from `low` to `high` times.
    bool narrow(Space<W>& space, int digit, int low, int high) {
        int sure = 0, possible = 0;
        for (const std::int32_t cell : this->cells_) {
            sure += space.mask(cell) == bit(digit);
            possible += (space.mask(cell) & bit(digit)) != 0;
        }
        if (sure > high || possible < low) return false;
        if (sure == possible || (sure < high && possible > low)) return true;
        for (const std::int32_t cell : this->cells_) {
            if (is_single(space.mask(cell)) || !(space.mask(cell) & bit(digit))) continue;
            if (!(sure == high ? space.remove(cell, bit(digit)) : space.keep(cell, bit(digit)))) return false;
        }
        return true;
    }

    Cells numbers_;  // one for each digit, list after list
    std::size_t digits_;
    Set<W> members_;
};

// The digit of one cell is the number of different digits in others.
template <int W>
class Variety : public Propagator<W> {
  public:
    Variety(int count, Cells cells, Cells all, int low) : Propagator<W>(each_once(all), kSum), count_(count), low_(low), list_(each_once(cells)), members_(set_of<W>(cells)) {}

    bool run(Space<W>& space) override {
        Mask fixed = 0, possible = 0;
        int open = 0;
        for (const std::int32_t cell : list_) {
            const Mask mask = space.mask(cell);
            possible |= mask;
            if (is_single(mask)) fixed |= mask;
        }
        for (const std::int32_t cell : list_) open += !is_single(space.mask(cell));
        Mask covered = fixed;
        int least = popcount(fixed);
        for (const std::int32_t cell : list_) {  // cells without a common digit have different digits
            const Mask mask = space.mask(cell);
            if (mask & covered) continue;
            covered |= mask;
            ++least;
        }
        const int fixed_number = popcount(fixed), possible_number = popcount(possible), most = std::min(possible_number, fixed_number + open);
        Mask numbers = 0;
        for (int number = std::max(least, low_); number <= most && number - low_ < space.digits; ++number) numbers |= bit(number - low_);
        if (!space.keep(count_, numbers)) return false;
        const int high = low_ + highest(space.mask(count_)), low = low_ + lowest(space.mask(count_));
        if (high == fixed_number) return keep_all(space, fixed);
        if (low == fixed_number + open) {
            for (const std::int32_t cell : list_) {
                if (!is_single(space.mask(cell)) && !space.remove(cell, fixed)) return false;
            }
        }
        if (low < possible_number) return true;
        for (Mask left = possible & ~fixed; left; left &= left - 1) {
            const Set<W> places = space.place(lowest(left)) & members_;
            if (places.empty() || (places.size() == 1 && !space.keep(places.first(), left & -left))) return false;
        }
        return true;
    }

  private:
    bool keep_all(Space<W>& space, Mask digits) const {
        for (const std::int32_t cell : list_) {
            if (!space.keep(cell, digits)) return false;
        }
        return true;
    }

    int count_, low_;
    std::vector<std::int32_t> list_;
    Set<W> members_;
};

// The digit of one cell is the position of another cell in a list.
template <int W>
class Position : public Propagator<W> {
  protected:
    // `first` is the index of the digit that means the first of the cells.
    Position(int index, Cells cells, Cells all, int first, int cost)
        : Propagator<W>(each_once(all), cost), index_(index), first_(first), list_(cells.begin(), cells.end()) {}

    // Keeps the digits of positions that a function accepts. Returns the cell if there is only one, `index_` if there are
    // several, and -1 if there is none.
    template <class Function>
    int narrow(Space<W>& space, Function accepts) {
        Mask indices = 0;
        int target = -1;
        for (Mask left = space.mask(index_); left; left &= left - 1) {
            const int place = lowest(left) - first_;
            if (place < 0 || place >= static_cast<int>(list_.size())) continue;
            const int cell = list_[static_cast<std::size_t>(place)];
            if (!accepts(cell, left & -left)) continue;
            target = indices ? index_ : cell;
            indices |= left & -left;
        }
        return space.keep(index_, indices) ? target : -1;
    }

    std::int32_t index_;

  private:
    int first_;
    std::vector<std::int32_t> list_;
};

// The cell at the position has one of some digits.
template <int W>
class Pointer : public Position<W> {
  public:
    Pointer(int index, Cells cells, Cells all, int first, Mask mask) : Position<W>(index, cells, all, first, kSmallSum), mask_(mask) {}

    bool run(Space<W>& space) override {
        const int target = this->narrow(space, [&](int cell, Mask digit) { return (cell == this->index_ ? digit : space.mask(cell)) & mask_; });
        return target >= 0 && (!is_single(space.mask(this->index_)) || space.keep(target, mask_));
    }

    Cells important() const override { return {&this->index_, 1}; }

  private:
    Mask mask_;
};

// The cell at the position is equal to another cell.
template <int W>
class Element : public Position<W> {
  public:
    Element(int index, int value, Cells cells, Cells all, int low) : Position<W>(index, cells, all, 1 - low, kSum), value_(value) {}

    bool run(Space<W>& space) override {
        Mask values = 0;
        const int target = this->narrow(space, [&](int cell, Mask) {
            const Mask common = space.mask(cell) & space.mask(value_);
            values |= common;
            return common;
        });
        if (target < 0 || !space.keep(value_, values)) return false;
        return !is_single(space.mask(this->index_)) || space.keep(target, space.mask(value_));
    }

  private:
    int value_;
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
