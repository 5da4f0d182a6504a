// A decision of the pre-endgame: with one to four tiles in the bag, which move is best?
//
// A decision is a table of moves by arrangements of the unseen tiles (bag_orders.hpp); a cell has
// the bounds of the final spread. A move that empties the bag leads to an endgame with both racks
// known: one search for each arrangement, which all moves share. After any other move the opponent
// has a decision of its own, and so on. Cells are narrowed no further than necessary: the sign of
// the spread, which is who wins, costs far less than the number.
//
// The members are defined by subject: decision_cells.hpp, decision_estimates.hpp (steps 1 to 3),
// decision_proofs.hpp (4 and 5), decision_answers.hpp and decision_results.hpp (replies);
// decision.cpp instantiates them.
// preendgame.hpp says in which order and with which limits the steps are taken:
//
//   estimate_moves    1  shallow searches of the moves that empty the bag
//   estimate_others   2  of others that rank high, after the likely reply where tiles are left
//   rank_moves        3  rank the moves by their estimated chance to win
//   settle_wins       4  null windows around 0 until no other move can win as often, or nodes end
//   settle_spreads    5  the final spreads of the moves that win most often, or of all
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/endgame/endgame_search.hpp"
#include "strategy/core/endgame_bounds/unopposed_pool.hpp"
#include "strategy/core/preendgame/bag_orders.hpp"
#include "strategy/core/preendgame/win_counts.hpp"
#include "strategy/core/search/parallel_run.hpp"
#include "strategy/core/search/search_control.hpp"
#include "strategy/core/search/search_result.hpp"

namespace jackdaw {

inline constexpr AlphaBetaWindow kSign{-1, 1};
inline constexpr AlphaBetaWindow kExact{-kUnbounded, kUnbounded};

// Scale, in points, of the logistic curve that turns an estimated spread into a chance to win.
inline constexpr double kEstimateError = 9;
// After a move that leaves tiles the opponent has a better reply than the likely one: the share of
// open wins that estimates give is raised to this power.
inline constexpr double kReplyExponent = 1.25;

// Bounds of a final spread, for the player on turn.
struct SpreadBounds {
    int lower = -kUnbounded;
    int upper = kUnbounded;

    bool is_exact() const { return lower == upper; }
    // Returns true if the bounds say whether the spread is at most alpha, at least beta, or which
    // number in between.
    bool answers(const AlphaBetaWindow& window) const {
        return is_exact() || upper <= window.alpha || lower >= window.beta;
    }
    void narrow(const SpreadBounds& more) {
        lower = lower < more.lower ? more.lower : lower;
        upper = upper > more.upper ? more.upper : upper;
    }
    SpreadBounds for_opponent() const { return {-upper, -lower}; }
    // A win counts 2, a draw 1.
    int min_result() const { return (lower > 0) + (lower >= 0); }
    int max_result() const { return (upper > 0) + (upper >= 0); }
};

// A position as the player on turn knows it; the bag has tiles.
struct DecisionPosition {
    TileCounts rack{};
    TileCounts unseen{};
    int bag = 0;     // tiles
    int spread = 0;  // of the player on turn
    int scoreless = 0;
};

// What a decision shares with all decisions below it.
struct DecisionContext {
    const Variant& variant;
    ScorelessRule rule;
    bool is_adversarial;          // the opponent knows where the tiles are
    std::size_t bytes;            // memory of all endgames of the first decision
    std::size_t table_bytes;      // memory of the transposition tables of each other decision
    std::size_t kept_bytes;       // memory of the decisions after the first that are kept
    std::size_t lane_bytes;       // memory of the plays of lanes that a worker's searches cache
    std::size_t unopposed_bytes;  // memory of a worker's measure of unopposed play
    SearchControl& control;
    WinCounts* counts = nullptr;  // of the first decision; none if nobody follows the search
};

struct DecisionStopped {};     // thrown when the search is stopped
struct DecisionOutOfNodes {};  // thrown when a decision has spent its nodes

// A cell to settle, and how far.
struct CellRequest {
    int move;
    int arrangement;
    AlphaBetaWindow window;
    int depth = kToTheEnd;    // plies; a search of fewer gives an estimate
    std::uint64_t nodes = 0;  // limit of an endgame's search; 0 for no limit
    bool is_likely = false;   // after the opponent's likely reply, which gives an estimate
};

// Runs independent jobs.
using JobRunner = std::function<void(Jobs&)>;

// How much is settled at once, before moves that have fallen behind are dropped.
struct Batches {
    std::size_t moves = 1;
    int arrangements = 1;
};

inline constexpr std::size_t kAllMoves = ~std::size_t{0};

// Which moves are settled.
enum class Among : std::uint8_t {
    kAll,
    kEmptyingBag,   // those that empty the bag
    kMayAlwaysWin,  // of these, those not proven to draw or lose in any arrangement
};

struct WinsGoal {
    bool all;                       // also moves that cannot win as often as the best
    bool until_certain;             // stop once a move always wins
    bool ties = true;               // also moves that can win only as often as the best
    std::size_t first = kAllMoves;  // only so many of those ranked highest
    Among among = Among::kAll;
};

template <class Mask, int Width>
class Decision {
  public:
    using Record = MoveRecord<Width>;

