#include "movegen/core/board/board.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace jackdaw {
namespace {

// Shared by all boards of the process, so that copies of a board that diverge never have the same
// stamp for different content.
std::atomic<std::uint64_t> last_stamp{0};

}  // namespace

template <class Mask>
Board<Mask>::Board(const Layout& layout, const WordGraph<Mask>& graph, const TilePoints& points)
    : layout_(layout), graph_(&graph), points_(points) {
    for (auto& checks : cross_checks_) checks.fill(kAllLetters<Mask>);
    for (auto& scores : cross_scores_) scores.fill(kNoCross);
    for (int way = 0; way < 2; ++way) {
        for (int at = 0; at < layout_.rows * layout_.columns; ++at) {
            if (!layout_.word_multipliers[way][at]) cross_checks_[way][at] = 0;  // blocked
        }
    }
    begin_change();
}

// The first tile changes every lane: plays no longer have to cover the start square.
template <class Mask>
void Board<Mask>::begin_change() {
    stamp_ = ++last_stamp;
    if (is_empty()) {
        for (auto& stamps : stamps_) stamps.fill(stamp_);
    }
}

template <class Mask>
bool Board<Mask>::is_anchor(Direction direction, int lane, int index) const {
    const int here = layout_.at(direction, lane, index);
    if (squares_[to_index(direction)][here]) return false;
    if (is_empty()) {
        const bool across = direction == Direction::kAcross;
        return (across ? lane : index) == layout_.start_row &&
               (across ? index : lane) == layout_.start_column;
    }
    const int there = layout_.at(other(direction), index, lane);
    return cross_scores_[to_index(direction)][here] != kNoCross ||
           cross_scores_[to_index(other(direction))][there] != kNoCross;
}

template <class Mask>
void Board<Mask>::set_square(Direction direction, int lane, int index, Square tile) {
    squares_[to_index(direction)][layout_.at(direction, lane, index)] = tile;
    squares_[to_index(other(direction))][layout_.at(other(direction), index, lane)] = tile;
    ++tile_count_;
    stamps_[to_index(direction)][lane] = stamps_[to_index(other(direction))][index] = stamp_;
    set_cross(direction, lane, index, 0, kNoCross);
    set_cross(other(direction), index, lane, 0, kNoCross);
}

// A play changes the cross-checks at both ends of its run and, for each tile placed, at both ends
// of the run across.
template <class Mask>
void Board<Mask>::place(Direction direction, int lane, int start, const Square* tiles, int length) {
    begin_change();
    for (int i = 0; i < length; ++i) {
        if (tiles[i]) set_square(direction, lane, start + i, tiles[i]);
    }
    refresh_run_end(direction, lane, start);
    for (int i = 0; i < length; ++i) {
        if (tiles[i]) refresh_run_end(other(direction), start + i, lane);
    }
}

template <class Mask>
LaneSet Board<Mask>::differing_lanes(const Board& board) const {
    LaneSet unlike{};
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout_.lanes(direction); ++lane) {
            if (stamp(direction, lane) != board.stamp(direction, lane))
                unlike[to_index(direction)] |= std::uint32_t{1} << lane;
        }
    }
    return unlike;
}

template <class Mask>
void Board<Mask>::copy_lanes_from(const Board& board) {
    const LaneSet unlike = differing_lanes(board);
    for (const Direction direction : kDirections) {
        const int way = to_index(direction), length = layout_.lane_length(direction);
        const auto copy = [&](auto& to, const auto& from, int first) {
            std::copy_n(from[way].data() + first, length, to[way].data() + first);
        };
        for (std::uint32_t left = unlike[way]; left; left &= left - 1) {
            const int lane = std::countr_zero(left), first = layout_.at(direction, lane, 0);
            copy(squares_, board.squares_, first);
            copy(cross_checks_, board.cross_checks_, first);
            copy(cross_scores_, board.cross_scores_, first);
            copy(cross_base_, board.cross_base_, first);
            copy(cross_factor_, board.cross_factor_, first);
            stamps_[way][lane] = board.stamps_[way][lane];
        }
    }
    tile_count_ = board.tile_count_;
}

template <class Mask>
void Board<Mask>::set_squares(const Square* by_rows) {
    *this = Board(layout_, *graph_, points_);
    for (int row = 0; row < layout_.rows; ++row) {
        for (int column = 0; column < layout_.columns; ++column) {
            const Square tile = by_rows[layout_.at(Direction::kAcross, row, column)];
            if (tile) set_square(Direction::kAcross, row, column, tile);
        }
    }
    for (const Direction run : kDirections) {
        for (int lane = 0; lane < layout_.lanes(run); ++lane) {
            for (int index = 0; index < layout_.lane_length(run); ++index)
                refresh_cross(run, lane, index);
        }
    }
}

