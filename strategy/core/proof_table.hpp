// What a search has learned of positions: a hash table of bounded size, which threads may share.
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
    std::uint16_t unused = 0;
};
static_assert(sizeof(TableEntry) == 24);

class ProofTable {
public:
    explicit ProofTable(std::size_t bytes)
        : count_(std::max<std::size_t>(1, bytes / sizeof(Bucket))), buckets_(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket)))) {
        if (!buckets_) throw std::bad_alloc();
    }

    void next_age() { ++age_; }  // while one thread alone is at work
    std::uint8_t age() const { return age_; }

    // Keys are not 0.
    std::optional<TableEntry> find(std::uint64_t key) const {
        for (Slot& slot : bucket(key)) {
            if (const TableEntry entry = read(slot); entry.key == key) return entry;
        }
        return std::nullopt;
    }

    // In the place of what was known of the position, or of what gives way to it: first old entries, then those that took the least work.
    void put(const TableEntry& entry) {
        Bucket& bucket = this->bucket(entry.key);
        Slot* least = &bucket[0];
        int least_worth = 1'000;
        for (Slot& slot : bucket) {
            const TableEntry known = read(slot);
            if (known.key == entry.key) return write(slot, entry);
            if (const int worth = worth_of(known); worth < least_worth) least = &slot, least_worth = worth;
        }
        write(*least, entry);
    }

private:
    // An entry's words, the first of them mixed with the others: if two threads write a slot at a time, or one reads what another writes, the parts do not
    // fit, and it is as if the position were not known.
    using Slot = std::array<std::uint64_t, 3>;
    using Bucket = std::array<Slot, 4>;

    static TableEntry read(Slot& slot) {
        const auto word = [&](int i) { return std::atomic_ref(slot[i]).load(std::memory_order_relaxed); };
        Slot words{word(0), word(1), word(2)};
        words[0] ^= words[1] ^ words[2];
        return std::bit_cast<TableEntry>(words);
    }
    static void write(Slot& slot, const TableEntry& entry) {
        Slot words = std::bit_cast<Slot>(entry);
        words[0] ^= words[1] ^ words[2];
        for (int i = 0; i < 3; ++i) std::atomic_ref(slot[i]).store(words[i], std::memory_order_relaxed);
    }

    Bucket& bucket(std::uint64_t key) const { return buckets_.get()[static_cast<std::size_t>(static_cast<unsigned __int128>(key) * count_ >> 64)]; }
    int worth_of(const TableEntry& entry) const { return entry.key == 0 ? -1 : entry.work + (entry.age == age_ ? 4 : 0); }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t count_;
    std::unique_ptr<Bucket, Free> buckets_;  // zeros at first, from the system: pages that are never touched are never taken
    std::uint8_t age_ = 0;
};

}  // namespace jackdaw
