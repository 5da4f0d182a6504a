// What a search has learned of positions: a hash table of bounded size.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace jackdaw {

using Points = std::int16_t;  // change of spread from here to the end of the game
inline constexpr int kUnbounded = 30'000;

struct TableEntry {
    std::uint64_t key = 0;       // 0: of none
    Points lower = -kUnbounded;  // proven
    Points upper = kUnbounded;   // proven
    Points estimate = 0;         // by a search of `depth` plies
    std::int8_t depth = -1;      // -1: no estimate
    std::int8_t bound = 0;       // what the estimate is: -1 an upper bound, 1 a lower one, 0 neither
    std::uint32_t move = 0;      // the best, by its hash; 0 for none known
    std::uint8_t work = 0;       // that it took: logarithm of nodes
    std::uint8_t age = 0;
};
static_assert(sizeof(TableEntry) == 24);

class ProofTable {
public:
    explicit ProofTable(std::size_t bytes)
        : count_(std::max<std::size_t>(1, bytes / sizeof(Bucket))), buckets_(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket)))) {
        if (!buckets_) throw std::bad_alloc();
    }

    std::size_t bytes() const { return count_ * sizeof(Bucket); }
    void next_age() { ++age_; }

    // Keys are not 0.
    const TableEntry* find(std::uint64_t key) const {
        for (const TableEntry& entry : bucket(key)) {
            if (entry.key == key) return &entry;
        }
        return nullptr;
    }

    // The position's entry, or one that gives way to it: first old ones, then those that took the least work.
    TableEntry& place_for(std::uint64_t key) {
        Bucket& bucket = const_cast<Bucket&>(this->bucket(key));
        TableEntry* least = &bucket[0];
        for (TableEntry& entry : bucket) {
            if (entry.key == key) return entry;
            if (worth(entry) < worth(*least)) least = &entry;
        }
        *least = {};
        least->key = key;
        return *least;
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }
    std::uint8_t age() const { return age_; }

private:
    using Bucket = std::array<TableEntry, 4>;

    const Bucket& bucket(std::uint64_t key) const {
        return buckets_.get()[static_cast<std::size_t>(static_cast<unsigned __int128>(key) * count_ >> 64)];
    }
    int worth(const TableEntry& entry) const {
        return entry.key == 0 ? -1 : entry.work + (entry.age == age_ ? 4 : 0);
    }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t count_;
    std::unique_ptr<Bucket, Free> buckets_;  // zeros at first, from the system: pages that are never touched are never taken
    std::uint8_t age_ = 0;
};

}  // namespace jackdaw
