"""Measure how good replies with one tile in the bag are: tables of docs/internals/strength.md.

    python bench/compared_replies.py replies --positions 80 --workers 2
    python bench/compared_replies.py rollouts --positions 60 --workers 2

`replies` takes positions of self-play with one tile in the bag. Players of rollouts make the best static move
there, or the best of several. A pre-endgame search of all arrangements tells how many wins each reply loses
against the best move known.

`rollouts` takes positions with 3 to 7 tiles in the bag. Quick rollouts choose a move of those that leave no
tile, one, two, and more. Each is rolled out with static and with compared replies, and played out by the
player of `bench/played_out.py --replies 8`; the table shows by how much the rollouts exceed the games won.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from multiprocessing import get_context

import numpy as np
from played_out import Choice, Player

from movegen import Lexicon, Move, MoveKind, Position, Rack
from sims import RolloutSetting, play_static_games, roll_out
from sims.simulation import COMPARED_MOVES, SimulationPlan, screen, simulate
from strategy.endgame import PreendgameOptions, solve_preendgame
from strategy.players import StaticStrategy
from strategy.search_control import SearchLimits

COUNTS = (None, 4, 6, 8, 12, 30)  # of moves that are compared; None for static replies
ITERATIONS = 600
GAMES = 24
MOST_LEFT = 3  # tiles left in the bag that the table tells apart; more count as these
Turns = list[tuple[str, str]]  # move and rack


@cache
def _tools() -> tuple[Lexicon, StaticStrategy, Player]:
    lexicon = Lexicon.load()
    return lexicon, StaticStrategy.load("static"), Player(lexicon, replies=8)


def find_positions(bags: range, count: int, most_apart: int, seed: int) -> Iterator[tuple[Position, Turns]]:
    """Yield the first such position of each game of self-play, and the turns before it."""
    lexicon, strategy, _ = _tools()
    games = play_static_games([strategy] * 2, lexicon, games=12 * count, seed=seed, turns=True)
    found = 0
    for game in map(games.game, range(12 * count)):
        for turn in range(1, len(game.turns) + 1):
            position = game.position(turn)
            if position.bag_count in bags and abs(position.spread) < most_apart:
                yield position, [(str(each.move), str(each.rack)) for each in game.turns[: turn - 1]]
                found += 1
                break
        if found == count:
            return


def reply_of(position: Position, compared: int | None) -> Move:
    """Return the move of the player on turn in a rollout, after a pass by the opponent.

    Of moves with the same score and squares it is the first by static equity.
    """
    lexicon, strategy, _ = _tools()
    theirs = Rack.from_tiles(position.variant.tiles, bytes(list(position.unseen)[1:]))
    racks = (None, theirs) if position.on_turn == 0 else (theirs, None)
    before = replace(position, racks=racks, on_turn=1 - position.on_turn)
    passing = [move for move in before.moves(lexicon) if move.kind is MoveKind.PASS]
    setting = RolloutSetting.of(before, passing, strategy, plies=1, opponent_rack=position.rack)
    rolled = roll_out(setting.comparing(compared), lexicon, 0, 1)
    score, squares = -rolled.rollouts["spread"][0, 0], rolled.covered[0] > 0

    def laid(move: Move) -> bool:
        after = position.after(move).board.squares if move.kind is MoveKind.PLAY else position.board.squares
        return np.array_equal(after != position.board.squares, squares)

    moves = strategy.candidates(position, lexicon).moves
    return next(move for move in moves if move.score == score and laid(move))


def judge_replies(task: tuple[Position, Turns]) -> list[float]:
    """Return the wins that each reply loses against the best one known."""
    position, _ = task
    lexicon = _tools()[0]
    replies = [reply_of(position, count) for count in COUNTS]
    limits = SearchLimits(nodes=60_000, workers=1)
    known = [each.move for each in solve_preendgame(position, lexicon, limits=limits).moves[:3]]
    found = solve_preendgame(
        position,
        lexicon,
        moves=list(dict.fromkeys(replies + known)),
        options=PreendgameOptions(all_wins=True, spreads="none"),
        limits=SearchLimits(nodes=300_000, workers=1),
    )
    wins = {each.move: each.win for each in found.moves}
    return [max(wins.values()) - wins[reply] for reply in replies]


def judge_rollouts(task: tuple[Position, Turns]) -> dict[int, list[float]]:
    """Return the wins of moves that leave so many tiles: in both kinds of rollouts, and played out."""
    position, turns = task
    lexicon, strategy, player = _tools()
    plan = replace(SimulationPlan(candidates=30, seed=7).with_few_tiles(), iterations=ITERATIONS)
    moves: dict[int, Move] = {}
    static = strategy.candidates(position, lexicon).moves[:100]
    for move in screen(position, list(static), lexicon, plan, strategy=strategy):
        if move.kind is MoveKind.PLAY:
            moves.setdefault(max(0, min(MOST_LEFT, position.bag_count - len(move.tiles_used))), move)
    found: dict[int, list[float]] = {left: [] for left in moves}
    for compared in (None, COMPARED_MOVES):
        rolled = replace(plan, compared_moves=compared, confidence=None, seed=99)
        simulated = simulate(position, list(moves.values()), lexicon, rolled, strategy=strategy).moves
        wins = {each.move: each.win for each in simulated}
        for left, move in moves.items():
            found[left].append(wins[move])
    choice = Choice(0, "", turns, str(position.rack), position.bag_count, ("", ""))
    for left, move in moves.items():
        spreads = [
            player.final_spread(choice, str(move), _shuffled(position, seed), seed) for seed in range(GAMES)
        ]
        found[left].append(float(((1 + np.sign(spreads)) / 2).mean()))
    return found


def _shuffled(position: Position, seed: int) -> list[int]:
    shuffled: list[int] = np.random.default_rng(seed).permutation(list(position.unseen)).tolist()
    return shuffled


def show_replies(judged: list[list[float]]) -> None:
    """Print the table of replies."""
    lost = 100 * np.array(judged)
    print("| compared | wins lost | gained on static |\n|---|---|---|")
    for index, count in enumerate(COUNTS):
        gained = lost[:, 0] - lost[:, index]
        print(f"| {count or 'none'} | {_mean(lost[:, index])} | {_mean(gained) if index else ''} |")


def show_rollouts(judged: list[dict[int, list[float]]]) -> None:
    """Print the table of rollouts."""
    rows: dict[int, list[list[float]]] = defaultdict(list)
    for each in judged:
        for left, wins in each.items():
            rows[left].append(wins)
    print("| left in the bag | moves | static replies | compared replies |\n|---|---|---|---|")
    for left, values in sorted(rows.items()):
        static, compared, played = 100 * np.array(values).T
        print(f"| {left} | {len(values)} | {_mean(static - played)} | {_mean(compared - played)} |")


def _mean(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    return f"{values.mean():+.1f} ± {values.std() / np.sqrt(len(values)):.1f} %"


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=("replies", "rollouts"))
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=31, help="of the games of self-play")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    is_replies = options.table == "replies"
    bags, apart = (range(1, 2), 50) if is_replies else (range(3, 8), 60)
    tasks = list(find_positions(bags, options.positions, apart, options.seed))
    with get_context("spawn").Pool(options.workers) as pool:
        if is_replies:
            show_replies(pool.map(judge_replies, tasks, chunksize=1))
        else:
            show_rollouts(pool.map(judge_rollouts, tasks, chunksize=1))


if __name__ == "__main__":
    main()
