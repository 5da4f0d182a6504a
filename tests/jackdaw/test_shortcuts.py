"""`jackdaw.simulate`, `jackdaw.solve` and `jackdaw.pit`: what they take and refuse."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jackdaw
import sims
from movegen import ConfigError, JackdawError, Lexicon
from sims import Analyzer
from sims.simulation import SimulationEvaluation, SimulationPlan

pytestmark = pytest.mark.core

POSITION = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
KNOWN = POSITION.replace("ADEEGIL/", "ADEEGIL/?AEINST")
FEW: dict[str, Any] = {"candidates": 3, "iterations": 40, "confidence": None}
GAME = "jackdaw/samples/ann_v_ben.gcg"
PREENDGAME = (
    "2JUS2TROWELeD/1COMPILE1YO3E/1UT1H2EF1ECU1N/FRAME2DE2O2T/1T2n3E1VISTA/BA2O1QUIZ1G2L/LI2I3N2N2I/"
    "EN2D1WOG2E2A/ASK2BOX7/R1I1VIG8/YAP12/1A13/15/15/15 ADEEHRR/ 346/385 0"
)


def test_a_known_rack_of_the_opponent_is_in_each_rollout() -> None:
    """The figures are those of `analyze`, which always used the rack."""
    analysis = jackdaw.analyze(jackdaw.read_cgp(KNOWN), simulation=SimulationPlan(**FEW))
    assert isinstance(analysis.evaluation, SimulationEvaluation)
    found = jackdaw.simulate(KNOWN, **FEW)
    assert found.to_rows() == analysis.evaluation.simulation.to_rows()
    assert str(found.setting.opponent_rack) == "?AEINST"
    unknown = jackdaw.simulate(POSITION, **FEW)
    assert unknown.to_rows() != found.to_rows()
    move = jackdaw.simulate(KNOWN, ["D8 WEDGIE"], iterations=10)
    assert str(move.setting.opponent_rack) == "?AEINST"


@pytest.mark.parametrize("name", ["infer", "margin", "candidate"])
def test_settings_that_simulate_does_not_have(name: str) -> None:
    with pytest.raises(TypeError, match=rf"simulate\(\) got an unexpected keyword argument '{name}'"):
        jackdaw.simulate(POSITION, **{name: True})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"candidates": -1}, "-1 candidates; give 1 or more"),
        ({"candidates": None}, "None candidates; give a whole number"),
        ({"candidates": 2.5}, "2.5 candidates; give a whole number"),
        ({"plies": 10**9}, "1000000000 plies; give at most"),
        ({"plies": "start"}, 'plies; give a whole number, or "end"'),
        ({"confidence": "0.9"}, "a confidence of 0.9; give more than 0 and less than 1"),
        ({"rank_by": ["win"]}, "moves cannot be ranked by"),
        ({"iterations": "5"}, "5 iterations; give a whole number"),
        *(({"workers": each}, f"{each} workers; give") for each in (0, -1, 1.5)),
    ],
)
@pytest.mark.parametrize("position", [POSITION, PREENDGAME])
def test_settings_out_of_range(position: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(JackdawError, match=message):
        jackdaw.simulate(position, **settings)


def test_numbers_of_numpy_and_files_as_paths(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('kind = "static"\n', encoding="utf-8")
    path = tmp_path / "mine.toml"
    plies: Any = np.int64(2)
    found = jackdaw.simulate(POSITION, **FEW, plies=plies, strategy=path)
    assert found.to_rows() == jackdaw.simulate(POSITION, **FEW, strategy=str(path)).to_rows()
    assert jackdaw.pit(path, "rackh3", games=2).players[0].name == "mine"


def test_a_strategy_that_is_not_static() -> None:
    champion: Any = jackdaw.load_strategy("champion")
    for call in (
        lambda: jackdaw.simulate(POSITION, **FEW, strategy=champion),
        lambda: jackdaw.analyze(POSITION, strategy=champion),
        lambda: jackdaw.analyze(GAME, strategy=champion),
        lambda: jackdaw.analyze_position(jackdaw.read_cgp(POSITION), strategy=champion),
        lambda: Analyzer(Lexicon.load(), champion).position(jackdaw.read_cgp(POSITION)),
        lambda: sims.RolloutSetting.of(jackdaw.read_cgp(POSITION), [], champion),
    ):
        with pytest.raises(ConfigError, match="'champion' simulates moves, but a static one is required"):
            call()
    for wrong in (5, None):
        with pytest.raises(ConfigError, match=f"'{wrong}' is not a strategy"):
            jackdaw.pit("greedy", wrong)  # type: ignore[arg-type]
    for workers in (0, -1, 1.5):
        with pytest.raises(JackdawError, match=f"{workers} workers; give"):
            Analyzer(Lexicon.load(), workers=workers)  # type: ignore[arg-type]


def test_the_turn_to_solve() -> None:
    game = jackdaw.read_gcg(GAME)
    assert jackdaw.solve(game) == jackdaw.solve(GAME) == jackdaw.solve(GAME, turn=22)
    for call, message in (
        (lambda: jackdaw.solve(GAME, turn=0), "there is no turn 0; expected 1 to 23"),
        (lambda: jackdaw.solve(game, turn=0), "there is no turn 0; expected 1 to 23"),
        (lambda: jackdaw.solve(game, turn=1.5), "there is no turn 1.5"),  # type: ignore[arg-type]
        (lambda: jackdaw.solve(PREENDGAME, turn=3), "is not a game record; leave out turn$"),
        (lambda: jackdaw.simulate(jackdaw.read_cgp(POSITION), turn=3), "has no turns; leave out turn$"),
        (
            lambda: jackdaw.simulate(GAME),
            "is a finished game; name the position before a turn: turn 1 to turn 23",
        ),
        (
            lambda: jackdaw.simulate(game),
            "is a finished game; name the position before a turn: turn 1 to turn 23",
        ),
        (lambda: jackdaw.solve(PREENDGAME, workers=0), "0 workers; give 1 or more"),
        (lambda: jackdaw.pit("rackh3", "greedy", workers=1.5), "1.5 workers"),  # type: ignore[arg-type]
        (lambda: jackdaw.pit("rackh3", "greedy", games=3), "3 games are not pairs; give an even number$"),
        (lambda: jackdaw.pit("rackh3", "greedy", games=0), "0 games; give 2 or more"),
    ):
        with pytest.raises(JackdawError, match=message):
            call()
