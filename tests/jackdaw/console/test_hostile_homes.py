"""Homes in which nothing can be created, and terminals whose encoding is ASCII."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import Result

import jackdaw

if TYPE_CHECKING:
    from subprocess import CompletedProcess

SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
QUICK = ("--effort", "quick")
UTF8 = {"LC_ALL": "C.UTF-8"}
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""The C locale, without the UTF-8 mode that Python chooses in it by itself."""
Run = Callable[..., Result]
Program = Callable[..., "CompletedProcess[str]"]


@pytest.fixture
def no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the home below a file, where not even the superuser can create anything."""
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("HOME", str(file / "home"))
    for name in ("CACHE", "DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(file / "home" / name.lower()))


@pytest.mark.medium
def test_reviews_do_without_a_cache(no_home: None, run_analyze: Run) -> None:
    reviewed = jackdaw.analyze([SAMPLE], effort="quick", cache=True)
    assert len(reviewed.games) == 1
    result = run_analyze(SAMPLE, SAMPLE, *QUICK)
    assert result.exit_code == 0 and "Traceback" not in result.stderr


def test_word_lists_do_without_a_cache(no_home: None, run_jackdaw: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("CARE\nRACE\n", encoding="utf-8")
    result = run_jackdaw("lexicon", "anagram", "ACER", "--lexicon", words)
    assert result.exit_code == 0 and result.stdout.split() == ["CARE", "RACE"]


def test_what_needs_a_home_says_how_to_do_without(no_home: None, run_jackdaw: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("CARE\nRACE\n", encoding="utf-8")
    for arguments, option in ((("play", "training"), "--save"), (("lexicon", "build", words), "--output")):
        result = run_jackdaw(*arguments, input="")
        assert result.exit_code == 2 and "Traceback" not in result.stderr
        assert "the folder cannot be created" in result.stderr and option in result.stderr
        again = run_jackdaw(*arguments, option, tmp_path / option, input="quit\n")
        assert again.exit_code == 0 and (tmp_path / option).exists(), again.stderr
    assert "No saved games" in run_jackdaw("play", "list").stdout


def test_output_is_the_same_where_the_locale_is_ascii(program: Program, tmp_path: Path) -> None:
    """It is UTF-8, as in every other program that Python would start there with its usual settings."""
    game = tmp_path / "game.gcg"
    text = Path(SAMPLE).read_text(encoding="utf-8").replace("Ann Archer", "Łucja Żak")
    game.write_text(text, encoding="utf-8")
    utf8, ascii_only = (
        program("analyze", game, "--turn", "7", *QUICK, env={**os.environ, **environment})
        for environment in (UTF8, ASCII)
    )
    assert utf8.returncode == ascii_only.returncode == 0 and "Łucja Żak to move" in utf8.stdout
    assert (utf8.stdout, utf8.stderr) == (ascii_only.stdout, ascii_only.stderr)
    name = os.fsdecode("Zoë.gcg".encode())  # also where this process has an ASCII locale
    missing = program("analyze", tmp_path / name, env={**os.environ, **ASCII})
    assert missing.returncode == 2 and "no such file" in missing.stderr and missing.stderr.count("\n") == 1


def test_a_terminal_without_a_character_shows_another(program: Program, tmp_path: Path) -> None:
    game = tmp_path / "game.gcg"
    text = Path(SAMPLE).read_text(encoding="utf-8").replace("Ann Archer", "Łucja Żak")
    game.write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    shown = program("analyze", game, "--turn", "7", *QUICK, env=environment, encoding="cp1252")
    assert shown.returncode == 0 and "?ucja ?ak to move" in shown.stdout
