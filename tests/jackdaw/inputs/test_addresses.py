"""Games are read from their addresses: once, then from the cache."""

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from https_server import HttpsServer, drip, head, redirect, response, wait
from hypothesis import given
from hypothesis import strategies as st
from waiting import wait_until

import jackdaw
from jackdaw.collection import Collection
from jackdaw.inputs import https, is_address
from jackdaw.inputs.addresses import Site, parse_address
from jackdaw.inputs.fetched_records import read_address
from movegen.configs import config_folder, list_configs, load_config
from movegen.errors import ConfigError, JackdawError
from movegen.gcg import MAX_BYTES
from sims.review import GameReview

ROOT = Path(__file__).resolve().parents[3]
RECORD = (ROOT / "jackdaw/samples/ann_v_ben.gcg").read_bytes()
LATIN = b"#player1 A \xc4nn\n#player2 B B\n>A: AEINRST 8H TEA +6 6\n"


def error_of(address: str, *, refresh: bool = False) -> str:
    """Read an address, which must fail, and return the one-line error."""
    with pytest.raises(JackdawError) as caught:
        read_address(address, refresh=refresh)
    text = str(caught.value)
    assert text.isprintable()
    return text


def entries(tmp_path: Path) -> list[Path]:
    """List the records in the cache."""
    return sorted((tmp_path / "cache").rglob("*.record"))


@pytest.mark.medium
def test_a_game_is_fetched_once(run_analyze, server: HttpsServer, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    server.paths["/game.gcg"] = response(RECORD)
    url, file = server.url("/game.gcg"), tmp_path / "a.json"
    page = tmp_path / "a.html"
    first = run_analyze(url, "--effort", "quick", "--json", file, "--html", page)
    assert first.exit_code == 0 and "Note" not in first.stderr
    again = run_analyze(url, "--effort", "quick", "--json", file)
    assert again.stdout == first.stdout and len(server.requests) == 1
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert f"Note: {url} is a copy of {today}; --refresh fetches it again" in again.stderr
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written["source"] == url
    assert f"from <bdi>{url}</bdi>" in page.read_text(encoding="utf-8")
    refreshed = run_analyze(url, "--effort", "quick", "--refresh")
    assert refreshed.stdout == first.stdout and len(server.requests) == 2 and "Note" not in refreshed.stderr
    local = run_analyze("jackdaw/samples/ann_v_ben.gcg", "--effort", "quick")
    report, *practice = local.stdout.partition("Practise the mistakes")  # for which there has to be a file
    assert first.stdout == f"{url}\n{report}" and any(practice)
    assert run_analyze(url, "--turn", 3, "--method", "static").stdout.startswith(f"{url}\nTurn 3: ")


def test_a_refresh_that_fails_tells_of_the_copy(server: HttpsServer) -> None:
    server.paths["/game"] = response(RECORD)
    url = server.url("/game")
    assert read_address(url).content == RECORD
    del server.paths["/game"]
    text = error_of(url, refresh=True)
    assert "has no such game: 404 (Not Found); leave out --refresh to use the copy of 20" in text
    found = read_address(url)
    assert found.content == RECORD and found.cached is not None


def test_without_a_cache_games_are_fetched(
    server: HttpsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "below"))
    server.paths["/game"] = response(RECORD)
    for _ in range(2):
        assert read_address(server.url("/game")).cached is None
    assert len(server.requests) == 2


@pytest.mark.parametrize("damage", [lambda _: b"", lambda data: data[:-1], lambda _: b"x" * 100])
def test_damaged_copies_are_fetched_again(server: HttpsServer, tmp_path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    server.paths["/game"] = response(RECORD)
    read_address(server.url("/game"))
    (entry,) = entries(tmp_path)
    entry.write_bytes(damage(entry.read_bytes()))
    assert read_address(server.url("/game")) == (server.url("/game"), RECORD, None)
    assert read_address(server.url("/game")).cached is not None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<!DOCTYPE html>\n<p>Busy", "line 1"),
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b"\xff\xfe\x00\x80" * 5, "line 1"),
        (b"15/15 A/B 0/0 0", "line 1"),
    ],
)
def test_other_content_is_an_error_of_the_reader(  # type: ignore[no-untyped-def]
    run_analyze, server: HttpsServer, tmp_path: Path, content: bytes, message: str
) -> None:
    server.paths["/game.cgp"] = response(content)
    result = run_analyze(server.url("/game.cgp"))
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert server.url("/game.cgp") in result.stderr and message in result.stderr
    assert not entries(tmp_path)


