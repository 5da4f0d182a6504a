#include "preendgame.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "endgame_bounds.hpp"
#include "movegen/core/all_moves.hpp"
#include "movegen/core/move_order.hpp"

namespace jackdaw {
namespace {

constexpr int kGlances = 1;         // searches of an endgame that end in estimates
constexpr int kTries = 3;           // windows asked of a move's spread before it is worked out
constexpr std::size_t kExactAtOnce = 4;
constexpr double kChances = 20;        // steps in which chances are compared: of what is about as good, more points are proven sooner
constexpr double kUnsure = 15.0;    // points by which a glance at an endgame may err, about

template <int Width>
TileCounts rack_after(TileCounts rack, const MoveRecord<Width>& move) {
    for (int i = 0; i < move.length; ++i) {
        if (move.tiles[i]) --rack[is_blank(move.tiles[i]) ? kBlank : move.tiles[i]];
    }
    return rack;
}

int shifted(int bound, int by) { return bound <= -kUnbounded || bound >= kUnbounded ? bound : std::clamp(bound + by, -kUnbounded, kUnbounded); }

void run_in_turn(std::vector<std::function<void()>>& jobs) {
    for (const auto& job : jobs) job();
}

}  // namespace

template <class Mask, int Width>
Decision<Mask, Width>::Ending::Ending(const DecisionSetting& setting, std::size_t bytes, const Board<Mask>& board, const EndgamePosition& position)
    : table(bytes / 2), search(setting.variant, board, position, setting.rule, table, setting.watch, bytes / 2, 0) {}

template <class Mask, int Width>
Decision<Mask, Width>::Decision(const DecisionSetting& setting, const Board<Mask>& board, const DecisionPosition& position, std::vector<Record> moves,
                                std::vector<BagOrder> orders, int depth)
    : setting_(setting), board_(board), position_(position), moves_(std::move(moves)), orders_(std::move(orders)), depth_(depth), ranking_(moves_.size()) {
    for (const BagOrder& order : orders_) all_wins_ += 2 * static_cast<std::int64_t>(order.weight);
    for (int drawn = 0; drawn <= position.bag; ++drawn) {
        arrangements_[drawn] = std::make_unique<Arrangements>(position.unseen, orders_, position.bag, drawn);
        losses_[drawn].resize(arrangements_[drawn]->list().size());
    }
    for (std::size_t move = 0; move < moves_.size(); ++move) {
        cells_.emplace_back(arrangements(move).list().size());
        replies_.emplace_back(drawn_by(static_cast<int>(move)) < position.bag ? arrangements(move).racks() : 0);
    }
    endings_.resize(arrangements_[position.bag]->list().size());
    std::iota(ranking_.begin(), ranking_.end(), 0);
    const auto promise = [&](int move) {
        return moves_[move].score + 2 * (points_of(position.rack, board.points()) - points_of(rack_after(position.rack, moves_[move]), board.points()));
    };
    std::stable_sort(ranking_.begin(), ranking_.end(), [&](int a, int b) { return promise(a) > promise(b); });
}

template <class Mask, int Width>
std::uint64_t Decision<Mask, Width>::nodes() const {
    std::uint64_t sum = forgotten_nodes_;
    for (const auto& ending : endings_) sum += ending ? ending->search.nodes() : 0;
    for (const auto& by_rack : replies_) {
        for (const auto& reply : by_rack) sum += reply ? reply->nodes() : 0;
    }
    return sum;
}

template <class Mask, int Width>
void Decision<Mask, Width>::forget_searches() {
    for (auto& ending : endings_) {
        if (ending) forgotten_nodes_ += ending->search.nodes();
        ending.reset();
    }
    for (auto& by_rack : replies_) {
        for (auto& reply : by_rack) {
            if (reply) reply->forget_searches();
        }
    }
}

// ---- one cell

template <class Mask, int Width>
void Decision<Mask, Width>::settle(const CellRequest& request) {
    const auto& [move, place, window, depth, nodes] = request;
    const Arrangement& there = arrangements(move).list()[place];
    SpreadBounds& known = bounds(move, place);
    if (ends_game(move)) {
        const int end = position_.spread + points_of(there.theirs, board_.points()) - points_of(position_.rack, board_.points());
        known = {end, end};
    } else if (drawn_by(move) == position_.bag) {
        search_ending(request);
    } else if (depth == kToTheEnd) {
        Decision& reply = reply_to(move, place);
        reply.allow(nodes);
        known.narrow(reply.answer(there.rest, {-window.beta, -window.alpha}).of_other_player());
    }
}

// Where a move empties the bag: both racks are known from then on.
template <class Mask, int Width>
void Decision<Mask, Width>::search_ending(const CellRequest& request) {
    const auto& [move, place, window, depth, nodes] = request;
    auto& ending = endings_[place];
    if (!ending) {
        const Arrangement& there = arrangements(move).list()[place];
        const EndgamePosition position{{plus(position_.rack, there.drawn), there.theirs}, 0};  // as if the tiles were drawn before the move
        ending = std::make_unique<Ending>(setting_, depth_ ? setting_.reply_bytes : setting_.bytes, board_, position);
    }
    Cell& cell = cells_[move][place];
    ending->search.limit_nodes(nodes);
    try {
        for (int plies = 1; plies <= std::min(depth, kGlances + 1) && !cell.bounds.answers(window); ++plies) {
            const int alpha = std::max(window.alpha, cell.bounds.lower - 1), beta = std::min(window.beta, cell.bounds.upper + 1);
            const auto found = ending->search.search_move(moves_[move], shifted(alpha, -position_.spread), shifted(beta, -position_.spread),
                                                          plies > kGlances ? kToTheEnd : plies);
            cell.bounds.narrow({shifted(found.lower, position_.spread), shifted(found.upper, position_.spread)});
            cell.estimate = position_.spread + found.value;
        }
    } catch (const typename Search::Stop&) {
        if (setting_.watch.is_over()) throw DecisionStopped{};
    }
    cell.estimate = std::clamp(cell.estimate, cell.bounds.lower, cell.bounds.upper);
}

// The other player's decision after a move that leaves tiles in the bag.
template <class Mask, int Width>
Decision<Mask, Width>& Decision<Mask, Width>::reply_to(int move, int place) {
    const Arrangement& there = arrangements(move).list()[place];
    const auto rack = static_cast<std::size_t>(arrangements(move).rack(place));
    auto& reply = replies_[move][rack];
    if (reply) return *reply;
    const Record& record = moves_[move];
    const bool is_play = record.kind == MoveKind::kPlay;
    Board<Mask> board = board_;
    if (is_play) board.place(record.direction, record.lane, record.start, record.tiles, record.length);
    DecisionPosition next{there.theirs, plus(rack_after(position_.rack, record), there.drawn), position_.bag - drawn_by(move), -position_.spread - record.score,
                          is_play ? 0 : position_.scoreless + 1};
    for (int i = 0; i < next.bag; ++i) ++next.unseen[there.rest[i]];
    auto replies = all_moves<Width>(board, next.rack, setting_.variant.bonus, 0);
    std::sort(replies.begin(), replies.end(), [](const Record& a, const Record& b) { return a.score != b.score ? a.score > b.score : stands_before(a, b); });
    auto orders = all_bag_orders(next.unseen, next.bag);
    reply = std::make_unique<Decision>(setting_, board, next, std::move(replies), std::move(orders), depth_ + 1);
    return *reply;
}

// ---- many cells

template <class Mask, int Width>
std::uint64_t Decision<Mask, Width>::nodes_left() const {
    const std::uint64_t spent = nodes();
    if (most_nodes_ && spent >= most_nodes_) throw DecisionGivenUp{};
    return most_nodes_ ? most_nodes_ - spent : 0;
}

// Spent so far where this cell is settled.
template <class Mask, int Width>
std::uint64_t Decision<Mask, Width>::nodes_at(int move, int place) const {
    if (drawn_by(move) == position_.bag) return endings_[place] ? endings_[place]->search.nodes() : 0;
    const auto& reply = replies_[move][static_cast<std::size_t>(arrangements(move).rack(place))];
    return reply ? reply->nodes() : 0;
}

// Those with the same rack of the other player, and with as many tiles drawn, share searches or decisions: a job each, and the same share of the nodes.
template <class Mask, int Width>
void Decision<Mask, Width>::settle_all(const std::vector<CellRequest>& requests, const JobRunner& run) {
    std::map<std::pair<int, int>, std::vector<CellRequest>> groups;
    for (const CellRequest& request : requests) {
        const bool is_done = request.depth == kToTheEnd && bounds(request.move, request.place).answers(request.window);
        if (!is_done) groups[{drawn_by(request.move), arrangements(request.move).rack(request.place)}].push_back(request);
    }
    if (groups.empty()) return;
    const std::uint64_t left = nodes_left(), share = left ? left / groups.size() + 1 : 0;
    std::atomic<bool> is_given_up = false;
    std::vector<std::function<void()>> jobs;
    for (const auto& [key, group] : groups) jobs.push_back([&, &group = group] { settle_group(group, share, is_given_up); });
    run(jobs);
    if (is_given_up) throw DecisionGivenUp{};
}

// share: of nodes, 0 for no limit. All other groups are settled, too, when it is spent: which were at work then is a matter of chance.
template <class Mask, int Width>
void Decision<Mask, Width>::settle_group(const std::vector<CellRequest>& requests, std::uint64_t share, std::atomic<bool>& is_given_up) try {
    std::uint64_t spent = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (setting_.watch.is_over()) throw DecisionStopped{};
        CellRequest request = requests[i];
        const auto& [move, place, window, depth, nodes] = request;
        if (share && spent >= share) throw DecisionGivenUp{};
        if (share) request.nodes = nodes ? std::min(nodes, share - spent) : share - spent;
        const std::uint64_t before = nodes_at(move, place);
        settle(request);
        spent += nodes_at(move, place) - before;
        if (share && spent >= share && depth == kToTheEnd && !bounds(move, place).answers(window)) throw DecisionGivenUp{};
        const bool is_last = i + 1 == requests.size() || requests[i + 1].move != move;
        if (is_last && drawn_by(move) < position_.bag && depth == kToTheEnd && !ends_game(move)) reply_to(move, place).forget_searches();
    }
} catch (const DecisionGivenUp&) {
    is_given_up = true;
}

