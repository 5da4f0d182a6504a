"""Analysis: what a position offers, and how good the moves were that were played.

>>> from movegen import Game, Variant
>>> game = Game.new(Variant.standard(), ["Ann", "Bob"])
>>> event = game.record_move("8G OHM", "HMOOPTU")
>>> analysis = analyze_position(game.position(1), played=event.move)
>>> analysis.best, analysis.played.rank, analysis.played.equity_lost
(<Candidate 8D HUPOT 28 +27.5>, 113, 16.23)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from movegen.events import EventKind
from movegen.game import Game
from movegen.generation import default_lexicon
from movegen.lexicon import Lexicon
from movegen.moves import Move
from movegen.position import Position
from movegen.rules import Variant, WordOrder
from strategy.candidates import Candidate, CandidateList
from strategy.played_move import Judge, PlayedMove, rank_of
from strategy.static import StaticStrategy


class Method(StrEnum):
    """How the candidates of a position were valued."""

    STATIC = "static"
    """By score and leave alone, with no look ahead."""
    SIMULATION = "simulation"
    """By rollouts of the best static ones."""
    PREENDGAME = "preendgame"
    """By how often the best static ones win, over all that may be in the bag."""
    ENDGAME = "endgame"
    """By search to the end of the game."""


class RackKnowledge(StrEnum):
    """How much is known of a rack."""

    FULL = "full"
    PARTIAL = "partial"
    """Some of its tiles: a move that uses others is not among the candidates."""
    UNKNOWN = "unknown"
    """None of its tiles: there is nothing to rank."""


@dataclass(frozen=True)
class PositionAnalysis:
    """The candidates of a position, best first, and the move that was made in it.

    Attributes
    ----------
    position:      the position before the move.
    candidates:    every move that the known tiles of the rack allow; none when no tile is known.
    lexicon_name, strategy_name: what they were generated with and ranked by.
    method:        how they were valued.
    turn:          the turn of the game, from 1; None for a position that is not part of one.
    played:        the move that was made; None when that is not known.
    why_static:    why no better method was used though one was asked for; None if there is nothing to say.
    """

    position: Position
    candidates: CandidateList
    lexicon_name: str
    strategy_name: str
    method: Method = Method.STATIC
    turn: int | None = None
    played: PlayedMove | None = None
    why_static: str | None = None

    def __repr__(self) -> str:
        turn = "" if self.turn is None else f" of turn {self.turn}"
        return f"<PositionAnalysis{turn}, {self.method}: {self.candidates!r}>"

    @property
    def player(self) -> int:
        """Whose turn it is, from 0."""
        return self.position.on_turn

    @property
    def best(self) -> Candidate | None:
        """The best candidate, if there is any."""
        return self.candidates[0] if len(self.candidates) else None

    @property
    def rack_knowledge(self) -> RackKnowledge:
        """How much is known of the rack of the player on turn."""
        return _rack_knowledge(self.position)

    @property
    def obstacle(self) -> str | None:
        """Why no better method can be used, as racks and rules have it, in a few words; None if one can."""
        if self.rack_knowledge is not RackKnowledge.FULL:
            return f"the rack is {'only partly' if len(self.position.rack) else 'not'} known"
        if self.position.players != 2:
            return f"there are {self.position.players} players"
        if self.position.rules.word_order is not WordOrder.FIXED:
            return "words may be in any order"
        return None

    @property
    def is_endgame(self) -> bool:
        """Whether the bag is empty, so that the opponent's rack is known and nothing is left to sample."""
        return not self.position.bag_count

    @property
    def played_candidate(self) -> Move | None:
        """The candidate that the played move is, or came to: a play taken back to a pass; None if none is."""
        if self.played is None:
            return None
        if self.played.is_withdrawn:
            return Move.pass_turn(self.position.variant.tiles)
        return None if self.played.place is None else self.candidates.moves[self.played.place]

    def best_and_played(self, count: int) -> list[Move]:
        """So many of the best candidates by static equity, and what was played if it is a candidate."""
        chosen, played = list(self.candidates.moves[:count]), self.played_candidate
        return chosen if played is None or played in chosen else [*chosen, played]

    def rank_of(self, place: int) -> int:
        """The rank, from 1, of the candidate at a place, from 0: those of equal equity share the best."""
        return rank_of(self.candidates, place)


@dataclass(frozen=True)
class PlayerTotals:
    """How well a player did in a game.

    Attributes
    ----------
    player:      the player, from 0.
    turns:       how many turns were analyzed.
    judged:      how many of them could be compared with the candidates.
    best_found:  in how many of those the best move was made, or one worth as much.
    equity_lost: points lost in all of them together.
    """

    player: int
    turns: int
    judged: int
    best_found: int
    equity_lost: float


