"""Jackdaw as an engine for others: its answers, also to nonsense, and games through it as without it."""

import csv
import importlib.util
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import program
from runs import LEXICON, STANDARD

from movegen import Board, ConfigError, Lexicon, Position, parse_move
from sims.engines import MAX_LINE, close_engines, move_text
from sims.games import EngineServer, MoveChooser, play_game
from sims.match import Match, MatchPlan, SeriesFiles
from sims.workers import this_process
from strategy import Strategy, load_strategy

pytestmark = pytest.mark.core

WORDS = Lexicon.load()
STATIC = load_strategy("static")
CGP = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
JACKDAW = (sys.executable, "-c", "from jackdaw.cli import main; main()")


@pytest.fixture(autouse=True)
def no_engine_is_left() -> Iterator[None]:
    yield
    close_engines()


def server(strategy: Strategy = STATIC, **options: int) -> EngineServer:
    return EngineServer(strategy, lambda position: (WORDS, []), title="Jackdaw", **options)


def ask(*lines: str, of: EngineServer | None = None) -> list[str]:
    """Return the answers to lines, all together."""
    asked = of or server()
    return [answer for line in lines for answer in asked.answer(line.encode())]


def test_a_session() -> None:
    engine = server()
    assert ask("ucgi\n", "isready\r\n", "ucginewgame", "  ", of=engine) == [
        "id name Jackdaw", "ucgiok", "readyok",
    ]  # fmt: skip
    assert ask(f"position cgp {CGP}", "go", of=engine) == ["bestmove D8.WEDGIE"]
    assert ask("go movetime 1000 1time -5 depth 3 infinite", "stop", of=engine) == ["bestmove D8.WEDGIE"]
    assert not engine.is_over
    assert ask("quit", of=engine) == []
    assert engine.is_over


def test_the_session_of_the_page_is_real() -> None:
    page = (EXAMPLES.parent / "engines.md").read_text(encoding="utf-8")
    session = re.search(r"^```text\nucgi\n(.*?)^```$", page, re.M | re.S)
    assert session is not None
    engine = EngineServer(STATIC, lambda position: (WORDS, []), title="Jackdaw 0.1.0 static")
    shown = ["ucgi", *session[1].splitlines()]
    asked = [line for line in shown if not line.startswith(" ")]
    assert [
        line
        for question in asked
        for line in (question, *(f"    {each}" for each in ask(question, of=engine)))
    ] == shown


def test_the_engine_of_the_page_is_the_example() -> None:
    source = (EXAMPLES / "ten_line_engine.py").read_text(encoding="utf-8").partition("\n\n")[2]
    assert f"```python\n{source}```" in (EXAMPLES.parent / "engines.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["hello"], "unknown command 'hello'; known: ucgi, isready, ucginewgame, position cgp, go, quit"),
        (["go"], "there is no position; send one first: position cgp ..."),
        (["position fen x"], "'fen' after `position`; send: position cgp ..."),
        (
            ["position cgp 15/15"],
            "position cgp, column 6: racks: missing; expected racks, scores, scoreless turns,"
            " such as AEINRST/ 0/0 0",
        ),
        ([f"position cgp {CGP} moves 8H.A"], "`moves` after a position; send the position after these moves"),
        (["setoption name Hash value 3"], "there are no options; give them on the command line"),
        (
            [f"position cgp {CGP.replace('ADEEGIL', '')}", "go"],
            "position cgp: the rack of the player on turn is not known",
        ),
        (
            [f"position cgp {CGP}", "go movetime soon"],
            "'soon' after movetime; expected a number of milliseconds",
        ),
        ([f"position cgp {CGP}", "go 1time"], "'' after 1time; expected a number of milliseconds"),
        ([f"position cgp {CGP}", "position cgp x", "go"], None),
        (["x" * (MAX_LINE + 1)], "a line of more than 65,536 bytes"),
    ],
)
def test_wrong_lines_have_one_error_line(lines: list[str], error: str | None) -> None:
    answers = ask(*lines)
    assert all(answer.startswith("error ") and "\n" not in answer for answer in answers)
    if error is None:
        assert answers[-1] == "error there is no position; send one first: position cgp ..."
    else:
        assert answers == [f"error {error}"]


def test_a_simulation_needs_a_game_of_two() -> None:
    three = CGP.replace("ADEEGIL/", "ADEEGIL//").replace("0/32", "0/32/5")
    assert ask(f"position cgp {three}", "go", of=server(load_strategy("sim_fast"))) == [
        "error sim_fast simulates, which a game of 3 does not allow; let it play games of two"
    ]
    assert ask(f"position cgp {three}", "go")[0].startswith("bestmove ")


