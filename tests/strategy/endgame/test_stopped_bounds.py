"""The bounds of a search that a limit has stopped: they hold, and null windows have narrowed them."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from slow_endgame import Minimax
from small_endgames import TINY_WORDS, draw_one, empty_bag_position, small_endgames
from small_games import SmallGame, junk_board, racks, small_games

from movegen import Lexicon, Position, read_cgp
from strategy import EndgameResult, SearchControl, SearchLimits, solve_endgame

pytestmark = pytest.mark.core

LONG = (
    "7E7/7U5O1/3P1HARANgUER1/3R3O3N1IF/2HEM6L1BE/2ABO2LUZ1O1IT/2JAM1PEG1FA2I/3KIWIS2AD2D/3E6N3L/3STETTING3y/"
    "7O2A1T2/OVERSAIL4O2/7U4D2/7I4D2/5VICENARY2 EGNQSTX/CEEORWY 416/376 0"
)
"""An endgame that takes 42,000 nodes and a second."""

LONGER = (
    "6HAYRIDES1/4B1AD2NOLO1/3BO1JO3UTU1/2POX2ZOIST3/2EWE2E2I4/2LID5D3G/1hEN4FRETTER/KA1GAWSIE1R3I/"
    "OR3EH3E3M/AN1TOY3VANG1M/1P8L3E/FA12s/IN12T/V14/E14 AACILNU/CIQRSU 373/484 0"
)
"""An endgame that takes 148,000 nodes and a second."""


def check_bounds(position: Position, lexicon: Lexicon, result: EndgameResult) -> None:
    """Assert that values of minimax are within the bounds of the position and of its moves."""
    exact = Minimax(position.variant, lexicon).move_values(position)
    assert result.lower <= max(exact.values()) <= result.upper
    assert result.lower <= result.value <= result.upper
    assert result.variation[0] == result.moves[0].move
    assert len({each.move for each in result.moves}) == len(result.moves)
    for each in result.moves:
        assert each.lower <= exact[each.move] <= each.upper
        assert each.lower <= each.value <= each.upper


@given(st.data(), st.integers(1, 400), st.sampled_from([1, 3, None]))
@settings(max_examples=150, deadline=None)
def test_minimax_is_within_the_bounds(data: st.DataObject, nodes: int, moves: int | None) -> None:
    position = draw_one(data, small_endgames(6))
    limits = SearchLimits(nodes=nodes, memory=1)
    result = solve_endgame(position, TINY_WORDS, moves=moves, limits=limits)
    assert result.nodes <= nodes + 2
    check_bounds(position, TINY_WORDS, result)
    assert solve_endgame(position, TINY_WORDS, moves=moves, limits=limits) == result


@given(st.data(), small_games(), st.floats(0.02, 0.9), st.integers(0, 1000), st.integers(1, 200))
@settings(max_examples=40, deadline=None)
def test_minimax_is_within_the_bounds_on_any_board(
    data: st.DataObject, game: SmallGame, density: float, seed: int, nodes: int
) -> None:
    board = junk_board(game, density, seed)
    assume(not board.is_empty)
    held = [data.draw(racks(game.pool, max_tiles=most, max_blanks=1)) for most in (3, 2)]
    tiles = sum(map(len, held)) + int((board.squares > 0).sum())
    assume(2 * max(map(len, held)) <= tiles)  # or the rules refuse so few
    position = empty_bag_position(game.variant, board.squares, held)
    assume(len(position.moves(game.lexicon)) < 30)
    result = solve_endgame(position, game.lexicon, moves=None, limits=SearchLimits(nodes=nodes))
    check_bounds(position, game.lexicon, result)


@pytest.fixture(scope="module")
def exact() -> int:
    """The value of LONG."""
    result = solve_endgame(read_cgp(LONG), Lexicon.load())
    assert result.is_proven
    return result.value


@pytest.mark.parametrize("moves", [1, 5])
def test_null_windows_narrow_the_bounds(exact: int, moves: int) -> None:
    """Without them they are more than 2,000 points apart."""
    limits = SearchLimits(nodes=36_000)
    result = solve_endgame(read_cgp(LONG), Lexicon.load(), moves=moves, limits=limits)
    assert not result.is_proven
    assert result.lower <= exact <= result.upper <= result.lower + 200


def test_a_window_that_is_too_dear_is_followed_by_a_wider_one(exact: int) -> None:
    """The first window leaves 100 points, and one of three fifths of them is too dear."""
    result = solve_endgame(read_cgp(LONG), Lexicon.load(), limits=SearchLimits(nodes=36_000))
    assert result.lower <= exact <= result.upper <= result.lower + 90


def test_all_nodes_go_into_the_proof_where_bounds_are_not_asked_for(exact: int) -> None:
    """The value is proven with 46,000 nodes, but not with half of them."""
    position, lexicon = read_cgp(LONG), Lexicon.load()
    result = solve_endgame(position, lexicon, limits=SearchLimits(nodes=48_000, narrow=False))
    assert result.is_proven and result.value == exact
    assert not solve_endgame(position, lexicon, limits=SearchLimits(nodes=48_000)).is_proven


@pytest.mark.medium
def test_a_large_limit_goes_into_the_proof_but_for_50_000_nodes() -> None:
    position = read_cgp(LONGER)
    nodes = solve_endgame(position, Lexicon.load()).nodes
    assert nodes > 51_000  # or half of the limit would do
    limits = SearchLimits(nodes=nodes + 51_000)
    assert solve_endgame(position, Lexicon.load(), limits=limits).is_proven


def test_bounds_hold_where_the_clock_stops_the_search(exact: int) -> None:
    result = solve_endgame(read_cgp(LONG), Lexicon.load(), limits=SearchLimits(seconds=0.2))
    assert result.lower <= exact <= result.upper
    assert result.is_proven or result.seconds >= 0.2


def test_no_bound_is_narrowed_once_the_user_stops() -> None:
    calls = []

    def should_stop() -> bool:
        calls.append(None)
        return len(calls) == 2

    limits, control = SearchLimits(seconds=600), SearchControl(should_stop=should_stop)
    result = solve_endgame(read_cgp(LONG), Lexicon.load(), limits=limits, control=control)
    assert not result.is_proven and len(calls) == 2
