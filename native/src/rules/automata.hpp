// Lines that a finite automaton reads.
//
// The automaton is unrolled: a layer of states for each position, with only those states that can be reached from the start
// and from which the end can be reached. Automata on lines of equal length share their layers.
#pragma once

#include <stdexcept>

#include "counting.hpp"

namespace nonet::rules {

// A step from a state to one of the next layer.
struct Step {
    std::uint32_t to;
    Mask digits;
};

// Each layer numbers its states from 0. The lists of states and of steps contain all layers, one after the other.
struct Layers {
    std::vector<std::int32_t> states;       // the number of states of each layer, one layer more than positions
    std::vector<std::int32_t> first_state;  // of each layer in the next list
    std::vector<std::int32_t> first_step;   // of each state; and the number of steps
    std::vector<Step> steps;
};

// Unrolls an automaton over a number of positions. `budget` is the number of steps that may still be made.
inline Layers unroll(const Machine& machine, int digits, std::size_t length, std::size_t& budget) {
    struct Move {
        std::int32_t from, to;
        Mask digits;
    };
    const std::size_t states = static_cast<std::size_t>(machine.states);
    std::vector<std::vector<Move>> moves;                             // from each layer, in the order of their first state
    std::vector<std::vector<std::int32_t>> reached{{machine.start}};  // the states of each layer
    std::vector<std::int32_t> index(states, -1);                      // of a state in its layer
    for (std::size_t position = 0; position < length; ++position) {
        std::vector<std::int32_t> next;
        std::vector<Move> own;
        for (std::size_t k = 0; k < reached.back().size(); ++k) {
            const std::size_t before = own.size();
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
                while (j < own.size() && own[j].to != place) ++j;
                if (j == own.size()) own.push_back({static_cast<std::int32_t>(k), place, 0});
                own[j].digits |= bit(digit);
            }
        }
        if (own.size() > budget) throw std::invalid_argument("the automata are too large");
        budget -= own.size();
        for (const std::int32_t state : next) index[static_cast<std::size_t>(state)] = -1;
        reached.push_back(std::move(next));
        moves.push_back(std::move(own));
    }
    // From the end, keep what leads to an accepting state, and number the states again.
    std::vector<std::int32_t> number(reached.back().size());
    std::int32_t alive = 0;
    for (std::size_t k = 0; k < number.size(); ++k) {
        number[k] = machine.accepts[static_cast<std::size_t>(reached.back()[k])] ? alive++ : -1;
    }
    Layers out;
    out.states.assign(length + 1, alive);
    for (std::size_t position = length; position-- > 0;) {
        std::vector<std::int32_t> own(reached[position].size(), -1);
        alive = 0;
        std::size_t kept = 0;
        for (Move move : moves[position]) {
            move.to = number[static_cast<std::size_t>(move.to)];
            if (move.to < 0) continue;
            std::int32_t& from = own[static_cast<std::size_t>(move.from)];
            if (from < 0) from = alive++;
            move.from = from;
            moves[position][kept++] = move;
        }
        moves[position].resize(kept);
        out.states[position] = alive;
        number = std::move(own);
    }
    for (std::size_t position = 0; position < length; ++position) {
        out.first_state.push_back(static_cast<std::int32_t>(out.first_step.size()));
        std::int32_t last = -1;
        for (const Move& move : moves[position]) {
            if (move.from != last) out.first_step.push_back(static_cast<std::int32_t>(out.steps.size()));
            last = move.from;
            out.steps.push_back({static_cast<std::uint32_t>(move.to), move.digits});
        }
    }
    out.first_step.push_back(static_cast<std::int32_t>(out.steps.size()));
    return out;
}

// Only what depends on a change since the last run is computed again: on a long line, most changes have effects nearby.
template <int W>
class Automaton : public Propagator<W> {
  public:
    Automaton(Cells line, std::shared_ptr<const Layers> layers) : Propagator<W>(each_once(line), kAutomaton), layers_(std::move(layers)) {
        std::size_t words = 0, most = 0;
        layer_.reserve(line.size() + 1);
        for (const std::int32_t number : layers_->states) {
            layer_.push_back({words, (static_cast<std::size_t>(number) + 63) / 64});
            words += layer_.back().words;
            most = std::max(most, layer_.back().words);
        }
        this->cost_ += static_cast<int>(std::min<std::size_t>(layers_->steps.size(), 1 << 20));
        memory_.resize(2 * words + most);
        reached_ = memory_.data();
        useful_ = reached_ + words;
        next_ = useful_ + words;
        if (layers_->states[0]) reached_[0] = 1;
        for (std::int32_t state = 0; state < layers_->states.back(); ++state) useful_[layer_.back().first + static_cast<std::size_t>(state) / 64] |= std::uint64_t{1} << state % 64;
        positions_.reserve(line.size() + 1);
        for (const std::int32_t cell : line) positions_.push_back({cell});
        positions_.push_back({});  // after the end
    }

