// Transitive closure of graphs, and unit propagation. See closure.hpp.

#include "closure.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

namespace nonet {

namespace {

using Row = std::uint64_t;

// Calls f with the index of each set bit in a row of `bits` bits.
template <class F>
void each(const Row* row, std::size_t bits, F f) {
    for (std::size_t word = 0; word < row_words(bits); ++word) {
        for (Row rest = row[word]; rest; rest &= rest - 1) {
            const std::size_t bit = word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
            if (bit < bits) f(bit);
        }
    }
}

bool has(const Row* row, std::size_t bit) { return row[bit / 64] >> bit % 64 & 1; }

// Tarjan's algorithm for strongly connected components, without recursion. A component is completed after all components
// that can be reached from it. So its result is its own members plus the results of their successors.
class Components {
  public:
    Components(const Row* rows, std::size_t nodes, Row* out)
        : nodes_(nodes), width_(row_words(nodes)), out_(out), from_(nodes + 1), order_(nodes, kNew), low_(nodes), next_(nodes) {
        for (std::size_t node = 0; node < nodes; ++node) {
            from_[node] = to_.size();
            each(rows + node * width_, nodes, [&](std::size_t other) { to_.push_back(static_cast<std::uint32_t>(other)); });
        }
        from_[nodes] = to_.size();
    }

    void run() {
        for (std::size_t root = 0; root < nodes_; ++root) {
            if (order_[root] == kNew) walk(static_cast<std::uint32_t>(root));
        }
    }

  private:
    static constexpr std::uint32_t kNew = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t kDone = kNew - 1;

    void enter(std::uint32_t node) {
        order_[node] = low_[node] = count_++;
        next_[node] = from_[node];
        path_.push_back(node);
        open_.push_back(node);
    }

    void walk(std::uint32_t root) {
        enter(root);
        while (!path_.empty()) {
            const std::uint32_t node = path_.back();
            if (next_[node] < from_[node + 1]) {
                const std::uint32_t other = to_[next_[node]++];
                if (order_[other] == kNew) {
                    enter(other);
                } else if (order_[other] != kDone) {
                    low_[node] = std::min(low_[node], order_[other]);
                }
                continue;
            }
            path_.pop_back();
            if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[node]);
            if (low_[node] == order_[node]) close(node);
        }
    }

    void close(std::uint32_t first) {
        Row* const whole = out_ + first * width_;
        std::fill_n(whole, width_, 0);
        std::size_t begin = open_.size();
        do {
            --begin;
            whole[open_[begin] / 64] |= Row{1} << open_[begin] % 64;
        } while (open_[begin] != first);
        for (std::size_t at = begin; at < open_.size(); ++at) {
            for (std::size_t edge = from_[open_[at]]; edge < from_[open_[at] + 1]; ++edge) {
                if (has(whole, to_[edge])) continue;
                const Row* const more = out_ + to_[edge] * width_;
                for (std::size_t word = 0; word < width_; ++word) whole[word] |= more[word];
            }
        }
        for (std::size_t at = begin; at < open_.size(); ++at) {
            order_[open_[at]] = kDone;
            if (open_[at] != first) std::copy_n(whole, width_, out_ + open_[at] * width_);
        }
        open_.resize(begin);
    }

    std::size_t nodes_, width_;
    Row* out_;
    std::vector<std::size_t> from_;
    std::vector<std::uint32_t> to_, order_, low_;
    std::vector<std::size_t> next_;
    std::vector<std::uint32_t> path_, open_;
    std::uint32_t count_ = 0;
};

// The rules as lists of members and sets, and the state of one propagation.
class Propagation {
  public:
    explicit Propagation(const Rules& rules)
        : rules_(rules), width_(row_words(rules.members)), members_(rules.number), sets_of_(rules.members),
          start_counts_(rules.number), true_(width_), alive_(width_) {
        for (std::size_t set = 0; set < rules.number; ++set) {
            each(rules.sets + set * width_, rules.members, [&](std::size_t member) {
                members_[set].push_back(static_cast<std::uint32_t>(member));
                sets_of_[member].push_back(static_cast<std::uint32_t>(set));
            });
            start_counts_[set] = static_cast<std::uint32_t>(members_[set].size());
            if (start_counts_[set] == 0) starts_empty_ = true;
            if (start_counts_[set] == 1) start_ones_.push_back(static_cast<std::uint32_t>(set));
        }
    }

