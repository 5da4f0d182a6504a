// The Python bindings of the strategies' core: jackdaw_core.strategy.
//
// Callers are this project's own Python modules, which check what they pass.

#include <nanobind/nanobind.h>

#include "strategy/core/bindings/register.hpp"

NB_MODULE(strategy, m) {
    m.doc() =
        "Leave values, static evaluation, and the endgame and pre-endgame solvers in C++. Use the "
        "package `strategy`: these functions check nothing.";
    m.attr("INTERFACE") = JACKDAW_INTERFACE;
    jackdaw::register_leaves(m);
    jackdaw::register_static(m);
    jackdaw::register_search(m);
    jackdaw::register_endgame(m);
    jackdaw::register_preendgame(m);
}
