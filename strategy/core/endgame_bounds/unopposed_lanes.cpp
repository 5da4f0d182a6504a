#include "strategy/core/endgame_bounds/unopposed_lanes.hpp"

#include <algorithm>
#include <bit>

namespace jackdaw {
template <class Mask>
UnopposedLanes<Mask>::UnopposedLanes(const Variant& variant, const WordGraph<Mask>& graph,
                                     std::size_t bytes)
    : variant_(variant), words_(graph, variant.points, bytes / 4), max_bytes_(bytes) {
    // Growing would need the old and the new memory at once; what is not touched takes none.
    contents_.reserve(bytes / 4 / sizeof(Lane) + 2 * kMaxSide);
    crosses_.reserve(bytes / 4 / sizeof(ListedCross));
    hashes_.reserve(bytes / 4 / sizeof(CrossHash));
    gains_.reserve(bytes / 2 / sizeof(std::int16_t));
    later_plays_.reserve(bytes / 4 / sizeof(UnopposedPlay));
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

template <class Mask>
bool UnopposedLanes<Mask>::read(const Board<Mask>& board, const SmallRack& rack) {
    const bool is_same_rack = rack_ == &rack;
    rack_ = &rack, board_ = &board;
    if (!read_lanes(board) && is_same_rack) return false;
    clear_if_full();
    measure_distances();
    look_up_lanes();
    look_up_gains();
    return true;
}

// Reads the lanes that differ from those of the board before. Returns false if none does.
template <class Mask>
bool UnopposedLanes<Mask>::read_lanes(const Board<Mask>& board) {
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
void UnopposedLanes<Mask>::measure_distances() {
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
std::span<const LaneWord> UnopposedLanes<Mask>::find_words(Direction direction, int lane) {
    return words_.words(*rack_, board_->squares(direction, lane),
                        surroundings_[to_index(direction)][lane]);
}

// The hash of all that a lane's words depend on, and of the lane, for its premium squares.
template <class Mask>
std::uint64_t UnopposedLanes<Mask>::hash_content(Direction direction, int lane) const {
    return hash_surroundings(rack_->hash + static_cast<unsigned>(2 * lane + to_index(direction)),
                             surroundings_[to_index(direction)][lane], rack_->size);
}

// Looks up the lanes of a board, and the crosses through the squares of others.
template <class Mask>
void UnopposedLanes<Mask>::look_up_lanes() {
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
            on_board_[to_index(direction)][lane] = &look_up(direction, lane);
    }
    for (auto& by_lane : cross_hashes_) by_lane.fill(0);
    for (const Direction direction : kDirections) {
        auto& across = cross_hashes_[to_index(other(direction))];
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            const Lane& content = *on_board_[to_index(direction)][lane];
            for (std::uint32_t i = 0; i < content.num_hashes; ++i) {
                const auto& [hash, first, count, offset] = hashes_[content.hashes + i];
                const auto& crossed = *on_board_[to_index(other(direction))][offset];
                across[offset] += hash * (crossed.squares >> lane & 1);
            }
        }
    }
}

template <class Mask>
const typename UnopposedLanes<Mask>::Lane& UnopposedLanes<Mask>::look_up(Direction direction,
                                                                         int lane) {
    const std::uint64_t key = hashes_of_lanes_[to_index(direction)][lane];
    const auto [place, is_new] = lanes_.try_emplace(key);
    if (!is_new) return contents_[place];
    place = static_cast<std::uint32_t>(contents_.size());
    Lane& content = contents_.emplace_back();
    content.key = key;
    const auto words = find_words(direction, lane);
    for (const LaneWord& word : words) {
        for (int i = 0; i < word.count; ++i)
            content.squares |= std::uint32_t{1} << word.tiles[i].offset;
    }
    for (std::uint32_t left = content.squares; left; left &= left - 1)
        crosses_of_lane_[std::countr_zero(left)].fill({});
    for (const LaneWord& word : words) add_crosses(direction, lane, word);
    list_crosses(content, 2 * lane + to_index(direction));
    return content;
}

// Lists the crosses that were found in a lane, and their hashes. seed: the lane's number, so that
// those of different lanes may be added up.
template <class Mask>
void UnopposedLanes<Mask>::list_crosses(Lane& content, unsigned seed) {
    content.hashes = static_cast<std::uint32_t>(hashes_.size());
    for (std::uint32_t left = content.squares; left; left &= left - 1) {
        const int offset = std::countr_zero(left);
        std::uint64_t hash = splitmix64(seed);
        const std::size_t before = crosses_.size();
        for (int kind = 0; kind < rack_->kinds; ++kind) {
            for (int others = 0; others < needs(); ++others) {
                const Cross& found = crosses_of_lane_[offset][kind][others];
                if (found.score == kNever) continue;
                crosses_.push_back({static_cast<std::uint8_t>(kind),
                                    static_cast<std::uint8_t>(others), found.score, found.squares});
                const auto score = static_cast<std::uint64_t>(found.score);
                hash = mix_hash(mix_hash(hash, (score * 8 + kind) * 32 + others), found.squares);
            }
        }
        if (crosses_.size() == before) continue;
        hashes_.push_back({hash, static_cast<std::uint32_t>(before),
                           static_cast<std::uint16_t>(crosses_.size() - before),
                           static_cast<std::uint16_t>(offset)});
    }
    content.num_hashes = static_cast<std::uint32_t>(hashes_.size()) - content.hashes;
}

// Scores a word as a cross word: one of its tiles belongs to a play across it, all others were laid
// before, and those that connect it to the board as well: any tiles that are left.
template <class Mask>
void UnopposedLanes<Mask>::add_crosses(Direction direction, int lane, const LaneWord& word) {
    const Layout& layout = variant_.layout;
    int tiles = 0;
    std::uint32_t squares = 0;
    for (int i = 0; i < word.count; ++i) {
        tiles += rack_->strides[word.tiles[i].kind];
        squares |= std::uint32_t{1} << word.tiles[i].offset;
    }
    for (int i = 0; i < word.count; ++i) {
        const auto [offset, kind] = word.tiles[i];
        const int at = layout.at(direction, lane, offset),
                  points = variant_.points[rack_->tiles[kind]];
        const int score =
            (word.face + (layout.letter_multipliers[to_index(direction)][at] - 1) * points) *
            layout.word_multipliers[to_index(direction)][at];
        const auto add = [&, offset = offset, kind = kind](int others, std::uint32_t where) {
            Cross& best = crosses_of_lane_[offset][kind][others];
            best.score =
                std::max(best.score, static_cast<std::int16_t>(std::clamp(score, 0, 32'000)));
            best.squares |= where;
        };
        if (!is_listed()) {
            add(word.count - 1 + word.others, 0);
            continue;
        }
        for (std::uint32_t more = rack_->parts[rack_->numbers - 1 - tiles]; more;
             more &= more - 1) {
            const int connecting = std::countr_zero(more);
            if (rack_->sizes[connecting] == word.others)
                add(tiles - rack_->strides[kind] + connecting,
                    squares & ~(std::uint32_t{1} << offset));
        }
    }
}

// The hash of all that the gains of plays in a lane depend on: its content, the crosses there, and
// where tiles lie beside it.
template <class Mask>
std::uint64_t UnopposedLanes<Mask>::hash_crosses(Direction direction, int lane) const {
    const Lane& content = *on_board_[to_index(direction)][lane];
    const auto& tiles = tiles_[to_index(direction)];
    const std::uint32_t before = lane ? tiles[lane - 1] : 0,
                        after = lane + 1 < variant_.layout.lanes(direction) ? tiles[lane + 1] : 0;
    return mix_hash(mix_hash(content.key, cross_hashes_[to_index(direction)][lane]),
                    (before | after) & content.squares);
}

// Looks up what plays in each lane gain.
template <class Mask>
void UnopposedLanes<Mask>::look_up_gains() {
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
    for (auto& by_lane : places_) by_lane.fill(kNone);
    for (const auto& [direction, lane, hash] : std::span(with_words).first(count)) {
        const auto [place, is_new] = gain_lists_.try_emplace(hash);
        if (is_new) place = find_gains(direction, lane);
        places_[to_index(direction)][lane] = place;
    }
}

template <class Mask>
std::uint32_t UnopposedLanes<Mask>::find_gains(Direction direction, int lane) {
    gather_crosses(direction, lane);
    for (int laid = 0; laid < rack_->numbers; ++laid)
        std::fill_n(&best(laid, 0, 0), rack_->numbers * kMaxNeeds, kNever);
    Place place{.gains = static_cast<std::uint32_t>(gains_.size()),
                .first = static_cast<std::uint32_t>(first_plays_.size())};
    std::uint32_t any = 0;  // sub-racks laid in one play: a bit each
    const auto add = [&](const LaneWord& word, unsigned tiles, const Split& split, int others) {
        std::int16_t& most = best(split.laid, tiles_of(word) - split.laid, others);
        most = std::max(most, gain_of(tiles, split));
        any |= std::uint32_t{1} << split.laid;
    };
    for (const LaneWord& word : find_words(direction, lane)) {
        visit_first_play(direction, lane, word, [&](const auto&... play) {
            add(play...);
            if (is_listed()) first_plays_.push_back(play_of(play...));
        });
        visit_later_plays(direction, lane, word, add);
    }
    if (!any) return kNone;
    place.num_first = static_cast<std::uint16_t>(first_plays_.size() - place.first);
    store_gains(any);
    found_.push_back(place);
    return static_cast<std::uint32_t>(found_.size() - 1);
}

// Gathers the crosses through the squares of a lane where its words lay tiles.
template <class Mask>
void UnopposedLanes<Mask>::gather_crosses(Direction direction, int lane) {
    for (std::uint32_t left = on_board_[to_index(direction)][lane]->squares; left;
         left &= left - 1) {
        const int offset = std::countr_zero(left);
        rows_[offset].fill({});
        const Lane& across = *on_board_[to_index(other(direction))][offset];
        const auto squares = std::span(hashes_).subspan(across.hashes, across.num_hashes);
        const auto here = std::find_if(squares.begin(), squares.end(),
                                       [&](const auto& each) { return each.offset == lane; });
        if (here == squares.end()) continue;
        for (const ListedCross& listed : std::span(crosses_).subspan(here->first, here->count)) {
            auto& crosses = crosses_of_lane_[offset][listed.kind];
            Row& row = rows_[offset][listed.kind];
            if (row.crosses == &kNoCrosses) crosses.fill({});
            row.crosses = crosses.data();
            crosses[listed.others] = {listed.score, listed.squares};
            if (listed.others) row.others = ~0;
        }
        for (int kind = 0; kind < rack_->kinds; ++kind) {
            if (rows_[offset][kind].others) join_crosses(crosses_of_lane_[offset][kind].data());
        }
    }
}

// Lets a cross that needs fewer tiles count wherever it is the best. Of those that score no more
// than without any tile laid before the squares are dropped: nothing need lie there.
template <class Mask>
void UnopposedLanes<Mask>::join_crosses(Cross* crosses) {
    for (int others = 1; others < needs(); ++others) {
        Cross& joined = crosses[others];
        if (joined.score <= crosses[0].score) joined.squares = 0;
        for_all_smaller(others, [&](int fewer) {
            joined.score = std::max(joined.score, crosses[fewer].score);
            joined.squares |= crosses[fewer].squares;
        });
    }
}

// Visits what is needed without one of the tiles.
template <class Mask>
template <class Visit>
void UnopposedLanes<Mask>::for_all_smaller(int need, const Visit& visit) const {
    if (!is_listed()) {
        visit(need - 1);
        return;
    }
    for (int kind = 0; kind < rack_->kinds; ++kind) {
        const int stride = rack_->strides[kind];
        if (is_part(*rack_, stride, need)) visit(need - stride);
    }
}

// Returns true if all crosses of a word are words, or may be without tiles beside them.
template <class Mask>
bool UnopposedLanes<Mask>::has_crosses(Direction direction, int lane, const LaneWord& word,
                                       int others) const {
    const std::int32_t* const scores = board_->cross_scores(direction, lane);
    for (int i = 0; i < word.count; ++i) {
        if (scores[word.tiles[i].offset] != kNoCross && row(word.tiles[i])[others].score == kNever)
            return false;
    }
    return true;
}

// Visits the play of a word that needs no tiles laid before, if there is one.
template <class Mask>
template <class Visit>
void UnopposedLanes<Mask>::visit_first_play(Direction direction, int lane, const LaneWord& word,
                                            const Visit& visit) const {
    if (word.others || !has_crosses(direction, lane, word, 0)) return;
    const unsigned all = (1u << word.count) - 1;
    visit(word, all, split(direction, lane, word, 0)[all], 0);
}

// Visits the plays of a word that need others, once for each set of tiles laid before that gives
// its crosses something new.
template <class Mask>
template <class Visit>
void UnopposedLanes<Mask>::visit_later_plays(Direction direction, int lane, const LaneWord& word,
                                             const Visit& visit) const {
    const int all = tiles_of(word);
    const auto visit_splits = [&](int others) {
        if (!has_crosses(direction, lane, word, others)) return;
        const Splits splits = split(direction, lane, word, others);
        for (unsigned tiles = 1; tiles < 1u << word.count; ++tiles) {
            if (splits[tiles].laid != all || (others && has_squares(word, others)))
                visit(word, tiles, splits[tiles], others);
        }
    };
    const bool has_crosses = std::any_of(word.tiles.begin(), word.tiles.begin() + word.count,
                                         [&](auto tile) { return row(tile).others; });
    for (std::uint32_t met = met_by(rack_->numbers - 1 - all); met; met &= met - 1) {
        const int others = std::countr_zero(met), more = size_of(others) - word.others;
        if (more == 0 || (more > 0 && has_crosses && is_new(word, others))) visit_splits(others);
    }
}

// Returns true if nothing smaller laid before gives a word the same crosses.
template <class Mask>
bool UnopposedLanes<Mask>::is_new(const LaneWord& word, int others) const {
    bool is_new = true;
    for_all_smaller(others, [&](int fewer) {
        is_new &= std::any_of(word.tiles.begin(), word.tiles.begin() + word.count,
                              [&](auto tile) { return row(tile)[others] != row(tile)[fewer]; });
    });
    return is_new;
}

// Returns true if tiles laid beside a word raise what it scores. If all its tiles are laid at once
// and it needs others, one of these must be there to connect it.
template <class Mask>
bool UnopposedLanes<Mask>::has_squares(const LaneWord& word, int others) const {
    if (!is_listed()) return true;
    return std::any_of(word.tiles.begin(), word.tiles.begin() + word.count,
                       [&](auto tile) { return row(tile)[others].squares != 0; });
}

// What each set of a word's tiles gains if the others have been laid before. A set: a bit for each.
template <class Mask>
auto UnopposedLanes<Mask>::split(Direction direction, int lane, const LaneWord& word,
                                 int others) const -> Splits {
    Splits splits;
    splits[0] = {word.face, 1, 0, 0};
    for (int i = 0; i < word.count; ++i) {
        const auto [offset, kind] = word.tiles[i];
        const int at = variant_.layout.at(direction, lane, offset),
                  points = variant_.points[rack_->tiles[kind]];
        const int more = (variant_.layout.letter_multipliers[to_index(direction)][at] - 1) * points;
        const int multiplier = variant_.layout.word_multipliers[to_index(direction)][at],
                  beside = std::max<int>(0, row(word.tiles[i])[others].score) + points;
        for (int set = 0; set < 1 << i; ++set) {
            const Split& before = splits[set];
            splits[set | 1 << i] = {before.sum + more, before.multiplier * multiplier,
                                    before.beside + beside, before.laid + rack_->strides[kind]};
        }
    }
    return splits;
}

template <class Mask>
std::int16_t UnopposedLanes<Mask>::gain_of(unsigned tiles, const Split& split) const {
    const int gain =
        split.sum * split.multiplier + split.beside + variant_.bonus[std::popcount(tiles)];
    return static_cast<std::int16_t>(std::clamp(gain, 0, 32'000));
}

template <class Mask>
std::span<const UnopposedPlay> UnopposedLanes<Mask>::later_plays(Direction direction, int lane) {
    Place& found = found_[places_[to_index(direction)][lane]];
    if (found.later == kNone) {
        found.later = static_cast<std::uint32_t>(later_plays_.size());
        const std::int16_t* const alone =
            most(direction, lane) + rack_->first_pair[rack_->numbers - 1] - 1;
        gather_crosses(direction, lane);
        for (const LaneWord& word : find_words(direction, lane)) {
            visit_later_plays(
                direction, lane, word,
                [&](const LaneWord& same, unsigned tiles, const Split& split, int others) {
                    if (gain_of(tiles, split) > alone[split.laid])
                        later_plays_.push_back(play_of(same, tiles, split, others));
                });
        }
        found.num_later = static_cast<std::uint16_t>(later_plays_.size() - found.later);
    }
    return std::span(later_plays_).subspan(found.later, found.num_later);
}

// A play of some tiles of a word. tiles: a bit for each.
template <class Mask>
UnopposedPlay UnopposedLanes<Mask>::play_of(const LaneWord& word, unsigned tiles,
                                            const Split& split, int others) const {
    UnopposedPlay play;
    play.gain = gain_of(tiles, split);
    play.laid = static_cast<std::uint8_t>(split.laid);
    play.before = static_cast<std::uint8_t>(tiles_of(word) - split.laid);
    play.others = static_cast<std::uint8_t>(others);
    std::size_t count = 0;
    for (int i = 0; i < word.count; ++i) {
        const int offset = word.tiles[i].offset;
        if (!(tiles >> i & 1)) {
            play.squares_before |= std::uint32_t{1} << offset;
            continue;
        }
        play.squares |= std::uint32_t{1} << offset;
        const std::uint32_t squares = row(word.tiles[i])[others].squares;
        if (others && squares) play.across[count++] = {squares, offset};
    }
    return play;
}

// Stores what plays gain. any: the sub-racks that there are plays of.
template <class Mask>
void UnopposedLanes<Mask>::store_gains(std::uint32_t any) {
    const std::size_t begin = gains_.size();
    const int full = rack_->numbers - 1;
    for (int left = 1; left <= full; ++left) add_pairs(left, 0, any);
    while ((gains_.size() - begin) % kGainsAtOnce) gains_.push_back(kNever);
    if (rack_->size > kMaxTilesForMoves) return;
    for (int move = 1; move < full; ++move) {
        for (std::uint32_t parts = not_empty(rack_->parts[full - move]); parts; parts &= parts - 1)
            add_pairs(std::countr_zero(parts), move, any);
    }
    while ((gains_.size() - begin) % kGainsAtOnce) gains_.push_back(kNever);
}

// Stores the gains of plays by what they lay, with so much left. move: the tiles, if any, of a move
// that did not touch the lane.
template <class Mask>
void UnopposedLanes<Mask>::add_pairs(int left, int move, std::uint32_t any) {
    const int gone = rack_->numbers - 1 - left;
    std::array<std::int16_t, kNumbers> most;
    most.fill(kNever);
    for (std::uint32_t parts = rack_->parts[gone - move]; parts; parts &= parts - 1) {
        const int before = std::countr_zero(parts), later = gone - move - before;
        for (std::uint32_t met = met_by(gone - before); met; met &= met - 1) {
            const int others = std::countr_zero(met);
            // One of the others must have been laid after the move.
            if (move && others && (is_listed() ? !share_tiles(*rack_, others, later) : !later))
                continue;
            for (std::uint32_t plays = not_empty(rack_->parts[left] & any); plays;
                 plays &= plays - 1) {
                const int laid = std::countr_zero(plays);
                most[laid] = std::max(most[laid], best(laid, before, others));
            }
        }
    }
    for (std::uint32_t plays = not_empty(rack_->parts[left]); plays; plays &= plays - 1)
        gains_.push_back(most[std::countr_zero(plays)]);
}

template <class Mask>
std::size_t UnopposedLanes<Mask>::lane_bytes() const {
    return lanes_.bytes() + contents_.size() * sizeof(Lane) +
           crosses_.size() * sizeof(ListedCross) + hashes_.size() * sizeof(CrossHash);
}

template <class Mask>
std::size_t UnopposedLanes<Mask>::gain_bytes() const {
    return gain_lists_.bytes() + found_.size() * sizeof(Place) +
           gains_.size() * sizeof(std::int16_t) + first_plays_.size() * sizeof(UnopposedPlay);
}

template <class Mask>
void UnopposedLanes<Mask>::clear_if_full() {
    if (lane_bytes() > max_bytes_ / 4) {
        lanes_.clear();
        contents_.clear();
        crosses_.clear();
        hashes_.clear();
    }
    if (gain_bytes() > 3 * max_bytes_ / 8) {
        gain_lists_.clear();
        found_.clear();
        gains_.clear();
        first_plays_.clear();
        later_plays_.clear();
    }
    if (later_plays_.size() * sizeof(UnopposedPlay) > max_bytes_ / 8) {
        later_plays_.clear();
        for (Place& place : found_) place.later = kNone;
    }
}

template class UnopposedLanes<std::uint32_t>;
template class UnopposedLanes<std::uint64_t>;

}  // namespace jackdaw
