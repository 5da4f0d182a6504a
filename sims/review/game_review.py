"""The review of a game: the cost of each turn, the luck of the draws, and the turning point.

>>> from movegen import Game, Lexicon, Variant
>>> from strategy import analyze_game, load_strategy
>>> from sims import play_game
>>> lexicon, greedy = Lexicon.load(), load_strategy("greedy")
>>> game = play_game([greedy, load_strategy("static")], lexicon, seed=4)
>>> review = review_game(analyze_game(game, lexicon), lexicon)
>>> [player.mistake_index > 0 for player in review.players]
[True, False]
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from movegen.board import Move, MoveKind
from movegen.errors import ConfigError
from movegen.game import EventKind, Game
from movegen.lexicon import Lexicon
from sims.review.turn_chances import TurnChances
from sims.simulation import win_model_for
from strategy.analysis import (
    GameAnalysis,
    Mistake,
    PositionAnalysis,
    StopReason,
    classify_mistake,
    measure_luck,
    mistake_index,
)
from strategy.inference import may_be_forfeit
from strategy.players import StaticStrategy
from strategy.winprob import WinModel


@dataclass(frozen=True)
class TurnReview:
    """The review of a turn.

    Attributes
    ----------
    analysis:   the candidates and the played move, with their evaluation.
    chances:    the chances to win of the player on turn.
    mistake:    the class of the move; None if it cannot be judged.
    luck:       the value of the tiles drawn before it minus the expected value, in points; None if unknown.
    has_missed_bingo: whether the best move is a bingo and the played one is not.
    was_challenged: whether the move was taken back, or earned points by withstanding a challenge.
    may_be_forfeit: whether the turn may have been lost to a wrong challenge; records do not distinguish that
                    from a pass.
    """

    analysis: PositionAnalysis
    chances: TurnChances
    mistake: Mistake | None
    luck: float | None
    has_missed_bingo: bool
    was_challenged: bool
    may_be_forfeit: bool

    def __repr__(self) -> str:
        judged = "not judged" if self.mistake is None else f"mistake: {self.mistake}"
        played = "" if self.analysis.played is None else f" {self.analysis.played.move}"
        return f"<TurnReview {self.turn}:{played}, {judged}>"

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""
        assert self.analysis.turn is not None
        return self.analysis.turn

    @property
    def player(self) -> int:
        """The player on turn, from 0."""
        return self.analysis.player

    @property
    def points_lost(self) -> float | None:
        """Points of equity lost; None if the move cannot be judged."""
        return None if self.analysis.played is None else self.analysis.played.equity_lost

    @property
    def is_best(self) -> bool:
        """Whether the move is worth as much as the best one and, where wins come first, wins as often."""
        return self.points_lost == 0 and not (self.analysis.method.puts_wins_first and self.chances.lost)


@dataclass(frozen=True)
class PlayerReview:
    """The totals of a player's turns.

    Attributes
    ----------
    player:        the player, from 0.
    turns, judged: the number of turns, and of turns that could be judged.
    best_found:    the number of turns with the best move, or with an equal one that is not a phony.
    points_lost, win_lost: the sums of the points and of the chances to win lost.
    mistakes:      the number of mistakes of each class.
    luck:          the sum over all draws that are known.
    bingos, missed_bingos, phonies: the turns with one.
    best_turn:     the turn with the best move and its greatest lead over the next one, if any.
    worst_turn:    the most costly turn; None if there was no mistake.
    """

    player: int
    turns: int
    judged: int
    best_found: int
    points_lost: float
    win_lost: float
    mistakes: dict[Mistake, int]
    mistake_index: float
    luck: float
    bingos: tuple[int, ...]
    missed_bingos: tuple[int, ...]
    phonies: tuple[int, ...]
    best_turn: int | None
    worst_turn: int | None


@dataclass(frozen=True)
class GameReview:
    """The review of a game.

    Attributes
    ----------
    turns:         one entry per turn that was played and analyzed, in order.
    players:       one entry per player.
    turning_point: the first turn after which the winner always had the better chance to win; None if there is
                   no winner, no chance is known, or not every turn was analyzed.
    to_play:       the analysis of the position to be played in an unfinished game, if there is one.
    """

    game: Game
    turns: tuple[TurnReview, ...]
    players: tuple[PlayerReview, ...]
    turning_point: int | None
    to_play: PositionAnalysis | None = None

    def __repr__(self) -> str:
        indices = ", ".join(f"{player.mistake_index:.1f}" for player in self.players)
        return f"<GameReview of {self.game!r}: mistake index {indices}>"

    @property
    def stopped_by_clock(self) -> tuple[int, ...]:
        """The turns whose simulation or search was stopped by the clock, so another run will differ."""
        return tuple(turn.turn for turn in self.turns if turn.analysis.evaluation.stopped == StopReason.TIME)

    @property
    def is_reproducible(self) -> bool:
        """Whether another run gives the same review: nothing was stopped by the clock or by the user."""
        analyses = [turn.analysis for turn in self.turns] + ([self.to_play] if self.to_play else [])
        return not any(
            each.evaluation.stopped in (StopReason.TIME, StopReason.INTERRUPTED)
            or each.why_static == StopReason.INTERRUPTED
            for each in analyses
        )

    def win_chances(self, player: int) -> list[float | None]:
        """Return a player's chance to win before each turn, from 0 to 1, if the best moves are played."""
        return [_convert_chance(player, turn, turn.chances.best) for turn in self.turns]


