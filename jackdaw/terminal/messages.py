"""Plain-text messages: what an action brought about, the state of a game, its history."""

from collections.abc import Iterator, Sequence

from jackdaw.console import Column, plain_text, table
from jackdaw.text import group_tiles, levels
from movegen.board import Board, Move
from movegen.counts import counted
from movegen.game import Event, EventKind
from movegen.variant import EndingRule
from sims.play import (
    Accept,
    Action,
    Challenge,
    DuplicateGame,
    DuplicateRound,
    FreeGame,
    GoForward,
    RoundAnswer,
    Session,
    SetPosition,
    SubmitMove,
    TakeBack,
    TrainingGame,
)
from strategy.players import CandidateList


class ActionReport:
    """Reports an action. Create it before the action is done, and ask for its lines afterwards."""

    def __init__(self, session: Session, action: Action) -> None:
        self._session = session
        self._action = action
        self._done = _count_events(session)
        self._phonies: tuple[str, ...] = ()
        self._challenged: Move | None = None
        self._name = ""
        self._had_last_turns = isinstance(session, FreeGame) and session.turns_left is not None
        if isinstance(session, FreeGame) and not session.is_over:
            self._name = session.names[session.on_turn]
            last = session.game.state.last_play
            self._challenged = None if last is None else last.move
            self._phonies = session.played_phonies()

    def lines(self) -> list[str]:
        """Report the action, one sentence per line."""
        session = self._session
        if isinstance(session, FreeGame):
            return [*self._report_free_game(session)]
        if isinstance(session, DuplicateGame):
            return [*self._report_duplicate(session)]
        assert isinstance(session, TrainingGame)
        return [*self._report_training(session)]

    def _report_free_game(self, game: FreeGame) -> Iterator[str]:
        if isinstance(self._action, Challenge):
            verdict = not_words(game, self._phonies) if self._phonies else "The play stands."
            yield f"{self._name}: challenge of {self._challenged}. {verdict}"
        elif isinstance(self._action, Accept):
            yield f"{self._name}: {self._challenged} accepted."
        yield from (event_text(game, event) for event in game.game.events[self._done :])
        if game.turns_left and not self._had_last_turns:
            who = "each player" if game.variant.rules.ending is EndingRule.EMPTY_BAG else "each other player"
            yield f"The bag is empty; {who} has one more turn."
        if game.why_over is not None:
            yield f"{game.why_over}."
        if game.is_over:
            yield f"The game is over: {scores_text(game)}."

    def _report_duplicate(self, game: DuplicateGame) -> Iterator[str]:
        if isinstance(self._action, SubmitMove) and len(game.rounds) == self._done:
            yield f"{game.names[self._action.seat]}: move made."
        for each in game.rounds[self._done :]:
            yield from round_text(game, each)
            yield from standings_text(game)
        if game.is_over:
            yield f"The game is over: {game.why_over}."

    def _report_training(self, game: TrainingGame) -> Iterator[str]:
        now = game.current
        if isinstance(self._action, TakeBack | GoForward):
            yield f"Step {game.step_index} of {len(game.steps) - 1}."
        elif now.move is not None:
            yield f"{now.move} {now.move.score}"
            if now.phonies:
                yield not_words(game, now.phonies)
        elif isinstance(self._action, SetPosition):
            yield "A new position."


def event_text(game: FreeGame, event: Event) -> str:
    """Describe an event of a free game, without revealing exchanged tiles.

    No verb follows the name, which by default is "You".
    """
    name, points = game.names[event.player], abs(event.score)
    match event.kind:
        case EventKind.PLAY:
            return f"{name}: {event.move}, {counted(points, 'point')}."
        case EventKind.EXCHANGE:
            count = 0 if event.move is None else event.move.exchange_count
            return f"{name}: exchange of {counted(count, 'tile')}."
        case EventKind.PASS:
            return f"{name}: pass."
        case EventKind.WITHDRAWN:
            return f"{name}: play withdrawn, less {counted(points, 'point')}."
        case EventKind.CHALLENGE_BONUS:
            return f"{name}: {counted(points, 'point')} for a failed challenge."
        case EventKind.END_RACK_BONUS:
            return f"{name}: {counted(points, 'point')} for {event.tiles}."
        case EventKind.END_RACK_PENALTY:
            return f"{name}: less {counted(points, 'point')} for {event.tiles}."
    return f"{name}: less {counted(points, 'point')} for overtime."


