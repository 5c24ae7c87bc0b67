// Guessing: which cell is next, what is learned from dead ends, and when the search starts again.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "build.hpp"
#include "rules.hpp"

namespace nonet::rules {

namespace {

template <int W>
class Engine : public Search {
  public:
    Engine(Model model, const Options& options) : model_(std::move(model)), options_(options), space_(model_) {
        Builder<W> builder(model_, space_, root_masks_, weights_);
        builder.build();
        images_ = builder.take_images();
        has_only_houses_ = std::all_of(weights_.begin(), weights_.end(), [&](double weight) { return weight == weights_[0]; });
        stack_.push_back(std::make_unique<std::uint64_t[]>(space_.state_words()));
        set_root();
    }

    std::size_t cells() const override { return static_cast<std::size_t>(model_.cells); }
    std::uint64_t failures() const override { return failures_; }
    std::uint64_t guesses() const override { return guesses_; }

    void assume(std::size_t cell, std::uint32_t digits) override {
        if (cell >= cells()) throw std::invalid_argument("there is no such cell");
        assumed_cell_ = cell;
        assumed_ = digits & model_.all;
        set_root();
    }

    End candidates(std::uint32_t* masks, const Limits& limits, Poll poll, void* context) override {
        space_.start_clock(limits, poll, context);
        set_root();
        std::fill(masks, masks + cells(), 0);
        try {
            if (!is_impossible_ && space_.propagate()) std::copy(space_.state.mask, space_.state.mask + cells(), masks);
        } catch (const Interruption& interruption) {
            set_root();
            return interruption.reason;
        }
        set_root();
        return End::kFull;
    }

    End run(std::uint8_t* out, std::uint64_t capacity, const Limits& limits, Poll poll, void* context, std::uint64_t& found) override {
        space_.start_clock(limits, poll, context);
        const std::uint64_t last_failure = limits.failures > ~std::uint64_t{0} - failures_ ? ~std::uint64_t{0} : failures_ + limits.failures;
        std::uint64_t number = 0;
        try {
            while (!is_exhausted_) {
                if (number == capacity) return End::kFull;
                if (failures_ >= last_failure) return End::kBudget;
                if (step()) {
                    if (out) {
                        for (std::size_t cell = 0; cell < cells(); ++cell) *out++ = static_cast<std::uint8_t>(lowest(space_.mask(static_cast<int>(cell))));
                    }
                    ++number;
                    ++found;
                    retreat();
                }
            }
        } catch (const Interruption& interruption) {
            space_.look_at_all();
            return interruption.reason;
        }
        return number == capacity ? End::kFull : End::kExhausted;
    }

  private:
    struct Guess {
        std::int32_t cell;
        std::int32_t digit;
    };

    void set_root() {
        is_exhausted_ = is_impossible_ = false;
        guesses_made_.clear();
        known_.clear();
        tried_.reset();
        space_.state = space_.state_at(stack_[0].get());
        std::fill(space_.state.flags, space_.state.flags + space_.flag_words(), 0);
        std::fill(space_.state.place, space_.state.place + space_.digits, Set<W>{});
        for (int cell = 0; cell < space_.cells; ++cell) {
            Mask mask = root_masks_[static_cast<std::size_t>(cell)];
            if (static_cast<std::size_t>(cell) == assumed_cell_) mask &= assumed_;
            is_impossible_ |= !mask;
            space_.state.mask[cell] = mask;
            for (Mask left = mask; left; left &= left - 1) space_.state.place[lowest(left)].insert(cell);
        }
        is_exhausted_ = is_impossible_;
        space_.look_at_all();
        run_failures_ = 0;
        run_length_ = kFirstRun;
    }

    // Propagates and makes a guess, or goes back. Returns whether a new solution was found; the caller then goes back.
    bool step() {
        space_.use_time(kStep);  // a model of pairs alone has no propagators, which use the time otherwise
        if (!space_.propagate()) {
            fail();
            return false;
        }
        Guess guess;
        if (!choose(guess)) return is_new();
        ++guesses_;
        guesses_made_.push_back(guess);
        tried_ = guess;
        const std::size_t depth = guesses_made_.size(), words = space_.state_words();
        if (stack_.size() <= depth) stack_.push_back(std::make_unique<std::uint64_t[]>(words));
        std::memcpy(stack_[depth].get(), stack_[depth - 1].get(), words * 8);
        space_.state = space_.state_at(stack_[depth].get());
        space_.keep(guess.cell, bit(guess.digit));
        return false;
    }

    // Learns from a dead end: the cells that were involved, and the candidate that was tried, become more likely to be guessed.
    // The more cells were involved, the less this says about each. Then goes back, or starts again with what was learned.
    void fail() {
        ++failures_;
        const Cells involved = space_.blame();
        for (const std::int32_t cell : involved) weights_[static_cast<std::size_t>(cell)] += increment_ / std::sqrt(static_cast<double>(involved.size()));
        if (tried_) {
            weights_[static_cast<std::size_t>(tried_->cell)] += increment_;
            digit_weights_[static_cast<std::size_t>(tried_->digit)] += increment_;
        }
        increment_ *= kGrowth;
        if (increment_ > 1e100) {
            for (double& weight : weights_) weight = weight / increment_ + 1e-100;
            for (double& weight : digit_weights_) weight /= increment_;
            increment_ = 1;
        }
        if (!options_.restarts || ++run_failures_ < run_length_ || guesses_made_.empty()) {
            retreat();
            return;
        }
        run_failures_ = 0;
        run_length_ *= kLonger;
        guesses_made_.clear();
        tried_.reset();
        space_.state = space_.state_at(stack_[0].get());
    }

