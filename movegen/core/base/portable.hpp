// What C++20 has no words for: products of 128 bits, prefetching, inlining. Extensions of compilers
// stand here and, for SSE2, in vectors.hpp.
#pragma once

#include <cstdint>

#if defined(__GNUC__)
#define JACKDAW_ALWAYS_INLINE __attribute__((always_inline))
#else
#define JACKDAW_ALWAYS_INLINE
#endif

namespace jackdaw {

struct WideProduct {
    std::uint64_t high, low;

    bool operator==(const WideProduct&) const = default;
};

// A product of 128 bits, from four products of 64.
constexpr WideProduct multiply_by_halves(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t half = 0xFFFFFFFFu;
    const std::uint64_t low = (a & half) * (b & half);
    const std::uint64_t first = (a >> 32) * (b & half) + (low >> 32);  // cannot overflow
    const std::uint64_t second = (a & half) * (b >> 32) + (first & half);
    return {(a >> 32) * (b >> 32) + (first >> 32) + (second >> 32), second << 32 | (low & half)};
}

// A product of 128 bits.
constexpr WideProduct multiply_wide(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
    __extension__ using Product = unsigned __int128;
    const Product product = static_cast<Product>(a) * b;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
    return multiply_by_halves(a, b);
#endif
}

static_assert(multiply_wide(~0ull, ~0ull) == multiply_by_halves(~0ull, ~0ull));
static_assert(multiply_wide(0xD2E7470EE14C6C93u, 0xCA5A826395121157u) ==
              multiply_by_halves(0xD2E7470EE14C6C93u, 0xCA5A826395121157u));

// Begins to load the cache line of an address.
inline void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

}  // namespace jackdaw
