// Words by their letters, whatever the order: which words are made of exactly these?
//
// A multiset of letters has a signature, the sum of a random number for each letter, so that of a union is the sum of two. Words lie in
// blocks that their signatures' upper halves choose. Each block has a Bloom filter of 64 bits (Putze, Sanders and Singler 2007,
// "Cache-, hash- and space-efficient Bloom filters"): where one of a signature's three bits is not set, no word is made of these letters, and
// nearly always that is the whole answer. A second filter, of every word less one letter, answers for a blank.
//
// Layout, in 32-bit words: the number of blocks, of the second filter's blocks, of the text's bytes, 0; the blocks (low and high half of
// the filter, the place of the first word) and an end; the second filter's blocks of two halves; the text. A word in the text is a
// header (its length and three bits of the signature) and its letters. Words of more than kMaxSide letters fit on no board and are left out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tiles.hpp"

namespace jackdaw {

using Signature = std::uint64_t;  // of a multiset of letters

// The first outputs of SplitMix64 (Steele, Lea and Flood 2014) from seed 0, by letter; 0 for a blank.
constexpr std::array<Signature, kMaxTiles> letter_signatures() {
    std::array<Signature, kMaxTiles> signatures{};
    std::uint64_t state = 0;
    for (int letter = 1; letter < kMaxTiles; ++letter) {
        std::uint64_t mixed = state += 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        signatures[letter] = mixed ^ mixed >> 31;
    }
    return signatures;
}
inline constexpr std::array<Signature, kMaxTiles> kLetterSignatures = letter_signatures();

// A read-only view; whoever owns the words must outlive it.
class WordMap {
public:
    explicit WordMap(const std::uint32_t* words)
        : blocks_(words + kHeader), blanked_(blocks_ + kBlockWords * (words[0] + 1)),
          text_(reinterpret_cast<const std::uint8_t*>(blanked_ + 2 * words[1])), block_count_(words[0]), blanked_count_(words[1]) {}

    // Whether words may be made of the letters. Wrong in some two cases of a hundred, and only where the answer is yes.
    bool may_have(Signature signature) const { return !(~filter(block(signature)) & bits(signature)); }

    // Whether words may be made of the letters and one more. Wrong in some ten cases of a hundred, likewise.
    bool may_have_with_blank(Signature signature) const {
        return !(~filter(blanked_ + 2 * place(signature, blanked_count_)) & blanked_bits(signature));
    }

    // Brings the words of the signature's block nearer.
    void prefetch(Signature signature) const {
        const std::uint8_t* const words = text_ + block(signature)[2];
        __builtin_prefetch(words);
        __builtin_prefetch(words + 64);
    }

    // Calls `visit(letters)` for each word of so many letters that may have the signature: the visitor compares letters.
    template <class Visit>
    void for_each(Signature signature, int length, Visit visit) const {
        const std::uint32_t* const found = block(signature);
        const std::uint8_t* const end = text_ + found[kBlockWords + 2];
        const std::uint8_t wanted = header(signature, length);
        for (const std::uint8_t* at = text_ + found[2]; at != end; at += 1 + length_of(*at)) {
            if (*at == wanted) visit(at + 1);
        }
    }

    // What makes the words unsafe to look into; empty if nothing does. `size` counts 32-bit words.
    static std::string fault(const std::uint32_t* words, std::size_t size, int letters);

private:
    friend class WordMapBuilder;
    static constexpr std::size_t kHeader = 4;
    static constexpr std::size_t kBlockWords = 3;
    static_assert(kMaxSide < 32, "a header has five bits for the length");

    static std::size_t place(Signature signature, std::uint64_t count) { return (signature >> 32) * count >> 32; }
    static std::uint64_t bits(Signature signature) { return blanked_bits(signature) | std::uint64_t{1} << (signature >> 12 & 63); }
    static std::uint64_t blanked_bits(Signature signature) { return std::uint64_t{1} << (signature & 63) | std::uint64_t{1} << (signature >> 6 & 63); }
    static std::uint8_t header(Signature signature, int length) { return static_cast<std::uint8_t>(length | (signature >> 18 & 7) << 5); }
    static int length_of(std::uint8_t header) { return header & 31; }
    static std::uint64_t filter(const std::uint32_t* halves) {
        std::uint64_t bits;
        std::memcpy(&bits, halves, sizeof bits);
        return bits;
    }

    const std::uint32_t* block(Signature signature) const { return blocks_ + kBlockWords * place(signature, block_count_); }

    const std::uint32_t* blocks_;
    const std::uint32_t* blanked_;
    const std::uint8_t* text_;
    std::uint64_t block_count_;
    std::uint64_t blanked_count_;
};

// `text`: distinct words as letters, each closed by a 0.
std::vector<std::uint32_t> build_word_map(const std::uint8_t* text, std::size_t length);

}  // namespace jackdaw
