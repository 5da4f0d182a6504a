// The Python border of the strategies' core: jackdaw_core.strategy.
//
// Callers are this project's own Python modules, which have checked what they pass.

#include <nanobind/nanobind.h>

#include "best_equities.hpp"
#include "endgame.hpp"
#include "inference.hpp"
#include "leaves.hpp"
#include "movegen/core/any_word_graph.hpp"
#include "movegen/core/numpy_border.hpp"
#include "plain_endgame.hpp"
#include "preendgame_run.hpp"
#include "solo_bound.hpp"
#include "static_player.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

HeuristicLeaves heuristic_leaves(Input<std::int32_t> first, Input<std::int32_t> duplicate, Input<std::int32_t> mix_step, Input<std::int32_t> mix) {
    using Tiles = HeuristicLeaves::Tiles;
    return {copied_to<Tiles>(first), copied_to<Tiles>(duplicate), copied_to<Tiles>(mix_step), std::vector(mix.data(), mix.data() + mix.size())};
}

void make_dense(DenseLeaves* self, int kinds, int most, Input<std::uint64_t> keys, Input<std::int32_t> values) {
    nb::gil_scoped_release release;
    new (self) DenseLeaves(kinds, most, keys.data(), values.data(), keys.size());
}

Output<std::uint64_t> leave_places(int kinds, int most, Input<std::uint64_t> keys) {
    const LeaveNumbers numbers(kinds, most);
    std::vector<std::uint64_t> places(keys.size() + 1, numbers.size());
    for (std::size_t i = 0; i < keys.size(); ++i) places[i] = numbers.place_of(keys(i));
    return to_numpy(std::move(places));
}

// It keeps its arrays alive.
class PySortedLeaves : public SortedLeaves {
public:
    PySortedLeaves(int most, Input<std::uint64_t> keys, Input<std::int32_t> values)
        : SortedLeaves(most, keys.data(), values.data(), keys.size()), keys_(keys), values_(values) {}

private:
    Input<std::uint64_t> keys_;
    Input<std::int32_t> values_;
};

Output<std::int32_t> values_of(const Leaves& leaves, Input<std::uint8_t> rack) {
    const auto counts = copied_to<TileCounts>(rack);
    LeaveValues out(kMaxRack);
    leaves.fill(counts, out);
    out.values.resize(Rack<std::uint64_t>(counts).number() + 1);
    return to_numpy(std::move(out.values));
}

Output<std::int64_t> lost_equities(const AnyWordGraph& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy,
                                   Input2D<std::uint8_t> squares, int bag_count, Input2D<std::uint8_t> racks, Input2D<std::uint8_t> kept, std::int64_t worth) {
    const SupposedRacks supposed{squares.data(), bag_count, racks.data(), kept.data(), static_cast<int>(racks.shape(1)), racks.shape(0)};
    std::vector<std::int64_t> lost;
    {
        nb::gil_scoped_release release;
        lost = graph.visit([&](const auto& any) { return equities_lost(any, words, variant, strategy, supposed, worth); });
    }
    return to_numpy(std::move(lost));
}

Output<std::int64_t> equities_of_best(const AnyWordGraph& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy,
                                      Input2D<std::uint8_t> squares, int bag_count, int points_off_board, Input2D<std::uint8_t> racks) {
    const RacksOnBoard held{squares.data(), bag_count, points_off_board, racks.data(), static_cast<int>(racks.shape(1)), racks.shape(0)};
    std::vector<std::int64_t> equities;
    {
        nb::gil_scoped_release release;
        equities = graph.visit([&](const auto& any) { return best_equities(any, words, variant, strategy, held); });
    }
    return to_numpy(std::move(equities));
}