def test_records_in_other_encodings(server: HttpsServer, sites: Path) -> None:
    assert sites.is_dir()
    server.paths["/game"] = response(LATIN)
    review = jackdaw.analyze(server.url("/game"), effort="quick")
    assert isinstance(review, GameReview) and review.game.players[0].name == "Änn"
    text = "#character-encoding ISO-8859-1\n" + LATIN.decode("latin-1").replace("Ä", "Żö")
    path = "/api/game_service.GameMetadataService/GetGCG"
    server.paths[path] = response(json.dumps({"gcg": text}).encode())
    review = jackdaw.analyze("woogles:other", effort="quick")
    assert isinstance(review, GameReview) and review.game.players[0].name == "Żönn"


@pytest.mark.medium
def test_games_of_sites(run_jackdaw, server: HttpsServer, sites: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """By ID and by the address of a page; as a collection, for `batch`, and for a position."""
    assert sites.is_dir()
    api = "/api/game_service.GameMetadataService/GetGCG"
    server.paths[api] = response(json.dumps({"gcg": RECORD.decode()}).encode())
    other = RECORD.replace(b"Ann", b"Eve")
    server.paths["/annotated/selfgcg/478/anno47880.gcg"] = response(other)
    same = "https://woogles.io/game/icNJtmxy?turn=3"
    page, file = "https://www.cross-tables.com/annotated.php?u=47880#0%23", tmp_path / "all.json"
    options = ("--json", file, "--html", tmp_path / "pages", "--workers", 1)
    result = run_jackdaw("analyze", "woogles:icNJtmxy", page, same, *options)
    assert result.exit_code == 0, result.stderr
    assert sorted(server.asked) == ["GET /annotated/selfgcg/478/anno47880.gcg", f"POST {api}"]
    assert server.requests[0].endswith(b'\r\n\r\n{"gameId": "icNJtmxy"}')
    names = [game["file"] for game in json.loads(file.read_text(encoding="utf-8"))["games"]]
    assert names == ["woogles:icNJtmxy", "xt:47880"]
    pages = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert pages == ["index.html", "woogles-icNJtmxy.html", "xt-47880.html"]
    lines = tmp_path / "lines.jsonl"
    batch = run_jackdaw("batch", "XT:47880", "-o", lines, "--method", "static", "--workers", 1)
    assert batch.exit_code == 0 and "Note: xt:47880 is a copy of 20" in batch.stderr
    first = json.loads(lines.read_text(encoding="utf-8").splitlines()[0])
    assert (first["source"], first["turn"]) == ("xt:47880", 1)
    moves = run_jackdaw("moves", "xt:47880", "--turn", 3, "-n", 2)
    assert moves.exit_code == 0 and len(server.requests) == 2
    run_jackdaw("batch", "xt:47880", "-o", lines, "--method", "static", "--workers", 1, "--refresh")
    assert len(server.requests) == 3
    with_page = run_jackdaw(
        "analyze", "woogles:icNJtmxy", "--effort", "quick", "--html", tmp_path / "one.html"
    )
    assert with_page.exit_code == 0 and len(server.requests) == 3
    both = run_jackdaw("analyze", "woogles:icNJtmxy", page)
    assert "Note: 2 games from addresses are copies, the oldest of 20" in both.stderr
    collection = jackdaw.analyze(["woogles:icNJtmxy", page], refresh=True)
    assert isinstance(collection, Collection) and len(collection.games) == 2 and len(server.requests) == 5


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (response(b'{"code": "x", "message": "wait until\\n the end"}', status="400 Bad Request"),
         "responds 400 (Bad Request), 'wait until\\n the end'; check the ID; if the site has changed, "),
        (response(b'{"msg": "none"}', status="404 Not Found"), "has no such game: 404 (Not Found), 'none'"),
        (response(b"[" * 100_000, status="500 Oh"), "responds 500 (Internal Server Error); check the ID"),
        (response(b"Oh", status="799 Oh"), "responds 799; check the ID"),
        (response(b"", status="204 No Content"), "responds 204 (No Content)"),
        (response(b"<html>"), "holds no record; check the ID"),
        (response(b"\xff{"), "holds no record"),
        (response(b'{"gcg": 3}'), "holds no record"),
        (response(b'{"message": "no"}'), "holds no record, 'no'"),
        (response(b"[]"), "holds no record"),
        (redirect("https://www.woogles.io/"), "redirects to 'https://www.woogles.io/', which was not"),
    ],
)  # fmt: skip
def test_sites_without_the_record(
    server: HttpsServer, sites: Path, answer: bytes, message: str, tmp_path: Path
) -> None:
    server.paths["/api/game_service.GameMetadataService/GetGCG"] = answer
    text = error_of("woogles:icNJtmxy")
    assert text.startswith(f"woogles:icNJtmxy: 127.0.0.1:{server.port} ") or "holds no record" in text
    assert message in text and not entries(tmp_path)
    if "check the ID" in text:
        assert str(sites / "woogles.toml") in text


