"""Measure a sequential test: the hypothesis accepted, and the number of games, by the true Elo difference.

python bench/sprt_characteristic.py [RUNS] ["elo0=0 elo1=10 alpha=0.05 beta=0.05"]
"""

import argparse
from time import perf_counter

import numpy as np

from sims.match import Sprt
from sims.match.score_frequencies import PAIR, likeliest_probabilities, score_from_elo
from sims.match.sprt import Decision

# Half a per cent of draws. Pairs: as if the two games were independent, and with half of the luck evened out.
SHAPES = {
    "single games": [0.4975, 0.005, 0.4975],
    "pairs, independent": [0.2475, 0.005, 0.495, 0.005, 0.2475],
    "pairs, luck halved": [0.12, 0.005, 0.75, 0.005, 0.12],
}
TRUE_PLACES = (-0.5, 0, 0.25, 0.5, 0.75, 1, 1.5)
"""True differences, from elo0 (0) to elo1 (1)."""
BATCH = 500


def run(test: Sprt, probabilities: np.ndarray, random: np.random.Generator) -> tuple[bool, int]:
    """Run a test: whether it accepted elo1, and after how many games."""
    paired = len(probabilities) == PAIR
    state = test.start(paired=paired)
    while state.decision is None:
        state = state.update(random.choice(len(probabilities), size=BATCH, p=probabilities))
    return state.decision is Decision.ELO1, state.units * (2 if paired else 1)


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
            ended = [run(test, probabilities, random) for _ in range(runs)]
            accepted = np.mean([accepted for accepted, _ in ended])
            games = [games for _, games in ended]
            print(
                f"| {name} | {elo:g} | {accepted:.1%} | {np.mean(games):,.0f} |"
                f" {np.quantile(games, 0.95):,.0f} |",
                flush=True,
            )
    print(f"\n{perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