def review_game(
    analysis: GameAnalysis,
    lexicon: Lexicon,
    strategy: StaticStrategy | None = None,
    *,
    win_model: WinModel | None = None,
) -> GameReview:
    """Review every turn of an analysis, which must come from this lexicon and strategy.

    Losses are those of the evaluations; `win_model` gives the chances to win where they give none. Luck is
    None for a strategy whose leaves exceed 32-bit milli-points.
    """
    game = analysis.game
    strategy = strategy or StaticStrategy.default(game.variant.tiles)
    model = win_model or win_model_for(game.variant)
    lucks: Sequence[float | None] = [None] * len(game.turns)
    with suppress(ConfigError):  # leaves may exceed 32-bit milli-points
        lucks = measure_luck(game, lexicon, strategy)
    turns = tuple(_turn(game, each, model, lucks) for each in analysis.positions if each.played)
    players = tuple(_player(player, turns) for player in range(len(game.players)))
    to_play = next((each for each in analysis.positions if each.played is None), None)
    return GameReview(game, turns, players, _turning_point(game, turns), to_play)


def _turn(
    game: Game, analysis: PositionAnalysis, model: WinModel, lucks: Sequence[float | None]
) -> TurnReview:
    assert analysis.turn is not None and analysis.played is not None
    chances = TurnChances.of(analysis, model)
    lost = analysis.played.equity_lost
    mistake = None
    if lost is not None:
        is_exact = analysis.method.is_exact
        mistake = classify_mistake(lost, chances.best, chances.played, is_exact=is_exact)
    luck = lucks[analysis.turn - 1]
    return TurnReview(
        analysis,
        chances,
        mistake,
        luck,
        _has_missed_bingo(analysis),
        _was_challenged(game, analysis.turn),
        _may_be_forfeit(game, analysis.turn),
    )


def _is_bingo(analysis: PositionAnalysis, move: Move) -> bool:
    laid = len(move.tiles_used) if move.kind is MoveKind.PLAY else 0
    return laid >= analysis.position.rules.bingo_tiles


def _has_missed_bingo(analysis: PositionAnalysis) -> bool:
    best, played = analysis.best, analysis.played
    if best is None or played is None or not _is_bingo(analysis, best.move):
        return False
    return played.is_withdrawn or not _is_bingo(analysis, played.move)


def _may_be_forfeit(game: Game, turn: int) -> bool:
    index = _event_index(game, turn)
    before = game.events[:index][-1:]
    return may_be_forfeit(game, game.events[index]) and any(event.kind is EventKind.PLAY for event in before)


def _event_index(game: Game, turn: int) -> int:
    """Return the index of a turn among the events."""
    return [index for index, event in enumerate(game.events) if event.kind.is_turn][turn - 1]


def _was_challenged(game: Game, turn: int) -> bool:
    index = _event_index(game, turn)
    kinds = [event.kind for event in game.events[index + 1 : index + 2]]
    return EventKind.WITHDRAWN in kinds or EventKind.CHALLENGE_BONUS in kinds


def _player(player: int, all_turns: Sequence[TurnReview]) -> PlayerReview:
    turns = [turn for turn in all_turns if turn.player == player]
    judged = [turn for turn in turns if turn.mistake is not None]
    found = [turn for turn in judged if turn.is_best and not _has_invalid_words(turn)]
    costly = [turn for turn in judged if turn.mistake is not Mistake.NONE]
    counts = Counter(turn.mistake for turn in judged if turn.mistake)
    played = [(turn, turn.analysis.played) for turn in turns if turn.analysis.played]
    return PlayerReview(
        player,
        len(turns),
        len(judged),
        len(found),
        round(sum(turn.points_lost or 0 for turn in judged), 3),
        round(sum(turn.chances.lost or 0 for turn in judged), 6),
        {mistake: counts[mistake] for mistake in Mistake},
        mistake_index(turn.mistake for turn in judged if turn.mistake),
        round(sum(turn.luck or 0 for turn in turns), 3),
        tuple(t.turn for t, made in played if _is_bingo(t.analysis, made.move) and not made.is_withdrawn),
        tuple(turn.turn for turn in turns if turn.has_missed_bingo),
        tuple(turn.turn for turn, made in played if made.is_phony),
        max(found, key=_margin).turn if found else None,
        max(costly, key=_cost).turn if costly else None,
    )


def _has_invalid_words(turn: TurnReview) -> bool:
    return turn.analysis.played is not None and bool(turn.analysis.played.invalid_words)


def _margin(turn: TurnReview) -> tuple[float, int]:
    """Return the sort key of a best move: its lead over the next one, in points; earlier turns first."""
    evaluation = turn.analysis.evaluation
    best, *others = (evaluation.equity(move) or 0.0 for move in evaluation.moves[:2])
    return (best - others[0] if others else 0.0), -turn.turn


def _cost(turn: TurnReview) -> tuple[int, float, float]:
    """Return the sort key of a mistake: its class, then the chance lost, then the points lost."""
    assert turn.mistake is not None
    return list(Mistake).index(turn.mistake), turn.chances.lost or 0.0, turn.points_lost or 0.0


def _convert_chance(player: int, turn: TurnReview, chance: float | None) -> float | None:
    return chance if chance is None or turn.player == player else 1 - chance


def _turning_point(game: Game, turns: Sequence[TurnReview]) -> int | None:
    winner = game.winner
    if winner is None or len(game.players) != 2 or len(turns) < len(game.turns):
        return None
    turning_point = None
    for turn in turns:
        after = _convert_chance(winner, turn, turn.chances.played)
        if after is not None and after > 1 / 2:
            turning_point = turning_point or turn.turn
        elif after is not None:
            turning_point = None
    return turning_point
