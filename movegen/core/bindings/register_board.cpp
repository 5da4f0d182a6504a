// Layouts, variants, boards and the order of moves.

#include <nanobind/stl/pair.h>

#include "movegen/core/base/move_order.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/bindings/arguments.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/bindings/py_board.hpp"
#include "movegen/core/bindings/registration.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

constexpr int kMaxLimit = 1'000'000;

template <int Width>
std::vector<std::int64_t> sort_records(const Input<std::uint8_t>& moves, const std::int64_t* first,
                                       const std::int64_t* second) {
    const ReleasedLock released;
    return argsort_moves(reinterpret_cast<const MoveRecord<Width>*>(moves.data()),
                         moves.size() / sizeof(MoveRecord<Width>), first, second);
}

Output<std::int64_t> move_order(Input<std::uint8_t> moves, int record_size,
                                Input<std::int64_t> first, Input<std::int64_t> second) {
    require(record_size == sizeof(MoveRecord<16>) || record_size == sizeof(MoveRecord<32>),
            "records have another size");
    require(moves.size() == first.size() * static_cast<std::size_t>(record_size) &&
                first.size() == second.size(),
            "there are not two values for each move");
    return to_numpy(record_size == sizeof(MoveRecord<16>)
                        ? sort_records<16>(moves, first.data(), second.data())
                        : sort_records<32>(moves, first.data(), second.data()));
}

Layout make_layout(Input2D<std::uint8_t> letter_multipliers, Input2D<std::uint8_t> word_multipliers,
                   std::pair<int, int> start, bool symmetric) {
    Layout layout;
    layout.rows =
        static_cast<int>(in_range(letter_multipliers.shape(0), 1, kMaxSide, "the number of rows"));
    layout.columns = static_cast<int>(
        in_range(letter_multipliers.shape(1), 1, kMaxSide, "the number of columns"));
    require(word_multipliers.shape(0) == letter_multipliers.shape(0) &&
                word_multipliers.shape(1) == letter_multipliers.shape(1),
            "letter and word multipliers are of different boards");
    layout.start_row = in_range(start.first, 0, layout.rows - 1, "the row of the start square");
    layout.start_column =
        in_range(start.second, 0, layout.columns - 1, "the column of the start square");
    require(!symmetric || layout.rows == layout.columns, "only a square board is symmetric");
    layout.symmetric = symmetric;
    for (int row = 0; row < layout.rows; ++row) {
        for (int column = 0; column < layout.columns; ++column) {
            layout.set_multipliers(row, column, letter_multipliers(row, column),
                                   word_multipliers(row, column));
        }
    }
    return layout;
}

Variant make_variant(const Layout& layout, Input<std::int32_t> points, Input<std::uint8_t> tiles,
                     std::uint64_t vowels, Input<std::int32_t> bonus, int rack_size,
                     int bingo_tiles, int exchange_limit, int scoreless_turns, int ending,
                     bool counts_tiles_left) {
    return {layout,
            checked_points(points),
            checked_tiles(tiles),
            vowels,
            copied_to<PlacementBonus>(bonus),
            in_range(rack_size, 1, kMaxRack, "the rack size"),
            in_range(bingo_tiles, 0, kMaxRack, "the number of tiles of a bingo"),
            in_range(exchange_limit, 0, kMaxLimit, "the exchange limit"),
            in_range(scoreless_turns, 0, kMaxLimit, "the number of scoreless turns"),
            static_cast<EndingRule>(in_range(ending, 0, 2, "the ending")),
            counts_tiles_left};
}

}  // namespace

void register_board(nb::module_& m) {
    m.attr("MAX_ANY_ORDER_PLAYS") = kMaxAnyOrderPlays;

    m.def("move_order", &move_order, "moves"_a, "record_size"_a, "first"_a, "second"_a,
          "Return the indices that sort raw move records by two values, highest first; ties by "
          "kind, location and tiles.");

    nb::class_<Layout>(m, "Layout", "Size and premium squares of a board.")
        .def_ro("rows", &Layout::rows)
        .def_ro("columns", &Layout::columns);
    m.def("make_layout", &make_layout, "letter_multipliers"_a, "word_multipliers"_a, "start"_a,
          "symmetric"_a);

    nb::class_<Variant>(m, "Variant", "Board, tiles and rules of a game.");
    m.def("make_variant", &make_variant, "layout"_a, "points"_a, "tiles"_a, "vowels"_a, "bonus"_a,
          "rack_size"_a, "bingo_tiles"_a, "exchange_limit"_a, "scoreless_turns"_a, "ending"_a,
          "counts_tiles_left"_a);

    nb::class_<GenerationWork>(m, "GenerationWork",
                               "Plays found, arcs looked up, arcs followed and anchors used.")
        .def_ro("plays", &GenerationWork::plays)
        .def_ro("lookups", &GenerationWork::lookups)
        .def_ro("arcs", &GenerationWork::arcs)
        .def_ro("anchors", &GenerationWork::anchors);

    nb::class_<PyBoard>(
        m, "Board", "Squares, cross-checks and cross-scores in both directions (0 across, 1 down).")
        .def(nb::init<const PyGraph&, const Layout&, Input<std::int32_t>>(), "graph"_a, "layout"_a,
             "points"_a, nb::keep_alive<1, 2>())
        .def("place", &PyBoard::place, "direction"_a, "lane"_a, "start"_a, "tiles"_a)
        .def("set_squares", &PyBoard::set_squares, "squares"_a)
        .def("squares", &PyBoard::squares, "direction"_a)
        .def("cross_checks", &PyBoard::cross_checks, "direction"_a)
        .def("cross_scores", &PyBoard::cross_scores, "direction"_a)
        .def("moves", &PyBoard::moves, "rack"_a, "bonus"_a, "max_exchanged"_a, "algorithm"_a = 0,
             "Return all plays, exchanges of up to `max_exchanged` tiles and the pass, as raw move "
             "records; algorithm 0 is the GADDAG, 1 the DAWG.")
        .def("exchanges_and_pass", &PyBoard::exchanges_and_pass, "rack"_a, "max_exchanged"_a,
             "Return the exchanges and the pass alone.")
        .def("stored_plays", &PyBoard::stored_plays, "stored"_a, "rack"_a, "bonus"_a,
             "Return all plays, found on a stored automaton of the same words.")
        .def("work", &PyBoard::work, "rack"_a, "algorithm"_a,
             "Generate all plays and count the work.");
}

}  // namespace jackdaw
