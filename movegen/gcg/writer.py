"""Writing a game as a GCG file that `read_gcg` reads back to an equal game."""

from collections.abc import Iterator
from pathlib import Path

from movegen.errors import GcgError, JackdawError
from movegen.files import write_atomic
from movegen.game import LATIN_1, UTF_8, Event, EventKind, Game, Pragma
from movegen.gcg.text import fits_latin_1

_DEDUCTIONS = frozenset((EventKind.WITHDRAWN, EventKind.END_RACK_PENALTY, EventKind.TIME_PENALTY))


def format_gcg(game: Game) -> str:
    """Return a game as the text of a GCG file, with a line for its encoding where one is needed.

    >>> game = Game.new(Variant.standard(), ["Ann", "Bob"])
    >>> event = game.record_move("8D WAREZ", "AERWZ")
    >>> print(format_gcg(game), end="")
    #character-encoding UTF-8
    #player1 Ann Ann
    #player2 Bob Bob
    >Ann: AERWZ 8D WAREZ +42 42
    """
    lines = list(_lines(game))
    encoding = _declared_encoding(game, lines)
    if encoding:
        lines.insert(0, f"#character-encoding {encoding}")
    return "\n".join(lines) + "\n"


def encode_gcg(game: Game) -> bytes:
    """Return a game as the bytes of a GCG file, in its own encoding, or in UTF-8 if that does not suffice."""
    text = format_gcg(game)
    return text.encode(LATIN_1 if game.encoding == LATIN_1 and fits_latin_1(text) else UTF_8)


def write_gcg(game: Game, path: str | Path) -> None:
    """Write a game to a GCG file; see `encode_gcg`.

    The file is written atomically. Raises GcgError when it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> game = Game.new(Variant.standard(), ["Ann", "Bob"])
    >>> with TemporaryDirectory() as folder:
    ...     write_gcg(game, f"{folder}/ann_v_bob.gcg")
    ...     read_gcg(f"{folder}/ann_v_bob.gcg") == game
    True
    """
    try:
        write_atomic(Path(path), encode_gcg(game))
    except JackdawError as error:
        raise GcgError(error.problem, file=path, cure=error.cure) from None


def _lines(game: Game) -> Iterator[str]:
    pragmas: dict[int, list[Pragma]] = {}
    for pragma in game.pragmas:
        pragmas.setdefault(pragma.event_index, []).append(pragma)
    for index, event in enumerate((None, *game.events)):
        if event is not None:
            yield _event_line(game, event)
            for note in event.notes:
                yield from _note_lines(note)
        for pragma in pragmas.get(index, ()):
            yield from _pragma_lines(pragma)


def _event_line(game: Game, event: Event) -> str:
    sign = "-" if event.score < 0 or (event.score == 0 and event.kind in _DEDUCTIONS) else "+"
    fields = [f">{game.players[event.player].nickname}:"]
    if event.rack is not None:
        fields.append(str(event.rack))
    fields += [_action(event), f"{sign}{abs(event.score)}", str(event.total)]
    if event.comment:
        fields.append(event.comment)
    return " ".join(fields)


def _action(event: Event) -> str:
    if event.move is not None:
        return event.move.gcg
    if event.kind is EventKind.WITHDRAWN:
        return "--"
    if event.kind is EventKind.CHALLENGE_BONUS:
        return "(challenge)"
    return "(time)" if event.kind is EventKind.TIME_PENALTY else f"({event.tiles or ''})"


def _note_lines(note: str) -> Iterator[str]:
    """Yield the lines of a note, with `#-` before those that would be read as pragmas or events."""
    first, *rest = note.split("\n")
    yield f"#note {first}".rstrip(" ")
    for line in rest:
        yield f"#- {line}" if line.lstrip(" \t")[:1] in ("#", ">") else line


def _pragma_lines(pragma: Pragma) -> Iterator[str]:
    first, *rest = pragma.value.split("\n")
    yield f"#{pragma.name} {first}".rstrip(" ")
    for line in rest:
        yield f"#- {line}".rstrip(" ")


def _declared_encoding(game: Game, lines: list[str]) -> str | None:
    """Return the encoding that the record must name, because it would be read in another one otherwise."""
    if game.encoding == UTF_8:
        return UTF_8
    text = "\n".join(lines)
    if text.isascii():
        return None
    return _named_for_bytes(text.encode("latin-1")) if fits_latin_1(text) else UTF_8


def _named_for_bytes(data: bytes) -> str | None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return LATIN_1
