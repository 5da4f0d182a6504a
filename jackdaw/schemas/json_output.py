"""The outputs of `analyze` and `jackdaw moves` as JSON; docs/json.md explains every field.

Each class is an object of the JSON, its attributes the fields in their order.
"""

from collections.abc import Sequence
from functools import singledispatch

import msgspec

from jackdaw.schemas.encoding import encode_json
from jackdaw.schemas.explanation_json import FactJson, why_json
from jackdaw.schemas.line_json import LineJson, line_json
from jackdaw.schemas.preendgame_json import OutcomeJson, outcome_json
from jackdaw.schemas.review_json import ReviewJson, TurnReviewJson, review_json, turn_json
from jackdaw.schemas.simulation_json import RolloutsJson, SettingJson, simulation_json
from movegen.board import Move
from movegen.game import Game
from movegen.position import Position
from sims.explanation import explain
from sims.review import GameReview
from sims.simulation import SimulationEvaluation
from strategy.analysis import (
    EndgameEvaluation,
    Evaluation,
    PlayedMove,
    PositionAnalysis,
    PreendgameEvaluation,
    StaticEvaluation,
)
from strategy.players import Candidate, CandidateList

ANALYSIS_SCHEMA = "jackdaw.analysis/2"
MOVES_SCHEMA = "jackdaw.moves/1"


class PlayerJson(msgspec.Struct):
    """A player of a game."""

    nickname: str
    name: str


class MoveJson(msgspec.Struct):
    """A move in a list of moves."""

    move: str
    ucgi: str
    kind: str
    score: int
    leave: str
    leave_value: float
    equity: float


class CandidateJson(msgspec.Struct):
    """A candidate: a move with its rank. Fields with a default are null for other methods."""

    rank: int
    move: str
    ucgi: str
    kind: str
    score: int
    leave: str
    leave_value: float
    equity: float
    static_equity: float
    equity_se: float | None = None
    win: float | None = None
    win_se: float | None = None
    utility: float | None = None
    utility_se: float | None = None
    p_best: float | None = None
    rollouts: RolloutsJson | None = None
    proven: bool | None = None
    lower: int | None = None
    upper: int | None = None
    least_win: float | None = None
    most_win: float | None = None
    win_source: str | None = None
    spread: float | None = None
    spread_se: float | None = None
    spread_source: str | None = None
    outcomes: list[OutcomeJson] | None = None


class PlayedJson(msgspec.Struct):
    """The played move."""

    move: str
    ucgi: str
    kind: str
    score: int
    rank: int | None
    equity: float | None
    equity_lost: float | None
    win_lost: float | None
    phony: bool | None
    invalid_words: list[str]
    withdrawn: bool
    remark: str | None
    proven: bool | None = None


class EndgameResultJson(msgspec.Struct):
    """The result of an endgame search."""

    proven: bool
    outcome: str | None
    value: int
    lower: int | None
    upper: int | None
    final_spread: int
    pv: list[str]
    nodes: int
    scoreless_turns: int | None


class PreendgameResultJson(msgspec.Struct):
    """The result of a pre-endgame search."""

    proven: bool
    opponent: str
    moves: int
    arrangements: int
    nodes: int


class PositionJson(msgspec.Struct):
    """A position and its candidates."""

    turn: int | None
    player: int
    cgp: str
    rack: str | None
    rack_known: str
    scores: list[int]
    bag: int
    unseen: str
    lexicon: str
    leaves: str | None
    win_table: str | None
    method: str
    why_static: str | None
    iterations: int | None
    stopped: str | None
    seconds: float | None
    simulation: SettingJson | None
    endgame: EndgameResultJson | None
    played: PlayedJson | None
    count: int
    candidates: list[CandidateJson]
    review: TurnReviewJson | None = None
    preendgame: PreendgameResultJson | None = None
    why: list[FactJson] = msgspec.field(default_factory=list)


class AnalysisJson(msgspec.Struct):
    """The result of `analyze`."""

    schema: str
    source: str
    lexicon: str | None
    strategy: str
    players: list[PlayerJson]
    finished: bool
    positions: list[PositionJson]
    review: ReviewJson | None
    warnings: list[str]
    lines: list[LineJson] = msgspec.field(default_factory=list)


class MovesJson(msgspec.Struct):
    """The result of `jackdaw moves`."""

    schema: str
    cgp: str
    lexicon: str
    strategy: str
    leaves: str | None
    count: int
    moves: list[MoveJson]


