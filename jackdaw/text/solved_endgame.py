"""The result of `jackdaw endgame`, with its position and the options that matter."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from movegen.position import Position
from strategy.analysis import StopReason
from strategy.endgame import EndgameResult, LastTurn, TilesLeft, last_turns, whole_position

if TYPE_CHECKING:
    from jackdaw.inputs import GivenPosition


@dataclass(frozen=True)
class SolvedEndgame:
    """A position that was searched, and the result.

    `scoreless_turns` is the rule of the search, None for two passes; `first_win` whether only the outcome was
    requested; `is_interrupted` whether the user pressed Ctrl-C.
    """

    given: "GivenPosition"
    lexicon_name: str
    result: EndgameResult
    scoreless_turns: int | None = None
    first_win: bool = False
    is_interrupted: bool = False

    @property
    def position(self) -> Position:
        """The position with both racks."""
        return whole_position(self.given.position)

    @property
    def turns(self) -> list[LastTurn | TilesLeft]:
        """The principal variation, turn by turn."""
        return last_turns(self.given.position, self.result.variation, self.scoreless_turns)

    @property
    def stopped(self) -> StopReason | None:
        """The reason why the search ended before it proved everything requested; None if it did."""
        if self.first_win:
            is_done = self.result.outcome is not None
        else:
            is_done = self.result.is_proven and all(move.is_proven for move in self.result.moves)
        return None if is_done else StopReason.INTERRUPTED if self.is_interrupted else StopReason.TIME
