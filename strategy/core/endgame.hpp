// The endgame, solved: both racks known, the bag empty.
//
// Negamax with alpha-beta in iterative deepening. A search of few plies ends in estimates; what it finds orders the moves of the next one. Beside each value
// go bounds that owe nothing to an estimate: they come from ended games and from replies that a move cannot prevent. The search is over when the
// root's bounds meet.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "lane_plays.hpp"
#include "movegen/core/variant.hpp"
#include "proof_table.hpp"

namespace jackdaw {

// Turns in a row that end the game: passes alone, or whatever scores nothing.
struct ScorelessRule {
    int turns = 2;
    bool passes_only = true;
};

struct EndgamePosition {
    std::array<TileCounts, 2> racks;  // of the player on turn first
    int scoreless = 0;                // turns in a row so far that count
};

struct EndgameLimits {
    std::size_t memory = std::size_t{256} << 20;  // bytes
    double seconds = 0;                           // 0: none
    std::uint64_t nodes = 0;                      // 0: none
};

template <int Width>
struct EndgameResult {
    int value = 0;  // change of spread for the player on turn: proven if the bounds meet, else the best estimate
    int lower = -kUnbounded;
    int upper = kUnbounded;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<MoveRecord<Width>> variation;

    bool proven() const { return lower == upper; }

    void take(int found, int least, int most) {
        value = found;
        lower = std::max(lower, least);
        upper = std::min(upper, most);
    }
};

template <class Mask, int Width>
class Endgame {
public:
    // The board has tiles. All arguments but the position outlive it.
    Endgame(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position, const ScorelessRule& rule, const EndgameLimits& limits);

    EndgameResult<Width> solve();

private:
    using Lanes = LanePlays<Mask, Width>;
    using Record = MoveRecord<Width>;

    struct Choice;
    struct Stop {};  // a limit is reached

    // What a search says of a position, for the player on turn.
    struct Finding {
        int value;
        int lower;
        int upper;
    };

    struct Window {
        int alpha;
        int beta;
    };

    // What is known of a position while its moves are searched.
    struct Best {
        Finding found{-kUnbounded, -kUnbounded, -kUnbounded};
        std::uint32_t move = 0;
        bool cut = false;  // not all moves were searched

        void add(const Finding& more, const Choice& choice);
    };

    struct State {
        std::uint64_t board_hash = 0;
        std::array<PackedRack, 2> racks{};
        std::array<int, 2> points{};  // of the racks
        int on_turn = 0;
        int scoreless = 0;

        std::uint64_t key() const {
            return board_hash ^ mixed(racks[0] * 2ull) ^ mixed(mixed(racks[1])) ^ mixed(0x5000 + static_cast<unsigned>(scoreless * 2 + on_turn));
        }
    };

    struct Choice {
        LanePlay play;         // nothing for a pass
        const Record* record;  // null for a pass
        int estimate;
        int upper;             // of what it can be worth
    };

    struct Reply {
        LanePlay play;
        const Record* record;
    };

    // A position on the way from the root.
    struct Ply {
        explicit Ply(const Board<Mask>& start) : board(start) {}

        State state;
        Board<Mask> board;
        std::array<std::array<typename Lanes::Lane*, kMaxSide>, 2> lanes{};
        std::vector<Choice> choices;
        std::vector<Reply> replies;  // of the other player, as if on turn
        std::vector<Record> kept;    // their records, if the lanes have forgotten them
        Best best;
    };

    Finding search(int ply, int depth, int alpha, int beta);
    void search_choices(int ply, int depth, const Window& window, std::uint32_t first);
    bool consider(int ply, const Choice& choice, int depth, const Window& window);
    void look_at(Ply& here);
    Finding keep(std::uint64_t key, int depth, const Window& window, const Best& best, std::uint64_t work);
    Finding value_of(int ply, const Choice& choice, int depth, int alpha, int beta);
    bool end_value(const State& state, const Choice& choice, int& value) const;
    State after(const State& state, const Choice& choice) const;
    void enter(int ply, const Record* record);
    Ply& at(int ply);
    void read_all_lanes(Ply& ply);
    void list_choices(Ply& ply);
    void list_replies(Ply& ply, bool all);
    void order_choices(Ply& ply);
    void bound_choice(const Ply& ply, Choice& choice, int alpha) const;
    LaneSet touched(const Board<Mask>& board, const Record& record) const;
    int playout(const Ply& ply) const;
    void check_limits(int ply);
    void forget_lanes(int ply);
    void take_unfinished(EndgameResult<Width>& result);
    typename std::vector<Choice>::const_iterator find_choice(const Ply& ply, std::uint32_t move) const;
    Record record_of(const Choice& choice) const;
    void read_variation(EndgameResult<Width>& result);
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

    const Variant& variant_;
    const ScorelessRule rule_;
    const EndgameLimits limits_;
    Lanes lanes_;
    ProofTable table_;
    std::vector<std::unique_ptr<Ply>> plies_;
    std::uint64_t nodes_ = 0;
    std::chrono::steady_clock::time_point begun_;
};

extern template class Endgame<std::uint32_t, 16>;
extern template class Endgame<std::uint64_t, 16>;
extern template class Endgame<std::uint32_t, 32>;
extern template class Endgame<std::uint64_t, 32>;

}  // namespace jackdaw
