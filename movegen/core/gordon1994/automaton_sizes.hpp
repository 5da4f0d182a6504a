// The sizes of the automata of Gordon's paper (1994).
#pragma once

#include <array>
#include <cstdint>

#include "movegen/core/gordon1994/automaton.hpp"

namespace jackdaw {

struct AutomatonSizes {
    std::uint64_t states = 0;
    std::uint64_t arcs = 0;
    std::uint64_t letter_sets = 0;  // distinct, including the empty one where an arc has it
    std::array<std::uint64_t, kMaxTiles + 1>
        states_by_arcs{};  // number of states by number of arcs
};

template <class Mask>
AutomatonSizes measure_automaton(const Automaton<Mask>& automaton);

extern template AutomatonSizes measure_automaton(const Automaton<std::uint32_t>&);
extern template AutomatonSizes measure_automaton(const Automaton<std::uint64_t>&);

}  // namespace jackdaw
