// The walk: asks the producers in order, takes the first hint, applies it, and begins again.

#include <algorithm>
#include <cmath>
#include <memory>

#include "../sharing.hpp"
#include "explainer.hpp"
#include "forcing.hpp"
#include "producers.hpp"

namespace nonet::explainer {

namespace {

// The rating of a board on which no producer has a hint.
constexpr double kStuck = 20.0;

std::uint16_t tenths(double rating) { return static_cast<std::uint16_t>(std::floor((rating + 0.05) * 10)); }

// Reads a puzzle. Returns kSolved, or what is wrong with it.
std::uint8_t read(const std::uint8_t* puzzle, std::uint8_t (&values)[81]) {
    std::uint16_t seen[kHouses]{};
    bool conflict = false;
    for (int cell = 0; cell < 81; ++cell) {
        const std::uint8_t byte = puzzle[cell];
        if ((byte >= 1 && byte <= 9) || (byte >= '1' && byte <= '9')) {
            values[cell] = byte & 15;
        } else if (byte == 0 || (byte && std::strchr("0._*-?", byte))) {
            values[cell] = 0;
            continue;
        } else {
            return kBadValue;
        }
        for (const std::uint8_t house : kGeometry.house[cell]) {
            conflict |= seen[house] >> values[cell] & 1;
            seen[house] |= static_cast<std::uint16_t>(1 << values[cell]);
        }
    }
    return conflict ? kConflict : kSolved;
}

class Walk {
  public:
    explicit Walk(Interrupt& interrupt) : interrupt_(interrupt), forcing_(interrupt) {}

    // Walks until the board is full, no producer has a hint, or `visit` returns false. Calls visit(hint) before each hint is
    // applied.
    template <class Visit>
    void run(Board board, int first_producer, int last_producer, Visit visit) {
        while (board.unfilled) {
            interrupt_.check();
            if (!find(board, first_producer, last_producer)) {
                hint_.start(Rule::kNone, kStuck);
                visit(hint_);
                return;
            }
            if (!visit(hint_)) return;
            for (const Candidate candidate : hint_.eliminations) board.marks.remove(candidate);
            if (hint_.cell >= 0) board.place(hint_.cell, hint_.digit);
        }
    }

  private:
    bool find(const Board& board, int first_producer, int last_producer) {
        for (int producer = first_producer; producer <= last_producer; ++producer) {
            if (ask(board, producer)) return true;
        }
        return false;
    }

    bool ask(const Board& board, int producer) {
        switch (producer) {
            case 1: return hidden_single(board, hint_);
            case 2: return direct_locking(board, hint_);
            case 3: return direct_hidden_set(board, 2, hint_);
            case 4: return naked_single(board, hint_);
            case 5: return direct_hidden_set(board, 3, hint_);
            case 6: return locking(board, hint_, kTakeFirst);
            case 7: return naked_sets(board, 2, hint_, kTakeFirst);
            case 8: return fish(board, 2, hint_, kTakeFirst);
            case 9: return hidden_sets(board, 2, hint_, kTakeFirst);
            case 10: return naked_sets(board, 3, hint_, kTakeFirst);
            case 11: return fish(board, 3, hint_, kTakeFirst);
            case 12: return hidden_sets(board, 3, hint_, kTakeFirst);
            case 13: return wing(board, 2, hint_);
            case 14: return wing(board, 3, hint_);
            case 15: return unique_loop(board, interrupt_, hint_);
            case 16: return naked_sets(board, 4, hint_, kTakeFirst);
            case 17: return fish(board, 4, hint_, kTakeFirst);
            case 18: return hidden_sets(board, 4, hint_, kTakeFirst);
            case 19: return bug(board, hint_);
            case 20: return aligned_exclusion(board, 2, hint_);
            case 21: return cycles_and_chains(board.marks, hint_);
            case 22: return aligned_exclusion(board, 3, hint_);
            default: return forcing_.find(board, producer, hint_);
        }
    }

