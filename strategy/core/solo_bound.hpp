// What a player can gain at most while the other one does nothing but pass.
//
// Who leads may pass to the end of the game, so this bounds what the other can win back. Looked at is every word that the player's tiles can come to
// form in a lane, alone or with tiles it has laid before; a play's score is bounded by the best such words across its tiles. Each tile is laid once, a square
// may be used more than once: that makes the bound loose, the more so the more tiles there are.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lane_words.hpp"
#include "movegen/core/variant.hpp"
#include "packed_racks.hpp"

namespace jackdaw {

template <class Mask>
class SoloBound {
public:
    // bytes: for words of lanes that are kept, about. The other arguments outlive it.
    SoloBound(const Variant& variant, const WordGraph<Mask>& graph, std::size_t bytes) : variant_(variant), words_(graph, variant.points, bytes) {}

    std::size_t bytes() const { return words_.bytes() + sizeof(*this) + kListBytes; }

    // Looks at what a rack can do: 1 to kMostSoloTiles tiles, on a board that has tiles. going_out: points beside, for laying the last one.
    void look_at(const Board<Mask>& board, const RackPacking& packing, PackedRack rack, int going_out);

    // What plays can bring at most, their scores and the points of the tiles laid: with the whole rack, or with what is left of it after any plays.
    int most() const { return most_[rack_->numbers - 1]; }
    int most_of(const RackPacking& packing, PackedRack left) const {
        int number = 0;
        for (int kind = 0; kind < rack_->kinds; ++kind) number += packing.count(left, rack_->tiles[kind]) * rack_->strides[kind];
        return most_[number];
    }

private:
    // By how many tiles of the rack were laid before, those of the word itself left out.
    using ByOthers = std::array<std::int16_t, kMostSoloTiles>;

    void measure_distances(const Board<Mask>& board);
    void note_crosses(Direction direction, int lane, const LaneWord& word);
    void note_plays(Direction direction, int lane, const LaneWord& word, const Board<Mask>& board);
    void note_splits(Direction direction, int lane, const LaneWord& word, int others, const std::array<int, kMostSoloTiles>& crosses);
    void sum_up(int going_out);

    std::int16_t& best(int laid, int before, int others) { return best_[(laid * kNumbers + before) * kMostSoloTiles + others]; }

    static constexpr std::size_t kListBytes = std::size_t{1} << 17;  // of lists and small racks, about
    static constexpr int kNumbers = 1 << kMostSoloTiles;
    static constexpr std::int16_t kNever = -1;

    const Variant& variant_;
    LaneWords<Mask> words_;
    const SmallRack* rack_ = nullptr;
    std::unordered_map<std::uint64_t, SmallRack> racks_;
    BothWays<std::uint8_t> distances_{};
    std::array<std::array<std::array<ByOthers, kMostSoloTiles>, kMaxSquares>, 2> crosses_;  // by kind of tile: the most for a word of that direction through it
    std::array<std::int16_t, kNumbers * kNumbers * kMostSoloTiles> best_;                  // by tiles laid, tiles of the word laid before, others laid before
    std::array<std::array<std::vector<LaneWord>, kMaxSide>, 2> lanes_;
    std::array<int, kNumbers> most_;  // by what is left
};

extern template class SoloBound<std::uint32_t>;
extern template class SoloBound<std::uint64_t>;

}  // namespace jackdaw
