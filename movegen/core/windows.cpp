#include "windows.hpp"

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

template <class Mask>
struct LaneWindows<Mask>::Growth {
    std::array<std::int16_t, kMostLaid> letter_multipliers;
    std::array<std::int16_t, kMostLaid> cross_factors;
    EightNumbers factors;
    std::int32_t worth = 0;  // points of the tiles played through
    std::int32_t cross = 0;  // of the words across
    std::int32_t multiplier = 1;
    std::uint32_t laid = 0;
    Signature through = 0;
    int placed = 0;
    std::uint8_t played_through = 0;

    void pass(Letter letter, std::int32_t points) {
        played_through = played_through ? kSeveral : letter;
        through += kLetterSignatures[letter];
        worth += points;
    }

    void lay(int place, std::uint8_t letter_multiplier, std::uint8_t word_multiplier, std::int32_t cross_base, std::int32_t cross_factor) {
        laid |= bit(place);
        cross += cross_base;
        letter_multipliers[placed] = letter_multiplier;
        cross_factors[placed] = static_cast<std::int16_t>(cross_factor);
        ++placed;
        int first = placed - 1;  // of the squares whose factor is new
        if (word_multiplier != 1) {
            multiplier *= word_multiplier;
            factors = {};
            first = 0;
        }
        for (int i = first; i < placed; ++i) factors = factors.with(static_cast<std::int16_t>(letter_multipliers[i] * multiplier + cross_factors[i]));
    }
};

template <class Mask>
void LaneWindows<Mask>::refresh(const Board<Mask>& board, Direction direction, int lane) {
    if (stamp_ == board.stamp(direction, lane)) return;
    stamp_ = board.stamp(direction, lane);
    find(board, direction, lane);
}

template <class Mask>
void LaneWindows<Mask>::find(const Board<Mask>& board, Direction direction, int lane) {
    count_ = 0;
    letters_.refresh(board, direction, lane);
    const Squares squares = read(board, direction, lane);
    if (!(squares.tiles | squares.joins)) return;
    const int length = board.layout().lane_length(direction);
    if (windows_.empty()) windows_.resize(std::size_t{kMaxSide} * kMostLaid);
    for (int start = 0; start < length && (squares.tiles | squares.joins) >> start; ++start) {
        if (start == 0 || !(squares.tiles & bit(start - 1))) grow(board, direction, lane, squares, start);
    }
}

template <class Mask>
typename LaneWindows<Mask>::Squares LaneWindows<Mask>::read(const Board<Mask>& board, Direction direction, int lane) {
    const Layout& layout = board.layout();
    const bool across = direction == Direction::kAcross;
    const std::int32_t* const cross_scores = board.cross_scores(direction, lane);
    Squares out;
    constrained_ = 0;
    for (int place = 0; place < layout.lane_length(direction); ++place) {
        if (board.squares(direction, lane)[place]) {
            out.tiles |= bit(place);
            continue;
        }
        if (letters_.at(place) != kAllLetters<Mask>) constrained_ |= bit(place);
        if (!letters_.at(place)) out.closed |= bit(place);
        if (cross_scores[place] == kNoCross) continue;
        out.joins |= bit(place);
        if (!across) out.twins |= bit(place);
    }
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
    for (int place = start;; ++place) {
        for (; place < length && tiles[place]; ++place) window.pass(letter_of(tiles[place]), board.tile_points(tiles[place]));
        const bool joined = window.played_through || (window.laid & squares.joins);
        const bool twin = window.placed == 1 && (window.laid & squares.twins);
        if (window.placed && joined && !twin && place - start > 1) {
            windows_[count_++] = {window.factors, window.through, window.worth * window.multiplier + window.cross, window.laid,
                                  static_cast<std::uint8_t>(start), static_cast<std::uint8_t>(place - start),
                                  static_cast<std::uint8_t>(window.placed), window.played_through};
        }
        if (place == length || window.placed == kMostLaid || (squares.closed & bit(place))) return;
        window.lay(place, letter_multipliers[place], word_multipliers[place], cross_base[place], cross_factor[place]);
    }
}

template class LaneWindows<std::uint32_t>;
template class LaneWindows<std::uint64_t>;

}  // namespace jackdaw
