// The word graph as it lies in memory and in its file: a minimized GADDAG (Gordon 1994) together with the DAWG it contains.
//
// A node is a run of 32-bit words: the bit map of its arcs, its letter set (the letters which, met next, complete a word), then one
// 32-bit word an arc: the index of the child. Arcs stand in the order of their letters, so an arc's place is the number of bits
// below its own. A child lies behind all its parents. Bit maps and letter sets are `Mask`s (one or two 32-bit words). Node 0 is the empty node: nothing follows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tiles.hpp"

namespace jackdaw {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = 0;

template <class Mask>
inline constexpr std::size_t kNodeHeader = 2 * sizeof(Mask) / sizeof(std::uint32_t);  // words before the first child

// A read-only view; whoever owns the words (a mapped file, a NumPy array) must outlive it.
template <class Mask>
class WordGraph {
public:
    WordGraph(const std::uint32_t* words, std::size_t size, NodeIndex root, NodeIndex dawg_root)
        : words_(words), size_(size), root_(root), dawg_root_(dawg_root) {}

    NodeIndex root() const { return root_; }            // of the GADDAG
    NodeIndex dawg_root() const { return dawg_root_; }  // of the DAWG inside it
    std::size_t size() const { return size_; }          // 32-bit words
    const std::uint32_t* words() const { return words_; }

    Mask arcs(NodeIndex node) const { return load(words_ + node); }
    Mask letter_set(NodeIndex node) const { return load(words_ + node + sizeof(Mask) / sizeof(std::uint32_t)); }
    const std::uint32_t* children(NodeIndex node) const { return words_ + node + kNodeHeader<Mask>; }

    // The child along `letter`, which must be among `arcs`, the node's bit map (callers have it at hand).
    NodeIndex child(NodeIndex node, Mask arcs, Letter letter) const {
        return children(node)[count_bits<Mask>(arcs & (bit_of<Mask>(letter) - 1))];
    }

    // The child along `letter`, or kNoNode.
    NodeIndex follow(NodeIndex node, Letter letter) const {
        const Mask map = arcs(node);
        return (map & bit_of<Mask>(letter)) ? child(node, map, letter) : kNoNode;
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
};

}  // namespace jackdaw
