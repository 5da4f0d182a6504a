"""The reproduction of Gordon (1994): its word graphs, their sizes, the work of its generators."""

from movegen.gordon1994.generation import GenerationWork, count_work, find_plays
from movegen.gordon1994.structures import (
    Representation,
    StoredStructure,
    Structure,
    StructureSizes,
    measure_structure,
    store_structure,
)

__all__ = [
    "GenerationWork",
    "Representation",
    "StoredStructure",
    "Structure",
    "StructureSizes",
    "count_work",
    "find_plays",
    "measure_structure",
    "store_structure",
]
