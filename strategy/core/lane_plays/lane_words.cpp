#include "strategy/core/lane_plays/lane_words.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "movegen/core/base/hashing.hpp"

namespace jackdaw {
namespace {

// A number for the tiles that a word lays, and where.
std::uint64_t number_of(const LaneWord& word) {
    std::uint64_t number = 1;
    for (int i = 0; i < word.count; ++i)
        number =
            number << 8 | static_cast<unsigned>(word.tiles[i].offset << 3 | word.tiles[i].kind);
    return number;
}

// Keeps one of the words from `begin` on that lay the same tiles on the same squares, with other
// letters for blanks.
void remove_duplicates(std::vector<LaneWord>& words, std::size_t begin) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, words.end(),
              [](const LaneWord& a, const LaneWord& b) { return number_of(a) < number_of(b); });
    const auto is_same = [](const LaneWord& a, const LaneWord& b) {
        return number_of(a) == number_of(b);
    };
    words.erase(std::unique(first, words.end(), is_same), words.end());
}

}  // namespace

SmallRack::SmallRack(const TileCounts& all) {
    for_each_kind(all, [&](int tile) {
        tiles[kinds] = static_cast<Letter>(tile);
        counts[kinds] = all[tile];
        strides[kinds] = static_cast<std::uint8_t>(numbers);
        numbers *= all[tile] + 1;
        size += all[tile];
        hash = splitmix64(hash + static_cast<unsigned>(tile) * 256 + all[tile]);
        ++kinds;
    });
    const auto count = [&](int number, int kind) {
        return number / strides[kind] % (counts[kind] + 1);
    };
    for (int number = 0; number < numbers; ++number) {
        for (int kind = 0; kind < kinds; ++kind)
            sizes[number] = static_cast<std::uint8_t>(sizes[number] + count(number, kind));
        for (int part = 0; part <= number; ++part) {
            bool is_part = true;
            for (int kind = 0; kind < kinds; ++kind)
                is_part &= count(part, kind) <= count(number, kind);
            parts[number] |= std::uint32_t{is_part} << part;
        }
        first_pair[number] = static_cast<std::uint8_t>(pairs);
        pairs += std::popcount(parts[number]) - 1;
    }
    for (int move = 1; move < numbers; ++move) {
        int after = first_after[move];
        for (std::uint32_t lefts = parts[numbers - 1 - move]; lefts; lefts &= lefts - 1)
            after += std::popcount(parts[std::countr_zero(lefts)]) - 1;
        first_after[move + 1] = static_cast<std::uint16_t>(after);
    }
}

std::uint64_t hash_squares(const Square* squares, int length) {
    std::uint64_t hash = 0;
    for (int offset = 0; offset < length; offset += 8) {
        std::uint64_t lying = 0;
        std::memcpy(&lying, squares + offset,
                    static_cast<std::size_t>(std::min(8, length - offset)));
        hash = mix_hash(hash, lying);
    }
    return hash;
}

std::uint64_t hash_surroundings(std::uint64_t hash, const LaneSurroundings& lane, int size) {
    hash = mix_hash(mix_hash(0, hash), lane.hash);
    for (int i = 0; i < size; i += 2) {
        std::uint64_t sets = lane.at_distance[i];
        if (i + 1 < size) sets |= std::uint64_t{lane.at_distance[i + 1]} << 32;
        hash = mix_hash(hash, sets, kGoldenRatio);
    }
    return hash;
}

template <class Mask>
std::span<const LaneWord> LaneWords<Mask>::words(const SmallRack& rack, const Square* squares,
                                                 const LaneSurroundings& lane) {
    const std::uint64_t hash =
        hash_surroundings(rack.hash + static_cast<unsigned>(lane.length), lane, rack.size);
    if ((words_.size() + alone_words_.size()) * sizeof(LaneWord) + cache_.bytes() + alone_.bytes() >
        max_bytes_) {
        words_.clear();
        cache_.clear();
        alone_words_.clear();
        alone_.clear();
    }
    const auto [range, is_new] = cache_.try_emplace(hash);
    if (!is_new) return std::span(words_).subspan(range.begin, range.count);
    read_rack(rack);
    const auto alone = graph_.any_order() ? std::span<const LaneWord>{} : words_alone();
    read_lane(squares, lane);
    const std::size_t begin = words_.size();
    if (graph_.any_order())
        find_any_order_words();
    else
        find_words(alone);
    range = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(words_.size() - begin)};
    return std::span(words_).subspan(begin);
}

