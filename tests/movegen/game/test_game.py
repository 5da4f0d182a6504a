"""Building games: turns, challenges, the end and what is counted then."""

import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from movegen.board import Move
from movegen.errors import IllegalMoveError, MoveSyntaxError, PositionError
from movegen.game import Event, EventKind, Game, Player, Pragma
from movegen.gcg import parse_gcg
from movegen.variant import BoardLayout, ChallengeRule, Direction, Rack, Rules, Tile, TileSet, Variant

STANDARD = Variant.standard()
TILES = STANDARD.tiles


def standard_with(**changes: Any) -> Variant:
    return Variant(TILES, STANDARD.layout, msgspec.structs.replace(STANDARD.rules, **changes))


def tiny_variant(players: int = 2, **rules: Any) -> Variant:
    """Racks of two tiles, B twice and A often enough for all racks and two more; a plain board of 9 x 9."""
    letters = [Tile("A", "a", 2 * players, 1, vowel=True), Tile("B", "b", 2, 3)]
    settings: dict[str, Any] = {
        "rack_size": 2,
        "bingo_bonus": 0,
        "exchange_limit": 1,
        "players_max": players,
    } | rules
    return Variant(
        TileSet.from_letters("tiny", letters, blanks=0),
        BoardLayout.plain("tiny", 9, 9),
        Rules(name="tiny", **settings),
    )


def played_out(players: int = 2, **rules: Any) -> Game:
    """A tiny game in which Ann has just gone out and everyone else holds AA."""
    game = Game.new(tiny_variant(players, **rules), ["Ann", "Bob", "Cid", "Dot"][:players])
    game.record_move("5E AA", "AA")
    for _ in range(players - 1):
        game.record_move("-")
    game.record_move("G5 BB")
    return game


def test_a_new_game_has_its_players_and_no_score() -> None:
    game = Game.new(STANDARD, ["Ann Archer", Player("bob", "Bob Baker")], "SCOWL80")
    assert [player.nickname for player in game.players] == ["Ann_Archer", "bob"]
    assert game.scores == (0, 0)
    assert game.lexicon_name == "SCOWL80"
    assert (game.turns, game.events, game.is_finished, game.winner) == ([], (), False, None)
    assert game.current_position().racks == (None, None)


def test_turns_add_up() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    play = game.record_move("8D WAREZ", "AERWZ", note="well found")
    exchange = game.record_move("ex.VV", "AEIOUVV")
    last = game.record_move("(pass)")
    assert (play.kind, play.player, play.score, play.total) == (EventKind.PLAY, 0, 42, 42)
    assert (exchange.kind, exchange.player, exchange.score, exchange.total) == (EventKind.EXCHANGE, 1, 0, 0)
    assert (last.kind, last.player, last.total) == (EventKind.PASS, 0, 42)
    assert game.turns == [play, exchange, last]
    assert play.notes == ("well found",)
    position = game.current_position()
    assert (position.on_turn, position.scores, position.scoreless_turns) == (1, (42, 0), 2)


def test_a_move_is_scored_anew() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    word = TILES.parse_word("WAREZ")
    move = Move.play(TILES, 7, 3, Direction.ACROSS, word, (True,) * 5, score=1000)
    assert game.record_move(move).score == 42


def test_positions_are_those_before_each_turn() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"], "SCOWL80")
    game.record_move("8D WAREZ", "AERWZ")
    game.record_move("E7 I.", "EIINSTU")
    first, second, third = (game.position(turn) for turn in (1, 2, 3))
    assert first.board.is_empty
    assert str(first.rack) == "AERWZ"
    assert second.racks == (None, TILES.parse_rack("EIINSTU"))
    assert second.scores == (42, 0)
    assert third == game.current_position()
    assert third.lexicon_name == "SCOWL80"
    with pytest.raises(PositionError, match="there is no turn 4; expected 1 to 2"):
        game.position(4)
    with pytest.raises(PositionError, match="there is no turn 0"):
        game.position(0)


@pytest.mark.parametrize(
    ("move", "rack", "message"),
    [
        ("8L WAREZ", None, "does not fit"),
        ("8D WAREZ", "AERW", "AERW"),
        ("-WW", "AERWZ", "AERWZ"),
        ("-8", None, "8"),
        ("8D WAREZZ", None, "Z, not among the tiles left"),
        ("8D WAREZ", "AERWZZ", "more Z on the rack"),
        ("8D WAREZ", "AEERRWTZ", "8 tiles on a rack"),
    ],
)
def test_a_move_that_cannot_be_is_refused(move: str, rack: str | None, message: str) -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    with pytest.raises(IllegalMoveError, match=message):
        game.record_move(move, rack)
    assert game == Game.new(STANDARD, ["Ann", "Bob"])


