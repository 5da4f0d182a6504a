// All moves of a rack: plays, exchanges and the pass.
#pragma once

#include <cstring>
#include <vector>

#include "movegen/core/base/move_record.hpp"
#include "movegen/core/generation/generation_work.hpp"
#include "movegen/core/generation/generator.hpp"

namespace jackdaw {

template <int Width>
void write_play(const FoundPlay& found, MoveRecord<Width>& move) {
    move.score = found.score;
    move.leave = static_cast<std::uint16_t>(found.leave);
    move.kind = MoveKind::kPlay;
    move.direction = found.direction;
    move.lane = static_cast<std::uint8_t>(found.lane);
    move.start = static_cast<std::uint8_t>(found.start);
    move.length = static_cast<std::uint8_t>(found.length);
    move.placed = static_cast<std::uint8_t>(found.placed);
    std::memcpy(move.tiles, found.tiles, Width);
}

// The exchange that leaves the sub-rack `leave` of a full rack.
template <int Width, class Mask>
MoveRecord<Width> make_exchange(const Rack<Mask>& full, std::uint32_t leave) {
    MoveRecord<Width> move{};
    move.kind = MoveKind::kExchange;
    move.leave = static_cast<std::uint16_t>(leave);
    for_each_kind(full.counts(), [&](int tile) {
        const std::uint32_t count = full.count(tile);
        for (std::uint32_t i = leave / full.stride(tile) % (count + 1); i < count; ++i)
            move.tiles[move.placed++] = static_cast<Square>(tile);
    });
    return move;
}

template <int Width, class Mask>
MoveRecord<Width> make_pass(const Rack<Mask>& full) {
    MoveRecord<Width> move{};
    move.kind = MoveKind::kPass;
    move.leave = static_cast<std::uint16_t>(full.number());
    return move;
}

// A recorder (lane_expansion.hpp) of every play.
template <int Width>
class AllPlaysRecorder {
  public:
    static constexpr int kWidth = Width;

    explicit AllPlaysRecorder(std::vector<MoveRecord<Width>>& out) : out_(out) {}

    void play(const FoundPlay& found) { write_play(found, out_.emplace_back()); }

  private:
    std::vector<MoveRecord<Width>>& out_;
};

// Adds the exchanges of up to `max_exchanged` tiles (one for each distinct multiset, largest leave
// first) and the pass.
template <int Width>
void add_exchanges_and_pass(const TileCounts& rack, int max_exchanged,
                            std::vector<MoveRecord<Width>>& out);

// With words in any order there may be millions of plays: only this many, of the highest scores,
// are listed.
inline constexpr std::size_t kMaxAnyOrderPlays = 100'000;

// All plays, then what `add_exchanges_and_pass` adds.
template <int Width, class Mask>
std::vector<MoveRecord<Width>> all_moves(const Board<Mask>& board, const TileCounts& rack,
                                         const PlacementBonus& bonus, int max_exchanged,
                                         Algorithm algorithm = Algorithm::kGaddag);

extern template void Generator<std::uint32_t, AllPlaysRecorder<16>>::generate_lane(Direction, int);
extern template void Generator<std::uint32_t, AllPlaysRecorder<32>>::generate_lane(Direction, int);
extern template void Generator<std::uint64_t, AllPlaysRecorder<32>>::generate_lane(Direction, int);
extern template void Generator<std::uint32_t, AllPlaysRecorder<16>>::generate_changed(
    Direction, int, const LaneChange&);
extern template void Generator<std::uint32_t, AllPlaysRecorder<32>>::generate_changed(
    Direction, int, const LaneChange&);
extern template void Generator<std::uint64_t, AllPlaysRecorder<32>>::generate_changed(
    Direction, int, const LaneChange&);

}  // namespace jackdaw
