"""Inference of an opponent's rack by brute force over all histories, with copies of a tile distinguished."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import exp
from typing import TYPE_CHECKING

from movegen import Lexicon, MoveKind, Position, Rack
from movegen.board import Move
from movegen.position import MoveGenerator
from strategy import LastMove, StaticStrategy

if TYPE_CHECKING:
    from strategy.players import CandidateList

Copy = tuple[int, int]
"""A tile and the number of its copy."""


class SlowInference:
    """The probabilities of racks after a last move, for few unseen tiles."""

    def __init__(
        self,
        position: Position,
        last: LastMove,
        lexicon: Lexicon,
        strategy: StaticStrategy,
        temperature: float,
        min_plausibility: float,
    ) -> None:
        self.position, self.last, self.strategy = position, last, strategy
        self.temperature, self.min_plausibility = temperature, min_plausibility
        self.generator = MoveGenerator(position.variant, lexicon, last.board)
        self.tile_set = position.variant.tiles
        everything = Rack(self.tile_set, self.tile_set.counts)
        self.unseen = everything - Rack(self.tile_set, last.board.tile_counts) - position.rack
        self.ranked: dict[Rack, CandidateList] = {}

    def chances(self, known: Rack) -> dict[Rack, float]:
        """Return the possible sets of held tiles, the leave and the known tiles, with their probabilities.

        The known tiles may be any of the opponent's. A play that was taken back has shown its own tiles.
        """
        weights: Counter[Rack] = Counter()
        for weight, leave, drawn in self.histories():
            now = [*leave, *drawn]
            if self.last.is_withdrawn:
                weights[self.rack(tuple(now))] += weight
                continue
            for shown in combinations(now, len(known)):
                if self.rack(shown) == known:
                    weights[self.rack({*leave, *shown})] += weight
        total = sum(weights.values())
        return {rack: weight / total for rack, weight in weights.items()}

    def histories(self) -> Iterator[tuple[float, tuple[Copy, ...], tuple[Copy, ...]]]:
        """Yield weight, leave and draw of every history: a rack, a way to make the move, and a draw."""
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
        """Yield each way to make the move with a rack: its weight and the copies it uses."""
        move = self.last.move
        if move.kind is MoveKind.PASS:
            yield self.plausibility(move, rack), ()
            return
        count = move.exchange_count or len(move.tiles_used)
        ways = Counter(self.rack(used) for used in combinations(rack, count))
        for used in combinations(rack, count):
            tiles = self.rack(used)
            if move.kind is MoveKind.EXCHANGE:
                yield self.plausibility(Move.exchange(tiles), rack) / ways[tiles], used
            elif tiles == move.tiles_used:
                yield self.plausibility(move, rack) / ways[tiles], used

    def plausibility(self, move: Move, rack: tuple[Copy, ...]) -> float:
        """Return how plausible the move is with a rack: it falls off with the equity that the move loses."""
        held = self.rack(rack)
        candidates = self.ranked.get(held)
        bag_count = len(self.unseen) - self.position.rules.rack_size
        if candidates is None:
            moves = self.generator.moves(held, bag_count)
            candidates = self.ranked[held] = self.strategy.rank(moves, bag_count, self.unseen)
        index = candidates.moves.find(move)
        assert index is not None
        loss = int(candidates.equities[0] - candidates.equities[index]) / 1000
        return exp(-loss / self.temperature) + self.min_plausibility

    def rack(self, copies: "tuple[Copy, ...] | set[Copy]") -> Rack:
        return Rack.from_tiles(self.tile_set, [tile for tile, _ in copies])
