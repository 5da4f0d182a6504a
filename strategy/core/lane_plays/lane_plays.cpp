#include "strategy/core/lane_plays/lane_plays.hpp"

#include "movegen/core/base/move_order.hpp"

namespace jackdaw {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::size_t kLaneEntry = 48;                // bytes that the map takes for a lane, about
constexpr std::size_t kPaths = std::size_t{1} << 14;  // and a generator for its paths
constexpr std::size_t kAnyOrderGenerator = 2'000;     // and one of words in any order, about

// Of the plays of a lane, in the order of their scores, first squares and tiles: most differ in
// the first four tiles.
template <int Width>
std::uint64_t sort_key(const MoveRecord<Width>& record) {
    const auto falling = static_cast<std::uint64_t>(INT16_MAX - record.score);
    std::uint64_t key = falling << 8 | record.start;
    for (int i = 0; i < 4; ++i) key = key << 8 | record.tiles[i];
    return key;
}

}  // namespace

template <class Mask, int Width>
LanePlays<Mask, Width>::LanePlays(const Variant& variant, const Board<Mask>& board,
                                  const std::array<TileCounts, 2>& racks)
    : variant_(variant), board_(board), packings_{RackPacking(racks[0]), RackPacking(racks[1])} {}

template <class Mask, int Width>
void LanePlays<Mask, Width>::clear() {
    lanes_.clear();
    large_.clear();
    for (auto& generators : generators_) generators.clear();
    for (auto& generators : any_order_generators_) generators.clear();
    chunks_used_ = chunk_left_ = bytes_ = 0;
}

// Chunks are not freed by clear(): freed and allocated again they would fragment the memory.
template <class Mask, int Width>
void* LanePlays<Mask, Width>::allocate(std::size_t bytes) {
    bytes = (bytes + 7) / 8 * 8;
    if (bytes > kChunk) {
        bytes_ += bytes;
        return large_.emplace_back(std::make_unique_for_overwrite<std::byte[]>(bytes)).get();
    }
    if (bytes > chunk_left_) {
        if (chunks_used_ == chunks_.size())
            chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunk));
        ++chunks_used_;
        chunk_left_ = kChunk;
        bytes_ += kChunk;
    }
    chunk_left_ -= bytes;
    return chunks_[chunks_used_ - 1].get() + chunk_left_;
}

template <class Mask, int Width>
typename LanePlays<Mask, Width>::Lane* LanePlays<Mask, Width>::lane_of(const Board<Mask>& board,
                                                                       Direction direction,
                                                                       int lane) {
    Lane*& cached = lanes_[hash_lane(board, direction, lane)];
    if (!cached) {
        cached = new (allocate(sizeof(Lane))) Lane;
        bytes_ += kLaneEntry;
    }
    return cached;
}

template <class Mask, int Width>
LanePlay LanePlays<Mask, Width>::summary(const Record& record, int player) const {
    LanePlay play{0, 0, static_cast<std::int16_t>(record.score), 0};
    const bool across = record.direction == Direction::kAcross;
    for (int i = 0; i < record.length; ++i) {
        const Square tile = record.tiles[i];
        if (!tile) continue;
        const int offset = record.start + i, row = across ? record.lane : offset,
                  column = across ? offset : record.lane;
        play.hash ^= tile_hash(row, column, tile);
        play.tiles += packings_[player].unit(is_blank(tile) ? kBlank : tile);
        play.points = static_cast<std::int16_t>(play.points + board_.tile_points(tile));
    }
    return play;
}

template <class Mask, int Width>
void LanePlays<Mask, Width>::find_plays(Direction direction, int lane, int player,
                                        PackedRack rack) {
    auto& generator = generators_[player][rack];
    if (!generator) {
        generator = std::make_unique<LaneGenerator>(board_, packings_[player].unpack(rack),
                                                    variant_.bonus, recorder_);
        bytes_ += sizeof(LaneGenerator) + kPaths;
    }
    generator->generate_lane(direction, lane);
}

template <class Mask, int Width>
void LanePlays<Mask, Width>::find_any_order_plays(Direction direction, int lane, int player,
                                                  PackedRack rack) {
    auto& generator = any_order_generators_[player][rack];
    if (!generator) {
        generator = std::make_unique<AnyOrderGenerator>(board_, packings_[player].unpack(rack),
                                                        variant_.bonus, any_order_sink_);
        bytes_ += kAnyOrderGenerator;
    }
    any_order_sink_.plays = 0;
    const std::size_t before = generator->bytes();
    generator->generate_lane(direction, lane);
    bytes_ += generator->bytes() - before;
    any_order_plays_ += any_order_sink_.plays;
}

template <class Mask, int Width>
void LanePlays<Mask, Width>::generate(List& list, const Board<Mask>& board, Direction direction,
                                      int lane, int player, PackedRack rack) {
    if (list.is_generated) rack = packings_[player].join(rack, list.rack);
    board_.copy_lanes_from(board);
    found_.clear();
    if (board.graph().any_order())
        find_any_order_plays(direction, lane, player, rack);
    else
        find_plays(direction, lane, player, rack);
    const std::size_t count = found_.size();
    order_.clear();  // sorted instead of the records, which are large
    for (const Record& record : found_) order_.push_back({sort_key(record), &record});
    std::sort(order_.begin(), order_.end(), [](const Ordered& a, const Ordered& b) {
        return a.key != b.key ? a.key < b.key : sorts_before(*a.record, *b.record);
    });
    auto* const plays = static_cast<LanePlay*>(allocate(count * sizeof(LanePlay)));
    auto* const records = static_cast<Record*>(allocate(count * sizeof(Record)));
    for (std::size_t i = 0; i < count; ++i) {
        records[i] = *order_[i].record;
        plays[i] = summary(records[i], player);
    }
    list = {rack, static_cast<std::uint32_t>(count), true, plays, records};
}

template class LanePlays<std::uint32_t, 16>;
template class LanePlays<std::uint32_t, 32>;
template class LanePlays<std::uint64_t, 32>;

}  // namespace jackdaw
