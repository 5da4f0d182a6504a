"""Views of positions and recorded games: each class is JSON for the scripts in `static`."""

import re
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np

from jackdaw.html import shapes
from jackdaw.inputs import Source, parse_source
from jackdaw.text import group_tiles
from jackdaw.web.analysis.requests import SetupRequest
from movegen.board import MARGIN, SIDE, Board
from movegen.configs import list_configs
from movegen.encoding import show_hidden
from movegen.errors import (
    MAX_PLACE,
    GcgError,
    JackdawError,
    PositionError,
    UnknownNameError,
    one_line,
)
from movegen.game import UTF_8, EventKind, Game
from movegen.gcg import format_gcg, parse_gcg
from movegen.lexicon import ENGLISH, ENGLISH_TILES
from movegen.position import Position, read_cgp
from movegen.variant import BLANK_FLAG, Rack, TileSet, Variant
from sims.analysis import can_search_candidates
from strategy.analysis import MAX_SEARCHED_BAG, played_moves
from strategy.endgame import can_solve_endgame, can_solve_preendgame

MAX_POSITIONS = 100
"""Maximum number of positions in an uploaded file."""
MAX_TURNS = 400
"""Maximum number of turns of a game, more than any real game has."""
_MAX_WARNINGS = 20
_NAME = "the text"
"""What errors call an upload, which may be pasted text or a file."""
_ADDRESS = re.compile(rb"(?:https?://|woogles:|xt:)\S{1,2000}", re.IGNORECASE)
_UNTIL = re.compile(r"--until \d+ reads what comes before")


class TileView(msgspec.Struct):
    """A tile: its board byte, its label, and the label of a blank that stands for it."""

    byte: int
    label: str
    blank: str


class DrawingView(msgspec.Struct):
    """The shapes and sizes that boards of a variant are drawn with. Pages cache them under `key`."""

    key: str
    shapes: str
    rows: int
    columns: int
    side: int
    margin: int
    start: tuple[int, int]
    tiles: list[TileView]
    blank_flag: int = BLANK_FLAG


class PositionView(msgspec.Struct):
    """A position. Lists begin with the player on turn; `rack_tiles` holds board bytes, 0 for a blank."""

    cgp: str
    rules: str
    key: str
    squares: list[list[int]]
    rack: str
    rack_tiles: list[int]
    racks: list[str | None]
    scores: list[int]
    unseen: str
    unseen_count: str
    bag: int
    method: str
    drawn: DrawingView | None = None


class TurnView(msgspec.Struct):
    """A turn of a game and the position before it. The last turn of an unfinished game has no move.

    `total` is the player's score after the turn and a challenge; `laid` the squares of the move.
    """

    number: int
    player: int
    position: PositionView
    move: str
    played: str
    withdrawn: bool
    score: int | None
    total: int | None
    laid: list[tuple[int, int, int]]
    notes: list[str]


class GameView(msgspec.Struct):
    """A recorded game, with its record in UTF-8."""

    names: list[str]
    title: str
    lexicon: str
    turns: list[TurnView]
    end: PositionView | None
    events: list[str]
    warnings: list[str]
    gcg: str
    drawn: DrawingView


def parse_position(cgp: str) -> Position:
    """Parse a line of CGP. Raises CgpError."""
    return read_cgp(cgp, file="the position")


def list_rules(first: str = "standard") -> list[str]:
    """Return the names of all rules, `first` and then the standard ones before the others."""
    return sorted(list_configs("rules"), key=lambda name: (name != first, name != "standard", name))


def language_of(tiles: TileSet) -> str:
    """Return the language of a tile set: its name, but one for all sets of English tiles."""
    return ENGLISH if tiles.name in ENGLISH_TILES else tiles.name


def load_variant(name: str) -> Variant:
    """Load the variant of installed rules, since pages never name files. Raises UnknownNameError."""
    if name not in list_configs("rules"):
        raise UnknownNameError("rules", name, list_configs("rules"))
    return Variant.load(name)


def position_view(position: Position, drawn: str = "") -> PositionView:
    """Return the view of a position, with its drawing unless the page has it already (`drawn`)."""
    key = variant_key(position.variant)
    first, players = position.on_turn, position.players
    order = [(first + offset) % players for offset in range(players)]
    texts = [None if rack is None else str(rack) for rack in position.racks]
    bag, unseen = position.bag_count, position.unseen
    return PositionView(
        cgp=position.cgp(strict=False),
        rules=position.variant.name,
        key=key,
        squares=position.board.squares.tolist(),
        rack=str(position.rack),
        rack_tiles=list(position.rack),
        racks=[texts[player] for player in order],
        scores=[position.scores[player] for player in order],
        unseen=group_tiles(unseen),
        unseen_count=f"{len(unseen)} unseen, {bag or 'none'} of them in the bag",
        bag=bag,
        method=search_method(position),
        drawn=drawing_view(position.variant) if drawn != key else None,
    )


def drawing_view(variant: Variant) -> DrawingView:
    """Return the shapes and sizes that boards of a variant are drawn with."""
    layout, tiles = variant.layout, variant.tiles
    return DrawingView(
        variant_key(variant),
        str(shapes(variant)),
        layout.rows,
        layout.columns,
        SIDE,
        MARGIN,
        layout.start,
        [TileView(byte, tile.label, tile.blank_label) for byte, tile in enumerate(tiles.tiles)],
    )


