// Lexica built from words: the word graph, its queries, the word map and the KWG.
//
// Invariants: what is built passes the checks of files and has the words and no others; every query
// gives what a search through the list of words gives.

#include <algorithm>
#include <map>
#include <vector>

#include "movegen/core/gordon1994/automaton_sizes.hpp"
#include "movegen/core/lexicon/kwg.hpp"
#include "movegen/core/lexicon/word_graph_check.hpp"
#include "movegen/core/queries/lane_match.hpp"
#include "movegen/core/queries/lookups.hpp"
#include "tests/fuzz/game.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

template <class Mask>
class LexiconChecks {
  public:
    LexiconChecks(Input& in, const Alphabet& alphabet, const Words& words)
        : in_(in), alphabet_(alphabet), lexicon_(words), lookups_(lexicon_.graph) {}

    void run() {
        check_graph();
        check_map();
        check_kwg();
        for (int queries = 0; queries < 4 && in_.left(); ++queries) {
            check_word(make_word(in_, alphabet_, 8));
            if (!lexicon_.words.empty()) check_word(any_word());
            check_anagrams();
            check_pattern();
            check_lane();
        }
    }

  private:
    const Word& any_word() {
        return *std::next(lexicon_.words.begin(),
                          in_.small(0, static_cast<int>(lexicon_.words.size()) - 1));
    }

    void check_graph() {
        require(
            find_word_graph_fault(lexicon_.graph, alphabet_.letters, lexicon_.words.size()).empty(),
            "a graph that was built is sound");
        const GraphStatistics sizes = measure_word_graph(lexicon_.graph);
        std::size_t longest = 0;
        for (const Word& word : lexicon_.words) longest = std::max(longest, word.size());
        require(sizes.words == lexicon_.words.size() &&
                    lexicon_.built.word_count == lexicon_.words.size() &&
                    sizes.longest_word == static_cast<int>(longest),
                "a graph has as many words as it was built from");
        require(lookups_.words() == to_text(lexicon_.words), "a graph has its words");
        const WordText text = to_text(lexicon_.words);
        const auto max_words = static_cast<std::size_t>(in_.small(0, 100));
        const BuiltGraph limited = build_word_graph<Mask>(text.data(), text.size(), max_words);
        require(limited.words.empty() || limited.words == lexicon_.built.words,
                "a graph is whole or none");
        if (!lexicon_.words.empty()) {
            const auto kind = static_cast<AutomatonKind>(in_.small(0, 4));
            measure_automaton(build_automaton<Mask>(text.data(), text.size(), kind));
        }
    }

    void check_map() {
        const auto& words = lexicon_.map_words;
        require(WordMap::fault(words.data(), words.size(), alphabet_.letters).empty(),
                "a word map that was built is sound");
        for (const Word& word : lexicon_.words) {
            if (word.size() > static_cast<std::size_t>(kMaxSide)) continue;
            const Signature signature = signature_of(word);
            require(lexicon_.map.may_have(signature), "the filter has every word");
            for (const Letter letter : word) {
                require(lexicon_.map.may_have_with_blank(signature - kLetterSignatures[letter]),
                        "the second filter has every word less a letter");
            }
            int found = 0;
            lexicon_.map.for_each(signature, static_cast<int>(word.size()), [&](const Letter* at) {
                found += std::equal(word.begin(), word.end(), at);
            });
            require(found == 1, "the map has every word once");
        }
    }

    static Signature signature_of(const Word& word) {
        Signature signature = 0;
        for (const Letter letter : word) signature += kLetterSignatures[letter];
        return signature;
    }

    void check_kwg() {
        const std::vector<std::uint32_t> entries = write_kwg(lexicon_.graph);
        const KwgWords read = read_kwg(entries.data(), entries.size(), alphabet_.letters);
        require(read.fault.empty() && read.words == to_text(lexicon_.words),
                "a KWG has the words that were written");
    }

    void check_word(const Word& word) {
        const int length = static_cast<int>(word.size());
        require(lookups_.contains(word.data(), length) == lexicon_.words.contains(word),
                "a graph contains its words alone");
        Mask front = 0, back = 0;
        for (int letter = 1; letter <= alphabet_.letters; ++letter) {
            const Mask bit = bit_of<Mask>(static_cast<Letter>(letter));
            Word longer = word;
            longer.push_back(static_cast<std::uint8_t>(letter));
            if (lexicon_.words.contains(longer)) back |= bit;
            std::rotate(longer.begin(), longer.end() - 1, longer.end());
            if (lexicon_.words.contains(longer)) front |= bit;
        }
        require(lookups_.front_hooks(word.data(), length) == front &&
                    lookups_.back_hooks(word.data(), length) == back,
                "hooks are letters that make words");
    }

