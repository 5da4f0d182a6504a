"""Outside programs that play on a Dask cluster, whose workers outlive the run."""

import os
import sys
from pathlib import Path

import pytest
from dask_clusters import dask_cluster
from programs import children_of, odd_program, program
from runs import LEXICON, STANDARD
from waiting import wait_until

from sims.engines import close_engines
from sims.errors import EngineError
from sims.match import Match, MatchPlan, MatchReport, SeriesFiles
from sims.workers import WorkerPool, choose_pool, this_process
from strategy import Strategy, load_strategy

pytestmark = [pytest.mark.core, pytest.mark.slow]

TEN_LINES = Path(__file__).parents[3] / "docs" / "examples" / "ten_line_engine.py"
GREEDY = load_strategy("greedy")


def play(player: Strategy, log: Path, pool: WorkerPool) -> tuple[MatchReport, str]:
    """Play a match against `greedy` and return its report and log."""
    match = Match(MatchPlan((player, GREEDY), LEXICON, STANDARD, 6, 3), pool, SeriesFiles(log=log))
    with match.series as series:
        match.play()
        match.write_log()
        series.forget()
    return match.report(), log.read_text(encoding="utf-8")


def test_programs_play_on_a_cluster(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """They play as here, fail as here, and none is left in the workers when a run is over."""
    before = set(children_of(os.getpid()))
    with dask_cluster(tmp_path_factory.mktemp("dask")) as (address, workers):
        pool = choose_pool(f"dask:{address}")

        def engines() -> list[int]:
            return [child for worker in workers for child in children_of(worker.pid)]

        plays = program(sys.executable, str(TEN_LINES), name="ten_lines")
        report, log = play(plays, tmp_path / "a.csv", pool)
        assert log == play(plays, tmp_path / "a.csv", this_process)[1]
        assert report.plan.programs == ("ten_lines",)
        wait_until(lambda: not engines())

        forfeits = odd_program("cheats", on_failure="forfeit")
        report, log = play(forfeits, tmp_path / "b.csv", pool)
        expected, as_expected = play(forfeits, tmp_path / "b.csv", this_process)
        assert (log, report.forfeits) == (as_expected, expected.forfeits)
        wait_until(lambda: not engines())

        with pytest.raises(EngineError, match=r"dies \(.*\), game \d: ends with exit code 1 before a move"):
            play(odd_program("dies"), tmp_path / "c.csv", pool)
        with pytest.raises(EngineError, match="cannot be started"):
            play(program("no-such-program"), tmp_path / "d.csv", pool)
        wait_until(lambda: not engines())
    close_engines()
    wait_until(lambda: set(children_of(os.getpid())) <= before)
