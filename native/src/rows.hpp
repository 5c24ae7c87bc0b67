// Reads puzzles from rows of bytes into lanes, and writes solutions from lanes to rows.
//
// With AVX2 a puzzle is read 32 cells at a time. The meaning of its symbols is looked up in tables of 16 bytes that are kept
// in registers. A single lane is then filled number by number. If many lanes are read or written at once, the rows of all
// lanes are transposed into columns (or back) with byte shuffles. This takes a fourth of the instructions per puzzle, even if
// some of the rows are not used.
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

// The first cells of the two halves of each register when columns are read and written. The last two halves overlap.
constexpr int kFirstHalf[3] = {0, 32, 64}, kSecondHalf[3] = {16, 48, 65};

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

// A table of 16 bytes in each 128 bits of a register. The second argument shows how wide the register is.
inline Bytes table(const std::array<std::uint8_t, 16>& entries, Bytes) {
    return (Bytes)_mm256_broadcastsi128_si256(sixteen(entries.data()));
}

// Operations on each 128 bits of a register: table look-ups, and the bytes of two registers in turn.
inline Bytes looked_up(Bytes table, Bytes places) { return (Bytes)_mm256_shuffle_epi8((__m256i)table, (__m256i)places); }
inline Bytes low_in_turn(Bytes a, Bytes b) { return (Bytes)_mm256_unpacklo_epi8((__m256i)a, (__m256i)b); }
inline Bytes high_in_turn(Bytes a, Bytes b) { return (Bytes)_mm256_unpackhi_epi8((__m256i)a, (__m256i)b); }

inline Bytes least_of(Bytes a, Bytes b) { return (Bytes)_mm256_min_epu8((__m256i)a, (__m256i)b); }

// Returns which bytes are 0, as bits.
inline std::uint64_t zeros_of(Bytes bytes) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8((__m256i)bytes, _mm256_setzero_si256())));
}

#if NONET_LANES == 32
typedef std::uint8_t WideBytes __attribute__((vector_size(64), may_alias));  // a byte for each of 64 cells

inline WideBytes table(const std::array<std::uint8_t, 16>& entries, WideBytes) {
    return (WideBytes)_mm512_broadcast_i32x4(sixteen(entries.data()));
}
inline WideBytes looked_up(WideBytes table, WideBytes places) {
    return (WideBytes)_mm512_shuffle_epi8((__m512i)table, (__m512i)places);
}
inline WideBytes low_in_turn(WideBytes a, WideBytes b) { return (WideBytes)_mm512_unpacklo_epi8((__m512i)a, (__m512i)b); }
inline WideBytes high_in_turn(WideBytes a, WideBytes b) { return (WideBytes)_mm512_unpackhi_epi8((__m512i)a, (__m512i)b); }
inline WideBytes least_of(WideBytes a, WideBytes b) { return (WideBytes)_mm512_min_epu8((__m512i)a, (__m512i)b); }
inline std::uint64_t zeros_of(WideBytes bytes) { return _mm512_testn_epi8_mask((__m512i)bytes, (__m512i)bytes); }
#else
typedef Bytes WideBytes;
#endif

// Returns the digits of symbols, with 0 for a blank. Sets the bytes of `known` to 0 where a symbol is invalid.
template <class Register>
inline Register digits_of(Register symbols, Register& known) {
    const Register of_low = looked_up(table(kKinds.of_low, symbols), symbols);  // 0 for symbols above 127
    const Register kinds = of_low & looked_up(table(kKinds.of_high, symbols), symbols >> 4);
    known = least_of(known, kinds);
    return kinds == Kinds::kDigit ? symbols & 15 : Register{};
}

// The lower and the higher byte of the mask of each digit. A blank, 0, has all digits.
constexpr std::array<std::uint8_t, 16> kLowOfMask = {0xFF, 1, 2, 4, 8, 16, 32, 64, 128};
constexpr std::array<std::uint8_t, 16> kHighOfMask = {1, 0, 0, 0, 0, 0, 0, 0, 0, 1};

