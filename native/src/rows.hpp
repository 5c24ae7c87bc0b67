// Reads puzzles from rows of bytes into lanes, and writes solutions from lanes to rows.
//
// With AVX2 a puzzle is read 32 cells at a time. The meaning of its symbols is looked up in tables of 16 bytes that are kept
// in registers. A single lane is then filled number by number. If many lanes are read or written at once, sixteen rows are
// transposed into sixteen columns (or back) with byte shuffles. This takes a fourth of the instructions per puzzle, even if
// some of the sixteen rows are not used.
#pragma once

#include "vectors.hpp"

namespace nonet::NONET_SPACE {

// Returns whether a house has the same given digit twice.
inline bool givens_conflict(const std::uint8_t* puzzle) {
    std::uint64_t columns[9]{}, counts = 0;
    for (int band = 0; band < 3; ++band) {
        std::uint64_t boxes[3]{};
        NONET_UNROLL(3)
        for (int line = 3 * band; line < 3 * band + 3; ++line) {
            std::uint64_t row = 0;
            NONET_UNROLL(9)
            for (int column = 0; column < 9; ++column) {
                const std::uint64_t given = kCountOfSymbol[puzzle[9 * line + column]];
                row += given;
                boxes[column / 3] += given;
                columns[column] += given;
            }
            counts |= row;
        }
        counts |= boxes[0] | boxes[1] | boxes[2];
    }
    for (const std::uint64_t column : columns) counts |= column;
    return counts & ~kOneOfEach;
}

// Reads the masks of a puzzle; cell i is at index place(i). Returns whether all symbols are valid.
inline bool read_row(const std::uint8_t* row, std::uint16_t (&masks)[96]);

// Writes the digits of a solved board. `zero` is 0, or '0' for characters.
inline void write_row(const std::uint16_t* lane, std::uint8_t zero, std::uint8_t* digits);

#if defined(__AVX2__)

constexpr int kGroup = 16;  // number of lanes whose masks of one cell fill 32 bytes

// The first cells of the two halves of each register when columns are read and written. The last two halves overlap.
constexpr int kFirstHalf[3] = {0, 32, 64}, kSecondHalf[3] = {16, 48, 65};

inline __m256i table(const std::array<std::uint8_t, 16>& entries) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(entries.data())));
}

inline __m128i sixteen(const std::uint8_t* bytes) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)); }

// Symbols are recognized by the two halves of their byte. Each kind of symbol is one bit. The table of each half contains
// the kinds that are possible with it, and the AND of both is the kind of the symbol.
struct Kinds {
    std::array<std::uint8_t, 16> of_low{}, of_high{};
    static constexpr std::uint8_t kDigit = 1;
};

constexpr Kinds kKinds = [] {
    Kinds kinds{};
    const auto add = [&](std::uint8_t kind, unsigned high, unsigned low) {
        kinds.of_high[high] |= kind;
        kinds.of_low[low] |= kind;
    };
    for (unsigned digit = 0; digit <= 9; ++digit) {
        add(Kinds::kDigit, 0, digit);  // 0 is a blank
        add(Kinds::kDigit, '0' >> 4, digit);
    }
    for (unsigned char blank : {'*', '-', '.'}) add(2, blank >> 4, blank & 15);
    add(4, '?' >> 4, '?' & 15);
    add(8, '_' >> 4, '_' & 15);
    return kinds;
}();

static_assert([] {
    for (unsigned symbol = 0; symbol < 256; ++symbol) {
        const unsigned kind = symbol < 128 ? kKinds.of_low[symbol & 15] & kKinds.of_high[symbol >> 4] : 0;
        const unsigned mask = kMaskOfSymbol[symbol];
        const unsigned expected = kind == Kinds::kDigit && symbol % 16 ? 1u << (symbol % 16 - 1) : kAllDigits;
        if (mask != (kind ? expected : kBadSymbol)) return false;
    }
    return true;
}());

