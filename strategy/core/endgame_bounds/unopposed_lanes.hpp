// What a few tiles can gain by plays in each lane of a board, while the opponent only passes.
//
// It counts every word that the tiles can come to form in a lane, alone or with tiles laid before;
// a play's score is bounded by the best such words across its tiles. Each tile is laid once, but a
// square may be used more than once.
//
// What a lane gives depends on its tiles, on the distances of its squares from the nearest tile,
// and on the cross words through them: it is cached by these, for most lanes of a board were met
// before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "strategy/core/lane_plays/content_map.hpp"
#include "strategy/core/lane_plays/lane_words.hpp"
#include "strategy/core/lane_plays/packed_racks.hpp"

namespace jackdaw {

// The most tiles of racks whose gains after moves are found, and of those whose plays are listed:
// for larger ones that takes longer than it saves.
inline constexpr int kMaxTilesForMoves = 4;
inline constexpr int kMaxListedTiles = 3;
inline constexpr int kMaxAfter = 112;  // gains after the moves of such a rack: 110

inline constexpr int kGainsAtOnce = 8;  // in one vector

// The length of a list of so many gains, for vectors.
inline int pad_gains(int count) { return (count + kGainsAtOnce - 1) / kGainsAtOnce * kGainsAtOnce; }

// A play in a lane, and what it needs of tiles laid before. Sets of tiles are sub-racks, by number.
struct UnopposedPlay {
    // Where tiles of a word across the play may have been laid before: a set of squares of the lane
    // of that word, none if nothing is needed there, and where that lane crosses the play.
    class Across {
      public:
        Across() = default;
        Across(std::uint32_t squares, int offset)
            : bits_(squares | static_cast<std::uint32_t>(offset) << kOffsetBit) {}
        std::uint32_t squares() const { return bits_ & ((std::uint32_t{1} << kOffsetBit) - 1); }
        int offset() const { return static_cast<int>(bits_ >> kOffsetBit); }
        friend bool operator==(Across, Across) = default;

      private:
        static constexpr int kOffsetBit = 27;
        static_assert(kMaxSide <= kOffsetBit && kMaxSide <= 1 << (32 - kOffsetBit));
        std::uint32_t bits_ = 0;
    };
    std::int16_t gain = 0;             // its score, and the points of the tiles laid
    std::uint8_t laid = 0;             // what it lays
    std::uint8_t before = 0;           // the tiles of its own word that were laid before
    std::uint8_t others = 0;           // the tiles of words across it that were laid before
    std::uint32_t squares = 0;         // where it lays its tiles
    std::uint32_t squares_before = 0;  // where the tiles of its own word were laid before
    std::array<Across, kMaxListedTiles - 1> across{};  // where `others` raise scores
};

template <class Mask>
class UnopposedLanes {
  public:
    static constexpr std::int16_t kNever = -1;  // the gain of a play that does not exist

    // bytes: for what is cached, about. The other arguments must outlive it.
    UnopposedLanes(const Variant& variant, const WordGraph<Mask>& graph, std::size_t bytes);

    std::size_t bytes() const { return max_bytes_; }

    // Reads the lanes of a board that has tiles. Returns false if they and the rack are those of
    // the board before. rack: it must stay where it is until the next call.
    bool read(const Board<Mask>& board, const SmallRack& rack);

    const Layout& layout() const { return variant_.layout; }
    bool has_plays(Direction direction, int lane) const {
        return places_[to_index(direction)][lane] != kNone;
    }

    // Of a lane that has plays, as all that follows; valid until the next call that is not const.
    // The most that a play gains, by what is left before it (any sub-rack but the empty one) and
    // what it lays (any part of that but the empty one). All others may have been laid before.
    const std::int16_t* most(Direction direction, int lane) const {
        return &gains_[place(direction, lane).gains];
    }

