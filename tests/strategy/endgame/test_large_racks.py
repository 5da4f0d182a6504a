"""Endgames with racks of eight to ten tiles, against minimax."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from slow_endgame import endgame_value
from small_endgames import empty_bag_position
from small_games import SmallGame, junk_board, racks, small_games

from movegen import Variant
from strategy import SearchLimits
from strategy.endgame import solve_endgame

pytestmark = pytest.mark.core


@given(
    st.data(),
    small_games(letters=st.just(26)),
    st.sampled_from([8, 9, 10]),
    st.floats(0.02, 0.15),
    st.integers(0, 1000),
)
@settings(max_examples=10, deadline=None)
def test_minimax_agrees(data: st.DataObject, game: SmallGame, size: int, density: float, seed: int) -> None:
    """Most tiles of the racks are letters of no word: minimax could not play out ten others."""
    layout = Variant.load(data.draw(st.sampled_from(["standard", "blocked"]))).layout
    game = replace(game, variant=Variant(game.variant.tiles, layout, game.variant.rules))
    board = junk_board(game, density, seed)
    points = game.variant.tiles.points
    useless = st.sampled_from([each for each in range(1, 27) if each not in game.pool and points[each] < 3])
    held = []
    for live in (2, 1):
        rack = data.draw(racks(game.pool, max_tiles=live, max_blanks=0))
        more = size - len(rack)
        held.append(rack + data.draw(st.lists(useless, min_size=more, max_size=more)))
    assume(not board.is_empty)
    position = empty_bag_position(game.variant, board.squares, held)
    assume(len(position.moves(game.lexicon)) < 15)
    result = solve_endgame(position, game.lexicon, limits=SearchLimits(memory=1))
    assert result.is_proven and result.value == endgame_value(position, game.lexicon)
