// Breadth-first expansion of partial plays along a lane, shared by both generators.
//
// Partial plays are expanded level by level: all that reach one empty square yield all that reach
// the next. Each tile that may be placed gives a partial play, which stays in the list only if a
// letter can follow; otherwise the next one overwrites it. Whether a letter follows is
// unpredictable, so a branch per tile would cost more than all other work of a level, whose partial
// plays are independent of each other and overlap in the processor.
//
// The letters to try on a square are one AND of the node's letters, the square's cross-check and
// the sub-rack. Words that begin on the same square and reach the same square share premium
// squares, words across and tiles played through: a partial play stores only the points of its own
// tiles.
//
// The recorder is a template parameter: `recorder.play(const FoundPlay&)` is called once for each
// play. So are the counters (work_counters.hpp), which by default count nothing.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "movegen/core/base/portable.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/sub_rack_table.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/partial_play.hpp"
#include "movegen/core/generation/work_counters.hpp"
#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

// The number of squares of a play that a recorder reads, whatever the length: `Recorder::kWidth` if
// it has one; at least the longest lane.
template <class Recorder>
inline constexpr int kTilesRead = 32;
template <class Recorder>
    requires requires { Recorder::kWidth; }
inline constexpr int kTilesRead<Recorder> = Recorder::kWidth;

struct FoundPlay {
    Direction direction;
    int lane;
    int start;
    int length;
    int placed;
    std::int32_t score;
    std::uint32_t leave;  // number of the sub-rack left
    const Square* tiles;  // one for each square from `start`, 0 where a tile already lies; then
                          // zeros up to kTilesRead
};

template <class Mask, class Recorder, class Counters>
class LaneGenerator {
  protected:
    static constexpr int kTiles = kTilesRead<Recorder>;
    using PartialPlay = jackdaw::PartialPlay<Mask, kTiles>;
    using PartialPlayList = jackdaw::PartialPlayList<PartialPlay>;

    // A square of the lane. Squares are numbered from 1, with a closed square at either end.
    struct LaneSquare {
        Mask check = 0;  // letters that fit; none where a tile lies
        std::int32_t letter_multiplier = 0;
        std::int32_t word_multiplier = 1;
        std::int32_t cross_base = 0;
        std::int32_t cross_factor = 0;
        std::int32_t points = 0;  // of the tile on the square
        Square square = 0;
        bool crosses = false;  // whether a tile here makes a word across
    };

    // The score shared by all words that begin on one square, or that reach one, without the points
    // of their own tiles.
    struct SharedScore {
        std::int32_t main = 0;  // tiles played through
        std::int32_t multiplier = 1;
        std::int32_t cross = 0;

        void cover(const LaneSquare& lane_square) {
            main += lane_square.points;
            multiplier *= lane_square.word_multiplier;
            cross += lane_square.cross_base;
        }
    };

    // A partial play's last tile, and the totals including it.
    struct Step {
        const PartialPlay& partial_play;
        int index;
        Square square;
        std::uint32_t rack;
        std::int64_t points;
    };

    LaneGenerator(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus,
                  Recorder& recorder)
        : board_(board),
          graph_(board.graph()),
          rack_(rack),
          sub_racks_(rack_, bonus),
          recorder_(recorder),
          letters_(graph_.arcs(graph_.root()) & kAllLetters<Mask>) {}

    void set_lane(Direction direction, int lane) {
        const Layout& layout = board_.layout();
        direction_ = direction;
        lane_ = lane;
        length_ = layout.lane_length(direction);
        const Square* const squares = board_.squares(direction, lane);
        const Mask* const cross_checks = board_.cross_checks(direction, lane);
        const std::int32_t* const cross_scores = board_.cross_scores(direction, lane);
        const std::int32_t* const cross_base = board_.cross_base(direction, lane);
        const std::int32_t* const cross_factor = board_.cross_factor(direction, lane);
        const std::uint8_t* const letter_multipliers =
            layout.lane_letter_multipliers(direction, lane);
        const std::uint8_t* const word_multipliers = layout.lane_word_multipliers(direction, lane);
        for (int i = 0; i < length_; ++i) {
            LaneSquare& lane_square = lane_squares_[i + 1];
            if (squares[i]) {
                lane_square = {.points = board_.tile_points(squares[i]), .square = squares[i]};
            } else {
                lane_square = {cross_checks[i],
                               letter_multipliers[i],
                               word_multipliers[i],
                               cross_base[i],
                               cross_factor[i],
                               0,
                               0,
                               cross_scores[i] != kNoCross};
            }
        }
        lane_squares_[length_ + 1] = {};
    }

