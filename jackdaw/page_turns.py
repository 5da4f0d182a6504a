"""The turns of a page: of each what was on the board, what was played, and what the review says of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from jackdaw.board_view import grouped
from jackdaw.page_boards import board_picture, rack_picture
from jackdaw.page_candidates import CandidateTable, candidate_table
from jackdaw.page_figures import Figure, percent, points, whole
from jackdaw.remarks import phony_text, remarks_of_turn
from movegen.events import Event, EventKind
from movegen.game import Game
from movegen.position import Position
from sims.game_review import GameReview, TurnReview
from strategy.candidates import Candidate
from strategy.mistakes import Mistake
from strategy.played_move import PlayedMove

CLASSES = {
    "best": "Best move",
    "none": "No mistake",
    "small": "Small mistake",
    "medium": "Medium mistake",
    "large": "Large mistake",
    "unjudged": "Not judged",
}
"""What the classes of moves are called."""
_OF_THE_TURN = (EventKind.WITHDRAWN, EventKind.CHALLENGE_BONUS)


@dataclass(frozen=True)
class Worth:
    """A move and what it is worth, to be set beside another one."""

    move: str
    score: Figure
    leave: str
    equity: Figure
    win: Figure


@dataclass(frozen=True)
class Turn:
    """A turn of the page.

    Attributes
    ----------
    number, anchor: from 1, and the page's name for it.
    player:    whose turn it is, from 0; `name` is theirs.
    kind:      the class of the move, a key of `CLASSES`.
    scores:    an entry a player, before the turn.
    rack:      a picture; None where no tile of it is known.
    score, total: what the move brought, and the player's points then.
    points_lost, win_lost, luck: what the review says.
    remarks:   sentences.
    """

    number: int
    player: int
    name: str
    kind: str
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
    points_lost: Figure
    win_lost: Figure
    luck: Figure
    remarks: tuple[str, ...]
    notes: tuple[str, ...]
    candidates: CandidateTable | None

    @property
    def anchor(self) -> str:
        """What the address of the page ends in when it shows this turn."""
        return f"turn-{self.number}"

    @property
    def class_name(self) -> str:
        """What the class of the move is called."""
        return CLASSES[self.kind]

    @property
    def severity(self) -> int:
        """What classes are sorted by."""
        return list(CLASSES).index(self.kind)


@dataclass(frozen=True)
class Ending:
    """What stands after the last turn: how the game ended, or the position to be played.

    `rack` and `unseen` are those of the player to move in an unfinished game.
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


def names_of(game: Game) -> list[str]:
    """What the players are called on the page."""
    return [player.name or player.nickname.replace("_", " ") for player in game.players]


def turns_of(review: GameReview, most: int) -> Iterator[Turn]:
    """Every turn of the game, whether it was analyzed or not, with at most so many candidates."""
    reviewed = {turn.turn: turn for turn in review.turns}
    for number, events in enumerate(_by_turn(review.game.events), start=1):
        yield _turn(review.game, number, events, reviewed.get(number), most)


def ending_of(review: GameReview, most: int) -> Ending:
    """How the game stands after its last turn, with at most so many candidates of what is to be played."""
    game = review.game
    names, state = names_of(game), game.state
    after = [event for event in game.events if not event.kind.is_turn and event.kind not in _OF_THE_TURN]
    position = None if game.is_finished else game.current_position()
    title = "The end of the game" if position is None else f"To be played: {names[state.on_turn]} is on turn"
    rack = None if position is None or not len(position.rack) else rack_picture(position.rack, "Rack")
    return Ending(
        title,
        game.scores,
        board_picture(state.board, None, title),
        rack,
        "" if position is None else _rack_text(position),
        "" if position is None else grouped(position.unseen),
        "" if position is None else _unseen_count(position),
        tuple(_happened(event, names) for event in after),
        tuple(note for event in after for note in event.notes),
        None if review.to_play is None else candidate_table(review.to_play, most),
    )


