"""Every option and argument of every command that takes a value, with numbers at the limits of words.

A value is either refused in one line, or it is a number that fits all that follows; then the command runs.
"""

import re
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import movegen.numbers
from jackdaw.cli import jackdaw
from jackdaw.options import numbers
from jackdaw.options.analysis import parse_turns
from jackdaw.options.simulation import parse_confidence, parse_plies

VALUES = (
    "0",
    "-1",
    str(2**31),
    str(2**63),
    str(2**64),
    str(10**30),
    "nan",
    "inf",
    "-inf",
    "1e999",
    "9" * 5000,
)
LARGEST = 2**64 - 1  # a seed
CGP = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
Command = tuple[tuple[str, ...], click.Command]


def list_commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[Command]:
    """Yield all commands below one, each with the words that lead to it."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from list_commands(below, (*path, name))
    else:
        yield path, command


COMMANDS = dict(list_commands(jackdaw))


def takes_value(option: click.Parameter) -> bool:
    return isinstance(option, click.Option) and not option.is_flag and not option.count


PARAMETERS = [
    (path, option)
    for path, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, click.Argument) or takes_value(option)
]


def names(parameter: Any) -> str:
    path, option = parameter
    return f"{'-'.join(path)}:{option.name}"


def is_numeric(kind: Any) -> bool:
    if isinstance(kind, click.Tuple):
        return any(map(is_numeric, kind.types))
    return isinstance(kind, type(click.INT) | type(click.FLOAT) | click.IntRange | click.FloatRange)


def numbers_in(value: Any) -> Iterator[float]:
    if isinstance(value, tuple | list):
        for each in value:
            yield from numbers_in(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


@pytest.mark.parametrize("parameter", PARAMETERS, ids=names)
def test_a_number_is_refused_or_fits(parameter: tuple[tuple[str, ...], click.Parameter]) -> None:
    for value in VALUES:
        check_value(parameter[1], value)


def check_value(option: click.Parameter, value: str) -> None:
    texts: Any = (value,) * option.nargs if option.nargs > 1 else value
    texts = (texts,) if getattr(option, "multiple", False) or option.nargs == -1 else texts
    context = click.Context(click.Command("any"))
    try:
        converted = option.type_cast_value(context, texts)
    except click.BadParameter as error:
        assert "\n" not in error.format_message()
        return
    if option.type is click.INT:
        return  # checked by what runs, in the test below
    for number in numbers_in(converted):
        assert isfinite(number) and -(2**63) <= number <= LARGEST, option.name


def test_numeric_options_are_found() -> None:
    """The options that the tests below are about, by their types."""
    numeric = [names(parameter) for parameter in PARAMETERS if is_numeric(parameter[1].type)]
    unlimited = {path for path, option in PARAMETERS if option.type is click.INT}
    assert unlimited - {("tournament",)} <= set(QUICK)
    assert len(numeric) > 50 and {"analyze:limit", "endgame:memory", "pit:games", "play:redraw"} <= set(
        numeric
    )


QUICK: dict[tuple[str, ...], tuple[str, ...]] = {
    ("analyze",): ("-", "--effort", "quick"),
    ("batch",): ("positions.cgp", "--method", "static", "-o", "out.jsonl", "--workers", "1"),
    ("bench", "movegen"): ("--games", "1"),
    ("bench", "paper"): ("--games", "1", "--max-length", "3"),
    ("endgame",): ("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 AE/B 0/32 0"),
    ("judge",): (
        "positions.cgp",
        "--players",
        "greedy",
        "--iterations",
        "2",
        "--candidates",
        "0",
        "--workers",
        "1",
    ),
    ("leaves", "train"): (
        "out.leaves",
        "--games",
        "2",
        "--generations",
        "1",
        "--longest",
        "1",
        "--workers",
        "1",
    ),
    ("lexicon", "anagram"): ("QI",),
    ("lexicon", "playability"): ("--games", "1", "--workers", "1"),
    ("line", "add"): ("game.gcg", "--turn", "1", "--name", "a", "--replace", "pass"),
    ("line", "try"): ("game.gcg", "--turn", "1"),
    ("moves",): (CGP,),
    ("openings",): ("AEINRST",),
    ("pit",): ("greedy", "greedy", "--games", "2", "--workers", "1"),
    ("preendgame",): (CGP,),
    ("puzzles",): ("positions.cgp", "-o", "out.jsonl", "--mistake", "large", "--workers", "1"),
    ("winprob", "show"): (),
    ("winprob", "train"): ("out.winprob", "--games", "2", "--check-games", "0", "--workers", "1"),
}
"""What runs quickly, besides the option that is tried; the values that pass the option's type are small."""


