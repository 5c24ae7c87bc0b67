// Lines that a finite automaton reads.
//
// The automaton is unrolled: a layer of states for each position, with only those states that can be reached from the start
// and from which the end can be reached. Automata on lines of equal length share their layers.
#pragma once

#include <stdexcept>

#include "counting.hpp"

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

// Only what depends on a change since the last run is computed again: on a long line, most changes have effects nearby.
template <int W>
class Automaton : public Propagator<W> {
  public:
    Automaton(Cells line, std::shared_ptr<const Layers> layers) : Propagator<W>(each_once(line), kAutomaton), line_(line.begin(), line.end()), layers_(std::move(layers)) {
        std::size_t states = 0, steps = 0, most = 0;
        for (const std::int32_t number : layers_->states) {
            starts_.push_back(states);
            states += static_cast<std::size_t>(number);
            most = std::max(most, static_cast<std::size_t>(number));
        }
        for (const auto& layer : layers_->steps) steps += layer.size();
        this->cost_ += static_cast<int>(std::min<std::size_t>(steps, 1 << 20));
        reached_.resize(states);
        useful_.resize(states);
        std::fill(useful_.begin() + static_cast<std::ptrdiff_t>(starts_.back()), useful_.end(), 1);
        if (layers_->states[0]) reached_[0] = 1;
        layer_.resize(most);
        masks_.resize(line_.size());
        kept_.resize(line_.size());
        stale_.resize(line_.size() + 1);
    }

    bool run(Space<W>& space) override {
        const std::size_t length = line_.size();
        if (!layers_->states[0]) return false;
        bool is_reached = true;
        for (std::size_t position = 0; position < length; ++position) {
            if (const Mask mask = space.mask(line_[position]); mask != masks_[position]) {
                masks_[position] = mask;
                stale_[position] = kReached | kUseful;
            }
            if (stale_[position] & kReached) is_reached = read_forward(position);
        }
        if (!is_reached) {
            stale_[length - 1] |= kReached;  // so that it is found again
            return false;
        }
        for (std::size_t position = length; position-- > 0;) {
            if (stale_[position] & kUseful) read_back(position);
            if (!space.keep(line_[position], kept_[position])) return false;
        }
        return true;
    }

  private:
    // What must be computed again at a position: the states after it; and its digits, with the states before it that lead to
    // the end.
    static constexpr std::uint8_t kReached = 1, kUseful = 2;

    // Finds the states that are reached after a position. Returns whether there is one.
    bool read_forward(std::size_t position) {
        stale_[position] &= static_cast<std::uint8_t>(~kReached);
        const std::uint8_t* const here = &reached_[starts_[position]];
        const std::size_t size = static_cast<std::size_t>(layers_->states[position + 1]);
        std::fill_n(layer_.begin(), size, 0);
        each_step(position, here, [&](const Step& step) { layer_[static_cast<std::size_t>(step.to)] |= (step.digits & masks_[position]) != 0; });
        if (replace(&reached_[starts_[position + 1]], size)) stale_[position + 1] |= kReached | kUseful;
        return std::find(layer_.begin(), layer_.begin() + static_cast<std::ptrdiff_t>(size), 1) != layer_.begin() + static_cast<std::ptrdiff_t>(size);
    }

    // Finds the reached states before a position from which the end can be reached, and the digits that lead there.
    void read_back(std::size_t position) {
        stale_[position] &= static_cast<std::uint8_t>(~kUseful);
        const std::uint8_t* const next = useful_.data() + starts_[position + 1];
        const std::size_t size = static_cast<std::size_t>(layers_->states[position]);
        std::fill_n(layer_.begin(), size, 0);
        Mask kept = 0;
        each_step(position, &reached_[starts_[position]], [&](const Step& step) {
            const Mask digits = step.digits & masks_[position] & -static_cast<Mask>(next[step.to]);
            kept |= digits;
            layer_[static_cast<std::size_t>(step.from)] |= digits != 0;
        });
        kept_[position] = kept;
        if (replace(&useful_[starts_[position]], size) && position > 0) stale_[position - 1] |= kUseful;
    }

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

    // Replaces a layer of states. Returns whether it was different.
    bool replace(std::uint8_t* layer, std::size_t size) {
        const bool is_different = std::memcmp(layer, layer_.data(), size) != 0;
        std::memcpy(layer, layer_.data(), size);
        return is_different;
    }

    std::vector<std::int32_t> line_;
    std::shared_ptr<const Layers> layers_;
    std::vector<std::size_t> starts_;             // of the layers in the two vectors below
    std::vector<std::uint8_t> reached_, useful_;  // whether a state can be reached, and leads to the end
    std::vector<std::uint8_t> layer_;             // the layer that is being computed
    std::vector<Mask> masks_, kept_;              // the digits at each position in the last run, and those that were possible
    std::vector<std::uint8_t> stale_;
};

}  // namespace nonet::rules
