"""The free game: two to four players with racks of their own, challenges, clocks."""

from dataclasses import dataclass, replace
from enum import Enum
from math import ceil
from time import perf_counter

from movegen.board import Board
from movegen.errors import IllegalMoveError
from movegen.events import Player
from movegen.game import Game
from movegen.gcg_writer import format_gcg
from movegen.lexicon import Lexicon
from movegen.moves import Move, MoveKind
from movegen.position import Position
from movegen.rules import ChallengeRule
from movegen.tiles import Rack
from sims.chosen_move import MoveChooser, check_players
from sims.play.actions import Accept, Action, Challenge, Turn
from sims.play.session import PlayError, Session, seconds_since
from sims.play.setting import Setting
from sims.selfplay import Bag, check_end
from strategy.played_move import invalid_words
from strategy.static import StaticStrategy

_MINUTE = 60.0


class Step(Enum):
    """What a free game waits for."""

    MOVE = "move"
    """That the player on turn moves, or challenges the play just made."""
    LAST_CHALLENGE = "last challenge"
    """That the player behind the one who ended the game challenges that play, or accepts it."""
    OVER = "over"
    """Nothing: the tiles left are counted."""


@dataclass(frozen=True, slots=True)
class _Undrawn:
    """A player who has not drawn yet, since the play may still be challenged.

    `rack_before` is the rack before the play, `count` how many tiles are due.
    """

    player: int
    rack_before: Rack
    count: int


