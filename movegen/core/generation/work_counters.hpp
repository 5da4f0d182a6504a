// How much work a generator does, in the measures of Gordon's paper (1994, table IV): a policy
// chosen at compile time.
//
// An arc is looked up for each letter that may be laid on a square as far as rack and cross-check
// go (for a blank, each letter that any word has), for a tile that lies there, and for the
// separator, whether or not the node has it: this is what the paper calls an arc traversed, as its
// figures show (docs/internals/gordon1994.md). An arc is followed when the node has it. An anchor
// is used when plays are sought from it.
#pragma once

#include <cstdint>

#include "movegen/core/base/tiles.hpp"

namespace jackdaw {

// Counts nothing, at no cost.
struct NoCounters {
    template <class Mask>
    void look_up(Mask, Mask, bool) {}
    void look_up() {}
    void follow() {}
    void anchor() {}
};

struct WorkCounters {
    std::uint64_t lookups = 0;
    std::uint64_t arcs = 0;
    std::uint64_t anchors = 0;

    template <class Mask>
    void look_up(Mask allowed, Mask rack, bool has_blank) {
        lookups += static_cast<unsigned>(count_bits<Mask>(allowed & rack) +
                                         (has_blank ? count_bits<Mask>(allowed) : 0));
    }
    void look_up() { ++lookups; }
    void follow() { ++arcs; }
    void anchor() { ++anchors; }
};

}  // namespace jackdaw
