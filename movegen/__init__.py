"""The game: tiles, lexica, boards, moves, move generation, positions, games and their notations.

>>> from movegen import Lexicon, read_cgp
>>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
>>> position.moves(Lexicon.load())[:2]
[<Move 7C GALEE 22>, <Move D8 (W)EDGIE 22>]

A name is imported from its folder when it is first used, so that programs load no more than they use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from movegen.lazy_names import lazy_names

if TYPE_CHECKING:
    from movegen.board import Board, Move, MoveKind, MoveList, SubRacks, parse_move
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
        TooManyPlaysError,
        UnknownNameError,
    )
    from movegen.game import Event, EventKind, Game, GcgWarning, Player, Pragma
    from movegen.gcg import format_gcg, parse_gcg, read_gcg, write_gcg
    from movegen.lexicon import (
        ConstraintTables,
        DawgLayout,
        Hooks,
        Lane,
        LaneMatch,
        Lexicon,
        LexiconStatistics,
    )
    from movegen.lines import Line, read_lines, write_lines
    from movegen.position import (
        Algorithm,
        MoveGenerator,
        Position,
        board_lanes,
        generate_moves,
        read_cgp,
        write_cgp,
    )
    from movegen.variant import (
        BoardLayout,
        ChallengeRule,
        Direction,
        EndingRule,
        Rack,
        Rules,
        Tile,
        TileSet,
        Variant,
        WordOrder,
    )

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
    "EndingRule",
    "Event",
    "EventKind",
    "Game",
    "GcgError",
    "GcgWarning",
    "Hooks",
    "IllegalMoveError",
    "JackdawError",
    "Lane",
    "LaneMatch",
    "Lexicon",
    "LexiconError",
    "LexiconStatistics",
    "Line",
    "Move",
    "MoveGenerator",
    "MoveKind",
    "MoveList",
    "MoveSyntaxError",
    "NotationError",
    "Player",
    "Position",
    "PositionError",
    "Pragma",
    "Rack",
    "Rules",
    "SubRacks",
    "Tile",
    "TileSet",
    "TooManyPlaysError",
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
    "read_lines",
    "write_cgp",
    "write_gcg",
    "write_lines",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "movegen.board": "Board Move MoveKind MoveList SubRacks parse_move",
        "movegen.errors": (
            "BuildError CgpError ConfigError GcgError IllegalMoveError JackdawError LexiconError "
            "MoveSyntaxError NotationError PositionError TooManyPlaysError UnknownNameError"
        ),
        "movegen.game": "Event EventKind Game GcgWarning Player Pragma",
        "movegen.gcg": "format_gcg parse_gcg read_gcg write_gcg",
        "movegen.lexicon": "ConstraintTables DawgLayout Hooks Lane LaneMatch Lexicon LexiconStatistics",
        "movegen.lines": "Line read_lines write_lines",
        "movegen.position": "Algorithm MoveGenerator Position board_lanes generate_moves read_cgp write_cgp",
        "movegen.variant": (
            "BoardLayout ChallengeRule Direction EndingRule Rack Rules Tile TileSet Variant WordOrder"
        ),
    },
)

import_module("movegen.native")  # raises BuildError for a missing core here, not when a name is used
