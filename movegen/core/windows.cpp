#include "windows.hpp"

#include <algorithm>
#include <bit>

namespace jackdaw {
namespace {

constexpr std::uint32_t bit(int place) { return std::uint32_t{1} << place; }

}  // namespace

template <class Mask>
struct LaneWindows<Mask>::Squares {
    std::uint32_t tiles = 0;   // lie there
    std::uint32_t joins = 0;   // empty, and a tile there joins what lies on the board
    std::uint32_t twins = 0;   // empty, and a single tile there is listed as a play of the other direction
    std::uint32_t closed = 0;  // empty, and no letter may lie there
};

// A window while it grows rightward.
template <class Mask>
struct LaneWindows<Mask>::Growth {
    EightNumbers factors;
    Signature through = 0;
    std::int32_t worth = 0;  // points of the tiles played through
    std::int32_t cross = 0;  // of the words across
    std::int32_t multiplier = 1;
    std::uint32_t laid = 0;
    int placed = 0;
    std::uint8_t played_through = 0;

    void pass(Letter letter, std::int32_t points) {
        played_through = played_through ? kSeveral : letter;
        through += kLetterSignatures[letter];
        worth += points;
    }
};

template <class Mask>
void LaneWindows<Mask>::refresh(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, Direction direction, int lane) {
    if (stamp_ == board.stamp(direction, lane)) return;
    stamp_ = board.stamp(direction, lane);
    count_ = 0;
    letters_.refresh(board, neighbours, direction, lane);
    const Squares squares = read(board, direction, lane);
    if (!(squares.tiles | squares.joins)) return;
    const int length = board.layout().lane_length(direction);
    if (windows_.empty()) windows_.resize(std::size_t{kMostLaid} * length);
    for (int start = 0; start < length && (squares.tiles | squares.joins) >> start; ++start) {
        if (start == 0 || !(squares.tiles & bit(start - 1))) grow(board, direction, lane, squares, start);
    }
}

template <class Mask>
typename LaneWindows<Mask>::Squares LaneWindows<Mask>::read(const Board<Mask>& board, Direction direction, int lane) {
    const Layout& layout = board.layout();
    const bool across = direction == Direction::kAcross;
    const Square* const squares = board.squares(direction, lane);
    const std::int32_t* const cross_scores = board.cross_scores(direction, lane);
    Squares out;
    std::uint32_t constrained = 0;
    for (int place = 0; place < layout.lane_length(direction); ++place) {
        const Mask letters = letters_.at(place);
        if (squares[place]) out.tiles |= bit(place);
        if (letters != kAllLetters<Mask>) constrained |= bit(place);
        if (!letters) out.closed |= bit(place);
        if (cross_scores[place] != kNoCross) out.joins |= bit(place);
    }
    constrained_ = constrained & ~out.tiles;
    if (!across) out.twins = out.joins;
    // As the generator has it, an empty board that looks the same both ways takes plays across only.
    if (board.is_empty() && (across || !layout.symmetric) && lane == (across ? layout.start_row : layout.start_column)) {
        out.joins = bit(across ? layout.start_column : layout.start_row);
    }
    return out;
}

template <class Mask>
void LaneWindows<Mask>::grow(const Board<Mask>& board, Direction direction, int lane, const Squares& squares, int start) {
    const Layout& layout = board.layout();
    const int first = layout.at(direction, lane, 0), length = layout.lane_length(direction);
    const Square* const tiles = board.squares(direction, lane);
    const std::int32_t* const cross_base = board.cross_base(direction, lane);
    const std::int32_t* const cross_factor = board.cross_factor(direction, lane);
    const std::uint8_t* const letter_multipliers = layout.letter_multipliers[index(direction)].data() + first;
    const std::uint8_t* const word_multipliers = layout.word_multipliers[index(direction)].data() + first;
    Growth window;
    const auto add_factor = [&](int place) {
        window.factors = window.factors.with(static_cast<std::int16_t>(letter_multipliers[place] * window.multiplier + cross_factor[place]));
    };
    for (int place = start;; ++place) {
        for (; place < length && tiles[place]; ++place) window.pass(letter_of(tiles[place]), board.tile_points(tiles[place]));
        const bool joined = window.played_through || (window.laid & squares.joins);
        const bool twin = window.placed == 1 && (window.laid & squares.twins);
        if (window.placed && joined && !twin && place - start > 1) {
            Window& out = windows_[count_++];
            out.factors = window.factors;
            out.through = window.through;
            out.fixed = window.worth * window.multiplier + window.cross;
            out.laid = window.laid;
            out.start = static_cast<std::uint8_t>(start);
            out.length = static_cast<std::uint8_t>(place - start);
            out.placed = static_cast<std::uint8_t>(window.placed);
            out.played_through = window.played_through;
        }
        if (place == length || window.placed == kMostLaid || (squares.closed & bit(place))) return;
        window.laid |= bit(place);
        ++window.placed;
        window.cross += cross_base[place];
        if (word_multipliers[place] == 1) {
            add_factor(place);
        } else {  // what every square counts is another now
            window.multiplier *= word_multipliers[place];
            window.factors = {};
            for (std::uint32_t left = window.laid; left; left &= left - 1) add_factor(std::countr_zero(left));
        }
    }
}

template <class Mask>
KnownLanes<Mask>::KnownLanes(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, const KnownLanes* before) {
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < board.layout().lanes(direction); ++lane) {
            const LaneWindows<Mask>*& windows = lanes_[index(direction)][lane];
            if (before && before->at(direction, lane).stamp() == board.stamp(direction, lane)) {
                windows = &before->at(direction, lane);
            } else {
                read_.emplace_back().refresh(board, neighbours, direction, lane);
                windows = &read_.back();
            }
        }
    }
}

template <class Mask>
const LaneWindows<Mask>& LaneMemory<Mask>::at(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours, Direction direction, int lane) {
    const int length = board.layout().lane_length(direction);
    const Square* const squares = board.squares(direction, lane);
    const Mask* const cross_checks = board.cross_checks(direction, lane);
    const std::int32_t* const cross_scores = board.cross_scores(direction, lane);
    std::uint64_t hash = 0;
    for (int place = 0; place < length; ++place) {
        const std::uint64_t here = cross_checks[place] * 0x9E3779B97F4A7C15u + static_cast<std::uint32_t>(cross_scores[place]) * 64u + squares[place];
        hash = (hash ^ here) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    std::vector<Entry>& kept = entries_[index(direction)][lane];
    if (kept.empty()) kept.resize(kKept);
    Entry& entry = kept[hash % kKept];
    if (entry.length != length || !std::equal(squares, squares + length, entry.squares.begin()) ||
        !std::equal(cross_checks, cross_checks + length, entry.cross_checks.begin()) ||
        !std::equal(cross_scores, cross_scores + length, entry.cross_scores.begin())) {
        entry.length = length;
        std::copy_n(squares, length, entry.squares.begin());
        std::copy_n(cross_checks, length, entry.cross_checks.begin());
        std::copy_n(cross_scores, length, entry.cross_scores.begin());
        entry.windows.refresh(board, neighbours, direction, lane);
    }
    return entry.windows;
}

template class LaneWindows<std::uint32_t>;
template class LaneWindows<std::uint64_t>;
template class KnownLanes<std::uint32_t>;
template class KnownLanes<std::uint64_t>;
template class LaneMemory<std::uint32_t>;
template class LaneMemory<std::uint64_t>;

}  // namespace jackdaw
