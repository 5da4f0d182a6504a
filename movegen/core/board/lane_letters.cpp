#include "movegen/core/board/lane_letters.hpp"

#include <algorithm>
#include <bit>

namespace jackdaw {
namespace {

// Whether the letters of squares from `last` back to `first` continue from `node`, inside a word or
// up to its end.
template <class Mask>
bool reads_back(const WordGraph<Mask>& graph, NodeIndex node, const Square* squares, int first,
                int last) {
    for (int index = last; index > first; --index) {
        node = graph.follow(node, letter_of(squares[index]));
        if (node == kNoNode) return false;
    }
    return (graph.arcs(node) | graph.letter_set(node)) & bit_of<Mask>(letter_of(squares[first]));
}

// The letters that, placed on `index`, make squares first..last part of a word. A path of the
// GADDAG begins with any part of a word read backward, so one walk reads the run behind the square,
// then a letter, then the run before it.
template <class Mask>
Mask letters_within(const WordGraph<Mask>& graph, const Square* squares, int first, int index,
                    int last) {
    NodeIndex node = graph.root();
    for (int i = last; i > index && node != kNoNode; --i)
        node = graph.follow(node, letter_of(squares[i]));
    const Mask arcs = graph.arcs(node);
    if (first == index) return (arcs | graph.letter_set(node)) & kAllLetters<Mask>;
    Mask fits = 0;
    for (Mask left = arcs & kAllLetters<Mask>; left; left &= left - 1) {
        const Letter letter = lowest_letter<Mask>(left);
        if (reads_back(graph, graph.child(node, arcs, letter), squares, first, index - 1))
            fits |= bit_of<Mask>(letter);
    }
    return fits;
}

// The same for the square behind a run of two or more tiles.
template <class Mask>
Mask letters_behind(const WordGraph<Mask>& graph, const LetterNeighbours<Mask>& neighbours,
                    const Square* squares, int first, int index) {
    const Letter last = letter_of(squares[index - 1]);
    Mask fits = 0;
    for (Mask left = neighbours.behind[last]; left; left &= left - 1) {
        const Letter letter = lowest_letter<Mask>(left);
        const NodeIndex node = neighbours.read_back[last][letter];
        if (node != kNoNode && reads_back(graph, node, squares, first, index - 2))
            fits |= bit_of<Mask>(letter);
    }
    return fits;
}

}  // namespace

template <class Mask>
LetterNeighbours<Mask>::LetterNeighbours(const WordGraph<Mask>& graph) {
    for (Mask left = graph.arcs(graph.root()) & kAllLetters<Mask>; left; left &= left - 1) {
        const Square letter = lowest_letter<Mask>(left);
        const Square first_empty[] = {0, letter}, last_empty[] = {letter, 0};
        before[letter] = letters_within(graph, first_empty, 0, 0, 1);
        behind[letter] = letters_within(graph, last_empty, 0, 1, 1);
        for (Mask next = behind[letter]; next; next &= next - 1) {
            const Letter last = lowest_letter<Mask>(next);
            read_back[letter][last] = graph.follow(graph.follow(graph.root(), last), letter);
        }
    }
}

template <class Mask>
void LaneLetters<Mask>::refresh(const Board<Mask>& board, const LetterNeighbours<Mask>& neighbours,
                                Direction direction, int lane) {
    const int length = board.layout().lane_length(direction);
    const Square* const squares = board.squares(direction, lane);
    std::copy_n(board.cross_checks(direction, lane), length, letters_.begin());
    const PaddedLane<Square> before = squares_;
    std::copy_n(squares, length, squares_.begin());
    const std::uint32_t all = (std::uint32_t{1} << length) - 1;
    tiles_ = all & ~squares_where(length, [&](int first) {
                 return equal_to(squares_.data() + first, Square{0});
             });
    changed_ = all & ~squares_where(length, [&](int first) {
                   return equal(squares_.data() + first, before.data() + first);
               });
    if (board.graph().any_order()) return;
    for (std::uint32_t left = (tiles_ << 1 | tiles_ >> 1) & ~tiles_ & all; left; left &= left - 1) {
        const int index = std::countr_zero(left);
        const auto tiles_before = static_cast<std::uint32_t>(
            std::uint64_t{tiles_} << (32 - index));  // the nearest in the highest bit
        const int first = index - std::countl_one(tiles_before),
                  last = index + std::countr_one(tiles_ >> index >> 1);
        letters_[index] &= beside(board.graph(), neighbours, squares, length, first, index, last);
    }
}

// The letters that the runs beside the square allow there.
template <class Mask>
Mask LaneLetters<Mask>::beside(const WordGraph<Mask>& graph,
                               const LetterNeighbours<Mask>& neighbours, const Square* squares,
                               int length, int first, int index, int last) {
    if (last - first == 1) {
        return first == index ? neighbours.before[letter_of(squares[last])]
                              : neighbours.behind[letter_of(squares[first])];
    }
    const int from = std::max(first - 1, 0), to = std::min(last + 1, length - 1);
    if (changed_ >> from << (31 - to + from)) {
        beside_[index] = last == index ? letters_behind(graph, neighbours, squares, first, index)
                                       : letters_within(graph, squares, first, index, last);
    }
    return beside_[index];
}

template struct LetterNeighbours<std::uint32_t>;
template struct LetterNeighbours<std::uint64_t>;
template class LaneLetters<std::uint32_t>;
template class LaneLetters<std::uint64_t>;

}  // namespace jackdaw
