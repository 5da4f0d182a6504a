// Validation of a word graph that came from a file, and its measures.
#pragma once

#include <cstdint>
#include <string>

#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

inline constexpr std::uint64_t kMaxWords = 1u << 24;  // several times the largest lexicon

struct GraphStatistics {
    std::uint64_t words = 0;   // strings that the DAWG accepts
    std::uint64_t states = 0;  // nodes, the empty one and the DAWG's own root not counted
    std::uint64_t arcs = 0;
    std::uint64_t letter_sets = 0;  // distinct ones
    std::uint64_t dawg_states = 0;  // those reachable in the DAWG, including its root
    std::uint64_t dawg_arcs = 0;
    int longest_word = 0;  // letters
};

// The reason why a graph is unsafe to walk, or an empty text. Nodes must follow each other without
// gaps up to the zeros at the end; all references to a node must agree on what it omits; every
// child must lie behind its parent (so there are no cycles); letters must be at most `letters`;
// letter sets must not hold the separator; every path must lead to a word. The DAWG must have this
// number of words, at most kMaxWords: a small damaged graph may accept any number. One pass, a few
// milliseconds.
template <class Mask>
std::string find_word_graph_fault(const WordGraph<Mask>& graph, int letters, std::uint64_t words);

// Measures a valid graph.
template <class Mask>
GraphStatistics measure_word_graph(const WordGraph<Mask>& graph);

extern template std::string find_word_graph_fault(const WordGraph<std::uint32_t>&, int,
                                                  std::uint64_t);
extern template std::string find_word_graph_fault(const WordGraph<std::uint64_t>&, int,
                                                  std::uint64_t);
extern template GraphStatistics measure_word_graph(const WordGraph<std::uint32_t>&);
extern template GraphStatistics measure_word_graph(const WordGraph<std::uint64_t>&);

}  // namespace jackdaw
