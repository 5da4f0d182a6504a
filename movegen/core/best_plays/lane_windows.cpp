#include "movegen/core/best_plays/lane_windows.hpp"

#include <algorithm>
#include <bit>

namespace jackdaw {
namespace {

constexpr std::uint32_t bit(int index) { return std::uint32_t{1} << index; }

}  // namespace

// A window being extended to the right.
template <class Mask>
struct LaneWindows<Mask>::PartialWindow {
    Int16x8 factors;
    Signature through = 0;
    std::int32_t points = 0;  // of the tiles played through
    std::int32_t cross = 0;   // of the words across
    std::int32_t multiplier = 1;
    std::uint32_t laid = 0;
    std::uint8_t played_through = 0;

    void pass(Letter letter, std::int32_t tile_points) {
        played_through = played_through ? kSeveralLetters : letter;
        through += kLetterSignatures[letter];
        points += tile_points;
    }
};

template <class Mask>
void LaneWindows<Mask>::list(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours,
                             int max_placed, Direction direction, int lane) {
    stamp_ = board.stamp(direction, lane);
    letters_.refresh(board, neighbours, direction, lane);
    const ChangedStarts starts = read(board, max_placed, direction, lane);
    if (starts.begin >= starts.end) return;
    const int length = board.layout().lane_length(direction);
    const std::uint32_t connected = sets_.tiles | sets_.joins;
    if (windows_.empty()) {
        if (!connected) return;
        windows_.resize(static_cast<std::size_t>(max_placed) * length);
    }
    // The windows behind those that change wait at the end.
    const auto from_start = [&](int start) {
        return std::partition_point(
            windows_.begin(), windows_.begin() + count_,
            [start](const LaneWindow& window) { return window.start < start; });
    };
    const auto last = windows_.begin() + count_, behind = from_start(starts.end);
    const auto first_kept = windows_.end() - (last - behind);
    count_ = from_start(starts.begin) - windows_.begin();
    std::copy_backward(behind, last, windows_.end());
    // Windows join tiles within the reach of the largest rack, or touch those at its end.
    const std::uint32_t reach = bit(max_placed + 1) - 1;
    for (int start = starts.begin; start < starts.end && connected >> start; ++start) {
        if ((connected >> start & reach) && (start == 0 || !(sets_.tiles & bit(start - 1))))
            add_windows(board, max_placed, direction, lane, start);
    }
    count_ = std::copy(first_kept, windows_.end(), windows_.begin() + count_) - windows_.begin();
}

// Reads the lane's squares, and returns where windows may begin that are not as they were.
template <class Mask>
typename LaneWindows<Mask>::ChangedStarts LaneWindows<Mask>::read(const Board<Mask>& board,
                                                                  int max_placed,
                                                                  Direction direction, int lane) {
    const Layout& layout = board.layout();
    const bool across = direction == Direction::kAcross;
    const int length = layout.lane_length(direction);
    const std::uint32_t all = bit(length) - 1;
    const LaneSquareSets before = sets_;
    const PaddedLane<std::int32_t> scores_before = cross_scores_;
    std::copy_n(board.cross_scores(direction, lane), length, cross_scores_.begin());
    for (std::size_t index = 0; index < letters_.squares().size(); ++index)
        tiles_[index] = letter_of(letters_.squares()[index]);
    const auto letters_equal = [&](Mask letters) {
        return squares_where(length, [&](int first) {
            return equal_to(letters_.letters().data() + first, letters);
        });
    };
    const std::uint32_t alone = squares_where(
        length, [&](int first) { return equal_to(cross_scores_.data() + first, kNoCross); });
    const std::uint32_t same_scores = squares_where(length, [&](int first) {
        return equal(cross_scores_.data() + first, scores_before.data() + first);
    });
    sets_ = {.tiles = letters_.tiles(), .joins = all & ~alone, .blocked = letters_equal(0)};
    std::uint32_t changed = letters_.changed() | (all & ~same_scores);
    constrained_ = all & ~letters_equal(kAllLetters<Mask>) & ~sets_.tiles;
    if (!across) sets_.duplicates = sets_.joins;
    // As in the generator, on an empty symmetric board only plays across are listed.
    if (board.is_empty() && (across || !layout.symmetric) &&
        lane == (across ? layout.start_row : layout.start_column)) {
        sets_.joins = bit(across ? layout.start_column : layout.start_row);
    }
    changed |= (sets_.tiles ^ before.tiles) | (sets_.joins ^ before.joins) |
               (sets_.duplicates ^ before.duplicates) | (sets_.blocked ^ before.blocked);
    return find_changed_starts(changed, max_placed);
}

// A window reaches a square if not too many squares before it are empty, and none is blocked. It
// also depends on the square before its first.
template <class Mask>
typename LaneWindows<Mask>::ChangedStarts LaneWindows<Mask>::find_changed_starts(
    std::uint32_t changed, int max_placed) const {
    if (!changed) return {0, 0};
    int begin = std::countr_zero(changed);
    for (int placed = 0; begin > 0; --begin) {
        if (sets_.tiles & bit(begin - 1)) continue;
        if (placed++ == max_placed || (sets_.blocked & bit(begin - 1))) break;
    }
    return {begin, 32 - std::countl_zero(changed) + 1};
}

template <class Mask>
void LaneWindows<Mask>::add_windows(const Board<Mask>& board, int max_placed, Direction direction,
                                    int lane, int start) {
    const Layout& layout = board.layout();
    const int length = layout.lane_length(direction);
    const Square* const tiles = board.squares(direction, lane);
    const std::int32_t* const cross_base = board.cross_base(direction, lane);
    const std::int32_t* const cross_factor = board.cross_factor(direction, lane);
    const std::uint8_t* const letter_multipliers = layout.lane_letter_multipliers(direction, lane);
    const std::uint8_t* const word_multipliers = layout.lane_word_multipliers(direction, lane);
    PartialWindow window;
    const auto add_factor = [&](int index) {
        window.factors = window.factors.insert_sorted(static_cast<std::int16_t>(
            letter_multipliers[index] * window.multiplier + cross_factor[index]));
    };
    const auto pass_tiles = [&](int index) {
        for (; sets_.tiles >> index & 1; ++index)
            window.pass(letter_of(tiles[index]), board.tile_points(tiles[index]));
        return index;
    };
    const std::uint32_t ends = sets_.blocked | bit(length);
    int index = pass_tiles(start);
    for (int placed = 1; placed <= max_placed && !(ends >> index & 1); ++placed) {
        window.laid |= bit(index);
        window.cross += cross_base[index];
        if (const int multiplier = word_multipliers[index]; multiplier == 1) {
            add_factor(index);
        } else if (window.multiplier *= multiplier; window.laid & sets_.joins) {
            window.factors = {};  // of every square
            for (std::uint32_t left = window.laid; left; left &= left - 1)
                add_factor(std::countr_zero(left));
        } else {
            window.factors = window.factors.times(static_cast<std::int16_t>(multiplier));
            add_factor(index);
        }
        index = pass_tiles(index + 1);
        if (!window.played_through && !(window.laid & sets_.joins)) continue;
        if (placed == 1 && (index - start == 1 || (window.laid & sets_.duplicates))) continue;
        LaneWindow& out = windows_[count_++];
        out.factors = window.factors;
        out.through = window.through;
        out.fixed = window.points * window.multiplier + window.cross;
        out.multiplier = window.multiplier;
        out.laid = window.laid;
        out.start = static_cast<std::uint8_t>(start);
        out.length = static_cast<std::uint8_t>(index - start);
        out.placed = static_cast<std::uint8_t>(placed);
        out.played_through = window.played_through;
        out.direction = direction;
        out.lane = static_cast<std::uint8_t>(lane);
    }
}

template <class Mask>
LaneSnapshot<Mask>::LaneSnapshot(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours,
                                 int max_placed, const LaneSnapshot* previous) {
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < board.layout().lanes(direction); ++lane) {
            const LaneWindows<Mask>*& windows = lanes_[to_index(direction)][lane];
            if (previous && previous->at(direction, lane).stamp() == board.stamp(direction, lane)) {
                windows = &previous->at(direction, lane);
            } else {
                own_windows_.emplace_back().refresh(board, neighbours, max_placed, direction, lane);
                windows = &own_windows_.back();
            }
        }
    }
}

