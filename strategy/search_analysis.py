"""Which method a position is looked ahead in by, and the searches: of endgames and of pre-endgames."""

from collections.abc import Callable
from dataclasses import replace

from movegen.errors import PositionError
from movegen.lexicon import Lexicon
from strategy.analysis import Method, PositionAnalysis
from strategy.endgame_analysis import EndgamePlan, solve_analysis
from strategy.preendgame_analysis import PreendgamePlan, preendgame_analysis


def method_of(
    analysis: PositionAnalysis,
    endgame: EndgamePlan | None,
    preendgame: PreendgamePlan | None,
    *,
    simulates: bool,
) -> Method:
    """What is in the bag decides, as far as there is a plan; pre-endgames without one are simulated."""
    if analysis.is_endgame:
        return Method.STATIC if endgame is None else Method.ENDGAME
    if preendgame is not None and preendgame.suits(analysis):
        return Method.PREENDGAME
    return Method.SIMULATION if simulates else Method.STATIC


def search_analysis(
    analysis: PositionAnalysis,
    plan: EndgamePlan | PreendgamePlan,
    lexicon: Lexicon,
    *,
    is_interrupted: Callable[[], bool] | None = None,
) -> PositionAnalysis:
    """A position searched as the plan says, or the same that says why it is not."""
    try:
        if isinstance(plan, PreendgamePlan):
            return preendgame_analysis(analysis, plan, lexicon, is_interrupted=is_interrupted)
        return solve_analysis(analysis, plan, lexicon, is_interrupted=is_interrupted)
    except PositionError as error:
        return replace(analysis, why_static=error.what)
