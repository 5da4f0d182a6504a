"""Collections: games reviewed once, whatever interrupts it, and what they come to for each player."""

import copy
import json
import os
import shutil
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from short_records import short_record, write_records
from waiting import wait_until

from jackdaw.collection import (
    Collection,
    CollectionRun,
    ReviewCache,
    collection_csv,
    collection_json,
    collection_text,
    review_cache,
)
from jackdaw.collection import (
    run as collection_run,
)
from jackdaw.collection.game_facts import GameFacts, Phase, extract_facts, find_phase
from jackdaw.collection.games import CollectedGame, Tally, find_date, fold_name
from jackdaw.collection.review_cache import CachedReview, hash_review_inputs, pack_review, unpack_review
from jackdaw.console import plain_text
from jackdaw.inputs import LexiconFinder
from jackdaw.review import ReviewSettings, review_record
from movegen import JackdawError, Lexicon, Position, Variant, parse_gcg, read_gcg
from sims.analysis import AnalysisPlan
from sims.lexicon_source import LexiconSource
from sims.simulation import SimulationPlan
from sims.workers import TaskFailed
from strategy import StaticStrategy
from strategy.analysis import GradingScheme, Mistake

pytestmark = pytest.mark.core

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "tests/data/games"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_records(tmp_path / "games")


@pytest.fixture
def cache(tmp_path: Path) -> ReviewCache:
    return ReviewCache(tmp_path / "cache")


def run_of(folder: Path, cache: ReviewCache | None, settings: ReviewSettings | None = None) -> CollectionRun:
    return CollectionRun([str(folder)], settings or ReviewSettings(), LexiconFinder(None), cache=cache)


def facts(record: str) -> GameFacts:
    return extract_facts(review_record(parse_gcg(record), Lexicon.load()))


def report(collection: Collection) -> tuple[bytes, bytes, list[str]]:
    text = [plain_text(line) for line in collection_text(collection)]
    return collection_json(collection), collection_csv(collection), text


def pages_of(run: CollectionRun) -> tuple[Collection, dict[str, str]]:
    pages: dict[str, str] = {}
    return run.analyze(1, on_page=lambda file, page: pages.update({file: page})), pages


# What games come to.


def test_games_stand_in_the_order_of_time(folder: Path) -> None:
    found = run_of(folder, None).analyze(1)
    assert [(Path(game.file).name, str(game.date)) for game in found.games] == [
        ("r2.gcg", "2026-01-05"),
        ("r10 2026-02-01.GCG", "2026-02-01"),
        ("copy.gcg", "2026-03-01"),
        ("r9.gcg", "None"),
        ("r10.gcg", "None"),
    ]
    assert [(Path(failure.file).name, failure.error.split(";")[0]) for failure in found.failures] == [
        ("broken.gcg", "line 1, column 1: 'rubbish' is not part of a record"),
        ("empty.gcg", "is empty"),
    ]
    assert {Path(file).name: Path(of).name for file, of in found.copies.items()} == {"r1.gcg": "copy.gcg"}


def test_names_are_folded(folder: Path) -> None:
    found = run_of(folder, None).analyze(1)
    assert [(person.name, person.tally.games) for person in found.players] == [
        ("Ann Archer", 5), ("Ben", 4), ("<b>Cy & Co</b>", 1),
    ]  # fmt: skip
    assert found.player(" ann_ARCHER").name == "Ann Archer"
    assert {row["name"] for row in found.turn_rows()} == {"Ann Archer", "Ben", "<b>Cy & Co</b>"}
    assert fold_name("Stra\N{LATIN SMALL LETTER SHARP S}e") == fold_name("STRASSE")
    assert fold_name("Jose") != fold_name("Jos\N{LATIN SMALL LETTER E WITH ACUTE}")


