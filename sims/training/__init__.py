"""Learning from self-play: leave values, rack heuristics and tables of win probabilities."""

from sims.training.leave_fit import fit_heuristic, heuristic_toml
from sims.training.leave_state import SUFFIX, read_leave_state, write_leave_state
from sims.training.leave_sums import max_leave_tiles
from sims.training.leave_training import Generation, LeaveState, LeaveTraining, train_leaves
from sims.training.swing_counts import SwingCounts
from sims.training.win_training import (
    Decile,
    WinTableCheck,
    WinTraining,
    check_win_table,
    describe_win_training,
    train_win_table,
)

__all__ = [
    "SUFFIX",
    "Decile",
    "Generation",
    "LeaveState",
    "LeaveTraining",
    "SwingCounts",
    "WinTableCheck",
    "WinTraining",
    "check_win_table",
    "describe_win_training",
    "fit_heuristic",
    "heuristic_toml",
    "max_leave_tiles",
    "read_leave_state",
    "train_leaves",
    "train_win_table",
    "write_leave_state",
]
