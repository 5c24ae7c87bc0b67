// The vector types of one instruction set. Each instruction set compiles this file with its own flags into its own
// namespace. The code uses the vector types of the compiler, and intrinsics where these are faster.
//
//   NONET_LANES   number of 16-bit lanes in a vector: 8 (SSE2, NEON), 16 (AVX2), 32 (AVX-512)
//   NONET_SPACE   name of the namespace
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "tables.hpp"

// Unrolls the next loop completely, or not at all. Without these, each compiler decides in its own way.
#define NONET_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define NONET_UNROLL(number) NONET_PRAGMA(clang loop unroll(full))
#define NONET_NO_UNROLL NONET_PRAGMA(clang loop unroll(disable))
#else
#define NONET_UNROLL(number) NONET_PRAGMA(GCC unroll number)
#define NONET_NO_UNROLL NONET_PRAGMA(GCC unroll 1)
#endif

namespace nonet::NONET_SPACE {

constexpr int kLanes = NONET_LANES;

// Lanes are written as single numbers and read as vectors, so the types need may_alias.
typedef std::uint16_t Vector __attribute__((vector_size(2 * kLanes), may_alias));
typedef std::int16_t Truth __attribute__((vector_size(2 * kLanes), may_alias));
typedef std::uint32_t LaneSet;  // bit l is lane l

constexpr LaneSet kEveryLane = kLanes == 32 ? ~LaneSet{0} : (LaneSet{1} << (kLanes % 32)) - 1;

inline Vector all(std::uint16_t value) { return Vector{} + value; }

// Makes the compiler read memory again instead of using copies of it in registers or on the stack.
inline __attribute__((always_inline)) void forget_memory() { asm volatile("" ::: "memory"); }

// Returns the lanes in which a comparison is true.
inline LaneSet lanes(Truth truth) {
#if NONET_LANES == 32 && defined(__AVX512BW__)
    return _mm512_movepi16_mask((__m512i)truth);
#elif NONET_LANES == 16 && defined(__AVX2__)
    const __m256i wide = (__m256i)truth;
    const __m128i narrow = _mm_packs_epi16(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    return static_cast<LaneSet>(_mm_movemask_epi8(narrow));
#elif NONET_LANES == 8 && defined(__SSE2__)
    return static_cast<LaneSet>(_mm_movemask_epi8(_mm_packs_epi16((__m128i)truth, _mm_setzero_si128())));
#else
    LaneSet set = 0;
    for (int lane = 0; lane < kLanes; ++lane) set |= static_cast<LaneSet>(truth[lane] & 1) << lane;
    return set;
#endif
}

// Logic on three vectors. AVX-512 has one instruction for any such function; its table of truth is a number of eight bits.
#if NONET_LANES == 32 && defined(__AVX512BW__)
#define NONET_LOGIC(name, a, b, c, expression, truth)                                                             \
    inline __attribute__((always_inline)) Vector name(Vector a, Vector b, Vector c) {                             \
        return (Vector)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, truth);                      \
    }
#else
#define NONET_LOGIC(name, a, b, c, expression, truth) \
    inline __attribute__((always_inline)) Vector name(Vector a, Vector b, Vector c) { return expression; }
#endif
NONET_LOGIC(any_of, a, b, c, a | b | c, 0xFE)
NONET_LOGIC(two_of, a, b, c, (a & b) | ((a | b) & c), 0xE8)  // in at least two of them
NONET_LOGIC(without, a, b, c, a & ~(b | c), 0x10)
NONET_LOGIC(within, a, b, c, a & (b | c), 0xE0)
NONET_LOGIC(and_any_of, a, b, c, a & (b | ~c), 0xD0)
NONET_LOGIC(only_or_not, a, b, c, (a & ~b) | ~c, 0x75)
#undef NONET_LOGIC

inline Vector least_of(Vector a, Vector b) {
#if NONET_LANES == 16 && defined(__AVX2__)
    return (Vector)_mm256_min_epu16((__m256i)a, (__m256i)b);
#else
    return a < b ? a : b;
#endif
}

// Returns a vector with all bits set in the lanes of a set, and 0 in the others.
inline Vector vector_of(LaneSet set) {
    Vector bit{}, own{};
    for (int lane = 0; lane < kLanes; ++lane) {  // the compiler turns these vectors into constants
        bit[lane] = static_cast<std::uint16_t>(1u << lane % 16);
        own[lane] = lane < 16 ? 0xFFFF : 0;
    }
    const Vector half = (all(static_cast<std::uint16_t>(set)) & own) | (all(static_cast<std::uint16_t>(set >> 16)) & ~own);
    return (Vector)((half & bit) == bit);
}

// The cells of one board next to each other, as the search stores and scores them. A strip is a register of 128 bits with
// eight 16-bit cells, or with AVX2 a register of 256 bits with two groups of eight cells. Cells 81 to 95 do not exist and
// stay 0.
//
// With AVX2, packing 16-bit numbers into bytes interleaves the halves of the registers:
//
//     strip 0: cells  0- 7 | 16-23      strip 1: cells  8-15 | 24-31      packed: 0-7 8-15 16-23 24-31
//
// So `place` assigns each cell a place for which packing puts the cells in order.
#if defined(__AVX2__)
typedef std::uint16_t Strip __attribute__((vector_size(32), may_alias));
typedef std::int16_t StripTruth __attribute__((vector_size(32), may_alias));
constexpr int kStrips = 6;
constexpr int place(int cell) { return cell / 32 * 32 + cell / 8 % 2 * 16 + cell / 16 % 2 * 8 + cell % 8; }
#else
typedef std::uint16_t Strip __attribute__((vector_size(16), may_alias));
typedef std::int16_t StripTruth __attribute__((vector_size(16), may_alias));
constexpr int kStrips = 12;
constexpr int place(int cell) { return cell; }
#endif

constexpr std::array<std::uint8_t, kCells> kPlaces = [] {
    std::array<std::uint8_t, kCells> places{};
    for (int cell = 0; cell < kCells; ++cell) places[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(place(cell));
    return places;
}();

// The same 96 cells as bytes, in order.
#if defined(__AVX2__)
typedef std::uint8_t Bytes __attribute__((vector_size(32), may_alias));
#else
typedef std::uint8_t Bytes __attribute__((vector_size(16), may_alias));
#endif
constexpr int kByteStrips = kStrips / 2;

inline Bytes all_bytes(std::uint8_t value) { return Bytes{} + value; }

// Packs two strips of numbers below 256 into bytes.
inline Bytes narrow(Strip a, Strip b) {
#if defined(__AVX2__)
    return (Bytes)_mm256_packus_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (Bytes)_mm_packus_epi16((__m128i)a, (__m128i)b);
#else
    Bytes bytes{};
    for (int k = 0; k < 8; ++k) {
        bytes[k] = static_cast<std::uint8_t>(a[k]);
        bytes[k + 8] = static_cast<std::uint8_t>(b[k]);
    }
    return bytes;
#endif
}

// Returns the sum of all bytes.
inline int total(Bytes bytes) {
#if defined(__SSE2__)
#if defined(__AVX2__)
    const __m256i four = _mm256_sad_epu8((__m256i)bytes, _mm256_setzero_si256());
    const __m128i sums = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
#else
    const __m128i sums = _mm_sad_epu8((__m128i)bytes, _mm_setzero_si128());
#endif
    return _mm_cvtsi128_si32(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums)));
#else
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += bytes[k];
    return sum;
#endif
}

