"""The responses to the requests of the page of puzzles.

The file of puzzles comes from the command line, never from a page. Results are noted in the same file as
those of `jackdaw puzzle play`.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from threading import Lock

import msgspec

from jackdaw.html import with_minus_signs
from jackdaw.puzzles import (
    Progress,
    ProgressError,
    PuzzleJudge,
    Verdict,
    default_progress_file,
    hints_for,
    read_puzzles,
    sample_puzzles,
    total_results,
    verdict_sentences,
)
from jackdaw.web.analysis import PositionView, WebLexica, format_tiles_as_play, position_view
from jackdaw.web.puzzles.puzzle_requests import (
    NextPuzzleRequest,
    PuzzleHintRequest,
    PuzzleRequest,
    PuzzleStatsRequest,
    TryPuzzleRequest,
)
from jackdaw.web.puzzles.puzzle_sets import PuzzleSets
from movegen.errors import UnknownNameError
from sims.puzzles import Puzzle, PuzzleFilter

_MAX_SETS = 20
"""The number of sets of puzzles that are kept in memory."""


class PuzzleView(msgspec.Struct):
    """A puzzle to solve, without its answer. `left` counts those due today or new, with this one."""

    id: str
    position: PositionView
    lexicon: str
    last_play: str | None
    difficulty: int | None
    left: int


class NextView(msgspec.Struct):
    """The next puzzle; without one the day on which the first one comes back, None if there is none."""

    puzzle: PuzzleView | None
    next_due: str | None


class VerdictView(msgspec.Struct):
    """A verdict: a headline, sentences, the tags after the answer, and the tiles that the answer lays.

    `warning` says why the result could not be saved.
    """

    is_answer: bool
    counts: bool
    headline: str
    sentences: list[str]
    tags: list[str]
    answer: list[tuple[int, int, int]]
    warning: str | None = None


class TagView(msgspec.Struct):
    """Results of the puzzles with a tag, or of all."""

    tag: str
    tries: int
    solved: int


class PuzzleApi:
    """Responds to the requests of the page of puzzles. Safe to use from any thread."""

    def __init__(
        self,
        lexica: WebLexica,
        file: str | None = None,
        progress: Path | None = None,
        sets: PuzzleSets | None = None,
    ) -> None:
        """Take the file of puzzles, by default those included. It is read when a page first asks for one.

        `sets` are those made of games, by default in the user's data.
        """
        self._lexica, self._file = lexica, file or sample_puzzles()
        self.sets = sets or PuzzleSets()
        self._progress_file = progress or default_progress_file()
        self._lock = Lock()
        self._puzzles: OrderedDict[str, dict[str, Puzzle]] = OrderedDict()
        """Those of the last few sets by name, those of the file under the empty name."""

    def next(self, request: NextPuzzleRequest) -> NextView:
        """Return the next puzzle: what is due first, the longest due before, then new ones in their order."""
        puzzles, known = self._chosen(request), self._progress().puzzles
        today = date.today()
        due = sorted(
            (each for each in puzzles if each.id in known and known[each.id].due <= today),
            key=lambda each: known[each.id].due,
        )
        open_ones = [*due, *(each for each in puzzles if each.id not in known)]
        shown = {puzzle_id: place for place, puzzle_id in enumerate(request.seen)}
        # The first that was not just shown, else the one that was shown the longest ago.
        found = min(open_ones, key=lambda each: shown.get(each.id, -1), default=None)
        if found is None:
            days = [known[each.id].due for each in puzzles if each.id in known]
            return NextView(None, min(days).isoformat() if days else None)
        difficulty = None if found.difficulty is None else found.difficulty.value
        view = position_view(found.position, request.drawn)
        return NextView(
            PuzzleView(found.id, view, found.lexicon, found.last_play, difficulty, len(open_ones)), None
        )

    def try_move(self, request: TryPuzzleRequest) -> VerdictView:
        """Judge a move. Raises JackdawError for one that is not legal."""
        puzzle = self._puzzle(request)
        judge = self._judge(puzzle)
        text = request.text
        if request.tiles:
            text = format_tiles_as_play(request.tiles, judge.position.board)
            verdict = judge.judge(judge.position.parse_move(text))
        else:
            verdict = judge.judge(judge.parse(text))
        return self._view(puzzle, verdict, request, is_solved=verdict.is_answer)

    def show(self, request: PuzzleRequest) -> VerdictView:
        """Return the answer, which counts as a miss unless there was a try before."""
        puzzle = self._puzzle(request)
        judge = self._judge(puzzle)
        return self._view(puzzle, judge.judge(judge.answer), request, is_solved=False, is_shown=True)

    def hint(self, request: PuzzleHintRequest) -> dict[str, str | None]:
        """Return a hint; None if there are no more."""
        hints = list(hints_for(self._puzzle(request)))
        return {"hint": hints[request.number] if request.number < len(hints) else None}

    def stats(self, request: PuzzleStatsRequest) -> list[TagView]:
        """Return the results of all sessions by tag, those of all puzzles first."""
        results = total_results(self._chosen(request), self._progress())
        order = sorted(results, key=lambda tag: (tag != "all", tag))
        return [TagView(tag, results[tag].tries, results[tag].solved) for tag in order]

    def _view(
        self,
        puzzle: Puzzle,
        verdict: Verdict,
        request: PuzzleRequest,
        *,
        is_solved: bool,
        is_shown: bool = False,
    ) -> VerdictView:
        headline, *sentences = map(with_minus_signs, verdict_sentences(verdict, puzzle, is_shown=is_shown))
        answer, counts = puzzle.answer_move, not verdict.invalid_words
        warning = None
        if counts and not request.noted:
            warning = self._note(puzzle, request, is_solved=is_solved)
        is_over = verdict.is_answer
        return VerdictView(
            is_over,
            counts,
            headline,
            sentences,
            list(puzzle.tags) if is_over else [],
            answer.squares if is_over and answer is not None else [],
            warning,
        )

    def _note(self, puzzle: Puzzle, request: PuzzleRequest, *, is_solved: bool) -> str | None:
        with self._lock:
            try:
                Progress(self._progress_file).note(
                    puzzle.id, is_solved=is_solved, had_help=request.hints > 0, today=date.today()
                )
            except ProgressError as error:
                return f"the result is not saved: {error}"
        return None

    def _judge(self, puzzle: Puzzle) -> PuzzleJudge:
        position = puzzle.position
        return PuzzleJudge(puzzle, self._lexica.find(position)[0])

    def _progress(self) -> Progress:
        with self._lock:
            return Progress(self._progress_file)

    def _chosen(self, request: PuzzleStatsRequest) -> Sequence[Puzzle]:
        wanted = PuzzleFilter.parse(request.filter)
        return [puzzle for puzzle in self._all(request.set).values() if wanted(puzzle)]

    def _puzzle(self, request: PuzzleRequest | PuzzleHintRequest) -> Puzzle:
        puzzles = self._all(request.set)
        if request.id not in puzzles:
            raise UnknownNameError("puzzle", request.id, (), cure="load the page again")
        return puzzles[request.id]

    def _all(self, name: str) -> dict[str, Puzzle]:
        """Return the puzzles of a set by their ids. Raises UnknownNameError if there is no such set."""
        with self._lock:
            if name not in self._puzzles:
                file = str(self.sets.find(name)) if name else self._file
                self._puzzles[name] = {puzzle.id: puzzle for puzzle in read_puzzles(file)}
            self._puzzles.move_to_end(name)
            while len(self._puzzles) > _MAX_SETS:
                self._puzzles.popitem(last=False)
            return self._puzzles.get(name) or {}
