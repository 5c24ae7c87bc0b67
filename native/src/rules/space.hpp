// The digits that each cell may still have, and the queue of propagators.
//
// Each candidate is stored twice: mask[cell] has a bit for each digit, and place[digit] has a bit for each cell. Sums and
// lines read masks; houses and cells that see each other read places.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernel.hpp"
#include "model.hpp"
#include "rules.hpp"

namespace nonet::rules {

// A set of cells: W words of 64 bits.
template <int W>
struct Set {
    std::uint64_t words[W] = {};

    void insert(int cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    void erase(int cell) { words[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
    bool contains(int cell) const { return words[cell >> 6] >> (cell & 63) & 1; }
    Set operator&(const Set& other) const {
        Set out;
        for (int k = 0; k < W; ++k) out.words[k] = words[k] & other.words[k];
        return out;
    }
    Set& operator&=(const Set& other) {
        for (int k = 0; k < W; ++k) words[k] &= other.words[k];
        return *this;
    }
    Set& operator-=(const Set& other) {
        for (int k = 0; k < W; ++k) words[k] &= ~other.words[k];
        return *this;
    }
    Set& operator|=(const Set& other) {
        for (int k = 0; k < W; ++k) words[k] |= other.words[k];
        return *this;
    }
    bool operator==(const Set&) const = default;
    bool empty() const {
        std::uint64_t any = 0;
        for (int k = 0; k < W; ++k) any |= words[k];
        return any == 0;
    }
    int size() const {
        int number = 0;
        for (int k = 0; k < W; ++k) number += popcount(words[k]);
        return number;
    }
    int first() const {
        for (int k = 0; k < W; ++k) {
            if (words[k]) return 64 * k + std::countr_zero(words[k]);
        }
        return -1;
    }
    // Calls a function with each cell, until it returns false. Returns whether it always returned true.
    template <class Function>
    bool each(Function function) const {
        for (int k = 0; k < W; ++k) {
            for (std::uint64_t left = words[k]; left; left &= left - 1) {
                if (!function(64 * k + std::countr_zero(left))) return false;
            }
        }
        return true;
    }
};

template <int W>
Set<W> set_of(Cells cells) {
    Set<W> out;
    for (const std::int32_t cell : cells) out.insert(cell);
    return out;
}

// Houses without common cells, and the cells in none of them.
template <int W>
struct Partition {
    std::vector<Set<W>> houses;
    Set<W> rest;
};

// A digit that one of some cells has, which is a good guess: where it is decides much.
template <int W>
struct Wanted {
    int digit;
    Set<W> among;
};

inline bool is_single(Mask mask) { return (mask & (mask - 1)) == 0; }
inline int lowest(Mask mask) { return std::countr_zero(mask); }
inline int highest(Mask mask) { return 31 - std::countl_zero(mask); }

// Which digits a neighbor may have, for each set of digits of a cell. Sets are looked up in parts of five digits: tables of
// whole sets would be larger than the rest of a puzzle.
class Image {
  public:
    Image(const std::vector<Mask>& table) : images_((table.size() + kWidth - 1) / kWidth << kWidth) {
        for (std::size_t first = 0; first < table.size(); first += kWidth) {
            Mask* const part = &images_[first / kWidth << kWidth];
            const std::size_t digits = std::min(kWidth, table.size() - first);
            for (std::size_t set = 1; set < std::size_t{1} << digits; ++set) part[set] = part[set & (set - 1)] | table[first + static_cast<std::size_t>(std::countr_zero(set))];
        }
    }

    Mask operator()(Mask set) const {
        Mask out = 0;
        for (const Mask* part = images_.data(); set; set >>= kWidth, part += 1 << kWidth) out |= part[set & ((1 << kWidth) - 1)];
        return out;
    }

  private:
    static constexpr std::size_t kWidth = 5;
    std::vector<Mask> images_;
};

// Thrown when the time is over or the work is to stop.
struct Interruption {
    End reason;
};

template <int W>
class Space;

// A condition that removes digits that are in none of its solutions. It may be weak as long as some cells are open. When all
// of its cells have one digit, it is exact.
template <int W>
class Propagator {
  public:
    virtual ~Propagator() = default;
    // Returns false if the condition cannot be true.
    virtual bool run(Space<W>& space) = 0;
    Cells cells() const { return model_cells_.empty() ? Cells(cells_) : model_cells_; }
    // The cells to guess first.
    virtual Cells important() const { return cells(); }
    int cost() const { return cost_; }

  protected:
    Propagator(std::vector<std::int32_t> cells, int cost) : cells_(std::move(cells)), cost_(cost) {}
    std::vector<std::int32_t> cells_;  // each cell once
    Cells model_cells_;                // instead of these: cells of the model, which lives longer
    int cost_;
};

template <int W>
using PropagatorPointer = std::unique_ptr<Propagator<W>>;

// The candidates of all cells, in one block of memory that can be copied.
template <int W>
struct State {
    Mask* mask;
    Set<W>* place;
    std::uint64_t* flags;  // what conditions remember, see reserve_flags
};

template <int W>
class Space {
  public:
    struct Arc {
        std::int32_t other;
        const Image* image;
    };
    struct Subscription {
        std::int32_t word;
        std::uint64_t bits;
    };

    int cells, digits;
    Mask all;
    std::vector<Set<W>> sees;     // the cells that have other digits than a cell
    std::vector<Set<W>> cliques;  // sets of more than two cells with different digits
    std::vector<Cells> houses;    // those with as many cells as digits
    std::vector<Partition<W>> partitions;  // these houses; empty if no condition needs them
    std::vector<Wanted<W>> wanted;
    State<W> state{};

    Space(const Model& model) : cells(model.cells), digits(model.digits), all(model.all), sees(static_cast<std::size_t>(cells)), links_(static_cast<std::size_t>(cells)) {}

    Mask mask(int cell) const { return state.mask[cell]; }
    const Set<W>& place(int digit) const { return state.place[digit]; }

    // Removes all but the given digits from a cell. Returns false if none is left.
    bool keep(int cell, Mask digits_kept) {
        const Mask old = state.mask[cell], left = old & digits_kept;
        return left == old || change(cell, old, left);
    }

    bool remove(int cell, Mask digits_removed) { return keep(cell, ~digits_removed); }

    // Removes a digit from all cells that see every one of some cells, one of which has the digit.
    bool remove_seen_by_all(int digit, const Set<W>& places) {
        Set<W> common = state.place[digit];
        common -= places;
        places.each([&](int cell) {
            common &= sees[static_cast<std::size_t>(cell)];
            return !common.empty();
        });
        return common.each([&](int cell) { return keep(cell, ~bit(digit)); });
    }

    // One of the cells has the digit. Returns false if none of them can.
    bool require_digit(int digit, const Set<W>& among) {
        const Set<W> places = state.place[digit] & among;
        const int number = places.size();
        if (number == 0) return false;
        if (number == 1 && !keep(places.first(), bit(digit))) return false;
        return number > 3 || remove_seen_by_all(digit, places);
    }

    // Propagates until nothing changes. Returns false at a contradiction; blame() then has the cells that were involved.
    bool propagate() {
        for (;;) {
            if (!fixed_.empty()) {
                const int cell = fixed_.back();
                fixed_.pop_back();
                if (!settle_fixed(cell)) return abandon();
            } else if (!paired_.empty()) {
                const int cell = paired_.first();
                paired_.erase(cell);
                if (!settle_pair(cell)) return abandon();
            } else if (!dirty_.empty()) {
                const int cell = dirty_.first();
                dirty_.erase(cell);
                for (const Arc& arc : of_cell(arcs_, links_[static_cast<std::size_t>(cell)].arcs)) {
                    if (!blamed(arc.other, keep(arc.other, (*arc.image)(state.mask[cell])))) return abandon();
                }
            } else {
                while (lowest_word_ < pending_.size() && !pending_[lowest_word_]) ++lowest_word_;
                if (lowest_word_ == pending_.size()) return true;
                const std::size_t index = 64 * lowest_word_ + static_cast<std::size_t>(std::countr_zero(pending_[lowest_word_]));
                pending_[lowest_word_] &= pending_[lowest_word_] - 1;
                running_ = propagators_[index].get();
                use_time(running_->cost());
                if (!running_->run(*this)) {
                    blame_ = running_->important();
                    return abandon();
                }
            }
        }
    }

    // Lets a function change the candidates without touching the queue. Returns whether it changed anything.
    template <class Function>
    bool changes(Function function) {
        const bool outer_quiet = is_quiet_, outer_changed = has_changed_;
        is_quiet_ = true;
        has_changed_ = false;
        const bool possible = function();
        const bool changed = has_changed_;
        is_quiet_ = outer_quiet;
        has_changed_ = outer_changed;
        return possible && changed;
    }

    // Enqueues everything.
    void look_at_all() {
        forget();
        is_quiet_ = false;
        trial_depth_ = 0;
        std::fill(pending_.begin(), pending_.end(), 0);
        for (std::size_t k = 0; k < propagators_.size(); ++k) pending_[k / 64] |= std::uint64_t{1} << k % 64;
        lowest_word_ = 0;
        std::fill(lost_.begin(), lost_.end(), all);
        for (int cell = 0; cell < cells; ++cell) {
            if (links_[static_cast<std::size_t>(cell)].arcs.size) dirty_.insert(cell);
            enqueue_small(cell, state.mask[cell]);
        }
    }

    // Sets the arcs, each with the cell it starts from.
    void set_arcs(const std::vector<std::pair<std::int32_t, Arc>>& arcs) {
        arcs_ = by_cell<Arc>(&Links::arcs, [&](auto add) {
            for (const auto& [cell, arc] : arcs) add(static_cast<std::size_t>(cell), arc);
        });
    }

    // Sets the propagators, cheapest first.
    void set_propagators(std::vector<PropagatorPointer<W>> propagators) {
        std::stable_sort(propagators.begin(), propagators.end(), [](const auto& a, const auto& b) { return a->cost() < b->cost(); });
        propagators_ = std::move(propagators);
        pending_.assign((propagators_.size() + 63) / 64, 0);
        const std::size_t words = pending_.size();
        std::vector<std::uint64_t> bits(static_cast<std::size_t>(cells) * words);  // for each cell and word
        for (std::size_t k = 0; k < propagators_.size(); ++k) {
            for (const std::int32_t cell : propagators_[k]->cells()) bits[static_cast<std::size_t>(cell) * words + k / 64] |= std::uint64_t{1} << k % 64;
        }
        subscriptions_ = by_cell<Subscription>(&Links::subscriptions, [&](auto add) {
            for (std::size_t k = 0; k < bits.size(); ++k) {
                if (bits[k]) add(k / words, {static_cast<std::int32_t>(k % words), bits[k]});
            }
        });
        houses_of_ = by_cell<std::int32_t>(&Links::houses, [&](auto add) {
            for (std::size_t house = 0; house < houses.size(); ++house) {
                for (const std::int32_t cell : houses[house]) add(static_cast<std::size_t>(cell), static_cast<std::int32_t>(house));
            }
        });
        lost_.assign(houses.size(), 0);
    }

    // The digits that cells of a house have lost since the last call.
    Mask take_lost(std::size_t house) { return std::exchange(lost_[house], 0); }

    Cells blame() const { return blame_; }

    // Memory for one state.
    std::size_t state_words() const { return flag_words_ + mask_words() + static_cast<std::size_t>(digits) * W; }
    State<W> state_at(std::uint64_t* memory) const {
        std::uint64_t* const masks = memory + static_cast<std::size_t>(digits) * W;
        return {reinterpret_cast<Mask*>(masks), reinterpret_cast<Set<W>*>(memory), masks + mask_words()};
    }

    // A condition may remember what stays true as candidates are removed, in bits that are copied with the state. Returns the
    // index of the first word. All bits are 0 in the beginning.
    std::size_t reserve_flags(std::size_t bits) {
        const std::size_t start = flag_words_;
        flag_words_ += (bits + 63) / 64;
        return start;
    }
    std::size_t flag_words() const { return flag_words_; }

    // A copy of the current state in memory that is reused; for a function that tries something out.
    class Trial {
      public:
        Trial(Space& space) : space_(space), before_(space.state) {
            const std::size_t words = space.state_words();
            if (space.trials_.size() <= space.trial_depth_) space.trials_.push_back(std::make_unique<std::uint64_t[]>(words));
            std::uint64_t* const memory = space.trials_[space.trial_depth_++].get();
            std::memcpy(memory, before_.place, words * 8);
            space.state = space.state_at(memory);
        }
        Trial(const Trial&) = delete;
        Trial& operator=(const Trial&) = delete;
        ~Trial() {
            space_.state = before_;
            --space_.trial_depth_;
        }

      private:
        Space& space_;
        State<W> before_;
    };

    // The time and the wish to stop are checked after an amount of work.
    void start_clock(const Limits& limits, Poll poll, void* context) {
        poll_ = poll;
        context_ = context;
        has_deadline_ = limits.seconds < 1e9;
        if (has_deadline_) {
            deadline_ = std::chrono::steady_clock::now() +
                        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(std::max(0.0, limits.seconds)));
        }
        fuel_ = kFuel;
    }

    void use_time(int work) {
        fuel_ -= work;
        if (fuel_ < 0) check_time();
    }

    void check_time() {
        fuel_ = kFuel;
        if (has_deadline_ && std::chrono::steady_clock::now() >= deadline_) throw Interruption{End::kDeadline};
        if (poll_ && poll_(context_)) throw Interruption{End::kStopped};
    }

  private:
    static constexpr std::int64_t kFuel = 1 << 22;

    std::size_t mask_words() const { return (static_cast<std::size_t>(cells) + 1) / 2; }

    // The items of a cell in a list.
    struct Range {
        std::int32_t first = 0, size = 0;
    };
    // What must be looked at again when a cell changes.
    struct Links {
        Range arcs, houses, subscriptions;
    };

    // Sorts items by their cells, stably. `each` calls a function with each cell and its item.
    template <class Item, class Each>
    std::vector<Item> by_cell(Range Links::*range, Each each) {
        each([&](std::size_t cell, const Item&) { ++(links_[cell].*range).size; });
        std::int32_t number = 0;
        for (Links& links : links_) {
            (links.*range).first = number;
            number += std::exchange((links.*range).size, 0);
        }
        std::vector<Item> out(static_cast<std::size_t>(number));
        each([&](std::size_t cell, const Item& item) {
            Range& own = links_[cell].*range;
            out[static_cast<std::size_t>(own.first + own.size++)] = item;
        });
        return out;
    }

    template <class Item>
    static std::span<const Item> of_cell(const std::vector<Item>& items, Range range) {
        return {items.data() + range.first, static_cast<std::size_t>(range.size)};
    }

    bool change(int cell, Mask old, Mask left) {
        if (!left) return false;
        state.mask[cell] = left;
        for (Mask gone = old & ~left; gone; gone &= gone - 1) state.place[lowest(gone)].erase(cell);
        if (is_quiet_) {
            has_changed_ = true;
        } else {
            enqueue(cell, old, left);
        }
        return true;
    }

    // Notes what must be looked at again after a change of a cell.
    void enqueue(int cell, Mask old, Mask left) {
        enqueue_small(cell, left);
        const Links& links = links_[static_cast<std::size_t>(cell)];
        for (const std::int32_t house : of_cell(houses_of_, links.houses)) lost_[static_cast<std::size_t>(house)] |= old & ~left;
        if (links.arcs.size) dirty_.insert(cell);
        for (const Subscription& own : of_cell(subscriptions_, links.subscriptions)) {
            pending_[static_cast<std::size_t>(own.word)] |= own.bits;
            lowest_word_ = std::min(lowest_word_, static_cast<std::size_t>(own.word));
        }
    }

    // Notes a cell that has only one or two digits left.
    void enqueue_small(int cell, Mask mask) {
        const Mask rest = mask & (mask - 1);
        if (!rest) {
            fixed_.push_back(static_cast<std::int32_t>(cell));
        } else if (is_single(rest)) {
            paired_.insert(cell);
        }
    }

    // The cells that see a cell with one digit lose this digit.
    bool settle_fixed(int cell) {
        const int digit = lowest(state.mask[cell]);
        const Set<W> hit = state.place[digit] & sees[static_cast<std::size_t>(cell)];
        state.place[digit] -= hit;
        return hit.each([&](int other) {
            const Mask old = state.mask[other], left = old & ~bit(digit);
            if (!left) return blamed(other, false);
            state.mask[other] = left;
            enqueue(other, old, left);
            return true;
        });
    }

    // Two cells that see each other and have the same two digits take them from all cells that see both.
    bool settle_pair(int cell) {
        const Mask mask = state.mask[cell];
        const Set<W>&seen = sees[static_cast<std::size_t>(cell)], &first = state.place[lowest(mask)], &second = state.place[highest(mask)];
        return (seen & first & second).each([&](int other) {
            if (state.mask[other] != mask) return true;
            Set<W> common = first;
            common |= second;
            common &= seen;
            common &= sees[static_cast<std::size_t>(other)];
            return common.each([&](int third) { return blamed(third, remove(third, mask)); });
        });
    }

    bool blamed(int cell, bool possible) {
        if (possible) return true;
        blamed_cell_ = static_cast<std::int32_t>(cell);
        blame_ = Cells(&blamed_cell_, 1);
        return false;
    }

    void forget() {
        fixed_.clear();
        paired_ = dirty_ = {};
    }

    bool abandon() {
        forget();
        for (std::size_t k = lowest_word_; k < pending_.size(); ++k) pending_[k] = 0;
        std::fill(lost_.begin(), lost_.end(), 0);
        return false;
    }

    std::vector<PropagatorPointer<W>> propagators_;
    std::vector<Arc> arcs_;
    std::vector<Subscription> subscriptions_;
    std::vector<std::int32_t> houses_of_;
    std::vector<Links> links_;  // of each cell

    std::vector<Mask> lost_;  // of each house

    std::size_t flag_words_ = 0;
    std::vector<std::uint64_t> pending_;
    std::size_t lowest_word_ = 0;
    Set<W> paired_{}, dirty_{};
    std::vector<std::int32_t> fixed_;
    bool is_quiet_ = false, has_changed_ = false;

    std::vector<std::unique_ptr<std::uint64_t[]>> trials_;
    std::size_t trial_depth_ = 0;

    Propagator<W>* running_ = nullptr;
    Cells blame_;
    std::int32_t blamed_cell_ = 0;

    Poll poll_ = nullptr;
    void* context_ = nullptr;
    bool has_deadline_ = false;
    std::chrono::steady_clock::time_point deadline_;
    std::int64_t fuel_ = kFuel;
};

}  // namespace nonet::rules
