// Static evaluation: the equity of a move is its score and the value of its leave. The best play is
// found by shadow play (movegen/core/best_plays/best_plays.hpp). strategy/players/static.py has the
// same rules over arrays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "movegen/core/base/move_order.hpp"
#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/sub_racks.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/best_plays/best_plays.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "movegen/core/generation/collectors.hpp"
#include "strategy/core/leaves/leaves.hpp"

namespace jackdaw {

// The parameters of a static strategy, in milli-points.
struct StaticStrategy {
    const Leaves* leaves;  // null where no leave is worth anything; outlives the strategy
    // Subtracted for each vowel laid beside a premium square on an empty board.
    std::int32_t opening_vowel_penalty;
    // With an empty bag: added for each point of the opponents' tiles when going out; subtracted
    // for each point of the tiles kept, and for keeping any.
    std::int32_t out_factor;
    std::int32_t kept_factor;
    std::int32_t kept_penalty;
    // Added for leaving so many tiles in the bag, by their number; nothing for more.
    std::vector<std::int32_t> bag_left;
    // By the upper half of a random number (strategy/players/handicap.py); empty for none.
    std::vector<std::int32_t> noise;
};

// The penalty of vowels beside a premium square on an empty board.
class ExposedVowels : public PlayPenalty {
  public:
    ExposedVowels(const Variant& variant, std::int32_t penalty)
        : variant_(variant), penalty_(penalty) {}

    Equity of(const FoundPlay& play) const override { return of_any(play); }

    // The same for a play in any form.
    template <class Play>
    Equity of_any(const Play& play) const {
        int vowels = 0;
        for (int i = 0; i < play.length; ++i) {
            if (variant_.vowels >> letter_of(play.tiles[i]) & 1)
                vowels += is_exposed(play.direction, play.lane, play.start + i);
        }
        return Equity{penalty_} * vowels;
    }

  private:
    // True if a premium square is beside a square, across the lane.
    bool is_exposed(Direction direction, int lane, int offset) const {
        return (lane > 0 && is_premium(direction, lane - 1, offset)) ||
               (lane + 1 < variant_.layout.lanes(direction) &&
                is_premium(direction, lane + 1, offset));
    }

    bool is_premium(Direction direction, int lane, int offset) const {
        const Layout& layout = variant_.layout;
        const int at = layout.at(direction, lane, offset);
        return layout.letter_multipliers[to_index(direction)][at] > 1 ||
               layout.word_multipliers[to_index(direction)][at] > 1;
    }

    const Variant& variant_;
    std::int32_t penalty_;
};

// Chooses moves for any strategy. It holds the working memory, so each thread has its own.
template <class Mask, int Width>
class StaticPlayer {
  public:
    // All arguments outlive it.
    StaticPlayer(const Variant& variant, const WordGraph<Mask>& graph, const WordMap& words)
        : variant_(variant),
          leave_values_(variant.rack_size),
          play_values_(leave_values_.values.size()),
          finder_(variant.layout, variant.points, variant.bonus, variant.rack_size, graph, words) {}

    // Writes the best of all plays, exchanges and the pass, and returns its equity in milli-points.
    // Noise is left out. Ties: the higher score, then the move that stands first (move_order.hpp).
    // `unseen_points`: of the tiles that neither board nor rack show; asked for if the bag is
    // empty.
    std::int64_t choose(const StaticStrategy& strategy, const Board<Mask>& board,
                        const TileCounts& rack, int bag_count, int unseen_points,
                        MoveRecord<Width>& out) {
        take(strategy, rack, bag_count, unseen_points);
        return choose(board, nullptr, out);
    }

    // The same in two steps, for many boards. The strategy must stay.
    void take(const StaticStrategy& strategy, const TileCounts& rack, int bag_count,
              int unseen_points) {
        strategy_ = &strategy;
        rack_ = rack;
        bag_count_ = bag_count;
        value_leaves(unseen_points);
        finder_.set_rack(rack, play_values());
    }
    std::int64_t choose(const Board<Mask>& board, const LaneSnapshot<Mask>* known,
                        MoveRecord<Width>& out) {
        const std::int64_t without_play = best_without_play(bag_count_, out);
        const ExposedVowels exposed(variant_, strategy_->opening_vowel_penalty);
        BestPlayCollector<Width> keep(
            without_play,
            deduction_of(exposed, board));  // a play that is worth as much comes first
        finder_.find(board, kAllLanes, known, keep);
        if (!keep.found()) return without_play;
        out = keep.best().move;
        return keep.best().equity;
    }

