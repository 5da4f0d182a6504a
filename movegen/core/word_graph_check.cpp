#include "word_graph_check.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <vector>

namespace jackdaw {
namespace {

constexpr std::uint64_t kTooMany = std::numeric_limits<std::uint64_t>::max() / 64;  // a sum over a node's children can't overflow

template <class Mask>
std::size_t size_of_node(const WordGraph<Mask>& graph, NodeIndex node) {
    return kNodeHeader<Mask> + count_bits<Mask>(graph.arcs(node));
}

// Nodes follow each other without gaps.
template <class Mask, class Visit>
void for_each_node(const WordGraph<Mask>& graph, Visit visit) {
    for (std::size_t at = 0; at < graph.size(); at += size_of_node(graph, static_cast<NodeIndex>(at))) visit(static_cast<NodeIndex>(at));
}

template <class Mask, class Visit>
void for_each_child(const WordGraph<Mask>& graph, NodeIndex node, Visit visit) {
    for (int i = count_bits<Mask>(graph.arcs(node)); i-- > 0;) visit(graph.children(node)[i]);
}

// Marks the nodes that a root reaches; parents lie before their children, so one pass forward does it.
template <class Mask>
std::vector<bool> reached_from(const WordGraph<Mask>& graph, NodeIndex root) {
    std::vector<bool> reached(graph.size(), false);
    reached[root] = true;
    for_each_node(graph, [&](NodeIndex node) {
        if (reached[node]) for_each_child(graph, node, [&](NodeIndex child) { reached[child] = true; });
    });
    return reached;
}

}  // namespace

template <class Mask>
std::string fault_of_word_graph(const WordGraph<Mask>& graph, int letters) {
    const Mask known = letters + 1 < 8 * static_cast<int>(sizeof(Mask)) ? static_cast<Mask>((Mask{1} << (letters + 1)) - 1) : ~Mask{0};
    std::vector<bool> begins(graph.size(), false);
    for (std::size_t at = 0; at < graph.size();) {
        const auto node = static_cast<NodeIndex>(at);
        if (graph.size() - at < kNodeHeader<Mask> || graph.size() - at < size_of_node(graph, node)) return "its last node is cut off";
        if ((graph.arcs(node) | graph.letter_set(node)) & ~known) return "a node has letters that the alphabet does not have";
        if (graph.letter_set(node) & bit_of<Mask>(kSeparator)) return "a letter set holds the separator";
        begins[at] = true;
        at += size_of_node(graph, node);
    }
    if (graph.size() == 0 || graph.arcs(kNoNode) || graph.letter_set(kNoNode)) return "its first node is not empty";
    for (const NodeIndex root : {graph.root(), graph.dawg_root()}) {
        if (root >= graph.size() || !begins[root]) return "a root is no node";
    }
    bool sound = true;
    for_each_node(graph, [&](NodeIndex node) {
        for_each_child(graph, node, [&](NodeIndex child) { sound = sound && child > node && child < graph.size() && begins[child]; });
    });
    return sound ? "" : "an arc does not lead to a node behind it";
}

template <class Mask>
GraphStatistics measure_word_graph(const WordGraph<Mask>& graph) {
    std::vector<NodeIndex> nodes;
    for_each_node(graph, [&](NodeIndex node) { nodes.push_back(node); });
    std::vector<std::uint64_t> words(graph.size(), 0);  // that end behind a node
    std::vector<int> height(graph.size(), 0);           // letters of the longest of them
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        words[*node] = count_bits<Mask>(graph.letter_set(*node));
        height[*node] = words[*node] ? 1 : 0;
        for_each_child(graph, *node, [&](NodeIndex child) {
            words[*node] = std::min(kTooMany, words[*node] + words[child]);
            height[*node] = std::max(height[*node], height[child] + 1);
        });
    }
    GraphStatistics out;
    out.words = words[graph.dawg_root()];
    out.longest_word = height[graph.dawg_root()];
    const std::vector<bool> in_dawg = reached_from(graph, graph.dawg_root()), in_gaddag = reached_from(graph, graph.root());
    std::unordered_set<Mask> letter_sets;
    for (const NodeIndex node : nodes) {
        const std::uint64_t arcs = count_bits<Mask>(graph.arcs(node));
        if (in_dawg[node]) ++out.dawg_states, out.dawg_arcs += arcs;
        if (!in_gaddag[node] || node == kNoNode) continue;
        ++out.states, out.arcs += arcs;
        letter_sets.insert(graph.letter_set(node));
    }
    out.letter_sets = letter_sets.size();
    return out;
}

template std::string fault_of_word_graph(const WordGraph<std::uint32_t>&, int);
template std::string fault_of_word_graph(const WordGraph<std::uint64_t>&, int);
template GraphStatistics measure_word_graph(const WordGraph<std::uint32_t>&);
template GraphStatistics measure_word_graph(const WordGraph<std::uint64_t>&);

}  // namespace jackdaw
