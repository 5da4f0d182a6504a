// A map from hashes of contents to small values, for caches that searches read at every node.
//
// Open addressing with linear probing (D. E. Knuth, "The Art of Computer Programming" 3, section
// 6.4, algorithm L): a look-up reads one cache line in most cases, where one in
// std::unordered_map reads three that are far apart. Hashes must be well mixed in their low bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "movegen/core/base/portable.hpp"

namespace jackdaw {

template <class Value>
class ContentMap {
  public:
    // Memory for its values, at most: a quarter to half of the table is in use.
    std::size_t bytes() const { return 4 * size_ * sizeof(Entry); }

    // Begins to load what a look-up of this hash reads.
    void prefetch(std::uint64_t hash) const {
        if (!entries_.empty()) jackdaw::prefetch(&entries_[hash & last_]);
    }

    // The value of a hash, and whether it is new: value-initialized. Valid until the next call.
    std::pair<Value&, bool> try_emplace(std::uint64_t hash) {
        if (2 * size_ >= entries_.size()) grow();
        const std::uint64_t key = to_key(hash);
        Entry& entry = entries_[slot(key)];
        const bool is_new = entry.key == kFree;
        if (is_new) {
            entry = {key, Value{}};
            ++size_;
        }
        return {entry.value, is_new};
    }

    // Removes all values and frees their memory.
    void clear() { *this = {}; }

  private:
    struct Entry {
        std::uint64_t key = kFree;
        Value value{};
    };

    static constexpr std::uint64_t kFree = 0;
    static constexpr std::size_t kFirstEntries = 64;

    static std::uint64_t to_key(std::uint64_t hash) { return hash == kFree ? 1 : hash; }

    // Where a key is, or belongs.
    std::size_t slot(std::uint64_t key) const {
        std::size_t index = key & last_;
        while (entries_[index].key != kFree && entries_[index].key != key)
            index = (index + 1) & last_;
        return index;
    }

    void grow() {
        const std::vector<Entry> before = std::exchange(
            entries_, std::vector<Entry>(std::max(kFirstEntries, 2 * entries_.size())));
        last_ = entries_.size() - 1;
        for (const Entry& entry : before) {
            if (entry.key != kFree) entries_[slot(entry.key)] = entry;
        }
    }

    std::vector<Entry> entries_;  // a power of two, at least twice as many as there are values
    std::size_t last_ = 0;
    std::size_t size_ = 0;
};

}  // namespace jackdaw
