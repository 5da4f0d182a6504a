// The search of endgames: negamax with alpha-beta.
//
// A search of few plies ends in estimates; what it finds orders the moves of the next one. Beside each value go bounds that owe nothing to an estimate:
// they come from ended games and from replies that a move cannot prevent.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "busy_positions.hpp"
#include "choice_bounds.hpp"
#include "endgame_ply.hpp"
#include "lane_plays.hpp"
#include "movegen/core/variant.hpp"
#include "proof_table.hpp"

namespace jackdaw {

struct EndgamePosition {
    std::array<TileCounts, 2> racks;  // of the player on turn first
    int scoreless = 0;                // turns in a row so far that count
};

inline constexpr int kToTheEnd = 1'000;  // plies: no game lasts as long

// What stops a search from outside; asked now and then.
class EndgameWatch {
public:
    // seconds: 0 for no limit. `is_interrupted`, if there is one, is asked some twenty times a second.
    EndgameWatch(double seconds, std::function<bool()> is_interrupted) : limit_(seconds), is_interrupted_(std::move(is_interrupted)) {}

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

    // Whether to stop. Only the thread that began asks whether it is interrupted.
    bool is_over();

    // Asks it, in the thread that began, for other threads.
    void ask() {
        if (is_interrupted_ && is_interrupted_()) call_off();
    }

    void call_off() { is_called_off_.store(true, std::memory_order_relaxed); }
    void go_on() { is_called_off_.store(false, std::memory_order_relaxed); }

private:
    const double limit_;
    const std::function<bool()> is_interrupted_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    const std::thread::id first_thread_ = std::this_thread::get_id();
    double asked_ = -1;  // when, by the first thread: seconds
    std::atomic<bool> is_called_off_ = false;
};

// One thread's search.
template <class Mask, int Width>
class EndgameSearch {
public:
    using Lanes = LanePlays<Mask, Width>;
    using Record = MoveRecord<Width>;
    using Choice = typename EndgamePly<Mask, Width>::Choice;
    using Reply = typename EndgamePly<Mask, Width>::Reply;
    using State = EndgameState;

    struct Stop {};  // thrown when a limit is reached

    // What a search says of a position, for the player on turn.
    struct Finding {
        int value = 0;
        int lower = -kUnbounded;
        int upper = kUnbounded;

        bool proven() const { return lower == upper; }
    };

    // The board has tiles. All arguments but the position outlive it. bytes: of memory, the table left out; nodes: the limit, 0 for none; busy: what other
    // searches are at, null for none.
    EndgameSearch(const Variant& variant, const Board<Mask>& board, const EndgamePosition& position, const ScorelessRule& rule, ProofTable& table,
                  EndgameWatch& watch, std::size_t bytes, std::uint64_t nodes, BusyPositions* busy = nullptr);

    EndgameSearch(const EndgameSearch&) = delete;  // its parts point at each other

    // Searches the position to a depth in plies, kToTheEnd for a proof, within a window.
    Finding search(int depth, int alpha, int beta);

    // The same of one of its moves, in terms of the player on turn.
    Finding search_move(const Record& move, int alpha, int beta, int depth = kToTheEnd);

    // What is proven of a move so far, and the best estimate.
    Finding known_of(const Record& move);

    // All moves, those first that seem best before any search, and the best that the last search has found, if any.
    std::vector<Record> moves();
    std::optional<Record> best_move();

    // Adds the moves of best play of both; value: the position's, proven.
    void read_variation(int value, std::vector<Record>& moves);

    std::uint64_t nodes() const { return nodes_; }

    // From now on: so many more nodes, 0 for no limit.
    void limit_nodes(std::uint64_t more) { most_nodes_ = more ? nodes_ + more : 0; }

private:
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

    // A position on the way from the root.
    struct Ply : EndgamePly<Mask, Width> {
        using EndgamePly<Mask, Width>::EndgamePly;

        Best best;
    };

    Finding search(int ply, int depth, int alpha, int beta);
    bool leads_for_good(Ply& here, int beta);
    void drop_bounded(int ply, int alpha);
    void search_choices(int ply, int depth, const Window& window, std::uint32_t first);
    bool consider(int ply, const Choice& choice, int depth, const Window& window);
    void look_at(Ply& here);
    Finding keep(std::uint64_t key, int depth, const Window& window, const Best& best, std::uint64_t work);
    Finding value_of(int ply, const Choice& choice, int depth, int alpha, int beta);
    bool end_value(const State& state, const Choice& choice, int& value) const { return jackdaw::end_value(rule_, state, choice, value); }
    std::uint64_t key_of(const State& state) const;
    static constexpr std::size_t kLeastBytes = std::size_t{1} << 18;  // for lanes, however few are allowed: else none would be met again
    static constexpr std::size_t kPlyBytes = sizeof(Ply) + 24'000;            // its lists, about
    static constexpr std::size_t kOtherBytes = std::size_t{1} << 19;          // what is counted nowhere, about

    State after(const State& state, const Choice& choice) const;
    void enter(int ply, const Record* record);
    Ply& at(int ply);
    void read_all_lanes(Ply& ply);
    void list_choices(Ply& ply);
    void list_replies(Ply& ply, bool all);
    void value_choices(Ply& ply);
    static bool stands_before(const Choice& a, const Choice& b);
    void order_choices(Ply& ply);
    int playout(const Ply& ply) const;
    void check_limits(int ply);
    void forget_lanes(int ply);
    typename std::vector<Choice>::const_iterator find_choice(const Ply& ply, std::uint32_t move) const;
    Choice choice_of(const Record& move) const;
    Record record_of(const Choice& choice) const;

    const Variant& variant_;
    const ScorelessRule rule_;
    ProofTable& table_;
    EndgameWatch& watch_;
    const std::size_t bytes_;
    std::uint64_t most_nodes_;
    BusyPositions* const busy_;
    Lanes lanes_;
    ChoiceBounds<Mask, Width> bounds_;
    std::vector<std::unique_ptr<Ply>> plies_;
    std::uint64_t nodes_ = 0;
};

extern template class EndgameSearch<std::uint32_t, 16>;
extern template class EndgameSearch<std::uint64_t, 16>;
extern template class EndgameSearch<std::uint32_t, 32>;
extern template class EndgameSearch<std::uint64_t, 32>;

}  // namespace jackdaw
