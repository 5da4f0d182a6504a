// Lexica, variants, boards and racks made from the bytes of a fuzzer.
//
// Everything is made within the limits that Python checks before it calls the core: an alphabet of
// 1 to 62 letters and words of 2 to 63 letters (movegen/lexicon/word_text.py), boards of 3 to 26
// squares a side whose start is not blocked (movegen/variant/layouts.py), the ranges of rules and
// the limit of scores (movegen/variant/rules.py), up to 255 tiles of 0 to 100 points of each kind
// (movegen/variant/tiles.py), and racks of at most the size in the rules
// (movegen/position/generation.py).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "movegen/core/base/variant.hpp"
#include "movegen/core/board/board.hpp"
#include "movegen/core/lexicon/word_graph_builder.hpp"
#include "movegen/core/lexicon/word_map.hpp"
#include "tests/fuzz/input.hpp"

namespace jackdaw::fuzz {

// Letters by number: words sort as in the lexicon.
using Word = std::vector<std::uint8_t>;
using Words = std::set<Word>;

inline WordText to_text(const Words& words) {
    WordText text;
    for (const Word& word : words) {
        text.insert(text.end(), word.begin(), word.end());
        text.push_back(0);
    }
    return text;
}

inline std::vector<Word> split_text(const WordText& text) {
    std::vector<Word> words(1);
    for (const std::uint8_t byte : text) {
        if (byte)
            words.back().push_back(byte);
        else
            words.emplace_back();
    }
    words.pop_back();
    return words;
}

struct Limits {
    int letters = 62;       // of the alphabet
    int words = 24;         // of the lexicon
    int word = 12;          // letters of a word
    int side = 9;           // squares of a lane
    int rack = 7;           // tiles
    int copies = 4;         // of each tile in the bag
    bool extremes = false;  // at times longer words, sides of 26 and racks of 16
};

// The letters that words and racks are made of: a few, at one end of the alphabet, so that they
// often fit together.
struct Alphabet {
    int letters;
    int used;
    bool high;

    Letter letter(Input& in) const {
        const int index = in.small(1, used);
        return static_cast<Letter>(high ? letters + 1 - index : index);
    }
};

inline Alphabet make_alphabet(Input& in, const Limits& limits) {
    const int letters = std::min(limits.letters, in.one_of({4, 1, 2, 26, 30, 31, 32, 62}));
    const int used = std::min(letters, in.one_of({3, 2, 5, 62}));
    return {letters, used, in.flag()};
}

inline Word make_word(Input& in, const Alphabet& alphabet, int longest) {
    Word word(static_cast<std::size_t>(in.small(2, longest)), 0);
    for (std::uint8_t& letter : word) letter = alphabet.letter(in);
    return word;
}

inline Words make_words(Input& in, const Alphabet& alphabet, const Limits& limits) {
    const int longest = limits.extremes && in.byte() > 250 ? 63 : limits.word;
    Words words;
    for (int left = in.small(0, limits.words); left > 0; --left)
        words.insert(make_word(in, alphabet, longest));
    return words;
}

// A lexicon as Python keeps it: the arrays and the views of them.
template <class Mask>
struct Lexicon {
    explicit Lexicon(const Words& of, bool any_order = false)
        : words(of),
          built(build(of, any_order)),
          graph(built.words.data(), built.words.size(), built.root, built.dawg_root, any_order),
          map_words(build_map(of)),
          map(map_words.data()) {}

    Lexicon(const Lexicon&) = delete;

    static BuiltGraph build(const Words& words, bool any_order) {
        Words sorted;
        for (Word word : words) {
            if (any_order) std::sort(word.begin(), word.end());
            sorted.insert(word);
        }
        const WordText text = to_text(sorted);
        return build_word_graph<Mask>(text.data(), text.size());
    }
    static std::vector<std::uint32_t> build_map(const Words& words) {
        const WordText text = to_text(words);
        return build_word_map(text.data(), text.size());
    }

