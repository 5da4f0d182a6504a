// How much work a generator does, in the measures of Gordon's paper (1994, table IV): a policy chosen at compile time.
//
// An arc is traversed when a generator steps from a node to a child of it, along a letter or the separator, whether or not anything
// comes of the step; an anchor is used when plays are sought from it. A letter tried that the node has no arc for counts nothing.
#pragma once

#include <cstdint>

namespace jackdaw {

// Nothing is counted, and nothing is paid for it.
struct NoCounters {
    void arc() {}
    void anchor() {}
};

struct WorkCounters {
    std::uint64_t arcs = 0;
    std::uint64_t anchors = 0;

    void arc() { ++arcs; }
    void anchor() { ++anchors; }
};

}  // namespace jackdaw
