"""Rollouts whose players compare moves with one or two tiles in the bag, and the rounds they belong to."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from movegen import Lexicon, Move, MoveKind, Position, PositionError, Rack, Variant
from sims import RolloutSetting, SimulationPlan, play_static_games, roll_out
from sims.simulation import Simulation, Stop, simulate, simulate_screened
from strategy import SimulationStrategy, StaticStrategy, load_strategy
from strategy.endgame import PreendgameOptions, solve_preendgame
from strategy.search_control import SearchControl

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
STATIC = StaticStrategy.load("static")
GAMES = play_static_games([STATIC] * 2, LEXICON, games=30, seed=5, turns=True)
POSITIONS = [
    game.position(turn) for game in map(GAMES.game, range(30)) for turn in range(1, len(game.turns) + 1)
]
ONE_IN_THE_BAG = [each for each in POSITIONS if each.bag_count == 1]
FEW_IN_THE_BAG = [each for each in POSITIONS if each.bag_count in (3, 4, 5)]


def leaving(position: Position, left: range) -> list[Move]:
    """Return the best static moves that leave so many tiles in the bag, at most three."""
    moves = STATIC.candidates(position, LEXICON).moves
    return [move for move in moves[:100] if position.bag_count - len(move.tiles_used) in left][:3]


def setting_of(position: Position, moves: list[Move], compared: int | None) -> RolloutSetting:
    plain = RolloutSetting.of(position, moves, STATIC, plies="end", seed=3, endgame_nodes=30)
    return plain.comparing(compared)


def reply_of(position: Position, held: list[int], compared: int | None) -> Move:
    """Return the move of the player on turn in a rollout, after a pass by the opponent with these tiles.

    Of moves with the same score and squares it is the first by static equity.
    """
    mine = position.on_turn
    theirs = Rack.from_tiles(position.variant.tiles, held)
    racks = (None, theirs) if mine == 0 else (theirs, None)
    before = replace(position, racks=racks, on_turn=1 - mine)
    passing = [move for move in before.moves(LEXICON) if move.kind is MoveKind.PASS]
    setting = RolloutSetting.of(
        before, passing, STATIC, plies=1, opponent_rack=position.rack, endgame_nodes=30
    )
    found = roll_out(setting.comparing(compared), LEXICON, 0, 1)
    squares = found.covered[0] > 0
    return next(
        move
        for move in STATIC.candidates(position, LEXICON).moves
        if move.score == -found.rollouts["spread"][0, 0] and np.array_equal(laid(position, move), squares)
    )


def laid(position: Position, move: Move) -> npt.NDArray[np.bool_]:
    """Return the squares that a move puts tiles on."""
    if move.kind is not MoveKind.PLAY:
        return np.zeros(position.board.squares.shape, dtype=bool)
    return np.asarray(position.after(move).board.squares != position.board.squares)


@pytest.mark.medium
def test_a_player_who_compares_moves_wins_more_often() -> None:
    """By the proven wins of each reply over all arrangements; it is one of the best static moves."""
    gained = []
    for position in (each for each in ONE_IN_THE_BAG if abs(each.spread) < 50):
        tiles = list(position.unseen)
        static, compared = (reply_of(position, tiles[1:], count) for count in (None, 8))
        best = [move for move in STATIC.candidates(position, LEXICON)[:8].moves if move.tiles_used]
        assert static == STATIC.candidates(position, LEXICON)[0].move and compared in best
        if static != compared:
            options = PreendgameOptions(all_wins=True, spreads="none")
            proven = solve_preendgame(position, LEXICON, moves=[static, compared], options=options)
            wins = {each.move: each.win for each in proven.moves}
            gained.append(wins[compared] - wins[static])
    assert len(gained) >= 2 and min(gained) > 0.3


def test_a_player_sees_its_rack_and_not_the_bag() -> None:
    """The reply is the same whichever of the unseen tiles is in the bag."""
    for position in ONE_IN_THE_BAG[:4]:
        tiles = list(position.unseen)
        replies = {reply_of(position, tiles[:i] + tiles[i + 1 :], 8) for i in range(len(tiles))}
        assert len(replies) == 1


def test_moves_that_empty_the_bag_or_leave_more_meet_the_same_replies() -> None:
    position, moves = next((each, moves) for each in FEW_IN_THE_BAG if (moves := leaving(each, range(-7, 1))))
    compared, plain = (roll_out(setting_of(position, moves, count), LEXICON, 0, 20) for count in (8, None))
    assert np.array_equal(compared.rollouts, plain.rollouts)
    early = POSITIONS[4]
    setting = RolloutSetting.of(
        early, STATIC.candidates(early, LEXICON)[:3].moves, STATIC, plies=2, endgame_nodes=30
    )
    compared, plain = (roll_out(each, LEXICON, 0, 20) for each in (setting.comparing(8), setting))
    assert np.array_equal(compared.rollouts, plain.rollouts)


def test_the_result_depends_neither_on_batches_nor_on_other_candidates() -> None:
    position = FEW_IN_THE_BAG[0]
    setting = setting_of(position, leaving(position, range(1, 3)), 5)
    whole = roll_out(setting, LEXICON, 0, 6)
    assert not np.array_equal(whole.rollouts, roll_out(setting.comparing(None), LEXICON, 0, 6).rollouts)
    parts = [roll_out(setting, LEXICON, first, 2).rollouts for first in (0, 2, 4)]
    assert np.array_equal(np.concatenate(parts), whole.rollouts)
    alone = roll_out(setting, LEXICON, 0, 6, candidates=[1])
    assert np.array_equal(alone.rollouts[:, 0], whole.rollouts[:, 1])


def test_rules_that_allow_no_search() -> None:
    variant = Variant.load("wordsmog")
    strategy = load_strategy("greedy")
    assert isinstance(strategy, StaticStrategy)
    games = play_static_games([strategy] * 2, LEXICON, games=1, seed=1, turns=True, variant=variant)
    position = games.game(0).position(4)
    setting = RolloutSetting.of(position, position.moves(LEXICON)[:2], strategy, plies="end")
    assert setting.comparing(8).compared_moves is None


@pytest.mark.parametrize("count", [-1, 0, 1, 101])
def test_a_number_of_moves_out_of_range(count: int) -> None:
    position = FEW_IN_THE_BAG[0]
    plan = SimulationPlan(iterations=2, compared_moves=count)
    with pytest.raises(PositionError, match=f"^{count} moves to compare"):
        simulate(position, position.moves(LEXICON)[:1], LEXICON, plan, strategy=STATIC)


def test_the_best_candidates_go_on_to_the_last_round() -> None:
    """They and the moves that are always kept are rolled out by players that compare moves, 400 times."""
    position = FEW_IN_THE_BAG[0]
    moves = list(STATIC.candidates(position, LEXICON)[:8].moves)
    plan = SimulationPlan(
        plies="end", iterations=10, confidence=None, endgame_nodes=4, compared_moves=3, always=(moves[-1],)
    )
    reports: list[Simulation] = []
    found = simulate_screened(
        position, moves, LEXICON, plan, strategy=STATIC, control=SearchControl(progress=reports.append)
    )
    before = replace(plan, compared_moves=None, seed=plan.seed ^ 2)
    ranked = [each.move for each in simulate(position, moves, LEXICON, before, strategy=STATIC).moves]
    kept = ranked[:4] + [move for move in plan.always if move not in ranked[:4]]
    assert found.to_rows() == simulate(position, kept, LEXICON, plan, strategy=STATIC).to_rows()
    assert found.setting.compared_moves == 3
    assert all(len(each.moves) == len(kept) for each in reports)

    many = replace(plan, iterations=401, always=(), endgame_nodes=None, plies=0)
    last = simulate_screened(position, moves, LEXICON, many, strategy=STATIC)
    assert (last.iterations, len(last.moves), last.stopped) == (400, 4, Stop.ITERATIONS)


def test_players_take_the_number_from_their_file() -> None:
    champion = load_strategy("champion")
    assert isinstance(champion, SimulationStrategy)
    few, many = champion.config.with_bag(7, 7), champion.config.with_bag(8, 7)
    assert SimulationPlan.of(few, 1).compared_moves == few.compared_moves == 12
    assert SimulationPlan.of(many, 1).compared_moves is None
