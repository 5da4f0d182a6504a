"""Rollouts in plain Python, turn by turn, as an oracle for the core's."""

from dataclasses import dataclass, field

import numpy as np

from movegen import Rack, TileSet
from movegen.board import MoveKind, SubRacks
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from sims.simulation import RolloutSetting


class SlowTwoEndedBag:
    """A bag from whose two ends players 0 and 1 draw, shuffled with NumPy's Philox."""

    def __init__(self, tiles: Rack, seed: int, stream: int) -> None:
        self.tile_set = tiles.tile_set
        self.random = np.random.Philox(key=seed, counter=stream << 64)
        self.halves: list[int] = []
        self.tiles = list(bytes(tiles))
        for last in range(len(self.tiles) - 1, 0, -1):
            self.swap(last, self.draw_up_to(last))

    def draw_up_to(self, largest: int) -> int:
        while True:
            if not self.halves:
                pair = int(self.random.random_raw())
                self.halves = [pair % 2**32, pair >> 32]
            drawn = self.halves.pop(0) & ((1 << largest.bit_length()) - 1)
            if drawn <= largest:
                return drawn

    def swap(self, one: int, other: int) -> None:
        self.tiles[one], self.tiles[other] = self.tiles[other], self.tiles[one]

    def draw(self, player: int, count: int) -> Rack:
        """Draw up to `count` tiles: the last ones for player 0, the first ones for player 1."""
        count = min(count, len(self.tiles))
        drawn = [self.tiles.pop(0 if player else -1) for _ in range(count)]
        return Rack.from_tiles(self.tile_set, drawn)

    def put_back(self, player: int, tiles: Rack) -> None:
        """Put each tile back at the player's end, then swap it with a random tile of the bag."""
        for tile in bytes(tiles):
            index = 0 if player else len(self.tiles)
            self.tiles.insert(index, tile)
            self.swap(index, self.draw_up_to(len(self.tiles) - 1))


@dataclass
class SlowRollout:
    """A rollout's record, the score and bingo of each ply after the candidate, and the reply's squares."""

    record: dict[str, int]
    plies: list[tuple[int, bool]] = field(default_factory=list)
    covered: list[tuple[int, int]] = field(default_factory=list)


def roll_out_slowly(setting: RolloutSetting, lexicon: Lexicon, iteration: int, index: int) -> SlowRollout:
    """Roll out one candidate in one iteration, as `roll_out` must."""
    position, strategy = setting.position, setting.strategy
    variant, rules, tiles = position.variant, position.rules, position.variant.tiles
    everything = Rack(tiles, tiles.counts)
    known = draw_known_leave(setting, iteration)
    bag = SlowTwoEndedBag(position.unseen - known, setting.seed, iteration)
    missing = min(rules.rack_size, len(position.unseen)) - len(known)
    hands = [position.rack, known + bag.draw(1, missing)]
    generator = MoveGenerator(variant, lexicon, position.board)
    spread, leave_values, scoreless, ply, ended = 0, [0, 0], position.scoreless_turns, 0, False
    turns_left = position.turns_left
    plies: list[tuple[int, bool]] = []
    covered: list[tuple[int, int]] = []
    move = setting.moves[index]
    while True:
        mover = ply % 2
        sign = -1 if mover else 1
        leave = hands[mover] - move.tiles_used
        leave_values[mover] = leave_value(setting, leave)
        hands[mover] = leave + bag.draw(mover, rules.rack_size - len(leave))
        if move.kind is MoveKind.EXCHANGE:
            bag.put_back(mover, move.tiles_used)
        generator.play(move)
        spread += sign * move.score
        scoreless = 0 if move.score else scoreless + 1
        if turns_left is not None:
            turns_left -= 1
        elif rules.ending == "empty_bag" and not bag.tiles:
            turns_left = 2
        elif not len(hands[mover]):
            turns_left = 1 if rules.ending == "last_turns" else 0
        if turns_left == 0 or scoreless >= rules.scoreless_turns:
            spread += points_for_tiles_left(hands) * rules.count_tiles_left
            ended = True
        if ended or ply == setting.plies:
            break
        ply += 1
        hand = hands[ply % 2]
        unseen = everything - Rack(tiles, generator.board.tile_counts) - hand
        move = strategy.choose(generator, hand, len(bag.tiles), unseen).move
        is_play = move.kind is MoveKind.PLAY
        if ply == 1:
            covered = [(row, column) for row, column, _ in move.squares]
        plies.append((move.score, is_play and len(move.tiles_used) >= rules.bingo_tiles))
    tile_difference = 1000 * points_for_tiles_left(hands) * rules.count_tiles_left
    on_turn = (ply + 1) % 2
    record = {
        "spread": spread,
        "leaves": 0 if ended else leave_values[0] - leave_values[1] if bag.tiles else tile_difference,
        "unseen": len(bag.tiles) + len(hands[1 - on_turn]),
        "on_turn": on_turn,
        "ended": int(ended),
        "plies": ply,
    }
    return SlowRollout(record, plies, covered)


def points_for_tiles_left(hands: list[Rack]) -> int:
    """Return the points of the tiles left for player 0: twice those of the last rack, or their difference."""
    mine, theirs = hands
    if not len(mine):
        return 2 * theirs.points
    return theirs.points - mine.points if len(theirs) else -2 * mine.points


def leave_value(setting: RolloutSetting, leave: Rack) -> int:
    """Return the value of a leave while the bag has tiles, in milli-points."""
    tile_set: TileSet = leave.tile_set
    leaves = setting.strategy.leaves(tile_set)
    return 0 if leaves is None else int(leaves.values(SubRacks(leave))[-1])


def draw_known_leave(setting: RolloutSetting, iteration: int) -> Rack:
    """Draw the tiles that the opponent holds for certain in an iteration."""
    known = setting.opponent_rack
    if isinstance(known, Rack):
        return known
    index = 0
    if len(known) > 1:
        random = np.random.Philox(key=setting.seed, counter=(2 << 128) + (iteration << 64))
        pair = int(random.random_raw())
        drawn = next(half for half in (pair % 2**32, pair >> 32) if half < 2**32 - 1)
        index = next(index for index, upto in enumerate(known.upto.tolist()) if drawn < upto)
    return Rack(known.tile_set, tuple(known.leaves[index].tolist()))