// Refreshes the empty squares at both ends of the run of tiles that covers `place`.
template <class Mask>
void Board<Mask>::refresh_run_end(Direction run, int lane, int index) {
    const Square* const squares = this->squares(run, lane);
    int before = index, behind = index;
    while (before >= 0 && squares[before]) --before;
    while (behind < layout_.lane_length(run) && squares[behind]) ++behind;
    if (before >= 0) refresh_cross(run, lane, before);
    if (behind < layout_.lane_length(run)) refresh_cross(run, lane, behind);
}

// Computes the cross-check and cross-score that the run's lane gives an empty square.
template <class Mask>
void Board<Mask>::refresh_cross(Direction run, int lane, int index) {
    const Square* const squares = this->squares(run, lane);
    if (squares[index]) return;
    int first = index, last = index;
    while (first > 0 && squares[first - 1]) --first;
    while (last + 1 < layout_.lane_length(run) && squares[last + 1]) ++last;
    if (first == last) return set_cross(run, lane, index, kAllLetters<Mask>, kNoCross);
    std::int32_t score = 0;
    for (int i = first; i <= last; ++i) {
        if (i != index) score += tile_points(squares[i]);
    }
    set_cross(run, lane, index, letters_between(squares, first, index, last), score);
}

// The letters that make a word of squares first..last when placed on `index` (Gordon 1994,
// "Computing cross sets"). Read from right to left, the GADDAG yields both the letters before a run
// (a letter set) and behind it (the letter set past the separator); only a gap between two runs
// needs a try for each letter.
template <class Mask>
Mask Board<Mask>::letters_between(const Square* squares, int first, int index, int last) const {
    if (graph_->any_order()) [[unlikely]]
        return letters_among(squares, first, index, last);
    const bool has_left = first < index;
    NodeIndex node = graph_->root();
    for (int i = has_left ? index - 1 : last;
         i >= (has_left ? first : index + 1) && node != kNoNode; --i) {
        node = graph_->follow(node, letter_of(squares[i]));
    }
    if (node == kNoNode) return 0;
    if (!has_left) return graph_->letter_set(node);
    node = graph_->follow(node, kSeparator);
    if (index == last) return graph_->letter_set(node);
    Mask fits = 0;
    const Mask arcs = graph_->arcs(node);
    for (Mask left = arcs & kAllLetters<Mask>; left; left &= left - 1) {
        const Letter letter = lowest_letter<Mask>(left);
        NodeIndex behind = graph_->child(node, arcs, letter);
        for (int i = index + 1; i < last && behind != kNoNode; ++i)
            behind = graph_->follow(behind, letter_of(squares[i]));
        if (graph_->letter_set(behind) & bit_of<Mask>(letter_of(squares[last])))
            fits |= bit_of<Mask>(letter);
    }
    return fits;
}

// The same for words in any order: the letters that complete an alphagram, each tried at its
// position in the alphabet.
template <class Mask>
Mask Board<Mask>::letters_among(const Square* squares, int first, int index, int last) const {
    std::array<Letter, kMaxSide> others;
    int count = 0;
    for (int i = first; i <= last; ++i) {
        if (i != index) others[count++] = letter_of(squares[i]);
    }
    std::sort(others.begin(), others.begin() + count);
    Mask fits = 0;
    NodeIndex node = graph_->dawg_root();
    for (int before = 0; before < count && node != kNoNode; ++before) {
        const Mask arcs = graph_->arcs(node);
        const Letter lowest = before ? others[before - 1] : Letter{1}, next = others[before];
        for (Mask left = arcs & (bit_of<Mask>(next) - bit_of<Mask>(lowest)); left;
             left &= left - 1) {
            const Letter letter = lowest_letter<Mask>(left);
            NodeIndex behind = graph_->child(node, arcs, letter);
            for (int i = before; i + 1 < count && behind != kNoNode; ++i)
                behind = graph_->follow(behind, others[i]);
            if (graph_->letter_set(behind) & bit_of<Mask>(others[count - 1]))
                fits |= bit_of<Mask>(letter);
        }
        node = graph_->follow(node, next);
    }
    return fits | (graph_->letter_set(node) & static_cast<Mask>(-bit_of<Mask>(others[count - 1])));
}

// The run constrains the lanes of the other direction, which cross it.
template <class Mask>
void Board<Mask>::set_cross(Direction run, int lane, int index, Mask check, std::int32_t score) {
    const int way = to_index(other(run));
    const int at = layout_.at(other(run), index, lane);
    const std::int32_t word_multiplier = layout_.word_multipliers[way][at];
    if (!word_multiplier) return;  // blocked
    stamps_[way][index] = stamp_;
    cross_checks_[way][at] = check;
    cross_scores_[way][at] = score;
    cross_base_[way][at] = score == kNoCross ? 0 : score * word_multiplier;
    cross_factor_[way][at] =
        score == kNoCross ? 0 : layout_.letter_multipliers[way][at] * word_multiplier;
}

template class Board<std::uint32_t>;
template class Board<std::uint64_t>;

}  // namespace jackdaw
