"""`jackdaw judge`: decisions of strategies, what it prints, writes, resumes and refuses."""

import csv
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from endgames import ENDGAME
from msgspec.structs import replace
from programs import ODD_ENGINE, write_program

from jackdaw.resumable import journaled_run
from jackdaw.runs import judge_run
from sims.workers import TaskFailed

pytestmark = pytest.mark.core

Run = Callable[..., Result]
OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
SECOND = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
FEW_IN_BAG = (
    "8N6/7CENsURER/8F3E2/R2CELEBS1TrANQ/E11V1U/G4Z6A1I/R3KO5DI1N/E1OPIOID2PAL1A/WAX1T1FOH1IT3/"
    "1BOTTE1TIARAED1/4Y5OR3/10GI3/11AH2/9JASEY1/12MUD GIILNOW/ 368/422 0"
)
FEW = ("--iterations", 20, "--candidates", 2)
SELF_PLAY = ("--phase", "late", "--phase", "middle", "--self-play")
PLAYERS = ("--players", "greedy,static,greedy")


def error_of(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1].startswith("Error: ")
    return result.stderr


def found(run: Run, *arguments: object) -> Any:
    """The JSON of a run, without what depends on the machine."""
    result = run("judge", *arguments, "--json", "-")
    assert result.exit_code == 0, result.stderr
    return without_times(json.loads(result.stdout))


def without_times(report: Any) -> Any:
    for each in report["losses"]:
        for player in each["players"]:
            assert player.pop("seconds") > 0
    for each in report["decisions"]:
        each.pop("seconds")
        for choice in each["choices"]:
            choice.pop("seconds")
    return report


