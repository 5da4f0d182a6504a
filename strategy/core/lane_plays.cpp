#include "lane_plays.hpp"

#include "movegen/core/move_order.hpp"

namespace jackdaw {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::size_t kLaneEntry = 48;              // bytes that the map takes for a lane, about
constexpr std::size_t kPaths = std::size_t{1} << 14;  // and a generator for its paths

// What plays in a lane depend on.
template <class Mask>
std::uint64_t hash_of(const Board<Mask>& board, Direction direction, int lane) {
    const int length = board.layout().lane_length(direction);
    const Square* const squares = board.squares(direction, lane);
    const Mask* const cross_checks = board.cross_checks(direction, lane);
    const std::int32_t* const cross_scores = board.cross_scores(direction, lane);
    std::uint64_t hash = static_cast<unsigned>(index(direction) * kMaxSide + lane + 1);
    for (int place = 0; place < length; ++place) {
        const std::uint64_t here = cross_checks[place] * 0x9E3779B97F4A7C15u + static_cast<std::uint32_t>(cross_scores[place]) * 256u + squares[place];
        hash = (hash ^ here) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace

template <class Mask, int Width>
LanePlays<Mask, Width>::LanePlays(const Variant& variant, const Board<Mask>& board, const std::array<TileCounts, 2>& racks)
    : variant_(variant), board_(board), packings_{RackPacking(racks[0]), RackPacking(racks[1])} {}

template <class Mask, int Width>
void LanePlays<Mask, Width>::clear() {
    lanes_.clear();
    large_.clear();
    for (auto& generators : generators_) generators.clear();
    chunks_used_ = chunk_left_ = bytes_ = 0;
}

// Chunks are kept when all is forgotten: given back and taken again they would leave gaps.
template <class Mask, int Width>
void* LanePlays<Mask, Width>::room(std::size_t bytes) {
    bytes = (bytes + 7) / 8 * 8;
    if (bytes > kChunk) {
        bytes_ += bytes;
        return large_.emplace_back(std::make_unique_for_overwrite<std::byte[]>(bytes)).get();
    }
    if (bytes > chunk_left_) {
        if (chunks_used_ == chunks_.size()) chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunk));
        ++chunks_used_;
        chunk_left_ = kChunk;
        bytes_ += kChunk;
    }
    chunk_left_ -= bytes;
    return chunks_[chunks_used_ - 1].get() + chunk_left_;
}

template <class Mask, int Width>
typename LanePlays<Mask, Width>::Lane* LanePlays<Mask, Width>::lane_of(const Board<Mask>& board, Direction direction, int lane) {
    Lane*& known = lanes_[hash_of(board, direction, lane)];
    if (!known) {
        known = new (room(sizeof(Lane))) Lane;
        bytes_ += kLaneEntry;
    }
    return known;
}

template <class Mask, int Width>
LanePlay LanePlays<Mask, Width>::summary(const Record& record, int player) const {
    LanePlay play{0, 0, static_cast<std::int16_t>(record.score), 0};
    const bool across = record.direction == Direction::kAcross;
    for (int i = 0; i < record.length; ++i) {
        const Square tile = record.tiles[i];
        if (!tile) continue;
        const int place = record.start + i, row = across ? record.lane : place, column = across ? place : record.lane;
        play.hash ^= tile_hash(row, column, tile);
        play.tiles += packings_[player].unit(is_blank(tile) ? kBlank : tile);
        play.points = static_cast<std::int16_t>(play.points + board_.tile_points(tile));
    }
    return play;
}

template <class Mask, int Width>
void LanePlays<Mask, Width>::generate(List& list, const Board<Mask>& board, Direction direction, int lane, int player, PackedRack rack) {
    const RackPacking& packing = packings_[player];
    if (list.known) rack = packing.join(rack, list.rack);
    auto& generator = generators_[player][rack];
    if (!generator) {
        generator = std::make_unique<LaneGenerator>(board_, packing.unpack(rack), variant_.bonus, recorder_);
        bytes_ += sizeof(LaneGenerator) + kPaths;
    }
    board_.become(board);
    found_.clear();
    generator->generate_lane(direction, lane);
    std::sort(found_.begin(), found_.end(), [](const Record& a, const Record& b) { return a.score != b.score ? a.score > b.score : stands_before(a, b); });
    const std::size_t count = found_.size();
    auto* const plays = static_cast<LanePlay*>(room(count * sizeof(LanePlay)));
    auto* const records = static_cast<Record*>(room(count * sizeof(Record)));
    for (std::size_t i = 0; i < count; ++i) {
        plays[i] = summary(found_[i], player);
        records[i] = found_[i];
    }
    list = {rack, static_cast<std::uint32_t>(count), true, plays, records};
}

template class LanePlays<std::uint32_t, 16>;
template class LanePlays<std::uint64_t, 16>;
template class LanePlays<std::uint32_t, 32>;
template class LanePlays<std::uint64_t, 32>;

}  // namespace jackdaw
