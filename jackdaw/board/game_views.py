"""Games that are played, as pages show them. What a player must not see is not in them."""

from collections.abc import Iterator
from typing import Any

import msgspec

from jackdaw.board.analysis import RowView, TableView
from jackdaw.board.tables import Table
from jackdaw.board.views import DrawnView, drawn_view, key_of
from jackdaw.board_view import grouped
from jackdaw.page_boards import laid_squares
from jackdaw.page_figures import points
from movegen.events import Event, EventKind
from movegen.moves import Move, MoveKind
from movegen.tiles import Rack
from sims.play import DuplicateGame, FreeGame, Session, TrainingGame
from strategy.candidates import CandidateList


class PlayerView(msgspec.Struct):
    """A player: points, seconds left on the clock; of a duplicate game percent of the tops, and the place."""

    name: str
    strategy: str | None
    score: int
    seconds: float | None
    percent: float | None = None
    place: int | None = None


class LineView(msgspec.Struct):
    """A line of the history: who, what, points, what else is to be said; `kind` is for its looks."""

    number: int | None
    who: str
    what: str
    score: str
    note: str = ""
    kind: str = ""


class PlayedGameView(msgspec.Struct):
    """A game as it stands.

    `seat` is the person who has to act, `engine` the engine; `rack` is None where it is not to be seen.
    `last` are the squares of the play made last.
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
    drawn: DrawnView | None = None


def played_game_view(table: Table, drawn: str = "", *, seated: bool = False) -> PlayedGameView:
    """A game for a page; `seated` says that the person who has to act is there, alone."""
    session, seat = table.session, table.seat
    rack = _rack_to_show(table, seated)
    key = key_of(session.variant)
    free = session if isinstance(session, FreeGame) else None
    training = session if isinstance(session, TrainingGame) else None
    return PlayedGameView(
        name=table.name,
        mode=session.mode,
        revision=table.revision,
        rules=session.variant.name,
        lexicon=session.lexicon.name,
        key=key,
        squares=session.board.squares.tolist(),
        players=list(_players(table)),
        seat=seat,
        engine=table.engine,
        secret=table.is_secret and seat is not None and rack is None,
        rack=None if rack is None else list(rack),
        bag=_bag(session),
        unseen="" if rack is None else grouped(_unseen(session, rack)),
        over=session.is_over,
        result=_result(session),
        running=table.is_clock_running,
        thinking=table.seconds,
        challenge=free is not None and free.can_challenge and seat is not None,
        accept=free is not None and free.step.value == "last challenge" and seat is not None,
        back=training is not None and training.can_take_back,
        forward=training is not None and training.can_go_forward,
        exchange=_may_exchange(session, seat),
        clock=session.setting.clock is not None,
        gcg=free is not None,
        history=list(_history(session)),
        last=_last(session),
        cgp=session.position(seat).cgp() if seat is not None and rack is not None else "",
        warning=table.warning,
        drawn=drawn_view(session.variant) if drawn != key else None,
    )


def kibitz_view(candidates: CandidateList) -> TableView:
    """The best moves."""
    rows = [
        RowView(
            str(place),
            str(each.move),
            str(each.score),
            str(each.leave),
            [(points(each.equity).text, "")],
            laid_squares(each.move),
            "",
        )
        for place, each in enumerate(candidates, start=1)
    ]
    return TableView("static", ["Equity"], [], rows, f"The {len(rows)} best moves", [])


def _rack_to_show(table: Table, seated: bool) -> Rack | None:
    """The rack that the page may show: of the person who has to act, of the only person else."""
    session, seat = table.session, table.seat
    if seat is not None and (seated or not table.is_secret):
        return session.rack(seat)
    if session.people == 1 and not session.is_over:
        person = next(place for place, strategy in enumerate(session.strategies) if strategy is None)
        return session.rack(person)
    return None


def _players(table: Table) -> Iterator[PlayerView]:
    session = table.session
    standings: dict[int, Any] = {}
    if isinstance(session, DuplicateGame):
        standings = {each.seat: each for each in session.standings()}
    for place, (seat, score) in enumerate(zip(session.setting.seats, session.scores, strict=True)):
        stands = standings.get(place)
        yield PlayerView(
            seat.name,
            seat.strategy,
            score,
            session.seconds_left(place),
            None if stands is None else round(stands.percent, 1),
            None if stands is None else stands.place,
        )


def _bag(session: Session) -> str:
    if isinstance(session, TrainingGame):
        return f"{len(session.unseen)} tiles left"
    assert isinstance(session, FreeGame | DuplicateGame)
    count = session.bag_count
    return f"{count or 'no'} tile{'' if count == 1 else 's'} in the bag"


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
    why = f" ({session.why_over})" if isinstance(session, DuplicateGame) else ""
    if len(names) > 1 and len(names) == len(session.names):
        return f"The game is over{why}: a draw"
    return f"The game is over{why}: {' and '.join(names)} won"


def _last(session: Session) -> list[tuple[int, int, int]]:
    """The squares of the play made last, if it lies there."""
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
        move = session.now.move
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
            _what(event, is_over=session.is_over),
            f"{event.score:+}" if event.score or event.kind.is_turn else "",
            f"{event.total}",
            event.kind.value,
        )


def _what(event: Event, *, is_over: bool) -> str:
    """An event in words. Which tiles were exchanged the others do not see before the end."""
    move = event.move
    if move is not None and move.kind is MoveKind.EXCHANGE and not is_over:
        return f"(exch {move.exchange_count})"
    if move is not None:
        return str(move)
    return _WORDS[event.kind] + (f" {event.tiles}" if event.tiles is not None else "")


_WORDS = {
    EventKind.WITHDRAWN: "takes the phony back",
    EventKind.CHALLENGE_BONUS: "was challenged in vain",
    EventKind.END_RACK_BONUS: "gets for",
    EventKind.END_RACK_PENALTY: "loses for",
    EventKind.TIME_PENALTY: "loses for overtime",
}


def _of_duplicate(session: DuplicateGame) -> Iterator[LineView]:
    for each in session.rounds:
        yield LineView(each.number, "Top", str(each.top), str(each.top.score), f"rack {each.rack}", "top")
        for name, answer in zip(session.names, each.answers, strict=True):
            note = "too late" if answer.is_late else ""
            if answer.phonies:
                note = f"{', '.join(answer.phonies)}: no word"
            yield LineView(
                None, name, "no answer" if answer.move is None else str(answer.move), str(answer.points), note
            )


def _of_training(session: TrainingGame) -> Iterator[LineView]:
    number = 0
    for place, step in enumerate(session.steps):
        if step.move is None:
            continue
        number += 1
        note = f"{', '.join(step.phonies)}: no word" if step.phonies else ""
        kind = "undone" if place > session.place else ""
        yield LineView(number, "", str(step.move), str(step.move.score), note, kind)
