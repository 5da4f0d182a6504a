// Every move of a rack: plays, exchanges and the pass, as a compact array.
#pragma once

#include <cstring>
#include <vector>

#include "generation_work.hpp"
#include "generator.hpp"
#include "move_record.hpp"

namespace jackdaw {

// A recorder (generator.hpp) that keeps every play.
template <int Width>
class KeepAll {
public:
    explicit KeepAll(std::vector<MoveRecord<Width>>& out) : out_(out) {}

    void play(const FoundPlay& found) {
        MoveRecord<Width>& move = out_.emplace_back();
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

private:
    std::vector<MoveRecord<Width>>& out_;
};

// Plays, then exchanges of up to `most_exchanged` tiles (one for each different set of tiles, most tiles kept first), then the pass.
template <int Width, class Mask>
std::vector<MoveRecord<Width>> all_moves(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, int most_exchanged,
                                         Algorithm algorithm = Algorithm::kGaddag);

}  // namespace jackdaw
