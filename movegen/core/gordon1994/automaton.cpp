#include "movegen/core/gordon1994/automaton.hpp"

#include <cstring>
#include <map>
#include <utility>

namespace jackdaw {
namespace {

// Adds REV(x), separator, y for each way to cut the word into a non-empty x and y; without a
// separator when y is empty.
template <class Mask>
void add_every_path(Automaton<Mask>& automaton, State start, const Letter* word, int length) {
    automaton.add_string(start, length, [=](int i) { return word[length - 1 - i]; });
    for (int cut = 1; cut < length; ++cut) {
        automaton.add_string(start, length + 1, [=](int i) {
            return i < cut ? word[cut - 1 - i] : i == cut ? kSeparator : word[i - 1];
        });
    }
}

// Figure 4. After the paths for a_n ... a_1 and a_(n-1) ... a_1, separator, a_n, each further one
// is forced into the state that the path before it has behind the separator: what follows x,
// separator, y depends on xy alone. The letter set of the first forced arc is that of the
// separator's arc before; all others got theirs, or will get it, from a shorter word.
template <class Mask>
void add_semi_minimized(Automaton<Mask>& automaton, State start, const Letter* word, int length) {
    automaton.add_string(start, length, [=](int i) { return word[length - 1 - i]; });
    State state = start;
    for (int i = length - 2; i >= 0; --i) state = automaton.add_arc(state, word[i]);
    State forced =
        automaton.arc(automaton.add_final_arc(state, kSeparator, word[length - 1])).target;
    for (int m = length - 2; m >= 1; --m) {
        state = start;
        for (int i = m - 1; i >= 0; --i) state = automaton.add_arc(state, word[i]);
        state = automaton.add_arc(state, kSeparator);
        const std::uint32_t arc = automaton.force_arc(state, word[m], forced);
        if (m == length - 2) automaton.arc(arc).letter_set |= bit_of<Mask>(word[length - 1]);
        forced = state;
    }
}

// Merges equal states, from the last ones up. A state is its arcs: letter, target, letter set.
template <class Mask>
class Minimizer {
  public:
    explicit Minimizer(const Automaton<Mask>& from)
        : from_(from), merged_(from.states() + 1, kNoState) {}

    Automaton<Mask> run() {
        to_.start = merge(from_.start);
        return std::move(to_);
    }

  private:
    State merge(State state) {
        if (state == kNoState || merged_[state] != kNoState) return merged_[state];
        std::vector<std::uint64_t> content;
        for (std::uint32_t number = from_.first_arc(state); number;
             number = from_.arc(number).next) {
            const Arc<Mask>& arc = from_.arc(number);
            content.push_back(std::uint64_t{merge(arc.target)} << 8 | arc.letter);
            content.push_back(arc.letter_set);
        }
        const auto [index, is_new] = states_by_content_.try_emplace(std::move(content), kNoState);
        if (is_new) {
            index->second = to_.add_state();
            for (std::size_t i = 0; i < index->first.size(); i += 2) {
                const std::uint64_t way = index->first[i];
                Arc<Mask>& arc =
                    to_.arc(to_.arc_for(index->second, static_cast<Letter>(way & 0xFF)));
                arc.target = static_cast<State>(way >> 8);
                arc.letter_set = static_cast<Mask>(index->first[i + 1]);
            }
        }
        return merged_[state] = index->second;
    }

    const Automaton<Mask>& from_;
    std::vector<State> merged_;  // by state of the old one
    std::map<std::vector<std::uint64_t>, State> states_by_content_;
    Automaton<Mask> to_;
};

}  // namespace

template <class Mask>
Automaton<Mask> build_automaton(const std::uint8_t* text, std::size_t length,
                                AutomatonKind structure) {
    Automaton<Mask> automaton;
    const State start = automaton.start = automaton.add_state();
    const std::uint8_t* const end = text + length;
    for (const std::uint8_t* word = text; word < end;) {
        const auto* const close = static_cast<const std::uint8_t*>(
            std::memchr(word, 0, static_cast<std::size_t>(end - word)));
        const int letters = static_cast<int>(close - word);
        if (structure == AutomatonKind::kGaddagUnminimized) {
            add_every_path(automaton, start, word, letters);
        } else if (is_gaddag(structure)) {
            add_semi_minimized(automaton, start, word, letters);
        } else {
            automaton.add_string(start, letters, [word](int i) { return word[i]; });
        }
        word = close + 1;
    }
    if (structure == AutomatonKind::kDawgMinimized ||
        structure == AutomatonKind::kGaddagMinimized) {
        return Minimizer<Mask>(automaton).run();
    }
    return automaton;
}

template Automaton<std::uint32_t> build_automaton(const std::uint8_t*, std::size_t, AutomatonKind);
template Automaton<std::uint64_t> build_automaton(const std::uint8_t*, std::size_t, AutomatonKind);

}  // namespace jackdaw
