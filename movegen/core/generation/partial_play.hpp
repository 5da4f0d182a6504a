// Partial plays, and lists of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "movegen/core/base/tiles.hpp"

namespace jackdaw {

// The beginning of a word (leftward: its end) and the letters that may follow. Lanes have at most
// `kTiles` squares.
template <class Mask, int kTiles>
struct PartialPlay {
    const std::uint32_t* children;  // of the node
    Mask arcs;
    Mask letter_set;
    Mask candidates;      // letters to try on the next empty square
    std::uint16_t rack;   // number of the sub-rack left
    std::uint8_t start;   // of the word, once it is extended rightward
    std::int64_t points;  // of the tiles placed: in the main word, before its multiplier, plus 2^32
                          // times those in words across
    std::array<Square, kTiles> tiles;  // placed, by square of the lane
};

// A list whose elements are written behind the end, where there is always space, and added by
// moving the end.
template <class AnyPartialPlay>
class PartialPlayList {
  public:
    bool is_empty() const { return size_ == 0; }
    const AnyPartialPlay* begin() const { return partial_plays_.get(); }
    const AnyPartialPlay* end() const { return partial_plays_.get() + size_; }

    void clear() { size_ = 0; }
    // The end, with space for kMaxAppended elements behind it.
    AnyPartialPlay* writable_end() {
        if (size_ + kMaxAppended > capacity_) grow_capacity();
        return partial_plays_.get() + size_;
    }
    void set_end(const AnyPartialPlay* end) {
        size_ = static_cast<std::size_t>(end - partial_plays_.get());
    }

  private:
    static constexpr std::size_t kMaxAppended =
        2 * kMaxTiles;  // each letter, as a natural tile and as a blank

    void grow_capacity() {
        capacity_ = std::max<std::size_t>(2 * kMaxAppended, 2 * capacity_);
        auto partial_plays = std::make_unique_for_overwrite<AnyPartialPlay[]>(capacity_);
        std::copy_n(partial_plays_.get(), size_, partial_plays.get());
        partial_plays_ = std::move(partial_plays);
    }

    std::unique_ptr<AnyPartialPlay[]> partial_plays_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace jackdaw
