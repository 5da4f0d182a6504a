// Every legal play of a rack on a board (Gordon 1994, figure 3, on a graph of bit maps).
//
// From each anchor of each lane words grow leftward, square by square, then, past the separator, rightward from the anchor (growth.hpp).
// Leftward growth stops short of the anchor used before, so that each play is found from its leftmost anchor alone. Anchors are
// - the last tile of each run in the lane, for every play that joins the run: all words through it begin with one walk of the graph;
// - of the other empty squares with a neighbour across the lane every second one where they are contiguous.
#pragma once

#include "growth.hpp"

namespace jackdaw {

template <class Mask, class Recorder, class Counters = NoCounters>
class Generator : private Growth<Mask, Recorder, Counters> {
    using Base = Growth<Mask, Recorder, Counters>;
    using typename Base::Common;
    using typename Base::Path;
    using typename Base::PathList;
    using typename Base::Step;
    using Base::anchor_, Base::beginnings_, Base::board_, Base::counters_, Base::graph_, Base::length_, Base::rack_, Base::right_, Base::spots_;

public:
    Generator(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, Recorder& recorder)
        : Base(board, rack, bonus, recorder) {}

    // On an empty board that looks the same both ways, plays across only: those down are their mirror images.
    void generate_plays() {
        for (const Direction direction : kDirections) {
            if (board_.is_empty() && board_.layout().symmetric && direction == Direction::kDown) break;
            for (int lane = 0; lane < board_.layout().lanes(direction); ++lane) generate_lane(direction, lane);
        }
    }

    // The plays of one lane, on a board with tiles.
    void generate_lane(Direction direction, int lane) {
        const Square* const squares = board_.squares(direction, lane);
        const int length = board_.layout().lane_length(direction);
        bool is_set = false;
        int leftmost = 0;  // the first square that plays of an anchor used before do not cover
        for (int place = 0; place < length; ++place) {
            const bool is_last = place + 1 == length;
            const bool is_run = squares[place];
            if (is_run) {
                if (!is_last && squares[place + 1]) continue;
            } else {
                if (!board_.is_anchor(direction, lane, place)) continue;
                if ((place > 0 && squares[place - 1]) || (!is_last && squares[place + 1])) continue;  // the run's plays
                // A word has two letters, so what covers this anchor covers a square beside it: one used before, or one to come.
                if (place == leftmost && (is_last || board_.is_anchor(direction, lane, place + 1))) continue;
            }
            if (!is_set) this->set_lane(direction, lane);
            is_set = true;
            anchor_ = place + 1;
            rack_.has_blank() ? generate_from_anchor<true>(is_run) : generate_from_anchor<false>(is_run);
            leftmost = place + (is_run ? 2 : 1);  // what covers the square behind a run covers the run
            spots_[leftmost].check = 0;
        }
    }

    const Counters& counters() const { return counters_; }

private:
    template <bool kBlanks>
    void generate_from_anchor(bool is_run) {
        counters_.anchor();
        NodeIndex node = graph_.root();
        int place = anchor_;
        Common common;
        const Path nothing{};
        const Step start{nothing, anchor_, 0, rack_.number(), 0};
        left_[0].clear();
        Path* end = left_[0].room();
        if (is_run) {
            for (; spots_[place].square; --place) {
                counters_.look_up();
                node = graph_.follow(node, letter_of(spots_[place].square));
                if (node == kNoNode) return;
                counters_.follow();
                common.cover(spots_[place]);
            }
            beginnings_[place + 1] = common;
            go_on_leftward<kBlanks>(node, start, place + 1, spots_[place].check, spots_[anchor_ + 1].check, end);
        } else {
            const Mask check = spots_[place].check;
            this->template count_letters<kBlanks>(check, start.rack);
            this->put(node, check & this->template usable<kBlanks>(start.rack), start, 0, end);
        }
        left_[0].set_end(end);
        grow_leftward<kBlanks>(place, common);
        this->template grow_rightward<kBlanks>(anchor_ + 1);
    }

    // Grows the paths of left_[0], which go on at `place`, and puts those that go on behind the anchor into right_[0].
    template <bool kBlanks>
    void grow_leftward(int place, Common common) {
        for (int now = 0; !left_[now].is_empty(); now ^= 1) {
            common.cover(spots_[place]);
            int before = place - 1;
            for (; spots_[before].square; --before) common.cover(spots_[before]);
            beginnings_[before + 1] = common;
            const Mask check = spots_[before].check, right_check = spots_[anchor_ + 1].check;
            left_[now ^ 1].clear();
            this->template wave<true, kBlanks>(left_[now], place, before, common, left_[now ^ 1], [=, this](NodeIndex node, const Step& step, Path*& end) {
                go_on_leftward<kBlanks>(node, step, before + 1, check, right_check, end);
            });
            place = before;
        }
    }

    // A word may begin on `start`: either the empty square before it takes a letter too, or, past the separator, the one behind the anchor does.
    template <bool kBlanks>
    [[gnu::always_inline]] void go_on_leftward(NodeIndex node, const Step& step, int start, Mask check, Mask right_check, Path*& end) {
        const Mask usable = this->template usable<kBlanks>(step.rack);
        this->template count_letters<kBlanks>(check, step.rack);
        this->put(node, check & usable, step, 0, end);
        const Mask separator = graph_.arcs(node) & bit_of<Mask>(kSeparator);
        if (step.rack && anchor_ < length_) {
            counters_.look_up();
            if (separator) counters_.follow();
        }
        // One branch: whether the rack has anything for the square behind the anchor says little about the separator.
        if (!(separator & static_cast<Mask>((right_check & usable) != 0))) return;
        this->template count_letters<kBlanks>(right_check, step.rack);
        Path* right_end = right_[0].room();
        this->put(*graph_.children(node), right_check & usable, step, start, right_end);
        right_[0].set_end(right_end);
    }

    std::array<PathList, 2> left_;  // now and next, in turn
};

}  // namespace jackdaw
