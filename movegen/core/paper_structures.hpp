// The sizes of the automata of Gordon's paper (1994).
#pragma once

#include <array>
#include <cstdint>

#include "paper_automaton.hpp"

namespace jackdaw {

struct PaperSizes {
    std::uint64_t states = 0;
    std::uint64_t arcs = 0;
    std::uint64_t letter_sets = 0;                              // distinct ones, the empty one among them where an arc has it
    std::array<std::uint64_t, kMaxTiles + 1> states_by_arcs{};  // how many states have so many arcs
};

template <class Mask>
PaperSizes measure_automaton(const Automaton<Mask>& automaton);

extern template PaperSizes measure_automaton(const Automaton<std::uint32_t>&);
extern template PaperSizes measure_automaton(const Automaton<std::uint64_t>&);

}  // namespace jackdaw
