#include "strategy/core/endgame/search_stack.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace jackdaw {
template <class Mask, int Width>
SearchStack<Mask, Width>::SearchStack(const Variant& variant, const Board<Mask>& board,
                                      const EndgamePosition& position, const ScorelessRule& rule,
                                      const LentLanes<Mask, Width>& lent)
    : variant_(variant),
      rule_(rule),
      own_lanes_(lent.lanes ? nullptr : std::make_unique<Lanes>(variant, board, position.racks)),
      lanes_(lent.lanes ? *lent.lanes : *own_lanes_),
      owners_(lent.owners),
      packings_{&lanes_.packing(owners_[0]), &lanes_.packing(owners_[1])} {
    Ply& root = *plies_.emplace_back(std::make_unique<Ply>(board));
    for (int player = 0; player < 2; ++player) {
        root.state.racks[player] = packing(player).pack(position.racks[player]);
        root.state.points[player] = rack_points(position.racks[player], variant.points);
    }
    root.state.board_hash = hash_board(board);
    root.state.scoreless = position.scoreless;
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < variant.layout.lanes(direction); ++lane)
            root.lanes[to_index(direction)][lane] = lanes_.root_lane(direction, lane);
    }
}

template <class Mask, int Width>
typename SearchStack<Mask, Width>::Ply& SearchStack<Mask, Width>::at(int ply) {
    while (static_cast<std::size_t>(ply) >= plies_.size())
        plies_.push_back(std::make_unique<Ply>(plies_[0]->board, plies_.back().get()));
    return *plies_[ply];
}

template <class Mask, int Width>
void SearchStack<Mask, Width>::make_move(int ply, const Record* record) {
    Ply& to = at(ply);
    to.board.copy_lanes_from(to.before->board);
    if (record)
        to.board.place(record->direction, record->lane, record->start, record->tiles,
                       record->length);
    look_up_lanes(to);
}

// Looks up the lanes that differ from those of the ply before.
template <class Mask, int Width>
void SearchStack<Mask, Width>::look_up_lanes(Ply& ply) {
    ply.lanes = ply.before->lanes;
    const LaneSet changed = ply.board.differing_lanes(ply.before->board);
    for (const Direction direction : kDirections) {
        for (std::uint32_t left = changed[to_index(direction)]; left; left &= left - 1) {
            const int lane = std::countr_zero(left);
            ply.lanes[to_index(direction)][lane] = lanes_.lane_of(ply.board, direction, lane);
        }
    }
}

template <class Mask, int Width>
void SearchStack<Mask, Width>::generate_moves(Ply& ply) {
    const int me = ply.state.on_turn;
    const PackedRack rack = ply.state.racks[me];
    const RackPacking& packing = *packings_[me];
    ply.moves.clear();
    visit_lanes(ply, me, [&](Direction, int, const auto& list) {
        for (std::uint32_t i = 0; i < list.count; ++i) {
            if (packing.has(rack, list.plays[i].tiles))
                ply.moves.push_back({list.plays[i], list.records + i, 0, kUnbounded});
        }
    });
    ply.moves.push_back({{}, nullptr, 0, kUnbounded});
}

template <class Mask, int Width>
void SearchStack<Mask, Width>::generate_replies(Ply& ply, Replies wanted) {
    ply.replies.clear();
    const bool goes_out = wanted == Replies::kGoingOut;
    if (goes_out)
        generate_going_out(ply);
    else
        generate_keeping(ply);
    const auto worth = [&](const LanePlay& play) { return goes_out ? play.score : play.gain(); };
    std::sort(ply.replies.begin(), ply.replies.end(), [&](const auto& a, const auto& b) {
        const int first = worth(a.play), second = worth(b.play);
        return first != second ? first > second : a.play.hash < b.play.hash;
    });
}

template <class Mask, int Width>
void SearchStack<Mask, Width>::generate_going_out(Ply& ply) {
    const int other = 1 - ply.state.on_turn;
    const PackedRack rack = ply.state.racks[other];
    visit_lanes(ply, other, [&](Direction, int, const auto& list) {
        for (std::uint32_t i = 0; i < list.count; ++i) {
            if (list.plays[i].tiles != rack) continue;
            ply.replies.push_back({list.plays[i], list.records + i});
            break;
        }
    });
}

template <class Mask, int Width>
void SearchStack<Mask, Width>::generate_keeping(Ply& ply) {
    const int other = 1 - ply.state.on_turn;
    const PackedRack rack = ply.state.racks[other];
    const RackPacking& packing = *packings_[other];
    visit_lanes(ply, other, [&](Direction, int, const auto& list) {
        const LanePlay* best = nullptr;
        for (const LanePlay& play : std::span(list.plays, list.count)) {
            // Scores fall, and no play lays more points than the rack has.
            if (best && play.score + ply.state.points[other] <= best->gain()) break;
            if (play.tiles != rack && packing.has(rack, play.tiles) &&
                (!best || play.gain() > best->gain()))
                best = &play;
        }
        if (best) ply.replies.push_back({*best, list.records + (best - list.plays)});
    });
}

template <class Mask, int Width>
void SearchStack<Mask, Width>::clear_lanes(int ply) {
    for (int i = 0; i < ply; ++i) {
        Ply& before = at(i);
        std::vector<Record> records;
        records.reserve(before.moves.size() + before.replies.size());
        const auto copy_record = [&](auto& play) {
            if (play.record) play.record = &records.emplace_back(*play.record);
        };
        std::for_each(before.moves.begin(), before.moves.end(), copy_record);
        std::for_each(before.replies.begin(), before.replies.end(), copy_record);
        before.records = std::move(records);
    }
    lanes_.clear();
    for (int i = 1; i <= ply; ++i) look_up_lanes(at(i));
}

template class SearchStack<std::uint32_t, 16>;
template class SearchStack<std::uint32_t, 32>;
template class SearchStack<std::uint64_t, 32>;

}  // namespace jackdaw
