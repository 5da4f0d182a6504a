#include "self_play.hpp"

#include <algorithm>
#include <chrono>

#include "bag.hpp"
#include "movegen/core/board.hpp"

namespace jackdaw {
namespace {

// Plays games with the same strategies in the same seats, one after another.
template <class Mask, int Width>
class SelfPlay {
public:
    // All arguments outlive it.
    SelfPlay(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const std::vector<StaticStrategy>& strategies)
        : variant_(variant), strategies_(strategies), empty_board_(variant.layout, graph, variant.points), board_(empty_board_),
          chooser_(variant, graph, words) {}

    // Plays a game to its end and tells of it; of every turn too where `turns` is not null.
    GameRecord play(std::uint64_t seed, std::int64_t game, std::vector<TurnRecord<Width>>* turns) {
        begin(seed, game);
        do take_turn(turns); while (!is_over());
        count_tiles_left();
        return record_;
    }

    const std::array<std::int64_t, kMaxPlayers>& nanoseconds() const { return nanoseconds_; }

private:
    struct Hand {
        TileCounts rack;
        int held;
    };

    int players() const { return static_cast<int>(strategies_.size()); }

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

    void take_turn(std::vector<TurnRecord<Width>>* turns) {
        MoveRecord<Width> move;
        const int unseen_points = bag_.size() ? 0 : points_left() - points_of(hands_[on_turn_]);
        const auto begun = std::chrono::steady_clock::now();
        const std::int64_t equity = chooser_.choose(strategies_[on_turn_], board_, hands_[on_turn_].rack, bag_.size(), unseen_points, move);
        nanoseconds_[on_turn_] += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begun).count();
        ++record_.turns;
        if (turns) turns->push_back(recorded(move, equity));
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

    TurnRecord<Width> recorded(const MoveRecord<Width>& move, std::int64_t equity) const {
        TurnRecord<Width> turn{};
        turn.game = record_.game;
        turn.equity = equity;
        std::copy_n(record_.scores, kMaxPlayers, turn.scores);
        turn.turn = record_.turns;
        turn.bag_count = static_cast<std::uint16_t>(bag_.size());
        turn.player = static_cast<std::uint8_t>(on_turn_);
        turn.rack_size = static_cast<std::uint8_t>(hands_[on_turn_].held);
        Letter* at = turn.rack;
        for (int tile = 0; tile < kMaxTiles; ++tile) at = std::fill_n(at, hands_[on_turn_].rack[tile], static_cast<Letter>(tile));
        turn.move = move;
        return turn;
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

}  // namespace

template <int Width, class Mask>
PlayedGames play_games(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant,
                       const std::vector<StaticStrategy>& strategies, const Batch& batch, std::vector<TurnRecord<Width>>* turns) {
    SelfPlay<Mask, Width> self_play(graph, words, variant, strategies);
    std::vector<GameRecord> games;
    games.reserve(static_cast<std::size_t>(batch.games));
    for (std::int64_t game = 0; game < batch.games; ++game) games.push_back(self_play.play(batch.seed, batch.first + game * batch.step, turns));
    return {std::move(games), self_play.nanoseconds()};
}

#define JACKDAW_PLAY_GAMES(Mask, Width)                                                                                                   \
    template PlayedGames play_games(const WordGraph<Mask>&, const WordMap&, const Variant&, const std::vector<StaticStrategy>&, const Batch&, \
                                    std::vector<TurnRecord<Width>>*);

JACKDAW_PLAY_GAMES(std::uint32_t, 16)
JACKDAW_PLAY_GAMES(std::uint32_t, 32)
JACKDAW_PLAY_GAMES(std::uint64_t, 16)
JACKDAW_PLAY_GAMES(std::uint64_t, 32)

}  // namespace jackdaw
