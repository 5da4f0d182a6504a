#include "strategy/core/endgame/horizon.hpp"

#include "movegen/core/base/instantiate.hpp"
#include "strategy/core/endgame/greedy_playout.hpp"

namespace jackdaw {

template <class Mask, int Width>
HorizonValue evaluate_horizon(SearchStack<Mask, Width>& stack, const ScorelessRule& rule,
                              const EndgamePly<Mask, Width>& ply) {
    GreedyPlayout<Mask, Width> playout(stack, ply);
    HorizonValue found{0, -kUnbounded, {}};
    const auto add_end = [&](const LanePlay& play, const MoveRecord<Width>* record) {
        const EndgameReply<Width> move{play, record};
        if (int end; end_value(rule, ply.state, move, end) && end > found.end)
            found.end = end, found.ending = play;
    };
    playout.visit_endings(rule, add_end);
    add_end({}, nullptr);
    found.playout = playout.value();
    return found;
}

#define JACKDAW_EVALUATE_HORIZON(Mask, Width)                                               \
    template HorizonValue evaluate_horizon(SearchStack<Mask, Width>&, const ScorelessRule&, \
                                           const EndgamePly<Mask, Width>&);

JACKDAW_INSTANTIATE(JACKDAW_EVALUATE_HORIZON)

}  // namespace jackdaw
