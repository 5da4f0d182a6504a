// The register of finished nodes while a word graph is built, as in the incremental minimization of
// Daciuk, Mihov, Watson and Watson ("Incremental construction of minimal acyclic finite-state
// automata", Computational Linguistics 2000): equal nodes get one number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "movegen/core/base/hashing.hpp"
#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

// Numbers are dense from 1; 0 is the empty node. Children are numbers of nodes registered before
// their parent.
template <class Mask>
class NodeRegister {
  public:
    NodeRegister() : arcs_(1), letter_sets_(1), first_child_(2), table_(1u << 10) {}

    std::uint32_t count() const {
        return static_cast<std::uint32_t>(arcs_.size());
    }  // the empty node included
    std::size_t child_count() const { return children_.size(); }
    Mask arcs(std::uint32_t node) const { return arcs_[node]; }
    Mask letter_set(std::uint32_t node) const { return letter_sets_[node]; }
    const std::uint32_t* children(std::uint32_t node) const {
        return children_.data() + first_child_[node];
    }

    // The number of the node with these arcs, letter set and children (`count_bits(arcs)` of them),
    // which is added if it is new.
    std::uint32_t find_or_add(Mask arcs, Mask letter_set, const std::uint32_t* children) {
        if (!arcs && !letter_set) return kNoNode;
        const int child_count = count_bits<Mask>(arcs);
        const std::size_t index = find(arcs, letter_set, children, child_count);
        if (table_[index]) return table_[index];
        const auto number = count();
        arcs_.push_back(arcs);
        letter_sets_.push_back(letter_set);
        children_.insert(children_.end(), children, children + child_count);
        first_child_.push_back(static_cast<std::uint32_t>(children_.size()));
        table_[index] = number;
        if (number * 2 > table_.size()) rehash();
        return number;
    }

  private:
    static std::uint64_t hash_node(Mask arcs, Mask letter_set, const std::uint32_t* children,
                                   int child_count) {
        std::uint64_t hash = mix_hash(mix_hash(0, arcs), letter_set);
        for (int i = 0; i < child_count; ++i) hash = mix_hash(hash, children[i]);
        return hash;
    }

    // The node's slot in the table, or the free slot where it belongs.
    std::size_t find(Mask arcs, Mask letter_set, const std::uint32_t* children,
                     int child_count) const {
        const std::size_t last = table_.size() - 1;
        std::size_t index = hash_node(arcs, letter_set, children, child_count) & last;
        while (const std::uint32_t other = table_[index]) {
            if (arcs_[other] == arcs && letter_sets_[other] == letter_set &&
                std::equal(children, children + child_count, this->children(other))) {
                break;
            }
            index = (index + 1) & last;
        }
        return index;
    }

    void rehash() {
        table_.assign(table_.size() * 2, 0);
        for (std::uint32_t number = 1; number < count(); ++number) {
            table_[find(arcs_[number], letter_sets_[number], children(number),
                        count_bits<Mask>(arcs_[number]))] = number;
        }
    }

    std::vector<Mask> arcs_;
    std::vector<Mask> letter_sets_;
    std::vector<std::uint32_t>
        first_child_;  // one more than nodes: node n's children end where those of n + 1 begin
    std::vector<std::uint32_t> children_;
    std::vector<std::uint32_t> table_;  // open addressing; a power of two
};

}  // namespace jackdaw
