"""Files are written whole or not at all."""

import os
import threading
from pathlib import Path

import pytest

from movegen.errors import JackdawError, LexiconError
from movegen.files import atomic_file, check_writable, make_folder, write_atomic


def test_writes_all_parts_and_nothing_else(tmp_path: Path) -> None:
    path = make_folder(tmp_path / "a" / "b") / "c.txt"
    write_atomic(path, b"one ", memoryview(b"two"))
    assert path.read_bytes() == b"one two"
    assert list(path.parent.iterdir()) == [path]


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(LexiconError, match="its folder does not exist; create it"):
        write_atomic(tmp_path / "mistyped" / "b.txt", b"", error=LexiconError)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(LexiconError, match="the folder cannot be created"):
        make_folder(tmp_path / "file" / "a", error=LexiconError)


def test_the_file_may_be_read_as_others_may_be(tmp_path: Path) -> None:
    plain, whole = tmp_path / "plain", tmp_path / "whole"
    plain.write_bytes(b"")
    write_atomic(whole, b"")
    assert plain.stat().st_mode == whole.stat().st_mode


def test_an_old_file_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_atomic(path, b"new", "not bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(JackdawError, match="its folder does not exist"):
        write_atomic(tmp_path / "file" / "below", b"")
    with pytest.raises(LexiconError, match=r"cannot be written \(Is a directory\)") as caught:
        write_atomic(tmp_path, b"", error=LexiconError)
    assert caught.value.where == str(tmp_path)


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(JackdawError, match="cannot be written"):
        write_atomic(tmp_path / "a", b"")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomic(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_device_is_written_to(tmp_path: Path) -> None:
    write_atomic(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_atomic(pipe, b"through")
    reader.join(timeout=120)
    assert received == [b"through"]


def test_a_file_that_is_given_up_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), atomic_file(path) as file:
        file.write(b"new")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]
    with atomic_file(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"


def test_whether_a_file_can_be_written(tmp_path: Path) -> None:
    """A path that cannot be written gives the same error as writing; a good one is left alone."""
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    check_writable(path)
    check_writable(tmp_path / "new")
    check_writable(Path("/dev/full"))
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]
    with pytest.raises(JackdawError, match="its folder does not exist; create it"):
        check_writable(tmp_path / "nowhere" / "new")
    with pytest.raises(LexiconError, match=r"cannot be written \(Is a directory\)"):
        check_writable(tmp_path, error=LexiconError)
