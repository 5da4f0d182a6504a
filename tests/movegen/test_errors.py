"""Errors say in one line what is wrong, where, and what to do; they survive a trip between processes."""

import pickle

import pytest

from movegen.errors import (
    BuildError,
    CgpError,
    ConfigError,
    GcgError,
    IllegalMoveError,
    JackdawError,
    LexiconError,
    MoveSyntaxError,
    NotationError,
    PositionError,
    UnknownNameError,
    one_line,
    quote,
)

ERRORS = [
    JackdawError("it is broken", where="here", cure="mend it"),
    ConfigError("expected int", file="a.toml", key="letters[3].count"),
    UnknownNameError("board", "standart15", ["standard15", "super21"]),
    NotationError("no tile", file="game.gcg", line=3, column=4, expected="a letter", cure="look again"),
    CgpError("racks: missing", column=9),
    MoveSyntaxError("nothing"),
    IllegalMoveError("8D is taken", where="8D WAREZ"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_arrives_whole_in_another_process(error: JackdawError):
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert copy.__dict__ == error.__dict__


def test_messages_say_where_what_and_cure():
    messages = [str(error) for error in ERRORS]
    assert messages == [
        "here: it is broken; mend it",
        "a.toml, letters[3].count: expected int",
        "unknown board 'standart15'; did you mean standard15?",
        "game.gcg, line 3, column 4: no tile; expected a letter; look again",
        "column 9: racks: missing",
        "nothing",
        "8D WAREZ: 8D is taken",
    ]


@pytest.mark.parametrize("text", ["a\nb", "a\rb", "a\x00b", "a\u2028b", "a\ud800b", "a\x85b"])
def test_a_message_is_one_printable_line(text: str):
    message = str(JackdawError(text, where=text, cure=text))
    assert message.isprintable()
    assert len(message.splitlines()) == 1


def test_long_text_is_cut():
    assert len(quote("x" * 1000)) < 50


def test_an_unknown_name_that_is_like_none_lists_what_is_known():
    assert str(UnknownNameError("board", "qqq", ["b", "a"])) == "unknown board 'qqq'; known: a, b"
    assert UnknownNameError("board", "qqq", ["b", "a"]).known == ("a", "b")
    assert "none" in str(UnknownNameError("board", "qqq", []))


def test_all_errors_can_be_caught_as_one():
    for kind in (ConfigError, LexiconError, NotationError, IllegalMoveError, PositionError, BuildError):
        assert issubclass(kind, JackdawError)
    for kind in (GcgError, CgpError, MoveSyntaxError):
        assert issubclass(kind, NotationError)
    assert issubclass(UnknownNameError, ConfigError)


@pytest.mark.parametrize("length", [100, 3000, 1_000_000])
def test_a_message_is_short_however_long_its_parts_are(length: int):
    text = "\x1b[31m" * length
    for error in (
        JackdawError("broken", where=text),
        NotationError("broken", file=text, line=3, expected=text),
        ConfigError(text, file=text, key=text, cure=text),
        UnknownNameError("board", text, [text]),
    ):
        assert len(str(error)) < 10_000
        assert str(error).isprintable()
    assert str(JackdawError("broken", where=f"/home/{'x' * length}/a.gcg")).endswith("x/a.gcg: broken")


def test_text_from_outside_as_it_may_be_shown():
    assert one_line("Ann\xa0Archer\u3000Æ") == "Ann Archer Æ"
    assert one_line("a\x1b[2J\x9b\u202e\u2066\udcff\ud800\n") == r"a\x1b[2J\x9b\u202e\u2066\xff\ud800\n"
    assert one_line("x" * 60 + ".gcg", 13) == "xxxxxx…xx.gcg"
    assert one_line("x" * 13, 13) == "x" * 13
