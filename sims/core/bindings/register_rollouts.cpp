// Monte-Carlo rollouts.

#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <limits>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "sims/core/bindings/registration.hpp"
#include "sims/core/rollouts/rollouts.hpp"
#include "strategy/core/bindings/strategy_arguments.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

using RolloutArrays = std::tuple<Output<std::uint8_t>, Output<std::uint8_t>, Output<std::int64_t>>;

// The start of rollouts with the arrays that it refers to. They are not copied: the core checks
// each leave that it draws.
struct PyRolloutStart : RolloutStart {
    PyRolloutStart(const Input2D<std::uint8_t>& board, const Input<std::uint8_t>& my_rack,
                   const Input<std::uint8_t>& hidden, const nb::object& their_leaves,
                   const nb::object& weights, int opponent_tiles, int lead_points, int scoreless,
                   int turns_left)
        : rows(static_cast<int>(board.shape(0))),
          columns(static_cast<int>(board.shape(1))),
          by_rows(to_vector(board)),
          leave_array(frozen_rows<std::uint8_t>(their_leaves)),
          weight_array(frozen<std::uint32_t>(weights)) {
        in_range(leave_array.shape(1), 1, kMaxTiles, "the number of tiles of a leave");
        require(leave_array.shape(0) == weight_array.size() && weight_array.size() > 0,
                "there is not one weight for each leave");
        squares = by_rows.data();
        rack = checked_rack(my_rack);
        unseen = checked_tiles(hidden);
        leaves = {leave_array.data(), static_cast<int>(leave_array.shape(1)), weight_array.data(),
                  weight_array.size()};
        opponent_held = opponent_tiles;
        lead = lead_points;
        scoreless_turns = scoreless;
        last_turns = turns_left;
    }
    PyRolloutStart(const PyRolloutStart&) = delete;
    PyRolloutStart& operator=(const PyRolloutStart&) = delete;

    int rows;
    int columns;
    std::vector<Square> by_rows;
    Input2D<std::uint8_t> leave_array;
    Input<std::uint32_t> weight_array;
};

// Throws unless rollouts can begin here.
void check_start(const PyRolloutStart& start, const Variant& variant, int letters) {
    require(start.rows == variant.layout.rows && start.columns == variant.layout.columns,
            "the squares are not those of the layout");
    for (const Square square : start.by_rows)
        require(is_square(square, letters),
                "a square has a tile that the lexicon has no letter for");
    require(has_letters_up_to(start.rack, letters) && has_letters_up_to(start.unseen, letters),
            "there are tiles that the lexicon has no letter for");
    in_range(count_tiles(start.rack), 1, variant.rack_size, "the number of tiles on the rack");
    in_range(start.opponent_held, 1, std::min(variant.rack_size, count_tiles(start.unseen)),
             "the number of the opponent's tiles");
    in_range(start.lead, -kUnbounded, kUnbounded, "the lead");
    in_range(variant.scoreless_turns, 1, 1'000'000, "the number of turns that end the game");
    in_range(start.scoreless_turns, 0, variant.scoreless_turns - 1, "the scoreless turns");
    if (start.last_turns != kNoLastTurns) in_range(start.last_turns, 1, 2, "the turns left");
}

// bytes: of the candidates' records.
void check_plan(const RolloutPlan& plan, std::size_t bytes) {
    constexpr std::int64_t kMaxRecords = std::int64_t{1} << 32;
    in_range(plan.plies, 0, 1'000'000, "the number of plies");
    in_range(plan.summed_plies, 0, plan.plies, "the number of plies to sum up");
    in_range(plan.first, 0, std::numeric_limits<std::int64_t>::max(), "the first iteration");
    if (plan.endgame_nodes != kStaticEndings)
        in_range(plan.endgame_nodes, kMinEstimateNodes, std::int64_t{1} << 40,
                 "the nodes of an endgame");
    in_range(plan.compared_moves, 1, kMaxComparedMoves, "the number of moves to compare");
    const auto moves = static_cast<std::int64_t>(bytes / sizeof(MoveRecord<16>)) + 1;
    in_range(plan.iterations, 0,
             std::min(kMaxRecords / moves, std::numeric_limits<std::int64_t>::max() - plan.first),
             "the number of iterations");
}

