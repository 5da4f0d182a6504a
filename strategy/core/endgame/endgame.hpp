// The endgame solver: both racks known, the bag empty.
//
//   learn_bounds     proven bounds and estimates of all moves, from the table
//   prove_best       iterative deepening: depths 1 and 2, then to the end of the game
//   narrow_bounds    where a limit stopped that proof: null windows ever closer to the estimate
//   prove_others     the other moves that are wanted, by null windows around the last of them
//
// Iterative deepening: short searches end in estimates, which order the moves of the next search
// through the transposition table. The solver is done when the bounds of the root meet. With
// several workers all search the same position and share the table (currently_searching.hpp).
//
// What is proven depends on the position alone: values are exact, and of equal moves the first by
// `comes_first` is listed first and played in the variation. A search that stops before, at a limit
// or at the first win, depends on its order too: give such a one a single worker.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "movegen/core/board/board.hpp"
#include "strategy/core/endgame/endgame_search.hpp"

namespace jackdaw {

// What a solver is to prove.
struct EndgameGoal {
    std::size_t moves = 1;   // so many of the best get exact values; 0 for all
    bool first_win = false;  // only how values compare to `draw_value`
    int draw_value = 0;      // the change of spread that makes a draw
    bool narrow = false;     // whether a part of the limits may narrow the bounds (narrow_bounds)
};

template <int Width>
struct RankedMove {
    MoveRecord<Width> move;
    int value;  // exact if the bounds meet, else the best estimate
    int lower;
    int upper;
};

// For the player on turn.
template <int Width>
struct EndgameResult {
    int value = 0;  // change of spread: exact if the bounds meet, else the best estimate
    int lower = -kUnbounded;
    int upper = kUnbounded;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<MoveRecord<Width>> variation;
    std::vector<RankedMove<Width>> moves;  // best first; as many as are wanted, or all
};

template <class Mask, int Width>
class Endgame {
  public:
    // The board has tiles. All arguments but the position must outlive the solver. Throws
    // std::overflow_error if more than kUnbounded points could be won or lost.
    Endgame(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position,
            const ScorelessRule& rule, const SearchLimits& limits,
            std::function<bool()> should_stop);

    EndgameResult<Width> solve(const EndgameGoal& goal);

    // Keeps the result so far for `latest`; the search is the same.
    void follow() { is_followed_ = true; }

    // The result so far: for the thread that solves, while `should_stop` is asked. Without moves
    // until the first short search is done.
    EndgameResult<Width> latest();

  private:
    using Search = EndgameSearch<Mask, Width>;
    using Move = RankedMove<Width>;

    void prove_best();
    bool search_root(int depth, const AlphaBetaWindow& window);
    void find_variation();
    void narrow_bounds();
    void prove_others();
    void prove_moves(Search& search);
    void search_within(Search& search, Move& move, const AlphaBetaWindow& window);
    int value_to_exceed(const Move& move);
    template <class Job>
    bool run_searches(std::size_t count, Job job);
    void learn_bounds();
    double proof_share() const;
    double spent_share() const;
    bool allow_share(double share);
    void keep_latest();
    EndgameResult<Width> finish(EndgameResult<Width> result) const;
    void join_bounds();
    typename std::vector<Move>::iterator find_best();
    AlphaBetaWindow window_around(int lower, int upper) const;
    bool is_settled(int lower, int upper) const;
    bool is_settled() const { return is_settled(result_.lower, result_.upper); }
    std::size_t num_wanted() const {
        return goal_.moves ? std::min(goal_.moves, result_.moves.size()) : result_.moves.size();
    }

    const int workers_;
    const std::uint64_t max_nodes_;  // of each worker, 0 for no limit
    TranspositionTable table_;
    SearchControl control_;
    CurrentlySearching currently_searching_;
    std::vector<std::unique_ptr<Search>> searches_;  // one for each worker
    EndgameGoal goal_;
    EndgameResult<Width> result_;
    EndgameResult<Width> latest_;  // after the last depth
    bool is_followed_ = false;
    bool is_narrowed_ = false;  // moves keep their estimates
    bool is_proving_others_ = false;
    std::mutex mutex_;                         // of bounds and values, and of `proven_`
    std::vector<Move> proven_;                 // best first
    std::atomic<std::size_t> next_index_ = 1;  // of the moves to prove
};

extern template class Endgame<std::uint32_t, 16>;
extern template class Endgame<std::uint32_t, 32>;
extern template class Endgame<std::uint64_t, 32>;

}  // namespace jackdaw
