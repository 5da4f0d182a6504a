"""The scoresheet of a game: its moves with points and totals, as narrow as a part of the screen."""

from collections.abc import Iterator, Sequence

from jackdaw.console import Column, plain_text, table, text_width
from jackdaw.terminal.messages import history_text
from movegen.game import Event, EventKind
from sims.play import DuplicateGame, FreeGame, Session

_MAX_NAME = 8
_EVENTS = {
    EventKind.PASS: "pass",
    EventKind.WITHDRAWN: "taken back",
    EventKind.CHALLENGE_BONUS: "challenge",
    EventKind.TIME_PENALTY: "overtime",
}
_FREE = (
    Column("", "left"), Column("", "left"), Column("", "right"), Column("", "right"),
)  # fmt: skip


def scoresheet(session: Session, width: int) -> list[str]:
    """Return a line for each event of a game, in at most so many columns; in training one for each step."""
    if isinstance(session, FreeGame):
        return _lines(_FREE, list(_free_rows(session, width)), width)
    if isinstance(session, DuplicateGame):
        people = [seat for seat, strategy in enumerate(session.strategies) if strategy is None]
        columns = [Column("", "right"), Column("Top", "left"), Column("", "right")]
        columns += [Column(shorten(session.names[seat], 5), "right") for seat in people]
        rows = [
            (
                str(each.number),
                str(each.top),
                str(each.top.score),
                *(str(each.answers[seat].points) for seat in people),
            )
            for each in session.rounds
        ]
        return _lines(columns, rows, width) if rows else []
    return list(history_text(session))


def _free_rows(game: FreeGame, width: int) -> Iterator[tuple[str, ...]]:
    spare = width - 1 - 4 - 1 - 4 - 1
    for event in game.game.events:
        name = shorten(game.names[event.player], min(_MAX_NAME, spare // 3))
        yield name, shorten(_describe(event), spare - text_width(name)), f"{event.score:+}", str(event.total)


def _describe(event: Event) -> str:
    """Describe an event in a word or two, without the tiles of an exchange."""
    if event.kind is EventKind.PLAY:
        return str(event.move)
    if event.kind is EventKind.EXCHANGE:
        return f"exchange {0 if event.move is None else event.move.exchange_count}"
    if event.tiles is not None:
        return f"tiles {event.tiles}"
    return _EVENTS[event.kind]


def _lines(columns: Sequence[Column], rows: list[tuple[str, ...]], width: int) -> list[str]:
    lines = [plain_text(line) for line in table(columns, [(row, "") for row in rows], gap=1, width=width)]
    return lines if any(column.title for column in columns) else lines[1:]


def shorten(text: str, width: int) -> str:
    """Shorten a text to so many columns."""
    if text_width(text) <= width:
        return text
    while text and text_width(text) > width - 1:
        text = text[:-1]
    return f"{text}…"
