#include "strategy/core/endgame_bounds/unopposed_bound.hpp"

#include <algorithm>
#include <bit>

namespace jackdaw {

// The distances of all squares from the nearest tile: a flood fill, row by row on sets of columns.
template <class Mask>
void UnopposedBound<Mask>::measure_distances(const Board<Mask>& board) {
    const Layout& layout = variant_.layout;
    std::array<std::uint32_t, kMaxSide + 2> reached{}, next{};
    std::array<std::uint32_t, kMaxSide + 2> open{};  // squares that are not blocked
    for (int row = 0; row < layout.rows; ++row) {
        const Square* const squares = board.squares(Direction::kAcross, row);
        for (int column = 0; column < layout.columns; ++column) {
            reached[row + 1] |= std::uint32_t{squares[column] != 0} << column;
            open[row + 1] |= std::uint32_t{!layout.is_blocked(Direction::kAcross, row, column)}
                             << column;
        }
    }
    for (auto& by_direction : distances_)
        std::fill_n(by_direction.begin(), layout.rows * layout.columns, kFar);
    for (int distance = 1; distance <= rack_->size; ++distance) {
        for (int row = 1; row <= layout.rows; ++row) {
            next[row] = (reached[row] | reached[row] << 1 | reached[row] >> 1 | reached[row - 1] |
                         reached[row + 1]) &
                        open[row];
            for (std::uint32_t added = next[row] & ~reached[row]; added; added &= added - 1) {
                const int column = std::countr_zero(added);
                distances_[0][layout.at(Direction::kAcross, row - 1, column)] =
                    static_cast<std::uint8_t>(distance);
                distances_[1][layout.at(Direction::kDown, column, row - 1)] =
                    static_cast<std::uint8_t>(distance);
            }
        }
        reached = next;
    }
}

// Scores a word as a cross word: one of its tiles belongs to a play across it, all others were laid
// before.
template <class Mask>
void UnopposedBound<Mask>::add_crosses(Direction direction, int lane, const LaneWord& word) {
    const Layout& layout = variant_.layout;
    const int others = word.count - 1 + word.others;
    for (int i = 0; i < word.count; ++i) {
        const auto [offset, kind] = word.tiles[i];
        const int at = layout.at(direction, lane, offset),
                  points = variant_.points[rack_->tiles[kind]];
        const int score =
            (word.face + (layout.letter_multipliers[to_index(direction)][at] - 1) * points) *
            layout.word_multipliers[to_index(direction)][at];
        std::int16_t& best = crosses_[to_index(direction)][at][kind][others];
        best = std::max(best, static_cast<std::int16_t>(std::max(score, 0)));
    }
}

template <class Mask>
void UnopposedBound<Mask>::add_plays(Direction direction, int lane, const LaneWord& word,
                                     const Board<Mask>& board) {
    std::array<int, kMaxUnopposedTiles> crosses;
    crosses.fill(kNever);
    for (int others = 0; others + word.count <= rack_->size; ++others) {
        bool is_more = others == word.others, is_possible = others >= word.others;
        for (int i = 0; i < word.count; ++i) {
            const auto [offset, kind] = word.tiles[i];
            const int there = variant_.layout.at(other(direction), offset, lane);
            const int cross = crosses_[to_index(other(direction))][there][kind][others];
            if (cross > crosses[i]) crosses[i] = cross, is_more = true;
            is_possible &=
                crosses[i] != kNever || board.cross_scores(direction, lane)[offset] == kNoCross;
        }
        if (is_possible && is_more) add_splits(direction, lane, word, others, crosses);
    }
}

// Adds a word once for each set of its tiles that may have been laid before.
template <class Mask>
void UnopposedBound<Mask>::add_splits(Direction direction, int lane, const LaneWord& word,
                                      int others,
                                      const std::array<int, kMaxUnopposedTiles>& crosses) {
    struct Split {
        int sum, multiplier, beside, laid;
    };
    std::array<Split, 1 << kMaxUnopposedTiles> splits;
    splits[0] = {word.face, 1, 0, 0};
    int all = 0;
    for (int i = 0; i < word.count; ++i) all += rack_->strides[word.tiles[i].kind];
    for (int i = 0; i < word.count; ++i) {
        const auto [offset, kind] = word.tiles[i];
        const int at = variant_.layout.at(direction, lane, offset),
                  points = variant_.points[rack_->tiles[kind]];
        const int more = (variant_.layout.letter_multipliers[to_index(direction)][at] - 1) * points;
        const int multiplier = variant_.layout.word_multipliers[to_index(direction)][at],
                  beside = std::max(0, crosses[i]) + points;
        for (int set = 0; set < 1 << i; ++set) {
            const Split& before = splits[set];
            Split& split = splits[set | 1 << i];
            split = {before.sum + more, before.multiplier * multiplier, before.beside + beside,
                     before.laid + rack_->strides[kind]};
            const int tiles = std::popcount(static_cast<unsigned>(set)) + 1;
            const int gain = split.sum * split.multiplier + split.beside + variant_.bonus[tiles];
            std::int16_t& max = best(split.laid, all - split.laid, others);
            max = std::max(max, static_cast<std::int16_t>(std::clamp(gain, 0, 32'000)));
        }
    }
}

// Finds the best order to lay the tiles in, for all tiles and for each sub-rack.
template <class Mask>
void UnopposedBound<Mask>::find_max_gains(int going_out) {
    const int full = rack_->numbers - 1;
    max_gains_.fill(0);
    for (int left = 1; left <= full; ++left) {
        const int gone = full - left;
        for (std::uint32_t plays = rack_->parts[left] & ~std::uint32_t{1}; plays;
             plays &= plays - 1) {
            const int laid = std::countr_zero(plays);
            const int after = laid == left ? going_out : max_gains_[left - laid];
            for (std::uint32_t parts = rack_->parts[gone]; parts; parts &= parts - 1) {
                const int before = std::countr_zero(parts);
                for (int others = rack_->sizes[gone] - rack_->sizes[before]; others >= 0;
                     --others) {
                    if (const int gain = best(laid, before, others); gain != kNever)
                        max_gains_[left] = std::max(max_gains_[left], gain + after);
                }
            }
        }
    }
}

template <class Mask>
void UnopposedBound<Mask>::measure(const Board<Mask>& board, const RackPacking& packing,
                                   PackedRack rack, int going_out) {
    const std::uint64_t hash = packing.hash(rack);
    auto cached = racks_.find(hash);
    if (cached == racks_.end()) cached = racks_.try_emplace(hash, packing.unpack(rack)).first;
    rack_ = &cached->second;
    measure_distances(board);
    const Layout& layout = variant_.layout;
    for (auto& by_direction : crosses_) {
        for (int at = 0; at < layout.rows * layout.columns; ++at) {
            for (auto& by_others : by_direction[at]) by_others.fill(kNever);
        }
    }
    for (int laid = 0; laid < rack_->numbers; ++laid)
        std::fill_n(&best(laid, 0, 0), kNumbers * kMaxUnopposedTiles, kNever);
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            const std::uint8_t* const distances =
                distances_[to_index(direction)].data() + layout.at(direction, lane, 0);
            const auto words = words_.words(*rack_, board.squares(direction, lane), distances,
                                            layout.lane_length(direction));
            lanes_[to_index(direction)][lane].assign(words.begin(), words.end());
            for (const LaneWord& word : words) add_crosses(direction, lane, word);
        }
    }
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            for (const LaneWord& word : lanes_[to_index(direction)][lane])
                add_plays(direction, lane, word, board);
        }
    }
    find_max_gains(going_out);
}

template class UnopposedBound<std::uint32_t>;
template class UnopposedBound<std::uint64_t>;

}  // namespace jackdaw