@dataclass(frozen=True)
class GameAnalysis:
    """The analysis of a game: of all its turns, or of some.

    `positions` has an entry for each turn that was analyzed, in order; `lexicon_name` and `strategy_name`
    are those used for all of them.
    """

    game: Game
    lexicon_name: str
    strategy_name: str
    positions: tuple[PositionAnalysis, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was doubtful in the record that the game was read from, each with its line."""
        return tuple(str(warning) for warning in self.game.warnings)

    @property
    def totals(self) -> tuple[PlayerTotals, ...]:
        """How well each player did in the turns analyzed."""
        return tuple(_totals(player, self.positions) for player in range(len(self.game.players)))


def analyze_position(
    position: Position,
    lexicon: Lexicon | None = None,
    strategy: StaticStrategy | str | None = None,
    *,
    turn: int | None = None,
    played: Move | None = None,
    is_withdrawn: bool = False,
) -> PositionAnalysis:
    """Rank the moves of the player on turn.

    Without a lexicon, the position's own is used if it is at hand, else the one inside. A strategy may be
    given by name; without one it is `StaticStrategy.default`. `played` is the move
    that was made, `is_withdrawn` whether it was taken back.

    Raises
    ------
    ConfigError: there is no such strategy, or its leaves are for other tiles.
    LexiconError: the lexicon is for other letters.
    """
    lexicon = lexicon or default_lexicon(position)
    strategy = _chosen(strategy, position.variant)
    candidates = _candidates(position, lexicon, strategy)
    judge = Judge(position, lexicon, strategy, candidates)
    return PositionAnalysis(
        position,
        candidates,
        lexicon.name,
        strategy.name,
        turn=turn,
        played=judge.judged(played, is_withdrawn) if played is not None else None,
    )


def analyze_game(
    game: Game,
    lexicon: Lexicon | None = None,
    strategy: StaticStrategy | str | None = None,
    *,
    turn: int | None = None,
) -> GameAnalysis:
    """Analyze every turn of a game, or one.

    Turns count from 1; in an unfinished game the one to come is the last, and has no played move. See
    `analyze_position` for the rest. Raises PositionError when there is no such turn.
    """
    lexicon = lexicon or default_lexicon(game.position(1))
    strategy = _chosen(strategy, game.variant)
    turns = turns_of(game)
    numbers = range(1, len(turns) + (1 if game.is_finished else 2))
    analyses = []
    for number in numbers if turn is None else [turn]:
        position = game.position(number)
        played, is_withdrawn = turns[number - 1] if number <= len(turns) else (None, False)
        analyses.append(
            analyze_position(
                position, lexicon, strategy, turn=number, played=played, is_withdrawn=is_withdrawn
            )
        )
    return GameAnalysis(game, lexicon.name, strategy.name, tuple(analyses))


def _chosen(strategy: StaticStrategy | str | None, variant: Variant) -> StaticStrategy:
    if strategy is None:
        return StaticStrategy.default(variant.tiles)
    return StaticStrategy.load(strategy) if isinstance(strategy, str) else strategy


def _candidates(position: Position, lexicon: Lexicon, strategy: StaticStrategy) -> CandidateList:
    """All that the player on turn can do: nothing when no rack is known, pass when the game is over."""
    candidates = strategy.candidates(position, lexicon)
    if _rack_knowledge(position) is RackKnowledge.UNKNOWN:
        return candidates[:0]
    if _is_over(position):
        place = candidates.moves.find(Move.pass_turn(position.variant.tiles)) or 0
        return candidates[place : place + 1]
    return candidates


def _rack_knowledge(position: Position) -> RackKnowledge:
    if position.racks[position.on_turn] is None:
        return RackKnowledge.UNKNOWN
    most_elsewhere = position.bag_count + (position.players - 1) * position.rules.rack_size
    return RackKnowledge.PARTIAL if len(position.unseen) > most_elsewhere else RackKnowledge.FULL


def _is_over(position: Position) -> bool:
    """Whether another player has gone out: a record may still have a pass after that."""
    return position.bag_count == 0 and any(
        rack is not None and not len(rack)
        for player, rack in enumerate(position.racks)
        if player != position.on_turn
    )


def turns_of(game: Game) -> list[tuple[Move | None, bool]]:
    """The move of each turn of a game, and whether it was taken back."""
    return [
        (event.move, following is not None and following.kind is EventKind.WITHDRAWN)
        for event, following in zip_longest(game.events, game.events[1:])
        if event.kind.is_turn
    ]


def _totals(player: int, positions: Iterable[PositionAnalysis]) -> PlayerTotals:
    made = [analysis.played for analysis in positions if analysis.player == player and analysis.played]
    lost = [move.equity_lost for move in made if move.equity_lost is not None]
    return PlayerTotals(
        player,
        turns=len(made),
        judged=len(lost),
        best_found=sum(move.rank == 1 for move in made),
        equity_lost=round(sum(lost), 3),
    )
