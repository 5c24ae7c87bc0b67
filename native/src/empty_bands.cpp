#include "empty_bands.hpp"

#include <utility>

namespace nonet {

namespace {

Mask others(Mask a, Mask b) { return static_cast<Mask>(kAllDigits & ~(a | b)); }

bool are_disjoint(const Division& a, const Division& b) { return !((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2])); }

// The digits of a set, counted from 0.
std::array<int, 3> digits_of(Mask set) {
    std::array<int, 3> digits{};
    std::size_t number = 0;
    for (unsigned rest = set; rest; rest &= rest - 1) digits[number++] = std::countr_zero(rest);
    return digits;
}

// The divisions into rows of all 216 boxes that have the columns of a division.
std::vector<int> rows_of(const Division& columns) {
    std::vector<int> rows;
    for (const auto& a : kOrders) {
        for (const auto& b : kOrders) {
            for (const auto& c : kOrders) {
                Mask row[3]{};
                for (std::size_t column = 0; column < 3; ++column) {
                    const int* const order = column == 0 ? a : column == 1 ? b : c;
                    for (std::size_t i = 0; i < 3; ++i) {
                        row[i] |= static_cast<Mask>(1u << digits_of(columns[column])[static_cast<std::size_t>(order[i])]);
                    }
                }
                rows.push_back(divisions().of(row[0], row[1]));
            }
        }
    }
    return rows;
}

}  // namespace

EmptyBands::EmptyBands() : moved_(kNumber), bands_(kNumber), completions_(kNumber) {
    number_divisions();
    count_bands();
    count_completions();
}

void EmptyBands::number_divisions() {
    std::uint16_t number = 0;
    for (int each = 0; each < kDivisions; ++each) {  // 123 456 789 comes first
        const Division& sets = divisions()[each];
        if (!(sets[0] < sets[1] && sets[1] < sets[2])) continue;
        for (const auto& order : kOrders) {
            const auto set = [&](int k) { return sets[static_cast<std::size_t>(order[k])]; };
            numbers_[static_cast<std::size_t>(divisions().of(set(0), set(1)))] = number;
        }
        in_order_[number++] = each;
    }
    for (std::size_t first = 0; first < kNumber; ++first) {
        std::array<int, 9> exchange{};
        int next = 0;
        for (const Mask set : division(first)) {
            for (const int digit : digits_of(set)) exchange[static_cast<std::size_t>(digit)] = next++;
        }
        moved_[first] = moved_by(exchange);
    }
}

// Returns what each division becomes if digits are exchanged.
EmptyBands::Numbers EmptyBands::moved_by(const std::array<int, 9>& exchange) const {
    Numbers moved{};
    for (std::size_t number = 0; number < kNumber; ++number) {
        Mask sets[2]{};
        for (std::size_t k = 0; k < 2; ++k) {
            for (const int digit : digits_of(division(number)[k])) {
                sets[k] |= static_cast<Mask>(1u << exchange[static_cast<std::size_t>(digit)]);
            }
        }
        moved[number] = static_cast<std::uint16_t>(number_of(sets[0], sets[1]));
    }
    return moved;
}

// Returns what each division becomes, for all exchanges of digits that keep 123 456 789.
std::vector<EmptyBands::Numbers> EmptyBands::exchanges() const {
    std::vector<Numbers> all;
    for (const auto& sets : kOrders) {
        for (const auto& a : kOrders) {
            for (const auto& b : kOrders) {
                for (const auto& c : kOrders) {
                    std::array<int, 9> exchange{};
                    for (std::size_t k = 0; k < 3; ++k) {
                        exchange[k] = 3 * sets[0] + a[k];
                        exchange[3 + k] = 3 * sets[1] + b[k];
                        exchange[6 + k] = 3 * sets[2] + c[k];
                    }
                    all.push_back(moved_by(exchange));
                }
            }
        }
    }
    return all;
}

void EmptyBands::count_bands() {
    std::vector<std::vector<int>> rows;
    for (std::size_t number = 0; number < kNumber; ++number) rows.push_back(rows_of(division(number)));
    for (std::size_t second = 0; second < kNumber; ++second) {
        std::array<std::uint32_t, kDivisions> boxes{};  // the first two boxes, by the rows that they leave to the third
        for (const int a : rows[0]) {
            for (const int b : rows[second]) {
                const Division &first = divisions()[a], &other = divisions()[b];
                if (!are_disjoint(first, other)) continue;
                ++boxes[static_cast<std::size_t>(divisions().of(others(first[0], other[0]), others(first[1], other[1])))];
            }
        }
        for (std::size_t third = 0; third < kNumber; ++third) {
            for (const int c : rows[third]) bands_[second][third] += boxes[static_cast<std::size_t>(c)];
        }
    }
}

void EmptyBands::count_completions() {
    const std::vector<Numbers> all = exchanges();
    for (std::size_t second = 0; second < kNumber; ++second) {
        for (std::size_t third = 0; third < kNumber; ++third) {
            if (completions_[second][third]) continue;  // every band can be completed, so this is known already
            const std::uint64_t number = completions_of(second, third);
            for (const Numbers& moved : all) {
                completions_[moved[second]][moved[third]] = completions_[moved[third]][moved[second]] = number;
            }
        }
    }
}

// Counts the fillings of two bands below a band whose columns are 123 456 789 and two other divisions.
std::uint64_t EmptyBands::completions_of(std::size_t second, std::size_t third) const {
    using Pair = std::pair<std::size_t, std::size_t>;  // the divisions of the middle and of the last box of a stack
    const auto below = [&](std::size_t number) {
        std::vector<Pair> pairs;
        const Division& top = division(number);
        for (int each = 0; each < kDivisions; ++each) {
            const Division& middle = divisions()[each];
            if (!are_disjoint(top, middle)) continue;
            pairs.emplace_back(number_of(middle[0], middle[1]), number_of(others(top[0], middle[0]), others(top[1], middle[1])));
        }
        return pairs;
    };
    const std::vector<Pair> first_stack = below(0), second_stack = below(second), third_stack = below(third);
    std::uint64_t number = 0;
    for (const auto& [first_middle, first_last] : first_stack) {
        const Numbers &middle = moved_[first_middle], &last = moved_[first_last];
        for (const auto& [second_middle, second_last] : second_stack) {
            const auto &middle_bands = bands_[middle[second_middle]], &last_bands = bands_[last[second_last]];
            for (const auto& [third_middle, third_last] : third_stack) {
                number += std::uint64_t{middle_bands[middle[third_middle]]} * last_bands[last[third_last]];
            }
        }
    }
    return number;
}

}  // namespace nonet
