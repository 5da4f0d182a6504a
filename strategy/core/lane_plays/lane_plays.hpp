// A cache of the plays of each lane, for a search among boards that have most lanes in common.
//
// The plays of a lane depend on its tiles, on the cross-checks and cross-scores of its empty
// squares, and on the rack. They are generated when a search first meets a lane, for the rack of
// that moment, and serve all smaller racks, too: those plays whose tiles the rack has. Lanes are
// identified by a 64-bit hash, as positions are (transposition_table.hpp): among a million lanes
// two collide once in tens of millions of searches.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "movegen/core/generation/generator.hpp"
#include "strategy/core/lane_plays/packed_racks.hpp"

namespace jackdaw {

// A tile on a square, as part of a board's hash.
constexpr std::uint64_t tile_hash(int row, int column, Square tile) {
    return splitmix64(static_cast<std::uint64_t>(row * kMaxSide + column) * 256 + tile);
}

// The part of a play that a search needs at every node.
struct LanePlay {
    std::uint64_t hash;   // of its tiles on their squares: boards that differ by the play differ by
                          // it (exclusive or)
    PackedRack tiles;     // that leave the rack
    std::int16_t score;   // points
    std::int16_t points;  // of the tiles
};

template <class Mask, int Width>
class LanePlays {
  public:
    using Record = MoveRecord<Width>;

    // Highest scores first.
    struct List {
        PackedRack rack = 0;  // for which it was generated
        std::uint32_t count = 0;
        bool is_generated = false;
        const LanePlay* plays = nullptr;
        const Record* records = nullptr;
    };

    struct Lane {
        std::array<List, 2> lists;  // by player
    };

    // racks: as they are at the root. The arguments must outlive the cache.
    LanePlays(const Variant& variant, const Board<Mask>& board,
              const std::array<TileCounts, 2>& racks);

    std::size_t bytes() const { return bytes_; }  // of lanes, plays and generators
    const RackPacking& packing(int player) const { return packings_[player]; }

    // Removes all lanes and plays.
    void clear();

    // The lane of a board that has tiles; valid until cleared.
    Lane* lane_of(const Board<Mask>& board, Direction direction, int lane);

    // The plays of a lane, at least those of `rack`.
    const List& plays(Lane& cached, const Board<Mask>& board, Direction direction, int lane,
                      int player, PackedRack rack) {
        List& list = cached.lists[player];
        if (!list.is_generated || !packings_[player].has(list.rack, rack))
            generate(list, board, direction, lane, player, rack);
        return list;
    }

    // A play of one of the player's racks.
    LanePlay summary(const Record& record, int player) const;

  private:
    using Recorder = AllPlaysRecorder<Width>;
    using LaneGenerator = Generator<Mask, Recorder>;

    void generate(List& list, const Board<Mask>& board, Direction direction, int lane, int player,
                  PackedRack rack);
    void* allocate(std::size_t bytes);

    const Variant& variant_;
    Board<Mask> board_;  // that the generators read
    std::array<RackPacking, 2> packings_;
    std::array<std::unordered_map<PackedRack, std::unique_ptr<LaneGenerator>>, 2> generators_;
    std::vector<Record> found_;
    Recorder recorder_{found_};
    std::unordered_map<std::uint64_t, Lane*> lanes_;
    std::vector<std::unique_ptr<std::byte[]>> chunks_, large_;
    std::size_t chunks_used_ = 0;
    std::size_t chunk_left_ = 0;
    std::size_t bytes_ = 0;
};

extern template class LanePlays<std::uint32_t, 16>;
extern template class LanePlays<std::uint32_t, 32>;
extern template class LanePlays<std::uint64_t, 32>;

}  // namespace jackdaw
