"""The journal: what was appended whole is read again, whatever became of the rest."""

import os
import re
import signal
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sims.match import PlayedBatch
from sims.workers import Journal, JournalError, journal_index, journal_path
from sims.workers.journal_index import JournalIndex

RUN = {"seed": 1, "strategies": ["rackh3 (00000000)", "greedy (11111111)"]}
BATCHES = [PlayedBatch(first, bytes([first] * 50), (1.0, 2.0), (b"row\n",), ()) for first in (0, 20, 10, 40)]


def written(path: Path, batches: list[PlayedBatch] = BATCHES) -> bytes:
    """The content of a journal with these batches."""
    journal = Journal(path, PlayedBatch, RUN)
    for batch in batches:
        journal.append(batch)
    assert all(journal.read(batch.first) == batch for batch in batches)
    journal.close()
    return path.read_bytes()


def test_what_was_appended_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    written(path)
    journal = Journal(path, PlayedBatch, RUN, resume=True)
    assert len(journal) == 4 and 20 in journal and 30 not in journal
    assert [journal.read(batch.first) for batch in BATCHES] == BATCHES
    more = PlayedBatch(30, b"", ())
    journal.append(more)
    assert journal.read(30) == more and journal.read(40) == BATCHES[3]
    journal.remove()
    assert not path.exists()


