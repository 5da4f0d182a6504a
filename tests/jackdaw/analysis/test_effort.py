"""`--effort` and `--time-per-turn`: what is looked ahead in, how far, and what they do not go with."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import jackdaw
from jackdaw.html import game_page
from jackdaw.review import POSITION_EFFORTS, TURN_EFFORTS, ReviewSettings, review_record
from movegen import Lexicon, read_gcg
from sims.analysis import AnalysisPlan, Analyzer
from sims.simulation import SimulationPlan
from strategy import EndgamePlan, Method, SearchLimits, StaticStrategy

pytestmark = pytest.mark.core

Run = Callable[..., Result]
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
UNFINISHED = "tests/data/games/unfinished.gcg"
FEW = ("-n", 1, "--candidates", 2)
MIDGAME = "15/15/15/15/15/15/12BOA/6VOX1ATONY/7FIVER3/11E3/8MOANED1/7QI2C3/8MU1H3/15/15 AAIRSSU/ 76/120 0"


@pytest.fixture(autouse=True)
def small_efforts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the limits of all efforts so that they end soon."""
    for efforts in (TURN_EFFORTS, POSITION_EFFORTS):
        for name, iterations, nodes in (("quick", 1, 3_000), ("normal", 3, 5_000), ("deep", 5, 9_000)):
            limits = {"iterations": iterations, "candidates": 10, "nodes": nodes, "preendgame_nodes": 200}
            monkeypatch.setitem(efforts, name, replace(efforts[name], **limits))  # type: ignore[arg-type, index]


def positions(result: Result) -> list[Any]:
    assert result.exit_code == 0
    found: list[Any] = json.loads(result.stdout)["positions"]
    return found


def methods(result: Result) -> list[tuple[str, int | None, int | None]]:
    """List each position's method, iterations and plies."""
    return [
        (each["method"], each["iterations"], each["simulation"] and each["simulation"]["plies"])
        for each in positions(result)
    ]


def test_a_game(run_analyze: Run) -> None:
    """The default is normal, which simulates all but the end."""
    quick = run_analyze(SAMPLE, "--effort", "quick", "--json", "-")
    assert methods(quick) == [("static", None, None)] * 20 + [
        ("simulation", 1, 2),  # three tiles are in the bag
        *[("endgame", None, None)] * 2,
    ]
    normal = run_analyze(SAMPLE, "--effort", "normal", *FEW, "--json", "-")
    assert run_analyze(SAMPLE, *FEW, "--json", "-").stdout == normal.stdout
    assert methods(normal) == [("simulation", 3, 2)] * 20 + [
        ("preendgame", None, None),  # simulated and searched
        *[("endgame", None, None)] * 2,
    ]
    assert (quick.stderr, normal.stderr) == ("", "")


def test_a_pass_that_ends_the_game(run_analyze: Run, tmp_path: Path) -> None:
    """A quick review simulates the turn: by score and leave the pass that wins is a mistake."""
    turns = ["Ann: DEILNOR 8H INDOL +14 14", *["Ben: IIUUVVW - +0 0", "Ann: AEILNRT - +0 14"] * 3]
    end = ["Ann: AEILNRT (AEILNRT) -7 7", "Ben: IIUUVVW (IIUUVVW) -16 -16"]
    events = "\n".join(f">{event}" for event in [*turns, *end])
    game = tmp_path / "passes.gcg"
    game.write_text(f"#player1 Ann Ann\n#player2 Ben Ben\n{events}\n", encoding="utf-8")
    *_, before, last = positions(run_analyze(game, "--effort", "quick", "--json", "-"))
    assert (before["method"], last["method"]) == ("static", "simulation")
    assert (before["review"]["mistake"], last["review"]["mistake"]) == ("large", "none")


