// The two forms of the paper (Gordon 1994, "Compression") in which its automata lie in memory, with the interface of a WordGraph, so
// that the generators walk them. Alphabets of up to 31 letters: a state's bit map is one 32-bit word.
//
// An arc is a 32-bit word: the number of its letter set in the high bits, where it leads in the low ones. What a generator takes for a
// node is the arc that it came by. 0 is no arc: there is nothing at 0 to lead to, and letter set 0 is the empty one.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "paper_automaton.hpp"
#include "word_graph.hpp"

namespace jackdaw {

// Letter sets by number, and arcs made of them and of destinations.
class ArcCode {
public:
    explicit ArcCode(const Automaton<std::uint32_t>& automaton);

    // Fixes how many bits a destination takes; false if letter sets and destinations together do not fit an arc.
    bool make_room(std::uint64_t destinations) {
        bits_ = static_cast<int>(std::bit_width(destinations));
        low_bits_ = static_cast<std::uint32_t>((std::uint64_t{1} << bits_) - 1);
        return bits_ + static_cast<int>(std::bit_width(sets_.size() - 1)) <= 32;
    }
    std::uint32_t encode(std::uint32_t letter_set, std::uint32_t destination) const { return numbers_.at(letter_set) << bits_ | destination; }
    std::uint32_t destination(std::uint32_t arc) const { return arc & low_bits_; }
    std::uint32_t letter_set(std::uint32_t arc) const { return sets_[arc >> bits_]; }
    std::size_t size() const { return sets_.size(); }

private:
    std::vector<std::uint32_t> sets_;
    std::map<std::uint32_t, std::uint32_t> numbers_;
    int bits_ = 0;
    std::uint32_t low_bits_ = 0;
};

// A two-dimensional array of arcs indexed by state and letter. What arcs a state has is not known before they are looked up, so
// `arcs` offers every letter, as the paper's generator tries every letter of the rack.
class ExpandedGraph {
public:
    static constexpr bool kOffersEveryLetter = true;

    // Nothing, if an arc has no room for it.
    static std::optional<ExpandedGraph> store(const Automaton<std::uint32_t>& automaton, int letters, PaperStructure structure);

    NodeIndex root() const { return root_; }
    NodeIndex dawg_root() const { return root_; }
    std::uint32_t arcs(NodeIndex) const { return every_; }
    std::uint32_t letter_set(NodeIndex node) const { return code_.letter_set(node); }
    NodeIndex child(NodeIndex node, std::uint32_t, Letter letter) const { return arcs_[code_.destination(node) * width_ + letter - first_]; }
    NodeIndex follow(NodeIndex node, Letter letter) const { return child(node, every_, letter); }
    std::size_t bytes() const { return sizeof(std::uint32_t) * (arcs_.size() + code_.size()); }

private:
    explicit ExpandedGraph(const ArcCode& code) : code_(code) {}

    ArcCode code_;
    std::size_t width_ = 0;  // arcs of a state
    Letter first_ = 0;       // their lowest letter: the separator, or the first one of a DAWG
    std::uint32_t every_ = 0;
    NodeIndex root_ = kNoNode;
    std::vector<std::uint32_t> arcs_;  // state 0 has none
};

// One array of states and arcs: a bit map of a state's letters, then its arcs in the order of letters. An arc leads to a bit map.
class CompressedGraph {
public:
    static std::optional<CompressedGraph> store(const Automaton<std::uint32_t>& automaton);

    NodeIndex root() const { return root_; }
    NodeIndex dawg_root() const { return root_; }
    std::uint32_t arcs(NodeIndex node) const { return words_[code_.destination(node)]; }
    std::uint32_t letter_set(NodeIndex node) const { return code_.letter_set(node); }
    NodeIndex child(NodeIndex node, std::uint32_t arcs, Letter letter) const {
        const auto below = static_cast<std::size_t>(count_bits<std::uint32_t>(arcs & (bit_of<std::uint32_t>(letter) - 1)));
        return words_[code_.destination(node) + 1 + below];
    }
    NodeIndex follow(NodeIndex node, Letter letter) const {
        const std::uint32_t map = arcs(node);
        return (map & bit_of<std::uint32_t>(letter)) ? child(node, map, letter) : kNoNode;
    }
    std::size_t bytes() const { return sizeof(std::uint32_t) * (words_.size() + code_.size()); }

private:
    explicit CompressedGraph(const ArcCode& code) : code_(code) {}

    ArcCode code_;
    NodeIndex root_ = kNoNode;
    std::vector<std::uint32_t> words_;  // word 0 is a state without arcs
};

}  // namespace jackdaw
