// Whole games between static strategies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/lexicon/word_graph.hpp"
#include "strategy/core/static/static_player.hpp"

namespace jackdaw {

inline constexpr int kMaxPlayers = 4;

// kOut: a player went out, or the last turns that the rules allow then have been made.
enum class Ending : std::uint16_t { kOut = 0, kScoreless = 1 };

// A game as a record of fixed size. Like a turn's it has no padding, so that equal games are equal
// bytes. Arrays by player end with zeros.
struct GameRecord {
    std::int64_t game;
    std::int64_t scores[kMaxPlayers];  // points, including the tiles left
    std::uint32_t turns;
    std::uint16_t bingos[kMaxPlayers];
    std::uint16_t exchanges[kMaxPlayers];
    std::uint16_t passes[kMaxPlayers];
    Ending ending;
    std::uint16_t out_player;  // the first player who went out; 0 if none
};

// A turn: the position before the move, and the move.
template <int Width>
struct TurnRecord {
    std::int64_t game;
    std::int64_t equity;  // of the move: milli-points
    std::int64_t scores[kMaxPlayers];
    std::int64_t turn;  // from 1
    std::uint16_t bag_count;
    std::uint8_t player;
    std::uint8_t rack_size;
    Letter rack[kMaxRack];  // tiles, ascending, then zeros
    MoveRecord<Width> move;
};

// The same turn with a move of another width.
template <int To, int From>
TurnRecord<To> with_width(const TurnRecord<From>& turn) {
    TurnRecord<To> out{};  // the move comes last
    std::memcpy(&out, &turn, offsetof(TurnRecord<To>, move));
    out.move = with_width<To>(turn.move);
    return out;
}

static_assert(sizeof(GameRecord) == 72 && sizeof(TurnRecord<16>) == 104 &&
                  sizeof(TurnRecord<32>) == 120,
              "Python reads these bytes");
static_assert(std::has_unique_object_representations_v<GameRecord> &&
                  std::has_unique_object_representations_v<TurnRecord<16>>,
              "no gaps");
static_assert(std::is_trivially_copyable_v<GameRecord> &&
              std::is_trivially_copyable_v<TurnRecord<32>>);

// Games number first, first + step, ... of a seed; their tiles depend on seed and number alone.
struct GameBatch {
    std::uint64_t seed;
    std::int64_t first;
    std::int64_t step;
    std::int64_t games;
};

struct PlayedGames {
    std::vector<GameRecord> games;
    std::array<std::int64_t, kMaxPlayers> nanoseconds;  // spent choosing moves, by player
};

// A lexicon as the players use it.
template <class Mask>
struct LexiconView {
    const WordGraph<Mask>* graph;
    const WordMap* map;
};

// The players: a strategy each, in the order of play, and the index of the lexicon that each knows.
template <class Mask>
struct Players {
    std::vector<StaticStrategy> strategies;
    std::vector<LexiconView<Mask>> lexica;
    std::vector<int> lexicon_by_player;
};

// Plays a batch of games. Also appends every turn to `turns`, if not null.
template <int Width, class Mask>
PlayedGames play_games(const Players<Mask>& players, const Variant& variant, const GameBatch& batch,
                       std::vector<TurnRecord<Width>>* turns);

}  // namespace jackdaw
