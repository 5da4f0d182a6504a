// Everything that threads share, in one program to be run under ThreadSanitizer: the transposition
// table and the positions being searched, the threads of a search and their stop token, counts that
// are read while others add to them, endgames and likely plays of rollouts, and a lexicon on which
// many threads generate, play and roll out. Results must be those of one thread.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

#include "movegen/core/generation/all_moves.hpp"
#include "sims/core/games/self_play.hpp"
#include "sims/core/rollouts/rollouts.hpp"
#include "strategy/core/endgame/endgame.hpp"
#include "strategy/core/preendgame/preendgame.hpp"
#include "tests/fuzz/example.hpp"
#include "tests/fuzz/oracle.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

constexpr int kWidth = 16;
constexpr int kThreads = 4;

// Runs a job in several threads at once.
void run_in_threads(const std::function<void(int)>& job) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back([&, i] { job(i); });
}

void search_endgames(const Example& example) {
    const EndgamePosition position{{example.mine, example.theirs}, 0};
    int expected = 0;
    for (const int workers : {1, kThreads}) {
        const SearchLimits limits{.memory = std::size_t{1} << 20, .workers = workers};
        Endgame<Mask, kWidth> endgame(example.variant, example.board, position, {}, limits,
                                      [] { return false; });
        const auto result = endgame.solve({.moves = 5});
        require(result.lower == result.upper, "an endgame without limits is proven");
        if (workers > 1) require(result.value == expected, "threads find the value of one");
        expected = result.value;
    }
    // A callback stops the search while threads search.
    int calls = 0;
    const SearchLimits limits{.memory = std::size_t{1} << 20, .workers = kThreads};
    Endgame<Mask, kWidth>(example.variant, example.board, position, {}, limits, [&] {
        return ++calls > 1;
    }).solve({.moves = 0});
}

