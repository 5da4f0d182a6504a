// The construction of the graph, in three steps that never hold all strings of the GADDAG:
//
// 1. The sorted words become a minimized DAWG by the incremental algorithm of Daciuk, Mihov, Watson
//    and Watson ("Incremental construction of minimal acyclic finite-state automata", Computational
//    Linguistics 2000, section 3). Each distinct prefix x of a word is recorded with the number of
//    the node where its path ends: the node that says what may follow x.
// 2. In Gordon's GADDAG the path REV(x), separator, y stands for the word xy (Gordon 1994, "A more
//    deterministic algorithm"), so that very node follows the separator. The reversed prefixes,
//    sorted, are added in the same way and share the register with the DAWG: a few hundred thousand
//    short strings instead of a string for each letter of each word.
// 3. The nodes reachable from the roots are laid out in topological order: a walk only moves
//    forward in memory, so no file can hide a cycle.

#include "movegen/core/lexicon/word_graph_builder.hpp"

#include <algorithm>
#include <cstring>

#include "movegen/core/lexicon/node_register.hpp"

namespace jackdaw {
namespace {

struct Word {
    std::uint64_t key;  // the first letters, packed, so that most comparisons end here
    std::uint32_t start;
    std::uint32_t length;
};

// A distinct prefix of a word; its text ends before `end` in the text of the words.
struct Prefix {
    std::uint64_t key;  // the last letters, packed, last one first
    std::uint32_t end;
    std::uint32_t node;  // of the DAWG: what follows; kNoNode when nothing does
    std::uint8_t length;
    bool is_word;
};

template <class Mask>
inline constexpr int kLetterBits = sizeof(Mask) == 4 ? 5 : 6;

template <class Mask>
inline constexpr int kKeyLetters = 64 / kLetterBits<Mask>;

// Packs up to kKeyLetters letters read from `first` in steps of `step`; shorter strings sort before
// longer ones that they begin.
template <class Mask>
std::uint64_t pack(const std::uint8_t* first, int step, int length) {
    std::uint64_t key = 0;
    for (int i = 0; i < kKeyLetters<Mask>; ++i)
        key = key << kLetterBits<Mask> | (i < length ? first[i * step] : 0);
    return key;
}

// An unfinished node: the last on a path that may still be extended.
template <class Mask>
struct OpenNode {
    Mask arcs = 0;
    Mask letter_set = 0;
    std::vector<std::uint32_t> children;

    void add_arc(Letter letter, std::uint32_t child) {
        arcs |= bit_of<Mask>(letter);
        children.push_back(child);
    }
    std::uint32_t close(NodeRegister<Mask>& nodes) {
        const std::uint32_t number = nodes.find_or_add(arcs, letter_set, children.data());
        arcs = letter_set = 0;
        children.clear();
        return number;
    }
};

// The path of the string added last: open nodes, one for each of its letters, below the root.
template <class Mask>
class OpenPath {
  public:
    explicit OpenPath(NodeRegister<Mask>& nodes) : nodes_(nodes), path_(kMaxWordLength + 1) {}

    int depth() const { return depth_; }
    OpenNode<Mask>& at(int depth) { return path_[depth]; }
    OpenNode<Mask>& last() { return path_[depth_]; }

    void push(Letter letter) { letters_[depth_++] = letter; }

    // Finishes the last node, attaches it to the one before and returns its number.
    std::uint32_t pop() {
        const std::uint32_t number = path_[depth_].close(nodes_);
        --depth_;
        if (number != kNoNode) path_[depth_].add_arc(letters_[depth_], number);
        return number;
    }

    // Finishes all nodes below the common prefix with the string; returns its length, at most
    // `limit`.
    template <class LetterAt, class OnPop>
    int pop_to_common(int limit, LetterAt letter_at, OnPop on_pop) {
        int common = 0;
        while (common < depth_ && common < limit && letters_[common] == letter_at(common)) ++common;
        while (depth_ > common) {
            const int depth = depth_;
            on_pop(depth, pop());
        }
        return common;
    }

  private:
    NodeRegister<Mask>& nodes_;
    std::vector<OpenNode<Mask>> path_;
    Letter letters_[kMaxWordLength + 1] = {};
    int depth_ = 0;
};

template <class Mask>
class WordGraphBuilder {
  public:
    WordGraphBuilder(const std::uint8_t* text, std::size_t length) : text_(text), length_(length) {}

    BuiltGraph build(std::size_t max_words) {
        collect_words();
        add_words();
        const std::uint32_t root = add_reversed_prefixes();
        return lay_out(root, max_words);
    }

