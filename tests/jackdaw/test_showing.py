"""How public objects show themselves: short reprs, printed tables, HTML and frames."""

import copy
import inspect
import json
import pickle
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

import jackdaw
import movegen
import sims
import strategy
from movegen import Lexicon, MoveGenerator, read_cgp, read_gcg
from movegen.showing import MAX_REPR, Tabular, Tabulation

SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
OPENING = "15/15/15/15/15/15/15/7CIGAR3/15/15/15/15/15/15/15 AEINRST/ 0/20 0"
PACKAGES = (movegen, strategy, sims, jackdaw)


def public_classes() -> Iterator[type]:
    """The classes that the packages export, without enumerations, errors and protocols."""
    for package in PACKAGES:
        for name in package.__all__:
            found = getattr(package, name)
            if not inspect.isclass(found) or issubclass(found, BaseException | Enum):
                continue
            if not getattr(found, "_is_protocol", False):
                yield found


@pytest.fixture(scope="module")
def objects() -> dict[type, Any]:
    """An object of every public class."""
    lexicon, game = Lexicon.load(), read_gcg(SAMPLE)
    position, last = read_cgp(OPENING), game.position(22)
    variant, static = position.variant, strategy.load_strategy("static")
    review = jackdaw.analyze(SAMPLE, effort="quick")
    analysis = strategy.analyze_game(game, lexicon)
    simulation = jackdaw.simulate(OPENING, candidates=3, iterations=20, confidence=None)
    analyzer = sims.Analyzer(
        lexicon,
        plan=sims.AnalysisPlan(sims.SimulationPlan(iterations=20), strategy.EndgamePlan(10)),
    )
    endgame = strategy.solve_endgame(last, lexicon, moves=5)
    one_in_bag = read_cgp(
        "2JUS2TROWELeD/1COMPILE1YO3E/1UT1H2EF1ECU1N/FRAME2DE2O2T/1T2n3E1VISTA/BA2O1QUIZ1G2L/LI2I3N2N2I/"
        "EN2D1WOG2E2A/ASK2BOX7/R1I1VIG8/YAP12/1A13/15/15/15 ADEEHRR/ 346/385 0"
    )
    preendgame = strategy.solve_preendgame(one_in_bag, lexicon, moves=[one_in_bag.parse_move("M8 REHEARD")])
    table = strategy.WinTable.load("scowl80")
    games = sims.play_static_games([static, static], lexicon, games=2)
    last_move = strategy.LastMove(game.position(3).board, game.turns[2].move)
    found = [
        lexicon, game, position, variant, variant.rules, variant.tiles, variant.layout,
        variant.tiles.tiles[1],
        position.board, position.rack, position.moves(lexicon), position.moves(lexicon)[0], game.players[0],
        game.events[0], game.pragmas[0], movegen.GcgWarning(1, "a warning", 1), lexicon.hooks("QUID"),
        lexicon.statistics, MoveGenerator(variant, lexicon), position.moves(lexicon).sub_racks,
        static, strategy.load_strategy("sim_2ply"), static.candidates(position, lexicon),
        static.candidates(position, lexicon)[0], analysis, analysis.positions[3],
        analysis.positions[3].played,
        analysis.positions[3].evaluation, analysis.totals[0], endgame, endgame.moves[0], preendgame,
        preendgame.best, preendgame.best.outcomes[0], review, simulation, simulation.best, simulation.setting,
        analyzer, analyzer.plan, analyzer.plan.simulation, analyzer.plan.endgame, analyzer.turn(game, 22),
        analyzer.turn(game, 22).evaluation, analyzer.turn(game, 3).evaluation, table, games,
        strategy.SearchLimits(workers=2), strategy.SearchControl(progress=print, should_stop=lambda: False),
        strategy.PreendgameOptions(), strategy.PreendgamePlan(), last_move,
        sims.TableWinModel(table), sims.NormalWinModel(), jackdaw.explain(analyzer.turn(game, 7)),
        strategy.load_leaves("scowl80", variant.tiles), strategy.load_leaves("rackh3", variant.tiles),
        jackdaw.pit("greedy", "rackh1", games=2), jackdaw.analyze([SAMPLE], effort="quick", cache=False),
    ]  # fmt: skip
    return {type(each): each for each in found}