template <class Mask, int Width>
void Decision<Mask, Width>::settle_alone(const CellRequest& request) {
    const std::uint64_t left = nodes_left();
    settle({request.move, request.place, request.window, request.depth, left});
    if (left && !bounds(request.move, request.place).answers(request.window)) throw DecisionGivenUp{};
}

// Estimates of all moves that empty the bag.
template <class Mask, int Width>
void Decision<Mask, Width>::glance(const JobRunner& run) {
    std::vector<CellRequest> glances;
    for (int move : ranking_) {
        if (drawn_by(move) < position_.bag) continue;
        for (std::size_t place = 0; place < cells_[move].size(); ++place) glances.push_back({move, static_cast<int>(place), kExact, 1});
    }
    settle_all(glances, run);
}

// By the chance to win that estimates promise. Moves that leave tiles in the bag, which take longest, come last.
template <class Mask, int Width>
void Decision<Mask, Width>::rank() {
    std::vector<double> chances(moves_.size(), -1);
    for (int move : ranking_) {
        if (drawn_by(move) < position_.bag) continue;
        chances[move] = 0;
        for (std::size_t place = 0; place < cells_[move].size(); ++place) {
            const auto& [known, estimate] = cells_[move][place];
            const double chance = known.answers(kSign) ? known.least_result() / 2.0 : 1 / (1 + std::exp(-estimate / kUnsure));
            chances[move] += arrangements(move).list()[place].weight * chance;
        }
        chances[move] = std::round(kChances * chances[move] / static_cast<double>(all_wins_));
    }
    std::stable_sort(ranking_.begin(), ranking_.end(), [&](int a, int b) { return chances[a] > chances[b]; });
}