Output<std::int32_t> worth_of_leaves(const StaticStrategy& strategy, Input2D<std::uint8_t> leaves) {
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

// Calls visitor(board, width) with the position's board, and the width of its records as a type.
template <class Visitor>
auto on_board(const AnyWordGraph& graph, const Variant& variant, const Input2D<std::uint8_t>& squares, Visitor visitor) {
    return graph.visit([&]<class Mask>(const WordGraph<Mask>& words) {
        Board<Mask> board(variant.layout, words, variant.points);
        board.set_squares(squares.data());
        if (record_width(variant.layout) == 16) return visitor(board, std::integral_constant<int, 16>{});
        return visitor(board, std::integral_constant<int, 32>{});
    });
}

EndgamePosition endgame_position(const Input2D<std::uint8_t>& racks, int scoreless) {
    EndgamePosition position{};
    for (std::size_t player = 0; player < 2; ++player) std::copy_n(racks.data() + player * racks.shape(1), racks.shape(1), position.racks[player].begin());
    position.scoreless = scoreless;
    return position;
}

// Asks Python; what it raises is raised when the search has come to its end.
std::function<bool()> asking(const nb::object& is_interrupted, std::exception_ptr& raised) {
    if (is_interrupted.is_none()) return {};
    return [&] {
        nb::gil_scoped_acquire acquire;
        try {
            return nb::cast<bool>(is_interrupted());
        } catch (...) {
            raised = std::current_exception();
            return true;
        }
    };
}

nb::tuple solve_endgame(const AnyWordGraph& graph, const Variant& variant, Input2D<std::uint8_t> squares, Input2D<std::uint8_t> racks, int scoreless,
                        int turns, bool passes_only, std::size_t moves, bool first_win, int even, std::size_t memory, double seconds, std::uint64_t nodes,
                        int workers, const nb::object& is_interrupted) {
    const EndgamePosition position = endgame_position(racks, scoreless);
    std::exception_ptr raised;
    const EndgameLimits limits{memory, seconds, nodes, workers, asking(is_interrupted, raised)};
    return on_board(graph, variant, squares, [&]<class Mask, int kWidth>(const Board<Mask>& board, std::integral_constant<int, kWidth>) {
        EndgameResult<kWidth> result;
        {
            nb::gil_scoped_release release;
            result = Endgame<Mask, kWidth>(variant, board, position, {turns, passes_only}, limits).solve({moves, first_win, even});
        }
        if (raised) std::rethrow_exception(raised);
        nb::list values;
        std::vector<MoveRecord<kWidth>> records;
        for (const auto& [move, value, lower, upper] : result.moves) {
            values.append(nb::make_tuple(value, lower, upper));
            records.push_back(move);
        }
        return nb::make_tuple(nb::make_tuple(result.value, result.lower, result.upper), records_to_numpy(std::move(result.variation)), values,
                              records_to_numpy(std::move(records)), result.nodes, result.seconds);
    });
}

int plain_endgame(const AnyWordGraph& graph, const Variant& variant, Input2D<std::uint8_t> squares, Input2D<std::uint8_t> racks, int scoreless,
                  int turns, bool passes_only) {
    return on_board(graph, variant, squares, [&]<class Mask, int kWidth>(const Board<Mask>& board, std::integral_constant<int, kWidth>) {
        return plain_endgame_value<Mask, kWidth>(variant, board, endgame_position(racks, scoreless), {turns, passes_only});
    });
}

int most_solo_gain(const AnyWordGraph& graph, const Variant& variant, Input2D<std::uint8_t> squares, Input<std::uint8_t> rack, int going_out) {
    return on_board(graph, variant, squares, [&]<class Mask, int kWidth>(const Board<Mask>& board, std::integral_constant<int, kWidth>) {
        const RackPacking packing(copied_to<TileCounts>(rack));
        SoloBound<Mask> solo(variant, board.graph(), std::size_t{1} << 20);
        solo.look_at(board, packing, packing.full(), going_out);
        return solo.most();
    });
}

nb::tuple bag_orders(Input<std::uint8_t> unseen, int count) {
    std::vector<std::uint8_t> tiles;
    std::vector<std::uint32_t> weights;
    for (const BagOrder& order : all_bag_orders(copied_to<TileCounts>(unseen), count)) {
        tiles.insert(tiles.end(), order.tiles.begin(), order.tiles.begin() + count);
        weights.push_back(order.weight);
    }
    return nb::make_tuple(to_numpy(std::move(tiles)), to_numpy(std::move(weights)));
}

// What is known of each move, an array each: lower and upper bound and estimate of each arrangement.
template <class Mask, int Width>
nb::list cells_of(const Decision<Mask, Width>& decision) {
    nb::list all;
    for (std::size_t move = 0; move < decision.moves().size(); ++move) {
        std::vector<std::int32_t> cells;
        for (const auto& [bounds, estimate] : decision.cells(move)) cells.insert(cells.end(), {bounds.lower, bounds.upper, estimate});
        all.append(to_numpy(std::move(cells)));
    }
    return all;
}

nb::tuple solve_preendgame(const AnyWordGraph& graph, const Variant& variant, Input2D<std::uint8_t> squares, Input<std::uint8_t> rack,
                           Input<std::uint8_t> unseen, int bag, int spread, int scoreless, Input<std::uint8_t> moves, Input2D<std::uint8_t> orders,
                           Input<std::uint32_t> weights, bool adversarial, bool all_wins, int spreads, std::size_t memory, double seconds,
                           std::uint64_t nodes, int workers, const nb::object& is_interrupted) {
    const DecisionPosition position{copied_to<TileCounts>(rack), copied_to<TileCounts>(unseen), bag, spread, scoreless};
    std::vector<BagOrder> bags(weights.size());
    for (std::size_t i = 0; i < bags.size(); ++i) {
        std::copy_n(orders.data() + i * orders.shape(1), bag, bags[i].tiles.begin());
        bags[i].weight = weights(i);
    }
    const PreendgameOptions options{adversarial, all_wins, spreads > 0, spreads > 1, memory, workers, nodes};
    std::exception_ptr raised;
    EndgameWatch watch(seconds, asking(is_interrupted, raised));
    Crew crew(workers, watch);
    return on_board(graph, variant, squares, [&]<class Mask, int kWidth>(const Board<Mask>& board, std::integral_constant<int, kWidth>) {
        std::vector<MoveRecord<kWidth>> records(moves.size() / sizeof(MoveRecord<kWidth>));
        std::copy_n(moves.data(), moves.size(), reinterpret_cast<std::uint8_t*>(records.data()));
        const DecisionSetting setting = preendgame_setting(variant, position, bags.size(), options, watch);
        Decision<Mask, kWidth> decision(setting, board, position, std::move(records), std::move(bags), 0);
        bool is_settled;
        {
            nb::gil_scoped_release release;
            is_settled = settle(decision, options, crew);
        }
        if (raised) std::rethrow_exception(raised);
        nb::list places;
        for (int drawn = 0; drawn <= bag; ++drawn) places.append(to_numpy(std::vector(decision.arrangements_of(drawn).of_orders())));
        return nb::make_tuple(is_settled, places, cells_of(decision), decision.nodes(), watch.seconds());
    });
}

}  // namespace
}  // namespace jackdaw

