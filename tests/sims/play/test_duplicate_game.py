"""Duplicate games: tops, answers, racks drawn anew, standings, the end."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions import WORDS, act_at_random, begin_session, engine_seats, human_seats
from tiny_game import RULES, tiny_lexicon

from movegen import Board, ConfigError, IllegalMoveError, MoveKind, Rack, generate_moves
from sims.play import (
    Clock,
    DuplicateGame,
    EndRound,
    GameSetup,
    Mode,
    PlayError,
    Redraw,
    Seat,
    SubmitMove,
    TakeTurn,
    begin,
)

pytestmark = pytest.mark.core


def top_points(game: DuplicateGame) -> int:
    """By all moves there are."""
    plays = [move for move in generate_moves(game.position(0), WORDS) if move.kind is MoveKind.PLAY]
    return max(move.score for move in plays)


def test_a_whole_game() -> None:
    """Each round's top has most points of all moves; what it leaves stays on the rack."""
    game: DuplicateGame = begin_session(Mode.DUPLICATE, 2, seats=engine_seats(4))
    board, saved = game.board, Rack.empty(game.variant.tiles)
    while not game.is_over:
        points, rack, number = top_points(game), game.rack(0), game.number
        for seat in reversed(game.waiting_for):
            game.do(game.engine_action(seat))
        last = game.rounds[-1]
        assert (last.number, last.rack, last.top.score) == (number, rack, points)
        assert all(answer.points == (answer.move.score if answer.move else 0) for answer in last.answers)
        board = board.place(last.top)
        assert game.board == board
        saved = last.rack - last.top.tiles_used
        redrawn = not game.rack(0).contains(saved)
        assert not redrawn or game.is_over or min(vowels_and_consonants(last.rack)) >= 1
    assert game.top_score == sum(each.top.score for each in game.rounds)
    standings = game.standings()
    assert {game.names[each.seat] for each in standings if each.percent == 100.0} == {"greedy", "static"}
    assert [each.place for each in standings] == [1, 1, 3, 4]
    assert standings[3].percent == pytest.approx(100 * standings[3].points / game.top_score)
    assert game.why_over


@pytest.mark.parametrize("seed", range(3))
def test_engines_choose_by_score_alone(seed: int) -> None:
    """Whoever has no handicap plays the top, as `greedy` does; noise makes others miss it at times."""
    seats = tuple(Seat(name=name, strategy=name) for name in ("greedy", "static", "rackh3", "expert"))
    game: DuplicateGame = begin_session(Mode.DUPLICATE, seed, seats=seats)
    game.let_engines_act()
    assert game.is_over
    for each in game.rounds:
        points = [answer.points for answer in each.answers]
        assert points[:3] == [each.top.score] * 3
    *_, expert = game.scores
    assert 0.8 * game.top_score < expert < game.top_score


def vowels_and_consonants(rack: Rack) -> tuple[int, int]:
    text = str(rack)
    return sum(tile in "AEIOU?" for tile in text), sum(tile not in "AEIOU" for tile in text)


@given(st.integers(0, 10**6), st.sampled_from([Redraw(), Redraw(rounds=3, before=3, after=2)]))
@settings(max_examples=10)
def test_racks_have_vowels_and_consonants(seed: int, redraw: Redraw) -> None:
    game: DuplicateGame = begin_session(Mode.DUPLICATE, seed, seats=human_seats("Ann"), redraw=redraw)
    tiles = game.variant.tiles
    for _ in range(60):
        if game.is_over:
            break
        left = Rack(tiles, tiles.counts) - Rack(tiles, game.board.tile_counts)
        least = min(
            redraw.before if game.number <= redraw.rounds else redraw.after, *vowels_and_consonants(left)
        )
        assert min(vowels_and_consonants(game.rack(0))) >= least
        assert len(game.rack(0)) + game.bag_count == len(left)
        game.do(EndRound())
    assert game.is_over and game.scores == (0,)


def test_the_rack_is_drawn_anew() -> None:
    """Without the rule the first racks of these seeds would lack vowels or consonants; some do."""
    lacking = 0
    for seed in range(40):
        free = begin_session(Mode.DUPLICATE, seed, seats=human_seats("Ann"), redraw=Redraw(before=0, after=0))
        ruled = begin_session(Mode.DUPLICATE, seed, seats=human_seats("Ann"))
        lacks = min(vowels_and_consonants(free.rack(0))) < 2
        assert (free.rack(0) == ruled.rack(0)) is not lacks
        lacking += lacks
    assert lacking


