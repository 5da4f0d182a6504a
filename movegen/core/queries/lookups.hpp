// Queries on the words of a graph: membership, anagrams, patterns and hooks.
//
// Lists of words are letters, each word closed by a 0, in alphabetical order.
#pragma once

#include <cstdint>
#include <vector>

#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

// The most elements of a pattern: one bit of 64 for each, and one for the end.
inline constexpr int kMaxPattern = 63;

template <class Mask>
class Lookups {
  public:
    explicit Lookups(const WordGraph<Mask>& graph) : graph_(graph) {}

    bool contains(const Letter* word, int length) const;

    // The letters that make a word in front of it, and behind it.
    Mask front_hooks(const Letter* word, int length) const;
    Mask back_hooks(const Letter* word, int length) const;

    // Every word.
    WordText words() const;

    // Words of `shortest` to `longest` letters that the rack can make; the rack has counts by tile.
    WordText anagrams(const std::uint8_t* rack, int shortest, int longest) const;

    // Words that match a pattern of at most kMaxPattern elements: a set of letters each, or 0 for
    // any run of letters, which may be empty.
    WordText matching(const Mask* pattern, int length) const;

  private:
    NodeIndex node_before_last(const Letter* word, int length) const;

    const WordGraph<Mask>& graph_;
};

extern template class Lookups<std::uint32_t>;
extern template class Lookups<std::uint64_t>;

}  // namespace jackdaw
