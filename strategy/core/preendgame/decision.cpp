#include "strategy/core/preendgame/decision.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "movegen/core/base/move_order.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "strategy/core/endgame_bounds/endgame_bounds.hpp"

namespace jackdaw {
namespace {

constexpr int kShallowDepths = 1;  // iterative deepening: depth 1, then to the end of the game
constexpr int kMaxTries = 3;       // null windows on a move's spread before it is searched exactly
constexpr std::size_t kExactAtOnce = 4;
constexpr double kChanceSteps = 100;  // chances are compared in steps of 1/100: among moves that
                                      // are about as good, higher scores are proven sooner
constexpr std::size_t kEstimatedAtOnce = 64;  // moves
constexpr std::size_t kRepliesAtOnce = 4;     // moves; each has a decision for each rack
constexpr std::size_t kReplies = 8;           // candidates for the likely reply
constexpr std::size_t kReplyCells = 12;       // arrangements for which they are compared
constexpr std::size_t kMoveBytes = 96;  // of a move's cells and numbers, without the cells, about
constexpr int kLikelyEnd = 40;  // points that a win proven after the likely reply stands for

int shifted(int bound, int by) {
    return bound <= -kUnbounded || bound >= kUnbounded
               ? bound
               : std::clamp(bound + by, -kUnbounded, kUnbounded);
}

void run_in_turn(std::vector<std::function<void()>>& jobs) {
    for (const auto& job : jobs) job();
}

}  // namespace

template <class Mask, int Width>
Decision<Mask, Width>::ArrangementSearch::ArrangementSearch(const DecisionContext& context,
                                                            std::size_t bytes,
                                                            const Board<Mask>& board,
                                                            const EndgamePosition& position)
    : table(bytes / 2),
      search(context.variant, board, position, context.rule, {table, context.control}, bytes / 2) {}

template <class Mask, int Width>
Decision<Mask, Width>::Decision(const DecisionContext& context, const Board<Mask>& board,
                                const DecisionPosition& position, std::vector<Record> moves,
                                std::vector<BagOrder> orders, int depth)
    : context_(context),
      board_(board),
      position_(position),
      moves_(std::move(moves)),
      orders_(std::move(orders)),
      depth_(depth),
      is_estimated_(moves_.size()),
      searched_(moves_.size()),
      ranking_(moves_.size()) {
    for (const BagOrder& order : orders_)
        perfect_wins_ += 2 * static_cast<std::int64_t>(order.weight);
    for (int drawn = 0; drawn <= position.bag; ++drawn) {
        arrangements_[drawn] =
            std::make_unique<Arrangements>(position.unseen, orders_, position.bag, drawn);
        losses_[drawn].resize(arrangements_[drawn]->list().size());
    }
    for (std::size_t move = 0; move < moves_.size(); ++move) {
        cells_.emplace_back(arrangements(move).list().size());
        replies_.emplace_back(
            drawn_by(static_cast<int>(move)) < position.bag ? arrangements(move).racks() : 0);
    }
    searches_.resize(arrangements_[position.bag]->list().size());
    std::iota(ranking_.begin(), ranking_.end(), 0);
    const auto priority = [&](int move) {
        return moves_[move].score +
               2 * (rack_points(position.rack, board.points()) -
                    rack_points(rack_after(position.rack, moves_[move]), board.points()));
    };
    std::stable_sort(ranking_.begin(), ranking_.end(),
                     [&](int a, int b) { return priority(a) > priority(b); });
}

template <class Mask, int Width>
std::uint64_t Decision<Mask, Width>::nodes() const {
    std::uint64_t sum = freed_nodes_;
    for (const auto& searched : searches_) sum += searched ? searched->search.nodes() : 0;
    for (const auto& by_rack : replies_) {
        for (const auto& reply : by_rack) sum += reply ? reply->nodes() : 0;
    }
    return sum;
}

template <class Mask, int Width>
void Decision<Mask, Width>::free_searches() {
    for (auto& searched : searches_) {
        if (searched) freed_nodes_ += searched->search.nodes();
        searched.reset();
    }
    for (auto& by_rack : replies_) {
        for (auto& reply : by_rack) {
            if (reply) reply->free_searches();
        }
    }
}

template <class Mask, int Width>
std::size_t Decision<Mask, Width>::bytes() const {
    std::size_t sum = moves_.size() * (sizeof(Record) + kMoveBytes);
    for (const auto& cells : cells_) sum += cells.size() * sizeof(Cell);
    for (const auto& by_rack : replies_) {
        for (const auto& reply : by_rack) sum += sizeof(reply) + (reply ? reply->bytes() : 0);
    }
    return sum;
}

// Frees the opponent's decisions after the moves ranked last, until the others keep to the memory.
// The cells of a move keep their bounds; a decision that is needed again begins with what it had
// concluded. This is no job: it must not depend on the threads' timing.
template <class Mask, int Width>
void Decision<Mask, Width>::free_replies() {
    std::size_t sum = 0;
    for (const auto& by_rack : replies_) {
        for (const auto& reply : by_rack) sum += reply ? reply->bytes() : 0;
    }
    for (auto move = ranking_.rbegin(); move != ranking_.rend() && sum > context_.kept_bytes;
         ++move) {
        for (std::size_t rack = 0; rack < replies_[*move].size(); ++rack) {
            auto& reply = replies_[*move][rack];
            if (!reply) continue;
            sum -= reply->bytes();
            freed_nodes_ += reply->nodes();
            freed_[{*move, rack}] = reply->conclusion();
            reply.reset();
        }
    }
}

// ---- one cell

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
        const int end = -reply_to(move, arrangement).estimate(there.rest, request);
        Cell& cell = cells_[move][arrangement];
        cell.estimate = std::clamp(end, known.lower, known.upper);
        cell.is_estimated = true;
    } else {
        Decision& reply = reply_to(move, arrangement);
        reply.limit_nodes(nodes);
        known.narrow(reply.answer(there.rest, {-window.beta, -window.alpha}).for_opponent());
    }
}

