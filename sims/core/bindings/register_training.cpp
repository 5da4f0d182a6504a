// Sums over self-play that leave values are fitted to.

#include <nanobind/stl/tuple.h>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "sims/core/bindings/game_arguments.hpp"
#include "sims/core/bindings/registration.hpp"
#include "sims/core/training/leave_sums.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

using LeaveSumArrays = std::tuple<Output<std::int64_t>, Output<std::int64_t>, std::int64_t,
                                  std::int64_t, std::int64_t>;

void check_sampling(const LeaveSampling& sampling) {
    check_multisets(sampling.kinds, sampling.max_size);
    in_range(sampling.racks, 2, 1'000'000, "the number of racks");
    in_range(sampling.min_bag, 1, 255 * kMaxTiles, "the number of tiles in the bag");
}

LeaveSumArrays sum_leaves_of_games(const AnyWordGraph& graph, const WordMap& words,
                                   const Variant& variant, const StaticStrategy& strategy,
                                   const GameBatch& batch, const LeaveSampling& sampling) {
    check_player(graph, words, variant, strategy);
    check_ending(variant, 2);
    check_batch(batch);
    in_range(batch.first, 0, std::numeric_limits<std::int64_t>::max() - batch.games,
             "the number of the first game");
    check_sampling(sampling);
    LeaveSums sums;
    {
        const ReleasedLock released;
        sums = graph.visit([&]<class Mask>(const WordGraph<Mask>& any) {
            return visit_width<Mask>(
                variant.layout, [&]<int Width>(std::integral_constant<int, Width>) {
                    return sum_leaves<Width>(any, words, variant, strategy, batch, sampling);
                });
        });
    }
    return {to_numpy(std::move(sums.deviations)), to_numpy(std::move(sums.counts)), sums.racks,
            sums.equities, sums.squares};
}

}  // namespace

void register_training(nb::module_& m) {
    nb::class_<LeaveSampling>(m, "LeaveSampling",
                              "The positions to sample, and the racks to deal in each.")
        .def(nb::init<int, int, int, int, int>(), "kinds"_a, "max_size"_a, "racks"_a,
             "first_turn"_a, "min_bag"_a);

    m.def("sum_leaves", &sum_leaves_of_games, "graph"_a, "words"_a, "variant"_a, "strategy"_a,
          "batch"_a, "sampling"_a,
          nb::sig("def sum_leaves(graph: jackdaw_core.movegen.AnyWordGraph, words: "
                  "jackdaw_core.movegen.AnyWordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: jackdaw_core.strategy.StaticStrategy, batch: GameBatch, "
                  "sampling: LeaveSampling) "
                  "-> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], "
                  "int, int, int]"),
          "Sum what leaves are worth in a strategy's games against itself. Return deviations and "
          "counts by leave, the number of racks, the sum of equities and the sum of squares.");
}

}  // namespace jackdaw
