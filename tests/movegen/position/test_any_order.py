"""Words in any order (WordSmog), against the plain oracle with every order of every word in its list."""

import random
from itertools import permutations

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from move_oracle import MoveOracle
from small_games import SmallGame, collect_plays, expected_plays, junk_board, racks, random_rack, small_games

from movegen.board import Board, MoveKind, MoveList, SubRacks, check_placement, score_play
from movegen.errors import LexiconError
from movegen.gordon1994 import count_work
from movegen.lexicon import Lexicon, sources
from movegen.position import MoveGenerator, Position, read_cgp, write_cgp
from movegen.variant import Direction, Rack, Rules, Variant, WordOrder

pytestmark = pytest.mark.core

MAX_PLAYS = 100_000
"""The number of plays at which a list of plays in any order ends."""


def in_any_order(game: SmallGame) -> SmallGame:
    """Change a game to accept its words of up to five letters in any order."""
    words = frozenset(word for word in game.words if len(word) <= 5) or frozenset({game.pool[:2]})
    rules = msgspec.structs.replace(game.variant.rules, word_order=WordOrder.ANY)
    variant = Variant(game.variant.tiles, game.variant.layout, rules)
    orders = {order for word in words for order in permutations(word)}
    text = ["".join(variant.tiles.tiles[letter].label for letter in word) for word in sorted(words)]
    lexicon = Lexicon.from_words(text, variant.tiles)
    return SmallGame(variant, game.pool, words, lexicon, MoveOracle(variant, orders))


@pytest.mark.medium
@settings(max_examples=10, deadline=None)
@given(small_games().map(in_any_order), st.integers(0, 2**32))
def test_random_games(game: SmallGame, seed: int):
    chance = random.Random(seed)
    generator = game.generator()
    for _ in range(4):
        rack = game.rack(list(random_rack(game, chance))[:6])
        moves = generator.moves(rack, 0)
        assert collect_plays(moves) == expected_plays(game, generator.board, rack)
        plays = [move for move in moves if move.kind is MoveKind.PLAY]
        for move in chance.sample(plays, min(5, len(plays))):
            check_placement(generator.board, move, rack)
            assert score_play(generator.board, game.variant.rules, move) == move.score
        if plays:
            generator.play(chance.choice(plays))


@settings(max_examples=30, deadline=None)
@given(small_games().map(in_any_order), st.floats(0.02, 0.5), st.integers(0, 2**32), st.data())
def test_boards_that_no_lexicon_explains(game: SmallGame, density: float, seed: int, data: st.DataObject):
    board = junk_board(game, density, seed)
    rack = game.rack(data.draw(racks(game.pool, max_tiles=5, max_blanks=2)))
    generator = game.generator(board)
    plays = collect_plays(generator.moves(rack, 0))
    assume(len(plays) < MAX_PLAYS)  # as below
    assert plays == expected_plays(game, board, rack)
    squares = board.squares.tolist()
    for direction in Direction:
        checks, scores = generator.cross_checks(direction), generator.cross_scores(direction)
        for (row, column), mask in np.ndenumerate(checks):
            if not squares[row][column]:
                letters = {letter for letter in range(1, game.variant.tiles.size) if int(mask) >> letter & 1}
                found = letters, scores[row, column]
                assert found == game.oracle.cross_check(squares, row, column, direction)


@settings(max_examples=30, deadline=None)
@given(small_games().map(in_any_order), st.floats(0.02, 0.5), st.integers(0, 2**32), st.data())
def test_the_best_plays_without_all(game: SmallGame, density: float, seed: int, data: st.DataObject):
    """Best plays are the first of all moves, valued and sorted, as in test_best_plays.py."""
    rack = game.rack(data.draw(racks(game.pool, max_tiles=5, max_blanks=2)))
    generator = game.generator(junk_board(game, density, seed))
    values = np.random.default_rng(seed).integers(-9000, 9000, len(SubRacks(rack)))
    records = generator.find_moves(rack, 0)
    plays = MoveList.by_score(records[records["kind"] == 0], generator.board, rack).records
    assume(len(plays) < MAX_PLAYS)  # seldom not so: a big board, two blanks and a lenient word list
    equities = 1000 * plays["score"].astype(np.int64) + values[plays["leave"]]
    order = np.lexsort((np.arange(len(plays)), -plays["score"], -equities))
    for count in (1, 5, None):
        found, worth = generator.best_plays(rack, values, count=count)
        assert np.array_equal(found, plays[order[:count]])
        assert np.array_equal(worth, equities[order[:count]])


