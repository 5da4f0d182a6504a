// Simplified ABDADA: threads that share a transposition table put off moves that another thread is
// searching just now (T. Kerrigan, "Simplified ABDADA").
//
// Where the original (Weill 1996) counts searchers in the table's entries, this keeps the positions
// in an array of their own. A thread meets a busy position, searches its other moves first, and
// finds the result in the table when it comes back.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace jackdaw {

// Positions by their hash. Of those that share a slot only the latest is known: a miss costs work
// done twice, never a wrong value.
class CurrentlySearching {
  public:
    bool contains(std::uint64_t key) const {
        return slot(key).load(std::memory_order_relaxed) == key;
    }

    // Marks a position for as long as the guard lives.
    class Guard {
      public:
        // positions: null where one thread searches alone.
        Guard(CurrentlySearching* positions, std::uint64_t key)
            : slot_(positions ? &positions->slot(key) : nullptr) {
            if (slot_) slot_->store(key, std::memory_order_relaxed);
        }
        ~Guard() {
            if (slot_) slot_->store(0, std::memory_order_relaxed);
        }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

      private:
        std::atomic<std::uint64_t>* slot_;
    };

  private:
    std::atomic<std::uint64_t>& slot(std::uint64_t key) const {
        return slots_[key % slots_.size()];
    }

    mutable std::array<std::atomic<std::uint64_t>, 4096> slots_{};
};

}  // namespace jackdaw
