"""The review of a game: what each turn cost whom, how lucky the draws were, and where the game turned.

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

from movegen.errors import ConfigError
from movegen.events import EventKind
from movegen.game import Game
from movegen.lexicon import Lexicon
from movegen.moves import Move, MoveKind
from sims.looking_ahead import INTERRUPTED
from sims.turn_chances import TurnChances, chances_of, stopped, worths_of
from sims.winning import WinModel, win_model_for
from strategy.analysis import GameAnalysis, Method, PositionAnalysis
from strategy.last_move import may_be_forfeit
from strategy.luck import luck_of_draws
from strategy.mistakes import Mistake, class_of, mistake_index
from strategy.static import StaticStrategy


@dataclass(frozen=True)
class TurnReview:
    """A turn of a game.

    Attributes
    ----------
    analysis:   the candidates and the move that was made, and how they were valued.
    chances:    to win, of the player on turn.
    mistake:    the class of the move; None where it cannot be judged.
    luck:       what the tiles drawn before it were worth above their expectation: points; None if not known.
    has_missed_bingo: whether the best move plays the whole rack and the one that was made does not.
    was_challenged: whether it was taken back, or earned points for a challenge that it stood.
    may_be_forfeit: whether it is a pass behind the opponent's play, by rules that make a wrong challenge cost
                    the turn: a record tells no such turn from a pass.
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
        """Its number, from 1."""
        assert self.analysis.turn is not None
        return self.analysis.turn

    @property
    def player(self) -> int:
        """Who made it, from 0."""
        return self.analysis.player

    @property
    def points_lost(self) -> float | None:
        """Points of equity; None where the move cannot be judged."""
        return None if self.analysis.played is None else self.analysis.played.equity_lost

    @property
    def is_best(self) -> bool:
        """Whether the move is worth as much as the best one; in a pre-endgame it has to win as often, too."""
        is_decisive = self.analysis.method is Method.PREENDGAME
        return self.points_lost == 0 and not (is_decisive and self.chances.lost)


