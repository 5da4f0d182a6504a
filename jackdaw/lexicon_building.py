"""Compiling and installing lexica, and what there is to say about their sizes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import click

from movegen.errors import JackdawError, LexiconError, shown
from movegen.files import make_folder
from movegen.graph_file import SUFFIX, read_graph_file
from movegen.lexicon import Lexicon
from movegen.lexicon_sources import EMBEDDED, installed_folder, is_embedded, known_lexica, read_list
from movegen.old_dawg import SUFFIX as DAWG_SUFFIX
from movegen.tiles import TileSet
from movegen.word_text import encode_words

_NAME = re.compile(r"[A-Z0-9][A-Z0-9_+-]{0,39}")
_EXPECTED_NAME = "letters, digits and - + _, at most 40"


def build_lexicon(
    source: str, name: str | None, output: str | None, tiles: str, longest: int, *, skip_others: bool = False
) -> None:
    """Compile a word list, write it to `output` or install it, and tell what was done."""
    begin = perf_counter()
    path, tile_set = Path(source), TileSet.load(tiles)
    name = (path.name.split(".")[0] if name is None else name).upper()
    if output is None or is_embedded(name):
        _check_name(name)
    lexicon, left_out = _compiled(path, name, tile_set, longest, skip_others=skip_others)
    if output is None:
        target = make_folder(installed_folder(), error=LexiconError) / f"{name}{SUFFIX}"
    else:
        target = Path(output)
    lexicon.save(target)
    click.echo("\n".join(size_lines(lexicon)))
    for line, what in enumerate(left_out):
        click.echo(f"{'' if line else 'left out':13}{what}")
    click.echo(f"seconds      {perf_counter() - begin:.2f}")
    click.echo(f"file         {target}")
    if output is None:
        click.echo(f"Use it with --lexicon {name}")


def size_lines(lexicon: Lexicon) -> Iterator[str]:
    """The sizes of a lexicon, one a line."""
    sizes = lexicon.statistics
    yield f"name         {lexicon.name}"
    yield f"letters      {lexicon.tile_set.letters} ({lexicon.tile_set.name})"
    yield f"words        {sizes.words:,}, the longest of {sizes.longest_word} letters"
    yield f"word graph   {sizes.states:,} states, {sizes.arcs:,} arcs, {sizes.letter_sets:,} letter sets"
    yield f"             {sizes.dawg_states:,} states and {sizes.dawg_arcs:,} arcs of them are the DAWG"
    yield f"bytes        {sizes.bytes:,} of the graph, {sizes.map_bytes:,} of the word map"


def list_lines() -> Iterator[str]:
    """The lexica that go by a name, one a line."""
    names = known_lexica()
    width = max(map(len, names))
    for name in names:
        if is_embedded(name):
            what = "the lexicon inside" if name == EMBEDDED else "inside: its more common words"
            yield f"{name:{width}}  {len(Lexicon.load(name)):>9,} words  ({what})"
            continue
        path = installed_folder() / f"{name}{SUFFIX}"
        try:
            yield f"{name:{width}}  {read_graph_file(path).word_count:>9,} words  {path}"
        except JackdawError as error:
            yield f"{name:{width}}  {error}"


def _check_name(name: str) -> None:
    if is_embedded(name):
        raise JackdawError(f"{name} is a lexicon inside", cure="choose another name with --name")
    if not _NAME.fullmatch(name):
        cure = f"give one with --name: {_EXPECTED_NAME}"
        raise JackdawError(f"{shown(name)} cannot be the name of a lexicon", cure=cure)


def _compiled(
    path: Path, name: str, tile_set: TileSet, longest: int, *, skip_others: bool
) -> tuple[Lexicon, list[str]]:
    """The lexicon, and what was left out of its source, a line each."""
    if path.suffix.lower() in (".kwg", DAWG_SUFFIX, SUFFIX):
        lexicon = Lexicon.load(path, tile_set)
        return Lexicon(replace(lexicon.data, name=name), tile_set), list(_told(lexicon.left_out, longest))
    words = encode_words(read_list(path), tile_set, longest, path, skip_others=skip_others)
    lexicon = Lexicon.from_encoded(words, tile_set, name)
    if not len(lexicon):
        raise LexiconError("holds no words", where=str(path), cure="name a list with a word a line")
    left_out = list(_told(lexicon.left_out, longest))
    if words.others:
        some = ", ".join(shown(each) for each in words.examples)
        left_out.append(f"{words.others:,} in other letters than {tile_set.name}, such as {some}")
    return lexicon, left_out


def _told(left_out: tuple[int, int], longest: int) -> Iterator[str]:
    """How many words were left out for their length."""
    too_short, too_long = left_out
    parts = [f"{too_long:,} longer than {longest} letters"] if too_long else []
    parts += [f"{too_short:,} of one letter"] if too_short else []
    if parts:
        yield ", ".join(parts)
