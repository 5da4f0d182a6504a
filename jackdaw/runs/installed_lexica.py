"""The built-in and installed lexica: listing, renaming and removing them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import msgspec

from jackdaw.console import Column, Line, table
from jackdaw.runs.lexicon_building import check_lexicon_name
from jackdaw.schemas import encode_json
from movegen.errors import JackdawError, LexiconError, UnknownNameError, one_line
from movegen.lexicon import (
    COMPILED_SUFFIX,
    EMBEDDED,
    Lexicon,
    installed_file,
    installed_folder,
    is_embedded,
    known_lexica,
    read_graph_file,
    tiles_of_name,
    write_graph_file,
)
from movegen.variant import TileSet
from strategy.leaves import default_leaves_name

LEXICA_SCHEMA = "jackdaw.lexica/1"

_COLUMNS = (
    Column("Name", "left"), Column("Words", "right"), Column("Letters", "right"), Column("Tiles", "left"),
    Column("Leaves", "left"), Column("Installed", "left"),
)  # fmt: skip


class ListedLexicon(msgspec.Struct, frozen=True, kw_only=True):
    """A lexicon that has a name. What is not known is None, or empty if its file cannot be read.

    Attributes
    ----------
    words, letters: the numbers of its words and of the letters of its alphabet.
    tiles, leaves:  the tile set that it is for, and the leaves that value moves with these tiles by default.
    installed:      when it was installed; None for one that is built in.
    file:           the compiled lexicon; None for one that is built in.
    problem:        why the file cannot be used.
    """

    name: str
    words: int | None = None
    letters: int | None = None
    tiles: str | None = None
    leaves: str | None = None
    installed: datetime | None = None
    file: str | None = None
    problem: str = ""


class LexicaJson(msgspec.Struct, frozen=True):
    """The lexica of `jackdaw lexicon list`, as `jackdaw.lexica/1`."""

    schema: str
    lexica: list[ListedLexicon]


def list_lexica() -> list[ListedLexicon]:
    """Return the built-in and installed lexica, by name."""
    return [_list_embedded(name) if is_embedded(name) else _list_installed(name) for name in known_lexica()]


def lexica_view(lexica: list[ListedLexicon]) -> Iterator[Line]:
    """Lay out the lexica as a table."""
    yield from table(_COLUMNS, [(_cells(each), "") for each in lexica])


def lexica_json(lexica: list[ListedLexicon]) -> bytes:
    """Encode the lexica as `jackdaw.lexica/1`."""
    return encode_json(LexicaJson(LEXICA_SCHEMA, lexica))


def remove_lexicon(name: str) -> Path:
    """Remove an installed lexicon; return its file. Raises UnknownNameError, LexiconError."""
    file = _file_of(name, "removed")
    try:
        file.unlink()
    except OSError as error:
        raise LexiconError(f"cannot be removed ({error.strerror})", where=str(file)) from None
    return file


def rename_lexicon(name: str, new: str) -> Path:
    """Give an installed lexicon another name; return its new file.

    Raises UnknownNameError; JackdawError for a name that is taken or cannot be one; LexiconError when a file
    cannot be read or written.
    """
    file, new = _file_of(name, "renamed"), new.upper()
    check_lexicon_name(new)
    target = installed_folder() / f"{new}{COMPILED_SUFFIX}"
    taken = installed_file(new)
    if taken is not None and taken != file:
        cure = f"choose another name, or remove it first: jackdaw lexicon remove {new}"
        raise JackdawError(f"there is a lexicon {new}", cure=cure)
    write_graph_file(replace(read_graph_file(file), name=new), target)
    if target != file:
        remove_lexicon(name)
    return target


def _list_embedded(name: str) -> ListedLexicon:
    lexicon = Lexicon.load(name)
    tiles = lexicon.tile_set
    return ListedLexicon(
        name=name,
        words=len(lexicon),
        letters=tiles.letters,
        tiles=tiles.name,
        leaves=default_leaves_name(tiles),
    )


def _list_installed(name: str) -> ListedLexicon:
    file = installed_folder() / f"{name}{COMPILED_SUFFIX}"
    try:
        data, tiles = read_graph_file(file), tiles_of_name(name)
        installed = datetime.fromtimestamp(file.stat().st_mtime).replace(microsecond=0)
    except (JackdawError, OSError) as error:
        return ListedLexicon(name=name, file=str(file), problem=one_line(str(error)))
    return ListedLexicon(
        name=name,
        words=data.word_count,
        letters=len(data.letters),
        tiles=tiles,
        leaves=None if tiles is None else default_leaves_name(TileSet.load(tiles)),
        installed=installed,
        file=str(file),
    )


def _cells(lexicon: ListedLexicon) -> tuple[str, ...]:
    if lexicon.problem:
        return lexicon.name, "", "", lexicon.problem
    if lexicon.installed is None:
        source = "built in" if lexicon.name == EMBEDDED else "built in, more common words"
    else:
        source = f"{lexicon.installed:%Y-%m-%d}"
    return (
        lexicon.name,
        f"{lexicon.words:,}",
        f"{lexicon.letters}",
        lexicon.tiles or "unknown",
        lexicon.leaves or "",
        source,
    )


def _file_of(name: str, done: str) -> Path:
    """Return the file of an installed lexicon. Raises UnknownNameError; JackdawError for a built-in one."""
    if is_embedded(name):
        raise JackdawError(f"{name.upper()} is a built-in lexicon, which cannot be {done}")
    file = installed_file(name)
    if file is None:
        raise UnknownNameError("lexicon", name, (each for each in known_lexica() if not is_embedded(each)))
    return file
