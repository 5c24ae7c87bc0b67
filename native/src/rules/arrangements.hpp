// Different digits, exactly: which digits of each cell are part of an arrangement whose set of digits is allowed.
//
// With nine digits there are 512 sets of digits, so a set of such sets is a row of 512 bits. Cell by cell, it has the sets that
// the cells so far can have together; and from the end, the sets that can still be completed.
#pragma once

#include <algorithm>
#include <array>

#include "combinations.hpp"
#include "houses.hpp"

namespace nonet::rules {

// A set of sets of digits: bit s is the set whose mask is s. N words are enough for 6, 7, 8 or 9 digits.
template <int N>
struct Families {
    // The sets without a digit below 6, as bits within a word.
    static constexpr std::uint64_t kWithout[6] = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                                  0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
    std::uint64_t words[N] = {};

    void insert(Mask set) { words[set >> 6] |= std::uint64_t{1} << (set & 63); }

    // Adds each set of `from` that does not have the digit, with the digit.
    void add_with(int digit, const Families& from) {
        if (digit < 6) {
            for (int k = 0; k < N; ++k) words[k] |= (from.words[k] & kWithout[digit]) << (1 << digit);
        } else {
            const int step = 1 << (digit - 6);
            for (int k = 0; k + step < N; ++k) {
                if (!(k & step)) words[k + step] |= from.words[k];
            }
        }
    }

    // Adds each set of `from` that has the digit, without the digit. Returns whether one of the added sets is in `wanted`.
    bool add_without(int digit, const Families& from, const Families& wanted) {
        std::uint64_t common = 0;
        if (digit < 6) {
            for (int k = 0; k < N; ++k) {
                const std::uint64_t sets = from.words[k] >> (1 << digit) & kWithout[digit];
                words[k] |= sets;
                common |= sets & wanted.words[k];
            }
        } else {
            const int step = 1 << (digit - 6);
            for (int k = 0; k + step < N; ++k) {
                if (k & step) continue;
                words[k] |= from.words[k + step];
                common |= from.words[k + step] & wanted.words[k];
            }
        }
        return common != 0;
    }
};

template <int W>
class Arrangement : public Propagator<W> {
  public:
    Arrangement(Cells cells, std::vector<Mask> sets) : Propagator<W>({cells.begin(), cells.end()}, kArrangement), sets_(std::move(sets)) {}

    bool run(Space<W>& space) override {
        const auto digits = [&](std::int32_t cell) { return space.mask(cell); };
        const auto begin = this->cells_.begin(), end = this->cells_.end();
        // After its own changes alone, a run finds nothing.
        if (std::equal(begin, end, left_.begin(), [&](std::int32_t cell, Mask left) { return digits(cell) == left; })) return true;
        if (!remove_digits(space)) return false;
        std::transform(begin, end, left_.begin(), digits);
        return true;
    }

  private:
    bool remove_digits(Space<W>& space) {
        Mask fixed = 0;
        open_ = 0;
        Mask possible = 0;
        for (const std::int32_t cell : this->cells_) {
            const Mask mask = space.mask(cell);
            if (is_single(mask)) {
                if (fixed & mask) return false;
                fixed |= mask;
            } else {
                cell_[open_] = cell;
                masks_[open_++] = mask;
                possible |= mask;
            }
        }
        if (open_ < 2) return true;
        // only the digits that are possible in the open cells count, numbered from 0
        possible &= ~fixed;
        int digits = 0;
        for (Mask left = possible; left; left &= left - 1) {
            rank_[lowest(left)] = digits;
            digit_[digits++] = lowest(left);
        }
        if (digits <= 6) return arrange<1>(space, fixed, possible);
        if (digits == 7) return arrange<2>(space, fixed, possible);
        return digits == 8 ? arrange<4>(space, fixed, possible) : arrange<8>(space, fixed, possible);
    }

    Mask ranks(Mask digits) const {
        Mask out = 0;
        for (; digits; digits &= digits - 1) out |= bit(rank_[lowest(digits)]);
        return out;
    }

    template <int N>
    bool arrange(Space<W>& space, Mask fixed, Mask possible) {
        Families<N> before[kListedDigits + 1];
        before[0].insert(0);
        for (int k = 0; k < open_; ++k) {
            masks_[k] = ranks(masks_[k] & possible);
            for (Mask left = masks_[k]; left; left &= left - 1) before[k + 1].add_with(lowest(left), before[k]);
        }
        Families<N> after;
        for (const Mask set : sets_) {
            if (!(fixed & ~set) && !(set & ~fixed & ~possible)) after.insert(ranks(set & ~fixed));
        }
        for (int k = 0; k < N; ++k) after.words[k] &= before[open_].words[k];
        for (int k = open_; k-- > 0;) {
            Families<N> here;
            Mask kept = 0;
            for (Mask left = masks_[k]; left; left &= left - 1) {
                const int rank = lowest(left);
                if (here.add_without(rank, after, before[k])) kept |= bit(digit_[rank]);
            }
            if (!kept || !space.keep(cell_[k], kept)) return false;
            for (int j = 0; j < N; ++j) after.words[j] = here.words[j] & before[k].words[j];
        }
        return true;
    }

    std::vector<Mask> sets_;
    std::array<Mask, kListedDigits> left_{};  // the digits of all cells after the last run
    int open_ = 0;
    std::int32_t cell_[kListedDigits];  // the open cells
    Mask masks_[kListedDigits];         // and their digits
    int rank_[kMaxDigits], digit_[kMaxDigits];
};

}  // namespace nonet::rules
