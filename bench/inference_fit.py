"""Fit the likelihood of moves in inferences by maximum likelihood: a table of docs/internals/inference.md.

    jackdaw pit sim_2ply sim_2ply --games 2000 --seed 1717 --log games.csv
    python bench/inference_fit.py games.csv --plays 2000

Each play of the log that kept tiles, with tiles in the bag, is explained with each leave that the player may
have kept. The figures are bits: how much likelier the leave truly kept is by inference than when dealt at
random (log2, mean). A model's parameters are fitted to half of the games for each range of tiles in the bag;
its bits are those of the other half, in turn. `--save FILE` keeps the losses of all plays, `--load FILE` fits
such a file again.
"""

import argparse
import csv
import pickle
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from movegen import Game, Lexicon, MoveKind, Rack, Variant
from movegen.board import MoveList
from strategy import LastMove, StaticStrategy, load_strategy
from strategy.inference.inference import equities_lost
from strategy.inference.possible_leaves import PossibleLeaves, RackDraw
from strategy.leaves import MILLI, count_ways
from strategy.native import core
from strategy.players import core_strategy
from strategy.winprob import UTILITY, WinTable

SAMPLES = 4000
BAGS = ((46, 100), (29, 45), (11, 28), (2, 10), (1, 1))
"""Ranges of tiles in the bag before the inferring player's move."""
MINIMA = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03)
SMALLEST = 1e-5

Floats = npt.NDArray[np.float64]


class Play(NamedTuple):
    """A play and the leaves that may have been kept; the last one was.

    Attributes
    ----------
    game, bag, unseen: the number of the game; tiles in the bag and unseen by the opponent after the play.
    spread: lead of the player before the move, in points.
    chances: probability of each leave when dealt, divided by the ways to make the move; 0 for the last.
    ways:   those ways for the last.
    made:   static equity of the move with each leave, in points.
    lost:   equity lost against the best move with each leave, in points.
    """

    game: int
    bag: int
    unseen: int
    kept: int
    spread: int
    chances: Floats
    total: float
    ways: float
    made: Floats
    lost: Floats


def read_games(path: Path) -> Iterator[tuple[int, Game]]:
    """Yield the games of a log of `jackdaw pit` with their numbers."""
    with path.open(encoding="utf-8", newline="") as lines:
        for number, rows in groupby(csv.DictReader(lines), key=lambda row: row["game"]):
            game = Game.new(Variant.standard(), ["Ann", "Ben"])
            for row in rows:
                game.record_move(row["move"], row["rack"])
            yield int(number), game


def read_plays(
    number: int,
    game: Game,
    lexicon: Lexicon,
    strategy: StaticStrategy,
    chosen: np.random.Generator,
    share: float,
) -> Iterator[Play]:
    """Yield a share of the plays of a game that kept tiles, with tiles in the bag."""
    none = Rack.empty(game.variant.tiles)
    for turn in range(2, len(game.turns) + 1):
        position, last = game.position(turn), LastMove.before_turn(game, turn)
        rack = game.turns[turn - 2].rack
        if not position.bag_count:
            return
        if (
            last is None
            or rack is None
            or last.move.kind is not MoveKind.PLAY
            or rack == last.move.tiles_used
        ):
            continue
        if chosen.random() > share:
            continue
        used = last.move.tiles_used.array
        leaves = PossibleLeaves.enumerate_or_sample(
            RackDraw.since(position, last, none), SAMPLES, SAMPLES, np.random.Philox(key=number)
        )
        kept = np.concatenate([leaves.leaves, (rack.array - used)[np.newaxis]])
        ways = count_ways(kept + used, kept)
        lost = equities_lost(position, last, lexicon, strategy, kept + used, kept)
        alone = MoveList.from_moves([last.move], last.board, last.move.tiles_used)
        in_bag = position.bag_count + len(last.move.tiles_used)
        worth = int(strategy.rank(alone, in_bag, position.unseen).equities[0])
        made = core.value_leaves(core_strategy(strategy, position.variant), kept).astype(np.float64) + worth
        yield Play(
            number,
            position.bag_count,
            len(position.unseen),
            int(kept[-1].sum()),
            -position.spread - last.move.score,
            np.append(leaves.priors, 0) / ways,
            float(leaves.priors.sum()),
            float(ways[-1]),
            made / MILLI,
            lost / MILLI,
        )


def in_points(play: Play) -> Floats:
    """Return the losses in points."""
    return play.lost


def _chance(play: Play, equities: Floats) -> Floats:
    """Return the player's chance to win after moves of these equities."""
    leads = np.rint(play.spread + equities).astype(np.int64)
    return 1 - WinTable.load().win_probability(-leads, play.unseen)


