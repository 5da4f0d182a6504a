// Questions about words: is it one, which words have these letters, which fit this pattern, which letters may be hooked on.
//
// Lists of words come out as letters, each word closed by a 0, in the order of the alphabet.
#pragma once

#include <cstdint>
#include <vector>

#include "word_graph.hpp"

namespace jackdaw {

using WordText = std::vector<std::uint8_t>;

template <class Mask>
class Lookups {
public:
    explicit Lookups(const WordGraph<Mask>& graph) : graph_(graph) {}

    bool contains(const Letter* word, int length) const;

    // Letters that make a word when put before it, or behind it.
    Mask front_hooks(const Letter* word, int length) const;
    Mask back_hooks(const Letter* word, int length) const;

    // Every word.
    WordText words() const;

    // Words of `shortest` to `longest` letters that can be laid from the rack: counts by letter, blanks at 0.
    WordText anagrams(const std::uint8_t* rack, int shortest, int longest) const;

    // Words that fit the pattern: one set of letters a place; a set of 0 stands for any run of letters, the empty one included.
    // At most 63 places.
    WordText matching(const Mask* pattern, int length) const;

private:
    NodeIndex node_before_last(const Letter* word, int length) const;

    const WordGraph<Mask>& graph_;
};

extern template class Lookups<std::uint32_t>;
extern template class Lookups<std::uint64_t>;

}  // namespace jackdaw
