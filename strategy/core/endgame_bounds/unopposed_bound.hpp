// A bound of what a player can gain by unopposed play, while the opponent only passes.
//
// The player ahead may stand pat, so this bounds what the one behind can win back. It joins what
// plays in single lanes gain (unopposed_lanes.hpp), in the best order to lay all tiles in. That is
// loose, the more so the more tiles there are: a play may need tiles that another one lays, and
// count together with a play that lays them elsewhere. So where this decides, plays that need
// others count only with plays that lay a tile where they need one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/endgame_bounds/unopposed_lanes.hpp"
#include "strategy/core/lane_plays/packed_racks.hpp"

namespace jackdaw {

template <class Mask>
class UnopposedBound {
  public:
    // bytes: for what is cached of lanes, about. The other arguments must outlive it.
    UnopposedBound(const Variant& variant, const WordGraph<Mask>& graph, std::size_t bytes)
        : lanes_(variant, graph, bytes) {}

    std::size_t bytes() const { return lanes_.bytes() + sizeof(*this) + kListBytes; }

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

    // The first of these, or `wanted` if it is lower and can be proven, which takes longer.
    int max_gain(int wanted);

    // The same after a move on the measured board. tiles: what it lays; touched: the lanes whose
    // plays it may change. Its tiles are in no word of other lanes, which makes the bound tighter.
    int max_gain_after(const RackPacking& packing, PackedRack tiles, const LaneSet& touched,
                       int wanted);

  private:
    static constexpr int kNumbers = 1 << kMaxUnopposedTiles;
    static constexpr std::int16_t kNever = UnopposedLanes<Mask>::kNever;
    static constexpr int kSmallNumbers = 1 << kMaxTilesForMoves;

    // What is known of the plays after a move, or without one. Sets of tiles are sub-racks, by
    // number: of racks of up to kMaxTilesForMoves tiles.
    struct After {
        int move = 0;       // what it lays
        LaneSet touched{};  // by it
        int rest = 0;       // what it leaves
        // The most that a play gains, by what is left before it, a part of `rest`, and what it
        // lays.
        std::array<std::array<std::int16_t, kSmallNumbers>, kSmallNumbers> single{};
        // The most that all plays gain, by what is left before them.
        std::array<int, kSmallNumbers> most{};
        // The most that plays gain which need no tiles of others, by what they lay together.
        std::array<int, kSmallNumbers> first{};
    };

    // A play that needs tiles of plays before it.
    struct Later {
        const UnopposedPlay* play = nullptr;
        Direction direction{};
        int lane = 0;
        int earlier = 0;  // what the plays before it lay
        int room = 0;     // the most that they may gain together, in points
    };

    // A pair of what is left before a play and what it lays, and its places in the lists of
    // `Gains`.
    struct Pair {
        int left, laid, place, place_after;
    };

    void join_lanes();
    void join_lanes_after();
    void find_max_gains();
    void find_most(After& after) const;
    template <class Visit>
    bool for_all_pairs(const After& after, const Visit& visit) const;
    bool proves(After& after, int wanted);
    void add_first_plays(After& after) const;
    bool proves_in_lanes(const After& after, const Pair& pair, int room);
    bool is_possible(const After& after, const UnopposedPlay& play, bool is_touched,
                     int earlier) const;
    bool has_room(const After& after, const Later& later) const;
    bool has_room_on(const After& after, const Later& later, Direction direction, int lane,
                     std::uint32_t squares) const;
    bool has_room_in(const After& after, const Later& later, Direction direction, int lane,
                     std::uint32_t squares) const;

    // What plays after one gain.
    int gain_after(const After& after, int left, int laid) const {
        return laid == left ? going_out_ : after.most[left - laid];
    }

    // The number of a sub-rack.
    int number_of(const RackPacking& packing, PackedRack part) const {
        int number = 0;
        for (int kind = 0; kind < rack_->kinds; ++kind)
            number += packing.count(part, rack_->tiles[kind]) * rack_->strides[kind];
        return number;
    }

    static constexpr std::size_t kListBytes = std::size_t{1} << 17;  // of small racks, about
    static constexpr int kMaxPairs = 216;  // of a sub-rack and a part of it that is not empty: 211

    UnopposedLanes<Mask> lanes_;
    const SmallRack* rack_ = nullptr;
    std::unordered_map<std::uint64_t, SmallRack> racks_;
    int going_out_ = 0;
    // The most for a play in any lane, by what was left before it and what it lays.
    std::array<std::int16_t, kMaxPairs> pair_gains_;
    // The same after a move, in lanes that it does not touch, by the move's tiles first; not up to
    // date before it is needed.
    std::array<std::int16_t, kMaxAfter> gains_after_;
    bool has_gains_after_ = false;
    std::array<int, kNumbers> max_gains_;  // by the sub-rack that is left
};

extern template class UnopposedBound<std::uint32_t>;
extern template class UnopposedBound<std::uint64_t>;

}  // namespace jackdaw
