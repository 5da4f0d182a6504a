"""`jackdaw preendgame`."""

import json
import re
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result
from endgames import ENDGAME

from jackdaw.commands import preendgame as preendgame_command
from jackdaw.runs.preendgame_run import describe_progress
from movegen import Lexicon, read_cgp
from sims.analysis import PreendgameReport
from sims.analysis.search_times import SearchTimes
from strategy import PreendgameOptions, solve_preendgame
from strategy.endgame import (
    PreendgameMove,
    PreendgameOutcome,
    PreendgameOutcomes,
    PreendgameProgress,
    PreendgameResult,
    SimulatedEnd,
)

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

BOARD = (
    "2JUS2TROWELeD/1COMPILE1YO3E/1UT1H2EF1ECU1N/FRAME2DE2O2T/1T2n3E1VISTA/BA2O1QUIZ1G2L/LI2I3N2N2I/"
    "EN2D1WOG2E2A/ASK2BOX7/R1I1VIG8/YAP12/1A13/15/15/15"
)
POSITION = f"{BOARD} ADEEHRR/ 346/385 0"
TWO_IN_BAG = (
    "8CUITTLE/8UN5/8KI5/3E3BETONs2/3U5I2H2/3OU4E2E1J/2FIN1FOYs2A1A/2E1CIAO4T1R/2R1LOX5H1I/2R1A4P1WEMS/"
    "2E1D2V1A1I1A1/2T4E1L1G1R1/2S2DERBIES1V1/7R1N3E1/7Y1G1WALD GMNNOTZ/ 351/362 0"
)
TWO_MOVES = ("--move", "M8 REHEARD", "--move", "K8 REHEARD")


def test_text(run_jackdaw: Run) -> None:
    """The tiles with which moves win are listed on request."""
    result = run_jackdaw("preendgame", POSITION, *TWO_MOVES, "--all", "--outcomes")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "M8 REHEARD wins 50.0 %, proven: none of these wins more often." in result.stdout
    assert "M8 REHEARD: wins with I O S T; loses with A N (x2) R\n" in result.stdout
    assert "K8 REHEARD: wins with O S T; loses with A I N (x2) R\n" in result.stdout
    assert "2 of 2 moves: 2 settled." in result.stdout and "all 8 arrangements" in result.stdout
    assert "wins with" not in run_jackdaw("preendgame", POSITION, *TWO_MOVES).stdout


@pytest.mark.parametrize(
    ("scores", "move", "verdict"),
    [
        ("346/385", "K8 REHEARD", "K8 REHEARD wins 37.5 %, proven. Its final spread is -"),
        ("46/385", "K8 REHEARD", "K8 REHEARD cannot win or draw, proven. Its final spread is -"),
        ("646/385", "K8 REHEARD", "K8 REHEARD always wins, proven. Its final spread is +"),
    ],
)
def test_a_single_move_is_compared_with_no_other(
    scores: str, move: str, verdict: str, run_jackdaw: Run
) -> None:
    """M8 REHEARD, which is not searched, wins more often."""
    result = run_jackdaw("preendgame", POSITION.replace("346/385", scores), "--move", move, "--time", 300)
    (line,) = (each for each in result.stdout.splitlines() if ", proven" in each)
    assert line.startswith(verdict)
    assert "more often" not in line and "compared" not in line


def test_a_known_rack_of_the_opponent_is_said_to_be_unused(run_jackdaw: Run) -> None:
    known = POSITION.replace("ADEEHRR/", "ADEEHRR/AINNORS")
    shown, unknown = (run_jackdaw("preendgame", each, *TWO_MOVES[:2]).stdout for each in (known, POSITION))
    assert "\nThe opponent's tiles AINNORS are not used: the search takes any as possible.\n" in shown
    assert "all 8 arrangements" in shown and "not used" not in unknown


