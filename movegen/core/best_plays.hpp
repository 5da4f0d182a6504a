// The best plays by equity, without finding all.
//
// Each window (windows.hpp) has an upper bound: the dearest tiles on the best squares, and the best leave of its number of tiles. Windows are
// visited from the highest bound down until none can bring a play that is wanted. In a window every sub-rack of its size has a
// bound of its own, its tiles on the best squares and its own leave. If that suffices the word map (word_map.hpp) tells which words the
// sub-rack and the letters played through make, and those that fit the squares are plays. The word graph is not walked at all.
//
// The result is exact: what `all_moves` would give, valued and sorted. Racks of more than seven tiles, games whose points do not fit the numbers
// used here, and games with letters in any order go through a generator instead.
//
// A collector says what is wanted: `wanted(equity)` whether a play of that equity could be (equities may be upper bounds, and once one is
// not wanted no lower one may ever be), and takes plays with `add(play, equity)`. Equities are milli-points: 1000 * score + value of the leave.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "generator.hpp"
#include "laid_tiles.hpp"
#include "windows.hpp"
#include "word_map.hpp"

namespace jackdaw {

template <class Mask>
class BestPlays {
public:
    // For boards of this layout, with these points and this graph, whose words are those of the map.
    BestPlays(const Layout& layout, const TilePoints& points, const PlacementBonus& bonus, const WordGraph<Mask>& graph, const WordMap& words);

    // Gives the collector the plays that it wants. `leave_values`: milli-points by sub-rack number (rack.hpp).
    // Collectors for which this is compiled: see the end of best_plays.cpp.
    template <class Collector>
    void find(const Board<Mask>& board, const TileCounts& rack, const MilliPoints* leave_values, Collector& collector) {
        set_rack(rack, leave_values);
        find(board, kAllLanes, nullptr, collector);
    }

    // The same in two steps, for many boards and one rack. The leave values must stay until the last board is done.
    void set_rack(const TileCounts& rack, const MilliPoints* leave_values);

    // The plays of all lanes of a set; perhaps others too. `known`, if not null, spares reading lanes that have not changed.
    template <class Collector>
    void find(const Board<Mask>& board, const LaneSet& lanes, const KnownLanes<Mask>* known, Collector& collector);

    // The lanes of a board, for boards that will come from it; see KnownLanes.
    KnownLanes<Mask> read_lanes(const Board<Mask>& board, const KnownLanes<Mask>* before = nullptr) const { return {board, neighbours_, before}; }

private:
    static constexpr int kBins = 256;
    static constexpr int kBinWidth = 1024;    // milli-points
    static constexpr int kLeastBin = -65536;  // lower bounds share the first bin, as higher ones than the bins reach share the last
    static constexpr int kPending = 8;
    static constexpr int kPossible = 256;

    struct Visit {  // a window to be visited
        const Window* window;
        MilliPoints bound;
        std::int32_t next;  // of the same bin; -1: none
        Direction direction;
        std::uint8_t lane;
    };

    struct Guess {  // a sub-rack in a window, the blanks' letters included, for which there may be words
        const Visit* visit;
        Signature signature;
        std::uint8_t sub_rack;
    };

    // Which sub-racks of a size may make words with what is played through, as far as that was asked for this rack.
    struct Possible {
        Signature through = 0;
        std::uint64_t rack = 0;
        int placed = 0;
        SubRackSet asked = 0;
        SubRackSet found = 0;
        SubRackSet listed = 0;                     // of those with one blank: for which `letters` holds
        std::array<Mask, kMostOfOneSize> letters;  // what the blank may be, by place from the first of the size
    };

    Possible& possible_with(Signature through, int placed);
    bool is_possible(Possible& possible, int place) const;
    Mask letters_of_blank(Possible& possible, int place) const;
    void bound_worth(Letter played_through, int least_placed);
    const LaneWindows<Mask>& windows_of(Direction direction, int lane);
    void list_windows(Direction direction, int lane);
    template <class Collector>
    void visit_all(Collector& collector);
    template <class Collector>
    void visit(const Visit& visit, Collector& collector);
    template <class Guesses>
    void guess(Possible& possible, int place, Guesses guesses) const;
    template <class Guesses>
    void guess_blanks(Signature signature, int blanks, Letter first, Guesses guesses) const;
    template <class Collector>
    void check_pending(Collector& collector);
    void enter(const Visit& visit);
    bool fits(const Letter* word, int length) const;
    template <class Collector>
    void lay(const Letter* word, int place, SlotSet left, std::int32_t score, Collector& collector);

    const TilePoints points_;
    const PlacementBonus bonus_;
    const WordMap words_;
    const LetterNeighbours<Mask> neighbours_;
    const Mask letters_;  // of the lexicon
    const bool any_order_;  // of letters
    const bool numbers_fit_;
    std::array<std::array<LaneWindows<Mask>, kMaxSide>, 2> lanes_;
    LaneMemory<Mask> memory_;  // instead, where lanes of the board are known

    // The rack.
    TileCounts rack_{};
    const MilliPoints* leave_values_ = nullptr;
    bool is_fit_ = false;  // for what follows; else the generator finds its plays
    LaidTiles<Mask> tiles_;
    std::uint64_t rack_number_ = 0;
    std::array<Possible, kPossible> possible_{};
    std::uint64_t bounded_ = 0;  // letters played through for which the worths below hold
    std::array<std::array<MilliPoints, kMostSlots + 1>, kMaxTiles + 1> best_worth_;  // by what is played through and tiles placed

    // The board.
    const Board<Mask>* board_ = nullptr;
    const KnownLanes<Mask>* known_ = nullptr;
    std::array<std::array<const LaneWindows<Mask>*, kMaxSide>, 2> windows_{};
    std::array<std::array<std::uint32_t, kMaxSide>, 2> choosy_{};  // squares of each lane where not every tile of the rack may lie
    std::vector<Visit> visits_;  // room for all that may be
    std::int32_t visit_count_ = 0;
    std::array<std::int32_t, kBins> bins_;
    std::array<Guess, kPending> pending_;
    int pending_count_ = 0;

    // The window that words are tried in, and the sub-rack.
    const Visit* at_ = nullptr;
    int sub_rack_ = 0;
    const Square* squares_ = nullptr;                // from its first square on, as below
    std::array<Mask, kMaxSide> allowed_;             // a letter played through alone where one lies
    std::array<std::int32_t, kMaxSide> factors_;     // what a point counts on the square
    std::array<Square, 32> laid_{};
};

}  // namespace jackdaw
