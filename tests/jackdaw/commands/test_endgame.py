"""`jackdaw endgame`, and `analyze` where the bag is empty."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
import pytest
from click.testing import Result
from endgames import ENDGAME, HARD

from jackdaw.console import plain_text
from jackdaw.text.report import evaluation_view
from movegen import Lexicon, read_cgp, read_gcg
from strategy import analyze_position, solve_endgame
from strategy.analysis import EndgamePlan, evaluate_endgame
from strategy.endgame import endgame

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
LAST_TURNS = ENDGAME.partition(" ")[0]
LOST = (
    "GATELEGs1POGOED/R4MOOLI3X1/AA10U2/YU4BREDRIN2/1TITULE3E1IN1/1E4N3c1BOK/1C2O4CHARD1/QI1FLAWN2E1OE1/"
    "IS2E1HIN1A1W2/1MOTIVATE1T1S2/1S2N5S4/3PERJURY5/15/15/15 FV/AADIZ 442/388 0"
)
WON = HARD.replace("330/400", "401/370")
WINDY = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"


def loaded(result: Result) -> Any:
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def error_of(result: Result) -> str:
    """The one line on standard error of a command that has failed as it should."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").rstrip("\n")


def rows_below(text: str, title: str) -> list[list[str]]:
    """The cells of the table with this title, cut at two spaces or more."""
    _, _, below = text.partition(title)
    lines = below.partition("\n")[2].split("\n\n")[0].splitlines()
    return [re.split(r" {2,}", line.strip()) for line in lines]


def test_text(run_jackdaw: Run) -> None:
    result = run_jackdaw("endgame", ENDGAME)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "> player 1  377  AEIS\n" in result.stdout and "  player 2  473  R\n" in result.stdout
    found = solve_endgame(read_cgp(ENDGAME), Lexicon.load())
    assert found.final_spread < 0
    wanted = f"Value {found.value:+}, proven: player 1 loses by {-found.final_spread}.\n"
    assert wanted in result.stdout
    assert re.search(
        r"^1 node in 0\.\d seconds; lexicon SCOWL80; two passes end the game$", result.stdout, re.M
    )
    assert "Leave" not in result.stdout


def test_the_best_play_of_both(run_jackdaw: Run) -> None:
    """Each turn with its player, its score and the spread that it leads to; then the tiles left."""
    for arguments in ((SAMPLE,), (ENDGAME,), (ENDGAME, "--scoreless", 4)):
        text = run_jackdaw("endgame", *arguments).stdout
        found = loaded(run_jackdaw("endgame", *arguments, "--json", "-"))
        rows = rows_below(text, "Spread")
        position = read_cgp(found["cgp"])
        spread, players = position.scores[0] - position.scores[1], []
        for row, move in zip(rows, found["pv"], strict=False):
            number, player, told, score, after = row
            players.append(player)
            assert (int(number), told) == (len(players), move)
            spread += int(score) if player == players[0] else -int(score)
            assert int(after) == spread
        assert all(one != other for one, other in pairwise(players))
        ends = rows[len(found["pv"]) :]
        assert (
            ends
            and int(ends[-1][-1])
            == found["final_spread"]
            == position.scores[0] - position.scores[1] + found["value"]
        )


@pytest.mark.parametrize("options", [("--all",), ("-n", 5)])
def test_exact_values_of_moves(options: tuple[object, ...], run_jackdaw: Run) -> None:
    text = run_jackdaw("endgame", ENDGAME, *options).stdout
    found = loaded(run_jackdaw("endgame", ENDGAME, *options, "--json", "-"))
    position, lexicon = read_cgp(ENDGAME), Lexicon.load()
    count = len(position.moves(lexicon)) if options == ("--all",) else 5
    real = solve_endgame(position, lexicon, moves=count).moves
    assert len(found["moves"]) == len(real) == count
    assert [(move["move"], move["value"]) for move in found["moves"]] == [
        (str(m.move), m.value) for m in real
    ]
    assert all(move["proven"] and move["lower"] == move["upper"] == move["value"] for move in found["moves"])
    rows = rows_below(text, "Leave  Equity")
    assert len(rows) == count
    for row, move in zip(rows, found["moves"], strict=True):
        better = sum(other["value"] > move["value"] for other in found["moves"])
        assert (row[:3], row[-2:]) == (
            [str(better + 1), move["move"], str(move["score"])],
            [f"{move['value']:+}", f"{377 - 473 + move['value']:+}"],
        )


