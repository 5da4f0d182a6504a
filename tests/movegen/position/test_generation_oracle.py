"""The generator against an oracle that tries every word at every place (tests/support/move_oracle.py)."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from move_oracle import MoveOracle
from small_games import (
    SmallGame,
    alphabet,
    build_lexicon,
    collect_plays,
    expected_plays,
    junk_board,
    racks,
    random_rack,
    small_games,
)

from movegen.board import Board, Move, MoveKind, check_placement, normalize_play, score_play
from movegen.errors import IllegalMoveError, LexiconError, PositionError
from movegen.lexicon import Lexicon, installed_folder
from movegen.position import MoveGenerator, Position, default_lexicon
from movegen.variant import BoardLayout, Direction, Rack, Rules, Variant

pytestmark = pytest.mark.core

SEEDS = st.integers(0, 2**32)


@pytest.mark.medium
@settings(max_examples=25)
@given(small_games(), SEEDS)
def test_random_games(game: SmallGame, seed: int):
    chance = random.Random(seed)
    generator = game.generator()
    for _ in range(5):
        rack = random_rack(game, chance)
        moves = generator.moves(rack, 0)
        plays = collect_plays(moves)
        assert plays == expected_plays(game, generator.board, rack)
        if plays:
            generator.play(chance.choice([move for move in moves if move.kind is MoveKind.PLAY]))


@pytest.mark.medium
@settings(max_examples=60)
@given(small_games(), st.floats(0.02, 0.6), SEEDS, st.data())
def test_boards_that_no_lexicon_explains(game: SmallGame, density: float, seed: int, data: st.DataObject):
    board = junk_board(game, density, seed)
    rack = game.rack(data.draw(racks(game.pool)))
    assert collect_plays(game.generator(board).moves(rack, 0)) == expected_plays(game, board, rack)


@settings(max_examples=30)
@given(small_games(), SEEDS)
def test_listed_plays_are_legal_and_well_formed(game: SmallGame, seed: int):
    """`movegen.board.placement` is the rules' other account: the two must agree."""
    chance = random.Random(seed)
    generator = game.generator()
    for _ in range(5):
        rack = random_rack(game, chance)
        moves = generator.moves(rack, 0)
        board = generator.board
        plays = [move for move in moves if move.kind is MoveKind.PLAY]
        for move in chance.sample(plays, min(20, len(plays))):
            check_placement(board, move, rack)
            assert score_play(board, game.variant.rules, move) == move.score
            assert normalize_play(board, move) == move
        if plays:
            move = chance.choice(plays)
            generator.play(move)
            assert generator.board == board.place(move)


@settings(max_examples=40)
@given(small_games(), st.data())
def test_the_first_play(game: SmallGame, data: st.DataObject):
    rack = game.rack(data.draw(racks(game.pool)))
    board = Board.empty(game.variant)
    moves = game.generator().moves(rack, 0)
    assert collect_plays(moves) == expected_plays(game, board, rack)
    if game.variant.layout.is_symmetric:
        assert {move.direction for move in moves} <= {Direction.ACROSS}


def test_a_symmetric_board_mirrors_the_first_play():
    """Plays left out on an empty board are those with swapped coordinates, at the same score."""
    tiles = alphabet(4)
    words = frozenset({(1, 2), (2, 3, 4), (1, 2, 3)})
    rules = Rules(rack_size=7, players_max=2, bingo_tiles=3)
    mirrored = Variant(tiles, BoardLayout.from_rows("m", ["=-  ", "-'\"^", ' "  ', " ^ ~"], "2B"), rules)
    skewed = Variant(tiles, BoardLayout.from_rows("s", ["=-  ", "-'\"^", ' "  ', " ^~ "], "2B"), rules)
    rack = Rack.from_tiles(tiles, [0, 1, 2, 3, 4])
    for variant in (mirrored, skewed):
        found = collect_plays(MoveGenerator(variant, build_lexicon(words, tiles)).moves(rack, 0))
        every = MoveOracle(variant, words).plays([[0] * 4] * 4, rack.counts)
        if variant is mirrored:
            assert 2 * len(found) == len(every)
            found |= {frozenset((c, r, byte) for r, c, byte in play): score for play, score in found.items()}
        assert found == every


