// A game between static strategies, turn by turn; a callback sees every position and its move.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include "movegen/core/board/board.hpp"
#include "sims/core/games/self_play.hpp"
#include "sims/core/random/bag.hpp"

namespace jackdaw {

// The purpose of random numbers (philox.hpp), besides those of the bag and of leave_sums.cpp.
inline constexpr std::uint64_t kNoise = 2;

// The random numbers for the moves of a turn (from 1); they depend on nothing else.
inline PhiloxStream noise_stream(std::uint64_t seed, std::uint64_t game, std::uint64_t turn) {
    return {seed, game, kNoise, turn};
}

// Plays games with the same strategies in the same seats, one after another.
template <class Mask, int Width>
class SelfPlay {
  public:
    // Both arguments outlive it.
    SelfPlay(const Players<Mask>& players, const Variant& variant)
        : variant_(variant),
          strategies_(players.strategies),
          view_by_player_(players.lexicon_by_player) {
        views_.reserve(players.lexica.size());
        for (const auto& [graph, map] : players.lexica) views_.emplace_back(variant, *graph, *map);
    }

    struct Hand {
        TileCounts rack;
        int held;
    };

    // Plays a game to its end and returns its record. Calls watch(move, equity) in every turn
    // before the move is made; equity in milli-points.
    template <class Watch>
    GameRecord play(std::uint64_t seed, std::int64_t game, Watch watch) {
        begin(seed, game);
        do take_turn(watch);
        while (!is_over());
        count_tiles_left();
        return record_;
    }

    // Time spent choosing moves so far, by player.
    const std::array<std::int64_t, kMaxPlayers>& nanoseconds() const { return nanoseconds_; }

    // Accessors for the callback.
    const GameRecord& record() const { return record_; }  // of the game so far
    const Bag& bag() const { return bag_; }
    const Hand& hand(int player) const { return hands_[player]; }
    int on_turn() const { return on_turn_; }
    int players() const { return static_cast<int>(strategies_.size()); }

    // The equity of the best move that the player on turn would have with another rack; the bag
    // must not be empty.
    std::int64_t best_with(const TileCounts& rack) {
        MoveRecord<Width> move;
        View& view = views_[view_by_player_[on_turn_]];
        return view.chooser.choose(strategies_[on_turn_], view.board, rack, bag_.size(), 0, move);
    }

  private:
    static constexpr int kNobody = -1;

    // The board with the cross-checks of one lexicon.
    struct View {
        View(const Variant& variant, const WordGraph<Mask>& graph, const WordMap& map)
            : empty_board(variant.layout, graph, variant.points),
              board(empty_board),
              chooser(variant, graph, map) {}

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
        out_player_ = kNobody;
        for (int player = 0; player < players(); ++player) {
            hands_[player] = {};
            draw(hands_[player]);
        }
        last_turns_ =
            variant_.last_turns_after(kNoLastTurns, variant_.rack_size, bag_.size(), players());
    }

    void draw(Hand& hand) { hand.held = bag_.fill(hand.rack, hand.held, variant_.rack_size); }

    template <class Watch>
    void take_turn(Watch& watch) {
        MoveRecord<Width> move;
        const int unseen_points = bag_.size() ? 0 : points_left() - hand_points(hands_[on_turn_]);
        const auto begun = std::chrono::steady_clock::now();
        const std::int64_t equity = choose(unseen_points, move);
        nanoseconds_[on_turn_] +=
            std::chrono::nanoseconds(std::chrono::steady_clock::now() - begun).count();
        ++record_.turns;
        watch(move, equity);
        if (move.kind == MoveKind::kPlay) play_tiles(move);
        if (move.kind == MoveKind::kExchange) exchange(move);
        if (move.kind == MoveKind::kPass) ++record_.passes[on_turn_];
        scoreless_ = move.score ? 0 : scoreless_ + 1;
        const int held = hands_[on_turn_].held;
        if (!held && out_player_ == kNobody)
            out_player_ = on_turn_;  // a rack is refilled from the bag
        last_turns_ = variant_.last_turns_after(last_turns_, held, bag_.size(), players());
        on_turn_ = (on_turn_ + 1) % players();
    }

    std::int64_t choose(int unseen_points, MoveRecord<Width>& move) {
        const StaticStrategy& strategy = strategies_[on_turn_];
        auto& [empty_board, board, chooser] = views_[view_by_player_[on_turn_]];
        const TileCounts& rack = hands_[on_turn_].rack;
        if (strategy.noise.empty())
            return chooser.choose(strategy, board, rack, bag_.size(), unseen_points, move);
        const PhiloxStream random =
            noise_stream(seed_, static_cast<std::uint64_t>(record_.game), record_.turns + 1);
        return chooser.choose_with_noise(strategy, board, rack, bag_.size(), unseen_points, random,
                                         move);
    }

    void play_tiles(const MoveRecord<Width>& move) {
        for (View& view : views_)
            view.board.place(move.direction, move.lane, move.start, move.tiles, move.length);
        Hand& hand = hands_[on_turn_];
        hand.rack = rack_after(hand.rack, move);
        hand.held -= move.placed;
        draw(hand);
        record_.scores[on_turn_] += move.score;
        if (move.placed >= variant_.bingo_tiles) ++record_.bingos[on_turn_];
    }

    // The tiles return after the draw, so none of them can be drawn.
    void exchange(const MoveRecord<Width>& move) {
        Hand& hand = hands_[on_turn_];
        for (int i = 0; i < move.placed; ++i) --hand.rack[move.tiles[i]];
        hand.held -= move.placed;
        draw(hand);
        bag_.put_back(move.tiles, move.placed);
        ++record_.exchanges[on_turn_];
    }

    bool is_over() const { return last_turns_ == 0 || scoreless_ >= variant_.scoreless_turns; }

    // The first player who went out gains the opponents' tiles, twice those of a single opponent;
    // otherwise, or with several opponents, each other player loses his own.
    void count_tiles_left() {
        const bool went_out = out_player_ != kNobody;
        record_.ending = last_turns_ == 0 ? Ending::kOut : Ending::kScoreless;
        record_.out_player = static_cast<std::uint16_t>(went_out ? out_player_ : 0);
        if (!variant_.counts_tiles_left) return;
        if (went_out)
            record_.scores[out_player_] += players() == 2 ? 2 * points_left() : points_left();
        if (went_out && players() == 2) return;
        for (int player = 0; player < players(); ++player)
            record_.scores[player] -= hand_points(hands_[player]);
    }

    int points_left() const {
        int points = 0;
        for (int player = 0; player < players(); ++player) points += hand_points(hands_[player]);
        return points;
    }

    int hand_points(const Hand& hand) const { return rack_points(hand.rack, variant_.points); }

    const Variant& variant_;
    const std::vector<StaticStrategy>& strategies_;
    std::vector<View> views_;                 // one for each lexicon
    const std::vector<int>& view_by_player_;  // by player
    std::array<std::int64_t, kMaxPlayers> nanoseconds_{};

    // The game being played.
    std::uint64_t seed_ = 0;
    Bag bag_{TileCounts{}, 0, 0};
    GameRecord record_{};
    Hand hands_[kMaxPlayers]{};
    int on_turn_ = 0;
    int out_player_ = kNobody;  // the first player without tiles
    int scoreless_ = 0;         // consecutive turns
    int last_turns_ = kNoLastTurns;
};

}  // namespace jackdaw
