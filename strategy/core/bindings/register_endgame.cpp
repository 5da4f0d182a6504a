// Bindings of the endgame solver.

#include <memory>

#include "strategy/core/bindings/registration.hpp"
#include "strategy/core/bindings/search_bindings.hpp"
#include "strategy/core/endgame/endgame.hpp"
#include "strategy/core/endgame_bounds/move_bounds.hpp"
#include "strategy/core/endgame_bounds/unopposed_bound.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

constexpr int kMaxScorelessTurns = 100;
constexpr double kSecondsBetweenReports = 0.2;

void make_position(EndgamePosition* self, Input2D<std::uint8_t> racks, int scoreless) {
    require(racks.shape(0) == 2, "there are not two racks");
    check_racks(racks, kMaxLetters, kMaxRack);
    new (self) EndgamePosition{{rack_in_row(racks, 0), rack_in_row(racks, 1)}, scoreless};
}

void check_endgame(const SearchBoard& board, const EndgamePosition& position,
                   const ScorelessRule& rule, const EndgameGoal& goal) {
    board.check();
    for (const TileCounts& rack : position.racks) board.checked_hand(rack);
    in_range(rule.turns, 1, kMaxScorelessTurns, "the number of turns that end the game");
    in_range(position.scoreless, 0, rule.turns - 1, "the number of turns without a score");
    in_range(goal.draw_value, -kUnbounded, kUnbounded, "the value of a draw");
}

template <int kWidth>
nb::tuple to_tuple(EndgameResult<kWidth> result, const Layout& layout) {
    nb::list values;
    std::vector<MoveRecord<kWidth>> records;
    for (const auto& [move, value, lower, upper] : result.moves) {
        values.append(nb::make_tuple(value, lower, upper));
        records.push_back(move);
    }
    return nb::make_tuple(nb::make_tuple(result.value, result.lower, result.upper),
                          moves_to_numpy(std::move(result.variation), layout), values,
                          moves_to_numpy(std::move(records), layout), result.nodes, result.seconds);
}

// A report of what is known, at most every kSecondsBetweenReports; the solver is set later.
template <class Solver>
std::function<void()> make_report(const nb::object& progress, const Layout& layout,
                                  Solver*& solver) {
    if (progress.is_none()) return {};
    return [&progress, &layout, &solver, last = 0.0]() mutable {
        auto known = solver->latest();
        if (known.moves.empty() || (last > 0 && known.seconds < last + kSecondsBetweenReports))
            return;
        last = known.seconds;
        progress(to_tuple(std::move(known), layout));
    };
}

nb::tuple solve_endgame(const SearchBoard& board, const EndgamePosition& position,
                        const ScorelessRule& rule, const EndgameGoal& goal,
                        const SearchLimits& limits, const nb::object& should_stop,
                        const nb::object& progress) {
    check_endgame(board, position, rule, goal);
    return board.visit([&]<class Mask, int kWidth>(const Board<Mask>& start,
                                                   std::integral_constant<int, kWidth>) {
        Endgame<Mask, kWidth>* running = nullptr;
        StopCallback callback(should_stop, make_report(progress, board.variant().layout, running));
        EndgameResult<kWidth> result;
        {
            const ReleasedLock released;
            Endgame<Mask, kWidth> solver(board.variant(), start, position, rule, limits,
                                         callback.function());
            running = &solver;
            if (!progress.is_none()) solver.follow();
            result = solver.solve(goal);
        }
        callback.rethrow();
        return to_tuple(std::move(result), board.variant().layout);
    });
}

int max_unopposed_gain(const SearchBoard& board, Input<std::uint8_t> rack, int going_out) {
    board.check();
    const TileCounts tiles = board.checked_hand(checked_rack(rack));
    in_range(count_tiles(tiles), 1, kMaxUnopposedTiles, "the number of tiles");
    in_range(going_out, 0, kUnbounded, "the points for going out");
    return board.visit(
        [&]<class Mask, int kWidth>(const Board<Mask>& start, std::integral_constant<int, kWidth>) {
            const RackPacking packing(tiles);
            const auto bound = std::make_unique<UnopposedBound<Mask>>(
                board.variant(), start.graph(), std::size_t{1} << 20);
            bound->measure(start, packing, packing.full(), going_out);
            return bound->max_gain();
        });
}

