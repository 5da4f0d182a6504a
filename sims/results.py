"""Results of games, as statistics, ratings and standings want them."""

from collections.abc import Sequence
from dataclasses import dataclass

from movegen.errors import JackdawError, shown

MOST_PLAYERS = 4
"""How many players a game may have."""


class ResultsError(JackdawError):
    """Results of games that the statistics asked for cannot be made of."""


@dataclass(frozen=True)
class GameResult:
    """The final scores of a game of two to four players, in the order of play.

    Games with the same `tile_order` were played with the same order of tiles, seats changed; statistics
    then know that they are not independent. None: the game shares its tiles with no other.

    >>> GameResult(("ann", "ben", "cleo"), (400, 350, 350)).points
    (1.0, 0.25, 0.25)
    """

    players: tuple[str, ...]
    scores: tuple[int, ...]
    tile_order: int | None = None

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise ResultsError(f"a game of {len(self.players)} players", cure=f"expected 2 to {MOST_PLAYERS}")
        if len(self.scores) != len(self.players):
            raise ResultsError(f"{len(self.scores)} scores of {len(self.players)} players")
        for place, name in enumerate(self.players):
            if name in self.players[:place]:
                raise ResultsError(
                    f"{shown(name)} plays against itself", cure="give the players different names"
                )

    @property
    def points(self) -> tuple[float, ...]:
        """What the game counts in standings: the share of the opponents beaten, a draw being half.

        Two players: 1 for a win, 1/2 for a draw, 0 for a loss.
        """
        opponents = len(self.players) - 1
        return tuple(
            (sum(score > other for other in self.scores) + (self.scores.count(score) - 1) / 2) / opponents
            for score in self.scores
        )

    @property
    def spreads(self) -> tuple[float, ...]:
        """Each player's score less the mean of the opponents' scores, in points."""
        total, opponents = sum(self.scores), len(self.players) - 1
        return tuple(score - (total - score) / opponents for score in self.scores)


def place_of(players: Sequence[str], name: str) -> int:
    """Where a player stands in a list, from 0. Raises ResultsError, which names the players, if nowhere."""
    if name not in players:
        known = ", ".join(players[:20])
        raise ResultsError(f"{shown(name)} is not among the players", cure=f"the players: {known}")
    return players.index(name)
