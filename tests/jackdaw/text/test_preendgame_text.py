"""Verdicts of pre-endgames in words: what is proven, what is estimated, and what is not known."""

from dataclasses import replace

import pytest

from jackdaw.text import describe_outcomes, describe_preendgame, describe_searched
from movegen import read_cgp
from strategy.endgame import (
    PreendgameMove,
    PreendgameOutcome,
    PreendgameOutcomes,
    PreendgameResult,
    SimulatedEnd,
)

POSITION = read_cgp("/".join(["15"] * 15) + " ABDE/ 0/0 0")
BAD, BED = (POSITION.parse_move(text) for text in ("8G BAD", "8G BED"))
WON, OPEN, LOST = (3, 9), (None, None), (-9, -3)


def result(
    first: list[tuple[int | None, int | None]],
    second: list[tuple[int | None, int | None]] | None = None,
    simulated: float | None = None,
) -> PreendgameResult:
    """The result for BAD, and for BED if it was searched, from the bounds of the spread in each arrangement.

    `simulated` is the share of rollouts that BAD wins.
    """
    end = None if simulated is None else SimulatedEnd(simulated, 0.01, 6.0, 1.0, 100)
    moves = tuple(
        PreendgameMove(
            move,
            PreendgameOutcomes.of(
                PreendgameOutcome(POSITION.rack, "", 1, lower, upper, 6) for lower, upper in bounds
            ),
            None,
            len(bounds),
            is_estimated=False,
            simulated=end if move == BAD else None,
        )
        for move, bounds in ((BAD, first), (BED, second))
        if bounds is not None
    )
    return PreendgameResult(moves, "rational", 1, len(first), None, is_settled=False, nodes=9, seconds=1.0)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (result([WON, WON], [OPEN, LOST]), "8G BAD always wins, proven. Its final spread is not known."),
        (result([WON, LOST], [OPEN, LOST]), "8G BAD wins 50.0 %, proven: no move wins more often."),
        (result([WON, LOST], [OPEN, WON]), "8G BAD wins 50.0 %, proven; others may win more often."),
        (
            result([OPEN, OPEN], [LOST, LOST], simulated=1.0),
            "8G BAD is best so far, not proven: it wins about 100.0 ± 1.0 % by simulation.",
        ),
        (result([OPEN, WON], [LOST, OPEN]), "Nothing is known yet."),
        (result([LOST], [LOST]), "No move can win or draw, proven. Their final spreads are not known."),
        (result([WON]), "8G BAD always wins, proven. Its final spread is not known."),
        (result([LOST]), "8G BAD cannot win or draw, proven. Its final spread is not known."),
        (result([OPEN]), "Nothing is known yet."),
        (
            result([OPEN], simulated=1.0),
            "Not proven: 8G BAD wins about 100.0 ± 1.0 % by simulation."
            " Its final spread is +6.0 ± 1.0 (simulated).",
        ),
    ],
)
def test_a_verdict_says_what_is_proven(found: PreendgameResult, verdict: str) -> None:
    assert describe_preendgame(found) == verdict


@pytest.mark.parametrize(
    ("best", "verdict"),
    [
        ([WON, WON], "8G BAD always wins, proven."),
        ([WON, LOST], "8G BAD wins 50.0 %, proven; no move wins more often in the 2 arrangements sampled."),
        ([LOST, LOST], "No move can win or draw in the 2 arrangements sampled."),
    ],
)
def test_a_sample_proves_nothing_of_other_moves(best: list[tuple[int, int]], verdict: str) -> None:
    """It may hold all arrangements of the best move all the same."""
    found = result([*best], [LOST, LOST])
    first, second = found.moves
    found = replace(found, moves=(first, replace(second, samples=2)), samples=2)
    assert describe_preendgame(found).startswith(verdict)
    assert found.is_proven == (first.win == 1)


def test_outcomes_of_many_draws_leave_out_the_most_frequent() -> None:
    """And of all alike there is nothing to list."""
    assert describe_outcomes(result([WON] * 80).best) == "8G BAD: always wins"
    assert describe_outcomes(result([LOST]).best) == "8G BAD: always loses"
    many = result([WON] * 71 + [LOST] * 2).best
    assert describe_outcomes(many) == "8G BAD: wins with all others; loses with ABDE ABDE"
    assert describe_outcomes(result([WON] * 71 + [LOST]).best).count("ABDE") == 72


def test_what_is_searched_among_simulated_moves() -> None:
    """Two tiles are in the bag: a pass leaves them there, BAD does not."""
    end = SimulatedEnd(0.5, 0.01, 6.0, 1.0, 100)
    only, both = result([WON]), result([WON], [OPEN])
    bad, bed = both.moves
    passed = replace(bed, move=POSITION.parse_move("pass"), simulated=end)
    assert describe_searched(replace(only, bag_count=2), "well") == ", searched well"
    mixed = replace(both, bag_count=2, moves=(bad, passed))
    assert describe_searched(mixed, "well") == ", those that empty the bag searched well"
    assert describe_searched(replace(mixed, moves=(passed,)), "well") == ""
    unknown = replace(mixed, moves=(bad, replace(passed, simulated=None)))
    assert describe_searched(unknown, "well") == ", searched well"
