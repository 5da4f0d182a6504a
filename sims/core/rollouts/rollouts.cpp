#include "sims/core/rollouts/rollouts.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>
#include <vector>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/board/board.hpp"
#include "sims/core/rollouts/move_comparison.hpp"
#include "sims/core/rollouts/rollout_state.hpp"

namespace jackdaw {
namespace {

constexpr std::uint64_t kLeaveDrawing = 2;  // a use of random numbers (philox.hpp)

std::size_t num_squares(const Variant& variant) {
    return static_cast<std::size_t>(variant.layout.rows) *
           static_cast<std::size_t>(variant.layout.columns);
}

template <class Mask, int Width>
class RolloutRunner {
  public:
    // All arguments outlive it.
    RolloutRunner(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant,
                  const StaticStrategy& strategy, const RolloutStart& start,
                  const std::vector<MoveRecord<Width>>& candidates, const RolloutPlan& plan)
        : variant_(variant),
          strategy_(strategy),
          start_(start),
          plan_(plan),
          board_(variant.layout, graph, variant.points),
          player_(variant, graph, words),
          comparison_(variant, strategy, player_, plan.compared_moves, plan.likely_plays) {
        board_.set_squares(start.squares);
        root_.emplace(BoardSnapshot{board_, player_.finder().snapshot_lanes(board_)});
        start_state_.hands[0] = make_hand(start.rack);
        start_state_.scoreless = start.scoreless_turns;
        start_state_.last_turns = start.last_turns;
        set_opponent_leave(0);
        LeaveValues values(variant.rack_size);
        if (strategy.leaves) strategy.leaves->fill(start.rack, values);
        for (const auto& move : candidates) {
            candidates_.emplace_back(move, values.values[move.leave], *root_, board_,
                                     player_.finder());
            candidates_.back().index = candidates_.size() - 1;
        }
    }

    // Rolls out one iteration: writes a record for each candidate and adds to the sums.
    void run(std::int64_t iteration, RolloutRecord* records, Rollouts& sums) {
        deal(iteration);
        if (plan_.plies > 0) find_replies();
        for (int ply = 0; ply < plan_.plies && !active_.empty(); ++ply) play_ply(ply, sums);
        for (const Candidate& candidate : candidates_) *records++ = make_record(candidate.state);
    }

  private:
    struct BoardSnapshot {
        Board<Mask> board;
        LaneSnapshot<Mask> lanes;
    };

    // A candidate, the board after it, and the position and best reply of the current iteration.
    struct Candidate {
        Candidate(const MoveRecord<Width>& candidate, std::int32_t value, const BoardSnapshot& root,
                  Board<Mask>& scratch, const BestPlays<Mask>& finder)
            : move(candidate),
              leave_value(value),
              used(tiles_used(candidate)),
              snapshot(after(candidate, root, scratch, finder)),
              board(snapshot.board) {
            changed = snapshot.board.differing_lanes(root.board);
            for (const Direction direction : kDirections)
                unchanged[to_index(direction)] = ~changed[to_index(direction)];
        }

        static BoardSnapshot after(const MoveRecord<Width>& move, const BoardSnapshot& root,
                                   Board<Mask>& scratch, const BestPlays<Mask>& finder) {
            scratch.copy_lanes_from(root.board);
            if (move.kind == MoveKind::kPlay)
                scratch.place(move.direction, move.lane, move.start, move.tiles, move.length);
            return {scratch, finder.snapshot_lanes(scratch, &root.lanes)};
        }

        MoveRecord<Width> move;
        std::int32_t leave_value;
        TileCounts used;
        BoardSnapshot snapshot;
        LaneSet changed;  // lanes that differ from the root's
        LaneSet unchanged;
        std::size_t index = 0;  // among the candidates

        Board<Mask> board;  // during the rollout
        RolloutState state;
        bool has_reply = false;
        MoveRecord<Width> reply;
        std::int32_t reply_leave_value = 0;
    };

    // Fixes the leave that the opponent holds. Throws std::invalid_argument if that is impossible:
    // of all that comes from outside only this is checked here, for there may be many leaves.
    void set_opponent_leave(std::size_t index) {
        const LeaveDistribution& leaves = start_.leaves;
        TileCounts leave{};
        if (index >= leaves.count) throw std::invalid_argument("the weights of leaves do not rise");
        std::copy_n(leaves.counts + index * leaves.kinds, leaves.kinds, leave.begin());
        start_state_.hands[1] = make_hand(leave);
        hidden_ = start_.unseen;
        bool is_hidden = start_state_.hands[1].held <= start_.opponent_held;
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            is_hidden = is_hidden && leave[tile] <= hidden_[tile];
            hidden_[tile] -= leave[tile];
        }
        if (!is_hidden) throw std::invalid_argument("the opponent cannot hold a leave");
    }

