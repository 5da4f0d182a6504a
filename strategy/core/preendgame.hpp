// The pre-endgame: one to four tiles in the bag.
//
// A decision is a table of moves by arrangements of the unseen tiles (bag_orders.hpp); a cell is the final spread. Where a move empties the bag what
// follows is an endgame with both racks known, one search for each arrangement, which all moves share. Where it does not, the other player has a decision of
// its own, and so on. Cells are bounds, narrowed no further than is asked for: the sign tells who wins, and costs far less than the number.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "bag_orders.hpp"
#include "endgame_search.hpp"
#include "movegen/core/variant.hpp"

namespace jackdaw {

// What is asked of a number: whether it is at most alpha, at least beta, or which one in between.
struct SpreadWindow {
    int alpha;
    int beta;
};

inline constexpr SpreadWindow kSign{-1, 1};
inline constexpr SpreadWindow kExact{-kUnbounded, kUnbounded};

// What is known of a final spread, for the player on turn.
struct SpreadBounds {
    int lower = -kUnbounded;
    int upper = kUnbounded;

    bool is_exact() const { return lower == upper; }
    bool answers(const SpreadWindow& window) const { return is_exact() || upper <= window.alpha || lower >= window.beta; }
    void narrow(const SpreadBounds& more) {
        lower = lower < more.lower ? more.lower : lower;
        upper = upper > more.upper ? more.upper : upper;
    }
    SpreadBounds of_other_player() const { return {-upper, -lower}; }
    // A win counts 2, a draw 1.
    int least_result() const { return (lower > 0) + (lower >= 0); }
    int most_result() const { return (upper > 0) + (upper >= 0); }
};

// What a player knows, and for the points of who moves before: the bag has tiles.
struct DecisionPosition {
    TileCounts rack{};
    TileCounts unseen{};
    int bag = 0;     // tiles
    int spread = 0;  // of the player on turn
    int scoreless = 0;
};

// What all decisions below one have in common.
struct DecisionSetting {
    const Variant& variant;
    ScorelessRule rule;
    bool is_adversarial;             // the other player knows where the tiles are
    std::size_t bytes;               // of memory for each endgame of the first decision
    std::size_t reply_bytes;         // for each of the others
    EndgameWatch& watch;
};

struct DecisionStopped {};  // thrown when it is over
struct DecisionGivenUp {};  // and when the nodes that a decision may take are spent

// A cell that is wanted, and what of it.
struct CellRequest {
    int move;
    int place;  // of the arrangement
    SpreadWindow window;
    int depth = kToTheEnd;    // plies; a search of fewer gives an estimate
    std::uint64_t nodes = 0;  // of an endgame, to be given up after so many; 0 for no limit
};

// Runs jobs, which do not depend on each other.
using JobRunner = std::function<void(std::vector<std::function<void()>>&)>;

// How much is done at once, between two looks at what is still worth doing.
struct Batches {
    std::size_t moves = 1;
    int places = 1;
};

inline constexpr std::size_t kAllMoves = ~std::size_t{0};

struct WinsWanted {
    bool all;         // also of moves that cannot win as often as the best
    bool until_sure;  // no more once a move wins always
    bool ties = true;  // also of moves that can win as often as the best, no more
    std::size_t first = kAllMoves;  // of those ranked highest
};

template <class Mask, int Width>
class Decision {
public:
    using Record = MoveRecord<Width>;

    struct Cell {
        SpreadBounds bounds;
        int estimate = 0;
    };

    // depth: of decisions before this one. The setting outlives it.
    Decision(const DecisionSetting& setting, const Board<Mask>& board, const DecisionPosition& position, std::vector<Record> moves,
             std::vector<BagOrder> orders, int depth);

    const std::vector<Record>& moves() const { return moves_; }
    const std::vector<Cell>& cells(std::size_t move) const { return cells_[move]; }
    const Arrangements& arrangements_of(int drawn) const { return *arrangements_[drawn]; }
    const Arrangements& arrangements(std::size_t move) const { return arrangements_of(drawn_by(static_cast<int>(move))); }
    std::uint64_t nodes() const;

