// Decision: the cells of its table, settled one by one or by many threads; included by
// decision.cpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "movegen/core/base/move_order.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "strategy/core/preendgame/decision.hpp"

namespace jackdaw {

// Iterative deepening: depth 1, then to the end of the game.
inline constexpr int kShallowPlies = 1;
inline constexpr std::size_t kRemembered = 3;   // replies of an estimate
inline constexpr std::size_t kMaxSharing = 16;  // searches with one cache of plays of lanes
// Below a decision other than the first, the eight replies asked last keep their searches, which
// are all after a pass with one tile in the bag. All replies keep to a 32nd of the memory for
// replies.
inline constexpr std::size_t kWithSearches = 8, kKeptReplies = 32;

inline int shifted(int bound, int by) {
    return bound <= -kUnbounded || bound >= kUnbounded
               ? bound
               : std::clamp(bound + by, -kUnbounded, kUnbounded);
}

template <class Mask, int Width>
void Decision<Mask, Width>::settle_cell(const CellRequest& request) {
    const Cell& cell = cells_[request.move][request.arrangement];
    const WinCounts::Result before = cell.result();
    narrow_cell(request);
    if (depth_ || !context_.counts) return;
    const Arrangement& there = arrangements(request.move).list()[request.arrangement];
    context_.counts->update(request.move, there.weight, before, cell.result());
}

template <class Mask, int Width>
void Decision<Mask, Width>::narrow_cell(const CellRequest& request) {
    const auto& [move, arrangement, window, depth, nodes, is_likely] = request;
    const Arrangement& there = arrangements(move).list()[arrangement];
    SpreadBounds& known = bounds(move, arrangement);
    if (ends_game(move)) {
        const int end = position_.spread + rack_points(there.theirs, board_.points()) -
                        rack_points(position_.rack, board_.points());
        known = {end, end};
    } else if (drawn_by(move) == position_.bag) {
        search_endgame(request);
    } else if (depth < kToTheEnd || is_likely) {
        Decision& reply = reply_to(move, arrangement);
        const int end = -reply.estimate(there.rest, request);
        remember_killers(move, arrangement, reply, kRemembered);
        Cell& cell = cells_[move][arrangement];
        cell.estimate = std::clamp(end, known.lower, known.upper);
        cell.is_estimated = true;
        keep_to_memory(move, arrangement);
    } else {
        Decision& reply = reply_to(move, arrangement);
        reply.limit_nodes(nodes);
        try {
            known.narrow(reply.answer(there.rest, {-window.beta, -window.alpha}).for_opponent());
        } catch (const DecisionOutOfNodes&) {  // the caller knows whether all nodes are spent
            Cell& cell = cells_[move][arrangement];
            cell.estimate = std::clamp(-reply.likely_end(there.rest), known.lower, known.upper);
            cell.is_estimated = true;
        }
        remember_killers(move, arrangement, reply, 0);
        keep_to_memory(move, arrangement);
    }
}

// Frees searches and replies beyond what they may keep, but not the reply just asked. The first
// decision frees its replies between jobs; any other one belongs to one thread.
template <class Mask, int Width>
void Decision<Mask, Width>::keep_to_memory(int move, int arrangement) {
    if (!depth_) return;
    const ReplyKey asked{move, static_cast<std::size_t>(arrangements(move).rack(arrangement))};
    std::erase(with_searches_, asked);
    with_searches_.push_back(asked);
    if (with_searches_.size() > kWithSearches) {
        const auto& [first_move, rack] = with_searches_.front();
        if (const auto& reply = replies_[first_move][rack]) reply->free_searches();
        with_searches_.erase(with_searches_.begin());
    }
    free_replies(context_.kept_bytes / kKeptReplies, &asked);
}

// A move that empties the bag leads to an endgame with both racks known.
template <class Mask, int Width>
void Decision<Mask, Width>::search_endgame(const CellRequest& request) {
    const auto& [move, arrangement, window, depth, nodes, is_likely] = request;
    Search& search = search_of(move, arrangement).search;
    Cell& cell = cells_[move][arrangement];
    const auto lease = unopposed_->take();
    search.lend(*lease);
    search.limit_nodes(nodes);
    try {
        for (int plies = 1;
             plies <= std::min(depth, kShallowPlies + 1) && !cell.bounds.answers(window); ++plies) {
            const int alpha = std::max(window.alpha, cell.bounds.lower - 1),
                      beta = std::min(window.beta, cell.bounds.upper + 1);
            const SearchResult found = search.search_move(
                moves_[move], {shifted(alpha, -position_.spread), shifted(beta, -position_.spread)},
                plies > kShallowPlies ? kToTheEnd : plies);
            cell.bounds.narrow(
                {shifted(found.lower, position_.spread), shifted(found.upper, position_.spread)});
            cell.estimate = position_.spread + found.value;
            cell.is_estimated = true;
        }
    } catch (const typename Search::Stop&) {
        if (context_.control.should_stop()) throw DecisionStopped{};
    }
    cell.estimate = std::clamp(cell.estimate, cell.bounds.lower, cell.bounds.upper);
}

// The search of an arrangement after a move that empties the bag.
template <class Mask, int Width>
auto Decision<Mask, Width>::search_of(int move, int arrangement) -> ArrangementSearch& {
    auto& searched = searches_[arrangement];
    if (!searched) {
        const Arrangement& there = arrangements(move).list()[arrangement];
        const EndgamePosition position{{plus(position_.rack, there.drawn), there.theirs},
                                       0};  // as if the tiles were drawn before the move
        const std::size_t tables = depth_ ? context_.table_bytes : context_.bytes / 2;
        searched =
            std::make_unique<ArrangementSearch>(context_, tables / searches_.size(), lane_bytes(),
                                                board_, position, lanes_of(arrangement));
    }
    return *searched;
}

// The searches of a reply are one thread's, and in all arrangements the opponent of the player on
// turn has most of the unseen tiles: its plays of lanes are much the same. Where words may be in
// any order, a tile more makes far more plays.
template <class Mask, int Width>
bool Decision<Mask, Width>::shares_lanes() const {
    return depth_ && searches_.size() <= kMaxSharing && !board_.graph().any_order() &&
           count_tiles(position_.unseen) <= kMaxRack;
}

template <class Mask, int Width>
LentLanes<Mask, Width> Decision<Mask, Width>::lanes_of(int arrangement) {
    if (!shares_lanes()) return {};
    if (!lanes_) {
        std::vector<TileCounts> racks{position_.unseen};
        for (const Arrangement& there : arrangements_[position_.bag]->list())
            racks.push_back(plus(position_.rack, there.drawn));
        lanes_ = std::make_unique<LanePlays<Mask, Width>>(context_.variant, board_, racks, false);
    }
    return {lanes_.get(), {arrangement + 1, 0}};
}

// Memory for the plays of lanes of one search, or of all that share them. A reply that leaves tiles
// is followed by another one while its own searches are kept: that gets a quarter of the memory.
template <class Mask, int Width>
std::size_t Decision<Mask, Width>::lane_bytes() const {
    const std::size_t all =
        depth_ ? context_.lane_bytes * 3 / 4 >> 2 * (depth_ - 1) : context_.bytes / 2;
    return shares_lanes() ? all : all / searches_.size();
}

// The opponent's decision after a move that leaves tiles in the bag.
template <class Mask, int Width>
Decision<Mask, Width>& Decision<Mask, Width>::reply_to(int move, int arrangement) {
    const Arrangement& there = arrangements(move).list()[arrangement];
    const auto rack = static_cast<std::size_t>(arrangements(move).rack(arrangement));
    auto& reply = replies_[move][rack];
    if (reply) return *reply;
    const Record& record = moves_[move];
    const bool is_play = record.kind == MoveKind::kPlay;
    Board<Mask> board = board_;
    if (is_play)
        board.place(record.direction, record.lane, record.start, record.tiles, record.length);
    DecisionPosition next{there.theirs, plus(rack_after(position_.rack, record), there.drawn),
                          position_.bag - drawn_by(move), -position_.spread - record.score,
                          is_play ? 0 : position_.scoreless + 1};
    for (int i = 0; i < next.bag; ++i) ++next.unseen[there.rest[i]];
    auto replies = all_moves<Width>(board, next.rack, context_.variant.bonus, 0);
    std::sort(replies.begin(), replies.end(), [](const Record& a, const Record& b) {
        return a.score != b.score ? a.score > b.score : sorts_before(a, b);
    });
    auto orders = all_bag_orders(next.unseen, next.bag);
    reply = std::make_unique<Decision>(context_, board, next, std::move(replies), std::move(orders),
                                       depth_ + 1);
    reply->unopposed_ = unopposed_;
    if (const auto freed = freed_.find({move, rack}); freed != freed_.end())
        reply->concluded_ = freed->second;
    reply->order_by_killers(killers_at(move, arrangements(move).rack(arrangement)));
    return *reply;
}

template <class Mask, int Width>
std::uint64_t Decision<Mask, Width>::nodes_left() const {
    const std::uint64_t spent = nodes();
    if (max_nodes_ && spent >= max_nodes_) throw DecisionOutOfNodes{};
    return max_nodes_ ? max_nodes_ - spent : 0;
}

// The nodes spent so far by the search or decision that settles this cell.
template <class Mask, int Width>
std::uint64_t Decision<Mask, Width>::nodes_at(int move, int arrangement) const {
    if (drawn_by(move) == position_.bag)
        return searches_[arrangement] ? searches_[arrangement]->search.nodes() : 0;
    const auto& reply =
        replies_[move][static_cast<std::size_t>(arrangements(move).rack(arrangement))];
    return reply ? reply->nodes() : 0;
}

// Cells with the same rack of the opponent and the same number of tiles drawn share searches or
// decisions. Each such group is a job and gets the same share of the nodes.
template <class Mask, int Width>
void Decision<Mask, Width>::settle_all(const std::vector<CellRequest>& requests,
                                       const JobRunner& run) {
    std::map<std::pair<int, int>, std::vector<CellRequest>> groups;
    for (const CellRequest& request : requests) {
        const bool is_done = request.depth == kToTheEnd &&
                             bounds(request.move, request.arrangement).answers(request.window);
        if (!is_done)
            groups[{drawn_by(request.move), arrangements(request.move).rack(request.arrangement)}]
                .push_back(request);
    }
    if (groups.empty()) return;
    const std::uint64_t left = nodes_left(), share = left ? left / groups.size() + 1 : 0;
    std::atomic<bool> is_out_of_nodes = false;
    std::vector<std::function<void()>> jobs;
    for (const auto& [key, group] : groups)
        jobs.push_back([&, &group = group] { settle_group(group, share, is_out_of_nodes); });
    run(jobs);
    if (!depth_) free_replies(context_.kept_bytes);
    if (is_out_of_nodes) throw DecisionOutOfNodes{};
}

// share: of the nodes, 0 for no limit. When a group has spent its share the others go on: stopping
// them would make the result depend on the threads' timing.
template <class Mask, int Width>
void Decision<Mask, Width>::settle_group(const std::vector<CellRequest>& requests,
                                         std::uint64_t share,
                                         std::atomic<bool>& is_out_of_nodes) try {
    std::uint64_t spent = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (context_.control.should_stop()) throw DecisionStopped{};
        CellRequest request = requests[i];
        const auto& [move, arrangement, window, depth, nodes, is_likely] = request;
        if (share && spent >= share) throw DecisionOutOfNodes{};
        if (share) request.nodes = nodes ? std::min(nodes, share - spent) : share - spent;
        const std::uint64_t before = nodes_at(move, arrangement);
        settle_cell(request);
        spent += nodes_at(move, arrangement) - before;
        if (share && spent >= share && depth == kToTheEnd &&
            !bounds(move, arrangement).answers(window))
            throw DecisionOutOfNodes{};
        const bool is_last = i + 1 == requests.size() || requests[i + 1].move != move;
        if (is_last) free_searches_after(request);
    }
} catch (const DecisionOutOfNodes&) {
    is_out_of_nodes = true;
    for (const CellRequest& request : requests) free_searches_after(request);
}

template <class Mask, int Width>
void Decision<Mask, Width>::free_searches_after(const CellRequest& request) {
    if (drawn_by(request.move) == position_.bag) return;  // searches of its own, used again
    const int rack = arrangements(request.move).rack(request.arrangement);
    const auto& reply = replies_[request.move][static_cast<std::size_t>(rack)];
    if (reply) reply->free_searches();
}

template <class Mask, int Width>
void Decision<Mask, Width>::settle_alone(const CellRequest& request) {
    const std::uint64_t left = nodes_left();
    settle_cell({request.move, request.arrangement, request.window, request.depth, left});
    if (left && !bounds(request.move, request.arrangement).answers(request.window))
        throw DecisionOutOfNodes{};
}

}  // namespace jackdaw
