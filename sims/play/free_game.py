"""Free games: two to four players with their own racks, challenges and clocks."""

from dataclasses import dataclass, replace
from enum import Enum
from math import ceil
from time import perf_counter
from typing import Any

from movegen.board import Board, Move, MoveKind
from movegen.errors import IllegalMoveError, one_line
from movegen.game import Ending, Game, Player
from movegen.gcg import format_gcg
from movegen.lexicon import Lexicon
from movegen.position import Position
from movegen.variant import ChallengeRule, Rack
from sims.bag import Bag, check_end
from sims.errors import EngineError, EngineStoppedError
from sims.games import MoveChooser, check_players, forfeit_scores, may_forfeit, reason_of
from sims.play.actions import Accept, Action, Challenge, Forfeit, TakeTurn
from sims.play.game_setup import GameSetup
from sims.play.session import PlayError, Session, seconds_since
from strategy.analysis import invalid_words
from strategy.players import ProgramStrategy, static_part
from strategy.search_control import NO_CONTROL, SearchControl

_MINUTE = 60.0


class Step(Enum):
    """The action that a free game waits for."""

    MOVE = "move"
    """The player on turn moves or challenges the last play."""
    LAST_CHALLENGE = "last challenge"
    """The player after the one whose play ended the game challenges that play or accepts it."""
    OVER = "over"
    """None: the game is scored."""


@dataclass(frozen=True, slots=True)
class _Undrawn:
    """A player who has not drawn yet because the play may still be challenged.

    `rack_before` is the rack before the play, `count` the number of tiles to draw.
    """

    player: int
    rack_before: Rack
    count: int