    struct Cell {
        SpreadBounds bounds;
        int estimate = 0;
        bool is_estimated = false;
        std::uint32_t nodes = 0;  // limit of the last search that asked who wins

        // By the estimate, unless the bounds prove more.
        double win_chance() const {
            if (bounds.answers(kSign)) return bounds.min_result() / 2.0;
            return 1 / (1 + std::exp(-estimate / kEstimateError));
        }
        WinCounts::Result result() const {
            const bool is_known = is_estimated || bounds.answers(kSign);
            return {bounds.min_result(), bounds.max_result(), is_known,
                    is_known ? 2 * win_chance() : 0};
        }
    };

    // depth: number of decisions before this one. The context must outlive it.
    Decision(const DecisionContext& context, const Board<Mask>& board,
             const DecisionPosition& position, std::vector<Record> moves,
             std::vector<BagOrder> orders, int depth);

    const std::vector<Record>& moves() const { return moves_; }
    const std::vector<Cell>& cells(std::size_t move) const { return cells_[move]; }
    const Arrangements& arrangements_after(int drawn) const { return *arrangements_[drawn]; }
    const Arrangements& arrangements(std::size_t move) const {
        return arrangements_after(drawn_by(static_cast<int>(move)));
    }
    std::uint64_t nodes() const;

    // Ranks moves that no search has estimated by these chances to win, one for each move; negative
    // where nothing is known.
    void set_priors(std::vector<double> priors) { priors_ = std::move(priors); }

    // Limits what follows to so many more nodes; 0 for no limit. They are the same ones for any
    // number of threads.
    void limit_nodes(std::uint64_t more) { max_nodes_ = more ? nodes() + more : 0; }

    // The steps take the moves as they are ranked. They throw DecisionStopped or
    // DecisionOutOfNodes; the cells have all bounds proven by then.
    void estimate_moves(const JobRunner& run);
    void estimate_others(std::size_t first, const JobRunner& run);
    void rank_moves();
    // Returns false if there was nothing left to search with so many nodes a cell.
    bool settle_wins(const WinsGoal& goal, const Batches& batches, const JobRunner& run,
                     std::uint64_t nodes = 0);
    void settle_spreads(bool all, const JobRunner& run);

    // The final spread if the bag is in this order and the player on turn decides.
    SpreadBounds answer(const BagTiles& order, const AlphaBetaWindow& window);

    // Frees the memory of all searches.
    void free_searches();

    // Memory of its tables and of the decisions below it, without searches, about.
    std::size_t bytes() const;

