// The vectors of one instruction set. Every instruction set compiles this file for itself, with its own flags, into a
// namespace of its own; the compiler's vector types do the rest.
//
//   NONET_LANES   lanes of 16 bits in a vector: 8 (SSE2, NEON), 16 (AVX2), 32 (AVX-512)
//   NONET_SPACE   the namespace
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "tables.hpp"

namespace nonet::NONET_SPACE {

constexpr int kLanes = NONET_LANES;

// Lanes are written one at a time as plain numbers and read as vectors, hence may_alias.
typedef std::uint16_t Vector __attribute__((vector_size(2 * kLanes), may_alias));
typedef std::int16_t Truth __attribute__((vector_size(2 * kLanes), may_alias));
typedef std::uint32_t LaneSet;  // bit l is lane l

constexpr LaneSet kEveryLane = kLanes == 32 ? ~LaneSet{0} : (LaneSet{1} << (kLanes % 32)) - 1;

inline Vector all(std::uint16_t value) { return Vector{} + value; }

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

inline Vector least_of(Vector a, Vector b) {
#if NONET_LANES == 16 && defined(__AVX2__)
    return (Vector)_mm256_min_epu16((__m256i)a, (__m256i)b);
#else
    return a < b ? a : b;
#endif
}

// All bits set in the lanes of a set.
inline Vector vector_of(LaneSet set) {
    Vector bit{}, own{};
    for (int lane = 0; lane < kLanes; ++lane) {  // folded by the compiler into constants
        bit[lane] = static_cast<std::uint16_t>(1u << lane % 16);
        own[lane] = lane < 16 ? 0xFFFF : 0;
    }
    const Vector half = (all(static_cast<std::uint16_t>(set)) & own) | (all(static_cast<std::uint16_t>(set >> 16)) & ~own);
    return (Vector)((half & bit) == bit);
}

// The cells of one board side by side, as the search keeps and weighs them: eight 16-bit cells to a register of 128
// bits, or two such registers in one. Cells 81 to 95 do not exist and stay zero.
//
// With pairs of registers, packing 16-bit truths into bytes interleaves the halves:
//
//     pair 0: cells  0- 7 | 16-23      pair 1: cells  8-15 | 24-31      packed: 0-7 8-15 16-23 24-31
//
// so `place` keeps the cells where packing brings them into order.
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

// The cells whose number has its top bit set.
inline CellBits top_bits(const Strip (&strips)[kStrips]) {
#if defined(__AVX2__)
    const auto pack = [](Strip a, Strip b) {
        const int bits = _mm256_movemask_epi8(_mm256_packs_epi16((__m256i)a, (__m256i)b));
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(bits));
    };
    return {pack(strips[0], strips[1]) | pack(strips[2], strips[3]) << 32, pack(strips[4], strips[5])};
#elif defined(__SSE2__)
    const auto pack = [](Strip a, Strip b) {
        return static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_packs_epi16((__m128i)a, (__m128i)b)));
    };
    return {pack(strips[0], strips[1]) | pack(strips[2], strips[3]) << 16 | pack(strips[4], strips[5]) << 32 |
                pack(strips[6], strips[7]) << 48,
            pack(strips[8], strips[9]) | pack(strips[10], strips[11]) << 16};
#else
    CellBits cells;
    for (int cell = 0; cell < kCells; ++cell) {
        if (strips[cell / 8][cell % 8] & 0x8000) cells.add(cell);
    }
    return cells;
#endif
}

// The sum of all numbers of a strip.
inline int total(Strip strip) {
#if defined(__SSE2__)
#if defined(__AVX2__)
    __m128i pairs = _mm_add_epi16(_mm256_castsi256_si128((__m256i)strip), _mm256_extracti128_si256((__m256i)strip, 1));
#else
    __m128i pairs = (__m128i)strip;
#endif
    pairs = _mm_madd_epi16(pairs, _mm_set1_epi16(1));
    pairs = _mm_add_epi32(pairs, _mm_shuffle_epi32(pairs, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32(pairs, 0xB1)));
#else
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum += strip[k];
    return sum;
#endif
}

// For each cell its peers as strips: all bits set at the place of a peer.
struct PeersInStrips {
    alignas(64) std::uint16_t of[kCells][96];
};

constexpr PeersInStrips kPeersInStrips = [] {
    PeersInStrips table{};
    for (int cell = 0; cell < kCells; ++cell) {
        for (int other = 0; other < kCells; ++other) {
            const CellBits peers = kPeers[static_cast<std::size_t>(cell)];
            const bool is_peer = (other < 64 ? peers.low >> other : peers.high >> (other - 64)) & 1;
            table.of[cell][place(other)] = is_peer ? 0xFFFF : 0;
        }
    }
    return table;
}();

// Eight cells of one lane, from the first on; loaded straight into a register, since a vector that is read just after
// its numbers were stored one by one has to wait for all of them.
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

}  // namespace nonet::NONET_SPACE
