// The estimate of an endgame by a search of few nodes, for rollouts: both racks known, the bag
// empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "movegen/core/base/move_record.hpp"
#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/endgame/search_stack.hpp"

namespace jackdaw {

inline constexpr std::int64_t kMinEstimateNodes = 2;  // the position and a move

template <int Width>
struct EndgameEstimate {
    int value;  // change of spread for the player on turn
    MoveRecord<Width> move;
};

// Iterative deepening until the value is proven or these nodes, at least kMinEstimateNodes, are
// spent. The last depth that was searched whole counts; if that is none, the best of the moves that
// were searched one ply deep. The answer depends on the arguments alone; there is none if more
// points could be won than a search can count.
template <class Mask, int Width>
std::optional<EndgameEstimate<Width>> estimate_endgame(const Variant& variant,
                                                       const Board<Mask>& board,
                                                       const EndgamePosition& position,
                                                       const ScorelessRule& rule,
                                                       std::uint64_t nodes);

// The estimates of one lexicon and variant so far, for rollouts: with few tiles in the bag they
// often come to the same endgame. Threads may share them. An endgame is known by a hash of 64 bits,
// as those of a search are (transposition_table.hpp).
class EndgameEstimates {
  public:
    template <class Mask, int Width>
    std::optional<EndgameEstimate<Width>> estimate(const Variant& variant, const Board<Mask>& board,
                                                   const EndgamePosition& position,
                                                   const ScorelessRule& rule, std::uint64_t nodes);

    std::size_t size() const;

  private:
    static constexpr std::size_t kMost = 100'000;  // some 10 MB; then all are forgotten
    static constexpr int kWidest = 32;             // of records

    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::optional<EndgameEstimate<kWidest>>> estimates_;
};

}  // namespace jackdaw