def test_games_are_won_lost_and_open(folder: Path) -> None:
    found = run_of(folder, None).analyze(1)
    ann = found.player("Ann Archer")
    assert (ann.tally.won, ann.tally.finished, ann.tally.games) == (3, 4, 5)
    assert {name: (tally.won, tally.games) for name, tally in ann.opponents.items()} == {
        "Ben": (3, 4), "<b>Cy & Co</b>": (0, 1),
    }  # fmt: skip
    seats = [(1, 0, 0, 0, 0)[place] for place, _ in enumerate(found.games)]
    finished = [(game, seat) for game, seat in zip(found.games, seats, strict=True) if game.facts.finished]
    assert ann.tally.spread == sum(game.final_spread(seat) for game, seat in finished) == 45 * 2
    ben = found.player("Ben")
    assert ben.tally.spread == -ann.opponents["Ben"].spread and ben.tally.won == 0


def test_tallies_are_those_of_the_reviews() -> None:
    """Added up turn by turn, they come to what the review of each game says of each player."""
    for name in ("annotated.gcg", "three_players.gcg"):
        review = review_record(read_gcg(GAMES / name), Lexicon.load(), ReviewSettings(plan=AnalysisPlan()))
        game = CollectedGame.of(name, extract_facts(review))
        for player in review.players:
            tally = Tally()
            tally.add_game(game, player.player)
            assert (tally.turns, tally.judged, tally.best_found) == (
                player.turns, player.judged, player.best_found,
            )  # fmt: skip
            assert (tally.points_lost, tally.win_lost) == (player.points_lost, player.win_lost)
            assert tally.index == player.mistake_index
            assert {kind: tally.mistakes[kind] for kind in Mistake} == player.mistakes
            assert {kind: tally.spread_mistakes[kind] for kind in Mistake} == player.spread_mistakes
            is_whole = player.judged == player.turns
            assert tally.indices.values == ([player.mistake_index] if is_whole else [])
            assert tally.lucks.values == ([] if player.luck is None else [player.luck])
            assert (tally.bingos, tally.missed_bingos, tally.phonies) == (
                len(player.bingos), len(player.missed_bingos), len(player.phonies),
            )  # fmt: skip
        by_phase = Collection.of([game], [], {}).by_phase()
        assert sum(tally.turns for tally in by_phase.values()) == len(review.turns)
        indices = sum(tally.index or 0 for tally in by_phase.values())
        assert indices == pytest.approx(sum(player.mistake_index or 0 for player in review.players))


def test_phases() -> None:
    """Their borders: an empty bag, a rack's worth of tiles in it, two turns each; the first that holds."""
    position = read_gcg(GAMES / "greedy_v_rackh3.gcg").position(1)
    for bag, turn, expected in (
        (86, 1, "opening"), (60, 4, "opening"), (60, 5, "middle"), (8, 5, "middle"), (7, 5, "pre-endgame"),
        (7, 4, "pre-endgame"), (1, 20, "pre-endgame"), (0, 20, "endgame"), (0, 1, "endgame"),
    ):  # fmt: skip
        stub = SimpleNamespace(bag_count=bag, rules=position.rules, players=2)
        assert find_phase(cast("Position", stub), turn) == expected
    stub = SimpleNamespace(bag_count=60, rules=position.rules, players=3)
    assert find_phase(cast("Position", stub), 6) is Phase.OPENING


def test_a_trend_leaves_out_what_could_not_be_judged() -> None:
    known, unknown = (
        short_record("Ann", "Ben", "2026-01-01"),
        "#player1 one Ann\n#player2 two Ben\n>one: - +0 0\n",
    )
    games = [
        CollectedGame.of("1.gcg", facts(known)),
        CollectedGame.of("2.gcg", facts(unknown)),
        CollectedGame.of("3.gcg", facts(known)),
    ]
    ann = Collection.of(games, [], {}).player("Ann")
    assert [point.game.file for point in ann.trend] == ["1.gcg", "3.gcg"]
    assert (ann.tally.games, ann.tally.judged_games) == (3, 2)
    assert ann.tally.indices.mean == ann.trend[0].tally.index == ann.trend[1].recent > 0


