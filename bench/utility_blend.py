"""Derive the utility that ranks moves: what a share of spread gains and costs in games played to the end.

    python bench/utility_blend.py --positions 60 --bag 3-25
    python bench/utility_blend.py --positions 200 --bag 1-80 --seed 1

Positions come from self-play of `static`, one of each game. A simulation of two plies rolls out the best
static moves; each blend chooses one from the same rollouts. The moves chosen are played to the end of the
game many times with the same racks and draws, by `static` on both sides. Printed are the mean differences to
the choice by wins alone in percentage points of wins and in points of final spread, with their standard
errors over the positions, and the number of positions with another choice.
"""

import argparse
from collections.abc import Iterator
from multiprocessing import get_context

import numpy as np
import numpy.typing as npt
from simulation_checks import PLAYER, setting_of

from movegen import Lexicon, Position
from sims import RolloutSetting, play_static_games, roll_out
from sims.simulation import win_model_for
from sims.simulation.win_model import win_chances
from strategy.winprob import MILLION
from strategy.winprob.utility import Utility

BLENDS = {"win": Utility(0.0), "equity": None} | {
    f"{share:g}, {scale:g}": Utility(share, scale)
    for scale in (25.0, 50.0, 100.0, 200.0)
    for share in (0.05, 0.1, 0.2, 1 / 3, 0.5)
}
CHUNK = 500
Values = npt.NDArray[np.int64]


def positions(lexicon: Lexicon, count: int, seed: int, bag: tuple[int, int]) -> Iterator[Position]:
    """Yield positions with this many tiles in the bag, one of each game; the opponent's rack is unknown."""
    played = play_static_games([PLAYER] * 2, lexicon, seed=seed, games=count, turns=True)
    chance = np.random.default_rng(seed)
    for number in range(count):
        game = played.game(number)
        turns = range(1, len(game.turns) + 1)
        suitable = [turn for turn in turns if bag[0] <= game.position(turn).bag_count <= bag[1]]
        if suitable:
            known = game.position(int(chance.choice(suitable)))
            racks = tuple(known.rack if player == known.on_turn else None for player in range(2))
            yield Position(
                known.variant, known.board, racks, known.scores, known.on_turn, known.scoreless_turns
            )


def outcomes(
    setting: RolloutSetting, lexicon: Lexicon, iterations: int, candidates: list[int]
) -> tuple[Values, Values]:
    """Return chances in millionths and spreads in milli-points, (iterations, candidates)."""
    position, chances, spreads = setting.position, [], []
    for at in range(0, iterations, CHUNK):
        batch = roll_out(setting, lexicon, at, min(CHUNK, iterations - at), candidates=candidates)
        model = win_model_for(position.variant)
        chances.append(win_chances(model, batch.rollouts, batch.equities, position.spread))
        spreads.append(batch.equities + position.spread * 1000)
    return np.concatenate(chances), np.concatenate(spreads)


def compare(task: tuple[Position, argparse.Namespace]) -> dict[str, tuple[float, float, bool]]:
    """Return for each blend the wins and points gained on the choice by wins, and whether it differs."""
    position, options = task
    lexicon = Lexicon.load()
    setting = setting_of(position, lexicon, options.candidates, options.seed)
    chances, spreads = outcomes(setting, lexicon, options.iterations, list(range(len(setting.records))))
    mean_spread = spreads.mean(axis=0)
    choices = {}
    for name, blend in BLENDS.items():
        mean = mean_spread if blend is None else blend.of_rollouts(chances, spreads).mean(axis=0)
        choices[name] = int(np.lexsort((mean_spread, mean))[-1])
    chosen = sorted(set(choices.values()))
    wins, points = np.zeros(len(chosen)), np.zeros(len(chosen))
    if len(chosen) > 1:
        to_the_end = RolloutSetting.of(
            position, setting.moves, PLAYER, plies="end", seed=options.seed + (1 << 40)
        )
        won, spread = outcomes(to_the_end, lexicon, options.games, chosen)
        wins, points = won.mean(axis=0) / MILLION, spread.mean(axis=0) / 1000
    base = chosen.index(choices["win"])
    return {
        name: (
            100 * float(wins[chosen.index(choice)] - wins[base]),
            float(points[chosen.index(choice)] - points[base]),
            choice != choices["win"],
        )
        for name, choice in choices.items()
    }


def main() -> None:
    """Print a line for each blend."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--bag", default="3-25", help="tiles in the bag, as 3-25")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--candidates", type=int, default=15)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=6000, help="games to the end for each move")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    first, last = map(int, options.bag.split("-"))
    tasks = [
        (each, options) for each in positions(Lexicon.load(), options.positions, options.seed, (first, last))
    ]
    with get_context("spawn").Pool(options.workers) as pool:
        results = pool.map(compare, tasks, chunksize=1)
    print(
        f"{len(tasks)} positions with {options.bag} tiles in the bag, {options.games:,} games for each move\n"
    )
    print("| share, scale | other choices | wins, percentage points | points |")
    print("|---|---|---|---|")
    for name in BLENDS:
        values = np.array([result[name] for result in results])
        means, errors = values.mean(axis=0), values.std(axis=0, ddof=1) / np.sqrt(len(values))
        print(
            f"| {name} | {int(values[:, 2].sum())} | {means[0]:+.2f} ± {errors[0]:.2f} "
            f"| {means[1]:+.2f} ± {errors[1]:.2f} |"
        )


if __name__ == "__main__":
    main()
