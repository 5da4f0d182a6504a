"""Processes of outside engines: what they are asked, every way to fail, and that none of them is left."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from programs import ODD_ENGINE, is_running, odd_program, program
from waiting import wait_until

from movegen import Position, Variant
from sims.engines import (
    MAX_IDLE,
    EngineProcess,
    Question,
    borrow_engine,
    close_engines,
    engine_process,
    start_engines,
    stop_engines,
)
from sims.engines.protocol import move_words
from sims.errors import EngineError, EngineStartError, EngineStoppedError

STANDARD = Variant.standard()
POSITION = Position(
    STANDARD, Position.initial(STANDARD).board, (STANDARD.tiles.parse_rack("AEINRST"), None), (3, 4)
)
QUESTION = Question(POSITION, 2.5, 600)


def ask(mode: str, limit: float = 100.0) -> str:
    engine = EngineProcess(odd_program(mode))
    try:
        return engine.best_move(QUESTION, limit)
    finally:
        engine.kill()


def test_the_question_is_a_position_a_clock_and_new_games(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    engine = EngineProcess(odd_program("plays", file))
    assert engine.title == "Odd"
    one, other = object(), object()
    assert [engine.best_move(QUESTION, 100, game) for game in (one, one, other)] == ["pass"] * 3
    assert engine.best_move(Question(POSITION, 1), 100, other) == "pass"
    engine.close()
    asked = [f"position cgp {POSITION.cgp()}", "go movetime 2500 1time 600000"]
    assert file.read_text(encoding="utf-8").splitlines() == [
        "ucgi", "isready",
        "ucginewgame", *asked, *asked, "ucginewgame", *asked, asked[0], "go movetime 1000",
        "quit",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        (
            "dies",
            r"ends with exit code 1 before a move \(it wrote to standard error: ZeroDivisionError: out of",
        ),
        ("killed", "is killed by SIGKILL before a move"),
        ("closes", "closes its standard output before a move"),
        ("floods", "writes more than 1,048,576 bytes, but not a move"),
        ("one-line", "writes a line of more than 65,536 bytes"),
        ("long", "writes a line of more than 65,536 bytes"),
        ("chess", "answers 'move e2e4', which is no `bestmove`"),
        ("binary", r"answers '\\x00\\xff\\xfe\\x80', which is no `bestmove`"),
        ("refuses", "answers 'error I am out of ideas'"),
        ("empty", "answers 'bestmove', which is no `bestmove` with a move"),
    ],
)
def test_failures_are_one_line(mode: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if mode == "closes":  # only then the process does not end by itself
        monkeypatch.setattr(engine_process, "_SECONDS_TO_EXIT", 0.1)
    with pytest.raises(EngineError, match=message) as caught:
        ask(mode)
    text = str(caught.value)
    assert text.startswith(f"{mode} ({sys.executable} ")
    assert "\n" not in text
    assert len(text) < 1500


def test_silence_has_a_limit() -> None:
    with pytest.raises(EngineError, match=r"gives no answer within 0\.2 s: a move was expected; if it"):
        ask("sleeps", 0.2)


def test_answers_without_a_question_are_refused() -> None:
    engine = EngineProcess(odd_program("twice"))
    try:
        assert engine.best_move(QUESTION, 100) == "pass"
        with pytest.raises(EngineError, match="answers 'bestmove pass' without a question"):
            for _ in range(100):  # the second line may come a little later than the first
                engine.best_move(QUESTION, 100)
    finally:
        engine.kill()


def test_complaints_neither_block_nor_fill_the_memory() -> None:
    engine = EngineProcess(odd_program("complains"))
    for _ in range(5):
        assert engine.best_move(QUESTION, 100) == "pass"
    error = str(engine.failure("fails"))
    assert "(it wrote to standard error: complaint)" in error
    assert len(error) < 1000
    engine.close()


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("start-dies", r"ends with exit code 1 before `ucgiok` \(it wrote to standard error: no licence\)"),
        ("start-floods", "writes more than 1,048,576 bytes, but not `ucgiok`"),
    ],
)
def test_a_program_that_does_not_greet(mode: str, message: str) -> None:
    with pytest.raises(EngineStartError, match=message):
        EngineProcess(odd_program(mode))


def test_a_program_that_does_not_greet_in_time() -> None:
    with pytest.raises(EngineStartError, match=r"gives no answer within 0\.2 s: `ucgiok` was expected"):
        EngineProcess(odd_program("start-sleeps", start_seconds=0.2))


@pytest.mark.parametrize(
    ("command", "options", "message"),
    [
        (("no-such-program",), {}, "No such file or directory"),
        ((str(ODD_ENGINE.parent),), {}, "Permission denied"),
        ((sys.executable,), {"folder": "/no/such/folder"}, "No such file or directory"),
        ((sys.executable, "a\0b"), {}, "embedded null byte"),
    ],
)
def test_a_program_that_cannot_be_started(
    command: tuple[str, ...], options: dict[str, str], message: str
) -> None:
    with pytest.raises(EngineStartError, match=rf"cannot be started \({message}\); correct `command`"):
        start_engines([program(*command, **options)])


@pytest.mark.parametrize("way", ["close", "kill"])
def test_no_process_is_left(way: str) -> None:
    engine = EngineProcess(odd_program("stubborn"))
    engine.best_move(QUESTION, 100)
    pids = [int(pid) for pid in engine.title.split()]
    assert len(pids) == 2
    assert all(map(is_running, pids))
    getattr(engine, way)()
    wait_until(lambda: not any(map(is_running, pids)))
    getattr(engine, way)()  # again: nothing happens


def test_no_process_outlives_a_killed_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        f"import sys, time\nsys.path.insert(0, {str(ODD_ENGINE.parent)!r})\n"
        "from programs import odd_program\nfrom sims.engines import EngineProcess\n"
        "print(EngineProcess(odd_program('stubborn')).title, flush=True)\ntime.sleep(1000)\n",
        encoding="utf-8",
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, encoding="utf-8") as parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(pids) == 2
        parent.send_signal(signal.SIGKILL)
    wait_until(lambda: not any(map(is_running, pids)))


def test_an_engine_is_started_once_and_again_after_a_failure() -> None:
    strategy = odd_program("plays")
    with borrow_engine(strategy) as first:
        pass
    with borrow_engine(strategy) as second:
        assert second is first
        with borrow_engine(strategy) as other:  # as in another thread
            assert other is not first
    with pytest.raises(KeyboardInterrupt), borrow_engine(strategy):
        raise KeyboardInterrupt
    with borrow_engine(strategy) as third:
        assert third.best_move(QUESTION, 100) == "pass"
    close_engines()
    with pytest.raises(EngineError), borrow_engine(odd_program("dies")) as dying:
        dying.best_move(QUESTION, 100)
    close_engines()


def test_threads_that_play_at_the_same_time_keep_an_engine_each() -> None:
    """None is started again for every move."""
    strategy = odd_program("plays")
    with borrow_engine(strategy) as first, borrow_engine(strategy) as second:
        pass
    with borrow_engine(strategy) as one, borrow_engine(strategy) as other:
        assert {one, other} == {first, second}
        assert one.best_move(QUESTION, 100) == other.best_move(QUESTION, 100) == "pass"
    close_engines()


def test_threads_share_engines() -> None:
    strategy, answers = odd_program("plays"), []

    def play() -> None:
        for _ in range(5):
            with borrow_engine(strategy) as engine:
                answers.append(engine.best_move(QUESTION, 100))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == ["pass"] * 20
    close_engines()


def test_engines_in_use_can_be_stopped(tmp_path: Path) -> None:
    (tmp_path / "input.once").touch()
    strategy, errors = odd_program("sleeps", tmp_path / "input"), []

    def play() -> None:
        try:
            with borrow_engine(strategy) as engine:
                engine.best_move(QUESTION, 1000)
        except EngineStoppedError as error:
            errors.append(error.problem)

    thread = threading.Thread(target=play)
    thread.start()
    wait_until(
        lambda: (tmp_path / "input").exists() and "go " in (tmp_path / "input").read_text(encoding="utf-8")
    )
    stop_engines()
    thread.join()
    assert errors == ["was stopped while it was thinking"]


@pytest.mark.parametrize("mode", ["waits", "sleeps"])
def test_an_engine_is_asked_to_stop(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers with its best move, or is stopped soon after."""
    with closing(EngineProcess(odd_program(mode))) as engine:
        if mode == "waits":
            assert engine.best_move(QUESTION, 1000, should_stop=lambda: True) == "pass"
        else:
            monkeypatch.setattr(engine_process, "_SECONDS_TO_STOP", 0.1)
            monkeypatch.setattr(engine_process, "_SECONDS_TO_QUIT", 0.1)
            with pytest.raises(EngineStoppedError, match="was stopped while it was thinking"):
                engine.best_move(QUESTION, 1000, should_stop=lambda: True)


def test_only_so_many_engines_are_kept() -> None:
    first = odd_program("plays", seconds=1.0)
    with borrow_engine(first) as engine:
        pid = engine._process.pid
    start_engines([odd_program("plays", seconds=2.0 + number) for number in range(MAX_IDLE)])
    assert not is_running(pid)
    close_engines()


def test_a_fork_leaves_the_engines_alone() -> None:
    strategy = odd_program("plays")
    start_engines([strategy])
    pid = os.fork()
    if not pid:
        close_engines()
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    with borrow_engine(strategy) as engine:
        assert engine.best_move(QUESTION, 100) == "pass"
    close_engines()


def test_best_moves_are_recognised() -> None:
    assert [move_words(line) for line in ("bestmove  8D WAREZ ", "bestmoves x", "info bestmove", "")] == [
        "8D WAREZ", None, None, None,
    ]  # fmt: skip
