"""Free games: racks, draws, challenges, clocks and ends, for two to four players."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions import ENGINES, WORDS, act_at_random, begin_session, engine_seats, human_seats, make_setup

import strategy
from movegen import (
    ChallengeRule,
    ConfigError,
    IllegalMoveError,
    Move,
    PositionError,
    Rack,
    Variant,
    parse_gcg,
)
from movegen.game import EventKind
from sims import play_game
from sims.play import (
    Accept,
    Challenge,
    Clock,
    DrawTiles,
    FreeGame,
    GameSetup,
    Mode,
    PlayError,
    Seat,
    Step,
    TakeTurn,
    begin,
)
from strategy import load_strategy

pytestmark = pytest.mark.core


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("challenge", [ChallengeRule.VOID, ChallengeRule.DOUBLE])
def test_engines_play_as_in_matches(players: int, challenge: ChallengeRule) -> None:
    """Late draws change nothing: the same tiles come as where everyone draws at once."""
    for seed in range(5):
        game: FreeGame = begin_session(Mode.FREE, seed, seats=engine_seats(players), challenge=challenge)
        game.let_engines_act()
        strategies = [load_strategy(name) for name in ENGINES[:players]]
        expected = play_game(strategies, WORDS, seed=seed)
        assert game.game.events == expected.events
        assert game.is_over and not game.waiting_for


@pytest.mark.parametrize("rules", ["blocked", "rack8", "wordsmog", "crossplay"])
def test_engines_play_by_other_rules(rules: str) -> None:
    seats = [Seat(name="Ann", strategy="greedy"), Seat(name="Ben", strategy="greedy")]
    game: FreeGame = begin_session(Mode.FREE, 1, seats=tuple(seats), rules=rules)
    game.let_engines_act()
    expected = play_game([load_strategy("greedy")] * 2, WORDS, variant=Variant.load(rules), seed=1)
    assert game.game.events == expected.events and game.is_over


@pytest.mark.medium
@given(st.integers(0, 10**6), st.sampled_from(list(ChallengeRule)), st.integers(2, 4))
@settings(max_examples=40)
def test_no_tile_is_lost(seed: int, challenge: ChallengeRule, players: int) -> None:
    """Whatever is done, the tiles on board and racks and in the bag are all that there are."""
    chance = random.Random(seed)
    seats = human_seats(*"ABCD"[:players])
    game: FreeGame = begin_session(Mode.FREE, seed, seats=seats, challenge=challenge, clock=Clock())
    tiles = game.variant.tiles
    for _ in range(60):
        if game.is_over:
            break
        try:
            act_at_random(game, chance)
        except IllegalMoveError as error:  # phonies where none can be played
            assert challenge is ChallengeRule.VOID and "not in" in str(error)
        held = sum((game.rack(seat) for seat in range(players)), Rack.empty(tiles))
        everything = held + Rack(tiles, game.board.tile_counts)
        assert len(everything) + len(game._bag) == tiles.total
        assert Rack(tiles, tiles.counts).contains(everything)
        if game._undrawn is None:
            assert [len(game.rack(seat)) for seat in range(players)] == list(game.game.state.rack_sizes)
            assert len(game._bag) == game.bag_count


def phony_then(challenge: ChallengeRule) -> tuple[FreeGame, Rack]:
    """A game whose first play was a phony, and the rack before it."""
    game: FreeGame = begin_session(Mode.FREE, 3, seats=human_seats("Ann", "Ben"), challenge=challenge)
    rack = game.rack(0)
    word = game.variant.tiles.text([tile for tile in rack if tile][:4])
    assert word not in WORDS
    game.do(TakeTurn(f"8E {word}"))
    return game, rack


@pytest.mark.parametrize("challenge", [rule for rule in ChallengeRule if rule is not ChallengeRule.VOID])
def test_a_phony_is_taken_back(challenge: ChallengeRule) -> None:
    game, rack = phony_then(challenge)
    assert len(game.rack(0)) == 3 and game.can_challenge and game.played_phonies()
    game.do(Challenge())
    assert game.rack(0) == rack and game.board.is_empty and game.scores == (0, 0)
    assert game.on_turn == 1 and not game.can_challenge
    game.do(TakeTurn("pass"))
    assert game.on_turn == 0 and len(game.rack(0)) == 7


def test_a_phony_stands_that_nobody_challenges() -> None:
    game, _ = phony_then(ChallengeRule.DOUBLE)
    score = game.scores[0]
    game.do(TakeTurn("pass"))
    assert game.scores == (score, 0) and len(game.rack(0)) == 7
    with pytest.raises(PlayError, match="no play to challenge"):
        game.do(Challenge())


@pytest.mark.parametrize(
    ("challenge", "bonus", "on_turn"),
    [("single", 0, 1), ("double", 0, 0), ("five_point", 5, 1), ("ten_point", 10, 1)],
)
def test_what_a_failed_challenge_costs(challenge: str, bonus: int, on_turn: int) -> None:
    game: FreeGame = begin_session(
        Mode.FREE, 3, seats=human_seats("Ann", "Ben"), challenge=ChallengeRule(challenge)
    )
    best = game.kibitz(0)[0].move
    game.do(TakeTurn(best.gcg))
    game.do(Challenge())
    assert game.scores == (best.score + bonus, 0) and game.on_turn == on_turn
    assert len(game.rack(0)) == 7
    with pytest.raises(PlayError, match="no play to challenge"):
        game.do(Challenge())


def test_where_no_phony_can_be_played() -> None:
    game: FreeGame = begin_session(
        Mode.FREE, 3, seats=human_seats("Ann", "Ben"), challenge=ChallengeRule.VOID
    )
    word = game.variant.tiles.text([tile for tile in game.rack(0) if tile][:4])
    assert game.tentative(0, f"8E {word}").phonies == (word,)
    with pytest.raises(IllegalMoveError, match=f"{word} is not in SCOWL80"):
        game.do(TakeTurn(f"8E {word}"))
    assert not game.actions and game.board.is_empty
    game.do(TakeTurn(game.kibitz(0)[0].move.gcg))
    with pytest.raises(PlayError, match="challenges are not allowed"):
        game.do(Challenge())


def test_phonies_are_not_reported_where_they_can_be_challenged() -> None:
    game: FreeGame = begin_session(Mode.FREE, 3, seats=human_seats("Ann", "Ben"))
    word = game.variant.tiles.text([tile for tile in game.rack(0) if tile][:4])
    assert game.tentative(0, f"8E {word}").phonies == ()
    assert game.tentative(0, "8E ZZZZZ").problem


def test_an_engine_challenges_phonies_and_no_words() -> None:
    seats = (Seat(name="Ann"), Seat(name="Jack", strategy="static"))
    game: FreeGame = begin_session(Mode.FREE, 3, seats=seats)
    word = game.variant.tiles.text([tile for tile in game.rack(0) if tile][:4])
    game.do(TakeTurn(f"8E {word}"))
    assert game.let_engines_act() == 2
    assert [event.kind for event in game.game.events] == [EventKind.PLAY, EventKind.WITHDRAWN, EventKind.PLAY]
    game.do(TakeTurn(game.kibitz(0)[0].move.gcg))
    game.let_engines_act()
    assert not any(isinstance(action, Challenge) for action in game.actions[3:])


def nearly_over(last: str) -> FreeGame:
    """A game of two people up to a play that goes out, a word or not."""
    for seed in range(50):
        game: FreeGame = begin_session(Mode.FREE, seed, seats=human_seats("Ann", "Ben"))
        while not game.is_over:
            seat = game.on_turn
            best = game.kibitz(seat)[0].move
            if not game.bag_count and best.tiles_used == game.rack(seat):
                text = best.gcg if last == "word" else _phony_out(game, seat)
                if text is None:
                    break
                game.do(TakeTurn(text))
                return game
            game.do(TakeTurn(best.gcg))
            if game.step is Step.LAST_CHALLENGE:
                game.do(Accept())
    raise AssertionError("no such game")


def _phony_out(game: FreeGame, seat: int) -> str | None:
    """A play of the whole rack that is no word, somewhere on the board."""
    rack = [tile for tile in game.rack(seat) if tile]
    if len(rack) != len(game.rack(seat)):
        return None
    for row in range(1, 16):
        for column in "ABCDEFGHIJKLMNO":
            text = f"{row}{column} {game.variant.tiles.text(rack)}"
            move = game.tentative(seat, text).move
            if move is not None and game.phonies(move):
                return text
    return None


def test_the_play_that_goes_out_may_be_challenged() -> None:
    game = nearly_over("phony")
    out = 1 - game.on_turn
    assert game.step is Step.LAST_CHALLENGE and not game.is_over and game.waiting_for == (1 - out,)
    with pytest.raises(PlayError, match="challenge or accept"):
        game.do(TakeTurn("pass"))
    game.do(Challenge())
    assert game.step is Step.MOVE and len(game.rack(out)) > 0 and not game.is_over
    assert game.waiting_for == (1 - out,)


def test_the_play_that_goes_out_is_accepted() -> None:
    game = nearly_over("word")
    out, scores, left = 1 - game.on_turn, game.scores, game.rack(game.on_turn).points
    game.do(Accept())
    assert game.is_over and game.scores[out] == scores[out] + 2 * left
    assert game.scores[1 - out] == scores[1 - out]
    for action in (TakeTurn("pass"), Accept(), Challenge()):
        with pytest.raises(PlayError, match="the game is over"):
            game.do(action)
    with pytest.raises(PlayError, match="the game is over"):
        game.kibitz(0)


@pytest.mark.parametrize("players", [3, 4])
def test_the_end_of_a_game_of_more(players: int) -> None:
    """A player who goes out gains the points of all tiles left, and the others lose their own."""
    game: FreeGame = begin_session(
        Mode.FREE, 5, seats=human_seats(*"ABCD"[:players]), challenge=ChallengeRule.VOID
    )
    while not game.is_over:
        before, seat = game, game.on_turn
        scores, racks = list(game.scores), [game.rack(each) for each in range(players)]
        move = game.kibitz(seat)[0].move
        before.do(TakeTurn(move.gcg))
    scores[seat] += move.score
    assert move.tiles_used == racks[seat]
    for other in set(range(players)) - {seat}:
        scores[seat] += racks[other].points
        scores[other] -= racks[other].points
    assert game.scores == tuple(scores)
    assert game.why_over is None  # its last turn shows it


def test_nobody_goes_out() -> None:
    game: FreeGame = begin_session(Mode.FREE, 5, seats=human_seats("Ann", "Ben", "Cas"))
    racks = [game.rack(seat).points for seat in range(3)]
    for _ in range(6):
        game.do(TakeTurn("pass"))
    assert game.is_over and game.scores == tuple(-points for points in racks)
    assert game.why_over == "6 turns in a row scored nothing"


def test_clocks() -> None:
    """A minute begun over time costs ten points; the clock of the player on turn runs alone."""
    game: FreeGame = begin_session(
        Mode.FREE, 5, seats=human_seats("Ann", "Ben"), clock=Clock(seconds=100, penalty=7)
    )
    assert game.seconds_left(0) == 100
    for seconds in (60.0, 10.0, 40.5, 10.0, 60.0, 0.0):
        game.do(TakeTurn("pass", seconds))
    assert (game.seconds_left(0), game.seconds_left(1)) == (-60.5, 80.0)
    penalties = [event.score for event in game.game.events if event.kind is EventKind.TIME_PENALTY]
    assert penalties == [-14]
    for seconds in (-1.0, float("nan"), float("inf")):
        with pytest.raises(PlayError, match="a turn of"):
            game.do(TakeTurn("pass", seconds))


def test_who_may_play() -> None:
    simulating = Seat(name="S", strategy="sim_fast")
    with pytest.raises(ConfigError, match="simulates, which a game of 3"):
        begin_session(Mode.FREE, seats=(*human_seats("Ann", "Ben"), simulating))
    assert begin_session(Mode.FREE, seats=(*human_seats("Ann"), simulating))
    with pytest.raises(ConfigError, match="5 players in a free game"):
        make_setup(Mode.FREE, seats=human_seats(*"ABCDE"))
    with pytest.raises(ConfigError, match="have the same name"):
        make_setup(Mode.FREE, seats=human_seats("Ann", "Ann"))
    with pytest.raises(ConfigError, match="is not a valid name"):
        Seat(name="a\nb")
    with pytest.raises(ConfigError, match="unknown strategy 'casul'; did you mean casual"):
        begin_session(Mode.FREE, seats=(Seat(name="S", strategy="casul"), *human_seats("Ann")))
    learned = Path(strategy.__file__).parent / "data" / "scowl80.leaves"
    seats = (*human_seats("Ann"), Seat(name="S", strategy=str(learned)))
    with pytest.raises(ConfigError, match="leaves for other tiles"):  # not once it is the engine's turn
        begin(GameSetup(mode=Mode.FREE, seats=seats, rules="super"))
    with pytest.raises(PositionError, match="share a nickname"):
        begin_session(Mode.FREE, seats=human_seats("Ann Lee", "Ann_Lee"))


def test_gcg() -> None:
    game: FreeGame = begin_session(Mode.FREE, 5, seats=(Seat(name="Ann Lee"), *engine_seats(2)))
    while not game.is_over:
        game.do(TakeTurn(game.kibitz(0)[0].move.gcg) if game.step is Step.MOVE else Accept())
        game.let_engines_act()
    again = parse_gcg(game.gcg())
    assert again.events == game.game.events and again.scores == game.scores
    assert again.players[0].name == "Ann Lee"


def test_gcg_before_the_end_reveals_no_secrets() -> None:
    game: FreeGame = begin_session(Mode.FREE, 5, seats=human_seats("Ann", "Ben"))
    rack, best = game.rack(0), game.kibitz(1)[0].move
    game.do(TakeTurn(f"-{rack}"))
    game.do(TakeTurn(best.gcg))
    reported = parse_gcg(game.gcg())
    assert [event.rack for event in reported.events] == [None, None] and reported.scores == game.scores
    assert reported.turns[0].move == Move.exchange_unknown(game.variant.tiles, 7)
    assert reported.turns[1].move == best


def test_other_actions() -> None:
    game = begin(make_setup(Mode.FREE), WORDS)
    with pytest.raises(PlayError, match="a free game has turns"):
        game.do(DrawTiles())
    with pytest.raises(PlayError, match="nothing to accept"):
        game.do(Accept())
    with pytest.raises(PlayError, match="no engine is to act"):
        game.engine_action(0)
