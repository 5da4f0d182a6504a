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

// The same for two players who draw from either end: what one draws hardly depends on how many tiles the other drew before. So rollouts that
// differ in one player's move differ as little as may be in what follows.
class TwoEndedBag {
public:
    TwoEndedBag() : random_(0, 0) {}
    TwoEndedBag(const TileCounts& counts, std::uint64_t seed, std::uint64_t stream) : random_(seed, stream) {
        for (int tile = 0; tile < kMaxTiles; ++tile) tiles_.insert(tiles_.end(), counts[tile], static_cast<Letter>(tile));
        end_ = tiles_.size();
        for (std::size_t last = end_; last-- > 1;) swap_with_any(last, last);
    }

    int size() const { return static_cast<int>(end_ - first_); }

    // Takes the tile that the player (0 or 1) is to draw next; there must be one.
    Letter draw(int player) { return player ? tiles_[first_++] : tiles_[--end_]; }

    // Draws until a player's rack that holds `held` tiles holds `most`, or the bag is empty; returns how many it holds then.
    int fill(int player, TileCounts& rack, int held, int most) {
        for (; held < most && size(); ++held) ++rack[draw(player)];
        return held;
    }

    // Returns tiles for as many that the player has drawn: each changes places with any one of the bag, or with none.
    void put_back(int player, const Letter* tiles, int count) {
        for (int i = 0; i < count; ++i) {
            const std::size_t place = player ? --first_ : end_++;
            tiles_[place] = tiles[i];
            swap_with_any(place, end_ - first_ - 1);
        }
    }

private:
    // Changes places with one of the tiles 0 to `most` from the first.
    void swap_with_any(std::size_t place, std::size_t most) {
        std::swap(tiles_[place], tiles_[first_ + random_.up_to(static_cast<std::uint32_t>(most))]);
    }

    PhiloxStream random_;
    std::vector<Letter> tiles_;  // those in the bag are at first_ .. end_ - 1
    std::size_t first_ = 0;
    std::size_t end_ = 0;
};

}  // namespace jackdaw
