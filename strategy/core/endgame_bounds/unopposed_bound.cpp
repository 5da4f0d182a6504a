#include "strategy/core/endgame_bounds/unopposed_bound.hpp"

#include <algorithm>
#include <bit>

namespace jackdaw {
namespace {

constexpr int kAtOnce = 8;  // gains, in one vector

int padded(int count) { return (count + kAtOnce - 1) / kAtOnce * kAtOnce; }

// Raises each gain to at least another; count: a multiple of kAtOnce.
void raise(std::int16_t* gains, const std::int16_t* others, int count) {
    for (int begin = 0; begin < count; begin += kAtOnce) {
        for (int i = begin; i < begin + kAtOnce; ++i) gains[i] = std::max(gains[i], others[i]);
    }
}

// A set of sub-racks without the empty one.
std::uint32_t not_empty(std::uint32_t parts) { return parts & ~std::uint32_t{1}; }

}  // namespace

template <class Mask>
UnopposedBound<Mask>::UnopposedBound(const Variant& variant, const WordGraph<Mask>& graph,
                                     std::size_t bytes)
    : variant_(variant), words_(graph, variant.points, bytes / 4), max_bytes_(bytes) {
    // Growing would need the old and the new memory at once; what is not touched takes none.
    contents_.reserve(bytes / 4 / sizeof(Lane) + 2 * kMaxSide);
    crosses_.reserve(bytes / 4 / sizeof(Cross));
    hashes_.reserve(bytes / 4 / sizeof(CrossHash));
    gains_.reserve(bytes / 2 / sizeof(std::int16_t));
    const Layout& layout = variant.layout;
    for (const Direction direction : kDirections) {
        const int length = layout.lane_length(direction);
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            surroundings_[to_index(direction)][lane].length = length;
            for (int offset = 0; offset < length; ++offset)
                open_[to_index(direction)][lane] |=
                    std::uint32_t{!layout.is_blocked(direction, lane, offset)} << offset;
        }
    }
}

// Reads the lanes that differ from those of the board before. Returns false if none does.
template <class Mask>
bool UnopposedBound<Mask>::read_lanes(const Board<Mask>& board) {
    bool is_changed = false;
    const Layout& layout = variant_.layout;
    for (const Direction direction : kDirections) {
        const int length = layout.lane_length(direction);
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            std::uint64_t& stamp = stamps_[to_index(direction)][lane];
            if (stamp == board.stamp(direction, lane)) continue;
            is_changed = true;
            stamp = board.stamp(direction, lane);
            const Square* const squares = board.squares(direction, lane);
            surroundings_[to_index(direction)][lane].hash = hash_squares(squares, length);
            std::uint32_t tiles = 0;
            for (int offset = 0; offset < length; ++offset)
                tiles |= std::uint32_t{squares[offset] != 0} << offset;
            tiles_[to_index(direction)][lane] = tiles;
        }
    }
    return is_changed;
}

// The distances of all squares from the nearest tile: a flood fill on sets of squares, in each
// direction, so that each lane has its own.
template <class Mask>
void UnopposedBound<Mask>::measure_distances() {
    for (const Direction direction : kDirections) {
        const int lanes = variant_.layout.lanes(direction);
        const auto& open = open_[to_index(direction)];
        auto& surroundings = surroundings_[to_index(direction)];
        std::array<std::uint32_t, kMaxSide + 2> reached{};
        std::copy_n(tiles_[to_index(direction)].begin(), lanes, reached.begin() + 1);
        for (int distance = 1; distance <= rack_->size; ++distance) {
            std::uint32_t before = 0;
            for (int lane = 0; lane < lanes; ++lane) {
                const std::uint32_t here = reached[lane + 1];
                const std::uint32_t next =
                    (here | here << 1 | here >> 1 | before | reached[lane + 2]) & open[lane];
                surroundings[lane].at_distance[distance - 1] = next & ~here;
                reached[lane + 1] = next;
                before = here;
            }
        }
    }
}

template <class Mask>
std::span<const LaneWord> UnopposedBound<Mask>::find_words(const Board<Mask>& board,
                                                           Direction direction, int lane) {
    return words_.words(*rack_, board.squares(direction, lane),
                        surroundings_[to_index(direction)][lane]);
}

