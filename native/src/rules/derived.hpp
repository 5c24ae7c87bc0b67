// Sums that follow from other sums and from houses, whose digits have a known sum.
//
//     windows       Some houses without common cells, minus the cages in them: the few cells that are left have a known sum. If
//                   cages reach beyond the houses, so has the difference between the cells inside and outside.
//     surroundings  Cages that meet a house, and houses that fill the gaps, together cover the house. So the sum of their cells
//                   outside is known. On little killers: four diagonals around a main diagonal and the boxes on it.
//     unions        Two long sums without common cells: if many of these cells see each other, both together restrict them more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "space.hpp"

namespace nonet::rules {

// A weighted sum of different cells.
struct Equation {
    std::vector<std::int32_t> cells;
    std::vector<std::int64_t> weights;
    std::int64_t total = 0;
};

constexpr std::size_t kMostHouses = 128, kMostEquations = 512;

template <int W>
class Derivation {
  public:
    Derivation(const Model& model, const Space<W>& space, const std::vector<Equation>& known)
        : low_(model.low), digits_(model.digits), cliques_(space.cliques), known_(known), weights_(static_cast<std::size_t>(model.cells)),
          inside_(space.houses.size() * known.size()), covered_(space.houses.size()) {
        for (int digit = 0; digit < digits_; ++digit) house_total_ += low_ + digit;
        for (const Equation& each : known) sets_.push_back(set_of<W>(each.cells));
        for (const Cells each : space.houses) houses_.push_back(set_of<W>(each));
        for (std::size_t house = 0; house < houses_.size(); ++house) {
            for (std::size_t k = 0; k < known.size(); ++k) {
                const int common = (houses_[house] & sets_[k]).size();
                inside_[house * known.size() + k] = common != 0;
                covered_[house] += common;
            }
        }
    }

    // Returns sums that are short, or whose total is near the lowest or the highest possible one.
    std::vector<Equation> equations() {
        for (std::size_t first = 0; first < houses_.size(); ++first) {
            try_surroundings(first);
            std::vector<std::size_t> window;
            for (std::size_t last = first; last < houses_.size() && last < first + 5; ++last) {  // neighbors in reading order
                window.push_back(last);
                if (!try_window(window)) break;
            }
            for (std::size_t other = first + 2; other < houses_.size() && other < first + 5; ++other) try_window({first, other});
        }
        add_unions();
        return std::move(out_);
    }

  private:
    static constexpr int kShort = 5;             // cells of a sum; with 6, puzzles with sums took 15 % longer in the mean
    static constexpr std::size_t kMostLong = 32;  // sums of which unions are tried

    // Starts from the cells of some houses, subtracts equations, and adds what is short enough. Returns false if two of the
    // houses share a cell.
    bool try_window(const std::vector<std::size_t>& houses) {
        left_ = {};
        int covered = 0;  // at most this many cells can vanish
        for (const std::size_t house : houses) {
            if (!(left_ & houses_[house]).empty()) return false;
            left_ |= houses_[house];
            covered += covered_[house];
        }
        number_ = left_.size();
        if (number_ > covered + kShort) return true;
        total_ = house_total_ * static_cast<std::int64_t>(houses.size());
        std::fill(weights_.begin(), weights_.end(), 0);
        left_.each([&](int cell) {
            weights_[static_cast<std::size_t>(cell)] = 1;
            return true;
        });
        const int before = number_;
        near_.clear();
        for (std::size_t k = 0; k < known_.size(); ++k) {
            const Set<W> inside = left_ & sets_[k];
            if (inside == sets_[k]) {
                subtract(k);
            } else if (!inside.empty()) {
                near_.push_back(k);
            }
        }
        if (number_ < before) add_if_short();
        const int inside = number_;
        for (const std::size_t k : near_) {
            if (2 * (left_ & sets_[k]).size() > static_cast<int>(known_[k].cells.size())) subtract(k);
        }
        if (number_ < inside) add_if_short();
        return true;
    }

    // Subtracts or adds an equation if fewer cells remain.
    void subtract(std::size_t k) {
        const Equation& equation = known_[k];
        for (const std::int64_t factor : {1, -1}) {
            int change = 0;
            for (std::size_t j = 0; j < equation.cells.size(); ++j) {
                const std::int64_t weight = weights_[static_cast<std::size_t>(equation.cells[j])];
                change += (weight - factor * equation.weights[j] != 0) - (weight != 0);
            }
            if (change >= 0) continue;
            for (std::size_t j = 0; j < equation.cells.size(); ++j) {
                const std::int32_t cell = equation.cells[j];
                const std::int64_t weight = weights_[static_cast<std::size_t>(cell)] -= factor * equation.weights[j];
                weight ? left_.insert(cell) : left_.erase(cell);
            }
            number_ += change;
            total_ -= factor * equation.total;
            return;
        }
    }

    void add_if_short() {
        if (number_ > kShort || (number_ == 0 && total_ == 0)) return;
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
        add(std::move(equation));
    }