@pytest.fixture(autouse=True)
def quick_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find candidates by few iterations in this process; `tests/sims/decisions` has them all."""
    monkeypatch.setattr("sims.decisions.judge._SIMULATED_ITERATIONS", 20)


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    """Positions of two phases, and one that cannot be read."""
    path = tmp_path / "positions.cgp"
    path.write_text(f"{OPENING}\n{SECOND}\n{ENDGAME}\nrubbish\n", encoding="utf-8")
    return path


def test_a_table_on_standard_output(
    run_jackdaw: Run, positions: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ("judge", positions, "--players", "greedy,static", *FEW, "--phase", "endgame", "--workers", 1)
    result = run_jackdaw(*options, "--csv", "-")
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [row["player"] for row in rows] == ["greedy", "static", ""]  # one row for the error
    assert sorted(tmp_path.iterdir()) == [positions]
    assert "standard output" in error_of(run_jackdaw(*options, "--csv", "-", "--json", "-"))


def test_no_position_of_a_phase(run_jackdaw: Run, tmp_path: Path) -> None:
    (tmp_path / "one.cgp").write_text(f"{OPENING}\n", encoding="utf-8")
    result = run_jackdaw("judge", tmp_path / "one.cgp", *PLAYERS, "--phase", "late", "--phase", "endgame")
    assert result.exit_code == 1
    assert result.stderr == "Nothing to judge: there is no position of the phases asked for: late, endgame\n"
    assert "0 decisions" in result.stdout


def test_text(run_jackdaw: Run) -> None:
    result = run_jackdaw("judge", *SELF_PLAY, 5, *PLAYERS, *FEW, "--workers", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:2] == ["5 decisions of 3 players", "self-play, lexicon SCOWL80; seed 0"]
    assert "lost per decision against the best move, ± standard error" in lines
    assert max(map(len, lines)) <= 80
    assert any(re.match(r"all +5  greedy-1 ", line) for line in lines)
    (alike,) = (line.split() for line in lines if line.startswith("greedy-1  greedy-2"))
    assert alike[2:] == ["0", "0", "of", "5", "1.000", "0", "of", "5", "1.000"]
    assert "0 of fewer than 10 positions says little: judge more of them" in lines  # 3 in 5 is no bound
    assert "with 95 % confidence" not in result.stdout
    lines = run_jackdaw("judge", *SELF_PLAY, 10, *PLAYERS, *FEW, "--workers", 1).stdout.splitlines()
    assert "0 of N positions: with 95 % confidence fewer than 3 in N have such a difference" in lines


def test_two_players_are_compared_by_phase(run_jackdaw: Run, positions: Path) -> None:
    arguments = ("judge", positions, "--players", "greedy,static", *FEW, "--workers", 1)
    lines = run_jackdaw(*arguments).stdout.splitlines()
    (noise,) = (index for index, line in enumerate(lines) if line.startswith("the best is known with noise:"))
    assert lines[noise + 1].startswith("over all phases; in a single one that may be more or less")
    (gained,) = (index for index, line in enumerate(lines) if line.split()[:3] == ["Phase", "Differ", "(win"])
    assert [line.split()[0] for line in lines[gained + 1 : gained + 4]] == ["all", "early", "endgame"]
    assert lines[gained + 4] == "gained by greedy on static per decision, ± standard error"
    lines = run_jackdaw(*arguments, "--phase", "endgame").stdout.splitlines()
    assert [line.split()[0] for line in lines if line[:3] in ("all", "end")] == ["endgame"] * 2
    assert not any(line.startswith("over all phases") for line in lines)


def test_one_game_has_no_errors(run_jackdaw: Run) -> None:
    """Its turns are not independent, so nothing says how far another game would differ."""
    sample = Path(__file__).parents[3] / "jackdaw" / "samples" / "ann_v_ben.gcg"
    arguments = (sample, "--players", "greedy,static", "--phase", "endgame", "--candidates", 0)
    text = run_jackdaw("judge", *arguments, "--workers", 1).stdout
    assert "2 decisions" in text and "±" not in text
    best = "lost per decision against the best of these players' moves; errors need two games or positions\n"
    assert best + "in endgames against the best of all moves\n" in text
    assert "gained by greedy on static per decision; errors need two games or positions\n" in text


def test_long_names_fit(run_jackdaw: Run, tmp_path: Path) -> None:
    for name in ("a_strategy_with_a_very_long_name_1", "a_strategy_with_a_very_long_name_2"):
        (tmp_path / f"{name}.toml").write_text('extends = "greedy"\n', encoding="utf-8")
    players = ",".join(map(str, sorted(tmp_path.glob("*.toml"))))
    result = run_jackdaw("judge", *SELF_PLAY, 4, "--players", players, *FEW, "--workers", 1)
    assert max(map(len, result.stdout.splitlines())) <= 80 and "name_2" in result.stdout


def test_files(run_jackdaw: Run, positions: Path, tmp_path: Path) -> None:
    table, whole = tmp_path / "out.csv", tmp_path / "out.json"
    result = run_jackdaw("judge", positions, *PLAYERS, *FEW, "--workers", 1, "--csv", table, "--json", whole)
    assert result.exit_code == 3 and "1 could not be judged" in result.stdout
    assert result.stderr.splitlines() == [
        f"Wrote {table}", f"Wrote {whole}", "Errors: 1 of 4 positions could not be judged",
    ]  # fmt: skip
    with table.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["player"] for row in rows] == ["greedy-1", "static", "greedy-2"] * 3 + [""]
    assert [row["phase"] for row in rows[::3]] == ["early", "early", "endgame", ""]
    assert rows[-1]["error"] and rows[-1]["line"] == "4"
    report = json.loads(whole.read_text(encoding="utf-8"))
    assert report["schema"] == "jackdaw.judge/1" and report["complete"] is True
    assert [each["phase"] for each in report["losses"]] == [None, "early", "endgame"]
    end = report["decisions"][2]
    assert (end["method"], end["proven"], end["bag"], end["iterations"]) == ("endgame", True, 0, 0)
    assert {choice["move"] for choice in end["choices"]} <= {move["move"] for move in end["moves"]}
    for row in rows[:-1]:
        moves = {move["move"]: move for move in report["decisions"][int(row["number"])]["moves"]}
        assert float(row["win_lost"]) == moves[row["move"]]["win_lost"]
        assert row["best_move"] == report["decisions"][int(row["number"])]["moves"][0]["move"]
    assert not list(tmp_path.glob("*.journal"))


def test_differences_are_those_of_the_losses(run_jackdaw: Run) -> None:
    report = found(run_jackdaw, *SELF_PLAY, 8, *PLAYERS, *FEW, "--workers", 1)
    for each in report["losses"]:
        lost = {player["player"]: player for player in each["players"]}
        for pair in each["comparisons"]:
            a, b = lost[pair["a"]], lost[pair["b"]]
            for one in ("win", "points"):
                gained = b[f"{one}_lost"]["mean"] - a[f"{one}_lost"]["mean"]
                assert pair[f"{one}_gained"]["mean"] == pytest.approx(gained, abs=1e-9)


@pytest.mark.medium
def test_the_same_for_any_number_of_workers(
    run_jackdaw: Run, positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the other processes have all iterations
    monkeypatch.chdir(Path(__file__).resolve().parents[3])
    reports = []
    for workers in (1, 3):
        out = tmp_path / f"{workers}.json"
        run_jackdaw(
            "judge", positions, "--players", "static,sim_fast", *FEW, "--workers", workers, "--json", out
        )
        reports.append(without_times(json.loads(out.read_text(encoding="utf-8"))))
    assert reports[0] == reports[1] and len(reports[0]["decisions"]) == 4
    one, three = (
        found(run_jackdaw, *SELF_PLAY, 2, "--players", "static", *FEW, "--workers", workers)
        for workers in (1, 3)
    )
    assert one == three


def test_phases(run_jackdaw: Run, positions: Path) -> None:
    positions.write_text(f"{OPENING}\n{SECOND}\n{ENDGAME}\n", encoding="utf-8")
    report = found(run_jackdaw, positions, *PLAYERS, *FEW, "--workers", 1, "--phase", "endgame")
    assert [each["number"] for each in report["decisions"]] == [2]
    ends = found(run_jackdaw, "--self-play", 2, *PLAYERS, *FEW, "--workers", 1, "--phase", "endgame")
    assert [each["bag"] for each in ends["decisions"]] == [0, 0]


def test_searched_endgames(run_jackdaw: Run, tmp_path: Path) -> None:
    """The text and the JSON name them, and `--endgame-nodes 0` plays them by static moves."""
    path = tmp_path / "few.cgp"
    path.write_text(f"{FEW_IN_BAG}\n{OPENING}\n", encoding="utf-8")
    same = (path, "--players", "greedy,static", "--candidates", 0, "--iterations", 20, "--workers", 1)
    line = "endgames of the rollouts of 1 searched with 30 nodes"
    assert line in run_jackdaw("judge", *same).stdout.splitlines()
    searched, static = (found(run_jackdaw, *same, "--endgame-nodes", nodes) for nodes in (30, 0))
    assert (searched["endgame_nodes"], static["endgame_nodes"]) == (30, None)
    few, opening = zip(searched["decisions"], static["decisions"], strict=True)
    assert few[0]["moves"] != few[1]["moves"] and opening[0] == opening[1]
    assert "endgames of" not in run_jackdaw("judge", *same, "--endgame-nodes", 0).stdout
    assert "1 nodes of an endgame" in error_of(run_jackdaw("judge", *same, "--endgame-nodes", 1))


def test_players_that_agree_cost_nothing(run_jackdaw: Run, positions: Path, tmp_path: Path) -> None:
    out, table = tmp_path / "out.json", tmp_path / "out.csv"
    same = ("--players", "static,static", "--candidates", 0, "--iterations", 10**5, "--workers", 1)
    result = run_jackdaw("judge", positions, *same, "--json", out, "--csv", table)
    assert "judge: 1 by endgame search, 2 by agreement" in result.stdout
    report = json.loads(out.read_text(encoding="utf-8"))
    assert [each["method"] for each in report["decisions"][:2]] == ["agreement"] * 2
    assert report["decisions"][0]["moves"][0]["win"] is None
    gained = report["losses"][0]["comparisons"][0]["win_gained"]
    assert (gained["mean"], gained["se"], gained["ci95"], gained["nonzero"]) == (0, None, [None, None], 0)
    assert gained["nonzero_below"] == pytest.approx(1 - 0.05 ** (1 / 3))
    assert "known with noise" not in result.stdout  # all values are exact
    with table.open(newline="") as stream:
        row = next(csv.DictReader(stream))
    assert (row["win"], row["win_lost"]) == ("", "0.0")


def test_an_entry_of_another_run(run_jackdaw: Run, positions: Path, tmp_path: Path) -> None:
    """A journal whose entry is whole, but has fewer choices than there are players."""
    out = tmp_path / "out.csv"
    arguments = ("judge", positions, *PLAYERS, *FEW, "--workers", 1, "--csv", out)
    with pytest.MonkeyPatch.context() as patched:
        judged = judge_run.judge_task
        patched.setattr(judge_run, "judge_task", lambda *given: replace(judged(*given), choices=()))
        patched.setattr(judge_run.JudgeRun, "forget", lambda _: None)
        patched.setattr(judge_run.JudgeRun, "results", [])
        run_jackdaw(*arguments)
    assert "the entry of position 0 is not of this run" in error_of(run_jackdaw(*arguments, "--resume"))


def test_true_racks(run_jackdaw: Run) -> None:
    same = ("--self-play", 3, *PLAYERS, *FEW, "--workers", 1, "--phase", "late")
    seen, unseen = found(run_jackdaw, *same, "--true-racks"), found(run_jackdaw, *same)
    for one, other in zip(seen["decisions"], unseen["decisions"], strict=True):
        assert (one["cgp"], one["choices"]) == (other["cgp"], other["choices"])
        assert one["moves"] != other["moves"]


def stop_after(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = judge_run.judge_task
    done: list[Any] = []

    def judge(*arguments: Any) -> Any:
        if len(done) == count:
            raise KeyboardInterrupt
        done.append(None)
        return judged(*arguments)

    monkeypatch.setattr(judge_run, "judge_task", judge)


def test_an_interrupted_run_shows_what_is_known_and_goes_on(
    run_jackdaw: Run, positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, whole = tmp_path / "out.json", tmp_path / "whole.json"
    arguments = ("judge", positions, "--players", "static,greedy", *FEW, "--workers", 1)
    run_jackdaw(*arguments, "--json", whole)
    with monkeypatch.context() as patched:
        stop_after(2, patched)
        result = run_jackdaw(*arguments, "--json", out)
    assert result.exit_code == 130 and "2 decisions of 2 players" in result.stdout
    saved = f"Interrupted: 2 of 4 positions are finished and saved in {out}.journal; continue with --resume"
    assert result.stderr.splitlines()[-1] == saved
    assert json.loads(out.read_text(encoding="utf-8"))["complete"] is False
    assert "there is an unfinished run" in error_of(run_jackdaw(*arguments, "--json", out))
    other = run_jackdaw(*arguments, "--json", out, "--resume", "--seed", 9)
    assert "the run was started without --seed; resume with the same options" in error_of(other)
    assert run_jackdaw(*arguments, "--json", out, "--resume").exit_code == 3
    assert without_times(json.loads(out.read_text(encoding="utf-8"))) == without_times(
        json.loads(whole.read_text(encoding="utf-8"))
    )
    assert not Path(f"{out}.journal").exists()


def test_an_interrupted_run_without_a_file(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(1, monkeypatch)
    result = run_jackdaw("judge", *SELF_PLAY, 3, *PLAYERS, *FEW, "--workers", 1)
    assert result.exit_code == 130 and "1 decision of 3 players" in result.stdout
    assert "1 of 3 positions are finished and not saved; use --csv FILE or --json FILE" in result.stderr


def test_nothing_is_finished(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(0, monkeypatch)
    result = run_jackdaw("judge", *SELF_PLAY, 3, *PLAYERS, *FEW, "--workers", 1)
    assert result.exit_code == 130 and "0 decisions of" in result.stdout


def test_a_position_that_kills_its_workers(
    run_jackdaw: Run, positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is reported, and the journal stays for another try."""

    def run_tasks(_pool: Any, work: Any, tasks: Any) -> Any:
        for task in tasks:
            yield task, TaskFailed("killed") if task.number == 1 else work(task)

    monkeypatch.setattr(journaled_run, "run_tasks", run_tasks)
    out = tmp_path / "out.csv"
    arguments = ("judge", positions, *PLAYERS, *FEW, "--workers", 1, "--csv", out)
    assert "line 2: killed" in run_jackdaw(*arguments).stdout
    monkeypatch.undo()
    result = run_jackdaw(*arguments, "--resume")
    assert "3 decisions" in result.stdout and not Path(f"{out}.journal").exists()


