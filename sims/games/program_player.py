"""The moves of strategies of kind "program": outside engines, whose answers must be legal moves."""

from dataclasses import dataclass, replace
from typing import Any

from movegen.board import Move, MoveKind
from movegen.errors import IllegalMoveError, NotationError, quote
from movegen.lexicon import Lexicon
from movegen.position import Position
from sims.engines import EngineProcess, Question, borrow_engine
from sims.errors import EngineError
from strategy.analysis import invalid_words
from strategy.players import ProgramStrategy
from strategy.search_control import NO_CONTROL, SearchControl

_MAX_QUOTED = 100


@dataclass(frozen=True)
class ProgramClock:
    """The time of a program.

    Attributes
    ----------
    seconds_used: thinking time so far in the game, subtracted from the program's `game_seconds`.
    seconds_left: time left on the player's clock, sent to the program; None without a clock.
    seconds:      limit for this move in addition to the program's own.
    """

    seconds_used: float = 0.0
    seconds_left: float | None = None
    seconds: float | None = None


def program_move(
    strategy: ProgramStrategy,
    position: Position,
    lexicon: Lexicon,
    clock: ProgramClock,
    game: object,
    control: SearchControl[Any] = NO_CONTROL,
) -> Move:
    """Return the move that a program makes in a position, which must not show more than the player knows.

    The engine runs in this process's pool (`sims.engines`). It gets `ucginewgame` when `game` is not the
    object of its last question.

    Raises
    ------
    EngineStartError: the program cannot be started.
    EngineError: it dies, does not answer in time, or its answer is no legal move with words of the lexicon.
    EngineStoppedError: `control` stops it. The program is killed and will be started again when it is needed.
    CgpError: the name of the lexicon cannot be written in CGP.
    """
    program = strategy.config.program
    own = None if program.game_seconds is None else max(0.0, program.game_seconds - clock.seconds_used)
    clocks = [each for each in (own, clock.seconds_left) if each is not None]
    seconds = min(each for each in (program.seconds, own, clock.seconds) if each is not None)
    asked = replace(position, lexicon_name=lexicon.name, operations=())
    question = Question(asked, seconds, min(clocks, default=None))
    with borrow_engine(strategy) as engine:
        text = engine.best_move(question, seconds + program.grace, game, control.should_stop)
        return _legal_move(text, question, lexicon, engine)


def _legal_move(text: str, question: Question, lexicon: Lexicon, engine: EngineProcess) -> Move:
    """Return the move of an answer. Raises EngineError when it is not a legal one."""
    position = question.position
    try:
        move = position.parse_move(text)
    except (NotationError, IllegalMoveError) as error:
        raise _illegal(text, str(error), question, engine) from None
    if move.exchange_count != len(move.exchanged):
        raise _illegal(text, "it does not name the tiles to exchange", question, engine)
    if move.kind is MoveKind.PLAY:
        words = invalid_words(position.board, move, lexicon, position.rules.word_order)
        if words:
            names = f"{', '.join(words)} {'is' if len(words) == 1 else 'are'} not in {lexicon.name}"
            raise _illegal(text, names, question, engine)
    return move


def _illegal(text: str, reason: str, question: Question, engine: EngineProcess) -> EngineError:
    error = engine.failure(f"answers {quote(text, _MAX_QUOTED)}, which is no legal move: {reason}")
    error.question = question.lines()[0]
    return error