def _by_turn(events: Iterable[Event]) -> list[list[Event]]:
    """The events of each turn: itself and what came of a challenge."""
    found: list[list[Event]] = []
    for event in events:
        if event.kind.is_turn:
            found.append([event])
        elif event.kind in _OF_THE_TURN and found:
            found[-1].append(event)
    return found


def _turn(game: Game, number: int, events: list[Event], review: TurnReview | None, most: int) -> Turn:
    event, names = events[0], names_of(game)
    move, name = event.move, names[event.player]
    assert move is not None
    analysis = None if review is None else review.analysis
    position = game.position(number) if analysis is None else analysis.position
    played = PlayedMove(move) if analysis is None or analysis.played is None else analysis.played
    best = None if analysis is None else analysis.best
    rack = position.rack
    title = f"Board of turn {number}: {name} plays {phony_text(played)}"
    return Turn(
        number=number,
        player=event.player,
        name=name,
        kind=_kind(review),
        scores=position.scores,
        board=board_picture(position.board, move, title),
        rack=rack_picture(rack, f"Rack {rack}") if len(rack) else None,
        rack_tiles=str(rack),
        rack_text=_rack_text(position),
        unseen=grouped(position.unseen),
        unseen_count=_unseen_count(position),
        move=phony_text(played),
        score=whole(move.score),
        total=whole(events[-1].total),
        played=_worth_of_played(played, position, review),
        best=None if best is None or review is None else _worth(best, review),
        is_best=played.rank == 1,
        points_lost=points(None if review is None else review.points_lost),
        win_lost=percent(None if review is None else review.chances.lost),
        luck=points(None if review is None else review.luck, signed=True),
        remarks=tuple(_remarks(review, events)),
        notes=tuple(note for each in events for note in each.notes),
        candidates=None if analysis is None else candidate_table(analysis, most),
    )


def _kind(review: TurnReview | None) -> str:
    if review is None or review.mistake is None:
        return "unjudged"
    if review.mistake is Mistake.NONE:
        return "best" if review.is_best else "none"
    return review.mistake.value


def _worth(best: Candidate, review: TurnReview) -> Worth:
    move = best.move
    win = percent(review.chances.best)
    return Worth(str(move), whole(move.score), str(best.leave), points(best.equity), win)


def _worth_of_played(played: PlayedMove, position: Position, review: TurnReview | None) -> Worth:
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
            yield f"A bingo was missed: {review.analysis.best and review.analysis.best.move}."
        for remark in remarks_of_turn(review):
            yield f"{remark[0].upper()}{remark[1:]}."
    for event in events[1:]:
        if event.kind is EventKind.CHALLENGE_BONUS:
            yield f"The play was challenged and stands: {event.score:+} points."
        elif review is None:
            yield "The play was challenged and taken back."


def _happened(event: Event, names: list[str]) -> str:
    """An event after the last turn, in words."""
    tiles = "" if event.tiles is None else f" for the tiles {event.tiles}"
    what = {
        EventKind.END_RACK_BONUS: f"gets {event.score} points{tiles}",
        EventKind.END_RACK_PENALTY: f"loses {-event.score} points{tiles}",
        EventKind.TIME_PENALTY: f"loses {-event.score} points for playing over time",
    }
    return f"{names[event.player]} {what[event.kind]}."


def _rack_text(position: Position) -> str:
    """What is not known of the rack."""
    rack = position.racks[position.on_turn]
    if rack is None:
        return "The rack is not known."
    missing = position.rules.rack_size - len(rack) if position.bag_count else 0
    return f"{missing} of the tiles {'is' if missing == 1 else 'are'} not known." if missing > 0 else ""


def _unseen_count(position: Position) -> str:
    bag = position.bag_count
    return f"{len(position.unseen)} unseen tiles, {bag or 'none'} of them in the bag"
