"""What `jackdaw endgame` has found: the position, the result, and what was asked for."""

from dataclasses import dataclass

from jackdaw.position_argument import GivenPosition
from movegen.position import Position
from strategy.endgame import EndgameResult
from strategy.endgame_turns import LastTurn, TilesLeft, last_turns, whole_position


@dataclass(frozen=True)
class SolvedEndgame:
    """A position that was searched, and the result.

    `scoreless_turns` is the rule it was searched by, None for two passes; `first_win` whether the outcome
    alone was asked for; `is_interrupted` whether Ctrl-C was heard.
    """

    given: GivenPosition
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
    def stopped(self) -> str | None:
        """What ended the search before all was known that was asked for; None if nothing did."""
        if self.first_win:
            is_done = self.result.outcome is not None
        else:
            is_done = self.result.is_proven and all(move.is_proven for move in self.result.moves)
        return None if is_done else "interrupted" if self.is_interrupted else "time"
