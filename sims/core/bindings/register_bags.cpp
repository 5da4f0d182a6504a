// Bags and random numbers.

#include <nanobind/stl/array.h>

#include "movegen/core/bindings/arguments.hpp"
#include "movegen/core/bindings/numpy_bindings.hpp"
#include "sims/core/bindings/registration.hpp"
#include "sims/core/random/bag.hpp"
#include "sims/core/random/philox.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

constexpr int kMaxReturned = 1 << 16;  // tiles at a time

// Returns tiles, at most `max` of them, for a bag.
const Letter* checked_tiles_of(const nb::bytes& tiles, int max) {
    in_range(tiles.size(), 0, max, "the number of tiles");
    for (std::size_t i = 0; i < tiles.size(); ++i)
        in_range(data_of(tiles)[i], 0, kMaxLetters, "a tile");
    return data_of(tiles);
}

nb::bytes draw(Bag& bag, int count) {
    in_range(count, 0, bag.size(), "the number of tiles to draw");
    std::vector<Letter> tiles;
    for (int i = 0; i < count; ++i) tiles.push_back(bag.draw());
    return nb::bytes(tiles.data(), tiles.size());
}

nb::bytes draw_for(TwoEndedBag& bag, int player, int count) {
    in_range(player, 0, 1, "the player");
    in_range(count, 0, bag.size(), "the number of tiles to draw");
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
                new (self) Bag(checked_tiles(counts), seed, game);
            },
            "counts"_a, "seed"_a, "game"_a)
        .def("__len__", &Bag::size)
        .def("draw", &draw, "count"_a, "Draw tiles; the bag must hold as many.")
        .def(
            "put_back",
            [](Bag& bag, const nb::bytes& tiles) {
                bag.put_back(checked_tiles_of(tiles, kMaxReturned), static_cast<int>(tiles.size()));
            },
            "tiles"_a, "Return tiles and shuffle.");

    nb::class_<TwoEndedBag>(m, "TwoEndedBag",
                            "Tiles in an order that depends on the seed and the stream alone; "
                            "players 0 and 1 draw from opposite ends.")
        .def(
            "__init__",
            [](TwoEndedBag* self, Input<std::uint8_t> counts, std::uint64_t seed,
               std::uint64_t stream) {
                new (self) TwoEndedBag(checked_tiles(counts), seed, stream);
            },
            "counts"_a, "seed"_a, "stream"_a)
        .def("__len__", &TwoEndedBag::size)
        .def("draw", &draw_for, "player"_a, "count"_a, "Draw tiles; the bag must hold as many.")
        .def(
            "put_back",
            [](TwoEndedBag& bag, int player, const nb::bytes& tiles) {
                in_range(player, 0, 1, "the player");
                bag.put_back(player, checked_tiles_of(tiles, bag.drawn_by(player)),
                             static_cast<int>(tiles.size()));
            },
            "player"_a, "tiles"_a,
            "Return tiles to random positions; the player has drawn at least as many.");
}

}  // namespace jackdaw
