// Best-first search for the plays of the highest equity, without generating all plays.
//
// The method is the "shadow play" of wolges and MAGPIE, applied to runs of squares: every window
// (lane_windows.hpp) has an upper bound of equity, from the most valuable tiles on the squares of
// the highest factors and the best leave of that size. Windows are searched from the highest bound
// down until no bound is good enough. Within a window each sub-rack has a bound of its own: its
// tiles, in order, on the best squares, and its leave. For the sub-racks that remain, the word map
// (word_map.hpp) has the words that they make with the letters played through, and those that fit
// the squares are plays. The word graph is not walked at all.
//
// Words in any order have the same windows, bounds and word map: a word of the map stands for all
// orders of its letters. Its tiles are laid square by square, by bounds of those that remain.
//
// The result is exact: the same as evaluating and sorting `all_moves`. Racks of more than ten tiles
// and point values outside the integers used go to a generator instead.
//
// A collector decides what is wanted: `wanted(equity)` says whether a play of that equity would be
// accepted (it may be asked about upper bounds, and once it refuses an equity it must refuse all
// lower ones), `min_wanted()` is the lowest that is, and `add(play, equity)` takes a play.
// `wants_first_alone()` is true if of equal plays on the same squares it needs only the one that
// sorts first. Equities are in milli-points: 1000 * score + value of the leave.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "movegen/core/best_plays/lane_windows.hpp"
#include "movegen/core/best_plays/rack_subsets.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/generation/any_order_plays.hpp"
#include "movegen/core/generation/generator.hpp"
#include "movegen/core/lexicon/word_map.hpp"

namespace jackdaw {

template <class Mask>
class BestPlays {
  public:
    // For boards of this layout, points and graph, and racks of up to `rack_size` tiles; the map
    // has the graph's words.
    BestPlays(const Layout& layout, const TilePoints& points, const PlacementBonus& bonus,
              int rack_size, const WordGraph<Mask>& graph, const WordMap& words);

    // Gives the collector the plays that it wants. `leave_values` are milli-points by sub-rack
    // number (rack.hpp). Instantiated for the collectors listed at the end of best_plays.cpp.
    template <class Collector>
    void find(const Board<Mask>& board, const TileCounts& rack, const MilliPoints* leave_values,
              Collector& collector) {
        set_rack(rack, leave_values);
        find(board, kAllLanes, nullptr, collector);
    }

    // The same in two steps, for one rack on many boards. The leave values must outlive the last
    // search.
    void set_rack(const TileCounts& rack, const MilliPoints* leave_values);

    // Finds the plays in a set of lanes, and possibly others. `snapshot`, if not null, provides the
    // windows of unchanged lanes.
    template <class Collector>
    void find(const Board<Mask>& board, const LaneSet& lanes, const LaneSnapshot<Mask>* snapshot,
              Collector& collector);

    // The windows of all lanes, shared by boards that come from this one; see LaneSnapshot.
    LaneSnapshot<Mask> snapshot_lanes(const Board<Mask>& board,
                                      const LaneSnapshot<Mask>* before = nullptr) const {
        return {board, neighbours_, max_placed_, before};
    }

  private:
    static constexpr int kBins = 256;
    static constexpr int kBinBits = 10;
    static constexpr int kBinWidth = 1 << kBinBits;  // milli-points
    static constexpr int kMinBin =
        -65536;  // the first and last bins also hold all bounds beyond them
    static constexpr int kPending = 8;
    static constexpr int kFilters = 256;

    struct WindowBound {  // a window and the upper bound of its plays
        const LaneWindow* window;
        MilliPoints bound;
        std::int32_t next;  // in the same bin; -1 at the end
    };

    struct LaneSlots {                 // the tiles of the rack that fit the squares of a lane
        std::uint32_t restricted = 0;  // squares where some tile does not fit
        std::array<SlotSet, kMaxSide> fitting;  // by restricted square
    };

    struct WordQuery {  // letters of a sub-rack and a window for which there may be words
        const WindowBound* window_bound;
        Signature signature;
        SubRackIndex sub_rack;
    };