// The digit of a mask of one digit, by the lower and the higher half of its byte. The mask of 9 is 255.
constexpr std::array<std::uint8_t, 16> kDigitOfLow = {0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 9};
constexpr std::array<std::uint8_t, 16> kDigitOfHigh = {0, 5, 6, 0, 7, 0, 0, 0, 8};

// Computes the masks of digits: `first` gets the first eight of each 16 digits, `last` the last eight.
template <class Register>
inline void masks_of(Register digits, Register& first, Register& last) {
    const Register one_to_eight = looked_up(table(kLowOfMask, digits), digits);
    const Register nine = looked_up(table(kHighOfMask, digits), digits);
    first = low_in_turn(one_to_eight, nine);
    last = high_in_turn(one_to_eight, nine);
}

// Returns the digits of masks that have one digit each and are packed into bytes. The mask of 9 does not fit into a byte;
// packing turned it into 255.
template <class Register>
inline Register digits_of_masks(Register packed, std::uint8_t zero) {
    return looked_up(table(kDigitOfLow, packed), packed & 15) | looked_up(table(kDigitOfHigh, packed), packed >> 4) | zero;
}

inline bool read_row(const std::uint8_t* row, std::uint16_t (&masks)[96]) {
    const Bytes symbols[3] = {(Bytes)_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row)),
                              (Bytes)_mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + 32)),
                              (Bytes)_mm256_set_m128i(_mm_cvtsi32_si128(row[80]), sixteen(row + 64))};
    Bytes known = all_bytes(0xFF), *const strips = reinterpret_cast<Bytes*>(masks);
    NONET_UNROLL(3)
    for (int k = 0; k < 3; ++k) masks_of(digits_of(symbols[k], known), strips[2 * k], strips[2 * k + 1]);
    return !zeros_of(known);
}

inline void write_row(const std::uint16_t* lane, std::uint8_t zero, std::uint8_t* digits) {
    const auto packed = [&](Strip a, Strip b) { return (__m256i)digits_of_masks(narrow(a, b), zero); };
    const __m256i first = packed(strip_of_lane<0>(lane), strip_of_lane<1>(lane));
    const __m256i second = packed(strip_of_lane<2>(lane), strip_of_lane<3>(lane));
    const __m256i third = packed(strip_of_lane<4>(lane), strip_of_lane<5>(lane));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(digits), first);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(digits + 32), second);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(digits + 64), _mm256_castsi256_si128(third));
    digits[80] = static_cast<std::uint8_t>(_mm_cvtsi128_si32(_mm256_extracti128_si256(third, 1)));
}

// Many rows at once. Register i has 32 cells of row i, and with AVX-512 also those of row i + 16. Transposed, register j has
// cells `first` + j and `second` + j of all rows: 16 bytes each, and with AVX-512 again for the rows from 16 on.

inline __m256i two_parts(const std::uint8_t* row, int first, int second) {
    return _mm256_set_m128i(sixteen(row + second), sixteen(row + first));
}

