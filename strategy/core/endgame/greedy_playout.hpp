// Greedy playout, the estimate of a position at the horizon of an endgame search: the rest of the
// game as far as it is played on the board of now (as in MAGPIE and macondo). Both players make in
// turn the plays that gain most, leaving out lanes that were touched.
//
// The player on turn blocks: its first play is the one that gains most less what the opponent
// gains after it, by a play in a lane that it does not touch. Without this, playouts overlook that
// a player stops the opponent's bingo rather than make the play that gains most.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "movegen/core/base/layout.hpp"
#include "strategy/core/endgame/search_stack.hpp"
#include "strategy/core/endgame_bounds/move_bounds.hpp"

namespace jackdaw {

template <class Mask, int Width>
class GreedyPlayout {
  public:
    GreedyPlayout(SearchStack<Mask, Width>& stack, const EndgamePly<Mask, Width>& ply)
        : stack_(stack),
          ply_(ply),
          me_(ply.state.on_turn),
          racks_(ply.state.racks),
          points_(ply.state.points) {
        list_plays(me_);
    }

    // Calls visit with the plays that may end the game at once.
    template <class Visit>
    void visit_endings(const ScorelessRule& rule, const Visit& visit) const {
        const PackedRack rack = racks_[me_];
        for (const LaneList& list : listed(me_)) {
            for (std::size_t i = 0; i < list.plays.size(); ++i) {
                const LanePlay& play = list.plays[i];
                if (play.tiles == rack ||
                    (!rule.passes_only && !play.score && stack_.packing(me_).has(rack, play.tiles)))
                    visit(play, list.records + i);
            }
        }
    }

    // The change of spread for the player on turn.
    int value() {
        Play best = best_play(me_);
        if (best.play && best.play->tiles == racks_[me_])
            return best.play->score + 2 * points_[1 - me_];
        list_plays(1 - me_);
        if (best.play) best = best_block(best);
        int value = 0, sign = 1, passes = 0;
        for (int player = me_; passes < 2; player = 1 - player, sign = -sign) {
            if (best.play) {
                passes = 0;
                value += sign * best.play->score;
                racks_[player] -= best.play->tiles;
                points_[player] -= best.play->points;
                if (!racks_[player]) return value + sign * 2 * points_[1 - player];
                const LaneSet more = touched_lanes(ply_.board.layout(), ply_.board, *best.record);
                touched_[0] |= more[0];
                touched_[1] |= more[1];
            } else {
                ++passes;
            }
            best = best_play(1 - player);
        }
        return value - points_[me_] + points_[1 - me_];
    }

  private:
    struct LaneList {
        std::span<const LanePlay> plays;
        const MoveRecord<Width>* records;
        Direction direction;
        int lane;
    };
    struct Play {
        const LanePlay* play = nullptr;
        const MoveRecord<Width>* record = nullptr;
        int gain = -kUnbounded;
        const LaneList* lane = nullptr;
    };

    static constexpr int kThreats = 4;    // a play seldom touches the lanes of all
    static constexpr int kEndsGame = 10;  // points of the opponent's later plays, about

    void list_plays(int player) {
        stack_.visit_lanes(ply_, player, [&](Direction direction, int lane, const auto& list) {
            if (list.count)
                lists_[player][counts_[player]++] = {
                    {list.plays, list.count}, list.records, direction, lane};
        });
    }

    std::span<const LaneList> listed(int player) const {
        return {lists_[player].data(), counts_[player]};
    }

