"""Games that are played on the board, over HTTP: what is shown to whom, what is done, saved games."""

import http.client
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import pytest
from game_requests import AGAINST_JACK, begin, best, machines, now
from programs import ODD_ENGINE, write_program
from starlette.testclient import TestClient
from waiting import wait_until
from web_server import expect_refusal, open_client, parse_events, post

from jackdaw.web.analysis import WebLexica
from jackdaw.web.application import Settings, web_application
from jackdaw.web.play import SavedGames
from jackdaw.web.play.open_games import GameMovedOnError, OpenGames
from movegen import ConfigError, Lexicon, Rack, TileSet
from movegen.gcg import parse_gcg
from sims.errors import EngineStartError
from sims.play import FreeGame, GameSetup, Mode, Seat, TakeTurn, resume

pytestmark = pytest.mark.core
ODD = (sys.executable, "-S", "-E", str(ODD_ENGINE))
PEOPLE = [{"name": "Ann"}, {"name": "Ben"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    with open_client(Settings(games=folder)) as found:
        yield found


def play_out(client: TestClient, view: Any, most: int = 400) -> Any:
    """Make the best moves to the end."""
    for _ in range(most):
        if view["over"]:
            break
        if view["engine"] is not None:
            view = machines(client, view)
        elif view["accept"]:
            view = post(client, "games/step", **now(view), what="accept")
        else:
            view = post(client, "games/move", **now(view), text=best(client, view))
    assert view["over"]
    return view


@pytest.mark.parametrize("players", [2, 4])
def test_a_free_game_is_played_to_its_end(players: int, client: TestClient) -> None:
    engines = [{"name": name, "strategy": "greedy"} for name in ("Jack", "Jill", "Joe")]
    view = play_out(client, begin(client, seats=[{"name": "Ann"}, *engines[: players - 1]]))
    game = parse_gcg(client.get(f"/api/games/gcg/{view['name']}").content)
    assert game.is_finished and list(game.scores) == [player["score"] for player in view["players"]]
    assert "The game is over: " in view["result"] and view["seat"] is None and view["engine"] is None
    assert view["squares"] == game.state.board.squares.tolist()
    assert "the game is over" in expect_refusal(client, "games/move", **now(view), text="-")


def test_a_game_that_ends_without_scores_says_so(client: TestClient) -> None:
    view = begin(client, seats=PEOPLE)
    for _ in range(6):
        assert not view["over"]
        view = post(client, "games/move", **now(view), text="pass")
    assert view["result"].startswith("The game is over (6 turns in a row scored nothing): ")


def test_a_duplicate_game_is_played_to_its_end(client: TestClient) -> None:
    view = begin(client, "duplicate", [*PEOPLE, {"name": "Jill", "strategy": "greedy"}])
    while not view["over"]:
        if view["engine"] is not None:
            view = machines(client, view)
        elif view["seat"] == 0:
            view = post(client, "games/move", **now(view), text=best(client, view))
        else:
            view = post(client, "games/move", **now(view))
    ann, ben, jill = view["players"]
    assert (ann["place"], ann["percent"], ben["score"], jill["percent"]) == (1, 100.0, 0, 100.0)
    tops = [line for line in view["history"] if line["kind"] == "top"]
    assert sum(int(line["score"]) for line in tops) == ann["score"] and "no " in view["result"]
    response = client.get(f"/api/games/gcg/{view['name']}")
    assert response.status_code == 400 and "has no GCG" in response.json()["error"]


def test_rounds_are_reviewed(client: TestClient) -> None:
    redraw = {"rounds": 0, "before": 0, "after": 0}
    view = begin(client, "duplicate", AGAINST_JACK, redraw=redraw)
    for _ in range(2):
        post(client, "games/move", **now(view))
        view = machines(client, post(client, "games/game", name=view["name"]))
    review = post(client, "games/review", name=view["name"])
    assert (review["players"], review["unit"], len(review["rounds"])) == (["Ann", "Jack"], "points", 2)
    first, second = review["rounds"]
    nothing, top = first["answers"]
    assert (nothing["move"], nothing["lost"], nothing["laid"]) == ("no move", first["best"]["points"], [])
    assert (top["lost"], top["laid"]) == (0, first["best"]["laid"])
    for row, column, byte in first["best"]["laid"]:
        assert (first["squares"][row][column], second["squares"][row][column]) == (0, byte)
    assert post(client, "position", cgp=second["cgp"])["squares"] == second["squares"]
    assert "0 to 3" in expect_refusal(
        client, "games/begin", mode="duplicate", seats=PEOPLE, redraw={"before": 9}
    )
    free = begin(client)
    assert "review its record" in expect_refusal(client, "games/review", name=free["name"])


def test_training_goes_back_and_forward(client: TestClient) -> None:
    view = begin(client, "training", [{"name": "Ann"}])
    view = post(client, "games/train", **now(view), rack="einarst")
    assert view["rack"] == [1, 5, 9, 14, 18, 19, 20]
    view = post(client, "games/move", **now(view), text="8D RETAINS")
    assert view["last"] and view["rack"] == [] and view["history"][0]["score"] == "66"
    view = post(client, "games/step", **now(view), what="back")
    assert view["forward"] and view["history"][0]["kind"] == "undone"
    view = post(client, "games/step", **now(view), what="forward")
    view = post(client, "games/step", **now(view), what="draw")
    assert len(view["rack"]) == 7
    cgp = "15/15/15/15/15/15/15/7HIVE4/15/15/15/15/15/15/15 AEINRST/ 0/20 0"
    view = post(client, "games/train", **now(view), cgp=cgp)
    assert view["squares"][7][7:11] == [8, 9, 22, 5]
    phony = post(client, "games/try", **now(view), text="8H HIVET")
    assert not phony["legal"] and phony["words"] == [{"word": "HIVET", "valid": False}]
    hints = [post(client, "games/hint", name=view["name"], step=step)["hint"] for step in (1, 4)]
    assert "points" in hints[0] and hints[0] != hints[1]
    assert "unknown step" in expect_refusal(client, "games/step", **now(view), what="jump")


def test_racks_of_others_are_never_sent(client: TestClient, folder: Path) -> None:
    """Whatever the server says until the game is over, no rack is in it but that of whoever sits there."""
    tiles = TileSet.load("english")
    view = begin(client, seats=[*PEOPLE, {"name": "Jack", "strategy": "greedy"}])
    assert view["rack"] is None and view["secret"] and not view["cgp"] and not view["unseen"]
    tables: OpenGames = client.app.state.shared.games  # type: ignore[attr-defined]
    session = tables.open(view["name"]).session
    assert isinstance(session, FreeGame)
    for _ in range(6):
        if view["engine"] is not None:
            view = machines(client, view)
            continue
        assert view["rack"] is None
        seated = post(client, "games/game", name=view["name"], seated=True)
        mine = session.rack(seated["seat"])
        assert Rack.from_tiles(tiles, seated["rack"]) == mine
        sent = json.dumps(seated)
        others = [str(session.rack(seat)) for seat in range(3) if seat != seated["seat"]]
        # Right after a play a rack is short and can match by accident: EEEE is in the list of unseen tiles.
        full = [rack for rack in others if len(rack) == 7]
        assert full and not [rack for rack in full if rack in sent], sent
        view = post(client, "games/move", **now(view), text=best(client, view))
    record = client.get(f"/api/games/gcg/{view['name']}").text
    assert all(line.split()[1][0].isdigit() or line.split()[1][1:].isdigit() or line.split()[1][0] == "-"
               for line in record.splitlines() if line.startswith(">"))  # fmt: skip


def test_exchanged_tiles_are_hidden_until_the_end(client: TestClient) -> None:
    view = begin(client, seats=[{"name": "Ann"}, {"name": "Ben"}])
    rack = post(client, "games/game", name=view["name"], seated=True)["rack"]
    tiles = TileSet.load("english")
    view = post(client, "games/move", **now(view), text=f"-{tiles.rack_text(rack[0])}")
    assert view["history"][0]["what"] == "(exch 1)"


def test_a_phony_is_taken_back(client: TestClient) -> None:
    view = begin(client, seats=PEOPLE)
    rack = post(client, "games/game", name=view["name"], seated=True)["rack"]
    letters, words = "".join(chr(64 + tile) for tile in rack if tile), Lexicon.load()
    word = next(
        each for seed in range(99) if (each := "".join(random.Random(seed).sample(letters, 5))) not in words
    )
    tried = post(client, "games/try", **now(view), text=f"8D {word}")
    assert tried["words"] == [] and tried["legal"]  # a phony that can be challenged is not reported
    view = post(client, "games/move", **now(view), text=f"8D {word}")
    assert view["challenge"] is True and view["last"]
    view = post(client, "games/step", **now(view), what="challenge")
    assert view["history"][-1]["what"] == "phony withdrawn" and not any(map(any, view["squares"]))
    assert view["seat"] == 1


def test_phonies_are_reported_where_they_cannot_be_played(client: TestClient) -> None:
    view = begin(client, challenge="void")
    rack = "".join(chr(64 + tile) for tile in view["rack"] if tile)[:5]
    found = post(client, "games/try", **now(view), text=f"8D {rack}")
    assert found["legal"] is (rack in Lexicon.load())


def test_what_was_meant_for_an_earlier_game_is_refused(client: TestClient) -> None:
    view = begin(client, seats=PEOPLE)
    later = post(client, "games/move", **now(view), text="pass")
    assert "gone on" in expect_refusal(client, "games/move", **now(view), text="pass")
    assert later["revision"] == 1 and later["seat"] == 1
    engine = begin(client, seats=[AGAINST_JACK[1], {"name": "Ann"}])
    assert engine["engine"] == 0 and engine["rack"] is not None
    assert "it is not your turn" in expect_refusal(client, "games/move", **now(engine), text="pass")
    assert "it is not your turn" in expect_refusal(client, "games/hint", name=engine["name"])
    assert machines(client, engine)["seat"] == 1


def test_the_clock_counts_only_who_is_there(client: TestClient) -> None:
    view = begin(client, seats=PEOPLE, minutes=25)
    assert view["clock"] and not view["running"]
    seated = post(client, "games/game", name=view["name"], seated=True)
    assert seated["running"] and seated["players"][0]["seconds"] == 1500
    after = post(client, "games/move", **now(view), text="pass")
    assert not after["running"] and after["players"][0]["seconds"] < 1500


def test_an_engine_that_thinks_already_is_waited_for(client: TestClient) -> None:
    view = begin(client, seats=[AGAINST_JACK[1], {"name": "Ann"}])
    tables: OpenGames = client.app.state.shared.games  # type: ignore[attr-defined]
    table = tables.open(view["name"])
    table.thinking.acquire()
    assert "thinking" in expect_refusal(client, "games/hint", name=view["name"])
    Timer(0.3, table.thinking.release).start()
    assert machines(client, view)["seat"] == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"seats": [{"name": "Ann"}]}, "1 player in a free game"),
        ({"seats": []}, "0 players in a free game; expected 2 to 4"),
        ({"seats": [{"name": "Ann"}, {"name": "Ann"}]}, "have the same name"),
        ({"seats": [{"name": " "}, {"name": "Ann"}]}, "is not a valid name"),
        ({"seats": [{"name": "Ann"}, {"name": "x", "strategy": "/etc/passwd"}]}, "unknown strategy"),
        ({"seats": [{"name": "Ann"}, {"name": "x", "strategy": "../x.toml"}]}, "unknown strategy"),
        ({"rules": "/tmp/x.toml"}, "unknown rules"),
        ({"lexicon": "/etc/passwd"}, "unknown lexicon"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": 601}, "minutes"),
        ({"mode": "chess"}, "mode"),
        ({"seats": [{"name": "A" * 61}, {"name": "Ann"}]}, "name"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_a_line(
    more: dict[str, Any], said: str, client: TestClient, folder: Path
) -> None:
    assert said in expect_refusal(client, "games/begin", **({"mode": "free", "seats": AGAINST_JACK} | more))
    assert not folder.exists() or not list(folder.iterdir())


@pytest.mark.parametrize(
    "name", ["", "..", "../games/x", "/etc/passwd", "x.jackdaw", "free\x00", "*", "a" * 200, "secret"]
)
def test_only_games_of_the_folder_are_opened(name: str, client: TestClient, folder: Path) -> None:
    kept = begin(client)["name"]
    outside = folder.parent / "secret.jackdaw"
    outside.write_bytes((folder / f"{kept}.jackdaw").read_bytes())
    (folder / "secret.jackdaw").symlink_to(outside)
    for path in ("games/game", "games/kibitz", "games/hint"):
        refusal = expect_refusal(client, path, name=name)
        assert "unknown saved game" in refusal and refusal.endswith("; it may have been deleted")
    response = client.get(f"/api/games/gcg/{'x' if not name else name.encode().hex()}")
    assert response.status_code == 400


def test_games_are_listed_the_last_one_first(client: TestClient, folder: Path) -> None:
    assert post(client, "games") == []
    names = [begin(client)["name"], begin(client, seats=PEOPLE)["name"]]
    (folder / "broken.jackdaw").write_text("{", encoding="utf-8")
    (folder / "other.txt").write_text("", encoding="utf-8")
    listed = {game["name"]: game for game in post(client, "games")}
    assert set(listed) == {*names, "broken"} and listed["broken"]["problem"] == "not a saved game"
    assert listed[names[1]]["players"] == ["Ann", "Ben"] and listed[names[1]]["mode"] == "free"


def test_tables_are_cleared_and_laid_again(tmp_path: Path) -> None:
    lexica = WebLexica()
    tables = OpenGames(SavedGames(tmp_path), lexica, max_open=2)
    seats = Seat(name="Ann"), Seat(name="Ben")
    begun = [tables.begin(GameSetup(mode=Mode.FREE, seats=seats, seed=seed)) for seed in range(3)]
    assert len(tables) == 2
    with resume(tmp_path / f"{begun[0].name}.jackdaw") as free:  # nobody holds its file
        assert free.session.rack(0) == begun[0].session.rack(0)
    with pytest.raises(GameMovedOnError):  # a page that was late: it would not be saved
        begun[0].do(TakeTurn("pass"), 0)
    again = tables.open(begun[0].name)
    assert again is not begun[0] and again.session.rack(1) == begun[0].session.rack(1)
    assert tables.open(begun[2].name) is begun[2]
    tables.close()
    assert len(tables) == 0


def test_a_table_at_which_somebody_thinks_is_not_cleared(tmp_path: Path) -> None:
    tables = OpenGames(SavedGames(tmp_path), WebLexica(), max_open=1)
    seats = Seat(name="Ann"), Seat(name="Ben")
    first = tables.begin(GameSetup(mode=Mode.FREE, seats=seats))
    with first.thinking:
        tables.begin(GameSetup(mode=Mode.FREE, seats=seats))
        assert tables.open(first.name) is first
    tables.begin(GameSetup(mode=Mode.FREE, seats=seats))
    assert len(tables) == 1
    tables.close()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["free", "duplicate", "training"])
def test_a_killed_server_loses_nothing(mode: str, board_program: Callable[..., Any], tmp_path: Path) -> None:
    process, port = board_program(XDG_DATA_HOME=str(tmp_path))

    def ask(path: str, **requested: Any) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connection.request("POST", f"/api/{path}", json.dumps(requested))
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        assert response.status == 200, answer
        return answer

    seats = [{"name": "Ann"}] if mode == "training" else PEOPLE
    clock = {} if mode == "training" else {"minutes": 25}
    view = ask("games/begin", mode=mode, seats=seats, **clock)
    for _ in range(random.Random(mode).randrange(2, 7)):
        if mode == "training":
            view = ask("games/step", **now(view), what="draw")
        view = ask("games/game", name=view["name"], seated=True)
        best = ask("games/kibitz", name=view["name"])["rows"]
        plays = [row["move"] for row in best if not row["move"].startswith("(")]
        if not plays:  # racks are drawn at random
            if mode == "free":  # another one comes only after a move
                view = ask("games/move", **now(view), text="pass")
            continue
        tried = ask("games/try", **now(view), text=plays[0])
        assert not tried["error"], (plays, tried, view)
        view = ask("games/move", **now(view), text=tried["text"])
    before = ask("games/game", name=view["name"], seated=True)
    process.kill()
    process.wait(20)
    process, port = board_program(XDG_DATA_HOME=str(tmp_path))
    (kept,) = ask("games")
    after = ask("games/game", name=kept["name"], seated=True)
    assert before["revision"] and after | {"thinking": 0} == before | {"thinking": 0}


def test_a_program_named_at_the_start_can_be_chosen(folder: Path, tmp_path: Path) -> None:
    mine = write_program(tmp_path / "mine.toml", *ODD, "plays")
    with open_client(Settings(games=folder, engines=(str(mine),))) as client:
        assert '<option value="mine"' in client.get("/play").text
        view = begin(client, seats=[{"name": "Jack", "strategy": "mine"}, {"name": "Ann"}])
        assert len(machines(client, view)["history"]) == 1
        for name in ("other", str(mine), "../mine"):
            error = expect_refusal(
                client, "games/begin", mode="free", seats=[{"name": "A"}, {"name": "B", "strategy": name}]
            )
            assert error.startswith("unknown strategy")


def test_a_program_that_fails_is_reported_and_may_forfeit(folder: Path, tmp_path: Path) -> None:
    stops = write_program(tmp_path / "stops.toml", *ODD, "dies")
    loses = write_program(tmp_path / "loses.toml", *ODD, "dies", on_failure="forfeit")
    with open_client(Settings(games=folder, engines=(str(stops), str(loses)))) as client:
        view = begin(client, seats=[{"name": "Jack", "strategy": "stops"}, {"name": "Ann"}])
        response = client.post("/api/games/machines", json=now(view), headers={"X-Page": "test"})
        name, data = parse_events(response.text)[-1]
        assert name == "failed"
        assert "ends with exit code 1 before a move" in data["error"]
        assert not post(client, "games/game", name=view["name"])["over"]
        view = begin(client, seats=[{"name": "Jack", "strategy": "loses"}, {"name": "Ann"}])
        end = machines(client, view)
        assert (end["over"], [player["score"] for player in end["players"]]) == (True, [-50, 0])
        assert end["result"].startswith("The game is over (Jack forfeits: loses (")
        assert end["result"].endswith("): Ann won")


def test_files_of_engines_are_checked_at_the_start(tmp_path: Path) -> None:
    missing = write_program(tmp_path / "mine.toml", "no-such-program")
    with pytest.raises(EngineStartError, match="cannot be started"):
        web_application(Settings(engines=(str(missing),)))
    same = write_program(tmp_path / "static.toml", *ODD, "plays")
    with pytest.raises(ConfigError, match="another strategy is called 'static'; rename the file"):
        web_application(Settings(engines=(str(same),)))


def test_a_server_that_ends_stops_programs_without_a_forfeit(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "input.once").touch()
    slow = write_program(
        tmp_path / "slow.toml", *ODD, "sleeps", str(tmp_path / "input"), on_failure="forfeit"
    )
    with open_client(Settings(games=folder, engines=(str(slow),))) as client:
        view = begin(client, seats=[{"name": "Jack", "strategy": "slow"}, {"name": "Ann"}])

        def stop() -> None:
            wait_until(lambda: "go " in (tmp_path / "input").read_text(encoding="utf-8"))
            client.app.state.shared.stop_jobs()  # type: ignore[attr-defined]

        waiting = Thread(target=stop)
        waiting.start()
        response = client.post("/api/games/machines", json=now(view), headers={"X-Page": "test"})
        waiting.join()
        *_, (name, data), ending = parse_events(response.text)
        assert name == "done" and data["revision"] == 0, data
        assert ending == ("ending", {})
        assert post(client, "games/game", name=view["name"])["revision"] == 0


def endless(folder: Path) -> str:
    """The file of an engine that would think for days."""
    file = folder / "endless.toml"
    file.write_text(
        'kind = "simulation"\nevaluator = "static"\nplies = 2\niterations = 1_000_000_000\n', encoding="utf-8"
    )
    return str(file)


def sleeping(folder: Path) -> str:
    """The file of a program that answers no question."""
    (folder / "input.once").touch()
    return str(write_program(folder / "endless.toml", *ODD, "sleeps", str(folder / "input")))


@pytest.mark.parametrize("engine", [endless, sleeping])
def test_an_engine_that_thinks_moves_at_once(
    engine: Callable[[Path], str], folder: Path, tmp_path: Path
) -> None:
    with open_client(Settings(games=folder, engines=(engine(tmp_path),))) as client:
        view = begin(client, seats=[{"name": "Jack", "strategy": "endless"}, {"name": "Ann"}])
        game = client.app.state.shared.games.open(view["name"])  # type: ignore[attr-defined]
        found: list[Any] = []
        waiting = Thread(target=lambda: found.append(machines(client, view)))
        waiting.start()
        wait_until(game.thinking.locked)
        post(client, "games/hurry", **now(view))
        waiting.join()  # the computing has ended
        assert (found[0]["revision"], found[0]["seat"], game.thinking.locked()) == (1, 1, False)
        error = expect_refusal(client, "games/hurry", **now(found[0]))
        assert error == "no engine is thinking about a move; make yours"
    with resume(folder / f"{view['name']}.jackdaw") as saved:  # the move is not thought out again
        assert len(saved.session.actions) == 1 and saved.session.waiting_for == (1,)


def test_an_engine_moves_at_once_though_no_page_waits_for_it(folder: Path, tmp_path: Path) -> None:
    with open_client(Settings(games=folder, engines=(endless(tmp_path),))) as client:
        view = begin(client, seats=[{"name": "Jack", "strategy": "endless"}, {"name": "Ann"}])
        assert post(client, "games/hurry", **now(view))["revision"] == 1


def test_nobody_thinks_for_a_page_that_was_closed_or_a_game_that_was_deleted(
    folder: Path, tmp_path: Path
) -> None:
    with open_client(Settings(games=folder, engines=(endless(tmp_path),))) as client:
        games = client.app.state.shared.games  # type: ignore[attr-defined]
        for end in ("stop", "games/delete"):
            view = begin(client, seats=[{"name": "Jack", "strategy": "endless"}, {"name": "Ann"}])
            game = games.open(view["name"])
            waiting = Thread(target=lambda view=view: machines(client, view))
            waiting.start()
            wait_until(game.thinking.locked)
            post(client, end, **({"name": view["name"]} if end != "stop" else {}))
            waiting.join()
            assert game.revision == 0 and not game.thinking.locked()
        assert [each["name"] for each in post(client, "games")] != [view["name"]]


def test_the_last_turns_of_crossplay(client: TestClient) -> None:
    """The page says how many turns are left once the bag is empty, and the record can be read."""
    view, bags = begin(client, seats=PEOPLE, rules="crossplay"), []
    while not view["over"]:
        bags.append(view["bag"])
        view = post(client, "games/move", **now(view), text=best(client, view))
    assert bags[-2:] == ["no tiles in the bag, 2 turns left", "no tiles in the bag, 1 turn left"]
    assert all(bag.endswith("in the bag") for bag in bags[:-2])
    game = parse_gcg(client.get(f"/api/games/gcg/{view['name']}").content)
    assert game.is_finished and game.variant.name == "crossplay" and not game.warnings
    assert [player["score"] for player in view["players"]] == list(game.scores)
