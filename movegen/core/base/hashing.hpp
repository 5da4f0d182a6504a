// Hash functions: SplitMix64, and a multiply-xorshift step that hashes one word after another.
//
// SplitMix64 is from Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
// (OOPSLA 2014).
#pragma once

#include <cstdint>

namespace jackdaw {

inline constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15u;  // 2^64 divided by it

// The output of SplitMix64 in this state; the next state is kGoldenRatio higher. Also mixes the
// bits of any number.
constexpr std::uint64_t splitmix64(std::uint64_t state) {
    std::uint64_t mixed = state + kGoldenRatio;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

// Adds a word to a hash.
constexpr std::uint64_t mix_hash(std::uint64_t hash, std::uint64_t word,
                                 std::uint64_t multiplier = 0xD6E8FEB86659FD93u) {
    hash = (hash ^ word) * multiplier;
    return hash ^ hash >> 32;
}

}  // namespace jackdaw
