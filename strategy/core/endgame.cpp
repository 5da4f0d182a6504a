#include "endgame.hpp"

#include <chrono>
#include <exception>
#include <semaphore>
#include <stdexcept>
#include <thread>

#include "endgame_bounds.hpp"
#include "movegen/core/move_order.hpp"

namespace jackdaw {
namespace {

constexpr int kGlances = 3;  // searches that end in estimates, of 1, 2, ... plies

template <int Width>
bool is_same(const MoveRecord<Width>& a, const MoveRecord<Width>& b) {
    return !stands_before(a, b) && !stands_before(b, a);
}

template <int Width>
int laid_points(const MoveRecord<Width>& move, const TilePoints& points) {
    int sum = 0;
    for (const Square tile : move.tiles) sum += is_blank(tile) ? points[kBlank] : tile ? points[tile] : 0;
    return sum;
}

template <int Width>
bool is_better(const RankedMove<Width>& a, const RankedMove<Width>& b) {
    return a.value != b.value ? a.value > b.value : a.lower == a.upper && b.lower != b.upper;
}

}  // namespace

template <class Mask, int Width>
Endgame<Mask, Width>::Endgame(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position, const ScorelessRule& rule,
                              const EndgameLimits& limits)
    : table_(limits.memory / 2), watch_(limits.seconds, limits.is_interrupted) {
    // A tenth of the memory is for what is not counted.
    const auto workers = static_cast<std::uint64_t>(limits.workers);
    for (std::uint64_t i = 0; i < workers; ++i) {
        searches_.push_back(std::make_unique<Search>(variant, board, position, rule, table_, watch_, limits.memory * 2 / 5 / workers,
                                                     (limits.nodes + workers - 1) / workers, workers > 1 ? &busy_ : nullptr));
    }
    const auto& [mine, theirs] = position.racks;
    const std::vector<int> most = most_points(variant, board, mine, theirs), their_most = most_points(variant, board, theirs, mine);
    const int points = points_of(mine, variant.points), their_points = points_of(theirs, variant.points);
    for (const auto& move : searches_[0]->moves()) {
        const int left = points - laid_points(move, variant.points);
        const int lower = move.score - their_most.back() - 2 * left, upper = move.score + most[most.size() - 1 - move.placed] + 2 * their_points;
        if (lower <= -kUnbounded || upper >= kUnbounded) throw std::overflow_error("points do not fit");
        result_.moves.push_back({move, 0, lower, upper});
    }
}

template <class Mask, int Width>
EndgameResult<Width> Endgame<Mask, Width>::solve(const EndgameQuestion& question) {
    question_ = question;
    learn();
    prove_best();
    learn();
    prove_others();
    learn();
    result_.value = result_.moves[0].value;
    if (result_.variation.empty()) result_.variation = {result_.moves[0].move};
    if (question_.moves) result_.moves.resize(std::min(question_.moves, result_.moves.size()));
    for (const auto& search : searches_) result_.nodes += search->nodes();
    result_.seconds = watch_.seconds();
    return result_;
}

template <class Mask, int Width>
typename Endgame<Mask, Width>::Window Endgame<Mask, Width>::window(int lower, int upper) const {
    if (!question_.first_win) return {lower - 1, upper + 1};
    return {std::max(lower, question_.even) - 1, std::min(upper, question_.even) + 1};
}

template <class Mask, int Width>
bool Endgame<Mask, Width>::is_settled(int lower, int upper) const {
    return lower == upper || (question_.first_win && (lower > question_.even || upper < question_.even));
}

// Runs a job(search) in so many threads and waits for all; whether one has come to its end before the search was stopped.
template <class Mask, int Width>
template <class Job>
bool Endgame<Mask, Width>::together(std::size_t workers, Job job) {
    std::vector<std::exception_ptr> failures(workers);
    std::atomic<bool> is_done = false;
    const auto run = [&](std::size_t i) {
        try {
            job(*searches_[i]);
            is_done = true;
        } catch (const typename Search::Stop&) {
        } catch (...) {
            failures[i] = std::current_exception();
            watch_.call_off();
        }
    };
    if (workers == 1) {
        run(0);
    } else {  // this thread is free to hear of an interruption, whichever of the others are done
        std::counting_semaphore<> done(0);
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < workers; ++i) {
            threads.emplace_back([&, i] {
                run(i);
                done.release();
            });
        }
        for (std::size_t ended = 0; ended < workers;) {
            if (done.try_acquire_for(std::chrono::milliseconds(50))) {
                ++ended;
            } else {
                watch_.ask();
            }
        }
    }
    watch_.go_on();
    for (const auto& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
    return is_done;
}

template <class Mask, int Width>
void Endgame<Mask, Width>::prove_best() {
    for (int depth = 1; !is_settled(); ++depth) {
        const bool is_done = together(searches_.size(), [&, window = window(result_.lower, result_.upper)](Search& search) {
            const Finding found = search.search(depth <= kGlances ? depth : kToTheEnd, window.alpha, window.beta);
            const std::lock_guard lock(mutex_);
            result_.lower = std::max(result_.lower, found.lower);
            result_.upper = std::min(result_.upper, found.upper);
            watch_.call_off();  // what the others look for is found
        });
        if (!is_done) return;
        table_.next_age();
    }
    if (result_.lower == result_.upper) together(1, [&](Search& search) { search.read_variation(result_.lower, result_.variation); });
}

// The other moves that were asked for, as they stand.
template <class Mask, int Width>
void Endgame<Mask, Width>::prove_others() {
    if (wanted() == 1 || !is_settled()) return;
    proven_ = {result_.moves[0].value};
    together(searches_.size(), [&](Search& search) { prove_moves(search); });
}

// When so many are proven as are wanted, each is first asked whether it is better than the last of them.
template <class Mask, int Width>
void Endgame<Mask, Width>::prove_moves(Search& search) {
    const std::size_t end = question_.first_win ? wanted() : result_.moves.size();
    for (std::size_t place; (place = next_++) < end;) {
        Move& move = result_.moves[place];
        const int least = floor();
        if (least > -kUnbounded && move.upper > least) search_within(search, move, {least, least + 1});
        if (move.upper <= least) continue;
        if (!is_settled(move.lower, move.upper)) search_within(search, move, window(move.lower, move.upper));
        const std::lock_guard lock(mutex_);
        proven_.insert(std::upper_bound(proven_.begin(), proven_.end(), move.value, std::greater<>()), move.value);
    }
}

// What a move must be worth more than to be among the best that are wanted.
template <class Mask, int Width>
int Endgame<Mask, Width>::floor() {
    const std::lock_guard lock(mutex_);
    return proven_.size() < wanted() ? -kUnbounded : proven_[wanted() - 1];
}

template <class Mask, int Width>
void Endgame<Mask, Width>::search_within(Search& search, Move& move, const Window& window) const {
    const Finding found = search.search_move(move.move, window.alpha, window.beta);
    move.lower = std::max(move.lower, found.lower);
    move.upper = std::min(move.upper, found.upper);
    move.value = std::clamp(found.value, move.lower, move.upper);
}

// Takes over what the searches have left in the table. The best move comes first, then those that promise most.
template <class Mask, int Width>
void Endgame<Mask, Width>::learn() {
    auto& moves = result_.moves;
    for (Move& move : moves) {
        const Finding known = searches_[0]->known_of(move.move);
        move.lower = std::max(move.lower, known.lower);
        move.upper = std::min({move.upper, known.upper, result_.upper});
        move.value = std::clamp(known.value, move.lower, move.upper);
    }
    join();
    const auto best = find_best();
    if (result_.lower == result_.upper) best->value = best->lower = best->upper = result_.lower;
    std::rotate(moves.begin(), best, best + 1);
    std::stable_sort(moves.begin() + 1, moves.end(), is_better<Width>);
}

// The position is worth what its best move is.
template <class Mask, int Width>
void Endgame<Mask, Width>::join() {
    int upper = -kUnbounded;
    for (const Move& move : result_.moves) {
        result_.lower = std::max(result_.lower, move.lower);
        upper = std::max(upper, move.upper);
    }
    result_.upper = std::min(result_.upper, upper);
}

// The move that keeps what is proven, else the one that the last search found best.
template <class Mask, int Width>
typename std::vector<RankedMove<Width>>::iterator Endgame<Mask, Width>::find_best() {
    auto& moves = result_.moves;
    const auto best = result_.variation.empty() ? searches_[0]->best_move() : result_.variation[0];
    const auto found = std::find_if(moves.begin(), moves.end(), [&](const Move& move) { return best && is_same(move.move, *best); });
    if (!result_.variation.empty()) return found;
    const bool is_won = is_settled() && (!question_.first_win || result_.lower >= question_.even);
    // Another move may be proven to be worth more than what that one promises.
    if (found != moves.end() && (is_won ? found->lower == result_.lower : found->value >= result_.lower)) return found;
    return std::max_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) { return is_won ? a.lower < b.lower : a.value < b.value; });
}

template class Endgame<std::uint32_t, 16>;
template class Endgame<std::uint64_t, 16>;
template class Endgame<std::uint32_t, 32>;
template class Endgame<std::uint64_t, 32>;

}  // namespace jackdaw
