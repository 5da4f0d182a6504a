"""Limits of the games that are open and of those that are saved."""

from pathlib import Path

import pytest

from jackdaw.web.analysis import WebLexica
from jackdaw.web.play import OpenGames, SavedGames
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
