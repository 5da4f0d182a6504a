"""Simulate puzzles again with other random numbers and four times the effort: how many answers hold?

    jackdaw puzzles --self-play 50 --seed 1 -o puzzles.jsonl
    python bench/puzzles.py puzzles.jsonl

The answer of each simulated puzzle and the moves shown beside it get four times the iterations, at least
1,000: none is eliminated. Proven answers are not tried again. Challenges are left out.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace

from jackdaw.puzzles import puzzle_plans, read_puzzles
from movegen import Lexicon
from sims.puzzles import CHALLENGE, Puzzle
from sims.simulation import Simulation, simulate
from strategy.players import static_strategy_for

EFFORT = 4
MIN_ITERATIONS = 1_000


def simulate_again(puzzle: Puzzle, seed: int) -> Simulation:
    """Simulate a puzzle with another seed and four times the iterations."""
    position, lexicon = puzzle.position, Lexicon.load(puzzle.lexicon)
    plan = puzzle_plans(seed)[1].simulation_of(position)
    iterations = max(MIN_ITERATIONS, EFFORT * puzzle.iterations)
    return simulate(
        position,
        [position.parse_move(each.move) for each in (puzzle.answer, *puzzle.others)],
        lexicon,
        replace(plan, iterations=iterations, confidence=None),
        strategy=static_strategy_for(lexicon, position.variant),
    )


def show_repeats(puzzles: Sequence[Puzzle], seed: int) -> None:
    """Print the puzzles whose answer changes, and how many hold."""
    start, held = time.process_time(), 0
    for puzzle in puzzles:
        best = simulate_again(puzzle, seed).best
        if str(best.move) == puzzle.answer.move:
            held += 1
        else:
            print(
                f"{puzzle.origin}: {best.move}, not {puzzle.answer.move}; margin {puzzle.margin}", flush=True
            )
    seconds = time.process_time() - start
    print(
        f"{held} of {len(puzzles)} simulated puzzles hold, {held / max(1, len(puzzles)):.1%}; {seconds:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1_000_003)
    given = parser.parse_args()
    puzzles = [puzzle for file in given.files for puzzle in read_puzzles(file)]
    simulated = [each for each in puzzles if each.method == "simulation" and each.answer.move != CHALLENGE]
    print(f"{len(puzzles)} puzzles, {sum(each.is_proven for each in puzzles)} of them proven", flush=True)
    show_repeats(simulated[: given.count], given.seed)


if __name__ == "__main__":
    main()
