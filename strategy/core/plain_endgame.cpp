#include "plain_endgame.hpp"

#include "endgame_bounds.hpp"
#include "movegen/core/all_moves.hpp"

namespace jackdaw {
namespace {

template <int Width>
TileCounts rack_after(TileCounts rack, const MoveRecord<Width>& move) {
    for (int i = 0; i < move.length; ++i) {
        if (move.tiles[i]) --rack[is_blank(move.tiles[i]) ? kBlank : move.tiles[i]];
    }
    return rack;
}

}  // namespace

template <class Mask, int Width>
int plain_endgame_value(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position, const ScorelessRule& rule) {
    const auto& [mine, theirs] = position.racks;
    int best = -kUnbounded;
    for (const auto& move : all_moves<Width>(board, mine, variant.bonus, 0)) {
        const TileCounts rack = rack_after(mine, move);
        const bool is_play = move.kind == MoveKind::kPlay;
        const int scoreless = (rule.passes_only ? !is_play : move.score == 0) ? position.scoreless + 1 : 0;
        int value = move.score;
        if (rack == TileCounts{}) {
            value += 2 * points_of(theirs, variant.points);
        } else if (scoreless >= rule.turns) {
            value += points_of(theirs, variant.points) - points_of(rack, variant.points);
        } else {
            Board<Mask> next = board;
            if (is_play) next.place(move.direction, move.lane, move.start, move.tiles, move.length);
            value -= plain_endgame_value<Mask, Width>(variant, next, {{theirs, rack}, scoreless}, rule);
        }
        best = std::max(best, value);
    }
    return best;
}

template int plain_endgame_value<std::uint32_t, 16>(const Variant&, const Board<std::uint32_t>&, const EndgamePosition&, const ScorelessRule&);
template int plain_endgame_value<std::uint64_t, 16>(const Variant&, const Board<std::uint64_t>&, const EndgamePosition&, const ScorelessRule&);
template int plain_endgame_value<std::uint32_t, 32>(const Variant&, const Board<std::uint32_t>&, const EndgamePosition&, const ScorelessRule&);
template int plain_endgame_value<std::uint64_t, 32>(const Variant&, const Board<std::uint64_t>&, const EndgamePosition&, const ScorelessRule&);

}  // namespace jackdaw