    // Covers a house by equations that meet it, those with the fewest others in the way first, and by houses.
    void try_surroundings(std::size_t house) {
        std::vector<std::pair<int, std::size_t>> meeting;  // with how many they share a cell
        for (std::size_t k = 0; k < known_.size(); ++k) {
            if (meets(house, k) && is_plain(known_[k])) meeting.push_back({0, k});
        }
        if (meeting.empty()) return;
        for (auto& [others, k] : meeting) {
            for (const auto& other : meeting) others += !(sets_[k] & sets_[other.second]).empty();
        }
        std::sort(meeting.begin(), meeting.end());
        Set<W> cover;
        std::int64_t total = 0;
        const auto cover_with = [&](const Set<W>& cells, std::int64_t own) {
            if (!(cover & cells).empty()) return;
            cover |= cells;
            total += own;
        };
        for (const auto& [others, k] : meeting) cover_with(sets_[k], known_[k].total);
        for (std::size_t other = 0; other < houses_.size(); ++other) {
            if (other != house && (houses_[other] & houses_[house]).size() > 1) cover_with(houses_[other], house_total_);
        }
        const auto uncover = [&](const Set<W>& cells) {
            if (!((cover & cells) == cells)) return;
            cover -= cells;
            total -= house_total_;
        };
        if (!((cover & houses_[house]) == houses_[house])) return;
        uncover(houses_[house]);
        for (const Set<W>& other : houses_) uncover(other);
        if (cover.size() <= kShort || tightness(cover, total) > 0) add(cover, total);
    }

    // Joins the two long sums that become the tightest by it, until no union is tighter than its parts.
    void add_unions() {
        struct Part {
            Set<W> cells;
            std::int64_t total, tightness;
            bool is_union;
        };
        std::vector<Part> parts;
        for (std::size_t k = 0; k < known_.size(); ++k) {
            if (sets_[k].size() < kShort || !is_plain(known_[k])) continue;
            if (std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return part.cells == sets_[k]; })) continue;
            parts.push_back({sets_[k], known_[k].total, tightness(sets_[k], known_[k].total), false});
        }
        if (parts.size() > kMostLong) return;
        for (;;) {
            Part best{{}, 0, 0, true};
            std::size_t first = 0, second = 0;
            for (std::size_t b = 1; b < parts.size(); ++b) {
                for (std::size_t a = 0; a < b; ++a) {
                    if (!(parts[a].cells & parts[b].cells).empty()) continue;
                    Set<W> cells = parts[a].cells;
                    cells |= parts[b].cells;
                    const std::int64_t total = parts[a].total + parts[b].total, own = tightness(cells, total);
                    if (own <= parts[a].tightness + parts[b].tightness || (second && own <= best.tightness)) continue;
                    best = {cells, total, own, true};
                    first = a;
                    second = b;
                }
            }
            if (!second) break;
            parts[first] = best;
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(second));
        }
        for (const Part& part : parts) {
            if (part.is_union && part.tightness > 0) add(part.cells, part.total);
        }
    }

    // How much a total restricts some cells: the difference between the highest and the lowest possible sum, minus four times
    // how far the total is from the nearer one of both. Unions of cells that do not see each other have the tightness of both.
    std::int64_t tightness(Set<W> cells, std::int64_t total) const {
        std::int64_t low = 0, range = 0;
        while (!cells.empty()) {
            Set<W> largest;
            largest.insert(cells.first());
            std::int64_t number = 1;
            for (const Set<W>& clique : cliques_) {
                const Set<W> common = clique & cells;
                if (const int size = common.size(); size > number) {
                    number = size;
                    largest = common;
                }
            }
            cells -= largest;
            low += number * low_ + number * (number - 1) / 2;
            range += number * (digits_ - number);
        }
        return range - 4 * std::min(total - low, low + range - total);
    }

    static bool is_plain(const Equation& equation) {
        return std::all_of(equation.weights.begin(), equation.weights.end(), [](std::int64_t weight) { return weight == 1; });
    }

    bool meets(std::size_t house, std::size_t k) const { return inside_[house * known_.size() + k]; }

    void add(const Set<W>& cells, std::int64_t total) {
        Equation equation{{}, std::vector<std::int64_t>(static_cast<std::size_t>(cells.size()), 1), total};
        cells.each([&](int cell) {
            equation.cells.push_back(cell);
            return true;
        });
        add(std::move(equation));
    }

    void add(Equation equation) {
        const auto is_same = [&](const Equation& other) { return other.cells == equation.cells && other.weights == equation.weights; };
        if (std::none_of(known_.begin(), known_.end(), is_same) && std::none_of(out_.begin(), out_.end(), is_same)) out_.push_back(std::move(equation));
    }

    int low_, digits_;
    std::int64_t house_total_ = 0;
    const std::vector<Set<W>>& cliques_;
    const std::vector<Equation>& known_;
    std::vector<Set<W>> sets_, houses_;  // the cells of each equation and house
    std::vector<std::int64_t> weights_;  // of the cells in a window
    std::vector<char> inside_;           // for each house and equation, whether they have common cells
    std::vector<int> covered_;           // for each house, how many cells of equations it has
    Set<W> left_;                        // the cells with a weight
    int number_ = 0;                     // of these cells
    std::int64_t total_ = 0;
    std::vector<std::size_t> near_;      // equations with some cells in the window
    std::vector<Equation> out_;
};

// Returns sums that follow from those that are known and from houses.
template <int W>
std::vector<Equation> derive(const Model& model, const Space<W>& space, const std::vector<Equation>& known) {
    if (known.empty() || known.size() > kMostEquations || space.houses.size() > kMostHouses) return {};
    return Derivation<W>(model, space, known).equations();
}

}  // namespace nonet::rules
