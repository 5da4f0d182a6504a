// Endgames and pre-endgames of a few tiles.
//
// Python has checked that there are tiles on the board, that no rack is empty, that the game is not
// over and that words are in the lexicon's order (strategy/endgame/endgame.py, preendgame.py).
// Invariants: the value is that of a plain negamax over all moves, with limits its bounds hold it;
// the same for each move; the variation is legal and reaches the value.

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "strategy/core/endgame/endgame.hpp"
#include "strategy/core/preendgame/preendgame.hpp"
#include "tests/fuzz/game.hpp"
#include "tests/fuzz/oracle.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

struct OutOfNodes {};

// Negamax without any pruning.
template <class Mask, int Width>
class EndgameOracle {
  public:
    using Record = MoveRecord<Width>;

    EndgameOracle(const Variant& variant, const ScorelessRule& rule, int max_nodes)
        : variant_(variant), rule_(rule), nodes_left_(max_nodes) {}

    struct State {
        Board<Mask> board;
        std::array<TileCounts, 2> racks;  // the player on turn first
        int scoreless;
    };

    std::vector<Record> moves(const State& state) const {
        return all_moves<Width>(state.board, state.racks[0], variant_.bonus, 0);
    }

    int value(const State& state) {
        int best = -1'000'000;
        for (const Record& move : moves(state)) best = std::max(best, value_of(state, move));
        return best;
    }

    // The change of spread until the end of the game, for the player who makes the move.
    int value_of(const State& state, const Record& move) {
        if (nodes_left_-- == 0) throw OutOfNodes{};
        State next = after(state, move);
        const int mine = points(next.racks[1]), theirs = points(next.racks[0]);
        if (num_tiles(next.racks[1]) == 0) return move.score + 2 * theirs;
        if (next.scoreless >= rule_.turns) return move.score - mine + theirs;
        return move.score - value(next);
    }

    State after(const State& state, const Record& move) const {
        State next{state.board, {state.racks[1], state.racks[0]}, state.scoreless};
        if (move.kind == MoveKind::kPlay) {
            next.board.place(move.direction, move.lane, move.start, move.tiles, move.length);
            next.racks[1] = rack_after(next.racks[1], move);
        }
        const bool counts = rule_.passes_only ? move.kind == MoveKind::kPass : move.score == 0;
        next.scoreless = counts ? state.scoreless + 1 : 0;
        return next;
    }

    int points(const TileCounts& rack) const { return rack_points(rack, variant_.points); }

  private:
    const Variant& variant_;
    const ScorelessRule rule_;
    int nodes_left_;
};

template <class Mask, int Width>
class EndgameChecks {
    using Oracle = EndgameOracle<Mask, Width>;
    using State = typename Oracle::State;

  public:
    EndgameChecks(Input& in, const Variant& variant, const State& state)
        : variant_(variant),
          state_(state),
          rule_{in.small(state.scoreless + 1, 5), in.flag()},
          goal_{static_cast<std::size_t>(in.one_of({1, 2, 0})), in.flag(), in.small(-20, 20)},
          limits_{.nodes = in.flag() ? static_cast<std::uint64_t>(in.small(1, 300)) : 20'000,
                  .memory = std::size_t{1} << in.small(16, 21)} {}

    void run() {
        const EndgamePosition position{state_.racks, state_.scoreless};
        EndgameResult<Width> result;
        try {
            result = Endgame<Mask, Width>(variant_, state_.board, position, rule_, limits_, {})
                         .solve(goal_);
        } catch (const std::overflow_error&) {
            return;
        }
        check_bounds(result);
        try {
            check_against_oracle(result);
        } catch (const OutOfNodes&) {
        }
    }

  private:
    void check_bounds(const EndgameResult<Width>& result) const {
        require(result.lower <= result.value && result.value <= result.upper,
                "bounds hold the value");
        const std::size_t all = Oracle(variant_, rule_, 0).moves(state_).size();
        require(result.moves.size() == (goal_.moves ? std::min(goal_.moves, all) : all),
                "as many moves as asked for");
        require(!result.variation.empty(), "there is a variation");
        const bool is_settled =
            result.lower == result.upper || (goal_.first_win && (result.lower > goal_.draw_value ||
                                                                 result.upper < goal_.draw_value));
        require(is_settled || result.nodes + 1 >= limits_.nodes, "only limits leave a value open");
    }

    void check_against_oracle(const EndgameResult<Width>& result) const {
        Oracle oracle(variant_, rule_, 4'000);
        const int value = oracle.value(state_);
        require(result.lower <= value && value <= result.upper, "bounds hold the true value");
        for (const auto& [move, estimate, lower, upper] : result.moves) {
            const int of_move = oracle.value_of(state_, move);
            require(lower <= of_move && of_move <= upper, "bounds hold the value of each move");
        }
        if (result.lower != result.upper) return;
        State state = state_;
        int spread = 0, sign = 1;
        for (std::size_t i = 0; i < result.variation.size(); ++i) {
            const auto& move = result.variation[i];
            const auto legal = oracle.moves(state);
            require(std::any_of(legal.begin(), legal.end(),
                                [&](const auto& each) { return is_move(each, move); }),
                    "the moves of the variation are legal");
            if (i + 1 == result.variation.size()) {
                require(spread + sign * oracle.value_of(state, move) == value,
                        "the variation reaches the value");
            }
            state = oracle.after(state, move);
            spread += sign * move.score;
            sign = -sign;
        }
    }

    // Leaves are numbered by the rack that a search began with.
    static bool is_move(MoveRecord<Width> a, const MoveRecord<Width>& b) {
        a.leave = b.leave;
        return fuzz::is_same(a, b);
    }

    const Variant& variant_;
    const State& state_;
    const ScorelessRule rule_;
    const EndgameGoal goal_;
    const SearchLimits limits_;
};

// Pre-endgames: bounds of a short and of a long search agree, and where a move empties the bag,
// they hold the value of the endgame that follows.
template <class Mask, int Width>
class PreendgameChecks {
    using Search = Decision<Mask, Width>;

