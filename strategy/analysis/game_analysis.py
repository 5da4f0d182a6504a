"""The analysis of games: the candidates and the played move of each turn, and the totals of the players."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from movegen.board import Move
from movegen.errors import MAX_NAME, PositionError, one_line
from movegen.game import EventKind, Game
from movegen.lexicon import Lexicon, check_lexicon
from movegen.numbers import show_value
from movegen.position import default_lexicon
from movegen.showing import Tabular, Tabulation, short_repr
from strategy.analysis.played_move import invalid_words
from strategy.analysis.position_analysis import PositionAnalysis, analyze_position, resolve_strategy
from strategy.players import StaticStrategy


@dataclass(frozen=True)
class PlayerTotals:
    """The totals of a player in a game.

    Attributes
    ----------
    player:      the player, from 0.
    turns:       the number of turns analyzed.
    judged:      the number of these turns that could be compared with the candidates.
    best_found:  the number of these in which the best move was played, or an equal one.
    equity_lost: the sum of the points lost.

    >>> totals = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).totals[0]
    >>> totals.judged, totals.best_found, round(totals.equity_lost, 1)
    (1, 0, 13.8)
    """

    player: int
    turns: int
    judged: int
    best_found: int
    equity_lost: float

    __repr__ = short_repr


@dataclass(frozen=True)
class GameAnalysis(Tabular):
    """The analysis of a game, or of some of its turns: a table of them.

    `positions` has one entry per turn analyzed, in order; `lexicon_name` and `strategy_name` apply to all of
    them.

    >>> analysis = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"))
    >>> analysis
    <GameAnalysis of <Game Ann_Archer 503, Ben_Boyle 362; 23 turns, finished>: 23 turns analyzed>
    >>> [each.turn for each in analysis.positions if each.played.equity_lost > 20]
    [16]
    """

    game: Game
    lexicon_name: str
    strategy_name: str
    positions: tuple[PositionAnalysis, ...]

    def __repr__(self) -> str:
        return f"<GameAnalysis of {self.game!r}: {len(self.positions)} turns analyzed>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` turns as a table, all for None."""
        titles = ("#", "Player", "Rack", "Move", "Score", "Lost", "Best")
        rows = [
            (
                str(row["turn"]),
                one_line(row["name"], MAX_NAME),
                row["rack"] or "?",
                row["move"] or "",
                "" if row["score"] is None else str(row["score"]),
                "" if row["equity_lost"] is None else f"{row['equity_lost']:.1f}",
                row["best"] or "",
            )
            for row in map(self._row, self.positions[:count])
        ]
        return Tabulation(repr(self), titles, rows, len(self.positions))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each turn: the played move, its points, rank and loss, and the best move.

        `equity` and `equity_lost` are in points by the evaluation; None where they are unknown.
        """
        return [self._row(each) for each in self.positions]

    def _row(self, analysis: PositionAnalysis) -> dict[str, Any]:
        played, best, rack = analysis.played, analysis.best, analysis.position.racks[analysis.player]
        return {
            "turn": analysis.turn,
            "player": analysis.player,
            "name": self.game.display_names[analysis.player],
            "rack": None if rack is None else str(rack),
            "move": None if played is None else str(played.move),
            "score": None if played is None else played.move.score,
            "equity": None if played is None else played.equity,
            "equity_lost": None if played is None else played.equity_lost,
            "rank": None if played is None else played.rank,
            "best": None if best is None else str(best.move),
            "best_equity": None if best is None else best.equity,
            "method": analysis.method.value,
        }

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings of the parser of the record, each with its line."""
        return tuple(str(warning) for warning in self.game.warnings)

    @property
    def totals(self) -> tuple[PlayerTotals, ...]:
        """The totals of each player over the turns analyzed."""
        return tuple(_totals(player, self.positions) for player in range(len(self.game.players)))


def analyze_game(
    game: Game,
    lexicon: Lexicon | None = None,
    strategy: StaticStrategy | str | Path | None = None,
    *,
    turn: int | None = None,
) -> GameAnalysis:
    """Rank the moves of every turn of a game, or of one turn, by score and leave.

    Turns count from 1. In an unfinished game the last one is still to be played and has no played move. See
    `analyze_position` for the other arguments. Raises PositionError if there is no such turn, or it is not a
    game.

    >>> (turn,) = analyze_game(read_gcg("jackdaw/samples/ann_v_ben.gcg"), turn=7).positions
    >>> turn.best, turn.played.move
    (<Candidate M9 (EA)TING 14 +11.1>, <Move 6H (P)ING 9>)
    """
    if not isinstance(game, Game):
        raise PositionError(f"{show_value(repr(game))} is not a game", cure="read its record with read_gcg")
    if lexicon is None:
        lexicon = lexicon_for_game(game, default_lexicon(game.position(1)))
    check_lexicon(lexicon)
    strategy = resolve_strategy(strategy, lexicon, game.variant)
    moves = played_moves(game)
    numbers = range(1, len(moves) + (1 if game.is_finished else 2))
    analyses = []
    for number in numbers if turn is None else [turn]:
        position = game.position(number)
        played, is_withdrawn = moves[number - 1] if number <= len(moves) else (None, False)
        analyses.append(
            analyze_position(
                position, lexicon, strategy, turn=number, played=played, is_withdrawn=is_withdrawn
            )
        )
    return GameAnalysis(game, lexicon.name, strategy.name, tuple(analyses))


def lexicon_for_game(game: Game, lexicon: Lexicon) -> Lexicon:
    """Return the default lexicon for a game, as a substitute if the game must have been played with another.

    So it must if it names no lexicon and has a play that was not taken back, with a word that the default one
    lacks.
    """
    if game.lexicon_name is not None or lexicon.is_substitute or not _lacks_words(game, lexicon):
        return lexicon
    return lexicon.as_substitute()


def _lacks_words(game: Game, lexicon: Lexicon) -> bool:
    """Return whether a play of a game that was not taken back forms a word that a lexicon lacks."""
    order = game.variant.rules.word_order
    return any(
        invalid_words(game.position(turn).board, move, lexicon, order)
        for turn, (move, is_withdrawn) in enumerate(played_moves(game), start=1)
        if move is not None and not is_withdrawn
    )


def played_moves(game: Game) -> list[tuple[Move | None, bool]]:
    """Return the move of each turn of a game, and whether it was taken back."""
    return [
        (event.move, following is not None and following.kind is EventKind.WITHDRAWN)
        for event, following in zip_longest(game.events, game.events[1:])
        if event.kind.is_turn
    ]


def _totals(player: int, positions: Iterable[PositionAnalysis]) -> PlayerTotals:
    played = [analysis.played for analysis in positions if analysis.player == player and analysis.played]
    lost = [move.equity_lost for move in played if move.equity_lost is not None]
    return PlayerTotals(
        player,
        turns=len(played),
        judged=len(lost),
        best_found=sum(move.rank == 1 for move in played),
        equity_lost=round(sum(lost), 3),
    )
