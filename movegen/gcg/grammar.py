"""The grammar of an event's line in a GCG file: `>nick: RACK action +score total comment`.

This module parses only the form of a line. The table `FORMS` defines the forms of actions.
"""

import re
from pathlib import Path
from typing import NamedTuple

from movegen.errors import GcgError, quote
from movegen.game import EventKind


class Field(NamedTuple):
    """A piece of a line and the column, from 1, where it begins."""

    text: str
    column: int


class Form(NamedTuple):
    """The form of the action of one kind of event: a field that fits `pattern`, then `words` more fields."""

    kind: EventKind
    pattern: re.Pattern[str]
    words: int = 0


class EventLine(NamedTuple):
    """The fields of the line of an event.

    `action` holds the text of a move (`8D WAREZ`, `-WZ`), or the tiles in parentheses; `rack` is None when
    the field is absent.
    """

    kind: EventKind
    line: int
    nickname: Field
    rack: Field | None
    action: Field
    score: Field
    total: Field
    comment: str


FORMS = (
    Form(EventKind.PLAY, re.compile(r"[0-9]+[A-Za-z]|[A-Za-z][0-9]+"), words=1),
    Form(EventKind.WITHDRAWN, re.compile(r"--")),
    Form(EventKind.PASS, re.compile(r"-")),
    Form(EventKind.EXCHANGE, re.compile(r"-[^-].*")),
    Form(EventKind.CHALLENGE_BONUS, re.compile(r"\(challenge\)")),
    # In lower case only: (TIME) may be the tiles T, I, M and E.
    Form(EventKind.TIME_PENALTY, re.compile(r"\(time\)")),
    Form(EventKind.END_RACK_BONUS, re.compile(r"\([^()]*\)")),
)
"""The first form that fits counts. Tiles left are a penalty if their score has a minus."""

EXPECTED_ACTION = "8D WORD, -TILES, -, --, (challenge), (time) or (TILES)"

_NICKNAME = re.compile(r"[ \t]*>[ \t]*([^ \t]+?)[ \t]*:(?=[ \t]|$)")
_LONG_NAME = re.compile(r"[ \t]*>[ \t]*([^ \t:]+[ \t][^:]*?)[ \t]*:")
_FIELD = re.compile(r"[^ \t]+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


def parse_event_line(text: str, line: int, file: str | Path | None = None) -> EventLine:
    """Parse the line of an event. Raises GcgError with the column of the error."""
    return _LineReader(text, line, file).read()


class _LineReader:
    """A reader that takes the fields of a line one by one."""

    def __init__(self, text: str, line: int, file: str | Path | None) -> None:
        self.text, self.line, self.file = text, line, file
        head = _NICKNAME.match(text)
        if not head and (long := _LONG_NAME.match(text)):
            raise self.fault(Field(long[1], long.start(1) + 1), "the nickname of a player, without spaces")
        if not head:
            raise self.fault(Field(text.strip(" \t"), 1), "> and a nickname and a colon")
        self.nickname = Field(head[1], head.start(1) + 1)
        self.fields = [Field(field[0], field.start() + 1) for field in _FIELD.finditer(text, head.end())]
        self.next = 0

    def read(self) -> EventLine:
        form, rack = self.form_and_rack()
        action = self.action(form)
        score = self.number("the points, such as +24 or -0")
        total = self.number("the total after them")
        return EventLine(
            kind=EventKind.END_RACK_PENALTY if _takes_tiles_off(form, score) else form.kind,
            line=self.line,
            nickname=self.nickname,
            rack=rack,
            action=action,
            score=score,
            total=total,
            comment=self.text[self.fields[self.next].column - 1 :] if self.next < len(self.fields) else "",
        )

    def form_and_rack(self) -> tuple[Form, Field | None]:
        """Return the form of the action and the rack before it, if any; the action itself comes next."""
        first = self.take("a rack or an action")
        form = _form(first)
        if form is not None:
            self.next -= 1
            return form, None
        second = self.take(EXPECTED_ACTION)
        form = _form(second)
        if form is None:
            raise self.fault(second, EXPECTED_ACTION)
        self.next -= 1
        return form, first

    def action(self, form: Form) -> Field:
        first = self.take(EXPECTED_ACTION)
        last = first
        for _ in range(form.words):
            last = self.take("the word played")
        text = self.text[first.column - 1 : last.column - 1 + len(last.text)]
        if form.kind is EventKind.END_RACK_BONUS:
            return Field(text[1:-1], first.column + 1)
        return Field(text, first.column)

    def number(self, expected: str) -> Field:
        field = self.take(expected)
        if not _NUMBER.fullmatch(field.text):
            raise self.fault(field, expected)
        return field

    def take(self, expected: str) -> Field:
        if self.next == len(self.fields):
            raise self.fault(Field("", len(self.text.rstrip(" \t")) + 1), expected)
        self.next += 1
        return self.fields[self.next - 1]

    def fault(self, field: Field, expected: str) -> GcgError:
        problem = f"{quote(field.text)} is out of place" if field.text else "the line ends too soon"
        return GcgError(problem, file=self.file, line=self.line, column=field.column, expected=expected)


def _form(field: Field) -> Form | None:
    return next((form for form in FORMS if form.pattern.fullmatch(field.text)), None)


def _takes_tiles_off(form: Form, score: Field) -> bool:
    return form.kind is EventKind.END_RACK_BONUS and score.text.startswith("-")
