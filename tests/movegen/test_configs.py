"""Errors in a TOML file name the file and the key; the shipped files are valid."""

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from movegen.configs import OTHER_NAMES, config_folder, list_configs, load_config
from movegen.errors import ConfigError, JackdawError, UnknownNameError
from movegen.variant import BoardLayout, Rules, TileSet, Variant
from movegen.variant.layouts import LayoutConfig
from movegen.variant.tiles import TileSetConfig

LOADERS = {"tiles": TileSet.load, "boards": BoardLayout.load, "rules": Rules.load}
TILES = (
    'blanks = 2\nletters = [{ label = "A", count = 9, points = 1 }, { label = "B", count = 2, points = 3 }]\n'
)
BOARD = 'start = "2B"\nrows = ["= =", " - ", "= ="]\n'
RULES = "rack_size = 7\n"
RACK8 = "rack_size = 8\nbingo_tiles = 7\nbonuses = [[8, 75]]\n"

WRONG = [
    # kind, the whole file, the key that the message names, a part of the message
    ("tiles", TILES.replace("blanks = 2", "blanks = 'two'"), "blanks", ": 'two' is not a whole number"),
    ("tiles", TILES.replace("blanks = 2", "blanks = '2'"), "blanks", "a whole number; remove the q"),
    ("tiles", TILES.replace("blanks = 2", "blanks = -1"), "blanks", "expected 0 to 255"),
    ("tiles", TILES.replace("blanks = 2", "blanks = true"), "blanks", ": true is not a whole number"),
    ("tiles", TILES.replace("blanks = 2\n", ""), "blanks", "missing"),
    ("tiles", TILES.replace("blanks", "blancs"), "blancs", "unknown key; known: blanks, letters"),
    ("tiles", "name = 'x'\n" + TILES, "name", "named by its file"),
    ("tiles", "blanks = 2\nletters = []\n", "letters", "expected 1 to 62"),
    ("tiles", "blanks = 2\nletters = 'AB'\n", "letters", ": 'AB' is not a list"),
    ("tiles", TILES.replace("count = 2", "count = 1.5"), "letters[1].count", ": 1.5 is not a whole number"),
    ("tiles", TILES.replace("count = 2", "count = 256"), "letters[1].count", "expected 0 to 255"),
    ("tiles", TILES.replace("count = 2", f"count = {10**30}"), "letters[1].count", "out of range"),
    ("tiles", TILES.replace("points = 3", "points = -3"), "letters[1].points", "expected 0 to 100"),
    ("tiles", TILES.replace("points = 3", "points = nan"), "letters[1].points", "nan is not a whole number"),
    ("tiles", TILES.replace("points = 3", "point = 3"), "letters[1].point", "unknown key"),
    ("tiles", TILES.replace('"B"', '"A"'), "letters[1].label", "'A' is taken already"),
    ("tiles", TILES.replace('"B"', '"a"'), "letters[1].label", "'a' is taken already"),
    ("tiles", TILES.replace('"B"', '""'), "letters[1].label", "expected 1 to 8 characters"),
    ("tiles", TILES.replace('"B"', '"?"'), "letters[1].label", "is not a label"),
    ("tiles", TILES.replace('"B"', '"[B]"'), "letters[1].label", "is not a label"),
    ("tiles", TILES.replace('"B"', '"-"'), "letters[1].label", "is not a label"),
    ("tiles", TILES.replace('"B"', '"B C"'), "letters[1].label", "is not a label"),
    ("tiles", TILES.replace('"B"', '"א", blank_label = "א"'), "letters[1].blank_label", "give a blank_label"),
    ("tiles", TILES.replace('"B"', '"B", blank_label = "a"'), "letters[1].blank_label", "taken already"),
    ("tiles", TILES.replace("count = 9", "count = 0").replace("count = 2", "count = 0").replace("= 2", "= 0"),
     "letters", "there are no tiles"),
    ("boards", BOARD.replace('" - "', '" # "'), "start", "2B is blocked, so a game could not begin"),
    ("boards", BOARD.replace('"2B"', '"9B"'), "start", "9B is not on the board"),
    ("boards", BOARD.replace('"2B"', '"B"'), "start", "is not a square"),
    ("boards", BOARD.replace('"2B"', '"²B"'), "start", "is not a square"),
    ("boards", BOARD.replace('start = "2B"', ""), "start", "missing"),
    ("boards", BOARD.replace('" - "', '" -"'), "rows[1]", "2 squares, but rows[0] has 3"),
    ("boards", BOARD.replace('" - "', '" * "'), "rows[1]", "unknown square '*'"),
    ("boards", BOARD.replace('" - "', "3"), "rows[1]", ": 3 is not text; put it in quotes"),
    ("boards", 'start = "1A"\nrows = ["   ", "   "]\n', "rows", "expected 3 to 26"),
    ("boards", 'start = "1A"\nrows = []\n', "rows", "expected 3 to 26"),
    ("boards", 'start = "1A"\nrows = ["", "", ""]\n', "rows[0]", "expected 3 to 26"),
    ("boards", 'start = "1A"\nrows = ["  ", "  ", "  "]\n', "rows[0]", "expected 3 to 26"),
    ("boards", f'start = "1A"\nrows = {["   "] * 27}\n', "rows", "expected 3 to 26"),
    ("boards", f'start = "1A"\nrows = {[" " * 27] * 3}\n', "rows[0]", "expected 3 to 26"),
    ("rules", "rack_size = 0\n", "rack_size", "expected 1 to 16"),
    ("rules", "rack_size = 17\n", "rack_size", "expected 1 to 16"),
    ("rules", "bingo_tiles = 8\n", "bingo_tiles", "expected 1 to 7"),
    ("rules", "bingo_bonus = -1\n", "bingo_bonus", "expected 0 to 1000"),
    ("rules", RACK8.replace("[8,", "[7,"), "bonuses[0]", "expected more tiles than 7 and at most 8"),
    ("rules", RACK8.replace("[8,", "[9,"), "bonuses[0]", "expected more tiles than 7 and at most 8"),
    ("rules", RACK8.replace("bingo_tiles = 7", ""), "bonuses[0]", "a bonus for 8 tiles"),
    ("rules", RACK8.replace("75]", "60], [8, 75]"), "bonuses[1]", "expected more tiles than 8"),
    ("rules", RACK8.replace("75", "-1"), "bonuses[0]", "expected 0 to 1000"),
    ("rules", RACK8.replace("75", "75, 3"), "bonuses[0]", "the list has 3 entries; expected 2"),
    ("rules", RACK8.replace("[8, 75]", "8"), "bonuses[0]", ": 8 is not a list"),
    ("rules", "players_min = 1\n", "players_min", "expected 2 to 4"),
    ("rules", "players_min = 3\nplayers_max = 2\n", "players_max", "expected 3 to 4"),
    ("rules", "exchange_limit = -7\n", "exchange_limit", "expected 0 to 1000"),
    ("rules", "scoreless_turns = 101\n", "scoreless_turns", "expected 0 to 100"),
    ("rules", "challenge = 5\n", "challenge", "5 is not a choice; expected 'void', 'single'"),
    ("rules", "board = { name = 'super21' }\n", "board", ": a table is not text"),
    ("rules", "count_tiles_left = 1\n", "count_tiles_left", ": 1 is not true or false"),
    ("rules", "count_tiles_left = 'true'\n", "count_tiles_left", "; remove the quotes"),
    ("rules", "exchange_limit = 2026-11-28\n", "exchange_limit", ": 2026-11-28 is not a whole number"),
    ("rules", "challenge = 'triple'\n", "challenge", "'triple' is not a choice; expected 'void', 'single'"),
    ("rules", "racksize = 7\n", "racksize", "unknown key; known: board, tiles"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "key", "part"), WRONG)
