"""Win models: from spread and unseen tiles to the chance of winning."""

from functools import lru_cache
from math import erf, sqrt

import numpy as np
import numpy.typing as npt

from movegen.errors import ConfigError
from movegen.variant import Variant
from strategy.leaves import MILLI
from strategy.players import StaticStrategy
from strategy.winprob import MILLION, ONE, WinModel, WinTable, default_win_table

_WIDEST = 1000  # points: no lead counts more


class TableWinModel:
    """A model from a table learned from self-play; see `strategy.winprob.win_table`.

    >>> model = TableWinModel(WinTable.load())
    >>> model(np.array([0, 30_000]), np.array([40, 40])).tolist()
    [622074, 771233]
    """

    def __init__(self, table: WinTable) -> None:
        self.table = table
        self._chances = (table.shares.astype(np.int64) * 2 * MILLION + ONE) // (2 * ONE)  # rounded

    def __repr__(self) -> str:
        return f"<TableWinModel of {self.table!r}>"

    def __call__(
        self, spreads: npt.NDArray[np.int64], unseen: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return the chances in millionths; see `WinModel`. Beyond the table, its nearest entry applies."""
        most = self.table.max_spread
        points = np.clip((spreads + MILLI // 2) // MILLI, -most, most)
        chances: npt.NDArray[np.int64] = self._chances[
            np.minimum(unseen, self.table.max_unseen), points + most
        ]
        return chances


class NormalWinModel:
    """A model in which the spread still to come is normal.

    It covers games with more tiles than a table has rows. The mean is a tempo and the variance grows
    linearly with the number of unseen tiles. The figures come from 1,500 games of
    `rackh3` against itself on ENABLE: the spread at every turn against the final one.

    >>> NormalWinModel()(np.array([0, 30_000]), np.array([40, 40])).tolist()
    [612027, 776058]
    """

    TEMPO = 18.0
    """Points that the player on turn gains by the end of the game."""
    MIN_VARIANCE, VARIANCE_A_TILE = 640.0, 84.0
    """Variance of that gain, in points squared: a constant, and more for each unseen tile."""

    def __repr__(self) -> str:
        return "<NormalWinModel>"

    def __call__(
        self, spreads: npt.NDArray[np.int64], unseen: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """Return the chances in millionths; see `WinModel`."""
        points = np.clip((spreads + MILLI // 2) // MILLI, -_WIDEST, _WIDEST)
        chances = np.empty(spreads.shape, dtype=np.int64)
        for count in np.unique(unseen):
            here = unseen == count
            chances[here] = self._chances(int(count))[points[here] + _WIDEST]
        return chances

    @classmethod
    @lru_cache(maxsize=512)
    def _chances(cls, unseen: int) -> npt.NDArray[np.int64]:
        """Return the chances by lead, from -`_WIDEST` points on."""
        deviation = sqrt(2 * (cls.MIN_VARIANCE + cls.VARIANCE_A_TILE * unseen))
        leads = range(-_WIDEST, _WIDEST + 1)
        return np.array([round(MILLION * (1 + erf((lead + cls.TEMPO) / deviation)) / 2) for lead in leads])


def win_model_for(variant: Variant, strategy: StaticStrategy | None = None) -> WinModel:
    """Return the win table of a strategy, else the built-in one, else the normal model.

    The built-in table is for games with no more tiles than it has rows for. Raises ConfigError if the
    strategy's own table has too few rows.

    >>> win_model_for(Variant.standard())
    <TableWinModel of <WinTable up to 93 unseen tiles, spreads up to 400>>
    """
    own = None if strategy is None else strategy.config.win_table
    name = own or default_win_table(variant)
    if name is None:
        return NormalWinModel()
    table = WinTable.load(name)
    if not table.covers(variant):
        problem = f"has no row for more than {table.max_unseen} unseen tiles, and {variant.name} has more"
        raise ConfigError(problem, file=name, cure="train one for these games (jackdaw winprob train)")
    return TableWinModel(table)


def win_chances(
    model: WinModel, rollouts: npt.NDArray[np.void], equities: npt.NDArray[np.int64], spread: int
) -> npt.NDArray[np.int64]:
    """Return the player's chance to win after each rollout, in millionths. Ended games are certain.

    `rollouts` and `equities` are those of a `RolloutBatch`, `spread` is the player's lead before the move,
    in points.
    """
    ahead = equities + spread * MILLI
    on_turn = rollouts["on_turn"] == 0
    of_mover = model(np.where(on_turn, ahead, -ahead), rollouts["unseen"].astype(np.int64))
    estimated = np.where(on_turn, of_mover, MILLION - of_mover)
    return np.where(rollouts["ended"] == 1, (np.sign(ahead) + 1) * (MILLION // 2), estimated)
