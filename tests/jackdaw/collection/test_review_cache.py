"""Games are reviewed once, whatever interrupts it: the cache, and runs that go on."""

import copy
import os
import shutil
import signal
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any

import msgspec
import pytest
from collection_runs import facts_of, pages_of, report_of, run_of
from markupsafe import escape
from short_records import short_record
from waiting import wait_until

from jackdaw import cache_folder
from jackdaw.collection import (
    ReviewCache,
    review_cache,
)
from jackdaw.collection import (
    run as collection_run,
)
from jackdaw.collection.review_cache import CachedReview, hash_review_inputs, pack_review, unpack_review
from jackdaw.review import ReviewSettings
from movegen import JackdawError, Variant
from sims.analysis import AnalysisPlan
from sims.lexicon_source import LexiconSource
from sims.simulation import SimulationPlan
from strategy import StaticStrategy
from strategy.analysis import GradingScheme

pytestmark = pytest.mark.core

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "tests/data/games"


def test_nothing_is_reviewed_twice(folder: Path, cache: ReviewCache) -> None:
    first, again = run_of(folder, cache), run_of(folder, cache)
    found, pages = pages_of(first)
    assert first.reviewed == 5 and first.is_cached
    assert (*report_of(found), pages) == (*report_of(pages_of(again)[0]), pages_of(again)[1])
    assert again.reviewed == 0
    assert pages == pages_of(run_of(folder, None))[1]
    (folder / "r9.gcg").write_text(
        (folder / "r9.gcg").read_text(encoding="utf-8") + "#note a word more\n", encoding="utf-8"
    )
    third = run_of(folder, cache)
    third.analyze(1)
    assert third.reviewed == 1


