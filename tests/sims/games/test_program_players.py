"""Outside programs as players: games, forfeits, stops, what is kept, and places where they cannot play."""

import csv
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import ODD_ENGINE, odd_program, program, write_program
from runs import LEXICON, STANDARD

from movegen import ConfigError, Lexicon, Position
from movegen.gcg import format_gcg, parse_gcg
from sims.decisions import DecisionPlan, DecisionTask, JudgePlan, Place, judge_task
from sims.engines import close_engines
from sims.errors import EngineError, EngineStartError
from sims.games import MoveChooser, play_game, play_games
from sims.match import Match, MatchPlan, MatchReport, SeriesFiles
from sims.play import (
    DuplicateGame,
    Forfeit,
    FreeGame,
    GameSetup,
    Mode,
    PlayError,
    Seat,
    TakeTurn,
    begin,
    begin_saved,
    resume,
)
from sims.workers import WorkerPool, this_process
from sims.workers.executors import local_processes
from strategy import StaticStrategy, Strategy, load_strategy

pytestmark = pytest.mark.core

TEN_LINES = Path(__file__).parents[3] / "docs" / "examples" / "ten_line_engine.py"
GREEDY = load_strategy("greedy")
WORDS = Lexicon.load()
RACK = STANDARD.tiles.parse_rack("BCDFGHJ")


@pytest.fixture(autouse=True)
def no_engine_is_left() -> Iterator[None]:
    yield
    close_engines()


def played(
    players: tuple[Strategy, Strategy], folder: Path, *, games: int = 6, pool: WorkerPool = this_process
) -> tuple[MatchReport, str]:
    """Play a match and return its report and log."""
    log = folder / "games.csv"
    match = Match(MatchPlan(players, LEXICON, STANDARD, games, 3), pool, SeriesFiles(log=log))
    with match.series as series:
        match.play()
        match.write_log()
        series.forget()
    return match.report(), log.read_text(encoding="utf-8")


def test_ten_lines_play_like_greedy(tmp_path: Path) -> None:
    ten_lines = program(sys.executable, str(TEN_LINES), name="greedy")
    report, log = played((ten_lines, GREEDY), tmp_path)
    expected, as_expected = played((GREEDY, GREEDY), tmp_path)
    assert log == as_expected
    assert report.statistics == expected.statistics
    assert (report.plan.programs, report.plan.timed) == (("greedy-1",), ())


def test_forfeits_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    players = odd_program("cheats", on_failure="forfeit"), GREEDY
    report, log = played(players, tmp_path)
    two, same_log = played(players, tmp_path, pool=lambda: local_processes(2))
    assert log == same_log
    assert two.forfeits == report.forfeits
    assert [each.game for each in report.forfeits] == list(range(6))
    assert {each.player for each in report.forfeits} == {0}
    assert "answers '8D ZZYZX', which is no legal move" in report.forfeits[0].reason
    assert (report.statistics.losses, report.players[0].forfeits, report.players[1].forfeits) == (6, 6, 0)
    rows = list(csv.DictReader(io.StringIO(log)))
    last = [row for row in rows if row["move"] == "forfeit"]
    assert [row["player"] for row in last] == ["cheats"] * 6
    for row in last:
        assert int(row["final_score"]) == int(row["final_opponent"]) - 50
        assert (row["leave"], row["turn"]) == (row["rack"], str(int(row["seat"]) + 1))


def test_a_forfeited_game_is_recorded_with_the_reason() -> None:
    players = [GREEDY, odd_program("dies", on_failure="forfeit")]
    games = play_games(players, WORDS, seed=3, games=2, turns=True)
    assert (games.games["ending"].tolist(), games.games["out_player"].tolist()) == ([2, 2], [1, 1])
    game = games.game(1)
    assert format_gcg(game) == format_gcg(play_game(players, WORDS, seed=3, number=1))
    assert not game.is_finished
    assert "#note dies forfeits: dies (" in format_gcg(game)
    assert len(game.turns) == 1
    again = parse_gcg(format_gcg(game).encode())
    assert format_gcg(again) == format_gcg(game)


