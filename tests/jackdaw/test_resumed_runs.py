"""Batches, judges and puzzles go on only with the inputs and settings that they were begun with."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec.structs import replace as with_fields

from jackdaw.batch import BatchPlan, BatchRun
from jackdaw.batch import run as batch_run
from jackdaw.inputs import OWN_RULES, LexiconFinder, ReadingRules
from jackdaw.puzzles import making_run
from jackdaw.puzzles.plans import puzzle_plans
from jackdaw.runs import judge_run
from movegen import TileSet, Variant
from sims.analysis import AnalysisPlan
from sims.decisions import DecisionPlan, JudgePlan
from sims.lexicon_source import LexiconSource
from sims.match import Match, MatchPlan, SeriesFiles
from sims.puzzles import PuzzlePlan
from sims.workers import JournalError, this_process
from strategy import StaticStrategy

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Begin = Callable[..., None]
SECOND = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
STANDARD = Variant.standard()
STATIC, GREEDY = StaticStrategy.load("static"), StaticStrategy.load("greedy")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of positions, and a list of words for them."""
    (tmp_path / "p.cgp").write_text(f"{SECOND}\n{SECOND}\n", encoding="utf-8")
    (tmp_path / "words.txt").write_text("WINDY\nDIG\nLID\n", encoding="utf-8")
    return tmp_path


def begin_batch(
    folder: Path,
    *,
    resume: bool,
    rules: ReadingRules = OWN_RULES,
    strategy: StaticStrategy | None = None,
) -> None:
    """Begin or resume a batch, and leave its journal."""
    finder, plan = (
        LexiconFinder(str(folder / "words.txt")),
        BatchPlan(AnalysisPlan(), strategy, 3, details=False),
    )
    positions, outputs = [str(folder / "p.cgp")], [str(folder / "out.jsonl")]
    with BatchRun(positions, outputs, plan, finder, rules=rules, resume=resume):
        pass


def begin_judge(
    folder: Path,
    *,
    resume: bool,
    rules: ReadingRules = OWN_RULES,
    strategy: StaticStrategy = STATIC,
    endgame_nodes: int | None = 30,
) -> None:
    """Begin or resume the judging of positions."""
    finder, plan = (
        LexiconFinder(str(folder / "words.txt")),
        DecisionPlan((strategy, GREEDY), JudgePlan(endgame_nodes=endgame_nodes), 5),
    )
    source = judge_run.FilePositions([str(folder / "p.cgp")], finder, rules=rules, phases=(), outputs=())
    with judge_run.JudgeRun(source, plan, folder / "out.csv", resume=resume):
        pass


def begin_puzzles(
    folder: Path,
    *,
    resume: bool,
    rules: ReadingRules = OWN_RULES,
    strategy: StaticStrategy | None = None,
    endgame_nodes: int = 30,
) -> None:
    """Begin or resume the making of puzzles."""
    finder, (screen, analysis) = LexiconFinder(str(folder / "words.txt")), puzzle_plans(5)
    assert analysis.preendgame_simulation is not None
    few = replace(analysis.preendgame_simulation, endgame_nodes=endgame_nodes)
    source = making_run.FilePositions([str(folder / "p.cgp")], finder, rules=rules, outputs=())
    plan = PuzzlePlan(screen, replace(analysis, preendgame_simulation=few), strategy=strategy, seed=5)
    with making_run.PuzzleRun(source, plan, folder / "out.jsonl", resume=resume):
        pass


BEGIN: list[Begin] = [begin_batch, begin_judge, begin_puzzles]
every_run = pytest.mark.parametrize("begin", BEGIN, ids=lambda begin: begin.__name__)


@every_run
def test_the_same_run_goes_on(folder: Path, begin: Begin) -> None:
    begin(folder, resume=False)
    begin(folder, resume=True)


@every_run
def test_other_rules_of_reading(folder: Path, begin: Begin) -> None:
    begin(folder, resume=False)
    wordsmog = Variant.load("wordsmog")
    for rules in (ReadingRules(variant=wordsmog), ReadingRules(default=wordsmog)):
        with pytest.raises(JournalError, match=r"the run was started with rules\..* 'None', not 'wordsmog"):
            begin(folder, resume=True, rules=rules)


@every_run
def test_other_words_of_the_same_file(folder: Path, begin: Begin) -> None:
    begin(folder, resume=False)
    words = folder / "words.txt"
    text = words.read_text(encoding="utf-8")
    words.write_text("WINDY\nGALE\nLEAD\n", encoding="utf-8")
    with pytest.raises(JournalError, match=r"the run was started with lexicon 'words\.txt \("):
        begin(folder, resume=True)
    words.write_text(text, encoding="utf-8")
    begin(folder, resume=True)


