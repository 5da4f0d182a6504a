"""Compiled lexica are checked node by node once, and again after any change."""

import json
import os
import zlib
from pathlib import Path

import pytest

from movegen.errors import LexiconError
from movegen.lexicon import Lexicon, checked_files, graph_file, read_graph_file
from movegen.lexicon.checked_files import MAX_RECORDS, is_checked, note_checked, records_folder
from movegen.variant import TileSet

pytestmark = [
    pytest.mark.core,
    pytest.mark.skipif(os.name != "posix", reason="Windows does not record the last change of a file"),
]


@pytest.fixture(autouse=True)
def no_tick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Trust files at once, and have records of our own."""
    monkeypatch.setattr(checked_files, "_TICK", 0)
    monkeypatch.setattr(checked_files, "records_folder", lambda: tmp_path / "checked")


def compiled(path: Path, words: str = "AB\nBA\nCAB\n") -> Path:
    """Write a compiled lexicon."""
    data = Lexicon.from_text(words, TileSet.load("english"), "words").data
    graph_file.write_graph_file(data, path)
    return path


def spoiled(path: Path) -> bytes:
    """Return a file whose checksum is right, but whose nodes are not."""
    content = bytearray(path.read_bytes())
    magic, version, length, _ = graph_file._FIXED.unpack_from(content)
    begin = graph_file._FIXED.size + length
    begin += -begin % 64
    graph_words = json.loads(content[graph_file._FIXED.size : graph_file._FIXED.size + length])["graph_words"]
    end = begin + 4 * graph_words
    content[begin:end] = b"\xff" * (end - begin)
    header = bytes(content[graph_file._FIXED.size : graph_file._FIXED.size + length])
    checksum = zlib.crc32(content[begin:], zlib.crc32(header))
    graph_file._FIXED.pack_into(content, 0, magic, version, length, checksum)
    return bytes(content)


def test_a_file_is_checked_once(tmp_path: Path) -> None:
    path = compiled(tmp_path / "words.jackdaw")
    first, second = read_graph_file(path), read_graph_file(path)
    assert (first.is_checked, second.is_checked) == (False, True)
    english = TileSet.load("english")
    assert list(Lexicon(second, english)) == list(Lexicon(first, english)) == ["AB", "BA", "CAB"]
    assert [word for word in ("AB", "ABC") if word in Lexicon(second, english)] == ["AB"]


def test_a_hostile_file_in_its_place_is_refused(tmp_path: Path) -> None:
    path = compiled(tmp_path / "words.jackdaw")
    read_graph_file(path)
    before = path.stat()
    content = spoiled(path)
    path.write_bytes(content)  # as long as before, and as old:
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size and path.stat().st_ino == before.st_ino
    for _ in range(2):
        with pytest.raises(LexiconError, match="damaged"):
            read_graph_file(path)


def test_the_time_of_a_change_decides_where_all_else_is_equal(tmp_path: Path) -> None:
    path = compiled(tmp_path / "words.jackdaw")
    before = path.stat()
    note_checked(before, 7)
    assert is_checked(before, 7) and not is_checked(before, 8)
    path.chmod(0o600)
    path.chmod(0o644)
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert not is_checked(path.stat(), 7)


def test_a_checked_file_that_was_damaged_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = compiled(tmp_path / "words.jackdaw")
    read_graph_file(path)
    monkeypatch.setattr(graph_file, "is_checked", lambda *_: True)  # as if the disk had changed it
    content = bytearray(path.read_bytes())
    content[-5] ^= 1
    path.write_bytes(content)
    with pytest.raises(LexiconError, match="checksum"):
        read_graph_file(path)


def test_a_file_that_may_still_change_unnoticed_is_not_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checked_files, "_TICK", 10**12)
    path = compiled(tmp_path / "words.jackdaw")
    read_graph_file(path)
    assert not read_graph_file(path).is_checked


def test_records_are_few(tmp_path: Path) -> None:
    found = compiled(tmp_path / "words.jackdaw").stat()
    for checksum in range(MAX_RECORDS + 5):
        note_checked(found, checksum)
    assert len(list(checked_files.records_folder().iterdir())) == MAX_RECORDS
    assert is_checked(found, MAX_RECORDS + 4)


def test_without_a_folder_of_records_files_are_checked_every_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(checked_files, "records_folder", lambda: tmp_path / "file" / "checked")
    path = compiled(tmp_path / "words.jackdaw")
    assert [read_graph_file(path).is_checked for _ in range(2)] == [False, False]


def test_files_are_checked_where_records_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache may belong to another user; a name that is too long fails for root as well."""
    monkeypatch.setattr(checked_files, "records_folder", lambda: tmp_path / ("long" * 100) / "checked")
    path = compiled(tmp_path / "words.jackdaw")
    assert [read_graph_file(path).is_checked for _ in range(2)] == [False, False]


def test_records_lie_in_the_users_cache(own_folders: Path) -> None:
    assert records_folder().is_relative_to(own_folders)
