// Tests the kernel with invalid and random buffers, and checks every result independently of the kernel. Build it with the
// sanitizers. The arguments are the seed of the random numbers and the number of seconds to run.

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include "canon.hpp"
#include "closure.hpp"
#include "counting.hpp"
#include "explainer/explainer.hpp"
#include "kernel.hpp"
#include "logic.hpp"

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t bound) { return random() % bound; }

bool is_digit(std::uint8_t byte) { return (byte >= 1 && byte <= 9) || (byte >= '1' && byte <= '9'); }

// Returns whether 81 digits are a solved board with the givens of a puzzle. It uses only the rules of Sudoku.
bool solves(const std::uint8_t* solution, const std::uint8_t* puzzle) {
    unsigned seen[27]{};
    for (int cell = 0; cell < nonet::kCells; ++cell) {
        if (solution[cell] < 1 || solution[cell] > 9) return false;
        if (is_digit(puzzle[cell]) && (puzzle[cell] & 15) != solution[cell]) return false;
        const int row = cell / 9, column = cell % 9;
        for (int house : {row, 9 + column, 18 + row / 3 * 3 + column / 3}) seen[house] |= 1u << solution[cell];
    }
    for (unsigned digits : seen) {
        if (digits != 0x3FE) return false;
    }
    return true;
}

void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

// Computes and checks the forms of a batch, and returns their statuses. A form has the digits that its map gives, and is its
// own canonical form.
std::vector<std::uint8_t> check_forms(const std::uint8_t* puzzles, std::size_t stride, std::size_t size, unsigned threads) {
    const auto forms = std::make_unique<std::uint8_t[]>(size * 81), again = std::make_unique<std::uint8_t[]>(size * 81);
    const auto maps = std::make_unique<std::uint8_t[]>(size * nonet::kMapBytes);
    std::vector<std::uint64_t> numbers(size), numbers_again(size);
    std::vector<std::uint8_t> status(size), ignored(size);
    nonet::canonical({puzzles, stride, size, forms.get(), numbers.data(), maps.get(), status.data()}, threads, nullptr, nullptr);
    nonet::canonical({forms.get(), 81, size, again.get(), numbers_again.data(), nullptr, ignored.data()}, 1, nullptr, nullptr);
    for (std::size_t index = 0; index < size; ++index) {
        if (status[index] != nonet::kSolved) continue;
        const std::uint8_t *const puzzle = puzzles + index * stride, *const form = forms.get() + index * 81;
        const std::uint8_t* const map = maps.get() + index * nonet::kMapBytes;
        if (std::memcmp(form, again.get() + index * 81, 81) != 0) fail("the form of a form differs from the form");
        if (numbers[index] != numbers_again[index] || !numbers[index]) fail("a form has the wrong automorphisms");
        for (int cell = 0; cell < 81; ++cell) {
            const int row = map[1 + cell / 9], column = map[10 + cell % 9];
            const std::uint8_t byte = puzzle[map[0] ? 9 * column + row : 9 * row + column];
            if (form[cell] != (is_digit(byte) ? map[18 + (byte & 15)] : 0)) fail("a map does not give its form");
        }
    }
    return status;
}

// Solves the puzzles of a batch one by one, so that all lanes share each of them. The results must be those of the batch.
void check_shared(const std::uint8_t* puzzles, std::size_t stride, std::size_t size, std::uint64_t limit,
                  const std::uint8_t* solutions, const std::uint64_t* counts, const std::uint8_t* status) {
    for (std::size_t index = 0; index < size; ++index) {
        std::uint8_t solution[81], own_status = 0;
        std::uint64_t count = 0;
        nonet::solve({puzzles + index * stride, 81, 1, limit, solution, &count, &own_status}, 1, nullptr, nullptr);
        if (count != counts[index] || own_status != status[index]) fail("one puzzle and a batch give different counts");
        if (std::memcmp(solution, solutions + index * 81, 81) != 0) fail("one puzzle and a batch give different solutions");
    }
}

