// The automata of Gordon's paper (1994), to be measured and timed. This builder is separate from
// that of word graphs, slow and simple.
//
// Here, unlike in word_graph.hpp, a letter set (the letters that complete a word when met next)
// belongs to an arc, and a state is only its arcs: states that differ in what completes a word
// before them are one, and where only a last letter follows there is no state.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "movegen/core/base/tiles.hpp"

namespace jackdaw {

enum class AutomatonKind : std::uint8_t {
    kDawgUnminimized = 0,  // the trie of the words
    kDawgMinimized = 1,
    kGaddagUnminimized = 2,    // figure 1
    kGaddagSemiMinimized = 3,  // the algorithm of figure 4
    kGaddagMinimized = 4,
};

constexpr bool is_gaddag(AutomatonKind structure) {
    return structure >= AutomatonKind::kGaddagUnminimized;
}

using State = std::uint32_t;
inline constexpr State kNoState = 0;  // the target of an arc with nothing but its letter set

template <class Mask>
struct Arc {
    Mask letter_set = 0;
    State target = kNoState;
    std::uint32_t next = 0;  // the next arc of the same state, in alphabetical order; 0: none
    Letter letter = 0;
};

// An automaton built word by word; states and arcs are numbered from 1.
template <class Mask>
class Automaton {
  public:
    Automaton() : first_(1, 0), arcs_(1) {}

    State start = kNoState;

    State add_state() {
        first_.push_back(0);
        return static_cast<State>(first_.size() - 1);
    }

    std::size_t states() const { return first_.size() - 1; }
    std::uint32_t first_arc(State state) const { return first_[state]; }
    const Arc<Mask>& arc(std::uint32_t number) const { return arcs_[number]; }
    Arc<Mask>& arc(std::uint32_t number) { return arcs_[number]; }

    // The number of the arc for a letter, which is added if missing.
    std::uint32_t arc_for(State state, Letter letter) {
        std::uint32_t before = 0, here = first_[state];
        while (here && arcs_[here].letter < letter) before = here, here = arcs_[here].next;
        if (here && arcs_[here].letter == letter) return here;
        const auto added = static_cast<std::uint32_t>(arcs_.size());
        arcs_.push_back({0, kNoState, here, letter});
        (before ? arcs_[before].next : first_[state]) = added;
        return added;
    }

    // The paper's AddArc, AddFinalArc and ForceArc. The first returns the target state, which is
    // added if missing.
    State add_arc(State state, Letter letter) {
        const std::uint32_t number = arc_for(state, letter);
        if (arcs_[number].target == kNoState) {
            const State added = add_state();
            arcs_[number].target = added;
        }
        return arcs_[number].target;
    }
    std::uint32_t add_final_arc(State state, Letter letter, Letter last) {
        const std::uint32_t number = arc_for(state, letter);
        arcs_[number].letter_set |= bit_of<Mask>(last);
        return number;
    }
    std::uint32_t force_arc(State state, Letter letter, State target) {
        const std::uint32_t number = arc_for(state, letter);
        assert(arcs_[number].target == kNoState || arcs_[number].target == target);
        arcs_[number].target = target;
        return number;
    }

    // Adds the string letter by letter; the last one goes into the letter set of the arc before it.
    template <class LetterAt>
    void add_string(State from, int length, LetterAt letter_at) {
        State state = from;
        for (int i = 0; i + 2 < length; ++i) state = add_arc(state, letter_at(i));
        add_final_arc(state, letter_at(length - 2), letter_at(length - 1));
    }

  private:
    std::vector<std::uint32_t> first_;  // arc by state
    std::vector<Arc<Mask>> arcs_;
};

// Builds a structure from `text`, words as letters, each closed by a 0, as for build_word_graph.
template <class Mask>
Automaton<Mask> build_automaton(const std::uint8_t* text, std::size_t length,
                                AutomatonKind structure);

extern template Automaton<std::uint32_t> build_automaton(const std::uint8_t*, std::size_t,
                                                         AutomatonKind);
extern template Automaton<std::uint64_t> build_automaton(const std::uint8_t*, std::size_t,
                                                         AutomatonKind);

}  // namespace jackdaw