    // Goes back to the last guess, and removes its digit. If that is a dead end, too, so is the next digit of the cell.
    void retreat() {
        for (;;) {
            if (guesses_made_.empty()) {
                is_exhausted_ = true;
                return;
            }
            const Guess guess = guesses_made_.back();
            guesses_made_.pop_back();
            space_.state = space_.state_at(stack_[guesses_made_.size()].get());
            if (!space_.remove(guess.cell, bit(guess.digit))) continue;
            tried_ = {guess.cell, lowest(space_.mask(guess.cell))};
            return;
        }
    }

    // A search that restarts can find a solution again.
    bool is_new() {
        if (!options_.restarts) return true;
        std::vector<Mask> solution(space_.state.mask, space_.state.mask + cells());
        if (std::find(known_.begin(), known_.end(), solution) == known_.end()) {
            known_.push_back(std::move(solution));
            return true;
        }
        retreat();
        return false;
    }

    // Chooses the cell with the most weight for its number of candidates, which counts more if there are only houses. A digit
    // that often led to dead ends makes its cells heavier. Returns false if all cells have a digit.
    bool choose(Guess& guess) const {
        double best = 0;
        int chosen = -1;
        const double heaviest_of_all = kDigitShare * *std::max_element(digit_weights_.begin(), digit_weights_.end());
        for (int cell = 0; cell < space_.cells; ++cell) {
            const Mask mask = space_.mask(cell);
            if (is_single(mask)) continue;
            int number = popcount(mask);
            if (has_only_houses_) number *= number;
            if ((weight(cell) + heaviest_of_all) / number <= best) continue;
            double heaviest = 0;
            for (Mask left = mask; left; left &= left - 1) heaviest = std::max(heaviest, digit_weight(lowest(left)));
            const double score = (weight(cell) + heaviest) / number;
            if (score > best) {
                best = score;
                chosen = cell;
            }
        }
        if (chosen < 0) return false;
        guess = {static_cast<std::int32_t>(chosen), lowest(space_.mask(chosen))};
        if (!has_only_houses_ && popcount(space_.mask(chosen)) > 2) {
            choose_wanted(best, guess);
            choose_place(best, guess);
        }
        return true;
    }

    // A digit that a condition wants may be a better guess.
    void choose_wanted(double& best, Guess& guess) const {
        for (const Wanted<W>& wanted : space_.wanted) {
            const Set<W> places = space_.place(wanted.digit) & wanted.among;
            const int number = places.size();
            double most = 0;
            int chosen = -1;
            const bool is_open = places.each([&](int cell) {
                if (weight(cell) > most) {
                    most = weight(cell);
                    chosen = cell;
                }
                return !is_single(space_.mask(cell));
            });
            if (number < 2 || !is_open) continue;  // none of the cells may have the digit already
            int decided = 1;  // the last of several places decides the most
            for (const Wanted<W>& other : space_.wanted) {
                if (other.digit == wanted.digit) decided += (space_.place(other.digit) & other.among).size() == 1;
            }
            if (most * decided / number < best) continue;
            best = most * decided / number;
            guess = {static_cast<std::int32_t>(chosen), wanted.digit};
        }
    }

    // A digit with two places in a house may be a better guess.
    void choose_place(double best, Guess& guess) const {
        for (const Cells house : space_.houses) {
            Mask once = 0, twice = 0, often = 0;
            for (const std::int32_t cell : house) {
                const Mask mask = space_.mask(cell);
                often |= twice & mask;
                twice |= once & mask;
                once |= mask;
            }
            if (!(twice & ~often)) continue;
            for (const std::int32_t cell : house) {
                for (Mask digits = space_.mask(cell) & twice & ~often; digits; digits &= digits - 1) {
                    const double score = (weight(cell) + digit_weight(lowest(digits))) / 2;
                    if (score <= best) continue;
                    best = score;
                    guess = {cell, lowest(digits)};
                }
            }
        }
    }

    double weight(int cell) const { return weights_[static_cast<std::size_t>(cell)]; }
    double digit_weight(int digit) const { return kDigitShare * digit_weights_[static_cast<std::size_t>(digit)]; }

    static constexpr int kStep = 256;                             // the work of a step besides propagators
    static constexpr double kGrowth = 1.0002;                     // newer dead ends count a little more
    static constexpr double kDigitShare = 0.5;                    // how much the weight of a digit counts beside that of a cell
    static constexpr std::uint64_t kFirstRun = 100, kLonger = 100;  // dead ends before a restart; frequent restarts took longer

    Model model_;
    Options options_;
    Space<W> space_;
    std::vector<std::unique_ptr<Image>> images_;
    std::vector<Mask> root_masks_;
    std::size_t assumed_cell_ = ~std::size_t{0};
    Mask assumed_ = 0;

    std::vector<std::unique_ptr<std::uint64_t[]>> stack_;  // the state before each guess
    std::vector<Guess> guesses_made_;
    std::vector<std::vector<Mask>> known_;
    std::optional<Guess> tried_;  // the last candidate that was guessed, or that a wrong guess left
    std::vector<double> weights_;
    std::array<double, kMaxDigits> digit_weights_{};
    double increment_ = 1;
    std::uint64_t failures_ = 0, guesses_ = 0, run_failures_ = 0, run_length_ = kFirstRun;
    bool is_exhausted_ = false, is_impossible_ = false, has_only_houses_ = false;
};

}  // namespace

std::unique_ptr<Search> search(const std::int32_t* buffer, std::size_t words, const Options& options) {
    Model model;
    read(buffer, words, model);
    if (model.cells <= 128) return std::make_unique<Engine<2>>(std::move(model), options);
    if (model.cells <= 256) return std::make_unique<Engine<4>>(std::move(model), options);
    return std::make_unique<Engine<10>>(std::move(model), options);
}

}  // namespace nonet::rules
