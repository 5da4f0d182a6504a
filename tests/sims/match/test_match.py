"""Matches: their figures, the test that ends them, their log; whoever plays, whatever interrupts."""

import csv
import io
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace
from runs import LEXICON, STANDARD

from movegen import ConfigError, Lexicon, PositionError, read_gcg
from sims.match import Match, MatchPlan, MatchReport, PlayedBatch, SeriesFiles, Sprt
from sims.match.game_log import LogError, write_log
from sims.match.match import MatchError
from sims.match.match_statistics import match_statistics
from sims.match.sprt import Decision
from sims.match.turn_rows import COLUMNS
from sims.workers import JournalError, PoolError, WorkerPool, this_process
from sims.workers.executors import local_processes
from strategy import SimulationStrategy, StaticStrategy, load_strategy
from strategy.players import SimulationConfig

pytestmark = pytest.mark.core


def plan(games: int, **options: Any) -> MatchPlan:
    """RackH3 against greedy, seed 3."""
    players = load_strategy("rackh3"), load_strategy("greedy")
    return MatchPlan(players, LEXICON, STANDARD, games, **({"seed": 3} | options))


def played(
    wanted: MatchPlan, folder: Path, pool: WorkerPool = this_process, **options: Any
) -> tuple[MatchReport, bytes]:
    """Play a match and return its report and log."""
    log = folder / "games.csv"
    match = Match(wanted, pool, SeriesFiles(log=log, **options))
    with match.series as series:
        match.play()
        match.write_log()
        series.forget()
    assert not log.with_name("games.csv.journal").exists()
    return match.report(), log.read_bytes()


def rows_of(log: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(log.decode())))


@pytest.mark.parametrize("paired", [True, False])
def test_the_figures_are_those_of_the_log(paired: bool, tmp_path: Path) -> None:
    report, log = played(plan(30, paired=paired), tmp_path)
    rows = rows_of(log)
    assert list(rows[0]) == list(COLUMNS)
    finals = {(int(row["game"]), row["player"]): int(row["final_score"]) for row in rows}
    scores = [[finals[game, name] for game in range(30)] for name in ("rackh3", "greedy")]
    assert report.statistics == match_statistics(*scores, paired=paired)
    assert report.complete and report.test is None and report.games_per_second > 0
    first = {int(row["game"]): row["player"] for row in rows if row["turn"] == "1"}
    assert first == {game: ("rackh3", "greedy")[game % 2] for game in range(30)}
    for figures in report.players:
        mine = [row for row in rows if row["player"] == figures.name]
        assert figures.turns == len(mine)
        assert figures.bingos == sum(
            len(row["rack"]) - len(row["leave"]) == 7 and row["move"][0] != "-" for row in mine
        )
        assert figures.exchanges == sum(row["move"][0] == "-" and len(row["move"]) > 1 for row in mine)
        assert figures.passes == sum(row["move"] == "-" for row in mine)
        assert 0 < figures.seconds < 60


def interrupted_in_line(number: int, match: Match) -> bool:
    """Play, with Ctrl-C before the line of sims/match/match.py that is run as the one of this number."""
    lines = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal lines
        if Path(frame.f_code.co_filename).name != "match.py":
            return None
        lines += event == "line"
        if lines == number:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        match.play()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.medium
@pytest.mark.parametrize("sprt", [None, Sprt(0, 300)])
def test_ctrl_c_may_come_at_any_time(sprt: Sprt | None) -> None:
    """The report covers complete pairs only, and the same games as the sequential test."""
    number = 0
    while True:
        number += 1
        match = Match(plan(8, sprt=sprt), this_process)
        with match.series:
            goes_on = interrupted_in_line(number, match)
        report = match.report()
        assert report.statistics.games % 2 == 0
        assert sum(figures.turns > 0 for figures in report.players) == 2 * (report.statistics.games > 0)
        if report.test is not None:
            assert report.test.units == report.statistics.games // 2
        if not goes_on:
            break
    assert number > 30


def test_the_same_strategy_twice() -> None:
    twice = MatchPlan((load_strategy("rackh3"),) * 2, LEXICON, STANDARD, 6)
    match = Match(twice, this_process)
    with match.series:
        match.play()
    report = match.report()
    assert [figures.name for figures in report.players] == ["rackh3-1", "rackh3-2"]
    assert report.statistics.counts == (0, 0, 3, 0, 0)  # both games of a pair are the same


