// The words that a few tiles may come to form in a lane with the tiles there, whatever is beside
// it: more than may be played now. For bounds.
//
// Where words may be in any order, the letters of a run of squares decide whether it is a word; its
// tiles count in every order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "movegen/core/base/layout.hpp"
#include "movegen/core/base/rack.hpp"
#include "movegen/core/base/tiles.hpp"
#include "movegen/core/lexicon/word_graph.hpp"
#include "strategy/core/lane_plays/content_map.hpp"

namespace jackdaw {

// The most tiles of a small rack. Its sub-racks are numbered in mixed radix, as those of any rack.
inline constexpr int kMaxUnopposedTiles = 5;

// A small rack: its kinds of tiles, and which of its sub-racks are part of which.
struct SmallRack {
    explicit SmallRack(const TileCounts& counts);

    int size = 0;  // tiles
    int kinds = 0;
    int numbers = 1;  // of sub-racks
    int pairs = 0;    // of a sub-rack and a part of it that is not empty
    std::array<Letter, kMaxUnopposedTiles> tiles{};
    std::array<std::uint8_t, kMaxUnopposedTiles> counts{};
    std::array<std::uint8_t, kMaxUnopposedTiles> strides{};
    std::array<std::uint8_t, 1 << kMaxUnopposedTiles> sizes{};  // by number: tiles
    std::array<std::uint32_t, 1 << kMaxUnopposedTiles>
        parts{};  // by number: a bit for each sub-rack that is part of it
    std::array<std::uint8_t, 1 << kMaxUnopposedTiles>
        first_pair{};  // by number: how many pairs come before its own
    std::array<std::uint16_t, (1 << kMaxUnopposedTiles) + 1>
        first_after{};  // by number that a move lays: how many pairs come before those after it
    std::uint64_t hash = 0;
};

// What the words of a lane depend on, its tiles included.
struct LaneSurroundings {
    int length = 0;
    std::uint64_t hash = 0;  // of the squares, by `hash_squares`
    // By the distance from the nearest tile, from 1 on: the empty squares at that distance. Squares
    // that no tile of the rack can reach, too far away or blocked, are in none.
    std::array<std::uint32_t, kMaxUnopposedTiles> at_distance{};
};

std::uint64_t hash_squares(const Square* squares, int length);

// Hashes the surroundings of a lane, for racks of a size, on a hash of what else its words depend
// on. That is mixed first: numbers of lanes differ as numbers of letters do, so the first square
// could cancel the difference.
std::uint64_t hash_surroundings(std::uint64_t hash, const LaneSurroundings& lane, int size);

// A word in a lane, as the tiles of the rack that are in it.
struct LaneWord {
    struct Tile {
        std::uint8_t offset;
        std::uint8_t kind;
    };
    std::array<Tile, kMaxUnopposedTiles> tiles;
    std::uint8_t count;
    std::uint8_t others;  // tiles that must be laid elsewhere to connect the word to the board
    std::int16_t face;    // points of its tiles, premium squares left out
};

template <class Mask>
class LaneWords {
  public:
    // bytes: of the cache, about.
    LaneWords(const WordGraph<Mask>& graph, const std::array<std::int32_t, kMaxTiles>& points,
              std::size_t bytes)
        : graph_(graph), points_(points), max_bytes_(bytes) {
        // Growing would need the old and the new memory at once; what is not touched takes none.
        words_.reserve(bytes / sizeof(LaneWord) + kMaxAtOnce);
    }

    // The words of a lane; those that differ only in the letters of blanks count once. Valid until
    // the next call.
    std::span<const LaneWord> words(const SmallRack& rack, const Square* squares,
                                    const LaneSurroundings& lane);

  private:
    struct Range {
        std::uint32_t begin;
        std::uint32_t count;
    };

    // The beginning of a word.
    struct Prefix {
        NodeIndex node;
        int offset;
        int count;
        int face;
        int nearest;
        bool is_word;
    };

    // A run of squares that tiles fill, where words may be in any order.
    struct Run {
        std::array<Letter, kMaxSide + kMaxUnopposedTiles> letters{};  // those there, then more
        std::array<std::uint8_t, kMaxUnopposedTiles> open{};          // the empty squares
        int lying = 0;                                                // tiles there
        int count = 0;                                                // empty squares
        int face = 0;                                                 // points of the tiles there
        int nearest = kFar;
    };

    void read_rack(const SmallRack& rack);
    void read_lane(const Square* squares, const LaneSurroundings& lane);
    std::span<const LaneWord> words_alone();
    void find_words(std::span<const LaneWord> alone);
    void add_alone(std::span<const LaneWord> alone, int open);
    void find_from_start();
    void find_any_order_words();
    void fill_run(const Run& run);
    bool makes_word(Run run, int number) const;
    bool completes_word(NodeIndex node, std::span<const Letter> letters, int blanks,
                        Letter lowest) const;
    void arrange(const Run& run, int index, int face);
    void extend(const Prefix& prefix);
    void lay(const Prefix& prefix, Letter letter, int kind, Mask arcs, Mask ends);
    void add_word(const Prefix& prefix);

    static constexpr std::size_t kMaxAtOnce = 4'000;  // words of a lane, nearly always
    static constexpr std::uint8_t kFar = 255;         // the distance of a square out of reach

    const WordGraph<Mask>& graph_;
    const std::array<std::int32_t, kMaxTiles>& points_;
    const std::size_t max_bytes_;
    ContentMap<Range> cache_;  // of `words_`
    std::vector<LaneWord> words_;
    ContentMap<Range> alone_;  // of `alone_words_`, by rack
    std::vector<LaneWord> alone_words_;
    // The rack and the lane that are being read.
    const SmallRack* rack_ = nullptr;
    const Square* squares_ = nullptr;
    std::array<std::uint8_t, kMaxSide> distances_{};  // of its squares from the nearest tile
    int length_ = 0;
    int start_ = 0;
    Mask letters_ = 0;
    int blank_kind_ = -1;
    std::array<std::int8_t, kMaxTiles> kind_of_{};
    std::array<std::uint8_t, kMaxUnopposedTiles> left_{};
    std::array<LaneWord::Tile, kMaxUnopposedTiles> laid_{};
};

extern template class LaneWords<std::uint32_t>;
extern template class LaneWords<std::uint64_t>;

}  // namespace jackdaw