  private:
    static constexpr int kUnknown = -1;
    using Search = EndgameSearch<Mask, Width>;
    using ReplyKey = std::pair<int, std::size_t>;  // of a reply: by move and the opponent's rack

    struct ArrangementSearch {
        TranspositionTable table;
        Search search;

        ArrangementSearch(const DecisionContext& context, std::size_t table_bytes,
                          std::size_t lane_bytes, const Board<Mask>& board,
                          const EndgamePosition& position, const LentLanes<Mask, Width>& lanes);
    };

    // What is remembered of a decision that is freed.
    struct Conclusion {
        int predicted = kUnknown;        // the move that seems best
        std::vector<int> best;           // moves with the best wins, once they are settled
        bool always_wins = false;        // some move does; then `best` may be empty
        std::vector<SpreadBounds> ends;  // of the best moves, by order; empty if it was not freed
    };

    int drawn_by(int move) const {
        return std::min<int>(moves_[move].kind == MoveKind::kPlay ? moves_[move].placed : 0,
                             position_.bag);
    }
    bool ends_game(int move) const {
        return moves_[move].kind == MoveKind::kPass &&
               position_.scoreless + 1 >= context_.rule.turns;
    }
    // Whether a move leaves the opponent a decision with tiles in the bag.
    bool leaves_decision(int move) const {
        return drawn_by(move) < position_.bag && !ends_game(move);
    }
    bool is_informed() const { return context_.is_adversarial && depth_ % 2; }
    SpreadBounds& bounds(int move, int arrangement) { return cells_[move][arrangement].bounds; }

    void settle_cell(const CellRequest& request);
    void narrow_cell(const CellRequest& request);
    void search_endgame(const CellRequest& request);
    ArrangementSearch& search_of(int move, int arrangement);
    bool shares_lanes() const;
    LentLanes<Mask, Width> lanes_of(int arrangement);
    std::size_t lane_bytes() const;
    Decision& reply_to(int move, int arrangement);
    void settle_ends();
    SpreadBounds result_of_best(std::size_t order);
    bool find_certain(std::size_t effort);
    std::vector<int> surest_first() const;
    void compare_results(std::size_t order, std::uint64_t nodes);
    void settle_rival(int move, std::size_t order, std::uint64_t nodes);
    void refute(int move, std::size_t order, std::uint64_t nodes, std::size_t tries);
    void look_at(int move, int arrangement);
    void count_loss(int move, int arrangement) {
        losses_[drawn_by(move)][arrangement] += bounds(move, arrangement).max_result() == 0;
    }
    int refuting_margin(int move, std::size_t order) const;
    bool is_rival(int move, std::size_t order) const;
    int least_result(int move, std::size_t order) const;
    SpreadBounds common_result(std::size_t order) const;
    bool settle_sign(int move, int arrangement, std::uint64_t nodes);
    void order_by_killers(const std::vector<Record>& killers);
    void remember_killers(int move, int arrangement, const Decision& reply, std::size_t first);
    std::vector<Record>& killers_at(int move, int rack) {
        return killers_[drawn_by(move)][static_cast<std::size_t>(rack)];
    }
    const SpreadBounds& bounds_at(int move, std::size_t order) const {
        return cells_[move][arrangements(move).index_of(order)].bounds;
    }
    SpreadBounds end_of_best(std::size_t order) const;
    Conclusion conclusion() const;
    void free_replies(std::size_t most_bytes, const ReplyKey* kept = nullptr);
    void keep_to_memory(int move, int arrangement);
    void estimate_fully(const std::vector<int>& moves, std::size_t at_once, const JobRunner& run);
    void look_at_cells(const std::vector<int>& moves, int cells, std::size_t at_once,
                       const JobRunner& run);
    int cell_count(int move) const { return static_cast<int>(cells_[move].size()); }
    int sample_step(int move, int cells) const { return (cell_count(move) + cells - 1) / cells; }
    void sort_by_sample(std::vector<int>& moves, int cells);
    int estimate(const BagTiles& order, const CellRequest& request);
    int predict_move();
    void refine_prediction();
    double sampled_chance(CellRequest request, int cells);
    int likely_end(const BagTiles& order) const;
    int estimated_end(int move, int arrangement) const;
    double chance(int move) const;
    std::size_t index_of(const BagTiles& order) const;
    void settle_all(const std::vector<CellRequest>& requests, const JobRunner& run);
    void settle_group(const std::vector<CellRequest>& requests, std::uint64_t share,
                      std::atomic<bool>& is_out_of_nodes);
    void free_searches_after(const CellRequest& request);
    void settle_alone(const CellRequest& request);
    std::uint64_t nodes_left() const;
    std::uint64_t nodes_at(int move, int arrangement) const;
    std::int64_t max_wins(int move) const;
    std::int64_t min_wins(int move) const;
    std::vector<int> hardest_first(int move) const;
    bool is_open(int move, const WinsGoal& goal, std::int64_t best, std::uint64_t nodes) const;
    bool settle_wins_of(const std::vector<int>& some, const WinsGoal& goal, int at_once,
                        const JobRunner& run, std::uint64_t nodes, std::int64_t& best);
    int best_by_spread(const std::vector<int>& among, const JobRunner& run);
    bool find_spread(int move, int leader, const JobRunner& run);
    bool may_beat(int move, int leader) const;
    std::int64_t max_total(int move) const;
    std::size_t reply_bytes() const;
    SpreadBounds informed_answer(std::size_t order, const AlphaBetaWindow& window);