// Solves puzzles made from a solved board with some cells blank and some replaced by random bytes. The distance between rows
// and their alignment are random, too.
void one_round(Random& random) {
    const std::size_t size = below(random, 200), stride = 81 + below(random, 9), offset = below(random, 64);
    const auto memory = std::make_unique<std::uint8_t[]>(offset + size * stride + 1);
    std::uint8_t* const puzzles = memory.get() + offset;
    const std::size_t blanks = below(random, 82), replaced = below(random, 3) ? 0 : below(random, 4);
    for (std::size_t index = 0; index < size; ++index) {
        std::uint8_t* const puzzle = puzzles + index * stride;
        for (std::size_t cell = 0; cell < 81; ++cell) {
            const std::size_t row = cell / 9, column = cell % 9;
            const bool is_text = index % 2;
            puzzle[cell] = static_cast<std::uint8_t>((row % 3 * 3 + row / 3 + column) % 9 + (is_text ? '1' : 1));
        }
        for (std::size_t k = 0; k < blanks; ++k) puzzle[below(random, 81)] = "0._*-?"[below(random, 6)];
        for (std::size_t k = 0; k < replaced; ++k) puzzle[below(random, 81)] = static_cast<std::uint8_t>(random());
    }
    const std::uint64_t limit = 1 + below(random, 40);
    const auto solutions = std::make_unique<std::uint8_t[]>(size * 81);
    const std::size_t text_stride = 81 + below(random, 9);
    const auto texts = std::make_unique<std::uint8_t[]>(size ? (size - 1) * text_stride + 81 : 0);
    std::vector<std::uint64_t> counts(size), again(size);
    std::vector<std::uint8_t> status(size), status_again(size);
    const unsigned threads = static_cast<unsigned>(1 + below(random, 3));
    nonet::solve({puzzles, stride, size, limit, solutions.get(), counts.data(), status.data()}, threads, nullptr, nullptr);
    nonet::solve({puzzles, stride, size, limit, texts.get(), again.data(), status_again.data(), text_stride, '0'}, 1, nullptr,
                 nullptr);
    for (std::size_t i = 0; i < size * 81; ++i) {
        if (texts[i / 81 * text_stride + i % 81] != (solutions[i] | '0')) fail("digits and characters differ");
    }
    nonet::solve({puzzles, stride, size, limit, nullptr, again.data(), status_again.data()}, 1, nullptr, nullptr);
    check_shared(puzzles, stride, size, limit, solutions.get(), counts.data(), status.data());
    std::vector<std::uint64_t> counted(size), guesses(size), guesses_again(size);
    std::vector<std::uint8_t> status_counted(size);
    nonet::solve({puzzles, stride, size, limit, nullptr, counted.data(), status_counted.data(), 81, 0, guesses.data()}, threads,
                 nullptr, nullptr);
    nonet::solve({puzzles, stride, size, limit, solutions.get(), counted.data(), status_counted.data(), 81, 0,
                  guesses_again.data()}, 1, nullptr, nullptr);
    const auto masks = std::make_unique<std::uint16_t[]>(size * 81);
    std::vector<std::uint8_t> ignored(size);
    nonet::pencilmarks({puzzles, stride, size, 1, nullptr, nullptr, ignored.data()}, masks.get(), threads, nullptr, nullptr);
    const std::vector<std::uint8_t> statuses = check_forms(puzzles, stride, size, threads);
    for (std::size_t index = 0; index < size; ++index) {
        const std::uint8_t *const puzzle = puzzles + index * stride, *const solution = solutions.get() + index * 81;
        if (counts[index] != again[index] || status[index] != status_again[index]) fail("two runs differ");
        if (counts[index] != counted[index] || status[index] != status_counted[index]) fail("counting guesses changes a result");
        if (counts[index] < limit && guesses[index] != guesses_again[index]) fail("two runs make different guesses");
        if (counts[index] > limit) fail("a count exceeds its limit");
        if (counts[index] && !solves(solution, puzzle)) fail("a solution does not solve its puzzle");
        for (int cell = 0; cell < 81 && counts[index]; ++cell) {
            if (!(masks[index * 81 + cell] >> (solution[cell] - 1) & 1)) fail("propagation lost a solution");
        }
        const bool has_form = statuses[index] == nonet::kSolved, is_good = status[index] < nonet::kConflict;
        if (has_form != is_good) fail("a bad board has a form, or a good board has none");
        if (index == 0 && counts[index]) {
            const std::unique_ptr<nonet::Enumeration> enumeration(nonet::enumerate(puzzle));
            std::vector<std::uint8_t> found(81 * limit);
            bool stopped = false;
            const std::size_t number = enumeration->next(found.data(), limit, nullptr, nullptr, stopped);
            if (number != counts[index]) fail("an enumeration and a count give different numbers");
            if (std::memcmp(found.data(), solution, 81) != 0) fail("an enumeration starts with a different solution");
        }
    }
}

