"""Rollouts in plain Python, a turn at a time, as `play_game` plays: what the core's are held against."""

from dataclasses import dataclass, field

import numpy as np

from movegen import Rack, TileSet
from movegen.generation import MoveGenerator
from movegen.lexicon import Lexicon
from movegen.moves import MoveKind
from movegen.sub_racks import SubRacks
from sims.rollouts import RolloutSetting


class SlowTwoEndedBag:
    """Tiles from both ends of which players 0 and 1 draw, with NumPy's Philox."""

    def __init__(self, tiles: Rack, seed: int, stream: int) -> None:
        self.tile_set = tiles.tile_set
        self.random = np.random.Philox(key=seed, counter=stream << 64)
        self.halves: list[int] = []
        self.tiles = list(bytes(tiles))
        for last in range(len(self.tiles) - 1, 0, -1):
            self.swap(last, self.up_to(last))

    def up_to(self, most: int) -> int:
        while True:
            if not self.halves:
                pair = int(self.random.random_raw())
                self.halves = [pair % 2**32, pair >> 32]
            drawn = self.halves.pop(0) & ((1 << most.bit_length()) - 1)
            if drawn <= most:
                return drawn

    def swap(self, one: int, other: int) -> None:
        self.tiles[one], self.tiles[other] = self.tiles[other], self.tiles[one]

    def draw(self, player: int, count: int) -> Rack:
        """So many tiles, or all there are: the last ones for player 0, the first ones for player 1."""
        count = min(count, len(self.tiles))
        drawn = [self.tiles.pop(0 if player else -1) for _ in range(count)]
        return Rack.from_tiles(self.tile_set, drawn)

    def put_back(self, player: int, tiles: Rack) -> None:
        """Each at the player's end, then changing places with any tile of the bag."""
        for tile in bytes(tiles):
            place = 0 if player else len(self.tiles)
            self.tiles.insert(place, tile)
            self.swap(place, self.up_to(len(self.tiles) - 1))


@dataclass
class SlowRollout:
    """A rollout's record, score and bingo of each ply after the candidate; where the reply lies."""

    record: dict[str, int]
    plies: list[tuple[int, bool]] = field(default_factory=list)
    covered: list[tuple[int, int]] = field(default_factory=list)


def slow_rollout(setting: RolloutSetting, lexicon: Lexicon, iteration: int, place: int) -> SlowRollout:
    """What `roll_out` makes of a candidate in an iteration."""
    position, strategy = setting.position, setting.strategy
    variant, rules, tiles = position.variant, position.rules, position.variant.tiles
    everything = Rack(tiles, tiles.counts)
    known = slow_leave(setting, iteration)
    bag = SlowTwoEndedBag(position.unseen - known, setting.seed, iteration)
    missing = min(rules.rack_size, len(position.unseen)) - len(known)
    hands = [position.rack, known + bag.draw(1, missing)]
    generator = MoveGenerator(variant, lexicon, position.board)
    spread, kept, scoreless, ply, ended = 0, [0, 0], position.scoreless_turns, 0, False
    plies: list[tuple[int, bool]] = []
    covered: list[tuple[int, int]] = []
    move = setting.moves[place]
    while True:
        mover = ply % 2
        sign = -1 if mover else 1
        leave = hands[mover] - move.tiles_used
        kept[mover] = leave_value(setting, leave)
        hands[mover] = leave + bag.draw(mover, rules.rack_size - len(leave))
        if move.kind is MoveKind.EXCHANGE:
            bag.put_back(mover, move.tiles_used)
        generator.play(move)
        spread += sign * move.score
        scoreless = 0 if move.score else scoreless + 1
        if not len(hands[mover]):
            spread += sign * 2 * hands[1 - mover].points
            ended = True
        elif scoreless >= rules.scoreless_turns:
            spread += hands[1].points - hands[0].points
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
    of_tiles = 1000 * (hands[1].points - hands[0].points)
    on_turn = (ply + 1) % 2
    record = {
        "spread": spread,
        "leaves": 0 if ended else kept[0] - kept[1] if bag.tiles else of_tiles,
        "unseen": len(bag.tiles) + len(hands[1 - on_turn]),
        "on_turn": on_turn,
        "ended": int(ended),
        "plies": ply,
    }
    return SlowRollout(record, plies, covered)


def leave_value(setting: RolloutSetting, leave: Rack) -> int:
    """Of a leave with tiles in the bag: milli-points."""
    tile_set: TileSet = leave.tile_set
    leaves = setting.strategy.leaves(tile_set)
    return 0 if leaves is None else int(leaves.values(SubRacks(leave))[-1])


def slow_leave(setting: RolloutSetting, iteration: int) -> Rack:
    """What the opponent surely holds in an iteration."""
    known = setting.opponent_rack
    if isinstance(known, Rack):
        return known
    place = 0
    if len(known) > 1:
        random = np.random.Philox(key=setting.seed, counter=(2 << 128) + (iteration << 64))
        pair = int(random.random_raw())
        drawn = next(half for half in (pair % 2**32, pair >> 32) if half < 2**32 - 1)
        place = next(place for place, upto in enumerate(known.upto.tolist()) if drawn < upto)
    return Rack(known.tile_set, tuple(known.leaves[place].tolist()))
