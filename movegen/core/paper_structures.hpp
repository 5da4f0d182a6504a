// The automata of Gordon's paper (1994) as the paper has them, to be measured: apart from the builder of word graphs, slow and plain.
//
// Here, unlike in word_graph.hpp, a letter set (the letters which, met next, complete a word) lies on an arc, and a state is no more than
// its arcs: states that differ in what completes a word before them are one, and where nothing but a last letter follows there is
// no state at all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tiles.hpp"

namespace jackdaw {

enum class PaperStructure : std::uint8_t {
    kDawgUnminimized = 0,      // the trie of the words
    kDawgMinimized = 1,
    kGaddagUnminimized = 2,    // figure 1
    kGaddagSemiMinimized = 3,  // the algorithm of figure 4
    kGaddagMinimized = 4,
};

struct PaperSizes {
    std::uint64_t states = 0;
    std::uint64_t arcs = 0;
    std::uint64_t letter_sets = 0;                              // distinct ones, the empty one among them where an arc has it
    std::array<std::uint64_t, kMaxTiles + 1> states_by_arcs{};  // how many states have so many arcs
};

// Builds a structure from `text`, words as letters, each closed by a 0, as for build_word_graph, and measures it.
template <class Mask>
PaperSizes measure_paper_structure(const std::uint8_t* text, std::size_t length, PaperStructure structure);

extern template PaperSizes measure_paper_structure<std::uint32_t>(const std::uint8_t*, std::size_t, PaperStructure);
extern template PaperSizes measure_paper_structure<std::uint64_t>(const std::uint8_t*, std::size_t, PaperStructure);

}  // namespace jackdaw
