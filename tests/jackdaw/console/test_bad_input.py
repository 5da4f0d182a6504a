"""Bad input: one line that names the file, the line and the cure; exit code 2; nothing written."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import Result

Run = Callable[..., Result]
Write = Callable[[str, str | bytes], Path]

HEADING = "#player1 A Ann\n#player2 B Bob\n"
BOARD = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15"
GOOD = f"{BOARD} ADEEGIL/ 0/32 0"
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
ZEBRA = ">A: ZEBRAAA 8E ZEBRA +52 52\n"


def error_of(result: Result) -> str:
    """The one line on standard error of a command that has failed as it should."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ") and result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").rstrip("\n")


FILES = {
    "empty.gcg": (b"", "is empty; expected a game record (GCG) or positions (CGP), one a line"),
    "empty.cgp": (b" \r\n", "is empty; expected"),
    "junk.gcg": (bytes(range(256)) * 8, "line 1, column 1: '\\\\x00' is not text; expected a game record"),
    "junk.cgp": (bytes(range(256)), "line 2: byte 129 is not UTF-8; expected positions"),
    "junk": (bytes(range(256)), "is neither a game nor a position; expected"),
    "hello": (b"hello, world\n", "is neither a game nor a position; expected"),
    "utf_16": (HEADING.encode("utf-16"), "is neither a game nor a position; expected"),
    "comments.cgp": (b"# nothing\n", "contains no positions; expected positions"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_neither(name: str, run_analyze: Run, write: Write) -> None:
    content, message = FILES[name]
    path = write(name, content)
    message = message.replace("\\\\", "\\")
    error = error_of(run_analyze(path))
    assert error.startswith(str(path)) and message in error
    if "." not in name:
        assert error_of(run_analyze("-", input=content)).startswith("standard input: ")


def test_missing_file(run_analyze: Run, tmp_path: Path) -> None:
    path = tmp_path / "missing.gcg"
    assert error_of(run_analyze(path)) == f"{path}: no such file; check its name and folder"


def test_directory(run_analyze: Run, tmp_path: Path) -> None:
    expected = "the folder contains no games; expected files that end in .gcg"
    assert error_of(run_analyze(tmp_path)) == f"{tmp_path}: {expected}"


def test_too_large(run_analyze: Run, write: Write) -> None:
    assert "is larger than 16 MiB" in error_of(run_analyze(write("large.cgp", b"x" * (1 << 24) + b"x")))


def test_a_name_with_odd_characters_stays_on_one_line(run_analyze: Run, tmp_path: Path) -> None:
    assert "no such file" in error_of(run_analyze(tmp_path / "a\nb\x1b.gcg"))


RECORDS = {
    "unknown player": (">C: AB 8G AB +1 1\n", 3, "unknown player 'C'; expected A or B"),
    "tiles not in the bag": (">A: ZZA 8G ZA +1 1\n", 3, "on the rack"),
    "tile played before": (f"{ZEBRA}>B: OZ F7 O.Z +1 1\n", 4, "Z on the rack, but not among the tiles left"),
    "off the board": (">A: ZEBRAAA 8M ZEBRA +1 1\n", 3, "does not fit on a board of 15 x 15"),
    "gap": (f"{ZEBRA}>B: CATDOGS 8K CAT +1 1\n", 4, "does not touch any tile"),
    "first play off the start": (">A: CAT 1A CAT +1 1\n", 3, "the first play covers 8H"),
    "letters collide": (f"{ZEBRA}>B: CATDOGS E7 COT +1 1\n", 4, "8E holds Z, not O"),
    "not on turn": (">B: CATDOGS 8H CAT +1 1\n", 3, "B is not on turn; expected A"),
    "malformed play": (">A: CATDOGS 8H +1 1\n", 3, "expected"),
    "malformed score": (">A: CATDOGS 8H CAT x 1\n", 3, "expected the points"),
    "malformed rack": (">A: CA5 8H CAT +1 1\n", 3, "'5' is not a tile of english"),
    "bonus before the end": (">A: (ABC) +2 2\n", 3, "the game is not over"),
}


@pytest.mark.parametrize("name", RECORDS)
def test_records(name: str, run_analyze: Run, write: Write) -> None:
    events, line, message = RECORDS[name]
    path = write("bad.gcg", HEADING + events)
    error = error_of(run_analyze(path))
    assert re.match(rf"{re.escape(str(path))}, line {line}, column \d+: ", error)
    assert message in error


def test_no_player(run_analyze: Run, write: Write) -> None:
    assert "#player2 is missing" in error_of(run_analyze(write("bad.gcg", "#player1 A Ann\n")))


def test_a_wrong_total_when_strict(run_analyze: Run, write: Write) -> None:
    path = write("total.gcg", f"{HEADING}>A: AERWZ 8D WAREZ +42 44\n#rack2 AEINRST\n")
    assert run_analyze(path, "--effort", "quick").exit_code == 0
    error = error_of(run_analyze(path, "--strict"))
    assert error.startswith(f"{path}, line 3, column ")
    assert "44" in error and "42" in error and "correct the record" in error


def test_a_word_not_in_the_lexicon_is_no_error(run_analyze: Run, write: Write) -> None:
    path = write("phony.gcg", f"{HEADING}#lexicon SCOWL80\n>A: ZEBRAAA 8E ARZEB +32 32\n#rack2 CATDOGS\n")
    result = run_analyze(path, "--turn", 1)
    assert result.exit_code == 0 and result.stderr == ""
    assert re.search(r"8E ARZEB\* .*played$", result.stdout, re.M)
    assert "ARZEB is not in SCOWL80." in result.stdout
    assert run_analyze(path, "--effort", "quick").exit_code == 0


POSITIONS = {
    "board missing": ("", "is empty"),
    "row too short": (GOOD.replace("3WINDY7", "3WINDY6"), "board row 8: 14 squares, not 15"),
    "row too long": (GOOD.replace("3WINDY7", "3WINDY8"), "board row 8: "),
    "rows missing": (
        GOOD.replace("15/15/15/15/15/15/15/3", "15/15/15/3", 1),
        "board: 11 rows, but standard15 has 15",
    ),
    "no tile": (GOOD.replace("WINDY", "W*NDY"), "board row 8: '*' is not a tile"),
    "no number": (GOOD.replace("3WINDY7", "0WINDY10"), "board row 8: '0' empty squares"),
    "racks missing": (BOARD, "racks: missing"),
    "one rack": (f"{BOARD} ADEEGIL 0/32 0", "racks: 1 player;"),
    "rack": (f"{BOARD} ADEEG1L/ 0/32 0", "rack 1: '1' is not a tile"),
    "second rack": (f"{BOARD} ADEEGIL/A- 0/32 0", "rack 2: '-' is not a tile"),
    "long rack": (f"{BOARD} ADEEGILA/ 0/32 0", "rack 1: 8 tiles"),
    "scores missing": (f"{BOARD} ADEEGIL/", "scores: missing"),
    "score": (f"{BOARD} ADEEGIL/ 0/x 0", "score 2: 'x' is not a score"),
    "three scores": (f"{BOARD} ADEEGIL/ 0/1/2 0", "scores: 3 scores for 2 racks"),
    "zeros missing": (f"{BOARD} ADEEGIL/ 0/32", "scoreless turns: missing"),
    "zeros": (f"{BOARD} ADEEGIL/ 0/32 -1", "scoreless turns: '-1' is not a number"),
    "lexicon": (f"{GOOD} lex;", "lex: it has no value"),
    "tiles": (
        f"{GOOD} ld klingon;",
        "ld: 'klingon' is unknown; expected one of catalan, crossplay",
    ),
    "board name": (f"{GOOD} bdn round;", "bdn: 'round' is unknown"),
    "variant": (f"{GOOD} var chess;", "var: 'chess' is unknown"),
    "timer": (f"{GOOD} tmr soon;", "tmr: 'soon' is not a timer"),
    "limit of scoreless turns": (f"{GOOD} mcnz many;", "mcnz: 'many' is not a number"),
    "too many tiles": (f"{BOARD} QQ/ 0/32 0", "2 tiles Q on the board and the racks, but english has 1"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions(name: str, run_analyze: Run, write: Write) -> None:
    text, message = POSITIONS[name]
    path = write("bad.cgp", f"# a good one and a bad one\n{GOOD}\n{text}\n" if text else "\n")
    error = error_of(run_analyze(path))
    assert message in error
    if text:
        assert re.match(rf"{re.escape(str(path))}, line 3, column \d+: ", error)


def test_a_turn_that_is_not_there(run_analyze: Run) -> None:
    assert error_of(run_analyze(SAMPLE, "--turn", 24)) == f"{SAMPLE}: there is no turn 24; expected 1 to 23"


def test_a_turn_of_a_position(run_analyze: Run, write: Write) -> None:
    result = run_analyze(write("a.cgp", GOOD), "--turn", 1)
    assert result.exit_code == 2
    assert "Error: --turn is for the turns of a game" in result.stderr


@pytest.mark.parametrize("name", ["rackh33", "RACKH3"])
def test_unknown_strategy(name: str, run_analyze: Run) -> None:
    assert (
        error_of(run_analyze(SAMPLE, "--strategy", name))
        == f"unknown strategy '{name}'; did you mean rackh3?"
    )


def test_unknown_strategy_like_no_other(run_analyze: Run) -> None:
    assert "known: beginner, casual, champion, club, expert, greedy, rackh1, rackh2, rackh3" in error_of(
        run_analyze(SAMPLE, "--strategy", "zzz")
    )


def test_a_strategy_of_another_suffix(run_analyze: Run, write: Write) -> None:
    error = error_of(run_analyze(SAMPLE, "--strategy", write("mine.txt", 'kind = "static"\n')))
    assert error.endswith("; a file must end in .toml")


CONFIGS = {
    "unknown key": ('kind = "static"\nleafs = "rackh1"\n', "leafs: unknown key; known: kind, leaves"),
    "unknown key within": (
        'kind = "static"\n[empty_bag]\nfactor = 2.0\n',
        "empty_bag.factor: unknown key; known: out_factor, kept_factor, kept_penalty",
    ),
    "missing key": ("", "kind: the key is missing"),
    "wrong type": ('kind = "static"\nleaves = 3\n', "leaves: 3 is not text"),
    "wrong value": ('kind = "dynamic"\n', "kind: "),
    "no TOML": ("kind = [\n", "is not valid TOML"),
    "unknown leaves": ('kind = "static"\nleaves = "rackh9"\n', "unknown leaves 'rackh9'; did you mean rackh"),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_a_strategy_of_ones_own(name: str, run_analyze: Run, write: Write) -> None:
    text, message = CONFIGS[name]
    assert message in error_of(run_analyze(SAMPLE, "--strategy", write("mine.toml", text)))


def test_a_strategy_that_simulates(run_analyze: Run, run_jackdaw: Run) -> None:
    message = (
        "the strategy 'sim_2ply' simulates moves, but a static one is required; "
        "name the static strategy that it simulates with: the evaluator in its file"
    )
    assert error_of(run_analyze(SAMPLE, "--strategy", "sim_2ply")) == message
    position = "/".join(["15"] * 15) + " AEINRST/ 0/0 0"
    assert error_of(run_jackdaw("moves", position, "--strategy", "sim_2ply")) == message


def test_a_strategy_file_that_is_missing(run_analyze: Run, tmp_path: Path) -> None:
    assert "mine.toml: cannot be read" in error_of(run_analyze(SAMPLE, "--strategy", tmp_path / "mine.toml"))


def test_unknown_rules(run_analyze: Run) -> None:
    assert error_of(run_analyze(SAMPLE, "--rules", "standart")).endswith("did you mean standard?")


def compiled(write: Write) -> bytes:
    """The bytes of a sound compiled lexicon."""
    from movegen import Lexicon, TileSet

    path = write("sound.jackdaw", b"")
    Lexicon.from_words(["AB", "CARE", "RACE"], TileSet.load("english"), "few").save(path)
    return path.read_bytes()


def test_lexicon_file_that_is_cut_off(run_analyze: Run, write: Write) -> None:
    content = compiled(write)
    for length in (9, 30, len(content) - 4):
        error = error_of(run_analyze(SAMPLE, "--lexicon", write("cut.jackdaw", content[:length])))
        assert "cut.jackdaw" in error and "build it again" in error


def test_lexicon_file_with_a_wrong_checksum(run_analyze: Run, write: Write) -> None:
    content = bytearray(compiled(write))
    content[-1] ^= 1
    error = error_of(run_analyze(SAMPLE, "--lexicon", write("wrong.jackdaw", bytes(content))))
    assert "its checksum is wrong" in error and "build it again" in error


LEXICA = {
    "missing.txt": (None, "the lexicon cannot be read (No such file or directory)"),
    "empty.txt": (b"", "the file is empty"),
    "blank.txt": (b"\n\n", "holds no words"),
    "letters.txt": (b"AB\nNA\xc3\x8fVE\n", "line 2"),
    "digits.txt": (b"AB\nR2D2\n", "line 2: 'R2D2' is not a word in the letters of english"),
    "latin.txt": (b"AB\nNA\xcfVE\n", "line 2: byte 'cf' is not UTF-8"),
    "cut.txt.gz": (gzip.compress(b"AB\nCD\n" * 50)[:-9], "cannot be unpacked"),
    "odd.kwg": (b"12345", "its size is not a multiple of 4 bytes"),
    "junk.kwg": (b"\xff" * 64, "is not a KWG for english"),
    "odd.dawg": (b"12345", "is not a DAWG: its size is 5 bytes"),
    "printed.dawg": (
        bytes.fromhex("00000300 00030043 00030250 00040049 00050054 00060049 00000359 00080045 00000353"),
        "the list of node 4 does not ascend",
    ),
}


@pytest.mark.parametrize("name", LEXICA)
def test_other_lexicon_files(name: str, run_analyze: Run, write: Write, tmp_path: Path) -> None:
    content, message = LEXICA[name]
    path = tmp_path / name if content is None else write(name, content)
    error = error_of(run_analyze(SAMPLE, "--lexicon", path))
    assert str(path) in error and message in error


def test_unknown_lexicon(run_analyze: Run) -> None:
    assert (
        error_of(run_analyze(SAMPLE, "--lexicon", "scowl08"))
        == "unknown lexicon 'scowl08'; did you mean SCOWL80?"
    )


def test_a_lexicon_that_is_not_installed(run_analyze: Run) -> None:
    assert error_of(run_analyze(SAMPLE, "--lexicon", "NWL23")).endswith(
        "; install a word list with jackdaw lexicon build, or give the name of its file"
    )


def test_a_name_where_there_is_none(run_jackdaw: Run) -> None:
    assert error_of(run_jackdaw("line", "remove", SAMPLE, "foo")) == "unknown line 'foo'; there is none"
    removed = error_of(run_jackdaw("lexicon", "remove", "FOO"))
    assert removed == "unknown installed lexicon 'FOO'; there is none"


@pytest.mark.parametrize("command", ["analyze", "moves", "endgame", "preendgame", "board"])
def test_a_position_without_quotes(command: str, run_jackdaw: Run) -> None:
    result = run_jackdaw(command, *GOOD.split())
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f'Error: Put the position in quotes: "{GOOD[:-2]} ...".'


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        ((SAMPLE, "--turns", "3"), "--turn"),
        ((SAMPLE, "--lexcon", "A"), "--lexicon"),
        ((SAMPLE, "--turn", "0"), "'0' names no turns"),
        ((SAMPLE, "--turn", "x"), "'x' names no turns"),
        ((SAMPLE, "-n", "0"), "0 is not in the range"),
        ((SAMPLE, "--json"), "Option '--json' requires an argument: FILE|-"),
        ((SAMPLE, "--effort"), "Option '--effort' requires an argument: quick|normal|deep"),
        ((SAMPLE, "--seed", "x"), "'x' is not a valid whole number."),
        ((SAMPLE, "--time", "x"), "'x' is not a valid number."),
        ((SAMPLE, SAMPLE, "--turn", "3"), "--turn is for a single game"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], message: str, run_analyze: Run) -> None:
    result = run_analyze(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("analyse", SAMPLE), "No such command 'analyse'. Did you mean 'analyze'?"),
        (("Moves",), "No such command 'Moves'. Did you mean 'moves'?"),
        (
            ("xyz",),
            "No such command 'xyz'. Known: analyze, batch, bench, board, endgame, engine, judge, leaves, "
            "lexicon, line, moves, openings, pit, play, preendgame, puzzle, puzzles, serve, tournament, "
            "winprob.",
        ),
        (("lexicon", "chek", "AB"), "No such command 'chek'. Did you mean 'check'?"),
        (("--jason",), "--jason"),
    ],
)
def test_mistyped_commands(arguments: tuple[str, ...], message: str, run_jackdaw: Run) -> None:
    result = run_jackdaw(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr.splitlines()[-1]


def test_json_that_cannot_be_written(run_analyze: Run, tmp_path: Path) -> None:
    assert (
        error_of(run_analyze(SAMPLE, "--json", tmp_path)) == f"{tmp_path}: cannot be written (Is a directory)"
    )


@pytest.mark.parametrize("folder", ["tests/data/gcg/faulty"])
def test_the_faulty_records(folder: str, run_analyze: Run) -> None:
    paths = sorted(Path(folder).glob("*.gcg"))
    assert paths
    for path in paths:
        assert error_of(run_analyze(path)).startswith(str(path))


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ImportError("/lib/libopenblas.so: failed to map segment from shared object"),
        SystemError("<ufunc 'multiply'> returned NULL without setting an exception"),
    ],
    ids=["allocation", "import", "numpy"],
)
def test_too_little_memory(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """As under a limit of 700 MB; also if it shows when a compiled module is imported."""
    monkeypatch.setattr("jackdaw.commands.strategies.tournament.load_tournament", Mock(side_effect=error))
    result = run_jackdaw("tournament", "heuristics")
    assert result.exit_code == 2
    assert result.stderr == "Error: there is not enough memory; ask for less, or close other programs\n"
