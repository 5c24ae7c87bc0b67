// The fillings of two bands without givens.
#pragma once

#include <cstdint>
#include <vector>

#include "divisions.hpp"

namespace nonet {

// In how many ways two bands without givens can be filled, for each filling of the third band.
//
// Only the division of its boxes into columns matters, and neither the order of the columns of a box nor an exchange of digits
// changes the number. Without an order there are 280 divisions. An exchange of digits turns the first one into 123 456 789, so
// two of the 280 are left. 1,296 exchanges keep 123 456 789, and pairs that they turn into each other have the same number.
class EmptyBands {
  public:
    EmptyBands();

    // Returns the number for a band whose columns have these digits.
    std::uint64_t completions(const Mask (&columns)[9]) const {
        const auto first = number_of(columns[0], columns[1]), second = number_of(columns[3], columns[4]),
                   third = number_of(columns[6], columns[7]);
        return completions_[moved_[first][second]][moved_[first][third]];
    }

  private:
    static constexpr std::size_t kNumber = 280;
    using Numbers = std::array<std::uint16_t, kNumber>;

    std::size_t number_of(Mask first, Mask second) const {
        return numbers_[static_cast<std::size_t>(divisions().of(first, second))];
    }
    const Division& division(std::size_t number) const { return divisions()[in_order_[number]]; }

    void number_divisions();
    Numbers moved_by(const std::array<int, 9>& exchange) const;
    std::vector<Numbers> exchanges() const;
    void count_bands();
    void count_completions();
    std::uint64_t completions_of(std::size_t second, std::size_t third) const;

    std::array<std::uint16_t, kDivisions> numbers_{};  // of each division without its order
    std::array<int, kNumber> in_order_{};              // of the divisions with each number, the one in ascending order
    std::vector<Numbers> moved_;                       // by a division that becomes 123 456 789: what the others become
    std::vector<std::array<std::uint32_t, kNumber>> bands_;        // fillings of a band with 123 456 789 and two others as columns
    std::vector<std::array<std::uint64_t, kNumber>> completions_;  // by the second and the third division, likewise
};

}  // namespace nonet
