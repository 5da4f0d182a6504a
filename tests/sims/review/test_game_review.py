"""Reviews of games: totals are those of the turns, chances those of the analysis; odd games, too."""

from dataclasses import replace
from math import hypot
from pathlib import Path

import msgspec
import numpy as np
import pytest

from jackdaw.console import plain_text
from jackdaw.schemas.review_json import turn_json
from jackdaw.text import turn_remarks
from jackdaw.text.game_report import game_view
from movegen import Game, Lexicon, Move, Position, PositionError, Variant, read_gcg
from movegen.variant import ChallengeRule, EndingRule
from sims import AnalysisPlan, Analyzer, SimulationPlan, evaluate_by_simulation, play_game
from sims.explanation import explain
from sims.review import GameReview, TurnChances, review_game
from sims.simulation import MILLION, SimulationEvaluation, win_model_for
from strategy import (
    EndgamePlan,
    GameAnalysis,
    PreendgamePlan,
    SearchLimits,
    StaticStrategy,
    analyze_game,
    analyze_position,
    load_strategy,
)
from strategy.analysis import (
    Grade,
    GradedBy,
    GradingScheme,
    Mistake,
    PreendgameEvaluation,
    StopReason,
    evaluate_endgame,
    evaluate_preendgame,
    measure_luck,
    static_win_chance,
)
from strategy.players.strategy_files import EmptyBagConfig

pytestmark = pytest.mark.core

ROOT = Path(__file__).resolve().parents[3]
LEXICON = Lexicon.load()
STATIC = StaticStrategy.load("static")
VARIANT = Variant.standard()
MODEL = win_model_for(VARIANT)
SCHEME = GradingScheme.load()
SAMPLE = read_gcg(ROOT / "jackdaw/samples/ann_v_ben.gcg")


def reviewed(game: Game) -> tuple[GameAnalysis, GameReview]:
    analysis = analyze_game(game, LEXICON)
    return analysis, review_game(analysis, LEXICON)


def test_totals_are_those_of_the_turns() -> None:
    analysis, review = reviewed(SAMPLE)
    assert [turn.turn for turn in review.turns] == list(range(1, 24))
    assert [turn.luck for turn in review.turns] == measure_luck(SAMPLE, LEXICON, STATIC)
    for player, totals in enumerate(review.players):
        turns = [turn for turn in review.turns if turn.player == player]
        known = analysis.totals[player]
        assert (totals.turns, totals.judged, totals.best_found) == (
            known.turns,
            known.judged,
            known.best_found,
        )
        assert totals.points_lost == pytest.approx(sum(turn.points_lost or 0 for turn in turns))
        is_without_reference = all(turn.analysis.reference is None for turn in turns)
        assert (totals.points_lost == known.equity_lost) == is_without_reference
        assert totals.win_lost == pytest.approx(sum(turn.chances.lost or 0 for turn in turns))
        assert totals.luck == pytest.approx(sum(turn.luck or 0 for turn in turns))
        classes = [turn.mistake for turn in turns if turn.mistake]
        assert totals.mistakes == {mistake: classes.count(mistake) for mistake in Mistake}
        assert totals.mistake_index == SCHEME.mistake_index(turn.grade for turn in turns if turn.grade)
        costly = [turn for turn in turns if turn.grade and turn.grade.costs_spread]
        assert totals.spread_mistakes == {
            mistake: [turn.mistake for turn in costly].count(mistake) for mistake in Mistake
        }
        assert totals.spread_lost == pytest.approx(sum(turn.points_lost or 0 for turn in costly))
        assert totals.rating is None  # most turns were valued by score and leave
    for turn in review.turns:
        assert turn.points_lost is not None
        assert turn.grade == SCHEME.grade(turn.points_lost, turn.chances.best, turn.chances.played)
    ben = review.players[1]
    assert (ben.bingos, ben.missed_bingos, ben.worst_turn, ben.best_turn) == ((20,), (16,), 16, 20)
    assert review.players[0].bingos == (9, 19, 21)


