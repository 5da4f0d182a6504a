"""`jackdaw lexicon`: build and export lexica, and look up words."""

from collections.abc import Iterable

import click

from jackdaw.application import NOTHING_FOUND, Group
from jackdaw.commands.strategies.playability import playability
from jackdaw.console import echo
from jackdaw.inputs import ReadingRules, parse_source, read_source
from jackdaw.options import Count, Whole, apply, json_option, lookup_options, tiles_option
from jackdaw.runs import (
    Results,
    build_lexicon,
    check_files,
    compare_lexica,
    comparison_json,
    comparison_view,
    lexica_json,
    lexica_view,
    list_lexica,
    remove_lexicon,
    rename_lexicon,
    size_lines,
)
from movegen.counts import counted
from movegen.errors import JackdawError, NotationError
from movegen.game import Game
from movegen.lexicon import DawgLayout, Lexicon, load_tiles, tiles_of_name

_EPILOG = """\b
Examples:
  jackdaw lexicon build words.txt --name CLUB  then: analyze game.gcg --lexicon CLUB
  jackdaw lexicon build ordlista.txt --name ORD --tiles swedish
  jackdaw lexicon check QUIXOTRY KWIXOTRY
  jackdaw lexicon anagram AEINRS?              ? is a blank; lower case shows
                                               its letters
  jackdaw lexicon anagram AEINRST --shortest 6
  jackdaw lexicon pattern "Q{^U}*"             ? is any letter, * any letters,
                                               {AEI} one of them, {^AEI} others
  jackdaw lexicon hooks QUID
  jackdaw lexicon export words.kwg --lexicon CLUB
  jackdaw lexicon compare SCOWL80 CLUB --game game.gcg
  jackdaw lexicon playability --length 2 --length 3

\b
Exit codes: 0 success, 1 a word is not valid, or none was found, 2 wrong usage
or input.
"""


@click.group("lexicon", cls=Group, epilog=_EPILOG)
def lexicon() -> None:
    """Build and export lexica, and look up words."""


@lexicon.command("build")
@click.argument("words", metavar="WORDS")
@click.option("--name", metavar="NAME", help="Name of the lexicon.  [default: the name of the file]")
@click.option("--output", metavar="FILE", help="Write the lexicon to a file instead of installing it.")
@tiles_option
@click.option(
    "--max-length", type=Whole(2, 63), default=15, show_default=True, metavar="N",
    help="Leave out words with more letters.",
)  # fmt: skip
@click.option(
    "--skip-others", is_flag=True,
    help="Skip lines that are not words in the letters of the tiles, instead of rejecting the list.",
)  # fmt: skip
def build(
    words: str, name: str | None, output: str | None, tiles: str | None, max_length: int, skip_others: bool
) -> None:
    """Compile a word list and install it under a name.

    WORDS is a text file with one word per line, plain or gzipped, a KWG, or an old DAWG. Afterwards the
    lexicon can be named on the command line, in game records and in positions, in upper or lower case.

    Words are written in plain letters: CHICO contains the Spanish tile CH. The tile set defines how accents
    and special letters are read: ß is SS with German tiles.
    """
    tiles = tiles or (name and tiles_of_name(name))
    build_lexicon(words, name, output, load_tiles(words, tiles), max_length, skip_others=skip_others)


@lexicon.command("info")
@click.argument("lexicon", metavar="[NAME|FILE]", required=False)
@tiles_option
def info(lexicon: str | None, tiles: str | None) -> None:
    """Show the size of a lexicon and of its word graph."""
    _print(size_lines(_load(lexicon, tiles)))


@lexicon.command("check")
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@apply(*lookup_options)
@click.pass_context
def check(context: click.Context, words: tuple[str, ...], lexicon: str | None, tiles: str | None) -> None:
    """Check whether words are valid. The exit code is 1 if one is not."""
    known = _load(lexicon, tiles)
    valid = [word in known for word in words]
    spelled = [_spell(word, known) for word in words]
    width = max(map(len, spelled))
    _print(
        f"{word:{width}}  {'valid' if is_valid else 'not valid'}"
        for word, is_valid in zip(spelled, valid, strict=True)
    )
    if not all(valid):
        context.exit(NOTHING_FOUND)


@lexicon.command("anagram")
@click.argument("letters")
@click.option(
    "--shortest", type=Count(2), metavar="N",
    help="Also list words of fewer letters, down to N.  [default: use all letters]",
)  # fmt: skip
@apply(*lookup_options)
@click.pass_context
def anagram(
    context: click.Context, letters: str, shortest: int | None, lexicon: str | None, tiles: str | None
) -> None:
    """List the words that can be made of LETTERS, longest first. A ? is a blank."""
    known = _load(lexicon, tiles)
    rack = known.tile_set.parse_rack(letters)
    words = known.anagrams(rack, shortest=shortest)
    words.sort(key=lambda word: -len(known.tile_set.parse_word(word)))
    _print_found(context, [known.mark_blanks(word, rack) for word in words])


@lexicon.command("pattern")
@click.argument("pattern")
@apply(*lookup_options)
@click.pass_context
def pattern(context: click.Context, pattern: str, lexicon: str | None, tiles: str | None) -> None:
    """List the words that match PATTERN.

    ? stands for any letter, * for any number of letters, {AEI} for one of these letters, {^AEI} for any
    other one.
    """
    _print_found(context, _load(lexicon, tiles).matching(pattern))


