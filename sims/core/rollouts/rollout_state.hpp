// The position during a rollout, and what a move does to it.
#pragma once

#include <cstdint>

#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/variant.hpp"
#include "sims/core/random/bag.hpp"

namespace jackdaw {

struct Hand {
    TileCounts rack{};
    int held = 0;

    void take(const TileCounts& tiles, int count) {
        for (int tile = 0; tile < kMaxTiles; ++tile) rack[tile] -= tiles[tile];
        held -= count;
    }
};

inline Hand make_hand(const TileCounts& rack) {
    Hand hand{rack, 0};
    for (const int count : rack) hand.held += count;
    return hand;
}

// The position without the board.
struct RolloutState {
    Hand hands[2];
    TwoEndedBag bag;
    std::int32_t spread = 0;            // points of player 0 less those of player 1
    std::int32_t leave_values[2] = {};  // values of the latest leaves
    int scoreless = 0;
    int last_turns = kNoLastTurns;  // left, with the present one
    int on_turn = 0;
    int plies = 0;  // after the candidate
    bool ended = false;

    // The points that the tiles left are worth to player 0 at the end. Twice those of a player
    // whose opponent went out; if both did, there are none.
    int points_for_tiles_left(const Variant& variant) const {
        if (!variant.counts_tiles_left) return 0;
        const int factor = hands[0].held && hands[1].held ? 1 : 2;
        return factor * (rack_points(hands[1].rack, variant.points) -
                         rack_points(hands[0].rack, variant.points));
    }

    // The points of the tiles that the player on turn does not see; 0 as long as there is a bag.
    int unseen_points(const Variant& variant) const {
        return bag.size() ? 0 : rack_points(hands[!on_turn].rack, variant.points);
    }

    // Makes a move, except on the board. `used` are its tiles.
    template <int Width>
    void make_move(const Variant& variant, const MoveRecord<Width>& move, const TileCounts& used,
                   std::int32_t leave_value) {
        const int mover = on_turn;
        Hand& hand = hands[mover];
        hand.take(used, move.kind == MoveKind::kPass ? 0 : move.placed);
        hand.held = bag.fill(mover, hand.rack, hand.held, variant.rack_size);
        if (move.kind == MoveKind::kExchange)
            bag.put_back(mover, move.tiles,
                         move.placed);  // after the draw, so that they cannot be drawn
        spread += mover ? -move.score : move.score;
        leave_values[mover] = leave_value;
        scoreless = move.score ? 0 : scoreless + 1;
        last_turns = variant.last_turns_after(last_turns, hand.held, bag.size(), 2);
        on_turn = !mover;
        if (last_turns == 0 || scoreless >= variant.scoreless_turns) end(variant);
    }

    void end(const Variant& variant) {
        spread += points_for_tiles_left(variant);
        ended = true;
    }
};

}  // namespace jackdaw