// The peers of each cell as bytes: 0xFF for a peer, 0 for any other cell.
struct PeersAsBytes {
    alignas(64) std::uint8_t of[kCells][96];
};

constexpr PeersAsBytes kPeersAsBytes = [] {
    PeersAsBytes table{};
    for (int cell = 0; cell < kCells; ++cell) {
        for (int other = 0; other < kCells; ++other) {
            const CellBits peers = kPeers[static_cast<std::size_t>(cell)];
            const bool is_peer = (other < 64 ? peers.low >> other : peers.high >> (other - 64)) & 1;
            table.of[cell][other] = is_peer ? 0xFF : 0;
        }
    }
    return table;
}();

// Returns the number of bits in each byte.
inline Bytes sizes_of(Bytes bytes) {
#if defined(__AVX2__)
    const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i low_four = _mm256_set1_epi8(15), all = (__m256i)bytes;
    const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(all, low_four));
    return (Bytes)_mm256_add_epi8(low, _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(all, 4), low_four)));
#else
    bytes -= (bytes >> 1) & 0x55;
    bytes = (bytes & 0x33) + ((bytes >> 2) & 0x33);
    return (bytes + (bytes >> 4)) & 0x0F;
#endif
}

// The candidates of one board as bytes. The cells are in order; cells 81 to 95 are empty.
struct Candidates {
    Bytes one_to_eight[kByteStrips];  // bit d - 1 is digit d
    Bytes nine[kByteStrips];          // 1 or 0
    Bytes size[kByteStrips];          // the number of candidates

    explicit Candidates(const Strip* board) {
        NONET_UNROLL(6)
        for (int k = 0; k < kByteStrips; ++k) {
            const Strip a = board[2 * k], b = board[2 * k + 1];
            one_to_eight[k] = narrow(a & 0xFF, b & 0xFF);
            nine[k] = narrow(a >> 8, b >> 8);
            size[k] = sizes_of(one_to_eight[k]) + nine[k];
        }
    }

    // Returns the cells for which a test of their strip is true.
    template <class Test>
    CellBits cells(Test test) const {
        CellBits set;
        NONET_UNROLL(6)
        for (int k = 0; k < kByteStrips; ++k) {
            constexpr int per_strip = sizeof(Bytes);
            const std::uint64_t bits = bits_of(test(k));
            (k * per_strip < 64 ? set.low : set.high) |= bits << k * per_strip % 64;
        }
        return set;
    }

    CellBits of_size(std::uint8_t number) const {
        return cells([&](int k) __attribute__((always_inline)) { return (Bytes)(size[k] == all_bytes(number)); });
    }
    CellBits blank() const {  // a size of 2 or more has one of the bits 2, 4 and 8
        return cells([&](int k) __attribute__((always_inline)) { return (Bytes)((size[k] & 0x0E) != Bytes{}); });
    }
    CellBits of_digit(int digit) const {
        return cells([&](int k) __attribute__((always_inline)) { return with_digit(digit, k); });
    }

