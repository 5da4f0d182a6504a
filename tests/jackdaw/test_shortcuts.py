"""`jackdaw.simulate`, `jackdaw.solve` and `jackdaw.pit`: what they take and refuse."""

import pytest

import jackdaw
from sims.simulation import SimulationEvaluation, SimulationPlan

pytestmark = pytest.mark.core

POSITION = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
KNOWN = POSITION.replace("ADEEGIL/", "ADEEGIL/?AEINST")
FEW = {"candidates": 3, "iterations": 40, "confidence": None}


def test_a_known_rack_of_the_opponent_is_in_each_rollout() -> None:
    """The figures are those of `analyze`, which always used the rack."""
    analysis = jackdaw.analyze(jackdaw.read_cgp(KNOWN), simulation=SimulationPlan(**FEW))
    assert isinstance(analysis.evaluation, SimulationEvaluation)
    found = jackdaw.simulate(KNOWN, **FEW)  # type: ignore[arg-type]
    assert found.to_rows() == analysis.evaluation.simulation.to_rows()
    assert str(found.setting.opponent_rack) == "?AEINST"
    unknown = jackdaw.simulate(POSITION, **FEW)  # type: ignore[arg-type]
    assert unknown.to_rows() != found.to_rows()
    move = jackdaw.simulate(KNOWN, ["D8 WEDGIE"], iterations=10)
    assert str(move.setting.opponent_rack) == "?AEINST"


@pytest.mark.parametrize("name", ["infer", "margin", "candidate"])
def test_settings_that_simulate_does_not_have(name: str) -> None:
    with pytest.raises(TypeError, match=rf"simulate\(\) got an unexpected keyword argument '{name}'"):
        jackdaw.simulate(POSITION, **{name: True})  # type: ignore[arg-type]
