// The stack of an endgame search: one ply for each position from the root to the current one.
//
// A ply has the board and, by lane, the cached plays (lane_plays.hpp). Making a move copies the
// board of the ply before and looks up only the lanes that the move changed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/lane_plays/lane_plays.hpp"
#include "strategy/core/search/endgame_ply.hpp"

namespace jackdaw {

struct EndgamePosition {
    std::array<TileCounts, 2> racks;  // the player on turn first
    int scoreless = 0;                // turns in a row so far that count
};

// The replies that a ply lists.
enum class Replies {
    kGoingOut,      // those that lay the whole rack: the best of each lane, highest scores first
    kKeepingTiles,  // the others: of each lane the one that gains most, highest gains first
};

// Where words may be in any order, a position may have tens of thousands of plays, which take more
// time than all else: so many generated count as a node.
inline constexpr std::uint64_t kPlaysOfNode = 100;

// Plays of lanes that searches take turns with.
template <class Mask, int Width>
struct LentLanes {
    LanePlays<Mask, Width>* lanes = nullptr;
    std::array<int, 2> owners{0, 1};  // of the racks, the player on turn first
};

template <class Mask, int Width>
class SearchStack {
  public:
    using Ply = EndgamePly<Mask, Width>;
    using Move = typename Ply::Move;
    using Record = typename Ply::Record;
    using Lanes = typename Ply::Lanes;

    // The board has tiles. All arguments but the position must outlive the stack. lent: a cache for
    // this board and its owners of the two racks; without one the stack has its own.
    SearchStack(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position,
                const ScorelessRule& rule, const LentLanes<Mask, Width>& lent = {});

    const RackPacking& packing(int player) const { return *packings_[player]; }
    const std::array<const RackPacking*, 2>& packings() const { return packings_; }
    LanePlay summary(const Record& record, int player) const {
        return lanes_.summary(record, owners_[player]);
    }
    Ply& root() { return *plies_[0]; }
    const Ply& root() const { return *plies_[0]; }
    Ply& at(int ply);

    // The state after a move.
    EndgameState next_state(const EndgameState& state, const Move& move) const {
        EndgameState next = state;
        const int me = state.on_turn;
        next.on_turn = 1 - me;
        next.board_hash ^= move.play.hash;
        next.racks[me] -= move.play.tiles;
        next.points[me] -= move.play.points;
        next.scoreless = is_scoreless(rule_, move) ? state.scoreless + 1 : 0;
        return next;
    }

    // The hash of a position: the same in any search of the same game.
    std::uint64_t hash_key(const EndgameState& state) const {
        const int me = state.on_turn, other = 1 - me;
        return state.board_hash ^ packing(me).hash(state.racks[me]) ^
               splitmix64(packing(other).hash(state.racks[other]) +
                          static_cast<unsigned>(state.scoreless));
    }

    // Sets the board of a ply to that of the ply before with a move made; null for a pass.
    void make_move(int ply, const Record* record);

    // Calls visit(direction, lane, list) with the plays of each lane, highest scores first: at
    // least those of the player's rack.
    template <class Visit>
    void visit_lanes(const Ply& ply, int player, const Visit& visit) {
        const int owner = owners_[player];
        const PackedRack rack = ply.state.racks[player];
        for (const Direction direction : kDirections) {
            for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane)
                visit(direction, lane,
                      lanes_.plays(*ply.lanes[to_index(direction)][lane], ply.board, direction,
                                   lane, owner, rack, lane_before(ply, direction, lane)));
        }
    }

    // Lists the moves of a ply, unordered; the pass is the last.
    void generate_moves(Ply& ply);

    // Lists what the opponent could play if on turn.
    void generate_replies(Ply& ply, Replies wanted);

    bool is_any_order() const { return root().board.graph().any_order(); }

    // What the plays generated count for where nodes are limited.
    std::uint64_t nodes_of_plays() const { return lanes_.any_order_plays() / kPlaysOfNode; }

    std::size_t cleared_bytes() const { return lanes_.cleared_bytes(); }
    std::size_t bytes() const { return lanes_.bytes() + plies_.size() * kPlyBytes; }

    // Frees the cached plays of all lanes but the root's. Plies before `ply` keep copies of those
    // they refer to.
    void clear_lanes(int ply);

  private:
    static constexpr std::size_t kPlyBytes = sizeof(Ply) + 24'000;  // with its lists, about

    typename Lanes::Before lane_before(const Ply& ply, Direction direction, int lane) const {
        if (!ply.before) return {};
        return {&ply.before->board, ply.before->lanes[to_index(direction)][lane]};
    }
    void generate_going_out(Ply& ply);
    void generate_keeping(Ply& ply);
    void look_up_lanes(Ply& ply);

    const Variant& variant_;
    const ScorelessRule rule_;
    const std::unique_ptr<Lanes> own_lanes_;
    Lanes& lanes_;
    const std::array<int, 2> owners_;  // by player
    const std::array<const RackPacking*, 2> packings_;
    std::vector<std::unique_ptr<Ply>> plies_;
};

extern template class SearchStack<std::uint32_t, 16>;
extern template class SearchStack<std::uint32_t, 32>;
extern template class SearchStack<std::uint64_t, 32>;

}  // namespace jackdaw
