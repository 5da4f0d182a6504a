"""Moves of lines as people type them: `8D WAREZ`, or `AERWZ: 8D WAREZ` with the rack."""

from movegen.errors import JackdawError
from movegen.lines import Line, LineError


def parse_line_move(line: Line, text: str) -> Line:
    """Return the line with one more move. Raises LineError, which names the move, if it is impossible.

    >>> from movegen import Line, read_gcg
    >>> line = Line.begin(read_gcg("jackdaw/samples/ann_v_ben.gcg"), 7)
    >>> parse_line_move(parse_line_move(line, "m9 eating"), "EIKNUWZ: n12 ewk").scores
    (135, 99)
    """
    rack, colon, move = text.rpartition(":")
    try:
        if colon:
            line = line.with_rack(rack.strip())
        parsed = line.parse(move.strip())
        return line.play(parsed, line.rack) if colon and line.rack is not None else line.play(parsed)
    except JackdawError as error:
        where = f"turn {line.turn + len(line.moves)}"
        raise LineError(f"{text.strip()!r} is not possible: {error}", where=where) from None
