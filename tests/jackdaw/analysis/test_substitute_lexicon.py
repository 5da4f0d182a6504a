"""Records whose lexicon is not installed or not named: the nearest one, and no certain phonies."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

import jackdaw
from jackdaw.collection import Collection
from movegen import Lexicon, TileSet, parse_gcg, read_cgp
from movegen.lexicon import COMPILED_SUFFIX, installed_folder
from movegen.position import default_lexicon
from sims.review import GameReview
from strategy import analyze_game

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]
QUICK = ("--effort", "quick")
WORDS = ["AB", "BA", "ZAX", "CAB", "XU"]
HEADING = "#player1 Ann Ann Archer\n#player2 Ben Ben Boyle\n"
MOVES = ">Ann: AEEIQXZ 8G ZAX +38 38\n>Ben: ABEIOTU I8 .U +10 10\n"
PHONY = ">Ann: CEEIQVV 8G ...QE +30 68\n"


@pytest.fixture
def install() -> Iterator[Callable[[str], None]]:
    """Install a few words as a lexicon of a name, until the test ends."""
    files: list[Path] = []

    def build(name: str) -> None:
        file = installed_folder() / f"{name}{COMPILED_SUFFIX}"
        file.parent.mkdir(parents=True, exist_ok=True)
        Lexicon.from_words(WORDS, TileSet.load("english"), name).save(file)
        files.append(file)

    yield build
    for file in files:
        file.unlink()


def record(lexicon: str | None) -> str:
    """A record whose last play is a phony in every lexicon."""
    named = "" if lexicon is None else f"#lexicon {lexicon}\n"
    return f"{HEADING}{named}{MOVES}{PHONY}"


def test_the_nearest_one_judges(run_analyze: Run, write: Write, install: Callable[[str], None]) -> None:
    for name in ("NWL18", "NWL23", "CSW24"):
        install(name)
    file = write("game.gcg", record("NWL20"))
    result = run_analyze(file, *QUICK)
    note = "Note: the lexicon NWL20 is not installed, so NWL23 is used, and words that it lacks are not"
    assert result.stderr.count("\n") == 1 and result.stderr.startswith(note)
    assert "lexicon NWL23 (NWL20 is not installed)," in " ".join(result.stdout.split())
    assert "QE*" not in result.stdout and "Turn 3: ZAXQE is not in NWL23." in " ".join(result.stdout.split())
    assert "install it (jackdaw lexicon build FILE --name NWL20)" in result.stderr


def test_another_spelling_is_the_same_one(
    run_analyze: Run, write: Write, install: Callable[[str], None]
) -> None:
    install("NWL20")
    result = run_analyze(write("game.gcg", record("nwl 2020")), *QUICK)
    assert result.stderr == "" and "lexicon NWL20," in result.stdout and "QE*" in result.stdout


@pytest.mark.parametrize("name", ["CSW21", None])
def test_every_output_leaves_it_open(
    name: str | None, run_analyze: Run, write: Write, tmp_path: Path
) -> None:
    """No family of this one is installed, or the record names none and has words that SCOWL80 lacks."""
    outputs = {kind: tmp_path / f"out.{kind}" for kind in ("json", "html", "gcg", "csv")}
    arguments = [part for kind, file in outputs.items() for part in (f"--{kind}", file)]
    result = run_analyze(write("game.gcg", record(name)), *QUICK, *arguments)
    text = {kind: file.read_text("utf-8") for kind, file in outputs.items()}
    note = next(line for line in result.stderr.splitlines() if line.startswith("Note: "))
    assert json.loads(text["json"])["warnings"] == [note.removeprefix("Note: ")]
    found = json.loads(text["json"])["positions"][2]["played"]
    assert (found["phony"], found["invalid_words"]) == (None, ["ZAXQE"])
    assert [row["phony"] for row in csv.DictReader(io.StringIO(text["csv"]))] == ["false", "false", ""]
    assert json.loads(text["json"])["review"]["players"][0]["phonies"] == []
    assert "QE*" not in "".join([result.stdout, *text.values()])
    assert "Words were judged by SCOWL80; no play that stood is called a phony." in text["html"]
    reason = "CSW21 is not installed" if name else "not that of the record"
    assert f"SCOWL80 ({reason})" in text["html"] and f"SCOWL80 ({reason})" in result.stdout


def test_a_lexicon_that_is_asked_for_is_certain(run_analyze: Run, write: Write) -> None:
    for name in ("CSW21", None):
        result = run_analyze(write("game.gcg", record(name)), "--lexicon", "SCOWL80", *QUICK)
        assert result.stderr == "" and "QE*" in result.stdout


def test_a_play_taken_back_is_a_phony_all_the_same(run_analyze: Run, write: Write) -> None:
    """It lost a challenge. It does not show either that the record has another lexicon."""
    back = f"{PHONY}>Ann: CEEIQVV -- -30 38\n"
    named = run_analyze(write("a.gcg", f"{HEADING}#lexicon CSW21\n{MOVES}{back}"), *QUICK)
    assert "QE*" in named.stdout and named.stderr != ""
    unnamed = run_analyze(write("b.gcg", f"{HEADING}{MOVES}{back}"), *QUICK)
    assert "QE*" in unnamed.stdout and unnamed.stderr == ""


def test_a_folder(run_analyze: Run, write: Write, tmp_path: Path) -> None:
    write("a.gcg", record("CSW21"))
    write("b.gcg", record(None))
    write("c.gcg", record("SCOWL80"))
    result = run_analyze(tmp_path, "--no-cache", "--json", "-", "--workers", 1)
    told = json.loads(result.stdout)["games"]
    assert [len(game["game"]["review"]["players"][0]["phonies"]) for game in told] == [0, 0, 1]
    assert [line.split()[1:4] for line in result.stderr.splitlines()] == [
        ["the", "lexicon", "CSW21"],
        ["the", "record", "names"],
    ]


def test_from_python(write: Write, tmp_path: Path) -> None:
    for name, phonies in (("CSW21", ()), (None, ()), ("SCOWL80", (3,))):
        game = parse_gcg(record(name).encode())
        review = jackdaw.analyze(game, effort="quick")
        assert isinstance(review, GameReview) and review.players[0].phonies == phonies
        analysis = analyze_game(game).positions[2]
        assert analysis.has_substitute_lexicon is not bool(phonies)
        assert analysis.played is not None and analysis.played.may_be_phony is not bool(phonies)
    write("a.gcg", record(None))
    found = jackdaw.analyze(tmp_path, cache=False)
    assert isinstance(found, Collection) and found.games[0].facts.review.players[0].phonies == []


def test_the_default_lexicon_of_a_position(install: Callable[[str], None]) -> None:
    board = "/".join(["15"] * 15)
    install("CSW24")
    found = default_lexicon(read_cgp(f"{board} AEINRST/ 0/0 0 lex CSW21;"))
    assert (found.name, found.is_substitute) == ("CSW24", True)
    found = default_lexicon(read_cgp(f"{board} AEINRST/ 0/0 0 lex collins2024;"))
    assert (found.name, found.is_substitute) == ("CSW24", False)
    found = default_lexicon(read_cgp(f"{board} AEINRST/ 0/0 0"))
    assert (found.name, found.is_substitute) == ("SCOWL80", False)
