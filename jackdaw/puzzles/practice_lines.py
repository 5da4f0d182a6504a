"""Practice by lines: a puzzle is shown, moves and commands are read, the verdict follows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap

from jackdaw.console import EMPTY, Column, Line, notify, page_width, show, styled, table
from jackdaw.inputs import LexiconFinder
from jackdaw.puzzles.practice import Practice, TagResults
from jackdaw.puzzles.progress_file import ProgressError
from jackdaw.puzzles.verdict_text import verdict_sentences
from jackdaw.puzzles.verdicts import PuzzleJudge, Verdict
from jackdaw.text import position_lines
from movegen.errors import MAX_NAME, JackdawError, one_line
from movegen.position import Position
from sims.puzzles import Puzzle

HELP = "Type a move (8D WAREZ, exch QV, pass, challenge), or: hint, show (the answer), skip, quit."
_QUIT, _SKIP, _SHOW, _HINT, _HELP = (
    ("quit", "q"),
    ("skip", "next"),
    ("show", "answer"),
    ("hint", "h"),
    ("help", "?"),
)
_RESULTS = Column("", "left"), Column("Tried", "right"), Column("Solved", "right"), Column("%", "right")


def practise(practice: Practice, lexica: LexiconFinder, read: Callable[[], str | None]) -> None:
    """Show puzzles and read lines until the end of the session, `quit` or the end of the input.

    `read` returns the next line, None at the end.
    """
    number = 0
    while (puzzle := practice.current) is not None:
        number += 1
        judge = PuzzleJudge(puzzle, lexica.find(puzzle.position))
        show(_heading(puzzle, judge.position, number, practice.left))
        if not _Dialogue(practice, judge, read).run():
            break
        practice.advance()
    show(results_view(practice.results, "This session"))


class _Dialogue:
    """The dialogue on one puzzle."""

    def __init__(self, practice: Practice, judge: PuzzleJudge, read: Callable[[], str | None]) -> None:
        self._practice, self._judge, self._read = practice, judge, read

    def run(self) -> bool:
        """Read lines until the puzzle is solved, shown or skipped; return False to end the session."""
        while (line := self._read()) is not None:
            word = line.strip().casefold()
            if word in _QUIT:
                return False
            if word in _SKIP:
                return True
            if word in _SHOW:
                self._give_up()
                return True
            if word in _HINT:
                hint = self._practice.hint()
                show([styled(hint or "There are no more hints; show gives the answer.")])
            elif word in _HELP:
                show([styled(HELP)])
            elif word and self._try(line):
                return True
        return False

    def _try(self, line: str) -> bool:
        """Judge a move and return whether it is the answer."""
        try:
            move = self._judge.parse(line)
        except JackdawError as error:
            show(
                [styled(f"{one_line(str(error))}. {HELP}" if len(line.split()) < 2 else one_line(str(error)))]
            )
            return False
        judged = self._judge.judge(move)
        if not judged.invalid_words:
            self._save(lambda: self._practice.note(is_solved=judged.is_answer))
        show(verdict_view(judged, self._judge.puzzle))
        return judged.is_answer

    def _give_up(self) -> None:
        self._save(lambda: self._practice.note(is_solved=False))
        show(verdict_view(self._judge.judge(self._judge.answer), self._judge.puzzle, is_shown=True))

    def _save(self, note: Callable[[], None]) -> None:
        try:
            note()
        except ProgressError as error:
            notify("Warning", f"the result is not saved: {error}")


def _heading(puzzle: Puzzle, position: Position, number: int, left: int) -> Iterator[Line]:
    yield EMPTY
    difficulty = "" if puzzle.difficulty is None else f", difficulty {puzzle.difficulty.value}"
    lexicon = one_line(puzzle.lexicon, MAX_NAME)
    yield styled(f"Puzzle {number}, {left} left{difficulty}, lexicon {lexicon}", "bold")
    yield EMPTY
    yield from position_lines(position, _names(position))
    yield EMPTY
    if puzzle.last_play is not None:
        yield styled(f"The opponent's last play: {one_line(puzzle.last_play, MAX_NAME)}")
    yield styled(f"{position.rack}: which move is best?")


def _names(position: Position) -> list[str]:
    return ["You" if player == position.on_turn else "Opponent" for player in range(position.players)]


def verdict_view(verdict: Verdict, puzzle: Puzzle, *, is_shown: bool = False) -> Iterator[Line]:
    """Lay out a verdict; `is_shown` for the answer that was asked for."""
    headline, *sentences = verdict_sentences(verdict, puzzle, is_shown=is_shown)
    if verdict.is_answer:
        yield styled(headline, "bold" if is_shown else "bold green")
        yield from _paragraphs(sentences)
        tags, origin = ", ".join(puzzle.tags) or "none", one_line(str(puzzle.origin), MAX_NAME)
        yield styled(f"Tags: {tags}. From {origin}.", "dim")
        return
    yield styled(f"{headline} Try again, or type show.", "yellow")
    yield from _paragraphs(sentences)


def _paragraphs(sentences: Sequence[str]) -> Iterator[Line]:
    for sentence in sentences:
        yield from map(styled, wrap(sentence, page_width(), break_on_hyphens=False))


def results_view(results: Mapping[str, TagResults], title: str) -> Iterator[Line]:
    """Lay out results by tag: puzzles tried, and solved at the first try without a hint."""
    if not results:
        return
    yield EMPTY
    yield styled(title, "bold")
    yield from table(
        _RESULTS,
        [
            ((tag, f"{each.tries:,}", f"{each.solved:,}", f"{100 * each.solved / each.tries:.0f}"), "")
            for tag, each in sorted(results.items(), key=lambda item: (item[0] != "all", item[0]))
        ],
    )
