// Bags and random numbers.

#include <nanobind/stl/array.h>

#include "movegen/core/bindings/numpy_bindings.hpp"
#include "sims/core/bindings/registration.hpp"
#include "sims/core/random/bag.hpp"
#include "sims/core/random/philox.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

nb::bytes draw(Bag& bag, int count) {
    std::vector<Letter> tiles;
    for (int i = 0; i < count; ++i) tiles.push_back(bag.draw());
    return nb::bytes(tiles.data(), tiles.size());
}

nb::bytes draw_for(TwoEndedBag& bag, int player, int count) {
    std::vector<Letter> tiles;
    for (int i = 0; i < count; ++i) tiles.push_back(bag.draw(player));
    return nb::bytes(tiles.data(), tiles.size());
}

}  // namespace

void register_bags(nb::module_& m) {
    m.def("philox", &philox, "counter"_a, "key"_a, "Return a block of Philox4x64-10.");

    nb::class_<Bag>(m, "Bag", "Tiles in an order that depends on the seed and the game alone.")
        .def(
            "__init__",
            [](Bag* self, Input<std::uint8_t> counts, std::uint64_t seed, std::uint64_t game) {
                new (self) Bag(copied_to<TileCounts>(counts), seed, game);
            },
            "counts"_a, "seed"_a, "game"_a)
        .def("__len__", &Bag::size)
        .def("draw", &draw, "count"_a, "Draw tiles; the bag must hold as many.")
        .def(
            "put_back",
            [](Bag& bag, const nb::bytes& tiles) {
                bag.put_back(data_of(tiles), static_cast<int>(tiles.size()));
            },
            "tiles"_a, "Return tiles and shuffle.");

    nb::class_<TwoEndedBag>(m, "TwoEndedBag",
                            "Tiles in an order that depends on the seed and the stream alone; "
                            "players 0 and 1 draw from opposite ends.")
        .def(
            "__init__",
            [](TwoEndedBag* self, Input<std::uint8_t> counts, std::uint64_t seed,
               std::uint64_t stream) {
                new (self) TwoEndedBag(copied_to<TileCounts>(counts), seed, stream);
            },
            "counts"_a, "seed"_a, "stream"_a)
        .def("__len__", &TwoEndedBag::size)
        .def("draw", &draw_for, "player"_a, "count"_a, "Draw tiles; the bag must hold as many.")
        .def(
            "put_back",
            [](TwoEndedBag& bag, int player, const nb::bytes& tiles) {
                bag.put_back(player, data_of(tiles), static_cast<int>(tiles.size()));
            },
            "player"_a, "tiles"_a,
            "Return tiles to random positions; the player has drawn at least as many.");
}

}  // namespace jackdaw
