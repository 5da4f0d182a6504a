// A position on the path of an endgame search, and its moves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "movegen/core/board/board.hpp"
#include "strategy/core/lane_plays/lane_plays.hpp"
#include "strategy/core/search/search_result.hpp"

namespace jackdaw {

// Turns in a row that end the game: passes, or any that score nothing.
struct ScorelessRule {
    int turns = 2;
    bool passes_only = true;
};

struct EndgameState {
    std::uint64_t board_hash = 0;
    std::array<PackedRack, 2> racks{};
    std::array<int, 2> points{};  // of the racks
    int on_turn = 0;
    int scoreless = 0;  // turns in a row so far

    // Stand pat: the value for the player on turn if both players pass to the end of the game.
    int stand_pat() const { return points[1 - on_turn] - points[on_turn]; }
};

// A move with what the search needs to order and to prune it.
template <int Width>
struct EndgameMove {
    LanePlay play;                    // empty for a pass
    const MoveRecord<Width>* record;  // null for a pass
    int priority;                     // moves with a high one are searched first
    int upper;                        // bound of its value
};

// A play that the opponent could make if on turn.
template <int Width>
struct EndgameReply {
    LanePlay play;
    const MoveRecord<Width>* record;
};

// What is known of a position while its moves are searched: the best of them so far.
struct NodeResult {
    SearchResult best{-kUnbounded, -kUnbounded, -kUnbounded};
    std::uint32_t move = 0;  // the best, by its key; 0 for none
    bool is_cut = false;     // not all moves were searched
};

template <class Mask, int Width>
struct EndgamePly {
    using Lanes = LanePlays<Mask, Width>;
    using Record = MoveRecord<Width>;
    using Move = EndgameMove<Width>;
    using Reply = EndgameReply<Width>;

    explicit EndgamePly(const Board<Mask>& start, const EndgamePly* ply_before = nullptr)
        : board(start), before(ply_before) {}

    EndgameState state;
    Board<Mask> board;
    const EndgamePly* const before;  // null for the root
    std::array<std::array<typename Lanes::Lane*, kMaxSide>, 2> lanes{};
    std::vector<Move> moves;
    std::vector<Reply> replies;
    std::vector<Record> records;  // of moves and replies, once the cached lanes are gone
    NodeResult result;
};

template <class Move>
bool is_scoreless(const ScorelessRule& rule, const Move& move) {
    return rule.passes_only ? !move.record : move.play.score == 0;
}

// Returns true if a move ends the game, and sets its value.
template <class Move>
bool end_value(const ScorelessRule& rule, const EndgameState& state, const Move& move, int& value) {
    const int me = state.on_turn;
    if (move.record && move.play.tiles == state.racks[me]) {
        value = move.play.score + 2 * state.points[1 - me];
        return true;
    }
    if (!is_scoreless(rule, move) || state.scoreless + 1 < rule.turns) return false;
    value = move.play.score - (state.points[me] - move.play.points) + state.points[1 - me];
    return true;
}

}  // namespace jackdaw
