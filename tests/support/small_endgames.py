"""Endgames small enough for plain minimax."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from hypothesis import assume
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields
from small_games import SmallGame, junk_board, racks, small_games
from tiny_game import tiny_lexicon, tiny_variant

from movegen import Board, Position, Rack, TileSet, Variant
from movegen.variant import BLANK_FLAG
from sims import play_static_games
from strategy import StaticStrategy, load_strategy

TINY, TINY_WORDS = tiny_variant(), tiny_lexicon()


@lru_cache
def tiny_endgames(games: int = 60, seed: int = 5, variant: Variant = TINY) -> list[Position]:
    """Return the turns of tiny games with an empty bag, all scores 0, the player on turn first."""
    greedy = load_strategy("greedy")
    assert isinstance(greedy, StaticStrategy)
    batch = play_static_games([greedy] * 2, TINY_WORDS, variant=variant, games=games, seed=seed, turns=True)
    found = []
    for game in map(batch.game, range(games)):
        for turn in range(1, len(game.turns) + 1):
            position = game.position(turn)
            if not position.bag_count and len(position.rack) and len(position.unseen):
                found.append(Position(variant, position.board, (position.rack, position.unseen), (0, 0)))
    return found


def count_tiles(position: Position) -> int:
    """Count the tiles on both racks."""
    return len(position.rack) + len(position.unseen)


def small_endgames(most: int, variant: Variant = TINY) -> list[Position]:
    """Return the turns of `tiny_endgames` with so many tiles on both racks at most."""
    return [each for each in tiny_endgames(variant=variant) if count_tiles(each) <= most]


def draw_one(data: st.DataObject, positions: list[Position]) -> Position:
    """Draw one of some positions; `sampled_from` would hash all of them for each example."""
    return positions[data.draw(st.integers(0, len(positions) - 1))]


def one_tile_endgames(variant: Variant = TINY) -> Iterator[Position]:
    """Yield each of `tiny_endgames` with each tile of the player on turn, but blanks, alone on their rack."""
    for position in tiny_endgames(variant=variant):
        for tile in sorted({tile for tile in position.rack if tile}):
            yield replace(position, racks=(Rack.from_tiles(variant.tiles, [tile]), position.racks[1]))


def empty_bag_position(variant: Variant, squares: npt.NDArray[np.uint8], racks: list[list[int]]) -> Position:
    """Make a position of a game whose tiles are all on the board and on these two racks."""
    laid = np.where(squares & BLANK_FLAG, 0, squares)[squares > 0]
    counts = np.bincount(np.concatenate([laid, *racks]).astype(int), minlength=len(variant.tiles.tiles))
    tiles = zip(variant.tiles.tiles, counts.tolist(), strict=True)
    tile_set = TileSet(variant.tiles.name, tuple(replace(tile, count=count) for tile, count in tiles))
    held = tuple(Rack.from_tiles(tile_set, rack) for rack in racks)
    largest = max(map(len, racks))
    bingo_tiles = min(largest, variant.rules.bingo_tiles)
    bonuses = tuple(bonus for bonus in variant.rules.bonuses if bingo_tiles < bonus[0] <= largest)
    rules = with_fields(variant.rules, rack_size=largest, bingo_tiles=bingo_tiles, bonuses=bonuses)
    board = Board(variant.layout, tile_set, squares)
    return Position(Variant(tile_set, variant.layout, rules), board, held, (0, 0))


@st.composite
def junk_endgames(
    draw: st.DrawFn, most_moves: int, density: tuple[float, float] = (0.02, 0.9), blank: bool = False
) -> tuple[SmallGame, Position]:
    """Endgames of up to three tiles a side, one of which may be a blank, on boards that no lexicon explains.

    With `blank` the player on turn has one beside its tiles. It has fewer than `most_moves` moves.
    """
    game = draw(small_games())
    board = junk_board(game, draw(st.floats(*density)), draw(st.integers(0, 1000)))
    assume(not board.is_empty)
    held = [draw(racks(game.pool, max_tiles=3, max_blanks=0 if blank else 1)) for _ in range(2)]
    if blank:
        held[0] = [*held[0], 0]
    tiles = sum(map(len, held)) + int((board.squares > 0).sum())
    assume(2 * max(map(len, held)) <= tiles)  # or the rules refuse so few
    position = empty_bag_position(game.variant, board.squares, held)
    assume(len(position.moves(game.lexicon)) < most_moves)
    return game, position
