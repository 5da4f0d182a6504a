"""The rules of how a game ends: in games, in positions and in their notation."""

from dataclasses import replace

import msgspec
import pytest

from movegen.board import Board
from movegen.errors import CgpError, ConfigError, IllegalMoveError, PositionError
from movegen.game import EventKind, Game
from movegen.gcg import format_gcg, parse_gcg
from movegen.position import Position, read_cgp
from movegen.variant import BoardLayout, EndingRule, Rack, Rules, Tile, TileSet, Variant

CROSSPLAY = Variant.load("crossplay")
TILES = TileSet.from_letters("abcd", [Tile(t, t.lower(), 2, 9 if t == "D" else 1) for t in "ABCD"], blanks=0)
PLAIN = BoardLayout("plain", (" " * 8,) * 8, (0, 0))
OUT, LAST, EMPTY = EndingRule.OUT, EndingRule.LAST_TURNS, EndingRule.EMPTY_BAG
BEGIN = ["1A AB", "A1 .C", "1A ..AB"]
"""Of eight tiles, X scores 2 and 4, Y 2. Then the bag is empty, X holds C and Y holds DD."""


def small_game(ending: EndingRule, counts: bool) -> Game:
    """A game with racks of two on a plain board; A, B and C have 1 point, D has 9."""
    rules = Rules(
        name="small", rack_size=2, players_max=2, bingo_bonus=0, ending=ending, count_tiles_left=counts
    )
    return Game.new(Variant(TILES, PLAIN, rules), ["X", "Y"])


def after_beginning(ending: EndingRule, counts: bool) -> Game:
    game = small_game(ending, counts)
    for text in BEGIN:
        game.record_move(text)
    assert game.state.bag_count == 0
    return game


def racks_after(moves: list[str]) -> list[Rack]:
    """Return the racks after these moves, which Y begins with DD, and X has C."""
    left = ["C" if "1A ....C" not in moves else "", "D" * (2 - sum(text.endswith(".D") for text in moves))]
    return [TILES.parse_rack(text) for text in left]


@pytest.mark.parametrize(
    ("ending", "counts", "moves", "scores"),
    [
        (OUT, True, ["D1 .D", "1A ....C"], (6 + 5 + 18, 2 + 10)),
        (OUT, False, ["D1 .D", "1A ....C"], (6 + 5, 2 + 10)),
        (LAST, True, ["D1 .D", "1A ....C", "1A .....D"], (6 + 5, 2 + 10 + 14)),  # nobody has tiles left
        (LAST, False, ["D1 .D", "1A ....C", "1A .....D"], (6 + 5, 2 + 10 + 14)),
        (LAST, True, ["D1 .D", "1A ....C", "-"], (6 + 5 + 18, 2 + 10)),
        (LAST, False, ["D1 .D", "1A ....C", "-"], (6 + 5, 2 + 10)),
        (EMPTY, True, ["D1 .D", "1A ....C"], (6 + 5 + 18, 2 + 10)),
        (EMPTY, False, ["D1 .D", "1A ....C"], (6 + 5, 2 + 10)),
        (EMPTY, True, ["D1 .D", "-"], (6 - 1, 2 + 10 - 9)),
        (EMPTY, True, ["-", "-"], (6 - 1, 2 - 18)),
        (EMPTY, False, ["-", "1A ....C"], (6 + 5, 2)),
    ],
)
def test_games_worked_by_hand(
    ending: EndingRule, counts: bool, moves: list[str], scores: tuple[int, int]
) -> None:
    game = after_beginning(ending, counts)
    for text in moves:
        assert not game.is_finished
        game.record_move(text)
    assert game.is_finished
    with pytest.raises(IllegalMoveError, match="the game is over: the "):
        game.record_move("A1 ..A")
    game.finish(racks_after(moves))
    assert game.scores == scores
    again = parse_gcg(format_gcg(game), variant=game.variant)
    assert (again.events, again.scores, again.is_finished) == (game.events, scores, True)


def test_a_pass_recorded_after_the_last_turn_does_not_go_on_with_the_game() -> None:
    """Some programs record one before the tiles left."""
    game = after_beginning(EMPTY, True)
    for text in ("D1 .D", "-"):
        game.record_move(text)
    again = parse_gcg(f"{format_gcg(game)}>Y: D - +0 12\n", variant=game.variant)
    assert again.is_finished and again.state.last_turns == 0


def test_three_players_have_a_turn_each() -> None:
    """Whoever goes out first collects, after the others' last turns; they lose their own tiles."""
    rules = Rules(rack_size=2, players_min=3, bingo_bonus=0, ending=LAST, players_max=3)
    six = TileSet.from_letters("six", [Tile(t, t.lower(), 2, 5) for t in "ABC"], blanks=0)
    game = Game.new(Variant(six, PLAIN, rules), ["X", "Y", "Z"])
    game.record_move("-")
    game.record_move("1A BB")
    assert (game.state.last_turns, game.state.out_player) == (2, 1)
    game.record_move("-")
    game.record_move("1A ..AA")  # X goes out as well
    assert game.is_finished and game.state.out_player == 1
    game.finish([six.parse_rack(text) for text in ("", "", "CC")])
    assert game.scores == (20, 10 + 10, -10)


