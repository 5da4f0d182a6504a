// All legal plays of a rack, by the algorithm of Appel and Jacobson ("The world's fastest Scrabble
// program", CACM 1988) on the DAWG inside the word graph: the baseline that Gordon measured the
// GADDAG against. It finds the same plays as generator.hpp in another order, with the same
// recorders and counters.
//
// From each anchor of each lane, the left part of the word is either the tiles before the anchor,
// or any part that the rack allows on the empty squares before it that are not anchors themselves.
// Left parts are extended to the right (lane_expansion.hpp), on the anchor and beyond. A play is
// found once, from the first anchor that it covers.
#pragma once

#include <algorithm>

#include "movegen/core/generation/lane_expansion.hpp"

namespace jackdaw {

template <class Mask, class Recorder, class Counters = NoCounters>
class DawgGenerator : private LaneGenerator<Mask, Recorder, Counters> {
    using Base = LaneGenerator<Mask, Recorder, Counters>;
    using Base::anchor_, Base::prefix_scores_, Base::board_, Base::counters_, Base::graph_,
        Base::rack_, Base::right_, Base::lane_squares_, Base::sub_racks_;
    using typename Base::PartialPlay;
    using typename Base::SharedScore;
    using typename Base::Step;

  public:
    DawgGenerator(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus,
                  Recorder& recorder)
        : Base(board, rack, bonus, recorder) {}

    void generate_plays() {
        for_each_lane_to_generate(
            board_, [this](Direction direction, int lane) { generate_lane(direction, lane); });
    }

    const Counters& counters() const { return counters_; }

  private:
    void generate_lane(Direction direction, int lane) {
        this->set_lane(direction, lane);
        int free = 0;  // empty squares before `index` that are no anchors
        for (int index = 0; index < board_.layout().lane_length(direction); ++index) {
            if (lane_squares_[index + 1].square) {
                free = 0;
            } else if (board_.is_anchor(direction, lane, index)) {
                anchor_ = index + 1;
                rack_.has_blank() ? generate_from_anchor<true>(free)
                                  : generate_from_anchor<false>(free);
                free = 0;
            } else if (!lane_squares_[index + 1].check) {  // blocked
                free = 0;
            } else {
                ++free;
            }
        }
    }

    template <bool kBlanks>
    void generate_from_anchor(int free) {
        counters_.anchor();
        if (lane_squares_[anchor_ - 1].square)
            begin_with_run<kBlanks>();
        else
            extend_left<kBlanks>(graph_.dawg_root(), rack_.number(), 0,
                                 std::min(free, rack_.size() - 1));  // one tile is for the anchor
        this->template expand_rightward<kBlanks>(anchor_);
    }

    template <bool kBlanks>
    void begin_with_run() {
        int start = anchor_ - 1;
        while (lane_squares_[start - 1].square) --start;
        NodeIndex node = graph_.dawg_root();
        for (int index = start; index < anchor_; ++index) {
            counters_.look_up();
            node = graph_.follow(node, letter_of(lane_squares_[index].square));
            if (node == kNoNode) return;
            counters_.follow();
        }
        begin<kBlanks>(node, PartialPlay{}, rack_.number(), start);
    }

    // The left part has `placed` tiles, `rack` is what remains, and `node` says what may follow. It
    // may take up to `max_more` further tiles.
    template <bool kBlanks>
    void extend_left(NodeIndex node, std::uint32_t rack, int placed, int max_more) {
        begin_with_left_part<kBlanks>(node, rack, placed);
        if (max_more <= 0) return;
        this->template count_letters<kBlanks>(kAllLetters<Mask>, rack);
        const Mask arcs = graph_.arcs(node);
        for (const Letter blank : {Letter{0}, Letter{kBlankFlag}}) {
            for (Mask left = arcs & (blank ? sub_racks_[rack].by_blank : sub_racks_[rack].natural);
                 left; left &= left - 1) {
                const Letter letter = lowest_letter<Mask>(left);
                counters_.follow();
                left_part_[placed] = letter | blank;
                extend_left<kBlanks>(graph_.child(node, arcs, letter),
                                     rack - rack_.stride(blank ? kBlank : letter), placed + 1,
                                     max_more - 1);
            }
        }
    }

    // Only now are the squares of the left part's tiles known. No word crosses there, because these
    // squares are not anchors.
    template <bool kBlanks>
    void begin_with_left_part(NodeIndex node, std::uint32_t rack, int placed) {
        const int start = anchor_ - placed;
        PartialPlay partial_play{};
        for (int i = 0; i < placed; ++i) {
            partial_play.tiles[start - 1 + i] = left_part_[i];
            partial_play.points += std::int64_t{board_.tile_points(left_part_[i])} *
                                   lane_squares_[start + i].letter_multiplier;
        }
        begin<kBlanks>(node, partial_play, rack, start);
    }

    // A word that begins on `start` continues at the anchor.
    template <bool kBlanks>
    void begin(NodeIndex node, const PartialPlay& partial_play, std::uint32_t rack, int start) {
        prefix_scores_[start] = SharedScore{};
        for (int index = start; index < anchor_; ++index)
            prefix_scores_[start].cover(lane_squares_[index]);
        const Mask check = lane_squares_[anchor_].check;
        this->template count_letters<kBlanks>(check, rack);
        PartialPlay* end = right_[0].writable_end();
        this->append(node, check & this->template usable<kBlanks>(rack),
                     Step{partial_play, anchor_, 0, rack, partial_play.points}, start, end);
        right_[0].set_end(end);
    }

    std::array<Square, kMaxRack> left_part_{};
};

}  // namespace jackdaw
