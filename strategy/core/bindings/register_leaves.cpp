// Bindings of leave values.

#include <nanobind/nanobind.h>

#include "movegen/core/bindings/numpy_bindings.hpp"
#include "strategy/core/bindings/register.hpp"
#include "strategy/core/leaves/leaves.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

HeuristicLeaves heuristic_leaves(Input<std::int32_t> first, Input<std::int32_t> duplicate,
                                 Input<std::int32_t> mix_step, Input<std::int32_t> mix) {
    using Tiles = HeuristicLeaves::Tiles;
    return {copied_to<Tiles>(first), copied_to<Tiles>(duplicate), copied_to<Tiles>(mix_step),
            std::vector(mix.data(), mix.data() + mix.size())};
}

void make_dense(DenseLeaves* self, int kinds, int max_tiles, Input<std::uint64_t> keys,
                Input<std::int32_t> values) {
    nb::gil_scoped_release release;
    new (self) DenseLeaves(kinds, max_tiles, keys.data(), values.data(), keys.size());
}

Output<std::uint64_t> leave_indices(int kinds, int max_tiles, Input<std::uint64_t> keys) {
    const LeaveNumbers numbers(kinds, max_tiles);
    std::vector<std::uint64_t> indices(keys.size() + 1, numbers.size());
    for (std::size_t i = 0; i < keys.size(); ++i) indices[i] = numbers.index_of(keys(i));
    return to_numpy(std::move(indices));
}

// Owns references to its arrays.
class PySortedLeaves : public SortedLeaves {
  public:
    PySortedLeaves(int max_tiles, Input<std::uint64_t> keys, Input<std::int32_t> values)
        : SortedLeaves(max_tiles, keys.data(), values.data(), keys.size()),
          keys_(keys),
          values_(values) {}

  private:
    Input<std::uint64_t> keys_;
    Input<std::int32_t> values_;
};

Output<std::int32_t> values_of(const Leaves& leaves, Input<std::uint8_t> rack) {
    const auto counts = copied_to<TileCounts>(rack);
    LeaveValues out(kMaxRack);
    leaves.fill(counts, out);
    out.values.resize(Rack<std::uint64_t>(counts).number() + 1);
    return to_numpy(std::move(out.values));
}

}  // namespace

void register_leaves(nb::module_& m) {
    nb::class_<Leaves>(m, "Leaves", "The values of leaves, in milli-points.")
        .def("values", &values_of, "rack"_a,
             "Return the value of every sub-rack of a rack, by its number.");
    nb::class_<HeuristicLeaves, Leaves>(m, "HeuristicLeaves", "RackH1 to RackH3.");
    m.def("heuristic_leaves", &heuristic_leaves, "first"_a, "duplicate"_a, "mix_step"_a, "mix"_a,
          "Make leaves from values by tile; the mix is an array in which each tile takes its step, "
          "empty "
          "for none.");
    nb::class_<DenseLeaves, Leaves>(m, "DenseLeaves",
                                    "An array of all leaves of up to max_tiles tiles.")
        .def("__init__", &make_dense, "kinds"_a, "max_tiles"_a, "keys"_a, "values"_a);
    m.def(
        "all_leave_keys",
        [](Input<std::uint8_t> tiles, int max_tiles) {
            return to_numpy(all_leave_keys(copied_to<TileCounts>(tiles), max_tiles));
        },
        "tiles"_a, "max_tiles"_a,
        "Return the keys of all leaves of 1 to max_tiles tiles of a tile set, ascending.");
    m.def("leave_indices", &leave_indices, "kinds"_a, "max_tiles"_a, "keys"_a,
          "Return the index of each leave, given as a key, among all multisets of up to max_tiles "
          "tiles; "
          "after them, the number of multisets.");
    nb::class_<PySortedLeaves, Leaves>(
        m, "SortedLeaves", "A view of ascending keys and their values, which it keeps alive.")
        .def(nb::init<int, Input<std::uint64_t>, Input<std::int32_t>>(), "max_tiles"_a, "keys"_a,
             "values"_a);
}

}  // namespace jackdaw
