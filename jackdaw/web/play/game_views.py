"""Games in progress as pages show them, without what a player must not see."""

from collections.abc import Iterator
from typing import Any

import msgspec

from jackdaw.html import encode_placement, points
from jackdaw.text import group_tiles
from jackdaw.web.analysis import CandidateRowView, DrawingView, TableView, drawing_view, variant_key
from jackdaw.web.play.open_games import OpenGame
from movegen.board import Move, MoveKind
from movegen.counts import counted
from movegen.files import file_label
from movegen.game import Event, EventKind
from movegen.variant import Rack
from sims.play import DuplicateGame, FreeGame, Session, Step, TrainingGame
from strategy.players import CandidateList, ProgramStrategy


class PlayerView(msgspec.Struct):
    """A player: points and seconds left; in a duplicate game also percent of the tops, and the rank."""

    name: str
    strategy: str | None
    score: int
    seconds: float | None
    percent: float | None = None
    place: int | None = None


class LineView(msgspec.Struct):
    """A line of the history: player, action, points, remark; `kind` is for its style."""

    number: int | None
    who: str
    what: str
    score: str
    note: str = ""
    kind: str = ""


class PlayedGameView(msgspec.Struct):
    """The state of a game.

    `seat` is the person to act, `engine` the engine to act; `rack` is None while it must stay hidden.
    `last` holds the squares of the last play. `notice` says what became of a move when time was up, and
    `counted` that it counts.
    """

    name: str
    mode: str
    revision: int
    rules: str
    lexicon: str
    key: str
    squares: list[list[int]]
    players: list[PlayerView]
    seat: int | None
    engine: int | None
    secret: bool
    rack: list[int] | None
    bag: str
    unseen: str
    over: bool
    result: str
    running: bool
    thinking: float
    challenge: bool
    accept: bool
    back: bool
    forward: bool
    exchange: bool
    clock: bool
    gcg: bool
    history: list[LineView]
    last: list[tuple[int, int, int]]
    cgp: str
    warning: str
    drawn: DrawingView | None = None
    notice: str = ""
    counted: bool = False


def game_view(game: OpenGame, drawn: str = "", *, seated: bool = False) -> PlayedGameView:
    """Return the view of a game; `seated` says that only the person to act is at the screen."""
    session, seat = game.session, game.seat
    rack = _rack_to_show(game, seated)
    key = variant_key(session.variant)
    free = session if isinstance(session, FreeGame) else None
    training = session if isinstance(session, TrainingGame) else None
    return PlayedGameView(
        name=game.name,
        mode=session.mode,
        revision=game.revision,
        rules=session.variant.name,
        lexicon=session.lexicon.name,
        key=key,
        squares=session.board.squares.tolist(),
        players=list(_players(game)),
        seat=seat,
        engine=game.engine,
        secret=game.is_secret and seat is not None and rack is None,
        rack=None if rack is None else list(rack),
        bag=_bag(session),
        unseen="" if rack is None else group_tiles(_unseen(session, rack)),
        over=session.is_over,
        result=_result(session),
        running=game.is_clock_running,
        thinking=game.seconds,
        challenge=free is not None and seat is not None and _may_be_phony(free),
        accept=free is not None and free.step is Step.LAST_CHALLENGE and seat is not None,
        back=training is not None and training.can_take_back,
        forward=training is not None and training.can_go_forward,
        exchange=_may_exchange(session, seat),
        clock=session.setting.clock is not None,
        gcg=free is not None,
        history=list(_history(session)),
        last=_last(session),
        cgp=session.position(seat).cgp() if seat is not None and rack is not None else "",
        warning=game.warning,
        drawn=drawing_view(session.variant) if drawn != key else None,
    )


def kibitz_view(candidates: CandidateList) -> TableView:
    """Return the table of the best moves."""
    rows = [
        CandidateRowView(
            str(place),
            str(each.move),
            str(each.score),
            str(each.leave),
            [(points(each.equity).text, "")],
            [place, each.score, each.equity],
            encode_placement(each.move),
            "",
        )
        for place, each in enumerate(candidates, start=1)
    ]
    return TableView("static", ["Equity"], [], rows, f"The {len(rows)} best moves", [])


def _may_be_phony(game: FreeGame) -> bool:
    """Return whether the last play can be challenged and may be phony: engines of ours know their words."""
    play = game.game.state.last_play
    if not game.can_challenge or play is None or play.kind is not EventKind.PLAY:
        return False
    strategy = game.strategies[play.player]
    return strategy is None or isinstance(strategy, ProgramStrategy)


def _rack_to_show(game: OpenGame, seated: bool) -> Rack | None:
    """The rack that the page may show: that of the person to act, or else of the only person."""
    session, seat = game.session, game.seat
    if seat is not None and (seated or not game.is_secret):
        return session.rack(seat)
    if session.people == 1 and not session.is_over:
        person = next(place for place, strategy in enumerate(session.strategies) if strategy is None)
        return session.rack(person)
    return None