    bool run(Space<W>& space) override {
        const std::size_t length = positions_.size() - 1;
        if (!layers_->states[0]) return false;
        // After its own changes alone, a run finds nothing. A run that failed has left different digits for one cell, so it is repeated.
        if (std::all_of(positions_.begin(), positions_.end() - 1, [&](const Position& position) { return space.mask(position.cell) == position.kept; })) return true;
        bool is_reached = true;
        for (std::size_t k = 0; k < length; ++k) {
            Position& position = positions_[k];
            if (const Mask mask = space.mask(position.cell); mask != position.mask) {
                position.mask = mask;
                position.is_reach_stale = position.is_use_stale = true;
            }
            if (position.is_reach_stale) is_reached = read_forward(k);
        }
        if (!is_reached) {
            positions_[length - 1].is_reach_stale = true;  // so that it is found again
            return false;
        }
        for (std::size_t k = length; k-- > 0;) {
            if (positions_[k].is_use_stale) read_back(k);
            if (!space.keep(positions_[k].cell, positions_[k].kept)) return false;
        }
        return true;
    }

  private:
    // A position of the line: its digits in the last run, and those that were possible. What must be computed again: the states
    // after it; and what is possible, with the states before it that lead to the end.
    struct Position {
        std::int32_t cell = 0;
        Mask mask = 0, kept = 0;
        bool is_reach_stale = false, is_use_stale = false;
    };
    // The words of a layer in a set of states.
    struct Place {
        std::size_t first, words;
    };

    // Finds the states that are reached after a position. Returns whether there is one.
    bool read_forward(std::size_t k) {
        positions_[k].is_reach_stale = false;
        const Mask mask = positions_[k].mask;
        const auto& [first, words] = layer_[k + 1];
        if (words == 1) {  // as usual: in a register
            std::uint64_t next = 0;
            each_state(k, [&](std::size_t, const Step* step, const Step* end) {
                for (; step != end; ++step) next |= static_cast<std::uint64_t>((step->digits & mask) != 0) << step->to;
            });
            next_[0] = next;
        } else {
            std::fill_n(next_, words, 0);
            each_state(k, [&](std::size_t, const Step* step, const Step* end) {
                for (; step != end; ++step) next_[step->to / 64] |= static_cast<std::uint64_t>((step->digits & mask) != 0) << step->to % 64;
            });
        }
        if (replace(reached_ + first, words)) positions_[k + 1].is_reach_stale = positions_[k + 1].is_use_stale = true;
        return std::any_of(next_, next_ + words, [](std::uint64_t word) { return word != 0; });
    }

    // Finds the reached states before a position from which the end can be reached, and the digits that lead there.
    void read_back(std::size_t k) {
        positions_[k].is_use_stale = false;
        const std::uint64_t* const after = useful_ + layer_[k + 1].first;
        const auto& [first, words] = layer_[k];
        std::fill_n(next_, words, 0);
        Mask kept = 0;
        each_state(k, [&](std::size_t state, const Step* step, const Step* end) {
            Mask digits = 0;
            for (; step != end; ++step) digits |= step->digits & -static_cast<Mask>(after[step->to / 64] >> step->to % 64 & 1);
            digits &= positions_[k].mask;
            kept |= digits;
            next_[state / 64] |= static_cast<std::uint64_t>(digits != 0) << state % 64;
        });
        positions_[k].kept = kept;
        if (replace(useful_ + first, words) && k > 0) positions_[k - 1].is_use_stale = true;
    }

    // Calls a function with each state before a position that is reached, and its steps.
    template <class Function>
    void each_state(std::size_t k, Function function) const {
        const std::int32_t* const starts = layers_->first_step.data() + layers_->first_state[k];
        const Step* const steps = layers_->steps.data();
        const auto& [first, words] = layer_[k];
        for (std::size_t word = 0; word < words; ++word) {
            for (std::uint64_t left = reached_[first + word]; left; left &= left - 1) {
                const std::size_t state = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
                function(state, steps + starts[state], steps + starts[state + 1]);
            }
        }
    }

    // Replaces the states of a layer by those that were computed. Returns whether they were different.
    bool replace(std::uint64_t* layer, std::size_t words) const {
        bool is_different = false;
        for (std::size_t word = 0; word < words; ++word) {
            is_different |= layer[word] != next_[word];
            layer[word] = next_[word];
        }
        return is_different;
    }

    std::shared_ptr<const Layers> layers_;
    std::vector<Place> layer_;
    std::vector<std::uint64_t> memory_;
    std::uint64_t *reached_, *useful_;  // sets of states: those that can be reached, and those that also lead to the end
    std::uint64_t* next_;               // the layer that is being computed
    std::vector<Position> positions_;
};

}  // namespace nonet::rules
