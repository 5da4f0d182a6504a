"""The review of one game with given settings: what is done with each record of a collection."""

from dataclasses import dataclass, replace

from movegen.errors import PositionError
from movegen.game import Game
from movegen.lexicon import Lexicon
from sims.game_review import GameReview, review_game
from sims.simulated_analysis import obstacle, simulate_analysis
from sims.simulation_plan import SimulationPlan
from strategy.analysis import GameAnalysis, PositionAnalysis, analyze_game
from strategy.endgame_analysis import NODES_A_TURN, EndgamePlan, solve_analysis
from strategy.last_move import LastMove
from strategy.static import StaticStrategy

SHOWN = 10
"""Candidates of a turn on the page of a game, unless others are asked for."""


@dataclass(frozen=True)
class ReviewSettings:
    """How games are judged.

    Attributes
    ----------
    strategy:   what ranks moves and plays rollouts; None for the default of the game's tiles.
    plan:       how turns with tiles in the bag are simulated; None for no simulations.
    endgame:    how turns with an empty bag are solved; None for no search.
    candidates: so many of a turn stand on the page of a game, and the move that was made.
    """

    strategy: StaticStrategy | None = None
    plan: SimulationPlan | None = None
    endgame: EndgamePlan | None = EndgamePlan(moves=SHOWN, nodes=NODES_A_TURN)  # noqa: RUF009  # is frozen
    candidates: int = SHOWN


def review_record(game: Game, lexicon: Lexicon, settings: ReviewSettings | None = None) -> GameReview:
    """Judge every turn that was played, be the game finished or not."""
    settings = settings or ReviewSettings()
    strategy = settings.strategy or StaticStrategy.default(game.variant.tiles)
    analyses = (
        _looked_ahead(each, game, settings, lexicon, strategy)
        for number in range(1, len(game.turns) + 1)
        for each in analyze_game(game, lexicon, strategy, turn=number).positions
    )
    return review_game(GameAnalysis(game, lexicon.name, strategy.name, tuple(analyses)), lexicon, strategy)


def _looked_ahead(
    analysis: PositionAnalysis,
    game: Game,
    settings: ReviewSettings,
    lexicon: Lexicon,
    strategy: StaticStrategy,
) -> PositionAnalysis:
    """The analysis with its best moves simulated or solved, or the same that says why they are not."""
    if not len(analysis.candidates):
        return analysis
    if analysis.is_endgame:
        if settings.endgame is None or analysis.obstacle:
            return replace(analysis, why_static=analysis.obstacle if settings.endgame else None)
        try:
            return solve_analysis(analysis, settings.endgame, lexicon)
        except PositionError as error:
            return replace(analysis, why_static=error.what)
    plan = settings.plan
    if plan is None:
        return analysis
    if why := obstacle(analysis, strategy):
        return replace(analysis, why_static=why)
    last = LastMove.of(game, analysis.turn) if plan.infer and analysis.turn else None
    return simulate_analysis(analysis, plan, lexicon, strategy, last=last)