// The hash of all that a lane's words depend on, and of the lane, for its premium squares.
template <class Mask>
std::uint64_t UnopposedBound<Mask>::hash_content(Direction direction, int lane) const {
    return hash_surroundings(rack_->hash + static_cast<unsigned>(2 * lane + to_index(direction)),
                             surroundings_[to_index(direction)][lane], rack_->size);
}

// Looks up the lanes of a board, and the crosses through the squares of others.
template <class Mask>
void UnopposedBound<Mask>::look_up_lanes(const Board<Mask>& board) {
    const Layout& layout = variant_.layout;
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            const std::uint64_t hash = hash_content(direction, lane);
            lanes_.prefetch(hash);
            hashes_of_lanes_[to_index(direction)][lane] = hash;
        }
    }
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout.lanes(direction); ++lane)
            on_board_[to_index(direction)][lane] = &look_up(board, direction, lane);
    }
    for (auto& by_lane : cross_hashes_) by_lane.fill(0);
    for (const Direction direction : kDirections) {
        auto& across = cross_hashes_[to_index(other(direction))];
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            const Lane& content = *on_board_[to_index(direction)][lane];
            for (std::uint32_t i = 0; i < content.num_hashes; ++i) {
                const auto& [offset, crosses] = hashes_[content.hashes + i];
                const auto& crossed = *on_board_[to_index(other(direction))][offset];
                across[offset] += crosses * (crossed.squares >> lane & 1);
            }
        }
    }
}

template <class Mask>
const typename UnopposedBound<Mask>::Lane& UnopposedBound<Mask>::look_up(const Board<Mask>& board,
                                                                         Direction direction,
                                                                         int lane) {
    const std::uint64_t key = hashes_of_lanes_[to_index(direction)][lane];
    const auto [place, is_new] = lanes_.try_emplace(key);
    if (!is_new) return contents_[place];
    place = static_cast<std::uint32_t>(contents_.size());
    Lane& content = contents_.emplace_back();
    content.key = key;
    const int length = variant_.layout.lane_length(direction);
    for (int offset = 0; offset < length; ++offset) {
        for (auto& by_others : lane_crosses_[offset]) by_others.fill(kNever);
    }
    for (const LaneWord& word : find_words(board, direction, lane)) {
        for (int i = 0; i < word.count; ++i)
            content.squares |= std::uint32_t{1} << word.tiles[i].offset;
        add_crosses(direction, lane, word);
    }
    list_crosses(content, length, 2 * lane + to_index(direction));
    return content;
}

// Lists the crosses that were found in a lane, and their hashes. seed: the lane's number, so that
// those of different lanes may be added up.
template <class Mask>
void UnopposedBound<Mask>::list_crosses(Lane& content, int length, unsigned seed) {
    content.crosses = static_cast<std::uint32_t>(crosses_.size());
    content.hashes = static_cast<std::uint32_t>(hashes_.size());
    for (int offset = 0; offset < length; ++offset) {
        std::uint64_t hash = splitmix64(seed);
        const std::size_t before = crosses_.size();
        for (int kind = 0; kind < rack_->kinds; ++kind) {
            for (int others = 0; others < rack_->size; ++others) {
                const std::int16_t score = lane_crosses_[offset][kind][others];
                if (score == kNever) continue;
                crosses_.push_back({static_cast<std::uint8_t>(offset),
                                    static_cast<std::uint8_t>(kind),
                                    static_cast<std::uint8_t>(others), score});
                hash = splitmix64(hash + static_cast<unsigned>((score * 8 + kind) * 8 + others));
            }
        }
        if (crosses_.size() > before) hashes_.push_back({offset, hash});
    }
    content.num_crosses = static_cast<std::uint32_t>(crosses_.size()) - content.crosses;
    content.num_hashes = static_cast<std::uint32_t>(hashes_.size()) - content.hashes;
}

