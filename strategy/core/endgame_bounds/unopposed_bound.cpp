#include "strategy/core/endgame_bounds/unopposed_bound.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace jackdaw {
namespace {

constexpr int kNoPlays = -100'000;  // points of plays that there are not

// Raises each gain to at least another; count: a multiple of kGainsAtOnce.
void raise(std::int16_t* gains, const std::int16_t* others, int count) {
    for (int begin = 0; begin < count; begin += kGainsAtOnce) {
        for (int i = begin; i < begin + kGainsAtOnce; ++i) gains[i] = std::max(gains[i], others[i]);
    }
}

}  // namespace

template <class Mask>
void UnopposedBound<Mask>::measure(const Board<Mask>& board, const RackPacking& packing,
                                   PackedRack rack, int going_out) {
    const std::uint64_t hash = packing.hash(rack);
    auto cached = racks_.find(hash);
    if (cached == racks_.end()) cached = racks_.try_emplace(hash, packing.unpack(rack)).first;
    rack_ = &cached->second;
    going_out_ = going_out;
    if (lanes_.read(board, *rack_)) join_lanes();  // else a pass came between
    find_max_gains();
}

// Joins the gains of all lanes.
template <class Mask>
void UnopposedBound<Mask>::join_lanes() {
    pair_gains_.fill(kNever);
    has_gains_after_ = false;
    const int count = pad_gains(rack_->pairs);
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < lanes_.layout().lanes(direction); ++lane) {
            if (lanes_.has_plays(direction, lane))
                raise(pair_gains_.data(), lanes_.most(direction, lane), count);
        }
    }
}

// Joins the gains of all lanes after moves that do not touch them.
template <class Mask>
void UnopposedBound<Mask>::join_lanes_after() {
    if (has_gains_after_) return;
    has_gains_after_ = true;
    gains_after_.fill(kNever);
    const int count = pad_gains(rack_->first_after[rack_->numbers - 1]);
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < lanes_.layout().lanes(direction); ++lane) {
            if (!lanes_.has_plays(direction, lane)) continue;
            raise(gains_after_.data(), lanes_.most_after(direction, lane), count);
        }
    }
}

// Finds the best order to lay the tiles in, for all tiles and for each sub-rack.
template <class Mask>
void UnopposedBound<Mask>::find_max_gains() {
    max_gains_.fill(0);
    const std::int16_t* gain = pair_gains_.data();
    for (int left = 1; left < rack_->numbers; ++left) {
        for (std::uint32_t plays = not_empty(rack_->parts[left]); plays;
             plays &= plays - 1, ++gain) {
            if (*gain == kNever) continue;
            const int laid = std::countr_zero(plays);
            const int after = laid == left ? going_out_ : max_gains_[left - laid];
            max_gains_[left] = std::max(max_gains_[left], *gain + after);
        }
    }
}

template <class Mask>
int UnopposedBound<Mask>::max_gain(int wanted) {
    const int most = max_gain();
    if (most <= wanted || rack_->size > kMaxListedTiles) return most;
    After after;
    after.rest = rack_->numbers - 1;
    for_all_pairs(after, [&](const Pair& pair) {
        after.single[pair.left][pair.laid] = pair_gains_[pair.place];
        return true;
    });
    std::copy_n(max_gains_.begin(), rack_->numbers, after.most.begin());
    return proves(after, wanted) ? wanted : most;
}

template <class Mask>
int UnopposedBound<Mask>::max_gain_after(const RackPacking& packing, PackedRack tiles,
                                         const LaneSet& touched, int wanted) {
    const int move = number_of(packing, tiles), rest = rack_->numbers - 1 - move;
    if (rack_->size > kMaxTilesForMoves || !move || !rest) return max_gains_[rest];
    join_lanes_after();
    After after;
    after.move = move, after.touched = touched, after.rest = rest;
    find_most(after);
    const int most = after.most[rest];
    const bool is_listed = rack_->size <= kMaxListedTiles;
    return most > wanted && is_listed && proves(after, wanted) ? wanted : most;
}