template <class Mask>
void LaneWords<Mask>::read_rack(const SmallRack& rack) {
    rack_ = &rack;
    letters_ = 0, blank_kind_ = -1;
    for (int kind = 0; kind < rack.kinds; ++kind) {
        left_[kind] = rack.counts[kind];
        if (rack.tiles[kind] == kBlank)
            blank_kind_ = kind;
        else
            letters_ |= bit_of<Mask>(rack.tiles[kind]),
                kind_of_[rack.tiles[kind]] = static_cast<std::int8_t>(kind);
    }
}

template <class Mask>
void LaneWords<Mask>::read_lane(const Square* squares, const LaneSurroundings& lane) {
    squares_ = squares, length_ = lane.length;
    distances_.fill(kFar);
    for (int i = 0; i < rack_->size; ++i) {
        for (std::uint32_t left = lane.at_distance[i]; left; left &= left - 1)
            distances_[std::countr_zero(left)] = static_cast<std::uint8_t>(i + 1);
    }
}

// ---- words of the lexicon

// The words that the rack's tiles form alone, as if from the first square on.
template <class Mask>
std::span<const LaneWord> LaneWords<Mask>::words_alone() {
    const auto [range, is_new] = alone_.try_emplace(rack_->hash);
    if (is_new) {
        static constexpr std::array<Square, kMaxUnopposedTiles> kEmpty{};
        LaneSurroundings lane{.length = rack_->size};
        lane.at_distance[0] = (1u << rack_->size) - 1;
        read_lane(kEmpty.data(), lane);
        const std::size_t begin = words_.size();
        start_ = 0;
        find_from_start();
        range = {static_cast<std::uint32_t>(alone_words_.size()),
                 static_cast<std::uint32_t>(words_.size() - begin)};
        alone_words_.insert(alone_words_.end(), words_.end() - range.count, words_.end());
        words_.resize(begin);
    }
    return std::span(alone_words_).subspan(range.begin, range.count);
}

template <class Mask>
void LaneWords<Mask>::find_words(std::span<const LaneWord> alone) {
    int open = 0;  // empty squares from the start to the next tile or the end of the lane
    for (start_ = length_ - 1; start_ >= 0; --start_) {
        open = squares_[start_] ? 0 : open + 1;
        if (start_ && squares_[start_ - 1]) continue;
        if (open && distances_[start_] > rack_->size) continue;
        if (open > rack_->size || start_ + open == length_)
            add_alone(alone, open);
        else
            find_from_start();
    }
}

// Adds the words of the rack's tiles alone, from the start on, where so many squares are open.
template <class Mask>
void LaneWords<Mask>::add_alone(std::span<const LaneWord> alone, int open) {
    std::array<int, kMaxUnopposedTiles + 1> nearest{kFar};  // by the number of squares
    int reached = 0;
    while (reached < std::min(open, rack_->size) && distances_[start_ + reached] != kFar) {
        nearest[reached + 1] = std::min<int>(nearest[reached], distances_[start_ + reached]);
        ++reached;
    }
    for (LaneWord word : alone) {
        if (word.count > reached) continue;
        word.others = static_cast<std::uint8_t>(nearest[word.count] - 1);
        if (word.count + word.others > rack_->size) continue;
        for (int i = 0; i < word.count; ++i)
            word.tiles[i].offset = static_cast<std::uint8_t>(start_ + i);
        words_.push_back(word);
    }
}

