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

#include "movegen/core/generation/lane_expansion.hpp"

namespace jackdaw {

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

    // On an empty symmetric board, plays across only: those down are their mirror images.
    void generate_plays() {
        for (const Direction direction : kDirections) {
            if (board_.is_empty() && board_.layout().symmetric && direction == Direction::kDown)
                break;
            for (int lane = 0; lane < board_.layout().lanes(direction); ++lane)
                generate_lane(direction, lane);
        }
    }

    // Generates the plays of one lane, on a board with tiles.
    void generate_lane(Direction direction, int lane);

    const Counters& counters() const { return counters_; }

  private:
    template <bool kBlanks>
    void generate_from_anchor(bool is_run) {
        counters_.anchor();
        NodeIndex node = graph_.root();
        int index = anchor_;
        SharedScore shared;
        const PartialPlay nothing{};
        const Step start{nothing, anchor_, 0, rack_.number(), 0};
        left_[0].clear();
        PartialPlay* end = left_[0].writable_end();
        if (is_run) {
            for (; lane_squares_[index].square; --index) {
                counters_.look_up();
                node = graph_.follow(node, letter_of(lane_squares_[index].square));
                if (node == kNoNode) return;
                counters_.follow();
                shared.cover(lane_squares_[index]);
            }
            prefix_scores_[index + 1] = shared;
            extend_leftward<kBlanks>(node, start, index + 1, lane_squares_[index].check,
                                     lane_squares_[anchor_ + 1].check, end);
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
        anchor_ = index + 1;
        rack_.has_blank() ? generate_from_anchor<true>(is_run)
                          : generate_from_anchor<false>(is_run);
        leftmost =
            index + (is_run ? 2 : 1);  // plays that cover the square behind a run cover the run
        lane_squares_[leftmost].check = 0;
    }
}

}  // namespace jackdaw
