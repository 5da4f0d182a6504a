// Every move of a rack: plays, exchanges and the pass, as a compact array.
#pragma once

#include <cstring>
#include <vector>

#include "generation_work.hpp"
#include "generator.hpp"
#include "move_record.hpp"

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

// The exchange that keeps the sub-rack `kept` of a full rack.
template <int Width, class Mask>
MoveRecord<Width> exchange_keeping(const Rack<Mask>& full, std::uint32_t kept) {
    MoveRecord<Width> move{};
    move.kind = MoveKind::kExchange;
    move.leave = static_cast<std::uint16_t>(kept);
    for (int tile = 0; tile < kMaxTiles; ++tile) {
        const std::uint32_t held = full.count(tile);
        if (!held) continue;
        for (std::uint32_t i = kept / full.stride(tile) % (held + 1); i < held; ++i) move.tiles[move.placed++] = static_cast<Square>(tile);
    }
    return move;
}

template <int Width, class Mask>
MoveRecord<Width> pass_keeping(const Rack<Mask>& full) {
    MoveRecord<Width> move{};
    move.kind = MoveKind::kPass;
    move.leave = static_cast<std::uint16_t>(full.number());
    return move;
}

// A recorder (generator.hpp) that keeps every play.
template <int Width>
class KeepAll {
public:
    static constexpr int kWidth = Width;

    explicit KeepAll(std::vector<MoveRecord<Width>>& out) : out_(out) {}

    void play(const FoundPlay& found) { write_play(found, out_.emplace_back()); }

private:
    std::vector<MoveRecord<Width>>& out_;
};

// Adds exchanges of up to `most_exchanged` tiles (one for each different set of tiles, most tiles kept first), then the pass.
template <int Width>
void add_moves_without_play(const TileCounts& rack, int most_exchanged, std::vector<MoveRecord<Width>>& out);

// Where letters may lie in any order the plays may be millions: the most that are listed, those of the highest scores.
inline constexpr std::size_t kMostInAnyOrder = 100'000;

// Plays, then what `add_moves_without_play` adds.
template <int Width, class Mask>
std::vector<MoveRecord<Width>> all_moves(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, int most_exchanged,
                                         Algorithm algorithm = Algorithm::kGaddag);

}  // namespace jackdaw
