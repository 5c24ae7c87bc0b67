// Tests the rules engine with invalid and random buffers. Valid ones are small, so that all boards can be tried; the engine must
// count the same solutions. Build it with the sanitizers. The arguments are the seed and the number of seconds to run.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>
#include <vector>

#include "model.hpp"
#include "rules.hpp"

namespace {

using namespace nonet::rules;
using Random = std::mt19937_64;
using Words = std::vector<std::int32_t>;

int below(Random& random, int bound) { return static_cast<int>(random() % static_cast<std::uint64_t>(bound)); }

void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

// Writes random records. Tables and machines are written before, with the given numbers.
struct Writer {
    Random& random;
    int cells, digits, low, tables, machines;
    Words words = {};

    int cell() { return below(random, cells); }
    int mask() { return below(random, 1 << digits); }

    void cells_of(int number, bool different) {
        Words chosen;
        for (int k = 0; k < number; ++k) {
            const int next = cell();
            if (!different || std::find(chosen.begin(), chosen.end(), next) == chosen.end()) chosen.push_back(next);
        }
        words.insert(words.end(), chosen.begin(), chosen.end());
    }

    void record(int depth) {
        const int kinds[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 16, 19, 10};  // the last one has branches
        int kind = kinds[below(random, depth < 2 ? 15 : 14)];
        if (kind == static_cast<int>(Kind::kBetween) && low < 0) kind = static_cast<int>(Kind::kVariety);
        words.insert(words.end(), {kind, 0});
        const std::size_t start = words.size();
        switch (static_cast<Kind>(kind)) {
            case Kind::kAllowed: words.insert(words.end(), {cell(), mask()}); break;
            case Kind::kPointer:
                words.insert(words.end(), {below(random, 3) - 1, mask(), cell()});
                cells_of(below(random, 5), false);
                break;
            case Kind::kDistinct: cells_of(1 + below(random, digits), below(random, 8) != 0); break;
            case Kind::kPair: words.insert(words.end(), {cell(), cell(), below(random, tables)}); break;
            case Kind::kLinear: {
                const int number = 1 + below(random, 5), total = below(random, 24) - 4;
                words.insert(words.end(), {total, total < 0 ? -1 : 0, number});
                cells_of(number, false);
                const bool is_plain = below(random, 2);
                for (int k = 0; k < number; ++k) words.push_back(is_plain ? 1 : below(random, 7) - 3);
                break;
            }
            case Kind::kChoice: {
                const std::size_t number = words.size();
                words.push_back(0);
                cells_of(1 + below(random, digits), below(random, 8) != 0);
                words[number] = static_cast<std::int32_t>(words.size() - number - 1);
                for (int k = below(random, 6); k >= 0; --k) words.push_back(mask());
                break;
            }
            case Kind::kAutomaton:
                words.push_back(below(random, machines));
                cells_of(below(random, 5), false);
                break;
            case Kind::kCount: {
                const int low = below(random, 3);
                words.insert(words.end(), {mask(), low, low + below(random, 3)});
                cells_of(1 + below(random, 6), false);
                break;
            }
            case Kind::kElement:
                words.insert(words.end(), {cell(), cell()});
                cells_of(below(random, 5), false);
                break;
            case Kind::kSame: {
                const int groups = 1 + below(random, 3);
                words.push_back(groups);
                cells_of(groups * (1 + below(random, 3)), false);
                break;
            }
            case Kind::kTally: {
                const std::size_t number = words.size();
                words.push_back(0);
                cells_of(1 + below(random, 6), true);
                words[number] = static_cast<std::int32_t>(words.size() - number - 1);
                for (int k = digits * below(random, 4); k > 0; --k) words.push_back(below(random, 3));
                break;
            }
            case Kind::kBetween: {
                const int first = below(random, digits), second = below(random, digits);
                const bool are_ends = first != second && below(random, 2);
                words.insert(words.end(), {below(random, 6), are_ends ? first : -1, are_ends ? second : -1});
                cells_of(1 + below(random, 6), below(random, 2));
                break;
            }
            case Kind::kRank: {
                const int length = 1 + below(random, 3), size = 1 + below(random, 2), groups = 1 + below(random, 2);
                words.insert(words.end(), {below(random, digits), below(random, groups + 1), length, size});
                cells_of(length * (1 + size * groups), false);
                break;
            }
            case Kind::kVariety:
                words.push_back(cell());
                cells_of(1 + below(random, 5), false);
                break;
            default:
                for (int k = below(random, 4); k > 0; --k) {
                    const std::size_t place = words.size();
                    words.push_back(0);
                    for (int j = below(random, 3); j > 0; --j) record(depth + 1);
                    words[place] = static_cast<std::int32_t>(words.size() - place - 1);
                }
        }
        words[start - 1] = static_cast<std::int32_t>(words.size() - start);
    }
};

Words random_buffer(Random& random) {
    const int cells = 1 + below(random, 6), digits = 1 + below(random, cells <= 5 ? 4 : 3);
    const int low = below(random, 4) - 1;
    Words words{1, cells, digits, low};
    const int tables = 2, machines = 2;
    if (below(random, 2)) {  // a section of its own, with a table and a machine that nothing uses
        words.insert(words.end(), {static_cast<int>(Kind::kTable), digits});
        words.insert(words.end(), static_cast<std::size_t>(digits), 0);
        words.insert(words.end(), {static_cast<int>(Kind::kMachine), 2 + digits, 0, 0});
        words.insert(words.end(), static_cast<std::size_t>(digits), -1);
        words.insert(words.end(), {static_cast<int>(Kind::kSection), 0});
    }
    if (below(random, 2)) {
        std::uint8_t givens[8] = {};
        for (int cell = 0; cell < cells; ++cell) givens[cell] = static_cast<std::uint8_t>(below(random, 3) ? 0 : 1 + below(random, digits));
        const std::size_t size = static_cast<std::size_t>(cells + 3) / 4;
        words.insert(words.end(), {static_cast<int>(Kind::kGivens), static_cast<int>(size)});
        words.resize(words.size() + size);
        std::memcpy(&words[words.size() - size], givens, 4 * size);
    }
    for (int k = 0; k < tables; ++k) {
        words.insert(words.end(), {static_cast<int>(Kind::kTable), digits});
        for (int j = 0; j < digits; ++j) words.push_back(below(random, 1 << digits));
    }
    for (int k = 0; k < machines; ++k) {
        const int states = 1 + below(random, 4);
        words.insert(words.end(), {static_cast<int>(Kind::kMachine), 3 + states * digits, below(random, states), 1, below(random, states)});
        for (int j = 0; j < states * digits; ++j) words.push_back(below(random, states + 1) - 1);
    }
    Writer writer{random, cells, digits, low, tables, machines};
    for (int k = below(random, 5); k >= 0; --k) writer.record(0);
    words.insert(words.end(), writer.words.begin(), writer.words.end());
    return words;
}

using Values = std::vector<int>;  // for each cell the index of its digit

bool holds(const Model& model, const Primitive& primitive, const Values& values) {
    const auto at = [&](std::size_t k) { return values[static_cast<std::size_t>(primitive.cells[k])]; };
    const std::size_t size = primitive.cells.size();
    Mask seen = 0;
    switch (primitive.kind) {
        case Kind::kAllowed: return primitive.mask >> at(0) & 1;
        case Kind::kPair: return model.tables[static_cast<std::size_t>(primitive.reference)][static_cast<std::size_t>(at(0))] >> at(1) & 1;
        case Kind::kDistinct:
        case Kind::kChoice:
            for (std::size_t k = 0; k < size; ++k) {
                if (seen & bit(at(k))) return false;
                seen |= bit(at(k));
            }
            return primitive.kind == Kind::kDistinct ||
                   std::find(primitive.numbers.begin(), primitive.numbers.end(), static_cast<std::int32_t>(seen)) != primitive.numbers.end();
        case Kind::kLinear: {
            std::int64_t sum = 0;
            for (std::size_t k = 0; k < size; ++k) sum += std::int64_t{primitive.numbers[k]} * (model.low + at(k));
            return sum == primitive.total;
        }
        case Kind::kAutomaton: {
            const Machine& machine = model.machines[static_cast<std::size_t>(primitive.reference)];
            int state = machine.start;
            for (std::size_t k = 0; k < size && state >= 0; ++k) state = machine.moves[static_cast<std::size_t>(state * model.digits + at(k))];
            return state >= 0 && machine.accepts[static_cast<std::size_t>(state)];
        }
        case Kind::kCount: {
            int number = 0;
            for (std::size_t k = 0; k < size; ++k) number += primitive.mask >> at(k) & 1;
            return number >= primitive.low && number <= primitive.high;
        }
        case Kind::kElement: {
            const int place = model.low + at(0);
            return place >= 1 && place <= static_cast<int>(size) - 2 && at(static_cast<std::size_t>(place) + 1) == at(1);
        }
        case Kind::kSame: {
            const std::size_t length = size / static_cast<std::size_t>(primitive.reference);
            Values first;
            for (std::size_t start = 0; start < size; start += length) {
                Values group;
                for (std::size_t k = start; k < start + length; ++k) group.push_back(at(k));
                std::sort(group.begin(), group.end());
                if (start == 0) first = group;
                if (group != first) return false;
            }
            return true;
        }
        case Kind::kTally:
            for (std::size_t start = 0; start < primitive.numbers.size(); start += static_cast<std::size_t>(model.digits)) {
                Values numbers(static_cast<std::size_t>(model.digits));
                for (std::size_t k = 0; k < size; ++k) ++numbers[static_cast<std::size_t>(at(k))];
                if (std::equal(numbers.begin(), numbers.end(), primitive.numbers.begin() + static_cast<std::ptrdiff_t>(start))) return true;
            }
            return false;
        case Kind::kBetween: {
            int first = primitive.low, second = primitive.high;
            Values line;
            for (std::size_t k = 0; k < size; ++k) line.push_back(at(k));
            if (first < 0) {
                first = *std::min_element(line.begin(), line.end());
                second = *std::max_element(line.begin(), line.end());
            }
            if (first == second || std::count(line.begin(), line.end(), first) != 1 || std::count(line.begin(), line.end(), second) != 1) return false;
            auto start = std::find(line.begin(), line.end(), first), end = std::find(line.begin(), line.end(), second);
            if (start > end) std::swap(start, end);
            std::int64_t sum = 0;
            while (++start < end) sum += model.low + *start;
            return sum == primitive.total;
        }
        case Kind::kRank: {
            const std::size_t length = static_cast<std::size_t>(primitive.reference), lines = static_cast<std::size_t>(primitive.total);
            const auto line = [&](std::size_t start) {
                Values out;
                for (std::size_t k = start; k < start + length; ++k) out.push_back(at(k));
                return out;
            };
            const Values own = line(0);
            int smaller = 0;
            for (std::size_t start = length; start < size; start += length * lines) {
                int rivals = 0;
                for (std::size_t k = 0; k < lines; ++k) {
                    const Values other = line(start + k * length);
                    if (other[0] != primitive.low) continue;
                    if (++rivals > 1 || other == own) return false;
                    smaller += other < own;
                }
                if (!rivals) return false;
            }
            return own[0] == primitive.low && smaller == primitive.high;
        }
        case Kind::kPointer: {
            const int place = at(0) - primitive.low;
            return place >= 0 && place + 1 < static_cast<int>(size) && (primitive.mask >> at(static_cast<std::size_t>(place) + 1) & 1);
        }
        case Kind::kVariety:
            for (std::size_t k = 1; k < size; ++k) seen |= bit(at(k));
            return std::popcount(seen) == model.low + at(0);
        default:
            return std::any_of(primitive.branches.begin(), primitive.branches.end(), [&](const auto& branch) {
                return std::all_of(branch.begin(), branch.end(), [&](const Primitive& each) { return holds(model, each, values); });
            });
    }
}

std::uint64_t count_all(const Model& model) {
    Values values(static_cast<std::size_t>(model.cells));
    std::uint64_t number = 0;
    const auto has_givens = [&] {
        for (std::size_t cell = 0; cell < model.givens.size(); ++cell) {
            if (model.givens[cell] && model.givens[cell] != values[cell] + 1) return false;
        }
        return true;
    };
    for (;;) {
        number += has_givens() && std::all_of(model.primitives.begin(), model.primitives.end(), [&](const Primitive& each) { return holds(model, each, values); });
        std::size_t cell = 0;
        while (cell < values.size() && ++values[cell] == model.digits) values[cell++] = 0;
        if (cell == values.size()) return number;
    }
}

bool never(void*) { return false; }

void check_valid(const Words& words) {
    Model model;
    read(words.data(), words.size(), model);
    const std::uint64_t expected = count_all(model);
    const auto all = search(words.data(), words.size(), {false}), few = search(words.data(), words.size(), {true});
    const Limits unlimited{~std::uint64_t{0}, 1e18};
    std::uint64_t found = 0;
    if (all->run(nullptr, ~std::uint64_t{0}, unlimited, never, nullptr, found) != End::kExhausted || found != expected) fail("a count is wrong");
    found = 0;
    std::vector<std::uint8_t> solutions(2 * few->cells());
    while (few->run(solutions.data(), 2 - found, {1, 1e18}, never, nullptr, found) == End::kBudget) {
    }
    if (found != std::min<std::uint64_t>(expected, 2)) fail("a search in parts finds another number of solutions");
    std::vector<std::uint32_t> masks(few->cells());
    few->candidates(masks.data(), unlimited, never, nullptr);
    if (expected && std::count(masks.begin(), masks.end(), 0u)) fail("a cell of a puzzle with solutions has no candidates");
    few->assume(0, 1);
    found = 0;
    few->run(solutions.data(), 2, unlimited, never, nullptr, found);
}

// Changes, removes or inserts some words. The buffer may become invalid; if not, a short search must not fail.
void check_broken(Random& random, Words words) {
    for (int k = below(random, 4); k >= 0; --k) {
        const std::size_t place = words.empty() ? 0 : static_cast<std::size_t>(below(random, static_cast<int>(words.size())));
        const std::int32_t extreme[] = {-1, 0, 1, 9, 31, 640, 1 << 20, 0x7FFFFFFF, -0x7FFFFFFF - 1};
        const std::int32_t value = below(random, 2) ? extreme[below(random, 9)] : below(random, 16);
        switch (below(random, 4)) {
            case 0: words.resize(place); break;
            case 1: words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), value); break;
            case 2: if (!words.empty()) words.erase(words.begin() + static_cast<std::ptrdiff_t>(place)); break;
            default: if (!words.empty()) words[place] = value;
        }
    }
    // a copy of exactly this size, so that a read beyond its end is found
    const Words exact(words);
    try {
        const auto started = search(exact.data(), exact.size(), {below(random, 2) == 0});
        std::uint64_t found = 0;
        started->run(nullptr, 100, {200, 0.2}, never, nullptr, found);
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace

int main(int count, char** arguments) {
    Random random(count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1);
    const double seconds = count > 2 ? std::strtod(arguments[2], nullptr) : 60;
    const auto start = std::chrono::steady_clock::now();
    std::size_t rounds = 0;
    while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
        const Words words = random_buffer(random);
        check_valid(words);
        for (int k = 0; k < 5; ++k) check_broken(random, words);
        Words noise(static_cast<std::size_t>(below(random, 40)));
        for (std::int32_t& word : noise) word = static_cast<std::int32_t>(random());
        check_broken(random, noise);
        ++rounds;
    }
    std::printf("rules: %zu rounds\n", rounds);
}
