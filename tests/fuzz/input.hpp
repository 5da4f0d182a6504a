// The bytes of a fuzzer, read as numbers; and the check that ends a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace jackdaw::fuzz {

// Ends the run with a message unless an invariant holds.
inline void require(bool holds, const char* invariant) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", invariant);
    std::abort();
}

// Reads numbers from the front of the input; an input that has ended gives zeros, so that every
// input is valid and shorter ones are simpler.
class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

    std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
    std::uint8_t byte() { return at_ == end_ ? std::uint8_t{0} : *at_++; }

    // A number from min to max. It takes as few bytes as the range needs.
    std::int64_t integer(std::int64_t min, std::int64_t max) {
        const std::uint64_t span =
            static_cast<std::uint64_t>(max) - static_cast<std::uint64_t>(min);
        std::uint64_t value = 0;
        for (std::uint64_t rest = span; rest; rest >>= 8) value = value << 8 | byte();
        if (span != ~std::uint64_t{0}) value %= span + 1;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(min) + value);
    }
    int small(int min, int max) { return static_cast<int>(integer(min, max)); }
    bool flag() { return byte() & 1; }

    // One of some numbers; the first where the input has ended.
    int one_of(std::initializer_list<int> values) {
        return values.begin()[small(0, static_cast<int>(values.size()) - 1)];
    }

  private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

}  // namespace jackdaw::fuzz
