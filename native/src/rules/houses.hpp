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
    House(Cells cells) : Propagator<W>({}, kLight), members_(set_of<W>(cells)) { this->model_cells_ = cells; }

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

  private:
    Set<W> members_;
};

// A house again, for what takes longer: a digit with two or three places is removed from the cells that see all of them, and
// two digits with the same two places keep the others out. Both can only be new for digits that cells have lost.
template <int W>
class Interactions : public Propagator<W> {
  public:
    // The number is that of the house in the space.
    Interactions(Cells cells, std::size_t number) : Propagator<W>({}, kHeavy), members_(set_of<W>(cells)), number_(number) { this->model_cells_ = cells; }

    bool run(Space<W>& space) override {
        Mask once = 0, twice = 0, thrice = 0, often = 0;  // digits with at least 1, 2, 3 and 4 places
        for (const std::int32_t cell : this->model_cells_) {
            const Mask mask = space.mask(cell);
            often |= thrice & mask;
            thrice |= twice & mask;
            twice |= once & mask;
            once |= mask;
        }
        for (Mask few = space.take_lost(number_) & twice & ~often; few; few &= few - 1) {
            const int digit = lowest(few);
            const Set<W> places = space.place(digit) & members_;
            if (!space.remove_seen_by_all(digit, places)) return false;
            if (!(thrice & bit(digit)) && !settle_hidden_pair(space, digit, places)) return false;
        }
        return true;
    }

  private:
    bool settle_hidden_pair(Space<W>& space, int first, const Set<W>& places) {
        Mask shared = space.all & ~bit(first);
        places.each([&](int cell) {
            shared &= space.mask(cell);
            return true;
        });
        for (; shared; shared &= shared - 1) {
            const int second = lowest(shared);
            if (!((space.place(second) & members_) == places)) continue;
            return places.each([&](int cell) { return space.keep(cell, bit(first) | bit(second)); });
        }
        return true;
    }

    Set<W> members_;
    std::size_t number_;
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
