"""Games that an outside program forfeits because it fails."""

from collections.abc import Sequence
from dataclasses import dataclass

from movegen.errors import one_line
from sims.errors import EngineError, EngineStartError, EngineStoppedError
from strategy.players import ProgramStrategy, Strategy

FORFEITED = 2
"""The ending of a forfeited game in `GAME_TYPE`."""
FORFEIT_SPREAD = 50
"""The points by which a forfeited game is lost at least; also what a bye counts."""


@dataclass(frozen=True)
class Forfeit:
    """The end of a game by the failure of a player.

    Attributes
    ----------
    game:      number of the game.
    player:    who forfeits: the player on turn, from 0.
    reason:    the failure, in one line.
    turn:      number of the turn that was not made, from 1.
    bag_count: tiles in the bag.
    rack:      tiles of the player.
    scores:    points by player before the forfeit.
    """

    game: int
    player: int
    reason: str
    turn: int
    bag_count: int
    rack: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def final_scores(self) -> tuple[int, ...]:
        """The points that count: the player has `FORFEIT_SPREAD` less than any other, or its own if lower.

        >>> Forfeit(0, 1, "ends with exit code 1", 9, 40, (), (150, 200)).final_scores
        (150, 100)
        """
        return forfeit_scores(self.scores, self.player)

    def note(self, name: str) -> str:
        """Return a note for the game's record."""
        return f"{name} forfeits: {self.reason}"


def forfeit_scores(scores: Sequence[int], player: int) -> tuple[int, ...]:
    """Return the scores that count after a player forfeits; see `Forfeit.final_scores`."""
    others = min(score for other, score in enumerate(scores) if other != player)
    lost = min(scores[player], others - FORFEIT_SPREAD)
    return tuple(lost if other == player else score for other, score in enumerate(scores))


def may_forfeit(strategy: Strategy, error: EngineError) -> bool:
    """Return True if a failure of this player costs it the game, rather than stopping the run."""
    return (
        isinstance(strategy, ProgramStrategy)
        and strategy.config.program.on_failure == "forfeit"
        and not isinstance(error, EngineStartError | EngineStoppedError)
    )


def reason_of(error: EngineError) -> str:
    """Return a failure in one line, without what to do about it."""
    return one_line(f"{error.where}: {error.problem}")
