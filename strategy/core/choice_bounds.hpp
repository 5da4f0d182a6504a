// What the moves of an endgame's position can be worth at most, told without making them.
//
// A reply that goes out, in a lane that a move does not touch, is there whatever the move. Who leads may pass to the end of the game, so what the other
// player can win back alone (`SoloBound`) bounds what moves are worth, and how much a lead is worth at least.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "endgame_ply.hpp"
#include "movegen/core/variant.hpp"
#include "solo_bound.hpp"

namespace jackdaw {

// The lanes whose plays a play may change.
template <class Mask, int Width>
LaneSet touched_lanes(const Layout& layout, const Board<Mask>& board, const MoveRecord<Width>& record);

template <class Mask, int Width>
class ChoiceBounds {
public:
    using Ply = EndgamePly<Mask, Width>;
    using Choice = typename Ply::Choice;

    // bytes: of memory for all that the search keeps; a part of it is taken. The other arguments outlive it.
    ChoiceBounds(const Variant& variant, const WordGraph<Mask>& graph, const LanePlays<Mask, Width>& lanes, const ScorelessRule& rule, std::size_t bytes)
        : variant_(variant), lanes_(lanes), rule_(rule), solo_(variant, graph, std::min(bytes / 8, kMostSoloBytes)) {}

    std::size_t bytes() const { return solo_.bytes(); }

    // Bounds a choice that does not end the game by the replies of its ply: those that go out, highest scores first. The bound is told if it is at most alpha.
    void by_replies(const Ply& ply, Choice& choice, int alpha) const;

    // Bounds the choices of a ply by what the player can win back after them while the other one passes, where that is at most alpha and nothing is told yet.
    void by_solo(Ply& ply, int alpha);

    // The player on turn may pass to the end of the game: what that brings at least, if it is surely beta or more.
    std::optional<int> of_lead(const Ply& ply, int beta);

private:
    bool look_at_solo(const Ply& ply, int player, int room, double share);

    static constexpr std::ptrdiff_t kFewChoices = 4;  // are searched as soon
    static constexpr int kMostWithBlank = 2;          // tiles: blanks form many words
    static constexpr std::size_t kMostSoloBytes = std::size_t{4} << 20;

    const Variant& variant_;
    const LanePlays<Mask, Width>& lanes_;
    const ScorelessRule& rule_;
    SoloBound<Mask> solo_;
    std::array<double, kMostSoloTiles + 1> usual_gain_{0, 12, 24, 42, 72, 115};  // by tiles: points, of late
};

extern template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&, const MoveRecord<16>&);
extern template LaneSet touched_lanes(const Layout&, const Board<std::uint64_t>&, const MoveRecord<16>&);
extern template LaneSet touched_lanes(const Layout&, const Board<std::uint32_t>&, const MoveRecord<32>&);
extern template LaneSet touched_lanes(const Layout&, const Board<std::uint64_t>&, const MoveRecord<32>&);
extern template class ChoiceBounds<std::uint32_t, 16>;
extern template class ChoiceBounds<std::uint64_t, 16>;
extern template class ChoiceBounds<std::uint32_t, 32>;
extern template class ChoiceBounds<std::uint64_t, 32>;

}  // namespace jackdaw
