"""Bounds on the wins of moves that leave tiles: a good reply shows how often the opponent wins at least."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tiny_preendgames import WORDS, some

from movegen import Lexicon, Position, read_cgp
from strategy import (
    PreendgameMove,
    PreendgameOptions,
    PreendgameResult,
    SearchControl,
    SearchLimits,
    solve_preendgame,
)
from strategy.endgame.preendgame_result import Opponent

if TYPE_CHECKING:
    from strategy.endgame import PreendgameProgress

pytestmark = [pytest.mark.core, pytest.mark.medium]

ANSWERS = Path(__file__).resolve().parents[2] / "data" / "preendgames.jsonl"
LIMITS = (300, 1_000, 2_000, 5_000, 20_000, None)


def search(position: Position, nodes: int | None, **options: object) -> PreendgameResult:
    chosen = PreendgameOptions(spreads="none", **options)  # type: ignore[arg-type]
    return solve_preendgame(position, WORDS, options=chosen, limits=SearchLimits(nodes=nodes, memory=1))


def by_outcomes(found: PreendgameMove) -> float:
    """The most wins by the bounds of single outcomes."""
    weight = sum(each.weight for each in found.outcomes)
    return sum(each.weight * each.most_win for each in found.outcomes) / weight


@pytest.mark.parametrize("opponent", ["rational", "adversarial"])
@pytest.mark.parametrize(("rack", "bag", "count"), [(3, 2, 8), (2, 2, 8), (2, 3, 2)])
def test_no_move_wins_more_often_than_its_limit(rack: int, bag: int, count: int, opponent: Opponent) -> None:
    for position in some(rack, bag, count):
        exact = {
            each.move: each.win for each in search(position, None, all_wins=True, opponent=opponent).moves
        }
        for nodes in LIMITS:
            for found in search(position, nodes, opponent=opponent).moves:
                assert found.least_win <= exact[found.move] <= found.most_win, (position.cgp(), nodes, found)
                assert found.least_win <= found.win <= found.most_win


def test_an_opponent_who_knows_the_tiles_has_no_limit_on_its_losses_together() -> None:
    """It chooses a reply for each arrangement, so that what one of them loses says nothing of the others."""
    for position in some(3, 2, 4):
        for found in search(position, 2_000, opponent="adversarial").moves:
            assert found.most_win == by_outcomes(found)


def test_limits_are_closer_than_the_bounds_of_outcomes() -> None:
    """In a position of SCOWL80 with two tiles in the bag; a report has the same limits."""
    position = read_cgp(json.loads(ANSWERS.read_text(encoding="utf-8").splitlines()[9])["cgp"])
    lexicon = Lexicon.load()
    listed = position.moves(lexicon)
    leaving = [move for move in listed if len(move.tiles_used) == 1][:6]
    reports: list[PreendgameProgress] = []
    result = solve_preendgame(
        position,
        lexicon,
        moves=[listed[0], *leaving],
        options=PreendgameOptions(spreads="none"),
        limits=SearchLimits(nodes=50_000),
        control=SearchControl(progress=reports.append),
    )
    closer = [found for found in result.moves if found.most_win < by_outcomes(found) - 1e-9]
    assert len(closer) >= 3 and all(found.move in leaving for found in closer)
    reported = dict(zip(reports[-1].moves, reports[-1].most_win.tolist(), strict=True))
    for found in result.moves:
        assert found.most_win - 1e-9 <= reported[found.move]
    assert any(reported[found.move] < by_outcomes(found) - 1e-9 for found in closer)
