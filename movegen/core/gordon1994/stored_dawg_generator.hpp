// All legal plays of a rack by the DAWG alone (Appel and Jacobson 1988), on the paper's own
// structures (stored_graph.hpp): the baseline that the GADDAG is measured against. It finds the
// same plays as generator.hpp, in another order; see dawg_generator.hpp for the method.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "movegen/core/generation/generator.hpp"

namespace jackdaw {

template <class Graph, class Recorder>
class StoredDawgGenerator {
    using Mask = std::uint32_t;

  public:
    StoredDawgGenerator(const Board<Mask>& board, const Graph& graph, const TileCounts& rack,
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
    // Whether the graph's `arcs` may offer letters without a child. Where they cannot, the test
    // would cost a tenth of the time.
    static constexpr bool kOffersEveryLetter = requires { Graph::kOffersEveryLetter; };

    // The score of the tiles so far.
    struct Sums {
        std::int32_t main = 0;        // the word's letters, before its multiplier
        std::int32_t multiplier = 1;  // of the word
        std::int32_t cross = 0;       // words across, complete
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
        int free = 0;  // empty squares before `index` that are no anchors
        for (int index = 0; index < length_; ++index) {
            if (squares_[index]) {
                free = 0;
            } else if (board_.is_anchor(direction, lane, index)) {
                generate_from(index, free);
                free = 0;
            } else if (!cross_checks_[index]) {  // blocked
                free = 0;
            } else {
                ++free;
            }
        }
    }

    void generate_from(int anchor, int free) {
        anchor_ = anchor;
        // A single tile with neighbours in both directions is recorded as a play across only.
        fewest_tiles_ = direction_ == Direction::kDown &&
                                board_.cross_scores(direction_, lane_)[anchor] != kNoCross
                            ? 2
                            : 1;
        if (anchor == 0 || !squares_[anchor - 1]) {
            return extend_left(graph_.dawg_root(), 0,
                               std::min(free, rack_.size() - 1));  // one tile is for the anchor
        }
        start_ = anchor;
        while (start_ > 0 && squares_[start_ - 1]) --start_;
        NodeIndex node = graph_.dawg_root();
        Sums sums;
        for (int index = start_; index < anchor; ++index) {
            node = graph_.follow(node, letter_of(squares_[index]));
            if (node == kNoNode) return;
            sums.main += board_.tile_points(squares_[index]);
        }
        extend_right(node, anchor, sums, 0);
    }

    // The left part has `placed` tiles; `node` says what may follow. It may take up to `max_more`
    // further tiles.
    void extend_left(NodeIndex node, int placed, int max_more) {
        begin_with_left_part(node, placed);
        if (max_more <= 0) return;
        const Mask arcs = graph_.arcs(node);
        Mask candidates = arcs & kAllLetters<Mask>;
        if (!rack_.has_blank()) candidates &= rack_.letters();
        for (; candidates; candidates &= candidates - 1) {
            const Letter letter = lowest_letter<Mask>(candidates);
            if (rack_.count(letter)) lay_left(node, arcs, letter, letter, placed, max_more);
            if (rack_.has_blank())
                lay_left(node, arcs, letter, letter | kBlankFlag, placed, max_more);
        }
    }

    void lay_left(NodeIndex node, Mask arcs, Letter letter, Square square, int placed,
                  int max_more) {
        const Letter tile = is_blank(square) ? kBlank : letter;
        rack_.take(tile);
        left_part_[placed] = square;
        const NodeIndex child = graph_.child(node, arcs, letter);
        if (!kOffersEveryLetter || child != kNoNode) {
            extend_left(child, placed + 1, max_more - 1);
        }
        rack_.put_back(tile);
    }

    // Only now are the squares of the left part's tiles known. No word crosses there, because these
    // squares are not anchors.
    void begin_with_left_part(NodeIndex node, int placed) {
        start_ = anchor_ - placed;
        Sums sums;
        for (int i = 0; i < placed; ++i) {
            const int index = start_ + i;
            strip_[index] = left_part_[i];
            sums.main += board_.tile_points(left_part_[i]) * letter_multipliers_[index];
            sums.multiplier *= word_multipliers_[index];
        }
        extend_right(node, anchor_, sums, placed);
        for (int i = 0; i < placed; ++i) strip_[start_ + i] = 0;
    }

    // Tries each letter that fits on `index`, behind those so far; `node` says what may follow
    // them.
    void extend_right(NodeIndex node, int index, Sums sums, int placed) {
        const Mask arcs = graph_.arcs(node), letter_set = graph_.letter_set(node);
        if (const Square square = squares_[index]) {
            sums.main += board_.tile_points(square);
            return advance(node, arcs, letter_set, index, letter_of(square), sums, placed);
        }
        const bool has_blank = rack_.has_blank();
        Mask candidates = (arcs | letter_set) & cross_checks_[index];
        if (!has_blank) candidates &= rack_.letters();
        if (!candidates) return;
        sums.cross += cross_base_[index];
        sums.multiplier *= word_multipliers_[index];
        for (; candidates; candidates &= candidates - 1) {
            const Letter letter = lowest_letter<Mask>(candidates);
            if (rack_.count(letter))
                lay_right(node, arcs, letter_set, index, letter, letter, sums, placed);
            if (has_blank)
                lay_right(node, arcs, letter_set, index, letter, letter | kBlankFlag, sums, placed);
        }
        strip_[index] = 0;
    }

    void lay_right(NodeIndex node, Mask arcs, Mask letter_set, int index, Letter letter,
                   Square square, Sums sums, int placed) {
        const Letter tile = is_blank(square) ? kBlank : letter;
        const std::int32_t points = points_[tile];
        sums.main += points * letter_multipliers_[index];
        sums.cross += points * cross_factor_[index];
        rack_.take(tile);
        strip_[index] = square;
        advance(node, arcs, letter_set, index, letter, sums, placed + 1);
        rack_.put_back(tile);
    }

    // With a letter on `index`: records the word if it is one, then follows the letter's arc.
    void advance(NodeIndex node, Mask arcs, Mask letter_set, int index, Letter letter,
                 const Sums& sums, int placed) {
        const bool ends = index + 1 == length_ || !squares_[index + 1];
        if ((letter_set & bit_of<Mask>(letter)) && ends) record(index, sums, placed);
        if (!(arcs & bit_of<Mask>(letter))) return;
        if (index + 1 == length_ || (ends && placed == rack_.size())) return;
        const NodeIndex child = graph_.child(node, arcs, letter);
        if (!kOffersEveryLetter || child != kNoNode) extend_right(child, index + 1, sums, placed);
    }

    void record(int last, const Sums& sums, int placed) {
        if (placed < fewest_tiles_) return;
        recorder_.play(FoundPlay{direction_, lane_, start_, last - start_ + 1, placed,
                                 sums.main * sums.multiplier + sums.cross + bonus_[placed],
                                 rack_.number(), strip_.data() + start_});
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
    int anchor_ = 0;
    int start_ = 0;  // of the word
    int fewest_tiles_ = 1;

    std::array<Square, kMaxRack> left_part_{};
    std::array<Square, kMaxSide + 32>
        strip_{};  // tiles placed in this lane; recorders may read 32 from any start
};

}  // namespace jackdaw
