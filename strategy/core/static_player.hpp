// Static strategies: a move is worth its score and what it keeps (strategy/static.py has the same rules, written out over arrays).
#pragma once

#include <algorithm>
#include <cstdint>

#include "leaves.hpp"
#include "movegen/core/all_moves.hpp"
#include "movegen/core/best_plays.hpp"
#include "movegen/core/collectors.hpp"
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

// What vowels cost that are laid beside a premium square on an empty board.
class ExposedVowels : public Deduction {
public:
    ExposedVowels(const Variant& variant, std::int32_t penalty) : variant_(variant), penalty_(penalty) {}

    Equity of(const FoundPlay& play) const override {
        int vowels = 0;
        for (int i = 0; i < play.length; ++i) {
            if (variant_.vowels >> letter_of(play.tiles[i]) & 1) vowels += is_exposed(play.direction, play.lane, play.start + i);
        }
        return Equity{penalty_} * vowels;
    }

private:
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

    const Variant& variant_;
    std::int32_t penalty_;
};

// Chooses moves for any strategy. Holds the room that doing so needs: one a thread.
template <class Mask, int Width>
class StaticPlayer {
public:
    // All arguments outlive it.
    StaticPlayer(const Variant& variant, const WordGraph<Mask>& graph, const WordMap& words)
        : variant_(variant), leave_values_(variant.rack_size), finder_(variant.layout, variant.points, variant.bonus, graph, words) {}

    // Writes the best of all plays, exchanges and the pass, and returns its equity in milli-points. Ties: the higher score, then the
    // move that stands first (move_order.hpp). `unseen_points`: of the tiles that neither board nor rack show; asked for if the bag is empty.
    std::int64_t choose(const StaticStrategy& strategy, const Board<Mask>& board, const TileCounts& rack, int bag_count, int unseen_points,
                        MoveRecord<Width>& out) {
        take(strategy, rack, bag_count, unseen_points);
        return choose(board, nullptr, out);
    }

    // The same in two steps, for many boards.
    void take(const StaticStrategy& strategy, const TileCounts& rack, int bag_count, int unseen_points) {
        value_leaves(strategy, rack, bag_count, unseen_points);
        rack_ = rack;
        bag_count_ = bag_count;
        opening_vowel_penalty_ = strategy.opening_vowel_penalty;
        finder_.set_rack(rack, leave_values_.values.data());
    }
    std::int64_t choose(const Board<Mask>& board, const KnownLanes<Mask>* known, MoveRecord<Width>& out) {
        const std::int64_t without_play = best_without_play(bag_count_, out);
        const ExposedVowels exposed(variant_, opening_vowel_penalty_);
        KeepBest<Width> keep(without_play, board.is_empty() ? &exposed : nullptr);  // a play that is worth as much comes first
        finder_.find(board, kAllLanes, known, keep);
        if (!keep.found()) return without_play;
        out = keep.best().move;
        return keep.best().equity;
    }

    // What the best move is worth, or `least` if that is more.
    std::int64_t best_equity(const Board<Mask>& board, const KnownLanes<Mask>& known, std::int64_t least) {
        MoveRecord<Width> move;
        const ExposedVowels exposed(variant_, opening_vowel_penalty_);
        KeepEquity keep(std::max(least, best_without_play(bag_count_, move)), board.is_empty() ? &exposed : nullptr);
        finder_.find(board, kAllLanes, &known, keep);
        return keep.best();
    }

    // For the rack taken: the best of exchanges and the pass, which is the last of equals, were there so many tiles in the bag.
    std::int64_t best_without_play(int bag_count, MoveRecord<Width>& out) const {
        const Rack<Mask> full(rack_);
        const std::int32_t* const values = leave_values_.values.data();
        out = pass_keeping<Width>(full);
        std::int64_t best = values[full.number()];
        const int most = variant_.most_exchanged(full.size(), bag_count);
        std::int32_t most_worth = values[0];  // compilers make this loop do several at a time, unlike max_element
        for (std::uint32_t kept = 1; kept < full.number(); ++kept) most_worth = std::max(most_worth, values[kept]);
        if (most == 0 || most_worth < best) return best;
        for (std::uint32_t kept = 0; kept < full.number(); ++kept) {
            if (values[kept] < best) continue;
            const auto exchange = exchange_keeping<Width>(full, kept);
            if (exchange.placed > most || (values[kept] == best && !stands_before(exchange, out))) continue;
            best = values[kept];
            out = exchange;
        }
        return best;
    }

    const TileCounts& rack() const { return rack_; }  // taken last

    // Goes on with the rack taken; there were tiles in the bag, and there are so many now.
    void set_bag_count(int bag_count) { bag_count_ = bag_count; }

    // What it values keeping a sub-rack of the rack taken: milli-points.
    std::int32_t leave_value(std::uint32_t number) const { return leave_values_.values[number]; }

    // Finds plays for the rack taken.
    BestPlays<Mask>& finder() { return finder_; }

private:
    void value_leaves(const StaticStrategy& strategy, const TileCounts& rack, int bag_count, int unseen_points) {
        std::int32_t* const values = leave_values_.values.data();
        if (bag_count == 0) {
            values[0] = -strategy.kept_penalty;
            sum_sub_racks(rack, values, [&](int tile, int) { return -variant_.points[tile] * strategy.kept_factor; });
            values[0] = unseen_points * strategy.out_factor;
        } else if (strategy.leaves) {
            strategy.leaves->fill(rack, leave_values_);
            value_whole_rack(rack, strategy.leaves->longest());
        } else {
            std::fill(leave_values_.values.begin(), leave_values_.values.end(), 0);
        }
    }

    // What a pass keeps, where that is a tile more than a table of leaves reaches to: as far as the values within come of tiles and pairs of
    // tiles, they tell it exactly (strategy/leave_table.py).
    void value_whole_rack(const TileCounts& rack, int longest) {
        const Rack<Mask> full(rack);
        const int size = full.size();
        if (size != longest + 1) return;
        const std::int32_t* const values = leave_values_.values.data() + full.number();
        std::int64_t without_one = 0, without_two = 0;
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            if (!rack[tile]) continue;
            const std::int64_t copies = rack[tile], stride = full.stride(tile);
            without_one += copies * values[-stride];
            if (copies > 1) without_two += copies * (copies - 1) / 2 * values[-2 * stride];
            for (int other = 0; other < tile; ++other) {
                if (rack[other]) without_two += copies * rack[other] * values[-stride - static_cast<std::int64_t>(full.stride(other))];
            }
        }
        leave_values_.values[full.number()] = static_cast<std::int32_t>(
            size < 3 ? without_one : floor_of(2 * ((size - 2) * without_one - without_two), (size - 1) * (size - 2)));
    }

    static std::int64_t floor_of(std::int64_t value, std::int64_t by) { return value / by - (value % by < 0); }

    const Variant& variant_;
    LeaveValues leave_values_;
    BestPlays<Mask> finder_;
    TileCounts rack_{};
    int bag_count_ = 0;
    std::int32_t opening_vowel_penalty_ = 0;
};

}  // namespace jackdaw
