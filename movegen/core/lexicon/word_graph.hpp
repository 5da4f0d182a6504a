// The word graph in memory and in its file: a minimized GADDAG (Gordon 1994) together with the DAWG
// that it contains.
//
// A node is a run of 32-bit words: the bit map of its arcs, its letter set (the letters that
// complete a word when met next), then one word for each arc, the child. Arcs are in alphabetical
// order, so an arc's index is the population count of the bits below its own: Gordon's compressed
// form. Children lie behind all their parents. Bit maps and letter sets are `Mask`s (one or two
// 32-bit words).
//
// Four nodes of five have no letter set, and most of these have one arc. Such masks are omitted
// from the node and encoded in the references to it. A reference has 32 bits: bits 0-23 are the
// offset of the node's first word; bits 24-25 the number of masks omitted (0: none, 1: the letter
// set, 2: also the bit map, for there is one arc); bits 26-31 that arc's letter.
//
// Reading a node takes no branches: both masks are loaded, wherever the node ends, so kGraphPadding
// zeros follow the last one. The first node is empty.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "movegen/core/base/tiles.hpp"

namespace jackdaw {

static_assert(std::endian::native == std::endian::little,
              "masks of 64 bits are read from files, lower half first");

using NodeIndex = std::uint32_t;  // a reference to a node
inline constexpr NodeIndex kNoNode = 0;

using WordText = std::vector<std::uint8_t>;  // words as letters, each closed by a 0

inline constexpr int kOffsetBits = 24;
inline constexpr int kArcLetterShift = 26;
inline constexpr std::size_t kMaxGraphWords = std::size_t{1} << kOffsetBits;
inline constexpr std::size_t kGraphPadding = 4;

template <class Mask>
inline constexpr std::size_t kMaskWords = 8 * sizeof(Mask) / 32;

constexpr std::size_t word_offset(NodeIndex node) { return node & (kMaxGraphWords - 1); }
constexpr unsigned omitted_masks(NodeIndex node) { return node >> kOffsetBits & 3; }

// The reference to a node with this content.
template <class Mask>
constexpr NodeIndex make_reference(std::size_t index, Mask arcs, Mask letter_set) {
    const auto node = static_cast<NodeIndex>(index);
    if (letter_set || index == kNoNode) return node;
    if (count_bits<Mask>(arcs) != 1) return node | NodeIndex{1} << kOffsetBits;
    return node | NodeIndex{2} << kOffsetBits |
           NodeIndex{lowest_letter<Mask>(arcs)} << kArcLetterShift;
}

// The number of words before a node's first child.
template <class Mask>
constexpr std::size_t header_size(NodeIndex node) {
    return (2 - omitted_masks(node)) * kMaskWords<Mask>;
}

// A read-only view; the owner of the words (a mapped file, a NumPy array) must outlive it.
template <class Mask>
class WordGraph {
  public:
    WordGraph(const std::uint32_t* words, std::size_t size, NodeIndex root, NodeIndex dawg_root,
              bool any_order = false)
        : words_(words), size_(size), root_(root), dawg_root_(dawg_root), any_order_(any_order) {}

    NodeIndex root() const { return root_; }            // of the GADDAG
    NodeIndex dawg_root() const { return dawg_root_; }  // of the DAWG inside it
    std::size_t size() const { return size_; }          // 32-bit words
    const std::uint32_t* words() const { return words_; }
    bool any_order() const {
        return any_order_;
    }  // its words are alphagrams that stand for letters in any order

    Mask arcs(NodeIndex node) const {
        const Mask has_arc_letter = Mask{0} - static_cast<Mask>(omitted_masks(node) >> 1);
        return (bit_of<Mask>(static_cast<Letter>(node >> kArcLetterShift)) & has_arc_letter) |
               (load(words_ + word_offset(node)) & ~has_arc_letter);
    }
    Mask letter_set(NodeIndex node) const {
        const Mask is_there = static_cast<Mask>(omitted_masks(node) != 0) - 1;
        return load(words_ + word_offset(node) + kMaskWords<Mask>) & is_there;
    }
    const std::uint32_t* children(NodeIndex node) const {
        return words_ + word_offset(node) + header_size<Mask>(node);
    }

    // The child along `letter`, which must be in `arcs`, the node's bit map.
    NodeIndex child(NodeIndex node, Mask arcs, Letter letter) const {
        return children(node)[count_bits<Mask>(arcs & (bit_of<Mask>(letter) - 1))];
    }

    // The child along `letter`, or kNoNode. A walk along one path waits for each child, so here it
    // pays to skip the bit map of a single arc.
    NodeIndex follow(NodeIndex node, Letter letter) const {
        const std::uint32_t* const first = words_ + word_offset(node);
        if (omitted_masks(node) == 2) return node >> kArcLetterShift == letter ? *first : kNoNode;
        const Mask map = load(first), bit = bit_of<Mask>(letter);
        return (map & bit) ? first[header_size<Mask>(node) +
                                   static_cast<std::size_t>(count_bits<Mask>(map & (bit - 1)))]
                           : kNoNode;
    }

  private:
    static Mask load(const std::uint32_t* from) {
        Mask mask;
        std::memcpy(&mask, from, sizeof mask);  // a 64-bit mask may be unaligned
        return mask;
    }

    const std::uint32_t* words_;
    std::size_t size_;
    NodeIndex root_;
    NodeIndex dawg_root_;
    bool any_order_;
};

}  // namespace jackdaw
