#include "word_graph_check.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <vector>

namespace jackdaw {
namespace {

constexpr std::uint64_t kTooMany = std::numeric_limits<std::uint64_t>::max() / 64;  // a sum over a node's children can't overflow

template <class Mask, class Visit>
void for_each_child(const WordGraph<Mask>& graph, NodeIndex node, Visit visit) {
    for (int i = count_bits<Mask>(graph.arcs(node)); i-- > 0;) visit(graph.children(node)[i]);
}

// Finds the nodes of a graph, first to last. Where they begin and what they leave out is said by the references to them, all of which come from
// the roots and from nodes before them.
template <class Mask>
class NodeWalk {
public:
    NodeWalk(const WordGraph<Mask>& graph, int letters) : graph_(graph), letters_(letters), claims_(graph.size(), kNone) {}

    // Calls `visit` with each node that has no fault. Returns the first fault, or an empty text.
    template <class Visit>
    const char* run(Visit visit) {
        if (graph_.size() < end_of_first_node() + kGraphPadding) return "its last node is cut off";
        if (!claim(kNoNode) || graph_.arcs(kNoNode) || graph_.letter_set(kNoNode)) return "its first node is not empty";
        if (!claim(graph_.root()) || !claim(graph_.dawg_root())) return "a root is no node";
        const std::size_t end = graph_.size() - kGraphPadding;
        for (std::size_t place = 0; place < end;) {
            if (claims_[place] == kNone) return "nothing leads to a node";
            // Which letter a single arc has does not matter here.
            const auto node = static_cast<NodeIndex>(place | static_cast<std::size_t>(claims_[place]) << kPlaceBits);
            const std::size_t header = header_size<Mask>(node);
            if (end - place < header) return "its last node is cut off";
            if ((graph_.letter_set(node) | (masks_left_out(node) < 2 ? graph_.arcs(node) : 0)) & ~known_letters()) {
                return "a node has letters that the alphabet does not have";
            }
            if (graph_.letter_set(node) & bit_of<Mask>(kSeparator)) return "a letter set holds the separator";
            const std::size_t size = header + static_cast<std::size_t>(count_bits<Mask>(graph_.arcs(node)));
            if (end - place < size) return "its last node is cut off";
            bool sound = true;
            for_each_child(graph_, node, [&](NodeIndex child) { sound = sound && place_of(child) >= place + size && claim(child); });
            if (!sound) return "an arc does not lead to a node behind it";
            for (std::size_t within = 1; within < size; ++within) {
                if (claims_[place + within] != kNone) return "two nodes overlap";
            }
            visit(node);
            place += size;
        }
        for (std::size_t place = end; place < graph_.size(); ++place) {
            if (graph_.words()[place]) return "something lies behind its last node";
        }
        return "";
    }

private:
    static constexpr std::uint8_t kNone = 0xFF;

    static std::size_t end_of_first_node() { return 2 * kMaskWords<Mask>; }

    Mask known_letters() const {
        return letters_ + 1 < 8 * static_cast<int>(sizeof(Mask)) ? static_cast<Mask>((Mask{1} << (letters_ + 1)) - 1) : ~Mask{0};
    }

    // Notes where a reference says that a node begins and what it leaves out; returns whether that can be.
    bool claim(NodeIndex node) {
        const unsigned left_out = masks_left_out(node);
        const int letter = static_cast<int>(node >> kArcLetterShift);
        if (place_of(node) >= graph_.size() - kGraphPadding || left_out > 2 || letter > (left_out == 2 ? letters_ : 0)) return false;
        std::uint8_t& claimed = claims_[place_of(node)];
        if (claimed != kNone && claimed != left_out) return false;
        claimed = static_cast<std::uint8_t>(left_out);
        return true;
    }

    const WordGraph<Mask>& graph_;
    const int letters_;
    std::vector<std::uint8_t> claims_;  // by place: masks left out
};

// Marks the nodes that a root reaches; parents lie before their children, so one pass forward does it.
template <class Mask>
std::vector<bool> reached_from(const WordGraph<Mask>& graph, const std::vector<NodeIndex>& nodes, NodeIndex root) {
    std::vector<bool> reached(graph.size(), false);
    reached[place_of(root)] = true;
    for (const NodeIndex node : nodes) {
        if (reached[place_of(node)]) for_each_child(graph, node, [&](NodeIndex child) { reached[place_of(child)] = true; });
    }
    return reached;
}

}  // namespace

template <class Mask>
std::string fault_of_word_graph(const WordGraph<Mask>& graph, int letters) {
    return NodeWalk<Mask>(graph, letters).run([](NodeIndex) {});
}

template <class Mask>
GraphStatistics measure_word_graph(const WordGraph<Mask>& graph) {
    std::vector<NodeIndex> nodes;
    NodeWalk<Mask>(graph, kMaxLetters).run([&](NodeIndex node) { nodes.push_back(node); });
    std::vector<std::uint64_t> words(graph.size(), 0);  // that end behind a node, by its place
    std::vector<int> height(graph.size(), 0);           // letters of the longest of them
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        std::uint64_t& count = words[place_of(*node)];
        int& longest = height[place_of(*node)];
        count = count_bits<Mask>(graph.letter_set(*node));
        longest = count ? 1 : 0;
        for_each_child(graph, *node, [&](NodeIndex child) {
            count = std::min(kTooMany, count + words[place_of(child)]);
            longest = std::max(longest, height[place_of(child)] + 1);
        });
    }
    GraphStatistics out;
    out.words = words[place_of(graph.dawg_root())];
    out.longest_word = height[place_of(graph.dawg_root())];
    const std::vector<bool> in_dawg = reached_from(graph, nodes, graph.dawg_root()), in_gaddag = reached_from(graph, nodes, graph.root());
    std::unordered_set<Mask> letter_sets;
    for (const NodeIndex node : nodes) {
        const std::uint64_t arcs = count_bits<Mask>(graph.arcs(node));
        if (in_dawg[place_of(node)]) ++out.dawg_states, out.dawg_arcs += arcs;
        if (!in_gaddag[place_of(node)] || node == kNoNode) continue;
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
