"""Check the errors that simulations state: the tables of docs/internals/simulation.md.

    python bench/simulation_checks.py coverage --runs 500 --positions 5
    python bench/simulation_checks.py stopping --runs 50 --positions 10
    python bench/simulation_checks.py pairing --positions 50
    python bench/simulation_checks.py workers --limit 30000

Positions come from self-play, by the seed. The truth is estimated by many more iterations.

coverage: how often the 95 % intervals of runs of 500 iterations contain the truth: of each candidate's mean,
          and of the differences of each two; of equity, and of the chance to win.
stopping: the loss of the move chosen by a simulation that stopped at 99 % confidence.
pairing:  the share of the iterations of independent rollouts that the difference of the two leaders needs.
workers:  the speed-up by two worker processes, the shortest of five times each; and the processor time of the
          process that adds up their results, which they cannot share.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen import Lexicon, Position
from sims import RolloutSetting, play_static_games, roll_out, simulate
from sims.simulation import RolloutWorkers, SimulationPlan, Stop, win_model_for
from sims.simulation.paired_sums import PairedSums
from sims.simulation.win_model import win_chances
from sims.workers.executors import local_processes
from strategy import StaticStrategy

PLAYER = StaticStrategy.load("static")
ITERATIONS = 500
ERRORS = 1.959964  # of a normal distribution, on either side of 95 %
SECOND_LOOK = 3.0  # points: candidates this close after a first run may still be the best
CHUNK = 2000
Values = npt.NDArray[Any]


def positions(lexicon: Lexicon, count: int, seed: int) -> Iterator[Position]:
    """Yield positions with tiles in the bag, one of each game; the opponent's rack is unknown."""
    played = play_static_games([PLAYER] * 2, lexicon, seed=seed, games=count, turns=True)
    chance = np.random.default_rng(seed)
    for number in range(count):
        game = played.game(number)
        turns = [turn for turn in range(1, len(game.turns) + 1) if game.position(turn).bag_count]
        known = game.position(int(chance.choice(turns)))
        racks = tuple(known.rack if player == known.on_turn else None for player in range(2))
        yield Position(known.variant, known.board, racks, known.scores, known.on_turn, known.scoreless_turns)


def setting_of(position: Position, lexicon: Lexicon, candidates: int, seed: int) -> RolloutSetting:
    """Return the setting of a rollout of the best static moves by two plies."""
    moves = PLAYER.candidates(position, lexicon)[:candidates].moves
    return RolloutSetting.of(position, moves, PLAYER, seed=seed)


def roll(
    setting: RolloutSetting, lexicon: Lexicon, first: int, iterations: int, places: list[int] | None = None
) -> dict[str, Values]:
    """Return equities in milli-points and chances in millionths, of shape (iterations, candidates)."""
    batch = roll_out(setting, lexicon, first, iterations, candidates=places)
    position = setting.position
    spread = position.spread
    chances = win_chances(win_model_for(position.variant), batch.rollouts, batch.equities, spread)
    return {"equity": batch.equities, "win": chances}


def long_run(
    setting: RolloutSetting, lexicon: Lexicon, iterations: int, places: list[int]
) -> dict[str, Values]:
    """Return the means of these candidates, from iterations with a seed of their own."""
    sums: dict[str, Values] = {}
    for at in range(0, iterations, CHUNK):
        for what, values in roll(setting, lexicon, at, min(CHUNK, iterations - at), places).items():
            sums[what] = sums.get(what, 0) + values.sum(axis=0)
    return {what: total / iterations for what, total in sums.items()}


def covered(values: Values, truth: Values) -> tuple[list[bool], list[bool]]:
    """Check the intervals of a run: of means, and of paired differences."""
    places = range(values.shape[1])
    sums = PairedSums(len(places))
    sums.add(values, places)
    means = [abs(sums.mean(place) - truth[place]) <= ERRORS * sums.standard_error(place) for place in places]
    differences = [
        abs(sums.difference(a, b) - (truth[a] - truth[b])) <= ERRORS * sums.difference_error(a, b)
        for a, b in combinations(places, 2)
    ]
    return means, differences


def coverage(lexicon: Lexicon, options: argparse.Namespace) -> None:
    """Count how often the intervals of runs contain the long-run values."""
    print(f"{options.runs} runs of {ITERATIONS} iterations; the truth from {options.long:,}")
    print("| position | unseen | mean equity | paired difference | mean win % | paired difference |")
    print("|---|---|---|---|---|---|")
    everything: list[list[float]] = []
    for number, position in enumerate(positions(lexicon, options.positions, options.seed), start=1):
        places = list(range(options.candidates))
        truth = long_run(
            setting_of(position, lexicon, options.candidates, 1 << 40), lexicon, options.long, places
        )
        counts: dict[str, list[tuple[list[bool], list[bool]]]] = {"equity": [], "win": []}
        for run in range(options.runs):
            setting = setting_of(position, lexicon, options.candidates, run)
            for what, values in roll(setting, lexicon, 0, ITERATIONS).items():
                counts[what].append(covered(values, truth[what]))
        row = [
            100 * float(np.mean([run[kind] for run in counts[what]])) for what in counts for kind in (0, 1)
        ]
        everything.append(row)
        cells = " | ".join(f"{share:.1f}" for share in row)
        print(f"| {number} | {len(position.unseen)} | {cells} |", flush=True)
    print(f"| all | | {' | '.join(f'{share:.1f}' for share in np.mean(everything, axis=0))} |")


