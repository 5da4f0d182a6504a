// The Python module jackdaw_core.sims.
//
// Its callers are this project's own Python modules, which have checked all arguments.

#include <nanobind/nanobind.h>

#include "movegen/core/base/tiles.hpp"
#include "sims/core/bindings/registration.hpp"

NB_MODULE(sims, m) {
    m.doc() =
        "Self-play and rollouts in C++. Use the package `sims`: these functions check nothing.";
    m.attr("INTERFACE") = JACKDAW_INTERFACE;
    m.attr("MAX_RACK") = jackdaw::kMaxRack;
    jackdaw::register_bags(m);
    jackdaw::register_games(m);
    jackdaw::register_rollouts(m);
    jackdaw::register_training(m);
}