def test_options_with_few_tiles_in_the_bag(run_analyze: Run) -> None:
    """Plies that are given count there, too; iterations that are given replace the lower number."""
    few = (SAMPLE, "--turn", "21", *FEW, "--opp-rack", "A")  # a rack that a search would not use
    turn = (*few, "--json", "-")
    (short,) = positions(run_analyze(*turn, "--plies", "3"))
    assert (short["simulation"]["plies"], short["simulation"]["endgame_nodes"]) == (3, None)
    (more,) = positions(run_analyze(*turn, "--iterations", "7", "--confidence", "off"))
    assert (more["iterations"], more["simulation"]["endgame_nodes"]) == (7, 30)
    (deep,) = positions(run_analyze(*turn, "--effort", "deep"))
    assert deep["simulation"]["endgame_nodes"] == 100
    assert deep["simulation"]["compared_moves"] == 12
    assert "to the end of the game, endgames searched" in " ".join(run_analyze(*few).stdout.split())


def test_three_tiles_in_the_bag(run_analyze: Run) -> None:
    """Candidates are simulated, and those that empty the bag searched, unless the plies are named."""
    turn = (SAMPLE, "--turn", "21", *FEW)
    found = run_analyze(*turn)
    assert "those that empty the bag searched with every tile" in " ".join(found.stdout.split())
    assert methods(run_analyze(*turn, "--json", "-")) == [("preendgame", None, None)]
    assert methods(run_analyze(*turn, "--plies", "end", "--json", "-")) == [("simulation", 3, None)]


def test_a_position_and_an_unfinished_game(run_analyze: Run) -> None:
    """The default is normal for both."""
    assert methods(run_analyze("-", "--json", "-", input=MIDGAME)) == [("simulation", 3, 2)]
    assert methods(run_analyze("-", "--effort", "quick", "--json", "-", input=MIDGAME)) == [
        ("static", None, None)
    ]
    assert methods(run_analyze("-", "--effort", "deep", "--json", "-", input=MIDGAME)) == [
        ("simulation", 5, 4)
    ]
    last = methods(run_analyze(UNFINISHED, "--plies", 3, *FEW, "--json", "-"))
    assert last == [("simulation", 3, 3)] * 10
    every = run_analyze(UNFINISHED, "--effort", "normal", *FEW, "--json", "-")
    assert methods(every) == [("simulation", 3, 2)] * 10
    again = run_analyze(UNFINISHED, "--effort", "normal", *FEW, "--workers", 3, "--json", "-")
    assert again.stdout == every.stdout


def test_what_is_said_outright_counts(run_analyze: Run) -> None:
    found = methods(
        run_analyze(UNFINISHED, "--effort", "deep", "--plies", 1, "--iterations", 7, *FEW, "--json", "-")
    )
    assert found == [("simulation", 7, 1)] * 10


