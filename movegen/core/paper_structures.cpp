#include "paper_structures.hpp"

#include <cassert>
#include <cstring>
#include <map>
#include <set>
#include <vector>

namespace jackdaw {
namespace {

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
    void add_string(State start, int length, LetterAt letter_at) {
        State state = start;
        for (int i = 0; i + 2 < length; ++i) state = add_arc(state, letter_at(i));
        add_final_arc(state, letter_at(length - 2), letter_at(length - 1));
    }

private:
    std::vector<std::uint32_t> first_;  // arc by state
    std::vector<Arc<Mask>> arcs_;
};

// REV(x), separator, y for each way to cut the word into a non-empty x and y; no separator when y is empty.
template <class Mask>
void add_every_path(Automaton<Mask>& automaton, State start, const Letter* word, int length) {
    automaton.add_string(start, length, [=](int i) { return word[length - 1 - i]; });
    for (int cut = 1; cut < length; ++cut) {
        automaton.add_string(start, length + 1, [=](int i) { return i < cut ? word[cut - 1 - i] : i == cut ? kSeparator : word[i - 1]; });
    }
}

// Figure 4. After the paths for a_n ... a_1 and a_(n-1) ... a_1, separator, a_n, each further one is forced into the state that the path
// before it has behind the separator: what follows x, separator, y depends on xy alone. The letter set of the first forced arc
// is that of the separator's arc before; all others got theirs, or will get it, from a shorter word.
template <class Mask>
void add_semi_minimized(Automaton<Mask>& automaton, State start, const Letter* word, int length) {
    automaton.add_string(start, length, [=](int i) { return word[length - 1 - i]; });
    State state = start;
    for (int i = length - 2; i >= 0; --i) state = automaton.add_arc(state, word[i]);
    State forced = automaton.arc(automaton.add_final_arc(state, kSeparator, word[length - 1])).target;
    for (int m = length - 2; m >= 1; --m) {
        state = start;
        for (int i = m - 1; i >= 0; --i) state = automaton.add_arc(state, word[i]);
        state = automaton.add_arc(state, kSeparator);
        const std::uint32_t arc = automaton.force_arc(state, word[m], forced);
        if (m == length - 2) automaton.arc(arc).letter_set |= bit_of<Mask>(word[length - 1]);
        forced = state;
    }
}

// The automaton with equal states merged, from the last ones up. A state is its arcs: letter, target, letter set.
template <class Mask>
class Minimizer {
public:
    explicit Minimizer(const Automaton<Mask>& from) : from_(from), merged_(from.states() + 1, kNoState) {}

    Automaton<Mask> run(State start) {
        merge(start);
        return std::move(to_);
    }

private:
    State merge(State state) {
        if (state == kNoState || merged_[state] != kNoState) return merged_[state];
        std::vector<std::uint64_t> content;
        for (std::uint32_t number = from_.first_arc(state); number; number = from_.arc(number).next) {
            const Arc<Mask>& arc = from_.arc(number);
            content.push_back(std::uint64_t{merge(arc.target)} << 8 | arc.letter);
            content.push_back(arc.letter_set);
        }
        const auto [place, is_new] = known_.try_emplace(std::move(content), kNoState);
        if (is_new) {
            place->second = to_.add_state();
            for (std::size_t i = 0; i < place->first.size(); i += 2) {
                const std::uint64_t way = place->first[i];
                Arc<Mask>& arc = to_.arc(to_.arc_for(place->second, static_cast<Letter>(way & 0xFF)));
                arc.target = static_cast<State>(way >> 8);
                arc.letter_set = static_cast<Mask>(place->first[i + 1]);
            }
        }
        return merged_[state] = place->second;
    }

    const Automaton<Mask>& from_;
    std::vector<State> merged_;  // by state of the old one
    std::map<std::vector<std::uint64_t>, State> known_;
    Automaton<Mask> to_;
};

template <class Mask>
PaperSizes measure(const Automaton<Mask>& automaton) {
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

}  // namespace

template <class Mask>
PaperSizes measure_paper_structure(const std::uint8_t* text, std::size_t length, PaperStructure structure) {
    Automaton<Mask> automaton;
    const State start = automaton.add_state();
    const std::uint8_t* const end = text + length;
    for (const std::uint8_t* word = text; word < end;) {
        const auto* const close = static_cast<const std::uint8_t*>(std::memchr(word, 0, static_cast<std::size_t>(end - word)));
        const int letters = static_cast<int>(close - word);
        if (structure == PaperStructure::kGaddagUnminimized) {
            add_every_path(automaton, start, word, letters);
        } else if (structure == PaperStructure::kGaddagSemiMinimized || structure == PaperStructure::kGaddagMinimized) {
            add_semi_minimized(automaton, start, word, letters);
        } else {
            automaton.add_string(start, letters, [word](int i) { return word[i]; });
        }
        word = close + 1;
    }
    if (structure == PaperStructure::kDawgMinimized || structure == PaperStructure::kGaddagMinimized) {
        return measure(Minimizer<Mask>(automaton).run(start));
    }
    return measure(automaton);
}

template PaperSizes measure_paper_structure<std::uint32_t>(const std::uint8_t*, std::size_t, PaperStructure);
template PaperSizes measure_paper_structure<std::uint64_t>(const std::uint8_t*, std::size_t, PaperStructure);

}  // namespace jackdaw