template <class Mask>
const LaneWindows<Mask>& LaneCache<Mask>::at(const Board<Mask>& board,
                                             const LetterNeighbours<Mask>& neighbours,
                                             int max_placed, Direction direction, int lane) {
    const int length = board.layout().lane_length(direction);
    const Square* const squares = board.squares(direction, lane);
    const Mask* const cross_checks = board.cross_checks(direction, lane);
    const std::int32_t* const cross_scores = board.cross_scores(direction, lane);
    const std::uint64_t hash = hash_lane(board, direction, lane);
    std::vector<Entry>& cached = entries_[to_index(direction)][lane];
    if (cached.empty()) cached.resize(kEntries);
    Entry& entry = cached[hash % kEntries];
    if (entry.length != length || !std::equal(squares, squares + length, entry.squares.begin()) ||
        !std::equal(cross_checks, cross_checks + length, entry.cross_checks.begin()) ||
        !std::equal(cross_scores, cross_scores + length, entry.cross_scores.begin())) {
        entry.length = length;
        std::copy_n(squares, length, entry.squares.begin());
        std::copy_n(cross_checks, length, entry.cross_checks.begin());
        std::copy_n(cross_scores, length, entry.cross_scores.begin());
        entry.windows.refresh(board, neighbours, max_placed, direction, lane);
    }
    return entry.windows;
}

template class LaneWindows<std::uint32_t>;
template class LaneWindows<std::uint64_t>;
template class LaneSnapshot<std::uint32_t>;
template class LaneSnapshot<std::uint64_t>;
template class LaneCache<std::uint32_t>;
template class LaneCache<std::uint64_t>;

}  // namespace jackdaw
