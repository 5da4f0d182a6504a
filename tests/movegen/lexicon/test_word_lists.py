"""Word lists of every kind, and the cache of what was compiled from them."""

import codecs
import gzip
import logging
import lzma
import os
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_games import alphabet

import movegen.lexicon.sources as sources
from movegen.errors import LexiconError
from movegen.files import make_folder
from movegen.lexicon import Lexicon, installed_folder, known_lexica, read_word_list
from movegen.lexicon.sources import cache_folder
from movegen.variant import Tile, TileSet

pytestmark = pytest.mark.core

REUSED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
CATALAN = TileSet.from_letters(
    "catalan",
    [
        Tile("A", "a", 9, 1, True), Tile("C", "c", 4, 3), Tile("Ç", "ç", 1, 10), Tile("L", "l", 2, 1),
        Tile("L·L", "l·l", 1, 10), Tile("N", "n", 4, 1), Tile("NY", "ny", 1, 10), Tile("Y", "y", 1, 2),
    ],
    blanks=2,
)  # fmt: skip


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache and a data folder for each test."""
    for name in ("CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return tmp_path


def written(folder: Path, content: bytes | str, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def words_of(folder: Path, content: bytes | str, name: str = "list.txt") -> list[str]:
    return list(Lexicon.load(written(folder, content, name)))


def refused(path: Path, tile_set: TileSet | None = None) -> str:
    with pytest.raises(LexiconError) as caught:
        Lexicon.load(path, tile_set)
    assert str(path) in str(caught.value.where)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def cached(folder: Path) -> list[Path]:
    return sorted((folder / "cache").rglob("*.jackdaw"))


PLAIN = "AB\nABLE\nCAB\n"
SAME_WORDS = {
    "plain": PLAIN,
    "no end of the last line": "AB\nABLE\nCAB",
    "CRLF": "AB\r\nABLE\r\nCAB\r\n",
    "CR": "AB\rABLE\rCAB\r",
    "lower and mixed case": "ab\nAbLe\ncAB\n",
    "any order, repeated": "CAB\nAB\nABLE\nAB\nCAB\n",
    "blank lines": "\n\nAB\n\nABLE\n \nCAB\n\n\n",
    "comments": "# a list\nAB\n#ÄÖ 123\nABLE\n  # more\n\n\n# and\nCAB\n#",
    "spaces and tabs": "  AB\nABLE \t\n\tCAB  \n",
    "byte order mark": codecs.BOM_UTF8 + PLAIN.encode(),
    "byte order mark and comment": codecs.BOM_UTF8 + b"# list\r\nAB\r\nABLE\r\nCAB",
    "gzip": gzip.compress(PLAIN.encode()),
    "gzip of CRLF and a byte order mark": gzip.compress(codecs.BOM_UTF8 + b"ab\r\nable\r\ncab"),
    "gzip in two members": gzip.compress(b"AB\nABLE\n") + gzip.compress(b"CAB\n"),
    "xz": lzma.compress(PLAIN.encode()),
}


@pytest.mark.parametrize("content", SAME_WORDS.values(), ids=SAME_WORDS)
@pytest.mark.parametrize("name", ["list.txt", "list.txt.gz", "list", "LIST.DIC"])
def test_lists_of_the_same_words(tmp_path: Path, content: bytes | str, name: str):
    path = written(tmp_path, content, name)
    lexicon = Lexicon.load(path)
    assert list(lexicon) == ["AB", "ABLE", "CAB"]
    assert (lexicon.name, len(lexicon), lexicon.left_out) == (name.split(".")[0], 3, (0, 0))
    assert list(Lexicon.load(str(path))) == list(lexicon)
    assert set(read_word_list(path).upper().split()) >= {"AB", "ABLE", "CAB"}


def test_a_file_in_the_working_folder_needs_no_slash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    written(tmp_path, PLAIN, "mine")
    monkeypatch.chdir(tmp_path)
    assert len(Lexicon.load("mine")) == 3


def test_words_too_short_and_too_long_are_counted(tmp_path: Path):
    path = written(tmp_path, "A\nAB\nI\n" + "A" * 15 + "\n" + "A" * 16 + "\n" + "B" * 4000 + "\n")
    lexicon = Lexicon.load(path)
    assert (list(lexicon), lexicon.left_out) == (["A" * 15, "AB"], (2, 2))
    longer = Lexicon.load(path, longest=21)
    assert (len(longer), longer.left_out) == (3, (2, 1))
    shorter = Lexicon.load(path, longest=2)
    assert (list(shorter), shorter.left_out) == (["AB"], (2, 3))


@pytest.mark.parametrize("longest", [1, 0, -1, 64, 10**9])
def test_lengths_that_cannot_be_stored(tmp_path: Path, longest: int):
    with pytest.raises(LexiconError, match="cannot be stored"):
        Lexicon.load(written(tmp_path, PLAIN), longest=longest)
    with pytest.raises(LexiconError, match="cannot be stored"):
        Lexicon.from_words(["A" * 70, "AB"], alphabet(3), longest=longest)


WRONG_LINES = {
    "a digit": ("AB\nA1\n", 2),
    "a hyphen": ("AB\nCAB\nCO-OP\nDE\n", 3),
    "an apostrophe": ("IT'S\n", 1),
    "an accent": ("AB\nCAFÉ\n", 2),
    "two words": ("AB\nAB CD\n", 2),
    "a definition": ("AB a muscle\n", 1),
    "a blank": ("AB\nA?\n", 2),
    "behind blank lines and comments": ("# words\n\n\n# more\nAB\n\n \n  # still\nA1\n", 9),
    "CRLF": ("AB\r\n\r\nA1\r\n", 3),
    "a comment behind a word": ("AB # muscle\n", 1),
    "a zero byte": ("AB\nA\0B\n", 2),
    "a control character": ("AB\nA\x1bB\n", 2),
    "private use": ("AB\n\ue001\n", 2),
    "outside of the plane": ("AB\nA😀\n", 2),
    "a very long line": ("AB\n" + "1" * 100_000 + "\n", 2),
    "the last line": ("AB\nA_", 2),
}


@pytest.mark.parametrize(("content", "line"), WRONG_LINES.values(), ids=WRONG_LINES)
def test_characters_outside_the_alphabet_are_named_with_file_and_line(
    tmp_path: Path, content: str, line: int
):
    path = written(tmp_path, content)
    assert f"{path}, line {line}:" in (message := refused(path))
    assert "english" in message and len(message) < len(str(path)) + 250
    assert cached(tmp_path) == []
    with pytest.raises(LexiconError, match=f"^line {line}: "):
        Lexicon.from_text(content, TileSet.load("english"), "words")


NOT_TEXT = {
    "latin-1": (b"AB\nCAF\xc9\n", "line 2", "'c9'"),
    "behind a byte order mark": (codecs.BOM_UTF8 + b"AB\nCD\n\xffX\n", "line 3", "'ff'"),
    "UTF-16": ("AB\nABLE\n".encode("utf-16"), "line 1", "'ff'"),
    "PNG": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "line 1", "'89'"),
    "latin-1, packed": (gzip.compress(b"AB\n\xe9\n"), "line 2", "'e9'"),
}


@pytest.mark.parametrize(("content", "line", "byte"), NOT_TEXT.values(), ids=NOT_TEXT)
def test_what_is_not_utf_8(tmp_path: Path, content: bytes, line: str, byte: str):
    message = refused(written(tmp_path, content))
    assert line in message and f"byte {byte} is not UTF-8" in message


def test_binary_junk_that_is_utf_8(tmp_path: Path):
    assert "line 1" in refused(written(tmp_path, b"\x7fELF\x02\x01\x01\0\0\0"))


PACKED = gzip.compress(PLAIN.encode())
WRONGLY_PACKED = {
    "gzip cut off": PACKED[:-4],
    "only the magic": b"\x1f\x8b",
    "gzip with a wrong checksum": PACKED[:-8] + b"\0\0\0\0" + PACKED[-4:],
    "gzip of another method": b"\x1f\x8b\x09" + PACKED[3:],
    "junk behind the magic": b"\x1f\x8b" + bytes(range(100)),
    "xz cut off": lzma.compress(PLAIN.encode())[:-10],
    "xz magic": b"\xfd7zXZ\0\0",
}


@pytest.mark.parametrize("content", WRONGLY_PACKED.values(), ids=WRONGLY_PACKED)
def test_damaged_packing(tmp_path: Path, content: bytes):
    assert "cannot be unpacked" in refused(written(tmp_path, content))


def test_a_small_file_that_unpacks_to_a_large_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sources, "_KIND", replace(sources._KIND, limit=1 << 20))
    for pack in (gzip.compress, lzma.compress):
        path = written(tmp_path, pack(b"\n" * (3 << 20)))
        assert "larger than 1 MiB" in refused(path)
    assert "larger than 1 MiB" in refused(written(tmp_path, b"\n" * (3 << 20)))


def test_not_a_list_at_all(tmp_path: Path):
    assert "Is a directory" in refused(tmp_path)
    assert "No such file" in refused(tmp_path / "missing.txt")
    assert "is empty" in refused(written(tmp_path, b""))
    for content in ("\n\n", "# only\n# talk\n", "A\nB\n", "A" * 40, gzip.compress(b""), codecs.BOM_UTF8):
        assert "holds no words" in refused(written(tmp_path, content))
    with pytest.raises(LexiconError, match=r"null (byte|character)"):
        Lexicon.load("a\0b.txt")


def test_tiles_of_several_characters_and_both_forms_of_accents(tmp_path: Path):
    text = "CALÇA\nCAL·LA\nCANYA\nÇANY\nAY\n"
    expected = ["AY", "CALÇA", "CAL·LA", "CANYA", "ÇANY"]
    for form in ("NFC", "NFD"):
        lexicon = Lexicon.load(written(tmp_path, unicodedata.normalize(form, text)), CATALAN)
        assert list(lexicon) == expected
        assert unicodedata.normalize(form, "ÇANY") in lexicon
        assert [len(lexicon.tile_set.parse_word(word)) for word in lexicon] == [2, 5, 4, 4, 3]
    assert list(Lexicon.load(written(tmp_path, text.lower()), CATALAN)) == expected
    assert list(Lexicon.load(written(tmp_path, "Çany\nNya\nL·la"), CATALAN)) == ["ÇANY", "L·LA", "NYA"]
    path = written(tmp_path, "AY\nA\N{COMBINING ACUTE ACCENT}Y\n")
    assert "'ÁY' is not a word" in (message := refused(path, CATALAN)) and "line 2" in message


@given(
    st.lists(st.sampled_from([tile.label for tile in CATALAN.tiles[1:]]), min_size=1, max_size=6).map(
        "".join
    ),
    st.sampled_from([str.upper, str.lower, str.capitalize]),
    st.sampled_from(["NFC", "NFD"]),
)
def test_any_spelling_is_one_word(word: str, case: Callable[[str], str], form: str):
    """Case and Unicode form say nothing; the longest tile that fits is taken."""
    spelt = unicodedata.normalize(form, case(word))
    lexicon = Lexicon.from_text(f"# {spelt}\n\n{spelt}", CATALAN, "one")
    if len(CATALAN.parse_word(word)) > 1:
        assert list(lexicon) == [word] and spelt in lexicon
    else:
        assert (len(lexicon), lexicon.left_out) == (0, (1, 0))


@REUSED
@given(st.binary(max_size=60))
def test_any_bytes_are_words_or_refused(tmp_path: Path, content: bytes):
    try:
        lexicon = Lexicon.load(written(tmp_path, content, "any.txt"))
    except LexiconError as error:
        assert "\n" not in str(error)
    else:
        assert len(lexicon) == len(list(lexicon)) > 0


def test_the_second_load_reads_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = written(tmp_path, PLAIN)
    first = Lexicon.load(path)
    (saved,) = cached(tmp_path)
    assert saved.parent == cache_folder() and saved.name.startswith("list-")
    monkeypatch.setattr(sources, "encode_words", lambda *_: pytest.fail("the list is read again"))
    again = Lexicon.load(path)
    assert list(again) == list(first) and again.name == "list"
    moved = path.rename(tmp_path / "elsewhere.txt")
    with pytest.raises(pytest.fail.Exception):
        Lexicon.load(moved)  # its name is part of the cache key


def test_what_makes_another_lexicon(tmp_path: Path):
    """Content, tile set and longest word are part of the cache's key; the time of the file is not."""
    path = written(tmp_path, PLAIN)
    Lexicon.load(path)
    os.utime(path, (1, 1))
    Lexicon.load(path)
    assert len(cached(tmp_path)) == 1
    Lexicon.load(path, alphabet(26))  # another name, the same letters
    assert len(cached(tmp_path)) == 1
    assert list(Lexicon.load(path, longest=3)) == ["AB", "CAB"]
    assert len(Lexicon.load(path, alphabet(30))) == 3
    written(tmp_path, PLAIN + "DAB\n")
    assert len(Lexicon.load(path)) == 4
    assert len(cached(tmp_path)) == 4