    // Calls visit with the best play of each lane that was not touched, if it gains more than a
    // threshold, which visit may raise.
    template <class Visit>
    void visit_best(int player, const int& threshold, const Visit& visit) const {
        const RackPacking& packing = stack_.packing(player);
        const PackedRack rack = racks_[player];
        const int if_out = 2 * points_[1 - player] + kEndsGame;
        for (const LaneList& list : listed(player)) {
            if (has_lane(touched_, list.direction, list.lane)) continue;
            Play best{nullptr, nullptr, threshold, &list};
            // Scores fall, and no play lays more points than the rack has.
            if (list.plays[0].score + points_[player] + if_out <= threshold) continue;
            for (const LanePlay& play : list.plays) {
                if (play.tiles != rack) continue;
                if (play.gain() + if_out > best.gain)
                    best.gain = play.gain() + if_out, best.play = &play;
                break;
            }
            for (const LanePlay& play : list.plays) {
                if (play.score + points_[player] <= best.gain) break;
                if (play.gain() > best.gain && packing.has(rack, play.tiles))
                    best.gain = play.gain(), best.play = &play;
            }
            if (!best.play) continue;
            best.record = list.records + (best.play - list.plays.data());
            visit(best);
        }
    }

    // The play that gains most; none of equal plays but the first.
    Play best_play(int player) const {
        Play best;
        visit_best(player, best.gain, [&](const Play& play) { best = play; });
        return best;
    }

    // Finds the plays of different lanes by which a player would gain most.
    void find_threats(int player) {
        int threshold = -kUnbounded;
        visit_best(player, threshold, [&](const Play& play) {
            int at = threat_count_ < kThreats ? threat_count_++ : kThreats - 1;
            for (; at > 0 && threats_[at - 1].gain < play.gain; --at)
                threats_[at] = threats_[at - 1];
            threats_[at] = play;
            if (threat_count_ == kThreats) threshold = threats_[kThreats - 1].gain;
        });
    }

    // The play that gains most less what the opponent gains after it. `best` gains most by itself.
    Play best_block(Play best) {
        find_threats(1 - me_);
        const RackPacking& packing = stack_.packing(me_);
        const int least = least_threat();
        int best_value = best.gain - threat_after(*best.play, *best.record);
        for (const LaneList& list : listed(me_)) {
            for (const LanePlay& play : list.plays) {
                if (play.score + points_[me_] - least <= best_value) break;
                if (play.gain() - least <= best_value || !packing.has(racks_[me_], play.tiles))
                    continue;
                const auto& record = list.records[&play - list.plays.data()];
                const int value = play.gain() - threat_after(play, record);
                if (value > best_value) best_value = value, best = {&play, &record};
            }
        }
        return best;
    }

    // What the opponent gains after a play, by a threat in a lane that it does not touch. The last
    // threat always counts, for there are more.
    int threat_after(const LanePlay& play, const MoveRecord<Width>& record) const {
        const LaneSet touched = touched_lanes(ply_.board.layout(), ply_.board, record);
        for (int i = 0; i < threat_count_; ++i) {
            const Play& threat = threats_[i];
            if (i == kThreats - 1 || !has_lane(touched, threat.lane->direction, threat.lane->lane))
                return gain_after(threat, play.points);
        }
        return 0;
    }

    // The least that threat_after() can be.
    int least_threat() const {
        int least = threat_count_ == kThreats ? kUnbounded : 0;
        for (int i = 0; i < threat_count_; ++i)
            least = std::min(least, gain_after(threats_[i], points_[me_]));
        return least;
    }

    // What a threat gains once the player on turn has laid tiles of so many points: an opponent who
    // goes out gets twice the points that are left.
    int gain_after(const Play& threat, int laid) const {
        return threat.gain - (threat.play->tiles == racks_[1 - me_] ? 2 * laid : 0);
    }

    SearchStack<Mask, Width>& stack_;
    const EndgamePly<Mask, Width>& ply_;
    const int me_;
    std::array<PackedRack, 2> racks_;
    std::array<int, 2> points_;
    LaneSet touched_{};
    std::array<std::array<LaneList, std::size_t{2} * kMaxSide>, 2> lists_;  // by player
    std::array<std::size_t, 2> counts_{};
    std::array<Play, kThreats> threats_;  // highest gains first
    int threat_count_ = 0;
};

}  // namespace jackdaw
