"""`jackdaw moves` as text."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

BOARD = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15"
WINDY = f"{BOARD} ADEEGIL/ 0/32 0"


def rows(result: Result) -> list[list[str]]:
    """The cells of each move, without its number."""
    return [
        line.split()[1:]
        for line in result.stdout.splitlines()
        if line[:4].strip().isdigit() and " of " not in line
    ]


def test_the_best_come_first(run_jackdaw: Run) -> None:
    result = run_jackdaw("moves", WINDY, "--strategy", "rackh3")
    assert result.exit_code == 0 and result.stderr == ""
    assert len(rows(result)) == 10
    assert rows(result)[0] == ["D8", "(W)ILGA", "18", "DEE", "+5.5", "23.5"]
    assert result.stdout.endswith(
        "10 of 671 moves, ranked by equity; lexicon SCOWL80, strategy rackh3\nValues: leaves rackh3\n"
    )


def test_learned_leaves_rank_by_default(run_jackdaw: Run) -> None:
    how = "lexicon SCOWL80, strategy static\nValues: leaves scowl80\n"
    assert run_jackdaw("moves", WINDY).stdout.endswith(how)


def test_by_score(run_jackdaw: Run) -> None:
    found = rows(run_jackdaw("moves", WINDY, "--rank-by", "score", "-n", 50))
    scores = [int(row[2]) for row in found]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 50


def test_all(run_jackdaw: Run) -> None:
    assert len(rows(run_jackdaw("moves", WINDY, "--all"))) == 671


def test_text_and_json(run_jackdaw: Run, tmp_path: Path) -> None:
    result = run_jackdaw("moves", WINDY, "--json", tmp_path / "moves.json")
    assert len(rows(result)) == 10
    assert (tmp_path / "moves.json").read_text(encoding="utf-8").count('"ucgi"') == 671


def test_without_a_rack(run_jackdaw: Run) -> None:
    result = run_jackdaw("moves", f"{BOARD} / 0/32 0")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Nothing to list: the rack is not known")


@pytest.mark.parametrize(
    "arguments", [(), ("--cgp",), (WINDY, "-n", "0"), (WINDY, "-n", "3", "--all"), (WINDY, "--turn", 3)]
)
def test_bad_usage(arguments: tuple[str, ...], run_jackdaw: Run) -> None:
    result = run_jackdaw("moves", *arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr and result.stdout == ""


def test_a_bad_position_names_the_argument(run_jackdaw: Run) -> None:
    result = run_jackdaw("moves", f"{BOARD} ADEEG1L/ 0/32 0")
    assert result.exit_code == 2
    assert (
        result.stderr
        == "Error: POSITION, column 56: rack 1: '1' is not a tile of english; expected a letter or ?\n"
    )


def test_a_lexicon_that_is_not_at_hand(run_jackdaw: Run) -> None:
    result = run_jackdaw("moves", f"{WINDY} lex CSW24;")
    assert result.exit_code == 0
    assert result.stderr.startswith("Note: the lexicon CSW24 is not installed")


def test_pieces_of_another_game(run_jackdaw: Run, tmp_path: Path) -> None:
    """The example of docs/internals/objects-in-a-grid.md, with a few equations that are listed by hand."""
    folder = Path(__file__).resolve().parents[3] / "docs/internals/equations"
    words = tmp_path / "equations.txt"
    words.write_text("[1]2=12\n12=[1]2\n2×6=12\n", encoding="utf-8")
    game = "--rules", folder / "equations.toml", "--strategy", folder / "balanced.toml"
    position = "/".join(["17"] * 13) + " [1][2][12]?/ 0/0 0"
    result = run_jackdaw("moves", *game, "--lexicon", words, position)
    assert result.exit_code == 0 and result.stderr == ""
    plays = {row[1] for row in rows(result) if row[0] != "(exch"}
    assert plays == {"[12][='][1][2]", "[1][2][='][12]"}


def test_a_handicap_is_for_games(run_jackdaw: Run) -> None:
    """Moves are ranked by the evaluator alone, all words being known, and that is said."""
    options = ("moves", WINDY, "-n", 5, "--strategy")
    weak, strong = run_jackdaw(*options, "club"), run_jackdaw(*options, "static")
    assert weak.stderr == "Note: the handicap of club applies only to games; moves are ranked without it\n"
    assert strong.stderr == ""
    assert weak.stdout.splitlines()[:6] == strong.stdout.splitlines()[:6]