    // The sub-racks of a chunk that may make words with the letters played through, as tested so
    // far for this rack.
    struct SubRackFilter {
        Signature through = 0;
        std::uint64_t rack = 0;
        int chunk = 0;
        SubRackSet tested = 0;
        SubRackSet passed = 0;
        SubRackSet has_letters = 0;    // sub-racks with one blank whose `letters` are computed
        std::array<Mask, 64> letters;  // what the blank may be, by place in the chunk
    };

    SubRackFilter& filter_for(Signature through, int chunk);
    bool may_make_word(Signature through, int index) const;
    Mask blank_letters(SubRackFilter& filter, int index) const;
    void bound_leaves_plus_bonus(Letter played_through, int min_placed);
    std::int32_t further_points(const LaneWindow& window) const;
    const LaneWindows<Mask>& windows_in(Direction direction, int lane);
    void list_windows(Direction direction, int lane);
    template <class Collector>
    void search_best_first(Collector& collector);
    template <class Collector>
    void search_window(const WindowBound& window_bound, Collector& collector);
    template <class Collector>
    void search_chunk(const WindowBound& window_bound, int chunk, Collector& collector);
    template <class Emit>
    void query_words(SubRackFilter& filter, int index, Emit emit) const;
    template <class Emit>
    void query_words_with_blanks(Signature signature, int blanks, Letter first, Emit emit) const;
    template <class Collector>
    void run_pending_queries(Collector& collector);
    void enter_window(const WindowBound& window_bound);
    std::int32_t factor(int index) const;
    bool fits(const Letter* word) const;
    Signature signature_of(const Letter* word) const;
    template <class Collector>
    void lay_tiles(const Letter* word, std::uint32_t squares, SlotSet left, std::int32_t score,
                   Collector& collector);
    [[gnu::noinline]] void lay_in_any_order(Signature wanted, PlaySink& sink);
    void begin_any_order(const Letter* word);
    void lay_in_any_order(int index, SlotSet left, std::int32_t score, PlaySink& sink);

    const TilePoints points_;
    const PlacementBonus bonus_;
    const int max_placed_;  // tiles of the largest rack that is searched here
    const WordMap words_;
    const LetterNeighbours<Mask> neighbours_;
    const Mask letters_;    // of the lexicon
    const bool any_order_;  // of letters
    const bool numbers_fit_;
    std::array<std::array<LaneWindows<Mask>, kMaxSide>, 2> lanes_;
    LaneCache<Mask> lane_cache_;  // used when there is a snapshot

    // The rack.
    TileCounts rack_{};
    const MilliPoints* leave_values_ = nullptr;
    bool is_supported_ = false;  // otherwise a generator finds the plays
    RackSubsets<Mask> tiles_;
    std::uint64_t rack_number_ = 0;
    std::array<SubRackFilter, kFilters> filters_{};
    std::uint64_t bounded_letters_ = 0;  // letters for which the bounds below are computed
    std::array<std::array<MilliPoints, kMaxSlots + 1>, kMaxTiles + 1>
        best_leave_plus_bonus_;  // by what is played through and tiles placed

    // The board.
    const Board<Mask>* board_ = nullptr;
    const LaneSnapshot<Mask>* snapshot_ = nullptr;
    std::array<std::array<const LaneWindows<Mask>*, kMaxSide>, 2> windows_{};
    std::array<std::array<LaneSlots, kMaxSide>, 2> slots_{};
    std::vector<WindowBound> window_bounds_;  // preallocated for all windows of a board
    std::int32_t window_bound_count_ = 0;
    std::array<std::int32_t, kBins> bins_;
    std::array<WordQuery, kPending> pending_;
    int pending_count_ = 0;

    // The window and sub-rack whose words are being tried.
    const WindowBound* current_ = nullptr;
    int sub_rack_ = 0;
    const LaneWindows<Mask>* windows_of_lane_ = nullptr;
    const Square* squares_ = nullptr;  // from the window's first square on, as below
    const std::uint8_t* letter_multipliers_ = nullptr;
    const std::int32_t* cross_factors_ = nullptr;
    std::array<Square, 32> laid_{};

    // The same for words in any order.
    std::array<Int16x8, kMaxSide + 1> factors_from_;       // of the squares from one on, falling
    std::array<std::uint8_t, kMaxTiles> blank_letters_{};  // blanks that stand for a letter
    std::int32_t max_score_ = 0;                           // of the plays found
};

}  // namespace jackdaw
