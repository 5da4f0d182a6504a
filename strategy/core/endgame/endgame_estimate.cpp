#include "strategy/core/endgame/endgame_estimate.hpp"

#include <algorithm>

#include "movegen/core/base/instantiate.hpp"
#include "strategy/core/endgame/endgame_search.hpp"
#include "strategy/core/endgame_bounds/endgame_bounds.hpp"

namespace jackdaw {
namespace {

constexpr std::size_t kTableBytesPerNode = 96;  // a bucket of the transposition table
constexpr std::size_t kMaxTableBytes = std::size_t{1} << 24;
constexpr std::size_t kLaneBytes = std::size_t{1} << 24;  // a limit: few nodes need far less

template <class Mask>
bool can_count_points(const Variant& variant, const Board<Mask>& board,
                      const EndgamePosition& position) {
    const auto& [mine, theirs] = position.racks;
    const auto won_by = [&](const TileCounts& rack, const TileCounts& other) {
        return max_points(variant, board, rack, other).back() +
               2 * rack_points(other, variant.points);
    };
    return won_by(mine, theirs) < kUnbounded && won_by(theirs, mine) < kUnbounded;
}

// Hashes all that an estimate depends on but the lexicon and the variant; of that the size of the
// board, so that its move fits even if a caller mixes variants up.
template <class Mask>
std::uint64_t hash_endgame(const Board<Mask>& board, const EndgamePosition& position,
                           std::uint64_t nodes) {
    std::uint64_t hash = mix_hash(nodes, static_cast<unsigned>(position.scoreless));
    hash = mix_hash(hash,
                    static_cast<unsigned>(board.layout().rows * kMaxSide + board.layout().columns));
    for (const TileCounts& rack : position.racks) {
        for (const std::uint8_t count : rack) hash = mix_hash(hash, count);
    }
    return mix_hash(hash, hash_board(board));
}

template <int To, int From>
std::optional<EndgameEstimate<To>> with_width(const std::optional<EndgameEstimate<From>>& found) {
    if (!found) return std::nullopt;
    return EndgameEstimate<To>{found->value, with_width<To>(found->move)};
}

}  // namespace

template <class Mask, int Width>
std::optional<EndgameEstimate<Width>> estimate_endgame(const Variant& variant,
                                                       const Board<Mask>& board,
                                                       const EndgamePosition& position,
                                                       const ScorelessRule& rule,
                                                       std::uint64_t nodes) {
    if (!can_count_points(variant, board, position)) return std::nullopt;
    TranspositionTable table(std::min<std::uint64_t>(kMaxTableBytes, kTableBytesPerNode * nodes));
    SearchControl control(0, {});
    EndgameSearch<Mask, Width> search(variant, board, position, rule, {table, control}, kLaneBytes);
    search.limit_nodes(nodes);
    EndgameEstimate<Width> estimate{};
    const auto take_best = [&] {
        const auto best = search.best_move();
        if (best) estimate = {search.best_value(), *best};
    };
    try {
        SearchResult found;
        for (int depth = 1; !found.is_proven(); ++depth) {
            found = search.search(depth <= kShallowDepths ? depth : kToTheEnd,
                                  {-kUnbounded, kUnbounded});
            take_best();
            table.new_generation();
        }
    } catch (const typename EndgameSearch<Mask, Width>::Stop&) {
        take_best();  // the best move of the depth before was searched first
    }
    return estimate;
}

// The search runs without the lock: two threads may estimate the same endgame, with one result.
template <class Mask, int Width>
std::optional<EndgameEstimate<Width>> EndgameEstimates::estimate(const Variant& variant,
                                                                 const Board<Mask>& board,
                                                                 const EndgamePosition& position,
                                                                 const ScorelessRule& rule,
                                                                 std::uint64_t nodes) {
    const std::uint64_t key = hash_endgame(board, position, nodes);
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = estimates_.find(key); known != estimates_.end())
            return with_width<Width>(known->second);
    }
    const auto found = estimate_endgame<Mask, Width>(variant, board, position, rule, nodes);
    const std::lock_guard lock(mutex_);
    if (estimates_.size() >= kMost) estimates_.clear();
    estimates_.emplace(key, with_width<kWidest>(found));
    return found;
}

std::size_t EndgameEstimates::size() const {
    const std::lock_guard lock(mutex_);
    return estimates_.size();
}

#define JACKDAW_ESTIMATE_ENDGAME(Mask, Width)                                             \
    template std::optional<EndgameEstimate<Width>> estimate_endgame(                      \
        const Variant&, const Board<Mask>&, const EndgamePosition&, const ScorelessRule&, \
        std::uint64_t);                                                                   \
    template std::optional<EndgameEstimate<Width>> EndgameEstimates::estimate(            \
        const Variant&, const Board<Mask>&, const EndgamePosition&, const ScorelessRule&, \
        std::uint64_t);

JACKDAW_INSTANTIATE(JACKDAW_ESTIMATE_ENDGAME)

}  // namespace jackdaw
