"""Readers take regular files, pipes and standard input, up to their limit."""

import errno
import gzip
import io
import lzma
import os
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from movegen.configs import read_toml
from movegen.errors import ConfigError, GcgError, JackdawError, LexiconError
from movegen.files import MIB, InputKind, open_input, open_lines, read_bytes, read_packed
from movegen.gcg import read_gcg
from movegen.lexicon import Lexicon

SMALL = InputKind(1000, LexiconError, "the thing", "a thing", max_line=10)


def test_content_up_to_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "a"
    for size in (0, 1, 999, 1000):
        file.write_bytes(b"x" * size)
        assert read_bytes(file, SMALL) == b"x" * size
    file.write_bytes(b"x" * 1001)
    with pytest.raises(LexiconError) as caught:
        read_bytes(file, SMALL)
    assert str(caught.value) == f"{file}: the thing is larger than 1,000 bytes, the limit; expected a thing"
    file.write_bytes(os.urandom(3 * MIB + 5))
    assert read_bytes(file, InputKind(4 * MIB)) == file.read_bytes()


def test_a_file_that_grows_is_limited_as_well(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"x")
    with open_input(file, SMALL) as reader:
        with file.open("ab") as writer:
            writer.write(b"y" * 1000)
        with pytest.raises(LexiconError, match="larger than 1,000 bytes, the limit"):
            reader.read()


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full"])
def test_devices_are_refused(tmp_path: Path, device: str) -> None:
    link = tmp_path / "endless.gcg"
    link.symlink_to(device)
    for file in (device, link):
        with pytest.raises(GcgError, match="neither a regular file nor a pipe"):
            read_gcg(file)
        with pytest.raises(ConfigError, match="neither a regular file nor a pipe"):
            read_toml(Path(file))


def test_other_kinds_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match=r"the thing cannot be read \(Is a directory\)"):
        read_bytes(tmp_path, SMALL)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        with pytest.raises(LexiconError, match="neither a regular file nor a pipe"):
            read_bytes(tmp_path / "socket", SMALL)


ODD_NAMES = ["a\0b", "\ud800", "\udcff", "x" * 300, "x/" * 3000, "a\nb\x1b[31m", ""]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_the_caller_s_error(tmp_path: Path, name: str) -> None:
    for path in (str(tmp_path / "none") + name, tmp_path / "none" / name):
        with pytest.raises(LexiconError, match="cannot be read") as caught:
            read_bytes(path, SMALL)
        assert str(caught.value).isprintable()


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(LexiconError, match=f"cannot be read.*{os.strerror(errno.ELOOP)}"):
        read_bytes(tmp_path / "a", SMALL)


def _write_to(pipe: Path, content: bytes) -> threading.Thread:
    def write() -> None:
        with suppress(BrokenPipeError):
            pipe.write_bytes(content)

    thread = threading.Thread(target=write)
    thread.start()
    return thread


def test_a_pipe_is_read_and_limited(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = _write_to(pipe, b"x" * 1000)
    assert read_bytes(pipe, SMALL) == b"x" * 1000
    writer.join()
    writer = _write_to(pipe, b"x" * 100_000)
    with pytest.raises(LexiconError, match="larger than 1,000 bytes, the limit"):
        read_bytes(pipe, SMALL)
    writer.join()
    with pytest.raises(LexiconError, match=r"cannot be read .*no regular file"):
        Lexicon.load(pipe)  # read more than once; nobody writes, so opening it would wait for ever


def test_standard_input_is_read_and_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * 1000), encoding="utf-8"))
    assert read_bytes("-", SMALL) == b"x" * 1000
    assert not sys.stdin.buffer.closed
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * 1001), encoding="utf-8"))
    with pytest.raises(LexiconError, match="standard input: the thing is larger than 1,000 bytes"):
        read_bytes("-", SMALL)
    monkeypatch.setattr(sys, "stdin", None)
    assert read_bytes("-", SMALL) == b""


def test_lines_are_limited(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"\xef\xbb\xbfone\r\ntwo\n" + b"x" * 9 + b"\n" + b"y" * 10)
    with open_lines(file, SMALL) as lines:
        assert list(lines) == ["one\r\n", "two\n", "x" * 9 + "\n", "y" * 10]
    file.write_bytes(b"one\n" + b"x" * 11)
    with (
        pytest.raises(LexiconError, match="a, line 2: the thing has more than 10 characters, the limit"),
        open_lines(file, SMALL) as lines,
    ):
        list(lines)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_what_is_unpacked_is_limited(tmp_path: Path, pack) -> None:
    file = tmp_path / "a"
    for content in (b"", b"x" * 1000):
        file.write_bytes(pack(content))
        assert read_packed(file, SMALL) == content
    file.write_bytes(pack(b"x" * 500) + pack(b"y" * 500))
    assert read_packed(file, SMALL) == b"x" * 500 + b"y" * 500
    for size in (1001, 50_000_000):
        file.write_bytes(pack(b"x" * size)[: 1 << 24])
        with pytest.raises(LexiconError, match="is larger than"):
            read_packed(file, InputKind(1000 if size == 1001 else 1 << 20, LexiconError))
    for cut in (1, 3, 10):
        file.write_bytes(pack(b"x" * 700)[:-cut])
        with pytest.raises(LexiconError, match="cannot be unpacked"):
            read_packed(file, SMALL)


def test_a_small_header_cannot_ask_for_much_memory(tmp_path: Path) -> None:
    """An XZ file with a dictionary of 1.5 GiB is refused, however little it holds."""
    filters = [
        {
            "id": lzma.FILTER_LZMA2,
            "dict_size": 3 << 29,
            "mode": lzma.MODE_FAST,
            "nice_len": 2,
            "mf": lzma.MF_HC3,
            "depth": 1,
        }
    ]
    try:
        content = lzma.compress(b"x", filters=filters)
    except MemoryError:
        pytest.skip("too little memory to make the file")
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(LexiconError, match=r"cannot be unpacked \(Memory usage limit exceeded\)"):
        read_packed(tmp_path / "a", SMALL)


def test_a_fault_while_reading(tmp_path: Path) -> None:
    with pytest.raises(JackdawError, match=r"cannot be read \(Input/output error\)"):
        read_bytes("/proc/self/mem", InputKind(1000))