    // Draws the index of the opponent's leave for an iteration.
    std::size_t draw_leave(std::int64_t iteration) const {
        const std::uint32_t* const cumulative_weights = start_.leaves.cumulative_weights;
        const std::uint32_t* const end = cumulative_weights + start_.leaves.count;
        PhiloxStream random(plan_.seed, static_cast<std::uint64_t>(iteration), kLeaveDrawing);
        return std::upper_bound(cumulative_weights, end, random.next_up_to(end[-1] - 1)) -
               cumulative_weights;
    }

    void deal(std::int64_t iteration) {
        if (start_.leaves.count > 1) set_opponent_leave(draw_leave(iteration));
        RolloutState dealt = start_state_;
        dealt.bag = TwoEndedBag(hidden_, plan_.seed, static_cast<std::uint64_t>(iteration));
        dealt.hands[1].held =
            dealt.bag.fill(1, dealt.hands[1].rack, dealt.hands[1].held, start_.opponent_held);
        active_.clear();
        for (Candidate& candidate : candidates_) {
            candidate.state = dealt;
            candidate.has_reply = false;
            candidate.state.make_move(variant_, candidate.move, candidate.used,
                                      candidate.leave_value);
            if (!candidate.state.ended) active_.push_back(&candidate);
        }
    }

    // Finds the best replies to all candidates at once. A lane that a candidate does not change has
    // the same plays before and after it, so one search of the root's board finds the best of these
    // for all candidates, and each candidate's board is searched only in the lanes that it changed.
    void find_replies() {
        const Candidate* any = nullptr;
        replies_.clear();
        for (Candidate& candidate : candidates_) {
            const int in_bag = candidate.state.bag.size();
            candidate.has_reply = !candidate.state.ended && in_bag > 0 && !compares_moves(in_bag) &&
                                  !player_.counts_bag_left(strategy_, in_bag) &&
                                  !root_->board.is_empty();
            if (!candidate.has_reply) continue;
            const Hand& hand = candidate.state.hands[1];
            if (!any) player_.take(strategy_, hand.rack, in_bag, 0);
            any = &candidate;
            replies_.add_lanes(candidate.unchanged,
                               player_.best_without_play(in_bag, candidate.reply));
        }
        if (!any) return;
        player_.finder().find(root_->board, kAllLanes, &root_->lanes, replies_);
        std::size_t index = 0;
        for (Candidate& candidate : candidates_) {
            if (!candidate.has_reply) continue;
            BestPlayCollector<Width> reply_collector = replies_[index++];
            player_.finder().find(candidate.snapshot.board, candidate.changed,
                                  &candidate.snapshot.lanes, reply_collector);
            if (reply_collector.found()) candidate.reply = reply_collector.best().move;
            candidate.reply_leave_value = player_.leave_value(candidate.reply.leave);
        }
    }

    // Plays the next ply of all active candidates, those with the same rack one after another: what
    // depends on the rack alone is computed once.
    void play_ply(int ply, Rollouts& sums) {
        const auto rack = [](const Candidate* candidate) -> const TileCounts& {
            return candidate->state.hands[candidate->state.on_turn].rack;
        };
        std::sort(active_.begin(), active_.end(),
                  [&](const Candidate* a, const Candidate* b) { return rack(a) < rack(b); });
        has_rack_ = false;
        for (Candidate* candidate : active_) {
            RolloutState& state = candidate->state;
            if (ply == 0) candidate->board.copy_lanes_from(candidate->snapshot.board);
            if (search_ending(*candidate, ply, sums)) continue;
            MoveRecord<Width> move;
            std::int32_t leave_value;
            if (ply == 0 && candidate->has_reply) {
                move = candidate->reply;
                leave_value = candidate->reply_leave_value;
            } else {
                choose(*candidate, move, leave_value);
            }
            add_to_sums(move, *candidate, ply, sums);
            state.make_move(variant_, move, tiles_used(move), leave_value);
            ++state.plies;
            const bool goes_on = !state.ended && state.plies < plan_.plies;
            if (goes_on && move.kind == MoveKind::kPlay)
                candidate->board.place(move.direction, move.lane, move.start, move.tiles,
                                       move.length);
        }
        std::erase_if(active_, [](const Candidate* candidate) { return candidate->state.ended; });
    }

    // Ends a rollout with the value of an endgame search. Returns false unless the bag is empty and
    // the plan wants that.
    bool search_ending(Candidate& candidate, int ply, Rollouts& sums) const {
        RolloutState& state = candidate.state;
        const bool is_wanted = plan_.endgame_nodes != kStaticEndings;
        if (!is_wanted || state.bag.size() || candidate.board.is_empty()) return false;
        const int mover = state.on_turn;
        const EndgamePosition position{{state.hands[mover].rack, state.hands[!mover].rack},
                                       state.scoreless};
        const ScorelessRule rule{variant_.scoreless_turns, false};
        const auto nodes = static_cast<std::uint64_t>(plan_.endgame_nodes);
        const auto found = plan_.estimates ? plan_.estimates->estimate<Mask, Width>(
                                                 variant_, candidate.board, position, rule, nodes)
                                           : estimate_endgame<Mask, Width>(
                                                 variant_, candidate.board, position, rule, nodes);
        if (!found) return false;
        add_to_sums(found->move, candidate, ply, sums);
        state.spread += mover ? -found->value : found->value;
        state.ended = true;
        ++state.plies;
        return true;
    }

