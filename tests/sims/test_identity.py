"""What a run depends on, in full and nothing else: settings, strategies, rules and lexica."""

import os
import subprocess
import sys
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace as with_fields

from movegen import TileSet, Variant
from movegen.lexicon import installed_folder
from sims.analysis import AnalysisPlan
from sims.identity import describe_settings, identify_lexica, identify_rules, identify_strategy
from sims.lexicon_source import LexiconSource
from sims.simulation import Continuation, SimulationPlan, TableWinModel
from strategy import SimulationStrategy, StaticStrategy, WinTable, load_strategy
from strategy.analysis import EndgamePlan, PreendgamePlan
from strategy.inference import InferredRacks
from strategy.players.strategy_files import HandicapConfig
from strategy.search_control import SearchLimits

pytestmark = pytest.mark.core

ENGLISH = TileSet.load("english")
SIMULATION = SimulationPlan(seed=1, confidence=0.95, rank_by="equity")
PLAN = AnalysisPlan(
    SIMULATION,
    EndgamePlan(15, SearchLimits(nodes=200_000)),
    PreendgamePlan(limits=SearchLimits(nodes=100_000)),
    preendgame_simulation=SIMULATION.with_few_tiles(),
)


@dataclass(frozen=True)
class Settings:
    """Settings of any kind."""

    value: object = None


def racks(weight: float) -> InferredRacks:
    leaves = [ENGLISH.parse_rack(text).counts for text in ("ER", "S")]
    return InferredRacks.from_weights(ENGLISH, np.array(leaves), np.array([weight, 1.0]))


def dotted_names(settings: object, name: str = "") -> set[str]:
    if not is_dataclass(settings):
        return {name}
    parts = (
        (f"{name}.{field.name}".lstrip("."), getattr(settings, field.name)) for field in fields(settings)
    )
    return {name, *(each for below, part in parts for each in dotted_names(part, below))} - {""}


def test_every_setting_is_described() -> None:
    left_out = {name for name in dotted_names(PLAN) if name.endswith((".workers", ".continuation"))}
    assert len(left_out) == 4
    assert set(describe_settings(PLAN)) == dotted_names(PLAN) - left_out


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seed", 2),
        ("infer", True),
        ("endgame_nodes", 3000),
        ("win_model", TableWinModel(WinTable.load())),
        ("opponent_rack", ENGLISH.parse_rack("ER")),
        ("opponent_rack", racks(1.0)),
        ("margin", float("inf")),
    ],
)
@pytest.mark.parametrize("part", ["simulation", "preendgame_simulation"])
def test_every_setting_counts(part: str, key: str, value: object) -> None:
    changed = replace(getattr(PLAN, part), **{key: value})
    assert describe_settings(replace(PLAN, **{part: changed})) != describe_settings(PLAN)


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (None, ()),
        ((), (None,)),
        ((1, 2, 3, 4), (1, 2, 3, 5)),
        ("a" * 300 + "b", "a" * 300 + "c"),
        (racks(1.0), racks(2.0)),
        ({"a": 1}, {"a": 2}),
        (np.zeros(3), np.ones(3)),
    ],
)
def test_different_settings(value: object, other: object) -> None:
    assert describe_settings(Settings(value)) != describe_settings(Settings(other))
    assert describe_settings(Settings(value)) == describe_settings(Settings(value))


def test_what_changes_no_results_is_left_out() -> None:
    limits = SearchLimits(nodes=200_000, workers=4)
    other = replace(
        PLAN,
        endgame=EndgamePlan(15, limits),
        simulation=replace(SIMULATION, continuation=Continuation()),
    ).with_preendgame_workers(3)
    assert describe_settings(other) == describe_settings(PLAN)
    assert describe_settings(Settings({"a": 1, "b": 2})) == describe_settings(Settings({"b": 2, "a": 1}))


