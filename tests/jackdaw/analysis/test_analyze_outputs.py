"""Output of `analyze` for a game: the table, equal figures in all formats, and conflicting files."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from game_pages import find_by_class, find_by_id, get_text, parse_page

from jackdaw.schemas.review_csv import COLUMNS

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]
ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "jackdaw/samples/ann_v_ben.gcg"
ANNOTATED = ROOT / "tests/data/games/annotated.gcg"
UNFINISHED = ROOT / "tests/data/games/unfinished.gcg"
FEW = ("--effort", "normal", "--iterations", 20, "--candidates", 3)


def test_the_table_has_the_figures_of_the_json(run_analyze: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.csv"
    told = json.loads(run_analyze(ANNOTATED, "--json", "-", "--csv", file).stdout)
    content = file.read_bytes().decode()
    assert content.count("\r\n") == content.count("\n") == 1 + len(told["positions"])
    titles, *rows = csv.reader(io.StringIO(content))
    assert tuple(titles) == COLUMNS
    for row, position in zip(rows, told["positions"], strict=True):
        played, best, review = position["played"], position["candidates"][0], position["review"]
        scores = position["scores"]
        expected = {
            **{name: position[name] for name in ("turn", "player", "rack", "bag", "method")},
            **{
                name: played[name]
                for name in ("move", "score", "rank", "equity", "equity_lost", "phony", "withdrawn")
            },
            **{name: review[name] for name in (*("challenged", "mistake", "luck", "missed_bingo"), *WINS)},
            "nickname": told["players"][position["player"]]["nickname"],
            "score_before": scores[position["player"]],
            "opponent_score_before": scores[1 - position["player"]],
            "best": best["move"],
            "best_score": best["score"],
            "best_equity": best["equity"],
        }
        assert dict(zip(COLUMNS, row, strict=True)) == {name: written(expected[name]) for name in COLUMNS}


def written(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


WINS = ("win_best", "win_played", "win_lost")


def test_names_are_no_formulas(run_analyze: Run, write: Write) -> None:
    """And quotes, commas and letters of any kind come through."""
    names = ['=1+1,"x"', "-Bö"]
    players = f"#player1 {names[0]} A\n#player2 {names[1]} B\n"
    record = f"{players}>{names[0]}: AERWZ 8D WAREZ +42 42\n>{names[1]}: AEINRST - +0 0\n"
    result = run_analyze(write("a.gcg", record.encode()), "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(result.stdout_bytes.decode())))
    assert [row["nickname"] for row in rows] == [f"'{name}" for name in names]


def test_the_pages_figures_are_those_of_the_json(run_analyze: Run, tmp_path: Path) -> None:
    """Compare every turn and player, by static equity, simulation and search."""
    page, data = tmp_path / "game.html", tmp_path / "game.json"
    assert run_analyze(SAMPLE, *FEW, "--html", page, "--json", data).exit_code == 0
    tree, told = parse_page(page.read_text("utf-8")), json.loads(data.read_bytes())
    for position in told["positions"]:
        article, review, played = (
            find_by_id(tree, f"turn-{position['turn']}"),
            position["review"],
            position["played"],
        )
        losses = {each.get("data-of"): figure(each) for each in article.iter("dd") if each.get("data-of")}
        expected = played["equity_lost"], percent(review["win_lost"]), review["luck"]
        assert [losses[name] for name in ("points_lost", "win_lost", "luck")] == [
            close(each) for each in expected
        ]
        ours, best = find_by_class(article, "worth")
        for worth, move, win in ((ours, played, "win_played"), (best, position["candidates"][0], "win_best")):
            score, _, equity, chance = list(worth.iter("dd"))
            assert get_text(next(find_by_class(worth, "move"))).rstrip("*") == move["move"]
            assert figure(score) == move["score"] and figure(equity) == close(move["equity"])
            assert figure(chance) == close(percent(review[win]))
        table = next(find_by_class(article, "candidates"))
        for row, candidate in zip(next(table.iter("tbody")), position["candidates"], strict=False):
            rank, move, score, leave, *values = list(row)
            assert [cell(rank), cell(score)] == [candidate["rank"], candidate["score"]]
            assert get_text(move).startswith(candidate["move"]) and get_text(leave) == candidate["leave"]
            assert close(candidate["equity"]) in [cell(value) for value in values]
    rows = {
        get_text(row[0]): [get_text(each) for each in row[1:]]
        for row in next(next(find_by_class(tree, "totals")).iter("tbody"))
    }
    for player in told["review"]["players"]:
        found = {heading: cells[player["player"]] for heading, cells in rows.items()}
        assert found["Points lost"] == f"{player['equity_lost']:.1f}"
        assert found["Win % lost"] == f"{100 * player['win_lost']:.1f} %"
        assert found["Mistake index"] == f"{player['mistake_index']:.1f}"
        assert found["Luck of the draw"] == f"{player['luck']:+.1f}".replace("-", "−")
        assert found["Best move found"] == str(player["best_found"])
    assert f"turning point turn {told['review']['turning_point']}:" in get_text(
        next(find_by_class(tree, "result"))
    )


def figure(element: Any) -> float | None:
    """A figure as the page writes it for programs."""
    found = [each.get("value") for each in element.iter("data")]
    return float(found[0]) if found else None


def cell(element: Any) -> float:
    return float(element.get("data-value", "nan"))


def percent(chance: float | None) -> float | None:
    return None if chance is None else 100 * chance


def close(value: float | None) -> Any:
    return None if value is None else pytest.approx(value, abs=1e-9, rel=0)


def test_the_same_bytes_for_any_number_of_workers(run_analyze: Run, tmp_path: Path) -> None:
    """Compare every output, also where a search hits its limit."""
    found = []
    for workers in (1, 3):
        files = [tmp_path / f"{workers}.{kind}" for kind in ("json", "html", "gcg", "csv")]
        outputs = [part for file in files for part in (f"--{file.suffix[1:]}", file)]
        result = run_analyze(SAMPLE, *FEW, "--workers", workers, *outputs)
        assert result.exit_code == 0
        found.append([result.stdout.encode(), *(file.read_bytes() for file in files)])
    assert found[0] == found[1]
    told = json.loads(found[0][1])
    assert told["review"]["reproducible"] and {each["seconds"] for each in told["positions"]} == {None}
    assert {each["method"] for each in told["positions"]} == {"simulation", "endgame"}


@pytest.mark.parametrize("option", ["--html", "--gcg", "--csv"])
def test_standard_output_is_for_one(option: str, run_analyze: Run) -> None:
    alone = run_analyze(UNFINISHED, "--method", "static", option, "-")
    assert alone.exit_code == 0 and "best move" not in alone.stderr
    start = {"--html": "<!doctype html>", "--gcg": "#character-encoding UTF-8", "--csv": "turn,player,"}[
        option
    ]
    assert (
        alone.stdout.lower().startswith(start.lower()) and "Turn 10: Finn_Falk to move\n" not in alone.stdout
    )
    both = run_analyze(UNFINISHED, option, "-", "--json", "-")
    assert both.exit_code == 2 and "both write -; name two files" in both.stderr and both.stdout == ""


@pytest.mark.parametrize("option", ["--json", "--html", "--gcg", "--csv"])
def test_files_that_speak_against_it(option: str, run_analyze: Run, write: Write, tmp_path: Path) -> None:
    """Said in a line, before anything is analyzed or written."""
    record = write("a.gcg", SAMPLE.read_bytes())
    for file, told in (
        (tmp_path / "nowhere" / "a", "its folder does not exist"),
        (tmp_path, "cannot be written"),
        (record, "would overwrite the input"),
    ):
        result = run_analyze(record, option, file)
        assert result.exit_code == 2 and told in result.stderr and result.stdout == "", told
    if option != "--json":
        result = run_analyze(record, option, tmp_path / "x", "--turn", 3)
        assert result.exit_code == 2 and f"{option} is for a whole game; leave out --turn." in result.stderr
    assert record.read_bytes() == SAMPLE.read_bytes() and [each.name for each in tmp_path.iterdir()] == [
        "a.gcg"
    ]
