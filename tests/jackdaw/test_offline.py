"""No command connects to another host unless a person names an address. Nor does the board ever."""

import http.client
import subprocess
import sys
from pathlib import Path

import click
import pytest
from offline import attempts, forbidden_connections
from web_server import open_client

from jackdaw.cli import COMMANDS, jackdaw

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
WORDS = "tests/data/tiny/words.txt"
BOARD = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15"
TINY = ("--lexicon", WORDS, "--rules", "tests/data/tiny/tiny.toml")
ONE = ("--workers", "1")

ARGUMENTS = {
    "analyze": (
        SAMPLE,
        "--effort",
        "quick",
        "--html",
        "{}/a.html",
        "--json",
        "{}/a.json",
        "--gcg",
        "{}/a.gcg",
    ),
    "batch": (SAMPLE, "--method", "static", "-o", "{}/b.jsonl", "--workers", "2"),
    "bench all": ("--quick",),
    "bench movegen": ("--games", "1"),
    "bench paper": ("--games", "1", "--max-length", "3"),
    "endgame": (SAMPLE,),
    "judge": (
        SAMPLE,
        "--players",
        "greedy",
        "--phase",
        "endgame",
        "--iterations",
        "2",
        "--candidates",
        "0",
        *ONE,
    ),
    "leaves train": ("{}/t.leaves", "--games", "2", "--generations", "1", "--longest", "3", *ONE),
    "leaves fit": ("h1", "{}/t.leaves.state", "{}/fit.toml"),
    "leaves convert": ("{}/t.leaves", "{}/t.csv"),
    "leaves show": ("AEINRS", "--leaves", "{}/t.leaves"),
    "lexicon build": (WORDS, "--name", "TINY"),
    "lexicon list": (),
    "lexicon rename": ("TINY", "SMALL"),
    "lexicon info": ("SMALL",),
    "lexicon compare": ("SMALL", WORDS),
    "lexicon export": ("{}/words.kwg", "--lexicon", "SMALL"),
    "lexicon remove": ("SMALL",),
    "lexicon anagram": ("QI",),
    "lexicon check": ("QI",),
    "lexicon hooks": ("QI",),
    "lexicon pattern": ("QI*",),
    "lexicon playability": ("--games", "2", "--csv", "{}/words.csv", *ONE),
    "line add": ("{}/a.gcg", "--turn", "7", "--name", "eating", "M9 EATING"),
    "line try": ("{}/a.gcg", "--turn", "7"),
    "line list": ("{}/a.gcg",),
    "line remove": ("{}/a.gcg", "eating"),
    "moves": (f"{BOARD} ADEEGIL/ 0/32 0",),
    "openings": (*TINY, "--strategy", "greedy", "-o", "{}/openings.csv", *ONE),
    "pit": ("greedy", "rackh1", "--games", "2", "--log", "{}/log.csv", *ONE),
    "play": ("free", "--engine", "casual", "--save", "{}/game.jackdaw"),
    "preendgame": (SAMPLE, "--samples", "2", "--time", "1"),
    "puzzles": ("tests/data/puzzles/endgame.cgp", "-o", "{}/p.jsonl", *ONE),
    "puzzle play": ("{}/p.jsonl", "--progress", "{}/progress.json"),
    "puzzle stats": ("{}/p.jsonl", "--progress", "{}/progress.json"),
    "tournament": ("greedy", "rackh1", "--games", "2", *ONE),
    "winprob show": ("20", "50"),
    "winprob train": ("{}/t.winprob", "--games", "2", "--check-games", "0", *ONE),
}
"""Small inputs for every command, in an order in which each finds what it needs. {} is a folder."""
TESTED_ALONE = {"board", "serve", "engine"}
FORBIDDEN = """\
import sys
from pathlib import Path
sys.path.insert(0, "tests/support")
import offline
offline.forbid(Path(sys.argv.pop(1)))
from jackdaw.cli import main
main()
"""
"""A program that is `jackdaw` without connections; its first argument is the file of attempts."""


def all_commands() -> set[str]:
    """Return the names of all commands, with those of their groups."""
    found = set()
    for name, lazy in COMMANDS.items():
        command = lazy.load()
        inner = command.commands if isinstance(command, click.Group) else {}
        found |= {f"{name} {each}" for each in inner} or {name}
    return found


def test_every_command_is_tried() -> None:
    assert all_commands() == ARGUMENTS.keys() | TESTED_ALONE
    assert COMMANDS["board"].load().callback is COMMANDS["serve"].load().callback


@pytest.mark.medium
def test_no_command_connects(run_jackdaw, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    log = tmp_path / "attempts"
    with forbidden_connections(log):
        for name, arguments in ARGUMENTS.items():
            given = [argument.replace("{}", str(tmp_path)) for argument in arguments]
            result = run_jackdaw(*name.split(), *given, input="quit\n")
            assert result.exit_code == 0, (name, result.stderr)
            assert not attempts(log), name
        for page in ("--help", "--version"):
            assert run_jackdaw(page).exit_code == 0
        result = run_jackdaw("analyze", "woogles:icNJtmxy")  # now a host is named
    assert result.exit_code == 2 and "tests forbid a connection to 'woogles.io'" in result.stderr
    assert attempts(log) == ["socket.getaddrinfo 'woogles.io'"]


def test_an_engine_does_not_connect(tmp_path: Path) -> None:
    log = tmp_path / "attempts"
    command = [sys.executable, "-c", FORBIDDEN, str(log), "engine", "--strategy", "greedy"]
    subprocess.run(command, cwd=ROOT, input=b"quit\n", check=True)
    assert not attempts(log)


def test_the_board_does_not_connect(tmp_path: Path) -> None:
    log = tmp_path / "attempts"
    command = [sys.executable, "-u", "-c", FORBIDDEN, str(log), "board", "--port", "0", "--no-open"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().rpartition("127.0.0.1:")[2].partition("/")[0])
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
            for path in ("/", "/play", "/puzzles"):
                connection.request("GET", path)
                response = connection.getresponse()
                assert response.status == 200 and response.read()
            connection.close()
        finally:
            process.terminate()
    assert not attempts(log)


@pytest.mark.parametrize("address", ["woogles:icNJtmxy", "xt:47880", "https://example.org/game.gcg"])
def test_visitors_of_the_board_cannot_name_addresses(address: str, tmp_path: Path) -> None:
    """The program fetches nothing for them, and says what to do instead."""
    log = tmp_path / "attempts"
    with forbidden_connections(log), open_client() as client:
        response = client.post("/api/read", content=address)
        assert response.status_code == 400 and "pages do not fetch" in response.json()["error"]
    assert not attempts(log)


def test_the_board_has_no_code_that_connects() -> None:
    code = (
        "import sys, jackdaw.web.application, jackdaw.web.server\n"
        "print(*(name for name in sys.modules if name.startswith('jackdaw.inputs.')))"
    )
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    loaded = shown.stdout.decode().split()
    assert "jackdaw.inputs.sources" in loaded
    assert not {"jackdaw.inputs.https", "jackdaw.inputs.fetched_records"} & {*loaded}
    assert jackdaw.name == "jackdaw"