def test_bad_usage(run_jackdaw: Run, positions: Path, tmp_path: Path) -> None:
    players = ("--players", "static")
    for arguments, message in (
        (players, "Give either POSITIONS or --self-play N."),
        ((positions, "--self-play", 3, *players), "Give either POSITIONS or --self-play N."),
        ((positions,), "Missing option '--players'"),
        ((positions, "--players", "static,,greedy"), "--players has an empty name"),
        ((positions, "--players", "static", "--players", ""), "--players has an empty name"),
        ((positions, "--players", "nobody"), "unknown strategy 'nobody'"),
        ((positions, *players, "--true-racks"), "--true-racks needs --self-play."),
        ((positions, *players, "--candidates", 0), "A single player's moves are compared with none"),
        ((positions, *players, "--iterations", 1), "--iterations"),
        ((positions, *players, "--phase", "opening"), "'opening' is not one of"),
        ((positions, *players, "--resume"), "--resume needs the journal of an output"),
        ((positions, *players, "--csv", tmp_path / "no/a.csv"), "its folder does not exist"),
        ((positions, *players, "--csv", "a", "--json", "a"), "--csv and --json name the same file"),
        (
            (positions, *players, "--csv", "a", "--json", "a.journal"),
            "--json and the journal name the same file",
        ),
        ((positions, *players, "--workers", 0), "0 workers"),
        ((tmp_path / "none.cgp", *players), "no such file"),
        ((positions, "--players", f"{'a' * 5000},static"), "unknown strategy 'aaa"),
        (("--self-play", 3, *players, "--rules", "nowhere"), "unknown rules 'nowhere'"),
        (("--self-play", 3, *players, "--lexicon", "NOWHERE"), "NOWHERE"),
    ):
        assert message in error_of(run_jackdaw("judge", *arguments)), arguments