template <int Width, class Mask>
RolloutArrays roll_out_records(const WordGraph<Mask>& graph, const WordMap& words,
                               const Variant& variant, const StaticStrategy& strategy,
                               const RolloutStart& start, const Input<std::uint8_t>& candidates,
                               const RolloutPlan& plan, int max_letter) {
    const auto moves = checked_moves<Width>(candidates, variant.layout, start.rack, max_letter);
    for (const auto& move : moves) {
        require(move.kind != MoveKind::kExchange ||
                    move.placed <= count_tiles(start.unseen) - start.opponent_held,
                "a candidate exchanges more tiles than the bag has");
    }
    Rollouts results;
    {
        const ReleasedLock released;
        results = roll_out<Width>(graph, words, variant, strategy, start, moves, plan);
    }
    return {records_to_numpy(std::move(results.records)),
            records_to_numpy(std::move(results.plies)), to_numpy(std::move(results.covered))};
}

RolloutArrays roll_out_moves(const AnyWordGraph& graph, const WordMap& words,
                             const Variant& variant, const StaticStrategy& strategy,
                             const PyRolloutStart& start, const Input<std::uint8_t>& candidates,
                             const RolloutPlan& plan) {
    check_player(graph, words, variant, strategy);
    check_start(start, variant, graph.letters());
    check_plan(plan, candidates.size());
    const int letters = graph.letters();
    return graph.visit([&]<class Mask>(const WordGraph<Mask>& any) {
        return visit_width<Mask>(
            variant.layout, [&]<int Width>(std::integral_constant<int, Width>) {
                return roll_out_records<Width>(any, words, variant, strategy, start, candidates,
                                               plan, letters);
            });
    });
}

}  // namespace

void register_rollouts(nb::module_& m) {
    nb::class_<PyRolloutStart>(m, "RolloutStart",
                               "The position that rollouts begin with, as the player on turn sees "
                               "it. Leaves and weights are frozen arrays, which it keeps alive.")
        .def(nb::init<const Input2D<std::uint8_t>&, const Input<std::uint8_t>&,
                      const Input<std::uint8_t>&, const nb::object&, const nb::object&, int, int,
                      int, int>(),
             "squares"_a, "rack"_a, "unseen"_a, "leaves"_a, "cumulative_weights"_a,
             "opponent_tiles"_a, "lead"_a, "scoreless_turns"_a, "last_turns"_a,
             nb::sig(
                 "def __init__(self, squares: numpy.typing.NDArray[numpy.uint8], "
                 "rack: numpy.typing.NDArray[numpy.uint8], "
                 "unseen: numpy.typing.NDArray[numpy.uint8], "
                 "leaves: numpy.typing.NDArray[numpy.uint8], "
                 "cumulative_weights: numpy.typing.NDArray[numpy.uint32], "
                 "opponent_tiles: int, lead: int, scoreless_turns: int, last_turns: int) -> None"));

    nb::class_<EndgameEstimates>(m, "EndgameEstimates",
                                 "The endgames of rollouts so far with their values, to be used "
                                 "with one lexicon and variant. Threads may share it.")
        .def(nb::init<>())
        .def("__len__", &EndgameEstimates::size);

    nb::class_<LikelyPlays>(m, "LikelyPlays",
                            "The plays that players of rollouts who compare moves have chosen, to "
                            "be used with one lexicon, variant and strategy. Threads may share it.")
        .def(nb::init<>())
        .def("__len__", &LikelyPlays::size);

    nb::class_<RolloutPlan>(m, "RolloutPlan",
                            "The iterations and plies to roll out, and the plies to sum up.")
        .def(nb::init<std::uint64_t, std::int64_t, std::int64_t, int, int, std::int64_t,
                      EndgameEstimates*, int, LikelyPlays*>(),
             "seed"_a, "first"_a, "iterations"_a, "plies"_a, "summed_plies"_a, "endgame_nodes"_a,
             "estimates"_a.none(), "compared_moves"_a, "likely_plays"_a.none(),
             nb::keep_alive<1, 8>(), nb::keep_alive<1, 10>());

    m.def("roll_out", &roll_out_moves, "graph"_a, "words"_a, "variant"_a, "strategy"_a, "start"_a,
          "candidates"_a, "plan"_a,
          nb::sig("def roll_out(graph: jackdaw_core.movegen.AnyWordGraph, words: "
                  "jackdaw_core.movegen.AnyWordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: jackdaw_core.strategy.StaticStrategy, start: RolloutStart, "
                  "candidates: numpy.typing.NDArray[numpy.uint8], plan: RolloutPlan"
                  ") -> tuple[numpy.typing.NDArray[numpy.uint8], "
                  "numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]"),
          "Roll out moves of a position. Return, as raw bytes, records by iteration and candidate "
          "and sums by candidate and ply; and by candidate and square the number of replies that "
          "lay a tile there.");
}

}  // namespace jackdaw