def invoke(arguments: list[str], text: str | None = None) -> Result:
    return CliRunner().invoke(jackdaw, arguments, input=text)


def try_values(
    path: tuple[str, ...], arguments: tuple[str, ...], option: str
) -> Iterator[tuple[str, Result]]:
    for value in VALUES:
        if option in arguments:
            at = arguments.index(option)
            arguments = arguments[:at] + arguments[at + 2 :]
        yield value, invoke([*path, *arguments, f"{option}={value}"], CGP)


RUNS = [
    (path, option.opts[-1])
    for path, option in PARAMETERS
    if path in QUICK
    and isinstance(option, click.Option)
    and (is_numeric(option.type) or option.name == "plies")
]


@pytest.mark.parametrize(("path", "option"), RUNS, ids=str)
def test_a_command_runs_or_ends_in_one_line(
    path: tuple[str, ...], option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "positions.cgp").write_text(CGP + "\n", encoding="utf-8")
    (tmp_path / "game.gcg").write_text(
        "#player1 A Ann\n#player2 B Bob\n>A: AERWZ 8D WAREZ +42 42\n", encoding="utf-8"
    )
    for value, result in try_values(path, QUICK[path], option):
        assert result.exception is None or isinstance(result.exception, SystemExit), (value, result.exception)
        assert "Traceback" not in result.output and "incompatible function" not in result.output
        if result.exit_code == 2:
            error = result.stderr.strip().splitlines()[-1]
            assert error.startswith("Error: "), (value, result.stderr)


@pytest.mark.parametrize("spread", VALUES)
@pytest.mark.parametrize("unseen", ["0", str(2**31), str(2**64)])
def test_arguments_of_winprob_show(spread: str, unseen: str) -> None:
    result = invoke(["winprob", "show", "--", spread, unseen])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 2)


def test_options_and_functions_share_the_limit_of_seconds() -> None:
    assert numbers.MAX_SECONDS == movegen.numbers.MAX_SECONDS


def convert(kind: click.ParamType, text: str) -> Any:
    return kind.convert(text, None, None)


@pytest.mark.parametrize(
    ("kind", "least", "most", "below", "above"),
    [
        (numbers.Count(), "1", "1000000000", "0", "1000000001"),
        (numbers.Count(0), "0", "1000000000", "-1", "1000000001"),
        (numbers.SEED, "0", "18446744073709551615", "-1", "18446744073709551616"),
        (numbers.WORKERS, "1", "1024", "0", "1025"),
        (numbers.SECONDS, "0.001", "1000000000", "0", "1000000000.1"),
        (numbers.Finite(0, 1), "0", "1", "-0.1", "nan"),
    ],
)
def test_limits_belong_to_the_range(
    kind: click.ParamType, least: str, most: str, below: str, above: str
) -> None:
    assert [convert(kind, text) for text in (least, most)] == [float(least), int(most)]
    for text in (below, above):
        with pytest.raises(click.BadParameter, match=re.escape(text)):
            convert(kind, text)


def test_plies_confidence_and_turns_at_their_limits() -> None:
    assert [parse_plies(text) for text in ("0", "end", "999999", "0000000002")] == [0, "end", 999_999, 2]
    assert [parse_confidence(text) for text in ("off", "0.001", "99.999")] == [None, 0.001, 99.999]
    assert [parse_turns(text) for text in ("1", "9999", "3, 5-7,6", "4-4")] == [
        (1,), (9999,), (3, 5, 6, 7), (4,)
    ]  # fmt: skip
    for parse, text in (
        (parse_plies, "1000000"), (parse_plies, "²"), (parse_plies, "٣"), (parse_plies, "End"),
        (parse_confidence, "0"), (parse_confidence, "100"), (parse_confidence, "nan"),
        (parse_turns, "10000"), (parse_turns, "5-4"), (parse_turns, "0-3"),
    ):  # fmt: skip
        with pytest.raises(click.BadParameter, match=re.escape(text)):
            parse(text)
