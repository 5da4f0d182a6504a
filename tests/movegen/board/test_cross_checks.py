"""Cross-checks and cross-scores: updated move by move, computed afresh, and by trying each letter."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import SmallGame, junk_board, random_rack, small_games

from movegen.board import Board, Move, MoveKind
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from movegen.variant import BLANK_FLAG, Direction, Variant

pytestmark = pytest.mark.core


def assert_as_afresh(generator: MoveGenerator) -> None:
    fresh = MoveGenerator(generator.variant, generator.lexicon, generator.board)
    for direction in Direction:
        assert np.array_equal(generator.cross_checks(direction), fresh.cross_checks(direction))
        assert np.array_equal(generator.cross_scores(direction), fresh.cross_scores(direction))


def assert_as_by_trying(game: SmallGame, generator: MoveGenerator) -> None:
    squares = generator.board.squares.tolist()
    shape = game.variant.layout.rows, game.variant.layout.columns
    for direction in Direction:
        checks, scores = generator.cross_checks(direction), generator.cross_scores(direction)
        assert checks.shape == scores.shape == shape
        assert (checks.dtype, scores.dtype) == (np.uint64, np.int32)
        for (row, column), mask in np.ndenumerate(checks):
            if squares[row][column]:
                assert (mask, scores[row, column]) == (0, -1)
                continue
            letters = {
                letter for letter in range(1, game.variant.tiles.letters + 1) if int(mask) >> letter & 1
            }
            found = letters, scores[row, column]
            assert found == game.oracle.cross_check(squares, row, column, direction)
            assert not int(mask) & 1  # the separator is no letter


@settings(max_examples=40)
@given(small_games(), st.integers(0, 2**32))
def test_cross_checks_stay_current_in_random_games(game: SmallGame, seed: int):
    chance = random.Random(seed)
    generator = game.generator()
    assert_as_afresh(generator)
    for _ in range(8):
        plays = [move for move in generator.moves(random_rack(game, chance), 0) if move.kind is MoveKind.PLAY]
        if not plays:
            continue
        generator.play(chance.choice(plays))
        assert_as_afresh(generator)
    assert_as_by_trying(game, generator)


@settings(max_examples=40)
@given(small_games(), st.floats(0, 0.7), st.integers(0, 2**32))
def test_on_boards_that_no_lexicon_explains(game: SmallGame, density: float, seed: int):
    assert_as_by_trying(game, game.generator(junk_board(game, density, seed)))


@settings(max_examples=40)
@given(small_games(), st.floats(0, 0.4), st.integers(0, 2**32))
def test_cross_checks_stay_current_after_phonies(game: SmallGame, density: float, seed: int):
    """Records hold words of no lexicon, laid where no rule allows them: whatever fits is played."""
    chance = random.Random(seed)
    generator = game.generator(junk_board(game, density, seed))
    layout, tiles = game.variant.layout, game.variant.tiles
    for _ in range(8):
        row, column = chance.randrange(layout.rows), chance.randrange(layout.columns)
        direction = chance.choice(list(Direction))
        room = layout.columns - column if direction is Direction.ACROSS else layout.rows - row
        down, right = direction.step
        steps = range(chance.randint(1, room))
        here = [int(generator.board.squares[row + i * down, column + i * right]) for i in steps]
        if any(layout.is_blocked(row + i * down, column + i * right) for i in steps):
            continue
        word = tuple(byte or chance.choice(game.pool) | chance.choice([0, BLANK_FLAG]) for byte in here)
        move = Move.play(tiles, row, column, direction, word, tuple(not byte for byte in here))
        generator.play(move)
        assert_as_afresh(generator)


def test_a_full_board(standard: Variant):
    lexicon = Lexicon.from_words(["AA"], standard.tiles)
    board = Board(standard.layout, standard.tiles, np.ones((15, 15), dtype=np.uint8))
    generator = MoveGenerator(standard, lexicon, board)
    for direction in Direction:
        assert not generator.cross_checks(direction).any()
        assert (generator.cross_scores(direction) == -1).all()
    assert len(generator.moves(standard.tiles.parse_rack("A?"), 0)) == 1


def test_the_gap_between_pa_and_able(standard: Variant):
    """Gordon's example of the one case that takes a try for each letter: R or Y between PA and ABLE."""
    words = ["PA", "ABLE", "PARABLE", "PAYABLE", "PAR", "PAY", "CABLE", "SABLE"]
    squares = np.zeros((15, 15), dtype=np.uint8)
    letters = standard.tiles.parse_word
    squares[7, 3:5] = letters("PA")
    squares[7, 6:10] = letters("ABLE")
    board = Board(standard.layout, standard.tiles, squares)
    generator = MoveGenerator(standard, Lexicon.from_words(words, standard.tiles), board)
    checks, scores = generator.cross_checks(Direction.DOWN), generator.cross_scores(Direction.DOWN)
    assert checks[7, 5] == sum(1 << letter for letter in letters("RY"))
    assert scores[7, 5] == 3 + 1 + 1 + 3 + 1 + 1
    assert checks[7, 10] == 0 and scores[7, 10] == 6
    assert (generator.cross_scores(Direction.ACROSS)[7] == -1).all()
