"""Inference: the racks that the opponent may hold, by Bayes' rule from the last move."""

from strategy.inference.inference import DEFAULT_CONFIG, InferenceConfig, infer_from_game, infer_racks
from strategy.inference.inferred_racks import InferredRacks
from strategy.inference.last_move import LastMove, may_be_forfeit

__all__ = [
    "DEFAULT_CONFIG",
    "InferenceConfig",
    "InferredRacks",
    "LastMove",
    "infer_from_game",
    "infer_racks",
    "may_be_forfeit",
]
