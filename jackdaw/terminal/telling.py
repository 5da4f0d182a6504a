"""What happened in a game and how it stands, in plain text."""

from collections.abc import Iterator, Sequence

from jackdaw.board_view import grouped
from jackdaw.layout import Column, plain_text, table
from movegen.board import Board
from movegen.events import Event, EventKind
from movegen.moves import Move
from sims.play import (
    Accept,
    Action,
    Answer,
    Challenge,
    DuplicateGame,
    FreeGame,
    GoForward,
    Session,
    SetPosition,
    TakeBack,
    TrainingGame,
)
from sims.play.duplicate import Round, RoundAnswer
from strategy.candidates import CandidateList


class Happenings:
    """What an action brings about. Make one before it is done, and ask it afterwards."""

    def __init__(self, session: Session, action: Action) -> None:
        self._session = session
        self._action = action
        self._done = _progress(session)
        self._phonies: tuple[str, ...] = ()
        self._challenged: Move | None = None
        self._who = ""
        if isinstance(session, FreeGame) and not session.is_over:
            self._who = session.names[session.on_turn]
            last = session.game.state.last_play
            self._challenged = None if last is None else last.move
            self._phonies = session.played_phonies()

    def told(self) -> list[str]:
        """What happened, a sentence a line."""
        session = self._session
        if isinstance(session, FreeGame):
            return [*self._of_free_game(session)]
        if isinstance(session, DuplicateGame):
            return [*self._of_duplicate(session)]
        assert isinstance(session, TrainingGame)
        return [*self._of_training(session)]

    def _of_free_game(self, game: FreeGame) -> Iterator[str]:
        if isinstance(self._action, Challenge):
            verdict = not_words(game, self._phonies) if self._phonies else "It stands."
            yield f"{self._who}: challenge of {self._challenged}. {verdict}"
        elif isinstance(self._action, Accept):
            yield f"{self._who}: no challenge of {self._challenged}."
        yield from (event_text(game, event) for event in game.game.events[self._done :])
        if game.is_over:
            yield f"The game is over: {scores_text(game)}."

    def _of_duplicate(self, game: DuplicateGame) -> Iterator[str]:
        if isinstance(self._action, Answer) and len(game.rounds) == self._done:
            yield f"Answered: {game.names[self._action.seat]}."
        for each in game.rounds[self._done :]:
            yield from round_text(game, each)
            yield from standings_text(game)
        if game.is_over:
            yield f"The game is over: {game.why_over}."

    def _of_training(self, game: TrainingGame) -> Iterator[str]:
        now = game.now
        if isinstance(self._action, TakeBack | GoForward):
            yield f"Step {game.place} of {len(game.steps) - 1}."
        elif now.move is not None:
            yield f"{now.move} {now.move.score}"
            if now.phonies:
                yield not_words(game, now.phonies)
        elif isinstance(self._action, SetPosition):
            yield "A new position."


def event_text(game: FreeGame, event: Event) -> str:
    """An event of a free game. It does not tell which tiles were exchanged."""
    name, points = game.names[event.player], abs(event.score)
    match event.kind:
        case EventKind.PLAY:
            return f"{name}: {event.move}, {points} points."
        case EventKind.EXCHANGE:
            count = 0 if event.move is None else event.move.exchange_count
            return f"{name}: exchange of {count} tile{'' if count == 1 else 's'}."
        case EventKind.PASS:
            return f"{name}: pass."
        case EventKind.WITHDRAWN:
            return f"{name}: taken back, {points} points less."
        case EventKind.CHALLENGE_BONUS:
            return f"{name}: {points} points more for a challenge that failed."
        case EventKind.END_RACK_BONUS:
            return f"{name}: {points} points more for {event.tiles}."
        case EventKind.END_RACK_PENALTY:
            return f"{name}: {points} points less for {event.tiles}."
    return f"{name}: {points} points less for time."


def round_text(game: DuplicateGame, played: Round) -> Iterator[str]:
    """A round that was played: the top, and what everyone answered."""
    yield f"Round {played.number}, {played.rack}: the top is {played.top} for {played.top.score}."
    width = max(map(len, game.names))
    for name, answer in zip(game.names, played.answers, strict=True):
        yield f"  {name:{width}} {answer.points:4}  {_answer_text(answer)}"


