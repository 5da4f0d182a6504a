// Whole games between static strategies.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "movegen/core/move_record.hpp"
#include "movegen/core/variant.hpp"
#include "movegen/core/word_graph.hpp"
#include "strategy/core/static_player.hpp"

namespace jackdaw {

inline constexpr int kMaxPlayers = 4;

enum class Ending : std::uint16_t { kOut = 0, kScoreless = 1 };

// A game as an entry of a compact array; like a turn's it has no gaps, so that equal games are equal bytes. What is counted by player has zeros behind the last one.
struct GameRecord {
    std::int64_t game;
    std::int64_t scores[kMaxPlayers];  // points, with those of the tiles left
    std::uint32_t turns;
    std::uint16_t bingos[kMaxPlayers];
    std::uint16_t exchanges[kMaxPlayers];
    std::uint16_t passes[kMaxPlayers];
    Ending ending;
    std::uint16_t out_player;  // who went out; 0 if nobody did
};

// A turn, the position as it was before the move.
template <int Width>
struct TurnRecord {
    std::int64_t game;
    std::int64_t equity;  // of the move: milli-points
    std::int64_t scores[kMaxPlayers];
    std::int64_t turn;  // from 1
    std::uint16_t bag_count;
    std::uint8_t player;
    std::uint8_t rack_size;
    Letter rack[kMaxRack];  // tile indices, ascending, zeros behind
    MoveRecord<Width> move;
};

static_assert(sizeof(GameRecord) == 72 && sizeof(TurnRecord<16>) == 104 && sizeof(TurnRecord<32>) == 120, "Python reads these bytes");
static_assert(std::has_unique_object_representations_v<GameRecord> && std::has_unique_object_representations_v<TurnRecord<16>>, "no gaps");
static_assert(std::is_trivially_copyable_v<GameRecord> && std::is_trivially_copyable_v<TurnRecord<32>>);

// The games numbered first, first + step, ... of a seed, whose tiles depend on seed and number alone.
struct Batch {
    std::uint64_t seed;
    std::int64_t first;
    std::int64_t step;
    std::int64_t games;
};

struct PlayedGames {
    std::vector<GameRecord> games;
    std::array<std::int64_t, kMaxPlayers> nanoseconds;  // that choosing moves took, by player
};

// A lexicon, as those know it who play with it.
template <class Mask>
struct KnownWords {
    const WordGraph<Mask>* graph;
    const WordMap* map;
};

// Who plays: a strategy a player, in the order of play, and which of the lexica it knows.
template <class Mask>
struct Players {
    std::vector<StaticStrategy> strategies;
    std::vector<KnownWords<Mask>> lexica;
    std::vector<int> lexicon_of;
};

// Plays them. Tells of every turn too where `turns` is not null.
template <int Width, class Mask>
PlayedGames play_games(const Players<Mask>& players, const Variant& variant, const Batch& batch, std::vector<TurnRecord<Width>>* turns);

}  // namespace jackdaw
