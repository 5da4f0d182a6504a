"""`jackdaw lexicon`: building, looking up, exporting."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from movegen import Lexicon
from movegen.lexicon import installed_folder

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

WORDS = "care\nrace\nacre\ncares\nscar\nab\n# a comment\na\n"


@pytest.fixture
def own_lexica(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of installed lexica."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return installed_folder()


def test_build_installs_under_a_name(
    run_jackdaw: Run, run_analyze: Run, write: Write, own_lexica: Path
) -> None:
    result = run_jackdaw("lexicon", "build", write("words.txt", WORDS), "--name", "club")
    assert result.exit_code == 0 and result.stderr == ""
    assert "words        6 of up to 5 letters\n" in result.stdout
    assert "left out     1 of one letter\n" in result.stdout
    assert (own_lexica / "CLUB.jackdaw").is_file()
    assert sorted(Lexicon.load("Club")) == ["AB", "ACRE", "CARE", "CARES", "RACE", "SCAR"]
    position = "/".join(["15"] * 15) + " ACERS/ 0/0 0 lex Club;"
    shown = run_analyze("-", input=position)
    assert shown.stderr == "" and "lexicon CLUB" in shown.stdout and "CARES" in shown.stdout


def test_tiles_of_ones_own_must_be_named(run_jackdaw: Run, write: Write, own_lexica: Path) -> None:
    """A lexicon does not bring its tiles along where they are a file."""
    tiles = """blanks = 0
    letters = [
        { label = "A", count = 5, points = 1, vowel = true },
        { label = "LL", count = 5, points = 3 },
    ]"""
    build = ("lexicon", "build", write("words.txt", "alla\n"), "--tiles", write("few.toml", tiles))
    assert "Use it with --lexicon WORDS and its tiles: --tiles FILE, or --rules" in run_jackdaw(*build).stdout
    refused = run_jackdaw("lexicon", "check", "alla", "--lexicon", "words")
    assert refused.exit_code == 2 and "give its tiles (--tiles), or rules with them" in refused.stderr
    assert "--tiles FILE" not in run_jackdaw("lexicon", "build", write("b.txt", WORDS)).stdout


def test_build_takes_the_name_of_the_file(run_jackdaw: Run, write: Write, own_lexica: Path) -> None:
    assert run_jackdaw("lexicon", "build", write("mine.txt.old", WORDS)).exit_code == 0
    assert (own_lexica / "MINE.jackdaw").is_file()


def test_build_to_a_file(run_jackdaw: Run, write: Write, own_lexica: Path, tmp_path: Path) -> None:
    result = run_jackdaw(
        "lexicon", "build", write("my words.txt", WORDS), "--output", tmp_path / "out.jackdaw"
    )
    assert result.exit_code == 0
    assert len(Lexicon.load(tmp_path / "out.jackdaw")) == 6
    assert not own_lexica.exists()


def test_build_leaves_long_words_out(run_jackdaw: Run, write: Write, own_lexica: Path) -> None:
    result = run_jackdaw("lexicon", "build", write("words.txt", WORDS), "--max-length", 4)
    assert "left out     1 longer than 4 letters, 1 of one letter\n" in result.stdout
    assert "CARES" not in Lexicon.load("words")


def test_build_from_an_old_dawg(run_jackdaw: Run, own_lexica: Path, tmp_path: Path) -> None:
    table = "00000300 00030043 00030250 00040249 00050254 00070049 00000359 00080245 00000353"
    (tmp_path / "city.dawg").write_bytes(bytes.fromhex(table))
    assert run_jackdaw("lexicon", "build", tmp_path / "city.dawg", "--name", "city").exit_code == 0
    assert list(Lexicon.load("CITY")) == ["CITIES", "CITY", "PITIES", "PITY"]


def test_build_from_a_kwg(run_jackdaw: Run, write: Write, own_lexica: Path, tmp_path: Path) -> None:
    words = write("words.txt", WORDS)
    assert run_jackdaw("lexicon", "export", tmp_path / "words.kwg", "--lexicon", words).exit_code == 0
    assert run_jackdaw("lexicon", "build", tmp_path / "words.kwg", "--name", "again").exit_code == 0
    assert list(Lexicon.load("again")) == list(Lexicon.load(words))
    assert Lexicon.load("again").name == "AGAIN"


@pytest.mark.parametrize("name", ["a/b", "../x", "a.b", "", "-x", "scowl80", "Scowl35", "a b", "é", "x" * 41])
def test_build_refuses_names(name: str, run_jackdaw: Run, write: Write, own_lexica: Path) -> None:
    result = run_jackdaw("lexicon", "build", write("words.txt", WORDS), f"--name={name}")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ") and "--name" in result.stderr
    assert not own_lexica.exists()


def test_build_writes_nothing_when_the_list_is_bad(run_jackdaw: Run, write: Write, own_lexica: Path) -> None:
    result = run_jackdaw("lexicon", "build", write("bad.txt", "AB\nC-3PO\n"))
    assert result.exit_code == 2
    assert "bad.txt, line 2: 'C-3PO' is not a word" in result.stderr
    assert run_jackdaw("lexicon", "build", write("none.txt", "\n")).exit_code == 2
    assert not own_lexica.exists()


def test_info(run_jackdaw: Run, write: Write) -> None:
    result = run_jackdaw("lexicon", "info")
    assert result.exit_code == 0
    assert "name         SCOWL80\n" in result.stdout and "words        248,596 of " in result.stdout
    assert "words        6 of up to " in run_jackdaw("lexicon", "info", write("few.txt", WORDS)).stdout


def test_check(run_jackdaw: Run) -> None:
    result = run_jackdaw("lexicon", "check", "quixotry", "QI")
    assert (result.exit_code, result.stdout) == (0, "QUIXOTRY  valid\nQI        valid\n")
    result = run_jackdaw("lexicon", "check", "qi", "qzx", "2x")
    assert (result.exit_code, result.stdout) == (1, "QI   valid\nQZX  not valid\n2X   not valid\n")


def test_anagrams(run_jackdaw: Run, write: Write) -> None:
    words = write("few.txt", WORDS)
    result = run_jackdaw("lexicon", "anagram", "acer", "--lexicon", words)
    assert (result.exit_code, result.stdout) == (0, "ACRE\nCARE\nRACE\n")
    result = run_jackdaw("lexicon", "anagram", "CAR?", "--lexicon", words)
    assert result.stdout == "ACRe\nCARe\nRACe\nsCAR\n"
    result = run_jackdaw("lexicon", "anagram", "CARES", "--shortest", 2, "--lexicon", words)
    assert result.stdout == "CARES\nACRE\nCARE\nRACE\nSCAR\n"


def test_pattern(run_jackdaw: Run, write: Write) -> None:
    result = run_jackdaw("lexicon", "pattern", "?A*{R}{^S}*", "--lexicon", write("few.txt", WORDS))
    assert (result.exit_code, result.stdout) == (0, "CARE\nCARES\n")


@pytest.mark.parametrize("question", [("anagram", "XXJQ"), ("pattern", "QZ*")])
def test_nothing_found(question: tuple[str, str], run_jackdaw: Run) -> None:
    result = run_jackdaw("lexicon", *question)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "No such word.\n")


def test_hooks(run_jackdaw: Run, write: Write) -> None:
    words = write("few.txt", WORDS)
    result = run_jackdaw("lexicon", "hooks", "care", "--lexicon", words)
    assert (result.exit_code, result.stdout) == (0, "CARE\nfront: -\nback:  S\n")
    result = run_jackdaw("lexicon", "hooks", "car", "--lexicon", words)
    assert (result.exit_code, result.stdout) == (0, "CAR (not in few)\nfront: S\nback:  E\n")
    assert run_jackdaw("lexicon", "hooks", "ab", "--lexicon", words).exit_code == 1


@pytest.mark.parametrize(
    "question", [("anagram", "A1"), ("pattern", "{AB"), ("hooks", "A?"), ("anagram", "")]
)
def test_malformed_questions(question: tuple[str, str], run_jackdaw: Run) -> None:
    result = run_jackdaw("lexicon", *question)
    assert result.exit_code in (1, 2) and result.stdout == ""
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("w.kwg", ()),
        ("w.dawg", ()),
        ("w.txt", ()),
        ("w.jackdaw", ()),
        ("w.TXT", ()),
        ("words", ("--format", "text")),
        ("w16.dawg", ("--format", "dawg16")),
        ("w25.dawg", ("--format", "dawg25")),
    ],
)
def test_export(name: str, options: tuple[str, ...], run_jackdaw: Run, write: Write, tmp_path: Path) -> None:
    words, out = write("few.txt", WORDS), tmp_path / name
    result = run_jackdaw("lexicon", "export", out, *options, "--lexicon", words)
    assert (result.exit_code, result.stdout) == (0, f"few: 6 words in {out}\n")
    assert list(Lexicon.load(out)) == list(Lexicon.load(words))


def test_export_in_no_known_form(run_jackdaw: Run, tmp_path: Path) -> None:
    result = run_jackdaw("lexicon", "export", tmp_path / "words.doc")
    assert result.exit_code == 2 and "--format" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_other_letters(run_jackdaw: Run, write: Write) -> None:
    tiles = write(
        "tiny.toml",
        'blanks = 1\nletters = [\n{label = "A", count = 9, points = 1},\n'
        '{label = "CH", count = 9, points = 2},\n]\n',
    )
    words = write("words.txt", "acha\naa\n")
    result = run_jackdaw("lexicon", "anagram", "A[CH]A", "--lexicon", words, "--tiles", tiles)
    assert (result.exit_code, result.stdout) == (0, "ACHA\n")
    result = run_jackdaw("lexicon", "info", "--tiles", tiles)
    assert result.exit_code == 2
