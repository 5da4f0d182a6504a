"""The endgame solver, checked against plain minimax and against the values of another engine."""

import json
import threading
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from repeats import repeats
from slow_endgame import Minimax, check_value, endgame_value
from small_endgames import (
    TINY,
    TINY_WORDS,
    count_tiles,
    draw_one,
    empty_bag_position,
    small_endgames,
    tiny_endgames,
)
from small_games import SmallGame, junk_board, racks, small_games

from movegen import Board, Lexicon, Move, MoveKind, Position, PositionError, TileSet, Variant, read_cgp
from movegen.variant import BoardLayout
from strategy import SearchControl, SearchLimits
from strategy.endgame import EndgameResult, solve_endgame

pytestmark = pytest.mark.core

LONG = (
    "7E7/7U5O1/3P1HARANgUER1/3R3O3N1IF/2HEM6L1BE/2ABO2LUZ1O1IT/2JAM1PEG1FA2I/3KIWIS2AD2D/3E6N3L/3STETTING3y/"
    "7O2A1T2/OVERSAIL4O2/7U4D2/7I4D2/5VICENARY2 EGNQSTX/CEEORWY 416/376 0"
)
"""An endgame that takes a second."""
TIED = (
    "6SUNBACK2/1I2QAT4H1V1/1C1WINY2ZOEAE1/1E5AbOIDEAU/1FlEETED3I1L1/1LO8T3/1OF4LOUIE3/BET3PIX2S3/R6GORP4/"
    "I1V1EH9/N1I1GOWD7/JUNTO10/A1T12/L1R12/SAYID10 AAEMNRR/EGMNRS 455/359 0"
)
"""An endgame with many lines of the same value."""
REFERENCE = Path(__file__).resolve().parents[4] / "shared" / "reference" / "endgames.jsonl"
ENABLE = REFERENCE.parents[1] / "data" / "enable1.txt"


@lru_cache(maxsize=1)
def hardest() -> Position:
    """The position of eight tiles that takes the most nodes."""
    full = [each for each in tiny_endgames() if count_tiles(each) == 8]
    return max(full, key=lambda each: solve_endgame(each, TINY_WORDS, moves=None).nodes)


def with_blocked_squares(position: Position, seed: int) -> Position:
    """Block about every third empty square of a position."""
    layout, chance = position.board.layout, np.random.default_rng(seed)
    is_blocked = (chance.random(position.board.squares.shape) < 0.3) & (position.board.squares == 0)
    is_blocked[layout.start] = False
    symbols = np.where(is_blocked, "#", np.array([list(row) for row in layout.symbols]))
    blocked = BoardLayout("blocked", tuple("".join(row) for row in symbols.tolist()), layout.start)
    variant = Variant(TINY.tiles, blocked, TINY.rules)
    return Position(
        variant, Board(blocked, TINY.tiles, position.board.squares), position.racks, position.scores
    )