// Scores a word as a cross word: one of its tiles belongs to a play across it, all others were laid
// before.
template <class Mask>
void UnopposedBound<Mask>::add_crosses(Direction direction, int lane, const LaneWord& word) {
    const Layout& layout = variant_.layout;
    const int others = word.count - 1 + word.others;
    for (int i = 0; i < word.count; ++i) {
        const auto [offset, kind] = word.tiles[i];
        const int at = layout.at(direction, lane, offset),
                  points = variant_.points[rack_->tiles[kind]];
        const int score =
            (word.face + (layout.letter_multipliers[to_index(direction)][at] - 1) * points) *
            layout.word_multipliers[to_index(direction)][at];
        std::int16_t& best = lane_crosses_[offset][kind][others];
        best = std::max(best, static_cast<std::int16_t>(std::clamp(score, 0, 32'000)));
    }
}

// The hash of all that the gains of plays in a lane depend on: its content, the crosses there, and
// where tiles lie beside it.
template <class Mask>
std::uint64_t UnopposedBound<Mask>::hash_crosses(Direction direction, int lane) const {
    const Lane& content = *on_board_[to_index(direction)][lane];
    const auto& tiles = tiles_[to_index(direction)];
    const std::uint32_t before = lane ? tiles[lane - 1] : 0,
                        after = lane + 1 < variant_.layout.lanes(direction) ? tiles[lane + 1] : 0;
    return mix_hash(mix_hash(content.key, cross_hashes_[to_index(direction)][lane]),
                    (before | after) & content.squares);
}

// Adds what plays in each lane gain to pair_gains_.
template <class Mask>
void UnopposedBound<Mask>::add_gains(const Board<Mask>& board) {
    struct Hashed {
        Direction direction;
        int lane;
        std::uint64_t hash;
    };
    std::array<Hashed, std::size_t{2} * kMaxSide> with_words;
    std::size_t count = 0;
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane) {
            if (!on_board_[to_index(direction)][lane]->squares) continue;
            const std::uint64_t hash = hash_crosses(direction, lane);
            gain_lists_.prefetch(hash);
            with_words[count++] = {direction, lane, hash};
        }
    }
    pair_gains_.fill(kNever);
    for (auto& by_lane : places_) by_lane.fill(kNoGains);
    has_gains_after_ = false;
    for (const auto& [direction, lane, hash] : std::span(with_words).first(count)) {
        const auto [place, is_new] = gain_lists_.try_emplace(hash);
        if (is_new) place = find_gains(board, direction, lane);
        if (place == kNoGains) continue;
        places_[to_index(direction)][lane] = place;
        raise(pair_gains_.data(), &gains_[place], padded(rack_->pairs));
    }
}

template <class Mask>
std::uint32_t UnopposedBound<Mask>::find_gains(const Board<Mask>& board, Direction direction,
                                               int lane) {
    for (std::uint32_t left = on_board_[to_index(direction)][lane]->squares; left;
         left &= left - 1) {
        const int offset = std::countr_zero(left);
        for (auto& by_others : lane_crosses_[offset]) by_others.fill(kNever);
        const Lane& across = *on_board_[to_index(other(direction))][offset];
        for (std::uint32_t i = 0; i < across.num_crosses; ++i) {
            const Cross& cross = crosses_[across.crosses + i];
            if (cross.offset == lane) lane_crosses_[offset][cross.kind][cross.others] = cross.score;
        }
    }
    for (int laid = 0; laid < rack_->numbers; ++laid)
        std::fill_n(&best(laid, 0, 0), rack_->numbers * kMaxUnopposedTiles, kNever);
    laid_ = 0;
    for (const LaneWord& word : find_words(board, direction, lane))
        add_plays(direction, lane, word, board);
    return laid_ ? store_gains() : kNoGains;
}

// Stores the gains of the lane's plays by what was left and what they lay: of the tiles that are
// gone then, some may be those of the word and others.
template <class Mask>
std::uint32_t UnopposedBound<Mask>::store_gains() {
    const auto begin = static_cast<std::uint32_t>(gains_.size());
    const int full = rack_->numbers - 1;
    for (int left = 1; left <= full; ++left) add_pairs(left, 0);
    while ((gains_.size() - begin) % kAtOnce) gains_.push_back(kNever);
    if (rack_->size > kMaxRackForMoves) return begin;
    for (int move = 1; move < full; ++move) {
        for (std::uint32_t parts = not_empty(rack_->parts[full - move]); parts; parts &= parts - 1)
            add_pairs(std::countr_zero(parts), move);
    }
    while ((gains_.size() - begin) % kAtOnce) gains_.push_back(kNever);
    return begin;
}

// Stores the gains of plays by what they lay, with so much left. move: the tiles, if any, of a move
// that did not touch the lane. They are in no word of it, and beside it only if another tile laid
// later connects them.
template <class Mask>
void UnopposedBound<Mask>::add_pairs(int left, int move) {
    const int gone = rack_->numbers - 1 - left;
    for (std::uint32_t plays = not_empty(rack_->parts[left]); plays; plays &= plays - 1) {
        const int laid = std::countr_zero(plays);
        std::int16_t most = kNever;
        if (laid_ >> laid & 1) {
            for (std::uint32_t parts = rack_->parts[gone - move]; parts; parts &= parts - 1) {
                const int before = std::countr_zero(parts);
                int others = before + move == gone ? 0 : rack_->sizes[gone] - rack_->sizes[before];
                for (; others >= 0; --others) most = std::max(most, best(laid, before, others));
            }
        }
        gains_.push_back(most);
    }
}

template <class Mask>
void UnopposedBound<Mask>::add_plays(Direction direction, int lane, const LaneWord& word,
                                     const Board<Mask>& board) {
    std::array<int, kMaxUnopposedTiles> crosses;
    crosses.fill(kNever);
    for (int others = 0; others + word.count <= rack_->size; ++others) {
        bool is_more = others == word.others, is_possible = others >= word.others;
        for (int i = 0; i < word.count; ++i) {
            const auto [offset, kind] = word.tiles[i];
            const int cross = lane_crosses_[offset][kind][others];
            if (cross > crosses[i]) crosses[i] = cross, is_more = true;
            is_possible &=
                crosses[i] != kNever || board.cross_scores(direction, lane)[offset] == kNoCross;
        }
        if (is_possible && is_more) add_splits(direction, lane, word, others, crosses);
    }
}

// Adds a word once for each set of its tiles that may have been laid before.
template <class Mask>
void UnopposedBound<Mask>::add_splits(Direction direction, int lane, const LaneWord& word,
                                      int others,
                                      const std::array<int, kMaxUnopposedTiles>& crosses) {
    struct Split {
        int sum, multiplier, beside, laid;
    };
    std::array<Split, 1 << kMaxUnopposedTiles> splits;
    splits[0] = {word.face, 1, 0, 0};
    int all = 0;
    for (int i = 0; i < word.count; ++i) all += rack_->strides[word.tiles[i].kind];
    for (int i = 0; i < word.count; ++i) {
        const auto [offset, kind] = word.tiles[i];
        const int at = variant_.layout.at(direction, lane, offset),
                  points = variant_.points[rack_->tiles[kind]];
        const int more = (variant_.layout.letter_multipliers[to_index(direction)][at] - 1) * points;
        const int multiplier = variant_.layout.word_multipliers[to_index(direction)][at],
                  beside = std::max(0, crosses[i]) + points;
        for (int set = 0; set < 1 << i; ++set) {
            const Split& before = splits[set];
            Split& split = splits[set | 1 << i];
            split = {before.sum + more, before.multiplier * multiplier, before.beside + beside,
                     before.laid + rack_->strides[kind]};
            const int tiles = std::popcount(static_cast<unsigned>(set)) + 1;
            const int gain = split.sum * split.multiplier + split.beside + variant_.bonus[tiles];
            std::int16_t& max = best(split.laid, all - split.laid, others);
            max = std::max(max, static_cast<std::int16_t>(std::clamp(gain, 0, 32'000)));
            laid_ |= std::uint32_t{1} << split.laid;
        }
    }
}

// Finds the best order to lay the tiles in, for all tiles and for each sub-rack.
template <class Mask>
void UnopposedBound<Mask>::find_max_gains() {
    max_gains_.fill(0);
    const std::int16_t* gain = pair_gains_.data();
    for (int left = 1; left < rack_->numbers; ++left) {
        for (std::uint32_t plays = not_empty(rack_->parts[left]); plays;
             plays &= plays - 1, ++gain) {
            if (*gain == kNever) continue;
            const int laid = std::countr_zero(plays);
            const int after = laid == left ? going_out_ : max_gains_[left - laid];
            max_gains_[left] = std::max(max_gains_[left], *gain + after);
        }
    }
}

// Joins the gains of all lanes after moves that do not touch them.
template <class Mask>
void UnopposedBound<Mask>::add_gains_after() {
    if (has_gains_after_) return;
    has_gains_after_ = true;
    gains_after_.fill(kNever);
    const int count = padded(rack_->first_after[rack_->numbers - 1]);
    for (const auto& by_lane : places_) {
        for (const std::uint32_t place : by_lane) {
            if (place != kNoGains)
                raise(gains_after_.data(), &gains_[place] + padded(rack_->pairs), count);
        }
    }
}

template <class Mask>
int UnopposedBound<Mask>::max_gain_after(const RackPacking& packing, PackedRack tiles,
                                         const LaneSet& touched) {
    const int move = number_of(packing, tiles), rest = rack_->numbers - 1 - move;
    if (rack_->size > kMaxRackForMoves || !move || !rest) return max_gains_[rest];
    add_gains_after();
    std::array<const std::int16_t*, std::size_t{2} * kMaxSide> lists;  // of touched lanes
    std::size_t count = 0;
    for (const Direction direction : kDirections) {
        for (std::uint32_t lanes = touched[to_index(direction)]; lanes; lanes &= lanes - 1) {
            const std::uint32_t place = places_[to_index(direction)][std::countr_zero(lanes)];
            if (place != kNoGains) lists[count++] = &gains_[place];
        }
    }
    std::array<int, kNumbers> most{};  // by the sub-rack that is left
    const std::int16_t* elsewhere = &gains_after_[rack_->first_after[move]];
    for (std::uint32_t lefts = not_empty(rack_->parts[rest]); lefts; lefts &= lefts - 1) {
        const int left = std::countr_zero(lefts);
        int pair = rack_->first_pair[left];
        for (std::uint32_t plays = not_empty(rack_->parts[left]); plays; plays &= plays - 1) {
            std::int16_t gain = *elsewhere++;
            for (const auto* const list : std::span(lists).first(count))
                gain = std::max(gain, list[pair]);
            ++pair;
            if (gain == kNever) continue;
            const int laid = std::countr_zero(plays);
            most[left] =
                std::max(most[left], gain + (laid == left ? going_out_ : most[left - laid]));
        }
    }
    return most[rest];
}

template <class Mask>
std::size_t UnopposedBound<Mask>::lane_bytes() const {
    return lanes_.bytes() + contents_.size() * sizeof(Lane) + crosses_.size() * sizeof(Cross) +
           hashes_.size() * sizeof(CrossHash);
}

template <class Mask>
std::size_t UnopposedBound<Mask>::gain_bytes() const {
    return gain_lists_.bytes() + gains_.size() * sizeof(std::int16_t);
}

template <class Mask>
void UnopposedBound<Mask>::clear_if_full() {
    if (lane_bytes() > max_bytes_ / 4) {
        lanes_.clear();
        contents_.clear();
        crosses_.clear();
        hashes_.clear();
    }
    if (gain_bytes() > max_bytes_ / 2) {
        gain_lists_.clear();
        gains_.clear();
    }
}

template <class Mask>
void UnopposedBound<Mask>::measure(const Board<Mask>& board, const RackPacking& packing,
                                   PackedRack rack, int going_out) {
    const std::uint64_t hash = packing.hash(rack);
    auto cached = racks_.find(hash);
    if (cached == racks_.end()) cached = racks_.try_emplace(hash, packing.unpack(rack)).first;
    const bool is_same_rack = rack_ == &cached->second;
    rack_ = &cached->second;
    going_out_ = going_out;
    if (read_lanes(board) || !is_same_rack) {  // else a pass came between, and nothing changed
        clear_if_full();
        measure_distances();
        look_up_lanes(board);
        add_gains(board);
    }
    find_max_gains();
}

template class UnopposedBound<std::uint32_t>;
template class UnopposedBound<std::uint64_t>;

}  // namespace jackdaw
