"""Lists of moves as CSV, a row for each move; the columns are the fields of the JSON (docs/json.md)."""

import csv
import io
from collections.abc import Iterable, Iterator

import msgspec

from jackdaw.schemas.encoding import csv_cell
from jackdaw.schemas.endgame_json import endgame_moves
from jackdaw.schemas.json_output import listed_moves
from jackdaw.schemas.preendgame_json import SimulatedJson, preendgame_moves
from jackdaw.text import SolvedEndgame
from movegen.encoding import encode_text
from strategy.endgame import PreendgameResult
from strategy.players import CandidateList


def moves_csv(candidates: CandidateList) -> bytes:
    """Encode moves in the given order."""
    return _encode(map(msgspec.structs.asdict, listed_moves(candidates)))


def endgame_csv(found: SolvedEndgame) -> bytes:
    """Encode the moves of a solved endgame with their values and bounds, best first."""
    return _encode(map(msgspec.structs.asdict, endgame_moves(found)))


def preendgame_csv(result: PreendgameResult) -> bytes:
    """Encode the moves of a pre-endgame with their wins and spreads, best first, without the outcomes."""
    return _encode(_flat(msgspec.structs.asdict(move)) for move in preendgame_moves(result))


def _flat(move: dict[str, object]) -> dict[str, object]:
    """Return the fields of a move with those of its simulation beside them."""
    simulated, _ = move.pop("simulated"), move.pop("outcomes")
    fields = SimulatedJson.__struct_fields__
    return move | {f"simulated_{field}": getattr(simulated, field, None) for field in fields}


def _encode(moves: Iterable[dict[str, object]]) -> bytes:
    """Encode moves as CSV by RFC 4180, numbered from 1; empty without any."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerows(_rows(moves))
    return encode_text(text.getvalue())


def _rows(moves: Iterable[dict[str, object]]) -> Iterator[list[str]]:
    for number, move in enumerate(moves, start=1):
        if number == 1:
            yield ["number", *move]
        yield [str(number), *map(csv_cell, move.values())]
