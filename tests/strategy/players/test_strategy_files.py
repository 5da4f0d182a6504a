"""Strategy files: `extends`, paths, and errors that name the file and the key."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields

from movegen.errors import ConfigError, UnknownNameError
from strategy import StaticStrategy, list_strategies, load_strategy
from strategy.players import ProgramStrategy, SimulationStrategy
from strategy.players.strategy_files import load_strategy_config

KEYS: dict[str, st.SearchStrategy[Any]] = {
    "leaves": st.sampled_from(["rackh1", "rackh3", "scowl80"]),
    "opening_vowel_penalty": st.floats(0, 9),
    "pre_endgame.bag_left": st.lists(st.floats(-9, 9), max_size=3),
    "empty_bag.out_factor": st.floats(0, 9),
    "empty_bag.kept_factor": st.floats(0, 9),
    "empty_bag.kept_penalty": st.floats(0, 9),
    "handicap.noise": st.floats(0, 9),
    "handicap.vocabulary": st.sampled_from(["scowl20", "SCOWL35"]),
}
SOME_KEYS = st.fixed_dictionaries({}, optional=KEYS)


def write_file(folder: Path, name: str, keys: dict[str, Any]) -> Path:
    """Write a strategy file; a dotted key is one in a table."""
    path = folder / f"{name}.toml"
    path.write_text("".join(f"{key} = {value!r}\n" for key, value in keys.items()), encoding="utf-8")
    return path


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SOME_KEYS, SOME_KEYS, SOME_KEYS)
def test_extended_files_equal_one_file(
    tmp_path: Path, base: dict[str, Any], middle: dict[str, Any], top: dict[str, Any]
) -> None:
    """Keys and tables are merged through a chain of paths."""
    write_file(tmp_path, "base", {"kind": "static", **base})
    write_file(tmp_path, "middle", {"extends": "base.toml", **middle})
    found = load_strategy_config(write_file(tmp_path, "top", {"extends": "middle.toml", **top}))
    whole = load_strategy_config(write_file(tmp_path, "whole", {"kind": "static", **base, **middle, **top}))
    assert found == msgspec.structs.replace(whole, name="top")


def test_a_name_may_be_extended(tmp_path: Path) -> None:
    config = load_strategy_config(write_file(tmp_path, "mine", {"extends": "rackh3", "handicap.noise": 2.5}))
    rackh3 = load_strategy("rackh3").config
    assert (config.leaves, config.empty_bag) == ("rackh3", rackh3.empty_bag)
    assert (config.name, config.handicap.noise) == ("mine", 2.5)


def test_paths_are_relative_to_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the working directory nor an extending file matters."""
    other = tmp_path / "other"
    other.mkdir()
    keys = {"kind": "static", "leaves": "own.leaves", "handicap.vocabulary": "words.txt"}
    write_file(other, "base", keys)
    top = write_file(tmp_path, "top", {"extends": "other/base.toml", "handicap.noise": 1.0})
    monkeypatch.chdir(tmp_path)
    for path in (top, Path("top.toml"), "top.toml"):
        config = load_strategy_config(path)
        assert config.leaves == str(other / "own.leaves")
        assert config.handicap.vocabulary == str(other / "words.txt")
    assert StaticStrategy.load("own.leaves").config.leaves == str(tmp_path / "own.leaves")


