// Every play of a rack, found on one of the paper's automata in one of the paper's forms: to be timed.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "all_moves.hpp"
#include "paper_graph.hpp"

namespace jackdaw {

enum class Representation : std::uint8_t { kExpanded = 0, kCompressed = 1 };

struct StoredStructure {
    std::variant<ExpandedGraph, CompressedGraph> graph;
    Algorithm algorithm;  // that walks it
};

// Null if an arc has no room for what it must tell. `letters` is at most 31.
std::unique_ptr<StoredStructure> store_paper_structure(const std::uint8_t* text, std::size_t length, int letters, PaperStructure structure,
                                                       Representation form);

// The plays, in the order in which `all_moves` finds them; cross-checks are the board's own.
template <int Width>
std::vector<MoveRecord<Width>> paper_plays(const Board<std::uint32_t>& board, const StoredStructure& stored, const TileCounts& rack,
                                           const PlacementBonus& bonus);

extern template std::vector<MoveRecord<16>> paper_plays(const Board<std::uint32_t>&, const StoredStructure&, const TileCounts&, const PlacementBonus&);
extern template std::vector<MoveRecord<32>> paper_plays(const Board<std::uint32_t>&, const StoredStructure&, const TileCounts&, const PlacementBonus&);

}  // namespace jackdaw
