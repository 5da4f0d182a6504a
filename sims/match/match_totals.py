"""The running totals of a match: what its report needs, in the same memory for any number of games."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from sims.match.adjusted_statistics import LuckSums
from sims.match.game_batches import RESULT_TYPE, ForfeitedGame, PlayedBatch
from sims.match.match_statistics import ScoreSums

FIGURES = ("turns", "bingos", "exchanges", "passes")
"""The fields of `RESULT_TYPE` that are added up by player."""


@dataclass(frozen=True)
class MatchTotals:
    """The totals of the games so far, of which those of paired matches count in whole pairs.

    Batches must come in the order of their games, though some may be missing.

    Attributes
    ----------
    paired:   games 0 and 1 are a pair, games 2 and 3 the next.
    scores:   the sums of scores and outcomes.
    luck:     the sums with the luck of the draws; None if it is not measured.
    figures:  the totals of `FIGURES`, (figures, 2).
    seconds:  time taken to choose moves, by player.
    forfeits: the games that a player forfeited.
    taken:    the number of games, those without their pair included.
    pending:  the last game if its pair is incomplete; its time and forfeits are those of `pending_seconds`
              and `pending_forfeits`.
    """

    paired: bool
    scores: ScoreSums
    luck: LuckSums | None = None
    figures: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((len(FIGURES), 2), np.int64))
    seconds: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))
    forfeits: tuple[ForfeitedGame, ...] = ()
    taken: int = 0
    pending: npt.NDArray[Any] = field(default_factory=lambda: np.empty(0, dtype=RESULT_TYPE))
    pending_seconds: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))
    pending_forfeits: tuple[ForfeitedGame, ...] = ()

    @classmethod
    def start(cls, *, paired: bool, luck: bool = False) -> "MatchTotals":
        """Return the totals of no games, with or without the luck of the draws."""
        return cls(paired, ScoreSums.start(paired=paired), LuckSums(paired) if luck else None)

    def whole_units(self, batch: PlayedBatch) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return the games that a batch completes, with a pending one before it, and the one then pending."""
        results = np.concatenate([self.pending, batch.results])
        if not self.paired:
            return results, results[:0]
        _, indices, counts = np.unique(results["game"] // 2, return_inverse=True, return_counts=True)
        is_whole = counts[indices] == 2
        return results[is_whole], results[~is_whole][-1:]

    def add(self, batch: PlayedBatch) -> "MatchTotals":
        """Return the totals with a batch."""
        whole, pending = self.whole_units(batch)
        games = len(batch.results)
        each = np.array(batch.seconds) / max(1, games)
        completed = set(whole["game"].tolist())
        has_pending = bool(len(self.pending)) and int(self.pending["game"][0]) in completed
        of_batch = len(whole) - has_pending
        forfeits = (*self.pending_forfeits, *batch.forfeits)
        left = set(pending["game"].tolist())
        return replace(
            self,
            scores=self.scores.add(whole["scores"][:, 0], whole["scores"][:, 1]),
            luck=None if self.luck is None else self.luck.add(whole),
            figures=self.figures + [whole[name][:, :2].sum(axis=0, dtype=np.int64) for name in FIGURES],
            seconds=self.seconds + of_batch * each + (self.pending_seconds if has_pending else 0.0),
            forfeits=(*self.forfeits, *(forfeit for forfeit in forfeits if forfeit.game in completed)),
            taken=self.taken + games,
            pending=pending.copy(),
            pending_seconds=each,
            pending_forfeits=tuple(forfeit for forfeit in forfeits if forfeit.game in left),
        )
