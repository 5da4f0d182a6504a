// The search for the best plays.

#include <nanobind/stl/tuple.h>

#include <atomic>
#include <memory>
#include <type_traits>

#include "movegen/core/base/instantiate.hpp"
#include "movegen/core/best_plays/best_plays.hpp"
#include "movegen/core/bindings/py_board.hpp"
#include "movegen/core/bindings/registration.hpp"
#include "movegen/core/generation/collectors.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

// The working memory that no call uses just now. There is no lock that a fork could leave locked:
// a call that finds none, because another thread has it, makes its own.
template <class Mask>
class IdleFinder {
  public:
    using Owned = std::unique_ptr<BestPlays<Mask>>;

    IdleFinder() = default;
    ~IdleFinder() { take(); }
    IdleFinder(const IdleFinder&) = delete;
    IdleFinder& operator=(const IdleFinder&) = delete;

    Owned take() { return Owned(finder_.exchange(nullptr)); }
    void put_back(Owned finder) { Owned(finder_.exchange(finder.release())); }

  private:
    std::atomic<BestPlays<Mask>*> finder_ = nullptr;
};

// Finds the best plays on boards of either width, in any number of threads.
class PyBestPlays {
  public:
    PyBestPlays(const PyGraph& graph, const WordMap& words, const Layout& layout,
                Input<std::int32_t> points, Input<std::int32_t> bonus, int rack_size)
        : graph_(graph),
          words_(words),
          layout_(layout),
          points_(checked_points(points)),
          bonus_(copied_to<PlacementBonus>(bonus)),
          rack_size_(in_range(rack_size, 1, kMaxRack, "the rack size")) {
        check_map(words, graph);
    }

    // Returns raw records and equities, best first.
    nb::tuple find(const PyBoard& board, Input<std::uint8_t> rack, Input<std::int32_t> leave_values,
                   std::size_t count, std::int64_t margin) {
        const auto counts = checked_rack(rack, graph_.letters());
        const std::vector<MilliPoints> values = to_vector(leave_values);
        require(values.size() == Rack<std::uint64_t>(counts).number() + std::size_t{1},
                "there is not one value for each leave");
        require(count > 0, "the number of plays is out of range");
        in_range(margin, 0, std::int64_t{1} << 62, "the margin");
        return board.with([&]<class Mask>(const Board<Mask>& here) {
            require(here.layout().rows == layout_.rows && here.layout().columns == layout_.columns,
                    "the board has another size");
            require(graph_.visit([](const auto& graph) -> const void* { return &graph; }) ==
                        &here.graph(),
                    "the board has another lexicon");
            return visit_width<Mask>(
                here.layout(), [&]<int Width>(std::integral_constant<int, Width>) {
                    return found<Width>(here, counts, values.data(), count, margin);
                });
        });
    }

  private:
    template <class Mask>
    IdleFinder<Mask>& idle() {
        if constexpr (std::is_same_v<Mask, std::uint32_t>)
            return narrow_;
        else
            return wide_;
    }

    template <class Mask>
    typename IdleFinder<Mask>::Owned take_finder() {
        if (auto finder = idle<Mask>().take()) return finder;
        return std::make_unique<BestPlays<Mask>>(layout_, points_, bonus_, rack_size_,
                                                 graph_.template as<Mask>(), words_);
    }

    template <int Width, class Mask>
    nb::tuple found(const Board<Mask>& board, const TileCounts& rack,
                    const MilliPoints* leave_values, std::size_t count, std::int64_t margin) {
        std::vector<MoveRecord<Width>> moves;
        std::vector<Equity> equities;
        {
            const ReleasedLock released;
            auto finder = take_finder<Mask>();
            TopPlaysCollector<Width> keep(count, margin);
            finder->find(board, rack, leave_values, keep);
            for (const auto& play : std::move(keep).plays()) {
                moves.push_back(play.move);
                equities.push_back(play.equity);
            }
            idle<Mask>().put_back(std::move(finder));
        }
        return nb::make_tuple(moves_to_numpy(std::move(moves), layout_),
                              to_numpy(std::move(equities)));
    }

    const PyGraph& graph_;
    const WordMap words_;
    const Layout layout_;
    const TilePoints points_;
    const PlacementBonus bonus_;
    const int rack_size_;  // of the game; larger racks may take longer
    IdleFinder<std::uint32_t> narrow_;
    IdleFinder<std::uint64_t> wide_;
};

}  // namespace

void register_best_plays(nb::module_& m) {
    nb::class_<PyBestPlays>(m, "BestPlays", "Finds the best plays without generating all.")
        .def(nb::init<const PyGraph&, const WordMap&, const Layout&, Input<std::int32_t>,
                      Input<std::int32_t>, int>(),
             "graph"_a, "words"_a, "layout"_a, "points"_a, "bonus"_a, "rack_size"_a,
             nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def("find", &PyBestPlays::find, "board"_a, "rack"_a, "leave_values"_a, "count"_a,
             "margin"_a,
             "Return the best `count` plays within `margin` milli-points of the best: raw records, "
             "and equities in milli-points.");
}

}  // namespace jackdaw
