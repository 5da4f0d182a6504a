"""Compare rules that choose the best candidate of a simulation (docs/internals/performance-rollouts.md).

    python bench/best_arm.py record rollouts.npz --positions 200 --iterations 4000
    python bench/best_arm.py compare rollouts.npz --runs 5
    python bench/best_arm.py rare rare.npz --positions 200 --iterations 20000
    python bench/best_arm.py compare rare.npz --runs 20 --rank-by equity

`record` rolls out the candidates of positions from self-play; `rare` makes up two candidates that differ by a
rare outcome. `compare` lets each rule choose, at 99 % and at most 5,000 iterations. A run draws its
iterations from the recorded ones with replacement, the same for all rules, so their means are the truth.
The rules are in `best_arm_rules.py`.

rollouts: the mean, the median, and the mean of the runs in which the rule of the first line was sure.
seconds:  processor time of the rollouts, by `COST`.
sure:     runs stopped by confidence.
wrong:    runs sure of a move that is worse than the best one by more than the margin.
lost:     runs that eliminated the best move.
"""

import argparse
from pathlib import Path

import numpy as np
from best_arm_rules import RULES, Run
from simulation_checks import positions, setting_of

from movegen import Lexicon
from sims import roll_out
from sims.simulation import win_model_for
from sims.simulation.win_model import win_chances
from strategy.leaves import MILLI
from strategy.winprob import MILLION, UTILITY

COST = 47e-6, 30e-6  # seconds of an iteration, and of each of its rollouts
CHUNK = 1000
UNITS = {
    "utility": (MILLION, 0.001, 2.0),
    "equity": (MILLI, 0.5, 400.0),
}  # unit, margin, range of differences


def record(options: argparse.Namespace) -> None:
    """Save the utilities and equities of rollouts, (iterations, candidates) for each position."""
    lexicon, saved = Lexicon.load(options.lexicon), {}
    for number, position in enumerate(positions(lexicon, options.positions, options.seed)):
        setting = setting_of(position, lexicon, options.candidates, 1 << 40)
        utilities, equities, spread = [], [], position.spread
        for first in range(0, options.iterations, CHUNK):
            batch = roll_out(setting, lexicon, first, min(CHUNK, options.iterations - first))
            chances = win_chances(win_model_for(position.variant), batch.rollouts, batch.equities, spread)
            equities.append(batch.equities)
            utilities.append(UTILITY.of_rollouts(chances, batch.equities + spread * MILLI))
        saved[f"utility{number}"] = np.concatenate(utilities).astype(np.int32)
        saved[f"equity{number}"] = np.concatenate(equities).astype(np.int32)
    np.savez(options.file, allow_pickle=False, **saved)


def make_rare(options: argparse.Namespace) -> None:
    """Save pairs of which one loses two points in most rollouts, and wins fifty in every twentieth."""
    chance, saved = np.random.default_rng(options.seed), {}
    for number in range(options.positions):
        common = chance.normal(scale=30, size=options.iterations)
        rare = np.where(chance.random(options.iterations) < 0.05, 50, -2)
        saved[f"equity{number}"] = (1000 * np.stack([common, common + rare], axis=1)).astype(np.int32)
    np.savez(options.file, allow_pickle=False, **saved)


def compare(options: argparse.Namespace) -> None:
    """Print a row for each rule."""
    unit, margin, widest = UNITS[options.rank_by]
    chance, found = np.random.default_rng(options.seed), dict[str, list[tuple[float, ...]]]()
    with np.load(options.file) as saved:
        values = [saved[name] / unit for name in saved.files if name.startswith(options.rank_by)]
    for recorded in values:
        truth = recorded.mean(axis=0)
        for _ in range(options.runs):
            drawn = chance.integers(len(recorded), size=options.limit)
            run = Run((recorded - truth.mean())[drawn], options.limit, margin, widest)
            for name in options.rule or RULES:
                outcome = RULES[name](run, truth)
                loss = truth.max() - truth[outcome.chosen]
                is_lost = truth[outcome.active].max() < truth.max()
                cost = COST[0] * outcome.counts.max() + COST[1] * outcome.counts.sum()
                sure = outcome.is_sure
                row = outcome.counts.sum(), cost, sure, sure and loss > margin, is_lost
                found.setdefault(name, []).append(row)
    print(f"{len(values)} positions, {options.runs} runs each, by {options.rank_by}\n")
    print("| rule | rollouts | median | where sure | seconds | sure | wrong | lost |")
    print("|---|---|---|---|---|---|---|---|")
    first = np.array(next(iter(found.values())))[:, 2] > 0
    for name, rows in found.items():
        all_rows = np.array(rows)
        rollouts, cost, sure, wrong, lost = all_rows.mean(axis=0)
        cells = f"{rollouts:,.0f} | {np.median(all_rows[:, 0]):,.0f} | {all_rows[first, 0].mean():,.0f}"
        print(f"| {name} | {cells} | {cost:.3f} | {sure:.1%} | {wrong:.2%} | {lost:.2%} |")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["record", "rare", "compare"])
    parser.add_argument("file", type=Path, help="recorded rollouts, a file of NumPy (.npz)")
    parser.add_argument("--lexicon", help="name or file; default: the one included")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--candidates", type=int, default=15)
    parser.add_argument("--iterations", type=int, default=4000, help="recorded for each position")
    parser.add_argument("--rank-by", choices=UNITS, default="utility")
    parser.add_argument("--runs", type=int, default=10, help="for each position")
    parser.add_argument("--limit", type=int, default=5000, help="limit of iterations of a run")
    parser.add_argument("--rule", action="append", choices=RULES, help="this one; may be repeated")
    parser.add_argument("--seed", type=int, default=31, help="selects the positions and the drawn iterations")
    options = parser.parse_args()
    {"record": record, "rare": make_rare, "compare": compare}[options.what](options)


if __name__ == "__main__":
    main()
