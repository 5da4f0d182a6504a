// The automata of Gordon's paper (1994).

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <variant>

#include "movegen/core/bindings/arguments.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/bindings/registration.hpp"
#include "movegen/core/gordon1994/automaton_sizes.hpp"
#include "movegen/core/gordon1994/stored_plays.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

// Returns the number of states, arcs and distinct letter sets, and the states by their number of
// arcs.
nb::tuple measure_structure(const nb::bytes& text, int letters, int structure) {
    check_words(text, letters);
    in_range(structure, 0, 4, "the structure");
    AutomatonSizes sizes;
    {
        const ReleasedLock released;
        const auto which = static_cast<AutomatonKind>(structure);
        sizes = is_narrow(letters) ? measure_automaton(build_automaton<std::uint32_t>(
                                         data_of(text), text.size(), which))
                                   : measure_automaton(build_automaton<std::uint64_t>(
                                         data_of(text), text.size(), which));
    }
    std::vector<std::uint64_t> by_arcs(sizes.states_by_arcs.begin(), sizes.states_by_arcs.end());
    return nb::make_tuple(sizes.states, sizes.arcs, sizes.letter_sets,
                          to_numpy(std::move(by_arcs)));
}

std::unique_ptr<StoredAutomaton> store_automaton_from(const nb::bytes& text, int letters,
                                                      int structure, int form) {
    check_words(text, in_range(letters, 1, 31, "the number of letters"));
    in_range(structure, 0, 4, "the structure");
    in_range(form, 0, 1, "the representation");
    const ReleasedLock released;
    return store_automaton(data_of(text), text.size(), letters,
                           static_cast<AutomatonKind>(structure),
                           static_cast<Representation>(form));
}

std::size_t stored_bytes(const StoredAutomaton& stored) {
    return std::visit([](const auto& graph) { return graph.bytes(); }, stored.graph);
}

}  // namespace

void register_gordon1994(nb::module_& m) {
    m.def("measure_structure", &measure_structure, "text"_a, "letters"_a, "structure"_a,
          "Measure an automaton of Gordon's paper (0 DAWG, 1 minimized, 2 GADDAG, 3 "
          "semi-minimized, 4 minimized) of words given as letters, each closed by a 0. Return "
          "states, arcs, distinct letter sets, and states by their number of arcs.");
    nb::class_<StoredAutomaton>(
        m, "StoredAutomaton",
        "An automaton of Gordon's paper in one of the paper's representations.")
        .def_prop_ro("bytes", &stored_bytes);
    m.def("store_automaton", &store_automaton_from, "text"_a, "letters"_a, "structure"_a, "form"_a,
          "Build an automaton as `measure_structure` does, for up to 31 letters, and store it (0 "
          "expanded, 1 compressed). Return None if the arcs do not fit 32 bits.");
}

}  // namespace jackdaw
