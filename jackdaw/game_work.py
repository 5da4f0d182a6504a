"""The review of one game with given settings: what is done with each record of a collection."""

from dataclasses import dataclass

from jackdaw.effort import OF_A_TURN
from movegen.game import Game
from movegen.lexicon import Lexicon
from sims.game_review import GameReview, review_game
from sims.looking_ahead import TurnMethods, look_ahead_in_game
from strategy.analysis import analyze_game
from strategy.static import StaticStrategy

SHOWN = 10
"""Candidates of a turn on the page of a game, unless others are asked for."""
_QUICK = OF_A_TURN["quick"].methods(moves=SHOWN)


@dataclass(frozen=True)
class ReviewSettings:
    """How games are judged.

    Attributes
    ----------
    strategy:   what ranks moves and plays rollouts; None for the default of the game's tiles.
    methods:    how turns are looked ahead in: as with --effort quick, unless others are given.
    candidates: so many of a turn stand on the page of a game, and the move that was made.
    """

    strategy: StaticStrategy | None = None
    methods: TurnMethods = _QUICK
    candidates: int = SHOWN


def review_record(
    game: Game, lexicon: Lexicon, settings: ReviewSettings | None = None, *, workers: int = 1
) -> GameReview:
    """Judge every turn that was played, be the game finished or not. `workers` are threads."""
    settings = settings or ReviewSettings()
    strategy = settings.strategy or StaticStrategy.default(game.variant.tiles)
    whole = analyze_game(game, lexicon, strategy)
    whole = look_ahead_in_game(whole, settings.methods, lexicon, strategy, workers=workers)
    return review_game(whole, lexicon, strategy)