    // From now on: so many more nodes, 0 for no limit. The same ones every time, by whatever number of threads.
    void allow(std::uint64_t more) { most_nodes_ = more ? nodes() + more : 0; }

    // What follows takes the moves as they are ranked and throws DecisionStopped when it is over, DecisionGivenUp when its nodes are spent; cells keep what is
    // known.
    void glance(const JobRunner& run);
    void rank();
    void settle_wins(const WinsWanted& wanted, const Batches& batches, const JobRunner& run, std::uint64_t nodes = 0);
    void settle_spreads(bool all, const JobRunner& run);

    // The final spread with the bag in this order, by the rule of the player on turn.
    SpreadBounds answer(const BagTiles& order, const SpreadWindow& window);

    // Gives back what searches hold.
    void forget_searches();

private:
    using Search = EndgameSearch<Mask, Width>;

    struct Ending {
        ProofTable table;
        Search search;

        Ending(const DecisionSetting& setting, std::size_t bytes, const Board<Mask>& board, const EndgamePosition& position);
    };

    int drawn_by(int move) const { return std::min<int>(moves_[move].kind == MoveKind::kPlay ? moves_[move].placed : 0, position_.bag); }
    bool ends_game(int move) const { return moves_[move].kind == MoveKind::kPass && position_.scoreless + 1 >= setting_.rule.turns; }
    bool is_knowing() const { return setting_.is_adversarial && depth_ % 2; }
    SpreadBounds& bounds(int move, int place) { return cells_[move][place].bounds; }

    void settle(const CellRequest& request);
    void search_ending(const CellRequest& request);
    Decision& reply_to(int move, int place);
    void settle_all(const std::vector<CellRequest>& requests, const JobRunner& run);
    void settle_group(const std::vector<CellRequest>& requests, std::uint64_t share, std::atomic<bool>& is_given_up);
    void settle_alone(const CellRequest& request);
    std::uint64_t nodes_left() const;
    std::uint64_t nodes_at(int move, int place) const;
    std::int64_t most_wins(int move) const;
    std::int64_t least_wins(int move) const;
    std::vector<int> hardest_first(int move) const;
    int best_by_spread(const std::vector<int>& among, const JobRunner& run);
    bool find_spread(int move, int leader, const JobRunner& run);
    bool may_beat(int move, int leader) const;
    std::int64_t most_total(int move) const;
    SpreadBounds knowing_answer(std::size_t order, const SpreadWindow& window);

    const DecisionSetting& setting_;
    const Board<Mask> board_;
    const DecisionPosition position_;
    const std::vector<Record> moves_;
    const std::vector<BagOrder> orders_;
    const int depth_;
    std::int64_t all_wins_ = 0;  // twice the weight of all orders
    std::array<std::unique_ptr<Arrangements>, kMostInBag + 1> arrangements_;  // by tiles drawn
    std::vector<std::vector<Cell>> cells_;                                   // by move and arrangement
    std::vector<int> ranking_;                                               // moves, the most promising first
    std::array<std::vector<int>, kMostInBag + 1> losses_;                    // by tiles drawn and arrangement
    std::vector<std::unique_ptr<Ending>> endings_;                           // by arrangement, of moves that empty the bag
    std::vector<std::vector<std::unique_ptr<Decision>>> replies_;            // by move and the other's rack
    std::vector<int> best_;  // moves with the best wins, once they are settled
    std::uint64_t forgotten_nodes_ = 0;
    std::uint64_t most_nodes_ = 0;  // 0: no limit
};

extern template class Decision<std::uint32_t, 16>;
extern template class Decision<std::uint64_t, 16>;
extern template class Decision<std::uint32_t, 32>;
extern template class Decision<std::uint64_t, 32>;

}  // namespace jackdaw
