// A word graph with letter sets of a width that depends on the alphabet.
#pragma once

#include <variant>

#include "movegen/core/lexicon/word_graph.hpp"

namespace jackdaw {

// Up to 31 letters fit into 32 bits with the separator.
constexpr bool is_narrow(int letters) { return letters <= 31; }

class AnyWordGraph {
  public:
    AnyWordGraph(const std::uint32_t* words, std::size_t size, NodeIndex root, NodeIndex dawg_root,
                 int letters, bool any_order)
        : letters_(letters), graph_(make(words, size, root, dawg_root, letters, any_order)) {}

    int letters() const { return letters_; }  // of its alphabet

    template <class Visitor>
    auto visit(Visitor visitor) const {
        return std::visit(visitor, graph_);
    }

    // The graph itself; its letter sets must have this width.
    template <class Mask>
    const WordGraph<Mask>& as() const {
        return std::get<WordGraph<Mask>>(graph_);
    }

  private:
    using Any = std::variant<WordGraph<std::uint32_t>, WordGraph<std::uint64_t>>;

    static Any make(const std::uint32_t* words, std::size_t size, NodeIndex root,
                    NodeIndex dawg_root, int letters, bool any_order) {
        if (is_narrow(letters))
            return WordGraph<std::uint32_t>(words, size, root, dawg_root, any_order);
        return WordGraph<std::uint64_t>(words, size, root, dawg_root, any_order);
    }

    int letters_;
    Any graph_;
};

}  // namespace jackdaw
