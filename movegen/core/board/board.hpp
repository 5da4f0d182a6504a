// The board: squares, with cross-checks and cross-scores (Appel and Jacobson 1988) in both
// directions, updated move by move only where a move changes them.
#pragma once

#include <array>
#include <cstdint>

#include "movegen/core/base/hashing.hpp"
#include "movegen/core/base/layout.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/tiles.hpp"
#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

inline constexpr std::int32_t kNoCross =
    -1;  // cross-score of a square without neighbours across the lane

template <class Mask>
class Board {
  public:
    Board(const Layout& layout, const WordGraph<Mask>& graph, const TilePoints& points);

    const Layout& layout() const { return layout_; }
    const WordGraph<Mask>& graph() const { return *graph_; }
    const TilePoints& points() const { return points_; }
    std::int32_t tile_points(Square tile) const {
        return points_[is_blank(tile) ? kBlank : letter_of(tile)];
    }
    bool is_empty() const { return tile_count_ == 0; }

    // A number that identifies the content of a lane, squares and cross-checks: it changes whenever
    // they change, and no two boards share one for different content. 0 stands for no lane.
    std::uint64_t stamp(Direction direction, int lane) const {
        return stamps_[to_index(direction)][lane];
    }

    // Lane `lane` of a direction, as contiguous memory.
    const Square* squares(Direction direction, int lane) const {
        return from(squares_, direction, lane);
    }
    const Mask* cross_checks(Direction direction, int lane) const {
        return from(cross_checks_, direction, lane);
    }
    const std::int32_t* cross_scores(Direction direction, int lane) const {
        return from(cross_scores_, direction, lane);
    }

    // A tile of v points adds cross_base + v * cross_factor for the word across the lane.
    const std::int32_t* cross_base(Direction direction, int lane) const {
        return from(cross_base_, direction, lane);
    }
    const std::int32_t* cross_factor(Direction direction, int lane) const {
        return from(cross_factor_, direction, lane);
    }

    // Whether the square is an anchor: empty with a neighbour, or the start square of an empty
    // board.
    bool is_anchor(Direction direction, int lane, int index) const;

    // Places tiles on a lane from `start`: tiles[i] goes on the i-th square, 0 leaves the square as
    // it is.
    void place(Direction direction, int lane, int start, const Square* tiles, int length);

    // Becomes equal to another board of the same layout, graph and points, one of which comes from
    // the other; copies only the lanes that differ.
    void copy_lanes_from(const Board& board);

    // The lanes whose stamps differ from another board's.
    LaneSet differing_lanes(const Board& board) const;

    // Sets all squares (rows * columns, row by row) and recomputes every cross-check.
    void set_squares(const Square* by_rows);

  private:
    template <class Value>
    const Value* from(const BothWays<Value>& values, Direction direction, int lane) const {
        return values[to_index(direction)].data() + layout_.at(direction, lane, 0);
    }

    void begin_change();
    void set_square(Direction direction, int lane, int index, Square tile);
    void refresh_run_end(Direction run, int lane, int index);
    void refresh_cross(Direction run, int lane, int index);
    void set_cross(Direction run, int lane, int index, Mask check, std::int32_t score);
    Mask letters_between(const Square* squares, int first, int index, int last) const;
    [[gnu::noinline]] Mask letters_among(const Square* squares, int first, int index,
                                         int last) const;

    Layout layout_;
    const WordGraph<Mask>* graph_;  // never null; outlives the board
    TilePoints points_;
    int tile_count_ = 0;
    BothWays<Square> squares_{};
    BothWays<Mask> cross_checks_{};
    BothWays<std::int32_t> cross_scores_{};
    BothWays<std::int32_t> cross_base_{};
    BothWays<std::int32_t> cross_factor_{};
    std::uint64_t stamp_ = 0;  // of the change in progress
    std::array<std::array<std::uint64_t, kMaxSide>, 2> stamps_{};
};

// Calls visit(direction, lane) for the lanes that together have every play. On an empty symmetric
// board those are the lanes across: plays down are the mirror images of theirs.
template <class Mask, class Visit>
void for_each_lane_to_generate(const Board<Mask>& board, Visit visit) {
    for (const Direction direction : kDirections) {
        if (board.is_empty() && board.layout().symmetric && direction == Direction::kDown) break;
        for (int lane = 0; lane < board.layout().lanes(direction); ++lane) visit(direction, lane);
    }
}

// A hash of all that the plays in a lane depend on: its number, squares, cross-checks and
// cross-scores. The number is mixed first: numbers of lanes differ as numbers of letters do, so the
// first square could cancel the difference.
template <class Mask>
std::uint64_t hash_lane(const Board<Mask>& board, Direction direction, int lane) {
    const int length = board.layout().lane_length(direction);
    const Square* const squares = board.squares(direction, lane);
    const Mask* const cross_checks = board.cross_checks(direction, lane);
    const std::int32_t* const cross_scores = board.cross_scores(direction, lane);
    std::uint64_t hash =
        mix_hash(0, static_cast<unsigned>(to_index(direction) * kMaxSide + lane + 1));
    for (int index = 0; index < length; ++index) {
        const std::uint64_t here = cross_checks[index] * kGoldenRatio +
                                   static_cast<std::uint32_t>(cross_scores[index]) * 256u +
                                   squares[index];
        hash = mix_hash(hash, here);
    }
    return hash;
}

extern template class Board<std::uint32_t>;
extern template class Board<std::uint64_t>;

}  // namespace jackdaw