def _players(game: OpenGame) -> Iterator[PlayerView]:
    session = game.session
    standings: dict[int, Any] = {}
    if isinstance(session, DuplicateGame):
        standings = {each.seat: each for each in session.standings()}
    for place, (seat, score) in enumerate(zip(session.setting.seats, session.scores, strict=True)):
        stands = standings.get(place)
        yield PlayerView(
            seat.name,
            None if seat.strategy is None else file_label(seat.strategy),
            score,
            session.seconds_left(place),
            None if stands is None else round(stands.percent, 1),
            None if stands is None else stands.place,
        )


def _bag(session: Session) -> str:
    if isinstance(session, TrainingGame):
        return f"{counted(len(session.unseen), 'tile')} left"
    assert isinstance(session, FreeGame | DuplicateGame)
    bag = counted(session.bag_count, "tile") if session.bag_count else "no tiles"
    turns = session.turns_left if isinstance(session, FreeGame) else None
    left = f", {counted(turns, 'turn')} left" if turns else ""
    return f"{bag} in the bag{left}"


def _unseen(session: Session, rack: Rack) -> Rack:
    tiles = session.variant.tiles
    return Rack(tiles, tiles.counts) - Rack(tiles, session.board.tile_counts) - rack


def _may_exchange(session: Session, seat: int | None) -> bool:
    return isinstance(session, FreeGame) and seat is not None and session.position(seat).can_exchange


def _result(session: Session) -> str:
    if not session.is_over:
        return ""
    best = max(session.scores)
    names = [name for name, score in zip(session.names, session.scores, strict=True) if score == best]
    reason = session.why_over if isinstance(session, DuplicateGame | FreeGame) else None
    why = "" if reason is None else f" ({reason})"
    if len(names) > 1 and len(names) == len(session.names):
        return f"The game is over{why}: a draw"
    return f"The game is over{why}: {' and '.join(names)} won"


def _last(session: Session) -> list[tuple[int, int, int]]:
    """The squares of the last play, if it is still on the board."""
    move: Move | None = None
    if isinstance(session, FreeGame):
        play = session.game.state.last_play
        plays = [event for event in session.game.events if event.kind.is_turn]
        move = plays[-1].move if plays and plays[-1].kind is EventKind.PLAY else None
        if play is None and session.game.events and session.game.events[-1].kind is EventKind.WITHDRAWN:
            move = None
    elif isinstance(session, DuplicateGame):
        move = session.rounds[-1].top if session.rounds else None
    elif isinstance(session, TrainingGame):
        move = session.current.move
    return [] if move is None else move.squares


def _history(session: Session) -> Iterator[LineView]:
    if isinstance(session, FreeGame):
        yield from _of_free_game(session)
    elif isinstance(session, DuplicateGame):
        yield from _of_duplicate(session)
    elif isinstance(session, TrainingGame):
        yield from _of_training(session)


def _of_free_game(session: FreeGame) -> Iterator[LineView]:
    number = 0
    for event in session.game.events:
        number += event.kind.is_turn
        yield LineView(
            number if event.kind.is_turn else None,
            session.names[event.player],
            _describe(event, is_over=session.is_over),
            f"{event.score:+}" if event.score or event.kind.is_turn else "",
            f"{event.total}",
            event.kind.value,
        )


def _describe(event: Event, *, is_over: bool) -> str:
    """Describe an event. Exchanged tiles stay hidden until the game is over."""
    move = event.move
    if move is not None and move.kind is MoveKind.EXCHANGE and not is_over:
        return f"(exch {move.exchange_count})"
    if move is not None:
        return str(move)
    return _WORDS[event.kind] + (f" {event.tiles}" if event.tiles is not None else "")


_WORDS = {
    EventKind.WITHDRAWN: "phony withdrawn",
    EventKind.CHALLENGE_BONUS: "challenge survived",
    EventKind.END_RACK_BONUS: "points for",
    EventKind.END_RACK_PENALTY: "penalty for",
    EventKind.TIME_PENALTY: "penalty for overtime",
}


def _of_duplicate(session: DuplicateGame) -> Iterator[LineView]:
    for each in session.rounds:
        yield LineView(each.number, "Top", str(each.top), str(each.top.score), f"rack {each.rack}", "top")
        for name, answer in zip(session.names, each.answers, strict=True):
            note = "too late" if answer.is_late else ""
            if answer.phonies:
                note = f"{', '.join(answer.phonies)}: not a word"
            yield LineView(
                None, name, "no answer" if answer.move is None else str(answer.move), str(answer.points), note
            )


def _of_training(session: TrainingGame) -> Iterator[LineView]:
    number = 0
    for place, step in enumerate(session.steps):
        if step.move is None:
            continue
        number += 1
        note = f"{', '.join(step.phonies)}: not a word" if step.phonies else ""
        kind = "undone" if place > session.step_index else ""
        yield LineView(number, "", str(step.move), str(step.move.score), note, kind)