class FreeGame(Session):
    """A free game.

    Where plays can be challenged, a player draws when the next one has acted: a phony is taken back before.
    An engine challenges every phony and no word. Only the next player may challenge.

    Attributes
    ----------
    game: what happened so far, as `movegen.Game` has it.
    step: what is waited for.

    Raises what `Session` does; PositionError when its rules let a game go on for ever or are not for so many
    players, ConfigError where `check_players` does, or when one knows no leaves of these tiles or no
    words of this lexicon.
    """

    def __init__(self, setting: Setting, lexicon: Lexicon | None = None) -> None:
        super().__init__(setting, lexicon)
        check_end(self.variant)
        engines = [strategy for strategy in self.strategies if strategy is not None]
        check_players(engines, self.variant.rules, len(self.names))
        for engine in engines:
            judge = engine if isinstance(engine, StaticStrategy) else engine.evaluator
            judge.leaves(self.variant.tiles)  # raises here what would end the game at the engine's first move
            judge.known_words(self.lexicon)
        players = [Player("_".join(name.split()), name) for name in self.names]
        self.game = Game.new(self.variant, players, self.lexicon.name)
        self.step = Step.MOVE
        self._bag = Bag(self.variant.tiles, setting.seed)
        self._racks = [self._bag.draw(self.variant.rules.rack_size) for _ in players]
        self._undrawn: _Undrawn | None = None
        self._used = [0.0 for _ in players]
        self._chooser = MoveChooser(self.lexicon, setting.seed)

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.game.state.board

    @property
    def scores(self) -> tuple[int, ...]:
        """Points, an entry a player."""
        return self.game.scores

    @property
    def bag_count(self) -> int:
        """How many tiles are in the bag once everyone has drawn."""
        return self.game.state.bag_count

    @property
    def on_turn(self) -> int:
        """Who acts next, from 0."""
        return self.game.state.on_turn

    @property
    def is_over(self) -> bool:
        """Whether the tiles left are counted."""
        return self.step is Step.OVER

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The player on turn, or who may challenge the play that ended the game."""
        return () if self.is_over else (self.on_turn,)

    @property
    def can_challenge(self) -> bool:
        """Whether the play just made may be challenged now."""
        return self._undrawn is not None

    @property
    def tells_phonies(self) -> bool:
        """Only where phonies cannot be played at all."""
        return not self._has_challenges

    @property
    def _has_challenges(self) -> bool:
        return self.variant.rules.challenge is not ChallengeRule.VOID

    def rack(self, seat: int) -> Rack:
        """The tiles that a player holds."""
        return self._racks[seat]

    def position(self, seat: int) -> Position:
        """The position as a player sees it, on turn."""
        if self.is_over:
            raise PlayError("the game is over")
        state = self.game.state
        racks = tuple(self._racks[seat] if player == seat else None for player in range(len(self.names)))
        return Position(
            self.variant, state.board, racks, state.scores, seat, state.scoreless_turns, self.lexicon.name
        )

    def seconds_left(self, seat: int) -> float | None:
        """What is left on the player's clock since the last action; negative when over time."""
        clock = self.setting.clock
        return None if clock is None else clock.seconds - self._used[seat]

    def machine_action(self, seat: int) -> Action:
        """What the engine in a seat does: challenge a phony, accept what ended the game, or move."""
        strategy = self.strategies[seat]
        if strategy is None or seat not in self.waiting_for:
            raise PlayError(f"it is not for an engine to act for {self.names[seat]}")
        if self.can_challenge and self.played_phonies():
            return Challenge()
        if self.step is Step.LAST_CHALLENGE:
            return Accept()
        begun = perf_counter()
        move, _ = self._chooser.choose(
            strategy,
            self.game,
            self._racks[seat],
            seconds_used=self._used[seat],
            seconds_left=self.seconds_left(seat),
        )
        return Turn(move.gcg, seconds_since(begun))

    def played_phonies(self) -> tuple[str, ...]:
        """The words of the play just made that are not in the lexicon."""
        state = self.game.state
        if state.last_play is None or state.last_play.move is None or state.before_last_play is None:
            return ()
        board, move = state.before_last_play.board, state.last_play.move
        return invalid_words(board, move, self.lexicon, self.variant.rules.word_order)

    def gcg(self) -> str:
        """The game as GCG; until it is over without racks and exchanged tiles: others should not see them."""
        if self.is_over:
            return format_gcg(self.game)
        game = self.game
        told = Game(game.variant, game.players, pragmas=game.pragmas, encoding=game.encoding)
        for event in game.events:
            move = event.move
            if move is not None and move.kind is MoveKind.EXCHANGE:
                move = Move.exchange_unknown(move.tile_set, move.exchange_count)
            told.add(replace(event, rack=None, move=move))
        return format_gcg(told)

    def _apply(self, action: Action) -> None:
        if self.is_over:
            raise PlayError("the game is over")
        player = self.on_turn
        if isinstance(action, Turn):
            self._turn(player, action.move)
        elif isinstance(action, Challenge):
            self._challenge()
        elif isinstance(action, Accept):
            self._accept()
        else:
            raise PlayError("a free game knows turns, challenges and that a play is accepted")
        self._used[player] += action.seconds
        if self.game.is_finished:
            self._end()

    def _turn(self, player: int, text: str) -> None:
        if self.step is Step.LAST_CHALLENGE:
            raise PlayError(
                "the game is over unless its last play is challenged", cure="challenge or accept it"
            )
        move, rack = self.read_move(player, text), self._racks[player]
        self._check_words(move)
        self.game.record_move(move, rack)  # raises what the rules have against it
        self._draw_what_is_due()
        self._racks[player] = rack - move.tiles_used
        self._undrawn = _Undrawn(player, rack, self.variant.rules.rack_size - len(self._racks[player]))
        if move.kind is not MoveKind.PLAY or not self._has_challenges:
            self._draw_what_is_due()
        if move.kind is MoveKind.EXCHANGE:
            self._bag.put_back(move.tiles_used)  # after the draw: a tile given back cannot come at once

    def _check_words(self, move: Move) -> None:
        if not self._has_challenges and (words := self.phonies(move)):
            what = f"{', '.join(words)} {'is' if len(words) == 1 else 'are'} not in {self.lexicon.name}"
            raise IllegalMoveError(what, where=str(move), cure="make another move")

    def _challenge(self) -> None:
        if not self._has_challenges:
            raise PlayError("this game knows no challenges")
        if not self.can_challenge:
            raise PlayError("there is no play to challenge")
        if not self.played_phonies():
            self.game.challenge_failed()
            self._draw_what_is_due()
            return
        self.game.withdraw_phony()
        assert self._undrawn is not None
        self._racks[self._undrawn.player] = self._undrawn.rack_before
        self._undrawn = None
        self.step = Step.MOVE

    def _accept(self) -> None:
        if self.step is not Step.LAST_CHALLENGE:
            raise PlayError(
                "there is nothing to accept: a move is", cure="make it, or challenge the play before it"
            )
        self._draw_what_is_due()

    def _draw_what_is_due(self) -> None:
        """Let the player who has made the last play draw: it can no longer be challenged."""
        if self._undrawn is not None:
            player, count = self._undrawn.player, self._undrawn.count
            self._racks[player] = self._racks[player] + self._bag.draw(count)
            self._undrawn = None

    def _end(self) -> None:
        """Count the tiles left and the time, unless the play that ended the game may still be challenged."""
        if self._undrawn is not None:
            self.step = Step.LAST_CHALLENGE
            return
        self.step = Step.OVER
        self.game.finish(self._racks)
        for seat in range(len(self.names)):
            left = self.seconds_left(seat)
            if left is not None and left < 0 and self.setting.clock is not None:
                self.game.time_penalty(seat, self.setting.clock.penalty * ceil(-left / _MINUTE))
