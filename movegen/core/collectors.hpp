// Who takes the plays that BestPlays finds (best_plays.hpp): for the best one, or for the best few.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "all_moves.hpp"
#include "generator.hpp"
#include "layout.hpp"
#include "move_order.hpp"
#include "move_record.hpp"

namespace jackdaw {

using Equity = std::int64_t;  // milli-points

// A play and its equity. The best comes first: higher equity, then higher score, then the order of places and tiles (move_order.hpp).
template <int Width>
struct ValuedPlay {
    MoveRecord<Width> move;
    Equity equity;

    bool operator<(const ValuedPlay& other) const {
        if (equity != other.equity) return equity > other.equity;
        if (move.score != other.move.score) return move.score > other.move.score;
        return stands_before(move, other.move);
    }
};

// What a play's equity is less than score and leave tell.
class Deduction {
public:
    virtual ~Deduction() = default;
    virtual Equity of(const FoundPlay& play) const = 0;  // milli-points, not negative
};

// The best play, if one has at least some equity.
template <int Width>
class KeepBest {
public:
    explicit KeepBest(Equity least = std::numeric_limits<Equity>::min(), const Deduction* deduction = nullptr)
        : best_{{}, least}, deduction_(deduction) {}

    // Goes on from what another one kept.
    KeepBest(const ValuedPlay<Width>& best, bool found) : best_(best), found_(found) {}

    bool found() const { return found_; }
    const ValuedPlay<Width>& best() const { return best_; }

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
    const Deduction* deduction_ = nullptr;
    bool found_ = false;
};

// What the best play is worth, if that is more than some equity.
class KeepEquity {
public:
    KeepEquity(Equity least, const Deduction* deduction) : best_(least), deduction_(deduction) {}

    Equity best() const { return best_; }

    bool wanted(Equity equity) const { return equity > best_; }
    void add(const FoundPlay& play, Equity equity) { best_ = std::max(best_, deduction_ ? equity - deduction_->of(play) : equity); }

private:
    Equity best_;
    const Deduction* deduction_;
};

// The best play of each of several sets of lanes, if it has at least some equity, in one search of all lanes.
template <int Width>
class KeepBestOfEach {
public:
    void clear() {
        sets_.clear();
        least_ = std::numeric_limits<Equity>::max();
    }
    void add_lanes(const LaneSet& lanes, Equity least) {
        sets_.push_back({lanes, KeepBest<Width>(least)});
        least_ = std::min(least_, least);
    }

    // What the set holds that was added as number `place`.
    const KeepBest<Width>& operator[](std::size_t place) const { return sets_[place].keep; }

    bool wanted(Equity equity) const { return equity >= least_; }
    void add(const FoundPlay& play, Equity equity) {
        bool changed = false;
        for (Lanes& set : sets_) {
            if (!has_lane(set.lanes, play.direction, play.lane) || !set.keep.wanted(equity)) continue;
            set.keep.add(play, equity);
            changed = true;
        }
        if (!changed) return;
        least_ = std::numeric_limits<Equity>::max();
        for (const Lanes& set : sets_) least_ = std::min(least_, set.keep.best().equity);
    }

private:
    struct Lanes {
        LaneSet lanes;
        KeepBest<Width> keep;
    };

    std::vector<Lanes> sets_;
    Equity least_ = std::numeric_limits<Equity>::max();
};

// The best `count` plays, less those that are worth more than `margin` milli-points less than the best.
template <int Width>
class KeepSeveral {
public:
    KeepSeveral(std::size_t count, Equity margin) : count_(count), margin_(margin) {}

    // Best first.
    std::vector<ValuedPlay<Width>> plays() && {
        std::sort(plays_.begin(), plays_.end());
        while (!plays_.empty() && !wanted(plays_.back().equity)) plays_.pop_back();
        return std::move(plays_);
    }

    bool wanted(Equity equity) const { return equity >= least_; }
    void add(const FoundPlay& play, Equity equity) {
        write_play(play, plays_.emplace_back().move);
        plays_.back().equity = equity;
        best_ = std::max(best_, equity);
        least_ = std::max(least_, best_ - margin_);
        std::push_heap(plays_.begin(), plays_.end());  // the last one of the order on top
        if (plays_.size() > count_) {
            std::pop_heap(plays_.begin(), plays_.end());
            plays_.pop_back();
        }
        if (plays_.size() == count_) least_ = std::max(least_, plays_.front().equity);
    }

private:
    std::size_t count_;
    Equity margin_;
    Equity best_ = std::numeric_limits<Equity>::min() / 2;
    Equity least_ = std::numeric_limits<Equity>::min();
    std::vector<ValuedPlay<Width>> plays_;
};

}  // namespace jackdaw
