"""Measure what rollouts say of the moves of a pre-endgame: figures of docs/internals/preendgame.md.

    python bench/preendgame_rollouts.py --positions 60

Positions are those of `preendgames.py` with two tiles in the bag. Of each four moves are looked at: the play
that leaves a tile and wins most static rollouts, two others drawn at random that win more than 5 % of them,
and one of the 60 best static plays that empty the bag. What rollouts say of their wins is compared with a
search of each alone; where that has not settled the wins it has an error of its own.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from preendgames import SEED, WINS, describe_errors, positions

from movegen import Lexicon, Move, Position
from sims.analysis import simulate_ends
from sims.analysis.preendgame_search import leaving_tiles
from sims.analysis.simulated_ends import DEFAULT_BUDGET, FIRST_LOOK
from strategy import PositionAnalysis, SearchLimits, StaticStrategy, analyze_position, solve_preendgame

BAG = 2
BEST_STATIC = 60
LEAST_WIN = 0.05
LOOKS = {"static": FIRST_LOOK, "searched": DEFAULT_BUDGET}


class Error(NamedTuple):
    """By how much the wins of a move by rollouts are wrong, and the standard error that they claim."""

    found: float
    claimed: float


def picked_moves(analysis: PositionAnalysis, lexicon: Lexicon, strategy: StaticStrategy) -> list[Move]:
    """Return the moves of a position that are compared."""
    draw = random.Random(str(analysis.position))
    leaving = [move for move in leaving_tiles(analysis, None) if move.tiles_used]
    ends = simulate_ends(analysis, leaving, lexicon, strategy, budget=FIRST_LOOK)
    ranked = sorted(ends, key=lambda move: ends[move].win, reverse=True)
    others = [move for move in ranked[1:] if ends[move].win > LEAST_WIN]
    emptying = [move for move in analysis.candidates.moves[:BEST_STATIC] if len(move.tiles_used) >= BAG]
    return (
        ranked[:1] + draw.sample(others, min(2, len(others))) + draw.sample(emptying, min(1, len(emptying)))
    )


def compare(
    position: Position, nodes: int, lexicon: Lexicon, strategy: StaticStrategy
) -> Iterator[tuple[str, Error]]:
    """Yield the kind of the rollouts and of the move, and the error, for each picked move."""
    analysis = analyze_position(position, lexicon, strategy)
    moves = picked_moves(analysis, lexicon, strategy)
    ends = {
        name: simulate_ends(analysis, moves, lexicon, strategy, budget=budget)
        for name, budget in LOOKS.items()
    }
    for move in moves:
        limits = SearchLimits(nodes=nodes, memory=512)
        found = solve_preendgame(position, lexicon, moves=[move], options=WINS, limits=limits).best
        kind = "leave a tile" if len(move.tiles_used) < BAG else "empty the bag"
        for name in LOOKS:
            end = ends[name][move]
            yield f"{name}, {kind}", Error(end.win - found.win, end.win_error)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=150_000, help="of the search of each move")
    parser.add_argument("--seed", type=int, default=SEED, help="of the games")
    given = parser.parse_args()
    lexicon, strategy = Lexicon.load(), StaticStrategy.load("static")
    kinds: dict[str, list[Error]] = defaultdict(list)
    for position in positions(BAG, given.positions, lexicon, given.seed):
        for kind, error in compare(position, given.nodes, lexicon, strategy):
            kinds[kind].append(error)
    for kind, errors in sorted(kinds.items()):
        print(f"{kind}: {describe_errors(*zip(*errors, strict=True))}")


if __name__ == "__main__":
    main()
