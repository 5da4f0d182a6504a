// Runs every part of the core on small positions and prints a line for each part, with a checksum
// of all results. The lines must be the same on every system and processor.

#include <cinttypes>
#include <cstdio>
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
constexpr std::uint64_t kExamples = 3;

// The FNV-1a hash of bytes (Fowler, Noll and Vo).
class Checksum {
  public:
    template <class T>
        requires std::has_unique_object_representations_v<T>
    void add(const T& value) {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(&value);
        for (std::size_t i = 0; i < sizeof value; ++i) sum_ = (sum_ ^ bytes[i]) * 0x100000001b3u;
        ++count_;
    }
    template <class T>
    void add(const std::vector<T>& values) {
        for (const T& value : values) add(value);
    }
    void print(const char* part) const {
        std::printf("%-10s %7zu results, checksum %016" PRIx64 "\n", part, count_, sum_);
    }

  private:
    std::uint64_t sum_ = 0xcbf29ce484222325u;
    std::size_t count_ = 0;
};

struct Checksums {
    Checksum graphs, moves, games, rollouts, endgames, preendgames;
};

std::vector<MoveRecord<kWidth>> list_moves(const Example& example) {
    return all_moves<kWidth>(example.board, example.mine, example.variant.bonus, 0);
}

void play(const Example& example, Checksums& sums) {
    const StaticStrategy strategy{nullptr, 700, 1000, 1000, 0, {}, {}};
    const Players<Mask> players{
        {strategy, strategy}, {{&example.lexicon.graph, &example.lexicon.map}}, {0, 0}};
    std::vector<TurnRecord<kWidth>> turns;
    sums.games.add(play_games<kWidth>(players, example.variant, {7, 0, 1, 40}, &turns).games);
    sums.games.add(turns);

    const std::vector<Square> squares = example.squares();
    const TileCounts nothing{};
    const std::uint32_t certain = 1;
    const RolloutStart start{squares.data(),
                             example.mine,
                             example.variant.tiles,
                             {nothing.data(), kMaxTiles, &certain, 1},
                             5,
                             0,
                             kNoLastTurns};
    sums.rollouts.add(roll_out<kWidth>(example.lexicon.graph, example.lexicon.map, example.variant,
                                       strategy, start, list_moves(example), {7, 0, 20, 4, 2})
                          .records);
}

void search_endgame(const Example& example, Checksums& sums) {
    const SearchLimits limits{.memory = std::size_t{1} << 20, .workers = 1};
    Endgame<Mask, kWidth> endgame(example.variant, example.board,
                                  {{example.mine, example.theirs}, 0}, {}, limits, {});
    const EndgameResult<kWidth> result = endgame.solve({.moves = 0});
    sums.endgames.add(result.nodes);
    sums.endgames.add(result.variation);
    for (const RankedMove<kWidth>& move : result.moves) {
        sums.endgames.add(move.move);
        sums.endgames.add(move.value);
    }
}

void search_preendgame(const Example& example, Checksums& sums) {
    TileCounts unseen = example.theirs;
    unseen[1] += 1;
    const DecisionPosition position{example.mine, unseen, 1, 3, 0};
    const std::vector<BagOrder> orders = all_bag_orders(unseen, 1);
    auto moves = list_moves(example);
    if (moves.size() > 8) moves.erase(moves.begin() + 8, moves.end());
    const SearchLimits limits{.nodes = 2'000, .memory = std::size_t{1} << 22, .workers = 1};
    SearchControl control(0, {});
    const DecisionContext context = make_context(example.variant, false, limits, control, nullptr);
    Decision<Mask, kWidth> decision(context, example.board, position, moves, orders, 0);
    settle(decision, {}, limits, control);
    for (std::size_t move = 0; move < moves.size(); ++move) {
        for (const auto& cell : decision.cells(move)) {
            sums.preendgames.add(cell.bounds.lower);
            sums.preendgames.add(cell.bounds.upper);
        }
    }
}

}  // namespace

int main() {
    Checksums sums;
    for (std::uint64_t seed = 0; seed < kExamples; ++seed) {
        const Example example(seed);
        sums.graphs.add(example.lexicon.built.words);
        sums.graphs.add(example.lexicon.map_words);
        sums.moves.add(list_moves(example));
        play(example, sums);
        search_endgame(example, sums);
        search_preendgame(example, sums);
    }
    sums.graphs.print("graphs");
    sums.moves.print("moves");
    sums.games.print("games");
    sums.rollouts.print("rollouts");
    sums.endgames.print("endgames");
    sums.preendgames.print("preendgame");
}