def analysis_json(
    source: str,
    strategy: str,
    analyses: Sequence[PositionAnalysis],
    *,
    count: int,
    game: Game | None = None,
    review: GameReview | None = None,
    warnings: Sequence[str] = (),
) -> bytes:
    """Encode analyses as `jackdaw.analysis/2`, with the `count` best candidates of each position."""
    lexica = {analysis.lexicon_name for analysis in analyses}
    players = [PlayerJson(player.nickname, player.name) for player in game.players] if game else []
    positions = [position_json(analysis, count) for analysis in analyses]
    return encode_json(
        AnalysisJson(
            schema=ANALYSIS_SCHEMA,
            source=source,
            lexicon=lexica.pop() if len(lexica) == 1 else None,
            strategy=strategy,
            players=players,
            finished=game is not None and game.is_finished,
            positions=positions,
            review=None if review is None else _review(review, positions),
            warnings=list(warnings),
            lines=[] if review is None else [line_json(line) for line in review.lines],
        )
    )


def _review(review: GameReview, positions: Sequence[PositionJson]) -> ReviewJson:
    """Convert the review of a game, and add the reviews of its turns to their positions.

    The times of positions are left out, so that the same command gives the same bytes.
    """
    turns = {turn.turn: turn for turn in review.turns}
    for position in positions:
        position.seconds = None
        if position.turn in turns:
            turn = turns[position.turn]
            position.review = turn_json(turn)
            if turn.analysis.played is not None:  # without rank and loss where the move is not judged
                position.played = _played(turn.analysis, turn.analysis.played)
            if turn.analysis.reference is not None:
                position.why = why_json(explain(turn.analysis))
    return review_json(review)


def moves_json(position: Position, analysis: PositionAnalysis, candidates: CandidateList) -> bytes:
    """Encode moves as `jackdaw.moves/1`; `candidates` are those to list, in order."""
    return encode_json(
        MovesJson(
            schema=MOVES_SCHEMA,
            cgp=position.cgp(strict=False),
            lexicon=analysis.lexicon_name,
            strategy=analysis.strategy_name,
            leaves=analysis.leaves_name,
            count=len(analysis.candidates),
            moves=listed_moves(candidates),
        )
    )


def listed_moves(candidates: CandidateList) -> list[MoveJson]:
    """Convert candidates, in their order."""
    return [MoveJson(*_move_fields(candidate)) for candidate in candidates]


def position_json(analysis: PositionAnalysis, count: int) -> PositionJson:
    """Convert a position with its `count` best candidates."""
    position, evaluation = analysis.position, analysis.evaluation
    rack = position.racks[position.on_turn]
    result = PositionJson(
        turn=analysis.turn,
        player=analysis.player,
        cgp=position.cgp(strict=False),
        rack=None if rack is None else str(rack),
        rack_known=analysis.rack_knowledge.value,
        scores=list(position.scores),
        bag=position.bag_count,
        unseen=str(position.unseen),
        lexicon=analysis.lexicon_name,
        leaves=analysis.leaves_name,
        win_table=analysis.win_table_name,
        method=analysis.method.value,
        why_static=analysis.why_static,
        iterations=None,
        stopped=evaluation.stopped,
        seconds=None if evaluation.seconds is None else round(evaluation.seconds, 3),
        simulation=None,
        endgame=None,
        played=None if analysis.played is None else _played(analysis, analysis.played),
        count=len(analysis.candidates),
        candidates=[],
        why=why_json(explain(analysis)),
    )
    add_evaluation(evaluation, analysis, result, count)
    return result


@singledispatch
def add_evaluation(
    evaluation: Evaluation, analysis: PositionAnalysis, result: PositionJson, count: int
) -> None:
    """Add the `count` best moves of an evaluation, and the figures that only its method has."""
    raise NotImplementedError(f"no JSON of {evaluation!r}")


@add_evaluation.register
def _(evaluation: StaticEvaluation, analysis: PositionAnalysis, result: PositionJson, count: int) -> None:
    del evaluation  # the candidates have all its figures
    result.candidates = [
        CandidateJson(analysis.rank_candidate(index), *_move_fields(candidate), candidate.equity)
        for index, candidate in enumerate(analysis.candidates[:count])
    ]


