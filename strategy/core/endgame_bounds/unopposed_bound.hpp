// A bound of what a player can gain by unopposed play, while the opponent only passes.
//
// The player ahead may stand pat, so this bounds what the one behind can win back. It counts every
// word that the player's tiles can come to form in a lane, alone or with tiles laid before; a
// play's score is bounded by the best such words across its tiles. Each tile is laid once, but a
// square may be used more than once: that makes the bound loose, the more so the more tiles there
// are.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/lane_plays/lane_words.hpp"
#include "strategy/core/lane_plays/packed_racks.hpp"

namespace jackdaw {

template <class Mask>
class UnopposedBound {
  public:
    // bytes: for the cached words of lanes, about. The other arguments must outlive it.
    UnopposedBound(const Variant& variant, const WordGraph<Mask>& graph, std::size_t bytes)
        : variant_(variant), words_(graph, variant.points, bytes) {}

    std::size_t bytes() const { return words_.bytes() + sizeof(*this) + kListBytes; }

    // Measures a rack of 1 to kMaxUnopposedTiles tiles on a board that has tiles. going_out: points
    // for laying the last tile.
    void measure(const Board<Mask>& board, const RackPacking& packing, PackedRack rack,
                 int going_out);

    // The most that plays can gain, their scores and the points of the tiles laid: with the whole
    // rack, or with what is left of it after any plays.
    int max_gain() const { return max_gains_[rack_->numbers - 1]; }
    int max_gain(const RackPacking& packing, PackedRack left) const {
        int number = 0;
        for (int kind = 0; kind < rack_->kinds; ++kind)
            number += packing.count(left, rack_->tiles[kind]) * rack_->strides[kind];
        return max_gains_[number];
    }

  private:
    // By the number of tiles of the rack laid before, without those of the word itself.
    using ByOthers = std::array<std::int16_t, kMaxUnopposedTiles>;

    void measure_distances(const Board<Mask>& board);
    void add_crosses(Direction direction, int lane, const LaneWord& word);
    void add_plays(Direction direction, int lane, const LaneWord& word, const Board<Mask>& board);
    void add_splits(Direction direction, int lane, const LaneWord& word, int others,
                    const std::array<int, kMaxUnopposedTiles>& crosses);
    void find_max_gains(int going_out);

    std::int16_t& best(int laid, int before, int others) {
        return best_[(laid * kNumbers + before) * kMaxUnopposedTiles + others];
    }

    static constexpr std::size_t kListBytes = std::size_t{1}
                                              << 17;  // of lists and small racks, about
    static constexpr int kNumbers = 1 << kMaxUnopposedTiles;
    static constexpr std::int16_t kNever = -1;

    const Variant& variant_;
    LaneWords<Mask> words_;
    const SmallRack* rack_ = nullptr;
    std::unordered_map<std::uint64_t, SmallRack> racks_;
    BothWays<std::uint8_t> distances_{};
    std::array<std::array<std::array<ByOthers, kMaxUnopposedTiles>, kMaxSquares>, 2>
        crosses_;  // the most for a word of that direction through a square, by kind of tile
    std::array<std::int16_t, kNumbers * kNumbers * kMaxUnopposedTiles>
        best_;  // by tiles laid, tiles of the word laid before, others laid before
    std::array<std::array<std::vector<LaneWord>, kMaxSide>, 2> lanes_;
    std::array<int, kNumbers> max_gains_;  // by the sub-rack that is left
};

extern template class UnopposedBound<std::uint32_t>;
extern template class UnopposedBound<std::uint64_t>;

}  // namespace jackdaw