def test_the_narrow_and_the_wide_core_agree():
    """31 letters are the most for 32-bit sets of letters; the same game with one more takes 64-bit ones."""
    pool = (1, 2, 15, 30, 31)
    chance = random.Random(7)
    words = frozenset(tuple(chance.choices(pool, k=chance.randint(2, 5))) for _ in range(60))
    games = []
    for letters in (31, 32):
        variant = Variant(alphabet(letters), BoardLayout.plain("p", 11, 9), Rules(players_max=2, rack_size=8))
        lexicon = build_lexicon(words, variant.tiles)
        games.append(SmallGame(variant, pool, words, lexicon, MoveOracle(variant, words)))
    narrow, wide = (game.generator() for game in games)
    for seed in range(8):
        of_narrow, of_wide = (
            generator.moves(random_rack(game, random.Random(seed)), 50)
            for game, generator in zip(games, (narrow, wide), strict=True)
        )
        assert np.array_equal(of_narrow.records, of_wide.records)
        narrow.play(of_narrow[0])
        wide.play(of_wide[0])
    assert not narrow.board.is_empty


def test_blanks_are_worth_nothing_and_each_designation_is_a_play():
    tiles = alphabet(3)  # points 7, 3, 10
    words = frozenset({(1, 2), (1, 3), (2, 2)})
    variant = Variant(tiles, BoardLayout.plain("p", 3, 3), Rules(players_max=2))
    moves = MoveGenerator(variant, build_lexicon(words, tiles)).moves(Rack.from_tiles(tiles, [0, 1]), 0)
    across = {(move.word, move.score) for move in moves if move.kind is MoveKind.PLAY}
    assert across == {((1, 0x82), 7), ((1, 0x83), 7)}


def test_a_rack_of_one_tile_cannot_begin():
    tiles = alphabet(3)
    variant = Variant(tiles, BoardLayout.plain("p", 5, 5), Rules(players_max=2))
    generator = MoveGenerator(variant, build_lexicon(frozenset({(1, 2)}), tiles))
    assert list(generator.moves(Rack.from_tiles(tiles, [1]), 0)) == [Move.pass_turn(tiles)]
    assert list(generator.moves(Rack.empty(tiles), 50)) == [Move.pass_turn(tiles)]


def test_a_word_may_fill_a_lane_of_26():
    tiles = alphabet(2)
    word = (1, 2) * 13
    variant = Variant(tiles, BoardLayout.plain("p", 3, 26), Rules(players_max=2, rack_size=16))
    lexicon = Lexicon.from_words(["AB" * 13], tiles, longest=26)
    squares = np.zeros((3, 26), dtype=np.uint8)
    squares[1, 5:15] = word[5:15]
    generator = MoveGenerator(variant, lexicon, Board(variant.layout, tiles, squares))
    (play, _) = generator.moves(Rack.from_tiles(tiles, [1, 2] * 8), 0)
    assert (play.word, play.column, sum(play.placed)) == (word, 0, 16)
    assert play.score == 13 * 7 + 13 * 3 + 50


def test_letters_of_another_alphabet_are_refused(standard: Variant):
    tiles = alphabet(5)
    with pytest.raises(LexiconError, match="other letters"):
        MoveGenerator(standard, build_lexicon(frozenset({(1, 2)}), tiles))


def test_the_lexicon_inside_is_not_for_every_game(signs: Variant):
    with pytest.raises(LexiconError, match="SCOWL80 is not for the letters of signs; give a lexicon that is"):
        Position.initial(signs).moves()


