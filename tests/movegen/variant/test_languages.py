"""The tiles of other languages: their definitions, finding their words, and saving their games."""

import random
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from languages import LANGUAGES, small_lexicon, word_file
from move_oracle import MoveOracle
from small_games import (
    SmallGame,
    collect_plays,
    dense_lexica,
    expected_plays,
    junk_board,
    layouts,
    random_rack,
)

from movegen import (
    Board,
    ConfigError,
    Game,
    Lexicon,
    LexiconError,
    Move,
    MoveGenerator,
    Rules,
    Tile,
    TileSet,
    Variant,
    parse_move,
    read_cgp,
    read_gcg,
    write_cgp,
    write_gcg,
)
from movegen.board import draw_tile
from sims import play_static_games
from strategy import StaticStrategy

pytestmark = pytest.mark.core

FACTS = Path(__file__).resolve().parents[4] / "shared" / "facts" / "languages-and-boards.md"
TOTALS = {
    "catalan": (26, 100),
    "dutch": (26, 102),
    "french": (26, 102),
    "german": (29, 102),
    "norwegian": (32, 100),
    "polish": (32, 100),
    "slovene": (29, 100),
    "spanish": (28, 100),
    "swedish": (31, 100),
}
"""Letters of the alphabet, and tiles."""


@pytest.mark.parametrize("name", TOTALS)
def test_letters_and_tiles(name: str) -> None:
    tiles = Variant.load(name).tiles
    assert (tiles.letters, tiles.total) == TOTALS[name]
    assert tiles == TileSet.load(name) and tiles.tiles[0].count == 2


@pytest.mark.skipif(not FACTS.exists(), reason="needs ../shared/facts")
@pytest.mark.parametrize("name", TOTALS)
def test_tiles_are_those_of_the_list_of_facts(name: str) -> None:
    line = next(
        each for each in FACTS.read_text("utf-8").splitlines() if each.startswith(f"- **{name.title()}")
    )
    given_tiles = {}
    for label, count, points, vowel in re.findall(r"(\S+):(\d+)x(\d+)(v?)", line):
        given_tiles[label.strip("[]")] = (int(count), int(points), vowel == "v")
    ours = {each.label: (each.count, each.points, each.vowel) for each in TileSet.load(name).tiles}
    assert ours == given_tiles


@st.composite
def games_in(draw: st.DrawFn, tile_set: TileSet) -> SmallGame:
    """Words at random of a few of the language's letters, the odd ones among them, on boards of any size."""
    odd = [
        n
        for n, each in enumerate(tile_set.tiles)
        if n and not (each.label.isascii() and len(each.label) == 1)
    ]
    chance = random.Random(draw(st.integers(0, 2**32)))
    pool = tuple(
        sorted(
            {
                *chance.sample(range(1, tile_set.letters + 1), 4),
                *chance.sample(odd, min(3, len(odd))),
            }
        )
    )
    words = draw(dense_lexica(pool))
    rules = Rules(rack_size=8, players_max=2, bingo_tiles=7, bingo_bonus=50, exchange_limit=7)
    variant = Variant(tile_set, draw(layouts([(15, 15), (21, 21), (9, 7)])), rules)
    spelled = sorted("".join(f"[{tile_set.tiles[letter].label}]" for letter in word) for word in words)
    return SmallGame(variant, pool, words, Lexicon.from_words(spelled, tile_set), MoveOracle(variant, words))


def check_plays(game: SmallGame, density: float, seed: int) -> None:
    board = junk_board(game, density, seed)
    rack = random_rack(game, random.Random(seed))
    assert collect_plays(game.generator(board).moves(rack, bag_count=0)) == expected_plays(game, board, rack)


@pytest.mark.parametrize("name", TOTALS)
@given(data=st.data(), density=st.floats(0.02, 0.5), seed=st.integers(0, 1000))
@settings(max_examples=5, deadline=None)
def test_oracle_finds_the_same_plays(name: str, data: st.DataObject, density: float, seed: int) -> None:
    check_plays(data.draw(games_in(TileSet.load(name))), density, seed)


def games_of(variant: Variant, lexicon: Lexicon, games: int) -> list[Game]:
    pair = [StaticStrategy.default(variant.tiles)] * 2
    batch = play_static_games(pair, lexicon, variant=variant, games=games, seed=3, turns=True)
    return [batch.game(number) for number in range(games)]


