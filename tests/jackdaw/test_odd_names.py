"""Odd names of files, people and lexica: no traceback, no raw control character, no endless text."""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]
SAMPLE = (ROOT / "jackdaw" / "samples" / "ann_v_ben.gcg").read_text(encoding="utf-8")
CGP = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0\n"
_TEXTS = ["\udcff", "e\x1b[31m\x9bm\x07b\u202e\u2066n\nl\rx", "x" * 240]
NAMES = [  # as Python has those of files, also where the locale is ASCII
    text.encode("utf-8", "surrogateescape").decode(sys.getfilesystemencoding(), "surrogateescape")
    for text in _TEXTS
]
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def check(result: Result, *codes: int) -> None:
    assert result.exit_code in codes, result.stderr
    for text in (result.stdout, result.stderr):
        assert not OBEYED.search(text)
        assert max(map(len, text.splitlines()), default=0) < 3500


def check_file(path: Path) -> str:
    text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    assert not OBEYED.search(text)
    return text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_jackdaw: Run) -> Path:
    """A folder to work in."""
    del run_jackdaw  # which changes to another one
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.medium
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_game(run_analyze: Run, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    Path(f"{name}.gcg").write_text(SAMPLE, encoding="utf-8")
    outputs = [each for suffix in ("json", "html", "csv", "gcg") for each in (f"--{suffix}", f"out.{suffix}")]
    check(run_analyze(f"{name}.gcg", "--effort", "quick", *outputs), 0)
    for suffix in ("json", "html", "csv", "gcg"):
        check_file(folder / f"out.{suffix}")
    source = json.loads((folder / "out.json").read_bytes())["source"]
    assert source == re.sub("[\udc80-\udcff]", lambda byte: rf"\x{ord(byte[0]) & 0xFF:02x}", f"{name}.gcg")
    check(run_analyze(f"{name}.gcg", "--effort", "quick", "--json", f"{name}.json"), 0)
    check(run_analyze(".", "--json", "all.json", "--html", "pages", "--csv", "all.csv"), 0)
    for file in ("all.json", "all.csv", "pages/index.html"):
        check_file(folder / file)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_batch(run_jackdaw: Run, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    Path(f"{name}.cgp").write_text(CGP, encoding="utf-8")
    Path(f"{name}.txt").write_text("WINDY\nGALE\nAID\n", encoding="utf-8")
    Path(f"{name}.toml").write_bytes((ROOT / "configs" / "strategies" / "greedy.toml").read_bytes())
    options = ["--method", "static", "--strategy", f"./{name}.toml", "--lexicon", f"./{name}.txt"]
    check(run_jackdaw("batch", f"{name}.cgp", *options, "-o", "b.jsonl", "-o", "b.csv"), 0)
    check_file(folder / "b.csv")
    line = json.loads(check_file(folder / "b.jsonl"))
    assert line["error"] is None
    if name == NAMES[0]:
        assert (line["source"], line["analysis"]["lexicon"]) == (r"\xff.cgp", r"\xff")
    options = ["--games", "2", "--json", "p.json", "--log", "p.csv", "--workers", "1"]
    check(run_jackdaw("pit", f"./{name}.toml", "rackh3", *options, "--lexicon", f"./{name}.txt"), 0)
    check_file(folder / "p.csv")
    json.loads(check_file(folder / "p.json"))


@pytest.mark.parametrize("name", [*NAMES, "x" * 3000], ids=lambda name: ascii(name)[:20])
def test_wrong_arguments(run_jackdaw: Run, run_analyze: Run, name: str) -> None:
    for arguments in (
        (name,), ("pit", "greedy", name), ("pit", "greedy", "-n", name), ("play", name),
        ("batch", name, "-o", "x"),
        ("moves", name), ("leaves", "show", name), ("lexicon", "build", name), ("play", "--resume", name),
        ("board", "--port", name), ("winprob", "show", name),
    ):  # fmt: skip
        check(run_jackdaw(*arguments), 1, 2)
    for option in ("--lexicon", "--strategy", "--rules", "--turn", f"--{name}"):
        check(run_analyze("jackdaw/samples/ann_v_ben.gcg", option, name), 2)


def test_names_of_people(run_analyze: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record keeps names and notes as they are, while reports shorten and escape them."""
    monkeypatch.chdir(folder)
    name = "A\u202e\x9b31m" + "n" * 3000
    note = "a note \u202e of \x9b\nseveral lines"
    text = SAMPLE.replace("Ann Archer", f"Ann {name}")
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(">"))
    lines[first + 1 : first + 1] = [f"#note {note}"]
    lines[:0] = ["#character-encoding UTF-8", f"#title {name}", f"#lexicon {name}"]
    Path("a.gcg").write_text("\n".join(lines) + "\n", encoding="utf-8")
    outputs = [each for suffix in ("json", "html", "csv", "gcg") for each in (f"--{suffix}", f"out.{suffix}")]
    result = run_analyze("a.gcg", "--effort", "quick", *outputs)
    check(result, 0)
    assert "n" * 100 not in result.stdout + result.stderr
    page = check_file(folder / "out.html")
    assert "n" * 300 not in page
    assert r"a note \u202e of \x9b" in page
    check_file(folder / "out.csv")
    assert json.loads(check_file(folder / "out.json"))["players"][0]["name"] == f"Ann {name}"
    record = (folder / "out.gcg").read_text(encoding="utf-8")
    assert f"#note {note}" in record and name in record


def test_a_batch_of_what_cannot_be_read(
    run_jackdaw: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is an error of its own; none is waited for or read without end."""
    monkeypatch.chdir(folder)
    Path("endless.cgp").symlink_to("/dev/zero")
    Path("endless.gcg").symlink_to("/dev/urandom")
    Path("a.cgp").symlink_to("b.cgp")
    Path("b.cgp").symlink_to("a.cgp")
    Path("nowhere.csv").symlink_to("missing")
    os.mkfifo("pipe.cgp")
    with Path("line.cgp").open("wb") as file:
        file.truncate(1 << 26)  # one line of zeros, without a block on the disk
    with Path("row.csv").open("w", encoding="utf-8") as file:
        file.write("cgp,id\n" + '"\n",' * 600_000)
    Path("good.cgp").write_text(CGP, encoding="utf-8")
    options = ("--method", "static", "--workers", 1, "-o")
    check(run_jackdaw("batch", ".", "a.cgp", *options, "out.jsonl"), 3)
    lines = [json.loads(line) for line in (folder / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    errors = {line["source"]: line["error"] for line in lines}
    assert errors.pop("good.cgp") is None
    assert set(errors) == {
        "a.cgp", "b.cgp", "endless.cgp", "endless.gcg", "line.cgp", "nowhere.csv", "row.csv",
    }  # fmt: skip
    assert "Too many levels of symbolic links" in errors["a.cgp"]
    assert "no regular file" in errors["endless.cgp"] and "no regular file" in errors["endless.gcg"]
    assert errors["line.cgp"].startswith("has a line of more than 1,000,000 bytes, the limit")
    assert errors["row.csv"].startswith("has a row of more than 1,000,000 characters, the limit")
    check(run_jackdaw("batch", "pipe.cgp", *options, "pipe.jsonl"), 1, 3)
