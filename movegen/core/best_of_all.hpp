// The best play by equity, found by generating every play.
#pragma once

#include <cstdint>

#include "all_moves.hpp"
#include "generator.hpp"
#include "move_order.hpp"
#include "move_record.hpp"

namespace jackdaw {

inline constexpr std::int64_t kMilli = 1000;  // milli-points in a point

// A recorder (generator.hpp) that keeps the play of the highest equity: 1000 * score + the value of the sub-rack kept. Of equals it is that
// of the higher score, then the one that stands first (move_order.hpp).
template <int Width>
class KeepBest {
public:
    KeepBest(const std::int32_t* leave_values, MoveRecord<Width>& best) : leave_values_(leave_values), best_(best) {}

    bool found() const { return found_; }

    void play(const FoundPlay& play) {
        const std::int64_t equity = kMilli * play.score + leave_values_[play.leave];
        if (found_ && equity < equity_) return;
        if (found_ && equity == equity_) {
            MoveRecord<Width> move;
            write_play(play, move);
            if (move.score < best_.score || (move.score == best_.score && !stands_before(move, best_))) return;
        }
        found_ = true;
        equity_ = equity;
        write_play(play, best_);
    }

private:
    const std::int32_t* leave_values_;
    MoveRecord<Width>& best_;
    bool found_ = false;
    std::int64_t equity_ = 0;
};

template <class Mask>
class BestOfAll {
public:
    // Finds the best play; false if there is none. `leave_values` are milli-points by the number of the sub-rack kept.
    template <int Width>
    bool find(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, const std::int32_t* leave_values, MoveRecord<Width>& out) {
        KeepBest<Width> recorder(leave_values, out);
        Generator<Mask, KeepBest<Width>>(board, rack, bonus, recorder).generate_plays();
        return recorder.found();
    }
};

}  // namespace jackdaw
