// The positions that threads are searching just now, so that another one may turn to something else first.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace jackdaw {

// By hash, and only one of those that share a place: what is not found costs work done twice, no more.
class BusyPositions {
public:
    bool has(std::uint64_t key) const { return place(key).load(std::memory_order_relaxed) == key; }

    // Marks a position for as long as it lives.
    class Mark {
    public:
        Mark(BusyPositions* busy, std::uint64_t key) : place_(busy ? &busy->place(key) : nullptr) {
            if (place_) place_->store(key, std::memory_order_relaxed);
        }
        ~Mark() {
            if (place_) place_->store(0, std::memory_order_relaxed);
        }
        Mark(const Mark&) = delete;
        Mark& operator=(const Mark&) = delete;

    private:
        std::atomic<std::uint64_t>* place_;
    };

private:
    std::atomic<std::uint64_t>& place(std::uint64_t key) const { return places_[key % places_.size()]; }

    mutable std::array<std::atomic<std::uint64_t>, 4096> places_{};
};

}  // namespace jackdaw