    // The same after a move that does not touch the lane, by the move's tiles first. They are in no
    // word of the lane, and beside it only if another tile laid later connects them. Of racks of up
    // to kMaxTilesForMoves tiles.
    const std::int16_t* most_after(Direction direction, int lane) const {
        return most(direction, lane) + pad_gains(rack_->pairs);
    }

    // The plays of racks of up to kMaxListedTiles tiles that need no tiles laid before.
    std::span<const UnopposedPlay> first_plays(Direction direction, int lane) const {
        const Place& found = place(direction, lane);
        return std::span(first_plays_).subspan(found.first, found.num_first);
    }

    // Those that do, and gain more than any of the same tiles that does not. Finds them before they
    // are needed for the first time.
    std::span<const UnopposedPlay> later_plays(Direction direction, int lane);

  private:
    static constexpr int kNumbers = 1 << kMaxUnopposedTiles;
    static constexpr int kMaxNeeds = 1 << kMaxListedTiles;
    static_assert(kMaxNeeds > kMaxUnopposedTiles);
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    // The most that a cross word scores, and where its tiles that were laid before may lie.
    struct Cross {
        std::int16_t score = kNever;
        std::uint32_t squares = 0;
        friend bool operator==(Cross, Cross) = default;
    };
    // By the kind of the tile that is laid, and what is needed of tiles laid before.
    using Crosses = std::array<std::array<Cross, kMaxNeeds>, kMaxUnopposedTiles>;

    // The crosses of a kind of tile on a square, by the tiles laid before.
    struct Row {
        const Cross* crosses = &kNoCrosses;
        int others = 0;  // -1 if they depend on these
        const Cross& operator[](int set) const { return crosses[set & others]; }
    };
    static constexpr Cross kNoCrosses{};

    // What a lane's words score as cross words through one of its squares.
    struct ListedCross {
        std::uint8_t kind;
        std::uint8_t others;
        std::int16_t score;
        std::uint32_t squares;
    };
    // The crosses through a square, of those listed.
    struct CrossHash {
        std::uint64_t hash;
        std::uint32_t first;
        std::uint16_t count;
        std::uint16_t offset;
    };

    // A lane by its content: where its words lay tiles, and what these score as cross words.
    struct Lane {
        std::uint64_t key = 0;
        std::uint32_t squares = 0;  // offsets where words lay tiles; 0 if there are no words
        std::uint32_t hashes = 0;   // the first of `num_hashes`
        std::uint32_t num_hashes = 0;
    };

    // Of a word, what the tiles laid at last score.
    struct Split {
        int sum, multiplier, beside, laid;
    };
    using Splits = std::array<Split, 1 << kMaxUnopposedTiles>;

    // Where the gains and the plays of a lane are.
    struct Place {
        std::uint32_t gains = 0;
        std::uint32_t first = 0;      // plays
        std::uint32_t later = kNone;  // not found before they are needed
        std::uint16_t num_first = 0;
        std::uint16_t num_later = 0;
    };

    std::size_t lane_bytes() const;
    std::size_t gain_bytes() const;
    void clear_if_full();
    bool read_lanes(const Board<Mask>& board);
    void measure_distances();
    std::span<const LaneWord> find_words(Direction direction, int lane);
    std::uint64_t hash_content(Direction direction, int lane) const;
    std::uint64_t hash_crosses(Direction direction, int lane) const;
    void look_up_lanes();
    const Lane& look_up(Direction direction, int lane);
    void list_crosses(Lane& content, unsigned seed);
    void add_crosses(Direction direction, int lane, const LaneWord& word);
    void look_up_gains();
    std::uint32_t find_gains(Direction direction, int lane);
    void gather_crosses(Direction direction, int lane);
    void join_crosses(Cross* crosses);
    bool has_crosses(Direction direction, int lane, const LaneWord& word, int others) const;
    template <class Visit>
    void visit_first_play(Direction direction, int lane, const LaneWord& word,
                          const Visit& visit) const;
    template <class Visit>
    void visit_later_plays(Direction direction, int lane, const LaneWord& word,
                           const Visit& visit) const;
    template <class Visit>
    void for_all_smaller(int need, const Visit& visit) const;
    bool is_new(const LaneWord& word, int others) const;
    bool has_squares(const LaneWord& word, int others) const;
    Splits split(Direction direction, int lane, const LaneWord& word, int others) const;
    std::int16_t gain_of(unsigned tiles, const Split& split) const;
    UnopposedPlay play_of(const LaneWord& word, unsigned tiles, const Split& split,
                          int others) const;
    void store_gains(std::uint32_t any);
    void add_pairs(int left, int move, std::uint32_t any);

