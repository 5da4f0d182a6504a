// The parts of the module jackdaw_core.sims, one function for each subject.
#pragma once

#include <nanobind/nanobind.h>

namespace jackdaw {

void register_bags(nanobind::module_& m);
void register_games(nanobind::module_& m);
void register_rollouts(nanobind::module_& m);
void register_training(nanobind::module_& m);  // needs the games

}  // namespace jackdaw
