// The automata of Gordon's paper (1994) as the paper has them, to be measured and timed: apart from the builder of word graphs, slow and plain.
//
// Here, unlike in word_graph.hpp, a letter set (the letters which, met next, complete a word) lies on an arc, and a state is no more than
// its arcs: states that differ in what completes a word before them are one, and where nothing but a last letter follows there is
// no state at all.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tiles.hpp"

namespace jackdaw {

enum class PaperStructure : std::uint8_t {
    kDawgUnminimized = 0,      // the trie of the words
    kDawgMinimized = 1,
    kGaddagUnminimized = 2,    // figure 1
    kGaddagSemiMinimized = 3,  // the algorithm of figure 4
    kGaddagMinimized = 4,
};

constexpr bool is_gaddag(PaperStructure structure) { return structure >= PaperStructure::kGaddagUnminimized; }

using State = std::uint32_t;
inline constexpr State kNoState = 0;  // where an arc leads when nothing follows but the letters of its set

template <class Mask>
struct Arc {
    Mask letter_set = 0;
    State target = kNoState;
    std::uint32_t next = 0;  // the following arc of the same state, in the order of letters; 0 is none
    Letter letter = 0;
};

// An automaton that grows word by word; states and arcs are numbered from 1.
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

    // The number of the arc for a letter, made if it is not there.
    std::uint32_t arc_for(State state, Letter letter) {
        std::uint32_t before = 0, here = first_[state];
        while (here && arcs_[here].letter < letter) before = here, here = arcs_[here].next;
        if (here && arcs_[here].letter == letter) return here;
        const auto made = static_cast<std::uint32_t>(arcs_.size());
        arcs_.push_back({0, kNoState, here, letter});
        (before ? arcs_[before].next : first_[state]) = made;
        return made;
    }

    // The paper's AddArc, AddFinalArc and ForceArc. The first returns the state that the arc leads to, made if it is not there.
    State add_arc(State state, Letter letter) {
        const std::uint32_t number = arc_for(state, letter);
        if (arcs_[number].target == kNoState) {
            const State made = add_state();
            arcs_[number].target = made;
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
Automaton<Mask> build_automaton(const std::uint8_t* text, std::size_t length, PaperStructure structure);

extern template Automaton<std::uint32_t> build_automaton(const std::uint8_t*, std::size_t, PaperStructure);
extern template Automaton<std::uint64_t> build_automaton(const std::uint8_t*, std::size_t, PaperStructure);

}  // namespace jackdaw