@pytest.mark.medium
def test_two_workers_give_the_same(tmp_path: Path) -> None:
    one = played(plan(400), tmp_path)
    two = played(plan(400), tmp_path, partial(local_processes, 2))
    assert one[0].statistics == two[0].statistics and one[1] == two[1]


def test_a_test_ends_the_match_at_the_same_game(tmp_path: Path) -> None:
    """The end does not depend on the number of games or the batches; the log ends there too."""
    sprt = Sprt(0, 100)
    report, log = played(plan(2000, sprt=sprt), tmp_path)
    assert report.test is not None and report.test.decision is Decision.ELO1 and report.complete
    games = 2 * report.test.units
    assert report.statistics.games == games < 2000
    assert {int(row["game"]) for row in rows_of(log)} == set(range(games))
    other, other_log = played(plan(games + 6, sprt=sprt), tmp_path)
    assert (other.statistics, other.test, other_log) == (report.statistics, report.test, log)
    whole, _ = played(plan(games), tmp_path)
    assert whole.statistics == report.statistics
    assert whole.players[0].turns == report.players[0].turns


def test_a_test_that_is_not_decided(tmp_path: Path) -> None:
    report, _ = played(plan(10, sprt=Sprt(0, 1), paired=False), tmp_path)
    assert report.test is not None and report.test.decision is None and report.test.units == 10
    assert report.complete and report.statistics.games == 10


