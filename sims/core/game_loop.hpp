// A game between static strategies, turn by turn: whoever watches sees every position and what is done in it.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include "bag.hpp"
#include "movegen/core/board.hpp"
#include "self_play.hpp"

namespace jackdaw {

// Plays games with the same strategies in the same seats, one after another.
template <class Mask, int Width>
class SelfPlay {
public:
    // All arguments outlive it.
    SelfPlay(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const std::vector<StaticStrategy>& strategies)
        : variant_(variant), strategies_(strategies), empty_board_(variant.layout, graph, variant.points), board_(empty_board_),
          chooser_(variant, graph, words) {}

    struct Hand {
        TileCounts rack;
        int held;
    };

    // Plays a game to its end and tells of it. Calls watch(move, equity) in every turn before the move is made; equity in milli-points.
    template <class Watch>
    GameRecord play(std::uint64_t seed, std::int64_t game, Watch watch) {
        begin(seed, game);
        do take_turn(watch); while (!is_over());
        count_tiles_left();
        return record_;
    }

    // That choosing moves took so far, by player.
    const std::array<std::int64_t, kMaxPlayers>& nanoseconds() const { return nanoseconds_; }

    // What a watcher may ask for.
    const GameRecord& record() const { return record_; }  // of the game so far
    const Bag& bag() const { return bag_; }
    const Hand& hand(int player) const { return hands_[player]; }
    int on_turn() const { return on_turn_; }
    int players() const { return static_cast<int>(strategies_.size()); }

    // The equity of the best move that the player on turn would have with another rack, if there are tiles in the bag.
    std::int64_t best_with(const TileCounts& rack) {
        MoveRecord<Width> move;
        return chooser_.choose(strategies_[on_turn_], board_, rack, bag_.size(), 0, move);
    }

private:
    void begin(std::uint64_t seed, std::int64_t game) {
        board_ = empty_board_;
        bag_ = Bag(variant_.tiles, seed, static_cast<std::uint64_t>(game));
        record_ = {};
        record_.game = game;
        on_turn_ = 0;
        scoreless_ = 0;
        for (int player = 0; player < players(); ++player) {
            hands_[player] = {};
            draw(hands_[player]);
        }
    }

    void draw(Hand& hand) { hand.held = bag_.fill(hand.rack, hand.held, variant_.rack_size); }

    template <class Watch>
    void take_turn(Watch& watch) {
        MoveRecord<Width> move;
        const int unseen_points = bag_.size() ? 0 : points_left() - points_of(hands_[on_turn_]);
        const auto begun = std::chrono::steady_clock::now();
        const std::int64_t equity = chooser_.choose(strategies_[on_turn_], board_, hands_[on_turn_].rack, bag_.size(), unseen_points, move);
        nanoseconds_[on_turn_] += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begun).count();
        ++record_.turns;
        watch(move, equity);
        if (move.kind == MoveKind::kPlay) play_tiles(move);
        if (move.kind == MoveKind::kExchange) exchange(move);
        if (move.kind == MoveKind::kPass) ++record_.passes[on_turn_];
        scoreless_ = move.score ? 0 : scoreless_ + 1;
        last_player_ = on_turn_;
        on_turn_ = (on_turn_ + 1) % players();
    }

    void play_tiles(const MoveRecord<Width>& move) {
        board_.place(move.direction, move.lane, move.start, move.tiles, move.length);
        Hand& hand = hands_[on_turn_];
        for (int i = 0; i < move.length; ++i) {
            const Square tile = move.tiles[i];
            if (tile) --hand.rack[is_blank(tile) ? kBlank : tile];
        }
        hand.held -= move.placed;
        draw(hand);
        record_.scores[on_turn_] += move.score;
        if (move.placed >= variant_.bingo_tiles) ++record_.bingos[on_turn_];
    }

    // The tiles go back after the draw: none of them can come at once.
    void exchange(const MoveRecord<Width>& move) {
        Hand& hand = hands_[on_turn_];
        for (int i = 0; i < move.placed; ++i) --hand.rack[move.tiles[i]];
        hand.held -= move.placed;
        draw(hand);
        bag_.put_back(move.tiles, move.placed);
        ++record_.exchanges[on_turn_];
    }

    bool is_over() const { return went_out() || scoreless_ >= variant_.scoreless_turns; }
    bool went_out() const { return hands_[last_player_].held == 0; }  // a rack is filled while there are tiles

    // Who went out gains the opponents' tiles, of one opponent twice; all others but that one lose their own.
    void count_tiles_left() {
        record_.ending = went_out() ? Ending::kOut : Ending::kScoreless;
        record_.out_player = static_cast<std::uint16_t>(went_out() ? last_player_ : 0);
        if (went_out()) record_.scores[last_player_] += players() == 2 ? 2 * points_left() : points_left();
        if (went_out() && players() == 2) return;
        for (int player = 0; player < players(); ++player) record_.scores[player] -= points_of(hands_[player]);
    }

    int points_left() const {
        int points = 0;
        for (int player = 0; player < players(); ++player) points += points_of(hands_[player]);
        return points;
    }

    int points_of(const Hand& hand) const {
        int points = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) points += hand.rack[tile] * variant_.points[tile];
        return points;
    }

    const Variant& variant_;
    const std::vector<StaticStrategy>& strategies_;
    Board<Mask> empty_board_;
    Board<Mask> board_;
    StaticPlayer<Mask, Width> chooser_;
    std::array<std::int64_t, kMaxPlayers> nanoseconds_{};

    // The game being played.
    Bag bag_{TileCounts{}, 0, 0};
    GameRecord record_{};
    Hand hands_[kMaxPlayers]{};
    int on_turn_ = 0;
    int last_player_ = 0;
    int scoreless_ = 0;  // turns in a row
};

}  // namespace jackdaw