// The upper bounds of the moves that one reply and passes bound to at most alpha.
nb::tuple bound_by_gains(const SearchBoard& board, const EndgamePosition& position,
                         const ScorelessRule& rule, int alpha) {
    check_endgame(board, position, rule, {});
    in_range(alpha, -kUnbounded, kUnbounded, "alpha");
    return board.visit([&]<class Mask, int kWidth>(const Board<Mask>& start,
                                                   std::integral_constant<int, kWidth>) {
        SearchStack<Mask, kWidth> stack(board.variant(), start, position, rule);
        const auto bounds = std::make_unique<MoveBounds<Mask, kWidth>>(
            board.variant(), start, stack.packings(), rule, std::size_t{1} << 20);
        auto& root = stack.root();
        stack.generate_moves(root);
        stack.generate_replies(root, Replies::kKeepingTiles);
        if (bounds->needs_gains(root, alpha)) bounds->bound_by_gains(root, alpha);
        nb::list uppers;
        std::vector<MoveRecord<kWidth>> records;
        for (const auto& move : root.moves) {
            if (!move.record || move.upper == kUnbounded) continue;
            uppers.append(move.upper);
            records.push_back(*move.record);
        }
        return nb::make_tuple(moves_to_numpy(std::move(records), board.variant().layout), uppers);
    });
}

// The plays of the player on turn that keep tiles, and what unopposed play can gain after each.
nb::tuple unopposed_gains_after(const SearchBoard& board, const EndgamePosition& position,
                                const ScorelessRule& rule, int going_out) {
    check_endgame(board, position, rule, {});
    in_range(count_tiles(position.racks[0]), 1, kMaxUnopposedTiles, "the number of tiles");
    in_range(going_out, 0, kUnbounded, "the points for going out");
    return board.visit([&]<class Mask, int kWidth>(const Board<Mask>& start,
                                                   std::integral_constant<int, kWidth>) {
        SearchStack<Mask, kWidth> stack(board.variant(), start, position, rule);
        const auto bound = std::make_unique<UnopposedBound<Mask>>(board.variant(), start.graph(),
                                                                  std::size_t{1} << 20);
        auto& root = stack.root();
        const PackedRack rack = root.state.racks[root.state.on_turn];
        const RackPacking& packing = stack.packing(root.state.on_turn);
        bound->measure(start, packing, rack, going_out);
        stack.generate_moves(root);
        nb::list gains;
        std::vector<MoveRecord<kWidth>> records;
        for (const auto& move : root.moves) {
            if (!move.record || move.play.tiles == rack) continue;
            const LaneSet touched = touched_lanes(board.variant().layout, start, *move.record);
            gains.append(bound->max_gain_after(packing, move.play.tiles, touched));
            records.push_back(*move.record);
        }
        return nb::make_tuple(moves_to_numpy(std::move(records), board.variant().layout), gains);
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
                            "they compare to a draw; and whether to narrow the bounds.")
        .def(
            "__init__",
            [](EndgameGoal* self, std::size_t moves, bool first_win, int draw_value, bool narrow) {
                new (self) EndgameGoal{moves, first_win, draw_value, narrow};
            },
            nb::kw_only(), "moves"_a, "first_win"_a, "draw_value"_a, "narrow"_a);
    m.def(
        "solve_endgame", &solve_endgame, "board"_a, "position"_a, "rule"_a, "goal"_a, "limits"_a,
        "should_stop"_a.none(), "progress"_a.none(),
        "Return value, lower and upper bound; the records of the principal variation; values and "
        "bounds of the best moves; their records; nodes; seconds. `progress` gets the same, as far "
        "as it is known, before `should_stop` is asked.");

    m.attr("MAX_UNOPPOSED_TILES") = kMaxUnopposedTiles;
    m.def("max_unopposed_gain", &max_unopposed_gain, "board"_a, "rack"_a, "going_out"_a,
          "Return a bound of the points that one to MAX_UNOPPOSED_TILES tiles gain while the "
          "opponent passes: for tests.");
    m.def("unopposed_gains_after", &unopposed_gains_after, "board"_a, "position"_a, "rule"_a,
          "going_out"_a,
          "Return the plays of the player on turn, of one to MAX_UNOPPOSED_TILES tiles, that keep "
          "tiles, and bounds of the points that these gain afterwards: for tests.");
    m.def("bound_by_gains", &bound_by_gains, "board"_a, "position"_a, "rule"_a, "alpha"_a,
          "Return the plays that one reply of the opponent and passes after it bound to at most "
          "alpha, and their upper bounds: for tests.");
}

}  // namespace jackdaw
