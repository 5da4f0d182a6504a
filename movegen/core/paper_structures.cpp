#include "paper_structures.hpp"

#include <set>

namespace jackdaw {

template <class Mask>
PaperSizes measure_automaton(const Automaton<Mask>& automaton) {
    PaperSizes sizes;
    std::set<Mask> letter_sets;
    for (State state = 1; state <= automaton.states(); ++state) {
        std::size_t arcs = 0;
        for (std::uint32_t number = automaton.first_arc(state); number; number = automaton.arc(number).next) {
            ++arcs;
            letter_sets.insert(automaton.arc(number).letter_set);
        }
        ++sizes.states;
        sizes.arcs += arcs;
        ++sizes.states_by_arcs[arcs];
    }
    sizes.letter_sets = letter_sets.size();
    return sizes;
}

template PaperSizes measure_automaton(const Automaton<std::uint32_t>&);
template PaperSizes measure_automaton(const Automaton<std::uint64_t>&);

}  // namespace jackdaw