def test_a_mistake_is_reported_with_file_and_key(tmp_path: Path, kind: str, text: str, key: str, part: str):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        LOADERS[kind](file)
    assert caught.value.key == key
    assert str(caught.value).startswith(f"{file}, {key}: ")
    assert part in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"rack_size = ", "not valid TOML"),
        (b"rack_size = 7\nrack_size = 7\n", "not valid TOML"),
        (b"a = " + b"[" * 5000, "not valid TOML"),
        (b"# \xff\n", "byte 3 is not UTF-8"),
        (b"\x00", "not valid TOML"),
    ],
)
def test_a_file_that_is_not_toml_is_reported_with_its_name(tmp_path: Path, content: bytes, part: str):
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=part) as caught:
        Rules.load(file)
    assert str(caught.value).startswith(str(file))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.binary(max_size=60) | st.text(alphabet="=[]{}\"'\n .,abc123#-", max_size=60).map(str.encode)
)
def test_no_content_of_a_file_raises_anything_else(tmp_path: Path, content: bytes):
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    for load in LOADERS.values():
        try:
            load(file)
        except JackdawError as error:
            assert str(error).isprintable()


def test_right_files_of_ones_own_are_read(tmp_path: Path):
    for folder, text in (("t", TILES), ("b", BOARD), ("r", RULES)):
        (tmp_path / f"{folder}.toml").write_text("\ufeff" + text, encoding="utf-8")
    assert TileSet.load(tmp_path / "t.toml").name == "t"
    assert BoardLayout.load(str(tmp_path / "b.toml")).start == (1, 1)
    assert Rules.load(tmp_path / "r.toml").name == "r"


