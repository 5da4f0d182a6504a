"""Whole games under any rule of ending, in plain Python, as an oracle for `movegen.Game` and the core."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace as with_fields
from small_games import SmallGame

from movegen import EndingRule, Lexicon, Move, Rack, Variant
from movegen.board import MoveKind
from movegen.position import MoveGenerator
from sims.bag import Bag
from strategy import StaticStrategy
from strategy.players.strategy_files import HandicapConfig


@dataclass
class SlowGame:
    """The moves, the final scores, the racks at the end, and whether scoreless turns ended the game."""

    moves: list[Move]
    scores: list[int]
    racks: list[Rack]
    is_scoreless: bool


def change_ending(game: SmallGame, chance: np.random.Generator) -> SmallGame:
    """Give a game another rule of ending, and perhaps no value to tiles left."""
    rules = with_fields(
        game.variant.rules,
        ending=list(EndingRule)[int(chance.integers(3))],
        count_tiles_left=bool(chance.integers(2)),
    )
    variant = Variant(game.variant.tiles, game.variant.layout, rules)
    return SmallGame(variant, game.pool, game.words, game.lexicon, game.oracle)


def without_handicap(strategy: StaticStrategy) -> StaticStrategy:
    """Return the strategy that makes its best move."""
    return StaticStrategy(with_fields(strategy.config, handicap=HandicapConfig()))


def play_slowly(
    variant: Variant, strategies: Sequence[StaticStrategy], lexicon: Lexicon, seed: int, number: int = 0
) -> SlowGame:
    """Play a game between static strategies without a handicap."""
    rules, players = variant.rules, len(strategies)
    bag = Bag(variant.tiles, seed, number)
    everything = Rack(variant.tiles, variant.tiles.counts)
    racks = [bag.draw(rules.rack_size) for _ in strategies]
    scores, moves = [0] * players, list[Move]()
    generator = MoveGenerator(variant, lexicon)
    order = list(range(players)) if rules.ending == "empty_bag" and not len(bag) else None
    player, scoreless, first_out = 0, 0, None
    while order != [] and scoreless < rules.scoreless_turns:
        if order is not None:
            player = order.pop(0)
        unseen = everything - Rack(variant.tiles, generator.board.tile_counts) - racks[player]
        move = strategies[player].choose(generator, racks[player], len(bag), unseen).move
        moves.append(move)
        generator.play(move)
        scores[player] += move.score
        scoreless = 0 if move.score else scoreless + 1
        left = racks[player] - move.tiles_used
        racks[player] = left + bag.draw(rules.rack_size - len(left))
        if move.kind is MoveKind.EXCHANGE:
            bag.put_back(move.tiles_used)
        if not len(racks[player]) and first_out is None:
            first_out = player
        others = [(player + seat) % players for seat in range(1, players)]
        if order is None and rules.ending == "empty_bag" and not len(bag):
            order = [*others, player]
        elif order is None and rules.ending == "last_turns" and first_out is not None:
            order = others
        elif rules.ending == "out" and first_out is not None:
            order = []
        player = others[0]
    if rules.count_tiles_left:
        count_tiles(scores, racks, first_out)
    return SlowGame(moves, scores, racks, order != [])


def count_tiles(scores: list[int], racks: Sequence[Rack], first_out: int | None) -> None:
    """Count the tiles left: the first player who went out gains the others', all others lose their own.

    In a game of two the one who went out gains twice the points, and the other loses nothing.
    """
    points = [rack.points for rack in racks]
    if first_out is not None and len(racks) == 2:
        scores[first_out] += 2 * points[1 - first_out]
        return
    for player, own in enumerate(points):
        scores[player] += sum(points) if player == first_out else -own
