"""`jackdaw tournament`: round robins, files of tournaments, standings, and what is refused."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from match_commands import Run, error_of, found

from jackdaw.matches import tournament_csv, tournament_view
from sims.tournament import Tournament, load_tournament
from sims.workers import this_process

pytestmark = pytest.mark.core

Write = Callable[[str, str], Path]


MINE = """
format = "swiss"
strategies = ["greedy", "rackh1", "rackh3"]
rounds = 2
games_per_pairing = 10
"""


def test_waiting_in_a_round_robin_counts_nothing(run_jackdaw: Run) -> None:
    """Of three players one waits in each round, all as often: nobody wins more games than were played."""
    options = ("tournament", "rackh3", "greedy", "rackh1", "--games", 2, "--workers", 1)
    result = found(run_jackdaw, *options)
    assert [len(each["byes"]) for each in result["rounds"]] == [1, 1, 1]
    assert [each["byes"] for each in result["standings"]] == [0, 0, 0]
    assert sum(each["wins"] for each in result["standings"]) == result["games"] == 6
    text = run_jackdaw(*options).stdout
    assert "Byes" not in text and "a bye" not in text and " -0 " not in text


def test_tournament(run_jackdaw: Run, write: Write, tmp_path: Path) -> None:
    options = ("tournament", write("mine.toml", MINE), "--workers", 1)
    text = run_jackdaw(*options, "--csv", tmp_path / "a.csv", "--log", tmp_path / "log.csv")
    assert (text.exit_code, text.stderr) == (0, f"Wrote {tmp_path / 'a.csv'}\nWrote {tmp_path / 'log.csv'}\n")
    lines = text.stdout.splitlines()
    assert lines[:2] == ["mine: swiss, 20 games", "lexicon SCOWL80, seed 0"]
    titles = ["#", "Player", "Games", "Byes", "Wins", "Win", "%", "Spread", "Score", "Elo", "95", "%"]
    assert lines[3].split() == titles
    assert lines[7] == "a bye counts as a win by 50 in Wins and Spread; all other figures leave it out"
    assert max(map(len, lines)) <= 80
    result = found(run_jackdaw, *options)
    assert (result["schema"], result["games"], result["complete"]) == ("jackdaw.tournament/1", 20, True)
    assert [len(each["byes"]) for each in result["rounds"]] == [1, 1]
    places = [standing["player"] for standing in result["standings"]]
    assert places == [line.split()[1] for line in lines[4:7]]
    counts = [(standing["games"], standing["byes"]) for standing in result["standings"]]
    assert sorted(counts) == [(10, 10), (10, 10), (20, 0)]
    assert counts == [(int(line.split()[2]), int(line.split()[3])) for line in lines[4:7]]
    with (tmp_path / "a.csv").open() as file:
        rows = list(csv.DictReader(file))
    cross = result["crosstable"]
    for row, standing in zip(rows, result["standings"], strict=True):
        for key in ("rank", "player", "games", "byes", "wins", "spread", "mean_score", "win_share", "rating"):
            assert row[key] == str(standing[key])
        played = (standing["wins"] - standing["byes"]) / standing["games"]
        assert standing["win_share"] == pytest.approx(played)
        assert [row["rating_low"], row["rating_high"]] == [str(end) for end in standing["rating_ci95"]]
        index = cross["players"].index(row["player"])
        columns = zip(cross["players"], cross["points"][index], cross["games"][index], strict=True)
        for name, points, games in columns:
            assert row[f"against {name}"] == (str(points) if games else "")


def test_a_gauntlet_ranks_by_shares_of_wins(run_jackdaw: Run, write: Write, tmp_path: Path) -> None:
    """The challenger plays most games; one that wins few of them is last."""
    text = (
        'format = "gauntlet"\nstrategies = ["greedy", "rackh3", "static", "rackh1"]\ngames_per_pairing = 60\n'
    )
    path = write("mine.toml", text)
    report, table = tmp_path / "report.json", tmp_path / "table.csv"
    files = ("--json", report, "--csv", table)
    lines = run_jackdaw("tournament", path, "--workers", 1, *files).stdout.splitlines()
    assert lines[3].split()[2:6] == ["Games", "Wins", "Win", "%"]
    shares = [float(line.split()[4]) for line in lines[4:8]]
    assert shares == sorted(shares, reverse=True)
    last = json.loads(report.read_text(encoding="utf-8"))["standings"][-1]
    assert (last["rank"], last["player"], last["games"]) == (4, "greedy", 180)
    assert last["wins"] > 30  # of 60 games of the others
    assert "Byes" not in lines[3]
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    rackh3, greedy = (next(row for row in rows if row["player"] == name) for name in ("rackh3", "greedy"))
    assert (rackh3["against rackh3"], rackh3["against static"]) == ("", "")  # they never met
    assert float(rackh3["against greedy"]) + float(greedy["against rackh3"]) == 60


def test_players_without_games_have_no_mean_score(write: Write) -> None:
    """As after an interruption: the text has a dash, the table an empty cell."""
    tournament = Tournament(load_tournament(write("mine.toml", MINE)), this_process)
    report = tournament.report()
    texts = list(map(str, tournament_view(report))) + list(map(str, report.tabulate().rows))
    assert not any("nan" in text for text in texts)
    assert {row["mean_score"] for row in csv.DictReader(tournament_csv(report).decode().splitlines())} == {""}


def test_a_strategy_file_is_no_tournament(run_jackdaw: Run, write: Write) -> None:
    path = write("mine.toml", 'extends = "rackh3"\n')
    error = error_of(run_jackdaw("tournament", path))
    assert error.startswith(f"{path} is a strategy; name its opponents, too, or a tournament: four_at")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (MINE, ("--csv", "a.csv", "--log", "a.csv"), "a.csv: --log and --csv name the same file; name two"),
        (MINE.replace("swiss", "knockout"), (), "mine.toml, format: "),
        (MINE.replace("rackh3", "rackh9"), (), "unknown strategy 'rackh9'; did you mean rackh"),
        (MINE + 'lexicon = "nowhere"\n', (), "unknown lexicon 'nowhere'"),
        (MINE + 'variant = "nowhere"\n', (), "unknown rules 'nowhere'"),
    ],
)
def test_bad_tournaments(
    text: str, options: tuple[str, ...], message: str, run_jackdaw: Run, write: Write
) -> None:
    assert message in error_of(run_jackdaw("tournament", write("mine.toml", text), *options))


def test_an_unknown_tournament(run_jackdaw: Run) -> None:
    error = error_of(run_jackdaw("tournament", "heuristic"))
    assert error == "unknown tournament 'heuristic'; did you mean heuristics?"
