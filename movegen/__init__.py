"""The game: tiles, lexica, boards, moves, positions, games and how they are written down.

>>> from movegen import Lexicon, read_cgp
>>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
>>> position.moves(Lexicon.load())[:2]
[<Move 7C GALEE 22>, <Move D8 (W)EDGIE 22>]
"""

from movegen.board import Board
from movegen.cgp import read_cgp, write_cgp
from movegen.constraints import ConstraintTables
from movegen.errors import (
    BuildError,
    CgpError,
    ConfigError,
    GcgError,
    IllegalMoveError,
    JackdawError,
    LexiconError,
    MoveSyntaxError,
    NotationError,
    PositionError,
    UnknownNameError,
)
from movegen.events import Event, EventKind, GcgWarning, Player, Pragma
from movegen.game import Game
from movegen.gcg import parse_gcg, read_gcg
from movegen.gcg_writer import format_gcg, write_gcg
from movegen.generation import Algorithm, MoveGenerator, generate_moves
from movegen.lanes import Lane, Placement, board_lanes
from movegen.layouts import BoardLayout
from movegen.lexicon import Hooks, Lexicon, LexiconStatistics
from movegen.move_list import MoveList
from movegen.move_parsing import parse_move
from movegen.moves import Move, MoveKind
from movegen.old_dawg import DawgLayout
from movegen.position import Position
from movegen.rules import ChallengeRule, Rules, Variant, WordOrder
from movegen.squares import Direction
from movegen.sub_racks import SubRacks
from movegen.tiles import Rack, Tile, TileSet

__all__ = [
    "Algorithm",
    "Board",
    "BoardLayout",
    "BuildError",
    "CgpError",
    "ChallengeRule",
    "ConfigError",
    "ConstraintTables",
    "DawgLayout",
    "Direction",
    "Event",
    "EventKind",
    "Game",
    "GcgError",
    "GcgWarning",
    "Hooks",
    "IllegalMoveError",
    "JackdawError",
    "Lane",
    "Lexicon",
    "LexiconError",
    "LexiconStatistics",
    "Move",
    "MoveGenerator",
    "MoveKind",
    "MoveList",
    "MoveSyntaxError",
    "NotationError",
    "Placement",
    "Player",
    "Position",
    "PositionError",
    "Pragma",
    "Rack",
    "Rules",
    "SubRacks",
    "Tile",
    "TileSet",
    "UnknownNameError",
    "Variant",
    "WordOrder",
    "board_lanes",
    "format_gcg",
    "generate_moves",
    "parse_gcg",
    "parse_move",
    "read_cgp",
    "read_gcg",
    "write_cgp",
    "write_gcg",
]
