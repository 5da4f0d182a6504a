"""What is shown at 50 to 120 columns, in colour and plain."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Program = Callable[..., Any]

SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
SHOWN = {
    "game": ("analyze", SAMPLE, "--effort", "quick"),
    "turn": ("analyze", SAMPLE, "--turn", 12, "--effort", "quick"),
    "simulation": ("analyze", SAMPLE, "--turn", 12, "--iterations", 50, "--confidence", "off", "-n", 5),
    "moves": ("moves", SAMPLE, "--turn", 12),
    "endgame": ("endgame", SAMPLE, "--turn", 22, "--all", "--workers", 1),
}
ROW = re.compile(r" *[0-9]+ +.*\b(?:[0-9]+[A-O]|[A-O][0-9]+) ")


@pytest.mark.parametrize("columns", [50, 60, 80, 120])
@pytest.mark.parametrize("name", SHOWN)
def test_no_row_of_a_table_is_wrapped(
    name: str, columns: int, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run_jackdaw(*SHOWN[name]).stdout.splitlines()
    rows = [line for line in lines if ROW.match(line)]
    assert len(rows) >= 5
    assert max(map(len, rows)) <= columns
    boards = [line for line in lines if re.match(" ?[0-9]+ (?:[^ ] ){13}", line)]
    assert max(map(len, boards), default=0) <= columns


@pytest.mark.parametrize("name", SHOWN)
def test_colours_change_no_text(name: str, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run_jackdaw(*SHOWN[name]).stdout
    monkeypatch.setenv("COLUMNS", "120")
    plain_wide = run_jackdaw(*SHOWN[name]).stdout
    for variable, value in {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": ""}.items():
        monkeypatch.setenv(variable, value)
    coloured = run_jackdaw(*SHOWN[name]).stdout
    assert "\x1b[" in coloured and "\x1b[" not in plain
    without = [re.sub(r"in [0-9.]+ seconds", "", text) for text in (plain, plain_wide)]
    assert without[0] == without[1]
    shown = [line.rstrip() for line in ESCAPES.sub("", coloured).splitlines()]
    assert re.sub(r"in [0-9.]+ seconds", "", "\n".join(shown)) == without[0].rstrip("\n")


def test_less_important_columns_go_first(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = run_jackdaw(*SHOWN["moves"]).stdout
    assert text.splitlines()[0].split() == ["#", "Move", "Score", "Leave", "Equity"]
    monkeypatch.setenv("COLUMNS", "28")
    assert run_jackdaw(*SHOWN["moves"]).stdout.splitlines()[0].split()[-1] == "Equity"


@pytest.mark.medium
def test_boards_have_the_colours_of_play(program: Program) -> None:
    """In processes of their own, since Rich keeps the codes of a style."""
    surroundings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    surroundings |= {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}

    def shown(ground: str, *options: str) -> str:
        return program(*SHOWN["turn"], *options, env=surroundings | {"COLORFGBG": ground}).stdout

    dark = shown("15;0")
    tile = "48;2;230;205;147"  # DARK["tile"]
    assert dark.count(tile) >= 20 and "48;2;163;71;61" in dark  # DARK["TW"]
    assert "48;2;245;216;150" in shown("0;15")  # LIGHT["tile"]
    assert "\x1b[" not in shown("15;0", "--plain")


def test_racks_of_wide_tiles_give_way_to_the_moves(tmp_path: Path, run_jackdaw: Run) -> None:
    words, game = tmp_path / "words.txt", tmp_path / "game.gcg"
    words.write_text("CHALLERROS\nALLERROCHES\nSA\n", encoding="utf-8")
    game.write_text(
        "#player1 Guadalupe G\n#player2 Maximiliano M\n#rules spanish\n"
        ">Guadalupe: [CH][LL][RR]AEOS 8D [CH]A[LL]E[RR]OS +98 98\n>Maximiliano: AEIOSTU - +0 0\n",
        encoding="utf-8",
    )
    lines = run_jackdaw("analyze", game, "--lexicon", words, "--effort", "quick").stdout.splitlines()
    (title,) = (line for line in lines if line.startswith("#"))
    assert "Rack" not in title and "Best" in title
    assert any("8D [CH]A[LL]E[RR]OS" in line for line in lines)
    assert max(len(line) for line in lines if re.match("[0-9#]", line)) <= 80
