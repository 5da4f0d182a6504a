#include "strategy/core/endgame_bounds/move_bounds.hpp"

#include "strategy/core/search/search_result.hpp"

namespace jackdaw {

template <class Mask, int Width>
LaneSet touched_lanes(const Layout& layout, const Board<Mask>& board,
                      const MoveRecord<Width>& record) {
    const Direction along = record.direction, across = other(along);
    const int lanes = layout.lanes(along), length = layout.lane_length(along);
    std::uint32_t same = std::uint32_t{1} << record.lane, crossing = 0;
    if (record.start > 0) crossing |= std::uint32_t{1} << (record.start - 1);
    if (record.start + record.length < length)
        crossing |= std::uint32_t{1} << (record.start + record.length);
    for (int i = 0; i < record.length; ++i) {
        if (!record.tiles[i]) continue;
        const int offset = record.start + i;
        crossing |= std::uint32_t{1} << offset;
        const Square* const squares = board.squares(across, offset);
        int before = record.lane - 1, after = record.lane + 1;
        while (before >= 0 && squares[before]) --before;
        while (after < lanes && squares[after]) ++after;
        if (before >= 0) same |= std::uint32_t{1} << before;
        if (after < lanes) same |= std::uint32_t{1} << after;
    }
    LaneSet set{};
    set[to_index(along)] = same;
    set[to_index(across)] = crossing;
    return set;
}

template <class Mask, int Width>
void MoveBounds<Mask, Width>::bound_by_replies(const Ply& ply, Move& move, int alpha) const {
    const int max_value =
        move.play.score - 2 * (ply.state.points[ply.state.on_turn] - move.play.points);
    if (ply.replies.empty() || max_value - ply.replies[0].play.score > alpha) return;
    const LaneSet changed =
        move.record ? touched_lanes(variant_.layout, ply.board, *move.record) : LaneSet{};
    for (const auto& reply : ply.replies) {
        if (max_value - reply.play.score > alpha) return;
        if (has_lane(changed, reply.record->direction, reply.record->lane)) continue;
        move.upper = max_value - reply.play.score;
        return;
    }
}

// Measures what a player can win back by unopposed play. Returns false if that is not possible, or
// not worth the time: `margin` is less than `share` of the usual gain of so many tiles, in points.
template <class Mask, int Width>
bool MoveBounds<Mask, Width>::measure_unopposed(const Ply& ply, int player, int margin,
                                                double share) {
    const RackPacking& packing = lanes_.packing(player);
    const PackedRack rack = ply.state.racks[player];
    const int tiles = packing.size(rack);
    if (tiles > kMaxUnopposedTiles || margin < share * usual_gain_[tiles]) return false;
    unopposed_.measure(ply.board, packing, rack, ply.state.points[1 - player]);
    usual_gain_[tiles] += (unopposed_.max_gain() - usual_gain_[tiles]) / 16;
    return true;
}

template <class Mask, int Width>
std::optional<int> MoveBounds<Mask, Width>::stand_pat_bound(const Ply& ply, int beta) {
    const int stand_pat = ply.state.stand_pat();
    if (stand_pat < beta || ply.state.scoreless + 1 >= rule_.turns) return std::nullopt;
    if (!measure_unopposed(ply, 1 - ply.state.on_turn, stand_pat - beta, 0.95)) return std::nullopt;
    const int lower = stand_pat - unopposed_.max_gain();
    return lower < beta ? std::nullopt : std::optional(lower);
}

template <class Mask, int Width>
void MoveBounds<Mask, Width>::bound_by_unopposed_play(Ply& ply, int alpha) {
    const EndgameState& state = ply.state;
    const int me = state.on_turn, stand_pat = state.stand_pat();
    const auto is_open = [](const Move& move) { return move.upper == kUnbounded; };
    if (stand_pat > alpha ||
        std::count_if(ply.moves.begin(), ply.moves.end(), is_open) < kFewMoves ||
        !measure_unopposed(ply, me, alpha - stand_pat, 0.6))
        return;
    for (Move& move : ply.moves) {
        if (int end; !is_open(move) || end_value(rule_, state, move, end)) continue;
        const int upper =
            stand_pat + move.play.score + move.play.points +
            unopposed_.max_gain(lanes_.packing(me), state.racks[me] - move.play.tiles);
        if (upper <= alpha) move.upper = upper;
    }
}

template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&, const MoveRecord<16>&);
template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&, const MoveRecord<32>&);
template LaneSet touched_lanes(const Layout&, const Board<std::uint64_t>&, const MoveRecord<32>&);
template class MoveBounds<std::uint32_t, 16>;
template class MoveBounds<std::uint32_t, 32>;
template class MoveBounds<std::uint64_t, 32>;

}  // namespace jackdaw