def build_position(request: SetupRequest) -> Position:
    """Build the position that was set up by hand. Raises JackdawError if it is impossible."""
    variant = load_variant(request.rules)
    rows, columns = variant.layout.rows, variant.layout.columns
    if [len(row) for row in request.squares] != [columns] * rows:
        raise PositionError(f"the board is not {rows} x {columns}")
    board = Board(variant.layout, variant.tiles, np.array(request.squares, dtype=np.uint8))
    racks: list[Rack | None] = []
    for number, text in enumerate(request.racks, start=1):
        try:
            rack = variant.tiles.parse_rack(text.strip())
        except JackdawError as error:
            raise PositionError(error.problem, where=f"rack {number}", cure=error.advice()) from None
        racks.append(rack if len(rack) else None)
    return Position(
        variant, board, tuple(racks), tuple(request.scores), lexicon_name=request.lexicon.strip() or None
    )


def read_game(content: bytes, name: str) -> Game:
    """Parse a game and set its encoding to UTF-8. Raises GcgError."""
    game = parse_gcg(content, file=name)
    game.encoding = UTF_8
    return check_length(game)


def check_length(game: Game) -> Game:
    """Return the game. Raises JackdawError if it has more turns than a page shows."""
    if len(game.turns) > MAX_TURNS:
        raise JackdawError(f"a game of {len(game.turns):,} turns", cure=f"the page shows at most {MAX_TURNS}")
    return game


def parse_upload(content: bytes) -> dict[str, GameView | list[PositionView]]:
    """Parse an uploaded game or positions. Raises JackdawError, which names the line of an error."""
    if not content.strip():
        raise JackdawError("it is empty", cure="give a game record (GCG) or a position (CGP)")
    if _ADDRESS.fullmatch(content.strip()):
        cure = "download the record and open it, or start the program with it: jackdaw board ADDRESS"
        raise JackdawError("it is the address of a game, which pages do not fetch", cure=cure)
    try:
        parsed = parse_source(Source(_NAME, content))
    except GcgError as error:
        raise _without_options(error) from None
    except JackdawError as error:
        if error.where != _NAME:
            raise
        raise JackdawError(f"{_NAME} {error.problem}", cure=error.cure) from None
    if isinstance(parsed, Game):
        return {"game": recorded_game_view(read_game(content, _NAME))}
    if len(parsed) > MAX_POSITIONS:
        raise JackdawError(f"{len(parsed):,} positions", cure=f"give at most {MAX_POSITIONS}")
    views, drawn = [], set[str]()
    for position in parsed:
        key = variant_key(position.variant)
        views.append(position_view(position, key if key in drawn else ""))
        drawn.add(key)
    return {"positions": views}


def _first_warnings(warnings: list[str]) -> list[str]:
    more = len(warnings) - _MAX_WARNINGS
    return warnings if more <= 0 else [*warnings[:_MAX_WARNINGS], f"and {more:,} more"]


def _without_options(error: GcgError) -> GcgError:
    """Return the error with advice for a page, where there is no command line."""
    cure = _UNTIL.sub("to read the turns before it, delete this line and those after it", error.cure or "")
    return error.with_cure(cure or None)


def sample_game() -> bytes:
    """Return the record of the game that comes with the program, for those who have none at hand."""
    return (files("jackdaw") / "samples" / "ann_v_ben.gcg").read_bytes()


def recorded_game_view(game: Game) -> GameView:
    """Return the view of a game with the positions of all its turns."""
    names, moves, totals = game.display_names, played_moves(game), _totals(game)
    turns = [
        _turn_view(game, number, *(moves[number - 1] if number <= len(moves) else (None, False)), totals)
        for number in range(1, len(moves) + (1 if game.is_finished else 2))
    ]
    after = [event for event in game.events if not event.kind.is_turn and not event.kind.is_challenge]
    end = None
    if game.is_finished:
        nobody = (None,) * len(names)
        end = position_view(
            Position(game.variant, game.state.board, nobody, game.scores), variant_key(game.variant)
        )
    return GameView(
        names=names,
        title=one_line(game.pragma("title") or "", MAX_PLACE),
        lexicon=game.lexicon_name or "",
        turns=turns,
        end=end,
        events=[f"{names[event.player]} {_WORDS[event.kind]} {event.score:+}" for event in after],
        warnings=_first_warnings([str(warning) for warning in game.warnings]),
        gcg=format_gcg(game),
        drawn=drawing_view(game.variant),
    )


_WORDS = {
    EventKind.END_RACK_BONUS: "gains for the tiles left",
    EventKind.END_RACK_PENALTY: "loses for the tiles left",
    EventKind.TIME_PENALTY: "loses for overtime",
}


def _totals(game: Game) -> list[int]:
    """Return the score of each turn's player after the turn and a challenge."""
    totals: list[int] = []
    for event in game.events:
        if event.kind.is_turn:
            totals.append(event.total)
        elif event.kind.is_challenge and totals:
            totals[-1] = event.total
    return totals


def _turn_view(game: Game, number: int, move: Any, withdrawn: bool, totals: list[int]) -> TurnView:
    position = game.position(number)
    event = game.turns[number - 1] if move is not None else None
    return TurnView(
        number=number,
        player=position.on_turn,
        position=position_view(position, variant_key(game.variant)),
        move="" if move is None else str(move),
        played="" if move is None else move.gcg,
        withdrawn=withdrawn,
        score=None if move is None else move.score,
        total=None if move is None else totals[number - 1],
        laid=[] if move is None else move.squares,
        notes=[] if event is None else list(map(show_hidden, event.notes)),
    )


def variant_key(variant: Variant) -> str:
    """Return the key under which pages cache the shapes of a variant."""
    return f"{variant.name}/{variant.layout.name}/{variant.tiles.name}"


def search_method(position: Position) -> str:
    """Return the method for a position, which depends on the tiles in the bag."""
    if not position.bag_count and can_solve_endgame(position):
        return "endgame"
    suits = can_solve_preendgame if position.bag_count <= MAX_SEARCHED_BAG else can_search_candidates
    return "preendgame" if suits(position) else "simulation"