@pytest.mark.parametrize("damage", ["empty", "cut off", "flipped", "junk", "another lexicon", "folder"])
def test_a_damaged_cache_is_built_again(tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture):
    path = written(tmp_path, PLAIN)
    Lexicon.load(path)
    (saved,) = cached(tmp_path)
    content = saved.read_bytes()
    if damage == "folder":
        saved.unlink()
        saved.mkdir()
    elif damage == "another lexicon":
        Lexicon.from_words(["AB"], alphabet(3)).save(saved)
    else:
        changed = {
            "empty": b"", "cut off": content[:-8], "junk": b"junk" * 100,
            "flipped": content[:-1] + bytes([content[-1] ^ 1]),
        }  # fmt: skip
        saved.write_bytes(changed[damage])
    with caplog.at_level(logging.INFO):
        assert list(Lexicon.load(path)) == ["AB", "ABLE", "CAB"]
    assert "compiling list again" in caplog.text
    if damage == "folder":
        assert "not cached" in caplog.text
    else:
        assert saved.read_bytes() == content


def test_a_cache_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    path = written(tmp_path, PLAIN)
    monkeypatch.setenv("XDG_CACHE_HOME", str(path / "below a file"))
    with caplog.at_level(logging.INFO):
        assert list(Lexicon.load(path)) == ["AB", "ABLE", "CAB"]
    assert "not cached" in caplog.text
    assert path.read_text(encoding="utf-8") == PLAIN


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
@pytest.mark.parametrize("mode", [0o500, 0o000])
def test_a_cache_without_permission(tmp_path: Path, mode: int):
    path = written(tmp_path, PLAIN)
    cache_folder().mkdir(parents=True)
    cache_folder().chmod(mode)
    try:
        assert list(Lexicon.load(path)) == ["AB", "ABLE", "CAB"]
    finally:
        cache_folder().chmod(0o700)