@every_run
def test_other_leaves_of_the_same_file(folder: Path, begin: Begin) -> None:
    def with_leaves(points: int) -> StaticStrategy:
        lines = (f"{tile.label},{points}\n" for tile in TileSet.load("english").tiles)
        (folder / "own.csv").write_text("".join(lines), encoding="utf-8")
        return StaticStrategy.load(folder / "own.csv")

    begin(folder, resume=False, strategy=with_leaves(1))
    begin(folder, resume=True, strategy=with_leaves(1))
    with pytest.raises(JournalError, match=r"the run was started with (strategy|players\.0) 'own \("):
        begin(folder, resume=True, strategy=with_leaves(2))


def test_puzzles_with_other_simulations(folder: Path) -> None:
    begin_puzzles(folder, resume=False)
    message = r"started with analysis\.preendgame_simulation\.endgame_nodes '30', not '3000'"
    with pytest.raises(JournalError, match=message):
        begin_puzzles(folder, resume=True, endgame_nodes=3000)


def test_a_judge_with_other_searches(folder: Path) -> None:
    begin_judge(folder, resume=False)
    with pytest.raises(JournalError, match=r"started with judge\.endgame_nodes '30', not 'None'"):
        begin_judge(folder, resume=True, endgame_nodes=None)


HOUSE = with_fields(
    Variant.load("crossplay").rules, name="club evenings with the long rules of the house", scoreless_turns=4
)
HOUSES = [
    replace(Variant.load("crossplay"), rules=with_fields(HOUSE, count_tiles_left=counts))
    for counts in (False, True)
]


def begin_self_play(variant: Variant, log: Path, *, resume: bool, judge: bool) -> None:
    """Begin or resume judging, or the making of puzzles, in games of self-play by these rules."""
    lexicon = LexiconSource.of(None, variant)
    if judge:
        positions = judge_run.SelfPlayPositions(2, lexicon, variant, 3)
        with judge_run.JudgeRun(positions, DecisionPlan((STATIC, GREEDY)), log, resume=resume):
            pass
    else:
        games = making_run.SelfPlayPositions(1, lexicon, variant, 3)
        with making_run.PuzzleRun(games, PuzzlePlan(*puzzle_plans(3)), log, resume=resume):
            pass


def begin_match(variant: Variant, log: Path, *, resume: bool) -> None:
    """Begin or resume a match by these rules."""
    plan = MatchPlan((STATIC, GREEDY), LexiconSource.of(None, variant), variant, games=4, seed=1)
    Match(plan, this_process, SeriesFiles(log=log, resume=resume)).series.__exit__(None, None, None)


@pytest.mark.parametrize(
    "begin",
    [begin_match, partial(begin_self_play, judge=True), partial(begin_self_play, judge=False)],
    ids=["match", "judge", "puzzles"],
)
def test_rules_of_the_same_name(tmp_path: Path, begin: Begin) -> None:
    """They differ in their last key alone: whether tiles left count."""
    log = tmp_path / "out.csv"
    begin(HOUSES[0], log, resume=False)
    begin(HOUSES[0], log, resume=True)
    with pytest.raises(
        JournalError, match=r"the run was started with (rules|self-play\.variant) 'club evenings"
    ):
        begin(HOUSES[1], log, resume=True)


def interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt batches before their first position."""

    def run(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(batch_run, "run_in_chunks", run)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (("--seed", 2), "with --seed 1"),
        (("--infer",), "without --infer"),
        (("--lexicon", "SCOWL60"), "without --lexicon"),
        (("--details", "--seed", 2), "with --seed 1, without --details"),
        (("--time", 2), "without --time"),
    ],
)
def test_a_batch_with_all_settings(
    folder: Path, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch, changed: tuple[object, ...], message: str
) -> None:
    """Many settings that are not the defaults hide no other one; the number of workers is none.

    Whatever settings an option decides, the message names the option.
    """
    few = ("--candidates", 3, "--iterations", 30, "--confidence", "off", "--rank-by", "equity", "--seed", 1)
    command = ("batch", folder / "p.cgp", "-o", folder / "out.jsonl", *few)
    with monkeypatch.context() as patched:
        interrupt(patched)
        assert run_jackdaw(*command, "--workers", 1).exit_code == 130
    refused = run_jackdaw(*command, "--workers", 1, *changed, "--resume")
    message = f"the run was started {message}; resume with the same options, or name another output\n"
    assert refused.exit_code == 2 and refused.stderr.endswith(message)
    with monkeypatch.context() as patched:
        interrupt(patched)
        assert run_jackdaw(*command, "--workers", 2, "--resume").exit_code == 130


def test_a_batch_of_other_files_is_named_so(
    folder: Path, run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("batch", folder / "p.cgp", "-o", folder / "out.jsonl", "--workers", 1)
    with monkeypatch.context() as patched:
        interrupt(patched)
        assert run_jackdaw(*command).exit_code == 130
    (folder / "p.cgp").write_text(f"{(folder / 'p.cgp').read_text(encoding='utf-8')}\n# more\n", "utf-8")
    refused = run_jackdaw(*command, "--seed", 2, "--resume")
    assert refused.exit_code == 2 and "the run was started with files '1 (" in refused.stderr
