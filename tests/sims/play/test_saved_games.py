"""Saved games: resumed where they stood, whatever happened to the process and the file."""

import json
import os
import random
from base64 import b64decode
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions import CLOCK, WORDS, act_at_random, capture_state, engine_seats, human_seats, make_setup

from movegen import ChallengeRule, ConfigError, JackdawError, Lexicon, TileSet
from movegen.system import lock_file
from sims.play import (
    DrawTiles,
    GameExistsError,
    GameSetup,
    Lay,
    Mode,
    SavedGame,
    SavedGameError,
    Seat,
    SetRack,
    TakeBack,
    TakeTurn,
    begin,
    begin_saved,
    read_heading,
    resume,
)
from sims.play import saved_game as module

pytestmark = pytest.mark.core


def options(mode: Mode) -> dict[str, object]:
    return {} if mode is Mode.TRAINING else {"clock": CLOCK, "challenge": ChallengeRule.FIVE_POINT}


@pytest.mark.medium
@given(
    mode=st.sampled_from(list(Mode)),
    seed=st.integers(0, 10**6),
    done=st.integers(0, 25),
    more=st.integers(0, 25),
)
@settings(max_examples=40)
def test_resuming(
    mode: Mode, seed: int, done: int, more: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """After any number of actions, and again after more; what comes then is what would have come."""
    path = tmp_path_factory.mktemp("saved") / "game.jackdaw"
    chance = random.Random(seed)
    begun = begin_saved(path, make_setup(mode, seed, **options(mode)), WORDS)
    for count in (done, more):
        for _ in range(count):
            if not begun.session.is_over:
                act_at_random(begun.session, chance)
        before = capture_state(begun.session)
        begun.close()
        begun = resume(path, WORDS)
        assert capture_state(begun.session) == before
    begun.close()
    again = begin(make_setup(mode, seed, **options(mode)), WORDS)
    for action in begun.session.actions:
        again.do(action)
    assert capture_state(again) == before  # the file is not needed for that: the actions say all


def test_a_game_with_engines(tmp_path: Path) -> None:
    path = tmp_path / "game.jackdaw"
    seats = (Seat(name="Ann"), *engine_seats(3))
    with begin_saved(path, make_setup(Mode.FREE, 4, seats=seats), WORDS) as saved:
        saved.session.do(TakeTurn(saved.session.kibitz(0)[0].move.gcg))
        saved.session.let_engines_act()
        before = capture_state(saved.session)
        with pytest.raises(SavedGameError, match="is open in another window or process"):
            resume(path, WORDS)
    with resume(path, WORDS) as saved:
        assert capture_state(saved.session) == before
    assert read_heading(path).setting.seats == seats
    with pytest.raises(SavedGameError, match="already exists"):
        begin_saved(path, make_setup(Mode.FREE), WORDS)


def test_the_order_of_the_tiles_is_not_revealed(tmp_path: Path) -> None:
    """Neither the seed nor a rack stands in the file, and two games with a seed have other seals."""
    texts = []
    for name in ("a", "b"):
        with begin_saved(tmp_path / name, make_setup(Mode.FREE, 123456789), WORDS) as saved:
            saved.session.do(TakeTurn("pass"))
            texts.append((tmp_path / name).read_text(encoding="utf-8"))
    assert "123456789" not in "".join(texts)
    seals = [json.loads(text.splitlines()[0])["sealed"] for text in texts]
    assert seals[0] != seals[1]
    assert not any((123456789).to_bytes(8, "little") in b64decode(seal) for seal in seals)
    assert json.loads(texts[0].splitlines()[1]) == {"action": "turn", "move": "pass", "seconds": 0.0}


def three_actions(path: Path) -> list[bytes]:
    """A training game with three actions: the lines of its file."""
    with begin_saved(path, make_setup(Mode.TRAINING), WORDS) as saved:
        for action in (SetRack("AEINRST"), Lay("8D ANTSIER"), TakeBack()):
            saved.session.do(action)
    return path.read_bytes().splitlines(keepends=True)


def test_a_line_that_is_not_whole_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "game"
    lines = three_actions(path)
    for cut in range(1, len(lines[3]) + 1):
        path.write_bytes(b"".join(lines)[:-cut])
        with resume(path, WORDS) as saved:
            assert len(saved.session.actions) == 2
            saved.session.do(DrawTiles())
        assert path.read_bytes().startswith(b"".join(lines[:3]) + b'{"action":"draw"')
        with resume(path, WORDS) as saved:
            assert len(saved.session.actions) == 3


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b'{"action":"lay","move":"8D ZZZZZZZ"}\n', "line 3.*does not hold"),
        (b'{"action":"turn","move":"pass"}\n', "line 3.*training has"),
        (b'{"action":"dance"}\n', "line 3.*unknown action"),
        (b"\xff\xfe\n", "line 3.*unknown action"),
        (b"[" * 100_000 + b"\n", "line 3.*unknown action"),
        (b"\n", "line 3.*unknown action"),
    ],
)
def test_a_damaged_line(line: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    lines = three_actions(path)
    lines[2] = line
    path.write_bytes(b"".join(lines))
    with pytest.raises(SavedGameError, match=problem):
        resume(path, WORDS)
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda heading: heading.update(schema="jackdaw.play/9"), "'jackdaw.play/9'; this version reads"),
        (lambda heading: heading.update(sealed="AAAA"), "its seed is damaged"),
        (lambda heading: heading.update(sealed="é"), "its seed is damaged"),
        (lambda heading: heading.update(words=7), "another version of the lexicon SCOWL80"),
        (lambda heading: heading["setting"].update(mode="chess"), "not a saved game"),
        (lambda heading: heading["setting"].update(seats=[]), "0 players in a training game"),
        (lambda heading: heading["setting"].update(rules="nosuch"), "unknown rules 'nosuch'"),
        (lambda heading: heading.clear(), "not a saved game"),
    ],
)
def test_a_damaged_heading(change: object, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    lines = three_actions(path)
    heading = json.loads(lines[0])
    assert callable(change)
    change(heading)
    path.write_bytes(json.dumps(heading).encode() + b"\n" + b"".join(lines[1:]))
    with pytest.raises(JackdawError, match=problem):
        resume(path, WORDS)


def test_what_is_no_saved_game(tmp_path: Path) -> None:
    for name, content in {"text": b"Hello\n", "line feed": b"\n", "zeros": bytes(1000)}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(SavedGameError, match="not a saved game"):
            resume(tmp_path / name)
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(SavedGameError, match="cannot be opened"):
            resume(path)
    with pytest.raises(SavedGameError, match="cannot be read"):
        read_heading(tmp_path / "missing")
    with pytest.raises(SavedGameError, match="cannot be opened"):
        begin_saved(tmp_path / "no" / "folder", make_setup(Mode.TRAINING), WORDS)


def test_an_empty_file(tmp_path: Path) -> None:
    """It is left by a process that was killed between creating the file and writing the heading."""
    path = tmp_path / "game"
    path.touch()
    for read in (resume, read_heading):
        with pytest.raises(SavedGameError, match="is empty: its game had not begun"):
            read(path)
    lines = three_actions(path)
    with resume(path, WORDS) as saved:
        assert len(saved.session.actions) == 3
        with pytest.raises(GameExistsError):  # its file is open
            begin_saved(path, make_setup(Mode.TRAINING), WORDS)
    assert path.read_bytes() == b"".join(lines)


def test_an_empty_file_that_another_process_has_open(tmp_path: Path) -> None:
    path = tmp_path / "game"
    with path.open("w+b") as file:
        lock_file(file)
        with pytest.raises(GameExistsError):
            begin_saved(path, make_setup(Mode.TRAINING), WORDS)
    assert path.read_bytes() == b""


@pytest.mark.parametrize("closes", [False, True])
def test_a_new_file_that_another_process_takes_over(
    closes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between creating a file and locking it another process can begin its game there, and even end it."""
    path = tmp_path / "game"
    others: list[SavedGame] = []

    def lock_too_late(file: IO[bytes]) -> None:
        monkeypatch.undo()
        others.append(begin_saved(path, make_setup(Mode.TRAINING), WORDS))
        if closes:
            others[0].close()
        lock_file(file)

    monkeypatch.setattr(module, "lock_file", lock_too_late)
    with pytest.raises(GameExistsError):
        begin_saved(path, make_setup(Mode.FREE), WORDS)
    others[0].close()
    with resume(path, WORDS) as saved:
        assert saved.session.mode is Mode.TRAINING


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes on; the next action that can be saved saves what was missed."""
    path = tmp_path / "game"
    saved = begin_saved(path, make_setup(Mode.TRAINING), WORDS)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for rack in ("AB", "CD"):
            with pytest.raises(SavedGameError, match="the game goes on, but it cannot be saved"):
                saved.session.do(SetRack(rack))
        assert len(path.read_bytes().splitlines()) == 1
    saved.session.do(SetRack("EF"))
    before = capture_state(saved.session)
    saved.close()
    with resume(path, WORDS) as again:
        assert capture_state(again.session) == before and len(before["actions"]) == 3


def test_a_full_disk_at_the_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(SavedGameError, match="there is no room for a saved game"):
            begin_saved(tmp_path / "game.jackdaw", make_setup(Mode.TRAINING), WORDS)
    assert not list(tmp_path.iterdir())


def test_looking_at_a_game_does_not_change_its_date(tmp_path: Path) -> None:
    path = tmp_path / "game.jackdaw"
    begin_saved(path, make_setup(Mode.TRAINING), WORDS).close()
    os.utime(path, (10**9, 10**9))
    resume(path, WORDS).close()
    assert path.stat().st_mtime == 10**9


def test_other_words_and_other_tiles(tmp_path: Path) -> None:
    path = tmp_path / "game"
    three_actions(path)
    other = Lexicon.from_words(["ANTSIER"], TileSet.load("english"))
    with pytest.raises(SavedGameError, match="was played with another version of the lexicon words"):
        resume(path, other)


def test_rules_of_ones_own(tmp_path: Path) -> None:
    rules = tmp_path / "short.toml"
    rules.write_text("rack_size = 5\n", encoding="utf-8")
    seats = human_seats("Ann", "Ben")
    with begin_saved(
        tmp_path / "game", GameSetup(mode=Mode.FREE, seats=seats, rules=str(rules)), WORDS
    ) as saved:
        assert len(saved.session.rack(0)) == 5
    rules.write_text("rack_size = 99\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="rack_size"):
        resume(tmp_path / "game", WORDS)
