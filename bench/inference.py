"""Measure the worth of inferring the opponent's rack: the tables of docs/internals/inference.md.

    python bench/inference.py bits --games 100
    python bench/inference.py decisions --games 100
    python bench/inference.py shifts --games 100
    jackdaw pit infers.toml sim_fast --games 1000

In the last line `infers.toml` is the file of `sim_fast` with `infer = true`. The other commands play games
between simulating players without inference. `bits`: the information gained about the true leave, compared
with chance, at several temperatures. `decisions`: the moves that the players would have chosen with
inference; where they differ, both moves are rolled out against the opponent's true rack. `shifts`: the change
of the best static moves' equities by rollouts with inference, and with the true rack, and how much of the
second the first explains.
"""

import argparse
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from statistics import mean, stdev

import msgspec
import numpy as np
import numpy.typing as npt

from movegen import Game, Lexicon, MoveKind, Rack, Variant
from movegen.position import MoveGenerator
from sims import RolloutSetting, play_games, roll_out
from sims.games.simulation_player import move_seed, simulated_move
from strategy import LastMove, SimulationStrategy, StaticStrategy, infer_from_game
from strategy.inference.inference import equities_lost, plausibility
from strategy.inference.possible_leaves import PossibleLeaves, RackDraw
from strategy.leaves import count_ways
from strategy.players import SimulationConfig

SEED = 5
PLAIN = SimulationConfig(name="plain", kind="simulation", candidates=12, iterations=400, confidence=0.9)
JUDGED_PLIES, JUDGED_ITERATIONS = 4, 500
TEMPERATURES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
MIN_PLAUSIBILITIES = (0.0, 0.001, 0.003, 0.01, 0.03)
KEPT = range(1, 7)

SHIFTED, SHIFTED_ITERATIONS = 6, 500

Leave = tuple[int, npt.NDArray[np.float64]]
"""The size of the leave, and bits by temperature and minimum plausibility."""
Shift = tuple[float, float, float]
"""The product of two shifts by inference with independent seeds; of one and the true shift; the gain."""


@cache
def engine() -> tuple[Lexicon, StaticStrategy, Variant]:
    return Lexicon.load(), StaticStrategy.load("static"), Variant.standard()


def played(number: int) -> Game:
    """Play a game without inference."""
    lexicon, strategy, _ = engine()
    players = [SimulationStrategy(PLAIN, strategy)] * 2
    return play_games(players, lexicon, seed=SEED, games=range(number, number + 1), turns=True).game(number)


def bits_of_game(number: int) -> list[Leave]:
    """Return the bits for each play that left tiles on the rack and in the bag."""
    lexicon, strategy, variant = engine()
    game = played(number)
    found = []
    for turn in range(2, len(game.turns) + 1):
        position, last = game.position(turn), LastMove.before_turn(game, turn)
        if not position.bag_count:
            break
        rack = game.turns[turn - 2].rack
        if (
            last is None
            or rack is None
            or last.move.kind is not MoveKind.PLAY
            or rack == last.move.tiles_used
        ):
            continue
        used = last.move.tiles_used.array
        truth = rack.array - used
        leaves = PossibleLeaves.enumerate_or_sample(
            RackDraw.since(position, last, Rack.empty(variant.tiles)), 25_000, 4000, np.random.Philox(key=1)
        )
        kept = np.concatenate([leaves.leaves, truth[np.newaxis]])
        chances = np.append(leaves.priors, 0)
        lost = equities_lost(position, last, lexicon, strategy, kept + used, kept)
        choices = count_ways(kept + used, kept)
        bits = np.zeros((len(TEMPERATURES), len(MIN_PLAUSIBILITIES)))
        for row, temperature in enumerate(TEMPERATURES):
            for column, min_plausibility in enumerate(MIN_PLAUSIBILITIES):
                weights = plausibility(lost, temperature, min_plausibility) / choices
                bits[row, column] = np.log2(weights[-1] / (chances @ weights) * chances.sum())
        found.append((int(truth.sum()), bits))
    return found


