"""Measure what more rollouts gain a player that simulates: a table of docs/internals/strength.md.

    jackdaw pit sim_2ply sim_2ply --games 2000 --seed 1717 --log games.csv
    python bench/rollout_budget.py games.csv --save budget.jsonl

In one turn of each game of a log players with different limits choose; where they differ, new rollouts of the
same kind compare their moves, many more than any of them made. That is more precise than rollouts to the end
of the game, and cannot see what two plies do not show. Results are saved as they are made: the same command
goes on with the rest.
"""

import argparse
import json
from pathlib import Path
from time import process_time

import numpy as np
from decisions import read_tasks

from movegen import Move, Variant
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator, Position
from sims.lexicon_source import LexiconSource
from sims.simulation import SimulationPlan, simulate
from strategy import StaticStrategy

REFERENCE = 8000
BASE = "1,000 rollouts, 0.95"
PLANS = {
    "250 rollouts, 0.95": SimulationPlan(iterations=250, confidence=0.95, seed=11),
    "1,000 rollouts, 0.95": SimulationPlan(iterations=1000, confidence=0.95, seed=11),
    "1,000, 0.95, 30 moves": SimulationPlan(iterations=1000, confidence=0.95, seed=11, candidates=30),
    "1,000, 0.95, 60 moves": SimulationPlan(iterations=1000, confidence=0.95, seed=11, candidates=60),
    "1,000, 0.95, 100 moves": SimulationPlan(iterations=1000, confidence=0.95, seed=11, candidates=100),
    "1,000 rollouts, 0.99": SimulationPlan(iterations=1000, confidence=0.99, seed=11),
    "4,000 rollouts, 0.99": SimulationPlan(iterations=4000, confidence=0.99, seed=11),
    "4,000, 0.99, 30 moves": SimulationPlan(iterations=4000, confidence=0.99, seed=11, candidates=30),
}


def compare(
    position: Position, lexicon: Lexicon, strategy: StaticStrategy, plans: dict[str, SimulationPlan]
) -> dict[str, list[float]]:
    """Return for each plan the utility and wins lost against the best of the chosen moves, and seconds."""
    generator = MoveGenerator(position.variant, lexicon, position.board)
    static = strategy.best(generator, position.rack, position.bag_count, position.unseen, count=100)
    chosen: dict[str, Move] = {}
    seconds = {}
    for name, plan in plans.items():
        began = process_time()
        moves = static.moves[: plan.candidates]
        chosen[name] = simulate(position, moves, lexicon, plan, strategy=strategy).best.move
        seconds[name] = process_time() - began
    different = list(dict.fromkeys(chosen.values()))
    values = {different[0]: (0.0, 0.0)}
    if len(different) > 1:
        plan = SimulationPlan(iterations=REFERENCE, confidence=None, seed=12)
        judged = simulate(position, different, lexicon, plan, strategy=strategy)
        values = {each.move: (each.utility, each.win) for each in judged.moves}
    best = max(values.values())
    return {
        name: [best[0] - values[move][0], best[1] - values[move][1], seconds[name]]
        for name, move in chosen.items()
    }


def show(found: list[dict[str, list[float]]]) -> None:
    """Print the table: means and standard errors."""
    print(f"{len(found)} positions")
    base = np.array([each[BASE] for each in found])
    for name in found[0] if found else ():
        own = np.array([each[name] for each in found])
        gain = 100 * (base - own)
        error = gain.std(axis=0, ddof=1) / len(gain) ** 0.5
        others = np.mean(own[:, 0] != base[:, 0])
        print(
            f"{name:22} gains {gain[:, 0].mean():+.3f} +- {error[0]:.3f} of utility, "
            f"{gain[:, 1].mean():+.3f} +- {error[1]:.3f} % of wins; {100 * others:.0f} % other moves, "
            f"{own[:, 2].mean():.2f} s"
        )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("logs", nargs="+", type=Path, help="CSV files of `jackdaw pit --log`")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--bag", nargs=2, type=int, default=(2, 1000), metavar=("LEAST", "MOST"))
    parser.add_argument("--save", type=Path, required=True)
    parser.add_argument(
        "--plan", action="append", choices=PLANS, help="compare this one; may be repeated; all by default"
    )
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    lines = options.save.read_text(encoding="utf-8").splitlines() if options.save.exists() else []
    saved = {row["game"]: row["losses"] for row in map(json.loads, lines)}
    source, strategy = LexiconSource.of(None, Variant.standard()), StaticStrategy.load("static")
    plans = {name: plan for name, plan in PLANS.items() if not options.plan or name in (BASE, *options.plan)}
    found = []
    for task in read_tasks(options.logs, source, *options.bag, true_racks=False):
        if len(found) >= options.count:
            break
        if task.number not in saved and not options.show and task.position is not None:
            losses = compare(task.position.without_other_racks(), source.load(), strategy, plans)
            saved[task.number] = losses
            with options.save.open("a") as file:
                file.write(json.dumps({"game": task.number, "losses": losses}) + "\n")
        if task.number in saved:
            found.append(saved[task.number])
    show(found)


if __name__ == "__main__":
    main()