void search_preendgames(const Example& example) {
    TileCounts unseen = example.theirs;
    unseen[1] += 1;
    const DecisionPosition position{example.mine, unseen, 1, 3, 0};
    const std::vector<BagOrder> orders = all_bag_orders(unseen, 1);
    auto moves = all_moves<kWidth>(example.board, example.mine, example.variant.bonus, 0);
    if (moves.size() > 8) moves.erase(moves.begin() + 8, moves.end());
    std::uint32_t weight = 0;
    for (const BagOrder& order : orders) weight += order.weight;
    std::vector<SpreadBounds> expected;
    for (const int workers : {1, kThreads}) {
        const SearchLimits limits{
            .nodes = 2'000, .memory = std::size_t{1} << 22, .workers = workers};
        WinCounts counts(moves.size(), static_cast<std::int32_t>(weight));
        SearchControl control(0, [&] { return counts.list().empty(); });  // reports read the counts
        const DecisionContext context =
            make_context(example.variant, false, limits, control, &counts);
        Decision<Mask, kWidth> decision(context, example.board, position, moves, orders, 0);
        settle(decision, {}, limits, control);
        std::vector<SpreadBounds> bounds;
        for (std::size_t move = 0; move < moves.size(); ++move) {
            for (const auto& cell : decision.cells(move)) bounds.push_back(cell.bounds);
        }
        for (std::size_t i = 0; i < expected.size(); ++i) {
            require(bounds[i].lower == expected[i].lower && bounds[i].upper == expected[i].upper,
                    "threads settle what one settles");
        }
        expected = bounds;
    }
}

// Boards, generators, games and rollouts of their own on one lexicon.
void play_on_one_lexicon(const Example& example) {
    const StaticStrategy strategy{nullptr, 700, 1000, 1000, 0, {}, {}};
    const Players<Mask> players{
        {strategy, strategy}, {{&example.lexicon.graph, &example.lexicon.map}}, {0, 0}};
    const std::vector<Square> squares = example.squares();
    const TileCounts nothing{};
    const std::uint32_t certain = 1;
    TileCounts unseen = example.variant.tiles;
    const RolloutStart start{
        squares.data(), example.mine, unseen, {nothing.data(), kMaxTiles, &certain, 1}, 5, 0, 0,
        kNoLastTurns};
    const auto moves = all_moves<kWidth>(example.board, example.mine, example.variant.bonus, 0);
    const std::vector<MoveRecord<kWidth>> candidates(moves.end() - 2, moves.end());
    std::array<std::vector<GameRecord>, kThreads> games;
    std::array<std::vector<RolloutRecord>, kThreads> records;
    run_in_threads([&](int i) {
        const auto found = all_moves<kWidth>(example.board, example.mine, example.variant.bonus, 0);
        require(are_same(found, moves), "threads find the moves of one");
        games[i] = play_games<kWidth>(players, example.variant, {7, 0, 1, 4}, nullptr).games;
        records[i] = roll_out<kWidth>(example.lexicon.graph, example.lexicon.map, example.variant,
                                      strategy, start, candidates, {7, 0, 10, 4, 2})
                         .records;
    });
    for (int i = 1; i < kThreads; ++i) {
        require(std::memcmp(games[i].data(), games[0].data(),
                            games[0].size() * sizeof(GameRecord)) == 0 &&
                    std::memcmp(records[i].data(), records[0].data(),
                                records[0].size() * sizeof(RolloutRecord)) == 0,
                "threads play and roll out as one does");
    }
}

// Rollouts that share the estimates of the endgames they come to.
void roll_out_to_endgames(const Example& example) {
    const StaticStrategy strategy{nullptr, 700, 1000, 1000, 0, {}, {}};
    const std::vector<Square> squares = example.squares();
    const TileCounts nothing{};
    const std::uint32_t certain = 1;
    TileCounts unseen = example.theirs;
    // After a play of one tile one is in the bag, with which the opponent compares moves.
    unseen[1] += example.variant.rack_size - num_tiles(example.mine) + 2;
    const RolloutStart start{squares.data(),
                             example.mine,
                             unseen,
                             {nothing.data(), kMaxTiles, &certain, 1},
                             num_tiles(example.theirs),
                             0,
                             0,
                             kNoLastTurns};
    const auto moves = all_moves<kWidth>(example.board, example.mine, example.variant.bonus, 0);
    const auto leaves_one =
        std::find_if(moves.begin(), moves.end(), [](const auto& move) { return move.placed == 1; });
    const std::vector<MoveRecord<kWidth>> candidates{moves[0], *leaves_one};
    const auto roll = [&](EndgameEstimates* estimates, LikelyPlays* plays) {
        return roll_out<kWidth>(example.lexicon.graph, example.lexicon.map, example.variant,
                                strategy, start, candidates,
                                {7, 0, 20, 1000, 0, 10, estimates, 4, plays})
            .records;
    };
    const std::vector<RolloutRecord> expected = roll(nullptr, nullptr);
    EndgameEstimates estimates;
    LikelyPlays plays;
    run_in_threads([&](int) {
        require(std::memcmp(roll(&estimates, &plays).data(), expected.data(),
                            expected.size() * sizeof(RolloutRecord)) == 0,
                "threads find the endgames of one");
    });
    require(estimates.size() > 0 && estimates.size() <= expected.size(),
            "rollouts share the estimates of endgames");
    require(plays.size() > 0, "rollouts share the plays of players who compare moves");
}

// Searches that share nothing but the lexicon, as those of a server do.
void search_side_by_side(const Example& example) {
    const EndgamePosition position{{example.mine, example.theirs}, 0};
    run_in_threads([&](int) {
        const SearchLimits limits{.memory = std::size_t{1} << 20, .workers = 2};
        Endgame<Mask, kWidth>(example.variant, example.board, position, {}, limits, {})
            .solve({.moves = 2});
    });
}

}  // namespace

int main() {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const Example example(seed);
        search_endgames(example);
        search_preendgames(example);
        play_on_one_lexicon(example);
        roll_out_to_endgames(example);
        search_side_by_side(example);
    }
    std::puts("no races");
}
