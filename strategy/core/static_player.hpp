// Static strategies: a move is worth its score and what it keeps (strategy/static.py has the same rules, written out over arrays).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

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
    std::vector<std::int32_t> bag_left;  // for leaving so many tiles in the bag, by their number; nothing for more
    std::vector<std::int32_t> noise;     // by the upper half of a random number (strategy/noise.py); empty for none
};

// What vowels cost that are laid beside a premium square on an empty board.
class ExposedVowels : public Deduction {
public:
    ExposedVowels(const Variant& variant, std::int32_t penalty) : variant_(variant), penalty_(penalty) {}

    Equity of(const FoundPlay& play) const override { return of_any(play); }

    // The same for a play in any form.
    template <class Play>
    Equity of_any(const Play& play) const {
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
        : variant_(variant), leave_values_(variant.rack_size), play_values_(leave_values_.values.size()),
          finder_(variant.layout, variant.points, variant.bonus, graph, words) {}

    // Writes the best of all plays, exchanges and the pass, and returns its equity in milli-points. Noise is left out. Ties: the higher score, then
    // the move that stands first (move_order.hpp). `unseen_points`: of the tiles that neither board nor rack show; asked for if the bag is empty.
    std::int64_t choose(const StaticStrategy& strategy, const Board<Mask>& board, const TileCounts& rack, int bag_count, int unseen_points,
                        MoveRecord<Width>& out) {
        take(strategy, rack, bag_count, unseen_points);
        return choose(board, nullptr, out);
    }

    // The same in two steps, for many boards. The strategy must stay.
    void take(const StaticStrategy& strategy, const TileCounts& rack, int bag_count, int unseen_points) {
        strategy_ = &strategy;
        rack_ = rack;
        bag_count_ = bag_count;
        value_leaves(unseen_points);
        finder_.set_rack(rack, play_values());
    }
    std::int64_t choose(const Board<Mask>& board, const KnownLanes<Mask>* known, MoveRecord<Width>& out) {
        const std::int64_t without_play = best_without_play(bag_count_, out);
        const ExposedVowels exposed(variant_, strategy_->opening_vowel_penalty);
        KeepBest<Width> keep(without_play, board.is_empty() ? &exposed : nullptr);  // a play that is worth as much comes first
        finder_.find(board, kAllLanes, known, keep);
        if (!keep.found()) return without_play;
        out = keep.best().move;
        return keep.best().equity;
    }

    // The same for a strategy with noise: of all moves, in the order of their equities, each takes the next number of `random`, and the one
    // with the highest sum of equity and noise is made. Returns its equity alone.
    template <class Random>
    std::int64_t choose_with_noise(const StaticStrategy& strategy, const Board<Mask>& board, const TileCounts& rack, int bag_count, int unseen_points,
                                   Random random, MoveRecord<Width>& out) {
        take(strategy, rack, bag_count, unseen_points);
        const auto moves = all_moves<Width>(board, rack, variant_.bonus, variant_.most_exchanged(Rack<Mask>(rack).size(), bag_count));
        value_moves(board, moves);
        const auto order = sorted_places(moves.data(), moves.size(), equities_.data(), scores_.data());
        std::int64_t chosen = order[0], highest = std::numeric_limits<std::int64_t>::min();
        for (const std::int64_t place : order) {
            if (equities_[place] + strategy.noise.back() <= highest) break;  // none of the others can win
            const std::int64_t sum = equities_[place] + strategy.noise[random.next() >> 16];
            if (sum <= highest) continue;
            highest = sum;
            chosen = place;
        }
        out = moves[chosen];
        return equities_[chosen];
    }

    // What the best move is worth, or `least` if that is more.
    std::int64_t best_equity(const Board<Mask>& board, const KnownLanes<Mask>& known, std::int64_t least) {
        MoveRecord<Width> move;
        const ExposedVowels exposed(variant_, strategy_->opening_vowel_penalty);
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
        const std::int32_t all = for_bag_left(bag_count, 0);  // whichever of them it is
        const int most = variant_.most_exchanged(full.size(), bag_count);
        std::int32_t most_worth = values[0];  // compilers make this loop do several at a time, unlike max_element
        for (std::uint32_t kept = 1; kept < full.number(); ++kept) most_worth = std::max(most_worth, values[kept]);
        if (most == 0 || most_worth < best) return best + all;
        for (std::uint32_t kept = 0; kept < full.number(); ++kept) {
            if (values[kept] < best) continue;
            const auto exchange = exchange_keeping<Width>(full, kept);
            if (exchange.placed > most || (values[kept] == best && !stands_before(exchange, out))) continue;
            best = values[kept];
            out = exchange;
        }
        return best + all;
    }

    const TileCounts& rack() const { return rack_; }  // taken last

    // Goes on with the rack taken; there were tiles in the bag, and there are so many now. False if that changes what plays are worth: take it again.
    bool set_bag_count(int bag_count) {
        if (bag_count != bag_count_ && (counts_bag_left(*strategy_, bag_count) || counts_bag_left(*strategy_, bag_count_))) return false;
        bag_count_ = bag_count;
        return true;
    }

    // Whether what plays are worth depends on the bag.
    bool counts_bag_left(const StaticStrategy& strategy, int bag_count) const {
        return bag_count && !strategy.bag_left.empty() && bag_count - variant_.rack_size < static_cast<int>(strategy.bag_left.size());
    }

    // What it values keeping a sub-rack of the rack taken: milli-points.
    std::int32_t leave_value(std::uint32_t number) const { return leave_values_.values[number]; }

    // Finds plays for the rack taken.
    BestPlays<Mask>& finder() { return finder_; }

private:
    void value_leaves(int unseen_points) {
        std::int32_t* const values = leave_values_.values.data();
        if (bag_count_ == 0) {
            values[0] = -strategy_->kept_penalty;
            sum_sub_racks(rack_, values, [&](int tile, int) { return -variant_.points[tile] * strategy_->kept_factor; });
            values[0] = unseen_points * strategy_->out_factor;
        } else if (strategy_->leaves) {
            strategy_->leaves->fill(rack_, leave_values_);
            value_whole_rack(rack_, strategy_->leaves->longest());
        } else {
            std::fill(leave_values_.values.begin(), leave_values_.values.end(), 0);
        }
    }

    // What it is worth to draw for so many tiles laid, 0 in an exchange or a pass.
    std::int32_t for_bag_left(int bag_count, int laid) const {
        const auto left = static_cast<std::size_t>(std::max(0, bag_count - laid));
        return bag_count && left < strategy_->bag_left.size() ? strategy_->bag_left[left] : 0;
    }

    // What plays are worth besides their scores, by the sub-rack that they keep.
    const std::int32_t* play_values() {
        const std::int32_t* const values = leave_values_.values.data();
        if (!counts_bag_left(*strategy_, bag_count_)) return values;
        std::int32_t* const out = play_values_.data();  // how many tiles are laid, at first
        out[0] = Rack<Mask>(rack_).size();
        const std::uint32_t count = sum_sub_racks(rack_, out, [](int, int) { return -1; });
        for (std::uint32_t kept = 0; kept < count; ++kept) out[kept] = values[kept] + for_bag_left(bag_count_, out[kept]);
        return out;
    }

    // Writes equities and scores of all moves.
    void value_moves(const Board<Mask>& board, const std::vector<MoveRecord<Width>>& moves) {
        const std::int32_t* const of_plays = play_values();
        const ExposedVowels exposed(variant_, strategy_->opening_vowel_penalty);
        equities_.clear();
        scores_.clear();
        for (const MoveRecord<Width>& move : moves) {
            scores_.push_back(move.score);
            if (move.kind == MoveKind::kPlay) {
                equities_.push_back(Equity{move.score} * kMilli + of_plays[move.leave] - (board.is_empty() ? exposed.of_any(move) : 0));
            } else {
                equities_.push_back(Equity{leave_values_.values[move.leave]} + for_bag_left(bag_count_, 0));
            }
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
    std::vector<std::int32_t> play_values_;
    std::vector<std::int64_t> equities_;  // of all moves, for noise
    std::vector<std::int64_t> scores_;
    BestPlays<Mask> finder_;
    const StaticStrategy* strategy_ = nullptr;
    TileCounts rack_{};
    int bag_count_ = 0;
};

}  // namespace jackdaw