def test_names_that_no_cached_file_can_have(tmp_path: Path):
    accents = os.fsdecode("é".encode() * 120)  # a name that the file system has in any locale
    for name in ("x" * 250 + ".txt", accents, os.fsdecode(b"\xff\xfe.txt"), ".txt", " .x", "a\nb.txt"):
        path = written(tmp_path, PLAIN, name)
        for _ in range(2):
            assert list(Lexicon.load(path)) == ["AB", "ABLE", "CAB"]


def test_installed_lexica_are_known_by_name():
    assert known_lexica() == ["SCOWL20", "SCOWL35", "SCOWL60", "SCOWL80"]
    english = TileSet.load("english")
    installed_folder().mkdir(parents=True)
    folder = make_folder(installed_folder())
    Lexicon.from_words(["CAB", "AB"], english, name="Other").save(folder / "Mine.jackdaw")
    assert known_lexica() == ["Mine", "SCOWL20", "SCOWL35", "SCOWL60", "SCOWL80"]
    for name in ("Mine", "mine", "MINE"):
        assert list(Lexicon.load(name)) == ["AB", "CAB"]
    with pytest.raises(LexiconError, match="other letters"):
        Lexicon.load("mine", CATALAN)
    (installed_folder() / "Mine.jackdaw").write_bytes(b"junk")
    with pytest.raises(LexiconError, match=r"Mine\.jackdaw"):
        Lexicon.load("mine")


def test_the_whole_run_has_folders_of_its_own(own_folders: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    assert cache_folder().is_relative_to(own_folders) and installed_folder().is_relative_to(own_folders)


def test_write_text_is_a_list_again(tmp_path: Path):
    lexicon = Lexicon.from_words(["CALÇA", "CAL·LA"], CATALAN)
    lexicon.write_text(tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == "CALÇA\nCAL·LA\n"
    assert list(Lexicon.load(tmp_path / "out.txt", CATALAN)) == list(lexicon)
