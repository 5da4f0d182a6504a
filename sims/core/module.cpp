// The Python border of the simulations' core: jackdaw_core.sims.
//
// Callers are this project's own Python modules, which have checked what they pass.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bag.hpp"
#include "game_loop.hpp"
#include "leave_sums.hpp"
#include "movegen/core/any_word_graph.hpp"
#include "movegen/core/numpy_border.hpp"
#include "philox.hpp"
#include "rollouts.hpp"
#include "self_play.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

using Played = std::tuple<Output<std::uint8_t>, Output<std::uint8_t>, std::array<std::int64_t, kMaxPlayers>>;

template <int Width, class Mask>
Played played(const Players<Mask>& players, const Variant& variant, const Batch& batch, bool keep_turns) {
    PlayedGames played;
    std::vector<TurnRecord<Width>> turns;
    {
        nb::gil_scoped_release release;
        played = play_games<Width>(players, variant, batch, keep_turns ? &turns : nullptr);
    }
    return {records_to_numpy(std::move(played.games)), records_to_numpy(std::move(turns)), played.nanoseconds};
}

Played play_static_games(const std::vector<const AnyWordGraph*>& graphs, const std::vector<const WordMap*>& maps, const std::vector<int>& lexicon_of,
                         const Variant& variant, const std::vector<const StaticStrategy*>& strategies, std::uint64_t seed, std::int64_t first,
                         std::int64_t step, std::int64_t games, bool keep_turns) {
    const Batch batch{seed, first, step, games};
    return graphs[0]->visit([&]<class Mask>(const WordGraph<Mask>&) {
        Players<Mask> players{{}, {}, lexicon_of};
        for (const StaticStrategy* strategy : strategies) players.strategies.push_back(*strategy);
        for (std::size_t i = 0; i < graphs.size(); ++i) players.lexica.push_back({&graphs[i]->template as<Mask>(), maps[i]});
        return record_width(variant.layout) == 16 ? played<16>(players, variant, batch, keep_turns) : played<32>(players, variant, batch, keep_turns);
    });
}

Output<std::uint32_t> noise_numbers(std::uint64_t seed, std::uint64_t game, std::uint64_t turn, std::size_t count) {
    PhiloxStream random = noise_of(seed, game, turn);
    std::vector<std::uint32_t> numbers(count);
    for (std::uint32_t& number : numbers) number = random.next();
    return to_numpy(std::move(numbers));
}

using Summed = std::tuple<Output<std::int64_t>, Output<std::int64_t>, std::int64_t, std::int64_t, std::int64_t>;

Summed sum_leaves_of(const AnyWordGraph& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy, std::uint64_t seed,
                     std::int64_t first, std::int64_t games, int kinds, int most, int racks, int first_turn, int least_bag) {
    const Batch batch{seed, first, 1, games};
    const LeaveSampling sampling{kinds, most, racks, first_turn, least_bag};
    LeaveSums sums;
    {
        nb::gil_scoped_release release;
        sums = graph.visit([&](const auto& any) {
            return record_width(variant.layout) == 16 ? sum_leaves<16>(any, words, variant, strategy, batch, sampling)
                                                      : sum_leaves<32>(any, words, variant, strategy, batch, sampling);
        });
    }
    return {to_numpy(std::move(sums.deviations)), to_numpy(std::move(sums.counts)), sums.racks, sums.equities, sums.squares};
}

using RolledOut = std::tuple<Output<std::uint8_t>, Output<std::uint8_t>, Output<std::int64_t>>;

template <int Width, class Mask>
RolledOut rolled_out(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy, const RolloutStart& start,
                  const Input<std::uint8_t>& candidates, const RolloutPlan& plan) {
    const auto* const first = reinterpret_cast<const MoveRecord<Width>*>(candidates.data());
    const std::vector<MoveRecord<Width>> moves(first, first + candidates.size() / sizeof(MoveRecord<Width>));
    Rollouts made;
    {
        nb::gil_scoped_release release;
        made = roll_out<Width>(graph, words, variant, strategy, start, moves, plan);
    }
    return {records_to_numpy(std::move(made.records)), records_to_numpy(std::move(made.plies)), to_numpy(std::move(made.covered))};
}

RolledOut roll_out_moves(const AnyWordGraph& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy, Input2D<std::uint8_t> squares,
                      Input<std::uint8_t> rack, Input<std::uint8_t> unseen, Input2D<std::uint8_t> leaves, Input<std::uint32_t> upto, int opponent_held, int scoreless_turns,
                      Input<std::uint8_t> candidates, std::uint64_t seed, std::int64_t first, std::int64_t iterations, int plies, int told, bool shared) {
    const KnownLeaves known{leaves.data(), static_cast<int>(leaves.shape(1)), upto.data(), upto.size()};
    const RolloutStart start{squares.data(), copied_to<TileCounts>(rack), copied_to<TileCounts>(unseen), known, opponent_held, scoreless_turns};
    const RolloutPlan plan{seed, first, iterations, plies, told, shared};
    return graph.visit([&](const auto& any) {
        return record_width(variant.layout) == 16 ? rolled_out<16>(any, words, variant, strategy, start, candidates, plan)
                                                  : rolled_out<32>(any, words, variant, strategy, start, candidates, plan);
    });
}

nb::bytes draw_from(TwoEndedBag& bag, int player, int count) {
    std::vector<Letter> tiles;
    for (int i = 0; i < count; ++i) tiles.push_back(bag.draw(player));
    return nb::bytes(tiles.data(), tiles.size());
}

