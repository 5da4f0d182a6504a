"""What the commands give as JSON; docs/json.md explains every field.

Each class is an object of the JSON, its attributes the fields in their order.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import msgspec

from movegen.errors import CgpError
from movegen.game import Game
from movegen.position import Position
from strategy.analysis import Method, PositionAnalysis
from strategy.candidates import Candidate, CandidateList
from strategy.played_move import PlayedMove

if TYPE_CHECKING:
    from jackdaw.preendgame_json import OutcomeJson
    from jackdaw.review_json import ReviewJson, TurnReviewJson
    from jackdaw.simulation_json import RolloutsJson, SettingJson, SimulatedMoveJson
    from sims.game_review import GameReview
    from sims.simulated_analysis import SimulatedAnalysis
    from strategy.endgame import EndgameMove
    from strategy.endgame_analysis import EndgameAnalysis
    from strategy.preendgame_analysis import PreendgameAnalysis
    from strategy.preendgame_result import PreendgameMove

ANALYSIS_SCHEMA = "jackdaw.analysis/1"
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
    """A candidate: a move with its rank. The last ones are null for what was not simulated or not solved."""

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
    p_best: float | None = None
    rollouts: "RolloutsJson | None" = None
    proven: bool | None = None
    lower: int | None = None
    upper: int | None = None
    least_win: float | None = None
    most_win: float | None = None
    spread: float | None = None
    outcomes: "list[OutcomeJson] | None" = None


class PlayedJson(msgspec.Struct):
    """The move that was made."""

    move: str
    ucgi: str
    kind: str
    score: int
    rank: int | None
    equity: float | None
    equity_lost: float | None
    win_lost: float | None
    phony: bool
    invalid_words: list[str]
    withdrawn: bool
    remark: str | None
    proven: bool | None = None


class EndgameResultJson(msgspec.Struct):
    """What an endgame comes to, and how it was solved."""

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
    """How a pre-endgame was searched."""

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
    method: str
    why_static: str | None
    iterations: int | None
    stopped: str | None
    seconds: float | None
    simulation: "SettingJson | None"
    endgame: EndgameResultJson | None
    played: PlayedJson | None
    count: int
    candidates: list[CandidateJson]
    review: "TurnReviewJson | None" = None
    preendgame: PreendgameResultJson | None = None


class AnalysisJson(msgspec.Struct):
    """The result of `analyze`."""

    schema: str
    source: str
    lexicon: str | None
    strategy: str
    players: list[PlayerJson]
    finished: bool
    positions: list[PositionJson]
    review: "ReviewJson | None"
    warnings: list[str]


class MovesJson(msgspec.Struct):
    """The result of `jackdaw moves`."""

    schema: str
    cgp: str
    lexicon: str
    strategy: str
    count: int
    moves: list[MoveJson]


def analysis_json(
    source: str,
    strategy: str,
    analyses: Sequence[PositionAnalysis],
    *,
    most: int,
    game: Game | None = None,
    review: "GameReview | None" = None,
    warnings: Sequence[str] = (),
) -> bytes:
    """`jackdaw.analysis/1`, with the `most` best candidates of each position."""
    lexica = {analysis.lexicon_name for analysis in analyses}
    players = [PlayerJson(player.nickname, player.name) for player in game.players] if game else []
    positions = [position_json(analysis, most) for analysis in analyses]
    return encoded(
        AnalysisJson(
            schema=ANALYSIS_SCHEMA,
            source=os.fsencode(source).decode("utf-8", "replace"),
            lexicon=lexica.pop() if len(lexica) == 1 else None,
            strategy=strategy,
            players=players,
            finished=game is not None and game.is_finished,
            positions=positions,
            review=None if review is None else _review(review, positions),
            warnings=list(warnings),
        )
    )


def _review(review: "GameReview", positions: Sequence[PositionJson]) -> "ReviewJson":
    """The review of a game; what it says of turns goes to their positions.

    How long they took is left out, so that the same command gives the same bytes.
    """
    from jackdaw.review_json import review_json, turn_json

    turns = {turn.turn: turn for turn in review.turns}
    for position in positions:
        position.seconds = None
        if position.turn in turns:
            position.review = turn_json(turns[position.turn])
    return review_json(review)


def moves_json(position: Position, analysis: PositionAnalysis, candidates: CandidateList) -> bytes:
    """`jackdaw.moves/1`: `candidates` are those to list, in their order."""
    return encoded(
        MovesJson(
            schema=MOVES_SCHEMA,
            cgp=cgp_of(position),
            lexicon=analysis.lexicon_name,
            strategy=analysis.strategy_name,
            count=len(analysis.candidates),
            moves=[MoveJson(*_move_fields(candidate)) for candidate in candidates],
        )
    )


def position_json(analysis: PositionAnalysis, most: int) -> PositionJson:
    """A position with its `most` best candidates."""
    position = analysis.position
    rack = position.racks[position.on_turn]
    found = PositionJson(
        turn=analysis.turn,
        player=analysis.player,
        cgp=cgp_of(position),
        rack=None if rack is None else str(rack),
        rack_known=analysis.rack_knowledge.value,
        scores=list(position.scores),
        bag=position.bag_count,
        unseen=str(position.unseen),
        lexicon=analysis.lexicon_name,
        method=analysis.method.value,
        why_static=analysis.why_static,
        iterations=None,
        stopped=None,
        seconds=None,
        simulation=None,
        endgame=None,
        played=None if analysis.played is None else _played(analysis.played),
        count=len(analysis.candidates),
        candidates=[],
    )
    if analysis.method is Method.SIMULATION:
        _add_simulation(found, cast("SimulatedAnalysis", analysis), most)
    elif analysis.method is Method.ENDGAME:
        _add_endgame(found, cast("EndgameAnalysis", analysis), most)
    elif analysis.method is Method.PREENDGAME:
        _add_preendgame(found, cast("PreendgameAnalysis", analysis), most)
    else:
        found.candidates = list(_static_candidates(analysis, most))
    return found


def _static_candidates(analysis: PositionAnalysis, most: int) -> Iterator[CandidateJson]:
    for place, candidate in enumerate(analysis.candidates[:most]):
        yield CandidateJson(analysis.rank_of(place), *_move_fields(candidate), candidate.equity)


def _add_simulation(found: PositionJson, analysis: "SimulatedAnalysis", most: int) -> None:
    """The `most` best candidates of those that were simulated, and how."""
    from jackdaw.simulation_json import simulation_json

    told = simulation_json(analysis.simulation)
    found.iterations, found.stopped, found.seconds = told.iterations, told.stopped, told.seconds
    found.simulation = told.simulation
    found.candidates = [
        _simulated_candidate(analysis, place, move) for place, move in enumerate(told.candidates[:most])
    ]
    if found.played is not None and analysis.played_place is not None:
        win = analysis.simulation.moves[analysis.played_place].win
        found.played.win_lost = round(max(0.0, analysis.simulation.best.win - win), 6)


def _simulated_candidate(
    analysis: "SimulatedAnalysis", place: int, told: "SimulatedMoveJson"
) -> CandidateJson:
    candidate = analysis.simulated_candidate(analysis.simulation.moves[place])
    return CandidateJson(
        analysis.simulated_rank(place),
        *_move_fields(candidate)[:-1],
        told.equity,
        told.static_equity,
        told.equity_se,
        told.win,
        told.win_se,
        told.p_best,
        told.rollouts,
    )


def _add_endgame(found: PositionJson, analysis: "EndgameAnalysis", most: int) -> None:
    """The `most` best moves of those that were solved, and what the endgame comes to."""
    result, solved = analysis.endgame, analysis.solved_played
    found.seconds, found.stopped = round(result.seconds, 3), analysis.stopped
    found.endgame = EndgameResultJson(
        result.is_proven,
        result.outcome,
        result.value,
        result.lower,
        result.upper,
        result.final_spread,
        [str(move) for move in result.variation],
        result.nodes,
        analysis.scoreless_turns,
    )
    found.candidates = [_solved_candidate(analysis, move) for move in result.moves[:most]]
    if found.played is not None and solved is not None:
        best, win = analysis.win(result.moves[0]), analysis.win(solved)
        found.played.proven = solved.is_proven
        found.played.win_lost = None if best is None or win is None else max(0.0, best - win)


def _solved_candidate(analysis: "EndgameAnalysis", solved: "EndgameMove") -> CandidateJson:
    return CandidateJson(
        analysis.solved_rank(solved),
        *_move_fields(analysis.solved_candidate(solved)),
        analysis.static_equity(solved.move) or 0.0,
        win=analysis.win(solved),
        proven=solved.is_proven,
        lower=solved.lower,
        upper=solved.upper,
    )


def _add_preendgame(found: PositionJson, analysis: "PreendgameAnalysis", most: int) -> None:
    """The `most` best moves of those that were searched, and how."""
    result, searched = analysis.preendgame, analysis.searched_played
    found.seconds, found.stopped = round(result.seconds, 3), analysis.stopped
    found.preendgame = PreendgameResultJson(
        result.is_proven, result.opponent, len(result.moves), result.arrangements, result.nodes
    )
    found.candidates = [_searched_candidate(analysis, move) for move in result.moves[:most]]
    if found.played is not None and searched is not None:
        found.played.proven = searched.is_proven
        found.played.win_lost = round(max(0.0, result.best.win - searched.win), 6)


def _searched_candidate(analysis: "PreendgameAnalysis", searched: "PreendgameMove") -> CandidateJson:
    from jackdaw.preendgame_json import outcome_json

    return CandidateJson(
        analysis.searched_rank(searched),
        *_move_fields(analysis.searched_candidate(searched)),
        analysis.static_equity(searched),
        win=round(searched.win, 6),
        proven=searched.is_proven,
        least_win=round(searched.least_win, 6),
        most_win=round(searched.most_win, 6),
        spread=round(searched.spread, 3) if searched.spread_is_settled else None,
        outcomes=[outcome_json(outcome) for outcome in searched.outcomes],
    )


def _played(played: PlayedMove) -> PlayedJson:
    move = played.move
    return PlayedJson(
        move=str(move),
        ucgi=move.ucgi,
        kind=move.kind.value,
        score=move.score,
        rank=played.rank,
        equity=played.equity,
        equity_lost=played.equity_lost,
        win_lost=None,
        phony=played.is_phony,
        invalid_words=list(played.invalid_words),
        withdrawn=played.is_withdrawn,
        remark=played.remark,
    )


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


def cgp_of(position: Position) -> str:
    """The position as a line of CGP."""
    try:
        return position.cgp()
    except CgpError:  # a record may call its lexicon what a CGP cannot express
        return replace(position, lexicon_name=None, operations=()).cgp()


def encoded(result: msgspec.Struct) -> bytes:
    """A result as JSON for files and standard output: indented, with a line break at its end."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n"
