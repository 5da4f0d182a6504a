// Every legal play of a rack on a board (Gordon 1994, figure 3, on a graph of bit maps).
//
// From each anchor of each lane words grow leftward, square by square, then, past the separator, rightward from the anchor. The letters
// to try on a square are one AND of the node's letters, the square's cross-check and the rack. Leftward growth stops short of the
// anchor used before, so that each play is found from its leftmost anchor alone. Anchors are
// - the last tile of each run in the lane, for every play that joins the run: all words through it begin with one walk of the graph;
// - of the other empty squares with a neighbour across the lane every second one where they are contiguous.
//
// The same plays as generator.hpp finds, by the recursion of the paper, on the paper's own structures: for comparison, and apart from
// what speed asks of the generator that is used.
#pragma once

#include <array>
#include <cstdint>

#include "board.hpp"
#include "generator.hpp"
#include "rack.hpp"

namespace jackdaw {

// `Graph` has the words of the board's and is read like it (paper_graph.hpp); its `arcs` may offer letters that `child` then has no node for.
template <class Graph, class Recorder>
class PaperGenerator {
    using Mask = std::uint32_t;

public:
    PaperGenerator(const Board<Mask>& board, const Graph& graph, const TileCounts& rack, const PlacementBonus& bonus, Recorder& recorder)
        : board_(board), graph_(graph), points_(board.points()), bonus_(bonus), rack_(rack), recorder_(recorder) {}

    // On an empty board that looks the same both ways, plays across only: those down are their mirror images.
    void generate_plays() {
        for (const Direction direction : kDirections) {
            if (board_.is_empty() && board_.layout().symmetric && direction == Direction::kDown) break;
            for (int lane = 0; lane < board_.layout().lanes(direction); ++lane) generate_lane(direction, lane);
        }
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
        leftmost_ = 0;
        for (int place = 0; place < length_; ++place) {
            const bool is_last = place + 1 == length_;
            if (squares_[place]) {
                if (is_last || !squares_[place + 1]) {
                    generate_from(place, true);
                    leftmost_ = place + 2;  // what covers the square behind the run covers the run
                }
            } else if (board_.is_anchor(direction, lane, place)) {
                if ((place > 0 && squares_[place - 1]) || (!is_last && squares_[place + 1])) continue;  // the run's plays
                // A word has two letters, so what covers this anchor covers a square beside it: one used before, or one to come.
                if (place == leftmost_ && (is_last || board_.is_anchor(direction, lane, place + 1))) continue;
                generate_from(place, false);
                leftmost_ = place + 1;
            }
        }
    }

    void generate_from(int anchor, bool is_run) {
        anchor_ = anchor;
        run_first_ = anchor;
        while (is_run && run_first_ > 0 && squares_[run_first_ - 1]) --run_first_;
        extend<true>(graph_.root(), anchor, {0, 1, 0}, 0);
    }

    // Puts each letter that may stand on `place` behind (or, leftward, before) those so far; `node` says what may follow them.
    template <bool kLeftward>
    void extend(NodeIndex node, int place, Sums sums, int placed) {
        const Mask arcs = graph_.arcs(node), letter_set = graph_.letter_set(node);
        if (const Square square = squares_[place]) {
            const Letter letter = letter_of(square);
            if (!((arcs | letter_set) & bit_of<Mask>(letter))) return;
            sums.main += board_.tile_points(square);
            return go_on<kLeftward>(node, arcs, letter_set, place, letter, sums, placed);
        }
        const bool has_blank = rack_.has_blank();
        Mask candidates = (arcs | letter_set) & cross_checks_[place];
        if (!has_blank) candidates &= rack_.letters();
        if (!candidates) return;
        sums.cross += cross_base_[place];
        sums.multiplier *= word_multipliers_[place];
        do {
            const Letter letter = lowest_letter<Mask>(candidates);
            candidates &= candidates - 1;
            if (rack_.count(letter)) {
                const std::int32_t points = points_[letter];
                lay<kLeftward>(node, arcs, letter_set, place, letter, letter,
                               {sums.main + points * letter_multipliers_[place], sums.multiplier, sums.cross + points * cross_factor_[place]},
                               placed);
            }
            if (has_blank) {
                const std::int32_t points = points_[kBlank];
                lay<kLeftward>(node, arcs, letter_set, place, letter, letter | kBlankFlag,
                               {sums.main + points * letter_multipliers_[place], sums.multiplier, sums.cross + points * cross_factor_[place]},
                               placed);
            }
        } while (candidates);
        strip_[place] = 0;
    }

    template <bool kLeftward>
    void lay(NodeIndex node, Mask arcs, Mask letter_set, int place, Letter letter, Square square, Sums sums, int placed) {
        const Letter tile = is_blank(square) ? kBlank : letter;
        rack_.take(tile);
        strip_[place] = square;
        go_on<kLeftward>(node, arcs, letter_set, place, letter, sums, placed + 1);
        rack_.put_back(tile);
    }

    // A letter stands on `place`: records the word if it is one, then follows the letter's arc.
    template <bool kLeftward>
    void go_on(NodeIndex node, Mask arcs, Mask letter_set, int place, Letter letter, const Sums& sums, int placed) {
        const bool accepts = letter_set & bit_of<Mask>(letter);
        const NodeIndex child = (arcs & bit_of<Mask>(letter)) ? graph_.child(node, arcs, letter) : kNoNode;
        if constexpr (kLeftward) {
            const bool begins = place == 0 || !squares_[place - 1];
            if (accepts && begins) record(place, anchor_, sums, placed);
            if (child == kNoNode) return;
            if (place > leftmost_ && may_go_on(place - 1, placed)) extend<true>(child, place - 1, sums, placed);
            if (begins && anchor_ + 1 < length_ && may_go_on(anchor_ + 1, placed)) {
                const NodeIndex behind = graph_.follow(child, kSeparator);
                if (behind == kNoNode) return;
                start_ = place;
                extend<false>(behind, anchor_ + 1, sums, placed);
            }
        } else {
            if (accepts && (place + 1 == length_ || !squares_[place + 1])) record(start_, place, sums, placed);
            if (child != kNoNode && place + 1 < length_ && may_go_on(place + 1, placed)) extend<false>(child, place + 1, sums, placed);
        }
    }

    bool may_go_on(int place, int placed) const { return placed < rack_.size() || squares_[place]; }

    // A single tile with neighbours both ways is a play across; its twin down, a tile at either end of the run, is not recorded.
    bool is_play_across(int start) const {
        const int place = start < run_first_ ? run_first_ - 1 : anchor_ + 1;
        return board_.cross_scores(direction_, lane_)[place] != kNoCross;
    }

    void record(int start, int last, const Sums& sums, int placed) {
        if (placed < 2 && (placed == 0 || (direction_ == Direction::kDown && is_play_across(start)))) return;
        recorder_.play(FoundPlay{direction_, lane_, start, last - start + 1, placed,
                                 sums.main * sums.multiplier + sums.cross + bonus_[placed], rack_.number(), strip_.data() + start});
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
    int anchor_ = 0;    // no tile lies behind it
    int leftmost_ = 0;  // the first square that plays of an anchor used before do not cover
    int start_ = 0;     // of the word, once it grows rightward
    int run_first_ = 0;  // the first square of the run that the anchor ends; the anchor itself if it is empty

    std::array<Square, kMaxSide + 32> strip_{};  // tiles laid in this lane, by square; the recorder may read 32 from any start
};

}  // namespace jackdaw
