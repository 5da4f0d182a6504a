"""The lines that an engine is asked, and `stop`, which ends the thinking about a question."""

import os
from io import BytesIO

import pytest

from sims.engines import MAX_LINE
from sims.games import read_requests


def test_all_lines_come_in_their_order() -> None:
    lines = [b"ucgi\n", b"\n", b"go\n", b"stop\n", b"no end"]
    assert [request.line for request in read_requests(BytesIO(b"".join(lines)))] == lines


def test_of_a_long_line_only_the_beginning_comes() -> None:
    long, after = read_requests(BytesIO(b"x" * 3 * MAX_LINE + b"\nisready\n"))
    assert MAX_LINE < len(long.line) < MAX_LINE + 10
    assert after.line == b"isready\n"


@pytest.mark.parametrize(
    ("lines", "stopped"),
    [
        (["go"], [False]),
        (["stop", "go"], [False]),
        (["go movetime 10", " stop"], [True]),
        (["go", "isready", "stop", "stop", "go", "stopped"], [True, False]),
        (["go", "stop", "go", "stop"], [True, True]),
    ],
)
def test_stop_is_for_the_last_question_before_it(lines: list[str], stopped: list[bool]) -> None:
    """Also if the question has not been answered, or not even begun, when `stop` comes."""
    requests = list(read_requests(BytesIO("\n".join(lines).encode())))
    questions = [request for request in requests if request.line.startswith(b"go")]
    assert [request.control.is_stopped for request in questions] == stopped


def test_a_line_comes_before_the_next_is_written() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0) as file:
        requests = read_requests(file)
        for line in (b"go\n", b"stop\n"):
            os.write(writing, line)
            request = next(requests)
            assert request.line == line
        assert request.control.is_stopped
        os.close(writing)
        assert list(requests) == []
