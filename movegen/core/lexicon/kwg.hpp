// The word graph of other programs, KWG: an array of 32-bit words, a word an arc.
//
// Bits 31-24 letter (0 the separator), bit 23 a word ends here, bit 22 last of its siblings, bits
// 21-0 first child (0 none). Entry 0's child is the DAWG's list of first letters, entry 1's the
// GADDAG's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

inline constexpr std::size_t kMaxKwgEntries = std::size_t{1} << 22;

struct KwgWords {
    WordText words;     // of the DAWG, each closed by a 0
    std::string fault;  // empty, or why the file can't be trusted
};

inline constexpr std::uint64_t kMaxKwgWords =
    4'000'000;  // more than any lexicon; a small damaged file may claim far more

// The words of a KWG with letters 1..letters; refuses files whose lists run past the end or form
// cycles, or that have more than `max_words`.
KwgWords read_kwg(const std::uint32_t* entries, std::size_t count, int letters,
                  std::uint64_t max_words = kMaxKwgWords);

// The words as a KWG with both DAWG and GADDAG; empty if the format cannot number the entries.
template <class Mask>
std::vector<std::uint32_t> write_kwg(const WordGraph<Mask>& graph);

extern template std::vector<std::uint32_t> write_kwg(const WordGraph<std::uint32_t>&);
extern template std::vector<std::uint32_t> write_kwg(const WordGraph<std::uint64_t>&);

}  // namespace jackdaw
