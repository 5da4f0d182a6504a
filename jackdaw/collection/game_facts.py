r"""The facts that a collection stores of each game: plain data to write to files and to count.

>>> from movegen import read_gcg, Lexicon
>>> from jackdaw.review import review_record
>>> record = "#player1 A Ann\n#player2 B Ben\n>A: AERWZ 8D WAREZ +42 42\n"
>>> facts = extract_facts(review_record(read_gcg(record), Lexicon.load()))
>>> facts.players, facts.scores, facts.turns[0].phase, facts.turns[0].move
(['Ann', 'Ben'], [42, 0], 'opening', '8D WAREZ')
"""

from enum import StrEnum

import msgspec

from jackdaw.schemas import ReviewJson, position_json, review_json, turn_json
from movegen.board import MoveKind
from movegen.position import Position
from sims.review import GameReview, TurnReview
from strategy.analysis import GradingScheme, Mistake

OPENING_TURNS = 2
"""Turns of each player that count as the opening."""
_MAX_NUMBER = 10**9


class Phase(StrEnum):
    """The phase of the game that a turn belongs to."""

    OPENING = "opening"
    """The first two turns of each player."""
    MIDDLE = "middle"
    """Everything else."""
    PRE_ENDGAME = "pre-endgame"
    """No more tiles in the bag than a rack holds, usually 1 to 7: a move can empty it."""
    ENDGAME = "endgame"
    """An empty bag."""


def find_phase(position: Position, turn: int) -> Phase:
    """Return the phase of a turn, numbered from 1. The bag takes precedence over the number."""
    if not position.bag_count:
        return Phase.ENDGAME
    if position.bag_count <= position.rules.rack_size:
        return Phase.PRE_ENDGAME
    return Phase.OPENING if turn <= OPENING_TURNS * position.players else Phase.MIDDLE


class TurnFacts(msgspec.Struct, frozen=True):
    """A turn: the move played, the best one, and the loss. Raises ValueError for impossible values.

    The fields are those of the JSON of a game (docs/json.md), best_* of the best candidate; `phase` is one of
    `Phase`; `mistake_index` is what the turn adds to the index of the game, None if it is not judged; `bingo`
    says whether the whole rack was played and stayed on the board.
    """

    turn: int
    player: int
    phase: str
    rack: str | None
    score_before: int
    opponent_score_before: int
    bag: int
    method: str
    move: str
    score: int
    rank: int | None
    equity: float | None
    equity_lost: float | None
    phony: bool | None
    withdrawn: bool
    challenged: bool
    best: str | None
    best_score: int | None
    best_equity: float | None
    mistake: str | None
    graded_by: str | None
    mistake_index: float | None
    win_best: float | None
    win_played: float | None
    win_lost: float | None
    win_lost_se: float | None
    luck: float | None
    bingo: bool
    missed_bingo: bool
    is_best: bool

    def __post_init__(self) -> None:
        _check_numbers(self)
        Phase(self.phase)
        if self.mistake is not None:
            Mistake(self.mistake)


class GameFacts(msgspec.Struct, frozen=True):
    """A game: its players, result, turns and totals. Raises ValueError if they do not fit together."""

    title: str
    date: str
    players: list[str]
    scores: list[int]
    finished: bool
    winner: int | None
    lexicon: str | None
    strategy: str | None
    review: ReviewJson
    turns: list[TurnFacts]
    warnings: list[str]

    def __post_init__(self) -> None:
        count = len(self.players)
        seats = [turn.player for turn in self.turns] + [0 if self.winner is None else self.winner]
        if count < 2 or {len(self.scores), len(self.review.players)} != {count}:
            raise ValueError("the players do not have a score and a review each")
        if not all(0 <= seat < count for seat in seats) or max(map(abs, self.scores)) > _MAX_NUMBER:
            raise ValueError("there is no such player or score")
        for player in self.review.players:
            _check_numbers(player)
            if not set(player.mistakes) == set(player.spread_mistakes) == set(Mistake):
                raise ValueError("the mistakes are not counted by class")

    @property
    def judged(self) -> int:
        """The number of turns that could be judged."""
        return sum(player.judged for player in self.review.players)


def _check_numbers(facts: msgspec.Struct) -> None:
    """Raise ValueError for a number that no game has, such as NaN; sums and means would fail later."""
    for number in msgspec.structs.astuple(facts):
        if isinstance(number, int | float) and not abs(number) <= _MAX_NUMBER:
            raise ValueError(f"no game has the figure {number}")


def extract_facts(review: GameReview) -> GameFacts:
    """Extract the facts of a game from its review."""
    game = review.game
    first = review.turns[0].analysis if review.turns else None
    return GameFacts(
        title=game.pragma("title") or "",
        date=game.pragma("date") or "",
        players=game.display_names,
        scores=list(game.scores),
        finished=game.is_finished,
        winner=game.winner,
        lexicon=None if first is None else first.lexicon_name,
        strategy=None if first is None else first.strategy_name,
        review=review_json(review),
        turns=[extract_turn_facts(turn, review.grading) for turn in review.turns],
        warnings=[str(warning) for warning in game.warnings],
    )


def extract_turn_facts(turn: TurnReview, grading: GradingScheme) -> TurnFacts:
    """Extract the facts of a turn from its review, and from the scheme that graded it."""
    analysis, judged = turn.analysis, turn_json(turn)
    json = position_json(analysis, 1)
    move, played, best = analysis.played, json.played, turn.best
    assert move is not None and played is not None
    laid = len(move.move.tiles_used) if move.move.kind is MoveKind.PLAY else 0
    return TurnFacts(
        turn=turn.turn,
        player=json.player,
        phase=find_phase(analysis.position, turn.turn).value,
        rack=json.rack,
        score_before=json.scores[json.player],
        opponent_score_before=max(score for other, score in enumerate(json.scores) if other != json.player),
        bag=json.bag,
        method=json.method,
        move=played.move,
        score=played.score,
        rank=played.rank,
        equity=played.equity,
        equity_lost=played.equity_lost,
        phony=played.phony,
        withdrawn=played.withdrawn,
        challenged=judged.challenged,
        best=judged.best,
        best_score=None if best is None else best.move.score,
        best_equity=None if best is None else round(best.equity, 3),
        mistake=judged.mistake,
        graded_by=judged.graded_by,
        mistake_index=None if turn.grade is None else grading.weight(turn.grade),
        win_best=judged.win_best,
        win_played=judged.win_played,
        win_lost=judged.win_lost,
        win_lost_se=judged.win_lost_se,
        luck=judged.luck,
        bingo=laid >= analysis.position.rules.bingo_tiles and not played.withdrawn,
        missed_bingo=judged.missed_bingo,
        is_best=judged.is_best,
    )
