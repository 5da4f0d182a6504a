"""Judge decisions in recorded games of strong players: figures of docs/internals/inference.md.

    jackdaw pit sim_2ply sim_2ply --games 2000 --seed 1717 --log games.csv
    python bench/decisions.py games.csv --players infers.toml,sim_2ply --true-racks --save found.journal

`jackdaw judge --self-play` takes positions from games of `static`; these are from a log, one turn with tiles
in the bag of each game, so that inference sees moves of players like its own. With `--true-racks` the judge
rolls out against the rack that the opponent held. Decisions are saved as they are made: the same command goes
on with the rest. `--show` only prints what is saved.
"""

import argparse
import math
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
from inference_fit import read_games

from movegen import Game, Variant
from sims.decisions import (
    Decision,
    DecisionPlan,
    DecisionTask,
    JudgePlan,
    MeanEstimate,
    Place,
    judge_task,
    loss_tables,
)
from sims.identity import describe_settings, identify_lexicon
from sims.lexicon_source import LexiconSource
from sims.workers import Journal
from strategy import LastMove, load_strategy


def read_tasks(
    logs: list[Path], lexicon: LexiconSource, least: int, most: int, *, true_racks: bool
) -> Iterator[DecisionTask]:
    """Yield a decision of each game that has one with so many tiles in the bag."""
    for number, game in (each for path in logs for each in read_games(path)):
        turns = list(_suitable(game, least, most))
        if turns:
            turn = int(np.random.default_rng(number).choice(turns))
            yield DecisionTask(
                number,
                Place(f"game {number}", turn=turn),
                game.position(turn),
                lexicon,
                LastMove.before_turn(game, turn),
                game.turns[turn].rack if true_racks else None,
            )


def _suitable(game: Game, least: int, most: int) -> Iterator[int]:
    """Yield the turns, from the second, with so many tiles in the bag and a known opponent's rack."""
    for turn in range(2, len(game.turns)):
        if least <= game.position(turn).bag_count <= most and game.turns[turn].rack is not None:
            yield turn


def show(names: tuple[str, ...], found: list[Decision]) -> None:
    """Print the tables."""
    if all(each.error is not None for each in found):
        print("no decisions")
        return
    for table in loss_tables(names, found):
        print(f"{table.phase or 'all'}: {table.positions:,} decisions")
        for player in table.players:
            win, points = _estimate(player.win, 2, 100), _estimate(player.points, 1)
            print(f"  {player.name:12} lost {win} %, {points} points, {player.seconds:.2f} s")
        for pair in table.comparisons:
            win, points = _estimate(pair.win, 2, 100), _estimate(pair.points, 2)
            print(f"  {pair.a} on {pair.b}: {win} %, {points} points, {pair.differing} differ")


def _estimate(found: MeanEstimate, digits: int, scale: int = 1) -> str:
    """Format a mean with its error; one that is unknown, as of a single game, is left out."""
    mean, error = f"{scale * found.mean:+.{digits}f}", found.standard_error
    return mean if math.isnan(error) else f"{mean} +- {scale * error:.{digits}f}"


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("logs", nargs="+", type=Path, help="CSV files of `jackdaw pit --log`")
    parser.add_argument("--players", required=True, help="strategies, separated by commas")
    parser.add_argument("--bag", nargs=2, type=int, default=(2, 1000), metavar=("LEAST", "MOST"))
    parser.add_argument("--true-racks", action="store_true")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--save", type=Path, required=True)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    players = tuple(load_strategy(name) for name in options.players.split(","))
    plan = DecisionPlan(players, JudgePlan(candidates=0, iterations=options.iterations), seed=7)
    lexicon = LexiconSource.of(None, Variant.standard())
    description = {
        **describe_settings(plan),
        "racks": options.true_racks,
        "bag": list(options.bag),
        "lexicon": identify_lexicon(lexicon),
    }
    found: list[Decision] = []
    with closing(Journal(options.save, Decision, description, resume=True)) as journal:
        for task in read_tasks(options.logs, lexicon, *options.bag, true_racks=options.true_racks):
            if len(found) >= options.count:
                break
            if task.number in journal:
                found.append(journal.read(task.number))
            elif not options.show:
                found.append(judge_task(plan, task))
                journal.append(found[-1])
    show(plan.names, found)


if __name__ == "__main__":
    main()