  public:
    PreendgameChecks(Input& in, const Variant& variant, const Board<Mask>& board,
                     const TileCounts& rack, const TileCounts& unseen, int bag)
        : variant_(variant),
          board_(board),
          position_{rack, unseen, bag, in.small(-30, 30), 0},
          options_{in.flag(), in.flag(), static_cast<Spreads>(in.small(0, 2))},
          orders_(all_bag_orders(unseen, bag)),
          moves_(all_moves<Width>(board, rack, variant.bonus, 0)) {
        const std::size_t wanted = std::min<std::size_t>(moves_.size(), 4);
        moves_.erase(moves_.begin(), moves_.end() - static_cast<std::ptrdiff_t>(wanted));
    }

    void run() {
        std::vector<std::vector<typename Search::Cell>> few;
        search(40, [&](const Search& decision) {
            for (std::size_t move = 0; move < moves_.size(); ++move)
                few.push_back(decision.cells(move));
        });
        search(400, [&](const Search& decision) {
            for (std::size_t move = 0; move < moves_.size(); ++move) {
                for (std::size_t i = 0; i < few[move].size(); ++i)
                    check_agreement(few[move][i].bounds, decision.cells(move)[i].bounds);
                check_endgames(decision, move);
            }
        });
    }

  private:
    template <class Visit>
    void search(std::uint64_t nodes, Visit visit) const {
        const SearchLimits limits{.nodes = nodes, .memory = std::size_t{1} << 20};
        SearchControl control(0, {});
        std::uint32_t weight = 0;
        for (const BagOrder& order : orders_) weight += order.weight;
        WinCounts counts(moves_.size(), static_cast<std::int32_t>(weight));
        const DecisionContext context =
            make_context(variant_, options_.is_adversarial, limits, control, &counts);
        Search decision(context, board_, position_, moves_, orders_, 0);
        settle(decision, options_, limits, control);
        visit(decision);
    }

    static void check_agreement(const SpreadBounds& few, const SpreadBounds& more) {
        require(few.lower <= few.upper && more.lower <= more.upper,
                "a lower bound is at most the upper bound");
        require(std::max(few.lower, more.lower) <= std::min(few.upper, more.upper),
                "bounds of a short and of a long search agree");
    }

    void check_endgames(const Search& decision, std::size_t index) const {
        const auto& move = moves_[index];
        if (move.kind != MoveKind::kPlay || move.placed < position_.bag) return;
        EndgameOracle<Mask, Width> oracle(variant_, {}, 2'000);
        const auto& list = decision.arrangements(index).list();
        for (std::size_t i = 0; i < list.size(); ++i) {
            typename EndgameOracle<Mask, Width>::State state{board_, {}, 0};
            state.board.place(move.direction, move.lane, move.start, move.tiles, move.length);
            state.racks = {list[i].theirs, plus(rack_after(position_.rack, move), list[i].drawn)};
            const SpreadBounds& bounds = decision.cells(index)[i].bounds;
            try {
                const int spread = position_.spread + move.score - oracle.value(state);
                require(bounds.lower <= spread && spread <= bounds.upper,
                        "bounds hold the spread of the endgame");
            } catch (const OutOfNodes&) {
                return;
            }
        }
    }

    const Variant& variant_;
    const Board<Mask>& board_;
    const DecisionPosition position_;
    const PreendgameOptions options_;
    const std::vector<BagOrder> orders_;
    std::vector<MoveRecord<Width>> moves_;
};

template <int Width, class Mask>
void run(Input& in, const Alphabet& alphabet, const Variant& variant,
         const Lexicon<Mask>& lexicon) {
    Board<Mask> board(variant.layout, lexicon.graph, variant.points);
    const std::vector<Square> squares =
        make_squares(in, alphabet, variant.layout, lexicon.words, 4);
    board.set_squares(squares.data());
    const TileCounts rack = make_rack(in, alphabet, variant.rack_size),
                     theirs = make_rack(in, alphabet, variant.rack_size);
    if (board.is_empty() || !num_tiles(rack) || !num_tiles(theirs)) return;
    const int bag = std::min(in.one_of({0, 1, 0, 2}), num_tiles(theirs) - 1);
    if (bag > 0) return PreendgameChecks<Mask, Width>(in, variant, board, rack, theirs, bag).run();
    const int scoreless = in.one_of({0, 1, 3});
    const typename EndgameOracle<Mask, Width>::State state{board, {rack, theirs}, scoreless};
    EndgameChecks<Mask, Width>(in, variant, state).run();
}

template <class Mask>
void run(Input& in, const Alphabet& alphabet) {
    const Limits limits{.words = 10, .word = 5, .side = 6, .rack = 4, .extremes = in.byte() > 250};
    const Lexicon<Mask> lexicon(make_words(in, alphabet, limits));
    const Variant variant = make_variant(in, alphabet, limits);
    if (variant.rack_size > 7) return;  // larger ones take too long
    visit_width<Mask>(variant.layout, [&]<int Width>(std::integral_constant<int, Width>) {
        run<Width>(in, alphabet, variant, lexicon);
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(data, size);
    const Alphabet alphabet = make_alphabet(in, {});
    alphabet.letters <= 31 ? run<std::uint32_t>(in, alphabet) : run<std::uint64_t>(in, alphabet);
    return 0;
}
