// A memory of the plays that players of rollouts are likely to make: with few tiles in the bag
// rollouts often come to the same position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "movegen/core/base/move_record.hpp"

namespace jackdaw {

// The plays of one lexicon, variant and strategy by a hash of 64 bits of all else that they depend
// on. Threads may share them.
class LikelyPlays {
  public:
    template <int Width>
    std::optional<MoveRecord<Width>> find(std::uint64_t key) const {
        const std::lock_guard lock(mutex_);
        const auto known = plays_.find(key);
        if (known == plays_.end()) return std::nullopt;
        return with_width<Width>(known->second);
    }

    template <int Width>
    void add(std::uint64_t key, const MoveRecord<Width>& play) {
        const std::lock_guard lock(mutex_);
        if (plays_.size() >= kMost) plays_.clear();
        plays_.emplace(key, with_width<kWidest>(play));
    }

    std::size_t size() const {
        const std::lock_guard lock(mutex_);
        return plays_.size();
    }

  private:
    static constexpr std::size_t kMost = 100'000;  // some 10 MB; then all are forgotten
    static constexpr int kWidest = 32;             // of records

    mutable std::mutex mutex_;
    std::unordered_map<std::uint64_t, MoveRecord<kWidest>> plays_;
};

}  // namespace jackdaw
