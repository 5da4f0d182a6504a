// The best static move with each of many racks, and its equity: tables of openings
// (sims/openings) and luck of the draw (strategy/analysis/luck.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/lexicon/word_graph.hpp"
#include "strategy/core/static/static_player.hpp"

namespace jackdaw {

struct RacksOnBoard {
    const Square* squares;  // of the board, by rows
    int bag_count;
    int points_off_board;       // of all tiles that the board does not have
    const std::uint8_t* racks;  // counts by rack, then by tile
    int kinds;                  // of tiles
    std::size_t count;
};

// Milli-points, by rack. Noise is left out.
template <class Mask>
std::vector<std::int64_t> best_equities(const WordGraph<Mask>& graph, const WordMap& words,
                                        const Variant& variant, const StaticStrategy& strategy,
                                        const RacksOnBoard& racks);

template <int Width>
struct BestMoves {  // by rack
    std::vector<MoveRecord<Width>> moves;
    std::vector<std::int64_t> equities;  // milli-points
};

// The moves that StaticPlayer::choose makes, ties included. Noise is left out.
template <int Width, class Mask>
BestMoves<Width> best_moves(const WordGraph<Mask>& graph, const WordMap& words,
                            const Variant& variant, const StaticStrategy& strategy,
                            const RacksOnBoard& racks);

}  // namespace jackdaw