def test_text_that_is_no_move_is_refused() -> None:
    with pytest.raises(MoveSyntaxError):
        Game.new(STANDARD, ["Ann", "Bob"]).record_move("WAREZ")


def test_an_exchange_needs_tiles_in_the_bag() -> None:
    game = Game.new(tiny_variant(exchange_limit=5), ["Ann", "Bob"])
    with pytest.raises(IllegalMoveError, match="an exchange with 2 tiles in the bag; expected 5 or more"):
        game.record_move("-1")


@pytest.mark.parametrize("count", [1, 5])
def test_only_so_many_can_play(count: int) -> None:
    with pytest.raises(PositionError, match="2 to 4"):
        Game.new(STANDARD, [f"player {number}" for number in range(count)])


def test_nicknames_must_differ() -> None:
    with pytest.raises(PositionError, match="share a nickname"):
        Game.new(STANDARD, ["Ann", "Ann"])


def test_a_withdrawn_phony_costs_the_turn_and_shows_its_tiles() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    before = game.current_position()
    game.record_move("8D QWERTY", "EQRTTWY")
    withdrawn = game.withdraw_phony()
    assert (withdrawn.kind, withdrawn.player, withdrawn.total) == (EventKind.WITHDRAWN, 0, 0)
    position = game.current_position()
    assert position.board == before.board
    assert (position.on_turn, position.scores, position.scoreless_turns) == (1, (0, 0), 1)
    assert position.racks == (TILES.parse_rack("QWERTY"), None)
    with pytest.raises(PositionError, match="no play to challenge"):
        game.withdraw_phony()


def test_tiles_shown_stay_known_until_they_are_played_or_may_have_been_exchanged() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    game.record_move("8D QWERTY")
    game.withdraw_phony()
    game.record_move("-")
    game.record_move("8H TRY")
    assert str(game.current_position().racks[0]) == "EQW"
    game.record_move("-")
    game.record_move("-2")
    assert game.current_position().racks[0] is None


def test_a_turn_counts_that_contradicts_tiles_shown() -> None:
    """A record is read with a warning, and what it says later is believed."""
    turns = [
        ">Ann: QWERTY 8D QWERTY +62 62", ">Ann: QWERTY -- -62 0", ">Bob: AEINRST - +0 0",
        ">Ann: AEINOST 8H AEON +8 8", ">Bob: AEINRST - +0 0",
    ]  # fmt: skip
    game = parse_gcg("\n".join(["#player1 Ann", "#player2 Bob", *turns]))
    (warning,) = game.warnings
    assert "contradicts the tiles that a withdrawn play of Ann has shown" in str(warning)
    assert game.current_position().racks == (None, None)


def test_of_phonies_that_contradict_each_other_the_later_one_counts() -> None:
    """No rack holds the tiles of both."""
    turns = [
        ">Ann: AERWZ 8D WAREZ +42 42", ">Ann: AERWZ -- -42 0", ">Bob: AEINRST - +0 0",
        ">Ann: AEEINRT 8D TRAINEE +66 66", ">Ann: AEEINRT -- -66 0", ">Bob: AEINRST - +0 0",
    ]  # fmt: skip
    game = parse_gcg("\n".join(["#player1 Ann", "#player2 Bob", *turns]))
    assert str(game.current_position().racks[0]) == "AEEINRT"


def test_tiles_shown_cannot_be_on_another_rack() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    game.record_move("8D QWERTY")
    game.withdraw_phony()
    with pytest.raises(
        IllegalMoveError, match="Q on the rack, but not among the tiles left; expected at most 0 Q"
    ):
        game.record_move("8G QI", "EIIOQST")


@pytest.mark.parametrize(
    ("rule", "kind", "player", "scores"),
    [
        (ChallengeRule.SINGLE, None, None, (42, 0)),
        (ChallengeRule.DOUBLE, EventKind.PASS, 1, (42, 0)),
        (ChallengeRule.FIVE_POINT, EventKind.CHALLENGE_BONUS, 0, (47, 0)),
        (ChallengeRule.TEN_POINT, EventKind.CHALLENGE_BONUS, 0, (52, 0)),
    ],
)
def test_what_a_failed_challenge_costs(
    rule: ChallengeRule, kind: EventKind | None, player: int | None, scores: tuple[int, int]
) -> None:
    game = Game.new(standard_with(challenge=rule), ["Ann", "Bob"])
    game.record_move("8D WAREZ", "AERWZ")
    event = game.record_failed_challenge()
    assert (event and event.kind, event and event.player) == (kind, player)
    assert game.scores == scores


