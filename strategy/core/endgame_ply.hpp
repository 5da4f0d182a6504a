// A position on the way of a search of an endgame, and the moves that there are in it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lane_plays.hpp"

namespace jackdaw {

// Turns in a row that end the game: passes alone, or whatever scores nothing.
struct ScorelessRule {
    int turns = 2;
    bool passes_only = true;
};

struct EndgameState {
    std::uint64_t board_hash = 0;
    std::array<PackedRack, 2> racks{};
    std::array<int, 2> points{};  // of the racks
    int on_turn = 0;
    int scoreless = 0;

    // What the player on turn has if both pass to the end: change of spread.
    int stopped() const { return points[1 - on_turn] - points[on_turn]; }
};

template <class Mask, int Width>
struct EndgamePly {
    using Lanes = LanePlays<Mask, Width>;
    using Record = MoveRecord<Width>;

    struct Choice {
        LanePlay play;         // nothing for a pass
        const Record* record;  // null for a pass
        int estimate;
        int upper;             // of what it can be worth
    };

    struct Reply {
        LanePlay play;
        const Record* record;
    };

    explicit EndgamePly(const Board<Mask>& start) : board(start) {}

    EndgameState state;
    Board<Mask> board;
    std::array<std::array<typename Lanes::Lane*, kMaxSide>, 2> lanes{};
    std::vector<Choice> choices;
    std::vector<Reply> replies;  // of the other player, as if on turn
    std::vector<Record> kept;    // their records, if the lanes have forgotten them
};

template <class Choice>
bool is_scoreless(const ScorelessRule& rule, const Choice& choice) {
    return rule.passes_only ? !choice.record : choice.play.score == 0;
}

// What a move that ends the game is worth; whether it does.
template <class Choice>
bool end_value(const ScorelessRule& rule, const EndgameState& state, const Choice& choice, int& value) {
    const int me = state.on_turn;
    if (choice.record && choice.play.tiles == state.racks[me]) {
        value = choice.play.score + 2 * state.points[1 - me];
        return true;
    }
    if (!is_scoreless(rule, choice) || state.scoreless + 1 < rule.turns) return false;
    value = choice.play.score - (state.points[me] - choice.play.points) + state.points[1 - me];
    return true;
}

}  // namespace jackdaw
