"""Lexica know their tiles: by their file, by letters of their own, by the names of the field's lists."""

import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from movegen import Game, Lexicon, Position, TileSet, Variant, read_cgp, write_cgp
from movegen.configs import list_configs, load_config
from movegen.errors import LexiconError
from movegen.gcg import format_gcg, parse_gcg
from movegen.lexicon import (
    choose_rules,
    installed_folder,
    rules_of_lexicon,
    tiles_of_lexicon,
    tiles_of_name,
    write_graph_file,
)
from movegen.lexicon.families import LexiconFamily, family_of_stem
from movegen.lexicon.graph_file import read_graph_tiles

EMPTY_BOARD = "/".join(["15"] * 15)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Install a lexicon of a word under a name."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def add(name: str, tiles: str, word: str = "SET") -> Path:
        file = installed_folder() / f"{name}.jackdaw"
        file.parent.mkdir(parents=True, exist_ok=True)
        Lexicon.from_words([word], TileSet.load(tiles), name).save(file)
        return file

    return add


def test_every_family_has_known_tiles_and_names_of_its_own():
    names = []
    for name in list_configs("families"):
        family = load_config("families", name, LexiconFamily)
        assert rules_of_lexicon(family.names[0]) in list_configs("rules")
        assert all(each == each.upper() and each.isalnum() for each in family.names)
        assert all(each.rstrip("0123456789") in family.names for each in family.years)
        names += family.names
    assert len(names) == len({*names}) == len(family_of_stem())


@pytest.mark.parametrize(
    ("name", "tiles", "rules"),
    [
        ("CSW24", "english", "standard"), ("twl06", "english", "standard"), ("ospd6", "english", "standard"),
        ("FRA20", "french", "french"), ("ODS 8", "french", "french"), ("osps49", "polish", "polish"),
        ("RD29", "german", "german"), ("DISC2", "catalan", "catalan"), ("NSF25", "norwegian", "norwegian"),
        ("DSW", "dutch", "dutch"), ("FISE2", "spanish", "spanish"), ("SAOL14", "swedish", "swedish"),
        ("SCOWL35", "english", "standard"), ("CLUB", None, None), ("", None, None), ("8", None, None),
    ],
)  # fmt: skip
def test_names_of_the_field(name: str, tiles: str | None, rules: str | None, install):
    assert (tiles_of_name(name), rules_of_lexicon(name)) == (tiles, rules)


def test_the_built_in_lexicon_is_english():
    assert (tiles_of_lexicon(None), choose_rules(None, None), choose_rules("super", None)) == (
        "english", "standard", "super",
    )  # fmt: skip


def test_an_installed_lexicon_says_its_tiles(install):
    install("CLUB", "dutch")
    install("NSF", "swedish", "ÅS")  # an own list of this name
    assert tiles_of_name("club") == "dutch" and tiles_of_name("nsf") == "swedish"
    assert Lexicon.load("club").tile_set.name == "dutch"
    assert choose_rules(None, "club") == "dutch"


def test_a_file_says_its_tiles(install, tmp_path: Path):
    file = install("CLUB", "norwegian", "BÅT").rename(tmp_path / "any.jackdaw")
    assert tiles_of_lexicon(file) == "norwegian" and Lexicon.load(file).tile_set.name == "norwegian"
    words = tmp_path / "RD28.txt"
    words.write_text("GRÖSSE\n", encoding="utf-8")
    assert tiles_of_lexicon(words) == "german" and "GRÖSSE" in Lexicon.load(words)
    assert tiles_of_lexicon(tmp_path / "file.txt") is None  # no edition of the Spanish FILE
    assert tiles_of_lexicon(tmp_path / "none.jackdaw") is None


