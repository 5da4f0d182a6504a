// The word graph as it lies in memory and in its file: a minimized GADDAG (Gordon 1994) together with the DAWG it contains.
//
// A node is a run of 32-bit words: the bit map of its arcs, its letter set (the letters which, met next, complete a word), then one
// word an arc: the child. Arcs stand in the order of their letters, so an arc's place is the number of bits below its own. A child
// lies behind all its parents. Bit maps and letter sets are `Mask`s (one or two 32-bit words).
//
// Four nodes of five have no letter set, and most of these have one arc. What says so is left out of the run and told by whoever
// refers to the node. A reference, 32 bits, has
//   bits 0-23   the node's place: where its run begins
//   bits 24-25  the masks left out: 0 none; 1 the letter set; 2 the bit map as well, for there is one arc
//   bits 26-31  that arc's letter
// To read a node takes no branches: both masks are loaded, wherever the run ends, so kGraphPadding zeros lie behind the last one.
// The first node is empty: nothing follows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tiles.hpp"

namespace jackdaw {

using NodeIndex = std::uint32_t;  // a reference to a node
inline constexpr NodeIndex kNoNode = 0;

inline constexpr int kPlaceBits = 24;
inline constexpr int kArcLetterShift = 26;
inline constexpr std::size_t kMostGraphWords = std::size_t{1} << kPlaceBits;
inline constexpr std::size_t kGraphPadding = 4;

template <class Mask>
inline constexpr std::size_t kMaskWords = sizeof(Mask) / sizeof(std::uint32_t);

constexpr std::size_t place_of(NodeIndex node) { return node & (kMostGraphWords - 1); }
constexpr unsigned masks_left_out(NodeIndex node) { return node >> kPlaceBits & 3; }

// The reference to a node with this content.
template <class Mask>
constexpr NodeIndex reference_to(std::size_t place, Mask arcs, Mask letter_set) {
    const auto node = static_cast<NodeIndex>(place);
    if (letter_set || place == kNoNode) return node;
    if (count_bits<Mask>(arcs) != 1) return node | NodeIndex{1} << kPlaceBits;
    return node | NodeIndex{2} << kPlaceBits | NodeIndex{lowest_letter<Mask>(arcs)} << kArcLetterShift;
}

// The words that a node has before its first child.
template <class Mask>
constexpr std::size_t header_size(NodeIndex node) {
    return (2 - masks_left_out(node)) * kMaskWords<Mask>;
}

// A read-only view; whoever owns the words (a mapped file, a NumPy array) must outlive it.
template <class Mask>
class WordGraph {
public:
    WordGraph(const std::uint32_t* words, std::size_t size, NodeIndex root, NodeIndex dawg_root, bool any_order = false)
        : words_(words), size_(size), root_(root), dawg_root_(dawg_root), any_order_(any_order) {}

    NodeIndex root() const { return root_; }            // of the GADDAG
    NodeIndex dawg_root() const { return dawg_root_; }  // of the DAWG inside it
    std::size_t size() const { return size_; }          // 32-bit words
    const std::uint32_t* words() const { return words_; }
    bool any_order() const { return any_order_; }       // its words are alphagrams, and letters in any other order are as good

    Mask arcs(NodeIndex node) const {
        const Mask is_told = Mask{0} - static_cast<Mask>(masks_left_out(node) >> 1);
        return (bit_of<Mask>(static_cast<Letter>(node >> kArcLetterShift)) & is_told) | (load(words_ + place_of(node)) & ~is_told);
    }
    Mask letter_set(NodeIndex node) const {
        const Mask is_there = static_cast<Mask>(masks_left_out(node) != 0) - 1;
        return load(words_ + place_of(node) + kMaskWords<Mask>) & is_there;
    }
    const std::uint32_t* children(NodeIndex node) const { return words_ + place_of(node) + header_size<Mask>(node); }

    // The child along `letter`, which must be among `arcs`, the node's bit map (callers have it at hand).
    NodeIndex child(NodeIndex node, Mask arcs, Letter letter) const {
        return children(node)[count_bits<Mask>(arcs & (bit_of<Mask>(letter) - 1))];
    }

    // The child along `letter`, or kNoNode. A walk along one path waits for each child, so here it pays not to load a bit map for one arc.
    NodeIndex follow(NodeIndex node, Letter letter) const {
        const std::uint32_t* const first = words_ + place_of(node);
        if (masks_left_out(node) == 2) return node >> kArcLetterShift == letter ? *first : kNoNode;
        const Mask map = load(first), bit = bit_of<Mask>(letter);
        return (map & bit) ? first[header_size<Mask>(node) + static_cast<std::size_t>(count_bits<Mask>(map & (bit - 1)))] : kNoNode;
    }

private:
    static Mask load(const std::uint32_t* from) {
        Mask mask;
        std::memcpy(&mask, from, sizeof mask);  // a 64-bit mask may lie on an odd word
        return mask;
    }

    const std::uint32_t* words_;
    std::size_t size_;
    NodeIndex root_;
    NodeIndex dawg_root_;
    bool any_order_;
};

}  // namespace jackdaw