// Visits the pairs of sub-racks of what is left after a move, as long as that returns true.
template <class Mask>
template <class Visit>
bool UnopposedBound<Mask>::for_all_pairs(const After& after, const Visit& visit) const {
    int place_after = rack_->first_after[after.move];
    for (std::uint32_t lefts = not_empty(rack_->parts[after.rest]); lefts; lefts &= lefts - 1) {
        const int left = std::countr_zero(lefts);
        int place = rack_->first_pair[left];
        for (std::uint32_t plays = not_empty(rack_->parts[left]); plays; plays &= plays - 1) {
            if (!visit(Pair{left, std::countr_zero(plays), place++, place_after++})) return false;
        }
    }
    return true;
}

// Finds what single plays and all together gain after a move.
template <class Mask>
void UnopposedBound<Mask>::find_most(After& after) const {
    std::array<const std::int16_t*, std::size_t{2} * kMaxSide> lists;  // of touched lanes
    std::size_t count = 0;
    for (const Direction direction : kDirections) {
        for (std::uint32_t left = after.touched[to_index(direction)]; left; left &= left - 1) {
            const int lane = std::countr_zero(left);
            if (lanes_.has_plays(direction, lane)) lists[count++] = lanes_.most(direction, lane);
        }
    }
    for_all_pairs(after, [&](const Pair& pair) {
        const auto [left, laid, place, place_after] = pair;
        std::int16_t gain = gains_after_[place_after];
        for (const auto* const list : std::span(lists).first(count))
            gain = std::max(gain, list[place]);
        after.single[left][laid] = gain;
        if (gain != kNever)
            after.most[left] = std::max(after.most[left], gain + gain_after(after, left, laid));
        return true;
    });
}

// Proves that plays gain no more than wanted. Some come first, that need no tiles of others. The
// next one, if there is one, needs some, which one of the first has laid where it needs them.
template <class Mask>
bool UnopposedBound<Mask>::proves(After& after, int wanted) {
    if (rack_->sizes[after.rest] < 2) return false;
    add_first_plays(after);
    for (std::uint32_t parts = rack_->parts[after.rest]; parts; parts &= parts - 1) {
        const int laid = std::countr_zero(parts);
        if (after.first[laid] + (laid == after.rest ? going_out_ : 0) > wanted) return false;
    }
    return for_all_pairs(after, [&](const Pair& pair) {
        const int first = after.first[after.rest - pair.left];
        if (pair.left == after.rest || first == kNoPlays) return true;
        const int room = wanted - gain_after(after, pair.left, pair.laid);
        return after.single[pair.left][pair.laid] + first <= room ||
               proves_in_lanes(after, pair, room);
    });
}

// Finds the most that plays gain which need no tiles of others.
template <class Mask>
void UnopposedBound<Mask>::add_first_plays(After& after) const {
    after.first.fill(kNoPlays);
    after.first[0] = 0;
    for (std::uint32_t sums = not_empty(rack_->parts[after.rest]); sums; sums &= sums - 1) {
        const int sum = std::countr_zero(sums);
        for (std::uint32_t plays = not_empty(rack_->parts[sum]); plays; plays &= plays - 1) {
            const int laid = std::countr_zero(plays), gain = after.single[after.rest][laid];
            if (gain != kNever)
                after.first[sum] = std::max(after.first[sum], gain + after.first[sum - laid]);
        }
        if (after.first[sum] < 0) after.first[sum] = kNoPlays;
    }
}