def check_saved(game: Game, path: Path, variant: Variant | None) -> set[str]:
    """A game goes through GCG and its positions through CGP; the labels of the tiles laid."""
    write_gcg(game, path)
    again = read_gcg(path, variant=variant)
    assert not again.warnings and again.variant == game.variant
    last = len(game.turns)
    for turn in {*range(1, last + 1, 5), last}:
        position = game.position(turn)
        assert again.position(turn) == position
        line = write_cgp(position)
        assert write_cgp(read_cgp(line, variant=variant)) == line
        assert read_cgp(unicodedata.normalize("NFD", line), variant=variant).board == position.board
    tiles = game.variant.tiles
    return {tiles.tiles[int(byte) & 0x7F].label for byte in game.position(last).board.squares.flat if byte}


@pytest.mark.parametrize("name", LANGUAGES)
def test_games_can_be_saved(name: str, tmp_path: Path) -> None:
    """Records name their rules. Each tile of several characters lies on some board."""
    variant, seen = Variant.load(name), set()
    few = 30 if name in ("spanish", "catalan") else 4
    for number, game in enumerate(games_of(variant, small_lexicon(name), few)):
        seen |= check_saved(game, tmp_path / f"{number}.gcg", None)
    assert seen >= {tile.label for tile in variant.tiles.tiles if len(tile.label) > 1}


def test_none_is_forgotten() -> None:
    assert sorted(TOTALS) == LANGUAGES


@pytest.mark.parametrize(
    ("name", "text", "tiles"),
    [
        ("spanish", "CHURRO", ["CH", "U", "RR", "O"]),
        ("spanish", "[C][H]E", ["C", "H", "E"]),
        ("spanish", "canción", list("CANCION")),
        ("spanish", "pingüino", list("PINGUINO")),
        ("catalan", "col·legi", ["C", "O", "L·L", "E", "G", "I"]),
        ("catalan", "coŀlegi", ["C", "O", "L·L", "E", "G", "I"]),
        ("catalan", "AĿLOT", ["A", "L·L", "O", "T"]),
        ("catalan", "Ŀlanes", ["L·L", "A", "N", "E", "S"]),
        ("catalan", "quinqué", ["QU", "I", "N", "QU", "E"]),
        ("german", "STRASSE", list("STRASSE")),
        ("german", "Straße", list("STRASSE")),
        ("german", "STRAẞE", list("STRASSE")),
        ("german", "Café", list("CAFE")),
        ("french", "cœur", list("COEUR")),
        ("french", "ŒUVRÉ", list("OEUVRE")),
        ("french", "maïs", list("MAIS")),
        ("dutch", "één", list("EEN")),
        ("swedish", "a\u030angstro\u0308m", list("ÅNGSTRÖM")),
        ("swedish", "idé", list("IDE")),
        ("swedish", "müsli", list("MÜSLI")),
        ("polish", "ŻÓŁĆ", list("ŻÓŁĆ")),
    ],
)
def test_words_are_read_as_tiles(name: str, text: str, tiles: list[str]) -> None:
    tile_set = TileSet.load(name)
    for form in ("NFC", "NFD"):
        read = tile_set.parse_word(unicodedata.normalize(form, text))
        assert [tile_set.tiles[letter].label for letter in read] == tiles
    lexicon = Lexicon.from_words([text], tile_set)
    assert "".join(f"[{tile}]" for tile in tiles) in lexicon and text in lexicon
    assert lexicon.matching(text) == lexicon.anagrams(text) == list(lexicon)


@pytest.mark.parametrize("name", ["polish", "slovene", "english"])
def test_letters_that_are_none(name: str) -> None:
    with pytest.raises(LexiconError, match="'CAFÉ' is not a word in the letters of"):
        Lexicon.from_words(["CAFÉ"], TileSet.load(name))


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize(
    "change",
    [
        str.upper, str.capitalize, lambda text: unicodedata.normalize("NFD", text),
        lambda text: unicodedata.normalize("NFD", text.upper()),
    ],
    ids=["upper", "capital", "decomposed", "upper and decomposed"],
)  # fmt: skip
def test_lists_of_the_same_words(name: str, change: Callable[[str], str]) -> None:
    words = word_file(name).read_text("utf-8").splitlines()[1:]  # the first line is a comment
    again = Lexicon.from_words(map(change, words), TileSet.load(name))
    assert list(again) == list(small_lexicon(name)) and len(again) > 75


def laid(text: str, board: Board, rack: str) -> Move:
    return parse_move(text, board, board.tile_set.parse_rack(rack))