    // The sub-rack's letters, including those that a blank may stand for.
    template <bool kBlanks>
    Mask usable(std::uint32_t rack) const {
        return kBlanks ? sub_racks_[rack].natural | sub_racks_[rack].by_blank
                       : sub_racks_[rack].natural;
    }

    // Counts the arcs looked up to fill an empty square.
    template <bool kBlanks>
    void count_letters(Mask check, std::uint32_t rack) {
        counters_.look_up(static_cast<Mask>(check & letters_), sub_racks_[rack].natural,
                          kBlanks && sub_racks_[rack].by_blank);
    }

    // Writes a partial play behind the end of a list, and moves the end if a letter may follow.
    [[gnu::always_inline]] void append(NodeIndex node, Mask allowed, const Step& step, int start,
                                       PartialPlay*& end) const {
        const Mask arcs = graph_.arcs(node), letter_set = graph_.letter_set(node),
                   candidates = (arcs | letter_set) & allowed;
        end->children = graph_.children(node);
        end->arcs = arcs;
        end->letter_set = letter_set;
        end->candidates = candidates;
        end->rack = static_cast<std::uint16_t>(step.rack);
        end->start = static_cast<std::uint8_t>(start);
        end->points = step.points;
        end->tiles = step.partial_play.tiles;
        end->tiles[step.index - 1] = step.square;
        end += candidates != 0;
    }

    // Expands one level: places each candidate of each partial play on `index`. `behind` is the
    // next empty square (or the one behind the lane's end), `shared` the shared score up to there.
    // Words are recorded; where an arc leads on, `extend(node, step, end of the longer ones)` says
    // what may follow.
    template <bool kLeftward, bool kBlanks, class Extend>
    [[gnu::always_inline]] void expand_level(const PartialPlayList& partial_plays, const int index,
                                             const int behind, const SharedScore& shared,
                                             PartialPlayList& longer, const Extend extend) {
        const LaneSquare lane_square = lane_squares_[index];
        const std::int64_t factor =
            lane_square.letter_multiplier + (std::int64_t{lane_square.cross_factor} << 32);
        const bool joins_run = behind != (kLeftward ? index - 1 : index + 1);
        const TilePoints& tile_points = board_.points();
        for (const PartialPlay& partial_play : partial_plays) {
            PartialPlay* end = longer.writable_end();
            const auto lay = [&](Letter letter, Letter tile, Square square) JACKDAW_ALWAYS_INLINE {
                const Mask bit = bit_of<Mask>(letter);
                const Step step{partial_play, index, square, partial_play.rack - rack_.stride(tile),
                                partial_play.points + tile_points[tile] * factor};
                bool is_word = partial_play.letter_set & bit;
                NodeIndex node =
                    partial_play.arcs & bit
                        ? partial_play.children[count_bits<Mask>(partial_play.arcs & (bit - 1))]
                        : kNoNode;
                if (node != kNoNode) counters_.follow();
                if (joins_run) node = pass_run<kLeftward>(node, index, behind, is_word);
                if (is_word) {
                    if (kLeftward)
                        record(behind + 1, anchor_, step, shared, {});
                    else
                        record(partial_play.start, behind - 1, step, shared,
                               prefix_scores_[partial_play.start]);
                }
                if (node != kNoNode) extend(node, step, end);
            };
            const auto& sub_rack = sub_racks_[partial_play.rack];
            for (Mask left = partial_play.candidates & sub_rack.natural; left; left &= left - 1) {
                const Letter letter = lowest_letter<Mask>(left);
                lay(letter, letter, letter);
            }
            for (Mask left = kBlanks ? partial_play.candidates & sub_rack.by_blank : 0; left;
                 left &= left - 1) {
                const Letter letter = lowest_letter<Mask>(left);
                lay(letter, kBlank, letter | kBlankFlag);
            }
            longer.set_end(end);
        }
    }