// ---- wins

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::most_wins(int move) const {
    std::int64_t sum = 0;
    for (std::size_t place = 0; place < cells_[move].size(); ++place) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[place].weight) * cells_[move][place].bounds.most_result();
    }
    return sum;
}

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::least_wins(int move) const {
    std::int64_t sum = 0;
    for (std::size_t place = 0; place < cells_[move].size(); ++place) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[place].weight) * cells_[move][place].bounds.least_result();
    }
    return sum;
}

// The arrangements, those first that seem lost: they tell soonest that a move cannot win as often as another.
template <class Mask, int Width>
std::vector<int> Decision<Mask, Width>::hardest_first(int move) const {
    std::vector<int> places(cells_[move].size());
    std::iota(places.begin(), places.end(), 0);
    const auto& losses = losses_[drawn_by(move)];
    std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
        const int estimates[] = {cells_[move][a].estimate, cells_[move][b].estimate};
        return estimates[0] != estimates[1] ? estimates[0] < estimates[1] : losses[a] > losses[b];
    });
    return places;
}

// Settles for each move who wins; a move that cannot win as often as the best is left, unless all are wanted.
template <class Mask, int Width>
void Decision<Mask, Width>::settle_wins(const WinsWanted& wanted, const Batches& batches, const JobRunner& run, std::uint64_t nodes) {
    std::int64_t best = 0;
    for (int move : ranking_) {
        for (std::size_t place = 0; ends_game(move) && place < cells_[move].size(); ++place) settle({move, static_cast<int>(place), kSign});  // at no cost
        best = std::max(best, least_wins(move));
    }
    if (wanted.until_sure && best == all_wins_) return;
    const std::size_t count = std::min(ranking_.size(), wanted.first);
    for (std::size_t begin = 0, end = 1; begin < count; begin = end, end = begin + batches.moves) {  // the first alone: its wins are to be reached
        end = std::min(end, count);
        const std::vector<int> some(ranking_.data() + begin, ranking_.data() + end);
        for (int part = 0, parts = 1; part < parts; ++part) {
            std::vector<CellRequest> requests;
            for (int move : some) {
                if ((!wanted.all && most_wins(move) < best + (wanted.ties ? 0 : 1)) || (nodes && drawn_by(move) < position_.bag)) continue;
                const std::vector<int> places = hardest_first(move);
                const int size = static_cast<int>(places.size()), at_once = std::min(batches.places, size);
                parts = std::max(parts, (size + at_once - 1) / at_once);
                int taken = 0;
                for (int place : places) {
                    if (!bounds(move, place).answers(kSign) && taken++ < at_once) requests.push_back({move, place, kSign, kToTheEnd, nodes});
                }
            }
            settle_all(requests, run);
            for (const auto& [move, place, window, depth, most] : requests) losses_[drawn_by(move)][place] += bounds(move, place).most_result() == 0;
            for (int move : some) best = std::max(best, least_wins(move));
        }
        if (wanted.until_sure && best == all_wins_) return;
    }
    best_ = {};
    for (int move : ranking_) {
        if (least_wins(move) == best && most_wins(move) == best) best_.push_back(move);
    }
}

