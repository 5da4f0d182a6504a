// All legal plays of a rack, by Gordon's algorithm on the GADDAG ("A faster Scrabble move
// generation algorithm", Software: Practice and Experience 1994, figure 3), with bit maps.
//
// From each anchor of each lane, words are extended leftward, square by square, then past the
// separator rightward from the anchor, level by level (lane_expansion.hpp). Leftward extension
// stops before the previous anchor, so that each play is found once, from its leftmost anchor.
// Anchors are: the last tile of each run in the lane, for every play that touches the run, so that
// all words through it begin with one walk of the graph; and every second one of contiguous empty
// squares with a neighbour across the lane.
#pragma once

#include <cstdint>

#include "movegen/core/generation/lane_expansion.hpp"

namespace jackdaw {

// Where a lane differs from what it was: squares, as bits.
struct LaneChange {
    std::uint32_t tiles = 0;    // those that have a tile now
    std::uint32_t crosses = 0;  // empty squares with another cross-check or cross-score
};

template <class Mask, class Recorder, class Counters = NoCounters>
class Generator : private LaneGenerator<Mask, Recorder, Counters> {
    using Base = LaneGenerator<Mask, Recorder, Counters>;
    using Base::anchor_, Base::prefix_scores_, Base::board_, Base::counters_, Base::graph_,
        Base::length_, Base::rack_, Base::right_, Base::lane_squares_;
    using typename Base::PartialPlay;
    using typename Base::PartialPlayList;
    using typename Base::SharedScore;
    using typename Base::Step;

  public:
    Generator(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus,
              Recorder& recorder)
        : Base(board, rack, bonus, recorder) {}

    void generate_plays() {
        for_each_lane_to_generate(
            board_, [this](Direction direction, int lane) { generate_lane(direction, lane); });
    }

    // Generates the plays of one lane, on a board with tiles.
    void generate_lane(Direction direction, int lane);

    // Generates those plays only that cover a square of the change: all others were plays of the
    // lane before it.
    void generate_changed(Direction direction, int lane, const LaneChange& change);

    const Counters& counters() const { return counters_; }

  private:
    // What the plays from an anchor have in common.
    enum class From {
        kEmptySquare,  // they cover the anchor
        kRun,          // they touch the run that ends on the anchor
        kBeforeRun,    // they cover the square before that run
    };

    void generate_from(int index, From from) {
        anchor_ = index + 1;
        rack_.has_blank() ? generate_from_anchor<true>(from) : generate_from_anchor<false>(from);
    }

    template <bool kBlanks>
    void generate_from_anchor(From from) {
        counters_.anchor();
        NodeIndex node = graph_.root();
        int index = anchor_;
        SharedScore shared;
        const PartialPlay nothing{};
        const Step start{nothing, anchor_, 0, rack_.number(), 0};
        left_[0].clear();
        PartialPlay* end = left_[0].writable_end();
        if (from != From::kEmptySquare) {
            for (; lane_squares_[index].square; --index) {
                counters_.look_up();
                node = graph_.follow(node, letter_of(lane_squares_[index].square));
                if (node == kNoNode) return;
                counters_.follow();
                shared.cover(lane_squares_[index]);
            }
            prefix_scores_[index + 1] = shared;
            const Mask right_check =
                from == From::kRun ? lane_squares_[anchor_ + 1].check : Mask{0};
            extend_leftward<kBlanks>(node, start, index + 1, lane_squares_[index].check,
                                     right_check, end);
        } else {
            const Mask check = lane_squares_[index].check;
            this->template count_letters<kBlanks>(check, start.rack);
            this->append(node, check & this->template usable<kBlanks>(start.rack), start, 0, end);
        }
        left_[0].set_end(end);
        expand_leftward<kBlanks>(index, shared);
        this->template expand_rightward<kBlanks>(anchor_ + 1);
    }

    // Expands the partial plays of left_[0], which continue at `index`; puts those that continue
    // behind the anchor into right_[0].
    template <bool kBlanks>
    void expand_leftward(int index, SharedScore shared) {
        for (int now = 0; !left_[now].is_empty(); now ^= 1) {
            shared.cover(lane_squares_[index]);
            int before = index - 1;
            for (; lane_squares_[before].square; --before) shared.cover(lane_squares_[before]);
            prefix_scores_[before + 1] = shared;
            const Mask check = lane_squares_[before].check,
                       right_check = lane_squares_[anchor_ + 1].check;
            left_[now ^ 1].clear();
            this->template expand_level<true, kBlanks>(
                left_[now], index, before, shared, left_[now ^ 1],
                [=, this](NodeIndex node, const Step& step, PartialPlay*& end) {
                    extend_leftward<kBlanks>(node, step, before + 1, check, right_check, end);
                });
            index = before;
        }
    }