    // Propagates the assumption that a member is true. Returns the round in which a set became empty, or 0.
    std::uint16_t run(std::uint32_t member) {
        counts_ = start_counts_;
        ones_ = start_ones_;
        empty_ = starts_empty_;
        std::fill(true_.begin(), true_.end(), 0);
        for (std::size_t word = 0; word < width_; ++word) {
            const std::size_t rest = rules_.members - word * 64;
            alive_[word] = rest >= 64 ? ~Row{0} : (Row{1} << rest) - 1;
        }
        make_true(member);
        for (std::uint32_t round = 1;; ++round) {
            if (empty_) return static_cast<std::uint16_t>(std::min<std::uint32_t>(round, 0xFFFF));  // it is never so large
            if (!settle_ones() && !settle_pairs()) return 0;
        }
    }

    const std::vector<Row>& alive() const { return alive_; }

  private:
    void remove(std::uint32_t member) {
        Row& word = alive_[member / 64];
        const Row own = Row{1} << member % 64;
        if (!(word & own)) return;
        word ^= own;
        for (const std::uint32_t set : sets_of_[member]) {
            const std::uint32_t rest = --counts_[set];
            if (rest == 1) ones_.push_back(set);
            if (rest == 0) empty_ = true;
        }
    }

    void make_true(std::uint32_t member) {
        true_[member / 64] |= Row{1} << member % 64;
        for (const std::uint32_t set : sets_of_[member]) {
            for (const std::uint32_t other : members_[set]) {
                if (other != member) remove(other);
            }
        }
    }

    // Makes the last member of each set true. Returns false if all of them are true already.
    bool settle_ones() {
        units_.clear();
        for (const std::uint32_t set : ones_) {
            for (const std::uint32_t member : members_[set]) {
                if (!has(alive_.data(), member)) continue;
                if (!has(true_.data(), member)) {
                    true_[member / 64] |= Row{1} << member % 64;
                    units_.push_back(member);
                }
                break;
            }
        }
        ones_.clear();
        for (const std::uint32_t unit : units_) make_true(unit);
        return !units_.empty();
    }

    // Removes members that the pairs exclude. Returns false if there are none.
    bool settle_pairs() {
        units_.clear();
        for (std::size_t pair = 0; pair < rules_.pairs; ++pair) {
            const Row* const one = rules_.sets + rules_.within[2 * pair] * width_;
            const Row* const other = rules_.sets + rules_.within[2 * pair + 1] * width_;
            Row outside = 0, rest = 0;
            for (std::size_t word = 0; word < width_; ++word) {
                outside |= one[word] & ~other[word] & alive_[word];
                rest |= other[word] & ~one[word] & alive_[word];
            }
            if (outside || !rest) continue;
            for (const std::uint32_t member : members_[rules_.within[2 * pair + 1]]) {
                if (has(alive_.data(), member) && !has(one, member)) units_.push_back(member);
            }
        }
        for (const std::uint32_t member : units_) remove(member);
        return !units_.empty();
    }

    const Rules& rules_;
    std::size_t width_;
    std::vector<std::vector<std::uint32_t>> members_, sets_of_;
    std::vector<std::uint32_t> start_counts_, start_ones_, counts_, ones_, units_;
    std::vector<Row> true_, alive_;
    bool starts_empty_ = false, empty_ = false;
};

}  // namespace

void closure(const std::uint64_t* rows, std::size_t nodes, std::uint64_t* out) { Components(rows, nodes, out).run(); }

void propagate(const Rules& rules, std::uint64_t* left, std::uint16_t* rounds) {
    Propagation propagation(rules);
    const std::size_t width = row_words(rules.members);
    for (std::size_t member = 0; member < rules.members; ++member) {
        rounds[member] = propagation.run(static_cast<std::uint32_t>(member));
        if (rounds[member]) {
            std::fill_n(left + member * width, width, 0);
        } else {
            std::copy_n(propagation.alive().data(), width, left + member * width);
        }
    }
}

}  // namespace nonet
