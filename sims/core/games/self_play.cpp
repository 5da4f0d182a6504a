#include "sims/core/games/self_play.hpp"

#include <algorithm>
#include <utility>

#include "movegen/core/base/instantiate.hpp"
#include "sims/core/games/game_loop.hpp"

namespace jackdaw {
namespace {

// The record of the turn in progress.
template <class Mask, int Width>
TurnRecord<Width> make_turn_record(const SelfPlay<Mask, Width>& game, const MoveRecord<Width>& move,
                                   std::int64_t equity) {
    const auto& [rack, held] = game.hand(game.on_turn());
    TurnRecord<Width> turn{};
    turn.game = game.record().game;
    turn.equity = equity;
    std::copy_n(game.record().scores, kMaxPlayers, turn.scores);
    turn.turn = game.record().turns;
    turn.bag_count = static_cast<std::uint16_t>(game.bag().size());
    turn.player = static_cast<std::uint8_t>(game.on_turn());
    turn.rack_size = static_cast<std::uint8_t>(held);
    Letter* at = turn.rack;
    for (int tile = 0; tile < kMaxTiles; ++tile)
        at = std::fill_n(at, rack[tile], static_cast<Letter>(tile));
    turn.move = move;
    return turn;
}

}  // namespace

template <int Width, class Mask>
PlayedGames play_games(const Players<Mask>& players, const Variant& variant, const GameBatch& batch,
                       std::vector<TurnRecord<Width>>* turns) {
    SelfPlay<Mask, Width> self_play(players, variant);
    std::vector<GameRecord> games;
    games.reserve(static_cast<std::size_t>(batch.games));
    const auto watch = [&](const MoveRecord<Width>& move, std::int64_t equity) {
        if (turns) turns->push_back(make_turn_record(self_play, move, equity));
    };
    for (std::int64_t game = 0; game < batch.games; ++game)
        games.push_back(self_play.play(batch.seed, batch.first + game * batch.step, watch));
    return {std::move(games), self_play.nanoseconds()};
}

#define JACKDAW_PLAY_GAMES(Mask, Width)                                                     \
    template PlayedGames play_games(const Players<Mask>&, const Variant&, const GameBatch&, \
                                    std::vector<TurnRecord<Width>>*);

JACKDAW_INSTANTIATE(JACKDAW_PLAY_GAMES)

}  // namespace jackdaw
