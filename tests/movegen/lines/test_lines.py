"""Lines: positions and scores as of a game that was really played so, known racks, and impossible moves."""

import re
from contextlib import suppress

import pytest
from game_lines import GAME, TEXT, lines
from hypothesis import given

from movegen import Game, Line, Rack, Variant, parse_gcg
from movegen.errors import IllegalMoveError, JackdawError, PositionError
from movegen.gcg import format_gcg
from movegen.lines import MAX_MOVES, LineError

RACK_PRAGMA = re.compile(r"^#rack.*\n", re.M)


@pytest.mark.medium
@given(lines())
def test_positions_are_those_of_a_game_played_so(line: Line) -> None:
    head = TEXT[: TEXT.index(">")]
    before = parse_gcg(TEXT, until=line.turn - 1) if line.turn > 1 else parse_gcg(head)
    played = parse_gcg("".join(RACK_PRAGMA.split(format_gcg(before))))  # those of the turn that was played
    for each in line.moves:
        event = played.record_move(each.move.gcg, each.rack)
        assert event.move == each.move  # with its score
    if played.is_finished:
        with suppress(PositionError):  # the tiles left are not known
            played.finish(line.racks)
    elif line.rack is not None:  # with the bag empty earlier racks follow from it
        played.add_pragma(f"rack{line.on_turn + 1}", str(line.rack))
    for turn in range(1, line.turns.stop):
        if turn < line.turn:
            assert line.position(turn).board == GAME.position(turn).board
        else:
            assert line.position(turn) == played.position(turn)
    assert line.game.state.board == played.state.board
    assert line.scores == played.scores
    if not line.is_finished:
        assert line.on_turn == played.state.on_turn
        assert line.current_position() == played.current_position()


@pytest.mark.medium
@given(lines())
def test_a_move_is_taken_back(line: Line) -> None:
    if not line.moves:
        with pytest.raises(LineError, match="no move to take back"):
            line.back()
        return
    before = line.back()
    last = line.moves[-1]
    again = before.play(last.move, last.rack or "")
    assert again == line
    assert again.racks == line.racks
    assert len(before.moves) == len(line.moves) - 1


@pytest.mark.parametrize("turn", range(1, 24))
def test_a_line_begins_with_the_position_of_its_turn(turn: int) -> None:
    line = Line.begin(GAME, turn)
    assert line.current_position() == GAME.position(turn)
    event = GAME.turns[turn - 1]
    assert line.play(event.move or "").game.turns[-1] == event


def test_the_moves_that_were_played_give_the_end_that_was_played() -> None:
    line = Line.begin(GAME, 20)
    for event in GAME.turns[19:]:
        assert event.move is not None
        line = line.play(event.move)
    assert line.is_finished
    assert line.scores == GAME.scores  # 499 and 4 for the tiles left, which follow from what was seen
    with pytest.raises(PositionError, match="the game is over"):
        line.play("pass")


def test_the_opponent_holds_the_rack_of_the_next_turn_and_later_a_leave() -> None:
    line = Line.begin(GAME, 7).play("M9 (EA)TING")
    assert str(line.rack) == "EIKNUWZ"
    line = line.play("N12 EWK")
    assert str(line.rack) == "GNT"  # the rest was drawn in another game
    line = line.play("exch G")
    assert [str(each.rack) for each in line.moves] == ["GGINNTT", "EIKNUWZ", "GNT"]
    assert str(line.racks[0]) == "NT"


def test_a_reply_with_other_tiles_has_an_unknown_rack() -> None:
    line = Line.begin(GAME, 7).play("M9 (EA)TING").play("N12 AWK")
    assert line.moves[1].rack is None
    assert line.racks[1] is None
    assert line.position(8).rack == Rack.empty(GAME.variant.tiles)


def test_typed_moves_use_ordinary_tiles_where_the_rack_has_them() -> None:
    line = Line.begin(GAME, 21)
    assert str(line.parse("c2 arborise")) == "C2 A(R)bORISE"
    line = Line.begin(GAME, 7).play("M9 (EA)TING")
    assert str(line.parse("n12 ewk")) == "N12 EWK"
    assert str(line.parse("n12 awk")) == "N12 AWK"  # not on the known rack


def test_a_line_of_an_unfinished_game_may_begin_with_the_turn_to_be_played() -> None:
    game = Game.new(Variant.standard(), ["Ann", "Bob"])
    game.record_move("8D WAREZ", "AERWZ")
    line = Line.begin(game, 2).with_rack("EIINSTU").play("E7 I.")
    assert line.scores == (42, 2)
    assert line.moves[0].rack == Variant.standard().tiles.parse_rack("EIINSTU")
    with pytest.raises(PositionError, match="there is no turn 3"):
        Line.begin(game, 3)


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        (["8D"], "is not a move"),
        (["1A WAREZ"], "does not touch|must touch|not touch"),
        (["M9 (EA)TZZZ"], "needs|tiles left"),
        (["exch QQ"], "QQ|exchange"),
    ],
)
def test_impossible_moves_are_refused_in_one_line(moves: list[str], problem: str) -> None:
    line = Line.begin(GAME, 7)
    with pytest.raises(JackdawError, match=problem) as caught:
        for move in moves:
            line = line.play(move)
    assert "\n" not in str(caught.value)


def test_a_given_rack_must_hold_the_tiles() -> None:
    line = Line.begin(GAME, 7)
    with pytest.raises(IllegalMoveError, match="which the rack AEI does not hold"):
        line.play("M9 (EA)TING", "AEI")
    with pytest.raises(IllegalMoveError, match="the rack QQ is not possible"):
        line.with_rack("QQ")


def test_names_and_lengths_have_limits() -> None:
    for name, problem in (("  ", "no name"), ("x" * 61, "61 characters"), ("a\x1b[2J", "cannot be shown")):
        with pytest.raises(LineError, match=problem):
            Line.begin(GAME, 7).with_name(name)
    line = Line.begin(GAME, 7)
    object.__setattr__(line, "moves", line.play("pass").moves * MAX_MOVES)
    with pytest.raises(LineError, match="more than 100 moves"):
        line.play("pass")
