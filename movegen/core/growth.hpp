// How words grow along a lane: what both generators share.
//
// Paths grow in waves: from all that reach one empty square come all that reach the next. Each tile that a path may take gives a path, which is kept if a
// letter may follow and dropped by writing the next one over it. Whether one follows cannot be predicted, so a branch for each tile
// costs more than the whole work of a wave, whose paths are independent of each other and overlap in the processor.
//
// The letters to lay on a square are one AND of the node's letters, the square's cross-check and the sub-rack. Words that begin on the same square
// and reach the same square have premium squares, words across and tiles played through in common: only the points of their own tiles are kept with the
// paths.
//
// The recorder is a template parameter: `recorder.play(const FoundPlay&)` is called once for each play and costs no more than it does.
// So are the counters (work_counters.hpp), which by default count nothing.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "board.hpp"
#include "paths.hpp"
#include "rack.hpp"
#include "sub_rack_table.hpp"
#include "word_graph.hpp"
#include "work_counters.hpp"

namespace jackdaw {

// The squares that a recorder reads of a play, whatever its length: `Recorder::kWidth` if it says so, at least those of the longest lane.
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
    std::uint32_t leave;   // sub-rack kept
    const Square* tiles;   // one a square from `start`, 0 where a tile lay already; zeros behind, at least kTilesRead entries
};

template <class Mask, class Recorder, class Counters>
class Growth {
protected:
    static constexpr int kTiles = kTilesRead<Recorder>;
    using Path = jackdaw::Path<Mask, kTiles>;
    using PathList = jackdaw::PathList<Path>;

    // A square of the lane. One more, which takes no tile, lies at either end: the first square is 1.
    struct Spot {
        Mask check = 0;  // letters that may be laid: none where a tile lies
        std::int32_t letter_multiplier = 0;
        std::int32_t word_multiplier = 1;
        std::int32_t cross_base = 0;
        std::int32_t cross_factor = 0;
        std::int32_t points = 0;  // of the tile that lies here
        Square square = 0;
        bool crosses = false;     // a tile laid here makes a word across
    };

    // What counts for all words that begin on one square, or that reach one: the points of their own tiles are kept by the paths.
    struct Common {
        std::int32_t main = 0;  // tiles played through
        std::int32_t multiplier = 1;
        std::int32_t cross = 0;

        void cover(const Spot& spot) {
            main += spot.points;
            multiplier *= spot.word_multiplier;
            cross += spot.cross_base;
        }
    };

    // A path's last tile, and what the path comes to with it.
    struct Step {
        const Path& path;
        int place;
        Square square;
        std::uint32_t rack;
        std::int64_t points;
    };

    Growth(const Board<Mask>& board, const TileCounts& rack, const PlacementBonus& bonus, Recorder& recorder)
        : board_(board), graph_(board.graph()), rack_(rack), sub_racks_(rack_, bonus), recorder_(recorder),
          letters_(graph_.arcs(graph_.root()) & kAllLetters<Mask>) {}

    void set_lane(Direction direction, int lane) {
        const Layout& layout = board_.layout();
        const int first = layout.at(direction, lane, 0);
        direction_ = direction;
        lane_ = lane;
        length_ = layout.lane_length(direction);
        const Square* const squares = board_.squares(direction, lane);
        const Mask* const cross_checks = board_.cross_checks(direction, lane);
        const std::int32_t* const cross_scores = board_.cross_scores(direction, lane);
        const std::int32_t* const cross_base = board_.cross_base(direction, lane);
        const std::int32_t* const cross_factor = board_.cross_factor(direction, lane);
        const std::uint8_t* const letter_multipliers = layout.letter_multipliers[index(direction)].data() + first;
        const std::uint8_t* const word_multipliers = layout.word_multipliers[index(direction)].data() + first;
        for (int i = 0; i < length_; ++i) {
            Spot& spot = spots_[i + 1];
            if (squares[i]) {
                spot = {.points = board_.tile_points(squares[i]), .square = squares[i]};
            } else {
                spot = {cross_checks[i], letter_multipliers[i], word_multipliers[i], cross_base[i], cross_factor[i], 0, 0, cross_scores[i] != kNoCross};
            }
        }
        spots_[length_ + 1] = {};
    }

    // The sub-rack's letters, those that a blank may stand for included.
    template <bool kBlanks>
    Mask usable(std::uint32_t rack) const {
        return kBlanks ? sub_racks_[rack].natural | sub_racks_[rack].by_blank : sub_racks_[rack].natural;
    }

    // Counts the arcs looked up when a letter is sought for an empty square.
    template <bool kBlanks>
    void count_letters(Mask check, std::uint32_t rack) {
        counters_.look_up(static_cast<Mask>(check & letters_), sub_racks_[rack].natural, kBlanks && sub_racks_[rack].by_blank);
    }

    // Puts a path behind the end of a list, which moves if there are letters that may follow.
    [[gnu::always_inline]] void put(NodeIndex node, Mask allowed, const Step& step, int start, Path*& end) const {
        const Mask arcs = graph_.arcs(node), letter_set = graph_.letter_set(node), candidates = (arcs | letter_set) & allowed;
        end->children = graph_.children(node);
        end->arcs = arcs;
        end->letter_set = letter_set;
        end->candidates = candidates;
        end->rack = static_cast<std::uint16_t>(step.rack);
        end->start = static_cast<std::uint8_t>(start);
        end->points = step.points;
        end->tiles = step.path.tiles;
        end->tiles[step.place - 1] = step.square;
        end += candidates != 0;
    }

