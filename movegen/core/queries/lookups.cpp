#include "movegen/core/queries/lookups.hpp"

#include <array>
#include <cstring>

namespace jackdaw {
namespace {

// Walks the DAWG in alphabetical order. `visitor.step(depth, letter)` says whether the letter may
// come next and records it, `visitor.accepts(depth)` whether a word may end with it, and
// `visitor.back(depth, letter)` undoes it.
template <class Mask, class Visitor>
class DawgWalk {
  public:
    DawgWalk(const WordGraph<Mask>& graph, Visitor& visitor) : graph_(graph), visitor_(visitor) {}

    WordText run() {
        visit(graph_.dawg_root(), 0);
        return std::move(out_);
    }

  private:
    void visit(NodeIndex node, int depth) {
        const Mask arcs = graph_.arcs(node), letter_set = graph_.letter_set(node);
        for (Mask left = (arcs | letter_set) & kAllLetters<Mask>; left; left &= left - 1) {
            const Letter letter = lowest_letter<Mask>(left);
            if (!visitor_.step(depth, letter)) continue;
            word_[depth] = letter;
            if ((letter_set & bit_of<Mask>(letter)) && visitor_.accepts(depth)) {
                out_.insert(out_.end(), word_.begin(), word_.begin() + depth + 1);
                out_.push_back(0);
            }
            if ((arcs & bit_of<Mask>(letter)) && depth + 1 < kMaxWordLength)
                visit(graph_.child(node, arcs, letter), depth + 1);
            visitor_.back(depth, letter);
        }
    }

    const WordGraph<Mask>& graph_;
    Visitor& visitor_;
    std::array<Letter, kMaxWordLength + 1> word_{};
    WordText out_;
};

struct AnyWordVisitor {
    bool step(int, Letter) { return true; }
    bool accepts(int) const { return true; }
    void back(int, Letter) {}
};

// Uses a natural tile first and a blank only without one, so that each word is found once.
struct RackVisitor {
    std::array<std::uint8_t, kMaxTiles> left{};
    int shortest = 0, longest = 0;
    std::array<bool, kMaxWordLength + 1> by_blank{};

    bool step(int depth, Letter letter) {
        if (depth >= longest) return false;
        by_blank[depth] = left[letter] == 0;
        auto& count = left[by_blank[depth] ? kBlank : letter];
        if (count == 0) return false;
        --count;
        return true;
    }
    bool accepts(int depth) const { return depth + 1 >= shortest; }
    void back(int depth, Letter letter) { ++left[by_blank[depth] ? kBlank : letter]; }
};

// Follows all ways to match the pattern at once: bit i of indices[depth] says that the letters so
// far may end before element i.
template <class Mask>
struct PatternVisitor {
    static_assert(kMaxPattern < 64, "indices are bits");
    const Mask* pattern;
    int length;
    std::array<std::uint64_t, kMaxWordLength + 1> indices{};

    PatternVisitor(const Mask* sets, int count) : pattern(sets), length(count) {
        indices[0] = skip_runs(1);
    }

    // A run may be empty, so before it is also behind it.
    std::uint64_t skip_runs(std::uint64_t at) const {
        for (int i = 0; i < length; ++i) {
            if (pattern[i] == 0 && (at >> i & 1)) at |= std::uint64_t{1} << (i + 1);
        }
        return at;
    }
    bool step(int depth, Letter letter) {
        std::uint64_t next = 0;
        for (int i = 0; i < length; ++i) {
            if (!(indices[depth] >> i & 1)) continue;
            if (pattern[i] == 0)
                next |= std::uint64_t{1} << i;
            else if (pattern[i] & bit_of<Mask>(letter))
                next |= std::uint64_t{1} << (i + 1);
        }
        indices[depth + 1] = skip_runs(next);
        return next != 0;
    }
    bool accepts(int depth) const { return indices[depth + 1] >> length & 1; }
    void back(int, Letter) {}
};

}  // namespace

// The DAWG's node for all letters but the last, or kNoNode.
template <class Mask>
NodeIndex Lookups<Mask>::node_before_last(const Letter* word, int length) const {
    NodeIndex node = graph_.dawg_root();
    for (int i = 0; i + 1 < length && node != kNoNode; ++i) node = graph_.follow(node, word[i]);
    return node;
}

template <class Mask>
bool Lookups<Mask>::contains(const Letter* word, int length) const {
    if (length == 0) return false;
    return graph_.letter_set(node_before_last(word, length)) &
           bit_of<Mask>(word[length - 1]);  // node 0 accepts nothing
}

template <class Mask>
Mask Lookups<Mask>::back_hooks(const Letter* word, int length) const {
    if (length == 0) return 0;
    const NodeIndex node = node_before_last(word, length);
    return graph_.letter_set(node == kNoNode ? kNoNode : graph_.follow(node, word[length - 1]));
}

template <class Mask>
Mask Lookups<Mask>::front_hooks(const Letter* word, int length) const {
    NodeIndex node = graph_.root();
    for (int i = length - 1; i >= 0 && node != kNoNode; --i) node = graph_.follow(node, word[i]);
    return length ? graph_.letter_set(node) : 0;
}

template <class Mask>
WordText Lookups<Mask>::words() const {
    AnyWordVisitor every;
    return DawgWalk<Mask, AnyWordVisitor>(graph_, every).run();
}

template <class Mask>
WordText Lookups<Mask>::anagrams(const std::uint8_t* rack, int shortest, int longest) const {
    RackVisitor from;
    std::memcpy(from.left.data(), rack, from.left.size());
    from.shortest = shortest;
    from.longest = longest;
    return DawgWalk<Mask, RackVisitor>(graph_, from).run();
}

template <class Mask>
WordText Lookups<Mask>::matching(const Mask* pattern, int length) const {
    PatternVisitor<Mask> fits(pattern, length);
    return DawgWalk<Mask, PatternVisitor<Mask>>(graph_, fits).run();
}

template class Lookups<std::uint32_t>;
template class Lookups<std::uint64_t>;

}  // namespace jackdaw
