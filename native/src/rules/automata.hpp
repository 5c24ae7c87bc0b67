// Lines that a finite automaton reads.
//
// The automaton is unrolled: a layer of states for each position, with only those states that can be reached from the start
// and from which the end can be reached. Automata on lines of equal length share their layers.
#pragma once

#include <stdexcept>

#include "houses.hpp"

namespace nonet::rules {

// The steps from one layer to the next, in the order of their first state.
struct Step {
    std::int32_t from, to;
    Mask digits;
};

struct Layers {
    std::vector<std::vector<Step>> steps;          // for each position
    std::vector<std::vector<std::int32_t>> starts;  // for each position and state, its first step; and the number of steps
    std::vector<std::int32_t> states;      // the number of states of each layer, one layer more than positions
};

// Unrolls an automaton over a number of positions. `budget` is the number of steps that may still be made.
inline Layers unroll(const Machine& machine, int digits, std::size_t length, std::size_t& budget) {
    const std::size_t states = static_cast<std::size_t>(machine.states);
    Layers out;
    std::vector<std::vector<std::int32_t>> reached{{machine.start}};  // the states of each layer
    std::vector<std::int32_t> index(states, -1);                      // of a state in its layer
    for (std::size_t position = 0; position < length; ++position) {
        std::vector<std::int32_t> next;
        std::vector<Step> steps;
        for (std::size_t k = 0; k < reached.back().size(); ++k) {
            const std::size_t before = steps.size();
            const std::size_t row = static_cast<std::size_t>(reached.back()[k]) * static_cast<std::size_t>(digits);
            for (int digit = 0; digit < digits; ++digit) {
                const std::int32_t to = machine.moves[row + static_cast<std::size_t>(digit)];
                if (to < 0) continue;
                std::int32_t& place = index[static_cast<std::size_t>(to)];
                if (place < 0) {
                    place = static_cast<std::int32_t>(next.size());
                    next.push_back(to);
                }
                std::size_t j = before;
                while (j < steps.size() && steps[j].to != place) ++j;
                if (j == steps.size()) steps.push_back({static_cast<std::int32_t>(k), place, 0});
                steps[j].digits |= bit(digit);
            }
        }
        if (steps.size() > budget) throw std::invalid_argument("the automata are too large");
        budget -= steps.size();
        for (const std::int32_t state : next) index[static_cast<std::size_t>(state)] = -1;
        reached.push_back(std::move(next));
        out.steps.push_back(std::move(steps));
    }
    // From the end, keep what leads to an accepting state, and number the states again.
    std::vector<std::int32_t> number(reached.back().size());
    std::int32_t alive = 0;
    for (std::size_t k = 0; k < number.size(); ++k) {
        number[k] = machine.accepts[static_cast<std::size_t>(reached.back()[k])] ? alive++ : -1;
    }
    out.states.assign(length + 1, alive);
    out.starts.resize(length);
    for (std::size_t position = length; position-- > 0;) {
        std::vector<Step> kept;
        std::vector<std::int32_t> own(reached[position].size(), -1);
        alive = 0;
        for (Step step : out.steps[position]) {
            step.to = number[static_cast<std::size_t>(step.to)];
            if (step.to < 0) continue;
            std::int32_t& from = own[static_cast<std::size_t>(step.from)];
            if (from < 0) from = alive++;
            step.from = from;
            kept.push_back(step);
        }
        std::vector<std::int32_t> starts(static_cast<std::size_t>(alive) + 1, static_cast<std::int32_t>(kept.size()));
        for (std::size_t k = kept.size(); k-- > 0;) starts[static_cast<std::size_t>(kept[k].from)] = static_cast<std::int32_t>(k);
        out.starts[position] = std::move(starts);
        out.steps[position] = std::move(kept);
        out.states[position] = alive;
        number = std::move(own);
    }
    return out;
}

template <int W>
class Automaton : public Propagator<W> {
  public:
    Automaton(Cells line, std::shared_ptr<const Layers> layers) : Propagator<W>({}, kAutomaton), line_(line.begin(), line.end()), layers_(std::move(layers)) {
        this->cells_ = line_;
        std::sort(this->cells_.begin(), this->cells_.end());
        this->cells_.erase(std::unique(this->cells_.begin(), this->cells_.end()), this->cells_.end());
        std::size_t states = 0, steps = 0;
        for (const std::int32_t number : layers_->states) {
            starts_.push_back(states);
            states += static_cast<std::size_t>(number);
        }
        for (const auto& layer : layers_->steps) steps += layer.size();
        this->cost_ += static_cast<int>(std::min<std::size_t>(steps, 1 << 20));
        reached_.resize(states);
        useful_.resize(states);
    }

    bool run(Space<W>& space) override {
        const std::size_t length = line_.size();
        if (!layers_->states[0]) return false;
        std::fill(reached_.begin(), reached_.end(), 0);
        reached_[0] = 1;
        for (std::size_t position = 0; position < length; ++position) {
            const Mask mask = space.mask(line_[position]);
            const std::uint8_t* const here = &reached_[starts_[position]];
            std::uint8_t* const next = reached_.data() + starts_[position + 1];
            each_step(position, here, [&](const Step& step) { next[step.to] = static_cast<std::uint8_t>(next[step.to] | ((step.digits & mask) != 0)); });
        }
        std::copy(reached_.begin() + static_cast<std::ptrdiff_t>(starts_[length]), reached_.end(), useful_.begin() + static_cast<std::ptrdiff_t>(starts_[length]));
        for (std::size_t position = length; position-- > 0;) {
            const Mask mask = space.mask(line_[position]);
            const std::uint8_t* const next = useful_.data() + starts_[position + 1];
            std::uint8_t *const here = &useful_[starts_[position]], *const reached = &reached_[starts_[position]];
            std::fill(here, here + layers_->states[position], 0);
            Mask kept = 0;
            each_step(position, reached, [&](const Step& step) {
                const Mask digits = step.digits & mask & -static_cast<Mask>(next[step.to]);
                kept |= digits;
                here[step.from] = static_cast<std::uint8_t>(here[step.from] | (digits != 0));
            });
            if (!kept || !space.keep(line_[position], kept)) return false;
        }
        return length > 0 || layers_->states[0] > 0;
    }

  private:
    // Calls a function with the steps from each state that is reached.
    template <class Function>
    void each_step(std::size_t position, const std::uint8_t* reached, Function function) const {
        const std::vector<Step>& steps = layers_->steps[position];
        const std::vector<std::int32_t>& starts = layers_->starts[position];
        for (std::size_t state = 0; state + 1 < starts.size(); ++state) {
            if (!reached[state]) continue;
            for (std::int32_t k = starts[state]; k < starts[state + 1]; ++k) function(steps[static_cast<std::size_t>(k)]);
        }
    }

    std::vector<std::int32_t> line_;
    std::shared_ptr<const Layers> layers_;
    std::vector<std::size_t> starts_;               // of the layers in the two vectors below
    std::vector<std::uint8_t> reached_, useful_;  // whether a state can be reached, and leads to the end
};

}  // namespace nonet::rules
