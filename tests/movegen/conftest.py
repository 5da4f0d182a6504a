"""Games to test with: the usual one, and some that share nothing with it but the rules of placement."""

import string
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from movegen.board import Board, Move, check_placement, normalize_play
from movegen.errors import IllegalMoveError
from movegen.position import Position
from movegen.variant import BLANK_FLAG, BoardLayout, Direction, Rack, Rules, Tile, TileSet, Variant


def _standard() -> Variant:
    return Variant.standard()


def _spanish() -> Variant:
    """Tiles of several characters, 9 rows of 7 columns, racks of 5."""
    counts = {
        "A": 6,
        "C": 4,
        "CH": 3,
        "E": 6,
        "H": 4,
        "L": 4,
        "LL": 2,
        "L·L": 2,
        "Ñ": 1,
        "O": 5,
        "R": 5,
        "RR": 2,
    }
    letters = [
        Tile(label, label.lower(), count, points, label in "AEO")
        for points, (label, count) in enumerate(counts.items(), start=1)
    ]
    rows = ["=  -  =", " '   ' ", '  " "  ', "   -   ", "^     ~", "   -   ", '  " "  ', " '   ' ", "=  -  ="]
    rules = Rules(
        name="chico", board="narrow", tiles="spanish_like", players_max=2, rack_size=5, scoreless_turns=4
    )
    return Variant(
        TileSet.from_letters("spanish_like", letters, blanks=3),
        BoardLayout.from_rows("narrow", rows, "5D"),
        rules,
    )


def _wide() -> Variant:
    """The largest alphabet, 62 letters, on 11 rows of 26 columns, racks of 8 of which 6 earn the bonus."""
    cyrillic = [chr(code) for code in range(0x0410, 0x0430)]
    labels = [*cyrillic, *string.ascii_uppercase, *"ΓΔΛΞ"]
    letters = [
        Tile(label, label.lower(), 2, index % 11, index % 4 == 0) for index, label in enumerate(labels)
    ]
    rules = Rules(
        name="wide", board="long", tiles="62", rack_size=8, bingo_tiles=6, bingo_bonus=35, exchange_limit=1
    )
    return Variant(TileSet.from_letters("62", letters, blanks=4), BoardLayout.plain("long", 11, 26), rules)


def _signs() -> Variant:
    """Digits, numbers of two digits and signs instead of letters, 8 rows of 12 columns, racks of 6."""
    labels = [*"0123", "10", "12", *"+−×=<♥", "½"]
    letters = [Tile(label, f"{label}'", 5, points) for points, label in enumerate(labels)]
    rules = Rules(name="sums", board="sums", tiles="signs", players_max=3, rack_size=6, bingo_tiles=5)
    return Variant(TileSet.from_letters("signs", letters, blanks=4), BoardLayout.plain("sums", 8, 12), rules)


VARIANTS = {"standard": _standard(), "spanish": _spanish(), "wide": _wide(), "signs": _signs()}


@pytest.fixture(scope="session")
def standard() -> Variant:
    return VARIANTS["standard"]


@pytest.fixture(scope="session")
def spanish() -> Variant:
    return VARIANTS["spanish"]


@pytest.fixture(scope="session")
def wide() -> Variant:
    return VARIANTS["wide"]


@pytest.fixture(scope="session")
def signs() -> Variant:
    return VARIANTS["signs"]


@pytest.fixture(scope="session", params=VARIANTS)
def variant(request: pytest.FixtureRequest) -> Variant:
    """Each of the games in turn."""
    return VARIANTS[request.param]


def random_position(variant: Variant, random: Random) -> Position:
    """Any tiles on any squares and racks, within what the set has; nobody's words, nobody's sense."""
    layout, rules = variant.layout, variant.rules
    bag = list(Rack(variant.tiles, variant.tiles.counts))
    random.shuffle(bag)
    squares = np.zeros((layout.rows, layout.columns), dtype=np.uint8)
    for place in random.sample(range(squares.size), random.randint(0, min(squares.size, len(bag)))):
        tile = bag.pop()
        squares.flat[place] = tile or random.randint(1, variant.tiles.letters) | BLANK_FLAG
    players = random.randint(rules.players_min, rules.players_max)
    racks = []
    for _ in range(players):
        drawn = [bag.pop() for _ in range(min(len(bag), random.randint(0, rules.rack_size)))]
        racks.append(Rack.from_tiles(variant.tiles, drawn) or None)
    scores = tuple(random.randint(-50, 999) for _ in range(players))
    lexicon = random.choice([None, "ENABLE", "my own list"])
    operations = random.choice([(), (("gid", "a b"), ("odd", ""), ("odd", "1"))])
    board = Board(layout, variant.tiles, squares)
    return Position(
        variant,
        board,
        tuple(racks),
        scores,
        scoreless_turns=random.randint(0, 9),
        lexicon_name=lexicon,
        operations=operations,
    )


def random_play(board: Board, random: Random, max_tiles: int = 7) -> Move | None:
    """A play of random tiles that the rules of placement allow, or None when the try was no good."""
    layout, tiles = board.layout, board.tile_set
    direction = random.choice(list(Direction))
    down, right = direction.step
    row, column = random.randrange(layout.rows), random.randrange(layout.columns)
    if board.is_empty:
        row, column = layout.start
    while layout.holds(row - down, column - right) and board[row - down, column - right]:
        row, column = row - down, column - right
    begin, left = (row, column), random.randint(1, max_tiles)
    word, placed = [], []
    while layout.holds(row, column) and (left or board[row, column]):
        here = board[row, column]
        left -= not here
        word.append(here or random.randint(1, tiles.letters) | random.choice([0, 0, 0, BLANK_FLAG]))
        placed.append(not here)
        row, column = row + down, column + right
    move = Move.play(tiles, *begin, direction, tuple(word), tuple(placed))
    try:
        check_placement(board, move)
    except IllegalMoveError:
        return None
    return normalize_play(board, move)


@pytest.fixture(scope="session")
def a_position() -> Callable[[Variant, Random], Position]:
    """The function `random_position`."""
    return random_position


@pytest.fixture(scope="session")
def a_play() -> Callable[..., Move | None]:
    """The function `random_play`."""
    return random_play