// Returns the digits of 32 symbols, with 0 for a blank. Sets the bytes of `unknown` where a symbol is invalid.
inline __m256i digits_of(__m256i symbols, __m256i& unknown) {
    const __m256i low_four = _mm256_set1_epi8(15);
    const __m256i of_low = _mm256_shuffle_epi8(table(kKinds.of_low), symbols);  // 0 for symbols above 127
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(symbols, 4), low_four);
    const __m256i kinds = _mm256_and_si256(of_low, _mm256_shuffle_epi8(table(kKinds.of_high), high));
    unknown = _mm256_or_si256(unknown, _mm256_cmpeq_epi8(kinds, _mm256_setzero_si256()));
    const __m256i is_digit = _mm256_cmpeq_epi8(kinds, _mm256_set1_epi8(Kinds::kDigit));
    return _mm256_and_si256(_mm256_and_si256(symbols, low_four), is_digit);
}

// The lower and the higher byte of the mask of each digit. A blank, 0, has all digits.
constexpr std::array<std::uint8_t, 16> kLowOfMask = {0xFF, 1, 2, 4, 8, 16, 32, 64, 128};
constexpr std::array<std::uint8_t, 16> kHighOfMask = {1, 0, 0, 0, 0, 0, 0, 0, 0, 1};

// The digit of a mask of one digit, by the lower and the higher half of its byte. The mask of 9 is 255.
constexpr std::array<std::uint8_t, 16> kDigitOfLow = {0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9};
constexpr std::array<std::uint8_t, 16> kDigitOfHigh = {0, 5, 6, 0, 7, 0, 0, 0, 8};

// Computes the masks of 32 digits: `first` gets the first eight of each 16 digits, `last` the last eight.
inline void masks_of(__m256i digits, __m256i& first, __m256i& last) {
    const __m256i one_to_eight = _mm256_shuffle_epi8(table(kLowOfMask), digits);
    const __m256i nine = _mm256_shuffle_epi8(table(kHighOfMask), digits);
    first = _mm256_unpacklo_epi8(one_to_eight, nine);
    last = _mm256_unpackhi_epi8(one_to_eight, nine);
}

// Returns the digits of 32 masks that have one digit each and are packed into bytes. The mask of 9 does not fit into a byte;
// packing turned it into 255.
inline __m256i digits_of_masks(__m256i packed, __m256i zero) {
    const __m256i low_four = _mm256_set1_epi8(15);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(packed, 4), low_four);
    const __m256i of_low = _mm256_shuffle_epi8(table(kDigitOfLow), _mm256_and_si256(packed, low_four));
    return _mm256_or_si256(_mm256_or_si256(of_low, zero), _mm256_shuffle_epi8(table(kDigitOfHigh), high));
}

inline bool read_row(const std::uint8_t* row, std::uint16_t (&masks)[96]) {
    const __m256i symbols[3] = {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row)),
                                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + 32)),
                                _mm256_set_m128i(_mm_cvtsi32_si128(row[80]), sixteen(row + 64))};
    __m256i unknown = _mm256_setzero_si256(), *const strips = reinterpret_cast<__m256i*>(masks);
    NONET_UNROLL(3)
    for (int k = 0; k < 3; ++k) {
        __m256i first, last;
        masks_of(digits_of(symbols[k], unknown), first, last);
        _mm256_store_si256(strips + 2 * k, first);
        _mm256_store_si256(strips + 2 * k + 1, last);
    }
    return _mm256_testz_si256(unknown, unknown);
}

inline void write_row(const std::uint16_t* lane, std::uint8_t zero, std::uint8_t* digits) {
    const __m256i zeros = _mm256_set1_epi8(static_cast<char>(zero));
    const auto packed = [&](Strip a, Strip b) { return digits_of_masks((__m256i)narrow(a, b), zeros); };
    const __m256i first = packed(strip_of_lane<0>(lane), strip_of_lane<1>(lane));
    const __m256i second = packed(strip_of_lane<2>(lane), strip_of_lane<3>(lane));
    const __m256i third = packed(strip_of_lane<4>(lane), strip_of_lane<5>(lane));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(digits), first);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(digits + 32), second);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(digits + 64), _mm256_castsi256_si128(third));
    digits[80] = static_cast<std::uint8_t>(_mm_cvtsi128_si32(_mm256_extracti128_si256(third, 1)));
}

