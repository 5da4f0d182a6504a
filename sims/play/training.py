"""Training: any rack, any play, alone; every step can be taken back."""

from dataclasses import dataclass, replace

from movegen.board import Board
from movegen.cgp import read_cgp
from movegen.errors import IllegalMoveError
from movegen.lexicon import Lexicon
from movegen.move_parsing import parse_move
from movegen.moves import Move, MoveKind
from movegen.position import Position
from movegen.tiles import Rack
from sims.play.actions import Action, Draw, GoForward, Lay, SetPosition, SetRack, TakeBack
from sims.play.session import PlayError, Session
from sims.play.setting import Setting
from sims.selfplay import Bag
from strategy.candidates import CandidateList


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """Where a training game stood.

    Attributes
    ----------
    board, rack, score: as they were then; points of all plays since the position began.
    move:    the play that led there, if one did.
    phonies: its words that are not in the lexicon.
    """

    board: Board
    rack: Rack
    score: int = 0
    move: Move | None = None
    phonies: tuple[str, ...] = ()


class TrainingGame(Session):
    """A training game. It is never over. Raises what `Session` does."""

    def __init__(self, setting: Setting, lexicon: Lexicon | None = None) -> None:
        super().__init__(setting, lexicon)
        self._steps = [TrainingStep(Board.empty(self.variant), Rack.empty(self.variant.tiles))]
        self._place = 0
        self._draws = 0

    @property
    def steps(self) -> tuple[TrainingStep, ...]:
        """All that stand, the beginning first, those taken back included."""
        return tuple(self._steps)

    @property
    def place(self) -> int:
        """Which of the steps the game is at, from 0."""
        return self._place

    @property
    def now(self) -> TrainingStep:
        """The step that the game is at."""
        return self._steps[self._place]

    @property
    def can_take_back(self) -> bool:
        """Whether there is a step before."""
        return self._place > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether a step was taken back and none made since."""
        return self._place + 1 < len(self._steps)

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.now.board

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of all plays."""
        return (self.now.score,)

    @property
    def is_over(self) -> bool:
        """Never."""
        return False

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The one player."""
        return (0,)

    @property
    def unseen(self) -> Rack:
        """The tiles neither on the board nor on the rack."""
        tiles = self.variant.tiles
        return Rack(tiles, tiles.counts) - Rack(tiles, self.board.tile_counts) - self.now.rack

    def rack(self, seat: int) -> Rack:
        """The tiles on the rack."""
        return self.now.rack

    def position(self, seat: int) -> Position:
        """The position, against opponents without a point."""
        others = max(2, self.variant.rules.players_min) - 1
        racks: tuple[Rack | None, ...] = (self.now.rack, *(None,) * others)
        scores = (self.now.score, *(0,) * others)
        return Position(self.variant, self.board, racks, scores, lexicon_name=self.lexicon.name)

    def seconds_left(self, seat: int) -> float | None:
        """None: there is no clock."""
        return None

    def machine_action(self, seat: int) -> Action:
        """Raises PlayError: engines do not train."""
        raise PlayError("there is no engine in a training game")

    def read_move(self, seat: int, text: str) -> Move:
        """A play of the rack's tiles, or with an empty rack of any that are left, scored."""
        now = self.now
        tiles = now.rack if len(now.rack) else self.unseen
        move = parse_move(text, now.board, tiles, rules=self.variant.rules)
        if move.kind is not MoveKind.PLAY:
            raise IllegalMoveError(
                "training knows plays only", where=str(move), cure="take another rack instead"
            )
        return move

    def kibitz(self, seat: int, count: int | None = 10) -> CandidateList:
        """The best plays of the rack, best first. Raises PlayError when there are no tiles on it."""
        if not len(self.now.rack):
            raise PlayError("there are no tiles on the rack", cure="draw some, or say which")
        return super().kibitz(seat, count)

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
        """The step that an action makes. Raises what the rules have against it; nothing is changed yet."""
        now = self.now
        if isinstance(action, Lay):
            move = self.read_move(0, action.move)
            rack = now.rack - move.tiles_used if len(now.rack) else now.rack
            return TrainingStep(now.board.place(move), rack, now.score + move.score, move, self.phonies(move))
        if isinstance(action, SetRack):
            return replace(now, rack=self._checked(action.rack), move=None, phonies=())
        if isinstance(action, Draw):
            return replace(now, rack=self._drawn(action.anew), move=None, phonies=())
        if isinstance(action, SetPosition):
            return self._begun(action.cgp)
        raise PlayError("training knows racks, draws, plays, positions, and steps back and forward")

    def _checked(self, text: str) -> Rack:
        rack = self.variant.tiles.parse_rack(text)
        size, left = self.variant.rules.rack_size, self.unseen + self.now.rack
        if len(rack) > size:
            raise IllegalMoveError(
                f"{len(rack)} tiles on a rack", where=str(rack), cure=f"give at most {size}"
            )
        if not left.contains(rack):
            raise IllegalMoveError("more tiles than are left", where=str(rack), cure=f"there are {left}")
        return rack

    def _drawn(self, anew: bool) -> Rack:
        kept = Rack.empty(self.variant.tiles) if anew else self.now.rack
        left = self.unseen if not anew else self.unseen + self.now.rack
        bag = Bag(self.variant.tiles, self.setting.seed, self._draws, tiles=left)
        self._draws += 1
        return kept + bag.draw(self.variant.rules.rack_size - len(kept))

    def _begun(self, cgp: str) -> TrainingStep:
        position = read_cgp(cgp, variant=self.variant)
        if position.variant.layout != self.variant.layout or position.variant.tiles != self.variant.tiles:
            raise PlayError(
                f"the position is one of {position.variant.name}", cure=f"give one of {self.variant.name}"
            )
        return TrainingStep(position.board, position.rack, position.scores[position.on_turn])
