#include "endgame.hpp"

#include <algorithm>
#include <stdexcept>

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
    return a.value > b.value;
}

}  // namespace

template <class Mask, int Width>
Endgame<Mask, Width>::Endgame(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position, const ScorelessRule& rule,
                              const EndgameLimits& limits)
    : table_(limits.memory / 2), watch_(limits.seconds, limits.is_interrupted),
      search_(variant, board, position, rule, table_, watch_, limits.memory / 2, limits.nodes) {
    const auto& [mine, theirs] = position.racks;
    const std::vector<int> most = most_points(variant, board, mine, theirs), their_most = most_points(variant, board, theirs, mine);
    const int points = points_of(mine, variant.points), their_points = points_of(theirs, variant.points);
    for (const auto& move : search_.moves()) {
        const int left = points - laid_points(move, variant.points);
        const int lower = move.score - their_most.back() - 2 * left, upper = move.score + most[most.size() - 1 - move.placed] + 2 * their_points;
        if (lower <= -kUnbounded || upper >= kUnbounded) throw std::overflow_error("points do not fit");
        result_.moves.push_back({move, 0, lower, upper});
    }
}

template <class Mask, int Width>
EndgameResult<Width> Endgame<Mask, Width>::solve(const EndgameQuestion& question) {
    question_ = question;
    try {
        learn();
        prove_best();
        prove_others();
    } catch (const typename Search::Stop&) {
        learn();
    }
    join();
    result_.value = result_.moves[0].value;
    if (result_.variation.empty()) result_.variation = {result_.moves[0].move};
    if (question_.moves) result_.moves.resize(std::min(question_.moves, result_.moves.size()));
    result_.nodes = search_.nodes();
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

template <class Mask, int Width>
void Endgame<Mask, Width>::prove_best() {
    for (int depth = 1; !is_settled(result_.lower, result_.upper); ++depth) {
        const auto [alpha, beta] = window(result_.lower, result_.upper);
        const Finding found = search_.search(depth > kGlances ? kToTheEnd : depth, alpha, beta);
        result_.lower = std::max(result_.lower, found.lower);
        result_.upper = std::min(result_.upper, found.upper);
        table_.next_age();
    }
    if (result_.lower == result_.upper) search_.read_variation(result_.lower, result_.variation);
    learn();
}

// The other moves that were asked for, as they stand. Behind those that suffice each is first asked whether it is better than the last of them.
template <class Mask, int Width>
void Endgame<Mask, Width>::prove_others() {
    auto& moves = result_.moves;
    const std::size_t wanted = question_.moves ? std::min(question_.moves, moves.size()) : moves.size();
    for (std::size_t place = 1; wanted > 1 && place < moves.size(); ++place) {
        const int floor = place < wanted ? -kUnbounded : moves[wanted - 1].value;
        if (place >= wanted && question_.first_win) return;
        if (place >= wanted && moves[place].upper > floor) search_within(moves[place], {floor, floor + 1});
        if (moves[place].upper <= floor) continue;
        if (!is_settled(moves[place].lower, moves[place].upper)) search_within(moves[place], window(moves[place].lower, moves[place].upper));
        const auto begin = moves.begin(), here = begin + static_cast<std::ptrdiff_t>(place);
        std::rotate(std::upper_bound(begin, begin + static_cast<std::ptrdiff_t>(std::min(place, wanted)), *here, is_better<Width>), here, here + 1);
    }
}

template <class Mask, int Width>
void Endgame<Mask, Width>::search_within(Move& move, const Window& window) {
    const Finding found = search_.search_move(move.move, window.alpha, window.beta);
    move.lower = std::max(move.lower, found.lower);
    move.upper = std::min(move.upper, found.upper);
    move.value = std::clamp(found.value, move.lower, move.upper);
}

// Takes over what the searches have left in the table. The best move comes first, then those that promise most.
template <class Mask, int Width>
void Endgame<Mask, Width>::learn() {
    auto& moves = result_.moves;
    for (Move& move : moves) {
        const Finding known = search_.known_of(move.move);
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
    const auto best = result_.variation.empty() ? search_.best_move() : result_.variation[0];
    const auto found = std::find_if(moves.begin(), moves.end(), [&](const Move& move) { return best && is_same(move.move, *best); });
    if (!result_.variation.empty()) return found;
    const bool is_won = is_settled(result_.lower, result_.upper) && (!question_.first_win || result_.lower >= question_.even);
    if (found != moves.end() && (!is_won || found->lower == result_.lower)) return found;
    return std::max_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) { return is_won ? a.lower < b.lower : a.value < b.value; });
}

template class Endgame<std::uint32_t, 16>;
template class Endgame<std::uint64_t, 16>;
template class Endgame<std::uint32_t, 32>;
template class Endgame<std::uint64_t, 32>;

}  // namespace jackdaw
