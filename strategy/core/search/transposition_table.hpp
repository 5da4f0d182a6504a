// The transposition table: what searches have learned of positions, by hash, in bounded memory.
//
// Threads share it without locks (R. Hyatt and T. Mann, "A lock-less transposition-table
// implementation for parallel search", ICGA Journal 25, 2002). An entry is three words, the first
// of them stored as the exclusive or of all three. Races are allowed: if two threads write a slot
// at the same time, or one reads what another is writing, the words do not belong together, the key
// comes out wrong, and the probe misses as if the position were new. A torn entry is never
// believed, and an entry that is lost costs nodes, not correctness.
//
// A bucket has four slots. A new entry replaces that of its own position, else one of an older
// generation, else the one that took the least effort.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "movegen/core/base/portable.hpp"
#include "strategy/core/search/search_result.hpp"

namespace jackdaw {

struct TtEntry {
    std::uint64_t key = 0;        // 0: empty
    Points lower = -kUnbounded;   // proven
    Points upper = kUnbounded;    // proven
    Points estimate = 0;          // by a search of `depth` plies
    std::int8_t depth = -1;       // -1: no estimate
    std::int8_t bound = 0;        // the estimate is: -1 an upper bound, 1 a lower bound, 0 exact
    std::uint32_t move = 0;       // the best move, by its hash; 0 for none
    std::uint8_t effort = 0;      // logarithm of the nodes it took
    std::uint8_t generation = 0;  // of the search that stored it
    std::uint16_t unused = 0;
};
static_assert(sizeof(TtEntry) == 24);

class TranspositionTable {
  public:
    explicit TranspositionTable(std::size_t bytes)
        : count_(std::max<std::size_t>(1, bytes / sizeof(Bucket))),
          buckets_(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket)))) {
        if (!buckets_) throw std::bad_alloc();
    }

    void new_generation() { ++generation_; }  // while one thread alone is running
    std::uint8_t generation() const { return generation_; }

    // Keys are not 0.
    std::optional<TtEntry> probe(std::uint64_t key) const {
        for (Slot& slot : bucket(key)) {
            if (const TtEntry entry = read(slot); entry.key == key) return entry;
        }
        return std::nullopt;
    }

    void store(const TtEntry& entry) {
        Bucket& bucket = this->bucket(entry.key);
        Slot* replaced = &bucket[0];
        int min_worth = 1'000;
        for (Slot& slot : bucket) {
            const TtEntry old = read(slot);
            if (old.key == entry.key) return write(slot, entry);
            if (const int worth = replacement_worth(old); worth < min_worth)
                replaced = &slot, min_worth = worth;
        }
        write(*replaced, entry);
    }

  private:
    using Slot = std::array<std::uint64_t, 3>;
    using Bucket = std::array<Slot, 4>;

    static TtEntry read(Slot& slot) {
        const auto word = [&](int i) {
            return std::atomic_ref(slot[i]).load(std::memory_order_relaxed);
        };
        Slot words{word(0), word(1), word(2)};
        words[0] ^= words[1] ^ words[2];
        return std::bit_cast<TtEntry>(words);
    }
    static void write(Slot& slot, const TtEntry& entry) {
        Slot words = std::bit_cast<Slot>(entry);
        words[0] ^= words[1] ^ words[2];
        for (int i = 0; i < 3; ++i)
            std::atomic_ref(slot[i]).store(words[i], std::memory_order_relaxed);
    }

    Bucket& bucket(std::uint64_t key) const {
        return buckets_.get()[static_cast<std::size_t>(multiply_wide(key, count_).high)];
    }
    int replacement_worth(const TtEntry& entry) const {
        return entry.key == 0 ? -1 : entry.effort + (entry.generation == generation_ ? 4 : 0);
    }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t count_;
    std::unique_ptr<Bucket, Free>
        buckets_;  // calloc: zeros, and pages that are never touched take no memory
    std::uint8_t generation_ = 0;
};

}  // namespace jackdaw
