"""`analyze` simulates: the table, the JSON, the options, Ctrl-C, pictures."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from jackdaw.analysis.deep_analysis import DeepAnalysis
from jackdaw.review import POSITION_EFFORTS, TURN_EFFORTS
from movegen import Lexicon, read_cgp, read_gcg
from sims import SimulationPlan, simulate
from strategy import StaticStrategy, infer_from_game, load_strategy

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
GAME_A = ROOT.parent / "shared/data/gcg/macondo_gcgio_testdata_vs_andy.gcg"
WITH_GAME_A = pytest.mark.skipif(not GAME_A.exists(), reason="needs ../shared/data")
MIDGAME = "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"
PARTLY = "rack is only partly known; moves use its known tiles, not simulated."
QUICK = ("--iterations", 130, "--candidates", 4)


def lines_of(result: Result) -> list[str]:
    """The lines below the titles of the table, up to the explanation."""
    assert result.exit_code == 0 and result.stderr == ""
    below = str(result.stdout).partition(" Best %\n")[2].partition("\n\nWhy ")[0]
    return [line.rstrip() for line in below.splitlines()]


def loaded(result: Result) -> Any:
    assert result.exit_code == 0 and result.stderr == ""
    return json.loads(result.stdout)


def test_a_position(run_analyze: Run) -> None:
    lines = lines_of(run_analyze("-", *QUICK, "-n", 2, "--confidence", "off", input=MIDGAME))
    position, strategy, lexicon = read_cgp(MIDGAME), load_strategy("static"), Lexicon.load()
    moves = [candidate.move for candidate in strategy.candidates(position, lexicon)[:4]]
    plan = SimulationPlan(iterations=130, confidence=None)
    real = simulate(position, moves, lexicon, plan, strategy=strategy)
    for rank, (line, move) in enumerate(zip(lines, real.moves[:2], strict=False), start=1):
        assert line.split() == [
            str(rank), *str(move.move).split(), str(move.score),
            *str(position.rack - move.move.tiles_used).split(), f"{100 * move.utility:.1f}",
            f"±{100 * move.utility_se:.1f}", f"{100 * move.win:.1f}", f"±{100 * move.win_se:.1f}",
            f"{move.spread:+.1f}", f"±{move.equity_se:.1f}", f"{100 * move.p_best:.1f}",
        ]  # fmt: skip
    assert lines[2:] == [
        "",
        "2 of 4 simulated moves, of 208; lexicon SCOWL80, strategy static",
        "Values: leaves scowl80, win table scowl80",
        "2 plies, 130 iterations, seed 0",
        "Ranked by utility (4/5 chance to win, 1/5 spread); ± is one standard error.",
        "Stopped after all iterations.",
    ]


def test_a_single_iteration_has_no_errors(run_analyze: Run, tmp_path: Path) -> None:
    """In no table or sentence; and nothing is certain after it."""
    options = ("--method", "simulation", "--iterations", 1, "--candidates", 4)
    result = run_analyze(SAMPLE, "--turn", 5, *options, "--details", "--plot", tmp_path / "a.svg")
    assert result.exit_code == 0 and (tmp_path / "a.svg").exists()
    assert "±" not in result.stdout and "inf" not in result.stdout and "nan" not in result.stdout
    text = " ".join(result.stdout.split())
    assert "; errors unknown after one iteration." in text
    assert "is not clearly better than O8 VI(B)E: +34.9 points, +14.7 percentage points of wins." in text
    lost = run_analyze(SAMPLE, "--turn", 16, *options).stdout
    assert "±" not in lost and " lost " in lost


def test_what_was_played_and_what_it_lost(run_analyze: Run) -> None:
    lines = lines_of(run_analyze(SAMPLE, "--turn", 16, *QUICK, "-n", 2))
    assert lines[2].strip() == "..."
    assert re.fullmatch(r" *4 14K AWNED +39 GL .* played", lines[3])
    assert re.fullmatch(
        r"14K AWNED lost 1\d\.\d ± \d\.\d percentage points of wins and 3\d\.\d ± \d\.\d points\.", lines[-1]
    )
    assert lines[-2] == "99 % confident that no other move's utility is more than 0.1 higher."
    found = lines_of(run_analyze(SAMPLE, "--turn", 16, *QUICK, "--plies", "end", "--rank-by", "win"))
    assert any(line.startswith("to the end of the game, ") for line in found)


KEYS = {"utility": "Utility", "win": "Win %", "equity": "Equity"}


@WITH_GAME_A
@pytest.mark.parametrize("rank_by", KEYS)
def test_rows_stand_in_the_order_of_the_key(rank_by: str, run_analyze: Run) -> None:
    """Those given up early stand below a line, also in order; the reason to stop names the same key."""
    arguments = (GAME_A, "--turn", 20, "-n", 20, "--iterations", 400, "--rank-by", rank_by)
    text = run_analyze(*arguments).stdout
    titles, _, rest = text[text.index(" # Move") :].partition("\n")
    assert all(len(line) <= 80 for line in text.splitlines())
    assert re.findall(r"Utility|Win %|Equity|Spread", titles)[0] == KEYS[rank_by]
    above, line, below = rest.partition("\n\n")[0].partition("given up early, after ")
    assert line and re.match(r"\d+( to \d+)? iterations:\n", below)
    ranks = []
    for rows in (above, below.partition("\n")[2]):
        found = [re.match(r" *(\d+) .*? (-?\d+\.\d) ±", row) for row in rows.splitlines()]
        values = [float(row[2]) for row in found if row]
        ranks += [int(row[1]) for row in found if row]
        assert len(values) == len(rows.splitlines()) and values == sorted(values, reverse=True)
    assert ranks == sorted(ranks) and len(ranks) >= 15
    assert f"Ranked by {'chance to win' if rank_by == 'win' else rank_by}" in text


@WITH_GAME_A
def test_where_wins_and_points_disagree(run_analyze: Run) -> None:
    """Behind by 83, the bingo fish wins most often; PEACE scores more and wins a quarter as often."""
    turn = (GAME_A, "--turn", 22, "--plies", 2)
    (position,) = loaded(run_analyze(*turn, "--json", "-"))["positions"]
    moves = [candidate["move"] for candidate in position["candidates"]]
    assert moves[0] == position["played"]["move"] == "15A CEP" and position["played"]["rank"] == 1
    text = run_analyze(*turn, "-n", 20).stdout
    assert text.index("15A CEP ") < text.index("15A LEAP ") < text.index("15A PEACE ")
    assert text.index("A12 PEAL ") < text.index("15A PEACE ")
    (position,) = loaded(run_analyze(*turn, "--rank-by", "equity", "--json", "-"))["positions"]
    assert [candidate["move"] for candidate in position["candidates"][:2]] == ["15A CEP", "15A PEACE"]


@pytest.mark.medium
@WITH_GAME_A
def test_searched_endgames_keep_the_fish(run_analyze: Run) -> None:
    """With few tiles in the bag 15A CEP is not clearly worse than the best, and PEACE is far behind.

    In 300 games that stronger players played out it won 5.3 ± 1.3 %, 15A PEC 6.2 ± 1.4 %.
    """
    text = run_analyze(GAME_A, "--turn", 22, "-n", 20).stdout
    assert "15A CEP " in text and "is not clearly better than 15A CEP" in text
    assert "15A PEACE" not in text and "endgames searched" in text


def test_phonies(run_analyze: Run, write: Write) -> None:
    """One that was taken back is simulated as the pass that it came to, one that stood as it stood."""
    lines = lines_of(run_analyze("tests/data/games/annotated.gcg", "--turn", 3, *QUICK))
    assert any(re.search(r" \(pass\) +0 .* taken back$", line) for line in lines)
    assert any(re.match(r"The pass that it became lost \d+\.\d ±", line) for line in lines)
    assert max(map(len, lines)) <= 80
    assert lines[-1].endswith("LFOWN is not in SCOWL80; the play was taken back and counts as a pass.")
    record = "#lexicon SCOWL80\n#player1 A Ann\n#player2 B Bob\n>A: AEIIRWZ 8D RAWEZ +36 36\n"
    lines = lines_of(run_analyze(write("phony.gcg", record), "--turn", 1, *QUICK))
    line = next(number for number, line in enumerate(lines) if line.strip() == "...")
    figures = r"( +[+-]?\d+\.\d ±\d+\.\d){3}"
    assert re.fullmatch(rf" +8D RAWEZ\* +36 II{figures} +\u2013 played", lines[line + 1])
    assert any(re.match(r"8D RAWEZ\* (lost|gained) \d+\.\d ±", line) for line in lines)


def test_an_unfinished_game_is_simulated(run_analyze: Run) -> None:
    assert lines_of(run_analyze("tests/data/games/unfinished.gcg", *QUICK))


def test_json_for_any_number_of_workers(run_analyze: Run) -> None:
    found = [
        run_analyze(SAMPLE, "--turn", 12, "--iterations", 150, "--workers", workers, "--json", "-").stdout
        for workers in (1, 2, 5)
    ]
    without_time = {re.sub(r'"seconds": [\d.]+', "", text) for text in found}
    assert len(without_time) == 1
    (position,) = json.loads(found[0])["positions"]
    assert position["method"] == "simulation" and position["why_static"] is None
    assert position["stopped"] in ("confidence", "iterations") and position["seconds"] > 0
    assert position["simulation"] == {
        "reproducible": True, "plies": 2, "endgame_nodes": None, "compared_moves": None, "seed": 0,
        "opponent_rack": "", "inference": None,
        "rank_by": "utility",
        "confidence": 0.99, "margin": 0.001,
    }  # fmt: skip
    candidates = position["candidates"]
    own, other = position["scores"][position["player"]], position["scores"][1 - position["player"]]
    spread = own - other
    assert [candidate["rank"] for candidate in candidates] == list(range(1, 11))
    for candidate in candidates:
        rollouts = candidate["rollouts"]
        assert position["iterations"] >= rollouts["iterations"] == sum(rollouts["equity_counts"].values())
        assert [ply["rollouts"] for ply in rollouts["plies"]] == [rollouts["iterations"]] * 2
        replies = [list(map(int, row.split())) for row in rollouts["replies"]]
        assert [len(row) for row in replies] == [15] * 15
        assert 0 < sum(map(sum, replies)) <= 7 * rollouts["iterations"]
        low, high = rollouts["interval"]
        assert low <= rollouts["difference"] <= high
        assert 0 <= candidate["win"] <= 1 and candidate["equity_se"] > 0
        assert 0 < candidate["utility"] < 1 and candidate["utility_se"] > 0
        assert candidate["spread"] == pytest.approx(spread + candidate["equity"])
    played = position["played"]
    (same,) = [candidate for candidate in candidates if candidate["move"] == played["move"]]
    assert (played["rank"], played["equity"]) == (same["rank"], same["equity"])
    assert played["equity_lost"] == pytest.approx(candidates[0]["equity"] - same["equity"], abs=2e-3)
    assert played["win_lost"] == pytest.approx(max(0, candidates[0]["win"] - same["win"]), abs=2e-6)


def test_as_many_candidates_as_are_shown(run_analyze: Run) -> None:
    options = ("--json", "-", "--iterations", 20)
    (position,) = loaded(run_analyze("-", *options, "-n", 20, input=MIDGAME))["positions"]
    assert len(position["candidates"]) == 20
    (position,) = loaded(run_analyze("-", *options, "-n", 200, input=MIDGAME))["positions"]
    assert (len(position["candidates"]), position["count"]) == (60, 208)
    (position,) = loaded(run_analyze("-", *options, "--candidates", 3, input=MIDGAME))["positions"]
    assert len(position["candidates"]) == 3


@pytest.mark.parametrize("method", ["auto", "simulation"])
def test_why_not(method: str, run_analyze: Run, write: Write) -> None:
    """It is said once, and what is shown is static."""
    part = write("part.cgp", MIDGAME.replace("AAIRSSU", "AAI"))
    result = run_analyze(part, "--method", method)
    assert (result.exit_code, result.stderr) == (0, "") and "ranked by equity; " in result.stdout
    assert result.stdout.splitlines()[-1] == f"The {PARTLY}" and result.stdout.count("not simulated") == 1
    (position,) = loaded(run_analyze(part, "--method", method, "--json", "-"))["positions"]
    assert (position["method"], position["why_static"]) == ("static", "the rack is only partly known")
    assert position["simulation"] is None and position["iterations"] is None
    assert "not simulated" not in run_analyze(part, "--method", "static").stdout


def test_static_positions_load_no_more_than_before(write: Write) -> None:
    """Modules that are slow to import are not imported where nothing is simulated.

    The game that is reviewed as a whole has six turns; its end is analyzed alone.
    """
    game = "".join((ROOT / SAMPLE).read_text(encoding="utf-8").splitlines(keepends=True)[:10])
    short = str(write("short.gcg", game))
    slow = ("rich", "jinja2", "matplotlib", "pandas", "asyncio", "scipy", "multiprocessing", "sims.match")
    code = (
        "import sys; from click.testing import CliRunner; from jackdaw.cli import analyze\n"
        "for options in (['--turn', '23'], ['--turn', '3', '--method', 'static']):\n"
        f"    assert CliRunner().invoke(analyze, [{SAMPLE!r}, *options]).exit_code == 0\n"
        f"print([name for name in {slow} if name in sys.modules])\n"
        "from dataclasses import replace; from jackdaw.review import TURN_EFFORTS as efforts\n"
        "efforts['normal'] = replace(efforts['normal'], iterations=20)\n"
        f"assert CliRunner().invoke(analyze, [{short!r}]).exit_code == 0\n"
        f"print([name for name in {slow} if name in sys.modules])"
    )
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=root, check=True
    )
    assert done.stdout == "[]\n[]\n"


@pytest.mark.medium
def test_a_whole_game(run_analyze: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TURN_EFFORTS, "normal", replace(TURN_EFFORTS["normal"], iterations=20))
    result = run_analyze(SAMPLE, "--method", "simulation")
    assert result.exit_code == 0
    methods = "20 simulated, 1 searched as pre-endgame, 2 solved"
    assert f"23 turns; lexicon SCOWL80, strategy static; {methods} " in " ".join(result.stdout.split())
    told = run_analyze(SAMPLE, "--method", "simulation", "-n", 1, "--json", "-")
    assert (told.exit_code, told.stderr) == (0, "")
    found = json.loads(told.stdout)["positions"]
    assert [position["method"] for position in found] == [
        *["simulation"] * 20,
        "preendgame",
        *["endgame"] * 2,
    ]
    assert {position["iterations"] for position in found[:20]} == {20}
    for line, position in zip(result.stdout.splitlines()[7:], found, strict=False):
        assert f" {100 * position['review']['win_played']:.1f} " in line
        assert line.endswith(" =") == (position["played"]["rank"] == 1)
        assert f" {round(-position['played']['equity_lost'], 1) + 0.0:.1f} " in line


def test_several_positions(run_analyze: Run, write: Write) -> None:
    path = write("two.cgp", f"{MIDGAME}\n{MIDGAME.replace('AAIRSSU', 'AAI')}\n{MIDGAME}\n")
    text = run_analyze(path, *QUICK, "-n", 1).stdout
    assert text.count("1 of 4 simulated moves") == 2
    assert text.count("The rack is only partly known; moves use its known tiles, not simulated.") == 1


def test_a_known_opponents_rack(run_analyze: Run) -> None:
    options = ("--json", "-", *QUICK)
    (first,) = loaded(run_analyze("-", *options, "--opp-rack", "q?z", input=MIDGAME.replace("7QI", "8I")))[
        "positions"
    ]
    assert first["simulation"]["opponent_rack"] == "?QZ"
    held = MIDGAME.replace("AAIRSSU/", "AAIRSSU/EEE")
    assert loaded(run_analyze("-", *options, input=held))["positions"][0]["simulation"]["opponent_rack"] == (
        "EEE"
    )
    assert ", opponent holds EEE\n" in run_analyze("-", *QUICK, input=held).stdout


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--opp-rack", "QQ"), "the opponent cannot hold QQ"),
        (("--opp-rack", "A1"), "--opp-rack: "),
        (("--plies", "-1"), "neither a number of plies nor end"),
        (("--plies", "many"), "neither a number of plies nor end"),
        (("--plies", "9999999"), "9999999 plies"),
        (("--confidence", "100"), "neither off nor a number between 0 and 100"),
        (("--confidence", "nan"), "neither off nor a number between 0 and 100"),
        (("--time", "0"), "0"),
        (("--iterations", "0"), "0"),
        (("--workers", "0"), "0"),
        (("--method", "static", "--time", "5"), "--time needs simulations"),
        (("--method", "static", "--plot", "a.png"), "--plot draws simulations"),
        (("--plot", "a.gif"), "is not named as a picture"),
        (("--plot", "nowhere/a.png"), "its folder does not exist"),
    ],
)
def test_bad_options(options: tuple[str, ...], told: str, run_analyze: Run) -> None:
    result = run_analyze("-", *options, input=MIDGAME)
    assert result.exit_code == 2 and result.stdout == ""
    assert told in result.stderr and "Traceback" not in result.stderr


def test_options_that_a_game_has_no_use_for(run_analyze: Run, tmp_path: Path) -> None:
    result = run_analyze(SAMPLE, "--plies", 3, "--effort", "quick")
    assert result.exit_code == 2 and "--plies needs simulations, but --effort quick" in result.stderr
    result = run_analyze(SAMPLE, "--method", "simulation", "--opp-rack", "A")
    assert result.exit_code == 2 and "--opp-rack is for a single position" in result.stderr


def test_time(run_analyze: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no limit to iterations then, unless one is given."""
    monkeypatch.setitem(POSITION_EFFORTS, "normal", replace(POSITION_EFFORTS["normal"], iterations=1))
    result = run_analyze("-", "--time", "0.1", "--confidence", "off", input=MIDGAME)
    assert re.search(
        r"^Stopped by the clock after \d\.\d seconds, so another run will differ\.$", result.stdout, re.M
    )
    (position,) = loaded(
        run_analyze("-", "--time", "0.1", "--confidence", "off", "--json", "-", input=MIDGAME)
    )["positions"]
    assert (position["stopped"], position["simulation"]["reproducible"]) == ("time", False)
    (position,) = loaded(run_analyze("-", "--time", 60, "--iterations", 5, "--json", "-", input=MIDGAME))[
        "positions"
    ]
    assert (position["stopped"], position["iterations"]) == ("iterations", 5)


