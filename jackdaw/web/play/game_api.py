"""The API of the play page: games, their actions, tentative moves, help, and the turns of engines."""

import secrets
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from jackdaw.web.analysis import (
    TableView,
    TryView,
    WebLexica,
    format_tiles_as_play,
    load_variant,
    move_view,
    word_views,
)
from jackdaw.web.http import ApiRequest, Emit, ShouldStop
from jackdaw.web.play.game_requests import (
    GameRequest,
    HintRequest,
    MoveRequest,
    NewGameRequest,
    RevisionRequest,
    StepRequest,
    TrainingRequest,
)
from jackdaw.web.play.game_views import PlayedGameView, game_view, kibitz_view
from jackdaw.web.play.offered_strategies import OfferedStrategies
from jackdaw.web.play.open_games import OpenGame, OpenGames
from jackdaw.web.play.review_views import ReviewView, review_view
from jackdaw.web.play.saved_games import SavedGameView
from movegen.errors import IllegalMoveError, JackdawError, UnknownNameError
from sims.play import (
    Accept,
    Action,
    Challenge,
    Clock,
    DrawTiles,
    GameSetup,
    GoForward,
    Mode,
    Redraw,
    Seat,
    SetPosition,
    SetRack,
    SubmitMove,
    TakeBack,
)

_MAX_SEED = 10**6
ENGINE_SECONDS = 3600.0
"""Time limit for engines to think in one request."""
_STEPS: dict[str, Callable[[float], Action]] = {
    "challenge": Challenge,
    "accept": Accept,
    "draw": lambda _: DrawTiles(),
    "anew": lambda _: DrawTiles(anew=True),
    "back": lambda _: TakeBack(),
    "forward": lambda _: GoForward(),
}