@pytest.mark.medium
def test_simulation_stands_for_the_search_and_nothing_for_what_is_not_known(
    run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without time to search: forty moves simulated, the first searched, the others without figures."""
    monkeypatch.setattr(SearchTimes, "search", lambda times: replace(times.limits, seconds=0.001))
    text = run_jackdaw("preendgame", POSITION, "--time", "6000", "-n", "55").stdout
    assert "\nM8 REHEARD wins 50.0 %, proven; others may win more often.\n" in text
    assert len(re.findall(r"^ *\d+  .* ±.* ±.* simulated", text, re.M)) >= 40
    assert re.search(r"^ 1  M8 REHEARD .* 50\.0 +-\d\.\d ±1\.\d +proven", text, re.M)
    assert re.search(r"^ 2  K8 REHEARD .* ±1\d\.\d +-1\d\.\d ±1\.\d +simulated", text, re.M)
    assert re.search(rf"^ +unknown\n( {UNKNOWN}  .* {UNKNOWN}  +{UNKNOWN}\n){{5}}", text, re.M)
    assert re.search(r"^55 of 487 moves: 1 settled, 4\d simulated, .*4\d\d unknown\.", text, re.M)
    described = text.replace("\n", " ")
    assert "one standard error: of simulated wins that of 100 to 500 games" in described
    assert "Half an error counts" in described
    assert "wins with" not in text and "?" not in text.replace("rack unknown", "")
    unknown = json.loads(run_jackdaw("preendgame", POSITION, "--time", "6000", "--json", "-").stdout)[
        "moves"
    ][-1]
    assert [unknown[name] for name in ("win", "win_source", "win_error", "spread", "spread_source")] == [
        None
    ] * 5
    assert (unknown["least_win"], unknown["most_win"]) == (0, 1)


UNKNOWN = "\N{EN DASH}"
MOVES = ("M8 REHEARD", "N8 ADHERER", "9L DAE", "K8 ARD")


@pytest.mark.medium
@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        (
            "646/385",
            "M8 REHEARD always wins, proven. Its final spread of {} is the best of 4 sure wins compared.",
        ),
        (
            "46/385",
            "None of these moves can win or draw, proven. M8 REHEARD has the best final spread of 4 moves "
            "compared: {}.",
        ),
    ],
)
def test_spread_ranks_where_all_moves_win_alike(
    scores: str, verdict: str, run_jackdaw: Run, tmp_path: Path
) -> None:
    position = POSITION.replace("346/385", scores)
    given = [part for move in MOVES for part in ("--move", move)]
    file = tmp_path / "found.json"
    text = run_jackdaw("preendgame", position, *given, "--time", "500", "--json", file).stdout
    moves = json.loads(file.read_bytes())["moves"]
    spreads = [move["spread"] for move in moves]
    assert spreads == sorted(spreads, reverse=True) and len({move["win"] for move in moves}) == 1
    assert moves[0]["spread_source"] == "proven"
    exact = solve_preendgame(
        read_cgp(position),
        Lexicon.load(),
        moves=[read_cgp(position).parse_move(text) for text in MOVES],
        options=PreendgameOptions(all_wins=True, spreads="all"),
    )
    assert moves[0]["spread"] == round(max(each.spread for each in exact.moves), 3)
    assert verdict.format(f"{spreads[0]:+.1f}") in text.replace("\n", " ")


def test_two_tiles_in_the_bag_are_announced(run_jackdaw: Run) -> None:
    result = run_jackdaw("preendgame", TWO_IN_BAG, "--time", "0.001", "-n", "2")
    assert result.stderr == (
        "Note: 2 tiles in the bag, 72 arrangements for each move: a search can take many minutes; "
        "it ends after 0.001 seconds (--time)\n"
    )
    assert "all 72 arrangements" in result.stdout


@pytest.mark.parametrize(
    ("settled", "bounds", "state"),
    [
        (3, (0.25, 0.875), "about 30.0 %, 3 of 8 arrangements settled"),
        (7, (0.375, 0.5), "about 37.5 %, 7 of 8 arrangements settled"),
        (8, (0.5, 0.5), "50.0 %, settled; 1 move may win more often"),
        (8, (1.0, 1.0), "100.0 %, settled; no move wins more often"),
    ],
)
@pytest.mark.parametrize("is_estimated", [False, True])
def test_progress_names_the_best_so_far(
    settled: int, bounds: tuple[float, float], state: str, is_estimated: bool
) -> None:
    """By the search where it has an estimate, else by rollouts within the bounds."""
    position = read_cgp(POSITION)
    moves = [position.parse_move(text) for text in MOVES[:2]]
    win = 0.7 if is_estimated else 0.3
    end = SimulatedEnd(win=win, win_error=0.02, spread=-5.0, spread_error=1.0, rollouts=500)
    estimate = max(0.3, bounds[0]) if is_estimated else np.nan
    progress = PreendgameProgress(
        moves,
        8,
        np.array([settled, 1], np.int32),
        np.array([bounds[0], 0.0]),
        np.array([bounds[1], 1.0]),
        np.array([estimate, np.nan]),
    )
    report = PreendgameReport({moves[0]: end}, progress)
    assert describe_progress(report) == f"best so far: M8 REHEARD {state}; Ctrl-C stops"


def test_json(run_jackdaw: Run, write: Write) -> None:
    """From a file, with other options, and the same as text; all that is known."""
    found = json.loads(
        run_jackdaw("preendgame", write("one.cgp", POSITION), *TWO_MOVES, "--all", "--json", "-").stdout
    )
    position, lexicon = read_cgp(POSITION), Lexicon.load()
    moves = [position.parse_move(text) for text in TWO_MOVES[1::2]]
    real = solve_preendgame(position, lexicon, moves=moves, options=PreendgameOptions(all_wins=True))
    assert {name: value for name, value in found.items() if name not in ("moves", "seconds")} == {
        "schema": "jackdaw.preendgame/2", "cgp": POSITION, "lexicon": "SCOWL80", "opponent": "rational",
        "bag": 1, "arrangements": 8, "samples": None, "proven": True, "stopped": None, "nodes": real.nodes,
    }  # fmt: skip
    first = found["moves"][0]
    outcomes, simulated = first.pop("outcomes"), found["moves"][1]["simulated"]
    assert first.pop("simulated") is None  # the search has settled all of it
    assert simulated["rollouts"] == 500 and abs(simulated["win"] - found["moves"][1]["win"]) < 0.3
    assert first == {
        "move": "M8 REHEARD", "ucgi": real.best.move.ucgi, "score": 76, "win": 0.5, "win_source": "proven",
        "least_win": 0.5,
        "most_win": 0.5, "win_error": None, "proven": True, "spread": round(real.best.spread, 3),
        "spread_source": "proven", "spread_error": None, "spread_settled": True,
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
    assert result.exit_code == 0 and "Stopped by the clock" in result.stdout


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ((), "The clock stopped only the search for final spreads, which may differ in another run."),
        (("--all",), "Stopped by the clock, so another run will differ."),
    ],
)
def test_the_clock_after_the_best_move_is_proven(
    options: tuple[str, ...], why: str, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spreads are left to find, and with `--all` the wins of a move that cannot be best."""
    position = read_cgp(POSITION)
    won, unknown = (
        PreendgameOutcome(position.rack, "", 1, *bounds, 0) for bounds in ((1, None), (None, None))
    )
    moves = tuple(
        PreendgameMove(
            position.parse_move(text), PreendgameOutcomes.of([outcome]), None, 8, is_estimated=True
        )
        for text, outcome in zip(TWO_MOVES[1::2], (won, unknown), strict=True)
    )
    result = PreendgameResult(moves, "rational", 1, 8, None, is_settled=False, nodes=100, seconds=1.0)
    monkeypatch.setattr(preendgame_command, "run_preendgame", lambda *_, **__: result)
    text = run_jackdaw("preendgame", POSITION, *options).stdout
    assert f"\n{why}\n" in text.replace("differ in\nanother", "differ in another")


def test_workers_change_no_figure(run_jackdaw: Run) -> None:
    plain, *others = (
        run_jackdaw("preendgame", POSITION, *TWO_MOVES, "--outcomes", "--workers", workers).stdout
        for workers in (1, 2, 5)
    )
    assert "proven" in plain
    for other in others:
        assert re.sub(r"[\d.]+ seconds", "", other) == re.sub(r"[\d.]+ seconds", "", plain)


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c(workers: int, run_jackdaw: Run, tmp_path: Path) -> None:
    """Partial results are shown and written, and the exit code reports the interruption."""
    file = tmp_path / "found.json"
    result = run_jackdaw("preendgame", TWO_IN_BAG, "--all", "--workers", workers, "--json", file)
    assert result.exit_code == 130
    assert result.stderr.startswith("Note: 2 tiles in the bag")
    assert result.stderr.endswith(f"Wrote {file}\nInterrupted: the best result so far is shown\n")
    assert "\nInterrupted, so another run will differ.\n" in result.stdout
    found = json.loads(file.read_text(encoding="utf-8"))
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
