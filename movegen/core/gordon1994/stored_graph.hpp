// The two representations of the paper (Gordon 1994, "Compression"), with the interface of a
// WordGraph so that the generators can walk them. Alphabets have up to 31 letters: a state's bit
// map is one 32-bit word.
//
// An arc is a 32-bit word: the number of its letter set in the high bits, its destination in the
// low bits. What a generator takes for a node is the arc that led to it. 0 is no arc: nothing lies
// at 0, and letter set 0 is empty.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "movegen/core/gordon1994/automaton.hpp"
#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

// Numbers letter sets, and packs them with destinations into arcs.
class ArcCode {
  public:
    explicit ArcCode(const Automaton<std::uint32_t>& automaton);

    // Sets the bits of a destination; false if letter set and destination do not fit an arc
    // together.
    bool reserve_bits(std::uint64_t destinations) {
        bits_ = static_cast<int>(std::bit_width(destinations));
        low_bits_ = static_cast<std::uint32_t>((std::uint64_t{1} << bits_) - 1);
        return bits_ + static_cast<int>(std::bit_width(sets_.size() - 1)) <= 32;
    }
    std::uint32_t encode(std::uint32_t letter_set, std::uint32_t destination) const {
        return numbers_.at(letter_set) << bits_ | destination;
    }
    std::uint32_t destination(std::uint32_t arc) const { return arc & low_bits_; }
    std::uint32_t letter_set(std::uint32_t arc) const { return sets_[arc >> bits_]; }
    std::size_t size() const { return sets_.size(); }

  private:
    std::vector<std::uint32_t> sets_;
    std::map<std::uint32_t, std::uint32_t> numbers_;
    int bits_ = 0;
    std::uint32_t low_bits_ = 0;
};

// A two-dimensional array of arcs by state and letter. A state's arcs are not known before they are
// looked up, so `arcs` offers every letter, as the paper's generator tries every letter of the
// rack.
class ExpandedGraph {
  public:
    static constexpr bool kOffersEveryLetter = true;

    // Empty if the arcs do not fit 32 bits.
    static std::optional<ExpandedGraph> store(const Automaton<std::uint32_t>& automaton,
                                              int letters, AutomatonKind structure);

    NodeIndex root() const { return root_; }
    NodeIndex dawg_root() const { return root_; }
    std::uint32_t arcs(NodeIndex) const { return every_letter_; }
    std::uint32_t letter_set(NodeIndex node) const { return code_.letter_set(node); }
    NodeIndex child(NodeIndex node, std::uint32_t, Letter letter) const {
        return arcs_[code_.destination(node) * width_ + letter - first_];
    }
    NodeIndex follow(NodeIndex node, Letter letter) const {
        return child(node, every_letter_, letter);
    }
    std::size_t bytes() const { return sizeof(std::uint32_t) * (arcs_.size() + code_.size()); }

  private:
    explicit ExpandedGraph(const ArcCode& code) : code_(code) {}

    ArcCode code_;
    std::size_t width_ = 0;  // arcs for each state
    Letter first_ = 0;       // lowest letter: the separator, or the first letter in a DAWG
    std::uint32_t every_letter_ = 0;
    NodeIndex root_ = kNoNode;
    std::vector<std::uint32_t> arcs_;  // state 0 has none
};

// One array of states and arcs: a bit map of a state's letters, then its arcs in the order of
// letters. An arc leads to a bit map.
class CompressedGraph {
  public:
    static std::optional<CompressedGraph> store(const Automaton<std::uint32_t>& automaton);

    NodeIndex root() const { return root_; }
    NodeIndex dawg_root() const { return root_; }
    std::uint32_t arcs(NodeIndex node) const { return words_[code_.destination(node)]; }
    std::uint32_t letter_set(NodeIndex node) const { return code_.letter_set(node); }
    NodeIndex child(NodeIndex node, std::uint32_t arcs, Letter letter) const {
        const auto below = static_cast<std::size_t>(
            count_bits<std::uint32_t>(arcs & (bit_of<std::uint32_t>(letter) - 1)));
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