def test_a_trend_is_the_mean_of_the_last_five() -> None:
    game = facts(short_record("Ann", "Ben"))
    turns = [turn for turn in game.turns if turn.player == 0]
    games = []
    for number in range(7):
        made = [msgspec.structs.replace(turns[0], mistake="large", mistake_index=1.0)] * number
        games.append(
            CollectedGame.of(f"{number}.gcg", msgspec.structs.replace(game, turns=[*made, turns[0]]))
        )
    own = turns[0].mistake_index
    trend = Collection.of(games, [], {}).player("Ann").trend
    assert [point.tally.index for point in trend] == [pytest.approx(number + own) for number in range(7)]
    assert [point.recent - own for point in trend] == pytest.approx([0, 0.5, 1, 1.5, 2, 3, 4])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, date(2026, 3, 9)) for text in (
            "2026-03-09", "20260309", "2026/3/9, 10:00", "round 3 2026.03.09", "9 March 2026",
            "Mar 9th, 2026",
        )),
        *((text, None) for text in (
            "3/9/2026", "2026-13-40", "9 Ma 2026", "120260309", "", "2026",
        )),
    ],
)  # fmt: skip
def test_dates(text: str, expected: date | None) -> None:
    assert find_date(text) == expected


# Reviews are cached.


def test_nothing_is_reviewed_twice(folder: Path, cache: ReviewCache) -> None:
    first, again = run_of(folder, cache), run_of(folder, cache)
    found, pages = pages_of(first)
    assert first.reviewed == 5 and first.is_cached
    assert (*report(found), pages) == (*report(pages_of(again)[0]), pages_of(again)[1])
    assert again.reviewed == 0
    assert pages == pages_of(run_of(folder, None))[1]
    (folder / "r9.gcg").write_text((folder / "r9.gcg").read_text() + "#note a word more\n")
    third = run_of(folder, cache)
    third.analyze(1)
    assert third.reviewed == 1


def test_what_a_review_depends_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each thing alone gives another key."""
    variant, content = Variant.standard(), b"#player1 A A\n"
    words, settings = LexiconSource.of(None, variant), ReviewSettings()
    leaves = tmp_path / "leaves.csv"
    leaves.write_text("A,1\n")

    def with_leaves() -> ReviewSettings:
        config = StaticStrategy.load("static").config
        return replace(settings, strategy=StaticStrategy(msgspec.structs.replace(config, leaves=str(leaves))))

    keys = [
        hash_review_inputs(content, variant, words, settings),
        hash_review_inputs(b"#player1 B B\n", variant, words, settings),
        hash_review_inputs(content, Variant.load("super"), words, settings),
        hash_review_inputs(content, variant, replace(words, checksum=1), settings),
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
        hash_review_inputs(content, variant, words, replace(settings, grading=GradingScheme.load("lenient"))),
        hash_review_inputs(content, variant, words, with_leaves()),
    ]
    leaves.write_text("A,2\n")
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
    review = CachedReview(facts(short_record("Ann", "Ben")), "page")
    assert unpack_review(pack_review(review)) == review
    other = pack_review(msgspec.structs.replace(review, page=3))  # type: ignore[arg-type]
    assert unpack_review(other) is None


def test_an_entry_with_impossible_values_is_none() -> None:
    """Its checksum may be right: sums, tables and pages would fail on it later."""
    found = facts(short_record("Ann", "Ben"))
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

    monkeypatch.setattr(review_cache, "write_atomic", full)
    run = run_of(folder, cache)
    assert len(run.analyze(1)) == 5 and not run.is_cached


def test_a_cache_is_bounded(tmp_path: Path) -> None:
    """The most recently written or read reviews stay."""
    entry = pack_review(CachedReview(facts(short_record("Ann", "Ben")), "page"))
    cache = ReviewCache(tmp_path, max_bytes=2 * len(entry) + 1)
    for number in range(4):
        assert cache.write(f"{number}", entry)
        os.utime(tmp_path / f"{number}.review", (number, number))
    (tmp_path / "not ours.txt").write_bytes(bytes(10_000))
    assert cache.read("0") is not None
    cache.trim()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.review", "3.review", "not ours.txt"]


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
    assert report(found) == report(run_of(folder, None).analyze(1))


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
    assert report(found) == report(run_of(folder, None, settings).analyze(1))


@pytest.mark.slow
def test_two_at_once(folder: Path, cache: ReviewCache) -> None:
    arguments = command(folder, "--cache", cache.folder, "--json", "-", "--workers", 1)
    both = [subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    reported = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [3, 3], reported
    assert reported[0][0] == reported[1][0] == report(run_of(folder, cache).analyze(1))[0]
    assert len(list(cache.folder.iterdir())) == 5


def test_the_json_says_what_the_collection_does(folder: Path) -> None:
    found = run_of(folder, None).analyze(1)
    reported = json.loads(collection_json(found))
    assert reported["schema"] == "jackdaw.collection/2"
    assert [game["file"] for game in reported["games"]] == [game.file for game in found.games]
    assert [turn["move"] for turn in reported["games"][0]["game"]["turns"]][:2] == ["(pass)", "8D WAREZ"]
    assert reported["players"][0]["name"] == "Ann Archer"
    assert reported["players"][0]["total"]["won"] == 3
    assert reported["players"][0]["opponents"]["Ben"]["games"] == 4
    assert list(reported["phases"]) == ["opening", "middle", "pre-endgame", "endgame"]
    assert set(reported["failures"]) == {failure.file for failure in found.failures}


def test_a_name_is_no_formula(tmp_path: Path) -> None:
    (tmp_path / "a.gcg").write_text(short_record("=1+2", "@Ben, the one\r", finished=False))
    lines = collection_csv(run_of(tmp_path, None).analyze(1)).decode().split("\r\n")
    assert lines[0].startswith("file,date,name,opponent,turn,player,phase,")
    assert f"{tmp_path}/a.gcg,,'=1+2,\"'@Ben, the one\",1,0,opening," in lines[1]


def test_eighty_columns(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for what is wrong with files, which has their whole names."""
    for player in range(25):
        name = f"Somebody with a long name {player}"
        (folder / f"{'long' * 20}{player}.gcg").write_text(short_record("Ann Archer", name, "2026-05-05"))
    text = report(run_of(folder, None).analyze(1))[2]
    left_out = next(number for number, line in enumerate(text) if "left out" in line)
    assert max(map(len, text[:left_out])) <= 80
    assert text[0] == "30 games of 28 players; 2026-01-05 to 2026-05-05"
    assert sum(line == "and 8 more" for line in text) == 1 and "and 10 before these" in text