def test_static_chances() -> None:
    """Behind the move the opponent is on turn, and sees all tiles but those in the bag and on the rack."""
    position = SAMPLE.position(5)
    analysis = analyze_position(position, LEXICON, STATIC)
    best = analysis.best
    assert best is not None
    ahead = (position.scores[0] - position.scores[1]) * 1000 + round(best.equity * 1000)
    laid = len(best.move.tiles_used)
    unseen = position.bag_count - laid + 7
    expected = 1 - MODEL(np.array([-ahead]), np.array([unseen]))[0] / MILLION
    assert static_win_chance(position, best.move, best.equity, MODEL) == expected
    assert TurnChances.of(analysis, MODEL) == TurnChances(expected, None)
    exchange = next(move for move in analysis.candidates.moves if move.kind == "exchange")
    ahead = (position.scores[0] - position.scores[1]) * 1000
    same = 1 - MODEL(np.array([-ahead]), np.array([position.bag_count + 7]))[0] / MILLION
    assert static_win_chance(position, exchange, 0.0, MODEL) == same


@pytest.mark.parametrize(("behind", "expected"), [(24, 0.5), (25, 0.0), (23, 1.0)])
def test_going_out(behind: int, expected: float) -> None:
    """IN(R)O wins 16 points and twice those of the opponent's tiles."""
    position = SAMPLE.position(23)
    last = SAMPLE.turns[22].move
    assert last is not None
    gained = last.score + 2 * position.unseen.points
    position = replace(position, scores=(400, 400 + gained - 24 + behind))
    assert static_win_chance(position, last, 99.0, MODEL) == expected


@pytest.mark.parametrize(("ahead", "expected"), [(1, 0.5), (0, 0.0), (2, 1.0)])
def test_a_last_turn_costs_both_the_tiles_they_keep(ahead: int, expected: float) -> None:
    """A(S) wins 2 points; AEORTT lose 6, and the opponent's INO 3."""
    rules = msgspec.structs.replace(VARIANT.rules, ending=EndingRule.LAST_TURNS)
    variant = Variant(VARIANT.tiles, VARIANT.layout, rules)
    position = replace(SAMPLE.position(22), variant=variant, scores=(400, 400 + ahead), last_turns=1)
    assert static_win_chance(position, position.parse_move("11A A(S)"), 99.0, MODEL) == expected


@pytest.mark.parametrize(("ahead", "expected"), [(0, 0.5), (-1, 0.0), (1, 1.0)])
def test_after_the_opponent_went_out(ahead: int, expected: float) -> None:
    """The opponent gets twice the points of the tiles left."""
    last = SAMPLE.turns[22].move
    assert last is not None
    over = SAMPLE.position(23).after(last)
    over = replace(over, scores=(400, 400 + 2 * over.rack.points + ahead))
    assert static_win_chance(over, Move.pass_turn(VARIANT.tiles), 0.0, MODEL) == expected


def test_a_lost_challenge_of_the_last_play_is_not_judged(tmp_path: Path) -> None:
    """The game was over: its player wins for certain, and the totals are those without the pass."""
    lines = (ROOT / "jackdaw/samples/ann_v_ben.gcg").read_text(encoding="utf-8").splitlines()
    last = next(index for index, line in enumerate(lines) if "L3 IN.O" in line)
    rack = str(SAMPLE.position(23).unseen)
    lines.insert(last + 1, f">Ben_Boyle: {rack} - +0 {SAMPLE.position(23).scores[1]}")
    (tmp_path / "challenged.gcg").write_text("\n".join(lines), encoding="utf-8")
    analysis, review = reviewed(read_gcg(tmp_path / "challenged.gcg"))
    *_, turn = review.turns
    assert turn.turn == 24 and turn.analysis.is_over
    assert turn.grade is None and turn.best is None and turn.points_lost is None and not turn.is_best
    assert turn.chances == TurnChances(0.0, 0.0)
    deepened = Analyzer(LEXICON, plan=AnalysisPlan(endgame=EndgamePlan())).deepen(turn.analysis)
    assert deepened == turn.analysis and deepened.why_static is None
    assert analysis.totals[1].judged == 11
    assert review.players == reviewed(SAMPLE)[1].players


def test_chances_of_a_simulation() -> None:
    analysis = analyze_game(SAMPLE, LEXICON, turn=16)
    plan = SimulationPlan(candidates=3, iterations=50)
    (static,) = analysis.positions
    evaluation = evaluate_by_simulation(static, plan, LEXICON, STATIC)
    simulated = static.with_evaluation(evaluation)
    review = review_game(replace(analysis, positions=(simulated,)), LEXICON)
    (turn,) = review.turns
    assert simulated.counted_move is not None
    played = evaluation.find(simulated.counted_move)
    assert played is not None
    assert (turn.chances.best, turn.chances.played) == (evaluation.simulation.best.win, played.win)
    assert simulated.played is not None and turn.points_lost == simulated.played.equity_lost