// A move that empties the bag leads to an endgame with both racks known.
template <class Mask, int Width>
void Decision<Mask, Width>::search_endgame(const CellRequest& request) {
    const auto& [move, arrangement, window, depth, nodes, is_likely] = request;
    auto& searched = searches_[arrangement];
    if (!searched) {
        const Arrangement& there = arrangements(move).list()[arrangement];
        const EndgamePosition position{{plus(position_.rack, there.drawn), there.theirs},
                                       0};  // as if the tiles were drawn before the move
        searched = std::make_unique<ArrangementSearch>(
            context_, depth_ ? context_.reply_bytes : context_.bytes, board_, position);
    }
    Cell& cell = cells_[move][arrangement];
    searched->search.limit_nodes(nodes);
    try {
        for (int plies = 1;
             plies <= std::min(depth, kShallowDepths + 1) && !cell.bounds.answers(window);
             ++plies) {
            const int alpha = std::max(window.alpha, cell.bounds.lower - 1),
                      beta = std::min(window.beta, cell.bounds.upper + 1);
            const SearchResult found = searched->search.search_move(
                moves_[move], {shifted(alpha, -position_.spread), shifted(beta, -position_.spread)},
                plies > kShallowDepths ? kToTheEnd : plies);
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
    return *reply;
}

// ---- many cells

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

// Step 1. Shallow searches of all moves that empty the bag, those of the highest priority first
template <class Mask, int Width>
void Decision<Mask, Width>::estimate_moves(const JobRunner& run) {
    for (std::size_t begin = 0; begin < ranking_.size(); begin += kEstimatedAtOnce) {
        const std::size_t end = std::min(begin + kEstimatedAtOnce, ranking_.size());
        std::vector<CellRequest> requests;
        for (std::size_t rank = begin; rank < end; ++rank) {
            const int move = ranking_[rank];
            if (drawn_by(move) == position_.bag || ends_game(move)) add_estimates(move, requests);
        }
        settle_all(requests, run);
    }
}

// Step 2. The others among the first of the ranking: what is left after the opponent's likely reply
template <class Mask, int Width>
void Decision<Mask, Width>::estimate_replies(std::size_t first, const JobRunner& run) {
    std::vector<int> moves(ranking_.begin(), ranking_.begin() + std::min(first, ranking_.size()));
    std::erase_if(moves, [&](int move) { return is_estimated_[move]; });
    for (std::size_t begin = 0; begin < moves.size(); begin += kRepliesAtOnce) {
        std::vector<CellRequest> requests;
        for (std::size_t i = begin; i < std::min(begin + kRepliesAtOnce, moves.size()); ++i)
            add_estimates(moves[i], requests);
        settle_all(requests, run);
    }
}

template <class Mask, int Width>
void Decision<Mask, Width>::add_estimates(int move, std::vector<CellRequest>& requests) {
    is_estimated_[move] = true;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement)
        requests.push_back({move, static_cast<int>(arrangement), kExact, 1});
}

// The final spread of the player on turn, who makes the move that seems best, if the bag is in this
// order. The request says how far to search it.
template <class Mask, int Width>
int Decision<Mask, Width>::estimate(const BagTiles& order, const CellRequest& request) {
    if (concluded_.predicted == kUnknown) concluded_.predicted = predict_move();
    const int move = concluded_.predicted;
    if (drawn_by(move) < position_.bag && !ends_game(move))
        return position_.spread + moves_[move].score;  // no reply empties the bag
    const int arrangement = arrangements(move).index_of(index_of(order));
    const Cell& cell = cells_[move][arrangement];
    const AlphaBetaWindow window = request.is_likely ? kSign : kExact;
    settle_cell({move, arrangement, window, request.depth, request.nodes});
    if (!cell.bounds.answers(kSign) || !request.is_likely) return cell.estimate;
    return kLikelyEnd * (cell.bounds.min_result() - 1);
}

// Compares the moves of highest priority that empty the bag, for some of the arrangements.
template <class Mask, int Width>
int Decision<Mask, Width>::predict_move() {
    int best = ranking_[0];
    double best_chance = kUnknown;
    std::size_t compared = 0;
    for (int move : ranking_) {
        if (drawn_by(move) < position_.bag && !ends_game(move)) continue;
        if (compared++ == kReplies) break;
        const std::size_t count = cells_[move].size(),
                          step = (count + kReplyCells - 1) / kReplyCells;
        double sum = 0, weight = 0;
        for (std::size_t arrangement = 0; arrangement < count; arrangement += step) {
            settle_cell({move, static_cast<int>(arrangement), kExact, 1});
            const double w = arrangements(move).list()[arrangement].weight;
            sum += w * cells_[move][arrangement].win_chance();
            weight += w;
        }
        if (sum / weight > best_chance) best = move, best_chance = sum / weight;
    }
    return best;
}

// Step 3. Rank the moves by their estimated chance to win. Those of which nothing is known come
// last.
template <class Mask, int Width>
void Decision<Mask, Width>::rank_moves() {
    std::vector<double> chances(moves_.size());
    for (int move : ranking_) chances[move] = std::round(kChanceSteps * chance(move));
    std::stable_sort(ranking_.begin(), ranking_.end(),
                     [&](int a, int b) { return chances[a] > chances[b]; });
}

template <class Mask, int Width>
double Decision<Mask, Width>::chance(int move) const {
    if (!is_estimated_[move]) return priors_.empty() ? kUnknown : priors_[move];
    double sum = 0;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
        sum +=
            arrangements(move).list()[arrangement].weight * cells_[move][arrangement].win_chance();
    }
    return 2 * sum / static_cast<double>(perfect_wins_);
}

