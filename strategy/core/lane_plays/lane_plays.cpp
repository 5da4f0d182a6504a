#include "strategy/core/lane_plays/lane_plays.hpp"

#include "movegen/core/base/move_order.hpp"

namespace jackdaw {
namespace {

constexpr std::size_t kLaneEntry = 64;  // bytes that the map takes for a lane, at most
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

template <class Ordered>
bool comes_before(const Ordered& a, const Ordered& b) {
    return a.key != b.key ? a.key < b.key : sorts_before(*a.record, *b.record);
}

template <class Mask>
LaneChange lane_change(const Board<Mask>& before, const Board<Mask>& after, Direction direction,
                       int lane) {
    const Square* const squares[] = {before.squares(direction, lane),
                                     after.squares(direction, lane)};
    const Mask* const checks[] = {before.cross_checks(direction, lane),
                                  after.cross_checks(direction, lane)};
    const std::int32_t* const scores[] = {before.cross_scores(direction, lane),
                                          after.cross_scores(direction, lane)};
    LaneChange change;
    for (int i = 0; i < after.layout().lane_length(direction); ++i) {
        const std::uint32_t bit = std::uint32_t{1} << i;
        if (squares[0][i] != squares[1][i])
            change.tiles |= bit;
        else if (checks[0][i] != checks[1][i] || scores[0][i] != scores[1][i])
            change.crosses |= bit;
    }
    return change;
}

// Whether a play of a lane is one after the change as well, with the same score: it covers no
// changed square, and no new tile adjoins it.
template <int Width>
bool is_unchanged(const MoveRecord<Width>& play, const LaneChange& change) {
    const std::uint64_t covered = ((std::uint64_t{1} << play.length) - 1) << play.start;
    const std::uint64_t touched = covered | covered << 1 | covered >> 1;
    return !(covered & change.crosses) && !(touched & change.tiles);
}

}  // namespace

template <class Mask, int Width>
LanePlays<Mask, Width>::LanePlays(const Variant& variant, const Board<Mask>& board,
                                  std::span<const TileCounts> racks, bool finds_all)
    : variant_(variant),
      finds_all_(finds_all && !board.graph().any_order()),
      board_(board),
      packings_(racks.begin(), racks.end()),
      generators_(racks.size()),
      any_order_generators_(racks.size()) {
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < variant.layout.lanes(direction); ++lane)
            *root_lane(direction, lane) = {new_lists(root_arena_), true};
    }
}

template <class Mask, int Width>
auto LanePlays<Mask, Width>::new_lists(PlayArena& arena) const -> List* {
    List* const lists = arena.template allocate<List>(packings_.size());
    std::uninitialized_default_construct_n(lists, packings_.size());
    return lists;
}

template <class Mask, int Width>
void LanePlays<Mask, Width>::clear() {
    lanes_.clear();
    for (auto& generators : generators_) generators.clear();
    for (auto& generators : any_order_generators_) generators.clear();
    arena_.clear();
    other_bytes_ = 0;
}

template <class Mask, int Width>
typename LanePlays<Mask, Width>::Lane* LanePlays<Mask, Width>::lane_of(const Board<Mask>& board,
                                                                       Direction direction,
                                                                       int lane) {
    Lane*& cached = lanes_.try_emplace(hash_lane(board, direction, lane)).first;
    if (!cached) {
        cached = new (arena_.template allocate<Lane>(1)) Lane;
        cached->lists = new_lists(arena_);
        other_bytes_ += kLaneEntry;
    }
    return cached;
}

template <class Mask, int Width>
LanePlay LanePlays<Mask, Width>::summary(const Record& record, int owner) const {
    LanePlay play{0, 0, static_cast<std::int16_t>(record.score), 0};
    const bool across = record.direction == Direction::kAcross;
    for (int i = 0; i < record.length; ++i) {
        const Square tile = record.tiles[i];
        if (!tile) continue;
        const int offset = record.start + i, row = across ? record.lane : offset,
                  column = across ? offset : record.lane;
        play.hash ^= tile_hash(row, column, tile);
        play.tiles += packings_[owner].unit(is_blank(tile) ? kBlank : tile);
        play.points = static_cast<std::int16_t>(play.points + board_.tile_points(tile));
    }
    return play;
}

