"""The bound of moves by a reply that they do not prevent, after which the opponent only passes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_endgame import Minimax
from small_endgames import TINY_WORDS, draw_one, junk_endgames, small_endgames
from small_games import SmallGame

from movegen import Lexicon, Move, MoveList, Position, read_cgp
from movegen.board import record_type
from strategy import SearchLimits, solve_endgame
from strategy.endgame.endgame import _racks, native_board
from strategy.native import core

pytestmark = pytest.mark.core


def bounded_moves(
    position: Position, lexicon: Lexicon, alpha: int, scoreless_turns: int | None = None
) -> dict[Move, int]:
    """The moves that are bounded to at most alpha, and their upper bounds."""
    turns = scoreless_turns or 2
    records, uppers = core.bound_by_gains(
        native_board(position, lexicon),
        core.EndgamePosition(_racks(position, lexicon, turns), position.scoreless_turns),
        core.ScorelessRule(turns, scoreless_turns is None),
        alpha,
    )
    moves = MoveList(records.view(record_type(position.board.layout)), position.board, position.rack)
    return dict(zip(moves, uppers, strict=True))


def check_bounded_moves(
    position: Position, lexicon: Lexicon, alpha: int, scoreless_turns: int | None
) -> None:
    """Assert that no bounded move is worth more by minimax."""
    bounded = bounded_moves(position, lexicon, alpha, scoreless_turns)
    exact = Minimax(position.variant, lexicon, scoreless_turns).move_values(position) if bounded else {}
    for move, upper in bounded.items():
        assert exact[move] <= upper <= alpha


@given(st.data(), st.integers(-20, 80), st.sampled_from([None, 2, 3, 6]))
@settings(max_examples=150, deadline=None)
def test_no_bounded_move_is_worth_more(data: st.DataObject, alpha: int, scoreless_turns: int | None) -> None:
    position = draw_one(data, small_endgames(6))
    check_bounded_moves(position, TINY_WORDS, alpha, scoreless_turns)


@pytest.mark.medium
@given(junk_endgames(25), st.integers(0, 100))  # minimax is slow
@settings(max_examples=120, deadline=None)
def test_no_bounded_move_is_worth_more_on_any_board(found: tuple[SmallGame, Position], alpha: int) -> None:
    game, position = found
    check_bounded_moves(position, game.lexicon, alpha, None)


def test_many_moves_are_bounded() -> None:
    """Or the tests above check nothing."""
    assert sum(len(bounded_moves(position, TINY_WORDS, 60)) for position in small_endgames(6)) > 100


@pytest.mark.parametrize(
    ("cgp", "nodes"),
    [
        # Without the bound 463 nodes.
        (
            "RIOJA2H2P4/3U3E2O4/1BORA2BLUDGER1/SEMIMUTE2I4/U2S6A4/N2TIN9/D4OYEZ6/O2FINER7/G1O1NEAR7/1WRENS9/"
            "1AD12/1WAIF6Q3/2I8AH2/1ANILE2PECTaTE/KIST1LOVAT2YOD CGLVX/?E 353/331 0",
            100,
        ),
        # Where the points laid weigh as much against few tiles as against many: 1,201 nodes.
        (
            "TAW1POUF2I4/1GOLEM3BOGLE1/2PAT5DOIT1/3C1sIRENIAN2/3K5ED4/1QUEUED2V3B1/3Y1AIT1E3R1/3SIRDARS1VEIL/"
            "6OX5N1/7ALANINE1/9WATER1/7HONGS3/7A7/7T7/7HOUSEbOY EJMZ/CFIR 319/417 0",
            1_100,
        ),
    ],
)
def test_few_nodes_prove_what_the_bound_and_the_order_settle(cgp: str, nodes: int) -> None:
    result = solve_endgame(read_cgp(cgp), Lexicon.load(), limits=SearchLimits(nodes=nodes, narrow=False))
    assert result.is_proven
