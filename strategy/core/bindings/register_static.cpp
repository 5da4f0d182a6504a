// Bindings of static evaluation.

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "strategy/core/bindings/registration.hpp"
#include "strategy/core/bindings/strategy_arguments.hpp"
#include "strategy/core/static/best_equities.hpp"
#include "strategy/core/static/inference.hpp"
#include "strategy/core/static/static_player.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

constexpr std::size_t kNoiseValues = 1 << 16;  // by the upper half of a random number

constexpr std::int64_t kMaxPoints = 1'000'000'000;

Output<std::int64_t> lost_equities(const AnyWordGraph& graph, const WordMap& words,
                                   const Variant& variant, const StaticStrategy& strategy,
                                   Input2D<std::uint8_t> squares, int bag_count,
                                   Input2D<std::uint8_t> racks, Input2D<std::uint8_t> leaves,
                                   std::int64_t worth) {
    check_player(graph, words, variant, strategy);
    const std::vector<Square> by_rows = checked_squares(squares, variant.layout, graph.letters());
    check_racks(racks, graph.letters(), variant.rack_size);
    require(racks.shape(0) == leaves.shape(0) && racks.shape(1) == leaves.shape(1),
            "there is not one leave for each rack");
    for (std::size_t row = 0; row < racks.shape(0); ++row) {
        require(contains(rack_in_row(racks, row), rack_in_row(leaves, row)),
                "a leave has tiles that the rack does not have");
    }
    const SupposedRacks supposed{by_rows.data(), checked_bag(bag_count),           racks.data(),
                                 leaves.data(),  static_cast<int>(racks.shape(1)), racks.shape(0)};
    std::vector<std::int64_t> lost;
    {
        const ReleasedLock released;
        lost = graph.visit([&](const auto& any) {
            return equities_lost(any, words, variant, strategy, supposed, worth);
        });
    }
    return to_numpy(std::move(lost));
}

// Racks held on a board, checked; `by_rows` has the squares of the board and outlives the result.
RacksOnBoard checked_racks(const AnyWordGraph& graph, const Variant& variant,
                           const std::vector<Square>& by_rows, int bag_count, int points_off_board,
                           const Input2D<std::uint8_t>& racks) {
    check_racks(racks, graph.letters(), variant.rack_size);
    in_range(points_off_board, -kMaxPoints, kMaxPoints, "the points of the tiles off the board");
    return {by_rows.data(), checked_bag(bag_count),           points_off_board,
            racks.data(),   static_cast<int>(racks.shape(1)), racks.shape(0)};
}

Output<std::int64_t> equities_of_best(const AnyWordGraph& graph, const WordMap& words,
                                      const Variant& variant, const StaticStrategy& strategy,
                                      Input2D<std::uint8_t> squares, int bag_count,
                                      int points_off_board, Input2D<std::uint8_t> racks) {
    check_player(graph, words, variant, strategy);
    const std::vector<Square> by_rows = checked_squares(squares, variant.layout, graph.letters());
    const RacksOnBoard held =
        checked_racks(graph, variant, by_rows, bag_count, points_off_board, racks);
    std::vector<std::int64_t> equities;
    {
        const ReleasedLock released;
        equities = graph.visit(
            [&](const auto& any) { return best_equities(any, words, variant, strategy, held); });
    }
    return to_numpy(std::move(equities));
}

using MoveArrays = std::tuple<Output<std::uint8_t>, Output<std::int64_t>>;

template <int Width, class Mask>
MoveArrays moves_and_equities(const WordGraph<Mask>& graph, const WordMap& words,
                              const Variant& variant, const StaticStrategy& strategy,
                              const RacksOnBoard& held) {
    BestMoves<Width> best;
    {
        const ReleasedLock released;
        best = best_moves<Width>(graph, words, variant, strategy, held);
    }
    return {moves_to_numpy(std::move(best.moves), variant.layout),
            to_numpy(std::move(best.equities))};
}

MoveArrays moves_of_best(const AnyWordGraph& graph, const WordMap& words, const Variant& variant,
                         const StaticStrategy& strategy, Input2D<std::uint8_t> squares,
                         int bag_count, int points_off_board, Input2D<std::uint8_t> racks) {
    check_player(graph, words, variant, strategy);
    const std::vector<Square> by_rows = checked_squares(squares, variant.layout, graph.letters());
    const RacksOnBoard held =
        checked_racks(graph, variant, by_rows, bag_count, points_off_board, racks);
    return graph.visit([&]<class Mask>(const WordGraph<Mask>& any) {
        return visit_width<Mask>(
            variant.layout, [&]<int Width>(std::integral_constant<int, Width>) {
                return moves_and_equities<Width>(any, words, variant, strategy, held);
            });
    });
}

Output<std::int32_t> value_leaves(const StaticStrategy& strategy, Input2D<std::uint8_t> leaves) {
    check_racks(leaves, kMaxLetters, strategy.leaves ? strategy.leaves->max_rack() : kMaxRack);
    std::vector<std::int32_t> worths(leaves.shape(0));
    LeaveValues values(kMaxRack);
    for (std::size_t i = 0; strategy.leaves && i < worths.size(); ++i) {
        const TileCounts leave = rack_in_row(leaves, i);
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
                require(noise.size() == 0 || noise.size() == kNoiseValues,
                        "the noise has another number of values");
                new (self) StaticStrategy{
                    leaves,       opening_vowel_penalty, out_factor,      kept_factor,
                    kept_penalty, to_vector(bag_left),   to_vector(noise)};
            },
            "leaves"_a.none(), "opening_vowel_penalty"_a, "out_factor"_a, "kept_factor"_a,
            "kept_penalty"_a, "bag_left"_a, "noise"_a, nb::keep_alive<1, 2>());

    m.def("equities_lost", &lost_equities, "graph"_a, "words"_a, "variant"_a, "strategy"_a,
          "squares"_a, "bag_count"_a, "racks"_a, "leaves"_a, "worth"_a,
          nb::sig("def equities_lost(graph: jackdaw_core.movegen.AnyWordGraph, words: "
                  "jackdaw_core.movegen.AnyWordMap, variant: jackdaw_core.movegen.Variant, "
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
                  "jackdaw_core.movegen.AnyWordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: StaticStrategy, squares: numpy.typing.NDArray[numpy.uint8], "
                  "bag_count: int, points_off_board: int, "
                  "racks: numpy.typing.NDArray[numpy.uint8]) -> numpy.typing.NDArray[numpy.int64]"),
          "Return the equity of the best move with each rack, in milli-points.");
    m.def("best_moves", &moves_of_best, "graph"_a, "words"_a, "variant"_a, "strategy"_a,
          "squares"_a, "bag_count"_a, "points_off_board"_a, "racks"_a,
          nb::sig("def best_moves(graph: jackdaw_core.movegen.AnyWordGraph, words: "
                  "jackdaw_core.movegen.AnyWordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: StaticStrategy, squares: numpy.typing.NDArray[numpy.uint8], "
                  "bag_count: int, points_off_board: int, "
                  "racks: numpy.typing.NDArray[numpy.uint8]) -> "
                  "tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]"),
          "Return the best move with each rack, as raw records, and its equity in milli-points.");
    m.def("value_leaves", &value_leaves, "strategy"_a, "leaves"_a,
          nb::sig("def value_leaves(strategy: StaticStrategy, leaves: "
                  "numpy.typing.NDArray[numpy.uint8]) -> numpy.typing.NDArray[numpy.int32]"),
          "Return the value of each leave, with tiles in the bag, in milli-points.");
}

}  // namespace jackdaw
