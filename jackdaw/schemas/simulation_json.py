"""A simulation as JSON; docs/json.md explains every field.

Each class is an object of the JSON, its attributes the fields in their order.
"""

import msgspec

from movegen.variant import Rack
from sims.simulation import (
    BIN_WIDTH,
    FIRST_BIN,
    TO_THE_END,
    Distribution,
    PlyMeans,
    SimulatedMove,
    Simulation,
)
from strategy.inference import InferredRacks

_DECIMALS = {"utility": 6, "win": 6, "equity": 3}
_CHANCE = _DECIMALS["win"]
_POINTS = _DECIMALS["equity"]
_LEAVES = 10


class PlyJson(msgspec.Struct):
    """A ply after the candidate."""

    rollouts: int
    score: float
    score_se: float | None
    bingo: float


class RolloutsJson(msgspec.Struct):
    """The statistics of the rollouts of a candidate."""

    iterations: int
    given_up: bool
    difference: float
    difference_se: float | None
    interval: list[float]
    leaves: float
    leaves_sd: float | None
    plies: list[PlyJson]
    equity_counts: dict[str, int]
    replies: list[str]


class SimulatedMoveJson(msgspec.Struct):
    """A candidate that was rolled out."""

    move: str
    ucgi: str
    score: int
    static_equity: float
    equity: float
    equity_se: float | None
    spread: float
    win: float
    win_se: float | None
    utility: float
    utility_se: float | None
    p_best: float
    rollouts: RolloutsJson


class LeaveJson(msgspec.Struct):
    """Tiles that the opponent may hold, and their probability."""

    leave: str
    chance: float


class InferenceJson(msgspec.Struct):
    """The inference about the opponent's rack."""

    examined: int
    exact: bool
    effective_size: float
    temperature: float | None
    leaves: int
    likeliest: list[LeaveJson]


class SettingJson(msgspec.Struct):
    """The setting of a simulation. `plies` is null for rollouts to the end of the game.

    `endgame_nodes` is null where endgames are played by static moves, `compared_moves` where these are made
    with one tile in the bag.
    """

    reproducible: bool
    plies: int | None
    endgame_nodes: int | None
    compared_moves: int | None
    seed: int
    opponent_rack: str | None
    inference: InferenceJson | None
    rank_by: str
    confidence: float | None
    margin: float


class SimulationJson(msgspec.Struct):
    """A simulation."""

    method: str
    iterations: int
    stopped: str | None
    seconds: float
    simulation: SettingJson
    candidates: list[SimulatedMoveJson]


def simulation_json(simulation: Simulation) -> SimulationJson:
    """Convert a simulation."""
    return SimulationJson(
        method="simulation",
        iterations=simulation.iterations,
        stopped=None if simulation.stopped is None else simulation.stopped.value,
        seconds=round(simulation.seconds, 3),
        simulation=setting_json(simulation),
        candidates=[simulated_move_json(move, simulation.rank_by) for move in simulation.moves],
    )


def setting_json(simulation: Simulation) -> SettingJson:
    """Convert the setting of a simulation."""
    setting = simulation.setting
    return SettingJson(
        reproducible=simulation.is_reproducible,
        plies=None if setting.plies == TO_THE_END else setting.plies,
        endgame_nodes=setting.endgame_nodes,
        compared_moves=setting.compared_moves,
        seed=setting.seed,
        opponent_rack=str(setting.opponent_rack) if isinstance(setting.opponent_rack, Rack) else None,
        inference=_inference(setting.opponent_rack),
        rank_by=simulation.rank_by,
        confidence=simulation.confidence,
        margin=simulation.margin,
    )


def _inference(racks: Rack | InferredRacks) -> InferenceJson | None:
    if isinstance(racks, Rack):
        return None
    likeliest = [
        LeaveJson(str(leave), round(chance, _CHANCE)) for leave, chance in racks.most_likely(_LEAVES)
    ]
    return InferenceJson(
        racks.examined,
        racks.is_exact,
        round(racks.effective_size, 1),
        racks.temperature,
        len(racks),
        likeliest,
    )


def simulated_move_json(move: SimulatedMove, rank_by: str) -> SimulatedMoveJson:
    """Convert a candidate; its difference and interval are in the unit that moves are ranked by."""
    return SimulatedMoveJson(
        move=str(move.move),
        ucgi=move.move.ucgi,
        score=move.score,
        static_equity=move.static_equity,
        equity=round(move.equity, _POINTS),
        equity_se=round(move.equity_se, _POINTS),
        spread=round(move.spread, _POINTS),
        win=round(move.win, _CHANCE),
        win_se=round(move.win_se, _CHANCE),
        utility=round(move.utility, _CHANCE),
        utility_se=round(move.utility_se, _CHANCE),
        p_best=round(move.p_best, _CHANCE),
        rollouts=_rollouts(move, _DECIMALS[rank_by]),
    )


def _rollouts(move: SimulatedMove, decimals: int) -> RolloutsJson:
    of = move.distribution
    return RolloutsJson(
        iterations=move.iterations,
        given_up=move.is_eliminated,
        difference=round(move.difference, decimals),
        difference_se=round(move.difference_se, decimals),
        interval=[round(end, decimals) for end in move.interval],
        leaves=round(of.leaves, _POINTS),
        leaves_sd=round(of.leaves_deviation, _POINTS),
        plies=[_ply(ply) for ply in move.plies],
        equity_counts=_bin_counts(of),
        replies=[" ".join(map(str, row)) for row in of.covered],
    )


def _ply(ply: PlyMeans) -> PlyJson:
    return PlyJson(
        ply.count, round(ply.score, _POINTS), round(ply.score_se, _POINTS), round(ply.bingos, _CHANCE)
    )


def _bin_counts(of: Distribution) -> dict[str, int]:
    """Return the counts of rollouts by the lower bounds of their bins, in points, without empty bins."""
    return {
        str(FIRST_BIN + index * BIN_WIDTH): count for index, count in enumerate(of.equity_counts) if count
    }
