// Eight 16-bit numbers in one SSE2 register (an array elsewhere): multipliers of squares, points of
// tiles.
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

}  // namespace jackdaw