def decisions_of_game(number: int) -> list[float]:
    """Return the gain in points of each choice with inference: 0 where both agree."""
    lexicon, strategy, variant = engine()
    game = played(number)
    infers = SimulationStrategy(msgspec.structs.replace(PLAIN, infer=True), strategy)
    gains: list[float] = []
    for turn in range(2, len(game.turns)):
        recorded, last = game.position(turn), LastMove.before_turn(game, turn)
        without, opponents = game.turns[turn - 1].move, game.turns[turn].rack
        if not recorded.bag_count or without is None or opponents is None:
            break
        position = recorded.without_other_racks()
        generator = MoveGenerator(variant, lexicon, position.board)
        chosen, _ = simulated_move(infers, generator, position, move_seed(SEED, number, turn), last)
        if chosen == without:
            gains.append(0.0)
            continue
        setting = RolloutSetting.of(
            position, [chosen, without], strategy, plies=JUDGED_PLIES, seed=turn, opponent_rack=opponents
        )
        means = roll_out(setting, lexicon, 0, JUDGED_ITERATIONS).equities.mean(axis=0) / 1000
        gains.append(float(means[0] - means[1]))
    return gains


def shifts_of_game(number: int) -> list[Shift]:
    """Return the shifts of the best static moves' equities by inference and by the true rack."""
    lexicon, strategy, variant = engine()
    game = played(number)
    shifts: list[Shift] = []
    for turn in range(2, len(game.turns)):
        recorded, opponents = game.position(turn), game.turns[turn].rack
        if not recorded.bag_count or opponents is None:
            break
        position = recorded.without_other_racks()
        generator = MoveGenerator(variant, lexicon, position.board)
        best = strategy.best(generator, position.rack, position.bag_count, position.unseen, count=SHIFTED)
        inferred = infer_from_game(game, turn, lexicon, strategy)
        runs = []
        for seed, known in enumerate((None, None, inferred, inferred, opponents)):
            setting = RolloutSetting.of(position, best.moves, strategy, seed=seed, opponent_rack=known)
            equities = roll_out(setting, lexicon, 0, SHIFTED_ITERATIONS).equities.mean(axis=0) / 1000
            runs.append(equities - equities.mean())
        chosen, without = (runs[2] + runs[3]).argmax(), (runs[0] + runs[1]).argmax()
        shift, again, true = runs[2] - runs[0], runs[3] - runs[1], runs[4] - runs[1]
        gain = runs[4][chosen] - runs[4][without]
        shifts.append((float(shift @ again), float(shift @ true), float(gain)))
    return shifts


def with_error(values: Iterable[float]) -> str:
    listed = list(values)
    error = stdev(listed) / len(listed) ** 0.5
    return f"{mean(listed):+.3f} ± {error:.3f} (standard error), {len(listed):,} values"


def tell_bits(found: Iterator[list[Leave]]) -> None:
    leaves = [leave for game in found for leave in game]
    every = np.array([bits for _, bits in leaves])
    print("bits by temperature (rows) and minimum plausibility (columns)")
    print("          " + " ".join(f"{value:8}" for value in MIN_PLAUSIBILITIES))
    for temperature, row in zip(TEMPERATURES, every.mean(axis=0), strict=True):
        print(f"T = {temperature:4} " + " ".join(f"{value:8.3f}" for value in row))
    best = np.unravel_index(np.argmax(every.mean(axis=0)), every.shape[1:])
    print(f"best: T = {TEMPERATURES[best[0]]}, minimum plausibility {MIN_PLAUSIBILITIES[best[1]]}")
    print("there", with_error(every[:, best[0], best[1]].tolist()))
    for kept in KEPT:
        some = [float(bits[best]) for size, bits in leaves if size == kept]
        if len(some) > 1:
            print(f"{kept} kept", with_error(some))


def tell_decisions(found: Iterator[list[float]]) -> None:
    gains = [gain for game in found for gain in game]
    print("points a decision", with_error(gains))
    print(f"other choices: {100 * mean(gain != 0 for gain in gains):.1f} %")


def tell_shifts(found: Iterator[list[Shift]]) -> None:
    shifts = [shift for game in found for shift in game]
    inferred, common = np.array([both[:2] for both in shifts]).T
    slope = common.sum() / inferred.sum()
    error = float(np.sqrt(((common - slope * inferred) ** 2).sum()) / inferred.sum())
    print(f"of a shift by inference {slope:.2f} ± {error:.2f} is true; {len(shifts):,} positions")
    print(f"shifts: {np.sqrt(inferred.mean() / SHIFTED):.2f} points")
    print("points a decision", with_error(gain for _, _, gain in shifts))


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["bits", "decisions", "shifts"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.games)
    with ProcessPoolExecutor(options.workers) as pool:
        if options.what == "bits":
            tell_bits(pool.map(bits_of_game, numbers))
        elif options.what == "shifts":
            tell_shifts(pool.map(shifts_of_game, numbers))
        else:
            tell_decisions(pool.map(decisions_of_game, numbers))


if __name__ == "__main__":
    main()