def test_void_allows_no_challenges() -> None:
    game = Game.new(standard_with(challenge=ChallengeRule.VOID), ["Ann", "Bob"])
    game.record_move("8D WAREZ")
    with pytest.raises(PositionError, match="does not allow challenges"):
        game.record_failed_challenge()


def test_a_play_can_be_challenged_only_once_and_at_once() -> None:
    game = Game.new(standard_with(challenge=ChallengeRule.FIVE_POINT), ["Ann", "Bob"])
    with pytest.raises(PositionError, match="no play to challenge"):
        game.record_failed_challenge()
    game.record_move("8D WAREZ")
    game.record_failed_challenge()
    for challenge in (game.record_failed_challenge, game.withdraw_phony):
        with pytest.raises(PositionError, match="no play to challenge"):
            challenge()


def test_turns_without_a_score_end_the_game() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    game.record_move("8D QWERTY", "EQRTTWY")
    game.withdraw_phony()
    for _ in range(4):
        game.record_move("-")
        assert not game.is_finished
    game.record_move("-2")
    assert game.is_finished
    with pytest.raises(IllegalMoveError, match="6 turns in a row without a score"):
        game.record_move("-")
    with pytest.raises(PositionError, match="the 7 tiles that Ann has left are not known"):
        game.finish()
    racks = [TILES.parse_rack("EQRTTWY"), TILES.parse_rack("AEIOUUQ")]
    with pytest.raises(PositionError, match="the racks hold Q, not among the tiles left"):
        game.finish(racks)
    assert game.events[-1].kind is EventKind.EXCHANGE
    racks = [TILES.parse_rack("EQRTTWY"), TILES.parse_rack("AEIOUUU")]
    assert [event.kind for event in game.finish(racks)] == [EventKind.END_RACK_PENALTY] * 2
    assert game.scores == (-22, -7)
    assert game.winner == 1


def test_a_single_point_ends_a_row_of_turns_without_a_score() -> None:
    game = Game.new(Variant.standard(), ["Ann", "Bob"])
    game.record_move("8D WINDY")
    game.record_move("-")
    assert game.state.scoreless_turns == 1
    assert game.record_move("F7 a.").score == 1
    assert game.state.scoreless_turns == 0


def test_scoreless_turns_may_go_on_for_ever() -> None:
    game = Game.new(standard_with(scoreless_turns=0), ["Ann", "Bob"])
    for _ in range(20):
        game.record_move("-")
    assert not game.is_finished
    with pytest.raises(PositionError, match="the game is not over"):
        game.finish()


def test_going_out_wins_twice_the_other_rack_of_two_players() -> None:
    game = played_out()
    assert game.is_finished
    assert game.scores == (13, 0)
    (bonus,) = game.finish()
    assert (bonus.kind, bonus.player, str(bonus.tiles), bonus.score) == (EventKind.END_RACK_BONUS, 0, "AA", 4)
    assert game.winner == 0
    assert game.record_time_penalty(1, 10).total == -10
    with pytest.raises(PositionError, match="counted already"):
        game.finish()
    with pytest.raises(PositionError, match="the game is over"):
        game.current_position()
    with pytest.raises(IllegalMoveError, match="after the tiles left were counted"):
        game.record_move("-")


def test_going_out_of_more_wins_all_racks_and_each_loses_its_own() -> None:
    game = played_out(3)
    with pytest.raises(PositionError, match="the 2 tiles that Bob has left are not known"):
        game.finish()
    with pytest.raises(PositionError, match="2 racks for 3 players"):
        game.finish([None, None])
    racks = [None, game.variant.tiles.parse_rack("AA"), None]  # Cid's follows
    bonus, *penalties = game.finish(racks)
    assert (bonus.player, str(bonus.tiles), bonus.score) == (0, "AAAA", 4)
    assert [(event.player, event.score) for event in penalties] == [(1, -2), (2, -2)]
    assert game.scores == (17, -2, -2)


def test_no_play_follows_the_one_that_goes_out() -> None:
    game = played_out()
    with pytest.raises(IllegalMoveError, match="the bag and a rack are empty"):
        game.record_move("E5 .A")


def test_a_challenge_to_the_last_play_may_fail_or_not() -> None:
    failed = played_out(challenge=ChallengeRule.DOUBLE)
    failed.record_failed_challenge()
    assert [event.kind for event in failed.finish()] == [EventKind.END_RACK_BONUS]
    phony = played_out()
    phony.withdraw_phony()
    assert not phony.is_finished
    assert [str(rack) for rack in phony.current_position().racks] == ["BB", "AA"]


