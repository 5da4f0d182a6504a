// Every legal play of a rack on a board by means of the DAWG alone (Appel and Jacobson 1988): the baseline that the GADDAG is measured
// against, on the paper's own structures (paper_graph.hpp). It finds the plays that generator.hpp finds, in another order.
//
// From each anchor of each lane, either the tiles that lie before it are the word's left part, or every left part is built that the
// rack allows and that has room on the empty squares before the anchor that are no anchors themselves. Each left part is then extended to
// the right, on the anchor and beyond. The first anchor that a play covers is the one that it is found from, so it is found once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "generator.hpp"

namespace jackdaw {

template <class Graph, class Recorder>
class PaperDawgGenerator {
    using Mask = std::uint32_t;

public:
    PaperDawgGenerator(const Board<Mask>& board, const Graph& graph, const TileCounts& rack, const PlacementBonus& bonus, Recorder& recorder)
        : board_(board), graph_(graph), points_(board.points()), bonus_(bonus), rack_(rack), recorder_(recorder) {}

    // On an empty board that looks the same both ways, plays across only: those down are their mirror images.
    void generate_plays() {
        for (const Direction direction : kDirections) {
            if (board_.is_empty() && board_.layout().symmetric && direction == Direction::kDown) break;
            for (int lane = 0; lane < board_.layout().lanes(direction); ++lane) generate_lane(direction, lane);
        }
    }

private:
    // Whether the graph's `arcs` may offer letters that have no child; where they may not, asking would cost a tenth of the time.
    static constexpr bool kOffersEveryLetter = requires { Graph::kOffersEveryLetter; };

    // The score of the tiles so far.
    struct Sums {
        std::int32_t main = 0;        // the word's letters, before its multiplier
        std::int32_t multiplier = 1;  // of the word
        std::int32_t cross = 0;       // words across, complete
    };

    void generate_lane(Direction direction, int lane) {
        const Layout& layout = board_.layout();
        const int first = layout.at(direction, lane, 0);
        direction_ = direction;
        lane_ = lane;
        length_ = layout.lane_length(direction);
        squares_ = board_.squares(direction, lane);
        cross_checks_ = board_.cross_checks(direction, lane);
        cross_base_ = board_.cross_base(direction, lane);
        cross_factor_ = board_.cross_factor(direction, lane);
        letter_multipliers_ = layout.letter_multipliers[index(direction)].data() + first;
        word_multipliers_ = layout.word_multipliers[index(direction)].data() + first;
        int free = 0;  // empty squares just before `place` that are no anchors
        for (int place = 0; place < length_; ++place) {
            if (squares_[place]) {
                free = 0;
            } else if (board_.is_anchor(direction, lane, place)) {
                generate_from(place, free);
                free = 0;
            } else if (!cross_checks_[place]) {  // blocked
                free = 0;
            } else {
                ++free;
            }
        }
    }

    void generate_from(int anchor, int free) {
        anchor_ = anchor;
        // A single tile with neighbours both ways is a play across; its twin down is not recorded.
        fewest_tiles_ = direction_ == Direction::kDown && board_.cross_scores(direction_, lane_)[anchor] != kNoCross ? 2 : 1;
        if (anchor == 0 || !squares_[anchor - 1]) {
            return extend_left(graph_.dawg_root(), 0, std::min(free, rack_.size() - 1));  // a tile is left for the anchor
        }
        start_ = anchor;
        while (start_ > 0 && squares_[start_ - 1]) --start_;
        NodeIndex node = graph_.dawg_root();
        Sums sums;
        for (int place = start_; place < anchor; ++place) {
            node = graph_.follow(node, letter_of(squares_[place]));
            if (node == kNoNode) return;
            sums.main += board_.tile_points(squares_[place]);
        }
        extend_right(node, anchor, sums, 0);
    }

    // The left part so far has `placed` tiles; `node` says what may follow them. It may grow by up to `room` tiles.
    void extend_left(NodeIndex node, int placed, int room) {
        begin_with_left_part(node, placed);
        if (room <= 0) return;
        const Mask arcs = graph_.arcs(node);
        Mask candidates = arcs & kAllLetters<Mask>;
        if (!rack_.has_blank()) candidates &= rack_.letters();
        for (; candidates; candidates &= candidates - 1) {
            const Letter letter = lowest_letter<Mask>(candidates);
            if (rack_.count(letter)) lay_left(node, arcs, letter, letter, placed, room);
            if (rack_.has_blank()) lay_left(node, arcs, letter, letter | kBlankFlag, placed, room);
        }
    }