def test_answers() -> None:
    game: DuplicateGame = begin_session(Mode.DUPLICATE, 1, clock=Clock(seconds=60))
    best, second = game.kibitz(0, 2).moves
    word = game.variant.tiles.text([tile for tile in game.rack(0) if tile][:5])
    assert word not in WORDS
    for wrong, problem in (("8D ZZZZZ", "does not hold"), (f"1A {word}", "covers 8H")):
        assert problem in (game.tentative(0, wrong).problem or "")
        with pytest.raises(IllegalMoveError, match=problem):
            game.do(SubmitMove(0, wrong))
    assert game.tentative(0, f"8F {word}").phonies == (word,)
    game.do(SubmitMove(0, f"8F {word}", 59.0))
    with pytest.raises(PlayError, match="Ann has already answered"):
        game.do(SubmitMove(0, best.gcg))
    with pytest.raises(PlayError, match="there is no player 7"):
        game.do(SubmitMove(7, best.gcg))
    with pytest.raises(PlayError, match="there are no exchanges"):
        game.do(SubmitMove(1, f"-{str(game.rack(0))[0]}"))
    assert game.waiting_for == (1, 2) and game.board == Board.empty(game.variant)
    game.do(SubmitMove(2, second.gcg, 60.0))
    game.do(SubmitMove(1, best.gcg, 60.1))
    phony, late, good = game.rounds[0].answers
    assert (phony.points, phony.phonies) == (0, (word,))
    assert (late.points, late.is_late, late.move) == (0, True, best)
    assert good.points == second.score and game.scores == (0, 0, second.score)
    assert game.waiting_for == (0, 1, 2) and game.rounds[0].top.score == best.score


def test_a_round_is_ended() -> None:
    game: DuplicateGame = begin_session(Mode.DUPLICATE, 1)
    best = game.kibitz(0, 1)[0].move
    game.do(SubmitMove(1, best.gcg))
    game.do(SubmitMove(0))
    game.do(EndRound())
    assert game.scores == (0, best.score, 0)
    assert [answer.is_late for answer in game.rounds[0].answers] == [False, False, True]
    assert [each.place for each in game.standings()] == [1, 2, 2]


def test_the_end() -> None:
    """A tiny game: it ends, and says why."""
    reasons = set()
    for seed in range(30):
        setting = GameSetup(mode=Mode.DUPLICATE, seats=human_seats("Ann"), rules=RULES, seed=seed)
        game = begin(setting, tiny_lexicon())
        assert isinstance(game, DuplicateGame)
        while not game.is_over:
            game.do(EndRound())
        assert game.why_over and game.waiting_for == ()
        reasons.add(game.why_over.partition(" with ")[0])
        with pytest.raises(PlayError, match="the game is over"):
            game.do(EndRound())
        with pytest.raises(PlayError, match="the game is over"):
            game.kibitz(0)
    assert "no play is possible" in reasons and len(reasons) > 1


def test_a_round_is_ended_for_people_alone() -> None:
    game: DuplicateGame = begin_session(Mode.DUPLICATE, 1, seats=(*human_seats("Ann"), *engine_seats(1)))
    game.do(EndRound())
    assert game.waiting_for == (1,) and game.number == 1
    with pytest.raises(PlayError, match="everyone has answered"):
        game.do(EndRound())
    game.let_engines_act()
    assert [answer.is_late for answer in game.rounds[0].answers] == [True, False] and game.scores[1] > 0


@given(st.integers(0, 10**6))
@settings(max_examples=10)
def test_anything_that_is_done(seed: int) -> None:
    chance = random.Random(seed)
    game: DuplicateGame = begin_session(Mode.DUPLICATE, seed, clock=Clock(seconds=30))
    for _ in range(40):
        if not game.is_over:
            act_at_random(game, chance)
    assert game.scores == tuple(sum(each.answers[seat].points for each in game.rounds) for seat in range(3))


def test_who_may_play() -> None:
    with pytest.raises(ConfigError, match="sim_fast simulates, in a duplicate game"):
        begin_session(Mode.DUPLICATE, seats=(Seat(name="S", strategy="sim_fast"),))
    seats = (Seat(name="S", strategy="beginner"),)
    other_words = GameSetup(mode=Mode.DUPLICATE, seats=seats, rules=RULES)
    with pytest.raises(ConfigError, match="vocabulary"):  # not once it is the engine's turn
        begin(other_words, tiny_lexicon())
    game = begin_session(Mode.DUPLICATE)
    with pytest.raises(PlayError, match="a duplicate game has answers"):
        game.do(TakeTurn("pass"))
    with pytest.raises(PlayError, match="no engine is to act"):
        game.engine_action(0)
    with pytest.raises(PlayError, match="a duplicate game has no GCG"):
        game.gcg()


def test_engines_act_after_people() -> None:
    game: DuplicateGame = begin_session(
        Mode.DUPLICATE, 1, seats=(*engine_seats(1), *human_seats("Ann", "Ben"))
    )
    assert (game.people, game.person, game.engine) == (2, 1, None)
    game.do(SubmitMove(1))
    assert (game.person, game.engine) == (2, None)
    game.do(SubmitMove(2))
    assert (game.person, game.engine) == (None, 0)
    game.let_engines_act()
    assert (game.person, game.engine, game.number) == (1, None, 2)
