"""Win probability: the table learned from self-play, and the protocol of all models that estimate it."""

from strategy.winprob.win_table import MILLION, ONE, WIN_TABLE_SUFFIX, WinModel, WinTable

__all__ = ["MILLION", "ONE", "WIN_TABLE_SUFFIX", "WinModel", "WinTable"]
