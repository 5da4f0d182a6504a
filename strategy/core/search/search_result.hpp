// Values of a search: windows, bounds, results.
//
// All values are changes of the spread until the end of the game, in points, for the player on
// turn.
#pragma once

#include <cstdint>

namespace jackdaw {

using Points = std::int16_t;

inline constexpr int kUnbounded = 30'000;  // no value is this far from 0
inline constexpr int kToTheEnd = 1'000;    // a depth in plies: no game lasts as long

// Alpha-beta window: values up to alpha are equivalent, and so are values from beta on.
struct AlphaBetaWindow {
    int alpha;
    int beta;

    bool operator==(const AlphaBetaWindow&) const = default;
};

// The value of a position or a move, with proven bounds. The value may be an estimate; the bounds
// owe nothing to one.
struct SearchResult {
    int value = 0;
    int lower = -kUnbounded;
    int upper = kUnbounded;

    bool is_proven() const { return lower == upper; }
};

}  // namespace jackdaw
