"""Training: racks, plays, steps back and forward."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions import WORDS, act_at_random, begin_session, capture_state, human_seats, make_setup

from movegen import ConfigError, IllegalMoveError, NotationError, Position, read_cgp
from movegen.board import MoveKind
from sims.play import (
    DrawTiles,
    GoForward,
    Lay,
    Mode,
    PlayError,
    Seat,
    SetPosition,
    SetRack,
    TakeBack,
    TakeTurn,
    TrainingGame,
)

pytestmark = pytest.mark.core

POSITION = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 12/32 0"


def training(seed: int = 1) -> TrainingGame:
    game: TrainingGame = begin_session(Mode.TRAINING, seed)
    return game


def test_racks_and_plays() -> None:
    game = training()
    game.do(SetRack("AEINRST"))
    best = game.kibitz(0, 1)[0].move
    assert best.score == 66
    game.do(Lay(best.gcg))
    assert game.scores == (66,) and not len(game.rack(0)) and game.current.move == best
    for requested in (game.kibitz, game.hint):
        with pytest.raises(PlayError, match="the rack is empty"):  # there is nothing to make a play of ...
            requested(0, 1)
    game.do(Lay("9H ZAX"))  # ... but any that are left may be laid
    assert game.scores[0] > 66 and str(game.rack(0)) == ""


def test_phonies_may_be_laid_and_are_reported() -> None:
    game = training()
    game.do(SetRack("QXZAEIO"))
    assert game.tentative(0, "8F QXZ").phonies == ("QXZ",)
    game.do(Lay("8F QXZ"))
    assert game.current.phonies == ("QXZ",) and str(game.rack(0)) == "AEIO"


def test_letters_in_any_order_are_no_phony_where_the_rules_say_so() -> None:
    word = next(word for word in WORDS if len(word) == 4 and word[::-1] not in WORDS)
    for rules, phonies in (("standard", (word[::-1],)), ("wordsmog", ())):
        game: TrainingGame = begin_session(Mode.TRAINING, 1, rules=rules)
        game.do(SetRack(word))
        assert game.tentative(0, f"8F {word[::-1]}").phonies == phonies


def test_drawing() -> None:
    game = training()
    game.do(DrawTiles())
    first = game.rack(0)
    assert len(first) == 7
    game.do(DrawTiles())
    assert game.rack(0) == first  # it is full
    game.do(DrawTiles(anew=True))
    assert game.rack(0) != first
    game.do(SetRack("QZ"))
    game.do(DrawTiles())
    assert game.rack(0).contains(game.variant.tiles.parse_rack("QZ")) and len(game.rack(0)) == 7
    other = training(2)
    other.do(DrawTiles())
    assert other.rack(0) != first


def test_what_a_rack_may_be() -> None:
    game = training()
    for rack, problem in (("AEINRSTU", "8 tiles on a rack"), ("QQ", "more tiles than are left")):
        with pytest.raises(IllegalMoveError, match=problem):
            game.do(SetRack(rack))
    with pytest.raises(NotationError):
        game.do(SetRack("A1"))
    for move, problem in (("pass", "only plays"), ("8D ZZZZZZZZ", "does not hold"), ("-Q", "only plays")):
        with pytest.raises(IllegalMoveError, match=problem):
            game.do(Lay(move))
    assert not game.actions and game.steps == (game.current,)


def test_back_and_forward() -> None:
    game = training()
    with pytest.raises(PlayError, match="nothing to take back"):
        game.do(TakeBack())
    seen = [capture_state(game)["board"]]
    for text in ("8D WINDY", "H4 GREE.", "9F ZA"):
        game.do(Lay(text))
        seen.append(capture_state(game)["board"])
    for board in reversed(seen[:-1]):
        assert game.can_take_back
        game.do(TakeBack())
        assert capture_state(game)["board"] == board
    game.do(GoForward())
    assert capture_state(game)["board"] == seen[1] and game.can_go_forward
    game.do(SetRack("AB"))
    assert not game.can_go_forward and capture_state(game)["board"] == seen[1]
    with pytest.raises(PlayError, match="nothing was taken back"):
        game.do(GoForward())


@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_steps_are_a_list_with_a_place(seed: int) -> None:
    """Held against the plain account: a list that is cut where something new is done."""
    chance, game = random.Random(seed), training(seed)
    plain, place = [game.current], 0
    for _ in range(30):
        done = len(game.actions)
        act_at_random(game, chance)
        if len(game.actions) == done:
            continue
        action = game.actions[-1]
        if isinstance(action, TakeBack | GoForward):
            place += 1 if isinstance(action, GoForward) else -1
        else:
            plain, place = [*plain[: place + 1], game.current], place + 1
        assert (game.steps, game.step_index, game.current) == (tuple(plain), place, plain[place])
        assert game.scores == (sum(step.move.score for step in plain[1 : place + 1] if step.move),)


def test_a_position() -> None:
    game = training()
    game.do(SetPosition(POSITION))
    assert str(game.rack(0)) == "ADEEGIL" and game.scores == (12,)
    expected = read_cgp(POSITION).moves(WORDS)
    found = game.kibitz(0, None)
    assert {str(each.move) for each in found} == {
        str(move) for move in expected if move.kind is MoveKind.PLAY
    }
    with pytest.raises(PlayError, match="the position is one of super"):
        game.do(SetPosition(Position.initial(make_setup(Mode.FREE, rules="super").variant()).cgp()))
    with pytest.raises(NotationError):
        game.do(SetPosition("15/15"))


def test_hints_reveal_more_and_more() -> None:
    game = training()
    game.do(SetRack("AEINRST"))
    hints = [game.hint(0, step) for step in range(1, 6)]
    best = game.kibitz(0, 1)[0].move
    assert hints[0] == "a play of 66 points"
    assert hints[1] == f"66 points with 7 tiles, from {best.coordinates}"
    assert hints[3] == hints[4] == f"{best}, 66 points"
    assert str(best) not in "".join(hints[:3])


def test_who_may_train() -> None:
    with pytest.raises(ConfigError, match="an engine cannot train"):
        make_setup(Mode.TRAINING, seats=(Seat(name="S", strategy="static"),))
    with pytest.raises(ConfigError, match="2 players in a training game"):
        make_setup(Mode.TRAINING, seats=human_seats("Ann", "Ben"))
    game = training()
    for refused in (lambda: game.do(TakeTurn("pass")), lambda: game.engine_action(0), game.gcg):
        with pytest.raises(PlayError, match="training"):
            refused()
    assert game.let_engines_act() == 0 and not game.is_over and game.seconds_left(0) is None


def test_kibitz_without_a_play() -> None:
    game = training()
    game.do(SetPosition(POSITION.replace("ADEEGIL", "VV")))
    for ask in (lambda: game.kibitz(0), lambda: game.hint(0, 1)):
        with pytest.raises(PlayError, match="no play is possible with this rack; draw anew"):
            ask()