@pytest.mark.parametrize("grades", ["standard", "lenient"])
def test_the_best_move_wins_no_less_often_than_the_played_one(grades: str) -> None:
    """Best is the first in the ranking of the moves that win as often up to a tie, and losses follow."""
    grading = GradingScheme.load(grades)
    tolerance = grading.tied.tolerance / 100
    above = 0
    for number, rank_by in ((1, "equity"), (3, "utility"), (15, "equity"), (21, "equity")):
        analysis = analyze_game(SAMPLE, LEXICON, turn=number)
        (static,) = analysis.positions
        plan = SimulationPlan(candidates=12, iterations=60, confidence=None, rank_by=rank_by)
        evaluation = evaluate_by_simulation(static, plan, LEXICON, STATIC)
        for move in evaluation.moves:
            played = analyze_position(static.position, LEXICON, STATIC, turn=number, played=move)
            simulated = played.with_evaluation(evaluation)
            (turn,) = review_game(
                replace(analysis, positions=(simulated,)), LEXICON, grading=grading, with_luck=False
            ).turns
            win = evaluation.win_chance(move)
            least = win - tolerance
            expected = next(each for each in evaluation.moves if evaluation.win_chance(each) >= least)
            assert turn.best is not None and turn.best.move == expected
            assert turn.chances.best == evaluation.win_chance(expected) >= least
            assert turn.chances.played == win
            lost = evaluation.equity_lost(move) - evaluation.equity_lost(expected)
            assert turn.points_lost == pytest.approx(max(0.0, lost), abs=1e-3)
            assert turn.is_best == (expected == move or evaluation.rank(move) == 1)
            above += expected != evaluation.moves[0]
            if expected == move != evaluation.moves[0]:
                assert turn.grade == Grade(Mistake.NONE, GradedBy.SPREAD) and not turn.has_missed_bingo
            better = explain(turn.analysis, evaluation.moves[-1])
            assert (better is not None and better.better == expected) or expected == evaluation.moves[-1]
    assert above > 5 or tolerance  # else the test shows nothing


def test_a_mistake_is_never_the_best_move_found() -> None:
    """Nor is it if it ranks first with others, worth as many points as a move that wins more often."""
    _, review = reviewed(SAMPLE)
    turn = review.turns[14]
    assert turn.mistake is Mistake.SMALL and turn.analysis.played is not None and not turn.is_best
    tied = replace(turn, analysis=replace(turn.analysis, played=replace(turn.analysis.played, rank=1)))
    assert not tied.is_best
    assert replace(tied, grade=Grade(Mistake.NONE, GradedBy.WINS)).is_best


def test_noise_in_the_chances_does_not_choose_the_best_move() -> None:
    """ORAcIES is worth 20 points more than the played move, which seems to win 0.0009 % more often."""
    analysis = analyze_game(SAMPLE, LEXICON, turn=21)
    (static,) = analysis.positions
    plan = SimulationPlan(candidates=10, iterations=300)
    simulated = static.with_evaluation(evaluate_by_simulation(static, plan, LEXICON, STATIC))
    (turn,) = review_game(replace(analysis, positions=(simulated,)), LEXICON, with_luck=False).turns
    assert turn.best is not None and turn.best.move == simulated.evaluation.moves[0]
    assert turn.chances.best is not None and turn.chances.played is not None
    assert 0 < turn.chances.played - turn.chances.best < 1e-4
    assert turn.points_lost is not None and turn.points_lost > 15
    assert turn.grade == Grade(Mistake.SMALL, GradedBy.SPREAD)


