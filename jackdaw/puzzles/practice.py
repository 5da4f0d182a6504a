"""A session of practice: which puzzle comes next, hints, and the results by tag."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from jackdaw.puzzles.progress_file import Progress
from movegen.board import Move, MoveKind
from movegen.counts import counted
from movegen.variant import square_name
from sims.puzzles import Puzzle

_BACK_AFTER = 3
"""A puzzle that was missed comes back after this number of others."""


@dataclass
class TagResults:
    """How often puzzles with a tag were solved at the first try without a hint."""

    tries: int = 0
    solved: int = 0


@dataclass
class Practice:
    """A session: puzzles that are due come first, the longest due before, then new ones in their order.

    Attributes
    ----------
    puzzles:  the puzzles to practise.
    progress: what is known from before; results are noted there.
    today:    the day.
    limit:    number of puzzles of the session; None for all.
    results:  by tag, and by "all".
    """

    puzzles: Sequence[Puzzle]
    progress: Progress
    today: date
    limit: int | None = None
    results: dict[str, TagResults] = field(default_factory=dict)
    _queue: deque[Puzzle] = field(default_factory=deque)
    _seen: set[str] = field(default_factory=set)
    _hints: int = 0
    _is_noted: bool = False

    def __post_init__(self) -> None:
        known = self.progress.puzzles
        due = [each for each in self.puzzles if self.progress.is_due(each.id, self.today)]
        due.sort(key=lambda each: known[each.id].due)
        new = [each for each in self.puzzles if each.id not in known]
        self._queue.extend((due + new)[: self.limit])

    @property
    def left(self) -> int:
        """The number of puzzles still to come in this session, with the current one."""
        return len(self._queue)

    @property
    def current(self) -> Puzzle | None:
        """The puzzle to solve; None at the end."""
        return self._queue[0] if self._queue else None

    def next_due(self) -> date | None:
        """Return the first day on which a puzzle comes back; None if none was practised."""
        known = self.progress.puzzles
        return min((known[each.id].due for each in self.puzzles if each.id in known), default=None)

    def hint(self) -> str | None:
        """Return the next hint; None if there are no more."""
        assert self.current is not None
        hints = list(hints_for(self.current))
        if self._hints == len(hints):
            return None
        self._hints += 1
        return hints[self._hints - 1]

    def note(self, *, is_solved: bool) -> None:
        """Note the result of a try of the current puzzle: only the first one counts. Raises ProgressError."""
        puzzle = self.current
        assert puzzle is not None
        if self._is_noted:
            return
        self._is_noted = True
        had_help = self._hints > 0
        if puzzle.id not in self._seen:
            self._seen.add(puzzle.id)
            for tag in ("all", *puzzle.tags):
                results = self.results.setdefault(tag, TagResults())
                results.tries += 1
                results.solved += is_solved and not had_help
        self.progress.note(puzzle.id, is_solved=is_solved, had_help=had_help, today=self.today)

    def advance(self) -> None:
        """Go on to the next puzzle. One that was missed comes back in this session."""
        puzzle = self._queue.popleft()
        state = self.progress.puzzles.get(puzzle.id)
        if self._is_noted and state is not None and state.box == 0 and state.due <= self.today:
            self._queue.insert(_BACK_AFTER, puzzle)
        self._hints, self._is_noted = 0, False


def hints_for(puzzle: Puzzle) -> Iterator[str]:
    """Yield the hints of a puzzle: the kind of its answer, its size, its first square."""
    answer = puzzle.answer_move
    if answer is None:
        yield "Look at the words of the last play."
        return
    yield f"It is {_kind(puzzle, answer)}."
    if answer.kind is MoveKind.EXCHANGE:
        yield f"It exchanges {counted(answer.exchange_count, 'tile')}."
    if answer.kind is not MoveKind.PLAY:
        return
    laid = len(answer.squares)
    yield f"It lays {counted(laid, 'tile')} for {counted(answer.score, 'point')}."
    yield f"It begins at {square_name(answer.row, answer.column, answer.direction)}."


def _kind(puzzle: Puzzle, answer: Move) -> str:
    if answer.kind is MoveKind.PASS:
        return "a pass"
    if answer.kind is MoveKind.EXCHANGE:
        return "an exchange"
    if "bingo" in puzzle.tags:
        return "a bingo"
    return "a play, although there is a bingo" if "non-bingo" in puzzle.tags else "a play that is no bingo"


def total_results(puzzles: Sequence[Puzzle], progress: Progress) -> dict[str, TagResults]:
    """Return the results of all times by tag, "all" first, as far as puzzles are among these."""
    tries: Counter[str] = Counter()
    solved: Counter[str] = Counter()
    for puzzle in puzzles:
        state = progress.puzzles.get(puzzle.id)
        if state is not None:
            for tag in ("all", *puzzle.tags):
                tries[tag] += state.tries
                solved[tag] += state.solved
    return {tag: TagResults(tries[tag], solved[tag]) for tag in tries}
