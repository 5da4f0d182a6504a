#include "strategy/core/endgame/endgame_search.hpp"

#include <algorithm>
#include <bit>

#include "strategy/core/endgame/horizon.hpp"

namespace jackdaw {
namespace {

constexpr std::uint32_t kPassKey = 1;
constexpr int kEndsGame = 10'000;  // priority: above any score
constexpr int kFewTiles = 3;       // of the opponent: unopposed play nearly always has a bound
constexpr int kWeightOfPoints = 16;

// A move as the table stores it. Two moves of a position have the same key once in some ten million
// positions; that changes the order of moves, no more.
std::uint32_t move_key(std::uint64_t hash) {
    return hash ? static_cast<std::uint32_t>(hash) | 2 : kPassKey;
}

template <class Move>
bool has_priority(const Move& a, const Move& b) {
    return a.priority != b.priority ? a.priority > b.priority : a.play.hash < b.play.hash;
}

template <class Moves>
auto find_move(const Moves& moves, std::uint32_t key) {
    return std::find_if(moves.begin(), moves.end(),
                        [&](const auto& move) { return move_key(move.play.hash) == key; });
}

template <int Width>
MoveRecord<Width> to_record(const EndgameMove<Width>& move) {
    if (move.record) return *move.record;
    MoveRecord<Width> pass{};
    pass.kind = MoveKind::kPass;
    return pass;
}

template <class Move>
void add_result(NodeResult& node, const SearchResult& result, const Move& move) {
    if (result.value > node.best.value) {
        node.best.value = result.value;
        node.move = move_key(move.play.hash);
    }
    node.best.lower = std::max(node.best.lower, result.lower);
    node.best.upper = std::max(node.best.upper, result.upper);
}

}  // namespace

template <class Mask, int Width>
EndgameSearch<Mask, Width>::EndgameSearch(const Variant& variant, const Board<Mask>& board,
                                          const EndgamePosition& position,
                                          const ScorelessRule& rule, const SharedSearch& shared,
                                          std::size_t bytes, const Lent& lent)
    : variant_(variant),
      rule_(rule),
      shared_(shared),
      max_bytes_(bytes),
      stack_(variant, board, position, rule, lent.lanes),
      bounds_(variant, board, stack_.packings(), rule_, bytes, lent.has_unopposed) {}

// ---- the root

template <class Mask, int Width>
SearchResult EndgameSearch<Mask, Width>::search(int depth, const AlphaBetaWindow& window) {
    stack_.root().result = {};
    return negamax(0, depth, window);
}

template <class Mask, int Width>
SearchResult EndgameSearch<Mask, Width>::search_move(const Record& record,
                                                     const AlphaBetaWindow& window, int depth) {
    const Move move = to_move(record);
    if (int end; end_value(stack_.root().state, move, end)) return {end, end, end};
    return search_child(0, move, depth, window);
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::begin_probes() {
    stack_.generate_replies(stack_.root(), Replies::kGoingOut);
}

template <class Mask, int Width>
SearchResult EndgameSearch<Mask, Width>::probe_move(const Record& record) {
    Ply& root = stack_.root();
    Move move = to_move(record);
    if (int end; end_value(root.state, move, end)) return {end, end, end};
    bounds_.bound_by_replies(root, move, kUnbounded);
    const int score = move.play.score;
    SearchResult result{score, -kUnbounded, move.upper};
    const std::uint64_t key = stack_.hash_key(stack_.next_state(root.state, move));
    if (const auto entry = shared_.table.probe(key)) {
        result = {score - entry->estimate, score - entry->upper,
                  std::min(result.upper, score - entry->lower)};
    }
    result.value = std::clamp(result.value, result.lower, result.upper);
    return result;
}

template <class Mask, int Width>
std::vector<typename EndgameSearch<Mask, Width>::Record>
EndgameSearch<Mask, Width>::ordered_moves() {
    Ply& root = stack_.root();
    stack_.generate_moves(root);
    sort_moves(root);
    std::vector<Record> records;
    for (const Move& move : root.moves) records.push_back(to_record(move));
    return records;
}

template <class Mask, int Width>
std::optional<typename EndgameSearch<Mask, Width>::Record> EndgameSearch<Mask, Width>::best_move() {
    Ply& root = stack_.root();
    if (!root.result.move) return std::nullopt;
    stack_.generate_moves(root);
    return to_record(*find_move(root.moves, root.result.move));
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::append_variation(int value, std::vector<Record>& moves) {
    for (int ply = 0;; ++ply) {
        Ply& here = stack_.at(ply);
        const Move* best = first_best(ply, value);
        if (!best) return;  // never, unless two positions have the same hash
        moves.push_back(to_record(*best));
        if (int end; end_value(here.state, *best, end)) return;
        value = best->play.score - value;
        stack_.at(ply + 1).state = stack_.next_state(here.state, *best);
        stack_.make_move(ply + 1, best->record);
    }
}

// The first move of a ply, by `comes_first`, that is worth the proven value; or null. Null windows
// ask the moves before it; the table answers for most.
template <class Mask, int Width>
const typename EndgameSearch<Mask, Width>::Move* EndgameSearch<Mask, Width>::first_best(int ply,
                                                                                        int value) {
    Ply& here = stack_.at(ply);
    stack_.generate_moves(here);
    stack_.generate_replies(here, Replies::kGoingOut);
    std::sort(here.moves.begin(), here.moves.end(),
              [](const Move& a, const Move& b) { return comes_first(to_record(a), to_record(b)); });
    for (Move& move : here.moves) {
        if (int end; end_value(here.state, move, end)) {
            if (end == value) return &move;
            continue;
        }
        bounds_.bound_by_replies(here, move, value - 1);
        if (move.upper >= value &&
            search_child(ply, move, kToTheEnd, {value - 1, value}).lower >= value)
            return &move;
    }
    return nullptr;
}

template <class Mask, int Width>
typename EndgameSearch<Mask, Width>::Move EndgameSearch<Mask, Width>::to_move(
    const Record& record) const {
    if (record.kind == MoveKind::kPass) return {{}, nullptr, 0, kUnbounded};
    return {stack_.summary(record, stack_.root().state.on_turn), &record, 0, kUnbounded};
}

// ---- a node

template <class Mask, int Width>
SearchResult EndgameSearch<Mask, Width>::negamax(int ply, int depth,
                                                 const AlphaBetaWindow& window) {
    // Step 1. Count the node and check limits
    ++nodes_;
    check_limits(ply);
    Ply& here = stack_.at(ply);
    const std::uint64_t nodes_before = nodes_;

    // Step 2. Transposition table probe: the hash move of an earlier search
    const std::uint64_t key = stack_.hash_key(here.state);
    const auto entry = shared_.table.probe(key);
    const std::uint32_t hash_move = entry ? entry->move : 0;
    here.result = {};

    // Step 3. Stand pat cutoff: passing to the end of the game is surely enough
    if (ply && depth > 0 && stand_pat_cutoff(here, window.beta))
        return store(key, depth, window, here.result, 0);

    // Step 4. Horizon: an estimate; elsewhere steps 5 to 13 search the moves
    if (depth <= 0)
        evaluate_horizon(here);
    else
        search_moves(ply, depth, window, hash_move);

    // Step 14. Transposition table store; a cutoff leaves moves whose upper bounds are not known
    if (here.result.is_cut) here.result.best.upper = kUnbounded;
    return store(key, depth, window, here.result, nodes_ - nodes_before);
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::search_moves(int ply, int depth, const AlphaBetaWindow& window,
                                              std::uint32_t hash_move) {
    Ply& here = stack_.at(ply);
    NodeResult& node = here.result;
    node.is_cut = true;

    // Step 5. Move generation
    stack_.generate_moves(here);
    here.replies.clear();  // of another position, whose lanes may be gone

    // Step 6. The hash move first: it often suffices, and ordering the others costs more than it
    const auto hashed = hash_move ? find_move(here.moves, hash_move) : here.moves.cend();
    if (hashed != here.moves.cend()) {
        if (search_move_pvs(ply, *hashed, depth, window)) return;
        here.moves.erase(hashed);
    } else if (ply && depth > 1 && here.state.stand_pat() >= window.beta) {
        // Step 7. Without one, ahead of beta: the likeliest move nearly always suffices
        set_priorities(here);
        const auto likely =
            std::min_element(here.moves.begin(), here.moves.end(), has_priority<Move>);
        if (search_move_pvs(ply, *likely, depth, window)) return;
        here.moves.erase(likely);
    }

    // Step 8. Prune by proven bounds
    prune_by_bounds(ply, std::max(window.alpha, node.best.value));

    // Step 9. Move ordering
    sort_moves(here);

    // Step 10. All other moves; those that other threads search just now come last (ABDADA)
    for (std::size_t i = 0, count = here.moves.size(); i < here.moves.size(); ++i) {
        if (i < count && is_searched_elsewhere(here, here.moves[i]))
            here.moves.push_back(Move(here.moves[i]));
        else if (search_move_pvs(ply, here.moves[i], depth, window))
            return;
    }
    node.is_cut = false;
}

// Searches a move and adds its result to the node's. Returns true on a beta cutoff.
template <class Mask, int Width>
bool EndgameSearch<Mask, Width>::search_move_pvs(int ply, const Move& move, int depth,
                                                 const AlphaBetaWindow& window) {
    // Step 11. Principal variation search: the first move with the full window, the others with a
    // null window, and again if they turn out to be better
    NodeResult& node = stack_.at(ply).result;
    const int alpha = std::max({window.alpha, node.best.value, node.best.lower});
    SearchResult result;
    if (int end; end_value(stack_.at(ply).state, move, end)) {
        result = {end, end, end};
    } else if (node.best.value == -kUnbounded || alpha + 1 >= window.beta) {
        result = search_child(ply, move, depth, {alpha, window.beta});
    } else {
        result = search_child(ply, move, depth, {alpha, alpha + 1});
        if (result.value > alpha && result.value < window.beta) {
            const SearchResult again = search_child(ply, move, depth, {alpha, window.beta});
            result = {again.value, std::max(result.lower, again.lower),
                      std::min(result.upper, again.upper)};
        }
    }
    add_result(node, result, move);
    return node.best.value >= window.beta || node.best.lower >= window.beta;
}

template <class Mask, int Width>
SearchResult EndgameSearch<Mask, Width>::search_child(int ply, const Move& move, int depth,
                                                      const AlphaBetaWindow& window) {
    const auto& [alpha, beta] = window;
    const int score = move.play.score;
    EndgameState& next = stack_.at(ply + 1).state;
    next = stack_.next_state(stack_.at(ply).state, move);
    const std::uint64_t key = stack_.hash_key(next);

    // Step 12. Transposition table cutoff: by proven bounds, or by an estimate of enough depth
    if (const auto entry = shared_.table.probe(key)) {
        const int lower = -entry->upper, upper = -entry->lower;
        if (lower == upper || score + lower >= beta)
            return {score + lower, score + lower, score + upper};
        if (score + upper <= alpha) return {score + upper, score + lower, score + upper};
        if (entry->depth >= depth - 1) {
            const int estimate = score - entry->estimate;
            const bool fails_low = entry->bound >= 0 && estimate <= alpha,
                       fails_high = entry->bound <= 0 && estimate >= beta;
            if (fails_low || fails_high || entry->bound == 0)
                return {estimate, score + lower, score + upper};
        }
    }

    // Step 13. Make the move and search the reply
    const CurrentlySearching::Guard guard(shared_.currently_searching, key);
    stack_.make_move(ply + 1, move.record);
    const SearchResult reply = negamax(ply + 1, depth - 1, {score - beta, score - alpha});
    return {score - reply.value, score - reply.upper, score - reply.lower};
}

// Joins the result with what was proven before.
template <class Mask, int Width>
SearchResult EndgameSearch<Mask, Width>::store(std::uint64_t key, int depth,
                                               const AlphaBetaWindow& window,
                                               const NodeResult& node, std::uint64_t nodes) {
    TtEntry entry = shared_.table.probe(key).value_or(TtEntry{});
    entry.key = key;
    SearchResult result = node.best;
    result.lower = std::max<int>(result.lower, entry.lower);
    result.upper = std::min<int>(result.upper, entry.upper);
    result.value = std::clamp(result.value, result.lower, result.upper);
    entry.lower = static_cast<Points>(result.lower);
    entry.upper = static_cast<Points>(result.upper);
    entry.estimate = static_cast<Points>(result.value);
    entry.depth = static_cast<std::int8_t>(std::min(depth, 127));
    entry.bound = depth <= 0                     ? 0
                  : result.value <= window.alpha ? -1
                  : result.value >= window.beta  ? 1
                                                 : 0;
    if (node.move) entry.move = node.move;
    entry.effort = static_cast<std::uint8_t>(std::bit_width(nodes + 1));
    entry.generation = shared_.table.generation();
    shared_.table.store(entry);
    return result;
}

// ---- bounds and estimates

template <class Mask, int Width>
bool EndgameSearch<Mask, Width>::stand_pat_cutoff(Ply& here, int beta) {
    const auto lower = bounds_.stand_pat_bound(here, beta);
    if (!lower) return false;
    here.result.best = {*lower, *lower, kUnbounded};
    here.result.move = kPassKey;
    return true;
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::evaluate_horizon(Ply& here) {
    NodeResult& node = here.result;
    const HorizonValue found = jackdaw::evaluate_horizon(stack_, rule_, here);
    node.best = {std::max(found.playout, found.end), found.end, kUnbounded};
    if (found.end > -kUnbounded) node.move = move_key(found.ending.hash);
}

// Removes the moves that are proven to be worth no more than alpha, as far as that is known without
// making them.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::prune_by_bounds(int ply, int alpha) {
    Ply& here = stack_.at(ply);
    stack_.generate_replies(here, Replies::kGoingOut);
    for (Move& move : here.moves) {
        if (int end; !end_value(here.state, move, end)) bounds_.bound_by_replies(here, move, alpha);
    }
    if (ply) {
        bounds_.bound_by_unopposed_play(here, alpha);
        if (bounds_.needs_gains(here, alpha)) {
            stack_.generate_replies(here, Replies::kKeepingTiles);
            bounds_.bound_by_gains(here, alpha);
        }
    }
    const auto is_bounded = [](const Move& move) { return move.upper < kUnbounded; };
    for (const Move& move : here.moves) {
        if (is_bounded(move)) add_result(here.result, {move.upper, -kUnbounded, move.upper}, move);
    }
    std::erase_if(here.moves, is_bounded);
}

// ---- order and limits

// Moves that end the game come first, then those that lay many points: what they leave takes less
// search. Where the opponent has few tiles left, those come first that raise the stand pat value
// most: unopposed play then proves that they are enough.
template <class Mask, int Width>
void EndgameSearch<Mask, Width>::set_priorities(Ply& ply) const {
    const int other = 1 - ply.state.on_turn;
    const bool is_few = stack_.packing(other).size(ply.state.racks[other]) <= kFewTiles;
    const int weight = is_few ? 1 : kWeightOfPoints;
    for (Move& move : ply.moves) {
        if (int end; end_value(ply.state, move, end))
            move.priority = end + kEndsGame;
        else
            move.priority = move.play.score + weight * move.play.points;
    }
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::sort_moves(Ply& ply) const {
    set_priorities(ply);
    std::sort(ply.moves.begin(), ply.moves.end(), has_priority<Move>);
}

template <class Mask, int Width>
bool EndgameSearch<Mask, Width>::is_searched_elsewhere(const Ply& here, const Move& move) const {
    return shared_.currently_searching && shared_.currently_searching->contains(
                                              stack_.hash_key(stack_.next_state(here.state, move)));
}

template <class Mask, int Width>
void EndgameSearch<Mask, Width>::check_limits(int ply) {
    if (max_nodes_ && counted_nodes() > max_nodes_) throw Stop{};
    if ((stack_.is_any_order() || nodes_ % 256 == 0) && shared_.control.should_stop()) throw Stop{};
    if (stack_.cleared_bytes() > kMinLaneBytes &&
        stack_.bytes() + bounds_.bytes() + kOtherBytes > max_bytes_)
        stack_.clear_lanes(ply);
}

template class EndgameSearch<std::uint32_t, 16>;
template class EndgameSearch<std::uint32_t, 32>;
template class EndgameSearch<std::uint64_t, 32>;

}  // namespace jackdaw
