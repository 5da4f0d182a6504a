"""A log in parts, which workers write, has the rows of a log in one file, however its run went."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from runs import LEXICON, STANDARD

from movegen.files import atomic_file
from sims.match import Match, MatchPlan, PlayedBatch, SeriesFiles, Sprt
from sims.match.game_log import LogError
from sims.workers import Journal, JournalError, WorkerPool, this_process
from sims.workers.executors import local_processes
from strategy import load_strategy

pytestmark = pytest.mark.core
dataset = pytest.importorskip("pyarrow.dataset", reason="PyArrow is not installed")


def plan(games: int, **options: Any) -> MatchPlan:
    players = load_strategy("rackh3"), load_strategy("greedy")
    return MatchPlan(players, LEXICON, STANDARD, games, seed=3, **options)


def finish(match: Match) -> None:
    with match.series as series:
        match.play()
        match.write_log()
        series.forget()


def rows_in_file(wanted: MatchPlan, folder: Path) -> list[list[str]]:
    finish(Match(wanted, this_process, SeriesFiles(log=folder / "games.csv")))
    return list(csv.reader(io.StringIO((folder / "games.csv").read_text(encoding="utf-8"))))[1:]


def rows_in_parts(folder: Path) -> list[list[str]]:
    """Return the rows of all parts, read lazily as one table, as the CSV has them."""
    table = dataset.dataset(folder, format="parquet").to_table()
    return [["" if value is None else str(value) for value in row.values()] for row in table.to_pylist()]


def two_processes() -> Any:
    return local_processes(2)


@pytest.mark.medium
@pytest.mark.parametrize("pool", [this_process, two_processes])
def test_the_rows_are_those_of_a_file(pool: WorkerPool, tmp_path: Path) -> None:
    log = tmp_path / "games"
    finish(Match(plan(260), pool, SeriesFiles(log=log)))
    assert rows_in_parts(log) == rows_in_file(plan(260), tmp_path)
    assert len(list(log.iterdir())) == 65
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "games.csv"]


def test_the_journal_has_no_rows(tmp_path: Path) -> None:
    """They would pass through the scheduler and this process."""
    match = Match(plan(260), this_process, SeriesFiles(log=tmp_path / "games"))
    with match.series as series:
        match.play()
        assert isinstance(series.journal, Journal)
        saved = [series.journal.read(first) for first in range(0, 260, 4)]
    assert all(isinstance(batch, PlayedBatch) and not batch.rows for batch in saved)
    assert (tmp_path / "games.journal").stat().st_size < 260 * 120 + 4000


def test_only_missing_parts_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the journal does not have, and those that have disappeared."""
    log = tmp_path / "games"
    match = Match(plan(260), this_process, SeriesFiles(log=log))
    with match.series:
        match.play()
    times = {path.name: path.stat().st_mtime_ns for path in log.iterdir()}
    gone = sorted(log.iterdir())[7]
    gone.unlink()
    again = Match(plan(260), this_process, SeriesFiles(log=log, resume=True))
    finish(again)
    assert again.series.played == 4
    changed = [path.name for path in log.iterdir() if path.stat().st_mtime_ns != times[path.name]]
    assert changed == [gone.name]
    assert rows_in_parts(log) == rows_in_file(plan(260), tmp_path)


def test_a_test_ends_the_log_with_its_last_game(tmp_path: Path) -> None:
    wanted = plan(10_000, sprt=Sprt(0, 300))
    match = Match(wanted, two_processes, SeriesFiles(log=tmp_path / "games"))
    finish(match)
    rows = rows_in_parts(tmp_path / "games")
    assert rows == rows_in_file(wanted, tmp_path)
    assert int(rows[-1][0]) + 1 == match.report().statistics.games
    assert (int(rows[-1][0]) + 1) % 156  # within a batch


def test_a_part_that_is_being_written_is_not_read(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "0.parquet") as file:
        file.write(b"PAR1")
        file.flush()
        assert any(tmp_path.iterdir())
        assert not dataset.dataset(tmp_path, format="parquet").files


def test_what_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "games"
    log.mkdir()
    (log / "000000000000.parquet").touch()
    with pytest.raises(LogError, match="the folder of the log is not empty; name another, or empty it"):
        Match(plan(2), this_process, SeriesFiles(log=log))
    assert not (tmp_path / "games.journal").exists()
    (tmp_path / "file").touch()
    with pytest.raises(
        LogError, match="file: is a file, but a log without a suffix is a folder; give it a name"
    ):
        Match(plan(2), this_process, SeriesFiles(log=tmp_path / "file"))
    with pytest.raises(JournalError, match="no/games"):
        Match(plan(2), this_process, SeriesFiles(log=tmp_path / "no/games"))
