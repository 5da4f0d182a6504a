// Whole games of static strategies, rollouts, and the sums that leaves are trained from.
//
// Python has checked that the tiles fill the racks, that games end (sims/bag.py), that candidates
// are legal, and that the opponent can hold the leave (sims/simulation/rollouts.py). Invariants: no
// tile is lost or made; each move is the best of all moves, valued and sorted; results depend on
// seed and number alone, not on the batch.

#include <algorithm>
#include <cstring>
#include <vector>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/generation/all_moves.hpp"
#include "sims/core/games/self_play.hpp"
#include "sims/core/rollouts/rollouts.hpp"
#include "sims/core/training/leave_sums.hpp"
#include "strategy/core/static/best_equities.hpp"
#include "strategy/core/static/inference.hpp"
#include "tests/fuzz/game.hpp"
#include "tests/fuzz/oracle.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

template <class Record>
bool are_equal(const std::vector<Record>& a, const std::vector<Record>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
}

HeuristicLeaves make_leaves(Input& in) {
    HeuristicLeaves::Tiles first{}, duplicate{};
    const int range = in.one_of({4'000, 0, 300'000});
    for (int tile = 0; tile < kMaxTiles; ++tile) first[tile] = (tile * 7 % 11 - 5) * range / 5;
    duplicate.fill(-range / 3);
    return {first, duplicate, {}, {}};
}

// Ascending, an entry for each 16-bit number, as strategy/players/handicap.py makes it.
std::vector<std::int32_t> make_noise() {
    std::vector<std::int32_t> noise(std::size_t{1} << 16);
    for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<std::int32_t>(i) - 32'768;
    return noise;
}

