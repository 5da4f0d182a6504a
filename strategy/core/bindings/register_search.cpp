// Bindings of what all searches take: a board, and limits.

#include "strategy/core/bindings/registration.hpp"
#include "strategy/core/bindings/search_bindings.hpp"
#include "strategy/core/search/search_control.hpp"
#include "strategy/core/search/search_result.hpp"

using namespace nanobind::literals;

namespace jackdaw {
namespace {

constexpr int kMaxWorkers = 1024;

}  // namespace

void register_search(nb::module_& m) {
    m.attr("UNBOUNDED") = kUnbounded;
    m.attr("MAX_WORKERS") = kMaxWorkers;

    nb::class_<SearchBoard>(m, "SearchBoard", "A board to search, by rows.")
        .def(nb::init<const AnyWordGraph&, const Variant&, Input2D<std::uint8_t>>(), "graph"_a,
             "variant"_a, "squares"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
             nb::sig("def __init__(self, graph: jackdaw_core.movegen.AnyWordGraph, "
                     "variant: jackdaw_core.movegen.Variant, "
                     "squares: numpy.typing.NDArray[numpy.uint8]) -> None"));

    nb::class_<SearchLimits>(
        m, "SearchLimits",
        "Limits of a search: seconds and nodes, 0 for no limit; memory in bytes.")
        .def(
            "__init__",
            [](SearchLimits* self, double seconds, std::uint64_t nodes, std::size_t memory,
               int workers) {
                require(seconds >= 0, "the time limit is out of range");
                in_range(workers, 1, kMaxWorkers, "the number of workers");
                new (self) SearchLimits{seconds, nodes, memory, workers};
            },
            nb::kw_only(), "seconds"_a, "nodes"_a, "memory"_a, "workers"_a);
}

}  // namespace jackdaw
