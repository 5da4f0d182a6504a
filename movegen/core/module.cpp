// The Python border of the game's core: jackdaw_core.movegen.
//
// Callers are this project's own Python modules, which have checked what they pass; each call releases the GIL while it works.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <variant>

#include "all_moves.hpp"
#include "any_word_graph.hpp"
#include "best_plays.hpp"
#include "board.hpp"
#include "collectors.hpp"
#include "kwg.hpp"
#include "lane_match.hpp"
#include "lookups.hpp"
#include "move_order.hpp"
#include "numpy_border.hpp"
#include "paper_plays.hpp"
#include "paper_structures.hpp"
#include "variant.hpp"
#include "word_graph_builder.hpp"
#include "word_graph_check.hpp"
#include "word_map.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

nb::bytes to_bytes(const WordText& text) { return nb::bytes(text.data(), text.size()); }

// A word graph over memory that Python owns: a mapped file or an array.
class PyGraph : public AnyWordGraph {
    template <class Ask>
    auto visit_lookups(Ask ask) const {
        return visit([&]<class Mask>(const WordGraph<Mask>& graph) { return ask(Lookups<Mask>(graph)); });
    }

    template <class Ask>
    nb::bytes listed(Ask ask) const {
        WordText text;
        {
            nb::gil_scoped_release release;
            text = visit_lookups(ask);
        }
        return to_bytes(text);
    }

public:
    PyGraph(Input<std::uint32_t> words, NodeIndex root, NodeIndex dawg_root, int letters, bool any_order)
        : AnyWordGraph(words.data(), words.size(), root, dawg_root, letters, any_order), words_(words), letters_(letters) {}

    int letters() const { return letters_; }

    std::string fault() const {
        nb::gil_scoped_release release;
        return visit([&](const auto& graph) { return fault_of_word_graph(graph, letters_); });
    }

    GraphStatistics measure() const {
        nb::gil_scoped_release release;
        return visit([](const auto& graph) { return measure_word_graph(graph); });
    }

    bool contains(const nb::bytes& word) const {
        return visit_lookups([&](auto lookups) { return lookups.contains(data_of(word), static_cast<int>(word.size())); });
    }

    std::pair<std::uint64_t, std::uint64_t> hooks(const nb::bytes& word) const {
        const int length = static_cast<int>(word.size());
        return visit_lookups([&](auto lookups) {
            return std::pair<std::uint64_t, std::uint64_t>(lookups.front_hooks(data_of(word), length),
                                                           lookups.back_hooks(data_of(word), length));
        });
    }

    nb::bytes words() const {
        return listed([](auto lookups) { return lookups.words(); });
    }

    nb::bytes anagrams(Input<std::uint8_t> rack, int shortest, int longest) const {
        return listed([&](auto lookups) { return lookups.anagrams(rack.data(), shortest, longest); });
    }

    nb::bytes matching(Input<std::uint64_t> pattern) const {
        return listed([&]<class Mask>(Lookups<Mask> lookups) {
            std::vector<Mask> sets(pattern.data(), pattern.data() + pattern.size());
            return lookups.matching(sets.data(), static_cast<int>(sets.size()));
        });
    }

    Output<std::uint8_t> match_lane(Input<std::uint8_t> letters, Input<std::uint64_t> sets, Input<std::uint8_t> rack) const {
        std::vector<std::uint8_t> records;
        {
            nb::gil_scoped_release release;
            const auto counts = copied_to<TileCounts>(rack);
            records = visit([&]<class Mask>(const WordGraph<Mask>& graph) {
                std::vector<Mask> masks(sets.size());
                std::transform(sets.data(), sets.data() + sets.size(), masks.begin(), [](std::uint64_t set) { return static_cast<Mask>(set); });
                return jackdaw::match_lane<Mask>(graph, letters.data(), masks.data(), static_cast<int>(masks.size()), counts);
            });
        }
        return to_numpy(std::move(records));
    }