    Words words;
    BuiltGraph built;
    WordGraph<Mask> graph;
    std::vector<std::uint32_t> map_words;
    WordMap map;
};

// An upper bound of any score, as in Variant._score_bound of movegen/variant/rules.py.
inline double score_bound(const Variant& variant) {
    const Layout& layout = variant.layout;
    double multiplier = 1;
    int letter = 1;
    for (const Direction direction : kDirections) {
        for (int lane = 0; lane < layout.lanes(direction); ++lane) {
            std::vector<int> words;
            for (int index = 0; index < layout.lane_length(direction); ++index) {
                const int at = layout.at(direction, lane, index);
                words.push_back(std::max<int>(1, layout.word_multipliers[to_index(direction)][at]));
                letter = std::max<int>(letter, layout.letter_multipliers[to_index(direction)][at]);
            }
            std::sort(words.begin(), words.end(), std::greater<>());
            double product = 1;
            for (int i = 0; i < std::min<int>(variant.rack_size, static_cast<int>(words.size()));
                 ++i)
                product *= words[static_cast<std::size_t>(i)];
            multiplier = std::max(multiplier, product);
        }
    }
    const int tile = *std::max_element(variant.points.begin(), variant.points.end()) * letter;
    return 1.0 * std::max(layout.rows, layout.columns) * tile * multiplier *
               (variant.rack_size + 1) +
           1000;
}

inline Layout make_layout(Input& in, const Limits& limits) {
    Layout layout;
    const bool is_large = limits.extremes && in.byte() > 240;
    layout.rows = in.small(3, is_large ? 26 : limits.side);
    layout.columns = in.flag() ? in.small(3, is_large ? 26 : limits.side) : layout.rows;
    layout.start_row = in.small(0, layout.rows - 1);
    layout.start_column = in.flag() ? in.small(0, layout.columns - 1)
                                    : std::min(layout.start_row, layout.columns - 1);
    for (int row = 0; row < layout.rows; ++row) {
        for (int column = 0; column < layout.columns; ++column)
            layout.set_multipliers(row, column, 1, 1);
    }
    const bool mirrored = in.flag();
    for (int left = in.small(0, 12); left > 0; --left) {
        const int row = in.small(0, layout.rows - 1), column = in.small(0, layout.columns - 1);
        const int premium = in.small(0, 6);
        const auto letter = static_cast<std::uint8_t>(premium == 6  ? 0
                                                      : premium < 3 ? premium + 2
                                                                    : 1);
        const auto word = static_cast<std::uint8_t>(premium == 6  ? 0
                                                    : premium < 3 ? 1
                                                                  : premium - 1);
        if (word == 0 && ((row == layout.start_row && column == layout.start_column) ||
                          (column == layout.start_row && row == layout.start_column)))
            continue;
        layout.set_multipliers(row, column, letter, word);
        if (mirrored && row < layout.columns && column < layout.rows)
            layout.set_multipliers(column, row, letter, word);
    }
    layout.symmetric = layout.rows == layout.columns && layout.start_row == layout.start_column &&
                       layout.letter_multipliers[0] == layout.letter_multipliers[1] &&
                       layout.word_multipliers[0] == layout.word_multipliers[1];
    return layout;
}

inline Variant make_variant(Input& in, const Alphabet& alphabet, const Limits& limits) {
    Variant variant{};
    variant.layout = make_layout(in, limits);
    const int most_points = in.one_of({10, 1, 100});
    for (int tile = 1; tile <= alphabet.letters; ++tile) {
        const bool used =
            alphabet.high ? tile > alphabet.letters - alphabet.used : tile <= alphabet.used;
        variant.points[tile] = used ? in.small(0, most_points) : tile % (most_points + 1);
        variant.tiles[tile] = static_cast<std::uint8_t>(used ? in.small(0, limits.copies) : 0);
        if (tile % 3 == 1) variant.vowels |= std::uint64_t{1} << tile;
    }
    variant.tiles[kBlank] = static_cast<std::uint8_t>(in.small(0, 2));
    variant.rack_size =
        limits.extremes && in.byte() > 240 ? in.small(1, 16) : in.small(1, limits.rack);
    variant.bingo_tiles = in.small(1, variant.rack_size);
    const int bonus = in.one_of({50, 0, 1000}), more = in.small(0, 50);
    for (int placed = variant.bingo_tiles; placed <= kMaxRack; ++placed)
        variant.bonus[placed] = bonus + (placed > variant.bingo_tiles + 1 ? more : 0);
    for (std::int32_t& points : variant.bonus) points = std::min(points, 1000);
    variant.exchange_limit = in.one_of({7, 0, 1, 1000});
    variant.scoreless_turns = in.small(1, 6);
    if (score_bound(variant) > 1e9) {  // Python refuses it
        for (int row = 0; row < variant.layout.rows; ++row) {
            for (int column = 0; column < variant.layout.columns; ++column) {
                if (variant.layout.is_blocked(Direction::kAcross, row, column)) continue;
                variant.layout.set_multipliers(row, column, 1, 1);
            }
        }
        variant.layout.symmetric = false;
    }
    return variant;
}

// Squares by rows: runs of letters, in the lexicon or not, that may cross and touch in any way.
inline std::vector<Square> make_squares(Input& in, const Alphabet& alphabet, const Layout& layout,
                                        const Words& words, int max_runs) {
    std::vector<Square> squares(static_cast<std::size_t>(layout.rows * layout.columns));
    for (int runs = in.small(0, max_runs); runs > 0; --runs) {
        const bool down = in.flag();
        int row = in.small(0, layout.rows - 1), column = in.small(0, layout.columns - 1);
        Word run;
        if (!words.empty() && in.flag()) {
            run = *std::next(words.begin(), in.small(0, static_cast<int>(words.size()) - 1));
        } else {
            run.resize(static_cast<std::size_t>(in.small(1, 4)));
            for (std::uint8_t& letter : run) letter = alphabet.letter(in);
        }
        const int blanks = in.byte();
        for (std::size_t i = 0; i < run.size() && row < layout.rows && column < layout.columns;
             ++i) {
            if (layout.is_blocked(Direction::kAcross, row, column)) break;
            const Square flag = i < 8 && blanks >> i & 1 && blanks >= 128 ? kBlankFlag : Square{0};
            squares[static_cast<std::size_t>(row * layout.columns + column)] = run[i] | flag;
            down ? ++row : ++column;
        }
    }
    return squares;
}

inline TileCounts make_rack(Input& in, const Alphabet& alphabet, int max_tiles) {
    TileCounts rack{};
    for (int left = in.small(0, max_tiles); left > 0; --left)
        ++rack[in.byte() > 230 ? Letter{kBlank} : alphabet.letter(in)];
    return rack;
}

inline int num_tiles(const TileCounts& tiles) {
    int sum = 0;
    for (const int count : tiles) sum += count;
    return sum;
}

}  // namespace jackdaw::fuzz