def test_every_public_class_has_a_short_telling_repr(objects: dict[type, Any]) -> None:
    texts = [repr(each) for each in objects.values()]
    for text in texts:
        assert len(text) <= MAX_REPR and "object at 0x" not in text and " at 0x" not in text, text
    shown = {kind.__name__ for kind in objects}
    others = {kind for kind in public_classes() if kind.__name__ not in shown}
    for kind in others:  # those without an object here: their repr is not that of object
        assert kind.__repr__ is not object.__repr__, kind
    assert len(others) <= 12, sorted(kind.__name__ for kind in others)


TABLES = ("Game", "GameAnalysis", "MoveList", "CandidateList", "Simulation", "EndgameResult",
          "PreendgameResult", "GameReview", "PositionAnalysis", "MatchReport")  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_results_are_tables(name: str, objects: dict[type, Any]) -> None:
    pandas = pytest.importorskip("pandas")
    table = next(each for kind, each in objects.items() if kind.__name__ == name)
    assert isinstance(table, Tabular)
    titles, rows = table.tabulate().titles, table.tabulate().rows
    lines = str(table).splitlines()
    assert all(title in lines[1] for title in titles)
    assert all(cell in lines[2] for cell in rows[0])
    assert lines[-1].startswith("...") is (len(rows) > 20)
    html = table._repr_html_()
    assert html.count("<tr>") == 1 + min(20, len(rows)) and "<script" not in html
    frame = table.to_frame()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(rows) == len(table.to_rows())
    assert len(jackdaw.to_frame(table)) == len(frame)


@pytest.mark.parametrize("name", [*TABLES[:-1], "Explanation", "SimulationPlan", "Leaves"])
def test_copies_of_results_equal_them(name: str, objects: dict[type, Any]) -> None:
    found = next(each for kind, each in objects.items() if kind.__name__ == name)
    assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found) and found != "another"


def test_equal_lists_of_moves(objects: dict[type, Any]) -> None:
    lexicon, position, static = Lexicon.load(), read_cgp(OPENING), strategy.load_strategy("static")
    moves, candidates = position.moves(lexicon), static.candidates(position, lexicon)
    assert moves == position.moves(lexicon) and hash(moves) == hash(position.moves(lexicon))
    assert moves != moves[1:] and moves[:3] != read_gcg(SAMPLE).position(3).moves(lexicon)[:3]
    again = static.candidates(position, lexicon)
    assert candidates == again and hash(candidates) == hash(again) and candidates[:2] != candidates[1:3]
    assert candidates != strategy.load_strategy("rackh1").candidates(position, lexicon)
    one, other = (jackdaw.simulate(OPENING, candidates=3, iterations=20) for _ in range(2))
    assert one == other and one.seconds != other.seconds


def test_the_parts_of_a_collection_have_short_reprs(objects: dict[type, Any]) -> None:
    found = objects[jackdaw.Collection]
    ann = found.players[0]
    for part in (found.games[0], ann, ann.tally, ann.trend[0], objects[jackdaw.GameReview].players[0]):
        assert len(repr(part)) <= MAX_REPR, repr(part)
    assert repr(found.games[0]) == "<CollectedGame ann_v_ben.gcg: Ann Archer 503, Ben Boyle 362>"


def test_collections_are_tables_of_their_players(objects: dict[type, Any]) -> None:
    pytest.importorskip("pandas")
    found = objects[jackdaw.Collection]
    assert isinstance(found, Tabular)
    heading, titles, ann, ben = str(found).splitlines()
    assert heading == repr(found) and titles.split()[:3] == ["Player", "Games", "Won"]
    assert re.fullmatch(r"Ann Archer +1 +1 +\+141 +\d+\.\d +[-+]\d+", ann), ann
    assert re.fullmatch(r"Ben Boyle +1 +0 +-141 +\d+\.\d +[-+]\d+", ben), ben
    assert found._repr_html_().count("<tr>") == 3
    assert len(found.to_frame()) == len(found.to_rows()) == 23 and len(found.to_frame("games")) == 2
    assert str(jackdaw.Collection(())).splitlines()[0] == "<Collection of 0 games, 0 players, 0 failures>"


