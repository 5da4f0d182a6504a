#!/usr/bin/env python3
"""Make the positions that the move generator is tested on, with the plays that a slow oracle finds there.

Usage: ``python tools/make_reference_positions.py [--output FILE.jsonl] [--positions N]``

Games are played by the engine, one of the best few plays each turn, and a position is taken from each, from
the empty board to the last tiles. What is legal there, and for how many points, is worked out by the oracle
in ``tests/support/move_oracle.py``, which tries every word of the lexicon inside at every place and shares
nothing with the engine's generator. Equal code and lexicon give an equal file. A line is a JSON object:

- ``cgp``, ``lexicon``, ``tiles_in_bag``
- ``plays``: how many legal plays; a play of one tile counts once, plays that differ in what a blank stands
  for count each, and on the empty board only those across do; ``sum_of_scores``: of all of them, in points
- ``scores``: pairs [score, how many plays], the 40 highest scores; ``top``: the eight highest plays
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests" / "support")]

from move_oracle import MoveOracle, Play  # noqa: E402

from movegen import Board, Direction, Lexicon, Move, MoveGenerator, MoveKind, Position, Rack, Variant  # noqa: E402
from movegen.board import normalize_play  # noqa: E402

OUTPUT = REPOSITORY / "tests" / "data" / "positions.jsonl"
SCORES_LISTED = 40
PLAYS_LISTED = 8
BEST_FEW = 4  # the player's choice: varied games, sensible boards


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--output", type=Path, default=OUTPUT, help="the file to write (default: %(default)s)"
    )
    parser.add_argument("--positions", type=int, default=30, help="how many (default: %(default)s)")
    arguments = parser.parse_args()
    variant, lexicon = Variant.standard(), Lexicon.load()
    oracle = MoveOracle(variant, (variant.tiles.parse_word(word) for word in lexicon))
    lines = []
    for number, position in enumerate(varied_positions(variant, lexicon, arguments.positions), start=1):
        line = {"cgp": position.cgp(), "lexicon": lexicon.name, "tiles_in_bag": position.bag_count}
        line |= findings(position, oracle)
        lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        print(
            f"{number:3}  {position.rack!s:8} {position.bag_count:3} in the bag {line['plays']:7,} plays",
            flush=True,
        )
    arguments.output.write_text("".join(lines), encoding="utf-8")


def varied_positions(variant: Variant, lexicon: Lexicon, count: int) -> Iterator[Position]:
    """One position a game: the first two of the empty board, the last with few tiles, the others between.

    Every third has a blank on the rack, and one has both.
    """
    for number in range(count):
        laid = (
            100 * max(0, number - 1) // (count - 1)
        )  # the position is taken when so many tiles lie on the board
        blanks = 2 if number == 2 * count // 3 else int(number % 3 == 1)
        yield next(
            position
            for seed in range(1000 * number, 1000 * (number + 1))
            for position in game(variant, lexicon, random.Random(seed))
            if sum(position.board.tile_counts) >= laid
            and position.rack.counts[0] == blanks
            and (laid == 0) == position.board.is_empty
        )


def game(variant: Variant, lexicon: Lexicon, chance: random.Random) -> Iterator[Position]:
    """The positions of a two-player game without exchanges; both racks are given once the bag is empty."""
    bag = [tile for tile, number in enumerate(variant.tiles.counts) for _ in range(number)]
    chance.shuffle(bag)
    size = variant.rules.rack_size
    racks = [[bag.pop() for _ in range(size)] for _ in range(2)]
    scores = [0, 0]
    generator = MoveGenerator(variant, lexicon)
    while all(racks):
        mine, theirs = (Rack.from_tiles(variant.tiles, rack) for rack in racks)
        known = (mine, None if bag else theirs)
        yield Position(variant, generator.board, known, (scores[0], scores[1]), lexicon_name=lexicon.name)
        plays = [move for move in generator.moves(mine, 0)[:BEST_FEW] if move.kind is MoveKind.PLAY]
        if not plays:
            return
        move = chance.choice(plays)
        generator.play(move)
        left = list(mine - move.tiles_used)
        while bag and len(left) < size:
            left.append(bag.pop())
        racks = [racks[1], left]
        scores = [scores[1], scores[0] + move.score]


def findings(position: Position, oracle: MoveOracle) -> dict[str, object]:
    """Describe a position with the oracle's plays."""
    plays = oracle.plays(position.board.squares.tolist(), position.rack.counts)
    if position.board.is_empty and position.variant.layout.is_symmetric:
        plays = {play: score for play, score in plays.items() if len({row for row, _, _ in play}) == 1}
    histogram = sorted(Counter(plays.values()).items(), reverse=True)
    best = sorted((-score, move_of(play, position.board).human, score) for play, score in plays.items())
    return {
        "plays": len(plays),
        "sum_of_scores": sum(plays.values()),
        "scores": histogram[:SCORES_LISTED],
        "top": [(text, score) for _, text, score in best[:PLAYS_LISTED]],
    }


def move_of(play: Play, board: Board) -> Move:
    """Convert a play of the oracle to a move."""
    laid = {(row, column): byte for row, column, byte in play}
    (row, column), (last_row, _) = min(laid), max(laid)
    direction = Direction.DOWN if last_row > row or len(laid) == 1 else Direction.ACROSS
    down, right = direction.step

    def tile(row: int, column: int) -> int:
        if not board.layout.holds(row, column):
            return 0
        return laid.get((row, column)) or board[row, column]

    while tile(row - down, column - right):
        row, column = row - down, column - right
    squares = []
    while tile(row + len(squares) * down, column + len(squares) * right):
        squares.append((row + len(squares) * down, column + len(squares) * right))
    word, placed = tuple(tile(*square) for square in squares), tuple(square in laid for square in squares)
    return normalize_play(board, Move.play(board.tile_set, row, column, direction, word, placed))


if __name__ == "__main__":
    main()
