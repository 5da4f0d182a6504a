"""The API of the page of puzzles: the next one, tries, hints, the answer, and what is noted."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from puzzles import BINGO, ENDGAME, puzzle_of
from starlette.testclient import TestClient
from web_server import expect_refusal, open_client, post

from jackdaw.puzzles import encode_puzzles, read_puzzles, sample_puzzles
from jackdaw.web.application import Settings
from sims.puzzles import Puzzle

pytestmark = pytest.mark.core


def easy() -> Puzzle:
    """Return the first puzzle of the page; made once."""
    return puzzle_of(ENDGAME)


def bingo() -> Puzzle:
    """Return the second puzzle of the page; made once."""
    return puzzle_of(BINGO)


@pytest.fixture
def progress(tmp_path: Path) -> Path:
    return tmp_path / "progress.json"


@pytest.fixture
def client(tmp_path: Path, progress: Path) -> Iterator[TestClient]:
    file = tmp_path / "puzzles.jsonl"
    file.write_bytes(encode_puzzles([easy(), bingo()]))
    with open_client(Settings(puzzles=str(file), progress=progress)) as found:
        yield found


def saved(progress: Path) -> dict[str, dict[str, object]]:
    return dict(json.loads(progress.read_bytes())["puzzles"])


def test_puzzles_come_in_their_order_without_their_answers(client: TestClient) -> None:
    first = post(client, "puzzles/next")["puzzle"]
    assert (first["id"], first["left"], first["position"]["rack"]) == (easy().id, 2, "CEEINTU")
    assert easy().answer.move not in json.dumps(first) and first["lexicon"] == "SCOWL80"
    assert post(client, "puzzles/next", seen=[easy().id])["puzzle"]["id"] == bingo().id
    assert post(client, "puzzles/next", seen=[easy().id, bingo().id])["puzzle"]["id"] == easy().id
    assert post(client, "puzzles/next", seen=[bingo().id, easy().id])["puzzle"]["id"] == bingo().id
    assert post(client, "puzzles/next", filter="tag=hook") == {"puzzle": None, "next_due": None}


@pytest.mark.medium
def test_a_wrong_move_counts_and_does_not_tell_the_answer(client: TestClient, progress: Path) -> None:
    found = post(client, "puzzles/try", id=easy().id, text="15h enticer")
    assert found["headline"] == "No: 15H ENTICE(R) loses 132 points."
    assert found["counts"] and not found["is_answer"] and not found["answer"]
    assert easy().answer.move not in json.dumps(found)
    again = post(client, "puzzles/try", id=easy().id, text="15h ceinture", noted=True)
    assert again["is_answer"] and len(again["answer"]) == 7 and "bingo" in again["tags"]
    assert saved(progress)[easy().id]["solved"] == 0
    assert post(client, "puzzles/next")["puzzle"]["id"] == easy().id  # it comes back today


@pytest.mark.medium
def test_a_solved_puzzle_comes_back_another_day(client: TestClient, progress: Path) -> None:
    assert post(client, "puzzles/try", id=easy().id, text="15h ceinture")["headline"].startswith("Yes:")
    assert saved(progress)[easy().id]["due"] == (date.today() + timedelta(days=1)).isoformat()
    assert post(client, "puzzles/next")["puzzle"]["id"] == bingo().id
    tomorrow = (date.today() + timedelta(days=1)).isoformat()
    assert post(client, "puzzles/next", filter="phase=endgame") == {"puzzle": None, "next_due": tomorrow}
    stats = {each["tag"]: (each["tries"], each["solved"]) for each in post(client, "puzzles/stats")}
    assert stats == dict.fromkeys(("all", *easy().tags), (1, 1))


def test_tiles_are_a_move(client: TestClient) -> None:
    answer = easy().answer_move
    assert answer is not None
    assert post(client, "puzzles/try", id=easy().id, tiles=answer.squares)["is_answer"]


def test_hints_and_the_answer(client: TestClient, progress: Path) -> None:
    hints = [post(client, "puzzles/hint", id=easy().id, number=number)["hint"] for number in range(4)]
    assert hints[0] == "It is a bingo." and hints[3] is None
    found = post(client, "puzzles/show", id=easy().id, hints=3)
    assert found["headline"] == "The best move is 15H CEINTU(R)E, 149 points."
    assert saved(progress)[easy().id]["solved"] == 0


def test_a_phony_does_not_count(client: TestClient, progress: Path) -> None:
    found = post(client, "puzzles/try", id=easy().id, text="15H UNTICER")
    assert found["headline"] == "UNTICER is not in SCOWL80." and not found["counts"]
    assert not progress.exists()


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("puzzles/next", {"filter": "tag=bngo"}),
        ("puzzles/try", {"id": "nothing", "text": "8D CAT"}),
        ("puzzles/try", {"id": "", "text": "8D CAT"}),
        ("puzzles/try", {"id": "", "text": "x" * 999}),
        ("puzzles/try", {"id": "", "tiles": [[0, 0, 200]]}),
        ("puzzles/hint", {"id": "", "number": -1}),
    ],
)
def test_bad_requests_are_refused_in_one_line(
    client: TestClient, progress: Path, path: str, fields: dict[str, object]
) -> None:
    if fields.get("id") == "":  # a puzzle is not made before a test needs it
        fields = fields | {"id": easy().id}
    assert expect_refusal(client, path, **fields)
    assert not progress.exists()


def test_results_that_cannot_be_saved_are_told(client: TestClient, progress: Path) -> None:
    progress.mkdir()
    assert "progress.json" in expect_refusal(client, "puzzles/next")


def test_a_file_that_is_none_is_refused_when_a_page_asks(tmp_path: Path) -> None:
    with open_client(Settings(puzzles=str(tmp_path / "none.jsonl"), progress=tmp_path / "p.json")) as client:
        assert client.get("/puzzles").status_code == 200
        assert "none.jsonl" in expect_refusal(client, "puzzles/next")


def test_the_included_puzzles_can_be_read() -> None:
    puzzles = read_puzzles(sample_puzzles())
    assert len(puzzles) > 50 and len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.method for puzzle in puzzles} >= {"simulation", "endgame"}
