"""Endgames that tests of what is built upon them solve again and again: a process searches each once."""

from collections.abc import Callable
from typing import Any

import pytest

from movegen import Lexicon, Position, write_cgp
from strategy.endgame import EndgameResult, solve_endgame
from strategy.search_control import SearchControl

_solved: dict[tuple[object, ...], EndgameResult] = {}


def remember_endgames(patch: pytest.MonkeyPatch) -> None:
    """Let evaluations take the result of the same search from memory; others test that it is the same."""
    patch.setattr("strategy.analysis.endgame_evaluation.solve_endgame", _remembering(solve_endgame))


def _remembering(solve: Callable[..., EndgameResult]) -> Callable[..., EndgameResult]:
    def remembered(
        position: Position, lexicon: Lexicon, *, control: SearchControl[Any], limits: object, **plan: object
    ) -> EndgameResult:
        rules = (position.rules.name, position.scoreless_turns)
        key = (
            write_cgp(position),
            rules,
            lexicon.name,
            len(lexicon),
            repr(limits),
            repr(sorted(plan.items())),
        )
        found = _solved.get(key)
        if found is None:
            found = solve(position, lexicon, control=control, limits=limits, **plan)
            if not control.is_stopped:
                _solved[key] = found
        return found

    return remembered