NB_MODULE(strategy, m) {
    using namespace jackdaw;
    m.doc() = "Leave values and static strategies in C++. Use the package `strategy`: these functions check nothing.";
    m.attr("INTERFACE") = JACKDAW_INTERFACE;

    nb::class_<Leaves>(m, "Leaves", "What leaves are worth, in milli-points.")
        .def("values", &values_of, "rack"_a, "The value of every sub-rack of a rack, by its number.");
    nb::class_<HeuristicLeaves, Leaves>(m, "HeuristicLeaves", "RackH1 to RackH3.");
    m.def("heuristic_leaves", &heuristic_leaves, "first"_a, "duplicate"_a, "mix_step"_a, "mix"_a,
          "Leaves worked out from figures by tile; the mix as an array in which each tile moves on by its step, empty for none.");
    nb::class_<DenseLeaves, Leaves>(m, "DenseLeaves", "An array of all leaves of up to so many tiles.")
        .def("__init__", &make_dense, "kinds"_a, "most"_a, "keys"_a, "values"_a);
    m.def("all_leave_keys", [](Input<std::uint8_t> tiles, int most) { return to_numpy(all_leave_keys(copied_to<TileCounts>(tiles), most)); },
          "tiles"_a, "most"_a, "The keys of all leaves of 1 to so many tiles that a tile set has, ascending.");
    m.def("leave_places", &leave_places, "kinds"_a, "most"_a, "keys"_a,
          "The place of each leave, given as a key, among all multisets of up to so many tiles; behind them, how many places there are.");
    nb::class_<PySortedLeaves, Leaves>(m, "SortedLeaves", "A view of ascending keys and their values, which it keeps alive.")
        .def(nb::init<int, Input<std::uint64_t>, Input<std::int32_t>>(), "most"_a, "keys"_a, "values"_a);

    nb::class_<StaticStrategy>(m, "StaticStrategy", "What of a strategy counts, in milli-points.")
        .def(
            "__init__",
            [](StaticStrategy* self, const Leaves* leaves, int opening_vowel_penalty, int out_factor, int kept_factor, int kept_penalty,
               Input<std::int32_t> bag_left, Input<std::int32_t> noise) {
                new (self) StaticStrategy{leaves, opening_vowel_penalty, out_factor, kept_factor, kept_penalty,
                                          {bag_left.data(), bag_left.data() + bag_left.size()}, {noise.data(), noise.data() + noise.size()}};
            },
            "leaves"_a.none(), "opening_vowel_penalty"_a, "out_factor"_a, "kept_factor"_a, "kept_penalty"_a, "bag_left"_a, "noise"_a,
            nb::keep_alive<1, 2>());

    m.def("equities_lost", &lost_equities, "graph"_a, "words"_a, "variant"_a, "strategy"_a, "squares"_a, "bag_count"_a, "racks"_a, "kept"_a, "worth"_a,
          nb::sig("def equities_lost(graph: jackdaw_core.movegen.AnyWordGraph, words: jackdaw_core.movegen.WordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: StaticStrategy, squares: numpy.typing.NDArray[numpy.uint8], bag_count: int, racks: numpy.typing.NDArray[numpy.uint8], "
                  "kept: numpy.typing.NDArray[numpy.uint8], worth: int) -> numpy.typing.NDArray[numpy.int64]"),
          "How much less than the best a move is worth with each rack, keeping this of it: milli-points.");
    m.def("best_equities", &equities_of_best, "graph"_a, "words"_a, "variant"_a, "strategy"_a, "squares"_a, "bag_count"_a, "points_off_board"_a, "racks"_a,
          nb::sig("def best_equities(graph: jackdaw_core.movegen.AnyWordGraph, words: jackdaw_core.movegen.WordMap, variant: jackdaw_core.movegen.Variant, "
                  "strategy: StaticStrategy, squares: numpy.typing.NDArray[numpy.uint8], bag_count: int, points_off_board: int, "
                  "racks: numpy.typing.NDArray[numpy.uint8]) -> numpy.typing.NDArray[numpy.int64]"),
          "What the best move is worth with each rack: milli-points.");
    m.def("worth_of_leaves", &worth_of_leaves, "strategy"_a, "leaves"_a,
          nb::sig("def worth_of_leaves(strategy: StaticStrategy, leaves: numpy.typing.NDArray[numpy.uint8]) -> numpy.typing.NDArray[numpy.int32]"),
          "What each leave is worth, with tiles in the bag: milli-points.");

    m.attr("UNBOUNDED") = kUnbounded;
    m.def("solve_endgame", &solve_endgame, "graph"_a, "variant"_a, "squares"_a, "racks"_a, "scoreless"_a, "turns"_a, "passes_only"_a, nb::kw_only(), "moves"_a,
          "first_win"_a, "even"_a, "memory"_a, "seconds"_a, "nodes"_a, "workers"_a, "is_interrupted"_a.none(),
          nb::sig("def solve_endgame(graph: jackdaw_core.movegen.AnyWordGraph, variant: jackdaw_core.movegen.Variant, "
                  "squares: numpy.typing.NDArray[numpy.uint8], racks: numpy.typing.NDArray[numpy.uint8], scoreless: int, turns: int, passes_only: bool, *, "
                  "moves: int, first_win: bool, even: int, memory: int, seconds: float, nodes: int, workers: int, "
                  "is_interrupted: collections.abc.Callable[[], bool] | None) -> tuple[tuple[int, int, int], numpy.typing.NDArray[numpy.uint8], "
                  "list[tuple[int, int, int]], numpy.typing.NDArray[numpy.uint8], int, float]"),
          "Value, lower and upper bound; records of the principal variation; value and bounds of the best moves, and their records; nodes; seconds. Racks of "
          "the player on turn first; moves: 0 for all; even: the value that makes a draw; 0 for no limit of seconds or nodes.");
    m.def("plain_endgame", &plain_endgame, "graph"_a, "variant"_a, "squares"_a, "racks"_a, "scoreless"_a, "turns"_a, "passes_only"_a,
          nb::sig("def plain_endgame(graph: jackdaw_core.movegen.AnyWordGraph, variant: jackdaw_core.movegen.Variant, "
                  "squares: numpy.typing.NDArray[numpy.uint8], racks: numpy.typing.NDArray[numpy.uint8], scoreless: int, turns: int, passes_only: bool) -> int"),
          "The value by plain minimax: for tests.");

    m.attr("MOST_SOLO_TILES") = kMostSoloTiles;
    m.def("most_solo_gain", &most_solo_gain, "graph"_a, "variant"_a, "squares"_a, "rack"_a, "going_out"_a,
          nb::sig("def most_solo_gain(graph: jackdaw_core.movegen.AnyWordGraph, variant: jackdaw_core.movegen.Variant, "
                  "squares: numpy.typing.NDArray[numpy.uint8], rack: numpy.typing.NDArray[numpy.uint8], going_out: int) -> int"),
          "A bound on what one to MOST_SOLO_TILES tiles can gain while the other player passes: for tests.");

    m.attr("MOST_IN_BAG") = kMostInBag;
    m.def("bag_orders", &bag_orders, "unseen"_a, "count"_a,
          nb::sig("def bag_orders(unseen: numpy.typing.NDArray[numpy.uint8], count: int) "
                  "-> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint32]]"),
          "The orders in which so many unseen tiles may be drawn, one behind the other; and how many of the equally likely ones look like each.");
    m.def("solve_preendgame", &solve_preendgame, "graph"_a, "variant"_a, "squares"_a, "rack"_a, "unseen"_a, "bag"_a, "spread"_a, "scoreless"_a, "moves"_a,
          "orders"_a, "weights"_a, nb::kw_only(), "adversarial"_a, "all_wins"_a, "spreads"_a, "memory"_a, "seconds"_a, "nodes"_a, "workers"_a, "is_interrupted"_a.none(),
          nb::sig("def solve_preendgame(graph: jackdaw_core.movegen.AnyWordGraph, variant: jackdaw_core.movegen.Variant, "
                  "squares: numpy.typing.NDArray[numpy.uint8], rack: numpy.typing.NDArray[numpy.uint8], unseen: numpy.typing.NDArray[numpy.uint8], bag: int, "
                  "spread: int, scoreless: int, moves: numpy.typing.NDArray[numpy.uint8], orders: numpy.typing.NDArray[numpy.uint8], "
                  "weights: numpy.typing.NDArray[numpy.uint32], *, adversarial: bool, all_wins: bool, spreads: int, memory: int, seconds: float, "
                  "nodes: int, workers: int, is_interrupted: typing.Callable[[], bool] | None) -> tuple[bool, list[numpy.typing.NDArray[numpy.int32]], "
                  "list[numpy.typing.NDArray[numpy.int32]], int, float]"),
          "Whether all was settled; for each number of tiles drawn the arrangement of each order; for each move (lower, upper, estimate) of the final "
          "spread by arrangement; nodes; seconds. Spreads: 0 none, 1 the best among those that win as often as the best, 2 all.");
}