    // True if a word can be made from tiles.
    static bool can_make(const Word& word, TileCounts tiles) {
        for (const Letter letter : word) {
            std::uint8_t& count = tiles[letter] ? tiles[letter] : tiles[kBlank];
            if (!count) return false;
            --count;
        }
        return true;
    }

    void check_anagrams() {
        const TileCounts rack = make_rack(in_, alphabet_, 20);
        const int longest = std::min(num_tiles(rack), kMaxWordLength),
                  shortest = in_.small(0, longest);
        Words expected;
        for (const Word& word : lexicon_.words) {
            const int length = static_cast<int>(word.size());
            if (length >= shortest && length <= longest && can_make(word, rack))
                expected.insert(word);
        }
        require(lookups_.anagrams(rack.data(), shortest, longest) == to_text(expected),
                "anagrams are the words that a rack can make");
    }

    static bool matches(const std::vector<Mask>& pattern, std::size_t at, const Word& word,
                        std::size_t from) {
        if (at == pattern.size()) return from == word.size();
        if (pattern[at] == 0)
            return matches(pattern, at + 1, word, from) ||
                   (from < word.size() && matches(pattern, at, word, from + 1));
        return from < word.size() && (pattern[at] & bit_of<Mask>(word[from])) &&
               matches(pattern, at + 1, word, from + 1);
    }

    Mask make_set() {
        if (in_.flag()) return bit_of<Mask>(alphabet_.letter(in_));
        Mask all = 0;
        for (int letter = 1; letter <= alphabet_.letters; ++letter)
            all |= bit_of<Mask>(static_cast<Letter>(letter));
        return all & ~bit_of<Mask>(alphabet_.letter(in_));
    }

    // A set that is 0 is any run of letters; Python refuses patterns that have an empty set.
    void check_pattern() {
        std::vector<Mask> pattern(static_cast<std::size_t>(in_.small(0, 10)));
        int runs = 0;
        for (Mask& set : pattern) {
            set = in_.byte() > 200 && ++runs < 4 ? 0 : make_set();
            if (set == 0 && runs == 0) set = bit_of<Mask>(alphabet_.letter(in_));
        }
        Words expected;
        for (const Word& word : lexicon_.words) {
            if (matches(pattern, 0, word, 0)) expected.insert(word);
        }
        require(lookups_.matching(pattern.data(), static_cast<int>(pattern.size())) ==
                    to_text(expected),
                "words match a pattern");
    }

    void check_lane() {
        const int length = in_.small(1, 12);
        std::vector<Letter> fixed(static_cast<std::size_t>(length));
        std::vector<Mask> sets(fixed.size());
        for (std::size_t i = 0; i < fixed.size(); ++i) {
            fixed[i] = in_.byte() > 200 ? alphabet_.letter(in_) : Letter{0};
            sets[i] = in_.byte() > 200 ? make_set() : kAllLetters<Mask>;
        }
        const TileCounts rack = make_rack(in_, alphabet_, 9);
        std::vector<std::uint8_t> expected;
        for (std::size_t start = 0; start < fixed.size(); ++start) {
            if (start && fixed[start - 1]) continue;
            for (const Word& word : lexicon_.words) {
                if (!fits(word, start, fixed, sets, rack)) continue;
                expected.push_back(static_cast<std::uint8_t>(start));
                expected.insert(expected.end(), word.begin(), word.end());
                expected.resize(expected.size() + fixed.size() - word.size());
            }
        }
        require(
            match_lane<Mask>(lexicon_.graph, fixed.data(), sets.data(), length, rack) == expected,
            "words match a lane");
    }

    static bool fits(const Word& word, std::size_t start, const std::vector<Letter>& fixed,
                     const std::vector<Mask>& sets, const TileCounts& rack) {
        const std::size_t end = start + word.size();
        if (end > fixed.size() || (end < fixed.size() && fixed[end])) return false;
        Word laid;
        for (std::size_t i = start; i < end; ++i) {
            const Letter letter = word[i - start];
            if (fixed[i] && fixed[i] != letter) return false;
            if (fixed[i]) continue;
            if (!(sets[i] & bit_of<Mask>(letter))) return false;
            laid.push_back(letter);
        }
        return !laid.empty() && can_make(laid, rack);
    }

    Input& in_;
    const Alphabet& alphabet_;
    const Lexicon<Mask> lexicon_;
    const Lookups<Mask> lookups_;
};

template <class Mask>
void run(Input& in, const Alphabet& alphabet) {
    const Limits limits{.words = 60, .extremes = true};
    LexiconChecks<Mask>(in, alphabet, make_words(in, alphabet, limits)).run();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(data, size);
    const Alphabet alphabet = make_alphabet(in, {});
    alphabet.letters <= 31 ? run<std::uint32_t>(in, alphabet) : run<std::uint64_t>(in, alphabet);
    return 0;
}
