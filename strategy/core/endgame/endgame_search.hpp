// One thread's search of an endgame: negamax with alpha-beta and principal variation search, on a
// shared transposition table.
//
// Every value carries proven bounds, derived only from ended games and from replies that cannot be
// prevented; estimates order the moves and nothing else. endgame.hpp deepens the search iteratively
// until the bounds of the root meet.
//
// The steps of a node, as numbered in endgame_search.cpp:
//
//   negamax           1  count the node, check limits
//                     2  transposition table probe for the hash move
//                     3  stand pat cutoff
//                     4  horizon: greedy playout, ended games as bounds (horizon.hpp)
//   search_moves      5  move generation
//                     6  hash move first
//                     7  without one, ahead of beta: the likeliest move first
//                     8  prune by proven bounds: replies that go out, unopposed play, also
//                        after one reply
//                     9  move ordering
//                    10  all other moves; those that other threads search come last (ABDADA)
//   search_move_pvs  11  null window, then re-search
//   search_child     12  transposition table cutoff
//                    13  make the move and search the reply
//   store            14  transposition table store
//
// Negamax, alpha-beta and transposition cutoffs: T. A. Marsland, "A review of game-tree pruning",
// ICCA Journal 9, 1986. Principal variation search: Marsland and M. Campbell, "Parallel search of
// strongly ordered game trees", Computing Surveys 14, 1982; as NegaScout: A. Reinefeld, ICCA
// Journal 6, 1983.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "movegen/core/base/move_order.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/endgame/search_stack.hpp"
#include "strategy/core/endgame_bounds/move_bounds.hpp"
#include "strategy/core/search/currently_searching.hpp"
#include "strategy/core/search/endgame_ply.hpp"
#include "strategy/core/search/search_control.hpp"
#include "strategy/core/search/search_result.hpp"
#include "strategy/core/search/transposition_table.hpp"

namespace jackdaw {

// Iterative deepening: depths 1 and 2, then to the end of the game, where proven bounds prune most.
inline constexpr int kShallowDepths = 2;

// What the searches of a position share.
struct SharedSearch {
    TranspositionTable& table;
    SearchControl& control;
    CurrentlySearching* currently_searching = nullptr;  // null where one thread searches alone
};

// Whether a move comes first among moves of equal value: the higher score, then `sorts_before`.
template <int Width>
bool comes_first(const MoveRecord<Width>& a, const MoveRecord<Width>& b) {
    return a.score != b.score ? a.score > b.score : sorts_before(a, b);
}

template <class Mask, int Width>
class EndgameSearch {
  public:
    using Record = MoveRecord<Width>;

    struct Stop {};  // thrown when a limit is reached

    // What a search borrows instead of having its own.
    struct Lent {
        LentLanes<Mask, Width> lanes;
        bool has_unopposed = false;  // a measure of unopposed play, by `lend`
    };

    // The board has tiles. All arguments but the position must outlive the search. bytes: memory
    // limit, without the table.
    EndgameSearch(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position,
                  const ScorelessRule& rule, const SharedSearch& shared, std::size_t bytes,
                  const Lent& lent);
    EndgameSearch(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position,
                  const ScorelessRule& rule, const SharedSearch& shared, std::size_t bytes)
        : EndgameSearch(variant, board, position, rule, shared, bytes, Lent{}) {}

    EndgameSearch(const EndgameSearch&) = delete;  // its parts point at each other

    // Uses a measure of unopposed play until it is lent another.
    void lend(UnopposedBound<Mask>& unopposed) { bounds_.lend(unopposed); }

    // Searches the position to a depth in plies, kToTheEnd for a proof.
    SearchResult search(int depth, const AlphaBetaWindow& window);

    // The same for one move of the position; the result is for the player who makes it.
    SearchResult search_move(const Record& move, const AlphaBetaWindow& window,
                             int depth = kToTheEnd);

    // The bounds and the estimate of a move that the table has, for moves probed one after another:
    // begin_probes() comes first.
    void begin_probes();
    SearchResult probe_move(const Record& move);

    // All moves, in the order of a first search.
    std::vector<Record> ordered_moves();

    // The best move of the last search, or of the part of it that a limit allowed, and its value;
    // none if that found no move better than another.
    std::optional<Record> best_move();
    int best_value() { return stack_.root().result.best.value; }

    // Appends the moves of the principal variation: at each ply the first of the best moves by
    // `comes_first`, so that it depends on the position alone. value: the position's, proven.
    void append_variation(int value, std::vector<Record>& moves);

    std::uint64_t nodes() const { return nodes_; }

    // The nodes that count for a limit. Where words may be in any order, kPlaysOfNode plays
    // generated count as a node.
    std::uint64_t counted_nodes() const { return nodes_ + stack_.nodes_of_plays(); }

    // Limits the search to so many more nodes; 0 for no limit.
    void limit_nodes(std::uint64_t more) { max_nodes_ = more ? counted_nodes() + more : 0; }

  private:
    using Stack = SearchStack<Mask, Width>;
    using Ply = typename Stack::Ply;
    using Move = typename Stack::Move;

    SearchResult negamax(int ply, int depth, const AlphaBetaWindow& window);
    void search_moves(int ply, int depth, const AlphaBetaWindow& window, std::uint32_t hash_move);
    bool search_move_pvs(int ply, const Move& move, int depth, const AlphaBetaWindow& window);
    SearchResult search_child(int ply, const Move& move, int depth, const AlphaBetaWindow& window);
    SearchResult store(std::uint64_t key, int depth, const AlphaBetaWindow& window,
                       const NodeResult& result, std::uint64_t nodes);

    bool stand_pat_cutoff(Ply& here, int beta);
    void evaluate_horizon(Ply& here);
    void prune_by_bounds(int ply, int alpha);
    void set_priorities(Ply& ply) const;
    void sort_moves(Ply& ply) const;
    bool is_searched_elsewhere(const Ply& here, const Move& move) const;
    void check_limits(int ply);
    const Move* first_best(int ply, int value);

    bool end_value(const EndgameState& state, const Move& move, int& value) const {
        return jackdaw::end_value(rule_, state, move, value);
    }
    Move to_move(const Record& record) const;

    static constexpr std::size_t kMinLaneBytes =
        std::size_t{1} << 17;  // whatever the limit: with fewer no lane would be met again
    static constexpr std::size_t kOtherBytes = std::size_t{1} << 19;  // not counted, about

    const Variant& variant_;
    const ScorelessRule rule_;
    const SharedSearch shared_;
    const std::size_t max_bytes_;
    Stack stack_;
    MoveBounds<Mask, Width> bounds_;
    std::uint64_t max_nodes_ = 0;
    std::uint64_t nodes_ = 0;
};

extern template class EndgameSearch<std::uint32_t, 16>;
extern template class EndgameSearch<std::uint32_t, 32>;
extern template class EndgameSearch<std::uint64_t, 32>;

}  // namespace jackdaw