def test_gcg_files(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    report, log = played(plan(12), tmp_path, gcg_folder=folder)
    assert sorted(path.name for path in folder.iterdir()) == [f"{number:02}.gcg" for number in range(12)]
    finals = {(int(row["game"]), row["player"]): int(row["final_score"]) for row in rows_of(log)}
    for number in range(12):
        game = read_gcg(folder / f"{number:02}.gcg")
        for player, score in zip(game.players, game.scores, strict=True):
            assert finals[number, player.nickname] == score
    assert report.complete


def quick_plan(games: int, **options: Any) -> MatchPlan:
    """A strategy that simulates, quickly, against greedy."""
    config = SimulationConfig(name="quick", kind="simulation", candidates=2, iterations=4)
    players = SimulationStrategy(config, StaticStrategy.load("static")), StaticStrategy.load("greedy")
    return MatchPlan(players, LEXICON, STANDARD, games, **({"seed": 3} | options))


@pytest.mark.medium
def test_simulating_strategies(tmp_path: Path) -> None:
    """Workers change nothing, and figures by player are reported as for static strategies."""
    one = played(quick_plan(8), tmp_path)
    two = played(quick_plan(8), tmp_path, partial(local_processes, 2))
    assert one[0].statistics == two[0].statistics and one[1] == two[1]
    rows = rows_of(one[1])
    assert one[0].complete and {int(row["game"]) for row in rows} == set(range(8))
    quick, greedy = one[0].players
    assert quick.turns == sum(row["player"] == "quick" for row in rows)
    assert quick.seconds > 3 * greedy.seconds > 0


@pytest.mark.medium
def test_a_test_waits_for_both_games_of_a_pair(tmp_path: Path) -> None:
    """The match of the test's units is the one that ends there."""
    sprt = Sprt(0, 200, 0.2, 0.2)
    report, log = played(quick_plan(60, sprt=sprt), tmp_path)
    assert report.test is not None and report.test.decision is not None
    games = 2 * report.test.units
    assert report.complete and report.statistics.games == games < 60
    assert {int(row["game"]) for row in rows_of(log)} == set(range(games))
    assert played(quick_plan(games), tmp_path)[0].statistics == report.statistics


@pytest.mark.medium
def test_half_a_pair_does_not_count(tmp_path: Path) -> None:
    match = Match(quick_plan(8), this_process, SeriesFiles(log=tmp_path / "games.csv"))
    with match.series, pytest.raises(StoppedError):
        match.play(stop_after(6))
    report = match.report()
    assert match.games_counted == 5 and report.statistics.games == 4 and not report.complete
    assert sum(report.statistics.counts) == 2
    whole, log = played(quick_plan(8), tmp_path, resume=True)
    assert whole.statistics.games == 8
    (tmp_path / "again").mkdir()
    assert played(quick_plan(8), tmp_path / "again")[1] == log


def test_a_game_that_is_lost_takes_its_pair_along(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from sims.match import series as series_module
    from sims.workers import TaskFailed

    def lossy(pool: object, work: Callable[[Any], PlayedBatch], batches: Any) -> Any:
        for batch in batches:
            yield batch, TaskFailed("workers died") if batch.first == 2 else work(batch)

    monkeypatch.setattr(series_module, "run_tasks", lossy)
    match = Match(quick_plan(6, sprt=Sprt(0, 1)), this_process)
    with (
        match.series,
        pytest.raises(PoolError, match="1 games, starting with game 2, are missing: workers died"),
    ):
        match.play()
    report = match.report()
    assert report.statistics.games == 4 and report.test is not None and report.test.units == 2


def test_what_a_simulating_strategy_goes_by_must_be_the_same(tmp_path: Path) -> None:
    """Its own figures and those of its evaluator."""
    log = tmp_path / "games.csv"
    Match(quick_plan(4), this_process, SeriesFiles(log=log)).series.__exit__(None, None, None)
    quick, greedy = quick_plan(4).strategies
    assert isinstance(quick, SimulationStrategy)
    more = SimulationStrategy(replace(quick.config, iterations=5), quick.evaluator)
    leaves = replace(quick.evaluator.config, leaves="rackh1")
    other = SimulationStrategy(quick.config, StaticStrategy(leaves))
    for changed in (more, other):
        with pytest.raises(JournalError, match="the run was started with strategies 'quick"):
            Match(
                MatchPlan((changed, greedy), LEXICON, STANDARD, 4, 3),
                this_process,
                SeriesFiles(log=log, resume=True),
            )


def test_who_is_timed() -> None:
    quick, greedy = quick_plan(2).strategies
    timed = SimulationStrategy(replace(quick.config, seconds=1.0), StaticStrategy.load("static"))  # type: ignore[type-var]
    assert quick_plan(2).timed == ()
    assert MatchPlan((timed, timed), LEXICON, STANDARD, 2).timed == ("quick-1", "quick-2")
    assert MatchPlan((greedy, timed), LEXICON, STANDARD, 2).timed == ("quick",)


class StoppedError(Exception):
    """Stands for whatever ends a run."""


def stop_after(games: int) -> Callable[[int], None]:
    done = 0

    def progress(more: int) -> None:
        nonlocal done
        done += more
        if done >= games:
            raise StoppedError

    return progress


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_an_interrupted_match_goes_on(suffix: str, tmp_path: Path) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="PyArrow is not installed")
    log = tmp_path / f"games{suffix}"
    whole = Match(plan(256), this_process, SeriesFiles(log=log))
    with whole.series as series:
        whole.play()
        whole.write_log()
        series.forget()
    expected = log.read_bytes()
    log.unlink()
    for games in (100, 200):
        match = Match(plan(256), this_process, SeriesFiles(log=log, resume=games > 100))
        with match.series, pytest.raises(StoppedError):
            match.play(stop_after(games))
        report = match.report()
        assert 0 < report.statistics.games <= games and not report.complete
        assert not log.exists()
    told: list[int] = []
    match = Match(plan(256), this_process, SeriesFiles(log=log, resume=True))
    with match.series as series:
        match.play(told.append)
        match.write_log()
        assert 0 < series.played <= 60
        series.forget()
    assert sum(told) == 256 and told[0] >= 196
    assert match.report().statistics == whole.report().statistics
    assert log.read_bytes() == expected
    assert list(tmp_path.iterdir()) == [log]


def test_what_must_be_the_same_to_go_on(tmp_path: Path) -> None:
    log = tmp_path / "games.csv"
    Match(plan(10), this_process, SeriesFiles(log=log)).series.__exit__(None, None, None)
    changed = {
        "seed": plan(10, seed=4),
        "games": plan(12),
        "paired": plan(10, paired=False),
        "strategies": MatchPlan((load_strategy("rackh3"),) * 2, LEXICON, STANDARD, 10, 3),
    }
    for key, other in changed.items():
        with pytest.raises(JournalError, match=f"the run was started with {key} "):
            Match(other, this_process, SeriesFiles(log=log, resume=True))
    with pytest.raises(JournalError, match="started with GCG files 'False', not 'True'"):
        Match(plan(10), this_process, SeriesFiles(log=log, resume=True, gcg_folder=tmp_path))
    with pytest.raises(JournalError, match="resume it with --resume"):
        Match(plan(10), this_process, SeriesFiles(log=log))
    with Match(plan(10, sprt=Sprt(0, 5)), this_process, SeriesFiles(log=log, resume=True)).series as series:
        assert series.journal is not None  # a test may be added: the games are the same


def test_games_of_which_workers_die(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The other games are played and saved."""
    from sims.match import series as series_module
    from sims.workers import TaskFailed

    def lossy(pool: object, work: Callable[[Any], PlayedBatch], batches: Any) -> Any:
        for batch in batches:
            yield batch, TaskFailed("workers died") if batch.first == 8 else work(batch)

    monkeypatch.setattr(series_module, "run_tasks", lossy)
    match = Match(plan(256), this_process, SeriesFiles(log=tmp_path / "games.csv"))
    with (
        match.series,
        pytest.raises(PoolError, match="4 games, starting with game 8, are missing: workers died"),
    ):
        match.play()
    assert match.report().statistics.games == 252 and not match.report().complete
    monkeypatch.undo()
    assert played(plan(256), tmp_path, resume=True)[0].complete


def test_what_is_refused(tmp_path: Path) -> None:
    for games in (0, -2, 10**9):
        with pytest.raises(MatchError, match=f"{games} games; expected 1 to"):
            plan(games)
    with pytest.raises(
        MatchError, match="7 games are not pairs; give an even number, or play --unpaired games"
    ):
        plan(7)
    with pytest.raises(MatchError, match=r"^1 game is not a pair; give an even number"):
        plan(1)
    with pytest.raises(PositionError, match="seed -1 is out of range"):
        plan(2, seed=-1)
    with pytest.raises(LogError, match=r"games.txt: unknown suffix of a log; expected .csv or .parquet"):
        Match(plan(2), this_process, SeriesFiles(log=tmp_path / "games.txt"))
    assert list(tmp_path.iterdir()) == []
    odd = load_strategy("rackh3")
    wrong = type(odd)(replace(odd.config, leaves="nowhere"))
    with pytest.raises(ConfigError, match="nowhere"):
        MatchPlan((wrong, odd), LEXICON, STANDARD, 2)


def test_parquet_holds_what_csv_does(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="PyArrow is not installed")
    _, log = played(plan(6), tmp_path)
    games: dict[str, list[bytes]] = {}
    for line in log.splitlines(keepends=True)[1:]:
        games.setdefault(line.split(b",")[0].decode(), []).append(line)
    path = tmp_path / "games.parquet"
    write_log(path, (b"".join(lines) for lines in games.values()))
    table = parquet.read_table(path)
    assert table.column_names == list(COLUMNS)
    assert [{name: str(value) for name, value in row.items()} for row in table.to_pylist()] == rows_of(log)
    kinds = {str(kind) for kind in table.schema.types}
    assert kinds == {"int64", "string", "double"}


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(LogError, match=r"not installed; pip install .*\[parquet\]', or write .csv"):
        Match(plan(2), this_process, SeriesFiles(log=tmp_path / "games.parquet"))


def test_a_series_takes_any_order_of_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from sims.match import series as series_module

    def backwards(pool: object, work: Callable[[Any], PlayedBatch], batches: Any) -> Any:
        for batch in reversed(list(batches)):
            yield batch, work(batch)

    expected = played(plan(128), tmp_path)
    monkeypatch.setattr(series_module, "run_tasks", backwards)
    found = played(plan(128), tmp_path)
    assert found[1] == expected[1] and found[0].statistics == expected[0].statistics


def test_a_lexicon_itself_is_no_source() -> None:
    players = (load_strategy("rackh3"), load_strategy("greedy"))
    few = Lexicon.from_words(["CAT", "ACT"], STANDARD.tiles, "few")
    with pytest.raises(MatchError, match=r"give LexiconSource\.of\(lexicon, variant\)"):
        MatchPlan(players, few, STANDARD, 2)  # type: ignore[arg-type]
    assert repr(Match(plan(2000), this_process)) == "<Match rackh3 v greedy: 2,000 games>"
