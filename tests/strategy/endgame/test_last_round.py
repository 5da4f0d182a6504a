"""Endgames with a limited number of last turns, against brute force."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_fields
from repeats import repeats
from slow_last_round import move_values
from small_endgames import TINY_WORDS, empty_bag_position, tiny_endgames
from small_games import SmallGame, junk_board, small_games

from movegen import EndingRule, Lexicon, Position, PositionError, TileSet, Variant, read_cgp
from movegen.variant import BoardLayout, Rules, Tile
from sims import play_game, play_static_games
from sims.analysis import AnalysisPlan, Analyzer
from sims.simulation import SimulationPlan
from strategy import SearchLimits, evaluate_endgame, load_strategy, solve_endgame, solve_preendgame
from strategy.analysis import EndgamePlan, Method, analyze_position
from strategy.endgame import LastTurn, can_solve_endgame, can_solve_preendgame, last_turns

pytestmark = pytest.mark.core


def with_ending(position: Position, ending: EndingRule, counts: bool, turns: int | None = None) -> Position:
    """Return the position under other rules, with this number of turns left."""
    variant = position.variant
    rules = with_fields(position.rules, ending=ending, count_tiles_left=counts)
    return replace(
        position,
        variant=Variant(variant.tiles, variant.layout, rules),
        racks=position.racks,
        last_turns=turns,
    )


def check_endgame(position: Position, lexicon: Lexicon, turns: int) -> None:
    """All values, the best few, those of a stopped search and the variation agree with brute force."""
    expected = move_values(position, lexicon, turns)
    found = solve_endgame(position, lexicon, moves=None)
    assert {each.move: each.value for each in found.moves} == expected
    assert found.value == max(expected.values()) and found.is_proven
    assert [each.value for each in found.moves] == sorted(expected.values(), reverse=True)
    few = solve_endgame(position, lexicon, moves=2)
    assert few.moves == found.moves[:2] and few.variation == found.variation
    stopped = solve_endgame(position, lexicon, moves=3, limits=SearchLimits(nodes=1))
    assert stopped.lower <= found.value <= stopped.upper
    assert len(stopped.moves) == min(3, len(expected))
    for each in stopped.moves:
        assert each.lower <= expected[each.move] <= each.upper and each.lower <= each.value <= each.upper
    assert [each.value for each in stopped.moves] == sorted((m.value for m in stopped.moves), reverse=True)
    line = last_turns(position, found.variation)
    assert line[-1].spread == position.spread + found.value
    assert len([turn for turn in line if isinstance(turn, LastTurn)]) <= turns


@pytest.mark.medium
@settings(max_examples=repeats(60, 400))
@given(
    small_games(sizes=[(7, 7), (5, 5), (9, 7), (4, 17), (3, 3), (15, 15)]),
    st.integers(0, 2**32),
    st.booleans(),
    st.sampled_from([1, 2]),
)
def test_small_positions(game: SmallGame, seed: int, counts: bool, turns: int) -> None:
    """Racks of up to three tiles: nobody plays more than twice, so tiles are laid twice and left over."""
    chance = np.random.default_rng(seed)
    board = junk_board(game, 0.3, seed)
    if board.is_empty:
        return
    size, laid = int(chance.integers(1, 4)), int((board.squares > 0).sum())
    sizes = chance.permutation([size, max(1, size - int(chance.integers(0, min(4, laid + 1))))])
    racks = [chance.choice([0, *game.pool], count).tolist() for count in sizes]
    position = empty_bag_position(game.variant, board.squares, racks)
    position = replace(position, scoreless_turns=int(chance.choice([0, 4, 5])))
    words = ("".join(game.variant.tiles.tiles[letter].label for letter in word) for word in game.words)
    lexicon = Lexicon.from_words(words, position.variant.tiles)
    check_endgame(with_ending(position, EndingRule.EMPTY_BAG, counts, turns), lexicon, turns)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("turns", [1, 2])
def test_positions_of_games(turns: int, counts: bool) -> None:
    for position in tiny_endgames()[::5]:
        check_endgame(with_ending(position, EndingRule.EMPTY_BAG, counts, turns), TINY_WORDS, turns)


@pytest.mark.parametrize("counts", [True, False])
def test_the_turn_after_the_opponent_went_out(counts: bool) -> None:
    """With all tiles on the board or the mover's rack this is the last turn, whichever rule gives it."""
    for known in tiny_endgames()[::10]:
        tiles = with_fields_of_opponent(known)
        position = with_ending(tiles, EndingRule.LAST_TURNS, counts)
        assert position.turns_left == 1 and can_solve_endgame(position)
        check_endgame(position, TINY_WORDS, 1)


def with_fields_of_opponent(position: Position) -> Position:
    """Return the position of a tile set without the opponent's tiles."""
    racks = [list(bytes(position.rack)), []]
    return empty_bag_position(position.variant, position.board.squares, racks)


def abc_position(ending: EndingRule, counts: bool, turns: int | None = None) -> tuple[Position, Lexicon]:
    """AB on the board, C to play, and the opponent holds D: A, B and C are worth 1 point, D 9."""
    letters = [Tile(letter, letter.lower(), 1, 9 if letter == "D" else 1) for letter in "ABCD"]
    tiles = TileSet.from_letters("abcd", letters, blanks=0)
    layout = BoardLayout("plain", (" " * 5,) * 5, (0, 0))
    rules = Rules(rack_size=1, bingo_bonus=0, ending=ending, count_tiles_left=counts, players_max=2)
    variant = Variant(tiles, layout, rules)
    position = read_cgp("AB3/5/5/5/5 C/D 0/0 0", variant=variant)
    return replace(position, last_turns=turns), Lexicon.from_words(["ab", "abc", "abcd"], tiles)


