#include "strategy/core/preendgame/decision.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "strategy/core/preendgame/decision_answers.hpp"
#include "strategy/core/preendgame/decision_cells.hpp"
#include "strategy/core/preendgame/decision_estimates.hpp"
#include "strategy/core/preendgame/decision_proofs.hpp"
#include "strategy/core/preendgame/decision_results.hpp"

namespace jackdaw {
namespace {

constexpr std::size_t kMoveBytes = 96;  // of a move's cells and numbers, without the cells, about
constexpr std::size_t kConclusionBytes = 160;  // of a freed decision's conclusion, about
constexpr int kTilePlayed = 3;  // points that being a tile nearer to going out is worth

}  // namespace

template <class Mask, int Width>
Decision<Mask, Width>::ArrangementSearch::ArrangementSearch(
    const DecisionContext& context, std::size_t table_bytes, std::size_t lane_bytes,
    const Board<Mask>& board, const EndgamePosition& position, const LentLanes<Mask, Width>& lanes)
    : table(table_bytes),
      search(context.variant, board, position, context.rule, {table, context.control}, lane_bytes,
             {lanes, true}) {}

template <class Mask, int Width>
Decision<Mask, Width>::Decision(const DecisionContext& context, const Board<Mask>& board,
                                const DecisionPosition& position, std::vector<Record> moves,
                                std::vector<BagOrder> orders, int depth)
    : context_(context),
      board_(board),
      position_(position),
      moves_(std::move(moves)),
      orders_(std::move(orders)),
      depth_(depth),
      is_estimated_(moves_.size()),
      searched_(moves_.size()),
      ranking_(moves_.size()) {
    for (const BagOrder& order : orders_)
        perfect_wins_ += 2 * static_cast<std::int64_t>(order.weight);
    for (int drawn = 0; drawn <= position.bag; ++drawn) {
        arrangements_[drawn] =
            std::make_unique<Arrangements>(position.unseen, orders_, position.bag, drawn);
        losses_[drawn].resize(arrangements_[drawn]->list().size());
        killers_[drawn].resize(arrangements_[drawn]->racks());
    }
    own_bytes_ = sizeof(*this) + moves_.size() * (sizeof(Record) + kMoveBytes);
    for (const auto& drawn : arrangements_) own_bytes_ += drawn ? drawn->bytes() : 0;
    for (int move = 0; move < static_cast<int>(moves_.size()); ++move) {
        const bool leaves_tiles = drawn_by(move) < position.bag;
        cells_.emplace_back(arrangements(move).list().size());
        replies_.emplace_back(leaves_tiles ? arrangements(move).racks() : 0);
        if (leaves_tiles) leaving_.push_back(move);
        own_bytes_ += cells_[move].size() * sizeof(Cell) +
                      replies_[move].size() * sizeof(std::unique_ptr<Decision>);
    }
    searches_.resize(arrangements_[position.bag]->list().size());
    if (!depth)
        unopposed_ = std::make_shared<UnopposedPool<Mask>>(context.variant, board.graph(),
                                                           context.unopposed_bytes);
    std::iota(ranking_.begin(), ranking_.end(), 0);
    std::vector<int> priorities;
    for (const Record& move : moves_)
        priorities.push_back(move.score + kTilePlayed * move.placed -
                             2 * rack_points(rack_after(position.rack, move), board.points()));
    std::stable_sort(ranking_.begin(), ranking_.end(),
                     [&](int a, int b) { return priorities[a] > priorities[b]; });
}

template <class Mask, int Width>
std::uint64_t Decision<Mask, Width>::nodes() const {
    std::uint64_t sum = freed_nodes_;
    for (const auto& searched : searches_) sum += searched ? searched->search.nodes() : 0;
    for (const int move : leaving_) {
        for (const auto& reply : replies_[move]) sum += reply ? reply->nodes() : 0;
    }
    return sum;
}

template <class Mask, int Width>
std::size_t Decision<Mask, Width>::bytes() const {
    return own_bytes_ + reply_bytes();
}

template <class Mask, int Width>
std::size_t Decision<Mask, Width>::reply_bytes() const {
    std::size_t sum = 0;
    for (const int move : leaving_) {
        for (const auto& reply : replies_[move]) sum += reply ? reply->bytes() : 0;
    }
    return sum;
}

template <class Mask, int Width>
void Decision<Mask, Width>::free_searches() {
    for (auto& searched : searches_) {
        if (searched) freed_nodes_ += searched->search.nodes();
        searched.reset();
    }
    lanes_.reset();
    for (const int move : leaving_) {
        for (auto& reply : replies_[move]) {
            if (reply) reply->free_searches();
        }
    }
}

// Frees the opponent's decisions after the moves ranked last, until the others keep to so many
// bytes; one is kept. The cells of a move keep their bounds; a decision that is needed again begins
// with what it had concluded. For the first decision this is no job: it must not depend on the
// threads' timing.
template <class Mask, int Width>
void Decision<Mask, Width>::free_replies(std::size_t most_bytes, const ReplyKey* kept) {
    std::size_t sum = reply_bytes();
    for (auto move = ranking_.rbegin(); move != ranking_.rend() && sum > most_bytes; ++move) {
        for (std::size_t rack = 0; rack < replies_[*move].size(); ++rack) {
            const ReplyKey key{*move, rack};
            auto& reply = replies_[*move][rack];
            if (!reply || (kept && key == *kept)) continue;
            sum -= reply->bytes();
            freed_nodes_ += reply->nodes();
            const auto [freed, is_new] = freed_.insert_or_assign(key, reply->conclusion());
            if (is_new)
                own_bytes_ += kConclusionBytes + freed->second.ends.size() * sizeof(SpreadBounds);
            reply.reset();
        }
    }
}

template class Decision<std::uint32_t, 16>;
template class Decision<std::uint32_t, 32>;
template class Decision<std::uint64_t, 32>;

}  // namespace jackdaw