def test_json(run_jackdaw: Run, tmp_path: Path) -> None:
    """All of it; a file besides the text holds the same."""
    one = ("--workers", 1)  # several search other nodes every time
    found = loaded(run_jackdaw("endgame", f"{LAST_TURNS} AEIS/ 377/473 0", *one, "--json", "-"))
    real = solve_endgame(read_cgp(ENDGAME), Lexicon.load())
    best = real.moves[0]
    assert found | {"seconds": 0} == {
        "schema": "jackdaw.endgame/1", "cgp": ENDGAME, "lexicon": "SCOWL80", "scoreless_turns": None,
        "proven": True, "outcome": "loss", "value": real.value, "lower": real.value, "upper": real.value,
        "final_spread": real.value - 96, "pv": [str(move) for move in real.variation], "stopped": None,
        "nodes": real.nodes, "seconds": 0,
        "moves": [
            {
                "move": str(best.move), "ucgi": best.move.ucgi, "score": best.move.score, "value": best.value,
                "lower": best.value, "upper": best.value, "proven": True,
            }
        ],
    }  # fmt: skip
    file = tmp_path / "found.json"
    result = run_jackdaw("endgame", ENDGAME, *one, "--json", file)
    assert "Value" in result.stdout
    assert json.loads(file.read_text(encoding="utf-8")) | {"seconds": 0} == found | {"seconds": 0}


def test_where_the_position_comes_from(run_jackdaw: Run, write: Write) -> None:
    path, other = write("one.cgp", f"# the end\n{ENDGAME}\n"), write("position", ENDGAME)
    texts = [
        re.sub(r"\d\.\d seconds", "", run_jackdaw("endgame", *arguments, "--workers", 1, **options).stdout)
        for arguments, options in (
            ((ENDGAME,), {}),
            ((path,), {}),
            ((other,), {}),
            (("-",), {"input": ENDGAME}),
        )
    ]
    assert texts[0].startswith("Player 1 to move\n") and len(set(texts)) == 1


def test_turns_of_a_game(run_jackdaw: Run, write: Write) -> None:
    """Default turns: the first with an empty bag in a finished game, else the one to be played."""
    game = read_gcg(ROOT / SAMPLE)
    first = next(turn for turn in range(1, 24) if not game.position(turn).bag_count)
    assert run_jackdaw("endgame", SAMPLE).stdout.startswith(f"Turn {first}: Ben Boyle to move\n")
    last = run_jackdaw("endgame", SAMPLE, "--turn", 23).stdout
    assert last.startswith("Turn 23: Ann Archer to move\n") and "proven: Ann Archer wins by 141." in last
    record = (ROOT / SAMPLE).read_text(encoding="utf-8").splitlines(keepends=True)
    moves = [place for place, line in enumerate(record) if line.startswith(">")]
    unfinished = write("unfinished.gcg", "".join(record[: moves[22]]) + "#rack1 INO\n#rack2 AO\n")
    text = run_jackdaw("endgame", unfinished).stdout
    assert text.startswith("Turn 23: Ann Archer to move\n") and "wins by 141." in text


def test_who_wins(run_jackdaw: Run) -> None:
    found = loaded(run_jackdaw("endgame", ENDGAME, "--first-win", "--json", "-"))
    assert (found["outcome"], found["stopped"]) == ("loss", None)
    assert found["upper"] + 377 - 473 < 0
    lost = run_jackdaw("endgame", LOST, "--first-win").stdout
    assert "\nProven: player 1 loses; " in lost and "Spread" not in lost  # no move is better than another
    text = run_jackdaw("endgame", WON, "--first-win").stdout
    assert re.search(r"^Proven: player 1 wins; value at least \+\d+\.$", text, re.M)
    assert "\n1  player 1  " in text