@pytest.mark.medium
def test_time_per_turn(run_analyze: Run, tmp_path: Path) -> None:
    """Every turn by the clock, and all that is written says that it will not come again."""
    options = ("--time-per-turn", 0.01, "--confidence", "off", "--candidates", 2)
    page, data = tmp_path / "a.html", tmp_path / "a.json"
    text = run_analyze(SAMPLE, *options, "--html", page, "--json", data).stdout
    told = json.loads(data.read_bytes())
    assert {each["stopped"] for each in told["positions"][:21]} == {"time"}
    assert told["review"]["reproducible"] is False
    assert re.search(r"^Turns 1-2[12]: stopped by the clock, so another run will differ\.$", text, re.M)
    assert "some stopped by the time limit: another run will differ" in page.read_text("utf-8")
    (position,) = positions(run_analyze("-", *options, "--json", "-", input=MIDGAME))
    assert (position["stopped"], position["simulation"]["reproducible"]) == ("time", False)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--effort", "slow"), "'slow' is not one of 'quick', 'normal', 'deep'"),
        (("--effort", "normal", "--method", "static"), "--method and --effort exclude each other"),
        (("--effort", "deep", "--method", "simulation"), "--method and --effort exclude each other"),
        (("--effort", "deep", "--time-per-turn", "2"), "--time-per-turn and --effort exclude each other"),
        (("--time", "3", "--time-per-turn", "2"), "--time-per-turn and --time exclude each other"),
        (("--iterations", "3", "--time-per-turn", "2"), "--time-per-turn and --iterations exclude"),
        (("--method", "static", "--time-per-turn", "2"), "--time-per-turn needs simulations; leave"),
        (("--time-per-turn", "0"), "0"),
        (("--effort", "quick", "--plies", "3"), "--plies needs simulations, but --effort quick"),
        (("--effort", "normal", "--opp-rack", "A"), "--opp-rack is for a single position"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together(options: tuple[str, ...], told: str, run_analyze: Run) -> None:
    """One line, and nothing is analyzed."""
    result = run_analyze(SAMPLE, *options)
    assert result.exit_code == 2 and result.stdout == "" and told in result.stderr
    assert result.stderr.count("Error: ") == 1


def test_progress_counts_every_turn_once() -> None:
    plan = AnalysisPlan(SimulationPlan(2, iterations=5), EndgamePlan(limits=SearchLimits(nodes=100)))
    analyzer = Analyzer(Lexicon.load(), StaticStrategy.load("static"), plan, workers=2)
    reported = []
    analysis = analyzer.game(read_gcg(SAMPLE), lambda done, total: reported.append((done, total)))
    assert reported == [(done, 23) for done in range(24)] and len(analysis.positions) == 23


def test_the_review_of_the_command_in_one_call(run_analyze: Run) -> None:
    game, lexicon = read_gcg(SAMPLE), Lexicon.load()
    review = review_record(game, lexicon, ReviewSettings(plan=TURN_EFFORTS["normal"].plan()), workers=2)
    page = run_analyze(SAMPLE, "--effort", "normal", "--html", "-").stdout
    assert page == game_page(review, record=str(SAMPLE))


def test_a_quick_review_says_so(run_analyze: Run, tmp_path: Path) -> None:
    """In its first line and on its page; searched turns do not count, and a simulated review says nothing."""
    page = tmp_path / "a.html"
    note = "Quick review: 20 of 23 turns by score and leave only"
    quick = run_analyze(SAMPLE, "--effort", "quick", "--html", page)
    assert quick.stdout.startswith(f"{note}; --effort normal simulates.\n")
    assert f'<p class="note">{note}.</p>' in page.read_text("utf-8")
    assert run_analyze(SAMPLE, "--method", "static").stdout.startswith("Quick review: all turns by score")
    normal = run_analyze(SAMPLE, *FEW, "--html", page)
    assert "score and leave only" not in normal.stdout + page.read_text("utf-8")


@pytest.mark.medium
def test_several_games_are_reviewed_quickly(run_analyze: Run, tmp_path: Path) -> None:
    """By default, and the report and the page say so."""
    files = (SAMPLE, "tests/data/games/annotated.gcg", "--no-cache", "--workers", 1)
    quick = run_analyze(*files, "--html", tmp_path)
    note = "43 of 52 turns by score and leave only"
    assert quick.stdout.splitlines()[1] == f"{note}; --effort normal simulates."
    assert note in (tmp_path / "index.html").read_text("utf-8")
    assert run_analyze(*files, "--effort", "quick").stdout == quick.stdout
    short = ("tests/data/games/unfinished.gcg", "tests/data/games/annotated.gcg", *files[2:])
    assert "leave only" not in run_analyze(*short, "--effort", "normal", *FEW).stdout


@pytest.mark.medium
def test_the_default_in_python() -> None:
    """That of the command, with any number of threads."""
    game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    review = jackdaw.analyze(game)
    methods = [*[Method.SIMULATION] * 20, Method.PREENDGAME, *[Method.ENDGAME] * 2]
    assert [turn.analysis.method for turn in review.turns] == methods
    assert game_page(jackdaw.analyze(game, effort="normal", workers=1)) == game_page(review)
