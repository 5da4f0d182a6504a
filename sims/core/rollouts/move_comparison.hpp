// The play that a player is likely to make with one tile in the bag. Every play draws it, so the
// endgame begins, and static equity does not know who will go out first.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "movegen/core/base/hashing.hpp"
#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "sims/core/rollouts/likely_plays.hpp"
#include "sims/core/rollouts/rollout_state.hpp"
#include "strategy/core/lane_plays/lane_plays.hpp"
#include "strategy/core/static/static_player.hpp"

namespace jackdaw {

// Compares static plays for each tile that may be in the bag: from each play on, static moves play
// out the game. Only what the player on turn sees has an influence.
template <class Mask, int Width>
class MoveComparison {
  public:
    // All arguments outlive it; `known_plays` may be null. `count` static moves are compared.
    MoveComparison(const Variant& variant, const StaticStrategy& strategy,
                   StaticPlayer<Mask, Width>& player, int count, LikelyPlays* known_plays)
        : variant_(variant),
          strategy_(strategy),
          player_(player),
          count_(static_cast<std::size_t>(count)),
          known_plays_(known_plays) {}

    // Returns the play of the highest utility among the best static moves, the first of equals;
    // nothing if the best static move is no play. `start_lead` is the lead of player 0 where
    // `state.spread` begins, in points; `lanes` belongs to a board from which this one comes.
    std::optional<MoveRecord<Width>> likely_play(const Board<Mask>& board,
                                                 const LaneSnapshot<Mask>& lanes,
                                                 const RolloutState& state, int start_lead) {
        const std::uint64_t key = known_plays_ ? hash_position(board, state, start_lead) : 0;
        if (known_plays_) {
            if (const auto known = known_plays_->find<Width>(key)) return known;
        }
        const auto found = compare(board, lanes, state, start_lead);
        if (known_plays_ && found) known_plays_->add(key, *found);
        return found;
    }

  private:
    // The utility of a final lead (strategy/winprob/utility.py). A static player does not always
    // win what can be won, so a few points do not decide all.
    static constexpr double kSpreadShare = 0.2;
    static constexpr double kSpreadScale = 100;
    static constexpr double kWinScale = 10;

    // A play that is compared, and the board after it.
    struct Choice {
        Choice(const MoveRecord<Width>& play, const Board<Mask>& before,
               const LaneSnapshot<Mask>& known, StaticPlayer<Mask, Width>& player)
            : move(play),
              used(tiles_used(play)),
              board(after(play, before)),
              lanes(player.finder().snapshot_lanes(board, &known)) {}

        static Board<Mask> after(const MoveRecord<Width>& play, Board<Mask> board) {
            board.place(play.direction, play.lane, play.start, play.tiles, play.length);
            return board;
        }

        MoveRecord<Width> move;
        TileCounts used;
        Board<Mask> board;
        LaneSnapshot<Mask> lanes;
        double utility = 0;  // summed over the unseen tiles
    };

    static TileCounts unseen_by_mover(const RolloutState& state) {
        TileCounts unseen = state.hands[!state.on_turn].rack;
        ++unseen[state.bag.first()];
        return unseen;
    }

    // Hashes all that a play depends on but lexicon, variant and strategy; of these the size of the
    // board, so that the play fits even if a caller mixes variants up.
    std::uint64_t hash_position(const Board<Mask>& board, const RolloutState& state,
                                int start_lead) const {
        const int lead = start_lead + state.spread;
        std::uint64_t hash = mix_hash(hash_board(board), count_);
        for (const int part : {board.layout().rows, board.layout().columns,
                               state.on_turn ? -lead : lead, state.scoreless, state.last_turns})
            hash = mix_hash(hash, static_cast<std::uint64_t>(part));
        for (const TileCounts& tiles : {state.hands[state.on_turn].rack, unseen_by_mover(state)}) {
            for (const std::uint8_t tile_count : tiles) hash = mix_hash(hash, tile_count);
        }
        return hash;
    }

    std::optional<MoveRecord<Width>> compare(const Board<Mask>& board,
                                             const LaneSnapshot<Mask>& lanes,
                                             const RolloutState& state, int start_lead) {
        const int mover = state.on_turn;
        const auto moves = player_.best_moves(strategy_, board, state.hands[mover].rack,
                                              state.bag.size(), 0, count_);
        if (moves[0].kind != MoveKind::kPlay) return std::nullopt;
        std::deque<Choice> choices;
        for (const auto& move : moves) {
            if (move.kind == MoveKind::kPlay) choices.emplace_back(move, board, lanes, player_);
        }
        const TileCounts unseen = unseen_by_mover(state);
        RolloutState dealt = state;
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            if (!unseen[tile]) continue;
            dealt.bag = TwoEndedBag(static_cast<Letter>(tile));
            dealt.hands[!mover].rack = unseen;
            --dealt.hands[!mover].rack[tile];
            for (Choice& choice : choices) {
                const int lead = start_lead + play_out(choice, dealt);
                choice.utility += unseen[tile] * utility(mover ? -lead : lead);
            }
        }
        return std::max_element(choices.begin(), choices.end(),
                                [](const auto& a, const auto& b) { return a.utility < b.utility; })
            ->move;
    }

    static double utility(int lead) {
        const auto logistic = [&](double scale) { return 1 / (1 + std::exp(-lead / scale)); };
        return (1 - kSpreadShare) * logistic(kWinScale) + kSpreadShare * logistic(kSpreadScale);
    }

    // Plays out the game after a play. Returns the final spread of player 0.
    int play_out(const Choice& choice, RolloutState state) {
        state.make_move(variant_, choice.move, choice.used, 0);
        if (!scratch_) scratch_.emplace(choice.board);
        scratch_->copy_lanes_from(choice.board);
        for (int passes = 0; !state.ended;) {
            MoveRecord<Width> move;
            player_.take(strategy_, state.hands[state.on_turn].rack, state.bag.size(),
                         state.unseen_points(variant_));
            player_.choose(*scratch_, &choice.lanes, move);
            state.make_move(variant_, move, tiles_used(move), 0);
            passes = move.kind == MoveKind::kPass ? passes + 1 : 0;
            if (passes == 2 && !state.ended) state.end(variant_);  // they would pass on
            if (move.kind == MoveKind::kPlay && !state.ended)
                scratch_->place(move.direction, move.lane, move.start, move.tiles, move.length);
        }
        return state.spread;
    }

    const Variant& variant_;
    const StaticStrategy& strategy_;
    StaticPlayer<Mask, Width>& player_;
    const std::size_t count_;
    LikelyPlays* const known_plays_;
    std::optional<Board<Mask>> scratch_;
};

}  // namespace jackdaw