@pytest.mark.parametrize(
    ("scores", "told"), [("400/412", "draws"), ("400/411", "wins by 1"), ("400/413", "loses by 1")]
)
def test_who_wins_in_the_end(scores: str, told: str, run_jackdaw: Run) -> None:
    text = run_jackdaw("endgame", ENDGAME.replace("377/473", scores)).stdout
    assert f"Value +12, proven: player 1 {told}.\n" in text


def test_rule_of_turns_without_a_score(run_jackdaw: Run) -> None:
    found = loaded(run_jackdaw("endgame", ENDGAME, "--scoreless", 6, "--json", "-"))
    real = solve_endgame(read_cgp(ENDGAME), Lexicon.load(), scoreless_turns=6)
    assert (found["scoreless_turns"], found["value"]) == (6, real.value)
    text = run_jackdaw("endgame", ENDGAME, "--scoreless", 6).stdout
    assert "6 scoreless turns end the game" in text


def test_the_clock(run_jackdaw: Run) -> None:
    result = run_jackdaw("endgame", HARD, "--time", 0.2, "-n", 3)
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.search(r"^Not proven; value about [+-]\d+(, .+)?\.$", result.stdout, re.M)
    assert "Stopped by the clock, so another run will differ.\n" in result.stdout
    assert "not proven" in result.stdout
    found = loaded(run_jackdaw("endgame", HARD, "--time", 0.2, "--json", "-"))
    assert (found["proven"], found["stopped"], len(found["pv"])) == (False, "time", 1)
    assert found["lower"] <= found["value"] <= found["upper"]


@pytest.mark.parametrize("options", [("-n", 3), ("--all",), ("--first-win",), ()])
def test_workers_and_memory_change_no_figure(options: tuple[object, ...], run_jackdaw: Run) -> None:
    """Nor the line and the order of moves: only nodes and seconds."""
    plain, *others = (
        run_jackdaw("endgame", SAMPLE, *options, *more).stdout
        for more in (("--workers", 1), (), ("--workers", 2), ("--workers", 5), ("--memory", 1))
    )
    assert len(plain.splitlines()) > 20
    for other in others:
        assert without_effort(other) == without_effort(plain)


def without_effort(text: str) -> str:
    return re.sub(r"[\d,]+ nodes in [\d.]+ seconds", "", text)


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c(workers: int, run_jackdaw: Run, tmp_path: Path) -> None:
    """Partial results are shown and written, and the exit code reports the interruption."""
    file = tmp_path / "found.json"
    result = run_jackdaw("endgame", HARD, "--workers", workers, "--json", file)
    told = f"Wrote {file}\nInterrupted: the best result so far is shown\n"
    assert (result.exit_code, result.stderr) == (130, told)
    assert (
        "Not proven; value " in result.stdout
        and "\nInterrupted, so another run will differ.\n" in result.stdout
    )
    found = json.loads(file.read_text(encoding="utf-8"))
    assert (found["proven"], found["stopped"]) == (False, "interrupted")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_in_an_analysis(run_analyze: Run, write: Write) -> None:
    """The current position reports partial results, the later ones nothing."""
    result = run_analyze(write("two.cgp", f"{HARD}\n{ENDGAME}\n"), "--json", "-")
    assert (result.exit_code, result.stderr) == (130, "Interrupted: the results so far are written\n")
    first, second = json.loads(result.stdout)["positions"]
    assert (first["method"], first["endgame"]["proven"], first["stopped"]) == (
        "endgame",
        False,
        "interrupted",
    )
    assert (second["method"], second["why_static"]) == ("static", "interrupted")


