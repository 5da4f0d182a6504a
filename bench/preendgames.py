"""Measure the pre-endgame search: the figures of docs/internals/preendgame.md.

    python bench/preendgames.py proofs --bag 1 --nodes 150000
    python bench/preendgames.py estimates --bag 2

Positions come from self-play of `static`, one of each game, with a spread below 60 points. `proofs` searches
all moves and prints the nodes, processor time, the best move and how many others may still be better.
`estimates` compares the estimates after one shallow search of each arrangement with the settled wins of the
same moves: four of the best and some others.
"""

import argparse
import time
from collections.abc import Iterator
from math import sqrt
from statistics import mean

from movegen import Lexicon, Move, Position
from sims import play_static_games
from strategy import PreendgameMove, PreendgameOptions, SearchLimits, StaticStrategy, solve_preendgame

MAX_SPREAD = 60
SEED = 77
RANKING_NODES, SETTLING_NODES = 40_000, 1_000_000
WINS = PreendgameOptions(spreads="none")


def positions(bag: int, count: int, lexicon: Lexicon) -> Iterator[Position]:
    """Yield positions as the player on turn knows them, the first suitable one of each game."""
    batch = play_static_games(
        [StaticStrategy.load("static")] * 2, lexicon, games=40 * count, seed=SEED, turns=True
    )
    found = 0
    for number in range(40 * count):
        game = batch.game(number)
        for turn in range(1, len(game.turns) + 1):
            position = game.position(turn)
            if position.bag_count != bag or abs(position.spread) >= MAX_SPREAD or position.scoreless_turns:
                continue
            yield position
            found += 1
            break
        if found == count:
            return


def show_proofs(bag: int, count: int, nodes: int, lexicon: Lexicon) -> None:
    """Print what is proven of all moves within so many nodes."""
    print("moves    nodes  seconds  proven  win %      best             may be better")
    proven = 0
    for position in positions(bag, count, lexicon):
        start = time.process_time()
        found = solve_preendgame(position, lexicon, options=WINS, limits=SearchLimits(nodes=nodes))
        best = found.best
        rivals = sum(each.most_win > best.least_win for each in found.moves if each is not best)
        error = "" if best.win_error is None else f"±{100 * best.win_error:.1f}"
        proven += found.is_proven
        print(
            f"{len(found.moves):5} {found.nodes:8,} {time.process_time() - start:8.1f}"
            f"  {'yes' if found.is_proven else 'no':6}  {100 * best.win:5.1f} {error:4} {best.move!s:18}"
            f"{0 if found.is_proven else rivals:4}",
            flush=True,
        )
    print(f"{proven} of {count} proven")


def settle(position: Position, move: Move, lexicon: Lexicon) -> PreendgameMove:
    options = PreendgameOptions(spreads="none", all_wins=True)
    limits = SearchLimits(nodes=SETTLING_NODES)
    return solve_preendgame(position, lexicon, moves=[move], options=options, limits=limits).moves[0]


def show_estimates(bag: int, count: int, lexicon: Lexicon) -> None:
    """Print the errors of estimated wins, and those that the search claims."""
    errors, claimed = [], []
    for position in positions(bag, count, lexicon):
        first = solve_preendgame(position, lexicon, options=WINS, limits=SearchLimits(nodes=RANKING_NODES))
        ranked = [each.move for each in first.moves if len(each.move.tiles_used) >= bag]
        chosen = ranked[:4] + ranked[4:40:9]
        cells = len(chosen) * max(len(each.outcomes) for each in first.moves)
        limits = SearchLimits(nodes=cells)
        shallow = solve_preendgame(position, lexicon, moves=chosen, options=WINS, limits=limits)
        for estimate in shallow.moves:
            settled = settle(position, estimate.move, lexicon)
            if settled.is_settled and estimate.win_error is not None:
                errors.append(estimate.win - settled.win)
                claimed.append(estimate.win_error)
    squares, claims = mean(error**2 for error in errors), mean(each**2 for each in claimed)
    print(
        f"{len(errors)} moves: mean {mean(errors):+.3f}, mean error {mean(map(abs, errors)):.3f}, "
        f"root mean square {sqrt(squares):.3f}, claimed {sqrt(claims):.3f}, within "
        f"two of them {mean(abs(error) <= 2 * each for error, each in zip(errors, claimed, strict=True)):.0%}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("measurement", choices=["proofs", "estimates"])
    parser.add_argument("--bag", type=int, default=1)
    parser.add_argument("--positions", type=int, default=14)
    parser.add_argument("--nodes", type=int, default=150_000)
    given = parser.parse_args()
    lexicon = Lexicon.load()
    if given.measurement == "proofs":
        show_proofs(given.bag, given.positions, given.nodes, lexicon)
    else:
        show_estimates(given.bag, given.positions, lexicon)


if __name__ == "__main__":
    main()
