// Philox4x64-10, a counter-based random number generator: J. K. Salmon, M. A. Moraes, R. O. Dror,
// D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A block of four numbers is a
// function of a counter and a key, so any position of any stream is available at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "movegen/core/base/portable.hpp"

namespace jackdaw {

using PhiloxCounter = std::array<std::uint64_t, 4>;
using PhiloxKey = std::array<std::uint64_t, 2>;

constexpr PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
    for (int round = 0; round < 10; ++round) {
        const WideProduct even = multiply_wide(0xD2E7470EE14C6C93u, counter[0]);
        const WideProduct odd = multiply_wide(0xCA5A826395121157u, counter[2]);
        counter = {odd.high ^ counter[1] ^ key[0], odd.low, even.high ^ counter[3] ^ key[1],
                   even.low};
        key = {key[0] + 0x9E3779B97F4A7C15u, key[1] + 0xBB67AE8584CAA73Bu};
    }
    return counter;
}

// The numbers of the counters (1, stream, use, index), (2, stream, use, index), ... under the key
// (seed, 0), 32 bits at a time, lower half first. Among the games of a seed, and among its
// rollouts, each purpose other than the bag has its own `use`.
class PhiloxStream {
  public:
    PhiloxStream(std::uint64_t seed, std::uint64_t stream, std::uint64_t use = 0,
                 std::uint64_t index = 0)
        : seed_(seed), stream_(stream), use_(use), index_(index) {}

    std::uint32_t next() {
        if (used_ == 8) {
            block_ = philox({++counter_, stream_, use_, index_}, {seed_, 0});
            used_ = 0;
        }
        const std::uint64_t pair = block_[used_ / 2];
        return static_cast<std::uint32_t>(used_++ % 2 ? pair >> 32 : pair);
    }

    // A number from 0 to `max`, uniformly: the lowest bits that can hold `max`, drawn again while
    // they exceed it.
    std::uint32_t next_up_to(std::uint32_t max) {
        const std::uint32_t mask = max == 0 ? 0 : ~std::uint32_t{0} >> std::countl_zero(max);
        std::uint32_t drawn;
        do drawn = next() & mask;
        while (drawn > max);
        return drawn;
    }

  private:
    std::uint64_t seed_;
    std::uint64_t stream_;
    std::uint64_t use_;
    std::uint64_t index_;
    std::uint64_t counter_ = 0;
    PhiloxCounter block_{};
    int used_ = 8;
};

}  // namespace jackdaw