class GameApi:
    """Responds to the requests of the play page."""

    def __init__(self, games: OpenGames, lexica: WebLexica, strategies: OfferedStrategies) -> None:
        self._games = games
        self._strategies = strategies
        self._lexica = lexica

    def games(self, request: ApiRequest) -> list[SavedGameView]:
        """Return the saved games."""
        del request  # there is nothing to choose
        return list(self._games.views())

    def begin(self, request: NewGameRequest) -> PlayedGameView:
        """Begin a new game. Raises ConfigError if its settings contradict each other."""
        rules = load_variant(request.rules)
        lexicon = self._lexica.locate(request.lexicon, rules)
        setup = GameSetup(
            mode=request.mode,
            seats=tuple(
                Seat(
                    name=seat.name.strip(),
                    strategy=None if seat.strategy is None else self._strategies.place(seat.strategy),
                )
                for seat in request.seats
            ),
            rules=rules.name,
            lexicon=str(Path(lexicon).absolute()) if lexicon and Path(lexicon).is_file() else lexicon,
            seed=_new_seed(),
            challenge=request.challenge if request.mode is Mode.FREE else None,
            redraw=Redraw() if request.redraw is None else request.redraw,
            clock=None if request.minutes is None else Clock(seconds=60 * request.minutes),
        )
        return game_view(self._games.begin(setup), request.drawn)

    def rematch(self, request: GameRequest) -> PlayedGameView:
        """Begin another game with the setup of a game; the next player begins."""
        game = self._games.open(request.name)
        setup = game.session.setting
        first, *others = setup.seats
        again = structs.replace(setup, seats=(*others, first), seed=_new_seed())
        return game_view(self._games.begin(again), request.drawn)

    def delete(self, request: GameRequest) -> list[SavedGameView]:
        """Delete a saved game and return the others."""
        self._games.delete(request.name)
        return list(self._games.views())

    def game(self, request: GameRequest) -> PlayedGameView:
        """Return a game. The clock of a seated person starts."""
        game = self._games.open(request.name)
        with game.lock:
            if request.seated:
                game.start_clock()
            return game_view(game, request.drawn, seated=request.seated)

    def move(self, request: MoveRequest) -> PlayedGameView:
        """Make a move."""
        game = self._games.open(request.name)
        with game.lock:
            if request.time_up:
                return _end_time(game, request)
            has_move = request.tiles or request.text or game.session.mode is not Mode.DUPLICATE
            game.person()
            is_typed = bool(request.text)
            action = game.move_action(_move_text(game, request) if has_move else None, is_typed=is_typed)
            game.do(action, request.revision)
            return game_view(game, request.drawn)

    def step(self, request: StepRequest) -> PlayedGameView:
        """Do another action. Raises UnknownNameError for an unknown one."""
        game = self._games.open(request.name)
        if request.what not in _STEPS:
            raise UnknownNameError("step", request.what, _STEPS)
        with game.lock:
            game.person()
            player = game.seat_at_screen
            game.do(_STEPS[request.what](game.seconds), request.revision)
            return game_view(game, request.drawn, seated=player is not None and player == game.seat)

    def hurry(self, request: RevisionRequest) -> PlayedGameView:
        """Let the engine to act move at once; it may still take a moment if it thinks for another request."""
        game = self._games.open(request.name)
        game.hurry(request.revision)
        with game.lock:
            return game_view(game, request.drawn)

    def train(self, request: TrainingRequest) -> PlayedGameView:
        """Set the rack or the position of a training game."""
        game = self._games.open(request.name)
        with game.lock:
            game.training()
            game.do(SetPosition(request.cgp) if request.cgp else SetRack(request.rack), request.revision)
            return game_view(game, request.drawn)

    def tentative(self, request: MoveRequest) -> TryView:
        """Score a move before it is made. Phonies are revealed only where they cannot be challenged."""
        game = self._games.open(request.name)
        with game.lock:
            session, seat = game.session, game.person()
            try:
                move = session.read_move(seat, _move_text(game, request), is_typed=bool(request.text))
            except JackdawError as error:
                return TryView(error=str(error))
            if not session.reveals_phonies:
                return move_view(move, [])
            return move_view(move, word_views(session.board, move, session.phonies(move)))

    def hint(self, request: HintRequest) -> dict[str, str]:
        """Return a hint for the person to act."""
        game = self._games.open(request.name)
        with game.paused():
            return {"hint": game.session.hint(game.person(), request.step)}

    def kibitz(self, request: GameRequest) -> TableView:
        """Return the best moves of the person to act."""
        game = self._games.open(request.name)
        with game.paused():
            return kibitz_view(game.session.kibitz(game.person(), 15))

    def review(self, request: GameRequest) -> ReviewView:
        """Return the review of a duplicate or training game. Raises PlayError for a free game."""
        game = self._games.open(request.name)
        with game.lock:
            return review_view(game.session)

    def gcg(self, name: str) -> str:
        """Return the record of a game. Raises PlayError if its mode has none."""
        game = self._games.open(name)
        with game.lock:
            return game.session.gcg()

    def let_engines_act(self, request: RevisionRequest, emit: Emit, should_stop: ShouldStop) -> None:
        """Let engines act until a person must, and emit `game` after each action, `done` at the end."""
        game = self._games.open(request.name)
        while not game.thinking.acquire(timeout=0.1):  # engines still think for a page that was closed
            if should_stop():
                return
        try:
            while not should_stop() and game.act(should_stop):
                with game.lock:
                    emit("game", game_view(game, request.drawn))
        finally:
            game.thinking.release()
        with game.lock:
            emit("done", game_view(game, request.drawn))


def _end_time(game: OpenGame, request: MoveRequest) -> PlayedGameView:
    """Make what lies on the board the move of a player whose time for the round is up; say what counts."""
    try:
        text = _move_text(game, request)
    except IllegalMoveError:
        text = ""
    action = game.time_up_action(text, is_typed=bool(request.text))
    game.do(action, request.revision)
    view = game_view(game, request.drawn)
    view.counted = _is_in_time(game, action)
    view.notice = _time_up_notice(
        game, action, counts=view.counted, is_laid=bool(request.tiles or request.text)
    )
    return view


def _is_in_time(game: OpenGame, action: SubmitMove) -> bool:
    """Return True for a move that came before the time for the round was up."""
    clock = game.session.setting.clock
    return action.move is not None and clock is not None and action.seconds <= clock.seconds


def _time_up_notice(game: OpenGame, action: SubmitMove, *, counts: bool, is_laid: bool) -> str:
    """Say what became of a move when time was up. The move itself stays hidden until the round ends."""
    name = game.session.names[action.seat]
    if counts:
        return f"Time is up: the play on the board counts as the move of {name}."
    reason = "no legal play is on the board, so " if is_laid else ""
    if action.move is not None:
        reason = "the play on the board came too late, so "
    return f"Time is up: {reason}{name} has no move in this round."


def _move_text(game: OpenGame, request: MoveRequest) -> str:
    if request.text or not request.tiles:
        return request.text
    return format_tiles_as_play(request.tiles, game.session.board)


def _new_seed() -> int:
    """Return an unpredictable seed, so that nobody knows the order of a game's tiles."""
    return secrets.randbelow(_MAX_SEED)
