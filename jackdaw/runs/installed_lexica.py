"""The built-in and installed lexica: listing, renaming and removing them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import filterfalse
from pathlib import Path

import msgspec

from jackdaw.console import Column, Line, table
from jackdaw.runs.lexicon_building import check_lexicon_name
from jackdaw.schemas import encode_json
from movegen.errors import ConfigError, JackdawError, LexiconError, UnknownNameError, one_line
from movegen.lexicon import (
    COMPILED_SUFFIX,
    EMBEDDED,
    Lexicon,
    installed_file,
    installed_folder,
    is_embedded,
    known_lexica,
    read_graph_file,
    rules_of_tiles,
    tiles_of_name,
    write_graph_file,
)
from movegen.variant import TileSet, Variant
from strategy.leaves import LEAVES_SUFFIX, default_leaves_name
from strategy.players import VALUE_SUFFIXES, static_strategy_for
from strategy.winprob import WIN_TABLE_SUFFIX

LEXICA_SCHEMA = "jackdaw.lexica/1"

_COLUMNS = (
    Column("Name", "left"), Column("Words", "right"), Column("Letters", "right"), Column("Tiles", "left"),
    Column("Leaves", "left"), Column("Win table", "left"), Column("Installed", "left"),
)  # fmt: skip


class ListedLexicon(msgspec.Struct, frozen=True, kw_only=True):
    """A lexicon that has a name. What is not known is None, or empty if its file cannot be read.

    Attributes
    ----------
    words, letters: the numbers of its words and of the letters of its alphabet.
    tiles:          the tile set that it is for.
    leaves, win_table: what values moves and chances to win with these tiles by default: files installed with
                    the lexicon, or built-in ones. No win table stands for the normal model.
    installed:      when it was installed; None for one that is built in.
    file:           the compiled lexicon; None for one that is built in.
    problem:        why the file cannot be used.
    """

    name: str
    words: int | None = None
    letters: int | None = None
    tiles: str | None = None
    leaves: str | None = None
    win_table: str | None = None
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


def remove_lexicon(name: str) -> list[Path]:
    """Remove an installed lexicon with its leaves and its win table; return the files.

    Raises UnknownNameError, LexiconError.
    """
    file = _file_of(name, "removed")
    files = [*_value_files(file), file]  # the lexicon last, so that a second try finds what is left
    for each in files:
        _unlink(each)
    return files


def rename_lexicon(name: str, new: str) -> Path:
    """Give an installed lexicon another name; return its new file. Leaves and win table are renamed with it.

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
        for each in _value_files(target):  # without a lexicon they belong to nothing
            _unlink(each)
        for each in _value_files(file):
            _rename(each, target.with_suffix(each.suffix))
        remove_lexicon(name)
    return target


def _value_files(lexicon: Path) -> list[Path]:
    """Return the files with the values of an installed lexicon."""
    files = (lexicon.with_suffix(suffix) for suffix in VALUE_SUFFIXES)
    return [file for file in files if file.exists()]


def _unlink(file: Path) -> None:
    try:
        file.unlink()
    except OSError as error:
        raise LexiconError(f"cannot be removed ({error.strerror})", where=str(file)) from None


def _rename(file: Path, target: Path) -> None:
    try:
        file.replace(target)
    except OSError as error:
        raise LexiconError(f"cannot be renamed ({error.strerror})", where=str(file)) from None


def _list_embedded(name: str) -> ListedLexicon:
    lexicon = Lexicon.load(name)
    return _describe(lexicon, lexicon.tile_set.name)


def _list_installed(name: str) -> ListedLexicon:
    file = installed_folder() / f"{name}{COMPILED_SUFFIX}"
    try:
        data, tiles = read_graph_file(file), tiles_of_name(name)
        installed = datetime.fromtimestamp(file.stat().st_mtime).replace(microsecond=0)
        if tiles is None:
            listed = ListedLexicon(name=name, words=data.word_count, letters=len(data.letters))
            values = {each.suffix: each.name for each in _value_files(file)}
            leaves, win_table = values.get(LEAVES_SUFFIX), values.get(WIN_TABLE_SUFFIX)
            listed = msgspec.structs.replace(listed, leaves=leaves, win_table=win_table)
        else:
            listed = _describe(Lexicon(data, TileSet.load(tiles)), tiles)
    except (JackdawError, OSError) as error:
        return ListedLexicon(name=name, file=str(file), problem=one_line(str(error)))
    return msgspec.structs.replace(listed, name=name, installed=installed, file=str(file))


def _describe(lexicon: Lexicon, tiles: str) -> ListedLexicon:
    leaves, win_table = _values(lexicon, tiles)
    return ListedLexicon(
        name=lexicon.name,
        words=len(lexicon),
        letters=lexicon.tile_set.letters,
        tiles=tiles,
        leaves=leaves,
        win_table=win_table,
    )


def _values(lexicon: Lexicon, tiles: str) -> tuple[str | None, str | None]:
    """Return the names of the leaves and of the win table for games with the usual rules of the tiles."""
    rules = rules_of_tiles(tiles)
    if rules is None:
        return default_leaves_name(lexicon.tile_set), None
    variant = Variant.load(rules)
    try:
        strategy = static_strategy_for(lexicon, variant)
    except ConfigError as error:
        return f"damaged: {Path(error.file or '').name}", None
    return strategy.leaves_name(variant.tiles), strategy.win_table_name(variant)


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
        lexicon.win_table or "normal model",
        source,
    )


def _file_of(name: str, done: str) -> Path:
    """Return the file of an installed lexicon. Raises UnknownNameError; JackdawError for a built-in one."""
    if is_embedded(name):
        raise JackdawError(f"{name.upper()} is a built-in lexicon, which cannot be {done}")
    file = installed_file(name)
    if file is None:
        raise UnknownNameError("installed lexicon", name, filterfalse(is_embedded, known_lexica()))
    return file
