// Bindings of static evaluation.

#include <nanobind/nanobind.h>

#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "strategy/core/bindings/register.hpp"
#include "strategy/core/static/best_equities.hpp"
#include "strategy/core/static/inference.hpp"
#include "strategy/core/static/static_player.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

Output<std::int64_t> lost_equities(const AnyWordGraph& graph, const WordMap& words,
                                   const Variant& variant, const StaticStrategy& strategy,
                                   Input2D<std::uint8_t> squares, int bag_count,
                                   Input2D<std::uint8_t> racks, Input2D<std::uint8_t> leaves,
                                   std::int64_t worth) {
    const SupposedRacks supposed{
        squares.data(), bag_count, racks.data(), leaves.data(), static_cast<int>(racks.shape(1)),
        racks.shape(0)};
    std::vector<std::int64_t> lost;
    {
        nb::gil_scoped_release release;
        lost = graph.visit([&](const auto& any) {
            return equities_lost(any, words, variant, strategy, supposed, worth);
        });
    }
    return to_numpy(std::move(lost));
}

Output<std::int64_t> equities_of_best(const AnyWordGraph& graph, const WordMap& words,
                                      const Variant& variant, const StaticStrategy& strategy,
                                      Input2D<std::uint8_t> squares, int bag_count,
                                      int points_off_board, Input2D<std::uint8_t> racks) {
    const RacksOnBoard held{
        squares.data(), bag_count, points_off_board, racks.data(), static_cast<int>(racks.shape(1)),
        racks.shape(0)};
    std::vector<std::int64_t> equities;
    {
        nb::gil_scoped_release release;
        equities = graph.visit(
            [&](const auto& any) { return best_equities(any, words, variant, strategy, held); });
    }
    return to_numpy(std::move(equities));
}

Output<std::int32_t> value_leaves(const StaticStrategy& strategy, Input2D<std::uint8_t> leaves) {
    std::vector<std::int32_t> worths(leaves.shape(0));
    LeaveValues values(kMaxRack);
    for (std::size_t i = 0; strategy.leaves && i < worths.size(); ++i) {
        TileCounts leave{};
        std::copy_n(leaves.data() + i * leaves.shape(1), leaves.shape(1), leave.begin());
        strategy.leaves->fill(leave, values);
        worths[i] = values.values[Rack<std::uint64_t>(leave).number()];
    }
    return to_numpy(std::move(worths));
}

}  // namespace

void register_static(nb::module_& m) {
    nb::class_<StaticStrategy>(m, "StaticStrategy",
                               "The parameters of a static strategy, in milli-points.")
        .def(
            "__init__",
            [](StaticStrategy* self, const Leaves* leaves, int opening_vowel_penalty,
               int out_factor, int kept_factor, int kept_penalty, Input<std::int32_t> bag_left,
               Input<std::int32_t> noise) {
                new (self) StaticStrategy{leaves,
                                          opening_vowel_penalty,
                                          out_factor,
                                          kept_factor,
                                          kept_penalty,
                                          {bag_left.data(), bag_left.data() + bag_left.size()},
                                          {noise.data(), noise.data() + noise.size()}};
            },
            "leaves"_a.none(), "opening_vowel_penalty"_a, "out_factor"_a, "kept_factor"_a,
            "kept_penalty"_a, "bag_left"_a, "noise"_a, nb::keep_alive<1, 2>());

    m.def("equities_lost", &lost_equities, "graph"_a, "words"_a, "variant"_a, "strategy"_a,
          "squares"_a, "bag_count"_a, "racks"_a, "leaves"_a, "worth"_a,
          nb::sig("def equities_lost(graph: jackdaw_core.movegen.AnyWordGraph, words: "
                  "jackdaw_core.movegen.WordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: StaticStrategy, squares: numpy.typing.NDArray[numpy.uint8], "
                  "bag_count: int, racks: numpy.typing.NDArray[numpy.uint8], "
                  "leaves: numpy.typing.NDArray[numpy.uint8], worth: int) -> "
                  "numpy.typing.NDArray[numpy.int64]"),
          "Return how much less than the best move a move is worth with each rack and this leave "
          "of it, "
          "in milli-points.");
    m.def("best_equities", &equities_of_best, "graph"_a, "words"_a, "variant"_a, "strategy"_a,
          "squares"_a, "bag_count"_a, "points_off_board"_a, "racks"_a,
          nb::sig("def best_equities(graph: jackdaw_core.movegen.AnyWordGraph, words: "
                  "jackdaw_core.movegen.WordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: StaticStrategy, squares: numpy.typing.NDArray[numpy.uint8], "
                  "bag_count: int, points_off_board: int, "
                  "racks: numpy.typing.NDArray[numpy.uint8]) -> numpy.typing.NDArray[numpy.int64]"),
          "Return the equity of the best move with each rack, in milli-points.");
    m.def("value_leaves", &value_leaves, "strategy"_a, "leaves"_a,
          nb::sig("def value_leaves(strategy: StaticStrategy, leaves: "
                  "numpy.typing.NDArray[numpy.uint8]) -> numpy.typing.NDArray[numpy.int32]"),
          "Return the value of each leave, with tiles in the bag, in milli-points.");
}

}  // namespace jackdaw