@pytest.mark.parametrize(
    ("ending", "counts", "turns", "value", "line"),
    [
        ("out", True, None, 3 + 2 * 9, ["1A (AB)C"]),
        ("empty_bag", True, 1, 3 + 2 * 9, ["1A (AB)C"]),
        ("empty_bag", False, 1, 3, ["1A (AB)C"]),
        ("empty_bag", True, 2, 9 - 1, ["(pass)", "(pass)"]),
        ("empty_bag", False, 2, 0, ["(pass)", "(pass)"]),
    ],
)
def test_an_example_worked_by_hand(
    ending: str, counts: bool, turns: int | None, value: int, line: list[str]
) -> None:
    """ABC wins 3 points and lets the opponent play ABCD for 12, unless the game is over before."""
    position, lexicon = abc_position(EndingRule(ending), counts, turns)
    found = solve_endgame(position, lexicon, moves=None)
    assert (found.value, [str(move) for move in found.variation]) == (value, line)
    if turns == 2:
        assert {str(each.move): each.value for each in found.moves} == {"(pass)": value, "1A (AB)C": 3 - 12}


@pytest.mark.parametrize(("ending", "counts"), [("last_turns", True), ("last_turns", False), ("out", False)])
def test_rules_that_are_not_solved(ending: str, counts: bool) -> None:
    """The solvers refuse them with the reason, and analyses simulate instead."""
    position, lexicon = abc_position(EndingRule(ending), counts)
    assert not can_solve_endgame(position)
    with pytest.raises(PositionError, match=f"ending {ending}, count_tiles_left {str(counts).lower()}"):
        solve_endgame(position, lexicon)
    static = analyze_position(position, lexicon, load_strategy("greedy"))
    plan = AnalysisPlan(simulation=SimulationPlan(iterations=10), endgame=EndgamePlan())
    assert not static.is_endgame and plan.select_method(static) is Method.SIMULATION
    analysis = Analyzer(lexicon, load_strategy("greedy"), plan).position(position)
    assert (analysis.method, analysis.why_static) == (Method.SIMULATION, None)


@pytest.mark.parametrize(("ending", "counts"), [("last_turns", True), ("empty_bag", True), ("out", False)])
def test_preendgames_are_refused(ending: str, counts: bool) -> None:
    standard = Variant.standard()
    rules = with_fields(standard.rules, name="club", ending=EndingRule(ending), count_tiles_left=counts)
    greedy = load_strategy("greedy")
    game = play_static_games([greedy] * 2, Lexicon.load(), seed=1, games=1, turns=True).game(0)
    positions = [game.position(turn) for turn in range(1, len(game.turns) + 1)]
    position = next(each for each in positions if 0 < each.bag_count <= 4)
    assert can_solve_preendgame(position)
    other = replace(position, variant=Variant(standard.tiles, standard.layout, rules))
    assert not can_solve_preendgame(other)
    with pytest.raises(PositionError, match="pre-endgames of club are not solved, for its games end diff"):
        solve_preendgame(other, Lexicon.load())


def test_the_played_move_and_the_report() -> None:
    """Analyses give the played move its exact loss."""
    position, lexicon = abc_position(EndingRule.EMPTY_BAG, False, 2)
    static = analyze_position(
        position, lexicon, load_strategy("greedy"), played=position.parse_move("1A ..C")
    )
    found = evaluate_endgame(static, EndgamePlan(moves=1), lexicon)
    assert found.played is not None and found.played.value == -9
    assert found.stopped is None and found.equity_lost(found.played.move) == 9


def test_errors() -> None:
    position, lexicon = abc_position(EndingRule.EMPTY_BAG, False, 0)
    with pytest.raises(PositionError, match="the last turns have been made; the game is over"):
        solve_endgame(position, lexicon)
    unknown = replace(position, racks=(None, position.racks[1]), last_turns=2)
    with pytest.raises(PositionError, match="the rack of the player on turn is missing"):
        solve_endgame(unknown, lexicon)
    passed = replace(position, scoreless_turns=6, last_turns=1)
    with pytest.raises(PositionError, match="6 turns without a score, of 6 that end the game"):
        solve_endgame(passed, lexicon)


def test_the_review_of_a_crossplay_game() -> None:
    """The last two turns are proven; a player who searches them loses nothing there."""
    strategies = [load_strategy("greedy"), load_strategy("static_endgame")]
    game = play_game(strategies, Lexicon.load(), variant=Variant.load("crossplay"), seed=4)
    plan = AnalysisPlan(endgame=EndgamePlan(moves=2))
    found = Analyzer(Lexicon.load(), load_strategy("greedy"), plan).game(game).positions
    assert [each.method for each in found[-3:]] == [Method.STATIC, Method.ENDGAME, Method.ENDGAME]
    for each in found[-2:]:
        move = each.counted_move
        assert move is not None and each.evaluation.is_proven(move)
        lost = each.evaluation.equity_lost(move)
        assert lost is not None and (lost == 0 if each.player == 1 else lost >= 0)
