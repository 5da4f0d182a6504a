// Proven bounds of an endgame's moves and positions, without making a move.
//
// A reply that goes out, in a lane that a move does not touch, cannot be prevented by the move. The
// player ahead may stand pat, that is pass to the end of the game; so what the opponent can win
// back by unopposed play (unopposed_bound.hpp) bounds the value of a lead from below, and the value
// of moves that do not catch up from above. The opponent may also make one reply that the move does
// not prevent, and pass then: that bounds moves of a player who is ahead, too.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/endgame_bounds/unopposed_bound.hpp"
#include "strategy/core/search/endgame_ply.hpp"

namespace jackdaw {

// The lanes whose plays a play may change.
template <class Mask, int Width>
LaneSet touched_lanes(const Layout& layout, const Board<Mask>& board,
                      const MoveRecord<Width>& record);

template <class Mask, int Width>
class MoveBounds {
  public:
    using Ply = EndgamePly<Mask, Width>;
    using Move = typename Ply::Move;
    using Reply = typename Ply::Reply;

    // board: of the same game. packings: of the players' racks. bytes: the search's memory limit,
    // of which it takes a part for a measure of unopposed play, unless it is lent one. All that the
    // arguments refer to must outlive it.
    MoveBounds(const Variant& variant, const Board<Mask>& board,
               const std::array<const RackPacking*, 2>& packings, const ScorelessRule& rule,
               std::size_t bytes, bool is_lent = false)
        : variant_(variant), packings_(packings), rule_(rule), replied_(board) {
        if (is_lent) return;
        own_ = std::make_unique<UnopposedBound<Mask>>(variant, board.graph(),
                                                      std::min(bytes / 8, kMaxUnopposedBytes));
        unopposed_ = own_.get();
    }

    // Its own memory.
    std::size_t bytes() const { return own_ ? own_->bytes() : 0; }

    // Uses a measure of unopposed play until it is lent another.
    void lend(UnopposedBound<Mask>& unopposed) { unopposed_ = &unopposed; }

    // Sets the upper bound of a move that does not end the game, if the ply's replies, those that
    // go out, highest scores first, prove that it is at most alpha.
    void bound_by_replies(const Ply& ply, Move& move, int alpha) const;

    // Sets the upper bounds of the ply's other moves where unopposed play after them proves that
    // they are at most alpha.
    void bound_by_unopposed_play(Ply& ply, int alpha);

    // Returns true if the bounds of the next function may be worth listing the replies.
    bool needs_gains(const Ply& ply, int alpha) const;

    // Sets the upper bounds of the ply's other moves where one of its replies, those that keep
    // tiles, highest gains first, and only passes after it prove that they are at most alpha.
    void bound_by_gains(Ply& ply, int alpha);

    // A lower bound of the position if the player on turn stands pat; none unless it is at least
    // beta.
    std::optional<int> stand_pat_bound(const Ply& ply, int beta);

  private:
    bool measure_unopposed(const Ply& ply, int player, int margin, double share);
    template <class Holds>
    void bound_open_moves(Ply& ply, int stand_pat, int alpha, const Holds& holds);
    bool measure_after(const Ply& ply, const Reply& reply, int margin);

    static constexpr std::ptrdiff_t kFewMoves = 4;  // fewer are searched as fast
    static constexpr std::size_t kMaxReplies = 3;   // more bound few moves that these do not
    static constexpr int kHighGain = 60;            // of a reply, seldom exceeded
    static constexpr std::size_t kMaxUnopposedBytes = std::size_t{12} << 20;
    static constexpr double kProbedShare = 0.6;  // of the usual gain: with less a probe fails
    const Variant& variant_;
    const std::array<const RackPacking*, 2> packings_;  // by player
    const ScorelessRule& rule_;
    Board<Mask> replied_;  // after a reply
    std::unique_ptr<UnopposedBound<Mask>> own_;
    UnopposedBound<Mask>* unopposed_ = nullptr;
    std::array<double, kMaxUnopposedTiles + 1> usual_gain_{
        0, 12, 24, 42, 72, 115};  // running means by number of tiles, in points
};

extern template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&,
                                      const MoveRecord<16>&);
extern template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&,
                                      const MoveRecord<32>&);
extern template LaneSet touched_lanes(const Layout&, const Board<std::uint64_t>&,
                                      const MoveRecord<32>&);
extern template class MoveBounds<std::uint32_t, 16>;
extern template class MoveBounds<std::uint32_t, 32>;
extern template class MoveBounds<std::uint64_t, 32>;

}  // namespace jackdaw