def interrupt_soon() -> None:
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c(workers: int, run_analyze: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Partial results are shown and written, and the exit code reports the interruption."""
    deepen_game = DeepAnalysis.deepen_game

    def interrupt(self: DeepAnalysis, *arguments: Any) -> Any:
        interrupt_soon()
        return deepen_game(self, *arguments)

    monkeypatch.setattr(DeepAnalysis, "deepen_game", interrupt)
    file = tmp_path / "found.json"
    result = run_analyze(
        SAMPLE, "--method", "simulation", "--iterations", 10**8, "--confidence", "off",
        "--workers", workers, "--json", file,
    )  # fmt: skip
    told = f"Wrote {file}\nInterrupted: the results so far are shown and written\n"
    assert (result.exit_code, result.stderr) == (130, told)
    found = json.loads(file.read_text(encoding="utf-8"))["positions"]
    assert found[0]["stopped"] == "interrupted" and found[0]["iterations"] > 0
    assert not found[0]["simulation"]["reproducible"]
    assert {position["why_static"] for position in found[1:]} == {"interrupted"}
    assert "; 1 simulated\n" in result.stdout
    assert "Turns 2-21: not simulated: interrupted." in result.stdout
    assert "Turns 22-23: not solved: interrupted." in result.stdout
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.medium
def test_a_picture(run_analyze: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    for name in ("a.png", "a.svg"):
        file = tmp_path / name
        result = run_analyze("-", *QUICK, "--plot", file, input=MIDGAME)
        assert (result.exit_code, result.stderr) == (0, f"Wrote {file}\n")
        assert file.stat().st_size > 10_000
    assert ">6M AIS<" in file.read_text(encoding="utf-8") or "6M AIS" in file.read_text(encoding="utf-8")
    result = run_analyze(SAMPLE, "--turn", 23, "--plot", file)
    assert result.exit_code == 2 and "no position can be simulated" in result.stderr


@pytest.mark.medium
def test_inference(run_analyze: Run) -> None:
    """Infer from the previous move in the record; the racks go into the simulation."""
    game, lexicon, strategy = read_gcg(ROOT / SAMPLE), Lexicon.load(), load_strategy("static")
    assert isinstance(strategy, StaticStrategy)
    racks = infer_from_game(game, 5, lexicon, strategy)
    assert racks is not None
    arguments = (SAMPLE, "--turn", 5, *QUICK)
    text = run_analyze(*arguments, "--infer").stdout
    (leave, chance), *_ = racks.most_likely(3)
    assert (
        f"Inferred for the opponent: {len(racks):,} leaves, effectively {racks.effective_size:,.0f}; "
        f"{leave} ({100 * chance:.1f} %), " in text
    )
    (position,) = loaded(run_analyze(*arguments, "--infer", "--json", "-"))["positions"]
    told = position["simulation"]["inference"]
    assert position["simulation"]["opponent_rack"] is None
    assert (told["examined"], told["exact"], told["leaves"]) == (racks.examined, True, len(racks))
    assert told["likeliest"][0] == {"leave": str(leave), "chance": round(chance, 6)}
    (without,) = loaded(run_analyze(*arguments, "--no-infer", "--json", "-"))["positions"]
    assert without["simulation"]["inference"] is None and without["simulation"]["opponent_rack"] == ""
    assert [each["equity"] for each in without["candidates"]] != [
        each["equity"] for each in position["candidates"]
    ]


def test_inference_without_information_about_the_opponent(run_analyze: Run) -> None:
    for arguments in ((SAMPLE, "--turn", 1, *QUICK), ("-", *QUICK)):
        result = run_analyze(*arguments, "--infer", "--json", "-", input=MIDGAME)
        assert loaded(result)["positions"][0]["simulation"]["inference"] is None