@pytest.mark.parametrize(
    ("name", "rack", "texts", "shown"),
    [
        ("spanish", "[CH]ICO", ["8G [CH]ICO", "8g CHICO", "8G.CHICO"], "8G [CH]ICO"),
        ("spanish", "?ICO", ["8G [ch]ICO", "8G chICO"], "8G [ch]ICO"),
        ("spanish", "[C]HICO", ["8G [C][H]ICO", "8G [C]HICO"], "8G [C]HICO"),
        ("spanish", "PERRO", ["8G PERRO"], "8G PE[RR]O"),
        ("spanish", "NIÑO", ["8G NIÑO", "8G NIN\u0303O"], "8G NIÑO"),
        ("catalan", "COL·LEGI", ["8D COL·LEGI", "8D CO[L·L]EGI", "8D COĿLEGI"], "8D CO[L·L]EGI"),
        ("catalan", "CO?EGI", ["8D COl·lEGI", "8D COŀlEGI"], "8D CO[l·l]EGI"),
        ("catalan", "ANY", ["8G ANY"], "8G A[NY]"),
        ("german", "STRASSE", ["8D STRASSE", "8D STRAßE"], "8D STRASSE"),
        ("french", "ETE", ["8G ÉTÉ", "8G ETE"], "8G ETE"),
        ("swedish", "AKÖR", ["8E KÖRA", "8E KO\u0308RA"], "8E KÖRA"),
    ],
)
def test_moves_are_typed_plainly(name: str, rack: str, texts: list[str], shown: str) -> None:
    board = Board.empty(Variant.load(name))
    for text in texts:
        for form in ("NFC", "NFD"):
            move = laid(unicodedata.normalize(form, text), board, unicodedata.normalize(form, rack))
            assert str(move) == shown
    assert laid(str(move), board, rack) == move


TURKISH = TileSet.from_letters(
    "turkish",
    [
        Tile("A", "a", 12, 1, True), Tile("I", "ı", 4, 2, True), Tile("İ", "i", 7, 1, True),
        Tile("L", "l", 7, 1), Tile("S", "s", 3, 2), Tile("Ş", "ş", 2, 4),
    ],
    blanks=2,
)  # fmt: skip


def test_i_with_and_without_a_dot() -> None:
    """The tiles define lower case: that of I is ı here, and i is that of İ."""
    lexicon = Lexicon.from_words(["ısı", "ALIŞ", "alis", "I\u0307si"], TURKISH)
    assert list(lexicon) == ["ALIŞ", "ALİS", "ISI", "İSİ"]
    assert "ISI" in lexicon and "isi" in lexicon and "isı" not in lexicon
    assert lexicon.mark_blanks("ISI", "IS?") == "ISı" and lexicon.mark_blanks("İSİ", "İS?") == "İSi"
    variant = Variant(TURKISH, Variant.standard().layout, Rules(players_max=2))
    for text, rack in (("8G ISı", "IS?"), ("8G İSi", "İS?")):
        assert str(laid(text, Board.empty(variant), rack)) == text


ARMENIAN = [chr(code) for code in range(0x0531, 0x0557)]
LONG = ["ՈՒ", "ԵՒ", "ՁՅ", "ՂՅՈՒ"]


def armenian(folder: Path) -> Variant:
    """Rules and tiles of our own, as files: 42 letters, four of them written with several characters."""
    letters = [
        f'    {{ label = "{label}", count = {2 + index % 3}, points = {1 + index % 9}, '
        f"vowel = {str(index % 4 == 0).lower()} }},"
        for index, label in enumerate([*ARMENIAN, *LONG])
    ]
    tiles = ["blanks = 3", "letters = [", *letters, "]", "[spellings]", '"ԵՒ" = ["և"]']
    (folder / "armenian.toml").write_text("\n".join(tiles), encoding="utf-8")
    rules = 'board = "super21"\ntiles = "armenian.toml"\nrack_size = 8\nplayers_max = 3\n'
    (folder / "mine.toml").write_text(rules, encoding="utf-8")
    return Variant.load(folder / "mine.toml")


