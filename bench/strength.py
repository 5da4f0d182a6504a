"""How much stronger each static strategy is than the one before: the table of docs/strength.md.

    python bench/strength.py --pairs 10000 --workers 2

Paired games: each order of the tiles is played twice, with seats swapped, so that luck with them cancels. What is
told of a match is the share of games won (draws half) and of pairs won (both games together, by the sum of the
spreads), with the probability that a difference so large comes of chance alone, by the normal
distribution of the mean over pairs.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import norm

from movegen import Lexicon
from sims import play_static_games
from strategy import load_strategy

CHAIN = ["greedy", "rackh1", "rackh2", "rackh3", "static"]
MATCHES = [*zip(CHAIN[1:], CHAIN, strict=False), ("static", "greedy"), ("rackh3", "greedy")]
BATCH = 500  # pairs


@dataclass(frozen=True)
class Match:
    """Pairs of games: arrays of (pairs, game of the pair), from the view of the first strategy."""

    spreads: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]  # (pairs, game, strategy), as bingos
    bingos: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]


def play_batch(task: tuple[str, str, str | None, int, int, int]) -> Match:
    """The pairs of a batch."""
    one, other, lexicon, seed, first, pairs = task
    players = [load_strategy(one), load_strategy(other)]
    parts = []
    for order in ((0, 1), (1, 0)):
        seated = [players[place] for place in order]
        games = play_static_games(seated, Lexicon.load(lexicon), seed=seed, first=first, games=pairs).games
        parts.append((games["scores"][:, order], games["bingos"][:, order], games["turns"]))
    scores, bingos, turns = (np.stack(column, axis=1).astype(np.int64) for column in zip(*parts, strict=True))
    return Match(scores[:, :, 0] - scores[:, :, 1], scores, bingos, turns)


def told(one: str, other: str, match: Match) -> str:
    """A row of the table."""
    pairs = len(match.spreads)
    won = ((np.sign(match.spreads) + 1) / 2).mean(axis=1)
    error = won.std(ddof=1) / pairs**0.5
    chance = 2 * norm.sf(abs(won.mean() - 0.5) / error)
    spread = match.spreads.mean(axis=1)
    pair_wins = (np.sign(match.spreads.sum(axis=1)) + 1) / 2
    score, bingos = match.scores.mean(axis=(0, 1)), match.bingos.mean(axis=(0, 1))
    return (
        f"| {one} | {other} | {2 * pairs:,} | {100 * won.mean():.1f} ± {196 * error:.1f} % | {100 * pair_wins.mean():.1f} % | "
        f"{'< 1e-15' if chance < 1e-15 else f'{chance:.0e}'} | "
        f"{spread.mean():+.1f} ± {1.96 * spread.std(ddof=1) / pairs**0.5:.1f} | {score[0]:.1f} - {score[1]:.1f} | "
        f"{bingos[0]:.2f} - {bingos[1]:.2f} | {match.turns.mean():.1f} |"
    )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lexicon", help="name or file; the lexicon inside if not given")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--match", nargs=2, metavar="STRATEGY", help="this match alone, by names or files")
    options = parser.parse_args()
    print("| | against | games | won | pairs won | p | spread | points | bingos | turns |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(options.workers) as pool:
        for one, other in [tuple(options.match)] if options.match else MATCHES:
            tasks = [
                (one, other, options.lexicon, options.seed, first, min(BATCH, options.pairs - first))
                for first in range(0, options.pairs, BATCH)
            ]
            parts = list(pool.map(play_batch, tasks))
            fields = (
                np.concatenate([getattr(part, name) for part in parts]) for name in Match.__annotations__
            )
            print(told(one, other, Match(*fields)), flush=True)
        selves = [(name, name, options.lexicon, options.seed, 0, BATCH) for name in CHAIN]
        for name, match in zip(CHAIN, pool.map(play_batch, selves), strict=True):
            print(
                f"{name} against itself: {match.scores[:, 0].mean():.1f} points a player "
                f"(sd {match.scores[:, 0].std():.0f}), {match.bingos[:, 0].mean():.2f} bingos, "
                f"{match.turns[:, 0].mean():.1f} turns"
            )


if __name__ == "__main__":
    main()