def without_tiles(file: Path) -> None:
    """Rewrite a compiled lexicon as before tiles were recorded."""
    fixed = struct.Struct("<8sIII")
    content = file.read_bytes()
    magic, version, length, _ = fixed.unpack_from(content)
    header = json.loads(content[fixed.size : fixed.size + length])
    del header["tiles"]
    old = json.dumps(header).encode().ljust(length)
    rest = content[fixed.size + length :]
    begin = -(fixed.size + length) % 64
    checksum = zlib.crc32(rest[begin:], zlib.crc32(old))
    file.write_bytes(fixed.pack(magic, version, length, checksum) + old + rest)


@pytest.mark.parametrize(("tiles", "found"), [("swedish", "swedish"), ("dutch", None)])
def test_an_older_file_is_known_by_letters_of_its_own(tiles: str, found: str | None, install):
    file = install("CLUB", tiles)
    without_tiles(file)
    assert read_graph_tiles(file)[0] == "" and tiles_of_name("CLUB") == found
    assert "SET" in Lexicon.load("CLUB", TileSet.load(tiles))


def test_tiles_of_ones_own_are_not_taken_for_others(install):
    file = install("CLUB", "english")
    data = Lexicon.load("CLUB").data
    write_graph_file(replace(data, tiles="no such tiles"), file)
    assert tiles_of_name("CLUB") is None  # many tile sets have these letters


@pytest.mark.parametrize("content", [b"", bytes(12), b"\3\0\0\0\4\0\0\0....[1]x"])
def test_a_damaged_file_is_reported_by_who_loads_it(content: bytes, install):
    file = install("CLUB", "dutch")
    file.write_bytes(b"JACKDAW\0" + content)
    assert tiles_of_name("CLUB") is None
    with pytest.raises(LexiconError):
        Lexicon.load("CLUB")


def test_a_name_in_a_record_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install):
    install("CLUB", "dutch").rename(tmp_path / "X.jackdaw")
    monkeypatch.chdir(tmp_path)
    assert tiles_of_lexicon("X.jackdaw") == "dutch" and tiles_of_name("X.jackdaw") is None
    assert read_cgp(f"{EMPTY_BOARD} / 0/0 0 lex X.jackdaw;").variant == Variant.standard()


RECORD = "#player1 A Ann\n#player2 B Bob\n#lexicon {}\n{}>A: ADEGNOT 8E DOGE +12 12\n"


def test_a_record_is_read_by_the_tiles_of_its_lexicon():
    assert parse_gcg(RECORD.format("OSPS49", "")).variant.name == "polish"
    assert parse_gcg(RECORD.format("OSPS49", "#tile-distribution english\n")).variant.tiles.name == "english"
    assert parse_gcg(RECORD.format("OSPS49", ""), variant=Variant.standard()).variant.name == "standard"
    assert parse_gcg(RECORD.format("CLUB", ""), default=Variant.load("dutch")).variant.name == "dutch"
    named = parse_gcg(RECORD.format("CLUB", "#board-layout blocked15\n"), default=Variant.load("dutch"))
    assert (named.variant.layout.name, named.variant.tiles.name) == ("blocked15", "dutch")


def test_a_position_is_read_by_the_tiles_of_its_lexicon():
    line = f"{EMPTY_BOARD} ADEGNOT/ 0/0 0"
    assert read_cgp(f"{line} lex OSPS49;").variant.name == "polish"
    assert read_cgp(f"{line} lex OSPS49; ld english;").variant.tiles.name == "english"
    assert read_cgp(f"{line} lex OSPS49;", variant=Variant.standard()).variant.name == "standard"


@pytest.mark.parametrize("rules", ["standard", "super", "french", "polish"])
@pytest.mark.parametrize("lexicon", ["CSW24", "FRA20", "CLUB"])
def test_what_is_written_is_read_back_whatever_lexicon_it_names(rules: str, lexicon: str):
    variant = Variant.load(rules)
    position = replace(Position.initial(variant), lexicon_name=lexicon)
    assert read_cgp(write_cgp(position)).variant == variant
    game = Game.new(variant, ["Ann", "Bob"], lexicon_name=lexicon)
    game.record_move("-", "")
    assert parse_gcg(format_gcg(game)).variant == variant
