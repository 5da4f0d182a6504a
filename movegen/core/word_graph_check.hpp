// Trusting a word graph that came from a file, and measuring it.
#pragma once

#include <cstdint>
#include <string>

#include "word_graph.hpp"

namespace jackdaw {

struct GraphStatistics {
    std::uint64_t words = 0;        // strings that the DAWG accepts
    std::uint64_t states = 0;       // nodes, the empty one and the DAWG's own root not counted
    std::uint64_t arcs = 0;
    std::uint64_t letter_sets = 0;  // distinct ones
    std::uint64_t dawg_states = 0;  // of them those that the DAWG reaches, its root included
    std::uint64_t dawg_arcs = 0;
    int longest_word = 0;           // letters
};

// What makes the graph unsafe to walk, or an empty text: nodes must follow each other without gaps up to the zeros at the end, all that
// refer to a node agree on what it leaves out, every child be a node behind its parent (so no path leads back), no letter lie beyond
// `letters`, no letter set hold the separator. One pass, a few milliseconds.
template <class Mask>
std::string fault_of_word_graph(const WordGraph<Mask>& graph, int letters);

// Measures a graph without fault.
template <class Mask>
GraphStatistics measure_word_graph(const WordGraph<Mask>& graph);

extern template std::string fault_of_word_graph(const WordGraph<std::uint32_t>&, int);
extern template std::string fault_of_word_graph(const WordGraph<std::uint64_t>&, int);
extern template GraphStatistics measure_word_graph(const WordGraph<std::uint32_t>&);
extern template GraphStatistics measure_word_graph(const WordGraph<std::uint64_t>&);

}  // namespace jackdaw
