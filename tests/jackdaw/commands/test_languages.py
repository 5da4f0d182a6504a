"""Other languages on the command line: lexica from plain lists, games, analyses, pages."""

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from game_pages import get_text, parse_page
from languages import LANGUAGES, word_file

from movegen import Lexicon, TileSet, Variant, read_cgp, read_gcg
from strategy import Leaves

pytestmark = pytest.mark.core

Run = Callable[..., Result]
DICTIONARIES = Path("/usr/share/dict")
DEBIAN = {
    "catalan": ("catalan", "utf-8"), "dutch": ("dutch", "utf-8"), "french": ("french", "utf-8"),
    "german": ("ngerman", "utf-8"), "norwegian": ("bokmaal", "latin-1"), "polish": ("polish", "utf-8"),
    "spanish": ("spanish", "utf-8"), "swedish": ("swedish", "latin-1"),
}  # fmt: skip
"""The free lists of Debian's packages (wcatalan, wdutch, ...), and their encodings."""


def done(result: Result) -> str:
    """Run a command that must succeed quietly and return its output."""
    told = [line for line in result.stderr.splitlines() if not line.startswith("Wrote ")]
    assert (result.exit_code, told) == (0, [])
    return result.stdout


def error_of(result: Result) -> str:
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    return result.stderr.removeprefix("Error: ").rstrip("\n")


def play_and_analyze(
    run_jackdaw: Run, run_analyze: Run, language: str, lexicon: Path, folder: Path
) -> tuple[dict[str, Any], str]:
    """A game of self-play goes through its record and what `analyze` writes; the JSON, the page as text."""
    games = folder / "games"
    match = ("pit", "static", "greedy", "--games", 2, "--workers", 1, "--gcg-dir", games)
    assert "2 games in pairs" in done(run_jackdaw(*match, "--rules", language, "--lexicon", lexicon))
    record, page, facts = games / "0.gcg", folder / "game.html", folder / "game.json"
    assert read_gcg(record, strict=True).variant == Variant.load(language)
    outputs = ("--html", page, "--json", facts, "--csv", folder / "game.csv", "--gcg", folder / "noted.gcg")
    shown = done(run_analyze(record, "--lexicon", lexicon, "--effort", "quick", *outputs))
    assert "strategy static" in shown
    assert [event.move for event in read_gcg(folder / "noted.gcg").events] == [
        event.move for event in read_gcg(record).events
    ]
    read: dict[str, Any] = json.loads(facts.read_text("utf-8"))
    for reported in read["positions"]:
        position = read_cgp(reported["cgp"])
        for candidate in reported["candidates"]:
            assert str(position.parse_move(candidate["move"])) == candidate["move"]
            assert position.parse_move(candidate["ucgi"]) == position.parse_move(candidate["move"])
    return read, get_text(next(parse_page(page.read_text("utf-8")).iter("body")))


@pytest.mark.medium
@pytest.mark.parametrize("language", LANGUAGES)
def test_from_a_list_to_a_page(language: str, run_jackdaw: Run, run_analyze: Run, tmp_path: Path) -> None:
    lexicon = tmp_path / "mine.jackdaw"
    built = done(
        run_jackdaw("lexicon", "build", word_file(language), "--distribution", language, "--output", lexicon)
    )
    assert f"({language})" in built and "not in the letters" not in built
    requested = ("--lexicon", lexicon, "--tiles", language)
    known = list(Lexicon.load(lexicon, TileSet.load(language)))
    longest = max(known, key=len)
    typed = unicodedata.normalize("NFD", longest.lower())
    assert done(run_jackdaw("lexicon", "check", typed, *requested)) == f"{longest}  valid\n"
    assert longest in done(run_jackdaw("lexicon", "anagram", typed, *requested)).split()
    assert longest in done(run_jackdaw("lexicon", "pattern", f"{typed[:-2]}*", *requested)).split()
    facts, page = play_and_analyze(run_jackdaw, run_analyze, language, lexicon, tmp_path)
    assert len(facts["positions"]) > 4 and "static" in page


