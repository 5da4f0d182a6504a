// The Python module jackdaw_core.movegen.
//
// Its callers are this project's own Python modules, which have checked all arguments. Bindings
// check lengths and indices once more (arguments.hpp). Calls that take long release Python's lock.

#include <nanobind/nanobind.h>

#include "movegen/core/base/build.hpp"
#include "movegen/core/base/tiles.hpp"
#include "movegen/core/bindings/interpreter.hpp"
#include "movegen/core/bindings/registration.hpp"

NB_MODULE(movegen, m) {
    m.doc() =
        "Word graphs, boards and move generation in C++. Private: use the package `movegen`. These "
        "functions check lengths and indices; arrays must not be written to while they run.";
    nanobind::set_leak_warnings(false);  // Python's caches live until the process ends
    m.attr("INTERFACE") = JACKDAW_INTERFACE;
    m.attr("COMPILER") = jackdaw::kCompiler;
    m.attr("INSTRUCTIONS") = jackdaw::kInstructions;
    m.attr("IS_UNITY") = static_cast<bool>(JACKDAW_IS_UNITY);
    m.attr("MAX_LETTERS") = jackdaw::kMaxLetters;
    m.attr("MAX_SIDE") = jackdaw::kMaxSide;
    m.attr("MAX_RACK") = jackdaw::kMaxRack;
    jackdaw::register_interpreter(m);
    jackdaw::register_errors(m);
    jackdaw::register_lexicon(m);
    jackdaw::register_gordon1994(m);
    jackdaw::register_board(m);
    jackdaw::register_best_plays(m);
}