@pytest.mark.parametrize(("ahead", "place"), [(-0.01, 0), (0.0024, 0), (0.0026, 1), (0.1, 1)])
def test_a_move_that_wins_clearly_more_often_than_the_leader_is_best(
    ahead: float, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis = analyze_game(SAMPLE, LEXICON, turn=16)
    (static,) = analysis.positions
    evaluation = evaluate_by_simulation(static, SimulationPlan(candidates=3, iterations=50), LEXICON, STATIC)
    leader, second, *_ = evaluation.moves
    wins = {leader: 0.6, second: 0.6 + ahead}
    monkeypatch.setattr(SimulationEvaluation, "win_chance", lambda self, move, model=None: wins.get(move))
    played = analyze_position(static.position, LEXICON, STATIC, turn=16, played=second)
    simulated = played.with_evaluation(evaluation)
    (turn,) = review_game(replace(analysis, positions=(simulated,)), LEXICON, with_luck=False).turns
    assert turn.best is not None and turn.best.move == evaluation.moves[place]
    assert turn.is_best == (place == 1)


def test_the_worst_turn_cost_most_wins() -> None:
    """Not turn 16, which is a small mistake, too, and cost more points."""
    _, review = reviewed(play_game([load_strategy("greedy"), load_strategy("rackh1")], LEXICON, seed=4))
    worst, other = review.turns[3], review.turns[15]
    assert review.players[1].worst_turn == 4 and worst.mistake is other.mistake is Mistake.SMALL
    assert (worst.chances.lost or 0) > (other.chances.lost or 0)
    assert (worst.points_lost or 0) < (other.points_lost or 0)


def test_the_turning_point() -> None:
    """From there on the winner is never again behind; nobody else's lead counts."""
    for seed in range(3):
        game = play_game([STATIC, StaticStrategy.load("rackh1")], LEXICON, seed=seed)
        _, review = reviewed(game)
        winner = game.winner
        assert winner is not None and review.turning_point is not None
        after = [
            turn.chances.played if turn.player == winner else 1 - (turn.chances.played or 0)
            for turn in review.turns
        ]
        place = review.turning_point - 1
        assert all(chance is not None and chance > 0.5 for chance in after[place:])
        assert place == 0 or (after[place - 1] or 0) <= 0.5
        chances = review.win_chances(0)
        assert chances == [None if c is None else 1 - c for c in review.win_chances(1)] or all(
            a is not None and b is not None and a + b == pytest.approx(1)
            for a, b in zip(chances, review.win_chances(1), strict=True)
        )


def test_phonies_challenges_and_unknown_racks() -> None:
    game = Game.new(VARIANT, ["Ann", "Ben"])
    game.record_move("8H ZAXI", "AEIINXZ")
    game.withdraw_phony()
    game.record_move("8D WAREQ", "AERWQTT")
    game.record_move("9H NI", "AEIINXZ")
    game.record_move(Move.pass_turn(VARIANT.tiles))
    analysis, review = reviewed(game)
    assert len(analysis.positions) == 5  # the last one is to be played
    zax, wareq, known, unknown = review.turns
    assert zax.was_challenged and not wareq.was_challenged
    assert zax.mistake is Mistake.LARGE and zax.analysis.played is not None  # it came to a pass
    assert (unknown.mistake, unknown.points_lost, unknown.chances.best) == (None, None, None)
    assert unknown.luck is None and known.luck == 0.0  # what came back was seen, and is the whole rack
    assert review.players[0].phonies == (1, 3) and review.players[1].phonies == (2,)
    assert [player.judged for player in review.players] == [2, 1] and review.turning_point is None


def test_a_pass_after_a_play_may_be_a_lost_challenge() -> None:
    rules = msgspec.structs.replace(VARIANT.rules, challenge=ChallengeRule.DOUBLE)
    game = Game.new(Variant(VARIANT.tiles, VARIANT.layout, rules), ["Ann", "Ben"])
    game.record_move("8D WAREZ", "AERWZII")
    for rack in ("HIAEEOU", "IINSTRT"):
        game.record_move("pass", rack)
    assert [turn.may_be_forfeit for turn in reviewed(game)[1].turns] == [False, True, False]


@pytest.mark.parametrize(
    ("stopped", "is_reproducible"),
    [(None, True), (StopReason.NODES, True), (StopReason.TIME, False), (StopReason.INTERRUPTED, False)],
)
def test_a_review_without_clock_and_ctrl_c_is_reproducible(
    stopped: StopReason | None, is_reproducible: bool
) -> None:
    """One turn that was stopped is enough, and one whose deeper evaluation did not begin."""
    analysis = analyze_game(SAMPLE, LEXICON)
    first, last = analysis.positions[0], analysis.positions[21]
    endgame = replace(evaluate_endgame(last, EndgamePlan(moves=1), LEXICON), stopped=stopped)
    missing = replace(last, why_static="the rack is not known" if is_reproducible else StopReason.INTERRUPTED)
    for turn in (last.with_evaluation(endgame), missing):
        review = review_game(replace(analysis, positions=(first, turn)), LEXICON, with_luck=False)
        assert review.is_reproducible == is_reproducible


def test_only_whole_games_that_were_judged_are_rated() -> None:
    """One unknown rack of Ann's leaves her without a rating."""
    game = Game.new(VARIANT, ["Ann", "Ben"])
    for rack in ("AEINRST", "AEINRST", None, "AEINRST", "AEINRST", "AEINRST"):
        game.record_move("pass", rack)
    game.finish([VARIANT.tiles.parse_rack("AEINRST")] * 2)
    plan = AnalysisPlan(simulation=SimulationPlan(candidates=2, iterations=2, plies=1))
    analysis = Analyzer(LEXICON, STATIC, plan).game(game)
    review = review_game(analysis, LEXICON, with_luck=False)
    assert [player.rating is None for player in review.players] == [True, False]
    of_ben = review_game(replace(analysis, positions=analysis.positions[1::2]), LEXICON, with_luck=False)
    assert of_ben.players[1].judged == 3 and of_ben.players[1].rating is None


def test_four_players_have_no_chances() -> None:
    """Points alone count."""
    game = Game.new(VARIANT, ["A", "B", "C", "D"])
    for move, rack in (
        ("8D WAREZ", "AERWZII"),
        ("7H HI", "HIAEEOU"),
        ("6H IT", "IITNSTR"),
        ("5H NS", "AENNSTR"),
    ):
        game.record_move(move, rack)
    _, review = reviewed(game)
    assert len(review.players) == 4 and review.win_chances(2) == [None] * 4
    for player in (-1, 4, "x", 0.0):
        with pytest.raises(PositionError, match=f"there is no player {player}; give"):
            review.win_chances(player)  # type: ignore[arg-type]
    assert [turn.mistake for turn in review.turns].count(None) == 0
    assert {turn.grade and turn.grade.graded_by for turn in review.turns} == {GradedBy.POINTS}
    assert all(player.win_lost is None and player.rating is None for player in review.players)
    assert all(turn.analysis.reference is None for turn in review.turns)


def test_no_turns() -> None:
    review = review_game(GameAnalysis(Game.new(VARIANT, ["A", "B"]), LEXICON.name, "static", ()), LEXICON)
    assert [player.best_turn for player in review.players] == [None, None]
    assert isinstance(review.game.position(1), Position)


def test_no_luck_for_values_that_the_core_cannot_count() -> None:
    """The rest of the review is."""
    config = msgspec.structs.replace(STATIC.config, empty_bag=EmptyBagConfig(out_factor=1e6))
    strategy = StaticStrategy(config)
    review = review_game(analyze_game(SAMPLE, LEXICON, strategy), LEXICON, strategy)
    assert {turn.luck for turn in review.turns} == {None}
    assert [player.judged for player in review.players] == [12, 11]


@pytest.mark.parametrize("has_error", [True, False])
def test_estimates_of_a_preendgame_are_graded_beyond_their_error(
    has_error: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search of a few hundred nodes estimates wins, with errors."""
    analysis = analyze_game(SAMPLE, LEXICON, turn=21)
    (static,) = analysis.positions
    plan = PreendgamePlan(moves=8, max_bag=3, limits=SearchLimits(nodes=400))
    evaluation = evaluate_preendgame(static, plan, LEXICON)
    best, *_, worst = (move for move in evaluation.result.moves if move.win_source is not None)
    error = evaluation.win_difference_error(best.move, worst.move)
    assert error == hypot(best.win_error or 0, worst.win_error or 0) > 0
    wins = {best.move: 0.9, worst.move: 0.9 - 0.8 * error}
    monkeypatch.setattr(PreendgameEvaluation, "win_chance", lambda self, move, model=None: wins.get(move))
    if not has_error:
        monkeypatch.setattr(PreendgameEvaluation, "win_difference_error", lambda self, one, other: None)
    played = analyze_position(static.position, LEXICON, STATIC, turn=21, played=worst.move)
    searched = played.with_evaluation(evaluation)
    review = review_game(replace(analysis, positions=(searched,)), LEXICON, with_luck=False)
    (turn,) = review.turns
    total = review.players[turn.player]
    found = (total.win_lost_estimated, total.win_lost_error)
    assert found == ((total.win_lost, round(error, 6)) if has_error else (None, None))
    assert turn.grade is not None and turn.grade.is_mistake != has_error
    assert turn.win_error == (error if has_error else None)
    remark = f"the wins lost are estimated, ±{100 * error:.1f} %, and graded by what exceeds that"
    assert (remark in turn_remarks(turn)) == has_error
    assert turn_json(turn).win_lost_se == (round(error, 6) if has_error else None)
    text = " ".join(plain_text(line).strip() for line in game_view(analysis, review))
    lost = (
        f"of the {80 * error:.1f} % of wins lost, {80 * error:.1f} ± {100 * error:.1f} % are only estimates"
    )
    assert (lost in text) == has_error