@lexicon.command("hooks")
@click.argument("word")
@apply(*lookup_options)
@click.pass_context
def hooks(context: click.Context, word: str, lexicon: str | None, tiles: str | None) -> None:
    """Show the letters that make a word when put before or after WORD."""
    known = _load(lexicon, tiles)
    found = known.hooks(word)
    validity = "" if word in known else f" (not in {known.name})"
    front, back = " ".join(found.front), " ".join(found.back)
    _print([f"{_spell(word, known)}{validity}", f"front: {front or '-'}", f"back:  {back or '-'}"])
    if not front and not back:
        context.exit(NOTHING_FOUND)


@lexicon.command("export")
@click.argument("output", metavar="OUT")
@click.option(
    "--format", "form", type=click.Choice(["kwg", "dawg", "dawg16", "dawg25", "text", "jackdaw"]),
    help="Format: kwg; dawg, dawg16 or dawg25, old DAWGs with 22, 16 or 25 bits per node index; text, one"
    " word per line; jackdaw, compiled.  [default: by the suffix .kwg, .dawg, .txt or .jackdaw]",
)  # fmt: skip
@apply(*lookup_options)
def export(output: str, form: str | None, lexicon: str | None, tiles: str | None) -> None:
    """Write a lexicon to the file OUT."""
    forms = {".kwg": "kwg", ".dawg": "dawg", ".txt": "text", ".jackdaw": "jackdaw"}
    form = form or next((form for suffix, form in forms.items() if output.lower().endswith(suffix)), None)
    if form is None:
        raise click.UsageError(
            "The format is unknown; give --format, or a file that ends in .kwg, .dawg, .txt or .jackdaw."
        )
    known = _load(lexicon, tiles)
    layouts = {"dawg": DawgLayout.BITS_22, "dawg16": DawgLayout.BITS_16, "dawg25": DawgLayout.BITS_25}
    if form in layouts:
        known.write_dawg(output, layouts[form])
    else:
        {"kwg": known.write_kwg, "text": known.write_text, "jackdaw": known.save}[form](output)
    echo(f"{known.name}: {counted(len(known), 'word')} in {output}")


@lexicon.command("list")
@json_option
def list_installed(json_file: str | None) -> None:
    """List the lexica that are built in or installed.

    For each the number of words, the letters of its alphabet, the tiles it is for, the leaves and the win
    table that value moves by default, and when it was installed.
    """
    check_files((("--json", json_file),))
    lexica = list_lexica()
    Results(lexica_view(lexica), ((json_file, lambda: lexica_json(lexica)),)).write()


@lexicon.command("compare")
@click.argument("lexica", metavar="A B", nargs=2)
@click.option(
    "--game", metavar="FILE",
    help="Game record (.gcg): list its turns where the lexica differ about the best move by score and leave,"
    " or about the words that were played.",
)  # fmt: skip
@click.option(
    "-n", "limit", type=Count(), default=100, show_default=True, metavar="N",
    help="Number of words to list of each lexicon, the shortest first.",
)  # fmt: skip
@click.option("--all", "all_words", is_flag=True, help="List every word.")
@tiles_option
@json_option
def compare(
    lexica: tuple[str, str],
    game: str | None,
    limit: int,
    all_words: bool,
    tiles: str | None,
    json_file: str | None,
) -> None:
    """List the words of each of two lexica that the other one lacks.

    A and B are names or files. With --game, also show what difference they make to a game.
    """
    check_files((("--json", json_file),))
    one, other = (_load(each, tiles) for each in lexica)
    record = None if game is None else _read_game(game, lexica[0])
    comparison = compare_lexica(one, other, record)
    view = comparison_view(comparison, one, None if all_words else limit)
    Results(view, ((json_file, lambda: comparison_json(comparison)),)).write()


@lexicon.command("rename")
@click.argument("name", metavar="NAME")
@click.argument("new", metavar="NEW")
def rename(name: str, new: str) -> None:
    """Give an installed lexicon another name. Its leaves and its win table stay with it."""
    file = rename_lexicon(name, new)
    echo(f"Renamed to {file.stem}: {file}")


@lexicon.command("remove")
@click.argument("name", metavar="NAME")
def remove(name: str) -> None:
    """Remove an installed lexicon with its leaves and its win table.

    The word list from which it was built stays.
    """
    for file in remove_lexicon(name):
        echo(f"Removed {file}")


lexicon.add_command(playability)


def _read_game(file: str, lexicon: str) -> Game:
    source = read_source(file)
    parsed = parse_source(source, rules=ReadingRules.of(None, lexicon))
    if not isinstance(parsed, Game):
        raise JackdawError("is not a game record", where=source.name, cure="name a .gcg file")
    return parsed


def _load(lexicon: str | None, tiles: str | None) -> Lexicon:
    return Lexicon.load(lexicon, load_tiles(lexicon, tiles))


def _spell(word: str, lexicon: Lexicon) -> str:
    """Return a word in the capitals of its tiles, or in plain capitals if the tiles cannot spell it."""
    try:
        return lexicon.tile_set.spell(lexicon.tile_set.parse_word(word))
    except NotationError:
        return word.upper()


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        echo(line)


def _print_found(context: click.Context, words: list[str]) -> None:
    if not words:
        click.echo("No such word.", err=True)
        context.exit(NOTHING_FOUND)
    _print(words)
