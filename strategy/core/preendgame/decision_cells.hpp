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
inline constexpr double kRounding = 1e-6;  // more than the error of a sum of wins

inline int shifted(int bound, int by) {
    return bound <= -kUnbounded || bound >= kUnbounded
               ? bound
               : std::clamp(bound + by, -kUnbounded, kUnbounded);
}

template <class Mask, int Width>
void Decision<Mask, Width>::settle_cell(const CellRequest& request) {
    if (depth_ || !context_.counts) return narrow_cell(request);
    const int move = request.move;
    const auto [begin, end] = cells_of_rack(move, request.arrangement);
    std::vector<WinCounts::Result> before;
    for (int i = begin; i < end; ++i) before.push_back(cells_[move][i].result());
    narrow_cell(request);
    for (int i = begin; i < end; ++i) {
        context_.counts->update(move, arrangements(move).list()[i].weight, before[i - begin],
                                cells_[move][i].result());
    }
}

// The first of the cells that a search of this one may change and the one behind the last: where
// the move leaves tiles, all with the same rack of the opponent.
template <class Mask, int Width>
std::pair<int, int> Decision<Mask, Width>::cells_of_rack(int move, int arrangement) const {
    int begin = arrangement, end = arrangement + 1;
    if (drawn_by(move) == position_.bag || ends_game(move)) return {begin, end};
    const Arrangements& all = arrangements(move);
    const int rack = all.rack(arrangement), count = static_cast<int>(all.list().size());
    while (begin > 0 && all.rack(begin - 1) == rack) --begin;
    while (end < count && all.rack(end) == rack) ++end;
    return {begin, end};
}

template <class Mask, int Width>
void Decision<Mask, Width>::narrow_cell(const CellRequest& request) {
    const auto& [move, arrangement, window, depth, nodes, asked] = request;
    const Arrangement& there = arrangements(move).list()[arrangement];
    SpreadBounds& known = bounds(move, arrangement);
    if (ends_game(move)) {
        const int end = position_.spread + rack_points(there.theirs, board_.points()) -
                        rack_points(position_.rack, board_.points());
        known = {end, end};
    } else if (drawn_by(move) == position_.bag) {
        search_endgame(request);
    } else if (depth < kToTheEnd || asked == Reply::kLikely) {
        const int end = -reply_to(move, arrangement).estimate(there.rest, request);
        Cell& cell = cells_[move][arrangement];
        cell.estimate = std::clamp(end, known.lower, known.upper);
        cell.is_estimated = true;
    } else {
        Decision& reply = reply_to(move, arrangement);
        reply.limit_nodes(nodes);
        bool is_estimate = asked == Reply::kGood;
        try {
            if (asked == Reply::kGood)
                reply.find_good();
            else
                known.narrow(
                    reply.answer(there.rest, {-window.beta, -window.alpha}).for_opponent());
        } catch (const DecisionOutOfNodes&) {  // the caller knows whether all nodes are spent
            is_estimate = true;
        }
        limit_rack(move, arrangement, reply);
        if (is_estimate) {
            Cell& cell = cells_[move][arrangement];
            cell.estimate = std::clamp(-reply.likely_end(there.rest), known.lower, known.upper);
            cell.is_estimated = true;
        }
        remember_killer(move, arrangement, reply);
    }
}

// Bounds the wins against one rack of the opponent, who makes the reply that wins most often over
// all orders of the bag: in the orders that are possible here that reply loses no more often than
// any other reply does in all.
template <class Mask, int Width>
void Decision<Mask, Width>::limit_rack(int move, int arrangement, const Decision& reply) {
    if (reply.is_informed()) return;
    struct Part {
        double ratio;             // of the weights: here, and for the opponent
        std::int64_t max_losses;  // of the opponent, by its weights
    };
    const auto [begin, end] = cells_of_rack(move, arrangement);
    const std::int64_t all_losses = reply.perfect_wins_ - reply.sure_wins();
    std::vector<std::int64_t> weights;  // for the opponent
    std::int64_t sure_losses = 0;
    for (int i = begin; i < end; ++i) {
        const Arrangement& there = arrangements(move).list()[i];
        weights.push_back(reply.orders_[reply.index_of(there.rest)].weight);
        sure_losses += weights.back() * cells_[move][i].bounds.min_result();
    }
    std::vector<Part> parts;
    for (int i = begin; i < end; ++i) {
        SpreadBounds& known = bounds(move, i);
        const std::int64_t weight = weights[i - begin],
                           others = sure_losses - weight * known.min_result();
        const std::int64_t most = (all_losses - others) / weight;
        if (most < 2) known.narrow({-kUnbounded, most < 1 ? -1 : 0});
        parts.push_back(
            {static_cast<double>(arrangements(move).list()[i].weight) / static_cast<double>(weight),
             weight * known.max_result()});
    }
    std::sort(parts.begin(), parts.end(),
              [](const Part& a, const Part& b) { return a.ratio > b.ratio; });
    double wins = 0;
    for (std::int64_t left = all_losses; const Part& part : parts) {
        const std::int64_t taken = std::min(left, part.max_losses);
        wins += part.ratio * static_cast<double>(taken);
        left -= taken;
    }
    std::int64_t& limit =
        rack_limits_[move][static_cast<std::size_t>(arrangements(move).rack(arrangement))];
    limit = std::min(limit, static_cast<std::int64_t>(wins + kRounding));
}

// A move that empties the bag leads to an endgame with both racks known.
template <class Mask, int Width>
void Decision<Mask, Width>::search_endgame(const CellRequest& request) {
    const auto& [move, arrangement, window, depth, nodes, asked] = request;
    auto& searched = searches_[arrangement];
    if (!searched) {
        const Arrangement& there = arrangements(move).list()[arrangement];
        const EndgamePosition position{{plus(position_.rack, there.drawn), there.theirs},
                                       0};  // as if the tiles were drawn before the move
        const std::size_t bytes = depth_ ? context_.reply_bytes : context_.bytes;
        searched = std::make_unique<ArrangementSearch>(context_, bytes / searches_.size(), board_,
                                                       position);
    }
    Cell& cell = cells_[move][arrangement];
    searched->search.limit_nodes(nodes);
    try {
        for (int plies = 1;
             plies <= std::min(depth, kShallowPlies + 1) && !cell.bounds.answers(window); ++plies) {
            const int alpha = std::max(window.alpha, cell.bounds.lower - 1),
                      beta = std::min(window.beta, cell.bounds.upper + 1);
            const SearchResult found = searched->search.search_move(
                moves_[move], {shifted(alpha, -position_.spread), shifted(beta, -position_.spread)},
                plies > kShallowPlies ? kToTheEnd : plies);
            cell.bounds.narrow(
                {shifted(found.lower, position_.spread), shifted(found.upper, position_.spread)});
            cell.estimate = position_.spread + found.value;
            cell.is_estimated = cell.is_playout = true;
        }
    } catch (const typename Search::Stop&) {
        if (context_.control.should_stop()) throw DecisionStopped{};
    }
    cell.estimate = std::clamp(cell.estimate, cell.bounds.lower, cell.bounds.upper);
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
    if (!depth_) free_replies();
    for (const CellRequest& request : requests) {
        if (!depth_ && context_.counts)
            context_.counts->limit(request.move, max_wins(request.move));
    }
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
        const auto& [move, arrangement, window, depth, nodes, asked] = request;
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
