"""`analyze --json` and `jackdaw moves --json`: fields, figures, files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from movegen import read_cgp, read_gcg
from strategy import analyze_game

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

ROOT = Path(__file__).resolve().parents[3]
ANNOTATED = "tests/data/games/annotated.gcg"
WINDY = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"

ANALYSIS = [
    "schema", "source", "lexicon", "strategy", "players", "finished", "positions", "review", "warnings",
    "lines",
]  # fmt: skip
POSITION = [
    "turn", "player", "cgp", "rack", "rack_known", "scores", "bag", "unseen", "lexicon", "leaves",
    "win_table", "method",
    "why_static", "iterations", "stopped", "seconds", "simulation", "endgame", "played", "count",
    "candidates", "review", "preendgame", "why",
]  # fmt: skip
PLAYED = [
    "move", "ucgi", "kind", "score", "rank", "equity", "equity_lost", "win_lost", "phony", "invalid_words",
    "withdrawn", "remark", "proven",
]  # fmt: skip
MOVE = ["move", "ucgi", "kind", "score", "leave", "leave_value", "equity"]
STATIC = ("--method", "static")
LOOKED_AHEAD = [
    "equity_se", "win", "win_se", "utility", "utility_se", "p_best", "rollouts", "proven", "lower",
    "upper", "least_win", "most_win", "win_source", "spread", "spread_se", "spread_source", "outcomes",
]  # fmt: skip


def no_constant(name: str) -> Any:
    raise AssertionError(f"{name} is not JSON")


def loaded(text: str) -> dict[str, Any]:
    result = json.loads(text, parse_constant=no_constant)
    assert isinstance(result, dict)
    return result


def test_standard_output_holds_json_alone(run_analyze: Run) -> None:
    result = run_analyze(ANNOTATED, "--effort", "quick", "--json", "-")
    assert result.exit_code == 0 and result.stderr == ""
    found = loaded(result.stdout)
    assert list(found) == ANALYSIS
    assert found["schema"] == "jackdaw.analysis/2"
    assert (found["source"], found["lexicon"], found["strategy"]) == (ANNOTATED, "SCOWL80", "static")
    assert found["finished"] is True and found["warnings"] == []
    assert found["players"][1] == {"nickname": "Dag_Ødegård", "name": "Dag Ødegård"}


def test_every_figure_is_that_of_the_analysis(run_analyze: Run) -> None:
    game = read_gcg(ROOT / ANNOTATED)
    analysis = analyze_game(game)
    found = loaded(run_analyze(ANNOTATED, *STATIC, "--json", "-", "-n", 3).stdout)
    assert len(found["positions"]) == len(analysis.positions) == len(game.turns)
    for reported, real in zip(found["positions"], analysis.positions, strict=True):
        assert list(reported) == POSITION
        assert (reported["turn"], reported["player"]) == (real.turn, real.player)
        assert read_cgp(reported["cgp"]).board == real.position.board
        assert reported["rack"] == str(real.position.rack) and reported["scores"] == list(
            real.position.scores
        )
        assert (reported["bag"], reported["unseen"]) == (real.position.bag_count, str(real.position.unseen))
        assert (reported["rack_known"], reported["method"]) == (real.rack_knowledge, "static")
        assert reported["count"] == len(real.candidates)
        assert len(reported["candidates"]) == min(3, len(real.candidates))
        for place, candidate in enumerate(reported["candidates"]):
            assert list(candidate) == ["rank", *MOVE, "static_equity", *LOOKED_AHEAD]
            assert [candidate[name] for name in LOOKED_AHEAD] == [None] * len(LOOKED_AHEAD)
            assert candidate["static_equity"] == candidate["equity"]
            assert candidate["rank"] == real.rank_candidate(place)
            assert candidate["equity"] == real.candidates[place].equity
            assert candidate["leave"] == str(real.candidates[place].leave)
            assert real.position.parse_move(candidate["move"]) == real.candidates[place].move
            assert real.position.parse_move(candidate["ucgi"]) == real.candidates[place].move
        played = real.played
        assert played is not None and list(reported["played"]) == PLAYED
        assert reported["played"]["rank"] == played.rank
        is_best = reported["review"]["is_best"] and reported["played"]["rank"] > 1  # wins more than the first
        assert reported["played"]["equity_lost"] == (0 if is_best else played.equity_lost)
        assert reported["played"]["kind"] == played.move.kind


def test_numbers_have_at_most_three_decimals(run_analyze: Run) -> None:
    """But for chances, which have six."""
    for line in run_analyze(ANNOTATED, "--method", "static", "--json", "-").stdout.splitlines():
        key, _, number = line.strip().strip(",").rpartition(": ")
        if number.replace(".", "").replace("-", "").isdigit() and "." in number:
            assert len(number.partition(".")[2]) <= (6 if key.startswith('"win') else 3), line
        assert "e" not in number or not number[0].isdigit()


def test_a_phony_taken_back(run_analyze: Run) -> None:
    (position,) = loaded(run_analyze(ANNOTATED, "--json", "-", "--turn", 3, *STATIC).stdout)["positions"]
    played = position["played"]
    assert played["phony"] is True and played["withdrawn"] is True
    assert played["invalid_words"] == ["LFOWN"]
    assert played["rank"] is None and played["remark"] is None
    assert played["equity_lost"] > 0


def test_unknown_tiles(run_analyze: Run) -> None:
    found = loaded(run_analyze("tests/data/gcg/sound/scoreless_end.gcg", "--json", "-", "--turn", 6).stdout)
    played = found["positions"][0]["played"]
    assert (played["ucgi"], played["kind"]) == ("ex.2", "exchange")
    assert played["rank"] is played["equity"] is played["equity_lost"] is None
    assert played["remark"] == "it is not known which tiles were exchanged"


def test_an_unfinished_game(run_analyze: Run) -> None:
    found = loaded(run_analyze("tests/data/games/unfinished.gcg", *STATIC, "--json", "-").stdout)
    assert found["finished"] is False
    *turns, position = found["positions"]
    assert position["turn"] == 10 and position["played"] is None and position["player"] == 1
    assert [turn["turn"] for turn in turns] == list(range(1, 10)) and all(turn["played"] for turn in turns)


def test_positions(run_analyze: Run, write: Write) -> None:
    path = write("two.cgp", f"{WINDY}\n{WINDY.replace('ADEEGIL', '')}\n")
    found = loaded(run_analyze(path, *STATIC, "--json", "-").stdout)
    assert found["players"] == [] and found["finished"] is False
    first, second = found["positions"]
    assert first["turn"] is None and first["player"] == 0 and len(first["candidates"]) == 10
    assert second["rack"] is None and second["rack_known"] == "unknown"
    assert second["count"] == 0 and second["candidates"] == []


def test_warnings_and_notes(run_analyze: Run, write: Write) -> None:
    record = "#player1 A Ann\n#player2 B Bob\n#lexicon NWL23\n>A: AERWZ 8D WAREZ +43 43\n#rack2 AEINRST\n"
    result = run_analyze(write("a.gcg", record), *STATIC, "--json", "-")
    assert result.stderr.count("\n") == 2
    first, second = loaded(result.stdout)["warnings"]
    assert first.startswith("line 4: ") and "NWL23" in second


def test_a_lexicon_whose_name_no_cgp_can_hold(run_analyze: Run, write: Write) -> None:
    record = "#player1 A Ann\n#player2 B Bob\n#lexicon my; words\n>A: AERWZ 8D WAREZ +42 42\n#rack2 AEINRST\n"
    positions = loaded(run_analyze(write("a.gcg", record), *STATIC, "--json", "-").stdout)["positions"]
    assert [read_cgp(position["cgp"]).lexicon_name for position in positions] == [None, None]


def test_standard_input_is_named(run_analyze: Run) -> None:
    assert loaded(run_analyze("-", *STATIC, "--json", "-", input=WINDY).stdout)["source"] == "standard input"


def test_text_and_a_file(run_analyze: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    result = run_analyze(ANNOTATED, *STATIC, "--json", path)
    assert result.stdout == run_analyze(ANNOTATED, *STATIC).stdout
    assert path.read_text(encoding="utf-8") == run_analyze(ANNOTATED, *STATIC, "--json", "-").stdout
    assert list(tmp_path.iterdir()) == [path]


def test_no_file_when_the_input_is_bad(run_analyze: Run, write: Write, tmp_path: Path) -> None:
    path = write("bad.gcg", "#player1 A Ann\n#player2 B Bob\n>C: AB 8G AB +1 1\n")
    assert run_analyze(path, "--json", tmp_path / "out.json").exit_code == 2
    assert list(tmp_path.iterdir()) == [path]


def test_moves(run_jackdaw: Run) -> None:
    result = run_jackdaw("moves", WINDY, "--json", "-")
    assert result.exit_code == 0 and result.stderr == ""
    found = loaded(result.stdout)
    assert list(found) == ["schema", "cgp", "lexicon", "strategy", "leaves", "count", "moves"]
    assert found["schema"] == "jackdaw.moves/1"
    assert (found["cgp"], found["lexicon"], found["strategy"]) == (WINDY, "SCOWL80", "static")
    position = read_cgp(WINDY)
    moves = position.moves()
    assert found["count"] == len(found["moves"]) == len(moves)
    assert all(list(move) == MOVE for move in found["moves"])
    assert {move["kind"] for move in found["moves"]} == {"play", "exchange", "pass"}
    assert {(move["ucgi"], move["score"]) for move in found["moves"]} == {
        (move.ucgi, move.score) for move in moves
    }
    equities = [move["equity"] for move in found["moves"]]
    assert equities == sorted(equities, reverse=True)


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_all_moves_unless_a_number_is_given(options: tuple[str, ...], run_jackdaw: Run) -> None:
    arguments = ("moves", WINDY, "--json", "-")
    found = loaded(run_jackdaw(*arguments, *options).stdout)
    assert len(found["moves"]) == found["count"] == 671
    few = loaded(run_jackdaw(*arguments, "-n", 5).stdout)
    assert few["count"] == 671
    assert few["moves"] == found["moves"][:5]
