// Bindings of the endgame solver.

#include "strategy/core/bindings/register.hpp"
#include "strategy/core/bindings/search_bindings.hpp"
#include "strategy/core/endgame/endgame.hpp"
#include "strategy/core/endgame_bounds/unopposed_bound.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

void make_position(EndgamePosition* self, Input2D<std::uint8_t> racks, int scoreless) {
    new (self) EndgamePosition{};
    for (std::size_t player = 0; player < 2; ++player)
        std::copy_n(racks.data() + player * racks.shape(1), racks.shape(1),
                    self->racks[player].begin());
    self->scoreless = scoreless;
}

nb::tuple solve_endgame(const SearchBoard& board, const EndgamePosition& position,
                        const ScorelessRule& rule, const EndgameGoal& goal,
                        const SearchLimits& limits, const nb::object& should_stop) {
    StopCallback callback(should_stop);
    return board.visit([&]<class Mask, int kWidth>(const Board<Mask>& start,
                                                   std::integral_constant<int, kWidth>) {
        EndgameResult<kWidth> result;
        {
            nb::gil_scoped_release release;
            result = Endgame<Mask, kWidth>(board.variant(), start, position, rule, limits,
                                           callback.function())
                         .solve(goal);
        }
        callback.rethrow();
        nb::list values;
        std::vector<MoveRecord<kWidth>> records;
        for (const auto& [move, value, lower, upper] : result.moves) {
            values.append(nb::make_tuple(value, lower, upper));
            records.push_back(move);
        }
        return nb::make_tuple(nb::make_tuple(result.value, result.lower, result.upper),
                              records_to_numpy(std::move(result.variation)), values,
                              records_to_numpy(std::move(records)), result.nodes, result.seconds);
    });
}

int max_unopposed_gain(const SearchBoard& board, Input<std::uint8_t> rack, int going_out) {
    return board.visit(
        [&]<class Mask, int kWidth>(const Board<Mask>& start, std::integral_constant<int, kWidth>) {
            const RackPacking packing(copied_to<TileCounts>(rack));
            UnopposedBound<Mask> bound(board.variant(), start.graph(), std::size_t{1} << 20);
            bound.measure(start, packing, packing.full(), going_out);
            return bound.max_gain();
        });
}

}  // namespace

void register_endgame(nb::module_& m) {
    nb::class_<EndgamePosition>(m, "EndgamePosition",
                                "Both racks, the player on turn first: (2, tiles).")
        .def("__init__", &make_position, "racks"_a, "scoreless"_a);
    nb::class_<ScorelessRule>(m, "ScorelessRule",
                              "The number of scoreless turns that end the game.")
        .def(
            "__init__",
            [](ScorelessRule* self, int turns, bool passes_only) {
                new (self) ScorelessRule{turns, passes_only};
            },
            "turns"_a, "passes_only"_a);
    nb::class_<EndgameGoal>(m, "EndgameGoal",
                            "What to prove: the values of so many moves, 0 for all, or only how "
                            "they compare to a draw.")
        .def(
            "__init__",
            [](EndgameGoal* self, std::size_t moves, bool first_win, int draw_value) {
                new (self) EndgameGoal{moves, first_win, draw_value};
            },
            nb::kw_only(), "moves"_a, "first_win"_a, "draw_value"_a);
    m.def("solve_endgame", &solve_endgame, "board"_a, "position"_a, "rule"_a, "goal"_a, "limits"_a,
          "should_stop"_a.none(),
          "Return value, lower and upper bound; the records of the principal variation; values and "
          "bounds of the best moves; their records; nodes; seconds.");

    m.attr("MAX_UNOPPOSED_TILES") = kMaxUnopposedTiles;
    m.def("max_unopposed_gain", &max_unopposed_gain, "board"_a, "rack"_a, "going_out"_a,
          "Return a bound of the points that one to MAX_UNOPPOSED_TILES tiles gain while the "
          "opponent passes: for tests.");
}

}  // namespace jackdaw