// ---- wins

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::max_wins(int move) const {
    std::int64_t sum = 0;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[arrangement].weight) *
               cells_[move][arrangement].bounds.max_result();
    }
    return sum;
}

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::min_wins(int move) const {
    std::int64_t sum = 0;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[arrangement].weight) *
               cells_[move][arrangement].bounds.min_result();
    }
    return sum;
}

// The arrangements of a move, likely losses first: they prove soonest that the move cannot win as
// often as another.
template <class Mask, int Width>
std::vector<int> Decision<Mask, Width>::hardest_first(int move) const {
    std::vector<int> order(cells_[move].size());
    std::iota(order.begin(), order.end(), 0);
    const auto& losses = losses_[drawn_by(move)];
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const int estimates[] = {cells_[move][a].estimate, cells_[move][b].estimate};
        return estimates[0] != estimates[1] ? estimates[0] < estimates[1] : losses[a] > losses[b];
    });
    return order;
}

// Step 4. Settle the wins: for each move, how often it wins. A move that cannot win as often as the
// best is left alone, unless all are wanted.
template <class Mask, int Width>
bool Decision<Mask, Width>::settle_wins(const WinsGoal& goal, const Batches& batches,
                                        const JobRunner& run, std::uint64_t nodes) {
    std::int64_t best = 0;
    for (int move : ranking_) {
        for (std::size_t arrangement = 0; ends_game(move) && arrangement < cells_[move].size();
             ++arrangement)
            settle_cell({move, static_cast<int>(arrangement), kSign});  // costs nothing
        best = std::max(best, min_wins(move));
    }
    bool has_searched = false;
    const std::size_t count = std::min(ranking_.size(), goal.first);
    // the first alone: its wins are the mark for the others
    for (std::size_t begin = 0, end = 1; begin < count; begin = end, end = begin + batches.moves) {
        if (goal.until_certain && best == perfect_wins_) return has_searched;
        end = std::min(end, count);
        const std::vector<int> some(ranking_.data() + begin, ranking_.data() + end);
        if (settle_wins_of(some, goal, batches.arrangements, run, nodes, best)) has_searched = true;
    }
    if (goal.until_certain && best == perfect_wins_) return has_searched;
    concluded_.best = {};
    for (int move : ranking_) {
        if (min_wins(move) == best && max_wins(move) == best) concluded_.best.push_back(move);
    }
    return has_searched;
}

