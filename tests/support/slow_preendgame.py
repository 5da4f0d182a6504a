"""The pre-endgame by brute force over the public API: every arrangement, reply and later move."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

from movegen import Lexicon, Move, MoveKind, Position, Rack

Arrangement = tuple[Rack, tuple[int, ...]]
"""The other player's rack, and the bag's tiles in the order in which they are drawn."""
EndgameValue = Callable[[Position], int]


class SlowPreendgame:
    """Solves pre-endgames as `strategy.endgame.preendgame` defines them; `endgame_value` solves endgames."""

    def __init__(self, lexicon: Lexicon, us: int, opponent: str, endgame_value: EndgameValue) -> None:
        self.lexicon, self.us, self.opponent = lexicon, us, opponent
        self.endgame_value = endgame_value
        self.choices: dict[object, Move] = {}

    def results(self, position: Position) -> dict[str, dict[Arrangement, tuple[int, int]]]:
        """Return by move and arrangement the number of equally likely identical ones and the final spread."""
        found: dict[str, dict[Arrangement, tuple[int, int]]] = {}
        for move in self.moves(position):
            spreads = found[str(move)] = {}
            for arrangement, weight in count_arrangements(position).items():
                spreads[arrangement] = weight, self.spread_after(position, arrangement, move)
        return found

    def moves(self, position: Position) -> list[Move]:
        return [move for move in position.moves(self.lexicon) if move.kind is not MoveKind.EXCHANGE]

    def spread_after(self, position: Position, arrangement: Arrangement, move: Move) -> int:
        """Return the final spread for the player on turn after a move, with this arrangement."""
        theirs, bag = arrangement
        me, other = position.on_turn, 1 - position.on_turn
        after = position.after(move)
        drawn, bag = bag[: len(move.tiles_used)], bag[len(move.tiles_used) :]
        mine = after.racks[me]
        assert mine is not None
        mine += Rack.from_tiles(mine.tile_set, drawn)
        spread = after.scores[me] - after.scores[other]
        passes = position.scoreless_turns + 1 if move.kind is MoveKind.PASS else 0
        if passes == 2:
            return spread + theirs.points - mine.points
        racks = (mine, theirs) if me == 0 else (theirs, mine)
        after = Position(position.variant, after.board, racks, after.scores, other, passes)
        return -self.spread(after, bag)

    def spread(self, position: Position, bag: tuple[int, ...]) -> int:
        """Return the final spread for the player on turn; only this function knows both racks."""
        me, other = position.on_turn, 1 - position.on_turn
        if not bag:
            return position.scores[me] - position.scores[other] + self.endgame_value(position)
        theirs = position.racks[other]
        assert theirs is not None
        if self.opponent == "adversarial" and me != self.us:
            return max(self.spread_after(position, (theirs, bag), move) for move in self.moves(position))
        return self.spread_after(position, (theirs, bag), self.choose(position))

    def choose(self, position: Position) -> Move:
        """Return the move with the best average over the unseen tiles: wins first, then spread."""
        me = position.on_turn
        key = (position.board.squares.tobytes(), position.rack, position.scores, me, position.scoreless_turns)
        if key not in self.choices:
            values = []
            for move in self.moves(position):
                wins, total = Fraction(0), 0
                for arrangement, weight in count_arrangements(position).items():
                    spread = self.spread_after(position, arrangement, move)
                    wins += weight * win_share(spread)
                    total += weight * spread
                values.append((wins, total, move))
            self.choices[key] = max(values, key=lambda each: each[:2])[2]  # the first of equal ones
        return self.choices[key]


def win_share(spread: int) -> Fraction:
    return Fraction((spread > 0) - (spread < 0) + 1, 2)


def count_arrangements(position: Position) -> Counter[Arrangement]:
    """Count the ways to divide the unseen tiles between a rack and the bag, by arrangement."""
    tile_set, unseen = position.variant.tiles, list(position.unseen)
    found: Counter[Arrangement] = Counter()
    indices = range(len(unseen))
    for in_bag in combinations(indices, position.bag_count):
        theirs = Rack.from_tiles(tile_set, [unseen[index] for index in indices if index not in in_bag])
        for order in permutations(in_bag):
            found[theirs, tuple(unseen[index] for index in order)] += 1
    return found
