"""Pre-endgames of the tiny game with their static analyses."""

from dataclasses import replace
from functools import lru_cache

from tiny_preendgames import TINY, WORDS, some

from movegen import Position
from sims import play_static_games
from strategy import StaticStrategy, analyze_position
from strategy.analysis import PositionAnalysis
from strategy.endgame import can_solve_preendgame

GREEDY = StaticStrategy.load("greedy")


@lru_cache(maxsize=1)
def analyses() -> list[PositionAnalysis]:
    """Positions of tiny games with one or two tiles in the bag; the opponent's racks are not used."""
    batch = play_static_games([GREEDY] * 2, WORDS, variant=TINY, games=60, seed=3, turns=True)
    games = [batch.game(number) for number in range(60)]
    turns = [game.position(turn) for game in games for turn in range(1, len(game.turns) + 1)]
    found = [each for each in turns if each.bag_count in (1, 2) and can_solve_preendgame(each)]
    return [analyze_position(each, WORDS, GREEDY) for each in found[:10]]


def with_spread(position: Position, spread: int) -> Position:
    scores = (500 + spread, 500) if position.on_turn == 0 else (500, 500 + spread)
    return replace(position, scores=scores)


def close_analyses() -> list[PositionAnalysis]:
    """Positions with one and with two tiles in the bag, in which the player on turn is a little behind."""
    positions = [with_spread(position, -20) for position in some(3, 1, 12, 80) + some(3, 2, 6, 80)]
    return [analyze_position(position, WORDS, GREEDY) for position in positions]
