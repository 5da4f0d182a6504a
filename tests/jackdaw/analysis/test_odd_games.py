"""Odd games: everything that `analyze` makes of a game is sensible, or says in a line why it is not."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from game_pages import find_by_id, get_text, parse_page

from jackdaw.schemas.annotated_game import MARK
from jackdaw.schemas.review_csv import COLUMNS
from movegen import read_gcg

pytestmark = pytest.mark.core

Run = Callable[..., Result]
ODD = Path(__file__).resolve().parents[2] / "data/odd"
SAID = {
    "exchanges": ["(exch 3) has no rank: it is not known which tiles were exchanged"],
    "four_players": ["Dan Danson missed a bingo on turn 4: M6 ADENOMA", "Turn 6: Ben Benson to move"],
    "latin_1_names": ['Zoë Ångström 43, José "Pepe" Núñez, jr. 82'],
    "lost_challenge": ["Turn 2: this pass may be a turn lost to a wrong challenge"],
    "missing_racks": [
        "Turns 1-2: the rack is not known, so the move is not judged.",
        "Turn 3: the rack is only partly known",
    ],
    "phony": [
        "WAREEZ is not in SCOWL80; the play was taken back and counts as a pass",
        "Turn 2: ANTIAER is not in SCOWL80.",
        "DGILOSU K10 OUD",
    ],
    "six_zeroes": ["Ann Archer -12, Ben Boyle -16", "BCDFGHJ (pass)"],
    "time_penalty": ["Ann Archer -22, Ben Boyle -46"],
    "unfinished": ["Turn 4: Ben Boyle to move", "M6 ADENOMA"],
    "wrong_totals": ["Ann Archer 43, Ben Boyle 114"],
}
"""Phrases that the text of each game must contain."""
ON_THE_PAGE = {
    "four_players": "this game has 4",
    "lost_challenge": "This pass may be a turn lost to a wrong challenge",
    "missing_racks": "The rack is not known",
    "time_penalty": "Ben Boyle loses 30 points for overtime",
    "unfinished": "Not finished: Ben Boyle is on turn",
}


@pytest.mark.parametrize("name", sorted(SAID))
def test_an_odd_game(name: str, run_analyze: Run, tmp_path: Path) -> None:
    source, files = (
        ODD / f"{name}.gcg",
        {kind: tmp_path / f"a.{kind}" for kind in ("json", "html", "gcg", "csv")},
    )
    outputs = [part for kind, file in files.items() for part in (f"--{kind}", file)]
    result = run_analyze(source, "--effort", "quick", *outputs)
    assert result.exit_code == 0
    lines = [line for line in result.stdout.splitlines() if not line.startswith("  jackdaw puzzles ")]
    assert max(map(len, lines)) <= 80
    told = [line for line in result.stderr.splitlines() if not line.startswith("Wrote ")]
    assert len(told) == (2 if name == "wrong_totals" else 0)
    flowing = " ".join(result.stdout.split())
    assert all(" ".join(said.split()) in flowing for said in SAID[name])
    game = read_gcg(source)
    reported = json.loads(files["json"].read_bytes())
    assert len(reported["positions"]) == len(game.turns) + (not game.is_finished)
    page = parse_page(files["html"].read_text("utf-8"))
    assert ON_THE_PAGE.get(name, "") in get_text(next(page.iter("body")))
    assert all(find_by_id(page, f"turn-{turn}") is not None for turn in range(1, len(game.turns) + 1))
    titles, *rows = csv.reader(io.StringIO(files["csv"].read_bytes().decode()))
    assert tuple(titles) == COLUMNS and len(rows) == len(game.turns)
    again = read_gcg(files["gcg"])
    assert [event.move for event in again.events] == [event.move for event in game.events]
    assert all(event.notes[0].startswith(MARK) for event in again.turns) and not again.warnings


def test_none_is_forgotten() -> None:
    assert {path.stem for path in ODD.iterdir()} == {*SAID} and len(SAID) == 10


def test_losses_of_turns_that_are_no_choice(run_analyze: Run) -> None:
    """A play taken back lost what a pass loses; a phony that stood is not the best move found."""
    reported = json.loads(run_analyze(ODD / "phony.gcg", "--effort", "quick", "--json", "-").stdout)
    taken_back, stood, *_ = reported["positions"]
    static = json.loads(
        run_analyze(ODD / "phony.gcg", "--turn", 1, "--method", "static", "-n", 999, "--json", "-").stdout
    )
    (passed,) = (each for each in static["positions"][0]["candidates"] if each["kind"] == "pass")
    best = static["positions"][0]["candidates"][0]
    lost = best["equity"] - passed["equity"]
    assert (
        taken_back["played"]["equity_lost"] == pytest.approx(lost)
        and taken_back["review"]["mistake"] == "large"
    )
    assert stood["played"]["equity_lost"] == 0 and stood["played"]["rank"] is None
    assert reported["review"]["players"][1]["best_found"] == 0
    reported = json.loads(run_analyze(ODD / "lost_challenge.gcg", "--effort", "quick", "--json", "-").stdout)
    assert reported["positions"][1]["played"]["kind"] == "pass"
    assert reported["positions"][1]["review"]["mistake"] == "large"


def test_more_players_than_are_simulated(run_analyze: Run) -> None:
    """Not even with an effort for it; that is said once."""
    result = run_analyze(ODD / "four_players.gcg", "--effort", "normal")
    assert result.exit_code == 0
    assert re.findall(r"^(.*): not simulated: there are 4 players\.$", result.stdout, re.M) == ["Turns 1-5"]