    // Lays each candidate of each path on `place`. `behind` is the next empty square (or the one behind the lane's end), `common` what counts up to there.
    // Words are recorded; where an arc leads on, `go_on(node, step, end of the longer paths)` says what may follow.
    template <bool kLeftward, bool kBlanks, class GoOn>
    [[gnu::always_inline]] void wave(const PathList& paths, const int place, const int behind, const Common& common, PathList& longer, const GoOn go_on) {
        const Spot spot = spots_[place];
        const std::int64_t factor = spot.letter_multiplier + (std::int64_t{spot.cross_factor} << 32);
        const bool joins_run = behind != (kLeftward ? place - 1 : place + 1);
        const TilePoints& tile_points = board_.points();
        for (const Path& path : paths) {
            Path* end = longer.room();
            const auto lay = [&](Letter letter, Letter tile, Square square) __attribute__((always_inline)) {
                const Mask bit = bit_of<Mask>(letter);
                const Step step{path, place, square, path.rack - rack_.stride(tile), path.points + tile_points[tile] * factor};
                bool is_word = path.letter_set & bit;
                NodeIndex node = path.arcs & bit ? path.children[count_bits<Mask>(path.arcs & (bit - 1))] : kNoNode;
                if (node != kNoNode) counters_.follow();
                if (joins_run) node = pass_run<kLeftward>(node, place, behind, is_word);
                if (is_word) {
                    if (kLeftward) record(behind + 1, anchor_, step, common, {});
                    else record(path.start, behind - 1, step, common, beginnings_[path.start]);
                }
                if (node != kNoNode) go_on(node, step, end);
            };
            const auto& sub_rack = sub_racks_[path.rack];
            for (Mask left = path.candidates & sub_rack.natural; left; left &= left - 1) {
                const Letter letter = lowest_letter<Mask>(left);
                lay(letter, letter, letter);
            }
            for (Mask left = kBlanks ? path.candidates & sub_rack.by_blank : 0; left; left &= left - 1) {
                const Letter letter = lowest_letter<Mask>(left);
                lay(letter, kBlank, letter | kBlankFlag);
            }
            longer.set_end(end);
        }
    }

    // Grows the paths of right_[0], which all go on at `place`, until none is left.
    template <bool kBlanks>
    void grow_rightward(int place) {
        Common common;
        for (int now = 0; !right_[now].is_empty(); now ^= 1) {
            common.cover(spots_[place]);
            int behind = place + 1;
            for (; spots_[behind].square; ++behind) common.cover(spots_[behind]);
            const Mask check = spots_[behind].check;
            right_[now ^ 1].clear();
            wave<false, kBlanks>(right_[now], place, behind, common, right_[now ^ 1], [=, this](NodeIndex node, const Step& step, Path*& end) {
                count_letters<kBlanks>(check, step.rack);
                put(node, check & usable<kBlanks>(step.rack), step, step.path.start, end);
            });
            place = behind;
        }
        right_[0].clear();
        right_[1].clear();
    }

    // Follows the tiles that lie between two empty squares; tells whether the last of them ends (or, leftward, begins) a word.
    // Few waves call it; within them it would take registers from all.
    template <bool kLeftward>
    [[gnu::noinline]] NodeIndex pass_run(NodeIndex node, int place, int behind, bool& is_word) {
        const int step = kLeftward ? -1 : 1;
        for (int i = place + step; i != behind; i += step) {
            if (node == kNoNode) {
                is_word = false;
                break;
            }
            const Letter letter = letter_of(spots_[i].square);
            counters_.look_up();
            is_word = graph_.letter_set(node) & bit_of<Mask>(letter);
            node = graph_.follow(node, letter);
            if (node != kNoNode) counters_.follow();
        }
        return node;
    }

    const Board<Mask>& board_;
    const WordGraph<Mask> graph_;  // a copy of the view: one step less to its words
    const Rack<Mask> rack_;
    const SubRacks<Mask> sub_racks_;
    Recorder& recorder_;
    const Mask letters_;  // that words have
    [[no_unique_address]] Counters counters_{};

    // The lane being worked on.
    Direction direction_ = Direction::kAcross;
    int lane_ = 0;
    int length_ = 0;
    std::array<Spot, kMaxSide + 2> spots_;

    // The anchor being worked on.
    int anchor_ = 0;
    std::array<Common, kMaxSide + 2> beginnings_;  // of words, by the square that they begin on, up to the anchor
    std::array<PathList, 2> right_;                // now and next, in turn

private:
    void record(int start, int last, const Step& step, const Common& common, const Common& beginning) {
        const auto& kept = sub_racks_[step.rack];
        // A single tile with neighbours both ways is a play across; its twin down is not recorded.
        if (kept.placed == 1 && direction_ == Direction::kDown && spots_[step.place].crosses) return;
        const auto main = static_cast<std::int32_t>(step.points);
        const auto cross = static_cast<std::int32_t>((step.points - main) >> 32);
        const std::int32_t score = (main + common.main + beginning.main) * common.multiplier * beginning.multiplier + cross + common.cross +
                                   beginning.cross + kept.bonus;
        std::memcpy(strip_.data(), step.path.tiles.data(), kTiles);
        strip_[step.place - 1] = step.square;
        recorder_.play(FoundPlay{direction_, lane_, start - 1, last - start + 1, kept.placed, score, step.rack, strip_.data() + start - 1});
    }

    std::array<Square, 2 * kTiles> strip_{};  // of the play being recorded, and zeros
};

}  // namespace jackdaw
