"""Positions and games as the pages show them: each class is JSON, written for the scripts in `static`."""

from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from jackdaw.board.asked import OfSetup
from jackdaw.board_view import grouped
from jackdaw.inputs import Source, parse_source
from jackdaw.page_boards import shapes
from jackdaw.page_turns import names_of
from movegen.board import Board
from movegen.cgp import read_cgp
from movegen.configs import list_configs
from movegen.drawing import MARGIN, SIDE
from movegen.errors import CgpError, JackdawError, PositionError, UnknownNameError
from movegen.events import UTF_8, EventKind
from movegen.game import Game
from movegen.gcg import parse_gcg
from movegen.gcg_writer import format_gcg
from movegen.position import Position
from movegen.rules import Variant
from movegen.tiles import BLANK_FLAG, Rack
from strategy.analysis import turns_of

MOST_POSITIONS = 100
"""Of a file that is brought."""
MOST_TURNS = 400
"""Of a game that is shown: more than any that was played."""


class TileView(msgspec.Struct):
    """A tile: its board byte, how it is written, and how a blank that stands for it is."""

    byte: int
    label: str
    blank: str


class DrawnView(msgspec.Struct):
    """What boards of a variant are drawn with; pages keep it under its key."""

    key: str
    shapes: str
    rows: int
    columns: int
    side: int
    margin: int
    start: tuple[int, int]
    rack_size: int
    tiles: list[TileView]
    blank_flag: int = BLANK_FLAG


class PositionView(msgspec.Struct):
    """A position. Lists begin with the player on turn; `rack_tiles` are board bytes, 0 for a blank."""

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
    drawn: DrawnView | None = None


class TurnView(msgspec.Struct):
    """A turn of a game, and the position before it; the last one of an unfinished game has no move."""

    number: int
    player: int
    position: PositionView
    move: str
    played: str
    withdrawn: bool
    score: int | None
    notes: list[str]


class GameView(msgspec.Struct):
    """A game, its record in UTF-8 included."""

    names: list[str]
    title: str
    lexicon: str
    turns: list[TurnView]
    end: PositionView | None
    events: list[str]
    warnings: list[str]
    gcg: str
    drawn: DrawnView


def position_of(cgp: str) -> Position:
    """The position of a line of CGP. Raises CgpError."""
    return read_cgp(cgp, file="the position")


def known_rules() -> list[str]:
    """The rules that games can be of, the standard ones first."""
    return sorted(list_configs("rules"), key=lambda name: (name != "standard", name))


def variant_named(name: str) -> Variant:
    """The variant of rules that are known by name: a page never names a file. Raises UnknownNameError."""
    if name not in list_configs("rules"):
        raise UnknownNameError("rules", name, list_configs("rules"))
    return Variant.load(name)


def position_view(position: Position, drawn: str = "") -> PositionView:
    """A position, with what it is drawn with unless the page has that already."""
    key = key_of(position.variant)
    first, players = position.on_turn, position.players
    order = [(first + place) % players for place in range(players)]
    texts = [None if rack is None else str(rack) for rack in position.racks]
    bag, unseen = position.bag_count, position.unseen
    return PositionView(
        cgp=cgp_of(position),
        rules=position.variant.name,
        key=key,
        squares=position.board.squares.tolist(),
        rack=str(position.rack),
        rack_tiles=list(position.rack),
        racks=[texts[player] for player in order],
        scores=[position.scores[player] for player in order],
        unseen=grouped(unseen),
        unseen_count=f"{len(unseen)} unseen, {bag or 'none'} of them in the bag",
        bag=bag,
        method=_method(position),
        drawn=drawn_view(position.variant) if drawn != key else None,
    )


def cgp_of(position: Position) -> str:
    """The position as CGP, without a lexicon's name that CGP cannot hold."""
    try:
        return position.cgp()
    except CgpError:
        return replace(position, lexicon_name=None, operations=()).cgp()


def drawn_view(variant: Variant) -> DrawnView:
    """What boards of a variant are drawn with."""
    layout, tiles = variant.layout, variant.tiles
    return DrawnView(
        key_of(variant),
        str(shapes(variant)),
        layout.rows,
        layout.columns,
        SIDE,
        MARGIN,
        layout.start,
        variant.rules.rack_size,
        [TileView(byte, tile.label, tile.blank_label) for byte, tile in enumerate(tiles.tiles)],
    )


