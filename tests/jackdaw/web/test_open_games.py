"""Limits of the games that are open and of those that are saved."""

import asyncio
import http.client
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import pytest
from web_server import serve

from jackdaw.web.analysis import WebLexica
from jackdaw.web.application import Settings
from jackdaw.web.http import TooBusyError
from jackdaw.web.play import GameWatchers, OpenGames, SavedGames
from jackdaw.web.play import open_games as module
from jackdaw.web.play.open_games import OpenGame
from sims.play import GameSetup, Mode, PlayError, SavedGameError, Seat, TakeTurn, resume

pytestmark = pytest.mark.core
SEATS = Seat(name="Ann"), Seat(name="Ben")


@pytest.fixture(scope="module")
def lexica() -> WebLexica:
    return WebLexica()


def begin(games: OpenGames, seed: int = 0) -> OpenGame:
    return games.begin(GameSetup(mode=Mode.FREE, seats=SEATS, seed=seed))


def test_the_longest_unused_game_is_closed_first(lexica: WebLexica, tmp_path: Path) -> None:
    games = OpenGames(SavedGames(tmp_path), lexica, max_open=3)
    first, second, third = (begin(games, seed) for seed in range(3))
    assert games.open(first.name) is first  # used again, so the second one is the oldest
    begin(games)
    assert [game.is_closed for game in (first, second, third)] == [False, True, False] and len(games) == 3
    games.close()


def test_a_game_whose_engine_thinks_stays_open_and_another_one_is_closed(
    lexica: WebLexica, tmp_path: Path
) -> None:
    games = OpenGames(SavedGames(tmp_path), lexica, max_open=2)
    first, second = begin(games, 1), begin(games, 2)
    with first.thinking:
        begin(games, 3)
        assert [first.is_closed, second.is_closed] == [False, True] and len(games) == 2
    games.close()


def test_two_boards_begin_games_in_the_same_folder_and_second(lexica: WebLexica, tmp_path: Path) -> None:
    """Eight times from two threads, so that both find a name free before one of them takes it."""
    boards = [OpenGames(SavedGames(tmp_path), lexica) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        for _ in range(8):
            names = {game.name for game in threads.map(begin, boards)}
            assert len(names) == 2
    assert len(list(tmp_path.iterdir())) == 16
    for games in boards:
        games.close()


def test_games_that_nobody_uses_are_closed(
    lexica: WebLexica, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = OpenGames(SavedGames(tmp_path), lexica)
    left, used = begin(games, 1), begin(games, 2)
    left.last_use -= module.MAX_IDLE_SECONDS + 1
    assert games.open(used.name) is used and left.is_closed and len(games) == 1
    with resume(tmp_path / f"{left.name}.jackdaw") as saved:  # others can have its file
        assert saved.session.rack(0) == left.session.rack(0)
    assert games.open(left.name) is not left and len(games) == 2  # and so can pages
    used.last_use -= module.MAX_IDLE_SECONDS + 1
    assert games.open(used.name) is used  # it is old, but it is used now
    games.close()


def test_saved_games_and_their_actions_are_limited(
    lexica: WebLexica, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_SAVED_GAMES", 2)
    monkeypatch.setattr(module, "MAX_ACTIONS", 3)
    games = OpenGames(SavedGames(tmp_path), lexica)
    game = begin(games, 1)
    begin(games, 2)
    with pytest.raises(SavedGameError, match="there are 2 saved games; delete or move old ones"):
        begin(games, 3)
    for number in range(3):
        game.do(TakeTurn("pass"), number)
    with pytest.raises(PlayError, match="the game has 3 actions, the most allowed; begin a new one"):
        game.do(TakeTurn("pass"), 3)
    games.close()


class Stream:
    """A page that watches a game."""

    opened: ClassVar[list["Stream"]] = []

    def __init__(self, port: int, **fields: Any) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"Content-Type": "application/json", "X-Page": "watch", "Host": "localhost"}
        self.connection.request("POST", "/api/games/watch", json.dumps(fields), headers)
        self.response = self.connection.getresponse()
        self.opened.append(self)

    def close(self) -> None:
        """Leave."""
        self.response.close()
        self.connection.close()

    def event(self) -> tuple[str, Any]:
        """Wait for the next event, or a comment, which has no data."""
        lines = [self.response.readline().decode().strip() for _ in range(2)]
        if not lines[1]:
            return lines[0], None
        self.response.readline()
        return lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))


@pytest.fixture(autouse=True)
def closed_streams() -> Iterator[None]:
    yield
    while Stream.opened:
        Stream.opened.pop().close()


def ask(port: int, path: str, **fields: Any) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json", "X-Page": "test", "Host": "localhost"}
    with closing(connection):
        connection.request("POST", f"/api/{path}", json.dumps(fields), headers)
        return json.loads(connection.getresponse().read())


def test_pages_that_watch_a_game_learn_of_every_change(tmp_path: Path) -> None:
    people = [{"name": "Ann"}, {"name": "Ben"}]
    with serve(Settings(games=tmp_path)) as served:
        view = ask(served.port, "games/begin", mode="free", seats=people, minutes=25)
        name = view["name"]
        page, late = (Stream(served.port, name=name, revision=0) for _ in range(2))
        assert page.event() == late.event() == (": watching", None)  # they know this state already
        ask(served.port, "games/game", name=name, seated=True)
        kind, seen = page.event()
        assert (kind, seen["revision"], seen["running"], seen["rack"]) == ("game", 0, True, None)
        for revision in (0, 1):
            ask(served.port, "games/move", name=name, revision=revision, text="pass")
            kind, seen = page.event()
            assert (kind, seen["revision"]) == ("game", revision + 1)
        assert Stream(served.port, name=name, revision=1).event()[1]["revision"] == 2  # it missed a state
        late.close()
        ask(served.port, "games/delete", name=name)
        assert page.event()[0] == "gone" and page.response.read() == b""
        assert Stream(served.port, name=name, revision=0).event()[0] == "gone"
        left = Stream(served.port, name="no-such-game", revision=0)
        assert left.event()[0] == "gone"


def test_the_server_ends_though_pages_watch(tmp_path: Path) -> None:
    with serve(Settings(games=tmp_path)) as served:
        view = ask(served.port, "games/begin", mode="training", seats=[{"name": "Ann"}])
        page = Stream(served.port, name=view["name"], revision=0)
        assert page.event()[0] == ": watching"
    assert page.response.read() == b""


def test_pages_that_watch_are_limited() -> None:
    async def watch() -> None:
        watchers = GameWatchers(2)
        with watchers.watch("one") as one, watchers.watch("two"):
            with pytest.raises(TooBusyError, match="too many pages watch games"), watchers.watch("two"):
                pass
            watchers.wake("two")
            assert not await one.wait(0.01)
            watchers.wake("one")
            assert await one.wait(60)
        assert len(watchers) == 0

    asyncio.run(watch())
