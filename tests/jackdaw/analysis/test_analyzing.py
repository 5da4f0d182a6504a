"""`jackdaw.analyze` from Python: what gives what; frames of it; pictures."""

import importlib.util
import sys
from pathlib import Path

import pytest
from endgames import ENDGAME
from short_records import short_record, write_records

import jackdaw
from jackdaw.collection.exports import TURN_COLUMNS
from movegen import JackdawError
from movegen.position import write_cgp
from sims.simulation import SimulationEvaluation, SimulationPlan
from strategy.analysis import Method

pytestmark = pytest.mark.core

OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
FEW = SimulationPlan(candidates=3, iterations=40)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_records(tmp_path / "games")


def test_a_position() -> None:
    position = jackdaw.read_cgp(OPENING)
    static = jackdaw.analyze(position, method="static")
    assert (
        static.method is Method.STATIC
        and static.candidates[0] == jackdaw.analyze_position(position).candidates[0]
    )
    assert repr(static).startswith("<PositionAnalysis, static: best <Candidate 8B ANESTRI 66 +66.0>")
    simulated = [jackdaw.analyze(position, simulation=FEW, workers=workers) for workers in (1, 2)]
    assert {found.method for found in simulated} == {Method.SIMULATION}
    assert simulated[0].best == simulated[1].best
    assert jackdaw.analyze(OPENING, method="static").best == static.best
    solved = jackdaw.analyze(ENDGAME)
    assert isinstance(solved, jackdaw.PositionAnalysis) and solved.method is Method.ENDGAME
    partly = jackdaw.analyze(OPENING.replace("AEINRST", "AEIN"))
    assert isinstance(partly, jackdaw.PositionAnalysis)
    assert partly.why_static == "the rack is only partly known"


def test_a_game(folder: Path) -> None:
    review = jackdaw.analyze(folder / "r1.gcg", effort="quick")
    game = jackdaw.read_gcg(folder / "r1.gcg")
    assert isinstance(review, jackdaw.GameReview)
    assert [turn.points_lost for turn in jackdaw.analyze(game, effort="quick").turns] == [
        turn.points_lost for turn in review.turns
    ]
    opened = jackdaw.analyze(jackdaw.parse_gcg(short_record("Ann", "Ben", finished=False)), effort="quick")
    assert [turn.turn for turn in opened.turns] == [1] and opened.turns[0].mistake is not None
    simulated = jackdaw.analyze(game, simulation=FEW)
    assert {turn.analysis.method for turn in simulated.turns} == {Method.SIMULATION}
    *quick, last = (turn.analysis.method for turn in jackdaw.analyze(game, effort="quick").turns)
    assert {*quick} == {Method.STATIC} and last is Method.SIMULATION  # of the pass that ends the game
    (normal,) = jackdaw.analyze(
        jackdaw.parse_gcg(short_record("Ann", "Ben", finished=False)), effort="normal"
    ).turns
    assert normal.analysis.method is Method.SIMULATION


def test_ranking() -> None:
    best = {}
    for rank_by in ("utility", "win", "equity"):
        found = jackdaw.analyze(OPENING, simulation=FEW, rank_by=rank_by)
        assert isinstance(found, jackdaw.PositionAnalysis)
        assert isinstance(found.evaluation, SimulationEvaluation)
        assert found.evaluation.simulation.rank_by == rank_by
        moves = found.evaluation.simulation.moves
        best[rank_by] = max(moves, key=lambda move: move.ranked(rank_by)).move  # type: ignore[arg-type]
        assert found.best is not None and found.best.move == best[rank_by]
    with pytest.raises(JackdawError, match="expected utility, win, equity"):
        jackdaw.analyze(OPENING, rank_by="luck")  # type: ignore[call-overload]


def test_a_file_of_positions(tmp_path: Path) -> None:
    (tmp_path / "a.cgp").write_text(f"{OPENING}\n{write_cgp(jackdaw.read_cgp(OPENING))}\n", encoding="utf-8")
    found = jackdaw.analyze(tmp_path / "a.cgp", method="static")
    assert isinstance(found, list) and [each.method for each in found] == [Method.STATIC] * 2


def test_several_games(folder: Path, tmp_path: Path) -> None:
    for source, games in (
        (folder, 5), (str(folder / "r1*.gcg"), 2), ([folder / "r1.gcg"], 1), ([folder, folder / "r1.gcg"], 5),
    ):  # fmt: skip
        found = jackdaw.analyze(source, cache=tmp_path / "cache")
        assert isinstance(found, jackdaw.Collection) and len(found) == games
    assert len(list((tmp_path / "cache").iterdir())) == 5
    before = sorted(tmp_path.iterdir())
    assert len(jackdaw.analyze([folder], cache=False).failures) == 2
    assert sorted(tmp_path.iterdir()) == before