@given(st.data(), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_minimax_agrees_with_blocked_squares(data: st.DataObject, seed: int) -> None:
    position = with_blocked_squares(draw_one(data, small_endgames(6)), seed)
    result = solve_endgame(position, TINY_WORDS, limits=SearchLimits(memory=1))
    assert result.is_proven
    assert result.value == endgame_value(position, TINY_WORDS)


@pytest.mark.slow
def test_minimax_agrees_on_many() -> None:
    """On 600 positions of up to six tiles, and on some of seven, which cost minimax ten times as much."""
    found = tiny_endgames(600, 77)
    few, seven = ([each for each in found if count_tiles(each) in sizes] for sizes in (range(7), [7]))
    assert len(few) > 600
    for position in few[:600] + seven[: repeats(40, 200)]:
        exact = endgame_value(position, TINY_WORDS)
        assert solve_endgame(position, TINY_WORDS, limits=SearchLimits(memory=1)).value == exact


@pytest.mark.medium
@given(st.data(), st.sampled_from([None, 2, 3, 6]))
@settings(max_examples=190, deadline=None)
def test_minimax_agrees(data: st.DataObject, scoreless_turns: int | None) -> None:
    position = draw_one(data, small_endgames(6))
    check_value(position, TINY_WORDS, scoreless_turns)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_variation_is_worth_the_value(data: st.DataObject) -> None:
    """Played out, it ends the game and changes the spread by the value."""
    position = draw_one(data, tiny_endgames())
    result = solve_endgame(position, TINY_WORDS, limits=SearchLimits(memory=1))
    passes = 0
    for move in result.variation:
        assert move in position.moves(TINY_WORDS)
        position = position.after(move)
        passes = passes + 1 if move.kind is MoveKind.PASS else 0
    mine, theirs = (rack.points if rack else 0 for rack in position.racks)
    assert passes == 2 or 0 in (mine, theirs)
    left = theirs - mine if passes == 2 else 2 * (theirs - mine)
    assert position.scores[0] - position.scores[1] + left == result.value


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_value_is_the_best_moves_score_less_what_follows(data: st.DataObject) -> None:
    position = draw_one(data, tiny_endgames())
    result = solve_endgame(position, TINY_WORDS)
    move = result.variation[0]
    assume(len(result.variation) > 1)
    after = replace(position.after(move), scoreless_turns=int(move.kind is MoveKind.PASS))
    assert result.value == move.score - solve_endgame(after, TINY_WORDS).value


@given(st.data(), st.sampled_from([1, 2, 5, None]))
@settings(max_examples=40, deadline=None)
def test_moves_have_their_values(data: st.DataObject, most: int | None) -> None:
    position = draw_one(data, small_endgames(6))
    result, values = (
        solve_endgame(position, TINY_WORDS, moves=most, limits=SearchLimits(memory=1)),
        Minimax(position.variant, TINY_WORDS).move_values(position),
    )
    assert len(result.moves) == (len(values) if most is None else min(most, len(values)))
    assert all(each.is_proven and each.value == values[each.move] for each in result.moves)
    best = sorted(values.values(), reverse=True)[: len(result.moves)]
    assert [each.value for each in result.moves] == best
    assert result.value == result.moves[0].value
    assert result.variation[0] == result.moves[0].move


@pytest.mark.parametrize("word", ["BACKFIRED", "FORGIVES", "TOMORROW"])
@pytest.mark.parametrize("is_across", [True, False])
def test_every_move_counts_beside_a_word_at_the_edge(word: str, is_across: bool) -> None:
    """Lanes that begin with different letters and are empty otherwise once had the same hash."""
    variant, lexicon = Variant.load("standard"), Lexicon.load("SCOWL80")
    letters, racks = variant.tiles.parse_word(word), ("ESTD", "AINR")
    size = variant.layout.rows
    for start in range(size - len(word) + 1):
        squares = np.zeros((size, size), dtype=np.uint8)
        squares[0, start : start + len(word)] = letters
        position = empty_bag_position(
            variant,
            squares if is_across else squares.T.copy(),
            [list(variant.tiles.parse_rack(rack)) for rack in racks],
        )
        result = solve_endgame(position, lexicon, moves=None, limits=SearchLimits(nodes=1))
        assert {each.move for each in result.moves} == set(position.moves(lexicon))


@given(st.data(), st.integers(-12, 12))
@settings(max_examples=60, deadline=None)
def test_outcome_is_proven_first(data: st.DataObject, lead: int) -> None:
    position = draw_one(data, small_endgames(6))
    position = replace(position, scores=(100 + lead, 100))
    exact = endgame_value(position, TINY_WORDS)
    result = solve_endgame(position, TINY_WORDS, first_win=True, limits=SearchLimits(memory=1))
    assert result.outcome == ("win" if exact + lead > 0 else "loss" if exact + lead < 0 else "draw")
    assert result.lower <= exact <= result.upper
    assert result.spread == lead
    if result.outcome != "loss":
        assert Minimax(position.variant, TINY_WORDS).move_values(position)[result.moves[0].move] + lead >= (
            result.outcome == "win"
        )


@given(st.data(), st.sampled_from([2, 5]), st.sampled_from([1, 3, None]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_any_number_of_workers_finds_the_same(
    data: st.DataObject, workers: int, moves: int | None, first_win: bool
) -> None:
    position = draw_one(data, tiny_endgames())
    alone, together = (
        solve_endgame(
            position,
            TINY_WORDS,
            moves=moves,
            first_win=first_win,
            limits=SearchLimits(memory=1, workers=each),
        )
        for each in (1, workers)
    )
    assert alone == together
    assert first_win or all(each.is_proven for each in alone.moves)


@pytest.mark.medium
@pytest.mark.parametrize(("cgp", "moves"), [(LONG, 1), (TIED, 1), (TIED, 4)])
def test_any_number_of_workers_finds_the_same_line(cgp: str, moves: int) -> None:
    """Also where the threads have time to search different moves."""
    position, lexicon = read_cgp(cgp), Lexicon.load()
    alone, *others = (
        solve_endgame(position, lexicon, moves=moves, limits=SearchLimits(workers=workers))
        for workers in (1, 2, 5)
    )
    assert alone.is_proven and len(alone.variation) > 1
    assert others == [alone] * 2


@pytest.mark.parametrize("workers", [2, 5])
@pytest.mark.parametrize("nodes", [3, 2_000, 20_000])
def test_a_limit_of_nodes_stops_any_number_of_workers_at_the_same(nodes: int, workers: int) -> None:
    position, lexicon = read_cgp(LONG), Lexicon.load()
    alone, together = (
        solve_endgame(position, lexicon, moves=3, limits=SearchLimits(nodes=nodes, workers=each))
        for each in (1, workers)
    )
    assert alone == together and alone.nodes == together.nodes and not alone.is_proven


@given(st.data(), st.sampled_from([1, 2, 5, None]), st.sampled_from([1, 3]))
@settings(max_examples=60, deadline=None)
def test_equal_moves_come_by_score_and_place(data: st.DataObject, most: int | None, workers: int) -> None:
    """As in the list of the position's moves; the variation plays the first of the best on each turn."""
    position = draw_one(data, small_endgames(6))
    limits = SearchLimits(memory=1, workers=workers)
    result = solve_endgame(position, TINY_WORDS, moves=most, limits=limits)
    assert [each.move for each in result.moves] == best_moves(position)[:most]
    for move in result.variation:
        assert move == best_moves(position)[0]
        position = position.after(move)
        if move.kind is not MoveKind.PASS:
            position = replace(position, scoreless_turns=0)


def best_moves(position: Position) -> list[Move]:
    """All moves by their values, those of equal value in the order of the position's list."""
    values = Minimax(position.variant, TINY_WORDS).move_values(position)
    return sorted(position.moves(TINY_WORDS), key=lambda move: -values[move])


@pytest.mark.parametrize("workers", [1, 2])
def test_should_stop_stops_the_search(workers: int) -> None:
    exact = solve_endgame(hardest(), TINY_WORDS, moves=None)
    requested = []

    def should_stop() -> bool:
        requested.append(threading.current_thread())
        return True

    result = solve_endgame(
        hardest(),
        TINY_WORDS,
        moves=None,
        limits=SearchLimits(workers=workers),
        control=SearchControl(should_stop=should_stop),
    )
    assert set(requested) <= {threading.main_thread()}
    assert result.lower <= exact.value <= result.upper
    if workers == 1:  # several may finish before the first call
        assert requested
        assert not all(each.is_proven for each in result.moves)


@pytest.mark.medium
@pytest.mark.parametrize("workers", [1, 2])
def test_progress_is_the_result_so_far(workers: int) -> None:
    """A search that is followed is the same; its reports begin with estimates and bound the proven value."""
    position, lexicon = read_cgp(LONG), Lexicon.load()
    limits = SearchLimits(nodes=80_000, workers=workers)
    seen: list[EndgameResult] = []
    found = solve_endgame(
        position, lexicon, moves=10, limits=limits, control=SearchControl(progress=seen.append)
    )
    alone = solve_endgame(position, lexicon, moves=10, limits=limits)
    assert found.value == alone.value == -2
    assert found.variation == alone.variation
    assert found.nodes == alone.nodes and found.moves == alone.moves
    assert seen and seen[0].lower < seen[0].upper and not seen[0].is_proven
    for report in seen:
        assert report.lower <= found.value <= report.upper and len(report.moves) == 10
        assert report.variation[0] == report.moves[0].move and report.value == report.moves[0].value
        assert report.nodes <= found.nodes


def test_exceptions_of_progress_are_raised() -> None:
    def progress(_: EndgameResult) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_endgame(read_cgp(LONG), Lexicon.load(), control=SearchControl(progress=progress))


def test_exceptions_of_should_stop_are_raised() -> None:
    def should_stop() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_endgame(hardest(), TINY_WORDS, moves=None, control=SearchControl(should_stop=should_stop))


def test_one_worker_repeats_its_search() -> None:
    position = hardest()
    first = solve_endgame(position, TINY_WORDS)
    assert solve_endgame(position, TINY_WORDS) == first
    stopped = solve_endgame(position, TINY_WORDS, limits=SearchLimits(nodes=2))
    assert stopped.nodes <= 3
    assert solve_endgame(position, TINY_WORDS, limits=SearchLimits(nodes=2)) == stopped
    assert solve_endgame(position, TINY_WORDS, limits=SearchLimits(nodes=2, workers=3)) == stopped


@given(st.data(), st.sampled_from([1, 10, 100, 1000]), st.booleans())
@settings(max_examples=100, deadline=None)
def test_bounds_hold_when_stopped(data: st.DataObject, nodes: int, first_win: bool) -> None:
    position = draw_one(data, tiny_endgames())
    exact = {each.move: each.value for each in solve_endgame(position, TINY_WORDS, moves=None).moves}
    result = solve_endgame(
        position, TINY_WORDS, moves=None, first_win=first_win, limits=SearchLimits(nodes=nodes)
    )
    assert result.lower <= max(exact.values()) <= result.upper
    assert result.lower <= result.value <= result.upper
    assert len(result.moves) == len(exact)
    assert result.variation[0] == result.moves[0].move
    for each in result.moves:
        assert each.lower <= exact[each.move] <= each.upper
        assert each.lower <= each.value <= each.upper
        assert each.upper <= result.upper
        assert each.lower <= result.lower


@pytest.mark.parametrize("nodes", [20, 100])
def test_the_best_estimate_is_within_the_bounds(nodes: int) -> None:
    """Even if another move is proven to be better than the best move of the last search."""
    for position in tiny_endgames():
        result = solve_endgame(position, TINY_WORDS, moves=None, limits=SearchLimits(nodes=nodes))
        assert result.lower <= result.value <= result.upper


def test_refuses_positions_that_are_no_endgames() -> None:
    with pytest.raises(PositionError, match="no tiles on the board"):
        solve_endgame(Position.initial(TINY), TINY_WORDS)
    over = tiny_endgames()[0]
    waiting = Position(TINY, over.board, over.racks, (0, 0), 0, 2)
    with pytest.raises(PositionError, match="turns without a score"):
        solve_endgame(waiting, TINY_WORDS)
    with pytest.raises(PositionError, match="nodes"):
        solve_endgame(over, TINY_WORDS, limits=SearchLimits(nodes=0))
    with pytest.raises(PositionError, match="limit"):
        solve_endgame(over, TINY_WORDS, limits=SearchLimits(seconds=0))


@pytest.mark.medium
@given(st.data(), small_games(), st.floats(0.02, 0.9), st.integers(0, 1000), st.sampled_from([None, 3]))
@settings(max_examples=25, deadline=None)
def test_any_board_and_tiles(
    data: st.DataObject, game: SmallGame, density: float, seed: int, scoreless_turns: int | None
) -> None:
    board = junk_board(game, density, seed)
    assume(not board.is_empty)
    held = [data.draw(racks(game.pool, max_tiles=most, max_blanks=1)) for most in (2, 2)]
    position = empty_bag_position(game.variant, board.squares, held)
    assume(len(position.moves(game.lexicon)) < 50)
    exact = endgame_value(position, game.lexicon, scoreless_turns)
    result = solve_endgame(
        position, game.lexicon, scoreless_turns=scoreless_turns, moves=None, limits=SearchLimits(memory=1)
    )
    assert result.is_proven
    assert result.value == exact
    stopped = solve_endgame(
        position, game.lexicon, scoreless_turns=scoreless_turns, limits=SearchLimits(nodes=1)
    )
    assert stopped.lower <= exact <= stopped.upper


def test_refuses_too_many_points() -> None:
    layout = BoardLayout("rich", ("~" * 9,) * 9, (4, 4))
    squares = np.zeros((9, 9), dtype=np.uint8)
    squares[4, 4] = 1
    dear = TileSet("dear", tuple(replace(tile, points=100) for tile in TINY.tiles.tiles))
    variant = Variant(dear, layout, TINY.rules)
    with pytest.raises(PositionError, match="points could be won"):
        solve_endgame(empty_bag_position(variant, squares, [[1, 2, 3, 4], [1, 2, 3, 4]]), TINY_WORDS)


@pytest.mark.slow
@pytest.mark.skipif(not REFERENCE.exists(), reason="no reference values beside the clone")
def test_values_agree_with_another_engine() -> None:
    """Where the other engine has finished; all are proven here."""
    enable = Lexicon.load(str(ENABLE))
    for line in REFERENCE.read_text(encoding="utf-8").splitlines():
        endgame = json.loads(line)
        result = solve_endgame(read_cgp(endgame["cgp"]), enable, limits=SearchLimits(memory=64))
        assert result.is_proven, endgame["cgp"]
        assert endgame["value"] in (None, result.value), endgame["cgp"]
