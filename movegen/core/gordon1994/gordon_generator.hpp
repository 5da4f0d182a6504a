// All legal plays of a rack by the recursion of Gordon's paper (1994, figure 3), on the paper's own
// structures (stored_graph.hpp). It finds the same plays as generator.hpp and exists for
// comparison, without what speed asks of the product's generator.
//
// From each anchor of each lane, words are extended leftward, square by square, then past the
// separator rightward from the anchor. Anchors are chosen as in generator.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "movegen/core/base/rack.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/generator.hpp"

namespace jackdaw {

// `Graph` has the words of the board's graph and its interface (stored_graph.hpp); its `arcs` may
// offer letters for which `child` has no node.
template <class Graph, class Recorder>
class GordonGenerator {
    using Mask = std::uint32_t;

  public:
    GordonGenerator(const Board<Mask>& board, const Graph& graph, const TileCounts& rack,
                    const PlacementBonus& bonus, Recorder& recorder)
        : board_(board),
          graph_(graph),
          points_(board.points()),
          bonus_(bonus),
          rack_(rack),
          recorder_(recorder) {}

    void generate_plays() {
        for_each_lane_to_generate(
            board_, [this](Direction direction, int lane) { generate_lane(direction, lane); });
    }

  private:
    // The score of the tiles so far.
    struct Sums {
        std::int32_t main;        // the word's letters, before its multiplier
        std::int32_t multiplier;  // of the word
        std::int32_t cross;       // words across, complete
    };

    void generate_lane(Direction direction, int lane) {
        const Layout& layout = board_.layout();
        direction_ = direction;
        lane_ = lane;
        length_ = layout.lane_length(direction);
        squares_ = board_.squares(direction, lane);
        cross_checks_ = board_.cross_checks(direction, lane);
        cross_base_ = board_.cross_base(direction, lane);
        cross_factor_ = board_.cross_factor(direction, lane);
        letter_multipliers_ = layout.lane_letter_multipliers(direction, lane);
        word_multipliers_ = layout.lane_word_multipliers(direction, lane);
        leftmost_ = 0;
        for (int index = 0; index < length_; ++index) {
            const bool is_last = index + 1 == length_;
            if (squares_[index]) {
                if (is_last || !squares_[index + 1]) {
                    generate_from(index, true);
                    leftmost_ =
                        index + 2;  // plays that cover the square behind the run cover the run
                }
            } else if (board_.is_anchor(direction, lane, index)) {
                if ((index > 0 && squares_[index - 1]) || (!is_last && squares_[index + 1]))
                    continue;  // found from the run
                // A word has at least two letters, so a play that covers this anchor also covers an
                // adjacent square: that of an anchor used before or one to come.
                if (index == leftmost_ && (is_last || board_.is_anchor(direction, lane, index + 1)))
                    continue;
                generate_from(index, false);
                leftmost_ = index + 1;
            }
        }
    }

    void generate_from(int anchor, bool is_run) {
        anchor_ = anchor;
        run_first_ = anchor;
        while (is_run && run_first_ > 0 && squares_[run_first_ - 1]) --run_first_;
        extend<true>(graph_.root(), anchor, {0, 1, 0}, 0);
    }

    // Tries each letter that fits on `index`, behind (leftward: before) those so far; `node` says
    // what may follow them.
    template <bool kLeftward>
    void extend(NodeIndex node, int index, Sums sums, int placed) {
        const Mask arcs = graph_.arcs(node), letter_set = graph_.letter_set(node);
        if (const Square square = squares_[index]) {
            const Letter letter = letter_of(square);
            if (!((arcs | letter_set) & bit_of<Mask>(letter))) return;
            sums.main += board_.tile_points(square);
            return advance<kLeftward>(node, arcs, letter_set, index, letter, sums, placed);
        }
        const bool has_blank = rack_.has_blank();
        Mask candidates = (arcs | letter_set) & cross_checks_[index];
        if (!has_blank) candidates &= rack_.letters();
        if (!candidates) return;
        sums.cross += cross_base_[index];
        sums.multiplier *= word_multipliers_[index];
        do {
            const Letter letter = lowest_letter<Mask>(candidates);
            candidates &= candidates - 1;
            if (rack_.count(letter)) {
                const std::int32_t points = points_[letter];
                lay<kLeftward>(node, arcs, letter_set, index, letter, letter,
                               {sums.main + points * letter_multipliers_[index], sums.multiplier,
                                sums.cross + points * cross_factor_[index]},
                               placed);
            }
            if (has_blank) {
                const std::int32_t points = points_[kBlank];
                lay<kLeftward>(node, arcs, letter_set, index, letter, letter | kBlankFlag,
                               {sums.main + points * letter_multipliers_[index], sums.multiplier,
                                sums.cross + points * cross_factor_[index]},
                               placed);
            }
        } while (candidates);
        strip_[index] = 0;
    }

