"""Sentences of explanations: each number in them is a figure of the analysis, and they read well."""

import re
from dataclasses import replace
from functools import cache

import pytest

from jackdaw.text import explanation_sentences
from movegen import Lexicon, read_cgp, read_gcg
from movegen.variant import column_name
from sims import AnalysisPlan, Analyzer, SimulationPlan, explain
from sims.explanation import Explanation, Fact, FactKind, Figure, Quantity, Unit
from strategy import EndgamePlan, PreendgamePlan, SearchLimits

pytestmark = pytest.mark.core

LEXICON = Lexicon.load()
GAME = read_gcg("jackdaw/samples/ann_v_ben.gcg")
DEEP = AnalysisPlan(
    SimulationPlan(candidates=8, iterations=300, confidence=None), EndgamePlan(), PreendgamePlan()
)
STATIC = AnalysisPlan()
_NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?:\.\d+)?(?![\w]|\.\d)")


@cache
def explained(turn: int, plan: AnalysisPlan = DEEP) -> Explanation:
    found = explain(Analyzer(LEXICON, plan=plan).turn(GAME, turn))
    assert found is not None
    return found


def roundings(value: float) -> set[str]:
    return {form.format(value) for form in ("{:.1f}", "{:+.1f}", "{:g}", "{:+g}", "{:.0f}")}


def printed(figure: Figure) -> set[str]:
    """All ways in which the numbers of a figure may be printed."""
    factor = 100 if figure.unit is Unit.SHARE else 1
    values = [figure.value, figure.than, figure.difference, abs(figure.difference), figure.difference_error]
    values += [error for error in (figure.error, figure.than_error) if error is not None]
    texts = set().union(*(roundings(factor * value) for value in values))
    if figure.of is not None:
        texts |= {str(figure.of)} | roundings(figure.value * figure.of) | roundings(figure.than * figure.of)
    return texts


def without_names(text: str, fact: Fact) -> str:
    """A sentence without moves and squares, whose digits are no figures."""
    for move in (fact.move, fact.than):
        text = text.replace(str(move), "MOVE")
    for figure in fact.figures:
        if figure.square:
            text = text.replace(f"{column_name(figure.square[1])}{figure.square[0] + 1}", "SQUARE")
    return text


def check(found: Explanation) -> None:
    sentences = explanation_sentences(found)
    assert len(sentences) == len(found.facts) <= 4
    for sentence, fact in zip(sentences, found.facts, strict=True):
        known = set().union(*map(printed, fact.figures))
        numbers = _NUMBER.findall(without_names(sentence, fact))
        assert numbers and set(numbers) <= known, sentence
        for figure in fact.figures:  # none of them is left unsaid
            assert printed(figure) & set(numbers), (sentence, figure)
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")


@pytest.mark.parametrize("turn", range(1, 24))
def test_each_number_is_a_figure(turn: int) -> None:
    check(explained(turn))


@pytest.mark.parametrize("turn", range(1, 24))
def test_each_number_is_a_figure_of_static_analyses(turn: int) -> None:
    check(explained(turn, STATIC))


def test_wins_of_a_preendgame() -> None:
    position = read_cgp(
        "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/"
        "2ESCALADERS3/3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT ??AENRU/ 427/436 0"
    )
    played = position.parse_move("4A EbURNeAN")
    limits = SearchLimits(nodes=400_000)  # too few to search all moves
    plan = AnalysisPlan(preendgame=PreendgamePlan(moves=3, spreads="all", limits=limits))
    found = explain(Analyzer(LEXICON, plan=plan).position(position, played=played))
    assert found is not None
    check(found)
    assert explanation_sentences(found) == [
        "J2 cENtAUR wins with 8 of the 8 arrangements of the unseen tiles, 4A EbUR(N)eAN with 7.",
        "With best play the game ends at +23.1 on average after J2 cENtAUR, +15.5 after 4A EbUR(N)eAN.",
        "J2 cENtAUR scores 3 more points (69 against 66).",
    ]


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "Neither M9 (EA)TING nor 6H (P)ING wins with any of the 8 arrangements of the unseen tiles."),
        (0.375, "Both M9 (EA)TING and 6H (P)ING win with 3 of the 8 arrangements of the unseen tiles."),
    ],
)
def test_moves_that_win_equally_often(share: float, text: str) -> None:
    found = explained(7)
    assert found.better is not None and found.worse is not None
    wins = Figure(Quantity.WIN, Unit.SHARE, share, share, of=8)
    fact = Fact(FactKind.EVEN, found.better, found.worse, (wins,))
    assert explanation_sentences(replace(found, facts=(fact,))) == [text]


