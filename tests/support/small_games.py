"""Small games drawn by Hypothesis: odd alphabets, boards and rules, lexica dense enough to collide."""

import random
import string
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from move_oracle import Letters, MoveOracle, Play

from movegen.board import Board, MoveKind, MoveList
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from movegen.variant import BLANK_FLAG, BoardLayout, Rack, Rules, Tile, TileSet, Variant

_UPPER = string.ascii_uppercase + "".join(map(chr, range(0x0410, 0x0430))) + "ΓΔΛΞ"
SIZES = [
    (15, 15), (5, 5), (9, 7), (9, 13), (17, 4), (4, 17), (21, 21), (3, 3), (16, 16), (25, 25), (26, 3),
    (26, 26),
]  # fmt: skip


@dataclass(frozen=True)
class SmallGame:
    """A variant, the letters and words in use, and the lexicon and the oracle made of them."""

    variant: Variant
    pool: tuple[int, ...]
    words: frozenset[Letters]
    lexicon: Lexicon
    oracle: MoveOracle

    def generator(self, board: Board | None = None) -> MoveGenerator:
        return MoveGenerator(self.variant, self.lexicon, board)

    def rack(self, tiles: list[int]) -> Rack:
        return Rack.from_tiles(self.variant.tiles, tiles)

    def __repr__(self) -> str:
        layout = self.variant.layout
        size = f"{layout.rows} x {layout.columns}, start {layout.start}, {self.variant.tiles.letters} letters"
        return f"<SmallGame {size}, words {sorted(self.words)}, board {layout.symbols}>"


def alphabet(letters: int) -> TileSet:
    """Make a tile set of any number of letters, with 0 to 10 points and twenty tiles each."""
    tiles = [
        Tile(label, label.lower(), 20, index * 7 % 11) for index, label in enumerate(_UPPER[:letters], 1)
    ]
    return TileSet.from_letters(f"letters{letters}", tiles, blanks=20)


def build_lexicon(words: frozenset[Letters], tile_set: TileSet) -> Lexicon:
    """Build a lexicon of words given as letters."""
    return Lexicon.from_words((format_word(word, tile_set) for word in sorted(words)), tile_set)


def format_word(word: Letters, tile_set: TileSet) -> str:
    return "".join(tile_set.tiles[letter].label for letter in word)


def word_sets(
    pool: st.SearchStrategy[int], longest: int = 6, max_words: int = 40, shortest: int = 2
) -> st.SearchStrategy[frozenset[Letters]]:
    """Generate sets of words over a pool of letters."""
    words = st.lists(pool, min_size=shortest, max_size=longest).map(tuple)
    return st.frozensets(words, min_size=1, max_size=max_words)


