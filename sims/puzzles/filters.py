"""Filters of puzzles: `tag=endgame and margin>=5 and not phase=late`.

    filter     = all ("or" all)*
    all        = one ("and" one)*
    one        = "not" one | "(" filter ")" | FIELD OPERATOR VALUE

Operators are =, !=, <, <=, > and >=; texts have only the first two. A value with spaces is put in double
quotes. Upper and lower case are the same. A comparison with an unknown figure is false.

>>> from sims.puzzles.filters import PuzzleFilter
>>> PuzzleFilter.parse("tag=bingo and margin>=5").text
'tag=bingo and margin>=5'
>>> PuzzleFilter.parse("margins>=5")
Traceback (most recent call last):
    ...
sims.puzzles.filters.FilterError: column 1: there is no field 'margins'; did you mean margin?
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from movegen.errors import JackdawError, quote
from sims.decisions import Phase
from sims.puzzles.puzzle import Puzzle
from sims.puzzles.tags import Tag

_MAX_LENGTH = 1_000
_MAX_DEPTH = 50
_TOKEN = re.compile(r'\s*(?:(<=|>=|!=|[=<>()])|"([^"]*)"|([^\s=<>!()"]+))')
_BINGO_OF_LENGTH = re.compile(r"bingo-[0-9]+")

_Test = Callable[[Puzzle], bool]
_Number = float | None

_NUMBERS: Mapping[str, Callable[[Puzzle], _Number]] = {
    "margin": lambda puzzle: _percent(puzzle.margin.win_lost),
    "points": lambda puzzle: puzzle.margin.points_lost,
    "win": lambda puzzle: _percent(puzzle.answer.win),
    "score": lambda puzzle: puzzle.answer.score,
    "difficulty": lambda puzzle: None if puzzle.difficulty is None else puzzle.difficulty.value,
    "rank": lambda puzzle: None if puzzle.difficulty is None else puzzle.difficulty.static_rank,
    "vocabulary": lambda puzzle: None if puzzle.difficulty is None else puzzle.difficulty.vocabulary,
    "lost": lambda puzzle: None if puzzle.played is None else _percent(puzzle.played.win_lost),
}
_TEXTS: Mapping[str, Callable[[Puzzle], tuple[str | None, ...]]] = {
    "tag": lambda puzzle: puzzle.tags,
    "phase": lambda puzzle: (puzzle.phase,),
    "method": lambda puzzle: (puzzle.method,),
    "found": lambda puzzle: () if puzzle.difficulty is None else puzzle.difficulty.found_by,
    "lexicon": lambda puzzle: (puzzle.lexicon,),
    "rules": lambda puzzle: (puzzle.rules,),
    "player": lambda puzzle: (puzzle.origin.player,),
    "proven": lambda puzzle: ("yes" if puzzle.is_proven else "no",),
}
FIELDS = (*_NUMBERS, *_TEXTS)
"""The fields that a filter can name."""
_VALUES: Mapping[str, tuple[str, ...]] = {
    "tag": tuple(Tag),
    "phase": tuple(Phase),
    "method": ("simulation", "preendgame", "endgame"),
    "proven": ("yes", "no"),
}
_OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class FilterError(JackdawError):
    """A filter that cannot be parsed."""


@dataclass(frozen=True)
class PuzzleFilter:
    """A filter: `text` as it was written. Call it with a puzzle."""

    text: str
    _test: _Test

    @classmethod
    def parse(cls, text: str) -> "PuzzleFilter":
        """Parse a filter; an empty one lets all puzzles pass. Raises FilterError."""
        if len(text) > _MAX_LENGTH:
            raise FilterError(f"the filter has more than {_MAX_LENGTH:,} characters", cure="shorten it")
        if not text.strip():
            return cls("", lambda _: True)
        return cls(text.strip(), _Parser(text).parse())

    def __call__(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle passes."""
        return self._test(puzzle)


class _Token(NamedTuple):
    text: str
    column: int
    is_quoted: bool = False

    def is_word(self, word: str) -> bool:
        return not self.is_quoted and self.text.casefold() == word


