// Every legal play of a rack on a board by Appel and Jacobson's algorithm (1988), on the DAWG inside the word graph: the baseline that Gordon
// measured the GADDAG against. Finds the plays that generator.hpp finds, in another order, and calls the same recorders and counters.
//
// From each anchor of each lane, either the tiles that lie before it are the word's left part, or every left part is built that the
// rack allows and that has room on the empty squares before the anchor that are no anchors themselves. The left parts are then extended to
// the right (growth.hpp), on the anchor and beyond. The first anchor that a play covers is the one that it is found from, so it is found once.
#pragma once

#include <algorithm>

#include "growth.hpp"

namespace jackdaw {

template <class Mask, class Recorder, class Counters = NoCounters>
class DawgGenerator : private Growth<Mask, Recorder, Counters> {
    using Base = Growth<Mask, Recorder, Counters>;
    using typename Base::Common;
    using typename Base::Path;
    using typename Base::Step;
    using Base::anchor_, Base::beginnings_, Base::board_, Base::counters_, Base::graph_, Base::rack_, Base::right_, Base::spots_, Base::sub_racks_;

public:
    DawgGenerator(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, Recorder& recorder)
        : Base(board, rack, bonus, recorder) {}

    // On an empty board that looks the same both ways, plays across only: those down are their mirror images.
    void generate_plays() {
        for (const Direction direction : kDirections) {
            if (board_.is_empty() && board_.layout().symmetric && direction == Direction::kDown) break;
            for (int lane = 0; lane < board_.layout().lanes(direction); ++lane) generate_lane(direction, lane);
        }
    }

    const Counters& counters() const { return counters_; }

private:
    void generate_lane(Direction direction, int lane) {
        this->set_lane(direction, lane);
        int free = 0;  // empty squares just before `place` that are no anchors
        for (int place = 0; place < board_.layout().lane_length(direction); ++place) {
            if (spots_[place + 1].square) {
                free = 0;
            } else if (board_.is_anchor(direction, lane, place)) {
                anchor_ = place + 1;
                rack_.has_blank() ? generate_from_anchor<true>(free) : generate_from_anchor<false>(free);
                free = 0;
            } else if (!spots_[place + 1].check) {  // blocked
                free = 0;
            } else {
                ++free;
            }
        }
    }

    template <bool kBlanks>
    void generate_from_anchor(int free) {
        counters_.anchor();
        if (spots_[anchor_ - 1].square) begin_with_run<kBlanks>();
        else extend_left<kBlanks>(graph_.dawg_root(), rack_.number(), 0, std::min(free, rack_.size() - 1));  // a tile is left for the anchor
        this->template grow_rightward<kBlanks>(anchor_);
    }

    template <bool kBlanks>
    void begin_with_run() {
        int start = anchor_ - 1;
        while (spots_[start - 1].square) --start;
        NodeIndex node = graph_.dawg_root();
        for (int place = start; place < anchor_; ++place) {
            counters_.look_up();
            node = graph_.follow(node, letter_of(spots_[place].square));
            if (node == kNoNode) return;
            counters_.follow();
        }
        begin<kBlanks>(node, Path{}, rack_.number(), start);
    }

    // The left part so far has `placed` tiles, `rack` is left; `node` says what may follow. It may grow by up to `room` tiles.
    template <bool kBlanks>
    void extend_left(NodeIndex node, std::uint32_t rack, int placed, int room) {
        begin_with_left_part<kBlanks>(node, rack, placed);
        if (room <= 0) return;
        this->template count_letters<kBlanks>(kAllLetters<Mask>, rack);
        const Mask arcs = graph_.arcs(node);
        for (const Letter blank : {Letter{0}, Letter{kBlankFlag}}) {
            for (Mask left = arcs & (blank ? sub_racks_[rack].by_blank : sub_racks_[rack].natural); left; left &= left - 1) {
                const Letter letter = lowest_letter<Mask>(left);
                counters_.follow();
                left_part_[placed] = letter | blank;
                extend_left<kBlanks>(graph_.child(node, arcs, letter), rack - rack_.stride(blank ? kBlank : letter), placed + 1, room - 1);
            }
        }
    }

    // Where the tiles of a left part fall is known only now. No word crosses there: their squares are no anchors.
    template <bool kBlanks>
    void begin_with_left_part(NodeIndex node, std::uint32_t rack, int placed) {
        const int start = anchor_ - placed;
        Path path{};
        for (int i = 0; i < placed; ++i) {
            path.tiles[start - 1 + i] = left_part_[i];
            path.points += std::int64_t{board_.tile_points(left_part_[i])} * spots_[start + i].letter_multiplier;
        }
        begin<kBlanks>(node, path, rack, start);
    }

    // A word that begins on `start` goes on at the anchor.
    template <bool kBlanks>
    void begin(NodeIndex node, const Path& path, std::uint32_t rack, int start) {
        beginnings_[start] = Common{};
        for (int place = start; place < anchor_; ++place) beginnings_[start].cover(spots_[place]);
        const Mask check = spots_[anchor_].check;
        this->template count_letters<kBlanks>(check, rack);
        Path* end = right_[0].room();
        this->put(node, check & this->template usable<kBlanks>(rack), Step{path, anchor_, 0, rack, path.points}, start, end);
        right_[0].set_end(end);
    }

    std::array<Square, kMaxRack> left_part_{};
};

}  // namespace jackdaw
