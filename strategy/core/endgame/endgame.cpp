#include "strategy/core/endgame/endgame.hpp"

#include <optional>
#include <stdexcept>
#include <utility>

#include "movegen/core/base/move_order.hpp"
#include "strategy/core/endgame_bounds/endgame_bounds.hpp"
#include "strategy/core/search/parallel_run.hpp"

namespace jackdaw {
namespace {

// What the proof must leave of a limit for narrowing the bounds: these nodes or seconds, but never
// more than half. Windows far from the value take no more nodes where a proof takes more.
constexpr double kMaxNarrowingNodes = 50'000;
constexpr double kMaxNarrowingSeconds = 3;
constexpr double kMaxNarrowingShare = 0.5;
constexpr int kWidestMargin = 100;    // of a null window from the estimate, in points
constexpr double kWindowShare = 0.4;  // of what is left: for the next null window
constexpr double kLastShare = 0.02;   // of the limits: all that is left is for one window

template <int Width>
int laid_points(const MoveRecord<Width>& move, const TilePoints& points) {
    int sum = 0;
    for (const Square tile : move.tiles)
        sum += is_blank(tile) ? points[kBlank] : tile ? points[tile] : 0;
    return sum;
}

// The order of moves: by value, proven ones first, then by `comes_first`.
template <int Width>
bool is_better(const RankedMove<Width>& a, const RankedMove<Width>& b) {
    if (a.value != b.value) return a.value > b.value;
    const bool is_proven = a.lower == a.upper;
    return is_proven != (b.lower == b.upper) ? is_proven : comes_first(a.move, b.move);
}

}  // namespace

// A half of the memory is for the table, two fifths are for the searches, and a tenth is not
// counted.
template <class Mask, int Width>
Endgame<Mask, Width>::Endgame(const Variant& variant, const Board<Mask>& board,
                              const EndgamePosition& position, const ScorelessRule& rule,
                              const SearchLimits& limits, std::function<bool()> should_stop)
    : workers_(limits.workers),
      max_nodes_((limits.nodes + static_cast<std::uint64_t>(limits.workers) - 1) /
                 static_cast<std::uint64_t>(limits.workers)),
      table_(limits.memory / 2),
      control_(limits.seconds, std::move(should_stop)) {
    const auto workers = static_cast<std::uint64_t>(workers_);
    const SharedSearch shared{table_, control_, workers > 1 ? &currently_searching_ : nullptr};
    for (std::uint64_t i = 0; i < workers; ++i) {
        searches_.push_back(std::make_unique<Search>(variant, board, position, rule, shared,
                                                     limits.memory * 2 / 5 / workers));
    }
    const auto& [mine, theirs] = position.racks;
    const std::vector<int> my_max = max_points(variant, board, mine, theirs),
                           their_max = max_points(variant, board, theirs, mine);
    const int points = rack_points(mine, variant.points),
              their_points = rack_points(theirs, variant.points);
    for (const auto& move : searches_[0]->ordered_moves()) {
        const int left = points - laid_points(move, variant.points);
        const int lower = move.score - their_max.back() - 2 * left,
                  upper = move.score + my_max[my_max.size() - 1 - move.placed] + 2 * their_points;
        if (lower <= -kUnbounded || upper >= kUnbounded)
            throw std::overflow_error("points do not fit");
        result_.moves.push_back({move, 0, lower, upper});
    }
}

template <class Mask, int Width>
EndgameResult<Width> Endgame<Mask, Width>::solve(const EndgameGoal& goal) {
    goal_ = goal;
    learn_bounds();
    allow_share(proof_share());
    prove_best();
    if (!is_settled() && proof_share() < 1) narrow_bounds();
    allow_share(1);
    find_variation();
    learn_bounds();
    prove_others();
    learn_bounds();
    return finish(result_);
}

// Cuts the ranked moves to those that are wanted, and adds what describes the search.
template <class Mask, int Width>
EndgameResult<Width> Endgame<Mask, Width>::finish(EndgameResult<Width> result) const {
    result.value = result.moves[0].value;
    if (result.variation.empty()) result.variation = {result.moves[0].move};
    if (goal_.moves) result.moves.resize(std::min(goal_.moves, result.moves.size()));
    result.nodes = 0;
    for (const auto& search : searches_) result.nodes += search->nodes();
    result.seconds = control_.seconds();
    return result;
}

// Ranks the moves by the depth that is done, and leaves everything to the search as it was.
template <class Mask, int Width>
void Endgame<Mask, Width>::keep_latest() {
    const EndgameResult<Width> before = result_;
    learn_bounds();
    latest_ = finish(result_);
    result_ = before;
}

template <class Mask, int Width>
EndgameResult<Width> Endgame<Mask, Width>::latest() {
    EndgameResult<Width> found = latest_;
    if (is_proving_others_) {
        {
            const std::lock_guard lock(mutex_);
            found.moves = result_.moves;
        }
        std::sort(found.moves.begin() + 1, found.moves.end(), is_better<Width>);
        if (goal_.moves) found.moves.resize(std::min(goal_.moves, found.moves.size()));
    }
    found.seconds = control_.seconds();
    return found;
}

template <class Mask, int Width>
AlphaBetaWindow Endgame<Mask, Width>::window_around(int lower, int upper) const {
    if (!goal_.first_win) return {lower - 1, upper + 1};
    return {std::max(lower, goal_.draw_value) - 1, std::min(upper, goal_.draw_value) + 1};
}

template <class Mask, int Width>
bool Endgame<Mask, Width>::is_settled(int lower, int upper) const {
    return lower == upper ||
           (goal_.first_win && (lower > goal_.draw_value || upper < goal_.draw_value));
}

// Runs a job(search) with so many of the searches, a thread each. Returns true if at least one of
// them has ended before it was stopped.
template <class Mask, int Width>
template <class Job>
bool Endgame<Mask, Width>::run_searches(std::size_t count, Job job) {
    std::atomic<bool> is_done = false;
    Jobs jobs;
    for (std::size_t i = 0; i < count; ++i) {
        jobs.push_back([&, i] {
            try {
                job(*searches_[i]);
                is_done = true;
            } catch (const typename Search::Stop&) {
            } catch (...) {
                control_.request_stop();
                throw;
            }
        });
    }
    parallel_run(jobs, workers_, control_);
    control_.reset();
    return is_done;
}

// Iterative deepening. The first worker that is done with a depth stops the others.
template <class Mask, int Width>
void Endgame<Mask, Width>::prove_best() {
    for (int depth = 1; !is_settled(); ++depth) {
        if (!search_root(depth <= kShallowDepths ? depth : kToTheEnd,
                         window_around(result_.lower, result_.upper)))
            return;
    }
}

// Searches the position with all workers. Returns true if a worker is done with the depth.
template <class Mask, int Width>
bool Endgame<Mask, Width>::search_root(int depth, const AlphaBetaWindow& window) {
    const bool is_done = run_searches(searches_.size(), [&](Search& search) {
        const SearchResult found = search.search(depth, window);
        const std::lock_guard lock(mutex_);
        result_.lower = std::max(result_.lower, found.lower);
        result_.upper = std::min(result_.upper, found.upper);
        control_.request_stop();
    });
    if (!is_done) return false;
    if (is_followed_) keep_latest();
    table_.new_generation();
    return true;
}

template <class Mask, int Width>
void Endgame<Mask, Width>::find_variation() {
    if (result_.lower != result_.upper) return;
    run_searches(
        1, [&](Search& search) { search.append_variation(result_.lower, result_.variation); });
}

// The part of the limits of nodes and time that the proof of the best move may spend; 1 if there
// are no limits.
template <class Mask, int Width>
double Endgame<Mask, Width>::proof_share() const {
    if (goal_.first_win || !goal_.narrow) return 1;
    double left = 0;
    if (max_nodes_) left = kMaxNarrowingNodes / static_cast<double>(max_nodes_);
    if (control_.max_seconds() > 0)
        left = std::max(left, kMaxNarrowingSeconds / control_.max_seconds());
    return 1 - std::min(left, kMaxNarrowingShare);
}

// The part of the limits of nodes and time that is spent.
template <class Mask, int Width>
double Endgame<Mask, Width>::spent_share() const {
    double share = 0;
    if (max_nodes_) {
        for (const auto& search : searches_)
            share = std::max(share, static_cast<double>(search->counted_nodes()) /
                                        static_cast<double>(max_nodes_));
    }
    if (control_.max_seconds() > 0)
        share = std::max(share, control_.seconds() / control_.max_seconds());
    return share;
}

// Lets the searches go on until they have spent a part of the limits. Returns false if they have.
template <class Mask, int Width>
bool Endgame<Mask, Width>::allow_share(double share) {
    control_.set_deadline(share);
    const std::uint64_t nodes =
        share < 1 ? static_cast<std::uint64_t>(share * static_cast<double>(max_nodes_))
                  : max_nodes_;
    for (const auto& search : searches_) {
        const std::uint64_t spent = search->counted_nodes();
        if (max_nodes_) search->limit_nodes(nodes > spent ? nodes - spent : 1);
    }
    return spent_share() < share;
}

// Narrows the bounds of a proof that a limit has stopped. A null window far from the value is
// searched much faster than one beside it, so each asks for three fifths of the distance from the
// estimate. One that is not done in its part of what is left was too dear: the next one of its side
// stands halfway between it and the bound.
template <class Mask, int Width>
void Endgame<Mask, Width>::narrow_bounds() {
    if (spent_share() < proof_share()) return;  // the user has stopped the search
    learn_bounds();
    is_narrowed_ = true;
    const int &lower = result_.lower, &upper = result_.upper;
    int dear[2] = {0, 0};  // below and above the estimate: smaller margins were too dear
    while (lower < upper) {
        const int estimate = std::clamp(result_.moves[0].value, lower, upper);
        const int gaps[2] = {estimate - lower, upper - estimate};
        const int steps[2] = {std::max(gaps[0] - dear[0], 0), std::max(gaps[1] - dear[1], 0)};
        const bool is_above = steps[1] >= steps[0];
        if (!steps[is_above]) {
            dear[0] = dear[1] = 0;
            continue;
        }
        const int inward = dear[is_above] ? dear[is_above] + (steps[is_above] - 1) / 2
                                          : (gaps[is_above] - 1) * 3 / 5;
        const int margin = std::min(inward, kWidestMargin);
        const int alpha = is_above ? estimate + margin : estimate - margin - 1;
        const double left = 1 - spent_share();
        const bool is_last =
            left < kLastShare || (gaps[is_above] > kWidestMargin && !gaps[!is_above]);
        const double share = is_last ? 1 : 1 - left * (1 - kWindowShare);
        if (!allow_share(share)) return;
        const int width = upper - lower;
        const bool is_done = search_root(kToTheEnd, {alpha, alpha + 1});
        if (!is_done && spent_share() < share) return;  // the user stops it
        if (is_done && upper - lower == width) return;  // never, unless hashes are the same
        if (!is_done) dear[is_above] = margin + 1;
    }
}

template <class Mask, int Width>
void Endgame<Mask, Width>::prove_others() {
    if (num_wanted() == 1 || !is_settled()) return;
    proven_ = {result_.moves[0]};
    if (is_followed_) latest_ = finish(result_);
    is_proving_others_ = true;
    run_searches(searches_.size(), [&](Search& search) { prove_moves(search); });
    is_proving_others_ = false;
}

// Once enough moves are proven, a null window asks of each other one whether it comes before the
// last of those that are wanted: by a higher value, or by its place among moves of the same value.
template <class Mask, int Width>
void Endgame<Mask, Width>::prove_moves(Search& search) {
    const std::size_t end = goal_.first_win ? num_wanted() : result_.moves.size();
    for (std::size_t index; (index = next_index_++) < end;) {
        Move& move = result_.moves[index];
        const int alpha = value_to_exceed(move);
        if (alpha > -kUnbounded && move.upper > alpha)
            search_within(search, move, {alpha, alpha + 1});
        if (move.upper <= alpha) continue;
        if (!is_settled(move.lower, move.upper))
            search_within(search, move, window_around(move.lower, move.upper));
        const std::lock_guard lock(mutex_);
        proven_.insert(std::upper_bound(proven_.begin(), proven_.end(), move, is_better<Width>),
                       move);
    }
}

// The value that a move must exceed to be among those that are wanted.
template <class Mask, int Width>
int Endgame<Mask, Width>::value_to_exceed(const Move& move) {
    const std::lock_guard lock(mutex_);
    if (proven_.size() < num_wanted()) return -kUnbounded;
    const Move& last = proven_[num_wanted() - 1];
    return comes_first(move.move, last.move) ? last.value - 1 : last.value;
}

template <class Mask, int Width>
void Endgame<Mask, Width>::search_within(Search& search, Move& move,
                                         const AlphaBetaWindow& window) {
    const SearchResult found = search.search_move(move.move, window);
    const std::lock_guard lock(mutex_);
    move.lower = std::max(move.lower, found.lower);
    move.upper = std::min(move.upper, found.upper);
    move.value = std::clamp(found.value, move.lower, move.upper);
}

// Reads what the searches have left in the table, and ranks the moves: the best first, the others
// by their values.
template <class Mask, int Width>
void Endgame<Mask, Width>::learn_bounds() {
    auto& moves = result_.moves;
    searches_[0]->begin_probes();
    for (Move& move : moves) {
        const SearchResult known = searches_[0]->probe_move(move.move);
        move.lower = std::max(move.lower, known.lower);
        move.upper = std::min({move.upper, known.upper, result_.upper});
        // Values beside null windows are far from estimates.
        const int value = is_narrowed_ ? move.value : known.value;
        move.value = std::clamp(value, move.lower, move.upper);
    }
    join_bounds();
    const auto best = find_best();
    if (result_.lower == result_.upper) best->value = best->lower = best->upper = result_.lower;
    std::rotate(moves.begin(), best, best + 1);
    std::sort(moves.begin() + 1, moves.end(), is_better<Width>);
}

// The value of the position is that of its best move.
template <class Mask, int Width>
void Endgame<Mask, Width>::join_bounds() {
    int upper = -kUnbounded;
    for (const Move& move : result_.moves) {
        result_.lower = std::max(result_.lower, move.lower);
        upper = std::max(upper, move.upper);
    }
    result_.upper = std::min(result_.upper, upper);
}

// The move that reaches the proven value, else the best move of the last search.
template <class Mask, int Width>
typename std::vector<RankedMove<Width>>::iterator Endgame<Mask, Width>::find_best() {
    auto& moves = result_.moves;
    auto best = is_narrowed_ ? std::optional(moves[0].move) : searches_[0]->best_move();
    if (!result_.variation.empty()) best = result_.variation[0];
    const auto found = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
        return best && is_same_move(move.move, *best);
    });
    if (!result_.variation.empty()) return found;
    const bool is_won = is_settled() && (!goal_.first_win || result_.lower >= goal_.draw_value);
    // Another move's proven bound may be above the estimate of that one.
    if (found != moves.end() &&
        (is_won ? found->lower == result_.lower : found->value >= result_.lower))
        return found;
    return std::max_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
        return is_won ? a.lower < b.lower : a.value < b.value;
    });
}

template class Endgame<std::uint32_t, 16>;
template class Endgame<std::uint32_t, 32>;
template class Endgame<std::uint64_t, 32>;

}  // namespace jackdaw
