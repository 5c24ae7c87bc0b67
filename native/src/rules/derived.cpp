#include "derived.hpp"

#include <algorithm>

namespace nonet::rules {

namespace {

class Derivation {
  public:
    Derivation(const Model& model, const std::vector<Cells>& houses, const std::vector<Equation>& known)
        : known_(known), weights_(static_cast<std::size_t>(model.cells)), words_((weights_.size() + 63) / 64), left_(words_), sets_(words_ * known.size()),
          house_sets_(words_ * houses.size()), inside_(houses.size() * known.size()), covered_(houses.size()) {
        for (int digit = 0; digit < model.digits; ++digit) house_total_ += model.low + digit;
        for (std::size_t k = 0; k < known.size(); ++k) insert(known[k].cells, &sets_[words_ * k]);
        for (std::size_t house = 0; house < houses.size(); ++house) {
            insert(houses[house], &house_sets_[words_ * house]);
            for (std::size_t k = 0; k < known.size(); ++k) {
                const std::size_t common = common_cells(&house_sets_[words_ * house], k);
                inside_[house * known.size() + k] = common != 0;
                covered_[house] += common;
            }
        }
        house_size_ = houses.empty() ? 0 : houses[0].size();
    }

    // Starts from the cells of some houses, subtracts equations, and adds what is short enough. Returns false if two of the
    // houses share a cell.
    bool try_houses(const std::vector<std::size_t>& houses, std::vector<Equation>& out) {
        std::fill(left_.begin(), left_.end(), 0);
        std::size_t covered = 0;  // at most this many cells can vanish
        for (const std::size_t house : houses) {
            covered += covered_[house];
            for (std::size_t word = 0; word < words_; ++word) {
                const std::uint64_t own = house_sets_[words_ * house + word];
                if (left_[word] & own) return false;
                left_[word] |= own;
            }
        }
        number_ = houses.size() * house_size_;
        if (number_ > covered + kLongestDerived) return true;
        total_ = house_total_ * static_cast<std::int64_t>(houses.size());
        for (std::size_t cell = 0; cell < weights_.size(); ++cell) weights_[cell] = left_[cell / 64] >> cell % 64 & 1;
        const std::size_t before = number_;
        near_.clear();
        for (std::size_t k = 0; k < known_.size(); ++k) {
            if (std::none_of(houses.begin(), houses.end(), [&](std::size_t house) { return inside_[house * known_.size() + k]; })) continue;
            const std::size_t inside = common_cells(left_.data(), k);
            if (inside == known_[k].cells.size()) {
                subtract(k);
            } else if (inside) {
                near_.push_back(k);
            }
        }
        if (number_ < before) add_if_short(out);
        const std::size_t inside = number_;
        for (const std::size_t k : near_) {
            if (2 * common_cells(left_.data(), k) > known_[k].cells.size()) subtract(k);
        }
        if (number_ < inside) add_if_short(out);
        return true;
    }

  private:
    static void insert(Cells cells, std::uint64_t* set) {
        for (const std::int32_t cell : cells) set[cell / 64] |= std::uint64_t{1} << cell % 64;
    }

    // The number of cells of an equation that are in a set.
    std::size_t common_cells(const std::uint64_t* set, std::size_t k) const {
        std::size_t number = 0;
        for (std::size_t word = 0; word < words_; ++word) number += static_cast<std::size_t>(popcount(set[word] & sets_[words_ * k + word]));
        return number;
    }

    // Subtracts or adds an equation if fewer cells remain.
    void subtract(std::size_t k) {
        const Equation& equation = known_[k];
        for (const std::int64_t factor : {1, -1}) {
            std::int64_t change = 0;
            for (std::size_t j = 0; j < equation.cells.size(); ++j) {
                const std::int64_t weight = weights_[static_cast<std::size_t>(equation.cells[j])];
                change += (weight - factor * equation.weights[j] != 0) - (weight != 0);
            }
            if (change >= 0) continue;
            for (std::size_t j = 0; j < equation.cells.size(); ++j) {
                const std::size_t cell = static_cast<std::size_t>(equation.cells[j]);
                weights_[cell] -= factor * equation.weights[j];
                const std::uint64_t own = std::uint64_t{1} << cell % 64;
                left_[cell / 64] = weights_[cell] ? left_[cell / 64] | own : left_[cell / 64] & ~own;
            }
            number_ = static_cast<std::size_t>(static_cast<std::int64_t>(number_) + change);
            total_ -= factor * equation.total;
            return;
        }
    }

    void add_if_short(std::vector<Equation>& out) {
        if (number_ > kLongestDerived || (number_ == 0 && total_ == 0)) return;
        Equation equation;
        equation.total = total_;
        for (std::size_t cell = 0; cell < weights_.size(); ++cell) {
            if (!weights_[cell]) continue;
            equation.cells.push_back(static_cast<std::int32_t>(cell));
            equation.weights.push_back(weights_[cell]);
        }
        if (!equation.weights.empty() && equation.weights[0] < 0) {
            for (std::int64_t& weight : equation.weights) weight = -weight;
            equation.total = -equation.total;
        }
        const auto is_same = [&](const Equation& other) { return other.cells == equation.cells && other.weights == equation.weights; };
        if (std::none_of(known_.begin(), known_.end(), is_same) && std::none_of(out.begin(), out.end(), is_same)) out.push_back(std::move(equation));
    }

    const std::vector<Equation>& known_;
    std::vector<std::int64_t> weights_;
    std::size_t words_;
    std::vector<std::uint64_t> left_, sets_, house_sets_;  // the cells with a weight, and those of each equation and house, as bits
    std::vector<std::uint8_t> inside_;   // for each house and equation, whether they have common cells
    std::vector<std::size_t> covered_;   // for each house, how many cells of equations it has
    std::size_t house_size_ = 0;
    std::vector<std::size_t> near_;  // equations with some cells in the houses
    std::int64_t house_total_ = 0, total_ = 0;
    std::size_t number_ = 0;
};

constexpr std::size_t kMostHouses = 128, kMostEquations = 512;

}  // namespace

std::vector<Equation> derive(const Model& model, const std::vector<Cells>& houses, const std::vector<Equation>& known) {
    std::vector<Equation> out;
    if (known.empty() || houses.size() > kMostHouses || known.size() > kMostEquations) return out;
    Derivation derivation(model, houses, known);
    for (std::size_t first = 0; first < houses.size(); ++first) {
        std::vector<std::size_t> window;
        for (std::size_t last = first; last < houses.size() && last < first + 5; ++last) {  // neighbors in reading order
            window.push_back(last);
            if (!derivation.try_houses(window, out)) break;
        }
        for (std::size_t other = first + 2; other < houses.size() && other < first + 5; ++other) derivation.try_houses({first, other}, out);
    }
    return out;
}

}  // namespace nonet::rules
