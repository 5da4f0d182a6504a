"""Compile and install lexica."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from jackdaw.console import echo
from movegen.configs import list_configs
from movegen.errors import MAX_NAME, ConfigError, JackdawError, LexiconError, one_line, quote
from movegen.files import make_folder
from movegen.lexicon import (
    COMPILED_SUFFIX,
    DAWG_SUFFIX,
    Lexicon,
    encode_words,
    installed_folder,
    is_embedded,
    read_word_list,
    rules_of_tiles,
)
from movegen.variant import TileSet, Variant
from strategy.players import describe_installed

_NAME = re.compile(r"[A-Z0-9][A-Z0-9_+-]{0,39}")
_EXPECTED_NAME = "letters, digits and - + _, at most 40"


def build_lexicon(
    source: str,
    name: str | None,
    output: str | None,
    tile_set: TileSet,
    longest: int,
    *,
    skip_others: bool = False,
) -> None:
    """Compile a word list, write it to `output` or install it, and print its sizes."""
    begin = perf_counter()
    path = Path(source)
    name = one_line(path.name.split(".")[0] if name is None else name, MAX_NAME).upper()
    if output is None or is_embedded(name):
        check_lexicon_name(name)
    lexicon, left_out = _compile(path, name, tile_set, longest, skip_others=skip_others)
    if output is None:
        cure = "write the lexicon to a file with --output"
        folder = make_folder(installed_folder(), error=LexiconError, cure=cure)
        target = folder / f"{name}{COMPILED_SUFFIX}"
    else:
        target = Path(output)
    lexicon.save(target)
    for text in size_lines(lexicon):
        echo(text)
    for line, words in enumerate(left_out):
        echo(f"{'' if line else 'left out':13}{words}")
    echo(f"seconds      {perf_counter() - begin:.2f}")
    echo(f"file         {target}")
    if output is None:
        _check_values(target, tile_set)
        echo(f"Use it with --lexicon {name}{_advise_tiles(tile_set)}")


def _check_values(file: Path, tile_set: TileSet) -> None:
    """Warn if leaves or a win table were installed with a former lexicon of this name."""
    rules = rules_of_tiles(tile_set.name)
    if rules is not None:
        with suppress(ConfigError):  # a damaged file is an error where it is used
            describe_installed(Lexicon.load(file, tile_set), Variant.load(rules))


def _advise_tiles(tile_set: TileSet) -> str:
    """Say how to name tiles of one's own, which a lexicon does not bring along."""
    is_known = tile_set.name in list_configs("tiles")
    return "" if is_known else " and its tiles: --tiles FILE, or --rules with a file that names them"


def size_lines(lexicon: Lexicon) -> Iterator[str]:
    """Return the sizes of a lexicon as lines."""
    sizes = lexicon.statistics
    yield f"name         {lexicon.name}"
    yield f"letters      {lexicon.tile_set.letters} ({lexicon.tile_set.name})"
    yield f"words        {sizes.words:,} of up to {sizes.longest_word} letters"
    yield f"word graph   {sizes.states:,} states, {sizes.arcs:,} arcs, {sizes.letter_sets:,} letter sets"
    yield f"             of these, {sizes.dawg_states:,} states and {sizes.dawg_arcs:,} arcs form the DAWG"
    yield f"bytes        {sizes.bytes:,} for the graph, {sizes.map_bytes:,} for the word map"


def check_lexicon_name(name: str) -> None:
    """Raise JackdawError unless a lexicon can be installed under a name."""
    if is_embedded(name):
        raise JackdawError(f"{name} is a built-in lexicon", cure="choose another name with --name")
    if not _NAME.fullmatch(name):
        cure = f"give one with --name: {_EXPECTED_NAME}"
        raise JackdawError(f"{quote(name)} cannot be the name of a lexicon", cure=cure)


def _compile(
    path: Path, name: str, tile_set: TileSet, longest: int, *, skip_others: bool
) -> tuple[Lexicon, list[str]]:
    """Compile a source; return the lexicon and lines about the words left out."""
    if path.suffix.lower() in (".kwg", DAWG_SUFFIX, COMPILED_SUFFIX):
        lexicon = Lexicon.load(path, tile_set)
        return Lexicon(replace(lexicon.data, name=name), tile_set), list(
            _describe_left_out(lexicon.left_out, longest)
        )
    words = encode_words(read_word_list(path), tile_set, longest, path, skip_others=skip_others)
    lexicon = Lexicon.from_encoded(words, tile_set, name)
    if not len(lexicon):
        raise LexiconError("holds no words", where=str(path), cure="name a list with one word per line")
    left_out = list(_describe_left_out(lexicon.left_out, longest))
    if words.others:
        some = ", ".join(quote(each) for each in words.examples)
        left_out.append(f"{words.others:,} not in the letters of {tile_set.name}, such as {some}")
    return lexicon, left_out


def _describe_left_out(left_out: tuple[int, int], longest: int) -> Iterator[str]:
    """Say how many words were left out for their length."""
    too_short, too_long = left_out
    parts = [f"{too_long:,} longer than {longest} letters"] if too_long else []
    parts += [f"{too_short:,} of one letter"] if too_short else []
    if parts:
        yield ", ".join(parts)