// Transposes rows and columns in both halves of the registers: byte j of row i becomes byte i of row j.
inline __attribute__((always_inline)) void transpose(__m256i (&rows)[16]) {
    NONET_UNROLL(4)
    for (int round = 0; round < 4; ++round) {
        __m256i shuffled[16];
        NONET_UNROLL(8)
        for (int i = 0; i < 8; ++i) {
            shuffled[2 * i] = _mm256_unpacklo_epi8(rows[i], rows[i + 8]);
            shuffled[2 * i + 1] = _mm256_unpackhi_epi8(rows[i], rows[i + 8]);
        }
        NONET_UNROLL(16)
        for (int i = 0; i < 16; ++i) rows[i] = shuffled[i];
    }
}

// Reads 16 rows into 16 lanes. Returns the lanes whose rows have an invalid symbol.
inline LaneSet read_group(const std::uint8_t* const (&rows)[kGroup], std::uint16_t* lanes) {
    LaneSet bad = 0;
    __m256i digits[3][kGroup];
    for (int i = 0; i < kGroup; ++i) {
        __m256i unknown = _mm256_setzero_si256();
        NONET_UNROLL(3)
        for (int k = 0; k < 3; ++k) {
            const __m256i symbols = _mm256_set_m128i(sixteen(rows[i] + kSecondHalf[k]), sixteen(rows[i] + kFirstHalf[k]));
            digits[k][i] = digits_of(symbols, unknown);
        }
        bad |= static_cast<LaneSet>(!_mm256_testz_si256(unknown, unknown)) << i;
    }
    const auto put = [&](int cell, __m256i masks) __attribute__((always_inline)) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(lanes + cell * kLanes), masks);
    };
    for (int k = 0; k < 3; ++k) {
        transpose(digits[k]);
        for (int j = 0; j < 16; ++j) {
            __m256i first, last;
            masks_of(digits[k][j], first, last);
            put(kFirstHalf[k] + j, _mm256_permute2x128_si256(first, last, 0x20));
            put(kSecondHalf[k] + j, _mm256_permute2x128_si256(first, last, 0x31));
        }
    }
    return bad;
}

// Writes those of 16 lanes that are in a set to their rows. Their boards must be solved.
inline void write_group(const std::uint16_t* lanes, LaneSet set, std::uint8_t zero, std::uint8_t* const (&rows)[kGroup]) {
    const __m256i zeros = _mm256_set1_epi8(static_cast<char>(zero));
    const auto masks = [&](int cell) __attribute__((always_inline)) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes + cell * kLanes));
    };
    for (int k = 0; k < 3; ++k) {
        __m256i digits[kGroup];
        NONET_UNROLL(16)
        for (int j = 0; j < 16; ++j) {
            const __m256i packed = _mm256_packus_epi16(masks(kFirstHalf[k] + j), masks(kSecondHalf[k] + j));
            digits[j] = digits_of_masks(_mm256_permute4x64_epi64(packed, 0xD8), zeros);
        }
        transpose(digits);
        for (LaneSet rest = set; rest; rest &= rest - 1) {
            const int lane = lowest(rest);
            std::uint8_t* const row = rows[lane];
            _mm_storeu_si128(reinterpret_cast<__m128i*>(row + kFirstHalf[k]), _mm256_castsi256_si128(digits[lane]));
            _mm_storeu_si128(reinterpret_cast<__m128i*>(row + kSecondHalf[k]), _mm256_extracti128_si256(digits[lane], 1));
        }
    }
}

#else

inline bool read_row(const std::uint8_t* row, std::uint16_t (&masks)[96]) {
    unsigned seen = 0;
    for (int cell = 0; cell < kCells; ++cell) {
        const std::uint16_t mask = kMaskOfSymbol[row[cell]];
        masks[place(cell)] = mask & kAllDigits;
        seen |= mask;
    }
    return !(seen & kBadSymbol);
}

inline void write_row(const std::uint16_t* lane, std::uint8_t zero, std::uint8_t* digits) {
    NONET_UNROLL(81)
    for (int cell = 0; cell < kCells; ++cell) {
        digits[cell] = static_cast<std::uint8_t>((lowest(lane[cell * kLanes]) + 1) | zero);
    }
}

#endif

}  // namespace nonet::NONET_SPACE
