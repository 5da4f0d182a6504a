"""Results of games, as input of statistics, ratings and standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from movegen.errors import JackdawError, quote

MAX_PLAYERS = 4
"""The largest number of players in a game."""


class ResultsError(JackdawError):
    """Results from which the requested statistics cannot be computed."""


@dataclass(frozen=True)
class GameResult:
    """The final scores of a game of two to four players, in the order of play.

    Games with the same `tile_order` were played with the same order of tiles and exchanged seats, so
    statistics do not take them for independent. None: the game shares its tiles with no other.

    >>> GameResult(("ann", "ben", "cleo"), (400, 350, 350)).points
    (1.0, 0.25, 0.25)
    """

    players: tuple[str, ...]
    scores: tuple[int, ...]
    tile_order: int | None = None

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MAX_PLAYERS:
            raise ResultsError(f"a game of {len(self.players)} players", cure=f"expected 2 to {MAX_PLAYERS}")
        if len(self.scores) != len(self.players):
            raise ResultsError(f"{len(self.scores)} scores of {len(self.players)} players")
        for index, name in enumerate(self.players):
            if name in self.players[:index]:
                raise ResultsError(
                    f"{quote(name)} plays against itself", cure="give the players different names"
                )

    @property
    def points(self) -> tuple[float, ...]:
        """The points for the standings: the share of the opponents beaten, a draw counting half.

        With two players: 1 for a win, 1/2 for a draw, 0 for a loss.
        """
        opponents = len(self.players) - 1
        return tuple(
            (sum(score > other for other in self.scores) + (self.scores.count(score) - 1) / 2) / opponents
            for score in self.scores
        )

    @property
    def spreads(self) -> tuple[float, ...]:
        """Each player's score minus the mean of the opponents' scores."""
        total, opponents = sum(self.scores), len(self.players) - 1
        return tuple(score - (total - score) / opponents for score in self.scores)


def player_index(players: Sequence[str], name: str) -> int:
    """Return the index of a player in a list. Raises ResultsError, with the list, if it is missing."""
    if name not in players:
        known = ", ".join(players[:20])
        raise ResultsError(f"{quote(name)} is not among the players", cure=f"the players: {known}")
    return players.index(name)
