// The tiles not drawn yet, in an order that depends on the seed and the game's number alone.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "movegen/core/base/rack.hpp"
#include "sims/core/random/philox.hpp"

namespace jackdaw {

class Bag {
  public:
    Bag(const TileCounts& counts, std::uint64_t seed, std::uint64_t game) : random_(seed, game) {
        for (int tile = 0; tile < kMaxTiles; ++tile)
            tiles_.insert(tiles_.end(), counts[tile], static_cast<Letter>(tile));
        shuffle();
    }

    int size() const { return static_cast<int>(tiles_.size()); }
    const std::vector<Letter>& tiles() const { return tiles_; }  // the last one is drawn next

    // Draws a tile; the bag must not be empty.
    Letter draw() {
        const Letter tile = tiles_.back();
        tiles_.pop_back();
        return tile;
    }

    // Draws until a rack of `held` tiles holds `max`, or the bag is empty; returns the number that
    // it then holds.
    int fill(TileCounts& rack, int held, int max) {
        for (; held < max && !tiles_.empty(); ++held) ++rack[draw()];
        return held;
    }

    // Returns tiles and shuffles.
    void put_back(const Letter* tiles, int count) {
        tiles_.insert(tiles_.end(), tiles, tiles + count);
        shuffle();
    }

  private:
    // The shuffle of Fisher and Yates, from the last element down.
    void shuffle() {
        for (std::size_t last = tiles_.size(); last-- > 1;)
            std::swap(tiles_[last], tiles_[random_.next_up_to(static_cast<std::uint32_t>(last))]);
    }

    PhiloxStream random_;
    std::vector<Letter> tiles_;
};

// A bag from which two players draw at opposite ends: what one draws hardly depends on how many
// tiles the other has drawn. Rollouts that differ in one player's move then differ as little as
// possible in what follows (common random numbers).
class TwoEndedBag {
  public:
    TwoEndedBag() : random_(0, 0) {}
    explicit TwoEndedBag(Letter only) : random_(0, 0), tiles_{only}, end_(1) {}
    TwoEndedBag(const TileCounts& counts, std::uint64_t seed, std::uint64_t stream)
        : random_(seed, stream) {
        for (int tile = 0; tile < kMaxTiles; ++tile)
            tiles_.insert(tiles_.end(), counts[tile], static_cast<Letter>(tile));
        end_ = tiles_.size();
        for (std::size_t last = end_; last-- > 1;) swap_with_any(last, last);
    }

    int size() const { return static_cast<int>(end_ - first_); }

    // The tile that player 1 would draw; the bag must not be empty.
    Letter first() const { return tiles_[first_]; }

    // The number of tiles that a player has drawn and not returned.
    int drawn_by(int player) const {
        return static_cast<int>(player ? first_ : tiles_.size() - end_);
    }

    // Draws a tile for a player (0 or 1); the bag must not be empty.
    Letter draw(int player) { return player ? tiles_[first_++] : tiles_[--end_]; }

    // Draws until a player's rack that holds `held` tiles holds `max`, or the bag is empty;
    // returns how many it holds then.
    int fill(int player, TileCounts& rack, int held, int max) {
        for (; held < max && size(); ++held) ++rack[draw(player)];
        return held;
    }

    // Returns tiles, at most as many as the player has drawn: each is swapped with a random tile of
    // the bag, or stays.
    void put_back(int player, const Letter* tiles, int count) {
        for (int i = 0; i < count; ++i) {
            const std::size_t index = player ? --first_ : end_++;
            tiles_[index] = tiles[i];
            swap_with_any(index, end_ - first_ - 1);
        }
    }

  private:
    // Swaps with a random one of the tiles 0 to `max` from the first.
    void swap_with_any(std::size_t index, std::size_t max) {
        std::swap(tiles_[index],
                  tiles_[first_ + random_.next_up_to(static_cast<std::uint32_t>(max))]);
    }

    PhiloxStream random_;
    std::vector<Letter> tiles_;  // the bag is first_ .. end_ - 1
    std::size_t first_ = 0;
    std::size_t end_ = 0;
};

}  // namespace jackdaw
