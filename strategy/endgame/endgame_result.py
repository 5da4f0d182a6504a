"""Results of endgame searches."""

from dataclasses import dataclass, field
from typing import Any, Literal

from movegen.board import Move
from movegen.showing import Tabular, Tabulation

Outcome = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class EndgameMove:
    """A move with its value and bounds, in points; see `EndgameResult`.

    >>> from strategy import solve_endgame
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> best = solve_endgame(position, Lexicon.load()).moves[0]
    >>> best.move, best.value, best.is_proven
    (<Move 2F OE 13>, 16, True)
    """

    move: Move
    value: int
    lower: int
    upper: int

    @property
    def is_proven(self) -> bool:
        """True if the value is exact."""
        return self.lower == self.upper


@dataclass(frozen=True)
class EndgameResult(Tabular):
    """The result of an endgame search, for the player on turn.

    Attributes
    ----------
    value:        change of the spread until the end of the game under best play of both players, in points;
                  the best estimate if it is not proven.
    lower, upper: proven bounds of the value, in points. After a short search they may be as wide as what the
                  board can give.
    variation:    the moves of best play; only the first if they are not proven.
    nodes:        positions searched; with several threads it varies from run to run.
    seconds:      wall-clock time.
    moves:        the best moves, best first: as many as were asked for, or all if there are fewer.
    spread:       the spread of the position, before the move, in points.

    Of moves of equal value the one with the highest score comes first, then plays across before plays down,
    from the top left; a pass comes last. The variation plays the first of the best moves on every turn.

    >>> from strategy import solve_endgame
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    >>> solve_endgame(position, Lexicon.load())
    <EndgameResult +16, proven: 2F OE, 15N NO>
    """

    value: int
    lower: int
    upper: int
    variation: tuple[Move, ...]
    nodes: int = field(compare=False)
    seconds: float = field(compare=False)
    moves: tuple[EndgameMove, ...]
    spread: int

    @property
    def is_proven(self) -> bool:
        """True if the value is exact."""
        return self.lower == self.upper

    def __repr__(self) -> str:
        line = ", ".join(str(move) for move in self.variation[:2])
        known = "proven" if self.is_proven else f"{self.lower:+d} to {self.upper:+d}"
        return f"<EndgameResult {self.value:+d}, {known}: {line}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` moves as a table, all for None."""
        rows = [
            (
                str(number),
                str(each.move),
                str(each.move.score),
                f"{each.value:+d}" if each.is_proven else f"{each.lower:+d} to {each.upper:+d}",
                f"{self.spread + each.value:+d}",
            )
            for number, each in enumerate(self.moves[:count], start=1)
        ]
        known = "proven" if self.is_proven else "not proven"
        heading = f"value {self.value:+d}, {known}: {', '.join(map(str, self.variation))}"
        titles = ("#", "Move", "Score", "Value", "Final spread")
        return Tabulation(heading, titles, rows, len(self.moves))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each move: its score, its value and the bounds of that."""
        return [
            {
                "move": str(each.move),
                "score": each.move.score,
                "value": each.value,
                "lower": each.lower,
                "upper": each.upper,
                "is_proven": each.is_proven,
            }
            for each in self.moves
        ]

    @property
    def final_spread(self) -> int:
        """The spread at the end of the game if the value holds, in points."""
        return self.spread + self.value

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game under best play of both players; None if it is not proven."""
        if self.spread + self.lower > 0:
            return "win"
        if self.spread + self.upper < 0:
            return "loss"
        return "draw" if self.is_proven else None
