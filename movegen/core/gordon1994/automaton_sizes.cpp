#include "movegen/core/gordon1994/automaton_sizes.hpp"

#include <set>

namespace jackdaw {

template <class Mask>
AutomatonSizes measure_automaton(const Automaton<Mask>& automaton) {
    AutomatonSizes sizes;
    std::set<Mask> letter_sets;
    for (State state = 1; state <= automaton.states(); ++state) {
        std::size_t arcs = 0;
        for (std::uint32_t number = automaton.first_arc(state); number;
             number = automaton.arc(number).next) {
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

template AutomatonSizes measure_automaton(const Automaton<std::uint32_t>&);
template AutomatonSizes measure_automaton(const Automaton<std::uint64_t>&);

}  // namespace jackdaw
