// The board that moves are generated on: squares, cross-checks and cross-scores in both directions, kept up to date move by move.
#pragma once

#include <array>
#include <cstdint>

#include "layout.hpp"
#include "tiles.hpp"
#include "word_graph.hpp"

namespace jackdaw {

using TilePoints = std::array<std::int32_t, kMaxTiles>;  // by letter; the blank's at 0

inline constexpr std::int32_t kNoCross = -1;  // cross-score of a square without neighbours across the lane

template <class Mask>
class Board {
public:
    Board(const Layout& layout, const WordGraph<Mask>& graph, const TilePoints& points);

    const Layout& layout() const { return layout_; }
    const WordGraph<Mask>& graph() const { return *graph_; }
    const TilePoints& points() const { return points_; }
    std::int32_t tile_points(Square tile) const { return points_[is_blank(tile) ? kBlank : letter_of(tile)]; }
    bool is_empty() const { return tile_count_ == 0; }

    // A number for what a lane is like, squares and cross-checks: another one whenever that changes, on any board. 0 stands for no lane.
    std::uint64_t stamp(Direction direction, int lane) const { return stamps_[index(direction)][lane]; }

    // Lane `lane` of a direction, as runs of memory.
    const Square* squares(Direction direction, int lane) const { return from(squares_, direction, lane); }
    const Mask* cross_checks(Direction direction, int lane) const { return from(cross_checks_, direction, lane); }
    const std::int32_t* cross_scores(Direction direction, int lane) const { return from(cross_scores_, direction, lane); }

    // What a tile of v points adds for the word across the lane: cross_base + v * cross_factor.
    const std::int32_t* cross_base(Direction direction, int lane) const { return from(cross_base_, direction, lane); }
    const std::int32_t* cross_factor(Direction direction, int lane) const { return from(cross_factor_, direction, lane); }

    // An empty square where a play may join: one with a neighbour, or the start square of an empty board.
    bool is_anchor(Direction direction, int lane, int place) const;

    // Lays tiles on a lane from `start`: tiles[i] goes on the i-th square, 0 leaves the square as it is.
    void place(Direction direction, int lane, int start, const Square* tiles, int length);

    // Becomes like another board of this layout, graph and points, from which it comes or which came from it: only lanes that differ are copied.
    void become(const Board& board);

    // The lanes whose stamps differ from another board's.
    LaneSet lanes_unlike(const Board& board) const;

    // Lays any squares (rows * columns of them, row by row) and computes every cross-check afresh.
    void set_squares(const Square* by_rows);

private:
    template <class Value>
    const Value* from(const BothWays<Value>& values, Direction direction, int lane) const {
        return values[index(direction)].data() + layout_.at(direction, lane, 0);
    }

    void begin_change();
    void set_square(Direction direction, int lane, int place, Square tile);
    void refresh_run_end(Direction run, int lane, int place);
    void refresh_cross(Direction run, int lane, int place);
    void set_cross(Direction run, int lane, int place, Mask check, std::int32_t score);
    Mask letters_between(const Square* squares, int first, int place, int last) const;
    [[gnu::noinline]] Mask letters_among(const Square* squares, int first, int place, int last) const;

    Layout layout_;
    const WordGraph<Mask>* graph_;  // never null; outlives the board
    TilePoints points_;
    int tile_count_ = 0;
    BothWays<Square> squares_{};
    BothWays<Mask> cross_checks_{};
    BothWays<std::int32_t> cross_scores_{};
    BothWays<std::int32_t> cross_base_{};
    BothWays<std::int32_t> cross_factor_{};
    std::uint64_t stamp_ = 0;  // for what changes now
    std::array<std::array<std::uint64_t, kMaxSide>, 2> stamps_{};
};

extern template class Board<std::uint32_t>;
extern template class Board<std::uint64_t>;

}  // namespace jackdaw