def standings_text(game: DuplicateGame) -> Iterator[str]:
    """The standings, a player a line."""
    yield f"After {_rounds(len(game.rounds))}, {game.top_score} points by tops:"
    width = max(map(len, game.names))
    for each in game.standings():
        yield f"  {each.place}. {game.names[each.seat]:{width}} {each.points:4}  {each.percent:5.1f} %"


def scores_text(session: Session) -> str:
    """The scores on one line, in the order of play."""
    return ", ".join(f"{name} {score}" for name, score in zip(session.names, session.scores, strict=True))


def history(session: Session) -> Iterator[str]:
    """All that happened."""
    if isinstance(session, FreeGame):
        yield from (event_text(session, event) for event in session.game.events)
    elif isinstance(session, DuplicateGame):
        for each in session.rounds:
            yield from round_text(session, each)
    elif isinstance(session, TrainingGame):
        for number, step in enumerate(session.steps):
            mark = ">" if number == session.place else " "
            what = f"{step.move} {step.move.score}" if step.move else f"rack {step.rack or '-'}"
            yield f"{mark}{number:3} {what}"


def kibitz_text(candidates: CandidateList) -> list[str]:
    """The best moves as a table."""
    columns = (
        Column("", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
        Column("Equity", "right"),
    )  # fmt: skip
    rows = [
        ((str(number), str(each.move), str(each.score), str(each.leave), f"{each.equity:.1f}"), "")
        for number, each in enumerate(candidates, start=1)
    ]
    return [plain_text(line) for line in table(columns, rows, gap=1)]


def unseen_text(session: Session, seat: int) -> str:
    """The tiles that a player does not see, and how many are in the bag."""
    position = session.position(seat)
    unseen, bag = position.unseen, position.bag_count
    return f"{len(unseen)} unseen, {bag or 'none'} of them in the bag: {grouped(unseen)}"


def bag_count(session: Session) -> int:
    """How many tiles are in the bag; of a training game, how many are neither on board nor rack."""
    if isinstance(session, FreeGame | DuplicateGame):
        return session.bag_count
    assert isinstance(session, TrainingGame)
    return len(session.unseen)


def last_play(session: Session) -> Move | None:
    """The play that was laid last, if it is still on the board."""
    if isinstance(session, DuplicateGame):
        return session.rounds[-1].top if session.rounds else None
    if isinstance(session, FreeGame):
        laid: list[Move] = []
        for event in session.game.events:
            if event.kind is EventKind.PLAY and event.move is not None:
                laid.append(event.move)
            elif event.kind is EventKind.WITHDRAWN:
                laid.pop()
        return laid[-1] if laid else None
    assert isinstance(session, TrainingGame)
    steps = reversed(session.steps[: session.place + 1])
    last = next((step.move for step in steps if step.move is not None), None)
    return last if last is not None and _lies_on(session.board, last) else None


def not_words(session: Session, words: Sequence[str]) -> str:
    """That words are none."""
    return f"Not in {session.lexicon.name}: {', '.join(words)}."


def clock_text(seconds: float) -> str:
    """A clock: `24:05`, `-0:30` over time."""
    whole = int(abs(seconds))
    return f"{'-' if seconds < 0 and whole else ''}{whole // 60}:{whole % 60:02}"


def _answer_text(answer: RoundAnswer) -> str:
    if answer.is_late:
        return "too late"
    if answer.move is None:
        return "no move"
    return f"{answer.move}, not a word: {', '.join(answer.phonies)}" if answer.phonies else str(answer.move)


def _lies_on(board: Board, move: Move) -> bool:
    """Whether a play's tiles are on the board: a position may have been set up since."""
    return all(board[row, column] == byte for row, column, byte in move.squares)


def _progress(session: Session) -> int:
    """How much there is to tell of so far."""
    if isinstance(session, FreeGame):
        return len(session.game.events)
    return len(session.rounds) if isinstance(session, DuplicateGame) else 0


def _rounds(count: int) -> str:
    return f"{count} round{'' if count == 1 else 's'}"
