"""Win probability: the table learned from self-play, the protocol of all models, and the utility of moves."""

from strategy.winprob.utility import UTILITY, Utility
from strategy.winprob.win_table import (
    MILLION,
    ONE,
    WIN_TABLE_SUFFIX,
    WinModel,
    WinTable,
    default_win_table,
)

__all__ = [
    "MILLION",
    "ONE",
    "UTILITY",
    "WIN_TABLE_SUFFIX",
    "Utility",
    "WinModel",
    "WinTable",
    "default_win_table",
]
