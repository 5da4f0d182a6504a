"""Hostile requests to the board's API: valid ones with parts replaced, dropped, damaged or re-encoded.

By hand: `python tests/support/api_fuzz.py --iterations 100000 --seed 1` prints how requests were answered,
and fails at the first one that is answered with an internal error.
"""

import argparse
import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from web_load import ENDGAME
from web_server import OPENING, SAMPLE, open_client

from jackdaw.web.application import Settings

VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 255, 256, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**64, 10**30, -(2**63),
    -(10**30), 0.5, -0.0, 1e308, 1e-320, "", " ", "0", "standard", "super", "SCOWL80", "scowl80", "free",
    "training", "expert", "../../etc/passwd", "/dev/zero", "CON", "a\0b", "\u202e", "\ud800", "\U0001f600",
    "é", "ß", "İ", "x" * 190, "x" * 1_001, "x" * 20_000, "<script>alert(1)</script>", "%s%n", "{}", "{{7*7}}",
    "\r\nX: y", "\x1b[2J", [], [[]], [0] * 31, [[0] * 15] * 15, [[255] * 15] * 15, {}, {"a": {"a": {}}}, "8H",
    "8H AT", "H8 AT", "-", "- AE", "8D AN(E)STRI", "1A ?", "exch", "pass", "31E " + "A" * 31, "8H ÅB",
    OPENING, ENDGAME, OPENING + " lex X; ver Y;", "15/" * 14 + "15 ?/? -999999/99 0",
    OPENING.replace(" 0/0 ", f" {10**25}/0 "), [[7, 7, 1], [7, 8, 200]], [[30, 30, 255]], [[7, 7, 1]] * 30,
]  # fmt: skip
"""What takes the place of parts of valid requests."""
PIECES = ["", "\0", "\n", "/", " ", "9" * 30, "?", "é", "\ud800", ";", "Q"]
"""What is put into texts."""


def valid_requests(client: TestClient) -> list[tuple[str, dict[str, Any]]]:
    """Return a valid request for each path, with games that the client has begun."""
    position = {"cgp": OPENING, "lexicon": "SCOWL80", "drawn": ""}
    squares = client.post("/api/position", json=position).json()["squares"]
    setup = {"rules": "standard", "squares": squares, "racks": ["ABC", ""], "scores": [1, -2], "lexicon": ""}
    move = position | {"text": "8D NASTIER", "tiles": []}
    played = position | {"played": "8D NASTIER", "withdrawn": True, "most": 5}
    limits = {"candidates": 3, "iterations": 20, "plies": 2, "seconds": 0.1, "sure": True, "rank_by": "win"}
    found: list[tuple[str, dict[str, Any]]] = [
        ("position", position), ("new", {"rules": "standard", "drawn": "x"}), ("make", move),
        ("setup", setup),
        ("try", position | {"tiles": [[7, 7, 1], [7, 8, 2]]}), ("try", move), ("candidates", played),
        ("analyze", played | limits | {"simulate": True}), ("analyze", position | limits | {"cgp": ENDGAME}),
        ("review", {"gcg": SAMPLE.decode()[:400], "lexicon": ""}), ("games", {}), ("stop", {}),
    ]  # fmt: skip
    line = {"gcg": SAMPLE.decode(), "turn": 2, "moves": [{"move": "-", "rack": "AEEHIRU"}], "drawn": ""}
    found += [
        ("lines/show", line | {"rack": "AEI", "draw": True}), ("lines/play", line | {"text": "9I HIREE"}),
        ("lines/save", line | {"name": "a"}), ("lines/saved", {"gcg": SAMPLE.decode()}),
        ("lines/remove", {"gcg": SAMPLE.decode(), "name": "a"}), ("lines/file", {"gcg": SAMPLE.decode()}),
    ]  # fmt: skip
    for mode in ("free", "duplicate", "training"):
        found += _requests_of_a_game(client, mode)
    return found


