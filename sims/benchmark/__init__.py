"""Benchmarks: the speed of every part of the engine beside a yardstick, with signatures of the results."""

from sims.benchmark.figures import FIGURES, BenchSetting, Figure, Work, program_figure
from sims.benchmark.generation import GenerationSpeed, measure_generation, self_play_positions
from sims.benchmark.speeds import Speed, join_signatures, measure_speeds
from sims.benchmark.yardstick import Yardstick

__all__ = [
    "FIGURES",
    "BenchSetting",
    "Figure",
    "GenerationSpeed",
    "Speed",
    "Work",
    "Yardstick",
    "join_signatures",
    "measure_generation",
    "measure_speeds",
    "program_figure",
    "self_play_positions",
]