def _log_odds(values: Floats) -> Floats:
    within = np.clip(values, SMALLEST, 1 - SMALLEST)
    return np.asarray(np.log(within / (1 - within)))


def in_log_odds(play: Play) -> Floats:
    """Return the losses in log-odds of winning."""
    return _log_odds(_chance(play, play.made + play.lost)) - _log_odds(_chance(play, play.made))


def _utility(play: Play, equities: Floats) -> Floats:
    spread = 1 / (1 + np.exp(-(play.spread + equities) / UTILITY.scale))
    return np.asarray((1 - UTILITY.share) * _chance(play, equities) + UTILITY.share * spread)


def in_utility(play: Play) -> Floats:
    """Return the losses of utility, in percentage points."""
    return 100 * (_utility(play, play.made + play.lost) - _utility(play, play.made))


def in_utility_odds(play: Play) -> Floats:
    """Return the losses in log-odds of utility."""
    return _log_odds(_utility(play, play.made + play.lost)) - _log_odds(_utility(play, play.made))


MODELS: dict[str, tuple[Callable[[Play], Floats], tuple[float, ...]]] = {
    "points": (in_points, (0.7, 1, 1.4, 2, 2.5, 3, 4, 5.6, 8)),
    "log-odds of wins": (
        in_log_odds,
        (0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16, 0.24, 0.32, 0.48, 0.64, 0.9),
    ),
    "utility": (in_utility, (0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 1.6, 2.4, 3.2, 4.8, 6.4)),
    "log-odds of utility": (
        in_utility_odds,
        (0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16, 0.24, 0.32, 0.5),
    ),
}


def bits(play: Play, losses: Floats, temperature: float) -> Floats:
    """Return the bits of a play for each minimum plausibility."""
    likely = np.exp(-losses / temperature)
    means = (play.chances @ likely + np.array(MINIMA) * play.chances.sum()) / play.total
    return np.asarray(np.log2((likely[-1] + np.array(MINIMA)) / play.ways / means))


def fit(name: str, plays: list[Play]) -> None:
    """Print the fit of a model: its parameters for each range, and the bits of the games left out."""
    loss, temperatures = MODELS[name]
    table = np.empty((len(plays), len(temperatures), len(MINIMA)))
    for row, play in enumerate(plays):
        losses = loss(play)
        for column, temperature in enumerate(temperatures):
            table[row, column] = bits(play, losses, temperature)
    half = np.array([play.game // 2 % 2 for play in plays])
    bags = np.array([play.bag for play in plays])
    everywhere = np.empty(len(plays))
    ranged = np.empty(len(plays))
    for part in (0, 1):
        other, mine = half != part, half == part
        best = table[other].mean(axis=0).argmax()
        everywhere[mine] = table[mine].reshape(mine.sum(), -1)[:, best]
        for low, high in BAGS:
            here = (bags >= low) & (bags <= high)
            if (here & other).any() and (here & mine).any():
                best = table[here & other].mean(axis=0).argmax()
                ranged[here & mine] = table[here & mine].reshape((here & mine).sum(), -1)[:, best]
    error = ranged.std() / len(plays) ** 0.5
    one, several = everywhere.mean(), ranged.mean()
    print(f"{name}: {one:.3f} bits with one temperature, {several:.3f} +- {error:.3f} with several")
    for low, high in BAGS:
        here = (bags >= low) & (bags <= high)
        if here.any():
            means = table[here].mean(axis=0)
            row, column = np.unravel_index(means.argmax(), means.shape)
            print(
                f"  {low:3} to {high:3} in the bag: T = {temperatures[row]}, minimum {MINIMA[column]}, "
                f"{means.max():.3f} bits ({ranged[here].mean():.3f} left out), {here.sum():,} plays"
            )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", nargs="*", type=Path, help="CSV files of `jackdaw pit --log`")
    parser.add_argument("--plays", type=int, default=2000)
    parser.add_argument("--share", type=float, default=0.3, help="of the plays of each game")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--load", type=Path)
    options = parser.parse_args()
    plays: list[Play] = []
    if options.load:
        plays = pickle.loads(options.load.read_bytes())
    lexicon, strategy, chosen = Lexicon.load(), load_strategy("static"), np.random.default_rng(1)
    assert isinstance(strategy, StaticStrategy)
    for number, game in (each for path in options.log for each in read_games(path)):
        if len(plays) >= options.plays:
            break
        plays += read_plays(number, game, lexicon, strategy, chosen, options.share)
    if options.save:
        options.save.write_bytes(pickle.dumps(plays))
    for name in MODELS:
        fit(name, plays)


if __name__ == "__main__":
    main()