def stopping(lexicon: Lexicon, options: argparse.Namespace) -> None:
    """Measure the loss of the moves that simulations choose, against the best of the long run."""
    print(f"{options.runs} simulations a position, 99 % and {options.limit:,} iterations at most")
    print("| position | unseen | median iterations | stopped when confident | max points lost | within 0.5 |")
    print("|---|---|---|---|---|---|")
    losses: list[float] = []
    reasons: Counter[Stop | None] = Counter()
    held = intervals = 0
    for number, position in enumerate(positions(lexicon, options.positions, options.seed), start=1):
        setting = setting_of(position, lexicon, options.candidates, 1 << 40)
        means = long_run(setting, lexicon, options.long // 10, list(range(len(setting.records))))["equity"]
        near = np.flatnonzero(means >= means.max() - SECOND_LOOK * 1000).tolist()
        means[near] = long_run(setting, lexicon, options.long, near)["equity"]
        truth = {str(move): float(value) / 1000 for move, value in zip(setting.moves, means, strict=True)}
        best, found = max(truth.values()), []
        for run in range(options.runs):
            simulation = simulate(
                position,
                setting.moves,
                lexicon,
                SimulationPlan(iterations=options.limit, seed=run),
                strategy=PLAYER,
            )
            reasons[simulation.stopped] += 1
            leader = truth[str(simulation.best.move)]
            for move in simulation.moves[1:]:
                intervals += 1
                held += move.interval[0] <= truth[str(move.move)] - leader <= move.interval[1]
            found.append((best - leader, simulation.iterations, simulation.stopped is Stop.CONFIDENCE))
        lost, counts, sure = zip(*found, strict=True)
        losses += lost
        good = np.mean(np.array(lost) <= 0.5)
        cells = f"{median(counts):,.0f} | {np.mean(sure):.0%} | {max(lost):.2f} | {good:.1%}"
        print(f"| {number} | {len(position.unseen)} | {cells} |", flush=True)
    print(f"| all | | | | {max(losses):.2f} | {np.mean(np.array(losses) <= 0.5):.1%} |")
    told = ", ".join(f"{reason}: {count}" for reason, count in reasons.items())
    print(f"mean loss {mean(losses):.3f} points; {told}")
    print(f"intervals to the leader that hold: {held / intervals:.2%}")


def pairing(lexicon: Lexicon, options: argparse.Namespace) -> None:
    """Compare the variance of the difference of the two leaders with that of independent rollouts."""
    shares, variances = [], []
    for position in positions(lexicon, options.positions, options.seed):
        leaders = simulate(
            position,
            PLAYER.candidates(position, lexicon)[:10].moves,
            lexicon,
            SimulationPlan(seed=1, iterations=1000, confidence=0.9),
            strategy=PLAYER,
        ).moves[:2]
        if len(leaders) < 2:
            continue
        setting = RolloutSetting.of(position, [leader.move for leader in leaders], PLAYER)
        first, second = roll_out(setting, lexicon, 0, 2000).equities.T / 1000
        variances.append((float(np.var(first - second)), float(np.var(first) + np.var(second))))
        shares.append(variances[-1][0] / variances[-1][1])
    paired, independent = (mean(column) for column in zip(*variances, strict=True))
    third = mean(share <= 1 / 3 for share in shares)
    print(f"iterations needed, as a part of those of independent rollouts, {len(shares)} positions:")
    print(f"mean {mean(shares):.2f}, median {median(shares):.2f}, by all variances together")
    print(f"{paired / independent:.2f}; at most a third in {third:.0%} of the positions")


def workers(lexicon: Lexicon, options: argparse.Namespace) -> None:
    """Time simulations without workers and with two, by turns."""
    position = next(positions(lexicon, 1, options.seed))
    moves = PLAYER.candidates(position, lexicon)[: options.candidates].moves
    seconds: dict[int, list[float]] = {1: [], 2: []}
    counting = []
    with local_processes(2) as two:
        for turn in range(6):
            for count, executor in ((1, None), (2, two.executor)):
                begun, counted = perf_counter(), process_time()
                simulate(
                    position,
                    moves,
                    lexicon,
                    # the first round starts the workers
                    SimulationPlan(iterations=options.limit if turn else 128, confidence=None),
                    strategy=PLAYER,
                    executor=executor and RolloutWorkers(executor, options.lexicon),
                )
                if turn:
                    seconds[count].append(perf_counter() - begun)
                    if executor:
                        counting.append(process_time() - counted)
    best = {count: min(times) for count, times in seconds.items()}
    print(f"{options.limit:,} iterations, {len(moves)} candidates:", end=" ")
    print(f"one process {best[1]:.2f} s, two workers {best[2]:.2f} s;")
    print(f"{best[1] / best[2]:.2f} times as fast; of it counting {mean(counting):.2f} s")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["coverage", "stopping", "pairing", "workers"])
    parser.add_argument("--lexicon", help="name or file; default: the one included")
    parser.add_argument("--positions", type=int, default=5)
    parser.add_argument("--candidates", type=int, help="5; stopping and workers 15")
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--long", type=int, default=200_000, help="iterations for the truth")
    parser.add_argument("--limit", type=int, default=10_000, help="limit of iterations of a simulation")
    parser.add_argument("--seed", type=int, default=31, help="selects the positions")
    options = parser.parse_args()
    options.candidates = options.candidates or (15 if options.what in ("stopping", "workers") else 5)
    begun = process_time()
    checks = {"coverage": coverage, "stopping": stopping, "pairing": pairing, "workers": workers}
    checks[options.what](Lexicon.load(options.lexicon), options)
    print(f"{process_time() - begun:,.0f} s of processor time")


if __name__ == "__main__":
    main()
