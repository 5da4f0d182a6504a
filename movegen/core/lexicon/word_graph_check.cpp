#include "movegen/core/lexicon/word_graph_check.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <vector>

namespace jackdaw {
namespace {

constexpr std::uint64_t kTooMany =
    std::numeric_limits<std::uint64_t>::max() / 64;  // a sum over a node's children can't overflow

template <class Mask, class Visit>
void for_each_child(const WordGraph<Mask>& graph, NodeIndex node, Visit visit) {
    for (int i = count_bits<Mask>(graph.arcs(node)); i-- > 0;) visit(graph.children(node)[i]);
}

// Enumerates the nodes of a graph in order of offset. Where they begin and which masks they omit is
// known from the references to them, which all come from the roots and from earlier nodes.
template <class Mask>
class NodeWalk {
  public:
    NodeWalk(const WordGraph<Mask>& graph, int letters)
        : graph_(graph), letters_(letters), claims_(graph.size(), kNone) {}

    // Calls `visit` with each node that has no fault. Returns the first fault, or an empty text.
    template <class Visit>
    const char* run(Visit visit) {
        if (graph_.size() < end_of_first_node() + kGraphPadding) return "its last node is cut off";
        if (!claim(kNoNode) || graph_.arcs(kNoNode) || graph_.letter_set(kNoNode))
            return "its first node is not empty";
        if (!claim(graph_.root()) || !claim(graph_.dawg_root())) return "a root is no node";
        const std::size_t end = graph_.size() - kGraphPadding;
        for (std::size_t index = 0; index < end;) {
            if (claims_[index] == kNone) return "nothing leads to a node";
            // The letter of a single arc does not matter here.
            const auto node = static_cast<NodeIndex>(
                index | static_cast<std::size_t>(claims_[index]) << kOffsetBits);
            const std::size_t header = header_size<Mask>(node);
            if (end - index < header) return "its last node is cut off";
            if ((graph_.letter_set(node) | (omitted_masks(node) < 2 ? graph_.arcs(node) : 0)) &
                ~alphabet_letters()) {
                return "a node has letters that the alphabet does not have";
            }
            if (graph_.letter_set(node) & bit_of<Mask>(kSeparator))
                return "a letter set holds the separator";
            if (!graph_.letter_set(node) && !graph_.arcs(node) && index && !is_empty())
                return "a node leads to no word";
            const std::size_t size =
                header + static_cast<std::size_t>(count_bits<Mask>(graph_.arcs(node)));
            if (end - index < size) return "its last node is cut off";
            bool is_sound = true;
            for_each_child(graph_, node, [&](NodeIndex child) {
                is_sound = is_sound && word_offset(child) >= index + size && claim(child);
            });
            if (!is_sound) return "an arc does not lead to a node behind it";
            for (std::size_t within = 1; within < size; ++within) {
                if (claims_[index + within] != kNone) return "two nodes overlap";
            }
            visit(node);
            index += size;
        }
        for (std::size_t index = end; index < graph_.size(); ++index) {
            if (graph_.words()[index]) return "something lies behind its last node";
        }
        return "";
    }

  private:
    static constexpr std::uint8_t kNone = 0xFF;

    // A graph without words has an empty root of the DAWG.
    bool is_empty() const { return graph_.root() == kNoNode && !graph_.arcs(graph_.dawg_root()); }

    static std::size_t end_of_first_node() { return 2 * kMaskWords<Mask>; }

    Mask alphabet_letters() const {
        return letters_ + 1 < 8 * static_cast<int>(sizeof(Mask))
                   ? static_cast<Mask>((Mask{1} << (letters_ + 1)) - 1)
                   : ~Mask{0};
    }

    // Records where a node begins and what it omits according to a reference; false if that is
    // impossible.
    bool claim(NodeIndex node) {
        const unsigned omitted = omitted_masks(node);
        const int letter = static_cast<int>(node >> kArcLetterShift);
        if (word_offset(node) >= graph_.size() - kGraphPadding || omitted > 2 ||
            letter > (omitted == 2 ? letters_ : 0))
            return false;
        std::uint8_t& claimed = claims_[word_offset(node)];
        if (claimed != kNone && claimed != omitted) return false;
        claimed = static_cast<std::uint8_t>(omitted);
        return true;
    }