def test_what_a_review_depends_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each thing alone gives another key."""
    variant, content = Variant.standard(), b"#player1 A A\n"
    words, settings = LexiconSource.of(None, variant), ReviewSettings()
    leaves = tmp_path / "leaves.csv"
    leaves.write_text("A,1\n", encoding="utf-8")

    def with_leaves() -> ReviewSettings:
        config = StaticStrategy.load("static").config
        return replace(settings, strategy=StaticStrategy(msgspec.structs.replace(config, leaves=str(leaves))))

    keys = [
        hash_review_inputs(content, variant, words, settings),
        hash_review_inputs(b"#player1 B B\n", variant, words, settings),
        hash_review_inputs(content, Variant.load("super"), words, settings),
        hash_review_inputs(content, variant, replace(words, checksum=1), settings),
        hash_review_inputs(content, variant, replace(words, values=1), settings),
        hash_review_inputs(content, variant, words, replace(settings, max_candidates=3)),
        hash_review_inputs(
            content, variant, words, replace(settings, plan=AnalysisPlan(SimulationPlan(seed=3)))
        ),
        hash_review_inputs(
            content, variant, words, replace(settings, plan=AnalysisPlan(SimulationPlan(seed=4)))
        ),
        hash_review_inputs(content, variant, words, replace(settings, plan=AnalysisPlan())),
        hash_review_inputs(
            content, variant, words, replace(settings, strategy=StaticStrategy.load("greedy"))
        ),
        hash_review_inputs(content, variant, words, settings, strict=True),
        hash_review_inputs(content, variant, words, settings, options=("--lexicon", "a/club.txt")),
        hash_review_inputs(content, variant, words, replace(settings, grading=GradingScheme.load("lenient"))),
        hash_review_inputs(content, variant, words, with_leaves()),
    ]
    leaves.write_text("A,2\n", encoding="utf-8")
    keys.append(hash_review_inputs(content, variant, words, with_leaves()))
    assert keys[0] == hash_review_inputs(
        content, variant, words, ReviewSettings(strategy=StaticStrategy.load("static"))
    )
    monkeypatch.setattr(review_cache, "program_digest", lambda: "another program")
    keys.append(hash_review_inputs(content, variant, words, settings))
    assert len(set(keys)) == len(keys)


def test_damaged_entries_are_made_again(folder: Path, cache: ReviewCache) -> None:
    run_of(folder, cache).analyze(1)
    entries = sorted(cache.folder.iterdir())
    whole = entries[0].read_bytes()
    entries[0].write_bytes(whole[:-1])
    entries[1].write_bytes(b"")
    entries[2].write_bytes(b"rubbish" * 100)
    damaged = bytearray(entries[3].read_bytes())
    damaged[len(damaged) // 2] ^= 1
    entries[3].write_bytes(damaged)
    again = run_of(folder, cache)
    again.analyze(1)
    assert again.reviewed == 4 and again.is_cached
    assert entries[0].read_bytes() == whole


def test_an_entry_of_another_form_is_none() -> None:
    review = CachedReview(facts_of(short_record("Ann", "Ben")), "page")
    assert unpack_review(pack_review(review)) == review
    other = pack_review(msgspec.structs.replace(review, page=3))  # type: ignore[arg-type]
    assert unpack_review(other) is None


def test_an_entry_with_impossible_values_is_none() -> None:
    """Its checksum may be right: sums, tables and pages would fail on it later."""
    found = facts_of(short_record("Ann", "Ben"))
    turn = found.turns[0]

    def with_turn(**values: object) -> object:
        return _changed(found, turns=[_changed(turn, **values)])

    wrong = [
        with_turn(player=2), with_turn(phase="noon"), with_turn(mistake="huge"), with_turn(luck=float("nan")),
        with_turn(equity_lost=1e300), _changed(found, winner=-1), _changed(found, scores=[1, 2, 3]),
        _changed(found, review=msgspec.structs.replace(found.review, players=[])),
        _changed(found, players=["Ann"]),
    ]  # fmt: skip
    for each in wrong:
        assert unpack_review(pack_review(CachedReview(each, "page"))) is None  # type: ignore[arg-type]
    assert unpack_review(zlib.compress(bytes(100 << 20))) is None, "it is not decompressed in full"


def _changed(struct: msgspec.Struct, **values: object) -> Any:
    """Change a structure without its checks."""
    changed = copy.copy(struct)
    for name, value in values.items():
        msgspec.structs.force_setattr(changed, name, value)
    return changed


def test_a_cache_that_cannot_be_written_is_done_without(
    folder: Path, cache: ReviewCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise JackdawError("cannot be written (No space left on device)")

    monkeypatch.setattr(cache_folder, "write_atomic", full)
    run = run_of(folder, cache)
    assert len(run.analyze(1)) == 5 and not run.is_cached


def test_a_cache_is_bounded(tmp_path: Path) -> None:
    """The most recently written or read reviews stay."""
    entry = pack_review(CachedReview(facts_of(short_record("Ann", "Ben")), "page"))
    cache = ReviewCache(tmp_path, max_bytes=2 * len(entry) + 1)
    for number in range(4):
        assert cache.write(f"{number}", entry)
        os.utime(tmp_path / f"{number}.review", (number, number))
    (tmp_path / "not ours.txt").write_bytes(bytes(10_000))
    assert cache.read("0") is not None
    cache.trim()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.review", "3.review", "not ours.txt"]


def test_the_page_of_a_cached_game_names_the_file_that_is_opened(tmp_path: Path, cache: ReviewCache) -> None:
    """In the commands that practise its mistakes, as the page of a game that is reviewed does."""
    record = (GAMES / "greedy_v_rackh3.gcg").read_bytes()
    settings, shown = ReviewSettings(None, AnalysisPlan()), {}
    for name in ("first.gcg", "Ann's & Bob's <b>.gcg"):
        (tmp_path / name).write_bytes(record)
        run = run_of(tmp_path / name, cache, settings)
        found = pages_of(run)[1][str(tmp_path / name)]
        assert run.reviewed == (name == "first.gcg")
        assert found == pages_of(run_of(tmp_path / name, None, settings))[1][str(tmp_path / name)]
        shown[name] = found.partition('class="practice">')[2].partition("</dl>")[0]
    assert "<code>jackdaw puzzles first.gcg --player " in shown["first.gcg"]
    quoted = escape(quote("Ann's & Bob's <b>.gcg"))
    assert f"<code>jackdaw puzzles {quoted} --player " in shown["Ann's & Bob's <b>.gcg"]


def test_an_interrupted_run_goes_on(
    folder: Path, cache: ReviewCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, done = collection_run.review_task, []

    def interrupted(*arguments: Any) -> Any:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(arguments[1].source.name)
        return work(*arguments)

    monkeypatch.setattr(collection_run, "review_task", interrupted)
    first = run_of(folder, cache)
    with pytest.raises(KeyboardInterrupt):
        first.analyze(1)
    assert (first.done, len(list(cache.folder.iterdir()))) == (2 + 3, 2)  # two that are broken, and a copy
    kept = done.copy()
    monkeypatch.setattr(
        collection_run, "review_task", lambda *given: (done.append(given[1].source.name), work(*given))[1]
    )
    second = run_of(folder, cache)
    found = second.analyze(1)
    assert second.reviewed == 3 and len(set(done)) == len(done) == 5 and kept == done[:2]
    assert report_of(found) == report_of(run_of(folder, None).analyze(1))


def command(*arguments: object) -> list[str]:
    code = "from jackdaw.cli import analyze_main; analyze_main()"
    return [sys.executable, "-c", code, *map(str, arguments)]


@pytest.mark.slow
def test_a_killed_run_goes_on(tmp_path: Path, cache: ReviewCache) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("annotated", "greedy_v_rackh3", "three_players", "unfinished"):
        shutil.copy(GAMES / f"{name}.gcg", folder)
    arguments = command(
        folder, "--cache", cache.folder, "--method", "static", "--workers", 1, "--html", tmp_path / "out"
    )
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: len(list(cache.folder.glob("*.review"))) >= 1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = len(list(cache.folder.glob("*.review")))
    settings = ReviewSettings(None, AnalysisPlan())
    run = run_of(folder, cache, settings)
    found = run.analyze(1)
    assert run.reviewed == 4 - kept < 4
    assert report_of(found) == report_of(run_of(folder, None, settings).analyze(1))


@pytest.mark.slow
def test_two_at_once(folder: Path, cache: ReviewCache) -> None:
    arguments = command(folder, "--cache", cache.folder, "--json", "-", "--workers", 1)
    both = [subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    reported = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [3, 3], reported
    assert reported[0][0] == reported[1][0] == report_of(run_of(folder, cache).analyze(1))[0]
    assert len(list(cache.folder.iterdir())) == 5
