"""The turns of a page: the position, the played move, and its review."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from jackdaw.html.boards import board_picture, rack_picture
from jackdaw.html.candidates import CandidateTable, build_candidate_table
from jackdaw.html.figures import (
    Figure,
    lost_points,
    lost_wins,
    percent,
    points,
    signed_points,
    whole,
    with_minus_signs,
)
from jackdaw.text import group_tiles, phony_text, turn_remarks, turn_why
from movegen.counts import counted
from movegen.game import Event, EventKind, Game
from movegen.position import Position
from sims.review import GameReview, LineReview, TurnReview
from strategy.analysis import PlayedMove
from strategy.players import Candidate

CLASSES = {
    "best": "Best move",
    "none": "No mistake",
    "spread": "Spread lost",
    "small": "Small mistake",
    "medium": "Medium mistake",
    "large": "Large mistake",
    "unjudged": "Not judged",
}
"""The names of the classes of moves; `spread` is a mistake of any size that costs only spread."""


@dataclass(frozen=True)
class Worth:
    """A move and its value, to compare with another one."""

    move: str
    score: Figure
    leave: str
    equity: Figure
    win: Figure


@dataclass(frozen=True)
class PageTurn:
    """A turn of the page.

    Attributes
    ----------
    number, anchor: the number, from 1, and the fragment that links to the turn.
    player, name: the player on turn, from 0, and the player's name.
    kind, class_name: the class of the move, a key of `CLASSES`, and its name.
    scores:    one per player, before the turn.
    rack:      a picture; None if no tile is known.
    score, total: the points of the move, and the player's score after it.
    win, points_lost, win_lost, luck: from the review; `win` is the chance to win after the move.
    remarks:   the remarks on the move, in sentences.
    why:       why the best move is better, in sentences, if this one is a mistake.
    """

    number: int
    player: int
    name: str
    kind: str
    class_name: str
    scores: tuple[int, ...]
    board: Markup
    rack: Markup | None
    rack_tiles: str
    rack_text: str
    unseen: str
    unseen_count: str
    move: str
    score: Figure
    total: Figure
    played: Worth
    best: Worth | None
    is_best: bool
    win: Figure
    points_lost: Figure
    win_lost: Figure
    luck: Figure
    remarks: tuple[str, ...]
    why: tuple[str, ...]
    notes: tuple[str, ...]
    candidates: CandidateTable | None

    @property
    def anchor(self) -> str:
        """The fragment of the page's address that shows this turn."""
        return f"turn-{self.number}"

    @property
    def severity(self) -> int:
        """The sort key of the class."""
        return list(CLASSES).index(self.kind)


@dataclass(frozen=True)
class Ending:
    """The state after the last turn: the end of the game, or the position to be played.

    `rack` and `unseen` are those of the player on turn in an unfinished game.
    """

    title: str
    scores: tuple[int, ...]
    board: Markup
    rack: Markup | None
    rack_text: str
    unseen: str
    unseen_count: str
    events: tuple[str, ...]
    notes: tuple[str, ...]
    candidates: CandidateTable | None


def build_turns(review: GameReview, count: int) -> Iterator[PageTurn]:
    """Build every turn of the game, analyzed or not, with up to `count` candidates."""
    reviewed = {turn.turn: turn for turn in review.turns}
    for number, events in enumerate(_by_turn(review.game.events), start=1):
        yield _turn(review.game, number, events, reviewed.get(number), count)


def build_line_turns(review: LineReview) -> Iterator[PageTurn]:
    """Build the moves of a line, without candidates."""
    game, reviewed = review.line.game, {turn.turn: turn for turn in review.turns}
    for number, events in enumerate(_by_turn(game.events), start=1):
        if number in reviewed:
            yield _turn(game, number, events, reviewed[number], 1)


def build_ending(review: GameReview, count: int) -> Ending:
    """Build the state after the last turn, with up to `count` candidates for the next move."""
    game = review.game
    names, state = game.display_names, game.state
    after = [event for event in game.events if not event.kind.is_turn and not event.kind.is_challenge]
    position = None if game.is_finished else game.current_position()
    title = "The end of the game" if position is None else f"To be played: {names[state.on_turn]} is on turn"
    rack = None if position is None or not len(position.rack) else rack_picture(position.rack, "Rack")
    return Ending(
        title,
        game.scores,
        board_picture(state.board, None, title),
        rack,
        "" if position is None else _rack_text(position),
        "" if position is None else group_tiles(position.unseen),
        "" if position is None else _unseen_count(position),
        tuple(_describe_event(event, names) for event in after),
        tuple(note for event in after for note in event.notes),
        None if review.to_play is None else build_candidate_table(review.to_play, count),
    )