    Output<std::uint32_t> kwg() const {
        std::vector<std::uint32_t> entries;
        {
            nb::gil_scoped_release release;
            entries = visit([](const auto& graph) { return write_kwg(graph); });
        }
        return to_numpy(std::move(entries));
    }

private:
    Input<std::uint32_t> words_;  // keeps the memory alive
    int letters_;
};

nb::tuple build(const nb::bytes& text, int letters, std::size_t most_words) {
    BuiltGraph built;
    {
        nb::gil_scoped_release release;
        built = is_narrow(letters) ? build_word_graph<std::uint32_t>(data_of(text), text.size(), most_words)
                                   : build_word_graph<std::uint64_t>(data_of(text), text.size(), most_words);
    }
    return nb::make_tuple(to_numpy(std::move(built.words)), built.root, built.dawg_root, built.word_count);
}

Output<std::uint32_t> word_map(const nb::bytes& text) {
    std::vector<std::uint32_t> words;
    {
        nb::gil_scoped_release release;
        words = build_word_map(data_of(text), text.size());
    }
    return to_numpy(std::move(words));
}

// States, arcs, distinct letter sets, and states by their number of arcs.
nb::tuple paper_structure(const nb::bytes& text, int letters, int structure) {
    PaperSizes sizes;
    {
        nb::gil_scoped_release release;
        const auto which = static_cast<PaperStructure>(structure);
        sizes = is_narrow(letters) ? measure_automaton(build_automaton<std::uint32_t>(data_of(text), text.size(), which))
                                   : measure_automaton(build_automaton<std::uint64_t>(data_of(text), text.size(), which));
    }
    std::vector<std::uint64_t> by_arcs(sizes.states_by_arcs.begin(), sizes.states_by_arcs.end());
    return nb::make_tuple(sizes.states, sizes.arcs, sizes.letter_sets, to_numpy(std::move(by_arcs)));
}

std::unique_ptr<StoredStructure> store_structure(const nb::bytes& text, int letters, int structure, int form) {
    nb::gil_scoped_release release;
    return store_paper_structure(data_of(text), text.size(), letters, static_cast<PaperStructure>(structure), static_cast<Representation>(form));
}

std::size_t stored_bytes(const StoredStructure& stored) {
    return std::visit([](const auto& graph) { return graph.bytes(); }, stored.graph);
}

nb::tuple kwg_words(Input<std::uint32_t> entries, int letters) {
    KwgWords read;
    {
        nb::gil_scoped_release release;
        read = read_kwg(entries.data(), entries.size(), letters);
    }
    return nb::make_tuple(to_bytes(read.words), read.fault);
}

template <int Width>
std::vector<std::int64_t> sorted_places_of(const Input<std::uint8_t>& moves, const std::int64_t* first, const std::int64_t* second) {
    nb::gil_scoped_release release;
    return sorted_places(reinterpret_cast<const MoveRecord<Width>*>(moves.data()), moves.size() / sizeof(MoveRecord<Width>), first, second);
}

Output<std::int64_t> move_order(Input<std::uint8_t> moves, int record_size, Input<std::int64_t> first, Input<std::int64_t> second) {
    return to_numpy(record_size == sizeof(MoveRecord<16>) ? sorted_places_of<16>(moves, first.data(), second.data())
                                                          : sorted_places_of<32>(moves, first.data(), second.data()));
}

Layout make_layout(Input2D<std::uint8_t> letter_multipliers, Input2D<std::uint8_t> word_multipliers, std::pair<int, int> start, bool symmetric) {
    Layout layout;
    layout.rows = static_cast<int>(letter_multipliers.shape(0));
    layout.columns = static_cast<int>(letter_multipliers.shape(1));
    layout.start_row = start.first;
    layout.start_column = start.second;
    layout.symmetric = symmetric;
    for (int row = 0; row < layout.rows; ++row) {
        for (int column = 0; column < layout.columns; ++column) {
            layout.set_multipliers(row, column, letter_multipliers(row, column), word_multipliers(row, column));
        }
    }
    return layout;
}

