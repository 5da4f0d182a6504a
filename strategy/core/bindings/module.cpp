// The Python module jackdaw_core.strategy.
//
// Its callers are this project's own Python modules, which have checked all arguments. Bindings
// check lengths and indices once more.

#include <nanobind/nanobind.h>

#include "movegen/core/bindings/interpreter.hpp"
#include "strategy/core/bindings/registration.hpp"

NB_MODULE(strategy, m) {
    m.doc() =
        "Leave values, static evaluation, and the endgame and pre-endgame solvers in C++. Private: "
        "use the package `strategy`. These functions check lengths and indices; arrays must not be "
        "written to while they run.";
    m.attr("INTERFACE") = JACKDAW_INTERFACE;
    jackdaw::register_interpreter(m);
    jackdaw::register_leaves(m);
    jackdaw::register_static(m);
    jackdaw::register_search(m);
    jackdaw::register_endgame(m);
    jackdaw::register_preendgame(m);
}
