// Checks of the arguments that several bindings of strategies take; see arguments.hpp of movegen.
#pragma once

#include "movegen/core/bindings/arguments.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "movegen/core/lexicon/word_map.hpp"
#include "strategy/core/leaves/leaves.hpp"
#include "strategy/core/static/static_player.hpp"

namespace jackdaw {

// Throws unless lexicon, variant and strategy can play together.
inline void check_player(const AnyWordGraph& graph, const WordMap& map, const Variant& variant,
                         const StaticStrategy& strategy) {
    check_map(map, graph);
    check_letters(variant, graph.letters());
    require(!strategy.leaves || strategy.leaves->max_rack() >= variant.rack_size,
            "the leaves are for smaller racks");
}

// Throws if there are too many multisets of tiles for an array.
inline void check_multisets(int kinds, int max_tiles) {
    in_range(kinds, 1, kMaxTiles, "the number of tiles");
    in_range(max_tiles, 0, kMaxKeyTiles, "the length of leaves");
    require(count_multisets(kinds, max_tiles) <= kMaxMultisets, "there are too many leaves");
}

inline int checked_bag(int bag_count) {
    return in_range(bag_count, 0, 255 * kMaxTiles, "the number of tiles in the bag");
}

}  // namespace jackdaw