  private:
    void collect_words() {
        const std::uint8_t* const end = text_ + length_;
        for (const std::uint8_t* word = text_; word < end;) {
            const auto* const close =
                static_cast<const std::uint8_t*>(std::memchr(word, 0, end - word));
            const auto length = static_cast<std::uint32_t>(close - word);
            words_.push_back({pack<Mask>(word, 1, static_cast<int>(length)),
                              static_cast<std::uint32_t>(word - text_), length});
            word = close + 1;
        }
        const auto before = [this](const Word& a, const Word& b) {
            if (a.key != b.key) return a.key < b.key;
            return std::lexicographical_compare(text_ + a.start, text_ + a.start + a.length,
                                                text_ + b.start, text_ + b.start + b.length);
        };
        const auto equal = [this](const Word& a, const Word& b) {
            return a.key == b.key && a.length == b.length &&
                   std::equal(text_ + a.start, text_ + a.start + a.length, text_ + b.start);
        };
        if (!std::is_sorted(words_.begin(), words_.end(), before))
            std::sort(words_.begin(), words_.end(), before);
        words_.erase(std::unique(words_.begin(), words_.end(), equal), words_.end());
    }

    // Step 1. A word's last letter has no node: it is in the letter set of the node before.
    void add_words() {
        OpenPath<Mask> path(nodes_);
        std::uint32_t path_start = 0;  // of a word that begins with the path
        const auto note = [&](int depth, std::uint32_t node) {
            const std::uint32_t end = path_start + static_cast<std::uint32_t>(depth);
            const bool is_word = path.at(depth - 1).letter_set & bit_of<Mask>(text_[end - 1]);
            note_prefix(end, depth, node, is_word);
        };
        for (const Word& word : words_) {
            const std::uint8_t* const letters = text_ + word.start;
            const int inner = static_cast<int>(word.length) - 1;
            path.pop_to_common(inner, [&](int i) { return letters[i]; }, note);
            path_start = word.start;
            while (path.depth() < inner) path.push(letters[path.depth()]);
            path.last().letter_set |= bit_of<Mask>(letters[inner]);
        }
        while (path.depth() > 0) {
            const int depth = path.depth();
            note(depth, path.pop());
        }
        path.last().close(nodes_);
        add_unextended_words();
    }

    void note_prefix(std::uint32_t end, int length, std::uint32_t node, bool is_word) {
        prefixes_.push_back({pack<Mask>(text_ + end - 1, -1, length), end, node,
                             static_cast<std::uint8_t>(length), is_word});
    }

    // Words that no other word extends are prefixes (of themselves) without a node.
    void add_unextended_words() {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            const Word& word = words_[i];
            const bool extended = i + 1 < words_.size() && words_[i + 1].length > word.length &&
                                  std::equal(text_ + word.start, text_ + word.start + word.length,
                                             text_ + words_[i + 1].start);
            if (!extended)
                note_prefix(word.start + word.length, static_cast<int>(word.length), kNoNode, true);
        }
    }

    // Step 2. Reversed prefixes.
    std::uint32_t add_reversed_prefixes() {
        std::sort(prefixes_.begin(), prefixes_.end(), [this](const Prefix& a, const Prefix& b) {
            if (a.key != b.key) return a.key < b.key;
            const std::uint8_t *p = text_ + a.end, *q = text_ + b.end;
            const int shorter = std::min(a.length, b.length);
            for (int i = 1; i <= shorter; ++i) {
                if (p[-i] != q[-i]) return p[-i] < q[-i];
            }
            return a.length < b.length;
        });
        OpenPath<Mask> path(nodes_);
        for (const Prefix& prefix : prefixes_) {
            const std::uint8_t* const last = text_ + prefix.end - 1;
            const int depth = prefix.node == kNoNode ? prefix.length - 1 : prefix.length;
            path.pop_to_common(
                depth, [&](int i) { return *(last - i); }, [](int, std::uint32_t) {});
            while (path.depth() < depth) path.push(*(last - path.depth()));
            if (prefix.is_word)
                path.at(prefix.length - 1).letter_set |=
                    bit_of<Mask>(*(last - (prefix.length - 1)));
            // The separator is the lowest arc and REV(x) sorts before every string that it begins:
            // children stay in order.
            if (prefix.node != kNoNode) path.last().add_arc(kSeparator, prefix.node);
        }
        while (path.depth() > 0) path.pop();
        return path.last().close(nodes_);
    }

