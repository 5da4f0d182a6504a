// All plays of a rack, found on an automaton of the paper in one of its representations, to be
// timed.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "movegen/core/generation/all_moves.hpp"
#include "movegen/core/gordon1994/stored_graph.hpp"

namespace jackdaw {

enum class Representation : std::uint8_t { kExpanded = 0, kCompressed = 1 };

struct StoredAutomaton {
    std::variant<ExpandedGraph, CompressedGraph> graph;
    Algorithm algorithm;  // that walks it
    int letters;          // of its alphabet
};

// Null if the arcs do not fit 32 bits. `letters` is at most 31.
std::unique_ptr<StoredAutomaton> store_automaton(const std::uint8_t* text, std::size_t length,
                                                 int letters, AutomatonKind structure,
                                                 Representation form);

// The plays in the order of `all_moves`, with the cross-checks of the board.
template <int Width>
std::vector<MoveRecord<Width>> generate_stored_plays(const Board<std::uint32_t>& board,
                                                     const StoredAutomaton& stored,
                                                     const TileCounts& rack,
                                                     const PlacementBonus& bonus);

extern template std::vector<MoveRecord<16>> generate_stored_plays(const Board<std::uint32_t>&,
                                                                  const StoredAutomaton&,
                                                                  const TileCounts&,
                                                                  const PlacementBonus&);
extern template std::vector<MoveRecord<32>> generate_stored_plays(const Board<std::uint32_t>&,
                                                                  const StoredAutomaton&,
                                                                  const TileCounts&,
                                                                  const PlacementBonus&);

}  // namespace jackdaw