// ---- spread

template <class Mask, int Width>
std::int64_t Decision<Mask, Width>::most_total(int move) const {
    std::int64_t sum = 0;
    for (std::size_t place = 0; place < cells_[move].size(); ++place) {
        sum += static_cast<std::int64_t>(arrangements(move).list()[place].weight) * cells_[move][place].bounds.upper;
    }
    return sum;
}

// Of moves that come to the same the first in the order of moves is taken.
template <class Mask, int Width>
bool Decision<Mask, Width>::may_beat(int move, int leader) const {
    if (leader < 0) return true;
    const std::int64_t most = most_total(move), best = most_total(leader);
    return most > best || (most == best && move < leader);
}

// Works a move's spread out, unless it turns out that it is not above the leader's, whose is known; whether it is.
template <class Mask, int Width>
bool Decision<Mask, Width>::find_spread(int move, int leader, const JobRunner& run) {
    for (int tries = 0; may_beat(move, leader); ++tries) {
        std::vector<CellRequest> requests;
        std::int64_t expected = 0, weight = 0;
        for (std::size_t place = 0; place < cells_[move].size(); ++place) {
            const std::int64_t w = arrangements(move).list()[place].weight;
            expected += w * cells_[move][place].estimate;
            if (cells_[move][place].bounds.is_exact() || !w) continue;
            weight += w;
            requests.push_back({move, static_cast<int>(place), kExact});
        }
        if (requests.empty()) return true;
        const std::int64_t room = leader < 0 ? 0 : (most_total(leader) - expected) / weight;
        if (tries < kTries && room > 0) {
            for (CellRequest& request : requests) {
                const int limit = cells_[move][request.place].estimate + static_cast<int>(room);
                request.window = {limit, limit + 1};
            }
        } else {
            requests.resize(std::min(requests.size(), kExactAtOnce));
        }
        settle_all(requests, run);
        for (const CellRequest& request : requests) {
            Cell& cell = cells_[move][request.place];
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
    std::vector<int> best = best_;
    std::int64_t most = 0;
    for (int move : ranking_) most = std::max(most, least_wins(move));
    for (int move : ranking_) {
        if (best_.empty() && least_wins(move) == most && most_wins(move) == most) best.push_back(move);
    }
    best_by_spread(best, run);
    for (std::size_t i = 0; all && i < ranking_.size(); ++i) find_spread(ranking_[i], -1, run);
}

// ---- decisions of others

template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::answer(const BagTiles& bag, const SpreadWindow& window) {
    const auto order = static_cast<std::size_t>(
        std::find_if(orders_.begin(), orders_.end(), [&](const BagOrder& each) { return each.tiles == bag; }) - orders_.begin());
    if (is_knowing()) return knowing_answer(order, window);
    if (best_.empty()) settle_wins({.all = false, .until_sure = window.beta <= 1}, {}, run_in_turn);
    if (best_.empty()) return {1, kUnbounded};  // a move that wins always: which one does not matter
    SpreadBounds any{kUnbounded, -kUnbounded};
    for (int move : best_) {
        const SpreadBounds& known = bounds(move, arrangements(move).of_order(order));
        any = {std::min(any.lower, known.lower), std::max(any.upper, known.upper)};
    }
    if (any.answers(window)) return any;
    if (best_.size() > 1) best_ = {best_by_spread(best_, run_in_turn)};
    const int move = best_[0], place = arrangements(move).of_order(order);
    settle_alone({move, place, window});
    return bounds(move, place);
}

// The best that there is with the tiles where they are.
template <class Mask, int Width>
SpreadBounds Decision<Mask, Width>::knowing_answer(std::size_t order, const SpreadWindow& window) {
    SpreadBounds best{-kUnbounded, -kUnbounded};
    for (int move : ranking_) {
        const int place = arrangements(move).of_order(order);
        const SpreadWindow above{std::max(window.alpha, best.lower), window.beta};
        if (best.lower < window.beta && !bounds(move, place).answers(above)) settle_alone({move, place, above});
        best.lower = std::max(best.lower, bounds(move, place).lower);
        best.upper = std::max(best.upper, bounds(move, place).upper);
    }
    return best;
}

template class Decision<std::uint32_t, 16>;
template class Decision<std::uint64_t, 16>;
template class Decision<std::uint32_t, 32>;
template class Decision<std::uint64_t, 32>;

}  // namespace jackdaw