def test_large_records_are_not_taken(server: HttpsServer, sites: Path) -> None:
    assert sites.is_dir()
    record = b"#note " + b"x" * MAX_BYTES
    server.paths["/game"] = response(record)
    assert "is larger than 1 MiB, the limit" in error_of(server.url("/game"))
    server.paths["/api/game_service.GameMetadataService/GetGCG"] = response(
        json.dumps({"gcg": record.decode()}).encode()
    )
    assert "is larger than 1 MiB, the limit" in error_of("woogles:icNJtmxy")


def test_a_slow_host_ends_a_command(
    run_analyze, server: HttpsServer, monkeypatch: pytest.MonkeyPatch
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(https, "SECONDS", 0.5)
    server.paths["/game"] = drip(head())
    result = run_analyze(server.url("/game"))
    assert result.exit_code == 2 and "did not respond completely within 0.5 seconds" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to send")
@pytest.mark.parametrize("several", [False, True])
def test_ctrl_c_ends_the_wait(server: HttpsServer, several: bool) -> None:
    server.paths["/game"] = wait
    command = [
        sys.executable,
        "-c",
        "from jackdaw.cli import analyze_main; analyze_main()",
        server.url("/game"),
    ]
    command += ["jackdaw/samples/ann_v_ben.gcg"] if several else []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until(lambda: bool(server.requests))
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and b"Traceback" not in output + errors


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("woogles:@player", "woogles:@player: '@player' is no ID of a game; give one such as woogles:"),
        ("woogles:", "'' is no ID of a game"),
        ("woogles:ab cd", "'ab cd' is no ID of a game"),
        ("xt:4788a", "'4788a' is no ID of a game; give one such as xt:47880"),
        ("xt:-4788", "is no ID"),
        ("xt:047880", "is no ID"),
        ("xt:٤٧٨", "is no ID"),
        ("xt:" + "1" * 5000, "is no ID"),
        ("woogle:abcdefgh", "no such file, and no site is named 'woogle'; did you mean woogles:ID?"),
        ("some:thing", "no such file, and no site is named 'some'; known: woogles:ID, xt:ID"),
        ("http://example.org/a.gcg", "is not fetched, since its connection is not encrypted; write https://"),
        ("HTTP://me:secret@example.org/a.gcg", "//…@example.org/a.gcg: is not fetched"),
        ("https://me:secret@example.org/a.gcg", "https://…@example.org/a.gcg: has a user name; leave out"),
        ("https://a b/c/d e", "is no URL"),
        ("https://[1/", "is no URL"),
    ],
)
def test_addresses_that_are_refused(run_analyze, argument: str, message: str) -> None:  # type: ignore[no-untyped-def]
    assert is_address(argument)
    result = run_analyze(argument)
    assert result.exit_code == 2 and message in result.stderr and "secret" not in result.stderr
    assert result.stderr.count("\n") == 1
    assert message in run_analyze(argument, argument).stderr


