"""A position: the board, what is known of the racks, the scores and whose turn it is."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from movegen.board import Board
from movegen.errors import IllegalMoveError, PositionError
from movegen.move_parsing import parse_move
from movegen.moves import Move, MoveKind
from movegen.placement import check_placement
from movegen.rules import Rules, Variant
from movegen.tiles import Rack

if TYPE_CHECKING:
    from movegen.lexicon import Lexicon
    from movegen.move_list import MoveList


@dataclass(frozen=True, repr=False)
class Position:
    """Everything that a choice of move can depend on. A value: `after` makes another.

    Attributes
    ----------
    racks:           one a player; None when unknown, fewer tiles than a player holds when partly known.
    scores:          points, one a player.
    on_turn:         the index of the player to move.
    scoreless_turns: how many turns in a row up to now had no score.
    lexicon_name:    the lexicon the game is played with, when known.
    operations:      what else a CGP told of the position, as (name, value), in order.

    Raises PositionError when the parts contradict each other or hold more tiles than there are.
    """

    variant: Variant
    board: Board
    racks: tuple[Rack | None, ...]
    scores: tuple[int, ...]
    on_turn: int = 0
    scoreless_turns: int = 0
    lexicon_name: str | None = None
    operations: tuple[tuple[str, str], ...] = ()

    @classmethod
    def initial(cls, variant: Variant, players: int = 2, *, lexicon_name: str | None = None) -> "Position":
        """The beginning of a game, racks unknown."""
        nobody = (None,) * players
        return cls(variant, Board.empty(variant), nobody, (0,) * players, lexicon_name=lexicon_name)

    def __post_init__(self) -> None:
        rules = self.variant.rules
        if self.board.layout != self.variant.layout or self.board.tile_set != self.variant.tiles:
            raise PositionError(f"the board is not one of the variant {self.variant.name}")
        if len(self.racks) != len(self.scores):
            raise PositionError(f"{len(self.racks)} racks, but {len(self.scores)} scores")
        if not rules.players_min <= self.players <= rules.players_max:
            allowed = f"{rules.players_min} to {rules.players_max}"
            raise PositionError(f"{self.players} players", cure=f"{self.variant.name} is for {allowed}")
        if not 0 <= self.on_turn < self.players:
            raise PositionError(f"player {self.on_turn} of {self.players} is on turn")
        if self.scoreless_turns < 0:
            raise PositionError(f"{self.scoreless_turns} turns without a score")
        for rack in filter(None, self.racks):
            if rack.tile_set != self.variant.tiles:
                raise PositionError(
                    f"a rack of {rack.tile_set.name} in a game with {self.variant.tiles.name}"
                )
            if len(rack) > rules.rack_size:
                raise PositionError(f"the rack {rack} has {len(rack)} tiles, but holds {rules.rack_size}")
        self._check_tiles()

    def _check_tiles(self) -> None:
        tiles = self.variant.tiles
        known = [rack.counts for rack in self.racks if rack is not None]
        for index, used in enumerate(map(sum, zip(self.board.tile_counts, *known, strict=True))):
            if used > tiles.counts[index]:
                raise PositionError(
                    f"{used} tiles {tiles.rack_text(index)} on the board and the racks, "
                    f"but {tiles.name} has {tiles.counts[index]}"
                )

    @property
    def rules(self) -> Rules:
        """The rules of the variant."""
        return self.variant.rules

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.racks)

    @property
    def rack(self) -> Rack:
        """The tiles known of the rack of the player on turn; none when it is unknown."""
        rack = self.racks[self.on_turn]
        return Rack.empty(self.variant.tiles) if rack is None else rack

    @property
    def unseen(self) -> Rack:
        """All tiles but those on the board and on the mover's rack, known opponents' racks included."""
        counts = zip(self.variant.tiles.counts, self.board.tile_counts, self.rack.counts, strict=True)
        return Rack(self.variant.tiles, tuple(total - laid - held for total, laid, held in counts))

    @property
    def bag_count(self) -> int:
        """How many tiles are in the bag when every player who can has a full rack."""
        off_board = self.variant.tiles.total - sum(self.board.tile_counts)
        return max(0, off_board - self.players * self.rules.rack_size)

    @property
    def can_exchange(self) -> bool:
        """Whether there are tiles enough in the bag to exchange."""
        return self.bag_count >= max(1, self.rules.exchange_limit)

    def moves(self, lexicon: "Lexicon | None" = None) -> "MoveList":
        """All legal moves, by the lexicon given, else by the one the position names."""
        from movegen.generation import generate_moves  # needs the compiled core

        return generate_moves(self, lexicon)

    def parse_move(self, text: str) -> Move:
        """Read and score a move of the player on turn; see `movegen.move_parsing.parse_move`."""
        move = parse_move(text, self.board, rules=self.rules)
        self._tiles_left(move)
        self._check_exchange(move)
        return move

    def after(self, move: Move) -> "Position":
        """The position after a move, before the player draws; its score is taken as the move gives it.

        Raises IllegalMoveError when the board, the rack or the bag does not allow the move.
        """
        check_placement(self.board, move)
        self._check_exchange(move)
        racks, scores = list(self.racks), list(self.scores)
        racks[self.on_turn] = self._tiles_left(move)
        scores[self.on_turn] += move.score
        return replace(
            self,
            board=self.board.place(move),
            racks=tuple(racks),
            scores=tuple(scores),
            on_turn=(self.on_turn + 1) % self.players,
            scoreless_turns=0 if move.score else self.scoreless_turns + 1,
        )

    def cgp(self) -> str:
        """The position as a line of text; see `movegen.cgp`."""
        from movegen.cgp import write_cgp

        return write_cgp(self)

    def _check_exchange(self, move: Move) -> None:
        if move.kind is not MoveKind.EXCHANGE:
            return
        if not self.can_exchange or move.exchange_count > self.bag_count:
            bag = f"{self.bag_count} tile{'s' * (self.bag_count != 1)} in the bag"
            needed = max(1, self.rules.exchange_limit, move.exchange_count)
            raise IllegalMoveError(
                f"with {bag} it is not allowed", where=str(move), cure=f"it needs {needed}"
            )

    def _tiles_left(self, move: Move) -> Rack | None:
        """What is known of the mover's rack once the move's tiles have left it.

        While there are tiles in the bag, a rack that is not full is only partly known: what a move uses
        beyond it must have been among the unknown ones. Raises IllegalMoveError when that cannot be.
        """
        rack = self.racks[self.on_turn]
        if rack is None:
            return None
        unknown = self.rules.rack_size - len(rack) if self.bag_count else 0
        used = move.tiles_used
        if move.exchange_count > len(used):  # it is not known which
            if move.exchange_count > len(rack) + unknown:
                raise IllegalMoveError(f"the rack {rack} does not hold so many", where=str(move))
            return None
        shared = Rack(rack.tile_set, tuple(map(min, rack.counts, used.counts)))
        if len(used) - len(shared) > unknown:
            raise IllegalMoveError(f"it takes {used}, which the rack {rack} does not hold", where=str(move))
        return rack - shared

    def __str__(self) -> str:
        lines = [str(self.board), ""]
        for player, (rack, score) in enumerate(zip(self.racks, self.scores, strict=True)):
            arrow = "->" if player == self.on_turn else "  "
            lines.append(f"{arrow} player {player + 1}  {'?' if rack is None else rack or '-'}  {score}")
        lines.append(f"   unseen {len(self.unseen)} ({self.bag_count} in the bag): {self.unseen}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)  # so that a position typed at Python's prompt shows itself

    def _repr_svg_(self) -> str:
        from movegen.drawing import draw_board

        scores = " - ".join(str(score) for score in self.scores)
        return draw_board(self.board, rack=self.rack, title=f"{scores}, player {self.on_turn + 1} to move")
