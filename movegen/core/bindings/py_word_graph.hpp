// A word graph as Python has it.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "movegen/core/bindings/numpy_bindings.hpp"
#include "movegen/core/lexicon/any_word_graph.hpp"
#include "movegen/core/lexicon/kwg.hpp"
#include "movegen/core/lexicon/word_graph_check.hpp"
#include "movegen/core/queries/lane_match.hpp"
#include "movegen/core/queries/lookups.hpp"

namespace jackdaw {

inline nb::bytes to_bytes(const WordText& text) { return nb::bytes(text.data(), text.size()); }

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
            nb::gil_scoped_release release;
            text = visit_lookups(ask);
        }
        return to_bytes(text);
    }

  public:
    PyGraph(Input<std::uint32_t> words, NodeIndex root, NodeIndex dawg_root, int letters,
            bool any_order)
        : AnyWordGraph(words.data(), words.size(), root, dawg_root, letters, any_order),
          words_(words),
          letters_(letters) {}

    int letters() const { return letters_; }

    std::string fault(std::uint64_t words) const {
        nb::gil_scoped_release release;
        return visit(
            [&](const auto& graph) { return find_word_graph_fault(graph, letters_, words); });
    }

    GraphStatistics measure() const {
        nb::gil_scoped_release release;
        return visit([](const auto& graph) { return measure_word_graph(graph); });
    }

    bool contains(const nb::bytes& word) const {
        return visit_lookups([&](auto lookups) {
            return lookups.contains(data_of(word), static_cast<int>(word.size()));
        });
    }

    std::pair<std::uint64_t, std::uint64_t> hooks(const nb::bytes& word) const {
        const int length = static_cast<int>(word.size());
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
        return listed(
            [&](auto lookups) { return lookups.anagrams(rack.data(), shortest, longest); });
    }

    nb::bytes matching(Input<std::uint64_t> pattern) const {
        return listed([&]<class Mask>(Lookups<Mask> lookups) {
            std::vector<Mask> sets(pattern.data(), pattern.data() + pattern.size());
            return lookups.matching(sets.data(), static_cast<int>(sets.size()));
        });
    }

    Output<std::uint8_t> match_lane(Input<std::uint8_t> letters, Input<std::uint64_t> sets,
                                    Input<std::uint8_t> rack) const {
        std::vector<std::uint8_t> records;
        {
            nb::gil_scoped_release release;
            const auto counts = copied_to<TileCounts>(rack);
            records = visit([&]<class Mask>(const WordGraph<Mask>& graph) {
                std::vector<Mask> masks(sets.size());
                std::transform(sets.data(), sets.data() + sets.size(), masks.begin(),
                               [](std::uint64_t set) { return static_cast<Mask>(set); });
                return jackdaw::match_lane<Mask>(graph, letters.data(), masks.data(),
                                                 static_cast<int>(masks.size()), counts);
            });
        }
        return to_numpy(std::move(records));
    }

    Output<std::uint32_t> kwg() const {
        std::vector<std::uint32_t> entries;
        {
            nb::gil_scoped_release release;
            entries = visit([](const auto& graph) { return write_kwg(graph); });
        }
        return to_numpy(std::move(entries));
    }

  private:
    Input<std::uint32_t> words_;  // keeps the memory alive
    int letters_;
};

}  // namespace jackdaw
