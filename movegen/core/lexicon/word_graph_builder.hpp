// Building the word graph from a list of words.
#pragma once

#include <cstdint>
#include <vector>

#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

struct BuiltGraph {
    std::vector<std::uint32_t> words;  // as described in word_graph.hpp
    NodeIndex root = kNoNode;
    NodeIndex dawg_root = kNoNode;
    std::uint64_t word_count = 0;  // distinct words
};

// Builds the minimized GADDAG of `text`: words as letters (1..), each closed by a 0; any order,
// duplicates allowed. There is none, not even the empty node, if its nodes do not begin within
// `max_words`, at most kMaxGraphWords. The caller has checked that letters fit into `Mask` and
// that words have 2 to 63 letters.
template <class Mask>
BuiltGraph build_word_graph(const std::uint8_t* text, std::size_t length,
                            std::size_t max_words = kMaxGraphWords);

extern template BuiltGraph build_word_graph<std::uint32_t>(const std::uint8_t*, std::size_t,
                                                           std::size_t);
extern template BuiltGraph build_word_graph<std::uint64_t>(const std::uint8_t*, std::size_t,
                                                           std::size_t);

}  // namespace jackdaw
