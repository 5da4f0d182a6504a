// Static strategies: a move is worth its score and what it keeps (strategy/static.py has the same rules, written out over arrays).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "leaves.hpp"
#include "movegen/core/all_moves.hpp"
#include "movegen/core/best_of_all.hpp"
#include "movegen/core/move_order.hpp"
#include "movegen/core/move_record.hpp"
#include "movegen/core/sub_racks.hpp"
#include "movegen/core/variant.hpp"

namespace jackdaw {

// All in milli-points.
struct StaticStrategy {
    const Leaves* leaves;                // null where no leave is worth anything; outlives the strategy
    std::int32_t opening_vowel_penalty;  // for each vowel laid beside a premium square on an empty board
    std::int32_t out_factor;             // with an empty bag: for each point of the opponents' tiles when going out,
    std::int32_t kept_factor;            // off for each point kept,
    std::int32_t kept_penalty;           // and off for keeping any
};

// Chooses moves for any strategy. Holds the room that doing so needs: one a thread.
template <class Mask, int Width>
class StaticPlayer {
public:
    explicit StaticPlayer(const Variant& variant) : variant_(variant), leave_values_(variant.rack_size) {}

    // Writes the best of all plays, exchanges and the pass, and returns its equity in milli-points. Ties: the higher score, then the
    // move that stands first (move_order.hpp). `unseen_points`: of the tiles that neither board nor rack show; asked for if the bag is empty.
    std::int64_t choose(const StaticStrategy& strategy, const Board<Mask>& board, const TileCounts& rack, int bag_count, int unseen_points,
                        MoveRecord<Width>& out) {
        value_leaves(strategy, rack, bag_count, unseen_points);
        const std::int32_t* const values = leave_values_.values.data();
        const bool is_opening = board.is_empty() && strategy.opening_vowel_penalty;
        const std::int64_t of_play = is_opening ? best_opening(strategy.opening_vowel_penalty, board, rack, out)
                                     : finder_.find(board, rack, variant_.bonus, values, out) ? equity(out) : kNone;
        return best_without_play(rack, bag_count, of_play, out);
    }

private:
    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

    std::int64_t equity(const MoveRecord<Width>& move) const { return kMilli * move.score + leave_values_.values[move.leave]; }

    void value_leaves(const StaticStrategy& strategy, const TileCounts& rack, int bag_count, int unseen_points) {
        std::int32_t* const values = leave_values_.values.data();
        if (bag_count == 0) {
            values[0] = -strategy.kept_penalty;
            sum_sub_racks(rack, values, [&](int tile, int) { return -variant_.points[tile] * strategy.kept_factor; });
            values[0] = unseen_points * strategy.out_factor;
        } else if (strategy.leaves) {
            strategy.leaves->fill(rack, leave_values_);
        } else {
            std::fill(leave_values_.values.begin(), leave_values_.values.end(), 0);
        }
    }

    // Opening plays are few: all are listed, and ranked one by one.
    std::int64_t best_opening(std::int32_t penalty, const Board<Mask>& board, const TileCounts& rack, MoveRecord<Width>& out) {
        openings_.clear();
        KeepAll<Width> recorder(openings_);
        Generator<Mask, KeepAll<Width>>(board, rack, variant_.bonus, recorder).generate_plays();
        std::int64_t best = kNone;
        for (const auto& play : openings_) {
            const std::int64_t value = equity(play) - std::int64_t{penalty} * exposed_vowels(play);
            const bool is_tie = value == best && play.score == out.score;
            if (value < best || (value == best && play.score < out.score) || (is_tie && !stands_before(play, out))) continue;
            best = value;
            out = play;
        }
        return best;
    }

    int exposed_vowels(const MoveRecord<Width>& play) const {
        int vowels = 0;
        for (int i = 0; i < play.length; ++i) {
            if (variant_.vowels >> letter_of(play.tiles[i]) & 1) vowels += is_exposed(play.direction, play.lane, play.start + i);
        }
        return vowels;
    }

    // Whether a premium square lies beside a square, across the lane.
    bool is_exposed(Direction direction, int lane, int place) const {
        return (lane > 0 && is_premium(direction, lane - 1, place)) ||
               (lane + 1 < variant_.layout.lanes(direction) && is_premium(direction, lane + 1, place));
    }

    bool is_premium(Direction direction, int lane, int place) const {
        const Layout& layout = variant_.layout;
        const int at = layout.at(direction, lane, place);
        return layout.letter_multipliers[index(direction)][at] > 1 || layout.word_multipliers[index(direction)][at] > 1;
    }

    // Replaces the play in `out`, of an equity that is kNone if there is none, by an exchange or the pass if one is worth more. Being
    // worth as much is not enough: plays come before exchanges, and these before the pass.
    std::int64_t best_without_play(const TileCounts& rack, int bag_count, std::int64_t best, MoveRecord<Width>& out) {
        const Rack<Mask> full(rack);
        const std::int32_t* const values = leave_values_.values.data();
        const int most = variant_.most_exchanged(full.size(), bag_count);
        if (most > 0 && *std::max_element(values, values + full.number()) > best) best = best_exchange(full, most, best, out);
        if (values[full.number()] > best) {
            best = values[full.number()];
            out = pass_keeping<Width>(full);
        }
        return best;
    }

    std::int64_t best_exchange(const Rack<Mask>& full, int most, std::int64_t best, MoveRecord<Width>& out) {
        const std::int32_t* const values = leave_values_.values.data();
        for (std::uint32_t kept = 0; kept < full.number(); ++kept) {
            const bool is_tie = values[kept] == best && out.kind == MoveKind::kExchange;
            if (values[kept] < best || (values[kept] == best && !is_tie)) continue;
            const auto exchange = exchange_keeping<Width>(full, kept);
            if (exchange.placed > most || (is_tie && !stands_before(exchange, out))) continue;
            best = values[kept];
            out = exchange;
        }
        return best;
    }

    const Variant& variant_;
    LeaveValues leave_values_;
    BestOfAll<Mask> finder_;
    std::vector<MoveRecord<Width>> openings_;
};

}  // namespace jackdaw
