// Measures of unopposed play that searches in several threads use one after another.
//
// What a measure caches of lanes depends on their contents alone: it serves any board of a game, so
// a search that begins takes over what others have found.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/lexicon/word_graph.hpp"
#include "strategy/core/endgame_bounds/unopposed_bound.hpp"

namespace jackdaw {

template <class Mask>
class UnopposedPool {
  public:
    struct GiveBack {
        UnopposedPool* pool;
        void operator()(UnopposedBound<Mask>* bound) const { pool->give_back(bound); }
    };
    // A measure that belongs to one thread until it is destroyed.
    using Lease = std::unique_ptr<UnopposedBound<Mask>, GiveBack>;

    // bytes: of each measure, about. The other arguments must outlive the pool.
    UnopposedPool(const Variant& variant, const WordGraph<Mask>& graph, std::size_t bytes)
        : variant_(variant), graph_(graph), bytes_(bytes) {}

    // One that nobody uses; a new one if there is none. Any thread may call this.
    Lease take() {
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                Lease lease(free_.back().release(), {this});
                free_.pop_back();
                return lease;
            }
        }
        return {new UnopposedBound<Mask>(variant_, graph_, bytes_), {this}};
    }

  private:
    void give_back(UnopposedBound<Mask>* bound) {
        const std::lock_guard lock(mutex_);
        free_.emplace_back(bound);
    }

    const Variant& variant_;
    const WordGraph<Mask>& graph_;
    const std::size_t bytes_;
    std::mutex mutex_;  // of `free_`
    std::vector<std::unique_ptr<UnopposedBound<Mask>>> free_;
};

}  // namespace jackdaw