// Each cell of these moves that is not settled is searched once, some arrangements at a time.
template <class Mask, int Width>
bool Decision<Mask, Width>::settle_wins_of(const std::vector<int>& some, const WinsGoal& goal,
                                           int at_once, const JobRunner& run, std::uint64_t nodes,
                                           std::int64_t& best) {
    std::map<int, std::vector<bool>> done;  // by move and arrangement
    for (int move : some) {
        if (is_open(move, goal, best, nodes)) done[move].resize(cells_[move].size());
    }
    for (bool is_last = done.empty(); !is_last;) {
        std::vector<CellRequest> requests;
        for (int move : some) {
            if (!done.contains(move) || !is_open(move, goal, best, nodes)) continue;
            const bool is_likely = nodes && drawn_by(move) < position_.bag;
            int taken = 0;
            for (int arrangement : hardest_first(move)) {
                if (taken == at_once) break;
                if (done[move][arrangement] || bounds(move, arrangement).answers(kSign)) continue;
                done[move][arrangement] = true;
                requests.push_back({move, arrangement, kSign, kToTheEnd, nodes, is_likely});
                ++taken;
            }
        }
        is_last = requests.empty();
        settle_all(requests, run);
        for (const CellRequest& each : requests) {
            losses_[drawn_by(each.move)][each.arrangement] +=
                bounds(each.move, each.arrangement).max_result() == 0;
        }
        for (int move : some) best = std::max(best, min_wins(move));
    }
    for (const auto& [move, cells] : done) searched_[move] = nodes;
    return !done.empty();
}

// Returns true if a move may win as often as the best, and can be searched further with so many
// nodes a cell.
template <class Mask, int Width>
bool Decision<Mask, Width>::is_open(int move, const WinsGoal& goal, std::int64_t best,
                                    std::uint64_t nodes) const {
    if (!goal.all && max_wins(move) < best + (goal.ties ? 0 : 1)) return false;
    return !nodes || (searched_[move] < nodes && is_estimated_[move]);
}

// ---- spread

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::max_total(int move) const {
    std::int64_t sum = 0;
    for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[arrangement].weight) *
               cells_[move][arrangement].bounds.upper;
    }
    return sum;
}

// Among moves of equal spread the first in the order of moves is preferred.
template <class Mask, int Width>
bool Decision<Mask, Width>::may_beat(int move, int leader) const {
    if (leader < 0) return true;
    const std::int64_t total = max_total(move), best = max_total(leader);
    return total > best || (total == best && move < leader);
}

// Step 5. Settle the spread of a move, unless null windows prove that it is not above the leader's.
// Returns true if it is.
template <class Mask, int Width>
bool Decision<Mask, Width>::find_spread(int move, int leader, const JobRunner& run) {
    for (int tries = 0; may_beat(move, leader); ++tries) {
        std::vector<CellRequest> requests;
        std::int64_t expected = 0, weight = 0;
        for (std::size_t arrangement = 0; arrangement < cells_[move].size(); ++arrangement) {
            const std::int64_t w = arrangements(move).list()[arrangement].weight;
            expected += w * cells_[move][arrangement].estimate;
            if (cells_[move][arrangement].bounds.is_exact() || !w) continue;
            weight += w;
            requests.push_back({move, static_cast<int>(arrangement), kExact});
        }
        if (requests.empty()) return true;
        const std::int64_t margin = leader < 0 ? 0 : (max_total(leader) - expected) / weight;
        if (tries < kMaxTries && margin > 0) {
            for (CellRequest& request : requests) {
                const int limit =
                    cells_[move][request.arrangement].estimate + static_cast<int>(margin);
                request.window = {limit, limit + 1};
            }
        } else {
            requests.resize(std::min(requests.size(), kExactAtOnce));
        }
        settle_all(requests, run);
        for (const CellRequest& request : requests) {
            Cell& cell = cells_[move][request.arrangement];
            cell.estimate = std::clamp(cell.estimate, cell.bounds.lower, cell.bounds.upper);
        }
    }
    return false;
}

