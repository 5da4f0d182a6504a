"""Rollouts whose players compare moves with one tile in the bag."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from movegen import Lexicon, Move, MoveKind, Position, PositionError, Rack, Variant
from sims import RolloutSetting, SimulationPlan, play_static_games, roll_out
from sims.simulation import screen, simulate, simulate_screened
from strategy import SimulationStrategy, StaticStrategy, load_strategy
from strategy.endgame import PreendgameOptions, solve_preendgame

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


def reply_of(
    position: Position, held: list[int], compared: int | None, strategy: StaticStrategy = STATIC
) -> Move:
    """Return the move of the player on turn in a rollout, after a pass by the opponent with these tiles.

    Of moves with the same score and squares it is the first by static equity.
    """
    mine = position.on_turn
    theirs = Rack.from_tiles(position.variant.tiles, held)
    racks = (None, theirs) if mine == 0 else (theirs, None)
    before = replace(position, racks=racks, on_turn=1 - mine)
    passing = [move for move in before.moves(LEXICON) if move.kind is MoveKind.PASS]
    setting = RolloutSetting.of(before, passing, strategy, plies=1, opponent_rack=position.rack)
    found = roll_out(setting.comparing(compared), LEXICON, 0, 1)
    squares = found.covered[0] > 0
    return next(
        move
        for move in strategy.candidates(position, LEXICON).moves
        if move.score == -found.rollouts["spread"][0, 0] and np.array_equal(laid(position, move), squares)
    )


def best_by_rollouts(position: Position, count: int, strategy: StaticStrategy) -> Move:
    """Return the best play by utility of so many static moves, each played out for each tile in the bag."""
    moves = [
        move for move in strategy.candidates(position, LEXICON)[:count].moves if move.kind is MoveKind.PLAY
    ]
    tiles = list(position.unseen)
    total = np.zeros(len(moves))
    for i in range(len(tiles)):
        theirs = Rack.from_tiles(position.variant.tiles, tiles[:i] + tiles[i + 1 :])
        setting = RolloutSetting.of(position, moves, strategy, plies="end", opponent_rack=theirs)
        lead = position.spread + roll_out(setting, LEXICON, 0, 1).rollouts["spread"][0]
        total += 0.8 / (1 + np.exp(-lead / 10)) + 0.2 / (1 + np.exp(-lead / 100))
    return moves[int(total.argmax())]


def laid(position: Position, move: Move) -> npt.NDArray[np.bool_]:
    """Return the squares that a move puts tiles on."""
    if move.kind is not MoveKind.PLAY:
        return np.zeros(position.board.squares.shape, dtype=bool)
    return np.asarray(position.after(move).board.squares != position.board.squares)


def look(position: Position, move: Move) -> tuple[int, list[list[bool]]]:
    """Return what rollouts show of a reply: its score and its squares."""
    return move.score, laid(position, move).tolist()


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


def test_the_best_play_over_all_tiles_in_the_bag_is_made() -> None:
    changed = 0
    for position in ONE_IN_THE_BAG:
        reply = reply_of(position, list(position.unseen)[1:], 8)
        assert look(position, reply) == look(position, best_by_rollouts(position, 8, STATIC))
        changed += reply != STATIC.candidates(position, LEXICON)[0].move
    assert changed > 2


def test_the_play_depends_on_the_lead() -> None:
    """Also where the same tiles were compared before, with another lead."""
    replies = set()
    for ahead in (0, 30, -30, 60, -60):
        position = ONE_IN_THE_BAG[0]
        position = replace(
            position, scores=(200 + ahead, 200) if position.on_turn == 0 else (200, 200 + ahead)
        )
        reply = look(position, reply_of(position, list(position.unseen)[1:], 12))
        assert reply == look(position, best_by_rollouts(position, 12, STATIC))
        replies.add(str(reply))
    assert len(replies) > 1


def test_rules_that_allow_no_search() -> None:
    """Words in any order: endgames are not searched, but played out as any other."""
    variant, strategy = Variant.load("wordsmog"), load_strategy("greedy")
    assert isinstance(strategy, StaticStrategy)
    games = play_static_games([strategy] * 2, LEXICON, games=20, seed=1, turns=True, variant=variant)
    turns = [(game, turn) for game in map(games.game, range(20)) for turn in range(1, len(game.turns) + 1)]
    found = [each for each in (game.position(turn) for game, turn in turns) if each.bag_count == 1]
    assert len(found) > 2
    for position in found[:3]:
        reply = reply_of(position, list(position.unseen)[1:], 6, strategy)
        assert look(position, reply) == look(position, best_by_rollouts(position, 6, strategy))


def test_a_player_sees_its_rack_and_not_the_bag() -> None:
    """The reply is the same whichever of the unseen tiles is in the bag."""
    for position in ONE_IN_THE_BAG[:4]:
        tiles = list(position.unseen)
        replies = {reply_of(position, tiles[:i] + tiles[i + 1 :], 8) for i in range(len(tiles))}
        assert len(replies) == 1


def test_moves_that_leave_no_tile_or_never_one_meet_the_same_replies() -> None:
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


@pytest.mark.parametrize("count", [-1, 0, 1, 101])
def test_a_number_of_moves_out_of_range(count: int) -> None:
    position = FEW_IN_THE_BAG[0]
    plan = SimulationPlan(iterations=2, compared_moves=count)
    with pytest.raises(PositionError, match=f"^{count} moves to compare"):
        simulate(position, position.moves(LEXICON)[:1], LEXICON, plan, strategy=STATIC)


def test_quick_rollouts_compare_no_moves() -> None:
    """They only find candidates, and all of these meet players that compare moves."""
    position = FEW_IN_THE_BAG[0]
    moves = list(STATIC.candidates(position, LEXICON)[:8].moves)
    plan = SimulationPlan(
        candidates=3, plies="end", iterations=10, screened=8, endgame_nodes=4, compared_moves=3
    )
    found = simulate_screened(position, moves, LEXICON, plan, strategy=STATIC)
    kept = screen(position, moves, LEXICON, replace(plan, compared_moves=None), strategy=STATIC)
    assert found.to_rows() == simulate(position, kept, LEXICON, plan, strategy=STATIC).to_rows()
    assert found.setting.compared_moves == 3


def test_players_take_the_number_from_their_file() -> None:
    champion = load_strategy("champion")
    assert isinstance(champion, SimulationStrategy)
    few, many = champion.config.with_bag(7, 7), champion.config.with_bag(8, 7)
    assert SimulationPlan.of(few, 1).compared_moves == few.compared_moves == 12
    assert SimulationPlan.of(many, 1).compared_moves is None
