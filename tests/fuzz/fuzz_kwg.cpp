// KWG files: any entries, or those of a lexicon with a few of them changed.
//
// Python passes the entries of a file of whole 32-bit words, and the letters of the tile set
// (movegen/lexicon/sources.py). Invariants: a file is refused or has words of letters of the
// alphabet; what is written from these words has the same words.

#include <vector>

#include "movegen/core/lexicon/kwg.hpp"
#include "movegen/core/lexicon/word_graph_check.hpp"
#include "tests/fuzz/game.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

constexpr std::uint64_t kMaxWords = 1'000;  // as many as a run has time for; Python takes more

template <class Mask>
std::vector<std::uint32_t> make_entries(Input& in, const Alphabet& alphabet) {
    std::vector<std::uint32_t> entries;
    if (in.flag()) {
        const Lexicon<Mask> lexicon(make_words(in, alphabet, {}));
        entries = write_kwg(lexicon.graph);
        for (int changes = in.small(0, 8); changes > 0; --changes) {
            const std::int64_t index = in.integer(0, static_cast<int>(entries.size()) - 1);
            const auto bit = std::uint32_t{1} << in.small(0, 31);
            entries[static_cast<std::size_t>(index)] ^= bit;
        }
        if (in.byte() > 240) entries.resize(static_cast<std::size_t>(in.integer(0, 64)));
        return entries;
    }
    while (in.left()) {  // letter, flags and child in three bytes: most children are near
        const std::uint32_t letter = in.byte(), flags = in.byte(), child = in.byte();
        entries.push_back(letter << 24 | (flags & 3) << 22 | (flags >> 2) << 8 | child);
    }
    return entries;
}

template <class Mask>
void run(Input& in, const Alphabet& alphabet) {
    const std::vector<std::uint32_t> entries = make_entries<Mask>(in, alphabet);
    const KwgWords read = read_kwg(entries.data(), entries.size(), alphabet.letters, kMaxWords);
    require(read.fault.empty() || read.words.empty(), "a file that is refused has no words");
    Words words;
    for (const Word& word : split_text(read.words)) {
        for (const Letter letter : word)
            require(letter >= 1 && letter <= alphabet.letters, "letters are of the alphabet");
        require(!word.empty() && word.size() <= static_cast<std::size_t>(kMaxWordLength),
                "words have 1 to 63 letters");
        if (word.size() >= 2) words.insert(word);  // Python drops single letters
    }
    if (words.empty()) return;
    const Lexicon<Mask> lexicon(words);
    require(find_word_graph_fault(lexicon.graph, alphabet.letters, words.size()).empty(),
            "the graph is sound");
    const std::vector<std::uint32_t> written = write_kwg(lexicon.graph);
    require(read_kwg(written.data(), written.size(), alphabet.letters).words == to_text(words),
            "a KWG has the words that were written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(data, size);
    const Alphabet alphabet = make_alphabet(in, {});
    alphabet.letters <= 31 ? run<std::uint32_t>(in, alphabet) : run<std::uint64_t>(in, alphabet);
    return 0;
}
