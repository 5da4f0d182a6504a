"""Lanes, their text, how a board becomes lanes, and how move generation follows from placements."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lane_oracle import make_lane
from small_games import SmallGame, alphabet, expected_plays, junk_board, random_rack, small_games

from movegen.board import Board, MoveKind
from movegen.errors import LexiconError, NotationError, PositionError
from movegen.lexicon import Lane, Lexicon
from movegen.lexicon.lanes import MAX_LANE
from movegen.position import MoveGenerator, board_lanes
from movegen.variant import BLANK_FLAG, BoardLayout, Direction, Rules, Tile, TileSet, Variant

SLIDES_TEXT = """
    AHA END BEND FEND LEND MEND REND SEND TEND VEND WEND AD AH AM AN AS AT AX AY IN ON ID NO NU DO BE BY
    HE HEM HEN HEP HER HES HEW HEX HEY HA BEE BEEF BEEN BEEP BEER BEES BEET
"""
"""A lexicon that gives the sets of the slides, which come from another word list."""

SLIDES_ROWS = """
(∅, {b,f,l,m,r,s,t,v,w}, h, a)
(b, e, e, {d,h,m,n,s,t,x,y})
({e,y}, n, {m,n,p,r,s,w,x,y}, Σ)
(Σ, d, Σ, Σ)
""".strip().split("\n")
SLIDES_COLUMNS = """
(Σ, b, {a,i,o}, {a,i})
({a}, e, n, d)
(h, e, {o,u}, {o})
(a, {f,n,p,r,s,t}, Σ, Σ)
""".strip().split("\n")


def slides_board(tiles: TileSet) -> Board:
    rows = ["..HA", "BEE.", ".N..", ".D.."]
    squares = [[0 if c == "." else tiles.parse_word(c)[0] for c in row] for row in rows]
    return Board(BoardLayout.plain("slides", 4, 4), tiles, np.array(squares, dtype=np.uint8))


@pytest.mark.core
def test_the_lanes_of_the_slides(standard: Variant):
    tiles = standard.tiles
    lexicon = Lexicon.from_words(SLIDES_TEXT.split(), tiles)
    board = slides_board(tiles)
    assert [str(lane) for lane in board_lanes(board, lexicon, Direction.ACROSS)] == SLIDES_ROWS
    assert [str(lane) for lane in board_lanes(board, lexicon, Direction.DOWN)] == SLIDES_COLUMNS
    assert [str(lane) for lane in board_lanes(board, lexicon)] == SLIDES_ROWS + SLIDES_COLUMNS
    page = (Path(__file__).parents[3] / "docs/internals/constraint-model.md").read_text(encoding="utf-8")
    assert "\n".join([*SLIDES_ROWS, "", *SLIDES_COLUMNS]) in page
    for text in SLIDES_ROWS + SLIDES_COLUMNS:
        assert str(Lane.parse(text, tiles)) == text


@pytest.mark.core
def test_the_infix_of_the_slides(standard: Variant):
    """BE and ATE with one square between them: an R makes BERATE."""
    squares = np.zeros((15, 15), dtype=np.uint8)
    squares[7, 3:5] = standard.tiles.parse_word("BE")
    squares[7, 6:9] = standard.tiles.parse_word("ATE")
    board = Board(standard.layout, standard.tiles, squares)
    lane = board_lanes(board, Lexicon.load(), Direction.DOWN)[5]
    assert str(lane).split(", ")[7] == "{l,r}"  # the lexicon inside knows BELATE too
    placed = Lexicon.load().match(Lane.parse("(∅, b, e, Σ, a, t, e, ∅)", standard.tiles), "R?")
    assert [str(placement) for placement in placed] == ["1 BELATE (?)", "1 BERATE (R)"]


def test_a_blank_on_the_board_counts_as_its_letter(standard: Variant):
    squares = np.zeros((15, 15), dtype=np.uint8)
    squares[7, 7] = 1 | BLANK_FLAG
    lexicon = Lexicon.from_words(["AB"], standard.tiles)
    lanes = board_lanes(Board(standard.layout, standard.tiles, squares), lexicon)
    assert len(lanes) == 30 and lanes[7].letters[7] == lanes[22].letters[7] == 1
    assert str(lanes[6]).split(", ")[7] == "∅"


def test_board_and_lexicon_of_other_letters(standard: Variant, spanish: Variant):
    with pytest.raises(LexiconError):
        board_lanes(Board.empty(spanish), Lexicon.from_words(["AB"], standard.tiles))


@given(st.sampled_from([3, 26, 62]), st.data())
def test_text_comes_back(letters: int, data: st.DataObject):
    tiles = alphabet(letters)
    letter = st.integers(1, letters)
    square = letter | st.sets(letter) | st.just(set(range(1, letters + 1)))
    lane = make_lane(data.draw(st.lists(square, min_size=1, max_size=20)), tiles)
    assert Lane.parse(str(lane), tiles) == lane
    assert Lane.parse(str(lane).replace(", ", " ,").replace(",", " , "), tiles) == lane


def test_letters_of_several_characters(spanish: Variant):
    text = "(ch, {l·l,rr}, Σ, ∅, ñ)"
    lane = Lane.parse(text, spanish.tiles)
    assert str(lane) == text == str(Lane.parse("(CH, {L·L, [rr]}, Σ, {}, Ñ)", spanish.tiles))


def test_a_greek_sigma_is_no_set():
    greek = TileSet.from_letters("greek", [Tile("Σ", "σ", 1, 1), Tile("Τ", "τ", 1, 1)], blanks=0)  # noqa: RUF001
    lane = Lane.parse("(Σ, σ, {Σ})", greek)  # noqa: RUF001
    assert (lane.letters, lane.sets) == ((0, 1, 0), (6, 0, 2))
    assert Lane.parse(str(lane), greek) == lane


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a, b", "'a, b' is not a lane; expected one like (Σ, b, {a,i,o}, ∅)"),
        ("(a, ab)", "'ab' is not one letter of english"),
        ("(a, {a,bc})", "'bc' is not one letter of english"),
        ("(a, {a,})", "'' is not one letter of english"),
        ("(a, 7)", "column 1: '7' is not a tile of english; expected a letter"),
        (
            "(a, , b)",
            "column 4: ', b' does not begin with a square; "
            "expected a letter, a set like {a,i,o}, Σ or ∅ and a comma",
        ),
    ],
)
def test_malformed_text(standard: Variant, text: str, message: str):
    with pytest.raises(NotationError) as caught:
        Lane.parse(text, standard.tiles)
    assert str(caught.value) == message


@pytest.mark.parametrize("text", ["", "(", "()", "(a,)", "({a, b)", "(a}, b)", "({a}{b})", "({{a}})"])
def test_more_malformed_text(standard: Variant, text: str):
    with pytest.raises(NotationError):
        Lane.parse(text, standard.tiles)


@pytest.mark.parametrize(
    ("letters", "sets"),
    [
        ((), ()),
        ((0,), ()),
        ((0,) * (MAX_LANE + 1), (0,) * (MAX_LANE + 1)),
        ((27,), (0,)),
        ((-1,), (0,)),
        ((0,), (1,)),
        ((0,), (1 << 27,)),
        ((0,), (-2,)),
        ((1,), (2,)),
    ],
)
def test_lanes_that_are_none(standard: Variant, letters: tuple[int, ...], sets: tuple[int, ...]):
    with pytest.raises(PositionError) as caught:
        Lane(standard.tiles, letters, sets)
    assert "\n" not in str(caught.value)


@given(st.lists(st.sampled_from([1, 0]), min_size=1, max_size=9))
def test_windows_are_where_words_may_stand(fixed: list[int]):
    lane = Lane(alphabet(3), tuple(fixed), (0,) * len(fixed))
    windows = list(lane.windows())
    found = [(w.start, n) for w in windows for n in range(w.shortest, w.longest + 1)]
    size = len(fixed)
    expected = [
        (start, end - start)
        for start, end in itertools.combinations(range(size + 1), 2)
        if not (start and fixed[start - 1]) and not (end < size and fixed[end]) and not all(fixed[start:end])
    ]
    assert found == expected
    for w in windows:
        covered = {sum(fixed[w.start : w.start + n]) for n in range(w.shortest, w.longest + 1)}
        assert len(covered) == 1


def plays_from_placements(generator: MoveGenerator, rack) -> set[frozenset[tuple[int, int, int]]]:  # type: ignore[no-untyped-def]
    """Tiles laid (row, column, letter) of all placements that join what lies on the board.

    They do when they lay a tile on an anchor: an empty square beside a tile, or the start of an empty board.
    """
    board, found = generator.board, set()
    layout, squares = board.layout, np.pad(board.squares, 1) > 0
    beside = squares[:-2, 1:-1] | squares[2:, 1:-1] | squares[1:-1, :-2] | squares[1:-1, 2:]
    if board.is_empty:
        beside[layout.start] = True
    for direction in Direction:
        if direction is Direction.DOWN and board.is_empty and layout.is_symmetric:
            break
        for number, lane in enumerate(generator.lanes(direction)):
            for start, *word in generator.lexicon.match_records(lane, rack).tolist():
                laid = [
                    (square, letter)
                    for square, letter in enumerate(word, start=start)
                    if square < len(lane) and letter and not lane.letters[square]
                ]
                places = [(number, at) if direction is Direction.ACROSS else (at, number) for at, _ in laid]
                if any(beside[place] for place in places):
                    found.add(
                        frozenset((*place, letter) for place, (_, letter) in zip(places, laid, strict=True))
                    )
    return found


@pytest.mark.medium
@pytest.mark.core
@settings(max_examples=60)
@given(small_games(), st.floats(0, 0.5), st.integers(0, 2**32))
def test_plays_are_the_placements_with_a_tile_on_an_anchor(game: SmallGame, density: float, seed: int):
    chance = random.Random(seed)
    board = junk_board(game, chance.choice([0, density]), seed)
    rack = random_rack(game, chance)
    expected = {
        frozenset((row, column, byte & ~BLANK_FLAG) for row, column, byte in play)
        for play in expected_plays(game, board, rack)
    }
    assert plays_from_placements(game.generator(board), rack) == expected


@pytest.mark.core
def test_plays_of_a_real_game_from_placements(standard: Variant):
    lexicon, chance = Lexicon.load(), random.Random(5)
    generator = MoveGenerator(Variant(standard.tiles, standard.layout, Rules()), lexicon)
    for _ in range(12):
        rack = standard.tiles.parse_rack("".join(chance.choices("AAEEIIOURSTNLDGBCMPFHVWY", k=7)))
        plays = [move for move in generator.moves(rack, 0) if move.kind is MoveKind.PLAY]
        assert plays_from_placements(generator, rack) == {frozenset(play.squares) for play in plays}
        if plays:
            generator.play(plays[0])