def test_a_phony_that_emptied_the_bag_is_withdrawn() -> None:
    game = small_game(EMPTY, True)
    for text in BEGIN:
        game.record_move(text)
    assert game.state.last_turns == 2
    game.withdraw_phony()
    assert (game.state.last_turns, game.state.bag_count, game.is_finished) == (None, 1, False)


def test_tiles_left_do_not_count() -> None:
    """A record that counts them is read with a warning; finishing a game counts nothing."""
    game = after_beginning(EMPTY, False)
    for text in ("D1 .D", "-"):
        game.record_move(text)
    assert game.finish(racks_after(["D1 .D"])) == ()
    text = format_gcg(game) + ">X: C (C) -1 5\n"
    again = parse_gcg(text, variant=game.variant)
    assert [event.kind for event in again.events][-1] is EventKind.END_RACK_PENALTY
    assert [warning.message for warning in again.warnings] == [
        "tiles left do not count in small; expected no points for them"
    ]


@pytest.mark.parametrize("ending", [LAST, EMPTY])
@pytest.mark.parametrize("moves", [["D1 .D", "1A ....C", "-"], ["-", "-", "-"], ["-", "1A ....C", "D1 .D"]])
def test_positions_count_the_turns_left_as_games_do(ending: EndingRule, moves: list[str]) -> None:
    """Move by move, and read back from CGP."""
    game = after_beginning(ending, True)
    position = replace(game.current_position(), racks=tuple(racks_after([])))
    for text in moves:
        assert position.turns_left == game.state.last_turns
        assert read_cgp(position.cgp(), variant=game.variant).turns_left == position.turns_left
        if game.is_finished:
            break
        position = position.after(position.parse_move(text))
        game.record_move(text)
    assert position.turns_left == game.state.last_turns


def test_the_play_that_empties_the_bag() -> None:
    game = small_game(EMPTY, True)
    for text in BEGIN[:2]:
        game.record_move(text)
    before = game.current_position()
    assert (before.bag_count, before.turns_left) == (1, None)
    assert before.after(before.parse_move(BEGIN[2])).turns_left == 2
    assert before.after(before.parse_move("pass")).turns_left is None


def test_turns_left_that_follow_from_the_racks() -> None:
    """With a full rack the mover is the first of the last round; any other has drawn the last tile."""
    tiles = (replace(tile, count=int(tile.label in "ABC")) for tile in CROSSPLAY.tiles.tiles)
    few = TileSet("few", tuple(tiles))
    rules = msgspec.structs.replace(CROSSPLAY.rules, rack_size=1, bingo_tiles=1)
    variant = Variant(few, CROSSPLAY.layout, rules)
    squares = Board.empty(variant).squares.copy()
    squares[7, 7] = 1  # A
    board = Board(variant.layout, few, squares)
    mine, nothing = few.parse_rack("B"), Rack.empty(few)
    assert Position(variant, board, (mine, None), (0, 0)).turns_left == 2
    assert Position(variant, board, (mine, None), (0, 0), last_turns=1).turns_left == 1
    assert Position(variant, board, (nothing, None), (0, 0)).turns_left == 1
    others = Variant(few, CROSSPLAY.layout, msgspec.structs.replace(rules, ending=LAST))
    assert Position(others, board, (mine, None), (0, 0)).turns_left is None
    assert Position(others, board, (mine, nothing), (0, 0)).turns_left == 1


def test_crossplay_has_the_published_board_tiles_and_bonus() -> None:
    """The figures of the sources named in the configuration."""
    symbols = "".join(CROSSPLAY.layout.symbols)
    assert [symbols.count(symbol) for symbol in "'\"-="] == [20, 20, 8, 8]
    assert CROSSPLAY.layout.is_symmetric and CROSSPLAY.layout.symbols == CROSSPLAY.layout.symbols[::-1]
    assert CROSSPLAY.layout.symbols[7][7] == " "
    tiles = CROSSPLAY.tiles
    assert (tiles.total, tiles.counts[0]) == (100, 3)
    points = {tile.label: tile.points for tile in tiles.tiles}
    assert [points[letter] for letter in "KVWHGSX"] == [6, 6, 5, 3, 4, 1, 8]
    assert (CROSSPLAY.rules.bonus(7), CROSSPLAY.rules.players_max) == (40, 2)
    assert (CROSSPLAY.rules.ending, CROSSPLAY.rules.count_tiles_left) == (EMPTY, False)


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        ("last x;", "last: 'x' is not a number of turns; expected a number from 0 to 4"),
        ("last 1;", "last: 1 last turns with 86 tiles in the bag; crossplay has at most 2"),
    ],
)
def test_wrong_numbers_of_last_turns(operation: str, message: str) -> None:
    with pytest.raises(CgpError) as error:
        read_cgp("/".join(["15"] * 15) + f" ABCDEFG/ 0/0 0 var crossplay; {operation}")
    assert message in str(error.value)
    with pytest.raises(PositionError, match="1 last turns; standard does not limit them"):
        replace(Position.initial(Variant.standard()), last_turns=1)


def test_wrong_rules(tmp_path: pytest.TempPathFactory) -> None:
    path = tmp_path / "club.toml"
    for line, message in (
        ('ending = "later"', "ending: Invalid enum value 'later'"),
        ("count_tiles_left = 1", "count_tiles_left: Expected `bool`, got `int`"),
    ):
        path.write_text(line + "\n", encoding="utf-8")
        with pytest.raises(ConfigError) as error:
            Variant.load(path)
        assert message.split(": ")[0] in str(error.value)
