"""Openings: the best first move with every rack of a lexicon, as a table, and the racks that surprise."""

from sims.openings.opening_racks import MAX_RACKS, OpeningRacks
from sims.openings.opening_sums import (
    MAX_EXAMPLES,
    PASS,
    Example,
    OpeningSums,
    Surprise,
    SurpriseSum,
    Tally,
    add_sums,
)
from sims.openings.opening_table import (
    COLUMNS,
    OpeningChunk,
    OpeningSetup,
    OpeningTask,
    cut_racks,
    find_openings,
    opening_position,
)

__all__ = [
    "COLUMNS",
    "MAX_EXAMPLES",
    "MAX_RACKS",
    "PASS",
    "Example",
    "OpeningChunk",
    "OpeningRacks",
    "OpeningSetup",
    "OpeningSums",
    "OpeningTask",
    "Surprise",
    "SurpriseSum",
    "Tally",
    "add_sums",
    "cut_racks",
    "find_openings",
    "opening_position",
]
