#include "choice_bounds.hpp"

#include "proof_table.hpp"

namespace jackdaw {

template <class Mask, int Width>
LaneSet touched_lanes(const Layout& layout, const Board<Mask>& board, const MoveRecord<Width>& record) {
    const Direction along = record.direction, across = other(along);
    const int lanes = layout.lanes(along), length = layout.lane_length(along);
    std::uint32_t same = std::uint32_t{1} << record.lane, crossing = 0;
    if (record.start > 0) crossing |= std::uint32_t{1} << (record.start - 1);
    if (record.start + record.length < length) crossing |= std::uint32_t{1} << (record.start + record.length);
    for (int i = 0; i < record.length; ++i) {
        if (!record.tiles[i]) continue;
        const int place = record.start + i;
        crossing |= std::uint32_t{1} << place;
        const Square* const squares = board.squares(across, place);
        int before = record.lane - 1, behind = record.lane + 1;
        while (before >= 0 && squares[before]) --before;
        while (behind < lanes && squares[behind]) ++behind;
        if (before >= 0) same |= std::uint32_t{1} << before;
        if (behind < lanes) same |= std::uint32_t{1} << behind;
    }
    LaneSet set{};
    set[index(along)] = same;
    set[index(across)] = crossing;
    return set;
}

template <class Mask, int Width>
void ChoiceBounds<Mask, Width>::by_replies(const Ply& ply, Choice& choice, int alpha) const {
    const int most = choice.play.score - 2 * (ply.state.points[ply.state.on_turn] - choice.play.points);
    if (ply.replies.empty() || most - ply.replies[0].play.score > alpha) return;
    const LaneSet changed = choice.record ? touched_lanes(variant_.layout, ply.board, *choice.record) : LaneSet{};
    for (const auto& reply : ply.replies) {
        if (most - reply.play.score > alpha) return;
        if (has_lane(changed, reply.record->direction, reply.record->lane)) continue;
        choice.upper = most - reply.play.score;
        return;
    }
}

// Looks at what a player's tiles alone can win back, unless it is likely to be more than `room` can take: points, of which that much must fit by `share`.
template <class Mask, int Width>
bool ChoiceBounds<Mask, Width>::look_at_solo(const Ply& ply, int player, int room, double share) {
    const RackPacking& packing = lanes_.packing(player);
    const PackedRack rack = ply.state.racks[player];
    const int tiles = packing.size(rack);
    if (tiles > (packing.has_blank(rack) ? kMostWithBlank : kMostSoloTiles) || room < share * usual_gain_[tiles]) return false;
    solo_.look_at(ply.board, packing, rack, ply.state.points[1 - player]);
    usual_gain_[tiles] += (solo_.most() - usual_gain_[tiles]) / 16;
    return true;
}

template <class Mask, int Width>
std::optional<int> ChoiceBounds<Mask, Width>::of_lead(const Ply& ply, int beta) {
    const int stopped = ply.state.stopped();
    if (stopped < beta || ply.state.scoreless + 1 >= rule_.turns) return std::nullopt;
    if (!look_at_solo(ply, 1 - ply.state.on_turn, stopped - beta, 0.95)) return std::nullopt;
    const int least = stopped - solo_.most();
    return least < beta ? std::nullopt : std::optional(least);
}

template <class Mask, int Width>
void ChoiceBounds<Mask, Width>::by_solo(Ply& ply, int alpha) {
    const EndgameState& state = ply.state;
    const int me = state.on_turn, stopped = state.stopped();
    const auto is_open = [](const Choice& choice) { return choice.upper == kUnbounded; };
    if (stopped > alpha || std::count_if(ply.choices.begin(), ply.choices.end(), is_open) < kFewChoices || !look_at_solo(ply, me, alpha - stopped, 0.6)) return;
    for (Choice& choice : ply.choices) {
        if (int end; !is_open(choice) || end_value(rule_, state, choice, end)) continue;
        const int most = stopped + choice.play.score + choice.play.points + solo_.most_of(lanes_.packing(me), state.racks[me] - choice.play.tiles);
        if (most <= alpha) choice.upper = most;
    }
}

template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&, const MoveRecord<16>&);
template LaneSet touched_lanes(const Layout&, const Board<std::uint64_t>&, const MoveRecord<16>&);
template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&, const MoveRecord<32>&);
template LaneSet touched_lanes(const Layout&, const Board<std::uint64_t>&, const MoveRecord<32>&);
template class ChoiceBounds<std::uint32_t, 16>;
template class ChoiceBounds<std::uint64_t, 16>;
template class ChoiceBounds<std::uint32_t, 32>;
template class ChoiceBounds<std::uint64_t, 32>;

}  // namespace jackdaw