def test_three_at_a_table_play_for_second_place_when_one_forfeits() -> None:
    players = [GREEDY, odd_program("dies", on_failure="forfeit"), GREEDY]
    games = play_games(players, WORDS, seed=3, turns=True)
    scores = games.games["scores"][0].tolist()
    first = games.turns["move"]["score"].tolist()  # type: ignore[index]
    assert (scores[:3], first) == ([first[0], -50, 0], first[:1])
    assert games.games["ending"].tolist() == [2]


def test_a_stop_keeps_what_is_finished_and_the_run_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "input"
    players = odd_program("dies", file), GREEDY
    whole, log = played(players, tmp_path)
    plan, output = MatchPlan(players, LEXICON, STANDARD, 6, 3), tmp_path / "stopped.csv"
    match = Match(plan, this_process, SeriesFiles(log=output))
    with (
        match.series,
        pytest.raises(EngineError, match=r"\), game 3: ends with .*; the question was: position"),
    ):
        match.play(lambda _: (tmp_path / "input.once").touch() if match.games_counted == 2 else None)
    assert match.report().statistics.games == 2
    (tmp_path / "input.once").unlink()
    match = Match(plan, lambda: local_processes(2), SeriesFiles(log=output, resume=True))
    with match.series:
        match.play()
        match.write_log()
    assert match.series.played == 6 - 3
    assert output.read_text(encoding="utf-8") == log
    assert match.report().statistics == whole.statistics


def test_programs_that_cannot_start_are_known_before_the_match(tmp_path: Path) -> None:
    plan = MatchPlan((GREEDY, program("no-such-program", on_failure="forfeit")), LEXICON, STANDARD, 6)
    with pytest.raises(EngineStartError, match=r"program \(no-such-program\): cannot be started"):
        Match(plan, this_process, SeriesFiles(log=tmp_path / "games.csv"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("spells", "'hello there', which is no legal move: 'hello there' is not a move"),
        ("cheats", "'8D ZZYZX', which is no legal move: "),
        ("invents", "'8D [A-Z]+', which is no legal move: [A-Z]+ is not in SCOWL80"),
        ("hides", r"'ex\.3', which is no legal move: it does not name the tiles to exchange"),
    ],
)
def test_illegal_moves_are_refused_with_the_question(mode: str, reason: str) -> None:
    rack = STANDARD.tiles.parse_rack("BCDFGHJ")
    position = Position(STANDARD, Position.initial(STANDARD).board, (rack, None), (0, 0))
    with pytest.raises(EngineError, match=f"answers {reason}.*; the question was: position cgp 15/"):
        MoveChooser(WORDS).choose_in(odd_program(mode), position)


def test_a_position_is_answered() -> None:
    position = Position(STANDARD, Position.initial(STANDARD).board, (RACK, None), (0, 0))
    move, value = MoveChooser(WORDS).choose_in(odd_program("plays"), position, seconds=50.0)
    assert (str(move), value) == ("(pass)", 0)


def test_the_time_for_a_game_is_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "input"
    strategy = odd_program("plays", file, game_seconds=500.0, seconds=30.0)
    play_games([strategy, GREEDY], WORDS, seed=3)
    clocks = [line.split() for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("go")]
    assert all(words[:3] == ["go", "movetime", "30000"] and words[3] == "1time" for words in clocks)
    left = [int(words[4]) for words in clocks]
    assert left[0] == 500_000
    assert left == sorted(left, reverse=True)
    assert left[-1] > 300_000