@pytest.mark.slow
@pytest.mark.parametrize("language", DEBIAN)
def test_from_a_list_of_debian(language: str, run_jackdaw: Run, run_analyze: Run, tmp_path: Path) -> None:
    name, encoding = DEBIAN[language]
    if not (DICTIONARIES / name).is_file():
        pytest.skip(f"needs {DICTIONARIES / name}, from a package of word lists")
    words, lexicon = tmp_path / "words.txt", tmp_path / "mine.jackdaw"
    listed = (DICTIONARIES / name).read_text(encoding).split("\n")
    words.write_text("\n".join(listed[:: max(1, len(listed) // 100_000)]), encoding="utf-8")
    built = done(
        run_jackdaw("lexicon", "build", words, "--tiles", language, "--skip-others", "--output", lexicon)
    )
    assert f"({language})" in built
    assert len(Lexicon.load(lexicon, TileSet.load(language))) > 50_000
    facts, page = play_and_analyze(run_jackdaw, run_analyze, language, lexicon, tmp_path)
    assert len(facts["positions"]) > 10 and "static" in page


def test_a_list_with_other_lines(run_jackdaw: Run, tmp_path: Path) -> None:
    """They are refused, or left out with a note."""
    words, out = tmp_path / "lista.txt", tmp_path / "out.jackdaw"
    words.write_text("# palabras\nniño\nkilo\ncasa\nco-op\n\nchurro\nde facto\nAÑO\nx", encoding="utf-8")
    build = ("lexicon", "build", words, "--tiles", "spanish", "--output", out)
    refused = error_of(run_jackdaw(*build))
    assert "line 3: 'kilo' is not a word in the letters of spanish" in refused and "--skip-others" in refused
    reported = done(run_jackdaw(*build, "--skip-others"))
    assert (
        "left out     1 of one letter\n"
        "             3 not in the letters of spanish, such as 'kilo', 'co-op', 'de facto'\n" in reported
    )
    assert list(Lexicon.load(out, TileSet.load("spanish"))) == ["AÑO", "CASA", "CHURRO", "NIÑO"]
    words.write_text("kilo\nkiwi\n", encoding="utf-8")
    assert "holds no words" in error_of(run_jackdaw(*build, "--skip-others"))


def test_words_as_they_are_laid(run_jackdaw: Run, tmp_path: Path) -> None:
    requested = ("--lexicon", word_file("german"), "--tiles", "german")
    assert (
        done(run_jackdaw("lexicon", "check", "straße", "Füße", *requested))
        == "STRASSE  valid\nFÜSSE    valid\n"
    )
    requested = ("--lexicon", word_file("spanish"), "--tiles", "spanish")
    result = run_jackdaw("lexicon", "check", "niño", "nino", "kilo", *requested)
    assert result.stdout == "NIÑO  valid\nNINO  not valid\nKILO  not valid\n"
    assert done(run_jackdaw("lexicon", "hooks", "arro", *requested)) == (
        "ARRO (not in spanish)\nfront: C T\nback:  Z\n"
    )


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            ("pit", "rackh3", "greedy", "--rules", "spanish"),
            "leaves rackh3, first: 'K' is not a tile of spanish",
        ),
        (("pit", "casual", "greedy", "--rules", "spanish"), "'K' is not a tile of spanish; choose leaves"),
        (
            ("pit", "beginner", "greedy", "--rules", "spanish"),
            "beginner, handicap.vocabulary: SCOWL20 has English words, and the tiles are spanish",
        ),
        (
            ("pit", "static", "greedy", "--rules", "french", "--lexicon", "SCOWL80"),
            "SCOWL80 has English words",
        ),
    ],
)
def test_options_unfit_for_the_tiles_are_refused_in_one_line(
    command: tuple[str, ...], message: str, run_jackdaw: Run
) -> None:
    lexicon = () if "--lexicon" in command else ("--lexicon", word_file("spanish"))
    error = error_of(run_jackdaw(*command, "--games", 2, "--workers", 1, *lexicon))
    assert message in error


@pytest.mark.parametrize("player", ["club", "expert", "static_endgame", "sim_fast"])
def test_players_without_english_words(player: str, run_jackdaw: Run) -> None:
    lexicon = ("--rules", "catalan", "--lexicon", word_file("catalan"))
    assert player in done(run_jackdaw("pit", player, "greedy", "--games", 2, "--workers", 1, *lexicon))


def test_the_leaves_that_are_inside(run_jackdaw: Run) -> None:
    for language, leaves in (("english", "scowl80"), ("spanish", "spanish"), ("slovene", "general")):
        assert done(run_jackdaw("leaves", "show", "AE", "--tiles", language)).endswith(f"leaves {leaves}\n")
    assert "[CH]E" in done(run_jackdaw("leaves", "show", "che", "--tiles", "spanish"))


def test_the_figures_of_the_documentation(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/languages.md").read_text("utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```$", page, re.M | re.S)
    (tmp_path / "es.toml").write_text(block, encoding="utf-8")
    spanish = TileSet.load("spanish")
    figures = Leaves.load(tmp_path / "es.toml", spanish)
    assert figures.first[0] == 22_000 and figures.first[spanish.parse_word("RR")[0]] == 500 - 7 * 300


def test_moves_in_a_position(run_jackdaw: Run) -> None:
    """A position names its tiles; tiles of several characters need no brackets."""
    position = "/".join(["15"] * 15) + " COL·LEGI/ 0/0 0 var catalan;"
    shown = done(run_jackdaw("moves", position, "--lexicon", word_file("catalan")))
    assert "CO[L·L]EGI" in shown
    refused = error_of(run_jackdaw("moves", position))
    assert refused == "SCOWL80 is not in the letters of catalan; give another lexicon with --lexicon"
    refused = error_of(run_jackdaw("moves", position + " lex MINE;"))
    assert refused.startswith(
        "the lexicon MINE is not installed, and SCOWL80 is not in the letters of catalan; "
        "install it (jackdaw lexicon build FILE --name MINE --tiles catalan), or give"
    )
