"""Simulating strategies: their files, and errors where a static strategy is required."""

from pathlib import Path

import pytest

from movegen import ConfigError, TileSet
from strategy import (
    SimulationStrategy,
    StaticStrategy,
    Strategy,
    analyze_position,
    list_strategies,
    load_strategy,
    write_klv2,
)
from strategy.leaves import Leaves, LeaveTable
from strategy.players import is_timed

SHORT = 'kind = "simulation"\nevaluator = "rackh1"\niterations = 20\n'


def load(folder: Path, text: str, name: str = "mine.toml") -> Strategy:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load_strategy(path)


def test_every_shipped_strategy_is_of_its_kind() -> None:
    kinds = {name: type(load_strategy(name)) for name in list_strategies()}
    simulating = {name for name, kind in kinds.items() if kind is SimulationStrategy}
    assert simulating == {"champion", "sim_2ply", "sim_fast"}
    assert all(kind is StaticStrategy for name, kind in kinds.items() if name not in simulating)


def test_keys_of_a_file(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        SHORT
        + 'plies = "end"\ncandidates = 4\nseconds = 0.5\nconfidence = 0.9\nrank_by = "win"\ninfer = true',
    )
    assert isinstance(found, SimulationStrategy)
    config = found.config
    assert (found.name, found.evaluator) == ("mine", load_strategy("rackh1"))
    assert (config.plies, config.candidates, config.iterations, config.seconds) == ("end", 4, 20, 0.5)
    assert (config.confidence, config.rank_by, config.infer) == (0.9, "win", True)
    assert is_timed(found)


def test_defaults_of_a_file(tmp_path: Path) -> None:
    found = load(tmp_path, 'kind = "simulation"\niterations = 20\n')
    assert isinstance(found, SimulationStrategy)
    config = found.config
    assert found.evaluator == load_strategy("static")
    assert (config.plies, config.candidates, config.seconds) == (2, 15, None)
    assert (config.confidence, config.rank_by, config.infer) == (None, "utility", False)
    assert not is_timed(found) and not is_timed(load_strategy("static"))


def test_an_evaluator_lies_beside_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner").mkdir()
    english = TileSet.load("english")
    (tmp_path / "inner" / "own.toml").write_text('kind = "static"\nleaves = "rackh2"\n', encoding="utf-8")
    write_klv2(LeaveTable.from_heuristic(Leaves.load("rackh1", english), 2), tmp_path / "table.klv2")
    monkeypatch.chdir("/")
    by_file = load(tmp_path, SHORT.replace("rackh1", "inner/own.toml"))
    by_table = load(tmp_path, SHORT.replace("rackh1", "table.klv2"))
    assert isinstance(by_file, SimulationStrategy) and isinstance(by_table, SimulationStrategy)
    assert (by_file.evaluator.name, by_file.evaluator.config.leaves) == ("own", "rackh2")
    assert by_table.evaluator.leaves(english) is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('kind = "simulation"', "mine.toml: no limit for a move; give iterations, seconds or game_seconds"),
        (SHORT + "plies = -1", "mine.toml, plies: '-1' is out of range; expected 0 to"),
        (SHORT + 'plies = "all"', "mine.toml, plies: "),
        (SHORT + "preendgame_plies = -1", "mine.toml, preendgame_plies: '-1' is out of range; expected 0 to"),
        (SHORT + 'preendgame_plies = "all"', "mine.toml, preendgame_plies: "),
        (SHORT + "preendgame_candidates = 0", "mine.toml, preendgame_candidates: '0' is out of range"),
        (SHORT + "preendgame_screened = 0", "mine.toml, preendgame_screened: '0' is out of range"),
        (
            SHORT + "screened = 8",
            "screened: 8 moves to screen are fewer than the 15 candidates; give at least",
        ),
        (
            SHORT + "preendgame_screened = 8",
            "preendgame_screened: 8 moves to screen are fewer than the 15 cand",
        ),
        (
            SHORT + "screened = 20\npreendgame_candidates = 30",
            "screened: 20 moves to screen are fewer than the 30 candidates; give at least preendgame_cand",
        ),
        (SHORT + "preendgame_iterations = 0", "mine.toml, preendgame_iterations: '0' is out of range"),
        (SHORT + "endgame_nodes = 1", "mine.toml, endgame_nodes: '1' is out of range; expected 2 to"),
        (SHORT + "compared_moves = 1", "mine.toml, compared_moves: '1' is out of range; expected 2 to 100"),
        (SHORT + "preendgame_compared_moves = 101", "mine.toml, preendgame_compared_moves: '101' is out of"),
        (SHORT + "candidates = 0", "mine.toml, candidates: '0' is out of range; expected 1 to"),
        (SHORT.replace("20", "0"), "mine.toml, iterations: '0' is out of range"),
        (SHORT + "seconds = 0", "mine.toml, seconds: 0.0 seconds; give more than 0"),
        (SHORT + "seconds = nan", "mine.toml, seconds: nan seconds"),
        (SHORT + "seconds = inf", "mine.toml, seconds: inf seconds"),
        (SHORT + "confidence = 1.0", "mine.toml, confidence: a confidence of 1.0; give more than 0 and less"),
        (SHORT + 'leaves = "rackh1"', "mine.toml, leaves: unknown key; known: kind, evaluator, plies"),
        (SHORT.replace("rackh1", "rackh9"), "mine.toml, evaluator: unknown strategy 'rackh9'; did you mean"),
        (SHORT.replace("rackh1", "sim_2ply"), "mine.toml, evaluator: the strategy 'sim_2ply' simulates"),
        (SHORT.replace("rackh1", "no.toml"), "no.toml: cannot be read"),
        ('kind = "dynamic"', "mine.toml, kind: 'dynamic' is not a kind; known: 'static', 'simulation', 'pro"),
        ("kind = 3", "mine.toml, kind: '3' is not a kind"),
        (
            SHORT + 'plies = "all"',
            "plies: 'all' is not a choice; expected 'end', or a whole number",
        ),
        (
            SHORT + 'rank_by = "score"',
            "rank_by: 'score' is not a choice; expected 'equity', 'utility'",
        ),
        ("", "mine.toml, kind: the key is missing"),
    ],
)
def test_invalid_files(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=message):
        load(tmp_path, text)


def test_a_static_strategy_is_required() -> None:
    from movegen import read_cgp

    message = "the strategy 'sim_2ply' simulates moves, but a static one is required; name the static"
    with pytest.raises(ConfigError, match=message):
        StaticStrategy.load("sim_2ply")
    with pytest.raises(ConfigError, match=message):
        analyze_position(read_cgp("/".join(["15"] * 15) + " AEINRST/ 0/0 0"), strategy="sim_2ply")
