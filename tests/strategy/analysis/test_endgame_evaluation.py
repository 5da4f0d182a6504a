"""Endgames in analyses: exact values of moves, also of the one that was made; the last turns of a game."""

import signal
import threading
from dataclasses import replace
from functools import lru_cache

import pytest
from endgames import ENDGAME, HARD
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_game import tiny_lexicon, tiny_variant

from movegen import Lexicon, Move, MoveKind, Position, PositionError, read_cgp, read_gcg
from sims import play_static_games
from strategy import SearchLimits, StaticStrategy, analyze_position, solve_endgame
from strategy.analysis import EndgameEvaluation, EndgamePlan, PositionAnalysis, evaluate_endgame
from strategy.endgame import LastTurn, TilesLeft, last_turns, play_turn
from strategy.search_control import SearchControl

pytestmark = pytest.mark.core

TINY, WORDS = tiny_variant(), tiny_lexicon()
GREEDY = StaticStrategy.load("greedy")
ENOUGH = EndgamePlan(moves=3, limits=SearchLimits(memory=4))


@lru_cache(maxsize=1)
def positions() -> list[Position]:
    """Turns of tiny games with an empty bag, also after a pass."""
    games = play_static_games([GREEDY] * 2, WORDS, variant=TINY, games=40, seed=7, turns=True)
    played = [games.game(number) for number in range(40)]
    turns = [game.position(turn) for game in played for turn in range(1, len(game.turns) + 1)]
    ends = [each for each in turns if not each.bag_count and len(each.rack) and len(each.unseen)]
    return [each for each in ends if each.scoreless_turns < 2]


def analyzed(
    position: Position, played: Move, plan: EndgamePlan = ENOUGH, **options: bool
) -> tuple[PositionAnalysis, EndgameEvaluation]:
    static = analyze_position(position, WORDS, GREEDY, played=played, **options)
    evaluation = evaluate_endgame(static, plan, WORDS)
    return static.with_evaluation(evaluation), evaluation


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_the_value_of_the_move_that_was_made(data: st.DataObject) -> None:
    """It is the one that a search of all moves gives it, and so are those of the best."""
    position = data.draw(st.sampled_from(positions()))
    everything = solve_endgame(position, WORDS, moves=None, limits=SearchLimits(memory=4)).moves
    one = data.draw(st.sampled_from(everything))
    analysis, evaluation = analyzed(position, one.move)
    assert evaluation.result.moves == everything[:3] and evaluation.stopped is None
    assert evaluation.played is not None and evaluation.played.value == one.value
    assert analysis.best is not None and analysis.best.equity == everything[0].value
    played = analysis.played
    assert played is not None
    assert (played.equity, played.equity_lost) == (one.value, everything[0].value - one.value)
    if one.value >= everything[:3][-1].value:
        assert played.rank == 1 + sum(each.value > one.value for each in everything)
    else:
        assert played.rank is None


@given(st.data(), st.sampled_from([None, 2, 3]))
@settings(max_examples=80, deadline=None)
def test_last_turns_come_to_the_value(data: st.DataObject, rule: int | None) -> None:
    position = data.draw(st.sampled_from(positions()))
    found = solve_endgame(position, WORDS, scoreless_turns=rule, limits=SearchLimits(memory=4))
    turns = last_turns(position, found.variation, rule)
    assert [turn.move for turn in turns if isinstance(turn, LastTurn)] == list(found.variation)
    assert isinstance(turns[-1], TilesLeft) and turns[-1].spread == found.final_spread


def test_what_ends_a_row_of_passes() -> None:
    """Any play where only passes count; else one that scores."""
    position = replace(positions()[0], scoreless_turns=1)
    play = next(move for move in position.moves(WORDS) if move.kind is MoveKind.PLAY)
    nothing, passing = replace(play, score=0), Move.pass_turn(TINY.tiles)
    counts = {
        (name, rule): play_turn(position, move, rule).scoreless_turns
        for name, move in (("play", play), ("nothing", nothing), ("pass", passing))
        for rule in (None, 3)
    }
    assert counts == {
        ("play", None): 0, ("play", 3): 0, ("nothing", None): 0, ("nothing", 3): 2,
        ("pass", None): 2, ("pass", 3): 2,
    }  # fmt: skip