def test_the_rack_of_the_other_is_known_once_the_bag_is_empty() -> None:
    game = played_out()
    assert [str(rack) for rack in game.position(3).racks] == ["BB", "AA"]
    assert [rack and str(rack) for rack in game.position(2).racks] == ["BB", "AA"]
    assert [rack and str(rack) for rack in game.position(1).racks] == ["AA", None]


def test_overtime_counts_only_at_the_end() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    with pytest.raises(PositionError, match="the game is not over"):
        game.record_time_penalty(0, 10)
    with pytest.raises(PositionError, match="no player 2; expected 0 to 1"):
        played_out().record_time_penalty(2, 10)
    with pytest.raises(PositionError, match="-10 points"):
        played_out().record_time_penalty(0, -10)


def test_a_tie_has_no_winner() -> None:
    game = played_out()
    game.finish()
    game.record_time_penalty(0, 17)
    assert game.scores == (0, 0)
    assert game.winner is None


def test_four_players_take_turns() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob", "Cid", "Dot"])
    for _ in range(5):
        game.record_move("-")
    assert [event.player for event in game.turns] == [0, 1, 2, 3, 0]


def test_rack_pragmas_give_the_racks_to_play() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    game.record_move("8D WAREZ", "AERWZ")
    game.add_pragma("rack2", "EIIQSTU")
    game.add_pragma("rack1", "QUIZ")
    assert game.racks == (None, TILES.parse_rack("EIIQSTU"))  # there is only one Q and one Z
    assert game.current_position().racks == game.racks
    assert game.pragma("RACK1") == "QUIZ"


def test_notes_go_to_the_last_event_or_the_head() -> None:
    game = Game.new(STANDARD, ["Ann", "Bob"])
    game.add_note("a fine day")
    game.record_move("8D WAREZ")
    game.add_note("first  \nsecond\n", "third")
    game.add_pragma("note", "fourth")
    assert game.pragmas[-1] == Pragma("note", "a fine day")
    assert game.events[0].notes == ("first\nsecond", "third", "fourth")


@pytest.mark.parametrize("name", ["player1", "Player3", "character-encoding"])
def test_some_pragmas_cannot_be_added(name: str) -> None:
    with pytest.raises(PositionError):
        Game.new(STANDARD, ["Ann", "Bob"]).add_pragma(name, "Eve")


def test_unknown_encodings_are_refused() -> None:
    with pytest.raises(PositionError, match="unknown encoding 'EBCDIC'"):
        Game(STANDARD, [Player("Ann"), Player("Bob")], encoding="EBCDIC")


def test_equality_is_by_value() -> None:
    games = [Game.new(STANDARD, ["Ann", "Bob"]) for _ in range(2)]
    assert games[0] == games[1]
    games[0].record_move("8D WAREZ", "AERWZ")
    assert games[0] != games[1]
    games[1].record_move("8d.warez".upper(), "ZWREA")
    assert games[0] == games[1]
    games[1].add_note("so there")
    assert games[0] != games[1]
    assert games[0] != "a game"
    with pytest.raises(TypeError):
        hash(games[0])


def test_games_travel_between_processes() -> None:
    game = played_out()
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_game_shows_how_it_stands() -> None:
    assert repr(played_out()) == "<Game Ann 13, Bob 0; 3 turns, finished>"


def test_events_keep_their_text_clean() -> None:
    event = Event(EventKind.PASS, 0, Rack.empty(TILES), notes=(" a \r\nb\x00 \n\n",), comment=" x\n y\t z ")
    assert event.rack is None
    assert event.notes == ("a\nb",)
    assert event.comment == "x y z"
    assert Player("Ann Lee", " Ann\nLee ") == Player("Ann_Lee", "Ann Lee")


def test_a_rack_that_lacks_tiles_is_unknown_once_the_bag_is_empty() -> None:
    """A position takes a rack of five for a full one, and the tiles missing for the opponent's."""
    lines = Path("jackdaw/samples/ann_v_ben.gcg").read_text(encoding="utf-8").splitlines()
    turn = next(index for index, line in enumerate(lines) if "5K ARETT" in line)
    for rack, known in {"AAEORTT": "AAEORTT", "ARETT": None, "RT": "RT"}.items():
        move = ">Ben_Boyle: - +0 346" if rack == "RT" else f">Ben_Boyle: {rack} 5K ARETT +16 362"
        game = parse_gcg("\n".join([*lines[:turn], move.replace(": -", f": {rack} -"), ""]))
        assert game.position(22).racks[1] == (known and game.variant.tiles.parse_rack(known))