template <class Mask, int Width>
class GameChecks {
  public:
    // other: the lexicon of every second player.
    GameChecks(Input& in, const Alphabet& alphabet, const Variant& variant,
               const Lexicon<Mask>& lexicon, const Lexicon<Mask>& other)
        : in_(in),
          alphabet_(alphabet),
          variant_(variant),
          lexicon_(lexicon),
          other_(other),
          leaves_(make_leaves(in)),
          strategy_{
              in.flag() ? &leaves_ : nullptr,
              in.one_of({700, 0}),
              in.one_of({1000, 2000, 0}),
              in.one_of({1000, 0}),
              in.one_of({0, 10'000}),
              in.flag() ? std::vector<std::int32_t>{-3000, 1000, 500} : std::vector<std::int32_t>{},
              in.byte() > 230 ? make_noise() : std::vector<std::int32_t>{}},
          seed_(static_cast<std::uint64_t>(in.integer(0, 65'535))) {}

    void run() {
        const int players = in_.one_of({2, 3, 4});
        if (num_tiles(variant_.tiles) >= players * variant_.rack_size) check_games(players);
        if (num_tiles(variant_.tiles) >= 2 * variant_.rack_size && in_.flag()) check_sums();
        check_rollouts();
    }

  private:
    using Turns = std::vector<TurnRecord<Width>>;

    void check_games(int players) {
        Players<Mask> seats{
            std::vector<StaticStrategy>(static_cast<std::size_t>(players), strategy_),
            {{&lexicon_.graph, &lexicon_.map}, {&other_.graph, &other_.map}},
            {}};
        for (int player = 0; player < players; ++player)
            seats.lexicon_by_player.push_back(player % 2);
        Turns turns, again;
        const PlayedGames played = play_games<Width>(seats, variant_, {seed_, 0, 1, 2}, &turns);
        const PlayedGames second = play_games<Width>(seats, variant_, {seed_, 1, 1, 1}, &again);
        require(std::memcmp(&played.games[1], &second.games[0], sizeof(GameRecord)) == 0,
                "a game depends on seed and number alone");
        std::size_t at = 0;
        for (const GameRecord& game : played.games) at = check_game(game, turns, at);
        require(at == turns.size(), "every turn belongs to a game");
    }

    // Replays a game; returns the index of the first turn after it.
    std::size_t check_game(const GameRecord& game, const Turns& turns, std::size_t first) {
        Board<Mask> boards[] = {{variant_.layout, lexicon_.graph, variant_.points},
                                {variant_.layout, other_.graph, variant_.points}};
        std::vector<Square> squares(
            static_cast<std::size_t>(variant_.layout.rows * variant_.layout.columns));
        std::size_t at = first;
        for (; at < turns.size() && turns[at].game == game.game; ++at) {
            const TurnRecord<Width>& turn = turns[at];
            TileCounts rack{};
            for (int i = 0; i < turn.rack_size; ++i) ++rack[turn.rack[i]];
            check_tiles(squares, rack, turn.bag_count);
            if (turn.bag_count && strategy_.noise.empty())
                check_choice(boards[turn.player % 2], rack, turn);
            if (turn.move.kind != MoveKind::kPlay) continue;
            for (Board<Mask>& board : boards) {
                board.place(turn.move.direction, turn.move.lane, turn.move.start, turn.move.tiles,
                            turn.move.length);
            }
            lay_play(squares, variant_.layout, turn.move);
        }
        require(at - first == game.turns, "a game has as many turns as it says");
        return at;
    }

    // No kind of tile is on board and rack more often than there are.
    void check_tiles(const std::vector<Square>& squares, const TileCounts& rack, int bag) const {
        std::array<int, kMaxTiles> seen{};
        int sum = bag;
        for (const Square square : squares)
            if (square) ++seen[is_blank(square) ? kBlank : letter_of(square)], ++sum;
        for (int tile = 0; tile < kMaxTiles; ++tile) {
            require(seen[tile] + rack[tile] <= variant_.tiles[tile], "tiles are of the tile set");
            sum += rack[tile];
        }
        require(sum <= num_tiles(variant_.tiles), "there are no more tiles than in the tile set");
    }

    // The best of all moves, the slow way.
    void check_choice(const Board<Mask>& board, const TileCounts& rack,
                      const TurnRecord<Width>& turn) const {
        const int held = num_tiles(rack);
        const auto moves = all_moves<Width>(board, rack, variant_.bonus,
                                            variant_.max_exchanged(held, turn.bag_count));
        LeaveValues leaves(variant_.rack_size);
        if (strategy_.leaves) strategy_.leaves->fill(rack, leaves);
        const ExposedVowels exposed(variant_, strategy_.opening_vowel_penalty);
        std::vector<ValuedPlay<Width>> valued;
        for (const auto& move : moves) {
            Equity equity = Equity{move.score} * kMilli + leaves.values[move.leave];
            const int laid = move.kind == MoveKind::kPlay ? move.placed : 0;
            const int left = std::max(0, turn.bag_count - laid);
            if (left < static_cast<int>(strategy_.bag_left.size()))
                equity += strategy_.bag_left[static_cast<std::size_t>(left)];
            if (board.is_empty() && move.kind == MoveKind::kPlay) equity -= exposed.of_any(move);
            valued.push_back({move, equity});
        }
        const auto best = std::min_element(valued.begin(), valued.end());
        require(fuzz::is_same(best->move, turn.move) && best->equity == turn.equity,
                "each move is the best of all");
    }

    void check_sums() {
        const LeaveSampling sampling{alphabet_.letters + 1, in_.small(1, 3), in_.small(2, 4), 1,
                                     std::max(1, in_.small(0, 7))};
        if (alphabet_.letters > 8) return;  // as Python limits the table of all leaves
        const auto sums = [&](std::int64_t first, std::int64_t games) {
            return sum_leaves<Width>(lexicon_.graph, lexicon_.map, variant_, strategy_,
                                     {seed_, first, 1, games}, sampling);
        };
        const LeaveSums both = sums(0, 2), one = sums(0, 1), other = sums(1, 1);
        require(both.racks == one.racks + other.racks &&
                    both.equities == one.equities + other.equities &&
                    both.squares == one.squares + other.squares,
                "sums of batches add up");
        for (std::size_t i = 0; i < both.counts.size(); ++i) {
            require(both.counts[i] == one.counts[i] + other.counts[i] &&
                        both.deviations[i] == one.deviations[i] + other.deviations[i],
                    "sums of leaves add up");
        }
    }

    // A position as Python makes it: the unseen tiles are those of the tile set that board and rack
    // do not show, of which the opponent holds a rack.
    void check_rollouts() {
        const std::vector<Square> squares =
            make_squares(in_, alphabet_, variant_.layout, lexicon_.words, 3);
        const TileCounts unseen = make_rack(in_, alphabet_, 14),
                         rack = make_rack(in_, alphabet_, variant_.rack_size);
        const int held = std::min(variant_.rack_size, num_tiles(unseen));
        const int bag = num_tiles(unseen) - held;
        if (!num_tiles(rack) || !held || (bag > 0 && num_tiles(rack) < variant_.rack_size)) return;
        Board<Mask> board(variant_.layout, lexicon_.graph, variant_.points);
        board.set_squares(squares.data());
        auto moves = all_moves<Width>(board, rack, variant_.bonus,
                                      variant_.max_exchanged(num_tiles(rack), bag));
        if (moves.size() > 4) moves.erase(moves.begin() + 2, moves.end() - 2);
        const std::vector<TileCounts> known = make_leaves_of(unseen, held);
        const std::vector<std::uint32_t> weights =
            known.size() == 1 ? std::vector<std::uint32_t>{1} : std::vector<std::uint32_t>{3, 4};
        const RolloutStart start{squares.data(),
                                 rack,
                                 unseen,
                                 {known[0].data(), kMaxTiles, weights.data(), known.size()},
                                 held,
                                 in_.small(-60, 60),
                                 in_.small(0, variant_.scoreless_turns - 1),
                                 kNoLastTurns};
        const int plies = in_.one_of({2, 0, 1, 5, 1000});
        const int nodes = in_.one_of({static_cast<int>(kStaticEndings), 2, 30});
        EndgameEstimates estimates;
        LikelyPlays plays;
        const int compared = in_.one_of({1, 4});
        const RolloutPlan both{seed_, 0,          3,        plies, std::min(plies, 4),
                               nodes, &estimates, compared, &plays},
            last{seed_, 2, 1, plies, 0, nodes, nullptr, compared};
        const auto roll = [&](const RolloutPlan& plan, const auto& candidates) {
            return roll_out<Width>(lexicon_.graph, lexicon_.map, variant_, strategy_, start,
                                   candidates, plan);
        };
        const Rollouts all = roll(both, moves), end = roll(last, moves);
        require(all.records.size() == 3 * moves.size() &&
                    std::memcmp(&all.records[2 * moves.size()], end.records.data(),
                                moves.size() * sizeof(RolloutRecord)) == 0,
                "an iteration depends on seed and number alone");
        const std::vector<MoveRecord<Width>> alone{moves.back()};
        const Rollouts of_one = roll(both, alone);
        for (std::size_t i = 0; i < 3; ++i) {
            require(std::memcmp(&of_one.records[i], &all.records[(i + 1) * moves.size() - 1],
                                sizeof(RolloutRecord)) == 0,
                    "a rollout does not depend on the other candidates");
        }
        for (const RolloutRecord& record : all.records)
            require(record.plies <= plies && record.on_turn < 2, "rollouts end");
        if (record_width(variant_.layout) == 16) check_static(board, squares, rack, unseen, bag);
    }

    // Leaves that the opponent may hold: none is known, or two are supposed.
    std::vector<TileCounts> make_leaves_of(const TileCounts& unseen, int held) {
        std::vector<TileCounts> leaves(1);
        if (in_.flag()) return leaves;
        leaves.resize(2);
        for (TileCounts& leave : leaves) {
            int left = in_.small(0, held);
            for (int tile = 0; tile < kMaxTiles && left > 0; ++tile) {
                const int taken = std::min<int>(left, unseen[tile]);
                leave[tile] = static_cast<std::uint8_t>(taken);
                left -= taken;
            }
        }
        return leaves;
    }

    // The equity of the best move with a rack; what a move loses with it.
    void check_static(const Board<Mask>& board, const std::vector<Square>& squares,
                      const TileCounts& rack, const TileCounts& unseen, int bag) {
        const int off_board =
            rack_points(rack, variant_.points) + rack_points(unseen, variant_.points);
        const auto best =
            best_equities(lexicon_.graph, lexicon_.map, variant_, strategy_,
                          {squares.data(), bag, off_board, rack.data(), kMaxTiles, 1});
        StaticPlayer<Mask, Width> player(variant_, lexicon_.graph, lexicon_.map);
        MoveRecord<Width> move;
        require(player.choose(strategy_, board, rack, bag, rack_points(unseen, variant_.points),
                              move) == best[0],
                "the best equity is that of the best move");
        if (!bag) return;
        const TileCounts leave{};
        const auto lost =
            equities_lost(lexicon_.graph, lexicon_.map, variant_, strategy_,
                          {squares.data(), bag, rack.data(), leave.data(), kMaxTiles, 1},
                          in_.small(-50'000, 50'000));
        require(lost[0] >= 0, "no move is better than the best");
    }

    Input& in_;
    const Alphabet& alphabet_;
    const Variant& variant_;
    const Lexicon<Mask>& lexicon_;
    const Lexicon<Mask>& other_;
    const HeuristicLeaves leaves_;
    const StaticStrategy strategy_;
    const std::uint64_t seed_;
};

template <class Mask>
void run(Input& in, const Alphabet& alphabet) {
    Limits limits{.words = 16, .word = 8, .side = 7, .rack = 5, .copies = 6};
    const bool any_order = in.byte() > 240;
    if (any_order) limits.words = 6, limits.word = 4, limits.rack = 4;
    const Lexicon<Mask> lexicon(make_words(in, alphabet, limits), any_order);
    const Lexicon<Mask> other(make_words(in, alphabet, limits), any_order);
    const Variant variant = make_variant(in, alphabet, limits);
    visit_width<Mask>(variant.layout, [&]<int Width>(std::integral_constant<int, Width>) {
        GameChecks<Mask, Width>(in, alphabet, variant, lexicon, other).run();
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(data, size);
    const Alphabet alphabet = make_alphabet(in, {});
    alphabet.letters <= 31 ? run<std::uint32_t>(in, alphabet) : run<std::uint64_t>(in, alphabet);
    return 0;
}