// Adds the words from the start on.
template <class Mask>
void LaneWords<Mask>::find_from_start() {
    const std::size_t begin = words_.size();
    extend({graph_.dawg_root(), start_, 0, 0, kFar, false});
    if (blank_kind_ >= 0) remove_duplicates(words_, begin);
}

template <class Mask>
void LaneWords<Mask>::extend(const Prefix& prefix) {
    const Mask arcs = graph_.arcs(prefix.node), ends = graph_.letter_set(prefix.node);
    if (prefix.offset < length_ && squares_[prefix.offset]) {
        const Square tile = squares_[prefix.offset];
        const Letter letter = letter_of(tile);
        const Mask bit = bit_of<Mask>(letter);
        if (!((arcs | ends) & bit)) return;
        const NodeIndex next = arcs & bit ? graph_.child(prefix.node, arcs, letter) : kNoNode;
        extend({next, prefix.offset + 1, prefix.count,
                prefix.face + points_[is_blank(tile) ? kBlank : letter], 0, (ends & bit) != 0});
        return;
    }
    if (prefix.is_word && prefix.count && prefix.offset - start_ >= 2) add_word(prefix);
    if (prefix.offset == length_ || distances_[prefix.offset] == kFar) return;
    // The next square is one nearer to a tile at most, so that a word never needs fewer tiles as it
    // grows.
    const int nearest = std::min<int>(prefix.nearest, distances_[prefix.offset]);
    if (prefix.count + 1 + std::max(0, nearest - 1) > rack_->size) return;
    // The last tile ends the word unless another lies beyond it.
    const bool is_last = prefix.count + 1 == rack_->size &&
                         (prefix.offset + 1 == length_ || !squares_[prefix.offset + 1]);
    const bool has_blank = blank_kind_ >= 0 && left_[blank_kind_];
    Mask usable = (is_last ? ends : arcs | ends) & kAllLetters<Mask>;
    if (!has_blank)
        usable &= letters_;
    else if (is_last)
        usable &= ~usable + 1;  // one letter of the blank, the last tile, is as good as another
    for (; usable; usable &= usable - 1) {
        const Letter letter = lowest_letter<Mask>(usable);
        if (letters_ & bit_of<Mask>(letter)) lay(prefix, letter, kind_of_[letter], arcs, ends);
        if (has_blank) lay(prefix, letter, blank_kind_, arcs, ends);
    }
}

template <class Mask>
void LaneWords<Mask>::lay(const Prefix& prefix, Letter letter, int kind, Mask arcs, Mask ends) {
    if (!left_[kind]) return;
    const Mask bit = bit_of<Mask>(letter);
    --left_[kind];
    laid_[prefix.count] = {static_cast<std::uint8_t>(prefix.offset),
                           static_cast<std::uint8_t>(kind)};
    extend({arcs & bit ? graph_.child(prefix.node, arcs, letter) : kNoNode, prefix.offset + 1,
            prefix.count + 1, prefix.face + points_[rack_->tiles[kind]],
            std::min<int>(prefix.nearest, distances_[prefix.offset]), (ends & bit) != 0});
    ++left_[kind];
}

// Adds a word. Tiles must connect it to the board, one on each square between; the rack has so
// many.
template <class Mask>
void LaneWords<Mask>::add_word(const Prefix& prefix) {
    const int others = std::max(0, prefix.nearest - 1);
    words_.push_back({laid_, static_cast<std::uint8_t>(prefix.count),
                      static_cast<std::uint8_t>(others), static_cast<std::int16_t>(prefix.face)});
}

// ---- words in any order

