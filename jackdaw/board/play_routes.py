"""What pages of play ask for: games to sit down at, what is done in them, and that engines do theirs."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jackdaw.board.analysis import IsStopped, TableView, Tell
from jackdaw.board.asked_games import OfBeginning, OfGame, OfGameNow, OfHint, OfMove, OfStep, OfTraining
from jackdaw.board.game_views import PlayedGameView, kibitz_view, played_game_view
from jackdaw.board.kept_games import KeptGameView
from jackdaw.board.lexica import BoardLexica
from jackdaw.board.plays import TryView, move_view, play_text, words_of
from jackdaw.board.tables import Table, Tables
from jackdaw.board.views import variant_named
from movegen.configs import list_configs
from movegen.errors import JackdawError, UnknownNameError
from sims.play import (
    Accept,
    Action,
    Answer,
    Challenge,
    Clock,
    Draw,
    GoForward,
    Lay,
    Mode,
    Seat,
    SetPosition,
    SetRack,
    Setting,
    TakeBack,
    Turn,
)

MOST_SEED = 10**6
MACHINE_SECONDS = 3600.0
"""That engines may think in one go: no longer than a page waits."""
_STEPS: dict[str, Callable[[float], Action]] = {
    "challenge": Challenge,
    "accept": Accept,
    "draw": lambda _: Draw(),
    "anew": lambda _: Draw(anew=True),
    "back": lambda _: TakeBack(),
    "forward": lambda _: GoForward(),
}


class PlayDesk:
    """Answers what pages of play ask for."""

    def __init__(self, tables: Tables, lexica: BoardLexica) -> None:
        self._tables = tables
        self._lexica = lexica

    def games(self, asked: Any) -> list[KeptGameView]:
        """The saved games."""
        return list(self._tables.kept.listed())

    def begin(self, asked: OfBeginning) -> PlayedGameView:
        """A new game. Raises ConfigError where its parts do not go together."""
        rules = variant_named(asked.rules)
        place = self._lexica.place(asked.lexicon, rules)
        setting = Setting(
            mode=asked.mode,
            seats=tuple(Seat(name=seat.name.strip(), strategy=_known(seat.strategy)) for seat in asked.seats),
            rules=rules.name,
            lexicon=str(Path(place).absolute()) if place is not None and Path(place).is_file() else place,
            seed=secrets.randbelow(MOST_SEED),
            challenge=asked.challenge if asked.mode is Mode.FREE else None,
            clock=None if asked.minutes is None else Clock(seconds=60 * asked.minutes),
        )
        return played_game_view(self._tables.begin(setting), asked.drawn)

    def game(self, asked: OfGame) -> PlayedGameView:
        """A game as it stands. Who is seated begins to think."""
        table = self._tables.sit_down(asked.name)
        with table.lock:
            if asked.seated:
                table.start_clock()
            return played_game_view(table, asked.drawn, seated=asked.seated)

    def move(self, asked: OfMove) -> PlayedGameView:
        """Make a move."""
        table = self._tables.sit_down(asked.name)
        with table.lock:
            table.do(_move_action(table, asked), asked.revision)
            return played_game_view(table, asked.drawn)

    def step(self, asked: OfStep) -> PlayedGameView:
        """Do something else. Raises UnknownNameError."""
        table = self._tables.sit_down(asked.name)
        if asked.what not in _STEPS:
            raise UnknownNameError("step", asked.what, _STEPS)
        with table.lock:
            table.person()
            table.do(_STEPS[asked.what](table.seconds), asked.revision)
            return played_game_view(table, asked.drawn)

    def train(self, asked: OfTraining) -> PlayedGameView:
        """Take a rack or a position to train with."""
        table = self._tables.sit_down(asked.name)
        with table.lock:
            table.training()
            table.do(SetPosition(asked.cgp) if asked.cgp else SetRack(asked.rack), asked.revision)
            return played_game_view(table, asked.drawn)

    def tentative(self, asked: OfMove) -> TryView:
        """What a move would be. Which words are none is told only where phonies cannot be challenged."""
        table = self._tables.sit_down(asked.name)
        with table.lock:
            session, seat = table.session, table.person()
            try:
                move = session.read_move(seat, _text(table, asked))
            except JackdawError as error:
                return TryView(error=str(error))
            if not session.tells_phonies:
                return move_view(move, [])
            return move_view(move, words_of(session.board, move, session.phonies(move)))

    def hint(self, asked: OfHint) -> dict[str, str]:
        """A hint for the person who has to act."""
        table = self._tables.sit_down(asked.name)
        with table.at_rest():
            return {"hint": table.session.hint(table.person(), asked.step)}

    def kibitz(self, asked: OfGame) -> TableView:
        """The best moves of the person who has to act."""
        table = self._tables.sit_down(asked.name)
        with table.at_rest():
            return kibitz_view(table.session.kibitz(table.person(), 15))

    def gcg(self, name: str) -> str:
        """The record of a game. Raises PlayError where there is none."""
        table = self._tables.sit_down(name)
        with table.lock:
            return table.session.gcg()

    def machines(self, asked: OfGameNow, tell: Tell, is_stopped: IsStopped) -> None:
        """Let engines act until a person must: `game` is told after each."""
        table = self._tables.sit_down(asked.name)
        while not table.thinking.acquire(timeout=0.1):  # a page that has gone away had it begin
            if is_stopped():
                return
        try:
            while not is_stopped() and table.act():
                with table.lock:
                    tell("game", played_game_view(table, asked.drawn))
        finally:
            table.thinking.release()
        with table.lock:
            tell("done", played_game_view(table, asked.drawn))


def strategies() -> list[str]:
    """Whom one can play against, the weakest first."""
    levels = ["beginner", "casual", "club", "expert", "static", "champion"]
    known = list_configs("strategies")
    return [level for level in levels if level in known] + [name for name in known if name not in levels]


def _known(strategy: str | None) -> str | None:
    """A strategy that is known by name: a page never names a file. Raises UnknownNameError."""
    if strategy is not None and strategy not in list_configs("strategies"):
        raise UnknownNameError("strategy", strategy, list_configs("strategies"))
    return strategy


def _move_action(table: Table, asked: OfMove) -> Action:
    seat, mode = table.person(), table.session.mode
    if mode is Mode.DUPLICATE and not asked.tiles and not asked.text:
        return Answer(seat, None, table.seconds)
    text = _text(table, asked)
    if mode is Mode.TRAINING:
        return Lay(text)
    return Turn(text, table.seconds) if mode is Mode.FREE else Answer(seat, text, table.seconds)


def _text(table: Table, asked: OfMove) -> str:
    if asked.text or not asked.tiles:
        return asked.text
    return play_text(asked.tiles, table.session.board)
