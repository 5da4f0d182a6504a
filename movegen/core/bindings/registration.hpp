// The parts of the module jackdaw_core.movegen, one function for each subject.
#pragma once

#include <nanobind/nanobind.h>

namespace jackdaw {

void register_errors(nanobind::module_& m);
void register_lexicon(nanobind::module_& m);
void register_gordon1994(nanobind::module_& m);
void register_board(nanobind::module_& m);
void register_best_plays(nanobind::module_& m);

}  // namespace jackdaw
