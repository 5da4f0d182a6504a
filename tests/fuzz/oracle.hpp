// All plays, found by trying each word on each run of squares: slow, and unlike the generators.
#pragma once

#include <cstring>
#include <vector>

#include "movegen/core/base/move_record.hpp"
#include "movegen/core/generation/collectors.hpp"
#include "tests/fuzz/game.hpp"

namespace jackdaw::fuzz {

template <int Width>
class PlayOracle {
  public:
    // words: with all their permutations where letters may be in any order.
    PlayOracle(const Words& words, const Variant& variant, const std::vector<Square>& squares,
               const TileCounts& rack)
        : words_(words), variant_(variant), squares_(squares), rack_(rack), full_(rack) {
        for (const Square square : squares) is_empty_ &= !square;
    }

    std::vector<MoveRecord<Width>> plays() {
        for (const Direction direction : kDirections) {
            if (is_empty_ && variant_.layout.symmetric && direction == Direction::kDown) break;
            for (int lane = 0; lane < variant_.layout.lanes(direction); ++lane) {
                for (int start = 0; start < variant_.layout.lane_length(direction); ++start) {
                    for (const Word& word : words_) try_word(direction, lane, start, word);
                }
            }
        }
        return std::move(plays_);
    }

  private:
    Square at(Direction direction, int lane, int index) const {
        const int row = direction == Direction::kAcross ? lane : index,
                  column = direction == Direction::kAcross ? index : lane;
        if (row < 0 || column < 0 || row >= variant_.layout.rows ||
            column >= variant_.layout.columns)
            return 0;
        return squares_[static_cast<std::size_t>(row * variant_.layout.columns + column)];
    }
    int points(Square tile) const {
        return variant_.points[is_blank(tile) ? kBlank : letter_of(tile)];
    }

    // The word across a tile laid on a square: its letters, and the points of its other tiles.
    bool crosses(Direction direction, int lane, int index, Letter letter, int& others) const {
        int first = lane, last = lane;
        while (at(direction, first - 1, index)) --first;
        while (at(direction, last + 1, index)) ++last;
        others = 0;
        if (first == last) return true;
        Word word;
        for (int i = first; i <= last; ++i) {
            const Square square = at(direction, i, index);
            word.push_back(i == lane ? letter : letter_of(square));
            if (i != lane) others += points(square);
        }
        return words_.contains(word);
    }
    bool is_crossed(Direction direction, int lane, int index) const {
        return at(direction, lane - 1, index) || at(direction, lane + 1, index);
    }

    void try_word(Direction direction, int lane, int start, const Word& word) {
        const Layout& layout = variant_.layout;
        const int length = static_cast<int>(word.size()), end = start + length;
        if (end > layout.lane_length(direction) || at(direction, lane, start - 1) ||
            at(direction, lane, end))
            return;
        std::vector<int> laid;
        bool connects = false;
        for (int i = 0; i < length; ++i) {
            const Square square = at(direction, lane, start + i);
            if (layout.is_blocked(direction, lane, start + i)) return;
            if (square) {
                if (letter_of(square) != word[static_cast<std::size_t>(i)]) return;
                connects = true;
                continue;
            }
            int others;
            if (!crosses(direction, lane, start + i, word[static_cast<std::size_t>(i)], others))
                return;
            connects |= is_crossed(direction, lane, start + i);
            const bool across = direction == Direction::kAcross;
            connects |= is_empty_ && (across ? lane : start + i) == layout.start_row &&
                        (across ? start + i : lane) == layout.start_column;
            laid.push_back(i);
        }
        if (!connects || laid.empty()) return;
        // A single tile that makes words both ways is listed as a play across.
        if (laid.size() == 1 && direction == Direction::kDown &&
            is_crossed(direction, lane, start + laid[0]))
            return;
        MoveRecord<Width> play{};
        play.kind = MoveKind::kPlay;
        play.direction = direction;
        play.lane = static_cast<std::uint8_t>(lane);
        play.start = static_cast<std::uint8_t>(start);
        play.length = static_cast<std::uint8_t>(length);
        play.placed = static_cast<std::uint8_t>(laid.size());
        TileCounts left = rack_;
        lay(play, word, laid, 0, left);
    }

    // Lays a letter's own tile or a blank, in every way.
    void lay(MoveRecord<Width>& play, const Word& word, const std::vector<int>& laid,
             std::size_t next, TileCounts& left) {
        if (next == laid.size()) {
            play.score = score(play, word);
            play.leave = static_cast<std::uint16_t>(full_.number_of(left));
            plays_.push_back(play);
            return;
        }
        const int index = laid[next];
        const Letter letter = word[static_cast<std::size_t>(index)];
        for (const Square tile : {Square{letter}, static_cast<Square>(letter | kBlankFlag)}) {
            std::uint8_t& count = left[is_blank(tile) ? kBlank : tile];
            if (!count) continue;
            --count;
            play.tiles[index] = tile;
            lay(play, word, laid, next + 1, left);
            play.tiles[index] = 0;
            ++count;
        }
    }

    std::int32_t score(const MoveRecord<Width>& play, const Word& word) const {
        const Layout& layout = variant_.layout;
        std::int64_t main = 0, multiplier = 1, sum = variant_.bonus[play.placed];
        for (int i = 0; i < play.length; ++i) {
            const int index = play.start + i, square = layout.at(play.direction, play.lane, index);
            if (!play.tiles[i]) {
                main += points(at(play.direction, play.lane, index));
                continue;
            }
            const int way = to_index(play.direction);
            const int value = points(play.tiles[i]) * layout.letter_multipliers[way][square],
                      word_multiplier = layout.word_multipliers[way][square];
            main += value;
            multiplier *= word_multiplier;
            int others;
            crosses(play.direction, play.lane, index, word[static_cast<std::size_t>(i)], others);
            if (is_crossed(play.direction, play.lane, index))
                sum += std::int64_t{word_multiplier} * (others + value);
        }
        return static_cast<std::int32_t>(sum + main * multiplier);
    }

    const Words& words_;
    const Variant& variant_;
    const std::vector<Square>& squares_;
    const TileCounts& rack_;
    const Rack<std::uint64_t> full_;
    bool is_empty_ = true;
    std::vector<MoveRecord<Width>> plays_;
};

template <int Width>
bool is_same(const MoveRecord<Width>& a, const MoveRecord<Width>& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

// Sorts moves by all their bytes, so that equal lists are equal arrays.
template <int Width>
void sort_bytes(std::vector<MoveRecord<Width>>& moves) {
    std::sort(moves.begin(), moves.end(),
              [](const auto& a, const auto& b) { return std::memcmp(&a, &b, sizeof a) < 0; });
}

template <int Width>
bool are_same(const std::vector<MoveRecord<Width>>& a, const std::vector<MoveRecord<Width>>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
}

// Lays a play on squares by rows.
template <int Width>
void lay_play(std::vector<Square>& squares, const Layout& layout, const MoveRecord<Width>& play) {
    for (int i = 0; i < play.length; ++i) {
        if (!play.tiles[i]) continue;
        const int index = play.start + i;
        squares[static_cast<std::size_t>(play.direction == Direction::kAcross
                                             ? play.lane * layout.columns + index
                                             : index * layout.columns + play.lane)] = play.tiles[i];
    }
}

}  // namespace jackdaw::fuzz