def test_missing_files_and_unknown_names(tmp_path: Path):
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read"):
        TileSet.load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        folder = tmp_path / "folder.toml"
        folder.mkdir()
        TileSet.load(folder)
    with pytest.raises(UnknownNameError, match=r"unknown tile set 'inglish'; did you mean english\?"):
        TileSet.load("inglish")
    for name in ("", "../rules/standard", "standard15\0", "a\nb"):
        with pytest.raises(UnknownNameError) as caught:
            BoardLayout.load(name)
        assert str(caught.value).isprintable()
    with pytest.raises(ConfigError):
        TileSet.load("nul\0.toml")


def test_everything_that_ships_is_right():
    assert {"english", "super_english"} <= set(list_configs("tiles"))
    assert {"standard15", "super21"} <= set(list_configs("boards"))
    for name in list_configs("tiles"):
        assert load_config("tiles", name, TileSetConfig).tile_set() == TileSet.load(name)
    for name in list_configs("boards"):
        assert load_config("boards", name, LayoutConfig).layout() == BoardLayout.load(name)
    for name in list_configs("rules"):
        assert Variant.load(name).name == name
    assert list_configs("no such kind") == []


@pytest.mark.parametrize(
    ("kind", "name", "content"),
    [
        ("rules", "standard", "bingo_bonus = 35\n"),
        ("rules", "Standard", "bingo_bonus = 35\n"),  # readers of records take names in either case
        ("tiles", "english", TILES),
        ("boards", "standard15", BOARD),
        ("rules", "scrabble", "bingo_bonus = 35\n"),  # so other programs call them in records
        ("rules", "Crossword_Game", "bingo_bonus = 35\n"),
        ("tiles", "english_super", TILES),
        ("boards", "CrosswordGame", BOARD),
    ],
)
def test_a_file_with_an_included_name_must_not_differ(
    tmp_path: Path, kind: str, name: str, content: str
) -> None:
    """A record names its rules only, so that a game with a bonus of 35 would be read with one of 50."""
    path = tmp_path / f"{name}.toml"
    known = OTHER_NAMES[kind].get(name.lower(), name.lower())
    included = config_folder() / kind / f"{known}.toml"
    path.write_text(included.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    LOADERS[kind](path)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match=rf"{name}\.toml: is named like the included .*; give the file a"):
        LOADERS[kind](path)
    LOADERS[kind](path.rename(tmp_path / "own.toml"))


def test_a_name_that_others_give_to_included_rules_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "scrabble.toml"
    path.write_text("bingo_bonus = 35\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        Variant.load(path)
    expected = "is named like the included rules standard, which records also call scrabble, but differs"
    assert caught.value.problem == expected


def test_the_folder_is_that_of_the_source_tree():
    assert (config_folder() / "rules" / "standard.toml").is_file()


def test_without_a_source_tree_the_folder_is_that_of_the_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        "movegen.configs.__file__", str(tmp_path / "site-packages" / "movegen" / "configs.py")
    )
    core = ModuleSpec("jackdaw_core", None, is_package=True)
    core.submodule_search_locations = [str(tmp_path / "jackdaw_core")]
    monkeypatch.setattr("movegen.configs.find_spec", {"jackdaw_core": core}.get)
    with pytest.raises(ConfigError, match="install Jackdaw again"):
        config_folder()
    (tmp_path / "jackdaw_core" / "configs").mkdir(parents=True)
    assert config_folder() == tmp_path / "jackdaw_core" / "configs"
    monkeypatch.setattr("movegen.configs.find_spec", {}.get)
    with pytest.raises(ConfigError, match="the folder of configurations is missing"):
        config_folder()