@pytest.mark.parametrize("seed", range(4))
def test_the_best_play_of_real_racks(seed: int):
    """Against the list of all plays, by points alone and with leaves, where the list is complete."""
    variant, chance = Variant.load("wordsmog"), random.Random(seed)
    generator = MoveGenerator(variant, Lexicon.load())
    for turn in range(6):
        letters = chance.choices(range(1, 27), weights=variant.tiles.counts[1:], k=7)
        rack = Rack.from_tiles(variant.tiles, [0, *letters[:4]] if turn == 4 else letters)
        records = generator.find_moves(rack, 0)
        plays = MoveList.by_score(records[records["kind"] == 0], generator.board, rack).records
        values = np.random.default_rng(seed).integers(-9000, 9000, len(SubRacks(rack)))
        for leaves in (np.zeros_like(values), values):
            equities = 1000 * plays["score"].astype(np.int64) + leaves[plays["leave"]]
            order = np.lexsort((np.arange(len(plays)), -plays["score"], -equities))
            found, worth = generator.best_plays(rack, leaves, count=1)
            several, _ = generator.best_plays(rack, leaves, count=20)
            if len(plays) < MAX_PLAYS or not leaves.any():
                assert np.array_equal(found, plays[order[:1]])
                assert np.array_equal(several, plays[order[:20]])
                assert np.array_equal(worth, equities[order[:1]])
        generator.play(generator.moves(rack, 0)[0])


def test_words_are_known_by_their_letters(standard: Variant):
    lexicon = Lexicon.from_words(["RETAINS", "QUIZ"], standard.tiles)
    for text, known in (("NASTIER", True), ("ZIQU", True), ("QUIZZ", False), ("NASTIE", False)):
        word = standard.tiles.parse_word(text)
        assert lexicon.has(word, WordOrder.ANY) is known
        assert not lexicon.has(word)
    assert not lexicon.has((0, 99), WordOrder.ANY)


def test_alphagrams_are_built_once(monkeypatch: pytest.MonkeyPatch):
    """The second lexicon has those that the first one cached; damaged ones are built again."""
    variant = Variant.load("wordsmog")
    built = Lexicon.load().graph_for(WordOrder.ANY).words()
    own = Lexicon.load()

    def build_again(encoded: bytes) -> bytes:
        raise AssertionError("built again")

    with monkeypatch.context() as patch:
        patch.setattr(sources, "sort_letters", build_again)
        assert own.graph_for(WordOrder.ANY).words() == built
        data = sources.load_alphagrams(own.data, variant.tiles)
    assert data.file is not None and data.file.parent == sources.cache_folder()
    data.file.unlink()
    data.file.write_bytes(b"JACKDAW")
    assert Lexicon.load().graph_for(WordOrder.ANY).words() == built


def test_plays_are_too_many_to_list():
    """Two blanks make some ten million; the first ones by score and place are the first ones of any list."""
    variant = Variant.load("wordsmog")
    generator = MoveGenerator(variant, Lexicon.load())
    rack = variant.tiles.parse_rack("??TAINS")
    found = generator.find_moves(rack, 0)
    assert len(found) == 100_000 + 1
    plays = found[found["kind"] == 0]
    best, equities = generator.best_plays(rack, np.zeros(len(SubRacks(rack)), dtype=np.int64))
    assert plays["score"].max() * 1000 == equities[0] == best["score"][0] * 1000
    check_placement(Board.empty(variant), generator.moves(rack, 0)[0], rack)


def test_what_compares_generators_is_for_words_as_they_are():
    generator = MoveGenerator(Variant.load("wordsmog"), Lexicon.load())
    with pytest.raises(LexiconError, match="wordsmog has words in any order"):
        count_work(generator, generator.variant.tiles.parse_rack("RETAINS"))


def test_a_position_names_its_rules():
    position = Position.initial(Variant.load("wordsmog"))
    assert "var wordsmog" in write_cgp(position)
    assert read_cgp(write_cgp(position)).rules.word_order is WordOrder.ANY
    assert Rules().word_order is WordOrder.FIXED