def set_up(asked: OfSetup) -> Position:
    """The position that somebody has set up. Raises JackdawError where it cannot be."""
    variant = variant_named(asked.rules)
    rows, columns = variant.layout.rows, variant.layout.columns
    if [len(row) for row in asked.squares] != [columns] * rows:
        raise PositionError(f"the board is not {rows} x {columns}")
    board = Board(variant.layout, variant.tiles, np.array(asked.squares, dtype=np.uint8))
    racks: list[Rack | None] = []
    for number, text in enumerate(asked.racks, start=1):
        try:
            rack = variant.tiles.parse_rack(text.strip())
        except JackdawError as error:
            raise PositionError(error.what, where=f"rack {number}", cure=error.advice()) from None
        racks.append(rack if len(rack) else None)
    return Position(
        variant, board, tuple(racks), tuple(asked.scores), lexicon_name=asked.lexicon.strip() or None
    )


def read_game(content: bytes, name: str) -> Game:
    """A game whose record is in UTF-8 from now on. Raises GcgError."""
    game = parse_gcg(content, file=name)
    game.encoding = UTF_8
    return check_length(game)


def check_length(game: Game) -> Game:
    """The game, unless it has more turns than a page shows. Raises JackdawError."""
    if len(game.turns) > MOST_TURNS:
        raise JackdawError(f"a game of {len(game.turns):,} turns", cure=f"at most {MOST_TURNS} are shown")
    return game


def read_brought(content: bytes) -> dict[str, GameView | list[PositionView]]:
    """The game or the positions that somebody brings. Raises JackdawError, which tells where it is wrong."""
    if not content.strip():
        raise JackdawError("nothing in it", cure="bring a game record (GCG) or a position (CGP)")
    parsed = parse_source(Source("the text", content))
    if isinstance(parsed, Game):
        return {"game": game_view(read_game(content, "the text"))}
    if len(parsed) > MOST_POSITIONS:
        raise JackdawError(f"{len(parsed):,} positions", cure=f"bring at most {MOST_POSITIONS}")
    first, *others = parsed
    return {"positions": [position_view(first), *(position_view(each) for each in others)]}


def game_view(game: Game) -> GameView:
    """A game with the positions of all its turns."""
    names, moves = names_of(game), turns_of(game)
    turns = [
        _turn_view(game, number, *(moves[number - 1] if number <= len(moves) else (None, False)))
        for number in range(1, len(moves) + (1 if game.is_finished else 2))
    ]
    after = [event for event in game.events if not event.kind.is_turn and event.kind not in _OF_TURNS]
    end = None
    if game.is_finished:
        nobody = (None,) * len(names)
        end = position_view(
            Position(game.variant, game.state.board, nobody, game.scores), key_of(game.variant)
        )
    return GameView(
        names=names,
        title=game.pragma("title") or "",
        lexicon=game.lexicon_name or "",
        turns=turns,
        end=end,
        events=[f"{names[event.player]} {_WORDS[event.kind]} {event.score:+}" for event in after],
        warnings=[str(warning) for warning in game.warnings][:20],
        gcg=format_gcg(game),
        drawn=drawn_view(game.variant),
    )


_OF_TURNS = (EventKind.WITHDRAWN, EventKind.CHALLENGE_BONUS)
_WORDS = {
    EventKind.END_RACK_BONUS: "gets for the tiles left",
    EventKind.END_RACK_PENALTY: "loses for the tiles left",
    EventKind.TIME_PENALTY: "loses for playing over time",
}


def _turn_view(game: Game, number: int, move: Any, withdrawn: bool) -> TurnView:
    position = game.position(number)
    event = game.turns[number - 1] if move is not None else None
    return TurnView(
        number=number,
        player=position.on_turn,
        position=position_view(position, key_of(game.variant)),
        move="" if move is None else str(move),
        played="" if move is None else move.gcg,
        withdrawn=withdrawn,
        score=None if move is None else move.score,
        notes=[] if event is None else list(event.notes),
    )


def key_of(variant: Variant) -> str:
    """What tells the shapes of variants apart."""
    return f"{variant.name}/{variant.layout.name}/{variant.tiles.name}"


def _method(position: Position) -> str:
    """What the position is looked ahead in by, as far as the bag tells."""
    if not position.bag_count:
        return "endgame"
    return "preendgame" if position.bag_count == 1 else "simulation"
