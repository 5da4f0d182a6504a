"""Games that an outside program forfeits because it fails."""

from dataclasses import dataclass

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
        others = min(score for player, score in enumerate(self.scores) if player != self.player)
        lost = min(self.scores[self.player], others - FORFEIT_SPREAD)
        return tuple(lost if player == self.player else score for player, score in enumerate(self.scores))

    def note(self, name: str) -> str:
        """Return a note for the game's record."""
        return f"{name} forfeits: {self.reason}"