    // Returns 0xFF for the cells of a strip that have a digit (counted from 0), 0 for the others.
    Bytes with_digit(int digit, int k) const {
        if (digit == 8) return (Bytes)(nine[k] != Bytes{});
        const Bytes bit = all_bytes(static_cast<std::uint8_t>(1 << digit));
        return (Bytes)((one_to_eight[k] & bit) == bit);
    }

  private:
    static std::uint64_t bits_of(Bytes truth) {
#if defined(__AVX2__)
        return static_cast<std::uint32_t>(_mm256_movemask_epi8((__m256i)truth));
#elif defined(__SSE2__)
        return static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)truth));
#else
        std::uint64_t bits = 0;
        for (int k = 0; k < 16; ++k) bits |= std::uint64_t{truth[k] & 1u} << k;
        return bits;
#endif
    }
};

// For each digit: the weight of each cell in which it is a candidate, 0 for the other cells. A cell with two candidates
// has the weight 6, one with three 2, one with more 1, and a solved cell 0.
class WeightsOfDigits {
  public:
    explicit WeightsOfDigits(const Candidates& candidates) {
        NONET_UNROLL(6)
        for (int k = 0; k < kByteStrips; ++k) {
            const Bytes weights = weights_of(candidates.size[k]);
            NONET_UNROLL(9)
            for (int d = 0; d < 9; ++d) of_[d][k] = weights & candidates.with_digit(d, k);
        }
    }

    // Returns the sum of the weights of the peers that have `digit` as a candidate, plus the same sum for `other`.
    int of_peers(unsigned cell, unsigned digit, unsigned other) const {
        const Bytes* const peers = reinterpret_cast<const Bytes*>(kPeersAsBytes.of[cell]);
        Bytes sum{};
        NONET_UNROLL(6)
        for (int k = 0; k < kByteStrips; ++k) sum += (of_[digit][k] + of_[other][k]) & peers[k];
        return total(sum);
    }

  private:
    static Bytes weights_of(Bytes size) {
#if defined(__AVX2__)
        const __m128i weights = _mm_setr_epi8(0, 0, 6, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0);
        return (Bytes)_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(weights), (__m256i)size);
#else
        const Bytes two = (Bytes)(size == all_bytes(2)), three = (Bytes)(size == all_bytes(3));
        return (two & 6) | (three & 2) | ((Bytes)((size & 0x0C) != Bytes{}) & 1);
#endif
    }

    Bytes of_[9][kByteStrips + 1];  // one extra: with AVX2 the offset of a digit is then a shift by 7
};

// Returns eight cells of one lane, starting with cell First. They are loaded directly into a register, because reading a
// vector from memory just after its numbers were stored one by one must wait for all of these stores.
template <int First>
inline auto eight_cells(const std::uint16_t* lane) {
#if defined(__SSE2__)
    __m128i eight = _mm_setzero_si128();
    if constexpr (First + 0 < kCells) eight = _mm_insert_epi16(eight, lane[(First + 0) * kLanes], 0);
    if constexpr (First + 1 < kCells) eight = _mm_insert_epi16(eight, lane[(First + 1) * kLanes], 1);
    if constexpr (First + 2 < kCells) eight = _mm_insert_epi16(eight, lane[(First + 2) * kLanes], 2);
    if constexpr (First + 3 < kCells) eight = _mm_insert_epi16(eight, lane[(First + 3) * kLanes], 3);
    if constexpr (First + 4 < kCells) eight = _mm_insert_epi16(eight, lane[(First + 4) * kLanes], 4);
    if constexpr (First + 5 < kCells) eight = _mm_insert_epi16(eight, lane[(First + 5) * kLanes], 5);
    if constexpr (First + 6 < kCells) eight = _mm_insert_epi16(eight, lane[(First + 6) * kLanes], 6);
    if constexpr (First + 7 < kCells) eight = _mm_insert_epi16(eight, lane[(First + 7) * kLanes], 7);
    return eight;
#else
    typedef std::uint16_t Eight __attribute__((vector_size(16)));
    Eight eight{};
    for (int cell = First; cell < First + 8 && cell < kCells; ++cell) eight[cell - First] = lane[cell * kLanes];
    return eight;
#endif
}

template <int Index>
inline Strip strip_of_lane(const std::uint16_t* lane) {
#if defined(__AVX2__)
    constexpr int first = Index / 2 * 32 + Index % 2 * 8;
    return (Strip)_mm256_set_m128i(eight_cells<first + 16>(lane), eight_cells<first>(lane));
#else
    return (Strip)eight_cells<Index * 8>(lane);
#endif
}

// Copies the cells of one lane, so that they are next to each other.
template <int... Index>
inline void store_strips(const std::uint16_t* lane, Strip* strips, std::integer_sequence<int, Index...>) {
    ((strips[Index] = strip_of_lane<Index>(lane)), ...);
}

}  // namespace nonet::NONET_SPACE
