"""`jackdaw lexicon playability`, on a game so small that self-play takes no time."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from tiny_game import RULES, WORDS

from jackdaw.console import plain_text
from jackdaw.playability import WordFilter, playability_view, report_playability
from jackdaw.playability import run as playability_run
from movegen import Variant
from sims.lexicon_source import LexiconSource
from sims.playability import PlayabilitySetup, PlayedWords, WordBatch, WordFigures, played_words
from sims.workers import TaskFailed, journal_path
from strategy import load_strategy

pytestmark = pytest.mark.core

Run = Callable[..., Result]
TINY = (
    "lexicon", "playability", "--lexicon", WORDS, "--rules", RULES, "--strategy", "greedy", "--games", 30,
)  # fmt: skip


def error_of(result: Result) -> str:
    assert result.exit_code == 2 and result.stdout == ""
    return result.stderr.splitlines()[-1]


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_words, "BATCH", 8)


def test_text_json_and_csv_say_the_same(run_jackdaw: Run, tmp_path: Path) -> None:
    table, report = tmp_path / "t.csv", tmp_path / "t.json"
    shown = run_jackdaw(*TINY, "--workers", 1, "-n", 5, "--csv", table, "--json", report)
    assert shown.exit_code == 0, shown.stderr
    assert shown.stderr.splitlines() == [f"Wrote {table}", f"Wrote {report}"]
    found = json.loads(report.read_bytes())
    assert found["schema"] == "jackdaw.playability/1"
    assert (found["games"], found["games_planned"], found["seed"]) == (30, 30, 0)
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows == [
        {name: "" if value is None else str(value) for name, value in word.items()} for word in found["words"]
    ]
    words = [line.split()[1] for line in shown.stdout.splitlines()[3:8]]
    assert words == [word["word"] for word in found["words"][:5]]
    assert shown.stdout.splitlines()[-1].startswith(
        f"5 of {len(rows)} words, ranked by points lost; per 1,000"
    )
    losses = [word["lost"] for word in found["words"]]
    assert losses == sorted(losses, reverse=True)
    first = found["words"][0]
    assert first["lost_se"] > 0 and first["played"] * 30 == pytest.approx(first["plays"])
    assert not list(tmp_path.glob("*.journal"))


def test_a_word_that_was_only_formed_across() -> None:
    """Its plays are 0, not blank, and have no points."""
    figures = WordFigures(crosses=14, squared_crosses=20, turns=3, loss=9000, squared_loss=81_000_000)
    found, variant = PlayedWords(0, 40, 900, {"RE": figures}), Variant.standard()
    setup = PlayabilitySetup(LexiconSource.of(None, variant), variant, load_strategy("static"), seed=0)
    report = report_playability(setup, found, 40, "lost", WordFilter())
    row = [plain_text(line) for line in playability_view(report, 5)][3].split()
    assert row[:2] == ["1", "RE"] and row[5:8] == ["0", "-", "0"], row


def test_ranks_and_filters(run_jackdaw: Run) -> None:
    def words(*options: object) -> list[dict[str, object]]:
        result = run_jackdaw(*TINY, "--workers", 1, *options, "--json", "-")
        found: list[dict[str, object]] = json.loads(result.stdout)["words"]
        return found

    everything = words()
    by_plays = words("--rank-by", "played")
    plays = [word["plays"] for word in by_plays]
    assert plays == sorted(plays, reverse=True) and len(by_plays) == len(everything)  # type: ignore[type-var]
    points = [(word["points"] or 0) * word["plays"] for word in words("--rank-by", "points")]  # type: ignore[operator]
    assert points == sorted(points, reverse=True)
    assert {word["length"] for word in words("--length", 2, "--length", 4)} == {2, 4}
    bingos = words("--bingos")
    assert bingos == [word for word in everything if word["bingos"]] != []


def test_the_result_does_not_depend_on_the_workers(run_jackdaw: Run) -> None:
    one, two = (run_jackdaw(*TINY, "--workers", workers, "--json", "-").stdout for workers in (1, 2))
    assert one == two and json.loads(one)["turns"] > 100
    assert run_jackdaw(*TINY, "--workers", 1, "--seed", 1, "--json", "-").stdout != one


def test_an_interrupted_run_is_resumed(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = tmp_path / "whole.csv", tmp_path / "t.csv"
    shown = run_jackdaw(*TINY, "--workers", 1, "--csv", whole).stdout
    count, begun = played_words.count_words, []

    def stop_at_the_third(batch: WordBatch) -> PlayedWords:
        begun.append(batch.first)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return count(batch)

    monkeypatch.setattr(playability_run, "count_words", stop_at_the_third)
    stopped = run_jackdaw(*TINY, "--workers", 1, "--csv", out)
    assert stopped.exit_code == 130 and stopped.stdout.startswith("16 games of greedy against itself")
    assert "16 of 30 games are finished and saved in" in stopped.stderr.replace("\n", " ")
    assert "there is an unfinished run; resume it with --resume" in error_of(
        run_jackdaw(*TINY, "--workers", 1, "--csv", out)
    )
    other = error_of(run_jackdaw(*TINY, "--workers", 1, "--seed", 3, "--csv", out, "--resume"))
    assert "the run was started without --seed; resume with the same options" in other
    resumed = run_jackdaw(*TINY, "--workers", 1, "--csv", out, "--resume")
    assert resumed.exit_code == 0 and resumed.stdout == shown
    assert begun[3:] == [16, 24] and out.read_bytes() == whole.read_bytes()
    assert not journal_path(out).exists()


def test_a_run_without_games_has_nothing_to_show(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_batch: WordBatch) -> PlayedWords:
        raise KeyboardInterrupt

    monkeypatch.setattr(playability_run, "count_words", stop)
    stopped = run_jackdaw(*TINY, "--workers", 1)
    assert (stopped.exit_code, stopped.stdout) == (130, "")
    assert "0 of 30 games are finished and not saved; use --csv FILE or --json FILE" in (
        stopped.stderr.replace("\n", " ")
    )


def test_workers_that_die(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    died = TaskFailed("workers were killed 6 times (SIGKILL)")

    def some(_pool: object, _work: object, batches: list[WordBatch]) -> object:
        yield batches[0], played_words.count_words(batches[0])
        yield batches[1], died

    monkeypatch.setattr(playability_run, "run_tasks", some)
    result = run_jackdaw(*TINY, "--workers", 1)
    assert result.exit_code == 2 and result.stdout.startswith("8 games of greedy")
    assert "games from number 8 on are missing: workers were killed 6 times" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--workers", 0), "0 workers; expected 1 to 1024"),
        (("--games", 0), "0 is not in the range x>=1"),
        (("--length", 1), "1 is not in the range 2<=x<=63"),
        (("--resume",), "--resume needs the journal of an output; name it with --csv FILE or --json FILE"),
        (("--csv", "-", "--json", "-"), "name standard output"),
        (("--csv", "missing/t.csv"), "its folder does not exist"),
        (("--strategy", "missing"), "missing"),
        (("--rules", "wordsmog"), "words may be in any order in wordsmog"),
        (("--rules", "polish", "--lexicon", "SCOWL80"), "SCOWL80 has English words, and the tiles"),
        (("--rank-by", "loss"), "'loss' is not one of"),
    ],
    ids=str,
)
def test_bad_input(arguments: tuple[object, ...], message: str, run_jackdaw: Run) -> None:
    assert message in error_of(run_jackdaw("lexicon", "playability", *arguments)).replace("\n", " ")
