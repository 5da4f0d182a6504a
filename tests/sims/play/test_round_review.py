"""Reviews of duplicate and training games."""

import pytest
from sessions import WORDS, engine_seats, human_seats, make_setup

from sims.play import (
    DuplicateGame,
    EndRound,
    Lay,
    Mode,
    PlayError,
    SetRack,
    SubmitMove,
    TakeBack,
    begin,
    review_rounds,
)

pytestmark = pytest.mark.core


def test_rounds_of_a_duplicate_game() -> None:
    game = begin(make_setup(Mode.DUPLICATE, 3, seats=(*human_seats("Ann", "Ben"), *engine_seats(2))), WORDS)
    assert isinstance(game, DuplicateGame)
    for _ in range(4):
        game.do(SubmitMove(0, game.kibitz(0)[0].move.gcg))
        game.do(SubmitMove(1, game.kibitz(1)[5].move.gcg))
        game.let_engines_act()
    game.do(EndRound())
    game.let_engines_act()
    rounds = review_rounds(game)
    assert [each.number for each in rounds] == [1, 2, 3, 4, 5] and rounds[4].answers[1].is_late
    for each, played in zip(rounds, game.rounds, strict=True):
        assert (each.best, each.position.rack) == (played.top, played.rack)
        assert each.best in list(each.position.moves(WORDS))  # it is the board before the round
        assert [answer.move for answer in each.answers] == [answer.move for answer in played.answers]
    lost = [sum(each.answers[seat].lost or 0 for each in rounds) for seat in range(4)]
    assert [game.top_score - score for score in game.scores] == lost and lost[0] == rounds[4].best.score


def test_plays_of_training() -> None:
    game = begin(make_setup(Mode.TRAINING), WORDS)
    game.do(Lay("8H ZA"))  # any tiles: there is no rack to be reviewed
    game.do(SetRack("AEINRST"))
    game.do(Lay(game.kibitz(0)[3].move.gcg))
    game.do(SetRack("??AXE"))
    game.do(Lay(game.kibitz(0)[0].move.gcg))
    game.do(SetRack("EEEIIVV"))
    game.do(Lay(game.kibitz(0)[0].move.gcg))
    game.do(TakeBack())
    rounds = review_rounds(game)
    assert len(rounds) == 2 and str(rounds[0].position.rack) == "AEINRST"
    assert (rounds[0].answers[0].lost or 0) > 0 and rounds[1].answers[0].lost == 0
    assert rounds[1].answers[0].move == rounds[1].best


def test_an_opening_played_down_loses_what_its_mirror_image_does() -> None:
    lost = []
    for text in ("8D ANISE", "H4 ANISE"):
        game = begin(make_setup(Mode.TRAINING), WORDS)
        game.do(SetRack("AEINRST"))
        game.do(Lay(text))
        (round_,) = review_rounds(game)
        lost.append(round_.answers[0].lost)
    assert lost[0] == lost[1] and lost[0] is not None and lost[0] > 40


def test_a_free_game_is_reviewed_from_its_record() -> None:
    with pytest.raises(PlayError, match="a free game has no rounds; review its record"):
        review_rounds(begin(make_setup(Mode.FREE), WORDS))
