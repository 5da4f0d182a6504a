"""Training games: any rack and any play, alone; every step can be taken back."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from movegen.board import Board, Move, MoveKind, parse_move, parse_typed_move
from movegen.errors import IllegalMoveError
from movegen.lexicon import Lexicon
from movegen.position import Position, read_cgp
from movegen.variant import Rack
from sims.bag import Bag
from sims.play.actions import Action, DrawTiles, GoForward, Lay, SetPosition, SetRack, TakeBack
from sims.play.game_setup import GameSetup
from sims.play.session import PlayError, Session
from strategy.players import CandidateList
from strategy.search_control import NO_CONTROL, SearchControl


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """A state of a training game.

    Attributes
    ----------
    board, rack: the tiles.
    score:   points of all plays since the position was set.
    move:    the play that led to it, if any.
    phonies: its words that are not in the lexicon.

    >>> from sims.play.game_setup import Mode, Seat
    >>> game = TrainingGame(GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),)))
    >>> game.do(Lay("8F QZX"))
    >>> game.current.move, game.current.phonies
    (<Move 8F QZX 56>, ('QZX',))
    """

    board: Board
    rack: Rack
    score: int = 0
    move: Move | None = None
    phonies: tuple[str, ...] = ()


class TrainingGame(Session):
    """A training game, which never ends. Raises what `Session` raises.

    >>> from sims.play.game_setup import Mode, Seat
    >>> game = TrainingGame(GameSetup(mode=Mode.TRAINING, seats=(Seat(name="Ann"),)))
    >>> game.do(SetRack("AEINRST"))
    >>> game.do(Lay("8D RETINAS"))
    >>> game.scores, game.can_take_back
    ((66,), True)
    """

    def __init__(self, setting: GameSetup, lexicon: Lexicon | None = None) -> None:
        super().__init__(setting, lexicon)
        self._steps = [TrainingStep(Board.empty(self.variant), Rack.empty(self.variant.tiles))]
        self._place = 0
        self._draws = 0

    @property
    def steps(self) -> tuple[TrainingStep, ...]:
        """All steps from the beginning, those taken back included."""
        return tuple(self._steps)

    @property
    def step_index(self) -> int:
        """The index of the current step."""
        return self._place

    @property
    def current(self) -> TrainingStep:
        """The current step."""
        return self._steps[self._place]

    @property
    def can_take_back(self) -> bool:
        """Whether there is an earlier step."""
        return self._place > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether a step was taken back and none made since."""
        return self._place + 1 < len(self._steps)

    @property
    def board(self) -> Board:
        """The current board."""
        return self.current.board

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of all plays."""
        return (self.current.score,)

    @property
    def is_over(self) -> bool:
        """Whether the game is over: never."""
        return False

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The only player."""
        return (0,)

    @property
    def unseen(self) -> Rack:
        """The tiles neither on the board nor on the rack."""
        tiles = self.variant.tiles
        return Rack(tiles, tiles.counts) - Rack(tiles, self.board.tile_counts) - self.current.rack

    def rack(self, seat: int) -> Rack:
        """Return the rack."""
        del seat  # there is one player
        return self.current.rack

    def position(self, seat: int) -> Position:
        """Return the position, with opponents at 0 points."""
        del seat  # there is one player
        others = max(2, self.variant.rules.players_min) - 1
        racks: tuple[Rack | None, ...] = (self.current.rack, *(None,) * others)
        scores = (self.current.score, *(0,) * others)
        return Position(self.variant, self.board, racks, scores, lexicon_name=self.lexicon.name)

    def seconds_left(self, seat: int) -> float | None:
        """Return None: there is no clock."""
        del seat  # there is one player
        return None

    def engine_action(self, seat: int, control: SearchControl[Any] = NO_CONTROL) -> Action:
        """Raise PlayError: engines do not train."""
        del seat, control  # there is one player
        raise PlayError("there is no engine in a training game")

    def read_move(self, seat: int, text: str, *, is_typed: bool = False) -> Move:
        """Parse and score a play from the rack or, with an empty rack, from all unseen tiles."""
        del seat  # there is one player
        now = self.current
        tiles = now.rack if len(now.rack) else self.unseen
        parse = parse_typed_move if is_typed else parse_move
        move = parse(text, now.board, tiles, rules=self.variant.rules)
        if move.kind is not MoveKind.PLAY:
            raise IllegalMoveError(
                "only plays are possible in training", where=str(move), cure="set another rack instead"
            )
        return move

    def kibitz(self, seat: int, count: int | None = 10) -> CandidateList:
        """Return the best plays, best first, without exchanges and the pass, which training refuses.

        Raises PlayError when the rack is empty or has no play.
        """
        if not len(self.current.rack):
            raise PlayError("the rack is empty", cure="draw tiles or set them")
        listed = super().kibitz(seat, None)
        plays = np.flatnonzero(listed.moves.records["kind"] == 0)[:count]
        if not len(plays):
            raise PlayError("no play is possible with this rack", cure="draw anew, or set another rack")
        return CandidateList(listed.moves.select(plays), listed.equities[plays], listed.leave_values)

    def _apply(self, action: Action) -> None:
        if isinstance(action, TakeBack):
            self._go(-1, self.can_take_back, "there is nothing to take back")
        elif isinstance(action, GoForward):
            self._go(+1, self.can_go_forward, "nothing was taken back")
        else:
            step = self._next(action)
            del self._steps[self._place + 1 :]
            self._steps.append(step)
            self._place += 1

    def _go(self, by: int, can_go: bool, obstacle: str) -> None:
        if not can_go:
            raise PlayError(obstacle)
        self._place += by

    def _next(self, action: Action) -> TrainingStep:
        """Return the step that an action leads to, without taking it. Raises if it breaks the rules."""
        now = self.current
        if isinstance(action, Lay):
            move = self.read_move(0, action.move)
            rack = now.rack - move.tiles_used if len(now.rack) else now.rack
            return TrainingStep(now.board.place(move), rack, now.score + move.score, move, self.phonies(move))
        if isinstance(action, SetRack):
            return replace(now, rack=self._check_rack(action.rack), move=None, phonies=())
        if isinstance(action, DrawTiles):
            return replace(now, rack=self._draw(action.anew), move=None, phonies=())
        if isinstance(action, SetPosition):
            return self._set_position(action.cgp)
        raise PlayError("training has racks, draws, plays, positions, and steps back and forward only")

    def _check_rack(self, text: str) -> Rack:
        rack = self.variant.tiles.parse_rack(text)
        size, left = self.variant.rules.rack_size, self.unseen + self.current.rack
        if len(rack) > size:
            raise IllegalMoveError(
                f"{len(rack)} tiles on a rack", where=str(rack), cure=f"give at most {size}"
            )
        if not left.contains(rack):
            raise IllegalMoveError("more tiles than are left", where=str(rack), cure=f"there are {left}")
        return rack

    def _draw(self, anew: bool) -> Rack:
        kept = Rack.empty(self.variant.tiles) if anew else self.current.rack
        left = self.unseen if not anew else self.unseen + self.current.rack
        bag = Bag(self.variant.tiles, self.setting.seed, self._draws, tiles=left)
        self._draws += 1
        return kept + bag.draw(self.variant.rules.rack_size - len(kept))

    def _set_position(self, cgp: str) -> TrainingStep:
        position = read_cgp(cgp, variant=self.variant)
        if position.variant.layout != self.variant.layout or position.variant.tiles != self.variant.tiles:
            raise PlayError(
                f"the position is one of {position.variant.name}", cure=f"give one of {self.variant.name}"
            )
        return TrainingStep(position.board, position.rack, position.scores[position.on_turn])