def test_a_lexicon_is_a_frame_of_words() -> None:
    pytest.importorskip("pandas")
    frame = Lexicon.from_words(["ZO", "CAT", "AA"], movegen.TileSet.load("english"), "few").to_frame()
    assert frame.to_dict("list") == {"word": ["AA", "CAT", "ZO"], "length": [2, 3, 2]}


def test_a_printed_simulation_is_the_table_of_the_terminal(run_jackdaw: Any) -> None:
    options = ("--candidates", 5, "--iterations", 200, "--confidence", "off")
    shown = run_jackdaw("analyze", OPENING, *options).stdout
    printed = str(jackdaw.simulate(OPENING, candidates=5, iterations=200, confidence=None)).splitlines()[1:]
    squeezed = [re.sub(" +", " ", line.strip()) for line in shown.splitlines()]
    for line in printed:
        assert re.sub(" +", " ", line.strip()) in squeezed


def test_a_short_repr_leaves_out_what_equals_its_default() -> None:
    for iterations in (5_000, int("5000"), 10_000 // 2):
        assert (
            repr(sims.SimulationPlan(iterations=iterations, confidence=float("0.99"))) == "SimulationPlan()"
        )
    assert (
        repr(sims.SimulationPlan(all_rankings=True, margin=0.0))
        == "SimulationPlan(margin=0.0, all_rankings=True)"
    )
    assert repr(strategy.SearchLimits(workers=True, memory=int("256"))) == "SearchLimits(workers=True)"


def test_shortcuts() -> None:
    game = read_gcg(SAMPLE)
    assert jackdaw.simulate(game, ["14K AWNED"], turn=16, iterations=20).best.score == 39
    assert jackdaw.solve(game, turn=22).value == 16
    assert jackdaw.solve(SAMPLE).is_proven
    assert jackdaw.pit("rackh3", "greedy", games=4, workers=1).statistics.games == 4
    one = jackdaw.simulate(OPENING, iterations=50, workers=1, confidence=None)
    other = jackdaw.simulate(OPENING, iterations=50, workers=2, confidence=None)
    assert one.to_rows() == other.to_rows()
    few = {"turn": 21, "iterations": 4, "candidates": 3}
    searched, moved, plain = (
        jackdaw.simulate(game, *more, **few, **settings).setting  # type: ignore[arg-type]
        for more, settings in (((), {}), ((["L5 IO"],), {}), ((), {"plies": 2}))
    )
    assert (searched.endgame_nodes, len(searched.moves)) == (30, 3) and searched.plies == moved.plies > 1000
    assert list(map(str, moved.moves)) == ["L5 IO"]
    assert (plain.endgame_nodes, plain.plies) == (None, 2)
    with pytest.raises(jackdaw.JackdawError, match="the rack is not known"):
        jackdaw.simulate(f"{'/'.join(['15'] * 15)} / 0/0 0")
    with pytest.raises(jackdaw.JackdawError, match="even number"):
        jackdaw.pit("rackh3", "greedy", games=3)


def test_names_cannot_inject() -> None:
    class Odd(Tabular):
        def tabulate(self, count: int | None = None) -> Tabulation:
            return Tabulation("<b>\x1b[2J", ("<i>",), [("<script>",)], 1)

        def to_rows(self) -> list[dict[str, Any]]:
            return []

    assert "<script>" not in Odd()._repr_html_() and "\x1b" not in str(Odd()) + Odd()._repr_html_()
    assert "<b>" not in Odd()._repr_html_() and "<i>" not in Odd()._repr_html_()


def cells(notebook: Path) -> list[str]:
    found = json.loads(notebook.read_text(encoding="utf-8"))
    assert found["nbformat"] == 4
    return ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("notebook", sorted(Path("docs").glob("*.ipynb")), ids=lambda path: path.name)
def test_notebooks_run(notebook: Path) -> None:
    """Every cell runs; the value of its last line shows itself in one of the ways that notebooks know."""
    pytest.importorskip("pandas")
    namespace: dict[str, Any] = {}
    assert len(cells(notebook)) >= 8
    for cell in cells(notebook):
        *lines, last = cell.rstrip().split("\n")
        exec("\n".join(lines), namespace)
        try:
            shown = eval(last, namespace)
        except SyntaxError:
            exec(last, namespace)
            continue
        if shown is not None:
            assert len(repr(shown)) < 2000
