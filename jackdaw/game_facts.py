r"""What a collection keeps of each game: plain facts that can be written to a file and counted.

>>> from movegen import read_gcg, Lexicon
>>> from jackdaw.game_work import review_record
>>> record = "#player1 A Ann\n#player2 B Ben\n>A: AERWZ 8D WAREZ +42 42\n"
>>> facts = facts_of(review_record(read_gcg(record), Lexicon.load()))
>>> facts.players, facts.scores, facts.turns[0].phase, facts.turns[0].move
(['Ann', 'Ben'], [42, 0], 'opening', '8D WAREZ')
"""

from enum import StrEnum

import msgspec

from jackdaw.json_output import position_json
from jackdaw.page_turns import names_of
from jackdaw.review_json import ReviewJson, review_json, turn_json
from movegen.moves import MoveKind
from movegen.position import Position
from sims.game_review import GameReview, TurnReview
from strategy.analysis import Method

OPENING_TURNS = 2
"""So many turns of each player are the opening."""


class Phase(StrEnum):
    """Of a game: what stage a turn belongs to."""

    OPENING = "opening"
    """The first two turns of each player."""
    MIDDLE = "middle"
    """All that is none of the others."""
    PRE_ENDGAME = "pre-endgame"
    """No more tiles in the bag than a rack holds: 1 to 7 in most games. A move may empty it."""
    ENDGAME = "endgame"
    """An empty bag."""


def phase_of(position: Position, turn: int) -> Phase:
    """The phase of the turn of this number, from 1; what the bag says goes before."""
    if not position.bag_count:
        return Phase.ENDGAME
    if position.bag_count <= position.rules.rack_size:
        return Phase.PRE_ENDGAME
    return Phase.OPENING if turn <= OPENING_TURNS * position.players else Phase.MIDDLE


class TurnFacts(msgspec.Struct, frozen=True):
    """A turn: what was played, what would have been best, what it cost.

    The fields are those of the JSON of a game (docs/json.md), best_* of the best candidate; `phase` is one of
    `Phase`, `bingo` tells whether the whole rack was laid and stayed on the board.
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
    phony: bool
    withdrawn: bool
    challenged: bool
    best: str | None
    best_score: int | None
    best_equity: float | None
    mistake: str | None
    win_best: float | None
    win_played: float | None
    win_lost: float | None
    luck: float | None
    bingo: bool
    missed_bingo: bool

    @property
    def is_best(self) -> bool:
        """Whether the move is worth as much as the best one; in a pre-endgame it has to win as often, too."""
        return self.equity_lost == 0 and not (self.method == Method.PREENDGAME and self.win_lost)


class GameFacts(msgspec.Struct, frozen=True):
    """A game: who played, how it ended, its turns, and what they come to."""

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

    @property
    def judged(self) -> int:
        """How many of the turns could be judged."""
        return sum(player.judged for player in self.review.players)


def facts_of(review: GameReview) -> GameFacts:
    """What a review says of a game."""
    game = review.game
    first = review.turns[0].analysis if review.turns else None
    return GameFacts(
        title=game.pragma("title") or "",
        date=game.pragma("date") or "",
        players=names_of(game),
        scores=list(game.scores),
        finished=game.is_finished,
        winner=game.winner,
        lexicon=None if first is None else first.lexicon_name,
        strategy=None if first is None else first.strategy_name,
        review=review_json(review),
        turns=[turn_facts(turn) for turn in review.turns],
        warnings=[str(warning) for warning in game.warnings],
    )


def turn_facts(turn: TurnReview) -> TurnFacts:
    """What a review says of a turn."""
    analysis, judged = turn.analysis, turn_json(turn)
    told = position_json(analysis, 1)
    move, played, best = analysis.played, told.played, told.candidates[0] if told.candidates else None
    assert move is not None and played is not None
    laid = len(move.move.tiles_used) if move.move.kind is MoveKind.PLAY else 0
    return TurnFacts(
        turn=turn.turn,
        player=told.player,
        phase=phase_of(analysis.position, turn.turn).value,
        rack=told.rack,
        score_before=told.scores[told.player],
        opponent_score_before=max(score for other, score in enumerate(told.scores) if other != told.player),
        bag=told.bag,
        method=told.method,
        move=played.move,
        score=played.score,
        rank=played.rank,
        equity=played.equity,
        equity_lost=played.equity_lost,
        phony=played.phony,
        withdrawn=played.withdrawn,
        challenged=judged.challenged,
        best=None if best is None else best.move,
        best_score=None if best is None else best.score,
        best_equity=None if best is None else best.equity,
        mistake=judged.mistake,
        win_best=judged.win_best,
        win_played=judged.win_played,
        win_lost=judged.win_lost,
        luck=judged.luck,
        bingo=laid >= analysis.position.rules.bingo_tiles and not played.withdrawn,
        missed_bingo=judged.missed_bingo,
    )
