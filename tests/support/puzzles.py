"""Puzzles of self-play for tests, and the plan that makes them."""

from functools import lru_cache

import msgspec
from runs import LEXICON

from jackdaw.puzzles import puzzle_plans
from movegen import Position, read_cgp
from sims.puzzles import Origin, Puzzle, PuzzlePlan, PuzzleTask, make_puzzle

ENDGAME = (
    "6FEW1c2QI/5ZA2HOBBIT/4PAM3N4/3DISS2HAULDS/4C5R2IT/4KO3XI2ER/5U3YAM1LA/3WEINERS1A2N/5J3T1T2G/1VANDAL2I1t1PE/"
    "2GEO6O1R1/3GONOF3I1E1/8VERDOY1/13E1/13R1 CEEINTU/AELOTU 381/379 0 lex SCOWL80;"
)
"""15H CEINTURE goes out for 149 points; the next best move scores 132 points less."""
BINGO = "15/15/11W3/11I3/11R3/11I3/11L3/7GRAVY3/15/15/15/15/15/15/15 DILNORT/ 32/24 0 lex SCOWL80;"
"""J2 TRINODAL is the only bingo."""
MEDIUM = (
    "15/15/4P10/4I10/4C10/4KO3X5/5U3Y5/3WEINERS5/5J3T5/5A3I5/15/15/15/15/15 ?AAINOR/ 42/73 0 lex SCOWL80;"
)
"""K1 cONARIA; the next best move wins 5 % less often."""
OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0 lex SCOWL80;"
"""Many bingos of about the same value."""


def plan(seed: int = 0) -> PuzzlePlan:
    """The plan of `jackdaw puzzles`."""
    return PuzzlePlan(*puzzle_plans(seed), seed=seed)


def task_of(cgp: str, played: str | None = None, number: int = 0) -> PuzzleTask:
    """A task for a position."""
    position: Position = read_cgp(cgp)
    move = None if played is None else position.parse_move(played)
    return PuzzleTask(
        number, Origin("game.gcg", turn=3, player="Ann", played=played), position, LEXICON, move
    )


@lru_cache(maxsize=8)
def puzzle_of(cgp: str, played: str | None = None) -> Puzzle:
    """The puzzle of a position."""
    found = make_puzzle(plan(), task_of(cgp, played))
    assert found.puzzle is not None, found.error
    return found.puzzle


def changed(puzzle: Puzzle, **changes: object) -> Puzzle:
    """A puzzle with other fields."""
    return msgspec.structs.replace(puzzle, **changes)
