"""Analysis: ranks and equities of the moves that were made, phonies and unknown tiles among them."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from movegen import (
    BoardLayout,
    Direction,
    Game,
    JackdawError,
    Lexicon,
    Move,
    PositionError,
    Rack,
    TileSet,
    UnknownNameError,
    Variant,
    parse_gcg,
    read_cgp,
    read_gcg,
)
from movegen.position import Position
from strategy import PositionAnalysis, RackKnowledge, analyze_game, analyze_position, load_strategy
from strategy.analysis import PlayedMove

ROOT = Path(__file__).resolve().parents[3]
ENGLISH = TileSet.load("english")
WORDS = ["ab", "ad", "ba", "bad", "dab", "cab", "ace", "aced", "bade", "abed", "ed", "de", "ae", "ea", "be"]
LEXICON = Lexicon.from_words(WORDS, ENGLISH, "FEW")
NO_WORDS = Lexicon.from_words(["zzz"], ENGLISH, "NONE")
EMPTY_BOARD = "/".join(["15"] * 15)
BAD_ON_ROW_8 = "/".join(["15"] * 7 + ["6BAD6"] + ["15"] * 7)
HEADING = "#player1 A Ann\n#player2 B Bob\n"


def _with_two_x() -> Variant:
    """The standard game with another X."""
    tiles = tuple(replace(tile, count=2) if tile.label == "X" else tile for tile in ENGLISH.tiles)
    standard = Variant.standard()
    return Variant(TileSet("two_x", tiles), standard.layout, standard.rules)


NO_WORDS_OF_TWO_X = Lexicon.from_words(["zzz"], _with_two_x().tiles, "NONE")


def judged(position: Position, move: Move | str, **options: object) -> PlayedMove:
    """The analysis of a move that was made in a position."""
    if isinstance(move, str):
        move = position.parse_move(move)
    played = analyze_position(position, LEXICON, "rackh1", played=move, **options).played  # type: ignore[arg-type]
    assert played is not None
    return played


def by_text(analysis: PositionAnalysis) -> dict[str, int]:
    return {str(candidate.move): place for place, candidate in enumerate(analysis.candidates)}


def test_the_best_move_loses_nothing() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABCDE/ 0/0 0")
    analysis = analyze_position(position, LEXICON, "rackh1")
    assert analysis.best is not None
    played = judged(position, analysis.best.move)
    assert (played.index, played.rank, played.equity_lost) == (0, 1, 0)
    assert played.equity == analysis.best.equity
    assert not played.is_phony and played.remark is None


def test_every_candidate_has_its_place_rank_and_equity() -> None:
    position = read_cgp(f"{BAD_ON_ROW_8} ABCDE?/ 0/0 0")
    analysis = analyze_position(position, LEXICON, "rackh1")
    equities = [candidate.equity for candidate in analysis.candidates]
    for place, candidate in enumerate(analysis.candidates):
        played = judged(position, candidate.move)
        assert played.index == place
        assert (
            played.rank
            == 1 + sum(equity > candidate.equity for equity in equities)
            == analysis.rank_candidate(place)
        )
        assert played.equity == candidate.equity
        assert played.equity_lost == pytest.approx(equities[0] - candidate.equity)


def test_moves_of_equal_equity_share_a_rank() -> None:
    analysis = analyze_position(read_cgp(f"{EMPTY_BOARD} ABDE/ 0/0 0"), LEXICON, "greedy")
    ranks = [analysis.rank_candidate(place) for place in range(len(analysis.candidates))]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) < len(ranks)
    assert ranks[-1] != len(ranks)  # exchanges and the pass score nothing, all alike


@pytest.mark.parametrize("board", [EMPTY_BOARD, BAD_ON_ROW_8], ids=["opening", "later"])
@pytest.mark.parametrize("strategy", ["rackh1", "rackh3", "greedy"])
def test_a_phony_is_worth_what_it_would_be_as_a_word(board: str, strategy: str) -> None:
    position = read_cgp(f"{board} ABCDE?/ 0/0 0")
    for candidate in analyze_position(position, LEXICON, strategy).candidates[:40]:
        move = candidate.move
        played = analyze_position(position, NO_WORDS, strategy, played=move).played
        assert played is not None
        assert played.equity == candidate.equity
        assert played.is_phony == (move.kind == "play")


def test_a_phony_has_no_rank_and_names_its_words() -> None:
    position = read_cgp(f"{BAD_ON_ROW_8} ABCDEOX/ 0/0 0")
    played = judged(position, "9F OX")  # the X lies below the B, on a double letter
    assert played.rank is None and played.index is None
    assert played.invalid_words == ("OX", "BX")
    assert played.is_phony and played.remark is None
    assert played.move.score == (1 + 16) + (3 + 16)
    assert played.equity == 36 + (1 - 3.5 - 0.5 + 0 + 4)  # and the values of A, B, C, D and E


def test_invalid_words_are_in_upper_case_and_named_once() -> None:
    position = read_cgp(f"{BAD_ON_ROW_8} XX?/ 0/0 0", variant=_with_two_x())
    played = analyze_position(
        position, NO_WORDS_OF_TWO_X, load_strategy("greedy"), played=position.parse_move("9G XxX")
    ).played
    assert played is not None
    assert played.invalid_words == ("XXX", "BX", "AX", "DX")


def test_a_phony_worth_more_than_any_word_loses_nothing() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABCDEZX/ 0/0 0")
    played = judged(position, "8D ZAXBCED")
    assert played.equity is not None and played.equity > 100
    assert played.equity_lost == 0 and played.rank is None


def test_a_play_taken_back_counts_as_a_pass() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABCDE/ 0/0 0")
    as_pass = judged(position, "pass")
    for text in ("8H BAD", "8H DEBAC"):
        played = judged(position, text, is_withdrawn=True)
        assert played.is_withdrawn
        assert (played.rank, played.index, played.remark) == (None, None, None)
        assert (played.equity, played.equity_lost) == (as_pass.equity, as_pass.equity_lost)
    assert judged(position, "8H DEBAC", is_withdrawn=True).is_phony


def test_an_opening_down_ranks_as_its_mirror_image() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABCDE/ 0/0 0")
    across, down = judged(position, "8F ACED"), judged(position, "H6 ACED")
    assert down.move.direction is Direction.DOWN
    assert (down.index, down.rank, down.equity) == (across.index, across.rank, across.equity)
    assert str(down.move) == "H6 ACED"


def test_an_opening_down_is_listed_on_a_board_that_is_not_symmetric() -> None:
    standard = Variant.standard()
    layout = BoardLayout.plain("long", 15, 17)
    position = Position.initial(Variant(standard.tiles, layout, standard.rules))
    position = Position(position.variant, position.board, (ENGLISH.parse_rack("ABDE"), None), (0, 0))
    assert layout.start == (7, 8)
    played = judged(position, "I8 BAD")
    assert played.index == by_text(analyze_position(position, LEXICON, "rackh1"))["I8 BAD"]


def test_a_one_tile_play_may_be_given_in_either_direction() -> None:
    board = "/".join(["15"] * 7 + ["6BA7"] + ["6E8"] + ["15"] * 6)
    position = read_cgp(f"{board} DE/ 0/0 0")
    across = position.parse_move("9G ED")  # the D makes ED across and AD down
    assert across.direction is Direction.ACROSS
    down = Move.play(ENGLISH, 7, 7, Direction.DOWN, ENGLISH.parse_word("AD"), (False, True), across.score)
    assert judged(position, down).index == judged(position, across).index is not None


def test_an_exchange_of_known_tiles_is_ranked() -> None:
    played = judged(read_cgp(f"{EMPTY_BOARD} ABCDE/ 0/0 0"), "-ABC")
    assert played.rank is not None and played.remark is None
    assert played.equity == 0 + 4.0  # D and E


def test_an_exchange_of_unknown_tiles_is_not() -> None:
    played = judged(read_cgp(f"{EMPTY_BOARD} ABCDE/ 0/0 0"), "-3")
    assert (played.rank, played.equity, played.equity_lost) == (None, None, None)
    assert played.remark == "it is not known which tiles were exchanged"


def test_an_exchange_that_the_rules_forbid_has_an_equity_but_no_rank() -> None:
    variant = Variant.standard()
    position = read_cgp(f"{EMPTY_BOARD} ABCDE/ 0/0 0")
    move = position.parse_move("-AB")
    rules = msgspec.structs.replace(variant.rules, exchange_limit=100)
    strict = Variant(variant.tiles, variant.layout, rules)
    position = Position(strict, position.board, position.racks, position.scores)
    played = judged(position, move)
    assert played.rank is None
    assert played.remark == "the rules do not allow it here"
    assert played.equity == -0.5 + 0 + 4.0  # C, D and E


@pytest.mark.parametrize("text", ["9G ED", "pass"])
def test_nothing_is_ranked_for_an_unknown_rack(text: str) -> None:
    position = read_cgp(f"{BAD_ON_ROW_8} / 0/0 0")
    analysis = analyze_position(position, LEXICON, played=position.parse_move(text))
    assert analysis.rack_knowledge is RackKnowledge.UNKNOWN
    assert len(analysis.candidates) == 0 and analysis.best is None
    played = analysis.played
    assert played is not None
    assert (played.rank, played.equity, played.equity_lost) == (None, None, None)
    assert played.remark == "the rack is not known"
    assert played.invalid_words == ()


def test_a_partial_rack_ranks_what_its_known_tiles_can_do() -> None:
    position = read_cgp(f"{EMPTY_BOARD} BAD/ 0/0 0")
    analysis = analyze_position(position, LEXICON, played=position.parse_move("8G BAD"))
    assert analysis.rack_knowledge is RackKnowledge.PARTIAL
    assert analysis.played is not None and analysis.played.rank is not None


def test_a_move_with_tiles_beyond_the_known_ones_has_no_rank() -> None:
    position = read_cgp(f"{EMPTY_BOARD} BA/ 0/0 0")
    played = judged(position, "8G BAD")
    assert (played.rank, played.equity) == (None, None)
    assert played.remark == "its tiles are not among the known ones of the rack"


@pytest.mark.parametrize(
    ("racks", "knowledge"),
    [("AEINRST/", RackKnowledge.FULL), ("AEINRS/", RackKnowledge.PARTIAL), ("/", RackKnowledge.UNKNOWN)],
)
def test_knowledge_of_the_rack(racks: str, knowledge: RackKnowledge) -> None:
    analysis = analyze_position(read_cgp(f"{EMPTY_BOARD} {racks} 0/0 0"), LEXICON)
    assert analysis.rack_knowledge is knowledge


def test_with_an_empty_bag_a_short_rack_may_be_whole() -> None:
    game = read_gcg(ROOT / "tests/data/games/annotated.gcg")
    last = analyze_game(game, LEXICON).positions[-1]
    assert last.position.bag_count == 0 and len(last.position.rack) < 7
    assert last.rack_knowledge is RackKnowledge.FULL


def test_a_pass_when_the_game_is_over_is_all_there_is() -> None:
    game = read_gcg(ROOT / "tests/data/games/greedy_v_rackh3.gcg")
    while game.events[-1].kind.is_turn is False:  # the record without the tiles counted at its end
        game = _without_last_event(game)
    over = game.state.on_turn
    position = Position(
        game.variant,
        game.state.board,
        tuple(Rack.empty(ENGLISH) if player != over else game.state.off_board for player in range(2)),
        game.scores,
        on_turn=over,
    )
    analysis = analyze_position(position, played=Move.pass_turn(ENGLISH))
    assert len(analysis.candidates) == 1
    assert analysis.played is not None
    assert analysis.is_over and (analysis.played.rank, analysis.played.equity_lost) == (None, None)


def _without_last_event(game: Game) -> Game:
    shorter = Game(game.variant, game.players, pragmas=game.pragmas)
    for event in game.events[:-1]:
        shorter.add(event)
    return shorter


def test_a_finished_game_is_analyzed_turn_by_turn() -> None:
    game = read_gcg(ROOT / "tests/data/games/annotated.gcg")
    analysis = analyze_game(game)
    assert [position.turn for position in analysis.positions] == list(range(1, len(game.turns) + 1))
    assert [position.played.move for position in analysis.positions if position.played] == [
        event.move for event in game.turns
    ]
    assert analysis.lexicon_name == "SCOWL80" and analysis.strategy_name == "static"
    assert [position.player for position in analysis.positions] == [event.player for event in game.turns]


def test_totals_add_up() -> None:
    analysis = analyze_game(read_gcg(ROOT / "tests/data/games/annotated.gcg"))
    for totals in analysis.totals:
        mine = [p.played for p in analysis.positions if p.player == totals.player and p.played]
        assert totals.turns == len(mine)
        known = [played.equity_lost for played in mine if played.equity_lost is not None]
        assert totals.judged == len(known)
        assert totals.equity_lost == pytest.approx(sum(known))
        assert totals.best_found == sum(played.rank == 1 for played in mine)


def test_the_game_of_the_strategy_itself_loses_nothing() -> None:
    game = read_gcg(ROOT / "tests/data/games/greedy_v_rackh3.gcg")
    analysis = analyze_game(game, strategy="rackh3")
    mine = analysis.totals[[player.nickname for player in game.players].index("rackh3")]
    assert (mine.equity_lost, mine.best_found) == (0, mine.turns)


def test_an_unfinished_game_has_its_turns_and_the_position_to_be_played() -> None:
    game = read_gcg(ROOT / "tests/data/games/unfinished.gcg")
    *turns, position = analyze_game(game).positions
    made = [turn.played and turn.played.move for turn in turns]
    assert made == [event.move for event in game.turns]
    assert position.turn == len(game.turns) + 1
    assert position.played is None and position.best is not None
    assert position.position == game.current_position()


def test_one_turn_alone() -> None:
    game = read_gcg(ROOT / "tests/data/games/unfinished.gcg")
    (position,) = analyze_game(game, turn=2).positions
    assert position.turn == 2 and position.played is not None
    assert position.played.move == game.turns[1].move


@pytest.mark.parametrize("turn", [0, -1, 99])
def test_a_turn_that_is_not_there(turn: int) -> None:
    game = read_gcg(ROOT / "tests/data/games/annotated.gcg")
    with pytest.raises(PositionError, match=f"there is no turn {turn}"):
        analyze_game(game, turn=turn)


def test_phonies_withdrawals_and_unknown_tiles_of_a_record() -> None:
    game = read_gcg(ROOT / "tests/data/gcg/sound/scoreless_end.gcg")
    analysis = analyze_game(game)
    withdrawn = [
        position.played for position in analysis.positions if position.played and position.played.is_withdrawn
    ]
    assert [str(played.move) for played in withdrawn] == ["9B EARIEST"]
    unknown = [
        position.played
        for position in analysis.positions
        if position.played and position.played.equity is None
    ]
    assert [str(played.move) for played in unknown] == ["(exch 2)"]


def test_a_phony_that_stood_does_not_stop_the_analysis() -> None:
    game = parse_gcg(f"{HEADING}>A: ABCDEXZ 8D ZAXBCED +126 126\n>B: ABDEFGH 9E AB +10 136\n#rack1 AEIOU\n")
    first = analyze_game(game, LEXICON, turn=1).positions[0].played
    assert first is not None and first.invalid_words == ("ZAXBCED",)
    second = analyze_game(game, LEXICON, turn=2).positions[0].played
    assert second is not None and "AA" in second.invalid_words


def test_a_record_without_a_rack_field() -> None:
    game = parse_gcg(f"{HEADING}>A: 8G BAD +12 12\n")
    (analysis,) = analyze_game(game, LEXICON, turn=1).positions
    assert analysis.rack_knowledge is RackKnowledge.UNKNOWN
    assert analysis.played is not None and analysis.played.remark == "the rack is not known"


def test_a_game_without_events() -> None:
    game = Game.new(Variant.standard(), ["Ann", "Bob"])
    (analysis,) = analyze_game(game, LEXICON).positions
    assert analysis.turn == 1 and analysis.played is None and analysis.best is None
    assert [totals.turns for totals in analyze_game(game, LEXICON).totals] == [0, 0]


def test_warnings_of_the_record_are_preserved() -> None:
    game = parse_gcg(f"{HEADING}>A: ABD 8G BAD +13 13\n")
    assert analyze_game(game, LEXICON).warnings == tuple(str(warning) for warning in game.warnings) != ()


def test_three_players() -> None:
    analysis = analyze_game(read_gcg(ROOT / "tests/data/games/three_players.gcg"))
    assert len(analysis.totals) == 3
    assert all(totals.judged == totals.turns > 0 for totals in analysis.totals)


def test_unknown_strategy() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABD/ 0/0 0")
    with pytest.raises(UnknownNameError, match=r"did you mean rackh3\?"):
        analyze_position(position, LEXICON, "rackh33")


def test_a_lexicon_for_other_letters_is_refused() -> None:
    position = read_cgp(f"{EMPTY_BOARD} ABD/ 0/0 0")
    other = TileSet.from_letters("three", ENGLISH.tiles[1:4], blanks=0)
    with pytest.raises(JackdawError, match="other letters"):
        analyze_position(position, Lexicon.from_words(["ABC"], other))


RECORDS = sorted((ROOT / "tests/data").rglob("sound/*.gcg")) + sorted(
    (ROOT / "tests/data/games").glob("*.gcg")
)
SHARED = ROOT / "../shared/data/gcg"


def test_every_turn_of_every_sound_record() -> None:
    for path in RECORDS:
        _analyze_every_turn(read_gcg(path))


@pytest.mark.medium
def test_every_turn_of_the_records_of_others() -> None:
    if not SHARED.is_dir():
        pytest.skip("the records beside the project, ../shared/data/gcg, are not there")
    sound = 0
    for path in sorted(SHARED.glob("*.gcg")):
        try:
            game = read_gcg(path)
        except JackdawError:
            continue
        _analyze_every_turn(game)
        sound += 1
    assert sound >= 15


def _analyze_every_turn(game: Game) -> None:
    for number, event in enumerate(game.turns, start=1):
        (analysis,) = analyze_game(game, turn=number).positions
        played = analysis.played
        assert played is not None and played.move == event.move
        reasons = [played.rank, played.invalid_words or None, played.is_withdrawn or None, played.remark]
        assert analysis.is_over or any(reason is not None for reason in reasons)
        assert (played.equity is None) == (played.equity_lost is None)
        assert played.equity_lost is None or played.equity_lost >= 0
        if played.rank is not None:
            assert played.move.score == analysis.candidates[played.index or 0].score
