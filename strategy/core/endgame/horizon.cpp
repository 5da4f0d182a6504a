#include "strategy/core/endgame/horizon.hpp"

#include "movegen/core/base/instantiate.hpp"
#include "strategy/core/endgame_bounds/move_bounds.hpp"

namespace jackdaw {
namespace {

// The rest of the game as far as it is played on the board of the horizon.
template <class Mask, int Width>
class GreedyPlayout {
  public:
    GreedyPlayout(SearchStack<Mask, Width>& stack, const EndgamePly<Mask, Width>& ply)
        : stack_(stack), ply_(ply), racks_(ply.state.racks), points_(ply.state.points) {}

    // The change of spread for the player on turn.
    int value() {
        const int me = ply_.state.on_turn;
        int value = 0, sign = 1, passes = 0;
        for (int player = me; passes < 2; player = 1 - player, sign = -sign) {
            find_best(player);
            if (!best_) {
                ++passes;
                continue;
            }
            passes = 0;
            value += sign * best_->score;
            racks_[player] -= best_->tiles;
            points_[player] -= best_->points;
            if (!racks_[player]) return value + sign * 2 * points_[1 - player];
            const LaneSet more = touched_lanes(ply_.board.layout(), ply_.board, *record_);
            touched_[0] |= more[0];
            touched_[1] |= more[1];
        }
        return value - points_[me] + points_[1 - me];
    }

  private:
    // Finds the play that gains most; none of equal plays but the first.
    void find_best(int player) {
        const RackPacking& packing = stack_.packing(player);
        const PackedRack rack = racks_[player];
        const int if_out = 2 * points_[1 - player];
        int best_gain = -kUnbounded;
        best_ = nullptr;
        stack_.visit_lanes(ply_, player, [&](Direction direction, int lane, const auto& list) {
            if (has_lane(touched_, direction, lane)) return;
            for (std::uint32_t i = 0; i < list.count; ++i) {
                const LanePlay& play = list.plays[i];
                // Scores fall, and no play lays more points than the rack has.
                if (play.score + points_[player] + if_out <= best_gain) break;
                if (!packing.has(rack, play.tiles)) continue;
                const int gain = play.gain() + (play.tiles == rack ? if_out : 0);
                if (gain > best_gain) best_gain = gain, best_ = &play, record_ = list.records + i;
            }
        });
    }

    SearchStack<Mask, Width>& stack_;
    const EndgamePly<Mask, Width>& ply_;
    std::array<PackedRack, 2> racks_;
    std::array<int, 2> points_;
    LaneSet touched_{};
    const LanePlay* best_ = nullptr;
    const MoveRecord<Width>* record_ = nullptr;
};

}  // namespace

template <class Mask, int Width>
HorizonValue evaluate_horizon(SearchStack<Mask, Width>& stack, const ScorelessRule& rule,
                              const EndgamePly<Mask, Width>& ply) {
    HorizonValue found{GreedyPlayout<Mask, Width>(stack, ply).value(), -kUnbounded, {}};
    const auto add_end = [&](const LanePlay& play, const MoveRecord<Width>* record) {
        const EndgameReply<Width> move{play, record};
        if (int end; end_value(rule, ply.state, move, end) && end > found.end)
            found.end = end, found.ending = play;
    };
    const int me = ply.state.on_turn;
    const RackPacking& packing = stack.packing(me);
    stack.visit_lanes(ply, me, [&](Direction, int, const auto& list) {
        for (std::uint32_t i = 0; i < list.count; ++i) {
            if (packing.has(ply.state.racks[me], list.plays[i].tiles))
                add_end(list.plays[i], list.records + i);
        }
    });
    add_end({}, nullptr);
    return found;
}

#define JACKDAW_EVALUATE_HORIZON(Mask, Width)                                               \
    template HorizonValue evaluate_horizon(SearchStack<Mask, Width>&, const ScorelessRule&, \
                                           const EndgamePly<Mask, Width>&);

JACKDAW_INSTANTIATE(JACKDAW_EVALUATE_HORIZON)

}  // namespace jackdaw
