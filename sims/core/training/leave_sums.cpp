#include "sims/core/training/leave_sums.hpp"

#include <array>
#include <utility>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/base/sub_racks.hpp"
#include "sims/core/games/game_loop.hpp"
#include "strategy/core/leaves/leaves.hpp"

namespace jackdaw {
namespace {

constexpr std::uint64_t kRackDealing = 1;  // a use of random numbers (philox.hpp)

// Binomial coefficients: ways to choose among the copies of a tile.
constexpr auto kWays = [] {
    std::array<std::array<std::int32_t, kMaxRack + 1>, kMaxRack + 1> ways{};
    for (int tiles = 0; tiles <= kMaxRack; ++tiles) {
        ways[tiles][0] = 1;
        for (int chosen = 1; chosen <= tiles; ++chosen)
            ways[tiles][chosen] = ways[tiles - 1][chosen - 1] + ways[tiles - 1][chosen];
    }
    return ways;
}();

// Deals random racks in the positions of self-play.
template <class Mask, int Width>
class RackDealer {
  public:
    // All arguments outlive it.
    RackDealer(SelfPlay<Mask, Width>& game, const Variant& variant, const LeaveSampling& sampling)
        : game_(game),
          rack_size_(variant.rack_size),
          sampling_(sampling),
          numbers_(sampling.kinds, sampling.max_size),
          racks_(sampling.racks),
          equities_(sampling.racks),
          scratch_(std::size_t{1} << variant.rack_size),
          ways_(scratch_.size()) {
        sums_.deviations.resize(numbers_.size() + 1);
        sums_.counts.resize(numbers_.size() + 1);
    }

    void play(std::uint64_t seed, std::int64_t game) {
        random_ = PhiloxStream(seed, static_cast<std::uint64_t>(game), kRackDealing);
        game_.play(seed, game, [&](const MoveRecord<Width>&, std::int64_t) { sample_turn(); });
    }

    LeaveSums sums() && { return std::move(sums_); }

  private:
    void sample_turn() {
        if (game_.bag().size() < sampling_.min_bag ||
            static_cast<int>(game_.record().turns) < sampling_.first_turn)
            return;
        gather_unseen();
        std::int64_t sum = 0;
        for (int i = 0; i < sampling_.racks; ++i) {
            racks_[i] = deal_rack();
            equities_[i] = game_.best_with(racks_[i]);
            sum += equities_[i];
        }
        for (int i = 0; i < sampling_.racks; ++i)
            add(racks_[i], equities_[i] * sampling_.racks - sum);
        sums_.racks += sampling_.racks;
        sums_.equities += sum;
    }

    void gather_unseen() {
        unseen_ = game_.bag().tiles();
        for (int player = 0; player < game_.players(); ++player) {
            for (int tile = 0; tile < kMaxTiles; ++tile)
                unseen_.insert(unseen_.end(), game_.hand(player).rack[tile],
                               static_cast<Letter>(tile));
        }
    }

    // Deals a rack from all tiles that the board does not show. The tiles remain, reordered.
    TileCounts deal_rack() {
        TileCounts rack{};
        for (int i = 0; i < rack_size_; ++i) {
            std::swap(unseen_[i],
                      unseen_[i + random_.next_up_to(static_cast<std::uint32_t>(unseen_.size()) -
                                                     i - 1)]);
            ++rack[unseen_[i]];
        }
        return rack;
    }

    // Adds a rack's deviation for each way to choose a leave from its tiles.
    void add(const TileCounts& rack, std::int64_t deviation) {
        ways_[0] = 1;
        for_each_sub_rack_run(rack,
                              [&](std::uint32_t first, std::uint32_t stride, int tile, int copies) {
                                  const std::int32_t ways = kWays[rack[tile]][copies];
                                  const std::uint32_t without = first - copies * stride;
                                  for (std::uint32_t i = 0; i < stride; ++i)
                                      ways_[first + i] = ways_[without + i] * ways;
                              });
        numbers_.visit(rack, scratch_.data(), [&](std::uint32_t number, std::uint64_t index) {
            sums_.deviations[index] += ways_[number] * deviation;
            sums_.counts[index] += ways_[number];
        });
        const std::int64_t hundredths = deviation / (10 * (sampling_.racks - 1));
        sums_.squares += hundredths * hundredths;
    }

    SelfPlay<Mask, Width>& game_;
    const int rack_size_;
    const LeaveSampling sampling_;
    const LeaveNumbers numbers_;
    LeaveSums sums_;
    PhiloxStream random_{0, 0};
    std::vector<Letter> unseen_;
    std::vector<TileCounts> racks_;  // of the position
    std::vector<std::int64_t> equities_;
    std::vector<std::uint64_t> scratch_;
    std::vector<std::int32_t> ways_;  // by the number of the sub-rack
};

}  // namespace

template <int Width, class Mask>
LeaveSums sum_leaves(const WordGraph<Mask>& graph, const WordMap& words, const Variant& variant,
                     const StaticStrategy& strategy, const GameBatch& batch,
                     const LeaveSampling& sampling) {
    const Players<Mask> players{{strategy, strategy}, {{&graph, &words}}, {0, 0}};
    SelfPlay<Mask, Width> self_play(players, variant);
    RackDealer<Mask, Width> dealer(self_play, variant, sampling);
    for (std::int64_t game = batch.first; game < batch.first + batch.games; ++game)
        dealer.play(batch.seed, game);
    return std::move(dealer).sums();
}

#define JACKDAW_SUM_LEAVES(Mask, Width)                                                          \
    template LeaveSums sum_leaves<Width>(const WordGraph<Mask>&, const WordMap&, const Variant&, \
                                         const StaticStrategy&, const GameBatch&,                \
                                         const LeaveSampling&);

JACKDAW_INSTANTIATE(JACKDAW_SUM_LEAVES)

}  // namespace jackdaw
