"""Play sessions for tests: begin them, act at random and compare their states."""

import random
from typing import Any

from runs import LEXICON

from movegen import Rack
from sims.play import (
    Accept,
    Challenge,
    Clock,
    DrawTiles,
    DuplicateGame,
    EndRound,
    FreeGame,
    GameSetup,
    GoForward,
    Lay,
    Mode,
    PlayError,
    Seat,
    Session,
    SetRack,
    Step,
    SubmitMove,
    TakeBack,
    TakeTurn,
    TrainingGame,
    begin,
)

WORDS = LEXICON.load()
ENGINES = ("static", "casual", "greedy", "beginner")


def engine_seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(name=name, strategy=name) for name in ENGINES[:count])


def human_seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name=name) for name in names)


def make_setup(mode: Mode, seed: int = 1, **options: Any) -> GameSetup:
    """Make a setup; its players are all human unless `seats` are given."""
    names = {Mode.TRAINING: ("Ann",), Mode.DUPLICATE: ("Ann", "Ben", "Cas"), Mode.FREE: ("Ann", "Ben", "Cas")}
    return GameSetup(**{"mode": mode, "seats": human_seats(*names[mode]), "seed": seed} | options)


def begin_session(mode: Mode, seed: int = 1, **options: Any) -> Any:
    """Begin a session; its class depends on the mode."""
    return begin(make_setup(mode, seed, **options), WORDS)


def capture_state(session: Session) -> dict[str, Any]:
    """Capture everything visible of a session."""
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
        seen |= {"steps": session.steps, "step": session.step_index}
    return seen


def act_at_random(session: Session, chance: random.Random) -> None:
    """Try a random action; if it is refused, nothing may have changed."""
    before = capture_state(session)
    try:
        session.do(_choose_action(session, chance))
    except PlayError:
        assert capture_state(session) == before


def _choose_action(session: Session, chance: random.Random) -> Any:
    seconds = round(chance.uniform(0, 40), 3)
    if isinstance(session, TrainingGame):
        kind = chance.choice(
            [TakeBack(), GoForward(), DrawTiles(chance.random() < 0.5), "rack", "lay", "lay", "lay"]
        )
        if kind == "rack":
            return SetRack(str(_sample_tiles(session.unseen, chance)))
        return _choose_play(session, chance) if kind == "lay" else kind
    seat = chance.choice(session.waiting_for)
    moves = session.kibitz(seat, 6).moves
    text = moves[chance.randrange(len(moves))].gcg
    if isinstance(session, DuplicateGame):
        if chance.random() < 0.1:
            return EndRound()
        return SubmitMove(seat, None if text.startswith("-") or chance.random() < 0.2 else text, seconds)
    assert isinstance(session, FreeGame)
    if session.step is Step.LAST_CHALLENGE or chance.random() < 0.1:
        return chance.choice([Accept(seconds), Challenge(seconds)])
    return TakeTurn(chance.choice([text, text, _make_phony(session, seat, chance)]), seconds)


def _choose_play(session: TrainingGame, chance: random.Random) -> Any:
    if not len(session.rack(0)):
        return DrawTiles()
    try:
        moves = session.kibitz(0, 5).moves
    except PlayError:  # no play is possible
        return DrawTiles(anew=True)
    return Lay(moves[chance.randrange(len(moves))].gcg)


def _sample_tiles(tiles: Rack, chance: random.Random) -> Rack:
    held = list(tiles)
    return Rack.from_tiles(tiles.tile_set, chance.sample(held, min(len(held), 7)))


def _make_phony(session: FreeGame, seat: int, chance: random.Random) -> str:
    """Make a first play of the shuffled rack; return a pass if the board or the rack does not allow one."""
    if not session.board.is_empty:
        return "pass"
    tiles = [tile or 1 for tile in session.rack(seat)]
    chance.shuffle(tiles)
    blanks = session.rack(seat).counts[0]
    text = session.variant.tiles.text(tiles)
    return f"8D {text}" if not blanks else "pass"


CLOCK = Clock(seconds=60.0)
