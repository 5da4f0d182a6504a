// The tiles not drawn yet, in an order that depends on the seed and the number of the game alone.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "movegen/core/rack.hpp"
#include "philox.hpp"

namespace jackdaw {

class Bag {
public:
    Bag(const TileCounts& counts, std::uint64_t seed, std::uint64_t game) : random_(seed, game) {
        for (int tile = 0; tile < kMaxTiles; ++tile) tiles_.insert(tiles_.end(), counts[tile], static_cast<Letter>(tile));
        shuffle();
    }

    int size() const { return static_cast<int>(tiles_.size()); }
    const std::vector<Letter>& tiles() const { return tiles_; }  // the last one is drawn next

    // Takes the tile to be drawn next; there must be one.
    Letter draw() {
        const Letter tile = tiles_.back();
        tiles_.pop_back();
        return tile;
    }

    // Draws until a rack that holds `held` tiles holds `most`, or the bag is empty; returns how many it holds then.
    int fill(TileCounts& rack, int held, int most) {
        for (; held < most && !tiles_.empty(); ++held) ++rack[draw()];
        return held;
    }

    // Returns tiles, in any number a tile index, and shuffles.
    void put_back(const Letter* tiles, int count) {
        tiles_.insert(tiles_.end(), tiles, tiles + count);
        shuffle();
    }

private:
    // Fisher and Yates's, from the last place down.
    void shuffle() {
        for (std::size_t last = tiles_.size(); last-- > 1;) std::swap(tiles_[last], tiles_[random_.up_to(static_cast<std::uint32_t>(last))]);
    }

    PhiloxStream random_;
    std::vector<Letter> tiles_;
};

}  // namespace jackdaw
