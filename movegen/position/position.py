"""A position: the board, the known tiles of the racks, the scores and the player on turn."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from movegen.board import (
    Board,
    Move,
    MoveKind,
    MoveList,
    check_placement,
    draw_board,
    not_held_error,
    parse_move,
)
from movegen.counts import counted
from movegen.errors import CgpError, IllegalMoveError, LexiconError, PositionError, quote
from movegen.lexicon import EMBEDDED, Lexicon, is_same_lexicon, nearest_lexicon
from movegen.numbers import check_whole, show_value
from movegen.position.cgp_writer import KEPT_OPERATIONS, write_cgp
from movegen.position.generation import MoveGenerator
from movegen.variant import EndingRule, Rack, Rules, TileSet, Variant, check_variant

MAX_POINTS = 10**12
"""The largest score of a player, in points: more than any rules allow, and far below what sums can hold."""


@dataclass(frozen=True, repr=False)
class Position:
    """Everything that a choice of move can depend on. Immutable: `after` returns a new position.

    Attributes
    ----------
    racks:           a rack per player; None when unknown, fewer tiles than the player has when partly known.
    scores:          points per player.
    on_turn:         the index of the player to move.
    scoreless_turns: the number of consecutive turns without a score up to now.
    lexicon_name:    the lexicon of the game, when known.
    operations:      other operations of the CGP that it was read from, as (name, value), in order.
    last_turns:      the number of turns left, with the present one, where the rules limit them once the bag
                     is empty, as in Crossplay; 0 when the game is over. None for what `turns_left` can tell.

    Raises PositionError when the parts contradict each other or have more tiles than there are.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> position
    <Position 0 - 32, player 1 to move, ADEEGIL, 81 in the bag>
    >>> position.after(position.parse_move("D8 .EIGELA")).scores
    (22, 32)
    >>> position.with_rack("AEINRST")
    <Position 0 - 32, player 1 to move, AEINRST, 81 in the bag>
    """

    variant: Variant
    board: Board
    racks: tuple[Rack | None, ...]
    scores: tuple[int, ...]
    on_turn: int = 0
    scoreless_turns: int = 0
    lexicon_name: str | None = None
    operations: tuple[tuple[str, str], ...] = ()
    last_turns: int | None = None

    @classmethod
    def initial(cls, variant: Variant, players: int = 2, *, lexicon_name: str | None = None) -> "Position":
        """Return the position at the beginning of a game, with unknown racks."""
        racks = (None,) * players
        return cls(variant, Board.empty(variant), racks, (0,) * players, lexicon_name=lexicon_name)

    def __post_init__(self) -> None:
        self._check_kinds()
        rules = self.variant.rules
        if self.board.layout != self.variant.layout or self.board.tile_set != self.variant.tiles:
            raise PositionError(f"the board is not one of the variant {self.variant.name}")
        for score in self.scores:
            check_whole("a score of {}", score, -MAX_POINTS, MAX_POINTS)
        check_whole("{} turns without a score", self.scoreless_turns, 0)
        if len(self.racks) != len(self.scores):
            raise PositionError(f"{len(self.racks)} racks, but {len(self.scores)} scores")
        if not rules.players_min <= self.players <= rules.players_max:
            allowed = f"{rules.players_min} to {rules.players_max}"
            raise PositionError(f"{self.players} players", cure=f"{self.variant.name} is for {allowed}")
        if not 0 <= self.on_turn < self.players:
            raise PositionError(f"player {self.on_turn} of {self.players} is on turn")
        for rack in filter(None, self.racks):
            if rack.tile_set != self.variant.tiles:
                raise PositionError(
                    f"a rack of {rack.tile_set.name} in a game with {self.variant.tiles.name}"
                )
            if len(rack) > rules.rack_size:
                raise PositionError(f"the rack {rack} has {len(rack)} tiles; racks hold {rules.rack_size}")
        self._check_tiles()
        if self.last_turns is not None:
            self._check_last_turns(self.last_turns)

    def _check_kinds(self) -> None:
        check_variant(self.variant)
        if not isinstance(self.board, Board):
            raise PositionError(f"{show_value(repr(self.board))} is not a board", cure="see Board.empty")
        for name in ("racks", "scores"):
            value = getattr(self, name)
            if type(value) is not tuple:  # a list has no hash
                object.__setattr__(self, name, tuple(value))
        for rack in self.racks:
            if rack is not None and not isinstance(rack, Rack):
                raise PositionError(
                    f"{show_value(repr(rack))} is not a rack", cure="parse it with TileSet.parse_rack"
                )

    def _check_last_turns(self, turns: int) -> None:
        rule = self.rules.ending
        if rule is EndingRule.OUT:
            raise PositionError(f"{turns} last turns", cure=f"{self.variant.name} does not limit them")
        most = self.players - (rule is EndingRule.LAST_TURNS)
        if self.bag_count or not 0 <= turns <= most:
            bag = f"{counted(self.bag_count, 'tile')} in the bag"
            cure = f"{self.variant.name} has at most {most}, once the bag is empty"
            raise PositionError(f"{turns} last turns with {bag}", cure=cure)

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
        """The number of players."""
        return len(self.racks)

    @property
    def rack(self) -> Rack:
        """The known tiles of the player on turn; an empty rack when it is unknown."""
        rack = self.racks[self.on_turn]
        return Rack.empty(self.variant.tiles) if rack is None else rack

    @cached_property
    def unseen(self) -> Rack:
        """The tiles neither on the board nor on the mover's rack; opponents' known racks are included."""
        counts = zip(self.variant.tiles.counts, self.board.tile_counts, self.rack.counts, strict=True)
        return Rack(self.variant.tiles, tuple(total - laid - held for total, laid, held in counts))

    @property
    def bag_count(self) -> int:
        """The number of tiles in the bag, if every player has drawn a full rack as far as possible."""
        off_board = self.variant.tiles.total - sum(self.board.tile_counts)
        return max(0, off_board - self.players * self.rules.rack_size)

    @property
    def turns_left(self) -> int | None:
        """The number of turns left, with the present one; None if the rules do not limit them yet.

        Without `last_turns` this follows from the racks. Where each player has one more turn after the last
        tile was drawn, a mover who has a full rack is taken to be the first of them, any other the last.

        >>> crossplay = Position.initial(Variant.load("crossplay"))
        >>> crossplay.turns_left is None
        True
        """
        if self.last_turns is not None or self.bag_count or self.rules.ending is EndingRule.OUT:
            return self.last_turns
        if self.rules.ending is EndingRule.EMPTY_BAG:
            return self.players if len(self.rack) == self.rules.rack_size else 1
        order = [self.racks[(self.on_turn + turn) % self.players] for turn in range(1, self.players)]
        if self.players == 2 and not len(self.unseen):
            return 1
        out = (turn for turn, rack in enumerate(order, start=1) if rack is not None and not len(rack))
        return next(out, None)

    @property
    def spread(self) -> int:
        """The points by which the player on turn leads the best opponent; negative when behind."""
        others = (score for player, score in enumerate(self.scores) if player != self.on_turn)
        return self.scores[self.on_turn] - max(others)

    @property
    def can_exchange(self) -> bool:
        """True if there are enough tiles in the bag to exchange."""
        return self.bag_count >= max(1, self.rules.exchange_limit)

    @property
    def may_end_without_score(self) -> bool:
        """True if the game ends with one more turn without a score."""
        return 0 < self.rules.scoreless_turns <= self.scoreless_turns + 1

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings about the CGP that it was read from: operations that are not known."""
        unknown = dict.fromkeys(name for name, _ in self.operations if name not in KEPT_OPERATIONS)
        return tuple(f"the operation {quote(name)} of the CGP is unknown and ignored" for name in unknown)

    def moves(self, lexicon: Lexicon | None = None) -> MoveList:
        """Return all legal moves, by the given lexicon, else by the one that the position names."""
        return generate_moves(self, lexicon)

    def parse_move(self, text: str) -> Move:
        """Read and score a move of the player on turn; see `movegen.parse_move`."""
        move = parse_move(text, self.board, rules=self.rules)
        self._tiles_left(move)
        self._check_exchange(move)
        return move

    def with_rack(self, rack: Rack | str | None, player: int | None = None) -> "Position":
        """Return the same position with another rack of a player, by default of the one on turn.

        None is for an unknown rack. Raises PositionError for a player or a rack that is not possible,
        NotationError for a text that is no rack.
        """
        if isinstance(rack, str):
            rack = self.variant.tiles.parse_rack(rack)
        at = self.on_turn if player is None else player
        check_whole("there is no player {}", at, 0, self.players - 1)
        return replace(self, racks=(*self.racks[:at], rack, *self.racks[at + 1 :]))

    def after(self, move: Move | str) -> "Position":
        """Return the position after a move, before the player draws; the score is that of the move.

        Raises IllegalMoveError when the board, the rack or the bag does not allow the move, and for a text
        what `parse_move` raises.
        """
        if isinstance(move, str):
            move = self.parse_move(move)
        check_placement(self.board, move)
        self._check_exchange(move)
        racks, scores = list(self.racks), list(self.scores)
        racks[self.on_turn] = left = self._tiles_left(move)
        scores[self.on_turn] += move.score
        after = replace(
            self,
            board=self.board.place(move),
            racks=tuple(racks),
            scores=tuple(scores),
            on_turn=(self.on_turn + 1) % self.players,
            scoreless_turns=0 if move.score else self.scoreless_turns + 1,
            last_turns=None,
        )
        if self.rules.ending is EndingRule.OUT:
            return after
        went_out = not self.bag_count and left is not None and not len(left)
        turns = self.rules.ending.last_turns(after.bag_count, not went_out, self.players)
        return replace(after, last_turns=turns if self.turns_left is None else max(0, self.turns_left - 1))

    def without_other_racks(self) -> "Position":
        """Return the position as the player on turn sees it: nothing is known of the other racks."""
        racks = tuple(rack if player == self.on_turn else None for player, rack in enumerate(self.racks))
        return replace(self, racks=racks)

    def cgp(self, *, strict: bool = True) -> str:
        """Return the position as a line of text; see `read_cgp`.

        Raises CgpError when CGP cannot express the name of the lexicon or an operation. Unless `strict`, the
        lexicon and all operations are left out instead.
        """
        try:
            return write_cgp(self)
        except CgpError:
            if strict:
                raise
            return write_cgp(replace(self, lexicon_name=None, operations=()))

    def _check_exchange(self, move: Move) -> None:
        if move.kind is not MoveKind.EXCHANGE:
            return
        if not self.can_exchange or move.exchange_count > self.bag_count:
            bag = f"{counted(self.bag_count, 'tile')} in the bag"
            needed = max(1, self.rules.exchange_limit, move.exchange_count)
            raise IllegalMoveError(
                f"with {bag} it is not allowed", where=str(move), cure=f"it needs {needed}"
            )

    def _tiles_left(self, move: Move) -> Rack | None:
        """Return the known tiles of the mover's rack after the tiles of the move have left it.

        While there are tiles in the bag, a rack that is not full is only partly known: the other tiles of the
        move must have been among the unknown ones. Raises IllegalMoveError when that is impossible.
        """
        rack = self.racks[self.on_turn]
        if rack is None:
            return None
        unknown = self.rules.rack_size - len(rack) if self.bag_count else 0
        used = move.tiles_used
        if move.exchange_count > len(used):  # unknown tiles
            if move.exchange_count > len(rack) + unknown:
                raise IllegalMoveError(f"the rack {rack} does not have so many tiles", where=str(move))
            return None
        shared = Rack(rack.tile_set, tuple(map(min, rack.counts, used.counts)))
        if len(used) - len(shared) > unknown:
            raise not_held_error(move, rack)
        return rack - shared

    def __str__(self) -> str:
        lines = [str(self.board), ""]
        for player, (rack, score) in enumerate(zip(self.racks, self.scores, strict=True)):
            arrow = "->" if player == self.on_turn else "  "
            lines.append(f"{arrow} player {player + 1}  {'?' if rack is None else rack or '-'}  {score}")
        lines.append(f"   unseen {len(self.unseen)} ({self.bag_count} in the bag): {self.unseen}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        scores = " - ".join(map(str, self.scores))
        rack = str(self.rack) or "rack unknown"
        return f"<Position {scores}, player {self.on_turn + 1} to move, {rack}, {self.bag_count} in the bag>"

    def _repr_svg_(self) -> str:
        scores = " - ".join(str(score) for score in self.scores)
        return draw_board(self.board, rack=self.rack, title=f"{scores}, player {self.on_turn + 1} to move")


def generate_moves(position: Position, lexicon: Lexicon | None = None) -> MoveList:
    """Generate every legal move of the player on turn, best score first; see `MoveGenerator.moves`.

    Without a lexicon, the one that the position names is used if it is installed, else the embedded one.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> generate_moves(position, Lexicon.load())[0]
    <Move 7C GALEE 22>
    """
    check_position(position)
    if lexicon is None:  # one without words is false, too
        lexicon = default_lexicon(position)
    generator = MoveGenerator(position.variant, lexicon, position.board)
    return generator.moves(position.rack, position.bag_count)


def check_position(position: object) -> None:
    """Raise PositionError for anything but a position, such as a game or its CGP."""
    if not isinstance(position, Position):
        raise PositionError(
            f"{show_value(repr(position))} is not a position",
            cure="take one of a game with Game.position, or read it with read_cgp",
        )


def default_lexicon(position: Position) -> Lexicon:
    """Load the lexicon that a position names; cached.

    If it is not installed, the nearest installed edition of the same list stands in for it, else the embedded
    lexicon: `Lexicon.is_substitute`. Without a name it is the embedded one.

    Raises LexiconError when it is for other letters than the position's tiles.
    """
    name, tiles = position.lexicon_name, position.variant.tiles
    longest = max(position.variant.layout.rows, position.variant.layout.columns)
    nearest = name and nearest_lexicon(name)
    if name and nearest:
        found = _load_cached(nearest, tiles, longest)
        return found if is_same_lexicon(name, nearest) else found.as_substitute()
    try:
        found = _load_cached(EMBEDDED, tiles, longest)
    except LexiconError:
        problem = f"{EMBEDDED} is not for the letters of {tiles.name}"
        raise LexiconError(problem, cure="give a lexicon that is") from None
    return found.as_substitute() if name else found


@lru_cache(maxsize=4)
def _load_cached(name: str, tile_set: TileSet, longest: int) -> Lexicon:
    return Lexicon.load(name, tile_set, longest=longest)