@pytest.mark.parametrize(
    "argument",
    [
        "game.gcg",
        "C:game.gcg",
        "c:\\games\\a.gcg",
        "a/b:c",
        "-",
        "15/15 ABC/ 0/0 0",
        "games/*.gcg",
        "",
        "woogles",
    ],
)
def test_other_arguments_are_no_addresses(argument: str) -> None:
    assert not is_address(argument)


@pytest.mark.skipif(os.name == "nt", reason="names of files have no colon there")
def test_files_come_before_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "woogles:abcdefgh").write_bytes(RECORD)
    monkeypatch.chdir(tmp_path)
    assert not is_address("woogles:abcdefgh")
    assert isinstance(jackdaw.analyze("woogles:abcdefgh", effort="quick"), GameReview)


def test_refresh_needs_an_address(run_jackdaw, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for command in (["analyze"], ["batch", "-o", tmp_path / "a.jsonl"]):
        result = run_jackdaw(*command, "jackdaw/samples/ann_v_ben.gcg", "--refresh")
        assert result.exit_code == 2 and "--refresh fetches games from addresses" in result.stderr


@given(st.text(max_size=40), st.sampled_from(["", "https://", "woogles:", "xt:", "https://woogles.io/game/"]))
def test_no_argument_is_a_crash(text: str, beginning: str) -> None:
    """A request goes to the host that the argument or a configuration names, at a path without tricks."""
    argument = beginning + text
    if not is_address(argument):
        return
    try:
        found = parse_address(argument)
    except JackdawError as error:
        assert str(error).isprintable()
        return
    assert found.request.url.startswith("https://")
    if found.site is not None:
        assert ".." not in found.request.url and found.site.has_id(found.name.partition(":")[2])


@pytest.mark.parametrize("name", list_configs("addresses"))
def test_the_sites_are_valid(name: str) -> None:
    site = load_config("addresses", name, Site)
    assert site.name == name and is_address(f"{name}:{site.example}")
    assert parse_address(f"{name}:{site.example}").name == f"{name}:{site.example}"
    for page in site.pages:
        assert parse_address(page.replace("{id}", site.example)).name == f"{name}:{site.example}"
        assert parse_address(page.replace("{id}", site.example) + "x" * 70).site is None


SITE = (config_folder() / "addresses" / "woogles.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        (SITE.replace("https://woogles.io/api", "http://woogles.io/api"), "url", "not encrypted"),
        (SITE.replace("https://woogles.io/api", "https://me@woogles.io"), "url", "has a user name"),
        (SITE.replace("https://woogles.io/game/{id}", "woogles.io/{id}", 1), "pages", "is no URL"),
        (SITE.replace("https://woogles.io/game/{id}", "https://woogles.io/"), "pages", "names no game"),
        (SITE.replace("[A-Za-z0-9_-]{4,40}", "[A-Z"), "pattern", "is no regular expression"),
        (SITE.replace('"icNJtmxy"', '"../x"'), "example", "is no ID"),
        (SITE.replace('"POST"', '"PUT"'), "method", "is not a choice"),
        (SITE.replace('"POST"', '"GET"'), "body", "GET sends no body"),
        (SITE.replace('"gameId"', "gameId"), "body", "is not JSON"),
        (SITE.replace('"{id}"', '"{id//100}"'), "body", "divides an ID"),
        (SITE.replace('"{id}"', '"id"'), "url", "names no game"),
        (SITE.replace("record =", "records ="), "records", "unknown key"),
        (SITE.replace("pattern =", "# pattern ="), "pattern", "the key is missing"),
    ],
)
def test_errors_in_a_site_name_the_key(tmp_path: Path, text: str, key: str, message: str) -> None:
    file = tmp_path / "woogles.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config("addresses", file, Site)
    assert str(caught.value).startswith(f"{file}, {key}") and message in str(caught.value)
