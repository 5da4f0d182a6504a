#include "lane_words.hpp"

#include <algorithm>
#include <cstring>

#include "packed_racks.hpp"

namespace jackdaw {

SmallRack::SmallRack(const TileCounts& all) {
    for (int tile = 0; tile < kMaxTiles; ++tile) {
        if (!all[tile]) continue;
        tiles[kinds] = static_cast<Letter>(tile);
        counts[kinds] = all[tile];
        strides[kinds] = static_cast<std::uint8_t>(numbers);
        numbers *= all[tile] + 1;
        size += all[tile];
        hash = mixed(hash + static_cast<unsigned>(tile) * 256 + all[tile]);
        ++kinds;
    }
    const auto count = [&](int number, int kind) { return number / strides[kind] % (counts[kind] + 1); };
    for (int number = 0; number < numbers; ++number) {
        for (int kind = 0; kind < kinds; ++kind) sizes[number] = static_cast<std::uint8_t>(sizes[number] + count(number, kind));
        for (int part = 0; part <= number; ++part) {
            bool is_part = true;
            for (int kind = 0; kind < kinds; ++kind) is_part &= count(part, kind) <= count(number, kind);
            parts[number] |= std::uint32_t{is_part} << part;
        }
    }
}

template <class Mask>
std::span<const LaneWord> LaneWords<Mask>::words(const SmallRack& rack, const Square* squares, const std::uint8_t* distances, int length) {
    std::uint64_t hash = rack.hash + static_cast<unsigned>(length);
    for (int place = 0; place < length; place += 8) {
        std::uint64_t lying = 0, far = 0;
        const auto bytes = static_cast<std::size_t>(std::min(8, length - place));
        std::memcpy(&lying, squares + place, bytes);
        std::memcpy(&far, distances + place, bytes);
        hash = (hash ^ lying) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
        hash = (hash ^ far) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    if (const auto known = known_.find(hash); known != known_.end()) return {words_.data() + known->second.begin, known->second.count};
    if (words_.size() > most_words_ || known_.size() > most_lanes_) {
        words_.clear();
        known_.clear();
    }
    rack_ = &rack, squares_ = squares, distances_ = distances, length_ = length;
    letters_ = 0, blank_kind_ = -1;
    for (int kind = 0; kind < rack.kinds; ++kind) {
        left_[kind] = rack.counts[kind];
        if (rack.tiles[kind] == kBlank) blank_kind_ = kind;
        else letters_ |= bit_of<Mask>(rack.tiles[kind]), kind_of_[rack.tiles[kind]] = static_cast<std::int8_t>(kind);
    }
    const std::size_t begin = words_.size();
    for (start_ = 0; start_ + 1 < length; ++start_) {
        if (start_ && squares[start_ - 1]) continue;
        if (!squares[start_] && distances[start_] > rack.size) continue;
        grow({graph_.dawg_root(), start_, 0, 0, kFar, false});
    }
    known_[hash] = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(words_.size() - begin)};
    return {words_.data() + begin, words_.size() - begin};
}

template <class Mask>
void LaneWords<Mask>::grow(const Stem& stem) {
    const Mask arcs = graph_.arcs(stem.node), ends = graph_.letter_set(stem.node);
    if (stem.place < length_ && squares_[stem.place]) {
        const Square tile = squares_[stem.place];
        const Letter letter = letter_of(tile);
        const Mask bit = bit_of<Mask>(letter);
        if (!((arcs | ends) & bit)) return;
        const NodeIndex next = arcs & bit ? graph_.child(stem.node, arcs, letter) : kNoNode;
        grow({next, stem.place + 1, stem.count, stem.face + points_[is_blank(tile) ? kBlank : letter], 0, (ends & bit) != 0});
        return;
    }
    if (stem.is_word && stem.count && stem.place - start_ >= 2) keep(stem);
    if (stem.place == length_ || stem.count == rack_->size || distances_[stem.place] == kFar) return;
    Mask usable = (arcs | ends) & kAllLetters<Mask>;
    const bool has_blank = blank_kind_ >= 0 && left_[blank_kind_];
    if (!has_blank) usable &= letters_;
    for (; usable; usable &= usable - 1) {
        const Letter letter = lowest_letter<Mask>(usable);
        if (letters_ & bit_of<Mask>(letter)) lay(stem, letter, kind_of_[letter], arcs, ends);
        if (has_blank) lay(stem, letter, blank_kind_, arcs, ends);
    }
}

template <class Mask>
void LaneWords<Mask>::lay(const Stem& stem, Letter letter, int kind, Mask arcs, Mask ends) {
    if (!left_[kind]) return;
    const Mask bit = bit_of<Mask>(letter);
    --left_[kind];
    laid_[stem.count] = {static_cast<std::uint8_t>(stem.place), static_cast<std::uint8_t>(kind)};
    grow({arcs & bit ? graph_.child(stem.node, arcs, letter) : kNoNode, stem.place + 1, stem.count + 1, stem.face + points_[rack_->tiles[kind]],
          std::min<int>(stem.nearest, distances_[stem.place]), (ends & bit) != 0});
    ++left_[kind];
}

// Tiles that lead from the board to the word must lie on the squares between.
template <class Mask>
void LaneWords<Mask>::keep(const Stem& stem) {
    const int others = std::max(0, stem.nearest - 1);
    if (stem.count + others > rack_->size) return;
    words_.push_back({laid_, static_cast<std::uint8_t>(stem.count), static_cast<std::uint8_t>(others), static_cast<std::int16_t>(stem.face)});
}

template class LaneWords<std::uint32_t>;
template class LaneWords<std::uint64_t>;

}  // namespace jackdaw
