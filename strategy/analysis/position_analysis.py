"""The analysis of positions: the candidates, their evaluation, and the rank of the played move.

>>> from movegen import Game, Variant
>>> game = Game.new(Variant.standard(), ["Ann", "Bob"])
>>> event = game.record_move("8G OHM", "HMOOPTU")
>>> analysis = analyze_position(game.position(1), played=event.move)
>>> analysis.best, analysis.played.rank, analysis.played.equity_lost
(<Candidate 8D HUPOT 28 +27.5>, 113, 16.23)
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from movegen.board import Move
from movegen.lexicon import Lexicon, check_lexicon
from movegen.position import Position, check_position, default_lexicon
from movegen.showing import Tabular, Tabulation
from movegen.variant import EndingRule, Variant
from strategy.analysis.evaluation import Evaluation, Method, StaticEvaluation, find_candidate
from strategy.analysis.played_move import Judge, PlayedMove, rank_candidate
from strategy.endgame import can_solve_endgame
from strategy.players import Candidate, CandidateList, StaticStrategy, static_strategy_for
from strategy.winprob import WinModel

_NOISE = 1e-9  # of chances computed in another order


class RackKnowledge(StrEnum):
    """The part of a rack that is known.

    >>> opening = "/".join(["15"] * 15)
    >>> analyses = [analyze_position(read_cgp(f"{opening} {rack}/ 0/0 0")) for rack in ("AEINRST", "AEI")]
    >>> [analysis.rack_knowledge.value for analysis in analyses]
    ['full', 'partial']
    """

    FULL = "full"
    PARTIAL = "partial"
    """Some tiles are known; moves that use others are not among the candidates."""
    UNKNOWN = "unknown"
    """No tile is known; there is nothing to rank."""


@dataclass(frozen=True)
class PositionAnalysis(Tabular):
    """The candidates of a position, their evaluation, and the move that was played.

    Attributes
    ----------
    position:      the position before the move.
    candidates:    all moves that the known tiles of the rack allow, by static equity; none if no tile is
                   known.
    evaluation:    the figures of the candidates, and their ranks.
    lexicon_name, strategy_name: the names of the lexicon and of the static strategy.
    leaves_name, win_table_name: the names of the leaves that value the moves, and of the table that converts
                   spreads to chances to win; None for no leaves, and for the normal model.
    turn:          the turn of the game, from 1; None for a position that is not part of a game.
    played:        the played move with its figures by the evaluation; None if it is not known.
    why_static:    the reason why the evaluation is static although a deeper one was requested; None if there
                   is none.
    has_substitute_lexicon: whether the lexicon stands in for that of the game; see `Lexicon.is_substitute`.
    reference:     the move with which the played one is compared; None for the first of the evaluation.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> analysis = analyze_position(position, played=position.parse_move("7C GALEE"))
    >>> analysis.best, analysis.played.rank, round(analysis.played.equity_lost, 1)
    (<Candidate D8 (W)EDGIE 22 +23.2>, 3, 1.6)
    """

    position: Position
    candidates: CandidateList
    evaluation: Evaluation
    lexicon_name: str
    strategy_name: str
    turn: int | None = None
    played: PlayedMove | None = None
    why_static: str | None = None
    has_substitute_lexicon: bool = False
    reference: Move | None = None
    leaves_name: str | None = None
    win_table_name: str | None = None

    def __repr__(self) -> str:
        turn = "" if self.turn is None else f" of turn {self.turn}"
        best = "no candidate" if self.best is None else f"best {self.best!r}"
        return f"<PositionAnalysis{turn}, {self.method}: {best} of {len(self.candidates):,}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` moves of the evaluation as a table, all for None."""
        rows = [
            (
                str(number),
                row["move"],
                str(row["score"]),
                row["leave"],
                "" if row["equity"] is None else f"{row['equity']:.1f}",
                "" if row["win"] is None else f"{100 * row['win']:.1f}",
            )
            for number, row in enumerate(self._rows(count), start=1)
        ]
        titles = ("#", "Move", "Score", "Leave", "Equity", "Win %")
        return Tabulation(repr(self), titles, rows, len(self.evaluation.moves))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each move of the evaluation: its score, its leave, its equity, chance to win."""
        return self._rows(None)

    def _rows(self, count: int | None) -> list[dict[str, Any]]:
        rack, evaluation = self.position.rack, self.evaluation
        return [
            {
                "move": str(move),
                "score": move.score,
                "leave": str(rack - move.tiles_used),
                "equity": evaluation.equity(move),
                "win": evaluation.win_chance(move),
            }
            for move in evaluation.moves[:count]
        ]

    @property
    def method(self) -> Method:
        """The method of the evaluation."""
        return self.evaluation.method

    @property
    def player(self) -> int:
        """The player on turn, from 0."""
        return self.position.on_turn

    @property
    def best(self) -> Candidate | None:
        """The best candidate by the evaluation, with its equity there; None if there is no candidate.

        It is the reference if there is one.
        """
        return self.candidate(self.reference or self.evaluation.moves[0]) if len(self.candidates) else None

    def candidate(self, move: Move | str) -> Candidate | None:
        """Return the candidate that is this move, with its equity by the evaluation if it has one.

        Raises what `Position.parse_move` raises for a text.
        """
        if isinstance(move, str):
            move = self.position.parse_move(move)
        found, equity = find_candidate(self.candidates, move), self.evaluation.equity(move)
        return found if found is None or equity is None else replace(found, equity=equity)

    def static_equity(self, move: Move) -> float | None:
        """Return the equity of a candidate by score and leave; None for a move that is not a candidate."""
        found = find_candidate(self.candidates, move)
        return None if found is None else found.equity

    @property
    def rack_knowledge(self) -> RackKnowledge:
        """The part of the rack of the player on turn that is known."""
        return _rack_knowledge(self.position)

    @property
    def is_over(self) -> bool:
        """Whether the game was over before the move, which then records a lost challenge of the last play."""
        return _is_over(self.position)

    @property
    def obstacle(self) -> str | None:
        """The reason why racks or rules allow only a static evaluation; None if they allow others."""
        if self.rack_knowledge is not RackKnowledge.FULL:
            return f"the rack is {'only partly' if len(self.position.rack) else 'not'} known"
        if self.position.players != 2:
            return f"there are {self.position.players} players"
        return None

    @property
    def is_endgame(self) -> bool:
        """Whether the bag is empty, so that the opponent's rack is known, and the solver knows the rules."""
        return not self.position.bag_count and can_solve_endgame(self.position)

    @property
    def counted_move(self) -> Move | None:
        """The played move as the evaluation lists it: a pass for a play taken back, else the equal candidate.

        None if no move was played.
        """
        if self.played is None:
            return None
        if self.played.is_withdrawn:
            return Move.pass_turn(self.position.variant.tiles)
        index = self.played.index
        return self.played.move if index is None else self.candidates.moves[index]

    @property
    def standing_phony(self) -> Move | None:
        """The played move if it has a word that the lexicon lacks, stood, and its tiles are known."""
        played = self.played
        if played is None or not played.invalid_words or played.is_withdrawn or played.equity is None:
            return None
        return played.move

    def best_and_played(self, count: int) -> list[Move]:
        """Return the `count` best candidates by static equity, and the played move if it is a candidate."""
        chosen, played = list(self.candidates.moves[:count]), self.counted_move
        is_listed = played is not None and self.candidates.moves.find(played) is not None
        return [*chosen, played] if played is not None and is_listed and played not in chosen else chosen

    def rank_candidate(self, index: int) -> int:
        """Return the rank, from 1, of a candidate by static equity; equal candidates share the best."""
        return rank_candidate(self.candidates, index)

    def without_judgement(self) -> "PositionAnalysis":
        """Return the same analysis without a rank, equity and loss of the played move."""
        if self.played is None:
            return self
        return replace(self, played=replace(self.played, rank=None, equity=None, equity_lost=None))

    def with_winning_reference(
        self, model: WinModel | None = None, tolerance: float = 0.0
    ) -> "PositionAnalysis":
        """Return the same analysis with a reference that does not win less often than the played move.

        Moves may be ranked by more than wins, but nobody should be advised to win less. The reference is the
        first such move of the evaluation, at the latest the played one itself. Chances that differ by no more
        than `tolerance` count as equal: such differences may be noise, and the points count then. `model`
        gives the chances to win where the evaluation has none.
        """
        move, evaluation = self.counted_move, self.evaluation
        if self.played is None or move is None or find_candidate(self.candidates, move) is None:
            return self
        win_played = evaluation.win_chance(move, model)
        if win_played is None or self.position.players != 2:
            return self
        least = win_played - tolerance - _NOISE
        chances = ((each, evaluation.win_chance(each, model)) for each in evaluation.moves)
        reference = next((each for each, win in chances if win is not None and win >= least), move)
        lost, gained = evaluation.equity_lost(move), evaluation.equity_lost(reference)
        if reference == evaluation.moves[0] or lost is None or gained is None:
            return self
        played = replace(self.played, equity_lost=round(max(0.0, lost - gained), 3))
        return replace(self, reference=reference, played=played)

    def with_evaluation(self, evaluation: Evaluation) -> "PositionAnalysis":
        """Return the same analysis with another evaluation, and the played move's figures by it.

        A played move that was not evaluated has none: its static ones cannot be compared with those of the
        best move.
        """
        played, move = self.played, self.counted_move
        if played is None or move is None:
            return replace(self, evaluation=evaluation)
        equity, lost = evaluation.equity(move), evaluation.equity_lost(move)
        judged = replace(
            played,
            rank=None if played.index is None else evaluation.rank(move),
            equity=None if equity is None else round(equity, 3),
            equity_lost=None if equity is None else round(max(0.0, lost or 0.0), 3),
        )
        return replace(self, evaluation=evaluation, played=judged)


