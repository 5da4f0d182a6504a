"""The bound of unopposed play: what a player can win back while the opponent only passes."""

import json
from dataclasses import replace
from pathlib import Path
from statistics import mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_endgames import TINY_WORDS, draw_one, junk_endgames, one_tile_endgames, tiny_endgames
from small_games import SmallGame

from movegen import Lexicon, Move, MoveKind, MoveList, Position, read_cgp
from movegen.board import record_type
from movegen.variant import core_counts
from strategy import SearchLimits
from strategy.endgame import solve_endgame
from strategy.endgame.endgame import _racks, native_board
from strategy.native import core

pytestmark = pytest.mark.core

SHARED = Path(__file__).resolve().parents[4] / "shared"
ENABLE = SHARED / "data" / "enable1.txt"
OPEN_ENDGAMES = SHARED / "reference" / "endgames_open.jsonl"


def bound(position: Position, lexicon: Lexicon, going_out: int) -> int:
    rack = core_counts(position.rack.counts)
    return core.max_unopposed_gain(native_board(position, lexicon), rack, going_out)


def gain(position: Position, lexicon: Lexicon, going_out: int) -> int:
    """The exact gain: the best of all orders of plays."""
    me = position.on_turn
    most = 0
    for move in position.moves(lexicon):
        if move.kind is not MoveKind.PLAY:
            continue
        after = replace(position.after(move), on_turn=me, scoreless_turns=0)
        here = move.score + position.rack.points - after.rack.points
        rest = gain(after, lexicon, going_out) if len(after.rack) else going_out
        most = max(most, here + rest)
    return most


@given(st.data(), st.integers(0, 20))
@settings(max_examples=150, deadline=None)
def test_no_order_of_plays_gains_more(data: st.DataObject, going_out: int) -> None:
    few = [each for each in tiny_endgames() if len(each.rack) <= core.MAX_UNOPPOSED_TILES]
    position = draw_one(data, few)
    assert bound(position, TINY_WORDS, going_out) >= gain(position, TINY_WORDS, going_out)


@given(junk_endgames(30))
@settings(max_examples=60, deadline=None)
def test_no_order_of_plays_gains_more_on_any_board(found: tuple[SmallGame, Position]) -> None:
    game, position = found
    assert bound(position, game.lexicon, 7) >= gain(position, game.lexicon, 7)


@pytest.mark.medium
@given(junk_endgames(60, density=(0.05, 0.5), blank=True))
@settings(max_examples=30, deadline=None)
def test_no_order_of_plays_gains_more_with_a_blank(found: tuple[SmallGame, Position]) -> None:
    """With a blank beside two or three other tiles."""
    game, position = found
    assert bound(position, game.lexicon, 7) >= gain(position, game.lexicon, 7)


def bounds_after_moves(
    position: Position, lexicon: Lexicon, going_out: int, most_tiles: int = core.MAX_UNOPPOSED_TILES
) -> dict[Move, int]:
    """The bounds of what can be gained after each play that keeps tiles, of the last tiles of the rack."""
    racks = _racks(position, lexicon, 2)
    tiles = np.repeat(np.arange(racks.shape[1]), racks[0])[-most_tiles:]
    racks[0] = np.bincount(tiles, minlength=racks.shape[1])
    records, gains = core.unopposed_gains_after(
        native_board(position, lexicon),
        core.EndgamePosition(racks, 0),
        core.ScorelessRule(2, True),
        going_out,
    )
    moves = MoveList(records.view(record_type(position.board.layout)), position.board, position.rack)
    return dict(zip(moves, gains, strict=True))


def check_bounds_after_moves(position: Position, lexicon: Lexicon) -> None:
    """Assert that no order of plays gains more after any move."""
    for move, most in bounds_after_moves(position, lexicon, 7).items():
        after = replace(position.after(move), on_turn=position.on_turn, scoreless_turns=0)
        assert gain(after, lexicon, 7) <= most, move


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_no_order_of_plays_gains_more_after_a_move(data: st.DataObject) -> None:
    few = [each for each in tiny_endgames() if 1 < len(each.rack) <= core.MAX_UNOPPOSED_TILES]
    check_bounds_after_moves(draw_one(data, few), TINY_WORDS)