    const Place& place(Direction direction, int lane) const {
        return found_[places_[to_index(direction)][lane]];
    }
    const Row& row(const LaneWord::Tile& tile) const { return rows_[tile.offset][tile.kind]; }
    // The tiles of a word, as a sub-rack.
    int tiles_of(const LaneWord& word) const {
        int tiles = 0;
        for (int i = 0; i < word.count; ++i) tiles += rack_->strides[word.tiles[i].kind];
        return tiles;
    }
    // What a cross needs of other tiles laid before it: of racks whose plays are listed a sub-rack,
    // by number; of larger ones so many tiles.
    bool is_listed() const { return rack_->size <= kMaxListedTiles; }
    int needs() const { return is_listed() ? rack_->numbers : rack_->size; }
    // The needs that tiles meet, a bit each.
    std::uint32_t met_by(int tiles) const {
        return is_listed() ? rack_->parts[tiles] : (std::uint32_t{2} << rack_->sizes[tiles]) - 1;
    }
    int size_of(int need) const { return is_listed() ? rack_->sizes[need] : need; }

    std::int16_t& best(int laid, int before, int others) {
        return best_[(laid * kNumbers + before) * kMaxNeeds + others];
    }

    const Variant& variant_;
    LaneWords<Mask> words_;
    const std::size_t max_bytes_;
    const SmallRack* rack_ = nullptr;
    // Caches by content: of lanes, and of what plays in them gain given the crosses there.
    ContentMap<std::uint32_t> lanes_;  // places in `contents_`
    std::vector<Lane> contents_;       // it never moves
    std::vector<ListedCross> crosses_;
    std::vector<CrossHash> hashes_;
    ContentMap<std::uint32_t> gain_lists_;  // places in `found_`, or kNone
    std::vector<Place> found_;
    std::vector<std::int16_t> gains_;
    std::vector<UnopposedPlay> first_plays_;
    std::vector<UnopposedPlay> later_plays_;
    // The board that is being read.
    const Board<Mask>* board_ = nullptr;
    std::array<std::array<std::uint64_t, kMaxSide>, 2> stamps_{};  // of the lanes read
    std::array<std::array<LaneSurroundings, kMaxSide>, 2> surroundings_{};
    std::array<std::array<std::uint32_t, kMaxSide>, 2> tiles_{};  // sets of squares by lane
    std::array<std::array<std::uint32_t, kMaxSide>, 2> open_{};   // squares that are not blocked
    std::array<std::array<const Lane*, kMaxSide>, 2> on_board_{};
    std::array<std::array<std::uint64_t, kMaxSide>, 2> hashes_of_lanes_{};
    std::array<std::array<std::uint64_t, kMaxSide>, 2> cross_hashes_{};
    std::array<std::array<std::uint32_t, kMaxSide>, 2> places_{};  // in `found_`
    // The lane that is being read.
    std::array<Crosses, kMaxSide> crosses_of_lane_;
    std::array<std::array<Row, kMaxUnopposedTiles>, kMaxSide> rows_;
    std::array<std::int16_t, kNumbers * kNumbers * kMaxNeeds>
        best_;  // by tiles laid, tiles of the word laid before, what crosses need
};

extern template class UnopposedLanes<std::uint32_t>;
extern template class UnopposedLanes<std::uint64_t>;

}  // namespace jackdaw