Variant make_variant(const Layout& layout, Input<std::int32_t> points, Input<std::uint8_t> tiles, std::uint64_t vowels, Input<std::int32_t> bonus,
                     int rack_size, int bingo_tiles, int exchange_limit, int scoreless_turns) {
    return {layout, copied_to<TilePoints>(points), copied_to<TileCounts>(tiles), vowels, copied_to<PlacementBonus>(bonus),
            rack_size, bingo_tiles, exchange_limit, scoreless_turns};
}

// A board of either width; it keeps its graph alive.
class PyBoard {
    template <class Visitor>
    auto visit(Visitor visitor) const {
        return std::visit([&](const auto& board) { return visitor(*board); }, board_);
    }

public:
    PyBoard(const PyGraph& graph, const Layout& layout, Input<std::int32_t> points) : board_(make(graph, layout, points)) {}

    void place(int direction, int lane, int start, const nb::bytes& tiles) {
        visit([&](auto& board) { board.place(static_cast<Direction>(direction), lane, start, data_of(tiles), static_cast<int>(tiles.size())); });
    }

    void set_squares(Input2D<std::uint8_t> squares) {
        visit([&](auto& board) { board.set_squares(squares.data()); });
    }

    Output<std::uint8_t> squares(int direction) const {
        return copied<std::uint8_t>(direction, [](const auto& board, Direction way, int lane) { return board.squares(way, lane); });
    }
    Output<std::uint64_t> cross_checks(int direction) const {
        return copied<std::uint64_t>(direction, [](const auto& board, Direction way, int lane) { return board.cross_checks(way, lane); });
    }
    Output<std::int32_t> cross_scores(int direction) const {
        return copied<std::int32_t>(direction, [](const auto& board, Direction way, int lane) { return board.cross_scores(way, lane); });
    }

    Output<std::uint8_t> moves(Input<std::uint8_t> rack, Input<std::int32_t> bonus, int most_exchanged, int algorithm) const {
        const auto counts = copied_to<TileCounts>(rack);
        const auto bonuses = copied_to<PlacementBonus>(bonus);
        const auto way = static_cast<Algorithm>(algorithm);
        return visit([&](const auto& board) {
            return record_width(board.layout()) == 16 ? moves_of<16>(board, counts, bonuses, most_exchanged, way)
                                                      : moves_of<32>(board, counts, bonuses, most_exchanged, way);
        });
    }

    // Of an alphabet of up to 31 letters.
    Output<std::uint8_t> paper_plays(const StoredStructure& stored, Input<std::uint8_t> rack, Input<std::int32_t> bonus) const {
        const auto counts = copied_to<TileCounts>(rack);
        const auto bonuses = copied_to<PlacementBonus>(bonus);
        const auto& board = *std::get<std::unique_ptr<Board<std::uint32_t>>>(board_);
        return record_width(board.layout()) == 16 ? paper_plays_of<16>(board, stored, counts, bonuses)
                                                  : paper_plays_of<32>(board, stored, counts, bonuses);
    }

    Output<std::uint8_t> moves_without_play(Input<std::uint8_t> rack, int most_exchanged) const {
        const auto counts = copied_to<TileCounts>(rack);
        return visit([&](const auto& board) {
            return record_width(board.layout()) == 16 ? without_play<16>(counts, most_exchanged) : without_play<32>(counts, most_exchanged);
        });
    }

    // The board itself, of either width.
    template <class Visitor>
    auto with(Visitor visitor) const {
        return visit(visitor);
    }

    GenerationWork work(Input<std::uint8_t> rack, int algorithm) const {
        const auto counts = copied_to<TileCounts>(rack);
        nb::gil_scoped_release release;
        return visit([&](const auto& board) { return generation_work(board, counts, static_cast<Algorithm>(algorithm)); });
    }

private:
    using Any = std::variant<std::unique_ptr<Board<std::uint32_t>>, std::unique_ptr<Board<std::uint64_t>>>;

    static Any make(const PyGraph& graph, const Layout& layout, const Input<std::int32_t>& points) {
        const auto by_tile = copied_to<TilePoints>(points);
        return graph.visit([&]<class Mask>(const WordGraph<Mask>& words) -> Any { return std::make_unique<Board<Mask>>(layout, words, by_tile); });
    }