nb::bytes draw(Bag& bag, int count) {
    std::vector<Letter> tiles;
    for (int i = 0; i < count; ++i) tiles.push_back(bag.draw());
    return nb::bytes(tiles.data(), tiles.size());
}

}  // namespace
}  // namespace jackdaw

NB_MODULE(sims, m) {
    using namespace jackdaw;
    m.doc() = "Self-play in C++. Use the package `sims`: these functions check nothing.";
    m.attr("INTERFACE") = JACKDAW_INTERFACE;
    m.attr("MAX_PLAYERS") = kMaxPlayers;
    m.attr("MAX_RACK") = kMaxRack;

    m.def("philox", &philox, "counter"_a, "key"_a, "A block of Philox4x64-10.");

    nb::class_<Bag>(m, "Bag", "Tiles in an order that depends on seed and game alone.")
        .def(
            "__init__",
            [](Bag* self, Input<std::uint8_t> counts, std::uint64_t seed, std::uint64_t game) {
                new (self) Bag(copied_to<TileCounts>(counts), seed, game);
            },
            "counts"_a, "seed"_a, "game"_a)
        .def("__len__", &Bag::size)
        .def("draw", &draw, "count"_a, "So many tiles, which must be there.")
        .def(
            "put_back", [](Bag& bag, const nb::bytes& tiles) { bag.put_back(data_of(tiles), static_cast<int>(tiles.size())); }, "tiles"_a,
            "Return tiles and shuffle.");

    nb::class_<TwoEndedBag>(m, "TwoEndedBag", "Tiles in an order that depends on seed and stream alone; players 0 and 1 draw from either end.")
        .def(
            "__init__",
            [](TwoEndedBag* self, Input<std::uint8_t> counts, std::uint64_t seed, std::uint64_t stream) {
                new (self) TwoEndedBag(copied_to<TileCounts>(counts), seed, stream);
            },
            "counts"_a, "seed"_a, "stream"_a)
        .def("__len__", &TwoEndedBag::size)
        .def("draw", &draw_from, "player"_a, "count"_a, "So many tiles, which must be there.")
        .def(
            "put_back", [](TwoEndedBag& bag, int player, const nb::bytes& tiles) { bag.put_back(player, data_of(tiles), static_cast<int>(tiles.size())); },
            "player"_a, "tiles"_a, "Return tiles, in any place, for as many that the player has drawn.");

    m.def("roll_out", &roll_out_moves, "graph"_a, "words"_a, "variant"_a, "strategy"_a, "squares"_a, "rack"_a, "unseen"_a, "leaves"_a, "upto"_a, "opponent_held"_a,
          "scoreless_turns"_a, "candidates"_a, "seed"_a, "first"_a, "iterations"_a, "plies"_a, "told"_a, "shared"_a,
          nb::sig("def roll_out(graph: jackdaw_core.movegen.AnyWordGraph, words: jackdaw_core.movegen.WordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: jackdaw_core.strategy.StaticStrategy, squares: numpy.typing.NDArray[numpy.uint8], rack: numpy.typing.NDArray[numpy.uint8], "
                  "unseen: numpy.typing.NDArray[numpy.uint8], leaves: numpy.typing.NDArray[numpy.uint8], upto: numpy.typing.NDArray[numpy.uint32], opponent_held: int, scoreless_turns: int, "
                  "candidates: numpy.typing.NDArray[numpy.uint8], seed: int, first: int, iterations: int, plies: int, told: int, shared: bool"
                  ") -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]"),
          "Roll out moves of a position: records by iteration and candidate, and sums by candidate and ply, as raw bytes; by candidate and square how many replies lay a tile there.");

    m.def("noise_numbers", &noise_numbers, "seed"_a, "game"_a, "turn"_a, "count"_a, "The random numbers that the moves of a turn have, best first.");

    m.def("play_static_games", &play_static_games, "graphs"_a, "maps"_a, "lexicon_of"_a, "variant"_a, "strategies"_a, "seed"_a, "first"_a, "step"_a, "games"_a,
          "keep_turns"_a,
          nb::sig("def play_static_games(graphs: collections.abc.Sequence[jackdaw_core.movegen.AnyWordGraph], "
                  "maps: collections.abc.Sequence[jackdaw_core.movegen.WordMap], lexicon_of: collections.abc.Sequence[int], variant: jackdaw_core.movegen.Variant, "
                  "strategies: collections.abc.Sequence[jackdaw_core.strategy.StaticStrategy], seed: int, first: int, step: int, games: int, "
                  "keep_turns: bool) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], list[int]]"),
          "Play games between static strategies, each of which knows one of the lexica: the games and, if asked for, the turns as raw records; nanoseconds by "
          "player.");

    m.def("sum_leaves", &sum_leaves_of, "graph"_a, "words"_a, "variant"_a, "strategy"_a, "seed"_a, "first"_a, "games"_a, "kinds"_a, "most"_a, "racks"_a,
          "first_turn"_a, "least_bag"_a,
          nb::sig("def sum_leaves(graph: jackdaw_core.movegen.AnyWordGraph, words: jackdaw_core.movegen.WordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: jackdaw_core.strategy.StaticStrategy, seed: int, first: int, games: int, kinds: int, most: int, racks: int, "
                  "first_turn: int, least_bag: int) "
                  "-> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], int, int, int]"),
          "What games of a strategy against itself tell of leaves: deviations and counts by place, racks, sum of equities, sum of squares.");
}
