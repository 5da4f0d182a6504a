// Word graphs, word maps and the KWG format.

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/bindings/py_word_graph.hpp"
#include "movegen/core/bindings/registration.hpp"
#include "movegen/core/lexicon/kwg.hpp"
#include "movegen/core/lexicon/word_graph_builder.hpp"
#include "movegen/core/lexicon/word_graph_check.hpp"
#include "movegen/core/lexicon/word_map.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

nb::tuple build(const nb::bytes& text, int letters, std::size_t max_words) {
    check_words(text, letters);
    BuiltGraph built;
    {
        const ReleasedLock released;
        built = is_narrow(letters)
                    ? build_word_graph<std::uint32_t>(data_of(text), text.size(), max_words)
                    : build_word_graph<std::uint64_t>(data_of(text), text.size(), max_words);
    }
    return nb::make_tuple(to_frozen_numpy(std::move(built.words)), built.root, built.dawg_root,
                          built.word_count);
}

Output<const std::uint32_t> word_map(const nb::bytes& text) {
    check_words(text, kMaxLetters);
    std::vector<std::uint32_t> words;
    {
        const ReleasedLock released;
        words = build_word_map(data_of(text), text.size());
    }
    return to_frozen_numpy(std::move(words));
}

nb::tuple kwg_words(Input<std::uint32_t> entries, int letters) {
    in_range(letters, 1, kMaxLetters, "the number of letters");
    KwgWords read;
    {
        const ReleasedLock released;
        read = read_kwg(entries.data(), entries.size(), letters);
    }
    return nb::make_tuple(to_bytes(read.words), read.fault);
}

}  // namespace

void register_lexicon(nb::module_& m) {
    m.attr("MAX_GRAPH_WORDS") = kMaxGraphWords;
    m.attr("MAX_WORD_LENGTH") = kMaxWordLength;

    nb::class_<GraphStatistics>(m, "GraphStatistics", "Sizes of a word graph.")
        .def_ro("words", &GraphStatistics::words)
        .def_ro("states", &GraphStatistics::states)
        .def_ro("arcs", &GraphStatistics::arcs)
        .def_ro("letter_sets", &GraphStatistics::letter_sets)
        .def_ro("dawg_states", &GraphStatistics::dawg_states)
        .def_ro("dawg_arcs", &GraphStatistics::dawg_arcs)
        .def_ro("longest_word", &GraphStatistics::longest_word);

    m.attr("MAX_WORDS") = kMaxWords;
    m.def("build_word_graph", &build, "text"_a, "letters"_a, "max_words"_a,
          "Build the GADDAG of words given as letters, each closed by a 0. Return the graph's "
          "memory, its root, the root of the DAWG and the number of distinct words; no memory if "
          "it does not fit into max_words.");
    m.def("kwg_words", &kwg_words, "entries"_a, "letters"_a,
          "Return the words of a KWG as letters, each closed by a 0, and its fault, if any.");

    nb::class_<AnyWordGraph>(m, "AnyWordGraph", "A word graph as other packages use it.");
    nb::class_<PyGraph, AnyWordGraph>(
        m, "WordGraph", "A view of a word graph in memory that the array keeps alive.")
        .def(nb::init<const nb::object&, NodeIndex, NodeIndex, int, std::uint64_t, bool, bool>(),
             "words"_a, "root"_a, "dawg_root"_a, "letters"_a, "word_count"_a, "any_order"_a = false,
             "is_checked"_a = false,
             nb::sig("def __init__(self, words: numpy.typing.NDArray[numpy.uint32], root: int, "
                     "dawg_root: int, letters: int, word_count: int, any_order: bool = False, "
                     "is_checked: bool = False) -> None"),
             "With `any_order` its words are alphagrams that stand for letters in any order. With "
             "`is_checked` the words must be those of a valid graph: nothing is checked again.")
        .def_prop_ro("letters", &PyGraph::letters)
        .def("measure", &PyGraph::measure)
        .def("contains", &PyGraph::contains, "word"_a)
        .def("hooks", &PyGraph::hooks, "word"_a,
             "Return bit maps of the front hooks and the back hooks.")
        .def("words", &PyGraph::words)
        .def("anagrams", &PyGraph::anagrams, "rack"_a, "shortest"_a, "longest"_a)
        .def("matching", &PyGraph::matching, "pattern"_a,
             "Return the words that match a set of letters for each element; 0 is any run of "
             "letters.")
        .def("match_lane", &PyGraph::match_lane, "letters"_a, "sets"_a, "rack"_a,
             "Return the placements on a lane, each as 1 + len(letters) bytes: start, word, zeros. "
             "A square has a letter, or 0 and a set.")
        .def("kwg", &PyGraph::kwg, "Return the graph as KWG entries; empty if there are too many.");

    m.def("word_graph_fault", &word_graph_fault, "words"_a, "root"_a, "dawg_root"_a, "letters"_a,
          "word_count"_a,
          "Return why a word graph is unsafe to walk, or does not have this number of words; empty "
          "if it is valid.");

    m.def("build_word_map", &word_map, "text"_a,
          "Build the word map of distinct words given as letters, each closed by a 0.");
    m.def(
        "word_map_fault",
        [](Input<std::uint32_t> words, int letters) {
            in_range(letters, 1, kMaxLetters, "the number of letters");
            const ReleasedLock released;
            return WordMap::fault(words.data(), words.size(), letters);
        },
        "words"_a, "letters"_a, "Return why a word map is unsafe to read; empty if it is valid.");
    nb::class_<WordMap>(m, "AnyWordMap", "A word map as other packages use it.");
    nb::class_<PyWordMap, WordMap>(m, "WordMap",
                                   "A view of a word map in memory that the array keeps alive.")
        .def(nb::init<const nb::object&, int, bool>(), "words"_a, "letters"_a,
             "is_checked"_a = false,
             nb::sig("def __init__(self, words: numpy.typing.NDArray[numpy.uint32], "
                     "letters: int, is_checked: bool = False) -> None"),
             "With `is_checked` the words must be those of a valid map: nothing is checked again.");
}

}  // namespace jackdaw