    // Step 3. The DAWG's own root comes first: its arc for a letter leads where the GADDAG's arcs
    // for the letter and the separator lead.
    BuiltGraph lay_out(std::uint32_t root, std::size_t max_words) {
        BuiltGraph built;
        built.word_count = words_.size();
        std::vector<std::uint32_t> first_steps;  // numbers of the DAWG root's children
        Mask first_letters = 0;
        for (Mask left = nodes_.arcs(root); left; left &= left - 1) {
            const Letter letter = lowest_letter<Mask>(left);
            const std::uint32_t after = child_of(root, letter);
            if (!(nodes_.arcs(after) & bit_of<Mask>(kSeparator))) continue;
            first_letters |= bit_of<Mask>(letter);
            first_steps.push_back(child_of(after, kSeparator));
        }
        auto& out = built.words;
        put_node(out, 0, 0);  // the empty node
        built.dawg_root = put_node(out, first_letters, 0);
        std::vector<NodeIndex> references(nodes_.count(), kNoNode);
        const std::vector<std::uint32_t> order = parents_first(root, first_steps);
        for (const std::uint32_t node : order) {
            if (out.size() >= max_words) return BuiltGraph{};
            references[node] = put_node(out, nodes_.arcs(node), nodes_.letter_set(node));
        }
        built.root = references[root];
        const auto set_children = [&](NodeIndex at, const std::uint32_t* children, int count) {
            for (int i = 0; i < count; ++i)
                out[word_offset(at) + header_size<Mask>(at) + i] = references[children[i]];
        };
        set_children(built.dawg_root, first_steps.data(), static_cast<int>(first_steps.size()));
        for (const std::uint32_t node : order)
            set_children(references[node], nodes_.children(node),
                         count_bits<Mask>(nodes_.arcs(node)));
        out.resize(out.size() + kGraphPadding);
        return built;
    }

    std::uint32_t child_of(std::uint32_t node, Letter letter) const {
        return nodes_.children(
            node)[count_bits<Mask>(nodes_.arcs(node) & (bit_of<Mask>(letter) - 1))];
    }

    // Appends a node with space for its children; returns the reference to it.
    static NodeIndex put_node(std::vector<std::uint32_t>& out, Mask arcs, Mask letter_set) {
        const std::size_t at = out.size();
        const NodeIndex node = make_reference<Mask>(at, arcs, letter_set);
        out.resize(at + header_size<Mask>(node) + count_bits<Mask>(arcs));
        const unsigned omitted = omitted_masks(node);
        if (omitted < 2) std::memcpy(&out[at], &arcs, sizeof arcs);
        if (omitted < 1) std::memcpy(&out[at + kMaskWords<Mask>], &letter_set, sizeof letter_set);
        return node;
    }

    // The nodes reachable from the roots in topological order: the reverse postorder of a
    // depth-first walk.
    std::vector<std::uint32_t> parents_first(std::uint32_t root,
                                             const std::vector<std::uint32_t>& first_steps) const {
        std::vector<std::uint32_t> order;
        std::vector<bool> visited(nodes_.count(), false);
        struct Open {
            std::uint32_t node;
            int children_left;
        };
        std::vector<Open> open;
        const auto enter = [&](std::uint32_t node) {
            if (node == kNoNode || visited[node]) return;
            visited[node] = true;
            open.push_back({node, count_bits<Mask>(nodes_.arcs(node))});
        };
        const auto walk = [&](std::uint32_t start) {
            enter(start);
            while (!open.empty()) {
                Open& top = open.back();
                if (top.children_left) {
                    enter(nodes_.children(top.node)[--top.children_left]);
                } else {
                    order.push_back(top.node);
                    open.pop_back();
                }
            }
        };
        for (const std::uint32_t node : first_steps) walk(node);
        walk(root);
        std::reverse(order.begin(), order.end());
        return order;
    }

    const std::uint8_t* text_;
    std::size_t length_;
    std::vector<Word> words_;
    std::vector<Prefix> prefixes_;
    NodeRegister<Mask> nodes_;
};

}  // namespace

template <class Mask>
BuiltGraph build_word_graph(const std::uint8_t* text, std::size_t length, std::size_t max_words) {
    return WordGraphBuilder<Mask>(text, length).build(max_words);
}

template BuiltGraph build_word_graph<std::uint32_t>(const std::uint8_t*, std::size_t, std::size_t);
template BuiltGraph build_word_graph<std::uint64_t>(const std::uint8_t*, std::size_t, std::size_t);

}  // namespace jackdaw
