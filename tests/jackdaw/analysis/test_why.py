"""Explanations in the outputs of `analyze`: below a position, for each mistake of a game, in JSON and GCG."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from markupsafe import escape

from jackdaw.html import game_page, with_minus_signs
from jackdaw.html.turns import build_turns
from jackdaw.review import review_record
from jackdaw.text import explanation_sentences, turn_why
from movegen import Lexicon, read_gcg
from sims import AnalysisPlan, Analyzer, SimulationPlan, explain
from sims.review import review_game
from sims.simulation import SimulationEvaluation
from strategy import EndgamePlan, PreendgamePlan, analyze_game
from strategy.analysis import Mistake

pytestmark = pytest.mark.core

Run = Callable[..., Result]
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
QUICK = ("--candidates", 6, "--iterations", 200, "--confidence", "off")
STATIC = ("--method", "static")


def test_below_a_position(run_analyze: Run) -> None:
    result = run_analyze(SAMPLE, "--turn", 7, *QUICK)
    assert result.exit_code == 0 and max(map(len, result.stdout.splitlines())) <= 80
    why = result.stdout.partition("\n\nWhy M9 (EA)TING\n")[2]
    plan = AnalysisPlan(SimulationPlan(candidates=6, iterations=200, confidence=None))
    analysis = Analyzer(Lexicon.load(), plan=plan).turn(read_gcg(SAMPLE), 7)
    assert why.split() == " ".join(explanation_sentences(explain(analysis), with_margin=False)).split()


def test_the_documentation_shows_it(run_analyze: Run) -> None:
    page = Path("docs/why.md").read_text(encoding="utf-8")
    command, _, shown = page.partition("```\n$ analyze ")[2].partition("\n```")[0].partition("\n...\n")
    assert shown and run_analyze(*command.split()).stdout.endswith(f"\n\n{shown}\n")


def test_the_margin_is_named_where_nothing_else_does(run_analyze: Run) -> None:
    best = run_analyze(SAMPLE, "--turn", 5, *STATIC).stdout
    assert "Why O8 VI(B)EX\nBy score and leave O8 VI(B)EX is worth " in best
    assert "Why M9 (EA)TING\nBy score and leave M9 (EA)TING is worth 13.8 points more than 6H (P)ING." in (
        run_analyze(SAMPLE, "--turn", 7, *STATIC).stdout
    )


def test_each_mistake_of_a_game(run_analyze: Run) -> None:
    text = run_analyze(SAMPLE, "--effort", "quick").stdout
    game, lexicon = read_gcg(SAMPLE), Lexicon.load()
    review = review_record(game, lexicon)
    mistakes = [turn for turn in review.turns if turn.mistake not in (None, Mistake.NONE)]
    assert len(mistakes) > 5
    for turn in mistakes:
        assert turn.analysis.played is not None and turn.analysis.best is not None
        heading = f": why {turn.analysis.best.move}, not {turn.analysis.played.move}\n"
        assert text.count(heading) == 1 and f"\nTurn {turn.turn}, " in text
        below = text.partition(heading)[2].partition("\n\n")[0]
        assert below.split() == " ".join(turn_why(turn)).split() != []
    assert max(map(len, text.splitlines())) <= 80


def test_a_turn_that_is_no_mistake_is_not_explained() -> None:
    game, lexicon = read_gcg(SAMPLE), Lexicon.load()
    for turn in review_game(analyze_game(game, lexicon), lexicon).turns:
        assert bool(turn_why(turn)) == (turn.mistake not in (None, Mistake.NONE))


@pytest.mark.parametrize("turn", [7, 22])
def test_json(turn: int, run_analyze: Run) -> None:
    """Facts in their order, with the figures of the analysis and their sentences."""
    result = run_analyze(SAMPLE, "--turn", turn, "--iterations", 200, "--confidence", "off", "--json", "-")
    (position,) = json.loads(result.stdout)["positions"]
    simulation = SimulationPlan(iterations=200, confidence=None)
    plan = AnalysisPlan(simulation, EndgamePlan(), PreendgamePlan())
    explanation = explain(Analyzer(Lexicon.load(), plan=plan).turn(read_gcg(SAMPLE), turn))
    assert explanation is not None and explanation.facts
    assert [fact["sentence"] for fact in position["why"]] == explanation_sentences(explanation)
    for shown, fact in zip(position["why"], explanation.facts, strict=True):
        assert list(shown) == ["kind", "move", "than", "gain", "figures", "sentence"]
        assert (shown["kind"], shown["move"], shown["than"]) == (fact.kind, str(fact.move), str(fact.than))
        assert shown["gain"] == (None if fact.gain is None else pytest.approx(fact.gain, abs=1e-6))
        for found, figure in zip(shown["figures"], fact.figures, strict=True):
            names = ("value", "than", "difference", "difference_error")
            assert [found[name] for name in names] == pytest.approx(
                [getattr(figure, name) for name in names], abs=1e-6
            )
            assert (found["quantity"], found["unit"]) == (figure.quantity, figure.unit)
            assert (found["error"] is None) == (figure.error is None)
            assert (found["square"] is None) == (figure.square is None)


def test_json_names_the_square(run_analyze: Run) -> None:
    result = run_analyze(SAMPLE, "--turn", 19, "--iterations", 200, "--json", "-")
    (position,) = json.loads(result.stdout)["positions"]
    squares = [figure["square"] for fact in position["why"] for figure in fact["figures"]]
    assert [square for square in squares if square] == ["8A"]


def test_notes_in_a_record(run_analyze: Run) -> None:
    noted = run_analyze(SAMPLE, "--effort", "quick", "--gcg", "-").stdout
    assert (
        "With best play 2F OE ends the game at -121, 5K ARETT at -141. 5K ARETT scores 3 more points "
        "(16 against 13). But after 2F OE the rest of the game brings 23 points more (+3 against -20).\n"
    ) in noted


def test_the_page_of_a_game() -> None:
    """Each mistake has its sentences, and no other turn has any."""
    game, lexicon = read_gcg(SAMPLE), Lexicon.load()
    review = review_game(analyze_game(game, lexicon), lexicon)
    turns = {turn.number: turn for turn in build_turns(review, 3)}
    assert all(turns[turn.turn].why == tuple(map(with_minus_signs, turn_why(turn))) for turn in review.turns)
    page = game_page(review)
    reasons = [escape(with_minus_signs(sentence)) for turn in review.turns for sentence in turn_why(turn)]
    assert len(reasons) > 8 and all(f"<li>{reason}</li>" in page for reason in reasons)
    assert page.count('<section class="why">') == sum(bool(turn_why(turn)) for turn in review.turns)


def test_details(run_analyze: Run) -> None:
    """A row for each move shown and the played one, with the means of the simulation."""
    result = run_analyze(SAMPLE, "--turn", 7, *QUICK, "-n", 2, "--details")
    plan = AnalysisPlan(SimulationPlan(candidates=6, iterations=200, confidence=None))
    evaluation = Analyzer(Lexicon.load(), plan=plan).turn(read_gcg(SAMPLE), 7).evaluation
    assert isinstance(evaluation, SimulationEvaluation)
    lines = result.stdout.splitlines()
    rows = lines[next(place for place, line in enumerate(lines) if "Next turn" in line) + 1 :]
    assert len(rows) == 3 and rows[2].startswith("6H (P)ING ")
    for row, move in zip(rows, evaluation.simulation.moves[:2], strict=False):
        reply, following = move.plies
        assert row.removeprefix(str(move.move)).split() == [
            f"{reply.score:.1f}", f"±{reply.score_se:.1f}", f"{100 * reply.bingos:.1f}",
            f"{following.score:.1f}", f"±{following.score_se:.1f}", f"{100 * following.bingos:.1f}",
        ]  # fmt: skip
    assert "Goes out" not in result.stdout  # the bag is too full
    assert "Goes out %" in run_analyze(SAMPLE, "--turn", 20, *QUICK, "--details").stdout
    assert "Next turn" not in run_analyze(SAMPLE, "--turn", 7, *STATIC, "--details").stdout
