// The endgame, solved: both racks known, the bag empty.
//
// Short searches that end in estimates find an order of the moves, then one goes to the end of the game. The search is over when the root's bounds meet.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "endgame_search.hpp"

namespace jackdaw {

struct EndgameLimits {
    std::size_t memory = std::size_t{256} << 20;  // bytes
    double seconds = 0;                           // 0: none
    std::uint64_t nodes = 0;                      // 0: none
    int workers = 1;                              // threads
    std::function<bool()> is_interrupted{};       // asked some twenty times a second; may be empty
};

// What is to be found out.
struct EndgameQuestion {
    std::size_t moves = 1;   // so many of the best get exact values; 0: all
    bool first_win = false;  // only how values compare to `even`
    int even = 0;            // the change of spread that makes a draw
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
    std::vector<RankedMove<Width>> moves;  // best first; as many as were asked for, of those that there are
};

template <class Mask, int Width>
class Endgame {
public:
    // The board has tiles. All arguments but the position outlive it. Throws std::overflow_error if more than kUnbounded points could be won or lost.
    Endgame(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position, const ScorelessRule& rule, const EndgameLimits& limits);

    EndgameResult<Width> solve(const EndgameQuestion& question);

private:
    using Search = EndgameSearch<Mask, Width>;
    using Finding = typename Search::Finding;
    using Move = RankedMove<Width>;

    struct Window {
        int alpha;
        int beta;
    };

    void prove_best();
    void prove_others();
    void prove_moves(Search& search);
    void search_within(Search& search, Move& move, const Window& window) const;
    int floor();
    template <class Job>
    bool together(std::size_t workers, Job job);
    void learn();
    void join();
    typename std::vector<Move>::iterator find_best();
    Window window(int lower, int upper) const;
    bool is_settled(int lower, int upper) const;
    bool is_settled() const { return is_settled(result_.lower, result_.upper); }
    std::size_t wanted() const { return question_.moves ? std::min(question_.moves, result_.moves.size()) : result_.moves.size(); }

    ProofTable table_;
    EndgameWatch watch_;
    BusyPositions busy_;
    std::vector<std::unique_ptr<Search>> searches_;  // one a worker; the first is the calling thread's
    EndgameQuestion question_;
    EndgameResult<Width> result_;
    std::mutex mutex_;  // of the result's bounds and of `proven_`
    std::vector<int> proven_;  // values of moves, highest first
    std::atomic<std::size_t> next_ = 1;  // of the moves to prove
};

extern template class Endgame<std::uint32_t, 16>;
extern template class Endgame<std::uint64_t, 16>;
extern template class Endgame<std::uint32_t, 32>;
extern template class Endgame<std::uint64_t, 32>;

}  // namespace jackdaw