@pytest.mark.medium
def test_an_alphabet_of_our_own(tmp_path: Path) -> None:
    """42 letters: more than the sets of 32 bits hold. Through lexica, games, GCG and CGP."""
    variant = armenian(tmp_path)
    tiles, chance = variant.tiles, random.Random(4)
    assert tiles.letters == 42 and len(tiles.parse_word("և")) == 1
    words = {tuple(chance.choices(range(1, 43), k=chance.choice([2, 2, 2, 3, 3, 4, 5]))) for _ in range(3000)}
    lines = [tiles.spell(word) for word in words]
    text = unicodedata.normalize("NFD", "\n".join(chance.choice([str.lower, str])(each) for each in lines))
    lexicon = Lexicon.from_text(text, tiles, "words")
    assert {tiles.parse_word(word) for word in lexicon} == words
    lexicon.save(tmp_path / "words.jackdaw")
    assert list(Lexicon.load(tmp_path / "words.jackdaw", tiles)) == list(lexicon)
    seen = set()
    for number, game in enumerate(games_of(variant, lexicon, 6)):
        seen |= check_saved(game, tmp_path / f"{number}.gcg", variant)
        position = game.position(len(game.turns) // 2)
        plays = MoveGenerator(variant, lexicon, position.board).moves(position.rack, position.bag_count)
        oracle = MoveOracle(variant, frozenset(words))
        expected = oracle.plays(position.board.squares.tolist(), position.rack.counts)
        assert collect_plays(plays) == expected
    assert seen >= {*LONG}


@given(data=st.data(), density=st.floats(0.02, 0.5), seed=st.integers(0, 1000))
@settings(max_examples=10, deadline=None)
def test_oracle_finds_the_same_plays_in_it(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, density: float, seed: int
) -> None:
    variant = armenian(tmp_path_factory.mktemp("tiles"))
    check_plays(data.draw(games_in(variant.tiles)), density, seed)


@pytest.mark.parametrize("label", ["A", "QU", "L·L", "SCH", "ÓÜŻ", "ABCDEFGH"])
def test_wide_tiles_fit_their_squares(label: str) -> None:
    """Letters are hardly wider than 0.8 of their height on the average; a tile is 30 units wide."""
    tile_set = TileSet.from_letters("wide", [Tile(label, label.lower(), 9, 10)], blanks=1)
    for byte in (1, 1 | 0x80):
        size = int(
            re.findall(r'font-size="(\d+)" class="(?:letter|blank)">\D', draw_tile(0, 0, byte, tile_set))[0]
        )
        assert 4 <= size <= 18 and 0.8 * size * len(label) <= 30
    board = Board(Variant.standard().layout, tile_set, np.ones((15, 15), dtype=np.uint8))
    text = f"[{label}]" if len(label) > 1 else label
    assert str(board).split("\n")[1] == f" 1 {' '.join([text] * 15)}"
    headings = str(board).split("\n")[0]
    assert headings == "   " + " ".join(each.ljust(len(text)) for each in "ABCDEFGHIJKLMNO").rstrip()


@pytest.mark.parametrize("name", sorted(set(TOTALS) | {"english"}))
def test_spellings_are_laid_with_the_tiles_that_they_name(name: str) -> None:
    tile_set = TileSet.load(name)
    for text, tiles in tile_set.spellings:
        expected = tile_set.parse_word(tiles)
        assert tile_set.parse_word(text) == tile_set.parse_word(text.lower()) == expected
        assert tile_set.respell(f"A{text}A") == f"A{tiles}A"
    assert bool(tile_set.spellings) == (name not in ("english", "polish", "slovene"))


@pytest.mark.parametrize(
    ("text", "tiles", "message"),
    [
        (
            "CH",
            "C",
            "spellings.C: 'CH' is not a spelling; expected letters, at least one of which no tile has",
        ),
        ("", "C", "'' is not a spelling"),
        ("É.", "C", "'É.' is not a spelling"),
        ("É", "ÈC", "spellings.ÈC: 'È' is not a tile of few; give the tiles to lay"),
    ],
)
def test_spellings_that_are_none(text: str, tiles: str, message: str) -> None:
    letters = [Tile("C", "c", 9, 1), Tile("H", "h", 9, 1)]
    with pytest.raises(ConfigError, match=re.escape(message)):
        TileSet.from_letters("few", letters, blanks=0, spellings=[(text, tiles)])


@pytest.mark.parametrize("name", LANGUAGES)
def test_english_words_are_for_english_tiles(name: str) -> None:
    """Also where the letters are the same, as the French ones are."""
    for lexicon in (None, "SCOWL80", "scowl20"):
        with pytest.raises(
            LexiconError, match=rf"has English words, and the tiles are {name}; name a lexicon"
        ):
            Lexicon.load(lexicon, TileSet.load(name))
