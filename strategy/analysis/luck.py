"""Luck: the value of the tiles that a player drew, compared with the expected value.

A rack is worth the equity of its best static move on the board where it is first used. The expected value is
the mean over all draws to the same leave, weighted by the chance of each. Tiles that the player has just
exchanged are not among them: they go into the bag after the draw.
"""

from random import Random

from movegen.game import Game
from movegen.lexicon import Lexicon, check_lexicon
from movegen.variant import Rack
from strategy.analysis.draw_values import Draw, split_rack, value_draws
from strategy.analysis.game_analysis import played_moves
from strategy.leaves import MILLI
from strategy.players import StaticStrategy

SAMPLES = 500
"""Maximum number of draws examined; if there are no more, all of them."""


def measure_luck(
    game: Game, lexicon: Lexicon, strategy: StaticStrategy, *, samples: int = SAMPLES, seed: int = 0
) -> list[float | None]:
    """Return the luck of the draw before each turn, in points: the value of the tiles less its expectation.

    It is 0 if nothing was drawn, and None if the leave or the draw is unknown. The standard error of a mean
    is about 0.9 points by default. The same arguments give the same result.

    Raises LexiconError if the lexicon is for other letters, ConfigError if the strategy is not for these
    tiles or racks.
    """
    check_lexicon(lexicon, game.variant.tiles)
    return [_luck(game, turn, lexicon, strategy, samples, seed) for turn in range(1, len(game.turns) + 1)]


def _luck(
    game: Game, turn: int, lexicon: Lexicon, strategy: StaticStrategy, samples: int, seed: int
) -> float | None:
    position = game.position(turn)
    before = _split_before(game, turn)
    if before is None:
        return None
    leave, exchanged = before
    rack, unseen = position.rack, position.unseen
    full = min(position.rules.rack_size, len(rack) + len(unseen))
    if not (rack.contains(leave) and unseen.contains(exchanged)) or (position.bag_count and len(rack) < full):
        return None
    if not rack - leave:
        return 0.0
    draw = Draw(rack, leave, unseen - exchanged + (rack - leave))
    random = Random(f"{seed} {turn}")
    values = value_draws(position, draw, lexicon, strategy, samples=samples, random=random)
    return round((values.drawn - float(values.possible @ values.chances)) / MILLI, 3)


def _split_before(game: Game, turn: int) -> tuple[Rack, Rack] | None:
    """Return the leave of the player's previous turn and the tiles exchanged; None if they are unknown.

    Both are empty before the first turn.
    """
    turns, none = played_moves(game), Rack.empty(game.variant.tiles)
    player = game.turns[turn - 1].player
    before = next((at for at in range(turn - 1, 0, -1) if game.turns[at - 1].player == player), None)
    if before is None:
        return none, none
    position = game.position(before)
    move, is_withdrawn = turns[before - 1]
    held = min(position.rules.rack_size, len(position.rack) + len(position.unseen))
    if move is None or (position.bag_count and len(position.rack) < held):
        return None
    if is_withdrawn:
        return position.rack, none
    if move.exchange_count > len(move.exchanged) or not position.rack.contains(move.tiles_used):
        return None
    return split_rack(position.rack, move)