@pytest.mark.medium
def test_ctrl_c_ends_the_program_at_once() -> None:
    command = [sys.executable, "-c", "from jackdaw.cli import main; main()", "endgame", HARD]
    process = subprocess.Popen(
        command, cwd=ROOT, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    busy = psutil.Process(process.pid)
    while busy.cpu_times().user < 2.5:  # seconds, of which loading takes one at most
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (130, "Interrupted: the best result so far is shown\n")
    assert "Interrupted, so another run will differ." in out


BAD = {
    "tiles in the bag": ((WINDY,), "tiles in the bag; endgames begin when it is empty"),
    "no rack": ((f"{LAST_TURNS} / 377/473 0",), "a player has no tiles"),
    "game over": ((f"{LAST_TURNS} AEIRS/ 377/473 0",), "a player has no tiles"),
    "too many tiles": ((f"{LAST_TURNS} AEISZ/R 377/473 0",), "POSITION"),
    "another rack": ((f"{LAST_TURNS} AEI/R 377/473 0",), "the opponent's rack is R, but RS are unseen"),
    "three players": ((f"{LAST_TURNS} AEI/S/R 377/473/100 0",), "POSITION: 3 players; endgames are solved"),
    "no tiles on the board": (("/".join(["15"] * 15) + " ABC/ 0/0 0",), "with no tiles on the board"),
    "passes": ((f"{LAST_TURNS} AEIS/R 377/473 2",), "2 turns without a score, of 2 that end the game"),
    "no board": (("a/b/c d",), "POSITION"),
    "no position": (("hello",), "hello: no such file"),
    "a folder": (("tests",), "tests: is a directory"),
    "no such file": (("missing.cgp",), "missing.cgp: no such file; check its name and folder"),
    "turn of a position": ((ENDGAME, "--turn", 3), "POSITION: is not a game record; leave out --turn"),
    "no such turn": ((SAMPLE, "--turn", 99), f"{SAMPLE}: there is no turn 99; expected 1 to 23"),
    "an early turn": ((SAMPLE, "--turn", 3), f"{SAMPLE}, turn 3: 76 tiles in the bag; endgames"),
    "lexicon": ((ENDGAME, "--lexicon", "SCOWL81"), "SCOWL81"),
    "rules": ((ENDGAME, "--rules", "nonsense"), "nonsense"),
    "output": ((ENDGAME, "--json", "tests"), "tests: cannot be written"),
}  # fmt: skip


def test_an_unknown_rack_is_named(run_jackdaw: Run) -> None:
    board, _, *rest = read_gcg(SAMPLE).position(22).cgp().split(" ")
    found = run_jackdaw("endgame", " ".join([board, "/", *rest]))
    assert (found.exit_code, found.stderr) == (
        2,
        "Error: POSITION: the rack is not known; give every tile of it\n",
    )


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name: str, run_jackdaw: Run) -> None:
    arguments, message = BAD[name]
    assert message in error_of(run_jackdaw("endgame", *arguments))


