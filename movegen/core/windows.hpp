// The windows of a lane: each run of squares that a play may cover, by where it starts and how many tiles it takes.
//
// What a window asks and pays does not depend on the rack, so it is worked out when the lane changes and kept from turn to turn.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "board.hpp"
#include "eight_numbers.hpp"
#include "lane_letters.hpp"
#include "word_map.hpp"

namespace jackdaw {

inline constexpr int kMostLaid = 7;  // tiles: windows of more are not kept

// What lies in a window already: nothing (0), a single letter, or more.
inline constexpr std::uint8_t kSeveral = kMaxTiles;

struct Window {
    EightNumbers factors;      // what a point counts on each square laid, in falling order, then zeros
    Signature through;         // of the letters played through
    std::int32_t fixed;        // points whatever is laid, less the bonus
    std::uint32_t laid;        // squares, a bit each
    std::uint8_t start;
    std::uint8_t length;       // squares in all
    std::uint8_t placed;       // tiles laid
    std::uint8_t played_through;  // 0, a letter or kSeveral
};

template <class Mask>
class LaneWindows {
public:
    // Brings the windows up to date with the board's lane.
    void refresh(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, Direction direction, int lane);

    std::uint64_t stamp() const { return stamp_; }  // of the lane that they are of
    const Window* begin() const { return windows_.data(); }
    const Window* end() const { return windows_.data() + count_; }
    Mask letters(int place) const { return letters_.at(place); }  // that may lie on an empty square
    std::uint32_t constrained() const { return constrained_; }    // empty squares where not every letter may lie

private:
    struct Squares;  // the lane, bit by bit
    struct Growth;

    Squares read(const Board<Mask>& board, Direction direction, int lane);
    void grow(const Board<Mask>& board, Direction direction, int lane, const Squares& squares, int start);

    std::uint64_t stamp_ = 0;  // of the lane (board.hpp)
    LaneLetters<Mask> letters_;
    std::uint32_t constrained_ = 0;
    std::vector<Window> windows_;
    std::size_t count_ = 0;
};

// The windows of all lanes of a board, read once for all the boards that will come from it: the lanes that have not changed by then.
template <class Mask>
class KnownLanes {
public:
    // `before`: those of another board, which outlives this. Lanes that it knows are not read again.
    KnownLanes(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, const KnownLanes* before = nullptr);

    KnownLanes(const KnownLanes&) = delete;  // others point into it
    KnownLanes(KnownLanes&&) = default;

    const LaneWindows<Mask>& at(Direction direction, int lane) const { return *lanes_[index(direction)][lane]; }

private:
    std::array<std::array<const LaneWindows<Mask>*, kMaxSide>, 2> lanes_{};
    std::deque<LaneWindows<Mask>> read_;  // those of its own
};

// The windows of lanes by what lies there, for boards that come and go and have many lanes in common: a candidate's reply in one rollout is the
// reply to another candidate, or to the same one again.
template <class Mask>
class LaneMemory {
public:
    // They stay until the same lane of a board is asked for again.
    const LaneWindows<Mask>& at(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, Direction direction, int lane);

private:
    static constexpr std::size_t kKept = 32;  // of each lane, by a hash

    // What windows depend on, as long as there are tiles on the board.
    struct Entry {
        int length = 0;  // 0: nothing yet
        std::array<Square, kMaxSide> squares;
        std::array<Mask, kMaxSide> cross_checks;
        std::array<std::int32_t, kMaxSide> cross_scores;
        LaneWindows<Mask> windows;
    };

    std::array<std::array<std::vector<Entry>, kMaxSide>, 2> entries_;
};

extern template class LaneWindows<std::uint32_t>;
extern template class LaneWindows<std::uint64_t>;
extern template class KnownLanes<std::uint32_t>;
extern template class KnownLanes<std::uint64_t>;
extern template class LaneMemory<std::uint32_t>;
extern template class LaneMemory<std::uint64_t>;

}  // namespace jackdaw
