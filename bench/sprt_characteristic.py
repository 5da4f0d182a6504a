"""Measure a sequential test: the hypothesis accepted, and the number of games, by the true Elo difference.

python bench/sprt_characteristic.py [RUNS] ["elo0=0 elo1=10 alpha=0.05 beta=0.05"]

The last rows test results without luck: pairs of `static` and `rackh3`, drawn again and again with
replacement, and shifted to the true difference.
"""

import argparse
from time import perf_counter

import numpy as np

from movegen import Variant
from sims.lexicon_source import LexiconSource
from sims.match import Batch, RunSetup, Sprt
from sims.match.adjusted_statistics import win_units
from sims.match.game_batches import play_batch
from sims.match.score_frequencies import PAIR, likeliest_probabilities, score_from_elo
from sims.match.sprt import Decision
from strategy import load_strategy
from strategy.winprob import MILLION

# Half a per cent of draws. Pairs: as if the two games were independent, and with half of the luck evened out.
SHAPES = {
    "single games": [0.4975, 0.005, 0.4975],
    "pairs, independent": [0.2475, 0.005, 0.495, 0.005, 0.2475],
    "pairs, luck halved": [0.12, 0.005, 0.75, 0.005, 0.12],
}
TRUE_PLACES = (-0.5, 0, 0.25, 0.5, 0.75, 1, 1.5)
"""True differences, from elo0 (0) to elo1 (1)."""
BATCH = 500
PAIRS = 1000
"""Pairs whose luck is measured."""


def run(test: Sprt, probabilities: np.ndarray, random: np.random.Generator) -> tuple[bool, int]:
    """Run a test: whether it accepted elo1, and after how many games."""
    paired = len(probabilities) == PAIR
    state = test.start(paired=paired)
    while state.decision is None:
        state = state.update(random.choice(len(probabilities), size=BATCH, p=probabilities))
    return state.decision is Decision.ELO1, state.units * (2 if paired else 1)


def measured_pairs() -> tuple[np.ndarray, np.ndarray]:
    """Play pairs: their results and luck, which is 0 on average, in millionths of a win."""
    variant, names = Variant.standard(), ("static", "rackh3")
    setup = RunSetup(
        tuple(map(load_strategy, names)), names, LexiconSource.of(None, variant), variant, 1, paired=True,
        luck=True,
    )  # fmt: skip
    wins, lucks = win_units(play_batch(setup, Batch(0, 2 * PAIRS, (0, 1), 0)).results, paired=True)
    return wins, lucks - round(lucks.mean())


def run_adjusted(
    test: Sprt, wins: np.ndarray, lucks: np.ndarray, random: np.random.Generator
) -> tuple[bool, int]:
    """Run a test on pairs drawn from these: whether it accepted elo1, and after how many games."""
    state = test.start_adjusted(paired=True)
    while state.decision is None:
        drawn = random.integers(0, len(wins), 100)
        state = state.update(wins[drawn], lucks[drawn])
    return state.decision is Decision.ELO1, 2 * state.units


def show(name: str, elo: float, ended: list[tuple[bool, int]]) -> None:
    """Print a row of the table."""
    accepted = np.mean([accepted for accepted, _ in ended])
    games = [games for _, games in ended]
    print(
        f"| {name} | {elo:g} | {accepted:.1%} | {np.mean(games):,.0f} | {np.quantile(games, 0.95):,.0f} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="?", type=int, default=500, help="of each test (default: 500)")
    parser.add_argument("test", nargs="?", default="elo0=0 elo1=10", help="default: elo0=0 elo1=10")
    options = parser.parse_args()
    runs, test = options.runs, Sprt.parse(options.test)
    print(f"{test}, {runs} runs each\n")
    print("| results | true Elo | accepts elo1 | mean games | 95 % done by |")
    print("|---|---|---|---|---|")
    begin = perf_counter()
    for name, shape in SHAPES.items():
        random = np.random.default_rng(1)
        for place in TRUE_PLACES:
            elo = test.elo0 + place * (test.elo1 - test.elo0)
            probabilities = likeliest_probabilities(shape, score_from_elo(elo))
            show(name, elo, [run(test, probabilities, random) for _ in range(runs)])
    wins, lucks = measured_pairs()
    random = np.random.default_rng(1)
    for place in TRUE_PLACES:
        elo = test.elo0 + place * (test.elo1 - test.elo0)
        shifted = wins + round(2 * MILLION * score_from_elo(elo) - wins.mean())
        show("pairs without luck", elo, [run_adjusted(test, shifted, lucks, random) for _ in range(runs)])
    print(f"\n{perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
