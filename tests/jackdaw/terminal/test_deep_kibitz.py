"""Kibitz in depth at the end of a game: figures while the search runs, and those of one that is stopped."""

import re
from dataclasses import replace
from functools import cache

import pytest
from endgames import ENDGAME

from jackdaw.terminal.deep_kibitz import (
    DeepKibitz,
    Figures,
    RunningPreendgame,
    _running_figures,
    deep_kibitz_text,
)
from movegen import Lexicon, read_cgp
from sims.analysis import AnalysisPlan, Analyzer
from strategy import SearchControl, SearchLimits, StaticStrategy
from strategy.analysis import (
    EndgameEvaluation,
    EndgamePlan,
    PositionAnalysis,
    PreendgamePlan,
    StopReason,
    analyze_position,
)
from strategy.endgame import solve_endgame

pytestmark = pytest.mark.core

HARD_ENDGAME = (
    "1LEMNISCI2L1ER/7O1PAINT1/4A2L1RAVE2/WEDGE2Z1I1R3/4R1JAUNTEd2/4OXO2K5/2YOB3P6/3FAUNAE6/4T3GUY4/"
    "6BESTEaD2/7T2HIE2/7H4VUG/2CORMOID6/7O7/7NONIDEAL AAFIRTW/EIQSS 373/393 0"
)
ONE_IN_BAG = (
    "2JUS2TROWELeD/1COMPILE1YO3E/1UT1H2EF1ECU1N/FRAME2DE2O2T/1T2n3E1VISTA/BA2O1QUIZ1G2L/LI2I3N2N2I/"
    "EN2D1WOG2E2A/ASK2BOX7/R1I1VIG8/YAP12/1A13/15/15/15 ADEEHRR/ 346/385 0"
)


def kibitz(cgp: str, count: int) -> DeepKibitz:
    """A search without a limit."""
    position, lexicon, strategy = read_cgp(cgp), Lexicon.load(), StaticStrategy.load("static")
    limits = SearchLimits(memory=64)
    plan = AnalysisPlan(None, EndgamePlan(count, limits), PreendgamePlan(limits=limits))
    return DeepKibitz(analyze_position(position, lexicon, strategy), Analyzer(lexicon, strategy, plan), count)


@cache
def run_until(cgp: str, count: int, reports: int) -> tuple[list[Figures], PositionAnalysis]:
    """Run a search and stop it after so many reports."""
    seen: list[Figures] = []
    control = SearchControl(progress=seen.append, should_stop=lambda: len(seen) >= reports)
    return seen, kibitz(cgp, count).run(control)


@pytest.mark.parametrize("width", [30, 40, 60, 100])
def test_an_endgame_search_shows_figures_as_they_come(width: int) -> None:
    seen, found = run_until(HARD_ENDGAME, 100, 1)
    for figures in (*seen, found):
        lines = deep_kibitz_text(figures, 10, width)
        assert max(map(len, lines)) <= width
        assert "A value with ? is an estimate." in " ".join(lines)
        assert len([line for line in lines if re.match(r" ?\d+ .*[+-]\d+\.\d( \?)?$", line)]) == 10
    assert isinstance(found, PositionAnalysis) and isinstance(found.evaluation, EndgameEvaluation)
    assert found.evaluation.stopped is StopReason.INTERRUPTED


def test_what_is_not_proven_says_so() -> None:
    """While the search runs, and after a limit."""
    search, few = kibitz(HARD_ENDGAME, 5), SearchLimits(nodes=1_000)
    known = solve_endgame(search.static.position, search.analyzer.lexicon, moves=5, limits=few)
    running = " ".join(deep_kibitz_text(_running_figures(search.static, known), 5, 60))
    assert re.search(r"1 \S+ \S+ .*[+-]\d+\.0 \? .* is the best so far, not proven yet\.", running)
    plan = replace(search.analyzer.plan, endgame=EndgamePlan(5, few))
    limited = replace(search, analyzer=replace(search.analyzer, plan=plan)).run(SearchControl())
    assert "is the best found, not proven (stopped: nodes)." in " ".join(deep_kibitz_text(limited, 5, 60))


@pytest.mark.parametrize("width", [40, 60, 100])
def test_a_preendgame_search_shows_figures_as_they_come(width: int) -> None:
    seen, found = run_until(ONE_IN_BAG, 5, 3)
    for figures in seen:
        assert isinstance(figures, RunningPreendgame)
        lines = deep_kibitz_text(figures, 5, width)
        assert max(map(len, lines)) <= width
        assert re.search(
            r"Pre-endgame search: \d+ of \d+ moves settled so far\. .* is the best yet\.", " ".join(lines)
        )
        assert len([line for line in lines if re.match(r" ?(\d+|\N{EN DASH}) ", line)]) >= 5
    lines = deep_kibitz_text(found, 5, width)
    assert re.match(r" ?1 \S.*\d\.\d", lines[1])
    assert re.search(r"proven best\.|not proven \(stopped: interrupted\)\.", " ".join(lines))  # by its speed


def test_a_proven_endgame_has_no_estimates() -> None:
    found = kibitz(ENDGAME, 5).run(SearchControl())
    text = " ".join(deep_kibitz_text(found, 5, 60))
    assert "is proven best." in text and "?" not in text
