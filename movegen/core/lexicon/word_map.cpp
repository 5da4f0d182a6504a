#include "movegen/core/lexicon/word_map.hpp"

#include <algorithm>

namespace jackdaw {

namespace {

constexpr std::size_t kWordsPerBlock =
    3;  // few enough that one is found at once; filters of 64 bits are an eighth full
constexpr std::size_t kBlankFilterBlocks = 2;  // blocks of the second filter for one of the first

}  // namespace

class WordMapBuilder {
  public:
    WordMapBuilder(const std::uint8_t* text, std::size_t length) : text_(text), length_(length) {}

    std::vector<std::uint32_t> build() {
        collect();
        block_count_ = words_.size() / kWordsPerBlock + 1;
        std::stable_sort(words_.begin(), words_.end(), [this](const Word& a, const Word& b) {
            return block_of(a) < block_of(b);
        });
        const std::size_t bytes = text_bytes();
        const std::size_t blank_filter_count = kBlankFilterBlocks * block_count_;
        const std::size_t blank_filters =
                              WordMap::kHeader + WordMap::kBlockWords * (block_count_ + 1),
                          text = blank_filters + 2 * blank_filter_count;
        std::vector<std::uint32_t> out(text + WordMap::text_words(bytes));
        out[0] = static_cast<std::uint32_t>(block_count_);
        out[1] = static_cast<std::uint32_t>(blank_filter_count);
        out[2] = static_cast<std::uint32_t>(bytes);
        write_words(out.data() + WordMap::kHeader,
                    reinterpret_cast<std::uint8_t*>(out.data() + text));
        for (const Word& word : words_) {
            for (int i = 0; i < word.length; ++i) {
                const Signature less = word.signature - kLetterSignatures[text_[word.start + i]];
                add(out.data() + blank_filters + 2 * WordMap::block_index(less, blank_filter_count),
                    WordMap::blank_filter_bits(less));
            }
        }
        return out;
    }

  private:
    struct Word {
        Signature signature;
        std::uint32_t start;  // in the text
        std::uint8_t length;
    };

    void collect() {
        for (std::size_t start = 0, end; start < length_; start = end + 1) {
            Signature signature = 0;
            for (end = start; text_[end]; ++end) signature += kLetterSignatures[text_[end]];
            if (end - start <= kMaxSide)
                words_.push_back({signature, static_cast<std::uint32_t>(start),
                                  static_cast<std::uint8_t>(end - start)});
        }
    }

    std::size_t block_of(const Word& word) const {
        return WordMap::block_index(word.signature, block_count_);
    }

    static void add(std::uint32_t* halves, std::uint64_t bits) {
        bits |= WordMap::filter(halves);
        std::memcpy(halves, &bits, sizeof bits);
    }

    // Calls visit(block, first, last) for the words of each block, in order.
    template <class Visit>
    void for_each_block(Visit visit) const {
        auto first = words_.begin();
        for (std::size_t block = 0; block < block_count_; ++block) {
            const auto last = std::find_if(
                first, words_.end(), [&](const Word& word) { return block_of(word) != block; });
            visit(block, first, last);
            first = last;
        }
    }

    std::size_t text_bytes() const {
        std::size_t bytes = 0;
        for_each_block([&](std::size_t, auto first, auto last) {
            bytes += std::max<std::size_t>(1, (last - first + kCompared - 1) / kCompared);
        });
        for (const Word& word : words_) bytes += 1u + word.length;
        return bytes;
    }

    void write_words(std::uint32_t* blocks, std::uint8_t* text) const {
        std::uint8_t* at = text;
        for_each_block([&](std::size_t block, auto word, auto last) {
            std::uint32_t* const out = blocks + WordMap::kBlockWords * block;
            out[2] = static_cast<std::uint32_t>(at - text);
            do {
                const auto count = std::min<std::ptrdiff_t>(last - word, kCompared);
                const bool more_follow = last - word > count;
                *at++ = static_cast<std::uint8_t>(count | (more_follow ? WordMap::kMoreFollow : 0));
                std::uint8_t* letters = at + count;
                for (const auto end = word + count; word != end; ++word) {
                    add(out, WordMap::bits(word->signature));
                    *at++ = WordMap::header(word->signature, word->length);
                    letters = std::copy_n(text_ + word->start, word->length, letters);
                }
                at = letters;
            } while (word != last);
        });
        blocks[WordMap::kBlockWords * block_count_ + 2] = static_cast<std::uint32_t>(at - text);
    }

    const std::uint8_t* text_;
    std::size_t length_;
    std::size_t block_count_ = 0;
    std::vector<Word> words_;
};

std::vector<std::uint32_t> build_word_map(const std::uint8_t* text, std::size_t length) {
    return WordMapBuilder(text, length).build();
}

std::string WordMap::fault(const std::uint32_t* words, std::size_t size, int letters) {
    if (size < kHeader) return "the word map is cut off";
    const std::uint64_t blocks = words[0], blank_filters = words[1], bytes = words[2];
    if (blocks == 0 || blank_filters == 0 ||
        kHeader + kBlockWords * (blocks + 1) + 2 * blank_filters + text_words(bytes) != size) {
        return "the word map's parts do not add up to its size";
    }
    const WordMap map(words);
    const auto offset = [&](std::uint64_t block) { return map.blocks_[kBlockWords * block + 2]; };
    if (offset(0) != 0) return "the word map's first block begins at a wrong place";
    for (std::uint64_t block = 0; block < blocks; ++block) {
        if (offset(block + 1) > bytes) return "a block of the word map ends beyond the text";
        std::string fault = map.fault_of_block(offset(block), offset(block + 1), letters);
        if (!fault.empty()) return fault;
    }
    return offset(blocks) == bytes ? "" : "the word map's text does not end with its last block";
}

// The reason why a block's text, which is within that of the map, is unsafe to read.
std::string WordMap::fault_of_block(std::uint32_t at, std::uint32_t end, int letters) const {
    for (bool more_follow = true; more_follow;) {
        if (at >= end) return "a group of the word map begins beyond its block";
        more_follow = text_[at] & kMoreFollow;
        const int count = text_[at] & kCountBits;
        if (count > kCompared || end - at < 1u + count)
            return "a group of the word map has a wrong number of words";
        const std::uint8_t* const headers = text_ + at + 1;
        at += 1u + count;
        for (int word = 0; word < count; ++word) {
            const int length = length_of(headers[word]);
            if (length == 0 || length > kMaxSide || end - at < static_cast<unsigned>(length))
                return "a word of the word map has a wrong length";
            for (int i = 0; i < length; ++i, ++at) {
                if (text_[at] == 0 || text_[at] > letters)
                    return "a word of the word map has letters that the alphabet does not have";
            }
        }
    }
    return at == end ? "" : "a block of the word map ends at a wrong place";
}

}  // namespace jackdaw
