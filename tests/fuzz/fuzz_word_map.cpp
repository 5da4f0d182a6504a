// Word maps of files: any content, or that of a lexicon with some of it changed.
//
// Python has checked the file's checksum, which a hostile file can have right, and divides it into
// graph and map (movegen/lexicon/graph_file.py). Invariants: a map is refused, or every query reads
// within it and gives letters of the alphabet.

#include <vector>

#include "movegen/core/lexicon/word_map.hpp"
#include "tests/fuzz/game.hpp"

using namespace jackdaw;
using namespace jackdaw::fuzz;

namespace {

std::vector<std::uint32_t> make_map(Input& in, const Alphabet& alphabet) {
    std::vector<std::uint32_t> map;
    if (in.flag()) {
        map = Lexicon<std::uint64_t>::build_map(make_words(in, alphabet, {}));
        for (int changes = in.small(0, 6); changes > 0; --changes) {
            const std::int64_t index = in.integer(0, static_cast<int>(map.size()) - 1);
            const auto shift = 8 * in.small(0, 3);
            map[static_cast<std::size_t>(index)] ^= std::uint32_t{in.byte()} << shift;
        }
        if (in.byte() > 240) map.resize(static_cast<std::size_t>(in.integer(0, 100)));
        return map;
    }
    while (in.left()) {
        const bool is_small = in.flag();
        map.push_back(static_cast<std::uint32_t>(in.integer(0, is_small ? 0xFF : 0xFFFFFFFF)));
    }
    return map;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input in(data, size);
    const Alphabet alphabet = make_alphabet(in, {});
    std::vector<Signature> signatures;
    for (int count = 8; count > 0; --count)
        signatures.push_back(static_cast<Signature>(in.byte()) * kGoldenRatio);
    const std::vector<std::uint32_t> words = make_map(in, alphabet);
    if (!WordMap::fault(words.data(), words.size(), alphabet.letters).empty()) return 0;
    const WordMap map(words.data());
    for (const Signature signature : signatures) {
        map.may_have(signature);
        map.may_have_with_blank(signature);
        map.prefetch(signature);
        for (int length = 1; length <= kMaxSide; ++length) {
            map.for_each(signature, length, [&](const Letter* word) {
                for (int i = 0; i < length; ++i) {
                    require(word[i] >= 1 && word[i] <= alphabet.letters,
                            "letters are of the alphabet");
                }
            });
        }
    }
    return 0;
}