class _Parser:
    """A recursive-descent parser of the grammar above."""

    def __init__(self, text: str) -> None:
        self._tokens = [*_tokens(text), _Token("", len(text.rstrip()) + 1)]
        self._next = 0
        self._depth = 0

    def parse(self) -> _Test:
        test = self._either()
        token = self._tokens[self._next]
        if token.text:
            raise _error(
                token, f"{quote(token.text)} is not expected here", 'join conditions by "and" or "or"'
            )
        return test

    def _either(self) -> _Test:
        tests = [self._all()]
        while self._accept("or"):
            tests.append(self._all())
        return tests[0] if len(tests) == 1 else lambda puzzle: any(test(puzzle) for test in tests)

    def _all(self) -> _Test:
        tests = [self._one()]
        while self._accept("and"):
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda puzzle: all(test(puzzle) for test in tests)

    def _one(self) -> _Test:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _error(self._tokens[self._next], "the filter is nested too deeply", "simplify it")
        try:
            if self._accept("not"):
                test = self._one()
                return lambda puzzle: not test(puzzle)
            if self._accept("("):
                test = self._either()
                self._require(")")
                return test
            return self._comparison()
        finally:
            self._depth -= 1

    def _comparison(self) -> _Test:
        field, sign, value = self._take(), self._take(), self._take()
        name = field.text.casefold()
        if name not in FIELDS:
            near = get_close_matches(name, FIELDS, n=1)
            cure = f"did you mean {near[0]}?" if near else f"the fields are {', '.join(FIELDS)}"
            what = f"there is no field {quote(field.text)}" if field.text else "a condition is missing"
            raise _error(field, what, cure)
        if sign.text not in _OPERATORS:
            raise _error(sign, f"{name} is not compared with anything", "expected =, !=, <, <=, > or >=")
        if value.text in (*_OPERATORS, "(", ")") or (not value.text and not value.is_quoted):
            raise _error(value, f"{name} is not compared with anything", "give a value")
        return _text_test(name, sign, value) if name in _TEXTS else _number_test(name, sign, value)

    def _take(self) -> _Token:
        token = self._tokens[self._next]
        self._next = min(self._next + 1, len(self._tokens) - 1)
        return token

    def _accept(self, word: str) -> bool:
        found = self._tokens[self._next].is_word(word)
        self._next += found
        return found

    def _require(self, word: str) -> None:
        if not self._accept(word):
            raise _error(self._tokens[self._next], f"{quote(word)} is missing", "close what is open")


def _tokens(text: str) -> Iterator[_Token]:
    place = 0
    while text[place:].strip():
        found = _TOKEN.match(text, place)
        if found is None:
            column = place + len(text[place:]) - len(text[place:].lstrip()) + 1
            bad = _Token(text[column - 1], column)
            raise _error(bad, f"{quote(bad.text)} is not expected here", "see docs/puzzles.md")
        sign, quoted, word = found.groups()
        column = found.start(found.lastindex or 0) + 1
        yield _Token(sign or quoted or word or "", column, quoted is not None)
        place = found.end()


def _number_test(name: str, sign: _Token, value: _Token) -> _Test:
    try:
        limit = float(value.text.removesuffix("%"))
    except ValueError:
        limit = float("nan")
    if limit != limit:
        raise _error(value, f"{quote(value.text)} is not a number", f"{name} is compared with numbers")
    read, compare = _NUMBERS[name], _OPERATORS[sign.text]

    def test(puzzle: Puzzle) -> bool:
        figure = read(puzzle)
        return figure is not None and compare(figure, limit)

    return test


def _text_test(name: str, sign: _Token, value: _Token) -> _Test:
    if sign.text not in ("=", "!="):
        raise _error(sign, f"{name} has no order", "expected = or !=")
    wanted = value.text.casefold()
    known = _VALUES.get(name)
    if (
        known is not None
        and wanted not in known
        and not (name == "tag" and _BINGO_OF_LENGTH.fullmatch(wanted))
    ):
        near = get_close_matches(wanted, known, n=1)
        cure = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(known)}"
        raise _error(value, f"there is no {name} {quote(value.text)}", cure)
    read = _TEXTS[name]

    def has(puzzle: Puzzle) -> bool:
        return any(text is not None and text.casefold() == wanted for text in read(puzzle))

    return has if sign.text == "=" else lambda puzzle: not has(puzzle)


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _error(token: _Token, problem: str, cure: str) -> FilterError:
    return FilterError(problem, where=f"column {token.column}", cure=cure)
