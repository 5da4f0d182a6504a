"""`jackdaw lexicon`: build and export lexica, and look up words."""

from typing import TYPE_CHECKING

import click

from jackdaw.application import NOTHING_FOUND, ShieldedGroup
from jackdaw.options import apply, question_options, tiles_option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from movegen.lexicon import Lexicon

_EPILOG = """\b
Examples:
  jackdaw lexicon build words.txt --name CLUB  then: analyze game.gcg --lexicon CLUB
  jackdaw lexicon build ordlista.txt --name ORD --distribution swedish
  jackdaw lexicon check QUIXOTRY KWIXOTRY
  jackdaw lexicon anagram AEINRS?              blanks are ?; the letters they
                                               stand for are in lower case
  jackdaw lexicon anagram AEINRST --shortest 6
  jackdaw lexicon pattern "Q{^U}*"             ? a letter, * any letters,
                                               {AEI} one of them, {^AEI} no such
  jackdaw lexicon hooks QUID
  jackdaw lexicon export words.kwg --lexicon CLUB

\b
Exit codes: 0 all is well, 1 a word is not valid, or none was found,
2 bad usage or input.
"""


@click.group("lexicon", cls=ShieldedGroup, epilog=_EPILOG)
def lexicon() -> None:
    """Build and export lexica, and look up words."""


@lexicon.command("build")
@click.argument("words", metavar="WORDS")
@click.option("--name", metavar="NAME", help="Its name.  [default: that of the file]")
@click.option("--output", metavar="FILE", help="Write it to a file, instead of installing it.")
@tiles_option
@click.option(
    "--max-length", type=click.IntRange(2, 63), default=15, show_default=True, metavar="N",
    help="Leave out words of more letters.",
)  # fmt: skip
@click.option(
    "--skip-others", is_flag=True,
    help="Leave out lines that are no words in these letters, instead of refusing the list.",
)  # fmt: skip
def build(
    words: str, name: str | None, output: str | None, tiles: str, max_length: int, skip_others: bool
) -> None:
    """Compile a word list, and install it under a name.

    WORDS is a text with one word a line, which may be gzipped, a KWG, or an old DAWG. The lexicon can then
    be named on the command line, in records and in positions, in upper or lower case.

    Words are written plainly: CHICO has the Spanish tile CH. How accents and the like are read, the tiles
    tell: ß is SS on German ones.
    """
    from jackdaw.lexicon_building import build_lexicon

    build_lexicon(words, name, output, tiles, max_length, skip_others=skip_others)


@lexicon.command("info")
@click.argument("lexicon", metavar="[NAME|FILE]", required=False)
@tiles_option
def info(lexicon: str | None, tiles: str) -> None:
    """Show the size of a lexicon and of its word graph."""
    from jackdaw.lexicon_building import size_lines

    _print(size_lines(_load(lexicon, tiles)))


@lexicon.command("check")
@click.argument("words", metavar="WORD...", nargs=-1, required=True)
@apply(*question_options)
@click.pass_context
def check(context: click.Context, words: tuple[str, ...], lexicon: str | None, tiles: str) -> None:
    """Tell which words are valid; exit code 1 when one is not."""
    known = _load(lexicon, tiles)
    valid = [word in known for word in words]
    spelled = [_spelled(word, known) for word in words]
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
    "--shortest", type=click.IntRange(min=2), metavar="N",
    help="Also words of fewer tiles, down to N.  [default: all tiles are used]",
)  # fmt: skip
@apply(*question_options)
@click.pass_context
def anagram(
    context: click.Context, letters: str, shortest: int | None, lexicon: str | None, tiles: str
) -> None:
    """List the words that LETTERS make; ? is a blank. The longest come first."""
    known = _load(lexicon, tiles)
    rack = known.tile_set.parse_rack(letters)
    words = known.anagrams(rack, shortest=shortest)
    words.sort(key=lambda word: -len(known.tile_set.parse_word(word)))
    _print_found(context, [known.blanks_used(word, rack) for word in words])


@lexicon.command("pattern")
@click.argument("pattern")
@apply(*question_options)
@click.pass_context
def pattern(context: click.Context, pattern: str, lexicon: str | None, tiles: str) -> None:
    """List the words that fit PATTERN.

    ? is any letter, * any run of letters, {AEI} one of these letters, {^AEI} any other.
    """
    _print_found(context, _load(lexicon, tiles).matching(pattern))


@lexicon.command("hooks")
@click.argument("word")
@apply(*question_options)
@click.pass_context
def hooks(context: click.Context, word: str, lexicon: str | None, tiles: str) -> None:
    """Show the letters that make a word when put before or behind WORD."""
    known = _load(lexicon, tiles)
    found = known.hooks(word)
    validity = "" if word in known else f" (not in {known.name})"
    front, back = " ".join(found.front), " ".join(found.back)
    _print([f"{_spelled(word, known)}{validity}", f"front: {front or '-'}", f"back:  {back or '-'}"])
    if not front and not back:
        context.exit(NOTHING_FOUND)


@lexicon.command("export")
@click.argument("output", metavar="OUT")
@click.option(
    "--format", "form", type=click.Choice(["kwg", "dawg", "dawg16", "dawg25", "text", "jackdaw"]),
    help="A KWG, an old DAWG (its nodes by 22, 16 or 25 bits), a word a line, or compiled."
    "  [default: by the suffix .kwg, .dawg, .txt, .jackdaw]",
)  # fmt: skip
@apply(*question_options)
def export(output: str, form: str | None, lexicon: str | None, tiles: str) -> None:
    """Write a lexicon to the file OUT."""
    from movegen.old_dawg import DawgLayout

    forms = {".kwg": "kwg", ".dawg": "dawg", ".txt": "text", ".jackdaw": "jackdaw"}
    form = form or next((form for suffix, form in forms.items() if output.lower().endswith(suffix)), None)
    if form is None:
        raise click.UsageError("give --format, or a file that ends in .kwg, .dawg, .txt or .jackdaw.")
    known = _load(lexicon, tiles)
    layouts = {"dawg": DawgLayout.BITS_22, "dawg16": DawgLayout.BITS_16, "dawg25": DawgLayout.BITS_25}
    if form in layouts:
        known.write_dawg(output, layouts[form])
    else:
        {"kwg": known.write_kwg, "text": known.write_text, "jackdaw": known.save}[form](output)
    click.echo(f"{known.name}: {len(known):,} words in {output}")


@lexicon.command("list")
def list_lexica() -> None:
    """List the lexica that can be named."""
    from jackdaw.lexicon_building import list_lines

    _print(list_lines())


def _load(lexicon: str | None, tiles: str) -> "Lexicon":
    from movegen.lexicon import Lexicon
    from movegen.tiles import TileSet

    return Lexicon.load(lexicon, TileSet.load(tiles))


def _spelled(word: str, lexicon: "Lexicon") -> str:
    """A word as it is laid, in capitals; in those of anybody if it is none in the lexicon's letters."""
    from movegen.errors import NotationError

    try:
        return lexicon.tile_set.spelled(lexicon.tile_set.parse_word(word))
    except NotationError:
        return word.upper()


def _print(lines: "Iterable[str]") -> None:
    click.echo("\n".join(lines))


def _print_found(context: click.Context, words: list[str]) -> None:
    if not words:
        click.echo("No such word.", err=True)
        context.exit(NOTHING_FOUND)
    _print(words)
