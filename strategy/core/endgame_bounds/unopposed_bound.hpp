// A bound of what a player can gain by unopposed play, while the opponent only passes.
//
// The player ahead may stand pat, so this bounds what the one behind can win back. It counts every
// word that the player's tiles can come to form in a lane, alone or with tiles laid before; a
// play's score is bounded by the best such words across its tiles. Each tile is laid once, but a
// square may be used more than once: that makes the bound loose, the more so the more tiles there
// are.
//
// What a lane gives depends on its tiles, on the distances of its squares from the nearest tile,
// and on the cross words through them: it is cached by these, for most lanes of a board were met
// before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/lane_plays/content_map.hpp"
#include "strategy/core/lane_plays/lane_words.hpp"
#include "strategy/core/lane_plays/packed_racks.hpp"

namespace jackdaw {

template <class Mask>
class UnopposedBound {
  public:
    // bytes: for what is cached of lanes, about. The other arguments must outlive it.
    UnopposedBound(const Variant& variant, const WordGraph<Mask>& graph, std::size_t bytes);

    std::size_t bytes() const { return max_bytes_ + sizeof(*this) + kListBytes; }

    // Measures a rack of 1 to kMaxUnopposedTiles tiles on a board that has tiles. going_out: points
    // for laying the last tile.
    void measure(const Board<Mask>& board, const RackPacking& packing, PackedRack rack,
                 int going_out);

    // The most that plays can gain, their scores and the points of the tiles laid: with the whole
    // rack, or with what is left of it after any plays.
    int max_gain() const { return max_gains_[rack_->numbers - 1]; }
    int max_gain(const RackPacking& packing, PackedRack left) const {
        return max_gains_[number_of(packing, left)];
    }

    // The same after a move on the measured board. tiles: what it lays; touched: the lanes whose
    // plays it may change. Its tiles are in no word of other lanes, which makes the bound tighter.
    int max_gain_after(const RackPacking& packing, PackedRack tiles, const LaneSet& touched);

  private:
    // By the number of tiles of the rack laid before, without those of the word itself.
    using ByOthers = std::array<std::int16_t, kMaxUnopposedTiles>;
    using ByKind = std::array<ByOthers, kMaxUnopposedTiles>;

    // What a lane's words score as cross words through one of its squares.
    struct Cross {
        std::uint8_t offset;
        std::uint8_t kind;
        std::uint8_t others;
        std::int16_t score;
    };
    struct CrossHash {
        int offset;
        std::uint64_t hash;  // of the crosses through that square
    };

    // A lane by its content: where its words lay tiles, and what these score as cross words.
    struct Lane {
        std::uint64_t key = 0;
        std::uint32_t squares = 0;  // offsets where words lay tiles; 0 if there are no words
        std::uint32_t crosses = 0;  // the first of `num_crosses`
        std::uint32_t num_crosses = 0;
        std::uint32_t hashes = 0;  // the first of `num_hashes`
        std::uint32_t num_hashes = 0;
    };

    std::size_t lane_bytes() const;
    std::size_t gain_bytes() const;
    void clear_if_full();
    bool read_lanes(const Board<Mask>& board);
    void measure_distances();
    std::span<const LaneWord> find_words(const Board<Mask>& board, Direction direction, int lane);
    std::uint64_t hash_content(Direction direction, int lane) const;
    std::uint64_t hash_crosses(Direction direction, int lane) const;
    void look_up_lanes(const Board<Mask>& board);
    const Lane& look_up(const Board<Mask>& board, Direction direction, int lane);
    void list_crosses(Lane& content, int length, unsigned seed);
    void add_crosses(Direction direction, int lane, const LaneWord& word);
    void add_gains(const Board<Mask>& board);
    std::uint32_t find_gains(const Board<Mask>& board, Direction direction, int lane);
    void add_plays(Direction direction, int lane, const LaneWord& word, const Board<Mask>& board);
    void add_splits(Direction direction, int lane, const LaneWord& word, int others,
                    const std::array<int, kMaxUnopposedTiles>& crosses);
    std::uint32_t store_gains();
    void add_pairs(int left, int move);
    void add_gains_after();
    void find_max_gains();

    // The number of a sub-rack.
    int number_of(const RackPacking& packing, PackedRack part) const {
        int number = 0;
        for (int kind = 0; kind < rack_->kinds; ++kind)
            number += packing.count(part, rack_->tiles[kind]) * rack_->strides[kind];
        return number;
    }

    std::int16_t& best(int laid, int before, int others) {
        return best_[(laid * kNumbers + before) * kMaxUnopposedTiles + others];
    }

    static constexpr std::size_t kListBytes = std::size_t{1}
                                              << 17;  // of lists and small racks, about
    static constexpr int kNumbers = 1 << kMaxUnopposedTiles;
    static constexpr int kMaxPairs = 216;  // of a sub-rack and a part of it that is not empty: 211
    static constexpr int kMaxRackForMoves = 4;  // tiles; of more, no gains after moves are kept
    static constexpr int kMaxAfter = 112;       // gains after the moves of such a rack: 110
    static constexpr std::uint32_t kNoGains = ~std::uint32_t{0};
    static constexpr std::int16_t kNever = -1;

    const Variant& variant_;
    LaneWords<Mask> words_;
    const std::size_t max_bytes_;
    const SmallRack* rack_ = nullptr;
    std::unordered_map<std::uint64_t, SmallRack> racks_;
    // Caches by content: of lanes, and of what plays in them gain given the crosses there.
    ContentMap<std::uint32_t> lanes_;  // places in `contents_`
    std::vector<Lane> contents_;       // it never moves
    std::vector<Cross> crosses_;
    std::vector<CrossHash> hashes_;
    ContentMap<std::uint32_t> gain_lists_;
    std::vector<std::int16_t> gains_;
    // The board that is being measured.
    std::array<std::array<std::uint64_t, kMaxSide>, 2> stamps_{};  // of the lanes read
    std::array<std::array<LaneSurroundings, kMaxSide>, 2> surroundings_{};
    std::array<std::array<std::uint32_t, kMaxSide>, 2> tiles_{};  // sets of squares by lane
    std::array<std::array<std::uint32_t, kMaxSide>, 2> open_{};   // squares that are not blocked
    std::array<std::array<const Lane*, kMaxSide>, 2> on_board_{};
    std::array<std::array<std::uint64_t, kMaxSide>, 2> hashes_of_lanes_{};
    std::array<std::array<std::uint64_t, kMaxSide>, 2> cross_hashes_{};
    // The lane that is being read.
    std::array<ByKind, kMaxSide> lane_crosses_;
    std::array<std::int16_t, kNumbers * kNumbers * kMaxUnopposedTiles>
        best_;                // by tiles laid, tiles of the word laid before, others laid before
    std::uint32_t laid_ = 0;  // sub-racks laid in one play: a bit each
    // The most for a play, by what was left before it and what it lays.
    std::array<std::int16_t, kMaxPairs> pair_gains_;
    // The same after a move, in lanes that it does not touch, by the move's tiles first; not up to
    // date before it is needed.
    std::array<std::int16_t, kMaxAfter> gains_after_;
    bool has_gains_after_ = false;
    std::array<std::array<std::uint32_t, kMaxSide>, 2> places_{};  // of the lanes, in `gains_`
    int going_out_ = 0;
    std::array<int, kNumbers> max_gains_;  // by the sub-rack that is left
};

extern template class UnopposedBound<std::uint32_t>;
extern template class UnopposedBound<std::uint64_t>;

}  // namespace jackdaw