    const DecisionContext& context_;
    const Board<Mask> board_;
    const DecisionPosition position_;
    const std::vector<Record> moves_;
    const std::vector<BagOrder> orders_;
    const int depth_;
    std::vector<int> leaving_;       // the moves that leave tiles, after which the opponent decides
    std::size_t own_bytes_ = 0;      // memory without searches and replies, about
    std::int64_t perfect_wins_ = 0;  // a move that always wins: twice the weight of all orders
    std::array<std::unique_ptr<Arrangements>, kMaxInBag + 1> arrangements_;  // by tiles drawn
    std::vector<std::vector<Cell>> cells_;                // by move and arrangement
    std::vector<bool> is_estimated_;                      // by move: its cells, as far as nodes go
    std::vector<double> priors_;                          // by move; empty if there are none
    std::vector<std::uint64_t> searched_;                 // by move: nodes that each cell has had
    std::vector<int> ranking_;                            // moves, the most promising first
    std::array<std::vector<int>, kMaxInBag + 1> losses_;  // found, by tiles drawn and arrangement
    std::unique_ptr<LanePlays<Mask, Width>> lanes_;       // that all searches share, if they do
    std::vector<std::unique_ptr<ArrangementSearch>>
        searches_;  // by arrangement, for moves that empty the bag
    std::vector<std::vector<std::unique_ptr<Decision>>>
        replies_;  // by move and the opponent's rack
    std::map<ReplyKey, Conclusion> freed_;
    std::vector<ReplyKey> with_searches_;  // the replies asked last, if this is not the first one
    std::shared_ptr<UnopposedPool<Mask>> unopposed_;  // of all decisions
    Conclusion concluded_;
    std::size_t compared_ = 0;  // candidates for the move that seems best
    bool is_refined_ = false;   // they were compared by deeper searches
    int leader_ = kUnknown;     // the move that others are compared with
    // By tiles drawn and the opponent's rack: the best replies to other moves, the last first
    std::array<std::vector<std::vector<Record>>, kMaxInBag + 1> killers_;
    std::uint64_t freed_nodes_ = 0;
    std::uint64_t max_nodes_ = 0;  // 0: no limit
};

extern template class Decision<std::uint32_t, 16>;
extern template class Decision<std::uint32_t, 32>;
extern template class Decision<std::uint64_t, 32>;

}  // namespace jackdaw