def analyze_position(
    position: Position,
    lexicon: Lexicon | None = None,
    strategy: StaticStrategy | str | Path | None = None,
    *,
    turn: int | None = None,
    played: Move | str | None = None,
    is_withdrawn: bool = False,
) -> PositionAnalysis:
    """Rank the moves of the player on turn by score and leave.

    The default lexicon is that of `default_lexicon`. A strategy may be given
    by its name; the default is `static`. Leaves and win table that are installed with the lexicon apply,
    unless the strategy names others. `played` is the move that was played, `is_withdrawn`
    whether it was taken back. A pass after the end of the game is not judged.

    Raises
    ------
    ConfigError: there is no such strategy, or its leaves are for other tiles.
    LexiconError: the lexicon is for other letters.
    PositionError: it is not a position.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> analyze_position(position, Lexicon.load()).best
    <Candidate D8 (W)EDGIE 22 +23.2>
    """
    check_position(position)
    if lexicon is None:  # one without words is false, too
        lexicon = default_lexicon(position)
    check_lexicon(lexicon)
    if isinstance(played, str):
        played = position.parse_move(played)
    strategy = resolve_strategy(strategy, lexicon, position.variant)
    candidates = _candidates(position, lexicon, strategy)
    judged = None
    if played is not None:
        judged = Judge(position, lexicon, strategy, candidates).judge(played, is_withdrawn)
    analysis = PositionAnalysis(
        position,
        candidates,
        StaticEvaluation(position, candidates, judged),
        lexicon.name,
        strategy.name,
        turn,
        judged,
        has_substitute_lexicon=lexicon.is_substitute,
        leaves_name=strategy.leaves_name(position.variant.tiles, position.rules.rack_size),
        win_table_name=strategy.win_table_name(position.variant),
    )
    return analysis.without_judgement() if analysis.is_over else analysis