template <class Mask, int Width>
int Decision<Mask, Width>::best_by_spread(const std::vector<int>& among, const JobRunner& run) {
    int leader = -1;
    for (int move : among) {
        if (find_spread(move, leader, run)) leader = move;
    }
    return leader;
}

template <class Mask, int Width>
void Decision<Mask, Width>::settle_spreads(bool all, const JobRunner& run) {
    std::vector<int> best = concluded_.best;
    std::int64_t best_wins = 0;
    for (int move : ranking_) best_wins = std::max(best_wins, min_wins(move));
    for (int move : ranking_) {
        if (concluded_.best.empty() && min_wins(move) == best_wins && max_wins(move) == best_wins)
            best.push_back(move);
    }
    best_by_spread(best, run);
    for (std::size_t i = 0; all && i < ranking_.size(); ++i) find_spread(ranking_[i], -1, run);
}

// ---- decisions of the opponent

template <class Mask, int Width>
std::size_t Decision<Mask, Width>::index_of(const BagTiles& order) const {
    const auto found = std::find_if(orders_.begin(), orders_.end(),
                                    [&](const BagOrder& each) { return each.tiles == order; });
    return static_cast<std::size_t>(found - orders_.begin());
}

template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::answer(const BagTiles& bag, const AlphaBetaWindow& window) {
    const std::size_t order = index_of(bag);
    if (is_informed()) return informed_answer(order, window);
    std::vector<int>& best = concluded_.best;
    if (best.empty() && !(concluded_.always_wins && window.beta <= 1)) {
        settle_wins({.all = false, .until_certain = window.beta <= 1}, {}, run_in_turn);
        concluded_.always_wins = best.empty();
    }
    if (best.empty()) return {1, kUnbounded};  // it does not matter which move always wins
    const SpreadBounds any = end_of_best(order);
    if (any.answers(window)) return any;
    if (best.size() > 1) best = {best_by_spread(best, run_in_turn)};
    const int move = best[0], arrangement = arrangements(move).index_of(order);
    settle_alone({move, arrangement, window});
    return bounds(move, arrangement);
}

// The final spread after any of the best moves.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::end_of_best(std::size_t order) const {
    SpreadBounds any{kUnbounded, -kUnbounded};
    for (int move : concluded_.best) {
        const SpreadBounds& known = cells_[move][arrangements(move).index_of(order)].bounds;
        any = {std::min(any.lower, known.lower), std::max(any.upper, known.upper)};
    }
    if (!concluded_.ends.empty()) any.narrow(concluded_.ends[order]);
    return any;
}

template <class Mask, int Width>
auto Decision<Mask, Width>::conclusion() const -> Conclusion {
    Conclusion found = concluded_;
    found.ends.clear();
    for (std::size_t order = 0; !found.best.empty() && order < orders_.size(); ++order)
        found.ends.push_back(end_of_best(order));
    return found;
}

// The best reply of an opponent who knows where the tiles are.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::informed_answer(std::size_t order,
                                                    const AlphaBetaWindow& window) {
    SpreadBounds best{-kUnbounded, -kUnbounded};
    for (int move : ranking_) {
        const int arrangement = arrangements(move).index_of(order);
        const AlphaBetaWindow above{std::max(window.alpha, best.lower), window.beta};
        if (best.lower < window.beta && !bounds(move, arrangement).answers(above))
            settle_alone({move, arrangement, above});
        best.lower = std::max(best.lower, bounds(move, arrangement).lower);
        best.upper = std::max(best.upper, bounds(move, arrangement).upper);
    }
    return best;
}

template class Decision<std::uint32_t, 16>;
template class Decision<std::uint64_t, 16>;
template class Decision<std::uint32_t, 32>;
template class Decision<std::uint64_t, 32>;

}  // namespace jackdaw
