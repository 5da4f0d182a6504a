// Words by their multiset of letters: which words are anagrams of these letters?
//
// A multiset of letters has a signature, the sum of a random number for each letter, so the
// signature of a union is a sum. Words lie in blocks chosen by the upper halves of their
// signatures. Each block has a Bloom filter (Bloom 1970) of 64 bits, as in Putze, Sanders and
// Singler 2007, "Cache-, hash- and space-efficient Bloom filters": unless all three bits of a
// signature are set, no word has these letters, and that nearly always settles the question. A
// second filter, over every word less one letter, serves racks with a blank.
//
// Layout, in 32-bit words: the number of blocks, of the second filter's blocks, of the text's
// bytes, 0; the blocks (low and high half of the filter, offset of its text) and an end; the second
// filter's blocks of two halves; the text, and zeros behind it. A block's text has its words in
// groups of up to sixteen: their number, and whether another group follows; a header for each word
// (its length and three bits of the signature); the letters of all. Words of more than kMaxSide
// letters fit no board and are omitted.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "movegen/core/base/hashing.hpp"
#include "movegen/core/base/portable.hpp"
#include "movegen/core/base/tiles.hpp"
#include "movegen/core/base/vectors.hpp"

namespace jackdaw {

using Signature = std::uint64_t;  // of a multiset of letters

// The first outputs of SplitMix64 from seed 0, by letter; 0 for a blank.
constexpr std::array<Signature, kMaxTiles> letter_signatures() {
    std::array<Signature, kMaxTiles> signatures{};
    std::uint64_t state = 0;
    for (int letter = 1; letter < kMaxTiles; ++letter) {
        signatures[letter] = splitmix64(state);
        state += kGoldenRatio;
    }
    return signatures;
}
inline constexpr std::array<Signature, kMaxTiles> kLetterSignatures = letter_signatures();

// A read-only view; the owner of the words must outlive it.
class WordMap {
  public:
    // letters: of its alphabet.
    explicit WordMap(const std::uint32_t* words, int letters = kMaxLetters)
        : letters_(letters),
          blocks_(words + kHeader),
          blank_filters_(blocks_ + kBlockWords * (words[0] + 1)),
          text_(reinterpret_cast<const std::uint8_t*>(blank_filters_ + 2 * words[1])),
          block_count_(words[0]),
          blank_filter_count_(words[1]) {}

    int letters() const { return letters_; }

    // Whether these letters may make a word. About 2 % of answers are false positives; there are no
    // false negatives.
    bool may_have(Signature signature) const {
        return !(~filter(block(signature)) & bits(signature));
    }

    // Whether these letters and one more may make a word. About 10 % of answers are false
    // positives.
    bool may_have_with_blank(Signature signature) const {
        return !(~filter(blank_filters_ + 2 * block_index(signature, blank_filter_count_)) &
                 blank_filter_bits(signature));
    }

    // Prefetches the words of the signature's block.
    void prefetch(Signature signature) const {
        const std::uint8_t* const words = text_ + block(signature)[2];
        jackdaw::prefetch(words);
        jackdaw::prefetch(words + 64);
    }

    // Calls `visit(letters)` for each word of this length that may have the signature; the visitor
    // must compare letters, and may read kPadding bytes of them.
    template <class Visit>
    void for_each(Signature signature, int length, Visit visit) const {
        const std::uint8_t wanted = header(signature, length);
        for (const std::uint8_t* group = text_ + block(signature)[2];;) {
            const int count = *group & kCountBits;
            const std::uint8_t *const headers = group + 1, *const letters = headers + count;
            std::uint32_t found = equal_to(headers, wanted) & ((std::uint32_t{1} << count) - 1);
            for (; found; found &= found - 1)
                visit(letters + sum_of_first(headers, std::countr_zero(found), kLengthBits));
            if (!(*group & kMoreFollow)) [[likely]]
                return;
            group = letters + sum_of_first(headers, count, kLengthBits);
        }
    }

    static constexpr std::size_t kPadding = 32;  // bytes behind the text

    // The reason why a word map is unsafe to read; empty if there is none. `size` counts 32-bit
    // words.
    static std::string fault(const std::uint32_t* words, std::size_t size, int letters);

  private:
    friend class WordMapBuilder;
    static constexpr std::size_t kHeader = 4;
    static constexpr std::size_t kBlockWords = 3;
    static constexpr std::uint8_t kLengthBits = 31;
    static_assert(kMaxSide <= kLengthBits, "a header has five bits for the length");
    static constexpr std::uint8_t kCountBits = 31, kMoreFollow = 32;  // of a group's first byte
    static_assert(kCompared <= kCountBits && kCompared <= kPadding);

    static std::size_t block_index(Signature signature, std::uint64_t count) {
        return (signature >> 32) * count >> 32;
    }
    static std::uint64_t bits(Signature signature) {
        return blank_filter_bits(signature) | std::uint64_t{1} << (signature >> 12 & 63);
    }
    static std::uint64_t blank_filter_bits(Signature signature) {
        return std::uint64_t{1} << (signature & 63) | std::uint64_t{1} << (signature >> 6 & 63);
    }
    static std::uint8_t header(Signature signature, int length) {
        return static_cast<std::uint8_t>(length | (signature >> 18 & 7) << 5);
    }
    static int length_of(std::uint8_t header) { return header & kLengthBits; }
    static std::size_t text_words(std::uint64_t bytes) { return (bytes + kPadding + 3) / 4; }
    static std::uint64_t filter(const std::uint32_t* halves) {
        std::uint64_t bits;
        std::memcpy(&bits, halves, sizeof bits);
        return bits;
    }

    const std::uint32_t* block(Signature signature) const {
        return blocks_ + kBlockWords * block_index(signature, block_count_);
    }

    std::string fault_of_block(std::uint32_t at, std::uint32_t end, int letters) const;

    int letters_;
    const std::uint32_t* blocks_;
    const std::uint32_t* blank_filters_;
    const std::uint8_t* text_;
    std::uint64_t block_count_;
    std::uint64_t blank_filter_count_;
};

// `text`: distinct words as letters, each closed by a 0.
std::vector<std::uint32_t> build_word_map(const std::uint8_t* text, std::size_t length);

}  // namespace jackdaw
