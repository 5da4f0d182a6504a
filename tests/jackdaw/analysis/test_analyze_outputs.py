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
from short_records import write_records

from jackdaw.schemas.review_csv import COLUMNS
from movegen import read_gcg

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]
ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "jackdaw/samples/ann_v_ben.gcg"
ANNOTATED = ROOT / "tests/data/games/annotated.gcg"
QUICK = ("--effort", "quick")
UNFINISHED = ROOT / "tests/data/games/unfinished.gcg"
FEW = ("--effort", "normal", "--iterations", 20, "--candidates", 3)


def test_the_table_has_the_figures_of_the_json(run_analyze: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.csv"
    told = json.loads(run_analyze(ANNOTATED, *QUICK, "--json", "-", "--csv", file).stdout)
    content = file.read_bytes().decode()
    assert content.count("\r\n") == content.count("\n") == 1 + len(told["positions"])
    titles, *rows = csv.reader(io.StringIO(content))
    assert tuple(titles) == COLUMNS
    for row, position in zip(rows, told["positions"], strict=True):
        played, best, review = position["played"], best_candidate(position), position["review"]
        scores = position["scores"]
        expected = {
            **{name: position[name] for name in ("turn", "player", "rack", "bag", "method")},
            **{
                name: played[name]
                for name in ("move", "score", "rank", "equity", "equity_lost", "phony", "withdrawn")
            },
            **{name: review[name] for name in REVIEWED},
            "nickname": told["players"][position["player"]]["nickname"],
            "score_before": scores[position["player"]],
            "opponent_score_before": scores[1 - position["player"]],
            "best": review["best"],
            "best_score": best["score"],
            "best_equity": best["equity"],
        }
        assert dict(zip(COLUMNS, row, strict=True)) == {name: written(expected[name]) for name in COLUMNS}


def test_of_several_opponents_the_best_score_is_shown(run_analyze: Run) -> None:
    file = ROOT / "tests/data/games/three_players.gcg"
    content = run_analyze(file, *QUICK, "--csv", "-").stdout
    rows = [*csv.DictReader(io.StringIO(content))]
    shown = [(int(row["score_before"]), int(row["opponent_score_before"])) for row in rows]
    before = [read_gcg(file).position(turn) for turn in range(1, len(rows) + 1)]
    assert any(len({*each.scores}) == 3 for each in before)
    assert shown == [
        (each.scores[each.on_turn], max(each.scores[: each.on_turn] + each.scores[each.on_turn + 1 :]))
        for each in before
    ]


def best_candidate(position: dict[str, Any]) -> dict[str, Any]:
    """Return the candidate that the review calls the best; it need not be the first."""
    best = position["review"]["best"]
    return next(candidate for candidate in position["candidates"] if candidate["move"] == best)


def written(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


REVIEWED = (
    "is_best", "challenged", "mistake", "graded_by", "luck", "missed_bingo", "win_best", "win_played",
    "win_lost",
    "win_lost_se",
)  # fmt: skip


def test_names_are_no_formulas(run_analyze: Run, write: Write) -> None:
    """And quotes, commas and letters of any kind come through."""
    names = ['=1+1,"x"', "-Bö"]
    players = f"#player1 {names[0]} A\n#player2 {names[1]} B\n"
    record = f"{players}>{names[0]}: AERWZ 8D WAREZ +42 42\n>{names[1]}: AEINRST - +0 0\n"
    result = run_analyze(write("a.gcg", record.encode()), *QUICK, "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(result.stdout_bytes.decode())))
    assert [row["nickname"] for row in rows] == [f"'{name}" for name in names]


@pytest.mark.medium
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
        expected = -played["equity_lost"], -percent(review["win_lost"]), review["luck"]
        assert [losses[name] for name in ("points_lost", "win_lost", "luck")] == [
            close(each) for each in expected
        ]
        ours, best = find_by_class(article, "worth")
        for worth, move, win in ((ours, played, "win_played"), (best, best_candidate(position), "win_best")):
            score, _, equity, chance = list(worth.iter("dd"))
            assert get_text(next(find_by_class(worth, "move"))).rstrip("*") == move["move"]
            assert figure(score) == move["score"] and figure(equity) == close(move["equity"])
            assert figure(chance) == close(percent(review[win]))
        table = next(find_by_class(article, "candidates"))
        for row, candidate in zip(next(table.iter("tbody")), position["candidates"], strict=False):
            rank, move, score, leave, *values = list(row)
            assert [cell(rank), cell(score)] == [candidate["rank"], candidate["score"]]
            assert get_text(move).startswith(candidate["move"]) and get_text(leave) == candidate["leave"]
            worth = candidate["equity" if position["method"] == "endgame" else "spread"]
            assert close(worth) in [cell(value) for value in values]
    rows = {
        get_text(row[0]): [get_text(each) for each in row[1:]]
        for row in next(next(find_by_class(tree, "totals")).iter("tbody"))
    }
    for player in told["review"]["players"]:
        found = {heading: cells[player["player"]] for heading, cells in rows.items()}
        assert found["Lost (points)"] == f"−{player['equity_lost']:.1f}"
        assert found["Lost (win %)"] == f"−{100 * player['win_lost']:.1f} %"
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


@pytest.mark.medium
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
    assert {each["method"] for each in told["positions"]} == {"simulation", "preendgame", "endgame"}


@pytest.mark.parametrize("option", ["--html", "--gcg", "--csv"])
def test_standard_output_is_for_one(option: str, run_analyze: Run) -> None:
    alone = run_analyze(UNFINISHED, "--method", "static", option, "-")
    assert alone.exit_code == 0 and "best move" not in alone.stderr
    start = {"--html": "<!doctype html>", "--gcg": "#character-encoding UTF-8", "--csv": "turn,player,"}[
        option
    ]
    assert (
        alone.stdout.lower().startswith(start.lower()) and "Turn 10: Finn Falk to move\n" not in alone.stdout
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
    assert record.read_bytes() == SAMPLE.read_bytes() and [each.name for each in tmp_path.iterdir()] == [
        "a.gcg"
    ]


@pytest.mark.medium
def test_written_files_are_named(run_analyze: Run, tmp_path: Path) -> None:
    files = [tmp_path / f"game.{kind}" for kind in ("json", "html", "gcg", "csv")]
    result = run_analyze(
        ANNOTATED, *QUICK, *(part for file in files for part in (f"--{file.suffix[1:]}", file))
    )
    assert result.stderr.splitlines()[-4:] == [f"Wrote {file}" for file in files]
    assert "Wrote" not in run_analyze(ANNOTATED, *QUICK, "--csv", "-").output
    assert "Wrote" not in run_analyze(ANNOTATED, *QUICK, "--csv", "/dev/null").output


def test_the_files_of_a_folder_are_named(run_analyze: Run, tmp_path: Path) -> None:
    games = write_records(tmp_path / "games")
    data, pages = tmp_path / "all.json", tmp_path / "pages"
    options = ("--no-cache", "--method", "static", "--workers", 1)
    result = run_analyze(games, *options, "--json", data, "--html", pages)
    assert [line for line in result.stderr.splitlines() if line.startswith("Wrote")] == [
        f"Wrote {data}",
        f"Wrote {pages / 'index.html'} and pages for 5 games",
    ]
    assert len([*pages.glob("*.html")]) == 5 + 1


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Addresses that the browser was asked to open; temporary folders are in the test's own."""
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: addresses.append(address) or True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return addresses


def test_the_page_is_opened(run_analyze: Run, opened: list[str], tmp_path: Path) -> None:
    named = tmp_path / "my page.html"
    assert run_analyze(ANNOTATED, "--method", "static", "--html", named, "--open").exit_code == 0
    result = run_analyze(ANNOTATED, "--method", "static", "--open")
    (page,) = tmp_path.glob("jackdaw-*/annotated.html")
    assert opened == [named.as_uri(), page.as_uri()] and result.stderr.endswith(f"Wrote {page}\n")
    assert page.read_text(encoding="utf-8") == named.read_text(encoding="utf-8")


@pytest.mark.medium
def test_the_page_of_a_folder_is_opened(run_analyze: Run, opened: list[str], tmp_path: Path) -> None:
    assert run_analyze(ANNOTATED, SAMPLE, "--no-cache", "--method", "static", "--open").exit_code == 0
    (index,) = tmp_path.glob("jackdaw-*/index.html")
    assert opened == [index.as_uri()]


def test_without_a_browser(run_analyze: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    result = run_analyze(ANNOTATED, "--method", "static", "--html", tmp_path / "a.html", "--open")
    assert f"Note: no browser was found; open {tmp_path / 'a.html'} yourself" in result.stderr


def test_pages_that_cannot_be_opened(run_analyze: Run, opened: list[str]) -> None:
    result = run_analyze(SAMPLE, "--html", "-", "--open")
    assert result.exit_code == 2 and "--open needs a file, but --html - writes" in result.stderr
    result = run_analyze("-", "--open", input="15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0")
    assert result.exit_code == 2 and "--open is for games, but this is not a game record." in result.stderr
    assert not opened


def test_ranges_of_turns(run_analyze: Run, tmp_path: Path) -> None:
    """Views one after the other, each as it is alone; every file has these turns and no others."""
    options = (*QUICK, "-n", 3)
    page, data = tmp_path / "game.html", tmp_path / "game.json"
    result = run_analyze(SAMPLE, "--turn", "22-23, 5", *options, "--html", page, "--json", data)
    alone = [run_analyze(SAMPLE, "--turn", turn, *options).stdout for turn in (5, 22, 23)]
    assert result.exit_code == 0 and result.stdout == "\n".join(alone)
    assert [each["turn"] for each in json.loads(data.read_bytes())["positions"]] == [5, 22, 23]
    tree = parse_page(page.read_text("utf-8"))
    skipped = [
        turn for turn in range(1, 24)
        if "This turn was not analyzed." in get_text(find_by_id(tree, f"turn-{turn}"))
    ]  # fmt: skip
    assert skipped == [*range(1, 5), *range(6, 22)]
    assert "turning point" not in get_text(next(find_by_class(tree, "result")))
    rows = [*csv.DictReader(io.StringIO(run_analyze(SAMPLE, "--turn", "4-6", *QUICK, "--csv", "-").stdout))]
    assert [row["turn"] for row in rows] == ["4", "5", "6"]


@pytest.mark.parametrize("text", ["0", "x", "5-4", "3-", "-3", "1,,2", "", "99999", "²"])
def test_turns_that_are_none(text: str, run_analyze: Run) -> None:
    result = run_analyze(SAMPLE, f"--turn={text}")
    assert result.exit_code == 2 and "names no turns; give turns such as 7, 5-9 or 3,5-9." in result.stderr
    result = run_analyze(SAMPLE, "--turn", "20-30", *QUICK)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{SAMPLE}: there is no turn 24; expected 1 to 23" in result.stderr