def test_workers_change_nothing(folder: Path) -> None:
    assert report(run_of(folder, None).analyze(2)) == report(run_of(folder, None).analyze(1))


Run = Callable[..., Any]


def error_of(result: Any) -> str:
    assert result.exit_code == 2
    return str(result.stderr)


def test_a_folder_on_the_command_line(run_analyze: Run, folder: Path, tmp_path: Path) -> None:
    outputs = ("--html", tmp_path / "out", "--json", tmp_path / "g.json", "--csv", tmp_path / "g.csv")
    cache = ("--cache", tmp_path / "kept", "--workers", 1)
    first = run_analyze(folder, *outputs, *cache)
    written = [
        tmp_path / "g.json",
        tmp_path / "g.csv",
        f"{tmp_path / 'out/index.html'} and pages for 5 games",
    ]
    told = "".join(f"Wrote {file}\n" for file in written)
    errors = "Errors: 2 of 8 games could not be reviewed\n"
    assert (first.exit_code, first.stderr) == (3, told + errors)
    assert "5 games of 3 players" in first.stdout and "broken.gcg: line 1" in first.stdout
    names = ["copy.html", "index.html", "r10-2026-02-01.html", "r10.html", "r2.html", "r9.html"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == names
    files = [*(tmp_path / "out").iterdir(), tmp_path / "g.json", tmp_path / "g.csv"]
    contents = {path: path.read_bytes() for path in files}
    again = run_analyze(folder, *outputs, *cache)
    assert again.stdout == first.stdout
    assert again.stderr == f"Note: 5 of 5 games come from the cache\n{told}{errors}"
    assert {path: path.read_bytes() for path in files} == contents


def test_a_game_whose_workers_die(
    run_analyze: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is an error, and the next run reviews it."""
    (folder / "broken.gcg").unlink()
    arguments = (folder, "--cache", tmp_path / "kept", "--workers", 1, "--json", tmp_path / "games.json")

    def die(pool: object, work: Callable[[Any], Any], tasks: list[Any]) -> Any:
        for number, task in enumerate(tasks):
            yield task, work(task) if number else TaskFailed("workers were killed 6 times (SIGKILL)")

    with monkeypatch.context() as patched:
        patched.setattr("jackdaw.collection.run.run_tasks", die)
        first = run_analyze(*arguments)
    assert first.exit_code == 3 and "workers were killed 6 times (SIGKILL)" in first.stdout
    assert "could not be reviewed; workers died of 1, run the same command again\n" in first.stderr
    again = run_analyze(*arguments)
    assert "5 games of 3 players" in again.stdout and "killed" not in again.stdout + again.stderr


def test_the_page_of_a_game_is_that_of_the_game_alone(run_analyze: Run, tmp_path: Path) -> None:
    run_analyze(GAMES / "annotated.gcg", "--effort", "quick", "--html", tmp_path / "alone.html", "-n", 3)
    run_analyze(
        GAMES / "annotated.gcg", GAMES / "annotated.gcg", "--html", tmp_path / "out", "--no-cache", "-n", 3
    )
    assert (tmp_path / "out/annotated.html").read_bytes() == (tmp_path / "alone.html").read_bytes()


def test_what_names_several_games(run_analyze: Run, folder: Path, tmp_path: Path) -> None:
    for arguments, games in (
        ((folder / "r1.gcg", folder / "r2.gcg"), 2),
        ((f"{folder}/r1*.gcg",), 2),
        ((folder, f"{folder}/r1*.gcg", folder / "r1.gcg"), 5),
    ):
        result = run_analyze(*arguments, "--no-cache", "--json", "-", "--workers", 1)
        assert len(json.loads(result.stdout)["games"]) == games
    assert "8D WAREZ" in run_analyze(folder / "r1.gcg", "--effort", "quick").stdout


def test_nothing_to_analyze(run_analyze: Run, tmp_path: Path) -> None:
    (tmp_path / "a.gcg").write_text("rubbish\n")
    (tmp_path / "b.cgp").write_text("15/" * 14 + "15 AEINRST/ 0/0 0\n")
    result = run_analyze(tmp_path / "a.gcg", tmp_path / "b.cgp", "--no-cache", "--html", tmp_path / "out")
    assert result.exit_code == 1
    assert "No game could be read" in result.stdout
    assert "b.cgp: contains positions, not a game; use jackdaw batch for positions" in result.stdout


def test_interrupted_on_the_command_line(
    run_analyze: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(collection_run, "review_task", interrupt)
    for cache, saved in (
        (("--cache", tmp_path / "kept"), "saved; run the same command to continue"),
        (("--no-cache",), "not saved"),
    ):
        result = run_analyze(folder, *cache, "--workers", 1)
        assert result.exit_code == 130
        assert result.stderr == f"Interrupted: 3 of 8 games are done and {saved}\n"


def test_bad_usage(run_analyze: Run, folder: Path, tmp_path: Path) -> None:
    one, out = folder / "r1.gcg", tmp_path / "out.json"
    for arguments, message in (
        ((folder, "--turn", 3), "--turn is for a single game or position, but these are several."),
        ((folder, "--opp-rack", "A"), "--opp-rack is for a single game or position"),
        ((one, "--cache", tmp_path), "--cache is for several games, but this is a single file."),
        ((one, "--no-cache"), "--no-cache is for several games"),
        (
            (folder, "--cache", tmp_path, "--no-cache"),
            "--cache and --no-cache exclude each other; give only one.",
        ),
        ((folder, "--cache", one), "the folder cannot be created"),
        ((folder, "--html", one), "is not a folder; name a folder for the pages of several games"),
        ((folder, "--html", tmp_path / "no/out"), "no/out: its folder does not exist"),
        (
            (folder, "--json", out, "--csv", tmp_path / "." / "out.json"),
            "--json and --csv name the same file",
        ),
        ((folder, "--json", one), "r1.gcg: would overwrite an input; name another file"),
        (
            (folder, "--iterations", 30),
            "--iterations needs simulations, but turns of games are not simulated",
        ),
        ((folder, "--csv", tmp_path / "no/out.csv"), "its folder does not exist"),
        ((folder, tmp_path / "nothing.gcg"), "nothing.gcg: no such file"),
        ((folder, "--strategy", "nobody"), "unknown strategy 'nobody'"),
    ):
        assert message in error_of(run_analyze(*arguments)), arguments
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games"]
