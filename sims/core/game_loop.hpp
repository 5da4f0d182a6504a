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

// What random numbers are for (philox.hpp), besides those of the bag and of leave_sums.cpp.
inline constexpr std::uint64_t kNoise = 2;

// Those of the moves in a turn, from 1: they depend on nothing else, and so does who is on turn.
inline PhiloxStream noise_of(std::uint64_t seed, std::uint64_t game, std::uint64_t turn) { return {seed, game, kNoise, turn}; }

// Plays games with the same strategies in the same seats, one after another.
template <class Mask, int Width>
class SelfPlay {
public:
    // Both arguments outlive it.
    SelfPlay(const Players<Mask>& players, const Variant& variant) : variant_(variant), strategies_(players.strategies), view_of_(players.lexicon_of) {
        views_.reserve(players.lexica.size());
        for (const auto& [graph, map] : players.lexica) views_.emplace_back(variant, *graph, *map);
    }

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
        View& view = views_[view_of_[on_turn_]];
        return view.chooser.choose(strategies_[on_turn_], view.board, rack, bag_.size(), 0, move);
    }

private:
    // The board as those see it who know a lexicon, with the cross-checks of its words.
    struct View {
        View(const Variant& variant, const WordGraph<Mask>& graph, const WordMap& map)
            : empty_board(variant.layout, graph, variant.points), board(empty_board), chooser(variant, graph, map) {}

        Board<Mask> empty_board;
        Board<Mask> board;
        StaticPlayer<Mask, Width> chooser;
    };

    void begin(std::uint64_t seed, std::int64_t game) {
        for (View& view : views_) view.board = view.empty_board;
        seed_ = seed;
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
        const std::int64_t equity = choose(unseen_points, move);
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

    std::int64_t choose(int unseen_points, MoveRecord<Width>& move) {
        const StaticStrategy& strategy = strategies_[on_turn_];
        auto& [empty_board, board, chooser] = views_[view_of_[on_turn_]];
        const TileCounts& rack = hands_[on_turn_].rack;
        if (strategy.noise.empty()) return chooser.choose(strategy, board, rack, bag_.size(), unseen_points, move);
        const PhiloxStream random = noise_of(seed_, static_cast<std::uint64_t>(record_.game), record_.turns + 1);
        return chooser.choose_with_noise(strategy, board, rack, bag_.size(), unseen_points, random, move);
    }

    void play_tiles(const MoveRecord<Width>& move) {
        for (View& view : views_) view.board.place(move.direction, move.lane, move.start, move.tiles, move.length);
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
    std::vector<View> views_;          // one a lexicon
    const std::vector<int>& view_of_;  // by player
    std::array<std::int64_t, kMaxPlayers> nanoseconds_{};

    // The game being played.
    std::uint64_t seed_ = 0;
    Bag bag_{TileCounts{}, 0, 0};
    GameRecord record_{};
    Hand hands_[kMaxPlayers]{};
    int on_turn_ = 0;
    int last_player_ = 0;
    int scoreless_ = 0;  // turns in a row
};

}  // namespace jackdaw
