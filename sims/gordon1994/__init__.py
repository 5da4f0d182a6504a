"""The reproduction of Gordon (1994), "A Faster Scrabble Move Generation Algorithm": its tables."""

from sims.gordon1994.tables import STRUCTURES, AlgorithmWork, GordonResults, PairingWork, measure_tables

__all__ = ["STRUCTURES", "AlgorithmWork", "GordonResults", "PairingWork", "measure_tables"]
