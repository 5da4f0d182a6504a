// Where the unseen tiles may be: on the other player's rack, and in the bag in some order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "movegen/core/rack.hpp"
#include "movegen/core/tiles.hpp"

namespace jackdaw {

inline constexpr int kMostInBag = 4;

using BagTiles = std::array<Letter, kMostInBag>;  // in the order in which they are drawn; 0 is a blank

struct BagOrder {
    BagTiles tiles{};
    std::uint32_t weight = 0;  // so many of the equally likely ways to draw single tiles look like this
};

// Every order in which so many of the unseen tiles may be drawn.
std::vector<BagOrder> all_bag_orders(const TileCounts& unseen, int count);

// What is where once a player has drawn: tiles drawn together are in no order.
struct Arrangement {
    TileCounts drawn{};
    TileCounts theirs{};  // the other player's rack
    BagTiles rest{};      // of the bag
    std::uint32_t weight = 0;

    bool is_like(const Arrangement& other) const { return drawn == other.drawn && theirs == other.theirs && rest == other.rest; }
};

// The arrangements that differ for a player who draws so many tiles of the bag. Those with the same rack of the other player stand together.
class Arrangements {
public:
    Arrangements(const TileCounts& unseen, const std::vector<BagOrder>& orders, int bag, int drawn);

    const std::vector<Arrangement>& list() const { return list_; }
    int of_order(std::size_t order) const { return of_order_[order]; }
    const std::vector<std::int32_t>& of_orders() const { return of_order_; }
    int rack(std::size_t place) const { return racks_[place]; }  // counted from 0
    std::size_t racks() const { return racks_.empty() ? 0 : static_cast<std::size_t>(racks_.back()) + 1; }

private:
    std::vector<Arrangement> list_;
    std::vector<std::int32_t> of_order_;
    std::vector<int> racks_;
};

inline TileCounts plus(TileCounts a, const TileCounts& b) {
    for (int tile = 0; tile < kMaxTiles; ++tile) a[tile] = static_cast<std::uint8_t>(a[tile] + b[tile]);
    return a;
}

}  // namespace jackdaw