#if NONET_LANES == 32
inline WideBytes parts_of(const std::uint8_t* const* rows, int first, int second) {
    const __m512i low = _mm512_castsi256_si512(two_parts(rows[0], first, second));
    return (WideBytes)_mm512_inserti64x4(low, two_parts(rows[16], first, second), 1);
}
inline Vector first_cell(WideBytes first, WideBytes last) {
    return (Vector)_mm512_permutex2var_epi64((__m512i)first, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), (__m512i)last);
}
inline Vector second_cell(WideBytes first, WideBytes last) {
    return (Vector)_mm512_permutex2var_epi64((__m512i)first, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), (__m512i)last);
}
inline WideBytes packed_cells(Vector first, Vector second) {
    return (WideBytes)_mm512_permutex_epi64(_mm512_packus_epi16((__m512i)first, (__m512i)second), 0xD8);
}
inline __m256i parts_of_row(const WideBytes (&digits)[16], int row) {
    return reinterpret_cast<const __m256i*>(&digits[row % 16])[row / 16];
}
#else
inline WideBytes parts_of(const std::uint8_t* const* rows, int first, int second) {
    return (WideBytes)two_parts(rows[0], first, second);
}
inline Vector first_cell(WideBytes first, WideBytes last) {
    return (Vector)_mm256_permute2x128_si256((__m256i)first, (__m256i)last, 0x20);
}
inline Vector second_cell(WideBytes first, WideBytes last) {
    return (Vector)_mm256_permute2x128_si256((__m256i)first, (__m256i)last, 0x31);
}
inline WideBytes packed_cells(Vector first, Vector second) {
    return (WideBytes)_mm256_permute4x64_epi64(_mm256_packus_epi16((__m256i)first, (__m256i)second), 0xD8);
}
inline __m256i parts_of_row(const WideBytes (&digits)[16], int row) { return (__m256i)digits[row]; }
#endif

// Transposes rows and columns in each 128 bits of the registers: byte j of row i becomes byte i of row j.
inline __attribute__((always_inline)) void transpose(WideBytes (&rows)[16]) {
    NONET_UNROLL(4)
    for (int round = 0; round < 4; ++round) {
        WideBytes shuffled[16];
        NONET_UNROLL(8)
        for (int i = 0; i < 8; ++i) {
            shuffled[2 * i] = low_in_turn(rows[i], rows[i + 8]);
            shuffled[2 * i + 1] = high_in_turn(rows[i], rows[i + 8]);
        }
        NONET_UNROLL(16)
        for (int i = 0; i < 16; ++i) rows[i] = shuffled[i];
    }
}

// Reads one row into each lane. Returns the lanes whose rows have an invalid symbol.
inline LaneSet read_all(const std::uint8_t* const (&rows)[kLanes], Vector* cells) {
    LaneSet bad = 0;
    WideBytes digits[3][16];
    for (int i = 0; i < 16; ++i) {
        WideBytes known = ~WideBytes{};
        NONET_UNROLL(3)
        for (int k = 0; k < 3; ++k) digits[k][i] = digits_of(parts_of(rows + i, kFirstHalf[k], kSecondHalf[k]), known);
        const std::uint64_t zeros = zeros_of(known);
        bad |= LaneSet{static_cast<std::uint32_t>(zeros) != 0} << i | LaneSet{zeros >> 32 != 0} << (i + 16);
    }
    for (int k = 0; k < 3; ++k) {
        transpose(digits[k]);
        for (int j = 0; j < 16; ++j) {
            WideBytes first, last;
            masks_of(digits[k][j], first, last);
            cells[kFirstHalf[k] + j] = first_cell(first, last);
            cells[kSecondHalf[k] + j] = second_cell(first, last);
        }
    }
    return bad;
}

// Writes the lanes of a set to their rows. Their boards must be solved.
inline void write_all(const Vector* cells, LaneSet set, std::uint8_t zero, std::uint8_t* const (&rows)[kLanes]) {
    for (int k = 0; k < 3; ++k) {
        WideBytes digits[16];
        NONET_UNROLL(16)
        for (int j = 0; j < 16; ++j) {
            digits[j] = digits_of_masks(packed_cells(cells[kFirstHalf[k] + j], cells[kSecondHalf[k] + j]), zero);
        }
        transpose(digits);
        for (LaneSet rest = set; rest; rest &= rest - 1) {
            const int lane = lowest(rest);
            const __m256i parts = parts_of_row(digits, lane);
            _mm_storeu_si128(reinterpret_cast<__m128i*>(rows[lane] + kFirstHalf[k]), _mm256_castsi256_si128(parts));
            _mm_storeu_si128(reinterpret_cast<__m128i*>(rows[lane] + kSecondHalf[k]), _mm256_extracti128_si256(parts, 1));
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
