// The Python module jackdaw_core.sims.
//
// Its callers are this project's own Python modules, which have checked all arguments. Bindings
// check lengths and indices once more.

#include <nanobind/nanobind.h>

#include "movegen/core/base/tiles.hpp"
#include "movegen/core/bindings/interpreter.hpp"
#include "sims/core/bindings/registration.hpp"

NB_MODULE(sims, m) {
    m.doc() =
        "Self-play and rollouts in C++. Private: use the package `sims`. These functions check "
        "lengths and indices; arrays must not be written to while they run.";
    m.attr("INTERFACE") = JACKDAW_INTERFACE;
    m.attr("MAX_RACK") = jackdaw::kMaxRack;
    jackdaw::register_interpreter(m);
    jackdaw::register_bags(m);
    jackdaw::register_games(m);
    jackdaw::register_rollouts(m);
    jackdaw::register_training(m);
}
