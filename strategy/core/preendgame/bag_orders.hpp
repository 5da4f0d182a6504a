// Where the unseen tiles may be: on the opponent's rack, and in the bag in some order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/tiles.hpp"

namespace jackdaw {

inline constexpr int kMaxInBag = 4;

using BagTiles =
    std::array<Letter, kMaxInBag>;  // in the order in which they are drawn; 0 is a blank

struct BagOrder {
    BagTiles tiles{};
    std::uint32_t weight = 0;  // of the equally likely ways to draw single tiles, those like this
};

// All orders in which so many of the unseen tiles may be drawn.
std::vector<BagOrder> all_bag_orders(const TileCounts& unseen, int count);

// Where the tiles are once a player has drawn; tiles drawn together are in no order.
struct Arrangement {
    TileCounts drawn{};
    TileCounts theirs{};  // the opponent's rack
    BagTiles rest{};      // the rest of the bag
    std::uint32_t weight = 0;

    bool is_like(const Arrangement& other) const {
        return drawn == other.drawn && theirs == other.theirs && rest == other.rest;
    }
};

// The arrangements that differ for a player who draws so many tiles of the bag. Those with the same
// rack of the opponent are adjacent.
class Arrangements {
  public:
    Arrangements(const TileCounts& unseen, const std::vector<BagOrder>& orders, int bag, int drawn);

    std::size_t bytes() const {
        return list_.capacity() * sizeof(Arrangement) + indices_.capacity() * sizeof(std::int32_t) +
               racks_.capacity() * sizeof(int);
    }
    const std::vector<Arrangement>& list() const { return list_; }
    int index_of(std::size_t order) const { return indices_[order]; }
    const std::vector<std::int32_t>& indices() const { return indices_; }  // by order
    int rack(std::size_t index) const { return racks_[index]; }            // numbered from 0
    std::size_t racks() const {
        return racks_.empty() ? 0 : static_cast<std::size_t>(racks_.back()) + 1;
    }

  private:
    std::vector<Arrangement> list_;
    std::vector<std::int32_t> indices_;
    std::vector<int> racks_;
};

inline TileCounts plus(TileCounts a, const TileCounts& b) {
    for (int tile = 0; tile < kMaxTiles; ++tile)
        a[tile] = static_cast<std::uint8_t>(a[tile] + b[tile]);
    return a;
}

}  // namespace jackdaw
