"""What an opponent holds, by going through all that can have happened, copies of tiles told apart."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import exp

from movegen import Lexicon, MoveKind, Position, Rack
from movegen.generation import MoveGenerator
from movegen.moves import Move
from strategy import LastMove, StaticStrategy
from strategy.candidates import CandidateList

Copy = tuple[int, int]
"""A tile and which of its copies."""


class SlowInference:
    """The chances of racks after a last move, for few unseen tiles."""

    def __init__(
        self,
        position: Position,
        last: LastMove,
        lexicon: Lexicon,
        strategy: StaticStrategy,
        temperature: float,
        floor: float,
    ) -> None:
        self.position, self.last, self.strategy = position, last, strategy
        self.temperature, self.floor = temperature, floor
        self.generator = MoveGenerator(position.variant, lexicon, last.board)
        self.tile_set = position.variant.tiles
        everything = Rack(self.tile_set, self.tile_set.counts)
        self.unseen = everything - Rack(self.tile_set, last.board.tile_counts) - position.rack
        self.ranked: dict[Rack, CandidateList] = {}

    def chances(self, known: Rack) -> dict[Rack, float]:
        """What is surely held, and how likely that is: the leave and the known tiles.

        The known tiles are some of the opponent's, any of which might have been shown. A play that was taken
        back has shown its own.
        """
        weights: Counter[Rack] = Counter()
        for weight, leave, drawn in self.courses():
            now = [*leave, *drawn]
            if self.last.is_withdrawn:
                weights[self.rack(tuple(now))] += weight
                continue
            for shown in combinations(now, len(known)):
                if self.rack(shown) == known:
                    weights[self.rack({*leave, *shown})] += weight
        total = sum(weights.values())
        return {rack: weight / total for rack, weight in weights.items()}

    def courses(self) -> Iterator[tuple[float, tuple[Copy, ...], tuple[Copy, ...]]]:
        """How likely, what was kept, what was drawn: for every rack, way to make the move, and draw."""
        tiles = [(tile, copy) for tile, count in enumerate(self.unseen.counts) for copy in range(count)]
        move, rack_size = self.last.move, self.position.rules.rack_size
        for rack in combinations(tiles, rack_size):
            for weight, used in self.uses(rack):
                leave = tuple(copy for copy in rack if copy not in used)
                if self.last.is_withdrawn:
                    yield weight, rack, ()
                    continue
                bag = [copy for copy in tiles if copy not in rack]
                size = 0 if move.kind is MoveKind.PASS else len(used)
                for drawn in combinations(bag, size):
                    yield weight, leave, drawn

    def uses(self, rack: tuple[Copy, ...]) -> Iterator[tuple[float, tuple[Copy, ...]]]:
        """How likely each way to make the move with a rack is: which copies of its tiles it uses."""
        move = self.last.move
        if move.kind is MoveKind.PASS:
            yield self.plausibility(move, rack, ()), ()
            return
        count = move.exchange_count or len(move.tiles_used)
        ways = Counter(self.rack(used) for used in combinations(rack, count))
        for used in combinations(rack, count):
            tiles = self.rack(used)
            if move.kind is MoveKind.EXCHANGE:
                yield self.plausibility(Move.exchange(tiles), rack, used) / ways[tiles], used
            elif tiles == move.tiles_used:
                yield self.plausibility(move, rack, used) / ways[tiles], used

    def plausibility(self, move: Move, rack: tuple[Copy, ...], used: tuple[Copy, ...]) -> float:
        held = self.rack(rack)
        candidates = self.ranked.get(held)
        bag_count = len(self.unseen) - self.position.rules.rack_size
        if candidates is None:
            moves = self.generator.moves(held, bag_count)
            candidates = self.ranked[held] = self.strategy.rank(moves, bag_count, self.unseen)
        place = candidates.moves.find(move)
        assert place is not None
        loss = int(candidates.equities[0] - candidates.equities[place]) / 1000
        return exp(-loss / self.temperature) + self.floor

    def rack(self, copies: "tuple[Copy, ...] | set[Copy]") -> Rack:
        return Rack.from_tiles(self.tile_set, [tile for tile, _ in copies])