    // The same for a strategy with noise: of all moves, in the order of their equities, each takes
    // the next number of `random`, and the one with the highest sum of equity and noise is made.
    // Returns its equity alone.
    template <class Random>
    std::int64_t choose_with_noise(const StaticStrategy& strategy, const Board<Mask>& board,
                                   const TileCounts& rack, int bag_count, int unseen_points,
                                   Random random, MoveRecord<Width>& out) {
        take(strategy, rack, bag_count, unseen_points);
        const auto moves = moves_by_equity(board);
        std::int64_t chosen = order_[0], highest = std::numeric_limits<std::int64_t>::min();
        for (const std::int64_t index : order_) {
            if (equities_[index] + strategy.noise.back() <= highest)
                break;  // none of the others can win
            const std::int64_t sum = equities_[index] + strategy.noise[random.next() >> 16];
            if (sum <= highest) continue;
            highest = sum;
            chosen = index;
        }
        out = moves[chosen];
        return equities_[chosen];
    }

    // The moves of the highest equities, at most so many, the best first.
    std::vector<MoveRecord<Width>> best_moves(const StaticStrategy& strategy,
                                              const Board<Mask>& board, const TileCounts& rack,
                                              int bag_count, int unseen_points, std::size_t count) {
        take(strategy, rack, bag_count, unseen_points);
        const auto moves = moves_by_equity(board);
        std::vector<MoveRecord<Width>> best;
        for (const std::int64_t index : order_) {
            if (best.size() == count) break;
            best.push_back(moves[index]);
        }
        return best;
    }

    // The equity of the best move, or `min_equity` if that is more.
    std::int64_t best_equity(const Board<Mask>& board, const LaneSnapshot<Mask>& known,
                             std::int64_t min_equity) {
        MoveRecord<Width> move;
        const ExposedVowels exposed(variant_, strategy_->opening_vowel_penalty);
        BestEquityCollector keep(std::max(min_equity, best_without_play(bag_count_, move)),
                                 deduction_of(exposed, board));
        finder_.find(board, kAllLanes, &known, keep);
        return keep.best();
    }

    // For the rack taken: the best of exchanges and the pass, which is the last of equals, were
    // there so many tiles in the bag.
    std::int64_t best_without_play(int bag_count, MoveRecord<Width>& out) const {
        const Rack<Mask> full(rack_);
        const std::int32_t* const values = leave_values_.values.data();
        out = make_pass<Width>(full);
        std::int64_t best = values[full.number()];
        const std::int32_t all = for_bag_left(bag_count, 0);  // whichever of them it is
        const int max_exchanged = variant_.max_exchanged(full.size(), bag_count);
        std::int32_t max_value =
            values[0];  // compilers make this loop do several at a time, unlike max_element
        for (std::uint32_t leave = 1; leave < full.number(); ++leave)
            max_value = std::max(max_value, values[leave]);
        if (max_exchanged == 0 || max_value < best) return best + all;
        for (std::uint32_t leave = 0; leave < full.number(); ++leave) {
            if (values[leave] < best) continue;
            const auto exchange = make_exchange<Width>(full, leave);
            if (exchange.placed > max_exchanged ||
                (values[leave] == best && !sorts_before(exchange, out)))
                continue;
            best = values[leave];
            out = exchange;
        }
        return best + all;
    }

    const TileCounts& rack() const { return rack_; }  // taken last

    // Goes on with the rack taken; there were tiles in the bag, and there are so many now. False if
    // that changes the equities of plays: take it again.
    bool set_bag_count(int bag_count) {
        if (bag_count != bag_count_ &&
            (counts_bag_left(*strategy_, bag_count) || counts_bag_left(*strategy_, bag_count_)))
            return false;
        bag_count_ = bag_count;
        return true;
    }

    // True if the equities of plays depend on the bag.
    bool counts_bag_left(const StaticStrategy& strategy, int bag_count) const {
        return bag_count && !strategy.bag_left.empty() &&
               bag_count - variant_.rack_size < static_cast<int>(strategy.bag_left.size());
    }

    // The value of keeping a sub-rack of the rack taken, in milli-points.
    std::int32_t leave_value(std::uint32_t number) const { return leave_values_.values[number]; }

    // Finds plays for the rack taken.
    BestPlays<Mask>& finder() { return finder_; }

