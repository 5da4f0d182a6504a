// The words that are growing, and lists of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "tiles.hpp"

namespace jackdaw {

// A word's beginning (or, leftward, its end) together with what may follow. Lanes have at most `kTiles` squares.
template <class Mask, int kTiles>
struct Path {
    const std::uint32_t* children;  // of the node
    Mask arcs;
    Mask letter_set;
    Mask candidates;                // the letters to lay on the next empty square
    std::uint16_t rack;             // number of the sub-rack that is left
    std::uint8_t start;             // of the word, once it grows rightward
    std::int64_t points;            // of the tiles laid: in the main word, before its multiplier, and 2^32 times those in words across
    std::array<Square, kTiles> tiles;  // laid, by square of the lane
};

// Paths are put behind the end, where there is always room for some, and kept by moving the end.
template <class AnyPath>
class PathList {
public:
    bool is_empty() const { return size_ == 0; }
    const AnyPath* begin() const { return paths_.get(); }
    const AnyPath* end() const { return paths_.get() + size_; }

    void clear() { size_ = 0; }
    // The end, with room for kRoom paths.
    AnyPath* room() {
        if (size_ + kRoom > capacity_) enlarge();
        return paths_.get() + size_;
    }
    void set_end(const AnyPath* end) { size_ = static_cast<std::size_t>(end - paths_.get()); }

private:
    static constexpr std::size_t kRoom = 2 * kMaxTiles;  // each letter, by its tile and by a blank

    void enlarge() {
        capacity_ = std::max<std::size_t>(2 * kRoom, 2 * capacity_);
        auto paths = std::make_unique_for_overwrite<AnyPath[]>(capacity_);
        std::copy_n(paths_.get(), size_, paths.get());
        paths_ = std::move(paths);
    }

    std::unique_ptr<AnyPath[]> paths_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace jackdaw