@add_evaluation.register
def _(evaluation: SimulationEvaluation, analysis: PositionAnalysis, result: PositionJson, count: int) -> None:
    simulation = simulation_json(evaluation.simulation)
    result.iterations, result.simulation = simulation.iterations, simulation.simulation
    for move, simulated in zip(evaluation.moves[:count], simulation.candidates, strict=False):
        candidate = _candidate(analysis, move)
        candidate.equity, candidate.equity_se = simulated.equity, simulated.equity_se
        candidate.win, candidate.win_se = simulated.win, simulated.win_se
        candidate.utility, candidate.utility_se = simulated.utility, simulated.utility_se
        candidate.spread = simulated.spread
        candidate.p_best, candidate.rollouts = simulated.p_best, simulated.rollouts
        result.candidates.append(candidate)


@add_evaluation.register
def _(evaluation: EndgameEvaluation, analysis: PositionAnalysis, result: PositionJson, count: int) -> None:
    endgame = evaluation.result
    result.endgame = EndgameResultJson(
        endgame.is_proven,
        endgame.outcome,
        endgame.value,
        endgame.lower,
        endgame.upper,
        endgame.final_spread,
        [str(move) for move in endgame.variation],
        endgame.nodes,
        evaluation.scoreless_turns,
    )
    for solved in endgame.moves[:count]:
        candidate = _candidate(analysis, solved.move)
        candidate.lower, candidate.upper = solved.lower, solved.upper
        candidate.spread = analysis.position.spread + solved.value if solved.is_proven else None
        result.candidates.append(candidate)


@add_evaluation.register
def _(evaluation: PreendgameEvaluation, analysis: PositionAnalysis, result: PositionJson, count: int) -> None:
    preendgame = evaluation.result
    result.preendgame = PreendgameResultJson(
        preendgame.is_proven,
        preendgame.opponent,
        len(preendgame.moves),
        preendgame.arrangements,
        preendgame.nodes,
    )
    for searched in preendgame.moves[:count]:
        candidate = _candidate(analysis, searched.move)
        candidate.least_win, candidate.most_win = round(searched.least_win, 6), round(searched.most_win, 6)
        candidate.win_source, candidate.spread_source = searched.win_source, searched.spread_source
        if searched.win_source is not None and searched.win_error is not None:
            candidate.win_se = round(searched.win_error, 6)
        if searched.spread_source is not None:
            candidate.spread = round(searched.spread, 3)
            candidate.spread_se = None if searched.spread_error is None else round(searched.spread_error, 3)
        candidate.outcomes = [outcome_json(outcome) for outcome in searched.outcomes]
        result.candidates.append(candidate)


def _candidate(analysis: PositionAnalysis, move: Move) -> CandidateJson:
    """Return a candidate with the figures that every evaluation has."""
    candidate, evaluation = analysis.candidate(move), analysis.evaluation
    rank, win = evaluation.rank(move), evaluation.win_chance(move)
    assert candidate is not None and rank is not None
    return CandidateJson(
        rank,
        *_move_fields(candidate),
        static_equity=analysis.static_equity(move) or 0.0,
        win=None if win is None else round(win, 6),
        proven=evaluation.is_proven(move),
    )


def _played(analysis: PositionAnalysis, played: PlayedMove) -> PlayedJson:
    move, counted = played.move, analysis.counted_move
    return PlayedJson(
        move=str(move),
        ucgi=move.ucgi,
        kind=move.kind.value,
        score=move.score,
        rank=played.rank,
        equity=played.equity,
        equity_lost=played.equity_lost,
        win_lost=_win_lost(analysis),
        phony=None if played.may_be_phony else played.is_phony,
        invalid_words=list(played.invalid_words),
        withdrawn=played.is_withdrawn,
        remark=played.remark,
        proven=None if counted is None else analysis.evaluation.is_proven(counted),
    )


def _win_lost(analysis: PositionAnalysis) -> float | None:
    """Return the chance to win that the played move loses, if the evaluation itself gives chances."""
    best, played, evaluation = analysis.best, analysis.counted_move, analysis.evaluation
    if best is None or played is None:
        return None
    best_win, win = evaluation.win_chance(best.move), evaluation.win_chance(played)
    return None if best_win is None or win is None else round(max(0.0, best_win - win), 6)


def _move_fields(candidate: Candidate) -> tuple[str, str, str, int, str, float, float]:
    move = candidate.move
    return (
        str(move),
        move.ucgi,
        move.kind.value,
        move.score,
        str(candidate.leave),
        candidate.leave_value,
        candidate.equity,
    )
