"""`jackdaw preendgame`."""

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from endgames import ENDGAME

from movegen import Lexicon, read_cgp
from strategy import PreendgameOptions, solve_preendgame

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

BOARD = (
    "2JUS2TROWELeD/1COMPILE1YO3E/1UT1H2EF1ECU1N/FRAME2DE2O2T/1T2n3E1VISTA/BA2O1QUIZ1G2L/LI2I3N2N2I/"
    "EN2D1WOG2E2A/ASK2BOX7/R1I1VIG8/YAP12/1A13/15/15/15"
)
POSITION = f"{BOARD} ADEEHRR/ 346/385 0"
TWO_MOVES = ("--move", "M8 REHEARD", "--move", "K8 REHEARD")


def test_text(run_jackdaw: Run) -> None:
    result = run_jackdaw("preendgame", POSITION, *TWO_MOVES, "--all")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "M8 REHEARD wins 50.0 %, proven: no move wins more often." in result.stdout
    assert "M8 REHEARD: wins with I O S T; loses with A N (x2) R\n" in result.stdout
    assert "K8 REHEARD: wins with O S T; loses with A I N (x2) R\n" in result.stdout
    assert "2 of 2 moves; all 8 arrangements" in result.stdout


def test_json(run_jackdaw: Run, write: Write) -> None:
    """From a file, with other options, and the same as text; all that is known."""
    found = json.loads(
        run_jackdaw("preendgame", write("one.cgp", POSITION), *TWO_MOVES, "--all", "--json", "-").stdout
    )
    position, lexicon = read_cgp(POSITION), Lexicon.load()
    moves = [position.parse_move(text) for text in TWO_MOVES[1::2]]
    real = solve_preendgame(position, lexicon, moves=moves, options=PreendgameOptions(all_wins=True))
    assert {name: value for name, value in found.items() if name not in ("moves", "seconds")} == {
        "schema": "jackdaw.preendgame/1", "cgp": POSITION, "lexicon": "SCOWL80", "opponent": "rational",
        "bag": 1, "arrangements": 8, "samples": None, "proven": True, "stopped": None, "nodes": real.nodes,
    }  # fmt: skip
    first = found["moves"][0]
    outcomes = first.pop("outcomes")
    assert first == {
        "move": "M8 REHEARD", "ucgi": real.best.move.ucgi, "score": 76, "win": 0.5, "least_win": 0.5,
        "most_win": 0.5, "win_error": None, "proven": True, "spread": round(real.best.spread, 3),
        "spread_error": None, "spread_settled": True,
    }  # fmt: skip
    assert outcomes == [
        {
            "drawn": str(each.drawn), "bag": "", "weight": each.weight, "result": each.result,
            "lower": each.lower, "upper": each.upper,
        }
        for each in real.best.outcomes
    ]  # fmt: skip


def test_the_clock(run_jackdaw: Run) -> None:
    result = run_jackdaw("preendgame", POSITION, "--all", "--time", "0.3", "-n", "3")
    assert result.exit_code == 0
    assert "Stopped by the clock" in result.stdout and "? " in result.stdout


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c(workers: int, run_jackdaw: Run, tmp_path: Path) -> None:
    """Partial results are shown and written, and the exit code reports the interruption."""
    file = tmp_path / "found.json"
    result = run_jackdaw("preendgame", POSITION, "--all", "--workers", workers, "--json", file)
    told = f"Wrote {file}\nInterrupted: the best result so far is shown\n"
    assert (result.exit_code, result.stderr) == (130, told)
    assert "\nInterrupted, so another run will differ.\n" in result.stdout
    found = json.loads(file.read_text())
    assert found["stopped"] == "interrupted" and len(found["moves"]) > 100
    assert not all(move["proven"] for move in found["moves"])
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_adversary(run_jackdaw: Run) -> None:
    options = ("--move", "M8 REHEARD", "--opponent", "adversarial", "--spread", "none")
    assert "adversarial opponent" in run_jackdaw("preendgame", POSITION, *options).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((POSITION, "--move", "M8 REHEARDS"), "IllegalMoveError|M8 REHEARDS"),
        ((POSITION.replace("ADEEHRR", "ADEEHR"),), "not whole"),
        ((ENDGAME,), "no tiles in the bag"),
        (("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0",), "81 tiles in the bag"),
        ((POSITION, "--turn", "3"), "not a game record"),
        (("nothing.cgp",), "nothing.cgp"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str, run_jackdaw: Run) -> None:
    result = run_jackdaw("preendgame", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ") and "Traceback" not in result.stderr
    assert any(part in result.stderr for part in message.split("|"))


@pytest.mark.parametrize(
    "options", [("--samples", "1"), ("--time", "0"), ("--opponent", "kind"), ("--workers", "0")]
)
def test_bad_options(options: tuple[str, ...], run_jackdaw: Run) -> None:
    assert run_jackdaw("preendgame", POSITION, *options).exit_code == 2