    const WordGraph<Mask>& graph_;
    const int letters_;
    std::vector<std::uint8_t> claims_;  // by offset: number of omitted masks
};

// Marks the nodes reachable from a root; parents come before children, so one forward pass
// suffices.
template <class Mask>
std::vector<bool> reached_from(const WordGraph<Mask>& graph, const std::vector<NodeIndex>& nodes,
                               NodeIndex root) {
    std::vector<bool> reached(graph.size(), false);
    reached[word_offset(root)] = true;
    for (const NodeIndex node : nodes) {
        if (reached[word_offset(node)])
            for_each_child(graph, node,
                           [&](NodeIndex child) { reached[word_offset(child)] = true; });
    }
    return reached;
}

}  // namespace

template <class Mask>
std::string find_word_graph_fault(const WordGraph<Mask>& graph, int letters, std::uint64_t words) {
    if (words > kMaxWords) return "it claims more words than any lexicon has";
    // Paths from the DAWG's root, by offset; parents come first. Both sums stay at the limit.
    std::vector<std::uint32_t> paths(graph.size(), 0);
    const auto add = [](std::uint64_t sum, std::uint64_t more) {
        return std::min<std::uint64_t>(sum + more, kMaxWords + 1);
    };
    if (word_offset(graph.dawg_root()) < graph.size()) paths[word_offset(graph.dawg_root())] = 1;
    std::uint64_t found = 0;
    const char* fault = NodeWalk<Mask>(graph, letters).run([&](NodeIndex node) {
        const std::uint32_t here = paths[word_offset(node)];
        if (here == 0) return;
        const auto endings = static_cast<std::uint64_t>(count_bits<Mask>(graph.letter_set(node)));
        found = add(found, here * endings);
        for_each_child(graph, node, [&](NodeIndex child) {
            std::uint32_t& sum = paths[word_offset(child)];
            sum = static_cast<std::uint32_t>(add(sum, here));
        });
    });
    return *fault || found == words ? fault : "it has another number of words than its header says";
}

template <class Mask>
GraphStatistics measure_word_graph(const WordGraph<Mask>& graph) {
    std::vector<NodeIndex> nodes;
    NodeWalk<Mask>(graph, kMaxLetters).run([&](NodeIndex node) { nodes.push_back(node); });
    std::vector<std::uint64_t> words(graph.size(),
                                     0);       // words that continue from a node, by its offset
    std::vector<int> height(graph.size(), 0);  // letters of the longest of them
    for (std::size_t at = nodes.size(); at-- > 0;) {
        const NodeIndex node = nodes[at];
        std::uint64_t& count = words[word_offset(node)];
        int& longest = height[word_offset(node)];
        count = count_bits<Mask>(graph.letter_set(node));
        longest = count ? 1 : 0;
        for_each_child(graph, node, [&](NodeIndex child) {
            count = std::min(kTooMany, count + words[word_offset(child)]);
            longest = std::max(longest, height[word_offset(child)] + 1);
        });
    }
    GraphStatistics out;
    out.words = words[word_offset(graph.dawg_root())];
    out.longest_word = height[word_offset(graph.dawg_root())];
    const std::vector<bool> in_dawg = reached_from(graph, nodes, graph.dawg_root()),
                            in_gaddag = reached_from(graph, nodes, graph.root());
    std::unordered_set<Mask> letter_sets;
    for (const NodeIndex node : nodes) {
        const std::uint64_t arcs = count_bits<Mask>(graph.arcs(node));
        if (in_dawg[word_offset(node)]) ++out.dawg_states, out.dawg_arcs += arcs;
        if (!in_gaddag[word_offset(node)] || node == kNoNode) continue;
        ++out.states, out.arcs += arcs;
        letter_sets.insert(graph.letter_set(node));
    }
    out.letter_sets = letter_sets.size();
    return out;
}

template std::string find_word_graph_fault(const WordGraph<std::uint32_t>&, int, std::uint64_t);
template std::string find_word_graph_fault(const WordGraph<std::uint64_t>&, int, std::uint64_t);
template GraphStatistics measure_word_graph(const WordGraph<std::uint32_t>&);
template GraphStatistics measure_word_graph(const WordGraph<std::uint64_t>&);

}  // namespace jackdaw
