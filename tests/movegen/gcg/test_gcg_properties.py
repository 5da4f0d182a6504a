"""Records made up at random: games come back from writing equal, and broken text raises only our errors."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from repeats import repeats

from movegen.errors import JackdawError
from movegen.game import EventKind, Game, Player, Pragma
from movegen.gcg import parse_gcg
from movegen.gcg.reader import format_gcg, write_gcg
from movegen.gcg.text import fits_latin_1
from movegen.gcg.variant_pragmas import VARIANT_PRAGMAS
from movegen.variant import Variant

OWN = Path(__file__).resolve().parents[2] / "data" / "gcg" / "sound"
SHARED = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "gcg"
RECORDS = [path.read_bytes() for folder in (OWN, SHARED) for path in sorted(folder.glob("*.gcg"))]

TURNS = [
    ("8D WAREZ", "AERWZ"),
    ("E7 I.", "EIINSTU"),
    ("-", None),
    ("-VV", "AEIOUVV"),
    ("G8 .NDO", "DNO"),
    ("-3", None),
    ("10G .oE", "DE?"),
    ("H10 .B", None),
]
"""Moves that can follow each other, with racks known, known in part or not at all."""

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30) | st.sampled_from(
    ["#note", ">Ann: - +0 0", "#-", "# ", "\n\n", " \n#x\n >y\n", "\r", "\t", "ÿ", "\x85", "\u2028", "Ã©"]
)
PRAGMA_NAMES = st.sampled_from(["title", "tile", "Own", "", ">", "note", "-odd", "a b"]) | ANY_TEXT


@st.composite
def games(draw: st.DrawFn) -> Game:
    """The beginning of a game, with all sorts of text about it."""
    names = draw(st.lists(ANY_TEXT, min_size=2, max_size=4, unique_by=lambda name: Player(name).nickname))
    pragmas = [
        Pragma(name, value)
        for name, value in draw(st.lists(st.tuples(PRAGMA_NAMES, ANY_TEXT), max_size=3))
        if is_free(Pragma(name).name)
    ]
    game = Game.new(Variant.standard(), [Player(name, draw(ANY_TEXT)) for name in names], pragmas=pragmas)
    game.encoding = draw(st.sampled_from(["UTF-8", "ISO-8859-1"]))
    for move, rack in TURNS[: draw(st.integers(0, len(TURNS)))]:
        event = game.record_move(move, rack)
        if event.kind is EventKind.PLAY and move == "H10 .B" and draw(st.booleans()):
            game.withdraw_phony()
        game.add_note(*draw(st.lists(ANY_TEXT, max_size=2)))
        for name, value in draw(st.lists(st.tuples(PRAGMA_NAMES, ANY_TEXT), max_size=1)):
            if is_free(Pragma(name).name):
                game.add_pragma(name, value)
    return game


def is_free(name: str) -> bool:
    """Return True if the reader ignores pragmas of this name."""
    return not name.lower().startswith(("player", "rack", "character-encoding", *VARIANT_PRAGMAS))


@given(games())
def test_any_game_is_read_back_from_its_text(game: Game) -> None:
    again = parse_gcg(format_gcg(game))
    game.encoding = again.encoding  # text knows no encoding but the one it names
    assert again == game
    assert all("unknown pragma" in warning.message for warning in again.warnings)


@given(games())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_game_is_read_back_from_its_file(tmp_path: Path, game: Game) -> None:
    write_gcg(game, tmp_path / "game.gcg")
    again = parse_gcg((tmp_path / "game.gcg").read_bytes())
    if not fits_latin_1(format_gcg(game)):
        game.encoding = "UTF-8"  # nothing else can express it
    assert again == game
    assert all("unknown pragma" in warning.message for warning in again.warnings)


@given(st.binary(max_size=300))
def test_any_bytes_give_a_game_or_one_of_our_errors(data: bytes) -> None:
    read_or_refuse(data)


@given(st.text(max_size=200))
def test_any_text_gives_a_game_or_one_of_our_errors(text: str) -> None:
    read_or_refuse("#player1 A\n#player2 B\n" + text)


@given(st.integers(0, 2**32))
@settings(max_examples=100)
def test_broken_records_give_a_game_or_one_of_our_errors(seed: int) -> None:
    random = Random(seed)
    for _ in range(3):
        read_or_refuse(broken(random))


@pytest.mark.slow
def test_many_broken_records_give_a_game_or_one_of_our_errors() -> None:
    random = Random(20)
    for _ in range(repeats(2_500, 20_000)):
        read_or_refuse(broken(random))


def read_or_refuse(text: str | bytes) -> None:
    """Read a possible record; if it is valid, all properties of the game must work."""
    try:
        game = parse_gcg(text)
    except JackdawError as error:
        assert str(error).isprintable()
        return
    for number in range(1, len(game.turns) + 1):
        game.position(number)
    if not game.is_finished:
        game.current_position()
    assert all(str(warning).isprintable() for warning in game.warnings)
    again = parse_gcg(format_gcg(game))
    game.encoding = again.encoding
    assert again == game


def broken(random: Random) -> bytes:
    """A record with a few bytes changed, or lines lost, doubled or swapped."""
    data = random.choice(RECORDS)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        data = random.choice((_broken_bytes, _broken_lines, _broken_field))(data, random)
    return data


def _broken_bytes(data: bytes, random: Random) -> bytes:
    place = random.randrange(len(data) + 1)
    new = bytes(
        random.choice(b"AZaz?.()[]-+:>#0159 \t\r\n\xe9\xc3\xff\x00") for _ in range(random.randrange(3))
    )
    return data[:place] + new + data[place + random.randrange(3) :]


def _broken_lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    if random.random() < 0.5:
        lines[first], lines[second] = lines[second], lines[first]
    else:
        lines[first : first + random.randrange(2)] = lines[second : second + random.randrange(3)]
    return b"\n".join(lines)


def _broken_field(data: bytes, random: Random) -> bytes:
    """One field in the place of another: a rack for a move, a total for a score, a tag for a tile."""
    fields = data.split(b" ")
    fields[random.randrange(len(fields))] = random.choice(fields)
    return b" ".join(fields)