    template <int Width, class AnyBoard>
    static Output<std::uint8_t> moves_of(const AnyBoard& board, const TileCounts& rack, const PlacementBonus& bonus, int most_exchanged,
                                         Algorithm algorithm) {
        std::vector<MoveRecord<Width>> moves;
        {
            nb::gil_scoped_release release;
            moves = all_moves<Width>(board, rack, bonus, most_exchanged, algorithm);
        }
        return records_to_numpy(std::move(moves));
    }

    template <int Width>
    static Output<std::uint8_t> without_play(const TileCounts& rack, int most_exchanged) {
        std::vector<MoveRecord<Width>> moves;
        add_moves_without_play<Width>(rack, most_exchanged, moves);
        return records_to_numpy(std::move(moves));
    }

    template <int Width>
    static Output<std::uint8_t> paper_plays_of(const Board<std::uint32_t>& board, const StoredStructure& stored, const TileCounts& rack,
                                               const PlacementBonus& bonus) {
        std::vector<MoveRecord<Width>> plays;
        {
            nb::gil_scoped_release release;
            plays = jackdaw::paper_plays<Width>(board, stored, rack, bonus);
        }
        return records_to_numpy(std::move(plays));
    }

    template <class Value, class LaneOf>
    Output<Value> copied(int direction, LaneOf lane_of) const {
        const auto way = static_cast<Direction>(direction);
        return visit([&](const auto& board) {
            std::vector<Value> values;
            for (int lane = 0; lane < board.layout().lanes(way); ++lane) {
                const auto* const from = lane_of(board, way, lane);
                values.insert(values.end(), from, from + board.layout().lane_length(way));
            }
            return to_numpy(std::move(values));
        });
    }

    Any board_;
};

// Finds the best plays on boards of either width, for one thread at a time.
class PyBestPlays {
public:
    PyBestPlays(const PyGraph& graph, const WordMap& words, const Layout& layout, Input<std::int32_t> points, Input<std::int32_t> bonus)
        : finder_(make(graph, words, layout, copied_to<TilePoints>(points), copied_to<PlacementBonus>(bonus))) {}

    // Raw records and equities, best first.
    nb::tuple find(const PyBoard& board, Input<std::uint8_t> rack, Input<std::int32_t> leave_values, std::size_t count, std::int64_t margin) {
        const auto counts = copied_to<TileCounts>(rack);
        return board.with([&]<class Mask>(const Board<Mask>& here) {
            auto& finder = *std::get<std::unique_ptr<BestPlays<Mask>>>(finder_);
            return record_width(here.layout()) == 16 ? found<16>(finder, here, counts, leave_values.data(), count, margin)
                                                     : found<32>(finder, here, counts, leave_values.data(), count, margin);
        });
    }

private:
    using Any = std::variant<std::unique_ptr<BestPlays<std::uint32_t>>, std::unique_ptr<BestPlays<std::uint64_t>>>;

    static Any make(const PyGraph& graph, const WordMap& words, const Layout& layout, const TilePoints& points, const PlacementBonus& bonus) {
        return graph.visit([&]<class Mask>(const WordGraph<Mask>& of_words) -> Any {
            return std::make_unique<BestPlays<Mask>>(layout, points, bonus, of_words, words);
        });
    }

    template <int Width, class Mask>
    nb::tuple found(BestPlays<Mask>& finder, const Board<Mask>& board, const TileCounts& rack, const MilliPoints* leave_values, std::size_t count,
                    std::int64_t margin) {
        std::vector<MoveRecord<Width>> moves;
        std::vector<Equity> equities;
        {
            nb::gil_scoped_release release;
            const std::lock_guard lock(one_at_a_time_);
            KeepSeveral<Width> keep(count, margin);
            finder.find(board, rack, leave_values, keep);
            for (const auto& play : std::move(keep).plays()) {
                moves.push_back(play.move);
                equities.push_back(play.equity);
            }
        }
        return nb::make_tuple(records_to_numpy(std::move(moves)), to_numpy(std::move(equities)));
    }

