// Collectors of the plays that BestPlays finds (best_plays.hpp): the best one, the best few, the
// best of each set of lanes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "movegen/core/base/layout.hpp"
#include "movegen/core/base/move_order.hpp"
#include "movegen/core/base/move_record.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "movegen/core/generation/generator.hpp"

namespace jackdaw {

using Equity = std::int64_t;  // milli-points

// A play and its equity. The order is best first: higher equity, then higher score, then
// `sorts_before` (move_order.hpp).
template <int Width>
struct ValuedPlay {
    MoveRecord<Width> move;
    Equity equity;

    bool operator<(const ValuedPlay& other) const {
        if (equity != other.equity) return equity > other.equity;
        if (move.score != other.move.score) return move.score > other.move.score;
        return sorts_before(move, other.move);
    }
};

// A deduction from the equity of a play, beyond score and leave.
class PlayPenalty {
  public:
    virtual ~PlayPenalty() = default;
    virtual Equity of(const FoundPlay& play) const = 0;  // milli-points, not negative
};

// Collects the best play of at least some equity.
template <int Width>
class BestPlayCollector {
  public:
    explicit BestPlayCollector(Equity min_equity = std::numeric_limits<Equity>::min(),
                               const PlayPenalty* deduction = nullptr)
        : best_{{}, min_equity}, deduction_(deduction) {}

    // Continues from what another collector found.
    BestPlayCollector(const ValuedPlay<Width>& best, bool found) : best_(best), found_(found) {}

    bool found() const { return found_; }
    const ValuedPlay<Width>& best() const { return best_; }

    bool wants_first_alone() const { return !deduction_; }
    Equity min_wanted() const { return best_.equity; }
    bool wanted(Equity equity) const { return equity >= best_.equity; }
    void add(const FoundPlay& play, Equity equity) {
        ValuedPlay<Width> valued;
        write_play(play, valued.move);
        valued.equity = deduction_ ? equity - deduction_->of(play) : equity;
        if (!wanted(valued.equity)) return;
        if (found_ && !(valued < best_)) return;
        best_ = valued;
        found_ = true;
    }

  private:
    ValuedPlay<Width> best_;
    const PlayPenalty* deduction_ = nullptr;
    bool found_ = false;
};

// Collects the equity of the best play, if above some equity.
class BestEquityCollector {
  public:
    BestEquityCollector(Equity min_equity, const PlayPenalty* deduction)
        : best_(min_equity), deduction_(deduction) {}

    Equity best() const { return best_; }

    bool wants_first_alone() const { return !deduction_; }
    Equity min_wanted() const { return best_ + 1; }
    bool wanted(Equity equity) const { return equity > best_; }
    void add(const FoundPlay& play, Equity equity) {
        best_ = std::max(best_, deduction_ ? equity - deduction_->of(play) : equity);
    }

  private:
    Equity best_;
    const PlayPenalty* deduction_;
};

// Collects the best play of each of several sets of lanes, each of at least some equity, in one
// search.
template <int Width>
class BestPlayPerLanesCollector {
  public:
    void clear() {
        sets_.clear();
        min_equity_ = std::numeric_limits<Equity>::max();
    }
    void add_lanes(const LaneSet& lanes, Equity min_equity) {
        sets_.push_back({lanes, BestPlayCollector<Width>(min_equity)});
        min_equity_ = std::min(min_equity_, min_equity);
    }

    // The collector of the set that was added as number `index`.
    const BestPlayCollector<Width>& operator[](std::size_t index) const {
        return sets_[index].collector;
    }

    bool wants_first_alone() const { return true; }
    Equity min_wanted() const { return min_equity_; }
    bool wanted(Equity equity) const { return equity >= min_equity_; }
    void add(const FoundPlay& play, Equity equity) {
        bool changed = false;
        for (Lanes& set : sets_) {
            if (!has_lane(set.lanes, play.direction, play.lane) || !set.collector.wanted(equity))
                continue;
            set.collector.add(play, equity);
            changed = true;
        }
        if (!changed) return;
        min_equity_ = std::numeric_limits<Equity>::max();
        for (const Lanes& set : sets_)
            min_equity_ = std::min(min_equity_, set.collector.best().equity);
    }

  private:
    struct Lanes {
        LaneSet lanes;
        BestPlayCollector<Width> collector;
    };

    std::vector<Lanes> sets_;
    Equity min_equity_ = std::numeric_limits<Equity>::max();
};

// Collects the best `count` plays, except those more than `margin` milli-points below the best.
template <int Width>
class TopPlaysCollector {
  public:
    TopPlaysCollector(std::size_t count, Equity margin) : count_(count), margin_(margin) {}

    // Best first.
    std::vector<ValuedPlay<Width>> plays() && {
        std::sort(plays_.begin(), plays_.end());
        while (!plays_.empty() && !wanted(plays_.back().equity)) plays_.pop_back();
        return std::move(plays_);
    }

    bool wants_first_alone() const { return false; }
    Equity min_wanted() const { return min_equity_; }
    bool wanted(Equity equity) const { return equity >= min_equity_; }
    void add(const FoundPlay& play, Equity equity) {
        write_play(play, plays_.emplace_back().move);
        plays_.back().equity = equity;
        best_ = std::max(best_, equity);
        min_equity_ = std::max(min_equity_, best_ - margin_);
        std::push_heap(plays_.begin(), plays_.end());  // a heap with the worst play on top
        if (plays_.size() > count_) {
            std::pop_heap(plays_.begin(), plays_.end());
            plays_.pop_back();
        }
        if (plays_.size() == count_) min_equity_ = std::max(min_equity_, plays_.front().equity);
    }

  private:
    std::size_t count_;
    Equity margin_;
    Equity best_ = std::numeric_limits<Equity>::min() / 2;
    Equity min_equity_ = std::numeric_limits<Equity>::min();
    std::vector<ValuedPlay<Width>> plays_;
};

}  // namespace jackdaw
