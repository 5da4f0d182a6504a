"""Measure rollouts a second on one core, and the iterations that common random numbers save.

    python bench/rollouts.py --lexicon enable1.txt

A midgame position, its 15 best static moves, 2 and 5 plies and to the end. Then, for the two best moves of
positions of self-play: the variance of their difference with the same racks and draws, as a share of the
variance with independent rollouts.
"""

import argparse
from statistics import mean, median
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from movegen import Lexicon, read_cgp
from sims import RolloutSetting, play_static_games, roll_out
from strategy import load_strategy

if TYPE_CHECKING:
    from strategy.players import Plies

POSITION = "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"
CANDIDATES = 15
ROUNDS = 5


def rates(lexicon: Lexicon) -> None:
    """Print rollouts a second of processor time: the fastest round and the median."""
    strategy, position = load_strategy("rackh3"), read_cgp(POSITION)
    moves = [candidate.move for candidate in strategy.candidates(position, lexicon)[:CANDIDATES]]
    depths: tuple[tuple[Plies, int], ...] = ((2, 200), (5, 60), ("end", 20))
    for plies, iterations in depths:
        setting = RolloutSetting.of(position, moves, strategy, plies=plies)
        found = []
        for turn in range(ROUNDS):
            start = process_time()
            roll_out(setting, lexicon, turn * iterations, iterations)
            found.append(iterations * CANDIDATES / (process_time() - start))
        best, middle = max(found), median(found)
        print(f"plies {plies!s:>3} {best:9,.0f} rollouts a second, median {middle:,.0f}")


def pairing(lexicon: Lexicon, positions: int) -> None:
    """Print the variance of the paired difference of the two best moves, relative to unpaired rollouts."""
    strategy = load_strategy("rackh3")
    played = play_static_games([strategy] * 2, lexicon, seed=21, games=positions, turns=True)
    parts = []
    for number in range(positions):
        position = played.game(number).position(4 + number % 8)
        moves = [candidate.move for candidate in strategy.candidates(position, lexicon)[:2]]
        batch = roll_out(RolloutSetting.of(position, moves, strategy), lexicon, 0, 400)
        first, second = batch.equities.T / 1000
        parts.append(float(np.var(first - second) / (np.var(first) + np.var(second))))
    print(f"paired differences of {positions} positions: mean {mean(parts):.2f}, median {median(parts):.2f}")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", help="name or file; default: the one included")
    parser.add_argument("--positions", type=int, default=50)
    options = parser.parse_args()
    lexicon = Lexicon.load(options.lexicon)
    rates(lexicon)
    pairing(lexicon, options.positions)


if __name__ == "__main__":
    main()
