"""The speed of every part of the engine as lines of text, each printed as soon as it is known."""

from collections.abc import Iterator, Sequence

from movegen.lexicon import Lexicon
from sims.benchmark import Speed, join_signatures

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))
_DIGITS = 3


def speeds_header(lexicon: Lexicon, *, quick: bool) -> Iterator[str]:
    """Yield the lexicon and the titles of the columns."""
    yield f"{lexicon.name}, {len(lexicon):,} words{'; quick: times are rough' if quick else ''}"
    yield f"{'':24}{'time':>10}  {'of one':<12}{'ratio':>10}  {'signature':>12}"


def speed_line(speed: Speed) -> str:
    """Return the line of a figure: its time, its ratio to the yardstick, its signature."""
    return (
        f"{speed.name:24}{_time(speed.seconds):>10}  {speed.unit:<12}{_digits(speed.ratio):>10}"
        f"  {speed.signature:>12}"
    )


def speeds_footer(speeds: Sequence[Speed], total: int) -> Iterator[str]:
    """Yield what the ratios relate to, and the signature of all figures if none is missing."""
    if speeds:
        mean = sum(speed.yardstick for speed in speeds) / len(speeds)
        yield f"A ratio of 1 is a turn of the yardstick, a plain walker through a DAWG: {_time(mean)} here."
    if len(speeds) == total:
        yield f"Signature {join_signatures(speeds)}: the same for all versions that give the same results."
    else:
        yield f"{len(speeds)} of {total} figures"


def _time(seconds: float) -> str:
    """Write a time with three digits: `24.3 us`."""
    size, unit = next((each for each in _UNITS if seconds >= each[0]), _UNITS[-1])
    return f"{_digits(seconds / size)} {unit}"


def _digits(value: float) -> str:
    """Write a number with three digits, or more before the point."""
    whole = len(f"{value:.0f}") if value >= 1 else 0
    return f"{value:,.{max(0, _DIGITS - whole)}f}"
