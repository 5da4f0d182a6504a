#include "leave_sums.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "game_loop.hpp"
#include "movegen/core/sub_racks.hpp"
#include "strategy/core/leaves.hpp"

namespace jackdaw {
namespace {

constexpr std::uint64_t kRacksDealt = 1;  // the use of a game's random numbers (philox.hpp)

// Ways to choose from up to kMaxRack copies of a tile.
constexpr auto kWays = [] {
    std::array<std::array<std::int32_t, kMaxRack + 1>, kMaxRack + 1> ways{};
    for (int of = 0; of <= kMaxRack; ++of) {
        ways[of][0] = 1;
        for (int chosen = 1; chosen <= of; ++chosen) ways[of][chosen] = ways[of - 1][chosen - 1] + ways[of - 1][chosen];
    }
    return ways;
}();

template <class Mask, int Width>
class LeaveWatcher {
public:
    // All arguments outlive it.
    LeaveWatcher(SelfPlay<Mask, Width>& game, const Variant& variant, const LeaveSampling& sampling)
        : game_(game), variant_(variant), sampling_(sampling), numbers_(sampling.kinds, sampling.most), dealt_(sampling.racks),
          equities_(sampling.racks), scratch_(std::size_t{1} << variant.rack_size), ways_(scratch_.size()) {
        sums_.deviations.resize(numbers_.size() + 1);
        sums_.counts.resize(numbers_.size() + 1);
    }

    void begin(std::uint64_t seed, std::int64_t game) {
        random_ = PhiloxStream(seed, static_cast<std::uint64_t>(game), kRacksDealt);
        for (TileCounts& kept : kept_) kept = {};
    }

    void see(const MoveRecord<Width>& move, std::int64_t equity) {
        const TileCounts& rack = game_.hand(game_.on_turn()).rack;
        if (game_.bag().size() >= sampling_.least_bag && static_cast<int>(game_.record().turns) >= sampling_.first_turn) {
            gather_unseen();
            std::int64_t sum = 0;
            for (int i = 0; i < sampling_.racks; ++i) {
                deal(dealt_[i]);
                sum += equities_[i] = game_.best_with(dealt_[i]);
            }
            for (int i = 0; i < sampling_.racks; ++i) {
                const std::int64_t deviation = equities_[i] * sampling_.racks - sum;
                take(dealt_[i], TileCounts{}, deviation * sampling_.racks);
                const std::int64_t hundredths = deviation / (10 * (sampling_.racks - 1));
                sums_.squares += hundredths * hundredths;
            }
            if (sampling_.kept) take(rack, kept_[game_.on_turn()], (equity * sampling_.racks - sum) * (sampling_.racks - 1));
            sums_.racks += sampling_.racks;
            sums_.equities += sum;
        }
        if (sampling_.kept) {
            TileCounts& kept = kept_[game_.on_turn()] = rack;
            if (move.kind == MoveKind::kPlay) {
                for (int i = 0; i < move.length; ++i) {
                    if (move.tiles[i]) --kept[is_blank(move.tiles[i]) ? kBlank : move.tiles[i]];
                }
            } else if (move.kind == MoveKind::kExchange) {
                for (int i = 0; i < move.placed; ++i) --kept[move.tiles[i]];
            }
        }
    }

    LeaveSums take_sums() { return std::move(sums_); }

private:
    void gather_unseen() {
        unseen_ = game_.bag().tiles();
        for (int player = 0; player < game_.players(); ++player) {
            for (int tile = 0; tile < kMaxTiles; ++tile) unseen_.insert(unseen_.end(), game_.hand(player).rack[tile], static_cast<Letter>(tile));
        }
    }

    // A rack drawn from all tiles that the board does not show. They stay there, in another order.
    void deal(TileCounts& rack) {
        rack = {};
        for (int i = 0; i < variant_.rack_size; ++i) {
            std::swap(unseen_[i], unseen_[i + random_.up_to(static_cast<std::uint32_t>(unseen_.size()) - i - 1)]);
            ++rack[unseen_[i]];
        }
    }

    // Adds a rack's deviation to the leaves in it that hold all of `kept`, for each way to choose the rest of the leave from its tiles.
    void take(const TileCounts& rack, const TileCounts& kept, std::int64_t deviation) {
        ways_[0] = 1;
        grow_sub_racks(rack, [&](std::uint32_t first, std::uint32_t stride, int tile, int copies) {
            const int lacking = copies - kept[tile];
            const std::int32_t ways = lacking < 0 ? 0 : kWays[rack[tile] - kept[tile]][lacking];
            const std::uint32_t without = first - copies * stride;
            for (std::uint32_t i = 0; i < stride; ++i) ways_[first + i] = ways_[without + i] * ways;
            if (kept[tile] && copies == rack[tile]) std::fill_n(ways_.begin() + without, stride, 0);
        });
        numbers_.visit(rack, scratch_.data(), [&](std::uint32_t number, std::uint64_t place) {
            sums_.deviations[place] += ways_[number] * deviation;
            sums_.counts[place] += ways_[number];
        });
    }

    SelfPlay<Mask, Width>& game_;
    const Variant& variant_;
    const LeaveSampling sampling_;
    const LeaveNumbers numbers_;
    LeaveSums sums_;
    PhiloxStream random_{0, 0};
    TileCounts kept_[kMaxPlayers]{};  // of each player's last rack
    std::vector<Letter> unseen_;
    std::vector<TileCounts> dealt_;
    std::vector<std::int64_t> equities_;
    std::vector<std::uint64_t> scratch_;
    std::vector<std::int32_t> ways_;
};

}  // namespace

template <int Width, class Mask>
LeaveSums sum_leaves(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant, const StaticStrategy& strategy, const Batch& batch,
                     const LeaveSampling& sampling) {
    const std::vector<StaticStrategy> players(2, strategy);
    SelfPlay<Mask, Width> self_play(graph, words, variant, players);
    LeaveWatcher<Mask, Width> watcher(self_play, variant, sampling);
    for (std::int64_t game = batch.first; game < batch.first + batch.games; ++game) {
        watcher.begin(batch.seed, game);
        self_play.play(batch.seed, game, [&](const MoveRecord<Width>& move, std::int64_t equity) { watcher.see(move, equity); });
    }
    return watcher.take_sums();
}

#define JACKDAW_SUM_LEAVES(Mask, Width)                                                                                             \
    template LeaveSums sum_leaves<Width>(const WordGraph<Mask>&, const WordMap&, const Variant&, const StaticStrategy&, const Batch&, \
                                         const LeaveSampling&);

JACKDAW_SUM_LEAVES(std::uint32_t, 16)
JACKDAW_SUM_LEAVES(std::uint32_t, 32)
JACKDAW_SUM_LEAVES(std::uint64_t, 16)
JACKDAW_SUM_LEAVES(std::uint64_t, 32)

}  // namespace jackdaw
