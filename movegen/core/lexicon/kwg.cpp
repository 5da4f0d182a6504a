#include "movegen/core/lexicon/kwg.hpp"

#include <algorithm>
#include <unordered_map>

namespace jackdaw {
namespace {

constexpr std::uint32_t kAccepts = 1u << 23;
constexpr std::uint32_t kLastSibling = 1u << 22;
constexpr std::uint32_t kChild = kLastSibling - 1;
constexpr int kLetterShift = 24;

class KwgReader {
  public:
    KwgReader(const std::uint32_t* entries, std::size_t count, int letters, std::uint64_t max_words)
        : entries_(entries),
          count_(count),
          letters_(letters),
          max_words_(max_words),
          words_(count, kUnseen) {}

    KwgWords read() {
        KwgWords out;
        if (count_ < 2) return out.fault = "it is too short to hold a word graph", out;
        const std::uint32_t first = entries_[0] & kChild;
        if (first == 0) return out;  // no words at all
        if (first >= count_) return out.fault = "an arc leads out of the file", out;
        if (!count_words(first)) return out.fault = fault_, out;
        if (words_[first] > max_words_)
            return out.fault = "it holds more words than any lexicon: it is damaged", out;
        collect(first, 0, out.words);
        return out;
    }

  private:
    static constexpr std::uint64_t kUnseen = ~std::uint64_t{0}, kOpen = kUnseen - 1;

    // Counts the words from each reachable entry and its later siblings, with an explicit stack: an
    // entry requires its child and its next sibling, and an entry that requires itself is part of a
    // cycle.
    bool count_words(std::uint32_t start) {
        std::vector<std::uint32_t> open{start};
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            if (words_[at] != kUnseen && words_[at] != kOpen) {
                open.pop_back();
                continue;
            }
            const std::uint32_t entry = entries_[at], child = entry & kChild;
            const bool last = entry & kLastSibling;
            if (words_[at] == kUnseen) {
                if (!check(at)) return false;
                words_[at] = kOpen;
                if (child && !require(child, open)) return false;
                if (!last && !require(at + 1, open)) return false;
                continue;
            }
            const std::uint64_t words = ((entry & kAccepts) ? 1 : 0) + (child ? words_[child] : 0) +
                                        (last ? 0 : words_[at + 1]);
            words_[at] = std::min(words, max_words_ + 1);
            open.pop_back();
        }
        return true;
    }

    bool check(std::uint32_t at) {
        const std::uint32_t entry = entries_[at];
        const auto letter = static_cast<int>(entry >> kLetterShift);
        if (letter == kSeparator || letter > letters_)
            return fail("a letter lies outside of the alphabet");
        if ((entry & kChild) >= count_) return fail("an arc leads out of the file");
        if (!(entry & kLastSibling) && at + 1u >= count_)
            return fail("a list of siblings has no end");
        return true;
    }

    bool require(std::uint32_t at, std::vector<std::uint32_t>& open) {
        if (words_[at] == kOpen) return fail("a path leads back to where it began");
        if (words_[at] == kUnseen) open.push_back(at);
        return true;
    }

    void collect(std::uint32_t at, int depth, WordText& out) {
        for (;; ++at) {
            const std::uint32_t entry = entries_[at];
            word_[depth] = static_cast<Letter>(entry >> kLetterShift);
            if (entry & kAccepts) {
                out.insert(out.end(), word_, word_ + depth + 1);
                out.push_back(0);
            }
            const std::uint32_t child = entry & kChild;
            // Without words there may be no end of paths.
            if (child && words_[child] && depth + 1 < kMaxWordLength)
                collect(child, depth + 1, out);
            if (entry & kLastSibling) return;
        }
    }

    bool fail(const char* fault) {
        fault_ = fault;
        return false;
    }

    const std::uint32_t* entries_;
    const std::size_t count_;
    const int letters_;
    const std::uint64_t max_words_;
    std::vector<std::uint64_t> words_;
    const char* fault_ = "";
    Letter word_[kMaxWordLength + 1] = {};
};

}  // namespace

KwgWords read_kwg(const std::uint32_t* entries, std::size_t count, int letters,
                  std::uint64_t max_words) {
    return KwgReader(entries, count, letters, max_words).read();
}

template <class Mask>
std::vector<std::uint32_t> write_kwg(const WordGraph<Mask>& graph) {
    std::vector<std::uint32_t> out(2, kLastSibling);
    std::unordered_map<NodeIndex, std::uint32_t>
        list_starts;               // start of each node's list of letters
    std::vector<NodeIndex> order;  // in the order of their lists
    const auto list = [&](NodeIndex node) {
        const auto [found, is_new] =
            list_starts.try_emplace(node, static_cast<std::uint32_t>(out.size()));
        if (is_new) {
            out.resize(out.size() + count_bits<Mask>(graph.arcs(node) | graph.letter_set(node)));
            order.push_back(node);
        }
        return found->second;
    };
    if (graph.arcs(graph.dawg_root())) {
        out[0] |= list(graph.dawg_root());
        out[1] |= list(graph.root());
    }
    for (std::size_t i = 0; i < order.size() && out.size() <= kMaxKwgEntries; ++i) {
        const NodeIndex node = order[i];
        const Mask arcs = graph.arcs(node), letter_set = graph.letter_set(node);
        std::uint32_t at = list_starts[node];
        for (Mask left = arcs | letter_set; left; left &= left - 1) {
            const Letter letter = lowest_letter<Mask>(left);
            std::uint32_t entry = std::uint32_t{letter} << kLetterShift;
            if (letter_set & bit_of<Mask>(letter)) entry |= kAccepts;
            if (arcs & bit_of<Mask>(letter))
                entry |= list(graph.child(node, arcs, letter)) & kChild;
            if (!(left & (left - 1))) entry |= kLastSibling;
            out[at++] = entry;
        }
    }
    if (out.size() > kMaxKwgEntries) out.clear();
    return out;
}

template std::vector<std::uint32_t> write_kwg(const WordGraph<std::uint32_t>&);
template std::vector<std::uint32_t> write_kwg(const WordGraph<std::uint64_t>&);

}  // namespace jackdaw
