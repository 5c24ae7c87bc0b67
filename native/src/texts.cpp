#include "texts.hpp"

#include <cstring>

namespace nonet {

namespace {

// Sixteen bytes, which every machine takes at once.
constexpr std::size_t kWide = 16;
using Wide = std::uint8_t __attribute__((vector_size(kWide)));

inline Wide load(const std::uint8_t* bytes) {
    Wide wide;
    std::memcpy(&wide, bytes, kWide);
    return wide;
}

// Calls `piece(place)` for pieces of sixteen bytes that cover a row; the last may overlap the one before. Says false if
// the row is shorter.
template <class Piece>
inline bool cover(std::size_t length, Piece piece) {
    if (length < kWide) return false;
    for (std::size_t place = 0; place + kWide <= length; place += kWide) piece(place);
    if (length % kWide) piece(length - kWide);
    return true;
}

bool is_between(const std::uint8_t* row, std::size_t length, const std::uint8_t* least, const std::uint8_t* greatest) {
    Wide beyond{};
    const bool is_covered = cover(length, [&](std::size_t i) {
        const Wide low = load(least + i);
        beyond |= (Wide)(load(row + i) - low > load(greatest + i) - low);  // what is below the least wraps around
    });
    std::uint64_t words[kWide / 8];
    std::memcpy(words, &beyond, kWide);
    bool is_beyond = words[0] | words[1];
    for (std::size_t i = 0; !is_covered && i < length; ++i) is_beyond |= row[i] < least[i] || row[i] > greatest[i];
    return !is_beyond;
}

// A length that is known beforehand leaves no loop over the pieces of a row; 0 stands for any.
template <std::size_t kLength>
void put_rows(const Texts& texts, std::uint8_t* page) {
    const std::size_t length = kLength ? kLength : texts.length;
    std::uint8_t prefix[kPrefix];
    for (std::size_t i = 0; i < kPrefix; ++i) prefix[i] = static_cast<std::uint8_t>(length >> 8 * i);
    for (std::size_t number = 0; number < texts.number; ++number, page += kPrefix + length) {
        const std::uint8_t* const row = texts.rows + number * texts.step;
        std::uint8_t* const place = page + kPrefix;
        std::memcpy(page, prefix, kPrefix);
        const bool is_covered = cover(length, [&](std::size_t i) { std::memcpy(place + i, row + i, kWide); });
        if (!is_covered) std::memcpy(place, row, length);
    }
}

}  // namespace

std::size_t rows_between(const Texts& texts, const std::uint8_t* least, const std::uint8_t* greatest) {
    std::size_t number = 0;
    while (number < texts.number && is_between(texts.rows + number * texts.step, texts.length, least, greatest)) ++number;
    return number;
}

void put_texts(const Texts& texts, std::uint8_t* page) {
    constexpr std::size_t board = 81;
    texts.length == board ? put_rows<board>(texts, page) : put_rows<0>(texts, page);
}

}  // namespace nonet
