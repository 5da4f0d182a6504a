"""Move generation as in Gordon's paper: counted in its measures, or on the structures that it describes."""

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from movegen.board import record_type
from movegen.errors import LexiconError
from movegen.gordon1994.structures import StoredStructure
from movegen.position import Algorithm, MoveGenerator
from movegen.variant import Rack, WordOrder, core_bonuses


@dataclass(frozen=True, slots=True)
class GenerationWork:
    """The work of generating every play of a rack, in the measures of Gordon's paper.

    Arcs are looked up for each letter that rack and cross-check allow on a square, for a tile that lies there
    and for the separator; the paper calls these arcs traversed. `arcs` counts those that the word graph has.
    An anchor is used when plays are sought from it.
    """

    plays: int
    lookups: int
    arcs: int
    anchors: int


def count_work(
    generator: MoveGenerator, rack: Rack, *, algorithm: Algorithm = Algorithm.GADDAG
) -> GenerationWork:
    """Generate every play of a rack and count the work.

    Raises the errors of `MoveGenerator.moves`, and LexiconError where words may be in any order.
    """
    _check_word_order(generator)
    work = generator.core.work(generator.core_rack(rack), algorithm)
    return GenerationWork(work.plays, work.lookups, work.arcs, work.anchors)


def find_plays(generator: MoveGenerator, stored: StoredStructure, rack: Rack) -> npt.NDArray[Any]:
    """Return the plays among `MoveGenerator.find_moves`, in the same form, found on a stored structure.

    A GADDAG is walked by the algorithm `GADDAG`, a DAWG by `DAWG`. Raises the errors of
    `MoveGenerator.moves`, and LexiconError when the structure is of another lexicon than the generator's or
    words may be in any order.
    """
    _check_word_order(generator)
    if stored.lexicon is not generator.lexicon:
        raise LexiconError(
            f"the structure is of {stored.lexicon}, not of {generator.lexicon}",
            cure="store one of the generator's lexicon",
        )
    variant = generator.variant
    found = generator.core.stored_plays(stored.core, generator.core_rack(rack), core_bonuses(variant.rules))
    return found.view(record_type(variant.layout))


def _check_word_order(generator: MoveGenerator) -> None:
    variant = generator.variant
    if variant.rules.word_order is not WordOrder.FIXED:
        problem = f"{variant.name} has words in any order, the paper's generators do not"
        raise LexiconError(problem, cure="choose other rules")
