"""Games that people play, for tests: made, played on at random, and compared."""

import random
from typing import Any

from runs import LEXICON

from movegen import Rack
from sims.play import (
    Accept,
    Answer,
    Challenge,
    Clock,
    Draw,
    DuplicateGame,
    EndRound,
    FreeGame,
    GoForward,
    Lay,
    Mode,
    PlayError,
    Seat,
    Session,
    SetRack,
    Setting,
    Step,
    TakeBack,
    TrainingGame,
    Turn,
    begin,
)

WORDS = LEXICON.load()
ENGINES = ("static", "casual", "greedy", "beginner")


def engines(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(name=name, strategy=name) for name in ENGINES[:count])


def people(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name=name) for name in names)


def setting(mode: Mode, seed: int = 1, **options: Any) -> Setting:
    """With people alone in it, unless `seats` say otherwise."""
    names = {Mode.TRAINING: ("Ann",), Mode.DUPLICATE: ("Ann", "Ben", "Cas"), Mode.FREE: ("Ann", "Ben", "Cas")}
    return Setting(**{"mode": mode, "seats": people(*names[mode]), "seed": seed} | options)


def started(mode: Mode, seed: int = 1, **options: Any) -> Any:
    """A session, of the class of its mode."""
    return begin(setting(mode, seed, **options), WORDS)


def state(session: Session) -> dict[str, Any]:
    """All that can be seen of a session."""
    seats = range(len(session.names))
    seen: dict[str, Any] = {
        "board": str(session.board),
        "scores": session.scores,
        "racks": [str(session.rack(seat)) for seat in seats],
        "clocks": [session.seconds_left(seat) for seat in seats],
        "waiting": session.waiting_for,
        "over": session.is_over,
        "actions": session.actions,
    }
    if isinstance(session, FreeGame):
        seen |= {"game": session.game, "step": session.step, "challenge": session.can_challenge}
    if isinstance(session, DuplicateGame):
        seen |= {"rounds": session.rounds, "why": session.why_over, "bag": session.bag_count}
    if isinstance(session, TrainingGame):
        seen |= {"steps": session.steps, "place": session.place}
    return seen


def act_at_random(session: Session, chance: random.Random) -> None:
    """Do something that may be done, or the attempt fails and nothing changes."""
    before = state(session)
    try:
        session.do(_any_action(session, chance))
    except PlayError:
        assert state(session) == before


def _any_action(session: Session, chance: random.Random) -> Any:
    seconds = round(chance.uniform(0, 40), 3)
    if isinstance(session, TrainingGame):
        kind = chance.choice(
            [TakeBack(), GoForward(), Draw(chance.random() < 0.5), "rack", "lay", "lay", "lay"]
        )
        if kind == "rack":
            return SetRack(str(_some(session.unseen, chance)))
        return _lay(session, chance) if kind == "lay" else kind
    seat = chance.choice(session.waiting_for)
    moves = session.kibitz(seat, 6).moves
    text = moves[chance.randrange(len(moves))].gcg
    if isinstance(session, DuplicateGame):
        if chance.random() < 0.1:
            return EndRound()
        return Answer(seat, None if text.startswith("-") or chance.random() < 0.2 else text, seconds)
    assert isinstance(session, FreeGame)
    if session.step is Step.LAST_CHALLENGE or chance.random() < 0.1:
        return chance.choice([Accept(seconds), Challenge(seconds)])
    return Turn(chance.choice([text, text, _phony(session, seat, chance)]), seconds)


def _lay(session: TrainingGame, chance: random.Random) -> Any:
    if not len(session.rack(0)):
        return Draw()
    moves = session.kibitz(0, 5).moves
    move = moves[chance.randrange(len(moves))]
    return Lay(move.gcg) if move.word else Draw(anew=True)


def _some(tiles: Rack, chance: random.Random) -> Rack:
    held = list(tiles)
    return Rack.from_tiles(tiles.tile_set, chance.sample(held, min(len(held), 7)))


def _phony(session: FreeGame, seat: int, chance: random.Random) -> str:
    """The whole rack laid, in any order, as the first play, or a pass."""
    if not session.board.is_empty:
        return "pass"
    tiles = [tile or 1 for tile in session.rack(seat)]
    chance.shuffle(tiles)
    blanks = session.rack(seat).counts[0]
    text = session.variant.tiles.text(tiles)
    return f"8D {text}" if not blanks else "pass"


CLOCK = Clock(seconds=60.0)
