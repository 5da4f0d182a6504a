// The parts of the module jackdaw_core.strategy, one function for each subject.
#pragma once

#include <nanobind/nanobind.h>

namespace jackdaw {

void register_leaves(nanobind::module_& m);
void register_static(nanobind::module_& m);
void register_search(nanobind::module_& m);
void register_endgame(nanobind::module_& m);
void register_preendgame(nanobind::module_& m);

}  // namespace jackdaw
