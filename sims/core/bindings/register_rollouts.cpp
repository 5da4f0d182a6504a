// Monte-Carlo rollouts.

#include <nanobind/stl/tuple.h>

#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "sims/core/bindings/registration.hpp"
#include "sims/core/rollouts/rollouts.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

using RolloutArrays = std::tuple<Output<std::uint8_t>, Output<std::uint8_t>, Output<std::int64_t>>;

template <int Width, class Mask>
RolloutArrays roll_out_records(const WordGraph<Mask>& graph, const WordMap& words,
                               const Variant& variant, const StaticStrategy& strategy,
                               const RolloutStart& start, const Input<std::uint8_t>& candidates,
                               const RolloutPlan& plan) {
    const auto* const first = reinterpret_cast<const MoveRecord<Width>*>(candidates.data());
    const std::vector<MoveRecord<Width>> moves(
        first, first + candidates.size() / sizeof(MoveRecord<Width>));
    Rollouts results;
    {
        nb::gil_scoped_release release;
        results = roll_out<Width>(graph, words, variant, strategy, start, moves, plan);
    }
    return {records_to_numpy(std::move(results.records)),
            records_to_numpy(std::move(results.plies)), to_numpy(std::move(results.covered))};
}

RolloutArrays roll_out_moves(const AnyWordGraph& graph, const WordMap& words,
                             const Variant& variant, const StaticStrategy& strategy,
                             const RolloutStart& start, const Input<std::uint8_t>& candidates,
                             const RolloutPlan& plan) {
    return graph.visit([&](const auto& any) {
        return record_width(variant.layout) == 16
                   ? roll_out_records<16>(any, words, variant, strategy, start, candidates, plan)
                   : roll_out_records<32>(any, words, variant, strategy, start, candidates, plan);
    });
}

}  // namespace

void register_rollouts(nb::module_& m) {
    nb::class_<RolloutStart>(m, "RolloutStart",
                             "The position that rollouts begin with, as the player on turn sees "
                             "it. It keeps the arrays alive.")
        .def(
            "__init__",
            [](RolloutStart* self, Input2D<std::uint8_t> squares, Input<std::uint8_t> rack,
               Input<std::uint8_t> unseen, Input2D<std::uint8_t> leaves,
               Input<std::uint32_t> cumulative_weights, int opponent_tiles, int scoreless_turns) {
                new (self) RolloutStart{squares.data(),
                                        copied_to<TileCounts>(rack),
                                        copied_to<TileCounts>(unseen),
                                        {leaves.data(), static_cast<int>(leaves.shape(1)),
                                         cumulative_weights.data(), cumulative_weights.size()},
                                        opponent_tiles,
                                        scoreless_turns};
            },
            "squares"_a.noconvert(), "rack"_a, "unseen"_a, "leaves"_a.noconvert(),
            "cumulative_weights"_a.noconvert(), "opponent_tiles"_a, "scoreless_turns"_a,
            nb::keep_alive<1, 2>(), nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>());

    nb::class_<RolloutPlan>(m, "RolloutPlan",
                            "The iterations and plies to roll out, and the plies to sum up.")
        .def(nb::init<std::uint64_t, std::int64_t, std::int64_t, int, int>(), "seed"_a, "first"_a,
             "iterations"_a, "plies"_a, "summed_plies"_a);

    m.def("roll_out", &roll_out_moves, "graph"_a, "words"_a, "variant"_a, "strategy"_a, "start"_a,
          "candidates"_a, "plan"_a,
          nb::sig("def roll_out(graph: jackdaw_core.movegen.AnyWordGraph, words: "
                  "jackdaw_core.movegen.WordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: jackdaw_core.strategy.StaticStrategy, start: RolloutStart, "
                  "candidates: numpy.typing.NDArray[numpy.uint8], plan: RolloutPlan"
                  ") -> tuple[numpy.typing.NDArray[numpy.uint8], "
                  "numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]"),
          "Roll out moves of a position. Return, as raw bytes, records by iteration and candidate "
          "and sums by candidate and ply; and by candidate and square the number of replies that "
          "lay a tile there.");
}

}  // namespace jackdaw