    // Expands the partial plays of right_[0], which all continue at `index`, until none is left.
    template <bool kBlanks>
    void expand_rightward(int index) {
        SharedScore shared;
        for (int now = 0; !right_[now].is_empty(); now ^= 1) {
            shared.cover(lane_squares_[index]);
            int behind = index + 1;
            for (; lane_squares_[behind].square; ++behind) shared.cover(lane_squares_[behind]);
            const Mask check = lane_squares_[behind].check;
            right_[now ^ 1].clear();
            expand_level<false, kBlanks>(
                right_[now], index, behind, shared, right_[now ^ 1],
                [=, this](NodeIndex node, const Step& step, PartialPlay*& end) {
                    count_letters<kBlanks>(check, step.rack);
                    append(node, check & usable<kBlanks>(step.rack), step, step.partial_play.start,
                           end);
                });
            index = behind;
        }
        right_[0].clear();
        right_[1].clear();
    }

    // Follows the tiles between two empty squares and reports whether the last of them ends
    // (leftward: begins) a word. Rarely called; inlined, it would take registers from every level.
    template <bool kLeftward>
    [[gnu::noinline]] NodeIndex pass_run(NodeIndex node, int index, int behind, bool& is_word) {
        const int step = kLeftward ? -1 : 1;
        for (int i = index + step; i != behind; i += step) {
            if (node == kNoNode) {
                is_word = false;
                break;
            }
            const Letter letter = letter_of(lane_squares_[i].square);
            counters_.look_up();
            is_word = graph_.letter_set(node) & bit_of<Mask>(letter);
            node = graph_.follow(node, letter);
            if (node != kNoNode) counters_.follow();
        }
        return node;
    }

    const Board<Mask>& board_;
    const WordGraph<Mask> graph_;  // a copy of the view saves an indirection
    const Rack<Mask> rack_;
    const SubRackTable<Mask> sub_racks_;
    Recorder& recorder_;
    const Mask letters_;  // that occur in words
    [[no_unique_address]] Counters counters_{};

    // The lane being worked on.
    Direction direction_ = Direction::kAcross;
    int lane_ = 0;
    int length_ = 0;
    std::array<LaneSquare, kMaxSide + 2> lane_squares_;

    // The anchor being worked on.
    int anchor_ = 0;
    std::array<SharedScore, kMaxSide + 2>
        prefix_scores_;                     // by the first square of the word, up to the anchor
    std::array<PartialPlayList, 2> right_;  // this level and the next, alternating

  private:
    void record(int start, int last, const Step& step, const SharedScore& shared,
                const SharedScore& prefix) {
        const auto& leave = sub_racks_[step.rack];
        // A single tile with neighbours in both directions is recorded as a play across only.
        if (leave.placed == 1 && direction_ == Direction::kDown &&
            lane_squares_[step.index].crosses)
            return;
        const auto main = static_cast<std::int32_t>(step.points);
        const auto cross = static_cast<std::int32_t>((step.points - main) >> 32);
        const std::int32_t score =
            (main + shared.main + prefix.main) * shared.multiplier * prefix.multiplier + cross +
            shared.cross + prefix.cross + leave.bonus;
        std::memcpy(strip_.data(), step.partial_play.tiles.data(), kTiles);
        strip_[step.index - 1] = step.square;
        recorder_.play(FoundPlay{direction_, lane_, start - 1, last - start + 1, leave.placed,
                                 score, step.rack, strip_.data() + start - 1});
    }

    std::array<Square, 2 * kTiles> strip_{};  // the play being recorded, then zeros
};

}  // namespace jackdaw
