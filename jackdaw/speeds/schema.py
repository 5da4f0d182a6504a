"""What `jackdaw bench all` gives as JSON; docs/json.md explains every field."""

from collections.abc import Sequence

import msgspec

from movegen.distribution import version
from movegen.encoding import encode_json
from movegen.lexicon import Lexicon
from movegen.native import describe_core
from sims.benchmark import Speed, join_signatures

SCHEMA = "jackdaw.bench.all/1"


class SpeedJson(msgspec.Struct):
    """A figure."""

    name: str
    unit: str
    units: int
    seconds: float
    yardstick_seconds: float
    ratio: float
    signature: int


class SpeedsJson(msgspec.Struct):
    """The result of `jackdaw bench all`."""

    schema: str
    version: str
    core: str
    lexicon: str
    words: int
    quick: bool
    complete: bool
    signature: str | None
    figures: list[SpeedJson]


def speeds_json(speeds: Sequence[Speed], total: int, lexicon: Lexicon, *, quick: bool) -> bytes:
    """`jackdaw.bench.all/1`; `total` is the number of figures of a complete run."""
    complete = len(speeds) == total
    result = SpeedsJson(
        schema=SCHEMA,
        version=version(),
        core=describe_core(),
        lexicon=lexicon.name,
        words=len(lexicon),
        quick=quick,
        complete=complete,
        signature=join_signatures(speeds) if complete else None,
        figures=[
            SpeedJson(
                name=speed.name,
                unit=speed.unit,
                units=speed.units,
                seconds=round(speed.seconds, 9),
                yardstick_seconds=round(speed.yardstick, 9),
                ratio=round(speed.ratio, 6),
                signature=speed.signature,
            )
            for speed in speeds
        ],
    )
    return msgspec.json.format(encode_json(result), indent=2) + b"\n"