// Counts all solutions of a board with some hundred thousand of them, by tables and by a search.
void one_count(Random& random) {
    std::uint8_t board[81];
    for (std::size_t cell = 0; cell < 81; ++cell) {
        board[cell] = static_cast<std::uint8_t>((cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9 + 1);
    }
    for (std::size_t blanks = 0; blanks < 50 + below(random, 12);) {
        std::uint8_t& cell = board[below(random, 81)];
        blanks += cell != 0;
        cell = 0;
    }
    constexpr std::uint64_t most = 1'000'000;
    std::uint64_t count = 0;
    std::uint8_t status = 0;
    nonet::solve({board, 81, 1, most, nullptr, &count, &status}, 1, nullptr, nullptr);
    if (count == most) return;
    nonet::Total total;
    nonet::count_all(board, total, nullptr, nullptr);
    if (total.count != count) fail("tables and a search count different numbers");
    if (total.done != 1) fail("a count is not complete");
}

// Tests random graphs and rules, with bits after the last node. A closure must contain the closures of its members, and an
// empty set must be reported as a contradiction.
void one_graph(Random& random) {
    const std::size_t nodes = below(random, 150), width = nonet::row_words(nodes), number = below(random, 60);
    std::vector<std::uint64_t> rows(nodes * width), out(nodes * width), sets(number * width);
    const auto has = [&](const std::uint64_t* row, std::size_t bit) { return row[bit / 64] >> bit % 64 & 1; };
    for (std::size_t k = nodes ? below(random, 4 * nodes) : 0; k > 0; --k) {
        rows[below(random, nodes * width)] |= std::uint64_t{1} << below(random, 64);
    }
    nonet::closure(rows.data(), nodes, out.data());
    for (std::size_t node = 0; node < nodes; ++node) {
        const std::uint64_t* const own = out.data() + node * width;
        if (!has(own, node)) fail("a node does not lead to itself");
        for (std::size_t other = 0; other < nodes; ++other) {
            if (has(rows.data() + node * width, other) && !has(own, other)) fail("a closure lacks a successor");
            for (std::size_t word = 0; has(own, other) && word < width; ++word) {
                if (out[other * width + word] & ~own[word]) fail("a closure is not closed");
            }
        }
    }
    for (std::size_t set = 0; nodes && set < number; ++set) {
        for (std::size_t k = below(random, 7); k > 0; --k) {
            sets[set * width + below(random, width)] |= std::uint64_t{1} << below(random, 64);
        }
    }
    std::vector<std::uint16_t> pairs(number ? 2 * below(random, 20) : 0), rounds(nodes);
    for (std::uint16_t& set : pairs) set = static_cast<std::uint16_t>(below(random, number));
    nonet::propagate({sets.data(), number, nodes, pairs.data(), pairs.size() / 2}, out.data(), rounds.data());
    for (std::size_t node = 0; node < nodes; ++node) {
        if (rounds[node]) continue;
        for (std::size_t set = 0; set < number; ++set) {
            std::uint64_t left = 0;
            for (std::size_t word = 0; word < width; ++word) left |= sets[set * width + word] & out[node * width + word];
            if (!left) fail("an empty set is not reported as a contradiction");
        }
    }
}

// Makes a board for the Sudoku Explainer scale: a solved board with blanks (one solution or many), with wrong digits (mostly
// no solution), or with random bytes.
void make_board(Random& random, std::uint8_t* board) {
    const std::size_t blanks = 20 + below(random, 62), wrong = below(random, 2) ? 0 : below(random, 3);
    for (std::size_t cell = 0; cell < 81; ++cell) {
        board[cell] = static_cast<std::uint8_t>((cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9 + 1);
    }
    for (std::size_t k = 0; k < 2 * blanks; ++k) board[below(random, 81)] = "0._*-?"[below(random, 6)];
    for (std::size_t k = 0; k < wrong; ++k) board[below(random, 81)] = static_cast<std::uint8_t>(1 + below(random, 9));
    if (below(random, 8) == 0) board[below(random, 81)] = static_cast<std::uint8_t>(random());
}

// Returns random ranges of ratings, many of them open.
nonet::explainer::Wanted any_wanted(Random& random) {
    const auto or_rating = [&](std::size_t open) {
        return static_cast<std::uint16_t>(below(random, 2) ? open : 10 + below(random, 90));
    };
    const auto least = [&] { return or_rating(0); };
    const auto most = [&] { return or_rating(nonet::explainer::kGreatest); };
    const auto flag = [&] { return static_cast<std::uint16_t>(below(random, 4) == 0); };
    return {least(), most(), least(), most(), least(), most(), flag(), flag(), nonet::explainer::kLastProducer};
}

// Returns whether ER, EP and ED are as wanted, by the definition.
bool is_wanted(const nonet::explainer::Wanted& wanted, const std::uint16_t* ratings) {
    const auto [er, ep, ed] = std::tuple(ratings[0], ratings[1], ratings[2]);
    if (er < wanted.er_least || er > wanted.er_most || (wanted.diamond && ed != er) || (wanted.pearl && ep != er)) return false;
    return ep >= wanted.ep_least && ep <= wanted.ep_most && ed >= wanted.ed_least && ed <= wanted.ed_most;
}

// Rates boards on the Sudoku Explainer scale, and compares the ratings with the steps of each board. A step eliminates or places
// candidates that are there.
void one_rating(Random& random) {
    namespace explainer = nonet::explainer;
    const std::size_t size = below(random, 4), stride = 81 + below(random, 9);
    const double seconds = 0.02;
    const auto puzzles = std::make_unique<std::uint8_t[]>(size * stride + 1);
    for (std::size_t index = 0; index < size; ++index) make_board(random, puzzles.get() + index * stride);
    std::vector<std::uint16_t> ratings(3 * size);
    std::vector<std::uint8_t> status(size);
    const unsigned threads = static_cast<unsigned>(1 + below(random, 3));
    explainer::rate({puzzles.get(), stride, size, seconds, nullptr, ratings.data(), status.data()}, threads, nullptr, nullptr);
    const explainer::Wanted wanted = any_wanted(random);
    std::vector<std::uint16_t> some(3 * size);
    std::vector<std::uint8_t> matches(size);
    explainer::rate({puzzles.get(), stride, size, seconds, &wanted, some.data(), matches.data()}, threads, nullptr, nullptr);
    for (std::size_t index = 0; index < size; ++index) {
        std::vector<explainer::Step> steps;
        bool stopped = false;
        const int last = static_cast<int>(1 + below(random, explainer::kLastProducer));
        const std::uint8_t* const puzzle = puzzles.get() + index * stride;
        explainer::path({puzzle, nullptr}, {1, last, 1000, seconds}, steps, nullptr, nullptr, stopped);
        std::vector<bool> present(729, true);
        for (const explainer::Step& step : steps) {
            if (step.placed >= 0 && !present[static_cast<std::size_t>(step.placed)]) fail("a step places a missing candidate");
            for (const std::uint16_t eliminated : step.eliminations) {
                if (!present[eliminated]) fail("a step eliminates a missing candidate");
                present[eliminated] = false;
            }
        }
        steps.clear();
        const std::uint8_t again =
            explainer::path({puzzle, nullptr}, {1, explainer::kLastProducer, 1000, seconds}, steps, nullptr, nullptr, stopped);
        std::uint16_t candidates[81];
        for (std::uint16_t& mask : candidates) mask = static_cast<std::uint16_t>(random() | random());
        std::vector<explainer::Step> some;
        explainer::path({puzzle, candidates}, {21, last, 3, seconds}, some, nullptr, nullptr, stopped);
        if (some.size() > 3) fail("there are more steps than requested");
        explainer::Deduction deduction;
        const int level = static_cast<int>(below(random, explainer::kLastLevel + 1));
        const unsigned state = static_cast<unsigned>(below(random, 1458));
        explainer::deduce({puzzle, candidates}, state, level, seconds, deduction, nullptr, nullptr, stopped);
        for (const explainer::Statement& node : deduction.nodes) {
            const std::size_t number = static_cast<std::size_t>(&node - deduction.nodes.data());
            for (const std::uint16_t parent : node.parents) {
                if (parent >= number) fail("a statement does not come after its parents");
            }
            if (node.cause >= static_cast<std::int32_t>(deduction.causes.size())) fail("a cause is missing");
        }
        if (status[index] != nonet::kSolved && ratings[3 * index]) fail("a board without a rating has one");
        if (status[index] != nonet::kSolved || again != nonet::kSolved) continue;  // bad, or out of time
        double hardest = 0;
        for (const explainer::Step& step : steps) hardest = std::max(hardest, step.rating);
        if (ratings[3 * index] != std::floor((hardest + 0.05) * 10)) fail("the rating is not that of the hardest step");
        const bool is_match = matches[index] == nonet::kSolved, is_late = matches[index] == explainer::kOutOfTime;
        if (!is_late && is_match != is_wanted(wanted, &ratings[3 * index])) fail("a walk that ends early decides otherwise");
        if (!steps.empty() && ratings[3 * index + 2] != std::floor((steps[0].rating + 0.05) * 10)) fail("ED is wrong");
    }
}

// Runs the parts of the finders on random masks, which need not be a possible board, and checks what they return.
void one_logic(Random& random) {
    namespace logic = nonet::logic;
    logic::Mask board[81];
    const std::size_t most = 1 + below(random, 9);
    for (logic::Mask& mask : board) {
        mask = below(random, 3) ? 0 : static_cast<logic::Mask>(random() & 0xFE00);  // bits that are no digits
        for (std::size_t k = below(random, most + 1); k > 0; --k) mask |= static_cast<logic::Mask>(1u << below(random, 9));
    }
    const auto any_cells = [&] { return logic::CellSet{random()} << 64 | random(); };
    unsigned placed[81]{};
    const unsigned kinds = static_cast<unsigned>(below(random, 8));
    const auto digits_near = static_cast<logic::Mask>(random());
    for (const logic::Single& single : logic::singles(board, any_cells(), kinds, digits_near, any_cells())) {
        if (single.cell > 80 || single.digit < 1 || single.digit > 9) fail("a single is not on the board");
        if (placed[single.cell]++ || !(board[single.cell] >> (single.digit - 1) & 1)) fail("a single is not a candidate");
        if (!(kinds >> single.kind & 1)) fail("a single is of another kind");
    }
    logic::hidden_after_naked(board, any_cells());
    if (logic::bent_quads(board).size() % 4) fail("a bent set has other than four cells");
    if (logic::subsets(board).size() != 27 || logic::sue_de_coqs(board).size() != 54) fail("there are too few houses");
    for (const logic::AlmostLockedSet& set : logic::almost_locked_sets(board)) {
        const int cells = std::popcount(set.low) + std::popcount(set.high);
        if (std::popcount(set.digits) != cells + 1) fail("a set is not almost locked");
    }
    if (logic::set_patterns(board) > 7) fail("a pattern of sets is unknown");
    const logic::CellSet places = any_cells() & any_cells();
    if (logic::outside_templates(places) & ~places) fail("a place outside the templates is not a place");
    const std::size_t nodes = below(random, 200), width = nonet::row_words(nodes);
    std::vector<std::uint8_t> digits(nodes);
    std::vector<logic::CellSet> cells(nodes);
    std::vector<std::uint64_t> rows(nodes * width);
    for (std::size_t node = 0; node < nodes; ++node) {
        digits[node] = static_cast<std::uint8_t>(random());
        cells[node] = any_cells() & any_cells() & any_cells() & any_cells() & any_cells();
    }
    logic::seen_nodes(digits.data(), cells.data(), nodes, rows.data());
}

}  // namespace

int main(int argc, char** argv) {
    Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
    const double seconds = argc > 2 ? std::atof(argv[2]) : 10;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::size_t rounds = 0;
    for (; std::chrono::steady_clock::now() < end; ++rounds) {
        one_round(random);
        one_graph(random);
        if (rounds % 64 == 0) one_count(random);
        one_rating(random);
        one_logic(random);
    }
    std::printf("%s: %zu rounds without an error\n", nonet::instruction_set(), rounds);
}