@pytest.mark.parametrize(
    ("kind", "turns"),
    [(FactKind.LATER_TURNS, "later turns"), (FactKind.AFTER_REPLY, "turns after the reply")],
)
def test_turns_that_rollouts_gain_from(kind: FactKind, turns: str) -> None:
    found = explained(7)
    assert found.better is not None and found.worse is not None
    gains = Figure(Quantity(kind.value), Unit.POINTS, 83.2, 1.1, 0.3, 0.4)
    fact = Fact(kind, found.better, found.worse, (gains,), gains.difference)
    assert explanation_sentences(replace(found, facts=(fact,))) == [
        f"After M9 (EA)TING the {turns} gain 82.1 ± 0.5 points more (+83.2 against +1.1)."
    ]


def test_static_sentences() -> None:
    assert explanation_sentences(explained(7, STATIC)) == [
        "By score and leave M9 (EA)TING is worth 13.8 points more than 6H (P)ING.",
        "M9 (EA)TING keeps GNT (-2.9), 6H (P)ING GNTT (-11.7): a better leave by 8.8 points.",
        "M9 (EA)TING scores 5 more points (14 against 9).",
    ]


@pytest.mark.parametrize(
    ("points", "error", "gap"),
    [
        (1.0, 0.0, "1 point"),
        (1.04, 0.0, "1.0 points"),
        (1.0, 0.2, "1.0 ± 0.2 points"),
        (2.0, 0.0, "2 points"),
    ],
)
def test_a_single_point(points: float, error: float, gap: str) -> None:
    found = explained(7)
    assert found.better is not None and found.worse is not None
    worth = Figure(Quantity.EQUITY, Unit.POINTS, points, 0.0, error, 0.0)
    fact = Fact(FactKind.MARGIN, found.better, found.worse, (worth,))
    assert explanation_sentences(replace(found, facts=(fact,))) == [
        f"M9 (EA)TING is worth {gap} more than 6H (P)ING."
    ]


@pytest.mark.parametrize(
    ("rack", "sentence"),
    [
        (
            "AEILNRT",
            "The pass ends the game, as the last of 6 turns in a row without a score; after H8 (I)NERTIAL it "
            "goes on.",
        ),
        (
            "BCDFGHJ",
            "(exch BDFGJ) and the pass both end the game, as the last of 6 turns in a row without a score: "
            "only the tiles left on the racks count.",
        ),
    ],
)
def test_a_move_that_ends_the_game_without_a_score(rack: str, sentence: str) -> None:
    """Nothing else is said of it: what the other move gains on later turns is no reason."""
    position = read_cgp(f"{'15/' * 7}7INDOL3{'/15' * 7} {rack}/ 14/0 5")
    plan = AnalysisPlan(SimulationPlan(candidates=1, iterations=100))
    found = explain(Analyzer(LEXICON, plan=plan).position(position, played=position.parse_move("-")))
    assert explanation_sentences(found)[1:] == [sentence]


def test_what_the_better_move_gives_up_comes_first() -> None:
    assert explanation_sentences(explained(22))[1:] == [
        "5K ARETT scores 3 more points (16 against 13).",
        "But after 2F OE the rest of the game brings 23 points more (+3 against -20).",
    ]


def test_the_margin_may_be_left_out() -> None:
    found = explained(7, STATIC)
    assert explanation_sentences(found, with_margin=False) == explanation_sentences(found)[1:]


def test_no_facts() -> None:
    assert explanation_sentences(None) == []
    found = explained(7)
    assert explanation_sentences(Explanation(found.position, found.method, found.move)) == []


@pytest.mark.parametrize("kind", FactKind)
def test_every_kind_has_a_sentence_with_its_figures(kind: FactKind) -> None:
    found = explained(7)
    assert found.better is not None and found.worse is not None
    quantity = Quantity(kind.value) if kind.value in set(Quantity) else Quantity.EQUITY
    figures = {
        FactKind.EVEN: (Figure(Quantity.EQUITY, Unit.POINTS, 3, 2, 1, 1), win(0.5, 0.49)),
        FactKind.MARGIN: (Figure(Quantity.EQUITY, Unit.POINTS, 3, 12, 1, 1), win(0.5, 0.4)),
        FactKind.WINS_DESPITE_POINTS: (win(0.5, 0.4), Figure(Quantity.EQUITY, Unit.POINTS, 3, 12, 1, 1)),
        FactKind.GOING_OUT: (win(0.5, 0.4),),
        FactKind.OPPONENT_GOING_OUT: (win(0.3, 0.4),),
        FactKind.ENDS_GAME: (),
    }.get(kind, (Figure(quantity, Unit.POINTS, 7, 4),))
    fact = Fact(kind, found.better, found.worse, figures)
    (sentence,) = explanation_sentences(
        Explanation(found.position, found.method, found.move, found.better, found.worse, (fact,))
    )
    numbers = set(_NUMBER.findall(without_names(sentence, fact)))
    for figure in figures:
        assert printed(figure) & numbers, sentence


def win(value: float, than: float) -> Figure:
    return Figure(Quantity.WIN, Unit.SHARE, value, than, 0.01, 0.01)
