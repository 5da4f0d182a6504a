"""Damaged files of runs: journals, states of training, saved games, cached reviews, and their use."""

import io
import json
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

from hostile_inputs import CGP, DATA, Format, sample_words, tolerate
from mutations import damage_bytes, damage_text, damage_tree
from tiny_game import RULES

from movegen import read_gcg


def _frames(data: bytes) -> list[bytes]:
    """Return the contents of the frames of a journal."""
    found, at = [], 8
    while at + 8 <= len(data):
        (size, _) = struct.unpack_from("<II", data, at)
        found.append(data[at + 8 : at + 8 + size])
        at += 8 + size
    return found


def _damage_journal(data: bytes, chance: Random) -> bytes:
    if not chance.randrange(5):
        return damage_bytes(data, chance)
    frames = _frames(data)
    at = chance.randrange(len(frames))
    if not chance.randrange(3):
        frames[at] = damage_bytes(frames[at], chance)
    elif at == 0:
        frames[0] = json.dumps(damage_tree(json.loads(frames[0]), chance), default=repr).encode()
    else:
        frames[at] = _pack(damage_tree(msgspec.msgpack.decode(frames[at]), chance))
    if not chance.randrange(6):
        frames.insert(chance.randrange(1, len(frames) + 1), chance.choice(frames))
    return data[:8] + b"".join(struct.pack("<II", len(each), zlib.crc32(each)) + each for each in frames)


def _pack(tree: Any) -> bytes:
    return msgspec.msgpack.encode(_encodable(tree))