    void lay_left(NodeIndex node, Mask arcs, Letter letter, Square square, int placed, int room) {
        const Letter tile = is_blank(square) ? kBlank : letter;
        rack_.take(tile);
        left_part_[placed] = square;
        const NodeIndex child = graph_.child(node, arcs, letter);
        if (!kOffersEveryLetter || child != kNoNode) {
            extend_left(child, placed + 1, room - 1);
        }
        rack_.put_back(tile);
    }

    // Where the tiles of a left part fall is known only now. No word crosses there: their squares are no anchors.
    void begin_with_left_part(NodeIndex node, int placed) {
        start_ = anchor_ - placed;
        Sums sums;
        for (int i = 0; i < placed; ++i) {
            const int place = start_ + i;
            strip_[place] = left_part_[i];
            sums.main += board_.tile_points(left_part_[i]) * letter_multipliers_[place];
            sums.multiplier *= word_multipliers_[place];
        }
        extend_right(node, anchor_, sums, placed);
        for (int i = 0; i < placed; ++i) strip_[start_ + i] = 0;
    }

    // Puts each letter that may stand on `place` behind those so far; `node` says what may follow them.
    void extend_right(NodeIndex node, int place, Sums sums, int placed) {
        const Mask arcs = graph_.arcs(node), letter_set = graph_.letter_set(node);
        if (const Square square = squares_[place]) {
            sums.main += board_.tile_points(square);
            return go_on(node, arcs, letter_set, place, letter_of(square), sums, placed);
        }
        const bool has_blank = rack_.has_blank();
        Mask candidates = (arcs | letter_set) & cross_checks_[place];
        if (!has_blank) candidates &= rack_.letters();
        if (!candidates) return;
        sums.cross += cross_base_[place];
        sums.multiplier *= word_multipliers_[place];
        for (; candidates; candidates &= candidates - 1) {
            const Letter letter = lowest_letter<Mask>(candidates);
            if (rack_.count(letter)) lay_right(node, arcs, letter_set, place, letter, letter, sums, placed);
            if (has_blank) lay_right(node, arcs, letter_set, place, letter, letter | kBlankFlag, sums, placed);
        }
        strip_[place] = 0;
    }

    void lay_right(NodeIndex node, Mask arcs, Mask letter_set, int place, Letter letter, Square square, Sums sums, int placed) {
        const Letter tile = is_blank(square) ? kBlank : letter;
        const std::int32_t points = points_[tile];
        sums.main += points * letter_multipliers_[place];
        sums.cross += points * cross_factor_[place];
        rack_.take(tile);
        strip_[place] = square;
        go_on(node, arcs, letter_set, place, letter, sums, placed + 1);
        rack_.put_back(tile);
    }

    // A letter stands on `place`: records the word if it is one, then follows the letter's arc.
    void go_on(NodeIndex node, Mask arcs, Mask letter_set, int place, Letter letter, const Sums& sums, int placed) {
        const bool ends = place + 1 == length_ || !squares_[place + 1];
        if ((letter_set & bit_of<Mask>(letter)) && ends) record(place, sums, placed);
        if (!(arcs & bit_of<Mask>(letter))) return;
        if (place + 1 == length_ || (ends && placed == rack_.size())) return;
        const NodeIndex child = graph_.child(node, arcs, letter);
        if (!kOffersEveryLetter || child != kNoNode) extend_right(child, place + 1, sums, placed);
    }

    void record(int last, const Sums& sums, int placed) {
        if (placed < fewest_tiles_) return;
        recorder_.play(FoundPlay{direction_, lane_, start_, last - start_ + 1, placed,
                                 sums.main * sums.multiplier + sums.cross + bonus_[placed], rack_.number(), strip_.data() + start_});
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
    std::array<Square, kMaxSide + 32> strip_{};  // tiles laid in this lane, by square; the recorder may read 32 from any start
};

}  // namespace jackdaw
