#include "movegen/core/gordon1994/stored_graph.hpp"

namespace jackdaw {
namespace {

using NarrowAutomaton = Automaton<std::uint32_t>;

template <class Visit>
void for_each_arc(const NarrowAutomaton& automaton, State state, Visit visit) {
    for (std::uint32_t number = automaton.first_arc(state); number;
         number = automaton.arc(number).next)
        visit(automaton.arc(number));
}

}  // namespace

ArcCode::ArcCode(const NarrowAutomaton& automaton) : sets_{0}, numbers_{{0, 0}} {
    for (State state = 1; state <= automaton.states(); ++state) {
        for_each_arc(automaton, state, [&](const auto& arc) {
            if (numbers_.try_emplace(arc.letter_set, static_cast<std::uint32_t>(sets_.size()))
                    .second)
                sets_.push_back(arc.letter_set);
        });
    }
}

std::optional<ExpandedGraph> ExpandedGraph::store(const NarrowAutomaton& automaton, int letters,
                                                  AutomatonKind structure) {
    ArcCode code(automaton);
    if (!code.reserve_bits(automaton.states())) return std::nullopt;
    ExpandedGraph graph(code);
    graph.first_ = is_gaddag(structure) ? kSeparator : 1;
    graph.width_ = static_cast<std::size_t>(letters + 1 - graph.first_);
    graph.every_letter_ = static_cast<std::uint32_t>((std::uint64_t{2} << letters) - 1);
    graph.root_ = automaton.start;
    graph.arcs_.resize((automaton.states() + 1) * graph.width_);
    for (State state = 1; state <= automaton.states(); ++state) {
        for_each_arc(automaton, state, [&](const auto& arc) {
            graph.arcs_[state * graph.width_ + arc.letter - graph.first_] =
                code.encode(arc.letter_set, arc.target);
        });
    }
    return graph;
}

std::optional<CompressedGraph> CompressedGraph::store(const NarrowAutomaton& automaton) {
    std::vector<std::uint32_t> indices(automaton.states() + 1);
    std::uint32_t size = 1;
    for (State state = 1; state <= automaton.states(); ++state) {
        indices[state] = size++;
        for_each_arc(automaton, state, [&](const auto&) { ++size; });
    }
    ArcCode code(automaton);
    if (!code.reserve_bits(size)) return std::nullopt;
    CompressedGraph graph(code);
    graph.root_ = indices[automaton.start];
    graph.words_ = {0};
    graph.words_.reserve(size);
    for (State state = 1; state <= automaton.states(); ++state) {
        graph.words_.push_back(0);
        for_each_arc(automaton, state, [&](const auto& arc) {
            graph.words_[indices[state]] |= bit_of<std::uint32_t>(arc.letter);
            graph.words_.push_back(code.encode(arc.letter_set, indices[arc.target]));
        });
    }
    return graph;
}

}  // namespace jackdaw