    Any finder_;
    std::mutex one_at_a_time_;
};

}  // namespace
}  // namespace jackdaw

NB_MODULE(movegen, m) {
    using namespace jackdaw;
    m.doc() = "Word graphs, boards and move generation in C++. Use the package `movegen`: these functions check nothing.";
    nb::set_leak_warnings(false);  // of all rooms: what Python keeps in its caches until it ends is not lost
    m.attr("INTERFACE") = JACKDAW_INTERFACE;
    m.attr("MAX_LETTERS") = kMaxLetters;
    m.attr("MAX_SIDE") = kMaxSide;
    m.attr("MAX_RACK") = kMaxRack;
    m.attr("MOST_IN_ANY_ORDER") = kMostInAnyOrder;
    m.attr("MAX_GRAPH_WORDS") = kMostGraphWords;
    m.attr("MAX_WORD_LENGTH") = kMaxWordLength;

    nb::class_<GraphStatistics>(m, "GraphStatistics", "Sizes of a word graph.")
        .def_ro("words", &GraphStatistics::words)
        .def_ro("states", &GraphStatistics::states)
        .def_ro("arcs", &GraphStatistics::arcs)
        .def_ro("letter_sets", &GraphStatistics::letter_sets)
        .def_ro("dawg_states", &GraphStatistics::dawg_states)
        .def_ro("dawg_arcs", &GraphStatistics::dawg_arcs)
        .def_ro("longest_word", &GraphStatistics::longest_word);

    m.def("build_word_graph", &build, "text"_a, "letters"_a, "most_words"_a,
          "Build the GADDAG of words given as letters, each closed by a 0: (words of the graph, root, root of the DAWG, distinct words). "
          "No words of the graph if it does not fit into most_words.");
    m.def("paper_structure", &paper_structure, "text"_a, "letters"_a, "structure"_a,
          "Measure an automaton of Gordon's paper (0 DAWG, 1 minimized, 2 GADDAG, 3 semi-minimized, 4 minimized) of words given as letters, "
          "each closed by a 0: (states, arcs, distinct letter sets, states by their number of arcs).");
    nb::class_<StoredStructure>(m, "StoredStructure", "An automaton of Gordon's paper in one of the paper's forms.")
        .def_prop_ro("bytes", &stored_bytes);
    m.def("store_paper_structure", &store_structure, "text"_a, "letters"_a, "structure"_a, "form"_a,
          "Build an automaton as `paper_structure` does, of up to 31 letters, and store it (0 expanded, 1 compressed); None if an arc has no room.");
    m.def("kwg_words", &kwg_words, "entries"_a, "letters"_a, "The words of a KWG as letters, each closed by a 0, and what is wrong with it, if anything.");

    nb::class_<AnyWordGraph>(m, "AnyWordGraph", "What other rooms see of a word graph.");
    nb::class_<PyGraph, AnyWordGraph>(m, "WordGraph", "A view of a word graph in memory that the array keeps alive.")
        .def(nb::init<Input<std::uint32_t>, NodeIndex, NodeIndex, int, bool>(), "words"_a, "root"_a, "dawg_root"_a, "letters"_a,
             "any_order"_a = false, "With `any_order` its words are alphagrams, and their letters may lie in any order.")
        .def_prop_ro("letters", &PyGraph::letters)
        .def("fault", &PyGraph::fault, "What makes the graph unsafe to walk; empty if nothing does. To be asked before anything else.")
        .def("measure", &PyGraph::measure)
        .def("contains", &PyGraph::contains, "word"_a)
        .def("hooks", &PyGraph::hooks, "word"_a, "Bit maps of the letters that make a word in front and behind.")
        .def("words", &PyGraph::words)
        .def("anagrams", &PyGraph::anagrams, "rack"_a, "shortest"_a, "longest"_a)
        .def("matching", &PyGraph::matching, "pattern"_a, "Words that fit one set of letters a place; 0 is any run of letters.")
        .def("match_lane", &PyGraph::match_lane, "letters"_a, "sets"_a, "rack"_a,
             "Placements on a lane, each as 1 + len(letters) bytes: start, word, zeros. A square has a letter, or 0 and a set.")
        .def("kwg", &PyGraph::kwg, "The graph as KWG entries; empty if it has too many.");

    m.def("build_word_map", &word_map, "text"_a, "Build the word map of distinct words given as letters, each closed by a 0.");
    m.def(
        "word_map_fault",
        [](Input<std::uint32_t> words, int letters) {
            nb::gil_scoped_release release;
            return WordMap::fault(words.data(), words.size(), letters);
        },
        "words"_a, "letters"_a, "What makes a word map unsafe to look into; empty if nothing does.");
    nb::class_<WordMap>(m, "WordMap", "A view of a word map in memory that the array keeps alive.")
        .def(
            "__init__", [](WordMap* self, Input<std::uint32_t> words) { new (self) WordMap(words.data()); }, "words"_a, nb::keep_alive<1, 2>());

    m.def("move_order", &move_order, "moves"_a, "record_size"_a, "first"_a, "second"_a,
          "The places of raw move records when sorted by two values, highest first; ties by where and what the moves are.");

    nb::class_<Layout>(m, "Layout", "Size and premium squares of a board.")
        .def_ro("rows", &Layout::rows)
        .def_ro("columns", &Layout::columns);
    m.def("make_layout", &make_layout, "letter_multipliers"_a, "word_multipliers"_a, "start"_a, "symmetric"_a);

    nb::class_<Variant>(m, "Variant", "Board, tiles and rules of a game.");
    m.def("make_variant", &make_variant, "layout"_a, "points"_a, "tiles"_a, "vowels"_a, "bonus"_a, "rack_size"_a, "bingo_tiles"_a, "exchange_limit"_a,
          "scoreless_turns"_a);

    nb::class_<GenerationWork>(m, "GenerationWork", "Plays found, arcs looked up, arcs followed and anchors used.")
        .def_ro("plays", &GenerationWork::plays)
        .def_ro("lookups", &GenerationWork::lookups)
        .def_ro("arcs", &GenerationWork::arcs)
        .def_ro("anchors", &GenerationWork::anchors);

    nb::class_<PyBoard>(m, "Board", "Squares, cross-checks and cross-scores in both directions (0 across, 1 down).")
        .def(nb::init<const PyGraph&, const Layout&, Input<std::int32_t>>(), "graph"_a, "layout"_a, "points"_a, nb::keep_alive<1, 2>())
        .def("place", &PyBoard::place, "direction"_a, "lane"_a, "start"_a, "tiles"_a)
        .def("set_squares", &PyBoard::set_squares, "squares"_a)
        .def("squares", &PyBoard::squares, "direction"_a)
        .def("cross_checks", &PyBoard::cross_checks, "direction"_a)
        .def("cross_scores", &PyBoard::cross_scores, "direction"_a)
        .def("moves", &PyBoard::moves, "rack"_a, "bonus"_a, "most_exchanged"_a, "algorithm"_a = 0,
             "Every play, exchange of up to `most_exchanged` tiles and the pass, as raw move records; 0 by the GADDAG, 1 by the DAWG.")
        .def("moves_without_play", &PyBoard::moves_without_play, "rack"_a, "most_exchanged"_a, "Its exchanges and the pass alone.")
        .def("paper_plays", &PyBoard::paper_plays, "stored"_a, "rack"_a, "bonus"_a, "Every play found on a structure with the same words.")
        .def("work", &PyBoard::work, "rack"_a, "algorithm"_a, "Generate every play, keep none and count what it takes.");

    nb::class_<PyBestPlays>(m, "BestPlays", "Finds the best plays without finding all.")
        .def(nb::init<const PyGraph&, const WordMap&, const Layout&, Input<std::int32_t>, Input<std::int32_t>>(), "graph"_a, "words"_a, "layout"_a,
             "points"_a, "bonus"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def("find", &PyBestPlays::find, "board"_a, "rack"_a, "leave_values"_a, "count"_a, "margin"_a,
             "The best `count` plays within `margin` milli-points of the best: raw records, equities in milli-points.");
}