def test_what_cannot_be_analyzed(tmp_path: Path) -> None:
    for source, options, message in (
        (tmp_path / "no.gcg", {}, "no such file"),
        (OPENING, {"method": "magic"}, "no method 'magic'; expected auto, static, simulation"),
        (OPENING, {"effort": "some"}, "no effort 'some'; expected quick, normal, deep"),
        (OPENING, {"effort": ["quick"]}, r"no effort \['quick'\]; expected quick, normal, deep"),
        (OPENING, {"method": ["static"]}, "no method"),
        (OPENING, {"rank_by": ["win"]}, "moves cannot be ranked by"),
        (OPENING, {"method": "static", "simulation": FEW}, "the method static simulates nothing"),
        (
            OPENING,
            {"method": "static", "rank_by": "win"},
            "rank_by needs simulations; leave out method, or rank_by",
        ),
        (
            OPENING,
            {"method": "static", "effort": "deep"},
            "method and effort exclude each other; give only one",
        ),
        (OPENING, {"method": "simulation", "effort": "quick"}, "method and effort exclude each other"),
        *(
            (source, {"workers": workers}, f"{workers} workers; give")
            for source in (OPENING, tmp_path)
            for workers in (0, -1, 1.5, 5000)
        ),
        (OPENING, {"strategy": Path("nobody.toml")}, "nobody.toml"),
        (SAMPLE, {"grades": Path("nobody.toml")}, "nobody.toml"),
        (OPENING, {"strategy": "nobody"}, "unknown strategy 'nobody'"),
        (OPENING, {"lexicon": "nowhere"}, "nowhere"),
        (tmp_path, {}, "the folder contains no games"),
    ):
        with pytest.raises(JackdawError, match=message):
            jackdaw.analyze(source, **options)  # type: ignore[call-overload]


def test_frames(folder: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    review = jackdaw.analyze(folder / "r1.gcg", effort="quick")
    assert isinstance(review, jackdaw.GameReview)
    frame = jackdaw.to_frame(review)
    assert frame["move"].tolist() == [
        str(turn.analysis.played.move) for turn in review.turns if turn.analysis.played
    ]
    assert frame["equity_lost"].tolist() == [turn.points_lost for turn in review.turns]
    assert frame["name"].tolist()[:2] == ["Ann Archer", "Ben"]
    found = jackdaw.analyze([folder], cache=False)
    turns, games = found.to_frame(), found.to_frame("games")
    assert tuple(turns.columns) == TURN_COLUMNS
    assert len(turns) == sum(len(game.facts.turns) for game in found.games) and len(games) == 2 * len(found)
    means = games[games["judged"] == games["turns"]].groupby("name")["mistake_index"].mean()
    assert means.to_dict() == pytest.approx(
        {each.name: each.tally.indices.mean for each in found.players if each.tally.judged_games}
    )
    assert games["date"].dt.year.dropna().unique().tolist() == [2026]
    candidates = jackdaw.to_frame(jackdaw.analyze(OPENING, simulation=FEW))
    assert candidates["rank"].tolist()[:3] == [1, 2, 3] and "rollouts" not in candidates
    assert jackdaw.to_frame(jackdaw.Collection(())).empty
    with pytest.raises(JackdawError, match="no frame of 'moves'; expected turns or games"):
        found.to_frame("moves")  # type: ignore[arg-type]


def test_without_pandas_and_matplotlib(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = jackdaw.analyze([folder], cache=False)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(JackdawError, match=r"pandas is not installed; pip install .*\[pandas\]'"):
        found.to_frame()
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "jackdaw.collection.review_plots.find_spec",
        lambda name: None if name == "matplotlib" else find(name),
    )
    with pytest.raises(JackdawError, match=r"matplotlib is not installed; pip install .*\[plot\]'"):
        jackdaw.plot_trend(found)


def test_pictures(folder: Path, tmp_path: Path) -> None:
    figures = pytest.importorskip("matplotlib.figure", reason="matplotlib is not installed")
    review = jackdaw.analyze(folder / "r1.gcg", effort="quick")
    assert isinstance(review, jackdaw.GameReview)
    axes = figures.Figure().subplots()
    assert jackdaw.plot_chances(review, axes) is axes.figure
    chances = [100 * chance for chance in review.win_chances(0) if chance is not None]
    assert axes.lines[-1].get_ydata().tolist() == pytest.approx(chances)
    jackdaw.plot_chances(review).savefig(tmp_path / "chances.png")
    found = jackdaw.analyze([folder], cache=False)
    axes = figures.Figure().subplots()
    jackdaw.plot_trend(found, "ann archer", axes)
    assert axes.get_title() == "Ann Archer"
    assert len(axes.lines[0].get_xdata()) == len(found.player("Ann Archer").trend)
    jackdaw.plot_trend(found).savefig(tmp_path / "trend.png")
    with pytest.raises(JackdawError, match="no game of this player; expected one of Ann Archer, Ben"):
        jackdaw.plot_trend(found, "nobody")
    with pytest.raises(JackdawError, match="no chance to win is known"):
        jackdaw.plot_chances(jackdaw.analyze(jackdaw.parse_gcg("#player1 A A\n#player2 B B\n>A: - +0 0\n")))
