"""Tests of decisions: positions, the moves that players choose in them, and what a judge says they lose.

`self_play` samples positions, `judge` values moves and `judgement` compares the values; `decision` judges one
position in a worker, and `losses` sums up.
"""

from sims.decisions.decision import (
    Choice,
    Decision,
    DecisionPlan,
    DecisionTask,
    judge_seed,
    judge_task,
    report_failure,
)
from sims.decisions.judge import MAX_CANDIDATES, MAX_ITERATIONS, JudgePlan, judge_moves
from sims.decisions.judgement import JudgedBy, JudgedMove, Judgement, compare_rollouts
from sims.decisions.losses import Comparison, LossTable, MeanEstimate, PlayerLosses, loss_tables
from sims.decisions.phases import Phase, find_phase
from sims.decisions.self_play import SampledTurn, sample_turns
from sims.place import Place

__all__ = [
    "MAX_CANDIDATES",
    "MAX_ITERATIONS",
    "Choice",
    "Comparison",
    "Decision",
    "DecisionPlan",
    "DecisionTask",
    "JudgePlan",
    "JudgedBy",
    "JudgedMove",
    "Judgement",
    "LossTable",
    "MeanEstimate",
    "Phase",
    "Place",
    "PlayerLosses",
    "SampledTurn",
    "compare_rollouts",
    "find_phase",
    "judge_moves",
    "judge_seed",
    "judge_task",
    "loss_tables",
    "report_failure",
    "sample_turns",
]