@pytest.mark.medium
@given(junk_endgames(60, density=(0.05, 0.5)))
@settings(max_examples=60, deadline=None)
def test_no_order_of_plays_gains_more_after_a_move_on_any_board(found: tuple[SmallGame, Position]) -> None:
    game, position = found
    check_bounds_after_moves(position, game.lexicon)


def test_the_bound_of_one_tile_is_exact() -> None:
    """In every tiny endgame: a lane taken for another shows in one of hundreds."""
    for position in one_tile_endgames():
        assert bound(position, TINY_WORDS, 3) == gain(position, TINY_WORDS, 3), position


@pytest.mark.skipif(not ENABLE.exists(), reason="needs ../shared/data")
def test_a_large_lead_is_proven_with_few_nodes() -> None:
    """Without the bound this outcome takes 349,000 nodes. The game is one of self-play."""
    position = read_cgp(FAR_AHEAD)
    result = solve_endgame(position, Lexicon.load(ENABLE), first_win=True, limits=SearchLimits(nodes=20_000))
    assert result.outcome == "win"


@pytest.mark.skipif(not OPEN_ENDGAMES.exists(), reason="needs ../shared/data and ../shared/reference")
def test_bounds_are_as_tight_as_they_were() -> None:
    """Sums by the number of tiles, without and with a blank.

    They are those of the version that found the words of a lane again for each letter of a blank.
    """
    lexicon = Lexicon.load(ENABLE)
    sums = [[0] * core.MAX_UNOPPOSED_TILES for _ in range(2)]
    for line in OPEN_ENDGAMES.read_text(encoding="utf-8").splitlines():
        position = read_cgp(json.loads(line)["cgp"].split(" lex ")[0])
        board = native_board(position, lexicon)
        for rack in position.racks:
            assert rack is not None
            tiles = np.repeat(np.arange(len(rack.counts)), rack.counts)[: core.MAX_UNOPPOSED_TILES]
            for size in range(1, len(tiles) + 1):
                part = core_counts(np.bincount(tiles[:size], minlength=len(rack.counts)).tolist())
                sums[int(tiles[0] == 0)][size - 1] += core.max_unopposed_gain(board, part, 0)
    assert sums == [[1017, 2543, 4525, 7157, 10543], [290, 624, 1112, 1631, 2349]]


@pytest.mark.skipif(not OPEN_ENDGAMES.exists(), reason="needs ../shared/data and ../shared/reference")
def test_tiles_of_a_move_count_where_they_lie() -> None:
    """Means of the bounds after moves, by the tiles before them.

    If a move's tiles could lie anywhere, it would be 11.2, 23.4 and 38.8 points.
    """
    lexicon = Lexicon.load(ENABLE)
    bounds: dict[int, list[int]] = {2: [], 3: [], 4: []}
    for line in OPEN_ENDGAMES.read_text(encoding="utf-8").splitlines()[::4]:
        position = read_cgp(json.loads(line)["cgp"].split(" lex ")[0])
        for size, found in bounds.items():
            found += bounds_after_moves(position, lexicon, 0, size).values()
    assert {size: round(mean(found), 1) for size, found in bounds.items()} == {2: 10.2, 3: 21.4, 4: 35.5}


FAR_AHEAD = (
    "3B3D2IMINE/2PEIGnOIRS4/1FIB3W7/3O3EH6/3PA2LA6/4R3Z6/W3N3E1C4/H2FODGEL1R3A/ON2T3N1A3M/"
    "AI2T3U1Y1GAT/1T2O3T1O1I1R/JIVES3SYNoVIA/UN8E1E1C/TO8D3K/EL12S AAEORUU/DEELQRX 413/332 0"
)