def resolve_strategy(
    strategy: StaticStrategy | str | Path | None, lexicon: Lexicon, variant: Variant
) -> StaticStrategy:
    """Return the strategy that is given, by itself or by its name, with the values of the lexicon."""
    given = StaticStrategy.load(strategy) if isinstance(strategy, str | Path) else strategy
    return static_strategy_for(lexicon, variant, given)


def _candidates(position: Position, lexicon: Lexicon, strategy: StaticStrategy) -> CandidateList:
    """Return all moves of the player on turn: none if the rack is unknown, a pass if the game is over."""
    candidates = strategy.candidates(position, lexicon)
    if _rack_knowledge(position) is RackKnowledge.UNKNOWN:
        return candidates[:0]
    if _is_over(position):
        index = candidates.moves.find(Move.pass_turn(position.variant.tiles)) or 0
        return candidates[index : index + 1]
    return candidates


def _rack_knowledge(position: Position) -> RackKnowledge:
    if position.racks[position.on_turn] is None:
        return RackKnowledge.UNKNOWN
    max_elsewhere = position.bag_count + (position.players - 1) * position.rules.rack_size
    return RackKnowledge.PARTIAL if len(position.unseen) > max_elsewhere else RackKnowledge.FULL


def _is_over(position: Position) -> bool:
    """Return whether the game is over, after which a record may still have a pass."""
    if position.rules.ending is not EndingRule.OUT:
        return position.turns_left == 0
    return position.bag_count == 0 and any(
        rack is not None and not len(rack)
        for player, rack in enumerate(position.racks)
        if player != position.on_turn
    )