def test_an_unfinished_variation_has_no_end() -> None:
    position = next(each for each in positions() if len(each.rack) > 1)
    (turn,) = last_turns(position, [Move.pass_turn(TINY.tiles)])
    assert isinstance(turn, LastTurn) and turn.player == position.on_turn


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_a_play_taken_back_is_a_pass(data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(positions()))
    everything = solve_endgame(position, WORDS, moves=None, limits=SearchLimits(memory=4)).moves
    passed = next(each for each in everything if each.move.kind is MoveKind.PASS)
    analysis, _ = analyzed(position, everything[0].move, is_withdrawn=True)
    assert analysis.played is not None
    assert (analysis.played.equity, analysis.played.rank) == (passed.value, None)


def test_a_phony_that_stands() -> None:
    """It is worth its score less what the opponent makes of it."""
    lexicon = Lexicon.load()
    position = read_cgp(ENDGAME)
    phony = position.parse_move("10A AI")
    assert phony.score
    static = analyze_position(position, lexicon, played=phony)
    evaluation = evaluate_endgame(static, EndgamePlan(), lexicon)
    analysis = static.with_evaluation(evaluation)
    reply = solve_endgame(position.after(phony), lexicon)
    assert analysis.played is not None and analysis.played.is_phony
    assert (analysis.played.equity, analysis.played.rank) == (phony.score - reply.value, None)
    assert analysis.played.equity_lost == max(0, evaluation.result.value - phony.score + reply.value)


def test_after_two_passes_the_rules_count() -> None:
    """Repeated passes end the game after as many turns as the rules say."""
    lexicon = Lexicon.load()
    position = replace(read_cgp(ENDGAME), scoreless_turns=2)
    evaluation = evaluate_endgame(analyze_position(position, lexicon), EndgamePlan(), lexicon)
    assert evaluation.scoreless_turns == 6
    assert evaluation.result.value == solve_endgame(position, lexicon, scoreless_turns=6).value
    with pytest.raises(PositionError, match="6 turns without a score"):
        over = replace(position, scoreless_turns=6)
        evaluate_endgame(analyze_position(over, lexicon), EndgamePlan(), lexicon)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_is_heard(workers: int) -> None:
    """This also holds for a search without `should_stop`."""
    lexicon, position = Lexicon.load(), read_cgp(HARD)
    threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,)).start()
    with pytest.raises(KeyboardInterrupt):
        solve_endgame(position, lexicon, limits=SearchLimits(workers=workers, seconds=60))


@pytest.mark.parametrize(("behind", "win"), [(11, 1.0), (12, 0.5), (13, 0.0)])
def test_who_wins(behind: int, win: float) -> None:
    lexicon = Lexicon.load()
    position = replace(read_cgp(ENDGAME), scores=(400, 400 + behind))
    evaluation = evaluate_endgame(analyze_position(position, lexicon), EndgamePlan(moves=1), lexicon)
    assert evaluation.result.value == 12
    assert evaluation.win_chance(evaluation.moves[0]) == win


@pytest.mark.parametrize(
    ("lower", "upper", "win"),
    [(13, 20, 1.0), (12, 20, None), (11, 13, None), (4, 12, None), (4, 11, 0.0), (12, 12, 0.5)],
)
def test_bounds_decide_who_wins(lower: int, upper: int, win: float | None) -> None:
    """A move that may draw is known neither to win nor to lose."""
    position = replace(read_cgp(ENDGAME), scores=(400, 412))
    result = solve_endgame(position, Lexicon.load(), moves=1)
    best = replace(result.moves[0], lower=lower, upper=upper)
    assert EndgameEvaluation(position, replace(result, moves=(best,))).win_chance(best.move) == win


@pytest.mark.parametrize(
    ("options", "stopped"), [({"nodes": 300}, "nodes"), ({"seconds": 0.1}, "time"), ({}, "interrupted")]
)
def test_what_stopped_it(options: dict[str, float], stopped: str) -> None:
    lexicon = Lexicon.load()
    static = analyze_position(read_cgp(HARD), lexicon)
    control = SearchControl[None](should_stop=None if options else lambda: True)
    plan = EndgamePlan(limits=SearchLimits(**options))  # type: ignore[arg-type]
    found = evaluate_endgame(static, plan, lexicon, control)
    assert found.stopped == stopped and not found.result.is_proven


def test_a_best_move_may_be_proven_before_others() -> None:
    lexicon, position = Lexicon.load(), read_gcg("jackdaw/samples/ann_v_ben.gcg").position(22)
    plan = EndgamePlan(moves=3, limits=SearchLimits(nodes=300))
    found = evaluate_endgame(analyze_position(position, lexicon), plan, lexicon)
    proven = [found.is_proven(move) for move in found.moves]
    assert proven[0] and not all(proven)
    assert found.stopped == "nodes"
