"""`jackdaw lexicon list`, `rename`, `remove` and `compare`, and commands that take tiles from a lexicon."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from movegen import Lexicon
from movegen.lexicon import installed_folder

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

GERMAN = "STRASSE\nGRÖSSE\nSET\nES\n"
EMPTY_BOARD = "/".join(["15"] * 15)


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_jackdaw: Run, write: Write) -> str:
    """The name of a lexicon that is the only one installed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    result = run_jackdaw("lexicon", "build", write("RD28.txt", GERMAN))
    assert result.exit_code == 0 and "letters      29 (german)" in result.stdout
    return "RD28"


def test_list(run_jackdaw: Run, german: str) -> None:
    lines = run_jackdaw("lexicon", "list").stdout.splitlines()
    assert lines[0].split() == ["Name", "Words", "Letters", "Tiles", "Leaves", "Win", "table", "Installed"]
    assert [line.split()[:6] for line in lines[1:3]] == [
        ["RD28", "4", "29", "german", "german", "normal"],
        ["SCOWL20", "11,208", "26", "english", "scowl80", "scowl80"],
    ]
    listed = json.loads(run_jackdaw("lexicon", "list", "--json", "-").stdout)
    assert listed["schema"] == "jackdaw.lexica/1"
    assert listed["lexica"][0]["words"] == 4 and listed["lexica"][0]["file"].endswith("RD28.jackdaw")


def test_a_damaged_lexicon_is_listed(run_jackdaw: Run, german: str) -> None:
    (installed_folder() / "RD28.jackdaw").write_bytes(b"nothing")
    result = run_jackdaw("lexicon", "list")
    assert result.exit_code == 0 and "RD28" in result.stdout and "cut off" in result.stdout


def test_rename(run_jackdaw: Run, german: str) -> None:
    result = run_jackdaw("lexicon", "rename", "rd28", "duden")
    assert result.exit_code == 0 and "Renamed to DUDEN" in result.stdout
    assert [file.name for file in installed_folder().iterdir()] == ["DUDEN.jackdaw"]
    renamed = Lexicon.load("Duden")
    assert (renamed.name, renamed.tile_set.name) == ("DUDEN", "german") and "STRASSE" in renamed


def test_rename_to_itself_in_capitals(run_jackdaw: Run, german: str) -> None:
    assert run_jackdaw("lexicon", "rename", "RD28", "rd28").exit_code == 0
    assert len(Lexicon.load("RD28")) == 4


def test_remove(run_jackdaw: Run, german: str) -> None:
    result = run_jackdaw("lexicon", "remove", "rd28")
    assert result.exit_code == 0 and "RD28.jackdaw" in result.stdout
    assert not list(installed_folder().iterdir())


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("remove", "SCOWL80"), "SCOWL80 is a built-in lexicon, which cannot be removed"),
        (("remove", "RD2"), "did you mean RD28?"),
        (("rename", "RD28", "scowl35"), "SCOWL35 is a built-in lexicon"),
        (("rename", "RD28", "a/b"), "cannot be the name of a lexicon"),
        (("rename", "RD28", "CLUB"), "there is a lexicon CLUB"),
        (("compare", "RD28", "SCOWL80"), "compare lexica of one language"),
        (("compare", "RD28", "CLUB", "--game", "jackdaw/samples/opening.cgp"), ""),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...], problem: str, run_jackdaw: Run, german: str, write: Write
) -> None:
    run_jackdaw("lexicon", "build", write("club.txt", GERMAN), "--tiles", "german")
    result = run_jackdaw("lexicon", *arguments)
    assert result.exit_code == 2 and problem in result.stderr and result.stderr.count("\n") == 1
    assert len(Lexicon.load("RD28")) == len(Lexicon.load("CLUB")) == 4


def test_compare(run_jackdaw: Run, write: Write) -> None:
    one, other = write("one.txt", "CARE\nRACE\nAB\nABA\n"), write("other.txt", "CARE\nZA\nQI\n")
    result = run_jackdaw("lexicon", "compare", one, other)
    assert result.exit_code == 0
    assert "In one, not in other:\nAB ABA RACE\n" in result.stdout
    assert "In other, not in one:\nQI ZA\n" in result.stdout
    assert "all         3      2\n" in result.stdout and "of          4      3\n" in result.stdout
    short = run_jackdaw("lexicon", "compare", one, other, "-n", 1).stdout
    assert "the first 1:\nAB\nand 2 more" in short


@pytest.mark.medium
def test_compare_by_a_game(run_jackdaw: Run, write: Write) -> None:
    """PELON, the first play, is no word of the shorter list."""
    record = "jackdaw/samples/ann_v_ben.gcg"
    result = run_jackdaw("lexicon", "compare", "SCOWL60", "SCOWL80", "--game", record, "-n", 1)
    assert "18 of 23 turns change" in result.stdout
    assert "   1  Ann Archer  8H PELON       8E NOPE +13.0" in result.stdout
    assert "Turn 1: not in SCOWL60: PELON\n" in result.stdout
    table = json.loads(
        run_jackdaw("lexicon", "compare", "SCOWL60", "SCOWL80", "--game", record, "--json", "-").stdout
    )
    assert (table["turns_compared"], len(table["turns"])) == (23, 18)
    first, second = table["turns"][0]["moves"]
    assert (first["best"], first["phonies"]) == ("8E NOPE", ["PELON"]) and not second["phonies"]
    same = run_jackdaw("lexicon", "compare", "SCOWL80", "SCOWL80", "--game", record).stdout
    assert "In the 23 turns of the game nothing changes." in same


def test_the_lexicon_alone_sets_tiles_and_rules(run_jackdaw: Run, run_analyze: Run, german: str) -> None:
    assert run_jackdaw("lexicon", "check", "Straße", "--lexicon", german).stdout == "STRASSE  valid\n"
    position = f"{EMPTY_BOARD} EÖGRSST/ 0/0 0"
    moves = run_jackdaw(["jackdaw", "moves"][1], position, "--lexicon", german, "-n", 1)
    assert moves.exit_code == 0 and "GRÖSSE" not in moves.stderr and "lexicon RD28" in moves.stdout
    named = run_analyze(f"{position} lex RD28;", "--method", "static", "-n", 1)
    assert named.exit_code == 0 and named.stderr == "" and "lexicon RD28" in named.stdout
    match = run_jackdaw("pit", "static", "greedy", "--games", 2, "--lexicon", german)
    assert match.exit_code == 0 and "lexicon RD28" in match.stdout


def test_rules_asked_for_stand(run_jackdaw: Run, german: str) -> None:
    result = run_jackdaw("pit", "static", "greedy", "--games", 2, "--lexicon", german, "--rules", "standard")
    assert result.exit_code == 2 and "other letters than the tile set english" in result.stderr