    template <bool kLeftward>
    void lay(NodeIndex node, Mask arcs, Mask letter_set, int index, Letter letter, Square square,
             Sums sums, int placed) {
        const Letter tile = is_blank(square) ? kBlank : letter;
        rack_.take(tile);
        strip_[index] = square;
        advance<kLeftward>(node, arcs, letter_set, index, letter, sums, placed + 1);
        rack_.put_back(tile);
    }

    // With a letter on `index`: records the word if it is one, then follows the letter's arc.
    template <bool kLeftward>
    void advance(NodeIndex node, Mask arcs, Mask letter_set, int index, Letter letter,
                 const Sums& sums, int placed) {
        const bool accepts = letter_set & bit_of<Mask>(letter);
        const NodeIndex child =
            (arcs & bit_of<Mask>(letter)) ? graph_.child(node, arcs, letter) : kNoNode;
        if constexpr (kLeftward) {
            const bool begins = index == 0 || !squares_[index - 1];
            if (accepts && begins) record(index, anchor_, sums, placed);
            if (child == kNoNode) return;
            if (index > leftmost_ && may_continue(index - 1, placed))
                extend<true>(child, index - 1, sums, placed);
            if (begins && anchor_ + 1 < length_ && may_continue(anchor_ + 1, placed)) {
                const NodeIndex behind = graph_.follow(child, kSeparator);
                if (behind == kNoNode) return;
                start_ = index;
                extend<false>(behind, anchor_ + 1, sums, placed);
            }
        } else {
            if (accepts && (index + 1 == length_ || !squares_[index + 1]))
                record(start_, index, sums, placed);
            if (child != kNoNode && index + 1 < length_ && may_continue(index + 1, placed))
                extend<false>(child, index + 1, sums, placed);
        }
    }

    bool may_continue(int index, int placed) const {
        return placed < rack_.size() || squares_[index];
    }

    // A single tile with neighbours in both directions, at either end of the run, is recorded as a
    // play across only.
    bool is_play_across(int start) const {
        const int index = start < run_first_ ? run_first_ - 1 : anchor_ + 1;
        return board_.cross_scores(direction_, lane_)[index] != kNoCross;
    }

    void record(int start, int last, const Sums& sums, int placed) {
        if (placed < 2 &&
            (placed == 0 || (direction_ == Direction::kDown && is_play_across(start))))
            return;
        recorder_.play(FoundPlay{direction_, lane_, start, last - start + 1, placed,
                                 sums.main * sums.multiplier + sums.cross + bonus_[placed],
                                 rack_.number(), strip_.data() + start});
    }

    const Board<Mask>& board_;
    const Graph& graph_;
    const TilePoints& points_;
    const PlacementBonus& bonus_;
    Rack<Mask> rack_;
    Recorder& recorder_;

    // The lane being worked on.
    Direction direction_ = Direction::kAcross;
    int lane_ = 0;
    int length_ = 0;
    const Square* squares_ = nullptr;
    const Mask* cross_checks_ = nullptr;
    const std::int32_t* cross_base_ = nullptr;
    const std::int32_t* cross_factor_ = nullptr;
    const std::uint8_t* letter_multipliers_ = nullptr;
    const std::uint8_t* word_multipliers_ = nullptr;

    // The anchor being worked on.
    int anchor_ = 0;    // the square behind it is empty
    int leftmost_ = 0;  // the first square that plays of earlier anchors do not cover
    int start_ = 0;     // of the word, once it is extended rightward
    int run_first_ =
        0;  // the first square of the run that the anchor ends; the anchor itself if it is empty

    std::array<Square, kMaxSide + 32>
        strip_{};  // tiles placed in this lane; recorders may read 32 from any start
};

}  // namespace jackdaw
