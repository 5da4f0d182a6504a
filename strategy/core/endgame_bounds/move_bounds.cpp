#include "strategy/core/endgame_bounds/move_bounds.hpp"

#include "strategy/core/search/search_result.hpp"

namespace jackdaw {
namespace {

template <int Width>
bool is_open(const EndgameMove<Width>& move) {
    return move.upper == kUnbounded;
}

template <int Width>
auto count_open(const std::vector<EndgameMove<Width>>& moves) {
    return std::count_if(moves.begin(), moves.end(), is_open<Width>);
}

}  // namespace

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
    const RackPacking& packing = *packings_[player];
    const PackedRack rack = ply.state.racks[player];
    const int tiles = packing.size(rack);
    if (tiles > kMaxUnopposedTiles || margin < share * usual_gain_[tiles]) return false;
    unopposed_->measure(ply.board, packing, rack, ply.state.points[1 - player]);
    usual_gain_[tiles] += (unopposed_->max_gain() - usual_gain_[tiles]) / 16;
    return true;
}

template <class Mask, int Width>
std::optional<int> MoveBounds<Mask, Width>::stand_pat_bound(const Ply& ply, int beta) {
    const int stand_pat = ply.state.stand_pat();
    if (stand_pat < beta || ply.state.scoreless + 1 >= rule_.turns) return std::nullopt;
    if (!measure_unopposed(ply, 1 - ply.state.on_turn, stand_pat - beta, 0.95)) return std::nullopt;
    const int lower = stand_pat - unopposed_->max_gain();
    return lower < beta ? std::nullopt : std::optional(lower);
}

template <class Mask, int Width>
void MoveBounds<Mask, Width>::bound_by_unopposed_play(Ply& ply, int alpha) {
    const EndgameState& state = ply.state;
    const int me = state.on_turn, stand_pat = state.stand_pat();
    if (stand_pat > alpha || count_open(ply.moves) < kFewMoves ||
        !measure_unopposed(ply, me, alpha - stand_pat, kProbedShare))
        return;
    bound_open_moves(ply, stand_pat, alpha, [](const Move&) { return true; });
}

// Sets the upper bounds of moves that lead from a stand pat value to at most alpha by the unopposed
// play that was measured, where that holds after the move.
template <class Mask, int Width>
template <class Holds>
void MoveBounds<Mask, Width>::bound_open_moves(Ply& ply, int stand_pat, int alpha,
                                               const Holds& holds) {
    const EndgameState& state = ply.state;
    const int me = state.on_turn;
    for (Move& move : ply.moves) {
        if (int end; !is_open(move) || end_value(rule_, state, move, end)) continue;
        const int before = stand_pat + move.play.gain();
        int upper =
            before + unopposed_->max_gain(*packings_[me], state.racks[me] - move.play.tiles);
        if (upper > alpha && move.record) {
            const LaneSet touched = touched_lanes(variant_.layout, ply.board, *move.record);
            upper = before + unopposed_->max_gain_after(*packings_[me], move.play.tiles, touched);
        }
        if (upper <= alpha && holds(move)) move.upper = upper;
    }
}

template <class Mask, int Width>
bool MoveBounds<Mask, Width>::needs_gains(const Ply& ply, int alpha) const {
    const EndgameState& state = ply.state;
    return state.stand_pat() - kHighGain <= alpha && count_open(ply.moves) >= kFewMoves &&
           packings_[state.on_turn]->size(state.racks[state.on_turn]) <= kMaxUnopposedTiles;
}

// Measures what the player on turn can gain by unopposed play on the board with a reply. Returns
// false if that is not worth the time.
template <class Mask, int Width>
bool MoveBounds<Mask, Width>::measure_after(const Ply& ply, const Reply& reply, int margin) {
    const EndgameState& state = ply.state;
    const int me = state.on_turn;
    const RackPacking& packing = *packings_[me];
    if (margin < kProbedShare * usual_gain_[packing.size(state.racks[me])]) return false;
    const auto& record = *reply.record;
    replied_.copy_lanes_from(ply.board);
    replied_.place(record.direction, record.lane, record.start, record.tiles, record.length);
    unopposed_->measure(replied_, packing, state.racks[me],
                        state.points[1 - me] - reply.play.points);
    return true;
}

// The player's tiles of a move count as laid anywhere, as those laid after it do. So the board with
// the reply, but without the move, bounds what follows both.
template <class Mask, int Width>
void MoveBounds<Mask, Width>::bound_by_gains(Ply& ply, int alpha) {
    for (std::size_t i = 0; i < std::min(ply.replies.size(), kMaxReplies); ++i) {
        const Reply& reply = ply.replies[i];
        const int stand_pat = ply.state.stand_pat() - reply.play.gain();
        if (count_open(ply.moves) < kFewMoves || !measure_after(ply, reply, alpha - stand_pat))
            return;
        bound_open_moves(ply, stand_pat, alpha, [&](const Move& move) {
            return !move.record ||
                   !has_lane(touched_lanes(variant_.layout, ply.board, *move.record),
                             reply.record->direction, reply.record->lane);
        });
    }
}

template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&, const MoveRecord<16>&);
template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&, const MoveRecord<32>&);
template LaneSet touched_lanes(const Layout&, const Board<std::uint64_t>&, const MoveRecord<32>&);
template class MoveBounds<std::uint32_t, 16>;
template class MoveBounds<std::uint32_t, 32>;
template class MoveBounds<std::uint64_t, 32>;

}  // namespace jackdaw
