// The search for the best plays.

#include <nanobind/stl/tuple.h>

#include <memory>
#include <mutex>
#include <variant>

#include "movegen/core/best_plays/best_plays.hpp"
#include "movegen/core/bindings/py_board.hpp"
#include "movegen/core/bindings/registration.hpp"
#include "movegen/core/generation/collectors.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

// Finds the best plays on boards of either width; calls from several threads take turns.
class PyBestPlays {
  public:
    PyBestPlays(const PyGraph& graph, const WordMap& words, const Layout& layout,
                Input<std::int32_t> points, Input<std::int32_t> bonus)
        : finder_(make(graph, words, layout, copied_to<TilePoints>(points),
                       copied_to<PlacementBonus>(bonus))) {}

    // Returns raw records and equities, best first.
    nb::tuple find(const PyBoard& board, Input<std::uint8_t> rack, Input<std::int32_t> leave_values,
                   std::size_t count, std::int64_t margin) {
        const auto counts = copied_to<TileCounts>(rack);
        return board.with([&]<class Mask>(const Board<Mask>& here) {
            auto& finder = *std::get<std::unique_ptr<BestPlays<Mask>>>(finder_);
            return record_width(here.layout()) == 16
                       ? found<16>(finder, here, counts, leave_values.data(), count, margin)
                       : found<32>(finder, here, counts, leave_values.data(), count, margin);
        });
    }

  private:
    using Any = std::variant<std::unique_ptr<BestPlays<std::uint32_t>>,
                             std::unique_ptr<BestPlays<std::uint64_t>>>;

    static Any make(const PyGraph& graph, const WordMap& words, const Layout& layout,
                    const TilePoints& points, const PlacementBonus& bonus) {
        return graph.visit([&]<class Mask>(const WordGraph<Mask>& of_words) -> Any {
            return std::make_unique<BestPlays<Mask>>(layout, points, bonus, of_words, words);
        });
    }

    template <int Width, class Mask>
    nb::tuple found(BestPlays<Mask>& finder, const Board<Mask>& board, const TileCounts& rack,
                    const MilliPoints* leave_values, std::size_t count, std::int64_t margin) {
        std::vector<MoveRecord<Width>> moves;
        std::vector<Equity> equities;
        {
            nb::gil_scoped_release release;
            const std::lock_guard lock(one_at_a_time_);
            TopPlaysCollector<Width> keep(count, margin);
            finder.find(board, rack, leave_values, keep);
            for (const auto& play : std::move(keep).plays()) {
                moves.push_back(play.move);
                equities.push_back(play.equity);
            }
        }
        return nb::make_tuple(records_to_numpy(std::move(moves)), to_numpy(std::move(equities)));
    }

    Any finder_;
    std::mutex one_at_a_time_;
};

}  // namespace

void register_best_plays(nb::module_& m) {
    nb::class_<PyBestPlays>(m, "BestPlays", "Finds the best plays without generating all.")
        .def(nb::init<const PyGraph&, const WordMap&, const Layout&, Input<std::int32_t>,
                      Input<std::int32_t>>(),
             "graph"_a, "words"_a, "layout"_a, "points"_a, "bonus"_a, nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>())
        .def("find", &PyBestPlays::find, "board"_a, "rack"_a, "leave_values"_a, "count"_a,
             "margin"_a,
             "Return the best `count` plays within `margin` milli-points of the best: raw records, "
             "and equities in milli-points.");
}

}  // namespace jackdaw