template <class Mask>
void LaneWords<Mask>::find_any_order_words() {
    for (start_ = 0; start_ + 1 < length_; ++start_) {
        if (start_ && squares_[start_ - 1]) continue;
        Run run;
        for (int offset = start_; offset < length_; ++offset) {
            if (const Square tile = squares_[offset]) {
                run.letters[run.lying++] = letter_of(tile);
                run.face += points_[is_blank(tile) ? kBlank : letter_of(tile)];
                run.nearest = 0;
            } else {
                if (distances_[offset] == kFar || run.count == rack_->size) break;
                run.open[run.count++] = static_cast<std::uint8_t>(offset);
                run.nearest = std::min<int>(run.nearest, distances_[offset]);
            }
            const bool is_whole = offset + 1 == length_ || !squares_[offset + 1];
            if (is_whole && offset > start_ && run.count &&
                run.count + std::max(0, run.nearest - 1) <= rack_->size)
                fill_run(run);
        }
    }
}

// Adds the words of a run, for each sub-rack that has as many tiles as it has empty squares.
template <class Mask>
void LaneWords<Mask>::fill_run(const Run& run) {
    for (int number = 0; number < rack_->numbers; ++number) {
        if (rack_->sizes[number] != run.count || !makes_word(run, number)) continue;
        int face = run.face;
        for (int kind = 0; kind < rack_->kinds; ++kind) {
            left_[kind] = static_cast<std::uint8_t>(number / rack_->strides[kind] %
                                                    (rack_->counts[kind] + 1));
            face += left_[kind] * points_[rack_->tiles[kind]];
        }
        arrange(run, 0, face);
    }
}

// Returns true if a sub-rack and the letters of a run are a word in some order.
template <class Mask>
bool LaneWords<Mask>::makes_word(Run run, int number) const {
    int count = run.lying, blanks = 0;
    for (int kind = 0; kind < rack_->kinds; ++kind) {
        const int tiles = number / rack_->strides[kind] % (rack_->counts[kind] + 1);
        if (kind == blank_kind_) {
            blanks = tiles;
        } else {
            std::fill_n(run.letters.begin() + count, tiles, rack_->tiles[kind]);
            count += tiles;
        }
    }
    std::sort(run.letters.begin(), run.letters.begin() + count);
    return completes_word(graph_.dawg_root(), {run.letters.data(), static_cast<std::size_t>(count)},
                          blanks, 1);
}

// Follows an alphagram from a node: letters in alphabetical order, and blanks for any letters from
// the lowest on.
template <class Mask>
bool LaneWords<Mask>::completes_word(NodeIndex node, std::span<const Letter> letters, int blanks,
                                     Letter lowest) const {
    const bool is_last = letters.size() + static_cast<std::size_t>(blanks) == 1;
    const Mask arcs = graph_.arcs(node);
    const Mask next = letters.empty() ? 0 : bit_of<Mask>(letters[0]);
    Mask usable = (is_last ? graph_.letter_set(node) : arcs) & kAllLetters<Mask> &
                  static_cast<Mask>(-bit_of<Mask>(lowest));
    if (next) usable &= static_cast<Mask>(next | (next - 1));
    if (!blanks) usable &= next;
    if (is_last) return usable;
    for (; usable; usable &= usable - 1) {
        const Letter letter = lowest_letter<Mask>(usable);
        const bool is_next = bit_of<Mask>(letter) == next;
        if (completes_word(graph_.child(node, arcs, letter), is_next ? letters.subspan(1) : letters,
                           blanks - !is_next, letter))
            return true;
    }
    return false;
}

// Lays the tiles that are left on the empty squares from `index` on, in every order.
template <class Mask>
void LaneWords<Mask>::arrange(const Run& run, int index, int face) {
    if (index == run.count) {
        words_.push_back({laid_, static_cast<std::uint8_t>(run.count),
                          static_cast<std::uint8_t>(std::max(0, run.nearest - 1)),
                          static_cast<std::int16_t>(face)});
        return;
    }
    for (int kind = 0; kind < rack_->kinds; ++kind) {
        if (!left_[kind]) continue;
        --left_[kind];
        laid_[index] = {run.open[index], static_cast<std::uint8_t>(kind)};
        arrange(run, index + 1, face);
        ++left_[kind];
    }
}

template class LaneWords<std::uint32_t>;
template class LaneWords<std::uint64_t>;

}  // namespace jackdaw
