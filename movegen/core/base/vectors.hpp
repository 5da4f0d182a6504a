// Numbers side by side in SSE2 registers (one by one elsewhere): eight of 16 bits, as multipliers
// of squares or points of tiles, and sixteen compared at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace jackdaw {

class Int16x8 {
  public:
    static constexpr int kSize = 8;

    // The last number.
    std::int16_t last() const {
#ifdef __SSE2__
        return static_cast<std::int16_t>(_mm_extract_epi16(values_, 7));
#else
        return values_[7];
#endif
    }

    // The dot product.
    friend std::int32_t dot(const Int16x8& a, const Int16x8& b) {
#ifdef __SSE2__
        __m128i sums = _mm_madd_epi16(a.values_, b.values_);
        sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4e));
        sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0xb1));
        return _mm_cvtsi128_si32(sums);
#else
        std::int32_t sum = 0;
        for (int i = 0; i < 8; ++i) sum += std::int32_t{a.values_[i]} * b.values_[i];
        return sum;
#endif
    }

    // Multiplies all numbers.
    Int16x8 times(std::int16_t factor) const {
        Int16x8 out;
#ifdef __SSE2__
        out.values_ = _mm_mullo_epi16(values_, _mm_set1_epi16(factor));
#else
        for (int i = 0; i < 8; ++i) out.values_[i] = static_cast<std::int16_t>(values_[i] * factor);
#endif
        return out;
    }

    // Shift all numbers up by one and put a new one first; the last is lost.
    Int16x8 shift_in(std::int16_t first) const {
        Int16x8 out;
#ifdef __SSE2__
        out.values_ = _mm_insert_epi16(_mm_slli_si128(values_, 2), first, 0);
#else
        std::copy_n(values_.begin(), 7, out.values_.begin() + 1);
        out.values_[0] = first;
#endif
        return out;
    }

    // Insert a number into numbers that are in falling order; the lowest is lost. Each element
    // takes the maximum of itself and the lesser of the new number and the element before: an
    // insertion step without branches.
    Int16x8 insert_sorted(std::int16_t number) const {
        const Int16x8 before = shift_in(std::numeric_limits<std::int16_t>::max());
        Int16x8 out;
#ifdef __SSE2__
        out.values_ = _mm_max_epi16(values_, _mm_min_epi16(before.values_, _mm_set1_epi16(number)));
#else
        for (int i = 0; i < 8; ++i)
            out.values_[i] = std::max(values_[i], std::min(before.values_[i], number));
#endif
        return out;
    }

  private:
#ifdef __SSE2__
    __m128i values_ = _mm_setzero_si128();
#else
    std::array<std::int16_t, 8> values_{};
#endif
};

// What follows looks at sixteen numbers in memory, and gives a bit for each, the lowest for the
// first.
inline constexpr int kCompared = 16;

#ifdef __SSE2__
inline __m128i load_vector(const void* numbers) {
    return _mm_loadu_si128(static_cast<const __m128i*>(numbers));
}

// `four(i)` compares the four numbers of 32 bits from the i-th on.
template <class Four>
std::uint32_t compare_by_fours(Four four) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(
        _mm_packs_epi16(_mm_packs_epi32(four(0), four(4)), _mm_packs_epi32(four(8), four(12)))));
}
#endif

template <class Holds>
std::uint32_t compare_one_by_one(Holds holds) {
    std::uint32_t found = 0;
    for (int i = 0; i < kCompared; ++i) found |= std::uint32_t{holds(i)} << i;
    return found;
}

// Which numbers are at least the limit.
inline std::uint32_t at_least(const std::int32_t* numbers, std::int32_t limit) {
#ifdef __SSE2__
    const __m128i limits = _mm_set1_epi32(limit);
    return 0xFFFFu ^ compare_by_fours(
                         [&](int i) { return _mm_cmplt_epi32(load_vector(numbers + i), limits); });
#else
    return compare_one_by_one([&](int i) { return numbers[i] >= limit; });
#endif
}

// Which numbers equal one.
template <class Number>
std::uint32_t equal_to(const Number* numbers, Number wanted) {
#ifdef __SSE2__
    if constexpr (sizeof(Number) == 1) {
        const __m128i all = _mm_set1_epi8(static_cast<char>(wanted));
        return static_cast<std::uint32_t>(
            _mm_movemask_epi8(_mm_cmpeq_epi8(load_vector(numbers), all)));
    } else if constexpr (sizeof(Number) == 4) {
        const __m128i all = _mm_set1_epi32(static_cast<int>(wanted));
        return compare_by_fours(
            [&](int i) { return _mm_cmpeq_epi32(load_vector(numbers + i), all); });
    }
#endif
    return compare_one_by_one([&](int i) { return numbers[i] == wanted; });
}

// Which numbers equal those at the same place elsewhere.
template <class Number>
std::uint32_t equal(const Number* a, const Number* b) {
#ifdef __SSE2__
    if constexpr (sizeof(Number) == 1) {
        return static_cast<std::uint32_t>(
            _mm_movemask_epi8(_mm_cmpeq_epi8(load_vector(a), load_vector(b))));
    } else if constexpr (sizeof(Number) == 4) {
        return compare_by_fours(
            [&](int i) { return _mm_cmpeq_epi32(load_vector(a + i), load_vector(b + i)); });
    }
#endif
    return compare_one_by_one([&](int i) { return a[i] == b[i]; });
}

// Which sets have an element in common with one.
template <class Mask>
std::uint32_t overlapping(const Mask* sets, Mask with) {
#ifdef __SSE2__
    if constexpr (sizeof(Mask) == 4) {
        const __m128i all = _mm_set1_epi32(static_cast<int>(with)), none = _mm_setzero_si128();
        return 0xFFFFu ^ compare_by_fours([&](int i) {
                   return _mm_cmpeq_epi32(_mm_and_si128(load_vector(sets + i), all), none);
               });
    }
#endif
    return compare_one_by_one([&](int i) { return (sets[i] & with) != 0; });
}

// The sum of the first `count` of sixteen bytes, of their bits in `mask` alone.
inline std::int32_t sum_of_first(const std::uint8_t* bytes, int count, std::uint8_t mask) {
#ifdef __SSE2__
    static constexpr std::array<std::uint8_t, 2 * kCompared> kFirst = [] {
        std::array<std::uint8_t, 2 * kCompared> first{};
        for (int i = 0; i < kCompared; ++i) first[i] = 0xFF;
        return first;
    }();
    const __m128i masks = _mm_and_si128(_mm_set1_epi8(static_cast<char>(mask)),
                                        load_vector(kFirst.data() + kCompared - count));
    const __m128i sums =
        _mm_sad_epu8(_mm_and_si128(load_vector(bytes), masks), _mm_setzero_si128());
    return _mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4);
#else
    std::int32_t sum = 0;
    for (int i = 0; i < count; ++i) sum += bytes[i] & mask;
    return sum;
#endif
}

}  // namespace jackdaw