  private:
    void value_leaves(int unseen_points) {
        std::int32_t* const values = leave_values_.values.data();
        if (bag_count_ == 0 && variant_.counts_tiles_left) {
            values[0] = -strategy_->kept_penalty;
            sum_sub_racks(rack_, values, [&](int tile, int) {
                return -variant_.points[tile] * strategy_->kept_factor;
            });
            values[0] = unseen_points * strategy_->out_factor;
        } else if (bag_count_ && strategy_->leaves) {
            strategy_->leaves->fill(rack_, leave_values_);
            value_whole_rack(rack_, strategy_->leaves->longest());
        } else {
            std::fill(leave_values_.values.begin(), leave_values_.values.end(), 0);
        }
    }

    // The value of the tiles left in the bag after laying so many, 0 in an exchange or a pass.
    std::int32_t for_bag_left(int bag_count, int laid) const {
        const auto left = static_cast<std::size_t>(std::max(0, bag_count - laid));
        return bag_count && left < strategy_->bag_left.size() ? strategy_->bag_left[left] : 0;
    }

    // The values of plays besides their scores, by leave.
    const std::int32_t* play_values() {
        const std::int32_t* const values = leave_values_.values.data();
        if (!counts_bag_left(*strategy_, bag_count_)) return values;
        std::int32_t* const out = play_values_.data();  // how many tiles are laid, at first
        out[0] = Rack<Mask>(rack_).size();
        const std::uint32_t count = sum_sub_racks(rack_, out, [](int, int) { return -1; });
        for (std::uint32_t leave = 0; leave < count; ++leave)
            out[leave] = values[leave] + for_bag_left(bag_count_, out[leave]);
        return out;
    }

    // The penalty of plays on a board; null for none.
    const ExposedVowels* deduction_of(const ExposedVowels& exposed,
                                      const Board<Mask>& board) const {
        return board.is_empty() && strategy_->opening_vowel_penalty ? &exposed : nullptr;
    }

    // All moves of the rack taken. Writes their order by equity.
    std::vector<MoveRecord<Width>> moves_by_equity(const Board<Mask>& board) {
        auto moves = all_moves<Width>(board, rack_, variant_.bonus,
                                      variant_.max_exchanged(Rack<Mask>(rack_).size(), bag_count_));
        value_moves(board, moves);
        order_ = argsort_moves(moves.data(), moves.size(), equities_.data(), scores_.data());
        return moves;
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
                equities_.push_back(Equity{move.score} * kMilli + of_plays[move.leave] -
                                    (board.is_empty() ? exposed.of_any(move) : 0));
            } else {
                equities_.push_back(Equity{leave_values_.values[move.leave]} +
                                    for_bag_left(bag_count_, 0));
            }
        }
    }

    // The value of the leave of a pass, where it is one tile longer than the table's longest leave.
    // It is extrapolated from the leaves within, exactly as far as they are sums over tiles and
    // pairs (strategy/leaves/leave_table.py).
    void value_whole_rack(const TileCounts& rack, int longest) {
        const Rack<Mask> full(rack);
        const int size = full.size();
        if (size != longest + 1) return;
        const std::int32_t* const values = leave_values_.values.data() + full.number();
        std::int64_t without_one = 0, without_two = 0;
        for_each_kind(rack, [&](int tile) {
            const std::int64_t copies = rack[tile], stride = full.stride(tile);
            without_one += copies * values[-stride];
            if (copies > 1) without_two += copies * (copies - 1) / 2 * values[-2 * stride];
            for_each_kind(rack, [&](int other) {
                if (other < tile)
                    without_two += copies * rack[other] *
                                   values[-stride - static_cast<std::int64_t>(full.stride(other))];
            });
        });
        leave_values_.values[full.number()] = static_cast<std::int32_t>(
            size < 3
                ? without_one
                : floor_of(2 * ((size - 2) * without_one - without_two), (size - 1) * (size - 2)));
    }

    static std::int64_t floor_of(std::int64_t value, std::int64_t by) {
        return value / by - (value % by < 0);
    }

    const Variant& variant_;
    LeaveValues leave_values_;
    std::vector<std::int32_t> play_values_;
    std::vector<std::int64_t> equities_;  // of all moves, where they are compared
    std::vector<std::int64_t> scores_;
    std::vector<std::int64_t> order_;  // by equity
    BestPlays<Mask> finder_;
    const StaticStrategy* strategy_ = nullptr;
    TileCounts rack_{};
    int bag_count_ = 0;
};

}  // namespace jackdaw