def round_text(game: DuplicateGame, played: DuplicateRound) -> Iterator[str]:
    """Describe a finished round: the top play, and every player's move."""
    yield f"Round {played.number}, {played.rack}: the top is {played.top} for {played.top.score}."
    width = max(map(len, game.names))
    for name, answer in zip(game.names, played.answers, strict=True):
        yield f"  {name:{width}} {answer.points:4}  {_answer_text(answer)}"


def standings_text(game: DuplicateGame) -> Iterator[str]:
    """List the standings, one player per line."""
    yield f"After {counted(len(game.rounds), 'round')}, {counted(game.top_score, 'point')} by the top plays:"
    width = max(map(len, game.names))
    for each in game.standings():
        yield f"  {each.place}. {game.names[each.seat]:{width}} {each.points:4}  {each.percent:5.1f} %"


def scores_text(session: Session) -> str:
    """Write the scores on one line, in the order of play."""
    return ", ".join(f"{name} {score}" for name, score in zip(session.names, session.scores, strict=True))


def opponents_text(session: Session) -> list[str]:
    """Say how strong the engines are that are levels."""
    known = {level.name: level for level in levels()}
    seats = [(seat.name, known[seat.strategy]) for seat in session.setting.seats if seat.strategy in known]
    tiles = session.variant.tiles.name
    return [f"{name}: {level.name}, {level.describe(tiles)}." for name, level in seats]


def history_text(session: Session) -> Iterator[str]:
    """List everything that has happened."""
    if isinstance(session, FreeGame):
        yield from (event_text(session, event) for event in session.game.events)
        if session.why_over is not None:
            yield f"{session.why_over}."
    elif isinstance(session, DuplicateGame):
        for each in session.rounds:
            yield from round_text(session, each)
    elif isinstance(session, TrainingGame):
        for number, step in enumerate(session.steps):
            mark = ">" if number == session.step_index else " "
            text = f"{step.move} {step.move.score}" if step.move else f"rack {step.rack or '-'}"
            yield f"{mark}{number:3} {text}"


def kibitz_text(candidates: CandidateList, width: int | None = None) -> list[str]:
    """List the best moves as a table, by default as wide as the page."""
    columns = (
        Column("", "right"), Column("Move", "left"), Column("Score", "right"), Column("Leave", "left"),
        Column("Equity", "right"),
    )  # fmt: skip
    rows = [
        ((str(number), str(each.move), str(each.score), str(each.leave), f"{each.equity:.1f}"), "")
        for number, each in enumerate(candidates, start=1)
    ]
    return [plain_text(line) for line in table(columns, rows, gap=1, width=width)]


def unseen_text(session: Session, seat: int) -> str:
    """List the tiles that a player does not see, and how many of them are in the bag."""
    position = session.position(seat)
    unseen, bag = position.unseen, position.bag_count
    return f"{len(unseen)} unseen, {bag or 'none'} of them in the bag: {group_tiles(unseen)}"


def bag_count(session: Session) -> int:
    """Count the tiles in the bag; in a training game those neither on the board nor on the rack."""
    if isinstance(session, FreeGame | DuplicateGame):
        return session.bag_count
    assert isinstance(session, TrainingGame)
    return len(session.unseen)


def last_play(session: Session) -> Move | None:
    """Return the last play if it is still on the board."""
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
    steps = reversed(session.steps[: session.step_index + 1])
    last = next((step.move for step in steps if step.move is not None), None)
    return last if last is not None and _is_on_board(session.board, last) else None


def not_words(session: Session, words: Sequence[str]) -> str:
    """Say which words are not in the lexicon."""
    return f"Not in {session.lexicon.name}: {', '.join(words)}."


def clock_text(seconds: float) -> str:
    """Write a clock: `24:05`, `-0:30` for overtime."""
    whole = int(abs(seconds))
    return f"{'-' if seconds < 0 and whole else ''}{whole // 60}:{whole % 60:02}"


def _answer_text(answer: RoundAnswer) -> str:
    if answer.is_late:
        return "too late"
    if answer.move is None:
        return "no move"
    return f"{answer.move}, not a word: {', '.join(answer.phonies)}" if answer.phonies else str(answer.move)


def _is_on_board(board: Board, move: Move) -> bool:
    """Return whether a play's tiles are on the board: another position may have been set up since."""
    return all(board[row, column] == byte for row, column, byte in move.squares)


def _count_events(session: Session) -> int:
    """Return the number of events or rounds so far."""
    if isinstance(session, FreeGame):
        return len(session.game.events)
    return len(session.rounds) if isinstance(session, DuplicateGame) else 0
