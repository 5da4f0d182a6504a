"""From spread and unseen tiles to the chance of winning."""

from functools import lru_cache
from math import erf, sqrt
from typing import Protocol

import numpy as np
import numpy.typing as npt

from movegen.rules import Variant
from strategy.leaves import MILLI
from strategy.win_table import ONE, WinTable

MILLION = 1_000_000
_WIDEST = 1000  # points: no lead counts more


class WinModel(Protocol):
    """The chance to win, of the player on turn."""

    def __call__(
        self, spreads: npt.NDArray[np.int64], unseen: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Millionths, half a draw included: whole numbers, so that sums do not depend on their order.

        `spreads`: what the player on turn is ahead, the leaves' difference included: milli-points.
        `unseen`: tiles that the player does not see, in the bag and on the opponent's rack. Both of the same
        shape, which is the result's too; each entry must depend on its own pair alone.
        """
        ...


class TableWinModel:
    """The chances of a table that was learned from self-play; see `strategy.win_table`."""

    def __init__(self, table: WinTable) -> None:
        self.table = table
        self._chances = (table.shares.astype(np.int64) * 2 * MILLION + ONE) // (2 * ONE)  # rounded

    def __call__(
        self, spreads: npt.NDArray[np.int64], unseen: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """The chances in millionths; see `WinModel`. Beyond the table its nearest entry holds."""
        most = self.table.most_spread
        points = np.clip((spreads + MILLI // 2) // MILLI, -most, most)
        chances: npt.NDArray[np.int64] = self._chances[
            np.minimum(unseen, self.table.most_unseen), points + most
        ]
        return chances


class NormalWinModel:
    """What is still to come of the spread has a normal distribution.

    For games with more tiles than a table has rows: it goes on to any number of tiles. Its mean is a tempo, the standard deviation grows with the square root of the unseen tiles. The figures
    are from 1,500 games of `rackh3` against itself on ENABLE, whole spread against final one, turn by turn.
    """

    TEMPO = 18.0
    """Points that the player on turn gains until the end of the game."""
    LEAST_VARIANCE, VARIANCE_A_TILE = 640.0, 84.0
    """Of what is gained until the end: points squared, and more for each tile unseen."""

    def __call__(
        self, spreads: npt.NDArray[np.int64], unseen: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """The chances in millionths; see `WinModel`."""
        points = np.clip((spreads + MILLI // 2) // MILLI, -_WIDEST, _WIDEST)
        chances = np.empty(spreads.shape, dtype=np.int64)
        for count in np.unique(unseen):
            here = unseen == count
            chances[here] = self._chances(int(count))[points[here] + _WIDEST]
        return chances

    @classmethod
    @lru_cache(maxsize=512)
    def _chances(cls, unseen: int) -> npt.NDArray[np.int64]:
        """By points ahead, from -`_WIDEST` on."""
        deviation = sqrt(2 * (cls.LEAST_VARIANCE + cls.VARIANCE_A_TILE * unseen))
        leads = range(-_WIDEST, _WIDEST + 1)
        return np.array([round(MILLION * (1 + erf((lead + cls.TEMPO) / deviation)) / 2) for lead in leads])


def win_model_for(variant: Variant) -> WinModel:
    """What is used when nobody says otherwise: the table inside if it has as many unseen tiles as the game."""
    table = WinTable.load()
    fits = variant.tiles.total - variant.rules.rack_size <= table.most_unseen
    return TableWinModel(table) if fits else NormalWinModel()


def win_chances(
    model: WinModel, rollouts: npt.NDArray[np.void], equities: npt.NDArray[np.int64], spread: int
) -> npt.NDArray[np.int64]:
    """The chance of the player to win after each rollout: millionths. The end of a game is certain.

    `rollouts` and `equities` are those of a `sims.rollouts.RolloutBatch`, `spread` is what the player was
    ahead before: points.
    """
    ahead = equities + spread * MILLI
    on_turn = rollouts["on_turn"] == 0
    of_mover = model(np.where(on_turn, ahead, -ahead), rollouts["unseen"].astype(np.int64))
    estimated = np.where(on_turn, of_mover, MILLION - of_mover)
    return np.where(rollouts["ended"] == 1, (np.sign(ahead) + 1) * (MILLION // 2), estimated)