@pytest.mark.parametrize("players", [("static,rackh1", "{mine}"), ("static, rackh1,{mine}",)])
def test_a_player_with_commas_in_its_name(
    players: tuple[str, ...], run_jackdaw: Run, positions: Path, tmp_path: Path
) -> None:
    """Alone, or in a list."""
    mine, out = tmp_path / "mine, of today.toml", tmp_path / "out.json"
    mine.write_text('kind = "static"\nextends = "greedy"\n', encoding="utf-8")
    lists = [each for given in players for each in ("--players", given.format(mine=mine))]
    options = (*lists, *FEW, "--workers", 1, "--json", out)
    assert run_jackdaw("judge", positions, *options).exit_code == 3
    assert json.loads(out.read_text(encoding="utf-8"))["players"] == ["static", "rackh1", "mine, of today"]


def test_programs(run_jackdaw: Run, positions: Path, tmp_path: Path) -> None:
    """One that always passes is judged; where one fails, the position has an error."""
    for mode in ("plays", "dies"):
        write_program(tmp_path / f"{mode}.toml", sys.executable, "-S", "-E", str(ODD_ENGINE), mode)
    whole = tmp_path / "out.json"
    arguments = ("judge", positions, *FEW, "--workers", 1, "--json", whole, "--players")
    run_jackdaw(*arguments, f"{tmp_path / 'plays.toml'},static")
    report = json.loads(whole.read_text(encoding="utf-8"))
    assert [each["choices"][0]["move"] for each in report["decisions"][:3]] == ["(pass)"] * 3
    assert report["losses"][0]["comparisons"][0]["differing"] == 3 and len(report["programs"]) == 1
    result = run_jackdaw(*arguments, f"{tmp_path / 'dies.toml'},static")
    assert result.exit_code == 1 and result.stdout.count("ends with exit code 1") == 3
    (tmp_path / "none.toml").write_text(
        'kind = "program"\n[program]\ncommand = ["./no-such-program"]\n', encoding="utf-8"
    )
    assert "no-such-program" in error_of(run_jackdaw(*arguments, f"{tmp_path / 'none.toml'},static"))


def test_no_position_can_be_judged(run_jackdaw: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.cgp"
    path.write_text("rubbish\n", encoding="utf-8")
    result = run_jackdaw("judge", path, *PLAYERS, *FEW, "--workers", 1)
    assert result.exit_code == 1 and "1 of 1 positions could not be judged" in result.stderr