// Proves that later plays of some tiles and the first ones before them gain no more than that.
template <class Mask>
bool UnopposedBound<Mask>::proves_in_lanes(const After& after, const Pair& pair, int room) {
    const int earlier = after.rest - pair.left, most = room - after.first[earlier];
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < lanes_.layout().lanes(direction); ++lane) {
            if (!lanes_.has_plays(direction, lane)) continue;
            const bool is_touched = has_lane(after.touched, direction, lane);
            const int gain = !after.move || is_touched
                                 ? lanes_.most(direction, lane)[pair.place]
                                 : lanes_.most_after(direction, lane)[pair.place_after];
            if (gain <= most) continue;
            for (const UnopposedPlay& play : lanes_.later_plays(direction, lane)) {
                if (play.laid != pair.laid || play.gain <= most ||
                    !is_possible(after, play, is_touched, earlier))
                    continue;
                const Later later{&play, direction, lane, earlier, room - play.gain};
                if (!has_room(after, later)) return false;
            }
        }
    }
    return true;
}

// Returns true if a play needs tiles of the plays before it, and they may have laid them.
template <class Mask>
bool UnopposedBound<Mask>::is_possible(const After& after, const UnopposedPlay& play,
                                       bool is_touched, int earlier) const {
    const SmallRack& rack = *rack_;
    const int gone = earlier + after.move;
    if (!is_part(rack, play.before, is_touched ? gone : earlier) ||
        !is_part(rack, play.others, gone - play.before))
        return false;
    if (!is_touched) return !play.others || share_tiles(rack, play.others, earlier - play.before);
    return !is_part(rack, play.before, after.move) ||
           !is_part(rack, play.others, after.move - play.before);
}

// Returns true if none of the first plays that lay a tile where a later one needs it gains too
// much.
template <class Mask>
bool UnopposedBound<Mask>::has_room(const After& after, const Later& later) const {
    const UnopposedPlay& play = *later.play;
    if (play.before) {
        if (!has_room_on(after, later, later.direction, later.lane, play.squares_before))
            return false;
        // All tiles of the word may be those of the move.
        if (!has_lane(after.touched, later.direction, later.lane) ||
            !is_part(*rack_, play.before, after.move))
            return true;
    }
    return std::all_of(play.across.begin(), play.across.end(), [&](const auto& across) {
        return !across.squares() ||
               has_room_on(after, later, other(later.direction), across.offset(), across.squares());
    });
}

// The same for plays along and across some squares of a lane.
template <class Mask>
bool UnopposedBound<Mask>::has_room_on(const After& after, const Later& later, Direction direction,
                                       int lane, std::uint32_t squares) const {
    if (!has_room_in(after, later, direction, lane, squares)) return false;
    for (; squares; squares &= squares - 1) {
        if (!has_room_in(after, later, other(direction), std::countr_zero(squares),
                         std::uint32_t{1} << lane))
            return false;
    }
    return true;
}

// The same for plays along a lane that lay tiles on some of its squares.
template <class Mask>
bool UnopposedBound<Mask>::has_room_in(const After& after, const Later& later, Direction direction,
                                       int lane, std::uint32_t squares) const {
    if (!lanes_.has_plays(direction, lane)) return true;
    const auto fits = [&](int laid, int gain) {
        return gain == kNever || !is_part(*rack_, laid, later.earlier) ||
               gain + after.first[later.earlier - laid] <= later.room;
    };
    if (after.move && has_lane(after.touched, direction, lane)) {
        // Plays there may need tiles of the move, and those that gain little are not listed.
        const std::int16_t* gain = lanes_.most(direction, lane) + rack_->first_pair[after.rest];
        for (std::uint32_t plays = not_empty(rack_->parts[after.rest]); plays;
             plays &= plays - 1, ++gain) {
            if (!fits(std::countr_zero(plays), *gain)) return false;
        }
        return true;
    }
    const auto first = lanes_.first_plays(direction, lane);
    return std::all_of(first.begin(), first.end(), [&](const UnopposedPlay& play) {
        return !(play.squares & squares) || fits(play.laid, play.gain);
    });
}

template class UnopposedBound<std::uint32_t>;
template class UnopposedBound<std::uint64_t>;

}  // namespace jackdaw