@st.composite
def dense_lexica(draw: st.DrawFn, pool: tuple[int, ...]) -> frozenset[Letters]:
    """Generate 10 to 60 mostly short words of few letters, which cross and touch often."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    lengths = chance.choices(
        [2, 3, 4, 5, 6], weights=[4, 4, 3, 2, 1], k=draw(st.sampled_from([60, 40, 20, 10]))
    )
    return frozenset(tuple(chance.choices(pool, k=length)) for length in lengths)


@st.composite
def layouts(draw: st.DrawFn, sizes: list[tuple[int, int]] = SIZES) -> BoardLayout:
    """Generate boards of odd sizes with premium and blocked squares anywhere, some of them symmetric."""
    rows, columns = draw(st.sampled_from(sizes))
    start = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    premiums = random.Random(draw(st.integers(0, 1000)))
    kind = draw(st.sampled_from(["scattered", "plain", "mirrored"]))
    if kind == "plain":
        return BoardLayout("plain", (" " * columns,) * rows, start)
    squares = draw(st.sampled_from(["     =-\"'^~", "     =-\"'^~#", "      ##"]))
    symbols = [[premiums.choice(squares) for _ in range(columns)] for _ in range(rows)]
    if kind == "mirrored" and rows == columns:
        symbols = [[symbols[min(r, c)][max(r, c)] for c in range(columns)] for r in range(rows)]
        start = start[0], start[0]
    if symbols[start[0]][start[1]] == "#":
        symbols[start[0]][start[1]] = " "
    return BoardLayout(kind, tuple(map("".join, symbols)), start)


@st.composite
def small_games(
    draw: st.DrawFn, letters: st.SearchStrategy[int] | None = None, sizes: list[tuple[int, int]] = SIZES
) -> SmallGame:
    """Generate games with 3 to 6 letters in use, from an alphabet of that size or a larger one."""
    tile_set = alphabet(
        draw(letters if letters is not None else st.sampled_from([3, 4, 6, 26, 31, 32, 40, 62]))
    )
    every = st.integers(1, tile_set.letters)
    pool = tuple(sorted(draw(st.sets(every, min_size=3, max_size=min(6, tile_set.letters)))))
    words = draw(st.one_of(dense_lexica(pool), dense_lexica(pool), word_sets(st.sampled_from(pool))))
    rules = Rules(
        rack_size=8,
        players_max=2,
        bingo_tiles=(bingo_tiles := draw(st.integers(2, 8))),
        bingo_bonus=draw(st.sampled_from([50, 0, 35])),
        bonuses=((8, 75),) if bingo_tiles < 8 and draw(st.booleans()) else (),
        exchange_limit=draw(st.sampled_from([7, 1, 0])),
    )
    variant = Variant(tile_set, draw(layouts(sizes)), rules)
    return SmallGame(variant, pool, words, build_lexicon(words, tile_set), MoveOracle(variant, words))


def racks(pool: tuple[int, ...], max_tiles: int = 8, max_blanks: int = 3) -> st.SearchStrategy[list[int]]:
    """Generate racks of 1 to `max_tiles` tiles as tile indices, up to `max_blanks` of them blanks."""
    letters = st.lists(st.sampled_from(pool), min_size=1, max_size=max_tiles)
    return st.builds(
        lambda tiles, blanks: ([0] * blanks + tiles)[:max_tiles], letters, st.integers(0, max_blanks)
    )


def random_rack(game: SmallGame, chance: random.Random) -> Rack:
    """Draw a rack without Hypothesis, for random games."""
    tiles = [0] * chance.choice([0, 0, 0, 0, 1, 1, 2, 3])
    tiles += chance.choices(game.pool, k=chance.randint(1, 7))
    return game.rack(tiles[:8])


def junk_board(game: SmallGame, density: float, seed: int) -> Board:
    """Scatter tiles that form no words, as phonies and other lexica might, and worse."""
    chance = np.random.default_rng(seed)
    shape = game.variant.layout.rows, game.variant.layout.columns
    letters = chance.choice(game.pool, size=shape) | BLANK_FLAG * (chance.random(shape) < 0.1)
    taken = (chance.random(shape) < density) & (game.variant.layout.letter_multipliers > 0)
    return Board(game.variant.layout, game.variant.tiles, letters * taken)


def collect_plays(moves: MoveList) -> dict[Play, int]:
    """Collect the plays of a list as squares and tiles with their scores; each may occur once only."""
    plays = [move for move in moves if move.kind is MoveKind.PLAY]
    found = {frozenset(play.squares): play.score for play in plays}
    assert len(found) == len(plays), "a play is listed twice"
    return found


def expected_plays(game: SmallGame, board: Board, rack: Rack) -> dict[Play, int]:
    """Return the plays the generator must list; on an empty symmetric board, only plays across."""
    plays = game.oracle.plays(board.squares.tolist(), rack.counts)
    if board.is_empty and game.variant.layout.is_symmetric:
        return {play: score for play, score in plays.items() if len({row for row, _, _ in play}) == 1}
    return plays