def test_every_process_describes_the_same() -> None:
    code = (
        "from sims.analysis import AnalysisPlan; from sims.identity import describe_settings\n"
        "from sims.simulation import SimulationPlan, TableWinModel\n"
        "from strategy import WinTable, load_strategy\n"
        "plan = AnalysisPlan(SimulationPlan(win_model=TableWinModel(WinTable.load())))\n"
        "print(describe_settings((plan, load_strategy('champion'))))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_rules_count_to_the_last() -> None:
    """However long the name of the rules."""
    crossplay = Variant.load("crossplay")
    rules = with_fields(crossplay.rules, name="club evenings with the long rules of the house")
    changed = [
        with_fields(rules, count_tiles_left=True),
        with_fields(rules, scoreless_turns=4),
        rules,
    ]
    variants = [replace(crossplay, rules=each) for each in changed]
    assert len({identify_rules(each) for each in variants}) == 3


def test_leaves_count_by_what_they_hold(tmp_path: Path) -> None:
    def with_leaves(folder: str, points: float) -> StaticStrategy:
        file = tmp_path / folder / "own.csv"
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{tile.label},{points}\n" for tile in ENGLISH.tiles), encoding="utf-8")
        return StaticStrategy.load(file)

    before = identify_strategy(with_leaves("a", 1))
    assert identify_strategy(with_leaves("b", 1)) == before
    assert identify_strategy(with_leaves("a", 2)) != before


def test_an_evaluator_counts_by_what_it_holds(tmp_path: Path) -> None:
    def champion(folder: str, penalty: float) -> SimulationStrategy:
        file = tmp_path / folder / "own.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f'extends = "static"\nopening_vowel_penalty = {penalty}\n', encoding="utf-8")
        (file.parent / "deep.toml").write_text(
            'extends = "champion"\nevaluator = "own.toml"\n', encoding="utf-8"
        )
        return SimulationStrategy.load(file.parent / "deep.toml")

    before = identify_strategy(champion("a", 1))
    assert identify_strategy(champion("b", 1)) == before
    assert identify_strategy(champion("a", 2)) != before


def test_a_vocabulary_counts_by_its_words(tmp_path: Path) -> None:
    def knows(file: Path, words: str) -> StaticStrategy:
        file.write_text(words, encoding="utf-8")
        config = load_strategy("static").config
        return StaticStrategy(with_fields(config, handicap=HandicapConfig(vocabulary=str(file))))

    before = identify_strategy(knows(tmp_path / "a.txt", "CAT\nDOG\n"))
    assert identify_strategy(knows(tmp_path / "b.txt", "CAT\nDOG\n")) == before
    assert identify_strategy(knows(tmp_path / "a.txt", "CAT\n")) != before
    assert identify_strategy(load_strategy("static")) != before


def test_lexica_of_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    words = tmp_path / "words.txt"
    words.write_text("CAT\n", encoding="utf-8")
    assert identify_lexica(None) == "their own" and identify_lexica("SCOWL80") == "SCOWL80"
    before = identify_lexica(str(words))
    assert before.startswith("words.txt (")
    installed_folder().mkdir(parents=True)
    (installed_folder() / "CLUB.jackdaw").write_bytes(b"one")
    club, own = identify_lexica("club"), identify_lexica(None)
    assert identify_lexica(str(words)) == before and identify_lexica("CLUB") == club
    (installed_folder() / "CLUB.jackdaw").write_bytes(b"two")
    words.write_text("DOG\n", encoding="utf-8")
    assert identify_lexica(str(words)) != before
    assert identify_lexica("club") != club and identify_lexica(None) not in (own, "their own")


def test_lexica_and_rules_among_settings() -> None:
    standard = Variant.standard()
    described = describe_settings(
        (LexiconSource.of(None, standard), standard, load_strategy("greedy")), "all"
    )
    assert str(described["all.0"]).startswith("SCOWL80 of ")
    assert described["all.1"] == identify_rules(standard)
    assert described["all.2"] == identify_strategy(load_strategy("greedy"))
