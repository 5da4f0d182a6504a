// A word graph as Python has it.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "movegen/core/bindings/arguments.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "movegen/core/lexicon/kwg.hpp"
#include "movegen/core/lexicon/word_graph_check.hpp"
#include "movegen/core/lexicon/word_map.hpp"
#include "movegen/core/queries/lane_match.hpp"
#include "movegen/core/queries/lookups.hpp"

namespace jackdaw {

inline nb::bytes to_bytes(const WordText& text) { return nb::bytes(text.data(), text.size()); }

// The reason why a graph is unsafe to walk, or an empty text.
inline std::string word_graph_fault(const Input<std::uint32_t>& words, NodeIndex root,
                                    NodeIndex dawg_root, int letters, std::uint64_t word_count) {
    in_range(letters, 1, kMaxLetters, "the number of letters");
    const AnyWordGraph graph(words.data(), words.size(), root, dawg_root, letters, false);
    const ReleasedLock released;
    return graph.visit(
        [&](const auto& any) { return find_word_graph_fault(any, letters, word_count); });
}

// A word graph over memory that Python owns: a mapped file or an array.
class PyGraph : public AnyWordGraph {
    template <class Ask>
    auto visit_lookups(Ask ask) const {
        return visit(
            [&]<class Mask>(const WordGraph<Mask>& graph) { return ask(Lookups<Mask>(graph)); });
    }

    template <class Ask>
    nb::bytes listed(Ask ask) const {
        WordText text;
        {
            const ReleasedLock released;
            text = visit_lookups(ask);
        }
        return to_bytes(text);
    }

  public:
    // Throws unless the words are frozen and a valid graph, which `is_checked` takes for granted.
    PyGraph(const nb::object& words, NodeIndex root, NodeIndex dawg_root, int letters,
            std::uint64_t word_count, bool any_order, bool is_checked)
        : PyGraph(frozen<std::uint32_t>(words), root, dawg_root, letters, word_count, any_order,
                  is_checked) {}

    GraphStatistics measure() const {
        const ReleasedLock released;
        return visit([](const auto& graph) { return measure_word_graph(graph); });
    }

    bool contains(const nb::bytes& word) const {
        const std::uint8_t* const checked = checked_word(word, letters());
        return visit_lookups(
            [&](auto lookups) { return lookups.contains(checked, static_cast<int>(word.size())); });
    }

    std::pair<std::uint64_t, std::uint64_t> hooks(const nb::bytes& word) const {
        const int length = static_cast<int>(word.size());
        checked_word(word, letters());
        return visit_lookups([&](auto lookups) {
            return std::pair<std::uint64_t, std::uint64_t>(
                lookups.front_hooks(data_of(word), length),
                lookups.back_hooks(data_of(word), length));
        });
    }

    nb::bytes words() const {
        return listed([](auto lookups) { return lookups.words(); });
    }

    nb::bytes anagrams(Input<std::uint8_t> rack, int shortest, int longest) const {
        const TileCounts counts = checked_tiles(rack, letters());
        in_range(shortest, 0, kMaxWordLength, "the length of the shortest word");
        in_range(longest, 0, kMaxWordLength, "the length of the longest word");
        return listed(
            [&](auto lookups) { return lookups.anagrams(counts.data(), shortest, longest); });
    }

    nb::bytes matching(Input<std::uint64_t> pattern) const {
        in_range(pattern.size(), 0, kMaxPattern, "the length of the pattern");
        return listed([&]<class Mask>(Lookups<Mask> lookups) {
            std::vector<Mask> sets(pattern.data(), pattern.data() + pattern.size());
            return lookups.matching(sets.data(), static_cast<int>(sets.size()));
        });
    }

    Output<std::uint8_t> match_lane(Input<std::uint8_t> letters, Input<std::uint64_t> sets,
                                    Input<std::uint8_t> rack) const {
        in_range(sets.size(), 1, kMaxWordLength, "the length of the lane");
        require(letters.size() == sets.size(), "the lane has other letters than sets");
        const std::vector<std::uint8_t> fixed = to_vector(letters);
        for (const std::uint8_t letter : fixed)
            require(letter <= this->letters(),
                    "the lane has letters that the lexicon does not have");
        const TileCounts counts = checked_tiles(rack, this->letters());
        std::vector<std::uint8_t> records;
        {
            const ReleasedLock released;
            records = visit([&]<class Mask>(const WordGraph<Mask>& graph) {
                std::vector<Mask> masks(sets.size());
                std::transform(sets.data(), sets.data() + sets.size(), masks.begin(),
                               [](std::uint64_t set) { return static_cast<Mask>(set); });
                return jackdaw::match_lane<Mask>(graph, fixed.data(), masks.data(),
                                                 static_cast<int>(masks.size()), counts);
            });
        }
        return to_numpy(std::move(records));
    }

    Output<std::uint32_t> kwg() const {
        std::vector<std::uint32_t> entries;
        {
            const ReleasedLock released;
            entries = visit([](const auto& graph) { return write_kwg(graph); });
        }
        return to_numpy(std::move(entries));
    }

  private:
    PyGraph(const Input<std::uint32_t>& words, NodeIndex root, NodeIndex dawg_root, int letters,
            std::uint64_t word_count, bool any_order, bool is_checked)
        : AnyWordGraph(words.data(), words.size(), root, dawg_root,
                       in_range(letters, 1, kMaxLetters, "the number of letters"), any_order),
          words_(words) {
        if (is_checked) return;
        const std::string fault = word_graph_fault(words, root, dawg_root, letters, word_count);
        if (!fault.empty()) throw std::invalid_argument(fault);
    }

    Input<std::uint32_t> words_;  // keeps the memory alive
};

// A word map over memory that Python owns.
class PyWordMap : public WordMap {
  public:
    // Throws unless the words are frozen and a valid map, which `is_checked` takes for granted.
    PyWordMap(const nb::object& words, int letters, bool is_checked)
        : PyWordMap(frozen<std::uint32_t>(words), letters, is_checked) {}

  private:
    PyWordMap(const Input<std::uint32_t>& words, int letters, bool is_checked)
        : WordMap(checked(words, letters, is_checked), letters), words_(words) {}

    static const std::uint32_t* checked(const Input<std::uint32_t>& words, int letters,
                                        bool is_checked) {
        in_range(letters, 1, kMaxLetters, "the number of letters");
        if (is_checked) return words.data();
        const std::string fault = WordMap::fault(words.data(), words.size(), letters);
        if (!fault.empty()) throw std::invalid_argument(fault);
        return words.data();
    }

    Input<std::uint32_t> words_;  // keeps the memory alive
};

}  // namespace jackdaw