    // A word may begin on `start`. It continues on the empty square before it or, past the
    // separator, on the square behind the anchor.
    template <bool kBlanks>
    [[gnu::always_inline]] void extend_leftward(NodeIndex node, const Step& step, int start,
                                                Mask check, Mask right_check, PartialPlay*& end) {
        const Mask usable = this->template usable<kBlanks>(step.rack);
        this->template count_letters<kBlanks>(check, step.rack);
        this->append(node, check & usable, step, 0, end);
        const Mask separator = graph_.arcs(node) & bit_of<Mask>(kSeparator);
        if (step.rack && anchor_ < length_) {
            counters_.look_up();
            if (separator) counters_.follow();
        }
        // One branch: whether the rack has a letter for the square behind the anchor hardly
        // predicts the separator.
        if (!(separator & static_cast<Mask>((right_check & usable) != 0))) return;
        this->template count_letters<kBlanks>(right_check, step.rack);
        PartialPlay* right_end = right_[0].writable_end();
        this->append(*graph_.children(node), right_check & usable, step, start, right_end);
        right_[0].set_end(right_end);
    }

    static bool has_bits(std::uint32_t squares, int begin, int end) {
        return squares >> begin & ((std::uint64_t{1} << (end - begin)) - 1);
    }

    std::array<PartialPlayList, 2> left_;  // this level and the next, alternating
};

// Outside of the class, so that it need not be compiled wherever it is used (all_moves.hpp).
template <class Mask, class Recorder, class Counters>
void Generator<Mask, Recorder, Counters>::generate_lane(Direction direction, int lane) {
    const Square* const squares = board_.squares(direction, lane);
    const int length = board_.layout().lane_length(direction);
    bool is_set = false;
    int leftmost = 0;  // the first square that plays of earlier anchors do not cover
    for (int index = 0; index < length; ++index) {
        const bool is_last = index + 1 == length;
        const bool is_run = squares[index];
        if (is_run) {
            if (!is_last && squares[index + 1]) continue;
        } else {
            if (!board_.is_anchor(direction, lane, index)) continue;
            if ((index > 0 && squares[index - 1]) || (!is_last && squares[index + 1]))
                continue;  // found from the run
            // A word has at least two letters, so a play that covers this anchor also covers an
            // adjacent square: that of an anchor used before or one to come.
            if (index == leftmost && (is_last || board_.is_anchor(direction, lane, index + 1)))
                continue;
        }
        if (!is_set) this->set_lane(direction, lane);
        is_set = true;
        generate_from(index, is_run ? From::kRun : From::kEmptySquare);
        leftmost =
            index + (is_run ? 2 : 1);  // plays that cover the square behind a run cover the run
        lane_squares_[leftmost].check = 0;
    }
}

// As above, from the squares of the change instead of all anchors: a play that covers a new tile
// touches its run.
template <class Mask, class Recorder, class Counters>
void Generator<Mask, Recorder, Counters>::generate_changed(Direction direction, int lane,
                                                           const LaneChange& change) {
    const Square* const squares = board_.squares(direction, lane);
    const int length = board_.layout().lane_length(direction);
    this->set_lane(direction, lane);
    int found = 0;  // squares whose plays have been found
    for (int index = 0, next; index < length; index = next) {
        next = index + 1;
        if (squares[index]) {
            while (next < length && squares[next]) ++next;
            if (!has_bits(change.tiles, index, next)) continue;
            generate_from(next - 1, From::kRun);
            found = next + 1;  // plays that cover the square behind a run cover the run
        } else {
            if (index < found || !has_bits(change.crosses, index, next)) continue;
            int end = next;  // of the run behind the square
            while (end < length && squares[end]) ++end;
            if (has_bits(change.tiles, next, end)) continue;  // found from the run
            generate_from(end - 1, end > next ? From::kBeforeRun : From::kEmptySquare);
            found = next;
        }
        lane_squares_[found].check = 0;
    }
}

}  // namespace jackdaw
