// Bindings of leave values.

#include <nanobind/nanobind.h>

#include <algorithm>
#include <numeric>

#include "movegen/core/bindings/arguments.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "strategy/core/bindings/registration.hpp"
#include "strategy/core/bindings/strategy_arguments.hpp"
#include "strategy/core/leaves/leaves.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

constexpr int kMaxStep = 1000;

// Throws if a tile set has too many leaves for an array.
void check_leaves(const TileCounts& tiles, int max_tiles) {
    const LeaveCounts by_size = count_leaves(tiles, max_tiles);
    const double sum = std::accumulate(by_size.begin(), by_size.end(), 0.0);
    require(sum <= kMaxMultisets, "there are too many leaves");
}

HeuristicLeaves heuristic_leaves(Input<std::int32_t> first, Input<std::int32_t> duplicate,
                                 Input<std::int32_t> mix_step, Input<std::int32_t> mix) {
    using Tiles = HeuristicLeaves::Tiles;
    const auto steps = copied_to<Tiles>(mix_step);
    for (const std::int32_t step : steps) in_range(step, 0, kMaxStep, "a step of the mix");
    return {copied_to<Tiles>(first), copied_to<Tiles>(duplicate), steps, to_vector(mix)};
}

// Throws if a key has a tile of another kind. Every second digit of all keys is compared at once:
// one that is too large carries into the digit above it.
void check_keys(int kinds, const Input<std::uint64_t>& keys) {
    constexpr std::uint64_t kOnes = 0x0001'0010'0100'1001;  // in every second digit
    constexpr std::uint64_t kMaxDigit = (1u << kKeyDigitBits) - 1;
    const std::uint64_t spare = kOnes * (kMaxDigit - std::min<std::uint64_t>(kinds, kMaxDigit));
    std::uint64_t sums = 0;
    std::uint64_t unused = 0;  // bits above the digits
    const std::uint64_t* const begin = keys.data();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::uint64_t key = begin[i];
        sums |= (key & kOnes * kMaxDigit) + spare;
        sums |= (key >> kKeyDigitBits & kOnes * kMaxDigit) + spare;
        unused |= key >> kMaxKeyTiles * kKeyDigitBits;
    }
    require(!unused && !(sums & kOnes << kKeyDigitBits), "a leave has tiles of another tile set");
}

void make_dense(DenseLeaves* self, int kinds, int max_tiles, Input<std::uint64_t> keys,
                Input<std::int32_t> values) {
    check_multisets(kinds, max_tiles);
    check_keys(kinds, keys);
    require(keys.size() == values.size(), "there is not one value for each leave");
    const ReleasedLock released;
    new (self) DenseLeaves(kinds, max_tiles, keys.data(), values.data(), keys.size());
}

Output<std::uint64_t> leave_indices(int kinds, int max_tiles, Input<std::uint64_t> keys) {
    check_multisets(kinds, max_tiles);
    check_keys(kinds, keys);
    const LeaveNumbers numbers(kinds, max_tiles);
    std::vector<std::uint64_t> indices(keys.size() + 1, numbers.size());
    numbers.visit_keys(keys.data(), keys.size(),
                       [&](std::size_t i, std::size_t index) { indices[i] = index; });
    return to_numpy(std::move(indices));
}

// Owns references to its arrays.
class PySortedLeaves : public SortedLeaves {
  public:
    // Throws unless the arrays are frozen and of one length.
    PySortedLeaves(int max_tiles, const nb::object& keys, const nb::object& values)
        : PySortedLeaves(in_range(max_tiles, 0, kMaxKeyTiles, "the length of leaves"),
                         frozen<std::uint64_t>(keys), frozen<std::int32_t>(values)) {
        require(keys_.size() == values_.size(), "there is not one value for each leave");
    }

  private:
    PySortedLeaves(int max_tiles, Input<std::uint64_t> keys, Input<std::int32_t> values)
        : SortedLeaves(max_tiles, keys.data(), values.data(), keys.size()),
          keys_(keys),
          values_(values) {}

    Input<std::uint64_t> keys_;
    Input<std::int32_t> values_;
};

Output<std::int32_t> values_of(const Leaves& leaves, Input<std::uint8_t> rack) {
    const auto counts = checked_rack(rack, kMaxLetters, leaves.max_rack());
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
            const TileCounts counts = checked_tiles(tiles);
            check_leaves(counts, in_range(max_tiles, 0, kMaxKeyTiles, "the length of leaves"));
            return to_numpy(all_leave_keys(counts, max_tiles));
        },
        "tiles"_a, "max_tiles"_a,
        "Return the keys of all leaves of 1 to max_tiles tiles of a tile set, ascending.");
    m.def("leave_indices", &leave_indices, "kinds"_a, "max_tiles"_a, "keys"_a,
          "Return the index of each leave, given as a key, among all multisets of up to max_tiles "
          "tiles; "
          "after them, the number of multisets.");
    nb::class_<PySortedLeaves, Leaves>(
        m, "SortedLeaves", "A view of ascending keys and their values, which it keeps alive.")
        .def(nb::init<int, const nb::object&, const nb::object&>(), "max_tiles"_a, "keys"_a,
             "values"_a,
             nb::sig("def __init__(self, max_tiles: int, keys: numpy.typing.NDArray[numpy.uint64], "
                     "values: numpy.typing.NDArray[numpy.int32]) -> None"));
}

}  // namespace jackdaw
