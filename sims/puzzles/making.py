"""Making puzzles: a quick look at a position, then a deep one if a clearly best move is still possible.

A position is a puzzle if every other move is at least a mistake of the size asked for, by the grading scheme
of reviews, and the best move is certainly better than it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

from movegen.board import Move
from movegen.errors import JackdawError, PositionError, one_line
from movegen.position import Position
from sims.analysis import AnalysisPlan, Analyzer
from sims.decisions import find_phase
from sims.lexicon_source import LexiconSource
from sims.puzzles.challenges import Challenge, find_challenge_leads
from sims.puzzles.difficulty import measure_difficulty
from sims.puzzles.margins import Lead, find_leads
from sims.puzzles.puzzle import CHALLENGE, SCHEMA, Origin, Puzzle, PuzzleMove, puzzle_id
from sims.puzzles.tags import Tag, find_tags
from sims.simulation import SimulationEvaluation
from strategy.analysis import GradingScheme, Method, Mistake, PositionAnalysis, StopReason
from strategy.players import StaticStrategy, static_strategy_for
from strategy.search_control import NO_CONTROL, SearchControl

SHOWN_MOVES = 10
_SIZES = tuple(Mistake)


@dataclass(frozen=True)
class PuzzlePlan:
    """How puzzles are made.

    Attributes
    ----------
    screen:   the quick look, which only rejects positions that are certainly no puzzles.
    analysis: the deep analysis, from which the figures of the puzzle come.
    mistake:  the least mistake that every other move must be.
    strategy: ranks candidates and plays rollouts; None for the default of the position's tiles.
    seed:     decides the simulations and the errors of the levels.
    """

    screen: AnalysisPlan
    analysis: AnalysisPlan
    mistake: Mistake = Mistake.MEDIUM
    strategy: StaticStrategy | None = None
    seed: int = 0


@dataclass(frozen=True)
class PuzzleTask:
    """A position that may be a puzzle; `lexicon` is None if there is an `error` instead.

    Attributes
    ----------
    number: identifies the position in the run.
    played: the move of the game; `is_withdrawn` if it was taken back.
    before: the position before the opponent's last play, `last_play`; None if that cannot be challenged.
    """

    number: int
    origin: Origin
    position: Position | None = None
    lexicon: LexiconSource | None = None
    played: Move | None = None
    is_withdrawn: bool = False
    before: Position | None = None
    last_play: Move | None = None
    error: str | None = None


class Discovery(msgspec.Struct, frozen=True):
    """The result of a task: a puzzle, or None if the position is none, or an error."""

    first: int
    puzzle: Puzzle | None = None
    error: str | None = None


def make_puzzle(
    plan: PuzzlePlan, task: PuzzleTask, *, control: SearchControl[Any] = NO_CONTROL, workers: int = 1
) -> Discovery:
    """Make a puzzle of a position if it is one. Errors become part of the result.

    `workers` is the number of threads; it does not change the result. There is no puzzle once `control` has
    stopped the analysis.
    """
    if task.error is not None or task.position is None or task.lexicon is None:
        return report_failure(task, task.error or "there is no position")
    try:
        run = partial(Analyzer, task.lexicon.load(), control=control, workers=workers)
        return Discovery(task.number, _make(plan, task, task.position, task.lexicon, run))
    except JackdawError as error:
        return report_failure(task, one_line(str(error)))


def report_failure(task: PuzzleTask, reason: str) -> Discovery:
    """Return the result for a position that cannot be analyzed."""
    return Discovery(task.number, error=reason)


def _make(
    plan: PuzzlePlan,
    task: PuzzleTask,
    known: Position,
    source: LexiconSource,
    new_analyzer: Callable[..., Analyzer],
) -> Puzzle | None:
    if known.players != 2:
        raise PositionError(f"{known.players} players; puzzles are made of games of two")
    position, lexicon = known.without_other_racks(), source.load()
    if not position.bag_count:
        position = known  # with an empty bag the opponent's rack is what is unseen
    strategy = static_strategy_for(lexicon, position.variant, plan.strategy)
    if task.before is not None and task.last_play is not None:
        challenge = Challenge.of(task.before, task.last_play, position, lexicon)
        if challenge is not None:
            return _make_challenge(plan, task, challenge, source, new_analyzer)
    screen = new_analyzer(strategy=strategy, plan=plan.screen).position(position)
    if screen.obstacle or len(screen.candidates) < 2:
        return None
    if not screen.is_endgame and not _may_be_puzzle(screen, plan):
        return None
    analyzer = new_analyzer(strategy=strategy, plan=plan.analysis)
    found = analyzer.position(position, played=task.played, is_withdrawn=task.is_withdrawn)
    leads = find_leads(found)
    if not _is_puzzle(found, leads, plan):
        return None
    return _describe(plan, task, found, leads, source)


def _make_challenge(
    plan: PuzzlePlan,
    task: PuzzleTask,
    challenge: Challenge,
    source: LexiconSource,
    new_analyzer: Callable[..., Analyzer],
) -> Puzzle | None:
    """Return the puzzle of a phony, unless a challenge is not certainly best."""
    analyzer = new_analyzer(strategy=plan.strategy, plan=plan.analysis)
    standing = analyzer.position(challenge.standing, played=task.played, is_withdrawn=task.is_withdrawn)
    withdrawn = analyzer.position(challenge.withdrawn)
    leads = find_challenge_leads(standing, withdrawn)
    if not leads or not (leads[0].is_certain and _grade(standing, leads[0], plan)):
        return None
    best = withdrawn.evaluation.moves[0]
    answer = PuzzleMove(CHALLENGE, 0, withdrawn.evaluation.win_chance(best), 0.0, 0.0, 0.0, 0.0)
    return _describe(plan, task, standing, leads, source, answer)


def _may_be_puzzle(screen: PositionAnalysis, plan: PuzzlePlan) -> bool:
    """Return False if some other move is certainly no such mistake, as far as a quick look shows."""
    leads = find_leads(screen)
    known = [lead for lead in leads[:SHOWN_MOVES] if lead.is_known]
    return bool(leads) and all(_grade(screen, _widened(lead), plan) for lead in known)


def _widened(lead: Lead) -> Lead:
    """Return a lead with the losses that it may well have: one standard error more."""
    return replace(
        lead,
        win_lost=None if lead.win_lost is None else lead.win_lost + (lead.win_error or 0.0),
        points_lost=None if lead.points_lost is None else lead.points_lost + (lead.points_error or 0.0),
    )


def _is_puzzle(found: PositionAnalysis, leads: Sequence[Lead], plan: PuzzlePlan) -> bool:
    if not leads or found.evaluation.stopped in (StopReason.TIME, StopReason.INTERRUPTED):
        return False
    if found.method is not Method.SIMULATION and not found.evaluation.is_proven(found.evaluation.moves[0]):
        return False
    return all(lead.is_certain and _grade(found, lead, plan) for lead in leads)


def _grade(analysis: PositionAnalysis, lead: Lead, plan: PuzzlePlan) -> bool:
    """Return whether a move with this lead of the best one is a mistake of the size asked for.

    What it loses at least is graded where it is not known what it loses.
    """
    win_lost = lead.least_win_lost if lead.win_lost is None else lead.win_lost
    points_lost = lead.least_points_lost if lead.points_lost is None else lead.points_lost
    best_win = played_win = None
    if lead.win is not None and win_lost is not None:
        best_win, played_win = lead.win + win_lost, lead.win
    elif win_lost:
        best_win = analysis.evaluation.win_chance(analysis.evaluation.moves[0])
        played_win = None if best_win is None else best_win - win_lost
    grade = GradingScheme.load().grade(
        points_lost or 0.0, best_win, played_win, is_final=analysis.method.is_exact
    )
    return _SIZES.index(grade.mistake) >= _SIZES.index(plan.mistake)


def _describe(
    plan: PuzzlePlan,
    task: PuzzleTask,
    found: PositionAnalysis,
    leads: Sequence[Lead],
    source: LexiconSource,
    challenge: PuzzleMove | None = None,
) -> Puzzle:
    """Describe a puzzle whose answer is the best move of the analysis, or a challenge instead of it."""
    position, evaluation = found.position, found.evaluation
    best = evaluation.moves[0]
    index = found.candidates.moves.find(best)
    assert index is not None
    answer = challenge or PuzzleMove(str(best), best.score, evaluation.win_chance(best), 0.0, 0.0, 0.0, 0.0)
    difficulty = None if challenge else measure_difficulty(
        position, best, found.rank_candidate(index), source.load(), plan.seed
    )  # fmt: skip
    cgp, rules = position.cgp(strict=False), position.variant.name
    moves = {lead.move: PuzzleMove.of(lead) for lead in leads}
    counted = found.counted_move
    simulated = evaluation.simulation if isinstance(evaluation, SimulationEvaluation) else None
    return Puzzle(
        SCHEMA,
        puzzle_id(cgp, source.name, rules),
        cgp,
        source.name,
        rules,
        task.origin,
        find_phase(position).value,
        found.method.value,
        all(lead.is_proven for lead in leads),
        0 if simulated is None else simulated.best.iterations,
        None if task.last_play is None else f"{task.last_play} {task.last_play.score}",
        answer,
        tuple(moves.values())[:SHOWN_MOVES],
        None if counted is None else moves.get(counted),
        (Tag.PHONY,) if challenge else find_tags(found),
        difficulty,
    )
