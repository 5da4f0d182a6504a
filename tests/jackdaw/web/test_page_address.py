"""Addresses that open the analysis page with a game or positions, and `jackdaw board GAME`."""

import zlib
from base64 import urlsafe_b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from click.testing import Result
from web_server import OPENING, ROOT, SAMPLE, open_client, post

import jackdaw.web
from jackdaw.inputs import Source
from jackdaw.web import page_fragment
from movegen import JackdawError, parse_gcg

Run = Callable[..., Result]
GAME = ROOT / "jackdaw/samples/ann_v_ben.gcg"


def fields_of(fragment: str) -> dict[str, str]:
    assert fragment.startswith("#")
    return {key: value for key, (value,) in parse_qs(fragment[1:], strict_parsing=True).items()}


def unpack(code: str) -> str:
    return zlib.decompress(urlsafe_b64decode(code + "=" * (-len(code) % 4)), wbits=-15).decode("utf-8")


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_game(encoding: str) -> None:
    """In UTF-8, whatever its file has, as the page reads it."""
    text = SAMPLE.decode().replace("Ann Archer", "Änn Archer").replace("UTF-8", encoding)
    content = text.encode(encoding)
    fields = fields_of(page_fragment(Source("a.gcg", content)))
    assert list(fields) == ["game"]
    game = parse_gcg(unpack(fields["game"]).encode())
    assert game.display_names[0] == "Änn Archer"
    assert game.turns == parse_gcg(content).turns


def test_positions() -> None:
    assert fields_of(page_fragment(Source("a.cgp", OPENING.encode()))) == {"cgp": OPENING}
    several = fields_of(page_fragment(Source("a.cgp", f"{OPENING}\n{OPENING}\n".encode())))
    assert unpack(several["positions"]).splitlines() == [OPENING, OPENING]
    with pytest.raises(JackdawError, match=r"a\.cgp: has 101 positions; the page shows at most 100"):
        page_fragment(Source("a.cgp", f"{OPENING}\n".encode() * 101))


def test_the_page_reads_it() -> None:
    text = unpack(fields_of(page_fragment(Source("a.gcg", SAMPLE)))["game"])
    with open_client() as client:
        found = client.post("/api/read", content=text.encode(), headers={"X-Page": "test"}).json()
        sample = post(client, "sample")
    assert found["game"]["turns"] == sample["game"]["turns"]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the command opens in a browser; its server ends at once."""
    pages: list[str] = []

    def serve(*_: Any, on_start: Callable[[str], None], **__: Any) -> None:
        on_start("http://127.0.0.1:1/")

    monkeypatch.setattr(jackdaw.web, "serve", serve)
    monkeypatch.setattr("webbrowser.open", pages.append)
    return pages


def test_the_command_opens_a_game(run_jackdaw: Run, opened: list[str]) -> None:
    result = run_jackdaw("board", GAME)
    address = "http://127.0.0.1:1/" + page_fragment(Source(str(GAME), GAME.read_bytes()))
    assert result.exit_code == 0 and opened == [address] and address in result.stdout
    assert run_jackdaw("board", OPENING, "--no-open").exit_code == 0 and len(opened) == 1
    assert run_jackdaw("board").exit_code == 0 and opened[1:] == ["http://127.0.0.1:1/"]


def test_the_command_refuses_what_it_cannot_read(run_jackdaw: Run, opened: list[str], tmp_path: Path) -> None:
    (tmp_path / "bad.gcg").write_text("rubbish\n", encoding="utf-8")
    for file, message in ((tmp_path / "none.gcg", "no such file"), (tmp_path / "bad.gcg", "line 1")):
        result = run_jackdaw("board", file)
        assert result.exit_code == 2 and message in result.stderr and result.stderr.count("\n") == 1
    assert not opened
