// Sets of cells with different digits. That a cell's digit is removed from the cells that see it is done by the space itself.
#pragma once

#include "space.hpp"

namespace nonet::rules {

// The cost of a propagator is roughly its number of instructions; it also decides the order in which they run.
enum Cost : int { kLight = 50, kSmallSum = 300, kHeavy = 400, kSum = 700, kArrangement = 1000, kDerived = 1500, kAutomaton = 3000, kBranches = 10000 };

// The digits that some cells may have, and those that one of them has. Not `is_possible`: two of them have the same digit.
struct Content {
    Mask possible = 0, fixed = 0;
    bool is_possible = true;

    template <int W>
    Content(const Space<W>& space, Cells cells) {
        for (const std::int32_t cell : cells) {
            const Mask mask = space.mask(cell);
            possible |= mask;
            if (!is_single(mask)) continue;
            is_possible &= !(fixed & mask);
            fixed |= mask;
        }
    }
};

// A house: as many cells as digits. Finds missing digits and hidden singles.
template <int W>
class House : public Propagator<W> {
  public:
    House(Cells cells, int cost = kLight) : Propagator<W>({}, cost), members_(set_of<W>(cells)) { this->model_cells_ = cells; }

    bool run(Space<W>& space) override {
        Mask once = 0, twice = 0, fixed = 0;
        for (const std::int32_t cell : this->model_cells_) {
            const Mask mask = space.mask(cell);
            twice |= once & mask;
            once |= mask;
            if (is_single(mask)) fixed |= mask;
        }
        if (once != space.all) return false;
        for (Mask hidden = once & ~twice & ~fixed; hidden; hidden &= hidden - 1) {
            const int digit = lowest(hidden);
            const int cell = (space.place(digit) & members_).first();
            if (cell < 0 || !space.keep(cell, bit(digit))) return false;
        }
        return true;
    }

  protected:
    Set<W> members_;
};

// A house again, for what takes longer: a digit with two or three places is removed from the cells that see all of them, and
// pairs of cells that share two digits.
template <int W>
class Interactions : public House<W> {
  public:
    Interactions(Cells cells) : House<W>(cells, kHeavy) {}

    bool run(Space<W>& space) override {
        Mask once = 0, twice = 0, thrice = 0, often = 0;
        std::int32_t pairs[kMaxCells];
        int number = 0;
        for (const std::int32_t cell : this->model_cells_) {
            const Mask mask = space.mask(cell);
            often |= thrice & mask;
            thrice |= twice & mask;
            twice |= once & mask;
            once |= mask;
            const Mask rest = mask & (mask - 1);
            if (rest && is_single(rest)) pairs[number++] = cell;
        }
        for (Mask few = twice & ~often; few; few &= few - 1) {
            const int digit = lowest(few);
            if (!space.remove_seen_by_all(digit, space.place(digit) & this->members_)) return false;
        }
        for (int k = 1; k < number; ++k) {
            for (int j = 0; j < k; ++j) {
                const Mask mask = space.mask(pairs[k]);
                if (mask != space.mask(pairs[j])) continue;
                for (Mask left = mask; left; left &= left - 1) {
                    const int digit = lowest(left);
                    Set<W> places;
                    places.insert(pairs[k]);
                    places.insert(pairs[j]);
                    if (!space.remove_seen_by_all(digit, places)) return false;
                }
            }
        }
        return hidden_pairs(space, twice & ~thrice);
    }

  private:
    bool hidden_pairs(Space<W>& space, Mask two) {
        for (Mask left = two; left; left &= left - 1) {
            const int first = lowest(left);
            const Set<W> places = space.place(first) & this->members_;
            for (Mask others = left & (left - 1); others; others &= others - 1) {
                const int second = lowest(others);
                if (!((space.place(second) & this->members_) == places)) continue;
                if (!places.each([&](int cell) { return space.keep(cell, bit(first) | bit(second)); })) return false;
            }
        }
        return true;
    }
};

// Fewer cells than digits: there must be enough digits for all cells.
template <int W>
class Different : public Propagator<W> {
  public:
    Different(Cells cells) : Propagator<W>({}, kLight) { this->model_cells_ = cells; }

    bool run(Space<W>& space) override {
        Mask possible = 0;
        for (const std::int32_t cell : this->model_cells_) possible |= space.mask(cell);
        return popcount(possible) >= static_cast<int>(this->model_cells_.size());
    }
};

// Different digits inside a branch, where the space does not remove the digits of other cells by itself.
template <int W>
class DifferentInBranch : public Propagator<W> {
  public:
    DifferentInBranch(Cells cells) : Propagator<W>({cells.begin(), cells.end()}, kSmallSum) {}

    bool run(Space<W>& space) override {
        for (Mask done = 0;;) {
            const auto [possible, fixed, is_possible] = Content(space, this->cells_);
            if (!is_possible || popcount(possible) < static_cast<int>(this->cells_.size())) return false;
            if (fixed == done) return true;
            done = fixed;
            for (const std::int32_t cell : this->cells_) {
                if (!is_single(space.mask(cell)) && !space.remove(cell, fixed)) return false;
            }
        }
    }
};

// A table of pairs inside a branch.
template <int W>
class PairInBranch : public Propagator<W> {
  public:
    PairInBranch(int first, int second, const Image* forward, const Image* backward)
        : Propagator<W>(first == second ? std::vector<std::int32_t>{first} : std::vector<std::int32_t>{first, second}, kLight),
          first_(first), second_(second), forward_(forward), backward_(backward) {}

    bool run(Space<W>& space) override {
        return space.keep(second_, (*forward_)(space.mask(first_))) && space.keep(first_, (*backward_)(space.mask(second_)));
    }

  private:
    int first_, second_;
    const Image *forward_, *backward_;
};

// One cell inside a branch.
template <int W>
class AllowedInBranch : public Propagator<W> {
  public:
    AllowedInBranch(int cell, Mask mask) : Propagator<W>({cell}, kLight), mask_(mask) {}
    bool run(Space<W>& space) override { return space.keep(this->cells_[0], mask_); }

  private:
    Mask mask_;
};

// A condition that is never true.
template <int W>
class Impossible : public Propagator<W> {
  public:
    Impossible() : Propagator<W>({}, 0) {}
    bool run(Space<W>&) override { return false; }
};

}  // namespace nonet::rules