def test_racks_and_boards_of_other_games_are_refused(standard: Variant):
    """The core takes for granted that a rack has at most 16 tiles, and that they are of its alphabet."""
    lexicon = Lexicon.from_words(["AB"], standard.tiles)
    generator = MoveGenerator(standard, lexicon)
    for rack in (
        Rack.from_tiles(standard.tiles, [1] * 8),
        Rack.from_tiles(standard.tiles, [1] * 200),
        Rack.from_tiles(alphabet(5), [1]),
        Rack.from_tiles(alphabet(40), [40]),
    ):
        with pytest.raises(PositionError, match="is not a rack of standard"):
            generator.moves(rack, 0)
    small = Variant(standard.tiles, BoardLayout.plain("p", 5, 5), standard.rules)
    with pytest.raises(PositionError, match="not that of standard"):
        MoveGenerator(standard, lexicon, Board.empty(small))


def test_threads_share_a_lexicon_and_a_board(standard: Variant):
    """Generation releases the interpreter and changes nothing, so threads may run it in parallel."""
    generator = MoveGenerator(standard, Lexicon.load())
    generator.play(generator.moves(standard.tiles.parse_rack("RETAINS"), 86)[0])
    racks = [standard.tiles.parse_rack(text) for text in ("?AEINRS", "QUIZZES", "EEEEEEE", "??AEIOU")] * 6
    alone = [generator.moves(rack, 50).records for rack in racks]
    with ThreadPoolExecutor(8) as pool:
        together = [moves.records for moves in pool.map(lambda rack: generator.moves(rack, 50), racks)]
    assert all(np.array_equal(a, b) for a, b in zip(alone, together, strict=True))


def test_a_position_names_its_lexicon(standard: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The lexicon of a position is taken when it is at hand, else the one inside."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    board = Board.empty(standard)
    rack = standard.tiles.parse_rack("QZXJVVB")
    installed_folder().mkdir(parents=True, exist_ok=True)
    Lexicon.from_words(["VBQZ"], standard.tiles).save(installed_folder() / "oracle-test.jackdaw")
    names = {"ORACLE-test": 4, "no such lexicon": 0, None: 0, "SCOWL80": 0}
    for name, plays in names.items():
        position = Position(standard, board, (rack, None), (0, 0), lexicon_name=name)
        listed = [move for move in position.moves() if move.kind is MoveKind.PLAY]
        assert len(listed) == plays
        assert default_lexicon(position).name == ("words" if plays else "SCOWL80")


def test_a_play_that_does_not_fit_is_refused(standard: Variant):
    generator = MoveGenerator(standard, Lexicon.from_words(["CAT", "CATS"], standard.tiles))
    cat = generator.moves(standard.tiles.parse_rack("CAT"), 50)[0]
    generator.play(cat)
    before = generator.board
    with pytest.raises(IllegalMoveError, match="is taken"):
        generator.play(cat)
    generator.play(Move.pass_turn(standard.tiles))
    generator.play(Move.exchange(standard.tiles.parse_rack("AB")))
    assert generator.board == before


@pytest.mark.slow
def test_games_on_the_whole_embedded_lexicon(standard: Variant):
    lexicon = Lexicon.load()
    words = frozenset(standard.tiles.parse_word(word) for word in lexicon)
    game = SmallGame(standard, (), words, lexicon, MoveOracle(standard, words))
    bag = [tile for tile, count in enumerate(standard.tiles.counts) for _ in range(count)]
    for seed in range(1):
        chance = random.Random(seed)
        left = chance.sample(bag, len(bag))
        generator = game.generator()
        while len(left) > 60:
            rack = Rack.from_tiles(standard.tiles, left[:7])
            moves = generator.moves(rack, 0)
            assert collect_plays(moves) == expected_plays(game, generator.board, rack)
            generator.play(moves[chance.randrange(min(5, len(moves)))])
            left = left[7:]
