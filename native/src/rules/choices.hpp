// Different digits whose set is one of a list: cages with a sum, consecutive lines.
#pragma once

#include "combinations.hpp"
#include "houses.hpp"

namespace nonet::rules {

template <int W>
class Choice : public Propagator<W> {
  public:
    // The cells must see each other, unless the choice is in a branch.
    Choice(Cells cells, std::vector<Mask> sets) : Propagator<W>({cells.begin(), cells.end()}, cells.size() <= 3 ? kSmallSum : kSum), sets_(std::move(sets)), members_(set_of<W>(cells)) {}

    bool run(Space<W>& space) override {
        const auto [possible, fixed, is_possible] = Content(space, this->cells_);
        if (!is_possible) return false;
        Mask any = 0, every = ~Mask{0};
        for (const Mask set : sets_) {
            if ((set & ~possible) || (fixed & ~set)) continue;
            bool fits = true;
            for (const std::int32_t cell : this->cells_) fits &= (space.mask(cell) & set) != 0;
            if (!fits) continue;
            any |= set;
            every &= set;
        }
        if (!any && !this->cells_.empty()) return false;
        for (const std::int32_t cell : this->cells_) {
            const Mask mask = space.mask(cell);
            if (!space.keep(cell, is_single(mask) ? any : any & ~fixed)) return false;
        }
        for (Mask needed = every & ~fixed; needed; needed &= needed - 1) {
            if (!space.require_digit(lowest(needed), members_)) return false;
        }
        return true;
    }

  private:
    std::vector<Mask> sets_;
    Set<W> members_;
};

}  // namespace nonet::rules
