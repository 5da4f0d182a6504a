// The endgame, solved: both racks known, the bag empty.
//
// Short searches that end in estimates find an order of the moves, then one goes to the end of the game. The search is over when the root's bounds meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
    void search_within(Move& move, const Window& window);
    void learn();
    void join();
    typename std::vector<Move>::iterator find_best();
    Window window(int lower, int upper) const;
    bool is_settled(int lower, int upper) const;

    ProofTable table_;
    EndgameWatch watch_;
    Search search_;
    EndgameQuestion question_;
    EndgameResult<Width> result_;
};

extern template class Endgame<std::uint32_t, 16>;
extern template class Endgame<std::uint64_t, 16>;
extern template class Endgame<std::uint32_t, 32>;
extern template class Endgame<std::uint64_t, 32>;

}  // namespace jackdaw