@given(st.data())
def test_a_part_at_the_end_is_dropped(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Cut anywhere, with or without rubbish behind: all whole batches before are there."""
    path = tmp_path_factory.mktemp("cut") / "run.journal"
    sizes = [len(written(path, BATCHES[:count])) for count in range(5) if not path.unlink(missing_ok=True)]
    content = path.read_bytes()
    cut = data.draw(st.integers(0, len(content)))
    rubbish = data.draw(st.binary(max_size=40)) if cut >= 8 else b""
    if content[cut:].startswith(rubbish[:1]):
        rubbish = b""
    path.write_bytes(content[:cut] + rubbish)
    journal = Journal(path, PlayedBatch, RUN, resume=True)
    assert len(journal) == max(0, sum(size <= cut for size in sizes) - 1)
    for batch in BATCHES:
        if batch.first not in journal:
            journal.append(batch)
    journal.close()
    assert path.read_bytes() == content


@pytest.mark.parametrize("damaged", range(4))
def test_a_damaged_entry_costs_no_other(tmp_path: Path, damaged: int) -> None:
    """Wherever a byte of an entry changes, in its length or its content, the other entries are kept."""
    path = tmp_path / "run.journal"
    sizes = [len(written(path, BATCHES[:count])) for count in range(5) if not path.unlink(missing_ok=True)]
    content = path.read_bytes()
    for offset in range(sizes[damaged], sizes[damaged + 1]):
        path.write_bytes(content[:offset] + bytes([content[offset] ^ 0x41]) + content[offset + 1 :])
        journal = Journal(path, PlayedBatch, RUN, resume=True)
        others = [batch for batch in BATCHES if batch != BATCHES[damaged]]
        assert [journal.read(batch.first) for batch in others] == others
        assert BATCHES[damaged].first not in journal
        journal.append(BATCHES[damaged])
        journal.close()
        journal = Journal(path, PlayedBatch, RUN, resume=True)
        assert [journal.read(batch.first) for batch in BATCHES] == BATCHES
        journal.close()


def test_a_damaged_description_does_not_cost_the_entries(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    content = bytearray(written(path))
    content[20] ^= 1
    path.write_bytes(content)
    with pytest.raises(JournalError, match="has an entry that is not of this program"):
        Journal(path, PlayedBatch, RUN, resume=True)
    assert path.read_bytes() == content


def test_a_search_for_intact_entries_ends(tmp_path: Path) -> None:
    """Every offset of the damaged end looks like an entry, but only so many are tried."""
    path = tmp_path / "run.journal"
    content = written(path)
    path.write_bytes(content + b"\0\0\1" * (1 << 21) + bytes(1 << 20))
    journal = Journal(path, PlayedBatch, RUN, resume=True)
    assert len(journal) == 4
    journal.close()
    assert path.read_bytes() == content


@pytest.mark.parametrize("size", [1, 8, 100])
def test_zeros_at_the_end_are_dropped(tmp_path: Path, size: int) -> None:
    """A failure of the power may leave zeros, which look like an empty entry with the right checksum."""
    path = tmp_path / "run.journal"
    content = written(path)
    path.write_bytes(content + bytes(size))
    Journal(path, PlayedBatch, RUN, resume=True).close()
    assert path.read_bytes() == content


def test_no_regular_file(tmp_path: Path) -> None:
    pipe = tmp_path / "run.journal"
    os.mkfifo(pipe)
    with pytest.raises(JournalError, match="it is no regular file; name another output"):
        Journal(pipe, PlayedBatch, RUN, resume=True)
    for name in ("a\0b", "\ud800"):
        with pytest.raises(JournalError, match="cannot be written"):
            Journal(tmp_path / name, PlayedBatch, RUN, resume=True)


def test_a_journal_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    content = written(path)
    with pytest.raises(JournalError, match="there is an unfinished run; resume it with --resume"):
        Journal(path, PlayedBatch, RUN)
    assert path.read_bytes() == content


def test_without_a_journal_resuming_begins(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "run.journal", PlayedBatch, RUN, resume=True)
    assert len(journal) == 0
    journal.close()


def test_another_run(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    content = written(path)
    with pytest.raises(
        JournalError, match="the run was started with seed '1', not '2'; resume with the same"
    ):
        Journal(path, PlayedBatch, {**RUN, "seed": 2}, resume=True)
    with pytest.raises(JournalError, match=r"with strategies 'rackh3 \(0+\), greedy \(1+\)', not 'rackh3'"):
        Journal(path, PlayedBatch, {**RUN, "strategies": ["rackh3"]}, resume=True)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"--seed": "2"}, "with --seed 1, with --infer"),
        ({"--seed": "2", "--infer": ""}, "with --seed 1"),
        ({"--infer": "", "--rules": "own.toml"}, "with --seed 1, without --rules"),
        ({"--seed": "1", "--infer": ""}, "with seed '1', not '2'"),  # no option differs
        (None, "with seed '1', not '2'"),
    ],
)
def test_the_options_that_differ_are_named(
    options: dict[str, str] | None, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.journal"
    begun = {"--seed": "1", "--infer": ""}
    Journal(path, PlayedBatch, RUN, options=begun).close()
    with pytest.raises(
        JournalError, match=rf"the run was started {re.escape(message)}; resume with the same"
    ):
        Journal(path, PlayedBatch, {**RUN, "seed": 2}, resume=True, options=options)
    Journal(path, PlayedBatch, RUN, resume=True, options={"--lexicon": "SCOWL80"}).close()  # the same words


def test_not_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann,", encoding="utf-8")
    with pytest.raises(JournalError, match="not a journal"):
        Journal(path, PlayedBatch, RUN, resume=True)
    assert path.read_text(encoding="utf-8") == "Dear Ann,"


def test_in_use(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    written(path)
    journal = Journal(path, PlayedBatch, RUN, resume=True)
    with pytest.raises(JournalError, match="another run is using it"):
        Journal(path, PlayedBatch, RUN, resume=True)
    journal.close()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"cannot be written \(No such file or directory\)"):
        Journal(tmp_path / "nowhere" / "run.journal", PlayedBatch, RUN)


def test_a_write_that_fails_midway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk takes a part of a batch: the part is taken back, and what was there before stays."""
    path = tmp_path / "run.journal"
    before = written(path, BATCHES[:2])
    journal = Journal(path, PlayedBatch, RUN, resume=True)

    class FullDisk:
        def __init__(self, file: object) -> None:
            self.file, self.room = file, 30

        def write(self, data: memoryview) -> int:
            if not self.room:
                raise OSError(28, os.strerror(28))
            taken, self.room = self.file.write(data[: self.room]), 0  # type: ignore[attr-defined]
            return int(taken)

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

    file = journal._file
    monkeypatch.setattr(journal, "_file", FullDisk(file))
    with pytest.raises(
        JournalError, match=r"No space left on device\); 2 parts of the run are saved, resume with --resume"
    ):
        journal.append(BATCHES[2])
    assert path.read_bytes() == before
    monkeypatch.setattr(journal, "_file", file)
    journal.append(BATCHES[2])
    assert [journal.read(batch.first) for batch in BATCHES[:3]] == BATCHES[:3]
    journal.close()


def test_an_entry_that_is_being_written_is_not_lost_to_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.journal"
    journal = Journal(path, PlayedBatch, RUN)
    write = journal._file.write

    class Interrupted:
        """The file of the journal, in whose writes Ctrl-C is pressed."""

        def __getattr__(self, name: str) -> Any:
            return getattr(file, name)

        def write(self, data: bytes) -> int:
            signal.raise_signal(signal.SIGINT)
            return write(data) or 0

    file = journal._file
    monkeypatch.setattr(journal, "_file", Interrupted())
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            journal.append(BATCHES[0])
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(journal) == 1
    journal.close()
    again = Journal(path, PlayedBatch, RUN, resume=True)
    assert again.read(BATCHES[0].first) == BATCHES[0]
    again.close()


def test_where_it_lies() -> None:
    assert journal_path(Path("a/games.csv")) == Path("a/games.csv.journal")


@given(
    st.lists(st.tuples(st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(0, 40), st.integers(0, 1 << 40))),
    st.integers(1, 9),
)
def test_the_index_is_a_dictionary(entries: list[tuple[int, int]], recent: int) -> None:
    """In whatever order entries come, repeated or not, and whenever they are merged."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(journal_index, "_MAX_RECENT", recent)
        index, expected = JournalIndex(), dict[int, int]()
        for number, offset in entries:
            index[number] = expected[number] = offset
            assert len(index) == len(expected) and number in index
        assert {number: index[number] for number in expected} == expected
        for number in range(40):
            assert (number in index) == (number in expected)
    with pytest.raises(KeyError):
        JournalIndex()[3]


@pytest.mark.medium
def test_an_entry_of_the_index_takes_sixteen_bytes() -> None:
    """A run of ten million positions must not need gigabytes to know which are done."""
    tracemalloc.start()
    try:
        index = JournalIndex()
        for number in range(200_000):
            index[number] = 300 * number
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert used < 16 * 200_000 + 110 * 2**16  # a dictionary of all would take 24 MB
    assert len(index) == 200_000 and index[123_456] == 300 * 123_456


def test_a_number_that_no_run_has(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    journal = Journal(path, PlayedBatch, RUN)
    journal.append(PlayedBatch(1 << 63, b"", ()))
    journal.close()
    with pytest.raises(JournalError):
        Journal(path, PlayedBatch, RUN, resume=True)
