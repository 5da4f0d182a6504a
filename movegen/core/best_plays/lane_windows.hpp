// The windows of a lane: every run of squares that a play may cover, by first square and number of
// tiles placed.
//
// A window's constraints and premiums do not depend on the rack, so they are computed when the lane
// changes and cached from turn to turn; of a changed lane, those windows that reach a square that
// has changed.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "movegen/core/base/vectors.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/board/lane_letters.hpp"
#include "movegen/core/lexicon/word_map.hpp"

namespace jackdaw {

// What is played through in a window: nothing (0), a single letter, or several.
inline constexpr std::uint8_t kSeveralLetters = kMaxTiles;

struct LaneWindow {
    Int16x8 factors;  // multipliers of points on the squares filled: the highest eight, in falling
                      // order, padded with zeros
    Signature through;        // of the letters played through
    std::int32_t fixed;       // points whatever is placed, without the bonus
    std::int32_t multiplier;  // of the word
    std::uint32_t laid;       // squares filled, a bit each
    std::uint8_t start;
    std::uint8_t length;          // all squares of the word
    std::uint8_t placed;          // tiles laid
    std::uint8_t played_through;  // 0, a letter or kSeveralLetters
    Direction direction;
    std::uint8_t lane;
};

template <class Mask>
class LaneWindows {
  public:
    // Brings the windows of up to `max_placed` tiles, always as many, up to date with the board's
    // lane.
    void refresh(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, int max_placed,
                 Direction direction, int lane) {
        if (stamp_ != board.stamp(direction, lane))
            list(board, neighbours, max_placed, direction, lane);
    }

    std::uint64_t stamp() const { return stamp_; }  // of the lane when its windows were computed
    const LaneWindow* begin() const { return windows_.data(); }
    const LaneWindow* end() const { return windows_.data() + count_; }
    Mask letters(int index) const { return letters_.letters()[index]; }  // for an empty square
    std::uint32_t constrained() const { return constrained_; }  // empty squares with restrictions

    // The letters on the squares from one on, 0 where there is no tile. kPaddedSide can be read.
    const Letter* tiles_from(int index) const { return tiles_.data() + index; }

  private:
    struct LaneSquareSets {            // a lane, bit by bit
        std::uint32_t tiles = 0;       // squares with tiles
        std::uint32_t joins = 0;       // empty squares connected to the board's tiles
        std::uint32_t duplicates = 0;  // empty squares where a single tile counts as a play of the
                                       // other direction
        std::uint32_t blocked = 0;     // squares where no letter fits, and those with tiles
    };
    struct PartialWindow;
    struct ChangedStarts {  // of windows: from `begin` up to `end`
        int begin, end;
    };

    void list(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, int max_placed,
              Direction direction, int lane);
    ChangedStarts read(const Board<Mask>& board, int max_placed, Direction direction, int lane);
    ChangedStarts find_changed_starts(std::uint32_t changed, int max_placed) const;
    void add_windows(const Board<Mask>& board, int max_placed, Direction direction, int lane,
                     int start);

    std::uint64_t stamp_ = 0;  // of the lane (board.hpp)
    LaneSquareSets sets_;
    PaddedLane<std::int32_t> cross_scores_{};
    LaneLetters<Mask> letters_;
    std::array<Letter, kMaxSide + kPaddedSide> tiles_{};
    std::uint32_t constrained_ = 0;
    std::vector<LaneWindow> windows_;
    std::size_t count_ = 0;
};

// The windows of all lanes of a board, computed once for all boards that come from it; they hold
// for the lanes that have not changed.
template <class Mask>
class LaneSnapshot {
  public:
    // `previous`, a snapshot of another board, outlives this one and provides its unchanged lanes.
    LaneSnapshot(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, int max_placed,
                 const LaneSnapshot* previous = nullptr);

    LaneSnapshot(const LaneSnapshot&) = delete;  // other snapshots point into this one
    LaneSnapshot(LaneSnapshot&&) = default;

    const LaneWindows<Mask>& at(Direction direction, int lane) const {
        return *lanes_[to_index(direction)][lane];
    }

  private:
    std::array<std::array<const LaneWindows<Mask>*, kMaxSide>, 2> lanes_{};
    std::deque<LaneWindows<Mask>> own_windows_;  // computed here
};

// A cache of windows by the content of the lane, for boards that come and go and have many lanes in
// common, as the replies to different candidates in rollouts do.
template <class Mask>
class LaneCache {
  public:
    // Valid until the next call for the same lane.
    const LaneWindows<Mask>& at(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours,
                                int max_placed, Direction direction, int lane);

  private:
    static constexpr std::size_t kEntries = 32;  // for each lane, by hash

    // All that windows depend on, as long as the board has tiles.
    struct Entry {
        int length = 0;  // 0: empty
        std::array<Square, kMaxSide> squares;
        std::array<Mask, kMaxSide> cross_checks;
        std::array<std::int32_t, kMaxSide> cross_scores;
        LaneWindows<Mask> windows;
    };

    std::array<std::array<std::vector<Entry>, kMaxSide>, 2> entries_;
};

extern template class LaneWindows<std::uint32_t>;
extern template class LaneWindows<std::uint64_t>;
extern template class LaneSnapshot<std::uint32_t>;
extern template class LaneSnapshot<std::uint64_t>;
extern template class LaneCache<std::uint32_t>;
extern template class LaneCache<std::uint64_t>;

}  // namespace jackdaw