@pytest.mark.parametrize("module", ["sims.games.games", "sims.decisions.decision"])
def test_a_program_is_started_before_its_clock(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, were_ready = tmp_path / "input", []

    def look_at_clock() -> float:
        were_ready.append(file.exists() and "isready" in file.read_text(encoding="utf-8"))
        return 0.0

    monkeypatch.setattr(f"{module}.perf_counter", look_at_clock)
    strategy = odd_program("plays", file)
    if module == "sims.games.games":
        play_games([strategy, GREEDY], WORDS, seed=3)
    else:
        position = Position(STANDARD, Position.initial(STANDARD).board, (RACK, None), (0, 0))
        task = DecisionTask(0, Place("position"), position, LEXICON)
        assert judge_task(DecisionPlan((strategy,), JudgePlan(candidates=0)), task).error is None
    assert were_ready
    assert all(were_ready)


def test_the_time_of_a_failure_is_not_that_of_a_move() -> None:
    slow = odd_program("sleeps", on_failure="forfeit", seconds=0.1, grace=0.1)
    assert play_games([slow, GREEDY], WORDS, seed=3).seconds == (0.0, 0.0)


def test_places_where_a_program_cannot_play(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('kind = "program"\n[program]\ncommand = ["cat"]\n', encoding="utf-8")
    with pytest.raises(
        ConfigError, match="is an outside program, but a static one is required; programs play"
    ):
        StaticStrategy.load(file)
    simulating = tmp_path / "simulates.toml"
    simulating.write_text('kind = "simulation"\niterations = 9\nevaluator = "mine.toml"\n', encoding="utf-8")
    with pytest.raises(
        ConfigError, match=r"simulates\.toml, evaluator: the strategy .* is an outside program"
    ):
        load_strategy(simulating)
    seats = (Seat(name="Ann"), Seat(name="Ben", strategy=str(file)))
    with pytest.raises(ConfigError, match="mine is an outside program, in a duplicate game"):
        DuplicateGame(GameSetup(mode=Mode.DUPLICATE, seats=seats))


def free_game(mode: str, folder: Path, **options: str) -> GameSetup:
    """A game of a person against a program, which moves first."""
    mine = write_program(folder / "mine.toml", sys.executable, "-S", "-E", str(ODD_ENGINE), mode, **options)
    return GameSetup(mode=Mode.FREE, seats=(Seat(name="Jack", strategy=str(mine)), Seat(name="Ann")), seed=2)


def test_a_program_plays_a_person(tmp_path: Path) -> None:
    game = begin(free_game("plays", tmp_path))
    assert game.let_engines_act() == 1
    game.do(TakeTurn("-"))
    assert game.let_engines_act() == 1
    assert [str(event.move) for event in game.game.events] == ["(pass)"] * 3  # type: ignore[attr-defined]


def test_a_program_forfeits_to_a_person(tmp_path: Path) -> None:
    setup = free_game("dies", tmp_path, on_failure="forfeit")
    with begin_saved(tmp_path / "game", setup) as saved:
        assert saved.session.let_engines_act() == 1
        after = saved.session
    assert (after.is_over, after.scores, after.waiting_for) == (True, (-50, 0), ())
    assert "#note Jack forfeits: mine (" in after.gcg()
    with resume(tmp_path / "game") as again:
        assert isinstance(again.session, FreeGame)
        assert (again.session.is_over, again.session.scores, again.session.gcg()) == (
            True,
            (-50, 0),
            after.gcg(),
        )
        assert again.session.why_over is not None
        assert again.session.why_over.startswith("Jack forfeits: mine (")


def test_a_program_that_stops_a_game_with_a_person_can_be_asked_again(tmp_path: Path) -> None:
    game = begin(free_game("dies", tmp_path))
    for _ in range(2):
        with pytest.raises(EngineError, match="ends with exit code 1 before a move") as caught:
            game.let_engines_act()
        assert "position cgp" not in str(caught.value)
    assert (game.is_over, game.actions) == (False, ())


def test_only_programs_forfeit() -> None:
    game = begin(GameSetup(mode=Mode.FREE, seats=(Seat(name="Ann"), Seat(name="Jack", strategy="greedy"))))
    with pytest.raises(PlayError, match="only outside programs forfeit games"):
        game.do(Forfeit("I give up"))