@dataclass(frozen=True)
class PlayerReview:
    """What a player's turns come to.

    Attributes
    ----------
    player:        from 0.
    turns, judged: how many turns the player had, and how many of them could be judged.
    best_found:    in how many the best move was made, or one worth as much that is no phony.
    points_lost:   in all of them, and by how much that lowers the chances to win if they are added up.
    mistakes:      how many of each class.
    luck:          points, of all draws that are known.
    bingos, missed_bingos, phonies: turns.
    best_turn:     the turn whose best move was found and is worth most more than the next one, if any.
    worst_turn:    the turn that cost most; None if none did.
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
    turns:         an entry a turn that was played and analyzed, in order.
    players:       an entry a player.
    turning_point: the turn from which on the winner was likelier to win than not; None without a winner, or
                   where chances are not known.
    to_play:       the analysis of the position to be played of an unfinished game, if there is one.
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
        """The turns whose simulation or search the clock has ended: another run will differ."""
        return tuple(turn.turn for turn in self.turns if stopped(turn.analysis) == "time")

    @property
    def is_reproducible(self) -> bool:
        """Whether another run gives the same review: not where the clock or the user has ended something."""
        analyses = [turn.analysis for turn in self.turns] + ([self.to_play] if self.to_play else [])
        return not any(
            stopped(each) in ("time", "interrupted") or each.why_static == INTERRUPTED for each in analyses
        )

    def chances_of(self, player: int) -> list[float | None]:
        """The chance of a player to win before each turn, if the best moves are made: from 0 to 1."""
        return [_seen_by(player, turn, turn.chances.best) for turn in self.turns]


def review_game(
    analysis: GameAnalysis,
    lexicon: Lexicon,
    strategy: StaticStrategy | None = None,
    *,
    win_model: WinModel | None = None,
) -> GameReview:
    """Judge every turn of an analysis, made with this lexicon and strategy.

    Losses are those that the analysis tells, whatever method it has used; chances that it does not tell are
    those of `win_model`. Luck is not told of a strategy whose leaves are worth more than 32-bit milli-points.
    """
    game = analysis.game
    strategy = strategy or StaticStrategy.default(game.variant.tiles)
    model = win_model or win_model_for(game.variant)
    lucks: Sequence[float | None] = [None] * len(game.turns)
    with suppress(ConfigError):  # leaves may be worth more than the core can count
        lucks = luck_of_draws(game, lexicon, strategy)
    turns = tuple(_turn(game, each, model, lucks) for each in analysis.positions if each.played)
    players = tuple(_player(player, turns) for player in range(len(game.players)))
    to_play = next((each for each in analysis.positions if each.played is None), None)
    return GameReview(game, turns, players, _turning_point(game, turns), to_play)


def _turn(
    game: Game, analysis: PositionAnalysis, model: WinModel, lucks: Sequence[float | None]
) -> TurnReview:
    assert analysis.turn is not None and analysis.played is not None
    chances = chances_of(analysis, model)
    lost = analysis.played.equity_lost
    is_endgame = analysis.method is Method.ENDGAME
    mistake = None
    if lost is not None:
        mistake = class_of(lost, chances.best, chances.played, is_endgame=is_endgame)
    luck = lucks[analysis.turn - 1]
    return TurnReview(
        analysis,
        chances,
        mistake,
        luck,
        _missed(analysis),
        _challenged(game, analysis.turn),
        _may_be_forfeit(game, analysis.turn),
    )


def _is_bingo(analysis: PositionAnalysis, move: Move) -> bool:
    laid = len(move.tiles_used) if move.kind is MoveKind.PLAY else 0
    return laid >= analysis.position.rules.bingo_tiles


def _missed(analysis: PositionAnalysis) -> bool:
    best, played = analysis.best, analysis.played
    if best is None or played is None or not _is_bingo(analysis, best.move):
        return False
    return played.is_withdrawn or not _is_bingo(analysis, played.move)


def _may_be_forfeit(game: Game, turn: int) -> bool:
    place = _place(game, turn)
    before = game.events[:place][-1:]
    return may_be_forfeit(game, game.events[place]) and any(event.kind is EventKind.PLAY for event in before)


def _place(game: Game, turn: int) -> int:
    """Where a turn stands among the events."""
    return [place for place, event in enumerate(game.events) if event.kind.is_turn][turn - 1]


def _challenged(game: Game, turn: int) -> bool:
    place = _place(game, turn)
    kinds = [event.kind for event in game.events[place + 1 : place + 2]]
    return EventKind.WITHDRAWN in kinds or EventKind.CHALLENGE_BONUS in kinds


def _player(player: int, everything: Sequence[TurnReview]) -> PlayerReview:
    turns = [turn for turn in everything if turn.player == player]
    judged = [turn for turn in turns if turn.mistake is not None]
    found = [turn for turn in judged if turn.is_best and not _is_phony(turn)]
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


def _is_phony(turn: TurnReview) -> bool:
    return turn.analysis.played is not None and turn.analysis.played.is_phony


def _margin(turn: TurnReview) -> tuple[float, int]:
    """How much more a move that was found is worth than the next one: points; earlier turns count more."""
    worths = worths_of(turn.analysis)
    return (worths[0] - worths[1] if len(worths) > 1 else 0.0), -turn.turn


def _cost(turn: TurnReview) -> tuple[int, float, float]:
    """How bad a mistake was: by its class, then by chances, then by points."""
    assert turn.mistake is not None
    return list(Mistake).index(turn.mistake), turn.chances.lost or 0.0, turn.points_lost or 0.0


def _seen_by(player: int, turn: TurnReview, chance: float | None) -> float | None:
    return chance if chance is None or turn.player == player else 1 - chance


def _turning_point(game: Game, turns: Sequence[TurnReview]) -> int | None:
    winner = game.winner
    if winner is None or len(game.players) != 2:
        return None
    found = None
    for turn in turns:
        after = _seen_by(winner, turn, turn.chances.played)
        if after is not None and after > 1 / 2:
            found = found or turn.turn
        elif after is not None:
            found = None
    return found
