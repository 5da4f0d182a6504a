// Games between static strategies.

#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "sims/core/bindings/game_arguments.hpp"
#include "sims/core/bindings/registration.hpp"
#include "sims/core/games/game_loop.hpp"
#include "sims/core/games/self_play.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

constexpr int kMaxNoise = 1 << 24;  // numbers at a time

using GameArrays =
    std::tuple<Output<std::uint8_t>, Output<std::uint8_t>, std::array<std::int64_t, kMaxPlayers>>;

// Turns as raw records, with moves of the width that Python has for the layout.
template <int Width>
Output<std::uint8_t> turns_to_numpy(std::vector<TurnRecord<Width>>&& turns, const Layout& layout) {
    if constexpr (Width != 16) {
        if (record_width(layout) == 16) {
            std::vector<TurnRecord<16>> narrow;
            narrow.reserve(turns.size());
            for (const auto& turn : turns) narrow.push_back(with_width<16>(turn));
            return records_to_numpy(std::move(narrow));
        }
    }
    return records_to_numpy(std::move(turns));
}

template <int Width, class Mask>
GameArrays play_batch(const Players<Mask>& players, const Variant& variant, const GameBatch& batch,
                      bool with_turns) {
    PlayedGames played;
    std::vector<TurnRecord<Width>> turns;
    {
        const ReleasedLock released;
        played = play_games<Width>(players, variant, batch, with_turns ? &turns : nullptr);
    }
    return {records_to_numpy(std::move(played.games)),
            turns_to_numpy(std::move(turns), variant.layout), played.nanoseconds};
}

// The objects of a tuple, which keeps them alive.
template <class Kind>
std::vector<const Kind*> list_objects(const nb::tuple& objects) {
    std::vector<const Kind*> list;
    for (const nb::handle each : objects) list.push_back(&nb::cast<const Kind&>(each));
    return list;
}

// The numbers of a tuple. nanobind's own conversion to a vector ends the process without memory.
std::vector<int> list_numbers(const nb::tuple& numbers) {
    std::vector<int> list;
    for (const nb::handle each : numbers) {
        int number = 0;
        if (!nb::try_cast(each, number))
            throw nb::type_error("the lexicon of a player is a number");
        list.push_back(number);
    }
    return list;
}

// Throws unless these can play games that end.
void check_games(const std::vector<const AnyWordGraph*>& graphs,
                 const std::vector<const WordMap*>& maps, const std::vector<int>& lexicon_by_player,
                 const Variant& variant, const std::vector<const StaticStrategy*>& strategies,
                 const GameBatch& batch) {
    in_range(strategies.size(), 1, kMaxPlayers, "the number of players");
    require(!graphs.empty() && graphs.size() == maps.size(),
            "there is not one word map for each word graph");
    require(lexicon_by_player.size() == strategies.size(), "there is not one lexicon a player");
    for (const int lexicon : lexicon_by_player)
        in_range(lexicon, 0, static_cast<int>(graphs.size()) - 1, "the lexicon of a player");
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        require(is_narrow(graphs[i]->letters()) == is_narrow(graphs[0]->letters()),
                "the lexica are for other letters");
        for (const StaticStrategy* const strategy : strategies)
            check_player(*graphs[i], *maps[i], variant, *strategy);
    }
    check_ending(variant, static_cast<int>(strategies.size()));
    check_batch(batch);
}

GameArrays play_static_games(const nb::tuple& graph_objects, const nb::tuple& map_objects,
                             const nb::tuple& lexicon_numbers, const Variant& variant,
                             const nb::tuple& strategy_objects, const GameBatch& batch,
                             bool with_turns) {
    const auto graphs = list_objects<AnyWordGraph>(graph_objects);
    const auto maps = list_objects<WordMap>(map_objects);
    const auto strategies = list_objects<StaticStrategy>(strategy_objects);
    const std::vector<int> lexicon_by_player = list_numbers(lexicon_numbers);
    check_games(graphs, maps, lexicon_by_player, variant, strategies, batch);
    return graphs[0]->visit([&]<class Mask>(const WordGraph<Mask>&) {
        Players<Mask> players{{}, {}, lexicon_by_player};
        for (const StaticStrategy* strategy : strategies) players.strategies.push_back(*strategy);
        for (std::size_t i = 0; i < graphs.size(); ++i)
            players.lexica.push_back({&graphs[i]->template as<Mask>(), maps[i]});
        return visit_width<Mask>(variant.layout,
                                 [&]<int Width>(std::integral_constant<int, Width>) {
                                     return play_batch<Width>(players, variant, batch, with_turns);
                                 });
    });
}

Output<std::uint32_t> noise_numbers(std::uint64_t seed, std::uint64_t game, std::uint64_t turn,
                                    std::size_t count) {
    in_range(count, 0, kMaxNoise, "the count of numbers");
    PhiloxStream random = noise_stream(seed, game, turn);
    std::vector<std::uint32_t> numbers(count);
    for (std::uint32_t& number : numbers) number = random.next();
    return to_numpy(std::move(numbers));
}

}  // namespace

void register_games(nb::module_& m) {
    m.attr("MAX_PLAYERS") = kMaxPlayers;

    nb::class_<GameBatch>(m, "GameBatch",
                          "The games first, first + step, ... of a seed, which fixes their tiles.")
        .def(nb::init<std::uint64_t, std::int64_t, std::int64_t, std::int64_t>(), "seed"_a,
             "first"_a, "step"_a, "games"_a);

    m.def("noise_numbers", &noise_numbers, "seed"_a, "game"_a, "turn"_a, "count"_a,
          "Return the random numbers of a turn's moves, best move first.");

    m.def("play_static_games", &play_static_games, "graphs"_a, "maps"_a, "lexicon_by_player"_a,
          "variant"_a, "strategies"_a, "batch"_a, "with_turns"_a,
          nb::sig("def play_static_games(graphs: "
                  "tuple[jackdaw_core.movegen.AnyWordGraph, ...], "
                  "maps: tuple[jackdaw_core.movegen.AnyWordMap, ...], "
                  "lexicon_by_player: tuple[int, ...], "
                  "variant: jackdaw_core.movegen.Variant, "
                  "strategies: tuple[jackdaw_core.strategy.StaticStrategy, ...], "
                  "batch: GameBatch, with_turns: bool) -> tuple[numpy.typing.NDArray[numpy.uint8], "
                  "numpy.typing.NDArray[numpy.uint8], list[int]]"),
          "Play games between static strategies, each with one of the lexica. Return games and "
          "(with `with_turns`) turns as raw records, and nanoseconds of thought by player.");
}

}  // namespace jackdaw