template <class Mask, int Width>
void LanePlays<Mask, Width>::find_plays(Direction direction, int lane, int owner, PackedRack rack,
                                        const LaneChange* change) {
    auto& generator = generators_[owner][rack];
    if (!generator) {
        generator = std::make_unique<LaneGenerator>(board_, packings_[owner].unpack(rack),
                                                    variant_.bonus, recorder_);
        other_bytes_ += sizeof(LaneGenerator) + kPaths;
    }
    if (change)
        generator->generate_changed(direction, lane, *change);
    else
        generator->generate_lane(direction, lane);
}

template <class Mask, int Width>
void LanePlays<Mask, Width>::find_any_order_plays(Direction direction, int lane, int owner,
                                                  PackedRack rack) {
    auto& generator = any_order_generators_[owner][rack];
    if (!generator) {
        generator = std::make_unique<AnyOrderGenerator>(board_, packings_[owner].unpack(rack),
                                                        variant_.bonus, any_order_sink_);
        other_bytes_ += kAnyOrderGenerator;
    }
    any_order_sink_.plays = 0;
    const std::size_t before = generator->bytes();
    generator->generate_lane(direction, lane);
    other_bytes_ += generator->bytes() - before;
    any_order_plays_ += any_order_sink_.plays;
}

// Sorts pointers instead of the records, which are large.
template <class Mask, int Width>
void LanePlays<Mask, Width>::sort_found() {
    order_.clear();
    for (const Record& record : found_) order_.push_back({sort_key(record), &record, nullptr});
    std::sort(order_.begin(), order_.end(), comes_before<Ordered>);
}

// Adds the plays of the lane before that the rack has and the change leaves as they are.
template <class Mask, int Width>
void LanePlays<Mask, Width>::add_unchanged(const List& before, const LaneChange& change, int owner,
                                           PackedRack rack) {
    const auto found = static_cast<std::ptrdiff_t>(order_.size());
    for (std::uint32_t i = 0; i < before.count; ++i) {
        const Record& record = before.records[i];
        if (packings_[owner].has(rack, before.plays[i].tiles) && is_unchanged(record, change))
            order_.push_back({sort_key(record), &record, &before.plays[i]});
    }
    std::inplace_merge(order_.begin(), order_.begin() + found, order_.end(), comes_before<Ordered>);
}

template <class Mask, int Width>
void LanePlays<Mask, Width>::generate(Lane& cached, const Board<Mask>& board, Direction direction,
                                      int lane, int owner, PackedRack rack, const Before& before) {
    List& list = cached.lists[owner];
    const bool any_order = board.graph().any_order();
    if (cached.is_root && finds_all_)
        rack = packings_[owner].full();
    else if (list.is_generated)
        rack = packings_[owner].join(rack, list.rack);
    board_.copy_lanes_from(board);
    found_.clear();
    const List* const known = before.lane ? &before.lane->lists[owner] : nullptr;
    if (any_order) {
        find_any_order_plays(direction, lane, owner, rack);
        sort_found();
    } else if (known && known != &list && known->is_generated &&
               packings_[owner].has(known->rack, rack)) {
        const LaneChange change = lane_change(*before.board, board, direction, lane);
        find_plays(direction, lane, owner, rack, &change);
        sort_found();
        add_unchanged(*known, change, owner, rack);
    } else {
        find_plays(direction, lane, owner, rack, nullptr);
        sort_found();
    }
    const std::size_t count = order_.size();
    PlayArena& arena = cached.is_root ? root_arena_ : arena_;
    auto* const plays = arena.template allocate<LanePlay>(count);
    auto* const records = arena.template allocate<Record>(count);
    for (std::size_t i = 0; i < count; ++i) {
        records[i] = *order_[i].record;
        plays[i] = order_[i].play ? *order_[i].play : summary(records[i], owner);
    }
    list = {rack, static_cast<std::uint32_t>(count), true, plays, records};
}

template class LanePlays<std::uint32_t, 16>;
template class LanePlays<std::uint32_t, 32>;
template class LanePlays<std::uint64_t, 32>;

}  // namespace jackdaw