def _requests_of_a_game(client: TestClient, mode: str) -> list[tuple[str, dict[str, Any]]]:
    seats = [{"name": "Ann", "strategy": None}, {"name": "Jack", "strategy": "greedy"}]
    setup: dict[str, Any] = {
        "mode": mode, "seats": seats, "rules": "standard", "lexicon": "SCOWL80", "minutes": 5.0,
        "challenge": "double",
    }  # fmt: skip
    if mode == "training":
        setup |= {"seats": seats[:1], "minutes": None}
    begun = client.post("/api/games/begin", json=setup).json()
    game = {"name": begun["name"], "seated": True, "drawn": ""}
    now = game | {"revision": begun["revision"]}
    return [
        ("games/begin", setup), ("games/game", game), ("games/kibitz", game), ("games/machines", now),
        ("games/hint", game | {"step": 2}), ("games/step", now | {"what": "draw"}),
        ("games/move", now | {"text": "8H AT", "tiles": []}), ("games/try", now | {"tiles": [[7, 7, 1]]}),
        ("games/train", now | {"rack": "AEINRST", "cgp": ""}),
    ]  # fmt: skip


def damage(chance: random.Random, value: Any) -> Any:
    """Return the value with a part of it replaced, dropped or repeated."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        what = chance.random()
        if what < 0.1:
            return {name: each for name, each in value.items() if name != key}
        if what < 0.15:
            return value | {chance.choice(["x", "", "__class__", "cgp" * 99]): chance.choice(VALUES)}
        return value | {key: damage(chance, value[key])}
    if isinstance(value, list) and value and chance.random() < 0.7:
        place = chance.randrange(len(value))
        new = damage(chance, value[place])
        return value[:place] + [new] * chance.choice([0, 1, 1, 1, 2, 40]) + value[place + 1 :]
    if isinstance(value, str) and value and chance.random() < 0.6:
        place = chance.randrange(len(value) + 1)
        new = chance.choice([*PIECES, value[:9], chr(chance.randrange(1 << 16))])
        return value[:place] + new + value[place + chance.randrange(3) :]
    return chance.choice(VALUES)


def encode(chance: random.Random, fields: Any) -> bytes:
    """Return a body: JSON, now and then damaged or in another encoding."""
    content = json.dumps(fields)
    what = chance.random()
    if what < 0.03:
        return content.encode(chance.choice(["utf-16", "utf-32", "utf-7", "utf-8-sig"]))
    if what < 0.1:
        damaged = bytearray(content.encode())
        for _ in range(chance.randrange(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        return bytes(damaged)
    if what < 0.12:
        return content.encode()[: chance.randrange(len(content))]
    return content.encode()


def check_answer(path: str, body: bytes, response: Any) -> None:
    """Check that a request was answered, or refused in a line."""
    seen = f"{path} {body[:2000]!r}: {response.status_code} {response.text[:500]}"
    assert response.status_code in (200, 400, 404, 405, 413), seen
    assert "Traceback" not in response.text and "internal error" not in response.text, seen
    if response.status_code != 200:
        error = response.json()["error"]
        assert error and error.isprintable() and len(error) < 1500, seen


def attack(client: TestClient, iterations: int, seed: int) -> Counter[tuple[str, int]]:
    """Send so many hostile requests and count the answers by path and status."""
    chance = random.Random(seed)
    requests = valid_requests(client)
    answers: Counter[tuple[str, int]] = Counter()
    for _ in range(iterations):
        path, fields = chance.choice(requests)
        for _ in range(chance.choice([1, 1, 1, 2, 3])):
            fields = damage(chance, fields)
        if isinstance(fields, dict) and isinstance(fields.get("seconds"), int | float):
            fields["seconds"] = min(fields["seconds"], 0.1)  # no attack, but it takes our time
        body = encode(chance, fields)
        response = client.post(f"/api/{path}", content=body, headers={"X-Page": "fuzz"})
        check_answer(path, body, response)
        answers[path, response.status_code] += 1
        if chance.random() < 0.05:
            attack_upload(client, chance)
            answers["read", 0] += 1
    return answers


def attack_upload(client: TestClient, chance: random.Random) -> None:
    """Upload a damaged game."""
    damaged = bytearray(SAMPLE)
    for _ in range(chance.randrange(1, 20)):
        place = chance.randrange(len(damaged))
        damaged[place : place + chance.randrange(3)] = chance.choice(
            [b"", b"\n", b"\xff", b"9" * 30, b">", b"?", b"#"]
        )
    response = client.post("/api/read", content=bytes(damaged))
    check_answer("read", bytes(damaged), response)


def main() -> None:
    """Run a campaign."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--iterations", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, open_client(Settings(games=Path(folder))) as client:
        answers = attack(client, options.iterations, options.seed)
    for (path, status), count in sorted(answers.items()):
        print(path, status, count)


if __name__ == "__main__":
    main()
