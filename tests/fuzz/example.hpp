// A position with many plays for its size, for programs that run every part of the core.
#pragma once

#include <vector>

#include "tests/fuzz/game.hpp"

namespace jackdaw::fuzz {

using Mask = std::uint32_t;

// The words are short and of five letters.
struct Example {
    explicit Example(std::uint64_t seed) : lexicon(make_words(seed)), board(make_board()) {}

    static Words make_words(std::uint64_t seed) {
        Words words;
        for (std::uint64_t i = 0; words.size() < 60; ++i) {
            const std::uint64_t random = splitmix64(seed * 1'000 + i);
            Word word(2 + random % 4, 0);
            for (std::size_t at = 0; at < word.size(); ++at)
                word[at] = static_cast<std::uint8_t>(1 + (random >> (8 + 4 * at)) % 5);
            words.insert(word);
        }
        return words;
    }

    static Variant make_variant() {
        Variant variant{};
        variant.layout.rows = variant.layout.columns = 9;
        variant.layout.start_row = variant.layout.start_column = 4;
        for (int row = 0; row < 9; ++row) {
            for (int column = 0; column < 9; ++column) {
                variant.layout.set_multipliers(row, column, static_cast<std::uint8_t>(1 + row % 2),
                                               static_cast<std::uint8_t>(1 + column / 8));
            }
        }
        for (int tile = 1; tile <= 5; ++tile) variant.points[tile] = tile, variant.tiles[tile] = 8;
        variant.tiles[kBlank] = 1;
        variant.rack_size = variant.bingo_tiles = 5;
        variant.exchange_limit = 5;
        variant.scoreless_turns = 4;
        return variant;
    }

    Board<Mask> make_board() {
        const Word& word = *lexicon.words.rbegin();
        Board<Mask> start(variant.layout, lexicon.graph, variant.points);
        start.place(Direction::kAcross, 4, 4 - static_cast<int>(word.size()) / 2, word.data(),
                    static_cast<int>(word.size()));
        return start;
    }

    std::vector<Square> squares() const {
        std::vector<Square> all;
        for (int row = 0; row < 9; ++row) {
            const Square* const lane = board.squares(Direction::kAcross, row);
            all.insert(all.end(), lane, lane + 9);
        }
        return all;
    }

    Variant variant = make_variant();
    Lexicon<Mask> lexicon;
    Board<Mask> board;
    TileCounts mine{0, 1, 1, 1, 1}, theirs{0, 0, 1, 1, 1, 1};
};

}  // namespace jackdaw::fuzz