def _encodable(tree: Any) -> Any:
    """Bring integers into the range of MessagePack."""
    if isinstance(tree, dict):
        return {key: _encodable(value) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return [_encodable(value) for value in tree]
    return tree % 2**64 if isinstance(tree, int) and not -(2**63) <= tree < 2**64 else tree


def _command(*arguments: object) -> int:
    """Run a command in this process; return its exit code, and raise what it should not raise."""
    from click.testing import CliRunner

    from jackdaw.cli import jackdaw

    result = CliRunner().invoke(jackdaw, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return result.exit_code


def _match_journal(folder: Path) -> Format:
    tournament = folder / "t.toml"
    tournament.write_text(
        'format = "round_robin"\nstrategies = ["greedy", "static"]\ngames_per_pairing = 2\n'
        f'variant = "{RULES}"\nlexicon = "{DATA / "tiny" / "words.txt"}"\n',
        encoding="utf-8",
    )
    command = ("tournament", tournament, "--workers", 1, "--log")
    kept = _kept_journal(lambda log: _command(*command, log), folder / "m.csv")

    def use(path: Path) -> None:
        log = path.with_name(path.name.removesuffix(".journal"))
        _command(*command, log, "--resume")

    return Format(".csv.journal", [kept], _damage_journal, use)


def _batch_journal(folder: Path) -> Format:
    positions = folder / "p.cgp"
    positions.write_text("\n".join([CGP, CGP.replace("12/20", "20/12"), "rubbish"]), encoding="utf-8")
    command = ("batch", positions, "--method", "static", "--workers", 1, "-o")
    kept = _kept_journal(lambda output: _command(*command, output), folder / "b.jsonl")

    def use(path: Path) -> None:
        _command(*command, path.with_name(path.name.removesuffix(".journal")), "--resume")

    return Format(".csv.journal", [kept], _damage_journal, use)


def _kept_journal(run: Callable[[Path], object], output: Path) -> bytes:
    """Run a command and return the journal that it would have deleted at the end."""
    from sims.workers import Journal

    kept = []
    remove = Journal.remove

    def keep(self: Any) -> None:
        kept.append(self.path.read_bytes())
        remove(self)

    Journal.remove = keep  # type: ignore[method-assign]
    try:
        run(output)
    finally:
        Journal.remove = remove  # type: ignore[method-assign]
    return kept[0]


def _leave_state(folder: Path) -> Format:
    out = folder / "tiny.leaves"
    options = ("--lexicon", DATA / "tiny" / "words.txt", "--rules", RULES, "--workers", 1, "--games", 40)
    assert _command("leaves", "train", out, *options, "--generations", 1) == 0
    sample = out.with_name("tiny.leaves.state").read_bytes()

    def damage(data: bytes, chance: Random) -> bytes:
        if not chance.randrange(3):
            return damage_bytes(data, chance)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        name = chance.choice(list(parts))
        if name == "rest.npy" and chance.randrange(4):
            rest = json.loads(np.load(io.BytesIO(parts[name])).tobytes())
            text = json.dumps(damage_tree(rest, chance), default=repr).encode()
            packed = io.BytesIO()
            np.save(packed, np.frombuffer(text, dtype=np.uint8))
            parts[name] = packed.getvalue()
        else:
            parts[name] = damage_bytes(parts[name], chance)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, content in parts.items():
                archive.writestr(name, content)
        return packed.getvalue()

    def use(path: Path) -> None:
        from sims.training.leave_state import read_leave_state, write_leave_state
        from strategy.leaves import write_table

        state = read_leave_state(path)
        write_leave_state(state, path.with_suffix(".copy"))
        tolerate(lambda: write_table(state.table, path.with_suffix(".copy.csv")))
        if zlib.crc32(path.read_bytes()) % 8 == 0:
            target = path.with_name(path.name.removesuffix(".state"))
            _command("leaves", "train", target, *options, "--generations", 2, "--resume")

    return Format(".leaves.state", [sample], damage, use)


def _saved_game(folder: Path) -> Format:
    from sessions import WORDS, act_at_random, make_setup

    from sims.play import Clock, Mode, begin_saved, resume

    samples = []
    for number, mode in enumerate([*Mode, Mode.FREE]):
        chance = Random(number)
        options = {} if mode is Mode.TRAINING else {"clock": Clock(seconds=600)}
        with begin_saved(folder / f"{number}.sample", make_setup(mode, number, **options), WORDS) as saved:
            for _ in range(10):
                if not saved.session.is_over:
                    act_at_random(saved.session, chance)
        samples.append((folder / f"{number}.sample").read_bytes())

    def use(path: Path) -> None:
        with resume(path) as saved:
            session = saved.session
            chance = Random(1)
            for _ in range(3):
                if not session.is_over and session.waiting_for:
                    act_at_random(session, chance)
            str(session.board)
            tolerate(session.gcg)

    return Format(".jackdaw-game", samples, _damage_json_lines, use)


def _damage_json_lines(data: bytes, chance: Random) -> bytes:
    if not chance.randrange(4):
        return damage_text(data, chance)
    lines = data.split(b"\n")
    at = chance.randrange(len(lines) - 1)
    lines[at] = json.dumps(damage_tree(json.loads(lines[at]), chance), default=repr).encode()
    return b"\n".join(lines)


def _review_cache(folder: Path) -> Format:
    from jackdaw.collection.game_facts import extract_facts
    from jackdaw.collection.review_cache import CachedReview, ReviewCache, pack_review
    from jackdaw.review import review_record

    games = folder / "games"
    games.mkdir()
    record = DATA / "odd" / "phony.gcg"
    (games / "one.gcg").write_bytes(record.read_bytes())
    facts = extract_facts(review_record(read_gcg(record), sample_words()))
    cache = ReviewCache(folder / "cache")
    command = ("analyze", games, "--cache", cache.folder, "--workers", 1)
    _command(*command)
    (entry,) = cache.folder.glob("*.review")
    sample = pack_review(CachedReview(facts, "<p>"))

    def damage(data: bytes, chance: Random) -> bytes:
        if not chance.randrange(5):
            return damage_bytes(data, chance)
        inner = zlib.decompress(data)
        if not chance.randrange(4):
            return zlib.compress(damage_bytes(inner, chance))
        tree = msgspec.msgpack.decode(inner)
        return zlib.compress(_pack(damage_tree(tree, chance)))

    outputs = ("--json", folder / "c.json", "--csv", folder / "c.csv", "--html", folder / "pages")

    def use(path: Path) -> None:
        entry.write_bytes(path.read_bytes())
        _command(*command, *outputs)

    return Format(".review", [sample], damage, use)


FORMATS: dict[str, Callable[[Path], Format]] = {
    "match_journal": _match_journal,
    "batch_journal": _batch_journal,
    "leave_state": _leave_state,
    "saved_game": _saved_game,
    "review_cache": _review_cache,
}
"""The formats that the program writes for itself."""