    Interrupt& interrupt_;
    Forcing forcing_;
    Hint hint_;
};

Interrupt::Clock::time_point end_of(double seconds) {
    const double most = 1e8;  // about three years; a greater number would not fit into the clock
    const auto limit = std::chrono::duration<double>(seconds > 0 ? std::min(seconds, most) : 0);
    return Interrupt::Clock::now() + std::chrono::duration_cast<Interrupt::Clock::duration>(limit);
}

}  // namespace

Outcome rate(const Ratings& batch, unsigned threads, Poll poll, void* context) {
    std::atomic<std::size_t> next{0};
    const Wanted* const wanted = batch.wanted;
    if (threads > batch.size) threads = static_cast<unsigned>(std::max<std::size_t>(batch.size, 1));
    const auto work = [&](unsigned, std::atomic<bool>& stop, Poll own_poll, void* own_context) {
        Interrupt interrupt(stop, own_poll, own_context);
        const auto walk = std::make_unique<Walk>(interrupt);
        for (std::size_t index = next++; index < batch.size && !stop; index = next++) {
            std::uint8_t values[81];
            double er = 0, ep = 0, ed = 0;
            bool placed = false;
            std::uint8_t& status = batch.status[index];
            std::uint16_t* const ratings = batch.ratings + 3 * index;
            ratings[0] = ratings[1] = ratings[2] = 0;
            status = read(batch.puzzles + index * batch.stride, values);
            if (status != kSolved) continue;
            interrupt.set_end(end_of(batch.seconds));
            Verdict verdict = Verdict::kOpen;
            const auto judge = [&](bool finished) {
                if (!wanted || verdict != Verdict::kOpen) return;
                verdict = wanted->judge(tenths(er), tenths(ep), tenths(ed), placed, finished);
            };
            try {
                walk->run(Board(values), 1, wanted ? wanted->last_producer : kLastProducer, [&](const Hint& hint) {
                    er = std::max(er, hint.rating);
                    if (!ed) ed = hint.rating;
                    if (!placed) ep = er;
                    placed |= hint.cell >= 0;
                    judge(false);
                    return verdict == Verdict::kOpen;
                });
                judge(true);
                if (verdict == Verdict::kMiss) status = kNotWanted;
                ratings[0] = tenths(er);
                ratings[1] = tenths(ep);
                ratings[2] = tenths(ed);
            } catch (const Interrupted&) {
                status = kOutOfTime;
            }
        }
    };
    Outcome outcome;
    outcome.stopped = share(threads, poll, context, work);
    return outcome;
}

namespace {

// Calls compute(board, interrupt) with the board of a position, and returns the status.
template <class Compute>
std::uint8_t with_board(const Start& start, double seconds, Poll poll, void* context, bool& stopped, Compute compute) {
    std::uint8_t values[81];
    const std::uint8_t status = read(start.digits, values);
    if (status != kSolved) return status;
    Board board(values);
    if (start.candidates) board.keep(start.candidates);
    std::atomic<bool> stop{false};
    Interrupt interrupt(stop, poll, context);
    interrupt.set_end(end_of(seconds));
    try {
        compute(board, interrupt);
    } catch (const Interrupted&) {
        stopped = stop;
        return kOutOfTime;
    }
    return kSolved;
}

}  // namespace

std::uint8_t path(const Start& start, const Limits& limits, std::vector<Step>& steps, Poll poll, void* context, bool& stopped) {
    return with_board(start, limits.seconds, poll, context, stopped, [&](const Board& board, Interrupt& interrupt) {
        const auto walk = std::make_unique<Walk>(interrupt);
        walk->run(board, limits.first_producer, limits.last_producer, [&](const Hint& hint) {
            const int placed = hint.cell < 0 ? -1 : 9 * hint.cell + hint.digit;
            steps.push_back({hint.rating, static_cast<std::uint8_t>(hint.rule), hint.detail,
                             static_cast<std::int16_t>(placed), hint.source, hint.eliminations});
            std::sort(steps.back().eliminations.begin(), steps.back().eliminations.end());
            return steps.size() < limits.steps;
        });
    });
}

std::uint8_t deduce(const Start& start, unsigned state, int level, double seconds, Deduction& deduction, Poll poll,
                    void* context, bool& stopped) {
    bool is_there = true;
    const std::uint8_t status = with_board(start, seconds, poll, context, stopped, [&](const Board& board, Interrupt& interrupt) {
        is_there = board.marks.has(static_cast<Candidate>(state / 2));
        if (is_there) std::make_unique<Forcing>(interrupt)->deduce(board, state, level, deduction);
    });
    return is_there ? status : static_cast<std::uint8_t>(kBadValue);
}

}  // namespace nonet::explainer