class FreeGame(Session):
    """A free game.

    Where plays can be challenged, a player draws only once the next player has acted, since a phony may be
    withdrawn until then. Only the next player may challenge. An engine challenges every phony and nothing
    else.

    Attributes
    ----------
    game: the events so far, as a `movegen.Game`.
    step: the action that the game waits for.
    why_over: why the game has ended early: an engine forfeits it, or too many turns in a row scored nothing;
              None for any other end.

    Raises what `Session` raises; PositionError when the rules might never end a game or do not allow this
    number of players; ConfigError as `check_players`, or when a strategy has no leaves for these tiles or no
    words of this lexicon.

    >>> from sims.play.game_setup import Mode, Seat
    >>> seats = (Seat(name="Ann"), Seat(name="Jack", strategy="greedy"))
    >>> game = FreeGame(GameSetup(mode=Mode.FREE, seats=seats, seed=3))
    >>> game.rack(0)
    <Rack EHIOORR>
    >>> game.do(TakeTurn(game.kibitz(0)[0].move.gcg))
    >>> game.let_engines_act(), game.scores
    (1, (24, 28))
    """

    def __init__(self, setting: GameSetup, lexicon: Lexicon | None = None) -> None:
        super().__init__(setting, lexicon)
        check_end(self.variant)
        engines = [strategy for strategy in self.strategies if strategy is not None]
        check_players(engines, len(self.names))
        for engine in engines:
            judge = static_part(engine)
            # Raise here rather than at the engine's first move.
            judge.leaves(self.variant.tiles, self.variant.rules.rack_size)
            judge.known_words(self.lexicon)
        players = [Player("_".join(name.split()), name) for name in self.names]
        self.game = Game.new(self.variant, players, self.lexicon.name)
        self.step = Step.MOVE
        self.why_over: str | None = None
        self._forfeiting: int | None = None
        self._bag = Bag(self.variant.tiles, setting.seed)
        self._racks = [self._bag.draw(self.variant.rules.rack_size) for _ in players]
        self._undrawn: _Undrawn | None = None
        self._used = [0.0 for _ in players]
        self._chooser = MoveChooser(self.lexicon, setting.seed)

    @property
    def board(self) -> Board:
        """The current board."""
        return self.game.state.board

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by player, at the end those that count; see `sims.games.Forfeit.final_scores`."""
        scores = self.game.scores
        return scores if self._forfeiting is None else forfeit_scores(scores, self._forfeiting)

    @property
    def bag_count(self) -> int:
        """The number of tiles in the bag once everyone has drawn."""
        return self.game.state.bag_count

    @property
    def turns_left(self) -> int | None:
        """The number of turns left, with the present one; None while the rules do not limit them."""
        return self.game.state.last_turns

    @property
    def on_turn(self) -> int:
        """The player who acts next, from 0."""
        return self.game.state.on_turn

    @property
    def is_over(self) -> bool:
        """Whether the game is scored."""
        return self.step is Step.OVER

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The player on turn, or the one who may challenge the play that ended the game."""
        return () if self.is_over else (self.on_turn,)

    @property
    def can_challenge(self) -> bool:
        """Whether the last play may be challenged now."""
        return self._undrawn is not None

    @property
    def reveals_phonies(self) -> bool:
        """Whether players learn of phonies in advance: only where phonies are illegal."""
        return not self._has_challenges

    @property
    def _has_challenges(self) -> bool:
        return self.variant.rules.challenge is not ChallengeRule.VOID

    def rack(self, seat: int) -> Rack:
        """Return the rack of a player."""
        return self._racks[seat]

    def position(self, seat: int) -> Position:
        """Return the position as this player sees it, on turn."""
        if self.is_over:
            raise PlayError("the game is over")
        state = self.game.state
        racks = tuple(self._racks[seat] if player == seat else None for player in range(len(self.names)))
        return Position(
            self.variant,
            state.board,
            racks,
            state.scores,
            seat,
            state.scoreless_turns,
            self.lexicon.name,
            last_turns=state.last_turns,
        )

    def seconds_left(self, seat: int) -> float | None:
        """Return what the player's clock had left at the last action; negative if over time."""
        clock = self.setting.clock
        return None if clock is None else clock.seconds - self._used[seat]

    def engine_action(self, seat: int, control: SearchControl[Any] = NO_CONTROL) -> Action:
        """Return the engine's action: challenge a phony, accept the play that ended the game, or move.

        An outside program that fails forfeits the game, or raises EngineError, as its strategy says. If
        `control` stops it, the best static move is made, since nothing is known of its thoughts.
        """
        strategy = self.strategies[seat]
        if strategy is None or seat not in self.waiting_for:
            raise PlayError(f"no engine is to act for {self.names[seat]} now")
        if self.can_challenge and self.played_phonies():
            return Challenge()
        if self.step is Step.LAST_CHALLENGE:
            return Accept()
        begun = perf_counter()
        try:
            move, _ = self._chooser.choose(
                strategy,
                self.game,
                self._racks[seat],
                seconds_used=self._used[seat],
                seconds_left=self.seconds_left(seat),
                control=control,
            )
        except EngineError as error:
            if isinstance(error, EngineStoppedError) and control.is_stopped:
                return TakeTurn(self.kibitz(seat, 1)[0].move.gcg, seconds_since(begun))
            if not may_forfeit(strategy, error):
                error.question = None  # the game goes on, and the rack is secret
                raise
            return Forfeit(reason_of(error), seconds_since(begun))
        return TakeTurn(move.gcg, seconds_since(begun))

    def played_phonies(self) -> tuple[str, ...]:
        """Return the words of the last play that are not in the lexicon."""
        state = self.game.state
        if state.last_play is None or state.last_play.move is None or state.before_last_play is None:
            return ()
        board, move = state.before_last_play.board, state.last_play.move
        return invalid_words(board, move, self.lexicon, self.variant.rules.word_order)

    def gcg(self) -> str:
        """Return the game as GCG; until it is over without racks and exchanged tiles, which are secret."""
        if self.is_over:
            return format_gcg(self.game)
        game = self.game
        public = Game(game.variant, game.players, pragmas=game.pragmas, encoding=game.encoding)
        for event in game.events:
            move = event.move
            if move is not None and move.kind is MoveKind.EXCHANGE:
                move = Move.exchange_unknown(move.tile_set, move.exchange_count)
            public.add(replace(event, rack=None, move=move))
        return format_gcg(public)

    def _apply(self, action: Action) -> None:
        if self.is_over:
            raise PlayError("the game is over")
        player = self.on_turn
        if isinstance(action, TakeTurn):
            self._turn(player, action.move)
        elif isinstance(action, Challenge):
            self._challenge()
        elif isinstance(action, Accept):
            self._accept()
        elif isinstance(action, Forfeit):
            self._forfeit(player, action.reason)
        else:
            raise PlayError("a free game has turns, challenges and acceptances only")
        self._used[player] += action.seconds
        if self.game.is_finished and not self.is_over:
            self._end()

    def _turn(self, player: int, text: str) -> None:
        if self.step is Step.LAST_CHALLENGE:
            raise PlayError("the last play ends the game", cure="challenge or accept it")
        move, rack = self.read_move(player, text), self._racks[player]
        self._check_words(move)
        self.game.record_move(move, rack)  # raises if the move breaks the rules
        self._draw_due_tiles()
        self._racks[player] = rack - move.tiles_used
        self._undrawn = _Undrawn(player, rack, self.variant.rules.rack_size - len(self._racks[player]))
        if move.kind is not MoveKind.PLAY or not self._has_challenges:
            self._draw_due_tiles()
        if move.kind is MoveKind.EXCHANGE:
            self._bag.put_back(
                move.tiles_used
            )  # after the draw, so that exchanged tiles cannot come back at once

    def _check_words(self, move: Move) -> None:
        if not self._has_challenges and (words := self.phonies(move)):
            what = f"{', '.join(words)} {'is' if len(words) == 1 else 'are'} not in {self.lexicon.name}"
            raise IllegalMoveError(what, where=str(move), cure="make another move")

    def _challenge(self) -> None:
        if not self._has_challenges:
            raise PlayError("challenges are not allowed in this game")
        if not self.can_challenge:
            raise PlayError("there is no play to challenge")
        if not self.played_phonies():
            self.game.record_failed_challenge()
            self._draw_due_tiles()
            return
        self.game.withdraw_phony()
        assert self._undrawn is not None
        self._racks[self._undrawn.player] = self._undrawn.rack_before
        self._undrawn = None
        self.step = Step.MOVE

    def _accept(self) -> None:
        if self.step is not Step.LAST_CHALLENGE:
            raise PlayError("there is nothing to accept", cure="make a move, or challenge the last play")
        self._draw_due_tiles()

    def _forfeit(self, player: int, reason: str) -> None:
        if not isinstance(self.strategies[player], ProgramStrategy):
            raise PlayError("only outside programs forfeit games")
        self._forfeiting, self.step = player, Step.OVER
        self.why_over = f"{self.names[player]} forfeits: {one_line(reason)}"
        self.game.add_note(self.why_over)

    def _draw_due_tiles(self) -> None:
        """Let the last player draw, now that the play can no longer be challenged."""
        if self._undrawn is not None:
            player, count = self._undrawn.player, self._undrawn.count
            self._racks[player] = self._racks[player] + self._bag.draw(count)
            self._undrawn = None

    def _end(self) -> None:
        """Score the game, unless the play that ended it may still be challenged."""
        if self._undrawn is not None:
            self.step = Step.LAST_CHALLENGE
            return
        self.step = Step.OVER
        state = self.game.state
        if state.ending is Ending.SCORELESS:
            count = state.scoreless_turns
            self.why_over = (
                "a turn scored nothing" if count == 1 else f"{count} turns in a row scored nothing"
            )
        self.game.finish(self._racks)
        for seat in range(len(self.names)):
            left = self.seconds_left(seat)
            if left is not None and left < 0 and self.setting.clock is not None:
                self.game.record_time_penalty(seat, self.setting.clock.penalty * ceil(-left / _MINUTE))
