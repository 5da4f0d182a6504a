"""The requests about lines, and the making of puzzles of a game's mistakes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_server import SAMPLE, expect_refusal, open_client, parse_events, post

from jackdaw.puzzles import read_puzzles
from jackdaw.web.application import Settings
from movegen import read_gcg, read_lines

pytestmark = pytest.mark.core
GCG = SAMPLE.decode()
EATING = {"move": "M9 ..TING", "rack": "GGINNTT"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with open_client(Settings(games=tmp_path, data=tmp_path, progress=tmp_path / "progress.json")) as found:
        yield found


def play(client: TestClient, **fields: Any) -> Any:
    return post(client, "lines/play", gcg=GCG, turn=7, **fields)


def test_moves_are_played_with_known_racks(client: TestClient) -> None:
    first = play(client, text="m9 eating")
    assert (first["heading"], first["rack"], first["unknown"]) == (
        "Line instead of 6H (P)ING in turn 7",
        "EIKNUWZ",
        0,
    )
    assert first["moves"][0]["text"] == "M9 ..TING"
    tiles = [[11, 13, 5], [12, 13, 23], [13, 13, 11]]
    second = play(client, moves=[EATING], tiles=tiles)
    assert [(each["move"], each["total"]) for each in second["moves"]] == [
        ("M9 (EA)TING", 135),
        ("N12 EWK", 99),
    ]
    assert (second["rack"], second["unknown"], second["finished"]) == ("GNT", 4, False)
    assert second["position"]["scores"] == [135, 99]


def test_a_rack_is_set_or_drawn(client: TestClient) -> None:
    moves = [EATING, {"move": "N12 EWK", "rack": "EIKNUWZ"}]
    line = {"gcg": GCG, "turn": 7, "moves": moves}
    assert post(client, "lines/show", **line, rack="EGINNTV")["rack"] == "EGINNTV"
    drawn = post(client, "lines/show", **line, draw=True)
    assert drawn["unknown"] == 0 and set("GNT") <= set(drawn["rack"])
    assert post(client, "lines/show", **line, draw=True)["rack"] == drawn["rack"]
    played = play(client, moves=moves, rack="EGINNTV", text="exch V")
    assert played["moves"][2]["rack"] == "EGINNTV"
    assert "is not possible" in expect_refusal(client, "lines/show", **line, rack="QQ")


def test_lines_are_saved_by_game_and_removed(client: TestClient, tmp_path: Path) -> None:
    line = {"gcg": GCG, "turn": 7, "moves": [EATING]}
    (saved,) = post(client, "lines/save", **line, name="eating")
    assert (saved["name"], saved["turn"], saved["problem"]) == ("eating", 7, None)
    (file,) = (tmp_path / "lines").glob("*.lines.json")
    (read,) = read_lines(file, read_gcg(GCG))
    assert read.name == "eating"
    assert post(client, "lines/file", gcg=GCG)["content"].encode() == file.read_bytes()
    noted = GCG.replace("\n>Ben", "\n#note a thought\n>Ben", 1)
    assert len(post(client, "lines/saved", gcg=noted)) == 1  # a note makes no other game
    other = Path("tests/data/games/greedy_v_rackh3.gcg").read_text(encoding="utf-8")
    assert post(client, "lines/saved", gcg=other) == []
    assert len(post(client, "lines/save", **line, name="eating")) == 1  # it is replaced
    assert "unknown line" in expect_refusal(client, "lines/remove", gcg=GCG, name="x")
    assert post(client, "lines/remove", gcg=GCG, name="eating") == []


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"turn": 99}, "there is no turn 99"),
        ({"turn": 7, "moves": [{"move": "8A ZZZ"}]}, "8A ZZZ"),
        ({"turn": 0}, "int` >= 1"),
        ({"turn": 7, "moves": [{"move": "pass"}] * 101}, "length <= 100"),
        ({"turn": 7, "name": " ", "moves": [EATING]}, "no name"),
        ({"turn": 7, "name": "a"}, "without moves is not saved"),
    ],
)
def test_impossible_lines_are_refused(
    client: TestClient, fields: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    path = "lines/save" if "name" in fields else "lines/show"
    assert problem in expect_refusal(client, path, gcg=GCG, **fields)
    assert not list(tmp_path.glob("lines/*"))


def test_pages_fill_the_folder_up_to_a_limit(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jackdaw.web.http.folders.MAX_FILES", 1)
    line = {"turn": 7, "moves": [{"move": "-"}], "name": "a"}
    post(client, "lines/save", gcg=GCG, **line)
    other = Path("tests/data/games/greedy_v_rackh3.gcg").read_text(encoding="utf-8")
    assert "1 files already" in expect_refusal(client, "lines/save", gcg=other, **line)
    assert len(post(client, "lines/save", gcg=GCG, **line | {"name": "b"})) == 2  # in the same file


def test_a_line_ends_with_the_game(client: TestClient) -> None:
    moves = [{"move": event.move.gcg} for event in read_gcg(GCG).turns[19:] if event.move]
    found = post(client, "lines/show", gcg=GCG, turn=20, moves=moves)
    assert found["finished"] and found["scores"] == "At the end: Ann Archer 503, Ben Boyle 362."


@pytest.mark.slow
def test_puzzles_are_made_of_mistakes(client: TestClient, tmp_path: Path) -> None:
    body = {"gcg": GCG, "turns": [22, 16]}
    response = client.post("/api/puzzles/make", json=body, headers={"X-Page": "test"})
    events = parse_events(response.text)
    assert events[-1][0] == "done"
    done = events[-1][1]
    assert done["count"] >= 1
    puzzles = read_puzzles(str(tmp_path / "puzzles" / f"{done['set']}.jsonl"))
    assert len(puzzles) == done["count"]
    assert {puzzle.origin.player for puzzle in puzzles} == {"Ben_Boyle"}
    lost = [puzzle.played.win_lost or 0 for puzzle in puzzles if puzzle.played is not None]
    assert lost == sorted(lost, reverse=True)  # the worst first
    shown = post(client, "puzzles/next", set=done["set"])["puzzle"]
    assert shown["id"] == puzzles[0].id and shown["left"] == len(puzzles)
    answer = post(client, "puzzles/show", set=done["set"], id=shown["id"])
    assert answer["is_answer"]
    assert json.loads((tmp_path / "progress.json").read_bytes())["puzzles"].keys() == {shown["id"]}
    assert "unknown puzzle" in expect_refusal(client, "puzzles/show", id=shown["id"])  # not one of the others


def test_sets_and_turns_must_exist(client: TestClient) -> None:
    for name in ("nothing", "../progress", "/etc/passwd"):
        assert "unknown set of puzzles" in expect_refusal(client, "puzzles/next", set=name)
    response = client.post("/api/puzzles/make", json={"gcg": GCG, "turns": [99]}, headers={"X-Page": "test"})
    assert parse_events(response.text)[-1] == ("failed", {"error": "there is no turn 99; expected 1 to 23"})