def _by_turn(events: Iterable[Event]) -> list[list[Event]]:
    """Group the events by turn: the move and the result of a challenge."""
    found: list[list[Event]] = []
    for event in events:
        if event.kind.is_turn:
            found.append([event])
        elif event.kind.is_challenge and found:
            found[-1].append(event)
    return found


def _turn(game: Game, number: int, events: list[Event], review: TurnReview | None, count: int) -> PageTurn:
    event, names = events[0], game.display_names
    move, name = event.move, names[event.player]
    assert move is not None
    analysis = None if review is None else review.analysis
    position = game.position(number) if analysis is None else analysis.position
    played = PlayedMove(move) if analysis is None or analysis.played is None else analysis.played
    best = None if review is None else review.best
    rack = position.rack
    title = f"Board of turn {number}: {name} plays {phony_text(played)}"
    return PageTurn(
        number=number,
        player=event.player,
        name=name,
        kind=_kind(review),
        class_name=_class_name(review),
        scores=position.scores,
        board=board_picture(position.board, move, title),
        rack=rack_picture(rack, f"Rack {rack}") if len(rack) else None,
        rack_tiles=str(rack),
        rack_text=_rack_text(position),
        unseen=group_tiles(position.unseen),
        unseen_count=_unseen_count(position),
        move=phony_text(played),
        score=whole(move.score),
        total=whole(events[-1].total),
        played=_played_worth(played, position, review),
        best=None if best is None or review is None else _worth(best, review),
        is_best=review is not None and review.is_best,
        win=percent(None if review is None else review.chances.played),
        points_lost=lost_points(None if review is None else review.points_lost),
        win_lost=lost_wins(None if review is None else review.chances.lost),
        luck=signed_points(None if review is None else review.luck),
        remarks=tuple(_remarks(review, events)),
        why=() if review is None else tuple(map(with_minus_signs, turn_why(review))),
        notes=tuple(note for each in events for note in each.notes),
        candidates=None if analysis is None else build_candidate_table(analysis, count),
    )


def _kind(review: TurnReview | None) -> str:
    if review is None or review.grade is None:
        return "unjudged"
    if not review.grade.is_mistake:
        return "best" if review.is_best else "none"
    return "spread" if review.grade.costs_spread else review.grade.mistake.value


def _class_name(review: TurnReview | None) -> str:
    name = CLASSES[_kind(review)]
    is_spread = review is not None and review.grade is not None and review.grade.costs_spread
    return f"{name}: {review.mistake}" if is_spread and review is not None else name


def _worth(best: Candidate, review: TurnReview) -> Worth:
    move = best.move
    win = percent(review.chances.best)
    return Worth(str(move), whole(move.score), str(best.leave), points(best.equity), win)


def _played_worth(played: PlayedMove, position: Position, review: TurnReview | None) -> Worth:
    used = played.move.tiles_used
    is_known = position.rack.contains(used) and len(played.move.exchanged) == played.move.exchange_count
    leave = str(position.rack - used) if is_known else ""
    win = None if review is None else review.chances.played
    return Worth(phony_text(played), whole(played.move.score), leave, points(played.equity), percent(win))


def _remarks(review: TurnReview | None, events: list[Event]) -> Iterator[str]:
    if review is None:
        yield "This turn was not analyzed."
    else:
        if review.has_missed_bingo:
            yield f"Missed a bingo: {review.analysis.best and review.analysis.best.move}."
        for remark in turn_remarks(review):
            yield f"{remark[0].upper()}{remark[1:]}."
    for event in events[1:]:
        if event.kind is EventKind.CHALLENGE_BONUS:
            yield f"The play survived a challenge: {event.score:+} points."
        elif review is None:
            yield "The play was challenged and taken back."


def _describe_event(event: Event, names: list[str]) -> str:
    """Describe an event after the last turn."""
    tiles = "" if event.tiles is None else f" for the tiles {event.tiles}"
    texts = {
        EventKind.END_RACK_BONUS: f"gains {counted(event.score, 'point')}{tiles}",
        EventKind.END_RACK_PENALTY: f"loses {counted(-event.score, 'point')}{tiles}",
        EventKind.TIME_PENALTY: f"loses {counted(-event.score, 'point')} for overtime",
    }
    return f"{names[event.player]} {texts[event.kind]}."


def _rack_text(position: Position) -> str:
    """Describe the unknown tiles of the rack."""
    rack = position.racks[position.on_turn]
    if rack is None:
        return "The rack is unknown."
    missing = position.rules.rack_size - len(rack) if position.bag_count else 0
    return f"{missing} of the tiles {'is' if missing == 1 else 'are'} unknown." if missing > 0 else ""


def _unseen_count(position: Position) -> str:
    bag = position.bag_count
    return f"{len(position.unseen)} unseen tiles, {bag or 'none'} of them in the bag"