def test_shipped_strategies() -> None:
    levels = ["beginner", "casual", "club", "expert"]
    assert set(levels) <= set(list_strategies())
    for name in list_strategies():
        strategy = load_strategy(name)
        handicapped = isinstance(strategy, StaticStrategy) and strategy.is_handicapped
        assert handicapped == (name in levels)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"extends": "nobody"}, r"mine.toml, extends: unknown strategy 'nobody'; known: "),
        ({"extends": "statik"}, r"mine.toml, extends: unknown strategy 'statik'; did you mean static\?"),
        ({"extends": "nobody.toml"}, r"nobody.toml: cannot be read \(No such file"),
        ({"extends": 3}, r"mine.toml, extends: is not a text; give the name"),
        ({"extends": "mine.toml"}, r"mine.toml, extends: 'mine.toml' also extends this file; remove"),
        ({"extends": "static", "name": "x"}, r"mine.toml, name: a configuration is named by its file"),
        ({"extends": "static", "leavs": "x"}, r"mine.toml, leavs: unknown key; known: "),
        ({"extends": "static", "handicap": 3}, r"mine.toml, handicap: 3 is not a table"),
        ({"extends": "static", "handicap.noize": 3}, r"mine.toml, handicap.noize: unknown key"),
        (
            {"extends": "static", "handicap.noise": "3"},
            r"mine.toml, handicap.noise: '3' is not a number; remove the quotes",
        ),
        ({"extends": "static", "handicap.noise": -1}, r"mine.toml, handicap.noise: -1.* expected 0 to 1,000"),
        ({"extends": "static", "handicap.noise": 1001}, r"handicap.noise: 1001.* expected 0 to 1,000 points"),
        (
            {"extends": "static", "handicap.vocabulary": 3},
            r"handicap.vocabulary: 3 is not text; put it in quotes",
        ),
        (
            {"extends": "static", "pre_endgame.bag_left": 3},
            r"mine.toml, pre_endgame.bag_left: 3 is not a list",
        ),
        (
            {"extends": "static", "pre_endgame.bag_left": [0, 1e4]},
            r"pre_endgame.bag_left\[1\]: 10000.0 is out",
        ),
        ({"handicap.noise": 1}, r"mine.toml, kind: the key is missing"),
    ],
)
def test_invalid_files(tmp_path: Path, keys: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_strategy_config(write_file(tmp_path, "mine", keys))


@pytest.mark.parametrize("number", ["nan", "inf"])
def test_figures_that_are_not_finite(tmp_path: Path, number: str) -> None:
    for key in ("handicap.noise = X", "pre_endgame.bag_left = [X]"):
        path = tmp_path / "mine.toml"
        path.write_text(f'extends = "static"\n{key.replace("X", number)}\n', encoding="utf-8")
        with pytest.raises(ConfigError, match="out of range"):
            load_strategy_config(path)


def test_longer_cycles(tmp_path: Path) -> None:
    """The error names the file that closes the cycle, even if its path is written differently."""
    (tmp_path / "folder").mkdir()
    write_file(tmp_path, "one", {"extends": "folder/two.toml"})
    write_file(tmp_path / "folder", "two", {"extends": "../folder/../one.toml"})
    with pytest.raises(
        ConfigError, match=r"two.toml, extends: '../folder/../one.toml' also extends this file"
    ):
        load_strategy_config(tmp_path / "one.toml")


def test_a_fault_is_reported_with_its_own_file(tmp_path: Path) -> None:
    write_file(tmp_path, "base", {"kind": "static", "leavs": "rackh1"})
    top = write_file(tmp_path, "top", {"extends": "base.toml", "handicap.noise": 1.0})
    with pytest.raises(ConfigError, match=r"base.toml, leavs: unknown key"):
        load_strategy_config(top)


def test_names_are_suggested() -> None:
    with pytest.raises(UnknownNameError, match="did you mean beginner"):
        load_strategy_config("beginer")


def test_a_strategy_that_simulates_extends_another(tmp_path: Path) -> None:
    evaluator = write_file(tmp_path, "plain", {"kind": "static"})
    path = write_file(tmp_path, "mine", {"extends": "sim_fast", "iterations": 10, "evaluator": "plain.toml"})
    mine, fast = load_strategy(path), load_strategy("sim_fast")
    assert isinstance(mine, SimulationStrategy) and isinstance(fast, SimulationStrategy)
    assert mine.config == with_fields(fast.config, name="mine", iterations=10, evaluator=str(evaluator))
    assert mine.evaluator.name == "plain"
    with pytest.raises(ConfigError, match="simulates moves, but a static one is required"):
        StaticStrategy.load(path)
    with pytest.raises(ConfigError, match="does not simulate"):
        SimulationStrategy.load("static")
    with pytest.raises(ConfigError, match="simulates moves, but a static one is required"):
        load_strategy(write_file(tmp_path, "two", {"extends": "sim_fast", "evaluator": "sim_fast"}))


PROGRAM = "kind = 'program'\n[program]\n"


def test_programs_run_beside_their_file_and_can_be_extended(tmp_path: Path) -> None:
    folder = tmp_path / "engines"
    folder.mkdir()
    (folder / "base.toml").write_text(
        PROGRAM + "command = ['python3', 'x.py']\nseconds = 2\n", encoding="utf-8"
    )
    (tmp_path / "mine.toml").write_text(
        "extends = 'engines/base.toml'\n[program]\non_failure = 'forfeit'\n", encoding="utf-8"
    )
    strategy = load_strategy(tmp_path / "mine.toml")
    assert isinstance(strategy, ProgramStrategy)
    program = strategy.config.program
    assert (strategy.name, program.command, program.on_failure) == ("mine", ("python3", "x.py"), "forfeit")
    assert (program.seconds, program.start_seconds, program.grace) == (2.0, 10.0, 1.0)
    assert Path(program.folder) == folder


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind = 'program'\n", "mine.toml, program: the key is missing"),
        (
            "[program]\ncommand = ['x']\n",
            'mine.toml, kind: the key is missing; write kind = "program" above [program]',
        ),
        (PROGRAM, "mine.toml, program.command: the key is missing"),
        (PROGRAM + "command = []\n", "mine.toml, program.command: no program; give it as in command = "),
        (
            PROGRAM + "command = 'python3 \"my engine.py\"'\n",
            "mine.toml, program.command: is one text; list the program and its arguments: "
            'command = ["python3", "my engine.py"]',
        ),
        (PROGRAM + "command = 'it\\'\n", "mine.toml, program.command: is one text"),
        (
            PROGRAM + "command = ['x']\nseconds = 0\n",
            "program.seconds: 0.0 seconds; give more than 0, at most",
        ),
        (PROGRAM + "command = ['x']\ngrace = nan\n", "program.grace: nan seconds; give more than 0, at most"),
        (PROGRAM + "command = ['x']\nstart_seconds = 1e9\n", "program.start_seconds: 1000000000.0 seconds"),
        (
            PROGRAM + "command = ['x']\non_failure = 'win'\n",
            "program.on_failure: 'win' is not a choice; ",
        ),
        (PROGRAM + "command = ['x']\ntime = 1\n", "mine.toml, program.time: unknown key"),
        (PROGRAM + "command = ['x']\nfolder = 1\n", "mine.toml, program.folder: 1 is not text"),
        ("leaves = 'rackh1'\n" + PROGRAM + "command = ['x']\n", "mine.toml, leaves: unknown key"),
    ],
)
def test_faulty_files_of_programs(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=re.escape(message)):
        load_strategy(file)
