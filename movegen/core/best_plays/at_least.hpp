// Which of sixteen numbers are at least a limit: compared at once with SSE2, one by one elsewhere.
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace jackdaw {

inline constexpr int kCompared = 16;

// A bit for each number, the lowest for the first.
inline std::uint32_t at_least(const std::int32_t* numbers, std::int32_t limit) {
#ifdef __SSE2__
    const __m128i limits = _mm_set1_epi32(limit);
    const auto four_below = [&](int first) {
        const auto* const four = reinterpret_cast<const __m128i*>(numbers + first);
        return _mm_cmplt_epi32(_mm_loadu_si128(four), limits);
    };
    const __m128i first_half = _mm_packs_epi32(four_below(0), four_below(4));
    const __m128i second_half = _mm_packs_epi32(four_below(8), four_below(12));
    return 0xFFFFu ^
           static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(first_half, second_half)));
#else
    std::uint32_t found = 0;
    for (int i = 0; i < kCompared; ++i) found |= std::uint32_t{numbers[i] >= limit} << i;
    return found;
#endif
}

}  // namespace jackdaw
