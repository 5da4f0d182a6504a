// The words that a few tiles may come to form in a lane, with what lies there, whatever lies beside it: more than what may be played now. For bounds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "movegen/core/layout.hpp"
#include "movegen/core/rack.hpp"
#include "movegen/core/tiles.hpp"
#include "movegen/core/word_graph.hpp"

namespace jackdaw {

// Racks of so few tiles, numbered in mixed radix as sub-racks of a rack are.
inline constexpr int kMostSoloTiles = 5;

// A small rack: its kinds of tiles, and which of its sub-racks are part of which.
struct SmallRack {
    explicit SmallRack(const TileCounts& counts);

    int size = 0;   // tiles
    int kinds = 0;
    int numbers = 1;  // of sub-racks
    std::array<Letter, kMostSoloTiles> tiles{};
    std::array<std::uint8_t, kMostSoloTiles> counts{};
    std::array<std::uint8_t, kMostSoloTiles> strides{};
    std::array<std::uint8_t, 1 << kMostSoloTiles> sizes{};   // by number: tiles
    std::array<std::uint32_t, 1 << kMostSoloTiles> parts{};  // by number: a bit for each sub-rack that is part of it
    std::uint64_t hash = 0;  // other racks have other ones
};

// The distance of a square that no tile of the rack can come to lie on: too far away, or blocked.
inline constexpr std::uint8_t kFar = 255;

// A word in a lane, as the tiles of the rack that are in it.
struct LaneWord {
    struct Tile {
        std::uint8_t place;
        std::uint8_t kind;
    };
    std::array<Tile, kMostSoloTiles> tiles;
    std::uint8_t count;
    std::uint8_t others;  // tiles that must lie elsewhere so that the word joins what is on the board
    std::int16_t face;    // points of its tiles, premium squares left out
};

template <class Mask>
class LaneWords {
public:
    // bytes: for what is kept, about.
    LaneWords(const WordGraph<Mask>& graph, const std::array<std::int32_t, kMaxTiles>& points, std::size_t bytes)
        : graph_(graph), points_(points), most_words_(bytes / 2 / sizeof(LaneWord)), most_lanes_(bytes / 2 / kLaneBytes) {
        words_.reserve(most_words_ + kMostAtOnce);  // growing takes old and new place at a time; what is not touched takes none
    }

    std::size_t bytes() const { return most_words_ * sizeof(LaneWord) + most_lanes_ * kLaneBytes; }

    // The words of a lane. distances: of its squares from the nearest tile, 1 beside it, or kFar. Valid until the next call.
    std::span<const LaneWord> words(const SmallRack& rack, const Square* squares, const std::uint8_t* distances, int length);

private:
    struct Place {
        std::uint32_t begin;
        std::uint32_t count;
    };

    // A word so far: where it goes on, what it has.
    struct Stem {
        NodeIndex node;
        int place;
        int count;
        int face;
        int nearest;
        bool is_word;
    };

    void grow(const Stem& stem);
    void lay(const Stem& stem, Letter letter, int kind, Mask arcs, Mask ends);
    void keep(const Stem& stem);

    static constexpr std::size_t kLaneBytes = 56;  // that the map takes for a lane, about
    static constexpr std::size_t kMostAtOnce = 4'000;  // words of a lane, nearly always

    const WordGraph<Mask>& graph_;
    const std::array<std::int32_t, kMaxTiles>& points_;
    const std::size_t most_words_;
    const std::size_t most_lanes_;
    std::unordered_map<std::uint64_t, Place> known_;
    std::vector<LaneWord> words_;
    // The lane that is being read.
    const SmallRack* rack_ = nullptr;
    const Square* squares_ = nullptr;
    const std::uint8_t* distances_ = nullptr;
    int length_ = 0;
    int start_ = 0;
    Mask letters_ = 0;
    int blank_kind_ = -1;
    std::array<std::int8_t, kMaxTiles> kind_of_{};
    std::array<std::uint8_t, kMostSoloTiles> left_{};
    std::array<LaneWord::Tile, kMostSoloTiles> laid_{};
};

extern template class LaneWords<std::uint32_t>;
extern template class LaneWords<std::uint64_t>;

}  // namespace jackdaw