    bool compares_moves(int in_bag) const { return plan_.compared_moves > 1 && in_bag == 1; }

    void choose(const Candidate& candidate, MoveRecord<Width>& move, std::int32_t& leave_value) {
        const RolloutState& state = candidate.state;
        const Hand& hand = state.hands[state.on_turn];
        if (compares_moves(state.bag.size()) && !candidate.board.is_empty()) {
            has_rack_ = false;
            if (const auto play = comparison_.likely_play(candidate.board, candidate.snapshot.lanes,
                                                          state, start_.lead)) {
                move = *play;
                leave_value = 0;  // no leave counts with an empty bag
                return;
            }
        }
        const bool is_same = has_rack_ && state.bag.size() && player_.rack() == hand.rack;
        if (!is_same || !player_.set_bag_count(state.bag.size())) {
            player_.take(strategy_, hand.rack, state.bag.size(), state.unseen_points(variant_));
            has_rack_ = state.bag.size();
        }
        player_.choose(candidate.board, &candidate.snapshot.lanes, move);
        leave_value = player_.leave_value(move.leave);
    }

    void add_to_sums(const MoveRecord<Width>& move, const Candidate& candidate, int ply,
                     Rollouts& sums) const {
        if (ply < plan_.summed_plies)
            add(move, sums.plies[candidate.index * plan_.summed_plies + ply]);
        if (ply == 0) cover(move, &sums.covered[candidate.index * num_squares(variant_)]);
    }

    void add(const MoveRecord<Width>& move, PlySums& sums) const {
        ++sums.count;
        sums.points += move.score;
        sums.squares += std::int64_t{move.score} * move.score;
        sums.bingos += move.kind == MoveKind::kPlay && move.placed >= variant_.bingo_tiles;
    }

    void cover(const MoveRecord<Width>& move, std::int64_t* covered) const {
        if (move.kind != MoveKind::kPlay) return;
        const int columns = variant_.layout.columns;
        const bool is_across = move.direction == Direction::kAcross;
        const int step = is_across ? 1 : columns;
        std::int64_t* square = covered + (is_across ? move.lane * columns + move.start
                                                    : move.start * columns + move.lane);
        for (int i = 0; i < move.length; ++i, square += step) *square += move.tiles[i] != 0;
    }

    // With an empty bag, the tiles on the racks count instead of leaves.
    RolloutRecord make_record(const RolloutState& state) const {
        RolloutRecord record{};
        record.spread = state.spread;
        if (!state.ended) {
            record.leaves = state.bag.size() ? state.leave_values[0] - state.leave_values[1]
                                             : kMilli * state.points_for_tiles_left(variant_);
        }
        record.unseen =
            static_cast<std::uint16_t>(state.bag.size() + state.hands[!state.on_turn].held);
        record.on_turn = static_cast<std::uint8_t>(state.on_turn);
        record.ended = state.ended;
        record.plies = state.plies;
        return record;
    }

    const Variant& variant_;
    const StaticStrategy& strategy_;
    const RolloutStart& start_;
    const RolloutPlan& plan_;
    Board<Mask> board_;
    StaticPlayer<Mask, Width> player_;
    MoveComparison<Mask, Width> comparison_;
    std::optional<BoardSnapshot> root_;
    std::deque<Candidate> candidates_;
    std::vector<Candidate*> active_;  // candidates whose games are not over
    bool has_rack_ = false;           // whether player_ holds a rack valued for a bag with tiles
    RolloutState start_state_;
    TileCounts hidden_{};  // unseen tiles, without the opponent's leave
    BestPlayPerLanesCollector<Width> replies_;
};

}  // namespace

template <int Width, class Mask>
Rollouts roll_out(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant,
                  const StaticStrategy& strategy, const RolloutStart& start,
                  const std::vector<MoveRecord<Width>>& candidates, const RolloutPlan& plan) {
    RolloutRunner<Mask, Width> runner(graph, words, variant, strategy, start, candidates, plan);
    Rollouts results{
        std::vector<RolloutRecord>(static_cast<std::size_t>(plan.iterations) * candidates.size()),
        std::vector<PlySums>(candidates.size() * static_cast<std::size_t>(plan.summed_plies)),
        std::vector<std::int64_t>(candidates.size() * num_squares(variant))};
    RolloutRecord* records = results.records.data();
    for (std::int64_t i = 0; i < plan.iterations; ++i, records += candidates.size())
        runner.run(plan.first + i, records, results);
    return results;
}

#define JACKDAW_ROLL_OUT(Mask, Width)                                                  \
    template Rollouts roll_out(const WordGraph<Mask>&, const WordMap&, const Variant&, \
                               const StaticStrategy&, const RolloutStart&,             \
                               const std::vector<MoveRecord<Width>>&, const RolloutPlan&);

JACKDAW_INSTANTIATE(JACKDAW_ROLL_OUT)

}  // namespace jackdaw
