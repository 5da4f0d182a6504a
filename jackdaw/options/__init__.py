"""Options that commands share, declared with click alone so that help comes at once.

`common` has those of most commands, `running` workers, logs and limits, `simulation` and `analysis` the rest.
"""

from jackdaw.options.analysis import (
    cache_options,
    check_options_for_one,
    check_options_for_several,
    grades_option,
    has_several_files,
    output_options,
    turns_option,
)
from jackdaw.options.common import (
    apply,
    json_option,
    lexicon_option,
    lookup_options,
    plot_option,
    rules_option,
    seed_option,
    standalone_lexicon_option,
    standalone_rules_option,
    strategy_option,
    tiles_option,
)
from jackdaw.options.numbers import MAX_COUNT, SECONDS, SEED, WORKERS, Count, Finite
from jackdaw.options.running import (
    executor_option,
    memory_option,
    run_options,
    threads_option,
    turn_option,
    workers_option,
)
from jackdaw.options.simulation import (
    EffortName,
    RolloutOptions,
    SimulationOptions,
    confidence_option,
    infer_option,
    plies_option,
    rank_by_option,
    simulation_options,
    time_option,
)

__all__ = [
    "MAX_COUNT",
    "SECONDS",
    "SEED",
    "WORKERS",
    "Count",
    "EffortName",
    "Finite",
    "RolloutOptions",
    "SimulationOptions",
    "apply",
    "cache_options",
    "check_options_for_one",
    "check_options_for_several",
    "confidence_option",
    "executor_option",
    "grades_option",
    "has_several_files",
    "infer_option",
    "json_option",
    "lexicon_option",
    "lookup_options",
    "memory_option",
    "output_options",
    "plies_option",
    "plot_option",
    "rank_by_option",
    "rules_option",
    "run_options",
    "seed_option",
    "simulation_options",
    "standalone_lexicon_option",
    "standalone_rules_option",
    "strategy_option",
    "threads_option",
    "tiles_option",
    "time_option",
    "turn_option",
    "turns_option",
    "workers_option",
]
