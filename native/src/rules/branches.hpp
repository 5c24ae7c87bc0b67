// At least one of several lists of primitives is true.
//
// Each branch is propagated on a copy. A digit that no living branch allows is removed. When one branch is left, its digits
// are those that remain. A branch that is impossible is not tried again before the search goes back.
#pragma once

#include "houses.hpp"

namespace nonet::rules {

template <int W>
class AnyOf : public Propagator<W> {
  public:
    using Branch = std::vector<PropagatorPointer<W>>;

    AnyOf(Space<W>& space, std::vector<Branch> branches) : Propagator<W>({}, kBranches), branches_(std::move(branches)), dead_(space.reserve_flags(branches_.size())) {
        for (const Branch& branch : branches_) {
            for (const auto& each : branch) {
                this->cells_.insert(this->cells_.end(), each->cells().begin(), each->cells().end());
                work_ = std::min(work_ + each->cost(), 1 << 24);
            }
        }
        std::sort(this->cells_.begin(), this->cells_.end());
        this->cells_.erase(std::unique(this->cells_.begin(), this->cells_.end()), this->cells_.end());
        left_.resize(this->cells_.size());
        this->cost_ = std::clamp(work_, static_cast<int>(kHeavy), static_cast<int>(kBranches));
    }

    bool run(Space<W>& space) override {
        space.use_time(work_);
        std::fill(left_.begin(), left_.end(), 0);
        bool is_possible = false;
        for (std::size_t number = 0; number < branches_.size(); ++number) {
            std::uint64_t& dead = space.state.flags[dead_ + number / 64];
            const std::uint64_t own = std::uint64_t{1} << number % 64;
            if (dead & own) continue;
            const typename Space<W>::Trial trial(space);
            if (!propagate(space, branches_[number])) {
                dead |= own;
                continue;
            }
            is_possible = true;
            for (std::size_t k = 0; k < left_.size(); ++k) {
                left_[k] |= space.mask(this->cells_[k]);
            }
        }
        if (!is_possible) return false;
        for (std::size_t k = 0; k < left_.size(); ++k) {
            if (!space.keep(this->cells_[k], left_[k])) return false;
        }
        return true;
    }

  private:
    static bool propagate(Space<W>& space, const Branch& branch) {
        bool is_possible = true, changed = true;
        while (is_possible && changed) {
            changed = space.changes([&] {
                for (const auto& each : branch) {
                    if (!each->run(space)) {
                        is_possible = false;
                        break;
                    }
                }
                return is_possible;
            });
            if (branch.size() == 1) break;
        }
        return is_possible;
    }

    std::vector<Branch> branches_;
    std::vector<Mask> left_;  // the digits that some branch allows
    std::size_t dead_;        // the first word of the flags for impossible branches
    int work_ = 0;
};

}  // namespace nonet::rules