def test_more_memory_than_there_is(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_memory(*_: object, **__: object) -> None:
        raise MemoryError("std::bad_alloc")

    monkeypatch.setattr(endgame.core, "solve_endgame", without_memory)
    message = "there is not enough memory; ask for less, or close other programs"
    assert error_of(run_jackdaw("endgame", ENDGAME, "--memory", 1 << 20)) == message


def test_a_game_whose_bag_never_was_empty(run_jackdaw: Run, write: Write) -> None:
    heading = "#player1 A Ann\n#player2 B Bob\n"
    passes = "".join(
        f">{player}: {rack} - +0 0\n" for player, rack in (("A", "AEINRST"), ("B", "EEIOUAA")) * 3
    )
    path = write("passed.gcg", f"{heading}{passes}")
    assert error_of(run_jackdaw("endgame", path)) == f"{path}: has no turn with an empty bag"


def test_several_positions(run_jackdaw: Run, write: Write) -> None:
    path = write("two.cgp", f"{ENDGAME}\n{HARD}\n")
    assert error_of(run_jackdaw("endgame", path)).startswith(f"{path}: contains 2 positions; give one")


@pytest.mark.parametrize(
    "options",
    [
        ("--al",), ("-n", 0), ("-n", "x"), ("--time", 0), ("--time", "inf"), ("--time", "nan"),
        ("--memory", 0),
        ("--memory", 10**9), ("--workers", 0), ("--scoreless", 0), ("--turn", 0), ("--all", "-n", 3),
        ("--first-win", "--all"), ("--first-win", "-n", 2),
    ],
)  # fmt: skip
def test_bad_options(options: tuple[object, ...], run_jackdaw: Run) -> None:
    result = run_jackdaw("endgame", ENDGAME, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1].startswith("Error: ")


def test_an_analysis(run_analyze: Run) -> None:
    """The best moves by their exact values, the played one's loss, and the best play."""
    position, lexicon = read_gcg(ROOT / SAMPLE).position(22), Lexicon.load()
    real = solve_endgame(position, lexicon, moves=4)
    text = run_analyze(SAMPLE, "--turn", 22, "-n", 4).stdout
    (found,) = loaded(run_analyze(SAMPLE, "--turn", 22, "-n", 4, "--json", "-"))["positions"]
    assert (found["method"], found["why_static"], found["stopped"]) == ("endgame", None, None)
    assert found["endgame"]["pv"] == [str(move) for move in real.variation]
    assert (found["endgame"]["value"], found["endgame"]["proven"]) == (real.value, True)
    assert [(each["move"], each["equity"]) for each in found["candidates"]] == [
        (str(move.move), move.value) for move in real.moves
    ]
    assert {(each["win"], each["proven"]) for each in found["candidates"]} == {(0.0, True)}
    played = found["played"]
    assert (
        played["equity_lost"] == real.value - played["equity"] > 0
        and played["proven"]
        and played["win_lost"] == 0
    )
    rows = rows_below(text, "Static  Equity")
    assert [row[1] for row in rows[:4]] == [str(move.move) for move in real.moves]
    assert rows[-1][-1] == "played" and rows[-1][-3] == f"{played['equity']:+.0f}"
    assert f"5K ARETT lost {played['equity_lost']:.0f} points.\n" in text
    assert f"Best play: {', '.join(found['endgame']['pv'])}\n" in text


@pytest.mark.parametrize(
    ("ahead", "told"), [(-10, "a win into a loss"), (4, "a win into a draw"), (-16, "a draw into a loss")]
)
def test_a_loss_that_turns_the_game(ahead: int, told: str) -> None:
    """The best move gains 16 points, the played one loses 4; the final scores follow."""
    game, lexicon = read_gcg(ROOT / SAMPLE), Lexicon.load()
    position = replace(game.position(22), scores=(300, 300 + ahead))
    static = analyze_position(position, lexicon, played=game.turns[21].move)
    evaluation = evaluate_endgame(static, EndgamePlan(), lexicon)
    analysis = static.with_evaluation(evaluation)
    lines = [plain_text(line) for line in evaluation_view(evaluation, analysis, ["Ann", "Ben"], 10)]
    assert lines[-1] == f"5K ARETT lost 20 points, and turned {told}."


def test_a_game(run_analyze: Run) -> None:
    """Its last turns have exact losses; statically they are others."""
    found = loaded(run_analyze(SAMPLE, "--effort", "quick", "--json", "-"))["positions"]
    assert [position["method"] for position in found] == [
        *["static"] * 20, "simulation", *["endgame"] * 2,
    ]  # fmt: skip
    assert "; 1 simulated, 2 solved\n" in run_analyze(SAMPLE, "--effort", "quick").stdout
    static = loaded(run_analyze(SAMPLE, "--method", "static", "--json", "-"))["positions"]
    assert [position["method"] for position in static] == ["static"] * 23
    assert found[21]["played"]["equity_lost"] != static[21]["played"]["equity_lost"]


def test_an_analysis_within_a_time(run_analyze: Run) -> None:
    (found,) = loaded(run_analyze("-", "--time", 0.2, "--json", "-", input=HARD))["positions"]
    assert (found["stopped"], found["endgame"]["proven"]) == ("time", False)
    text = run_analyze("-", "--time", 0.2, input=HARD).stdout
    assert "Not proven; value " in text and "Stopped by the clock, so another run will differ.\n" in text


def test_an_endgame_that_cannot_be_solved(run_analyze: Run) -> None:
    result = run_analyze("-", input=f"{LAST_TURNS} AEI/R 377/473 0")
    assert result.exit_code == 0 and "ranked by equity; " in result.stdout
    assert "Not solved: the opponent's rack is R, but RS are unseen." in result.stdout.splitlines()