def test_the_same_question_has_the_same_answer() -> None:
    engine = server(load_strategy("expert"))
    question = [f"position cgp {CGP}", "go"]
    answers = [ask(*question, of=engine) for _ in range(3)]
    assert answers == [answers[0]] * 3
    others = {ask(*question, of=server(load_strategy("expert"), seed=seed))[0] for seed in range(8)}
    assert len(others) > 1


def test_the_time_for_a_game_is_shared_among_its_turns() -> None:
    engine = server(load_strategy("champion"))
    answers = ask(f"position cgp {CGP}", "go 1time 0", "go movetime 1", of=engine)
    assert [answer.split()[0] for answer in answers] == ["bestmove"] * 2


def test_a_program_cannot_be_served() -> None:
    with pytest.raises(ConfigError, match="program is an outside program, and no engine of Jackdaw"):
        server(program("cat"))


@given(st.lists(st.one_of(st.binary(max_size=40), st.sampled_from([b"position cgp ", b"go ", CGP.encode()]))))
def test_no_line_raises(parts: list[bytes]) -> None:
    for answer in server().answer(b"".join(parts)):
        assert answer.isprintable()


def test_moves_are_written_with_the_tiles_played_through() -> None:
    position = Position(STANDARD, Board.empty(STANDARD), (STANDARD.tiles.parse_rack("WINDY?E"), None), (0, 0))
    board = position.board.place(position.parse_move("8D wINDY"))
    move = parse_move("D8 .EDGIE", board)
    assert move_text(move) == "D8.wEDGIE"
    assert parse_move(move_text(move), board) == move
    assert [move_text(parse_move(text, board)) for text in ("-AB", "-")] == ["ex.AB", "pass"]


def moves_of(players: tuple[Strategy, Strategy], games: int, folder: Path) -> list[list[str]]:
    """Play a match and return its log without names and the values of moves."""
    log = folder / "games.csv"
    match = Match(MatchPlan(players, LEXICON, STANDARD, games, 11), this_process, SeriesFiles(log=log))
    with match.series as series:
        match.play()
        match.write_log()
        series.forget()
    rows = csv.DictReader(io.StringIO(log.read_text(encoding="utf-8")))
    return [[value for key, value in row.items() if key not in ("player", "equity")] for row in rows]


@pytest.mark.medium
@pytest.mark.parametrize("name", ["static", "static_endgame"])
def test_games_through_the_engine_are_those_of_the_strategy(name: str, tmp_path: Path) -> None:
    outside = program(*JACKDAW, "engine", "--strategy", name)
    inside = load_strategy(name)
    assert moves_of((outside, inside), 6, tmp_path) == moves_of((inside, inside), 6, tmp_path)


def adapter() -> ModuleType:
    spec = importlib.util.spec_from_file_location("adapter", EXAMPLES / "move_list_adapter.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("output", "move"),
    [
        ("#  Move  Score\n1  8D WAREZ  40", "8D.WAREZ"),
        ("1. D8 (W)EDGIE 22", "D8.(W)EDGIE"),
        ("best: 15a.(WAR)s", "15a.(WAR)s"),
        ("1  (exch IUVV)  0", "ex.IUVV"),
        ("1  (exch ?AB)  0", "ex.?AB"),
        ("(pass)", "pass"),
    ],
)
def test_the_adapter_finds_the_first_move(output: str, move: str) -> None:
    assert adapter().first_move(output) == move


def test_the_adapter_plays_the_first_of_a_list(tmp_path: Path) -> None:
    moves = tmp_path / "moves"
    moves.write_text(
        "import sys\nfrom movegen import read_cgp\nfrom strategy import load_strategy\n"
        "print(load_strategy('static').candidates(read_cgp(sys.argv[1]))[0].move)\n",
        encoding="utf-8",
    )
    command = (sys.executable, str(EXAMPLES / "move_list_adapter.py"), sys.executable, str(moves), "{cgp}")
    game, chooser = play_game([STATIC, STATIC], WORDS, seed=2), MoveChooser(WORDS)
    for turn in (1, 6, len(game.turns)):
        position = game.position(turn)
        expected, _ = chooser.choose_in(STATIC, position)
        assert chooser.choose_in(program(*command), position)[0] == expected
