"""What the library answers where a script passes the wrong thing, and what it takes besides the obvious."""

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import jackdaw
from movegen import (
    JackdawError,
    Lexicon,
    LexiconError,
    Move,
    MoveGenerator,
    MoveKind,
    Position,
    Rack,
    TileSet,
    Variant,
    parse_gcg,
    parse_move,
    read_cgp,
    read_gcg,
)
from sims import Analyzer, SimulationPlan, explain, simulate
from strategy import (
    LastMove,
    analyze_game,
    analyze_position,
    infer_racks,
    load_leaves,
    load_strategy,
    read_klv2,
    solve_endgame,
    solve_preendgame,
    write_klv2,
)

SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
CGP = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
POSITION = read_cgp(CGP)
GAME = read_gcg(SAMPLE)
LAST = LastMove.before_turn(GAME, 4)
ONE_IN_BAG = read_cgp(
    "2JUS2TROWELeD/1COMPILE1YO3E/1UT1H2EF1ECU1N/FRAME2DE2O2T/1T2n3E1VISTA/BA2O1QUIZ1G2L/LI2I3N2N2I/"
    "EN2D1WOG2E2A/ASK2BOX7/R1I1VIG8/YAP12/1A13/15/15/15 ADEEHRR/ 346/385 0"
)
GENERATOR = MoveGenerator(Variant.standard(), Lexicon.load())
ENGLISH = TileSet.load("english")


def loosely(function: Any) -> Any:
    """The same function, without the types of its arguments."""
    return function


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: loosely(Lexicon.load)(3), "3 is not the name or file of a lexicon"),
    (lambda: Lexicon.from_words("CAT", ENGLISH), "'CAT' is not a list of words; give a list"),
    (lambda: loosely(Lexicon.from_words)(None, ENGLISH), "None is not a list of words"),
    (lambda: loosely(Lexicon.from_words)(["CAT", float("nan")], ENGLISH), "word 2: nan is not a word"),
    (lambda: loosely(Lexicon.from_words)(["CAT"], "english"), "'english' is not a tile set; give one"),
    (lambda: loosely(Lexicon.load().anagrams)(None), "None is not a text"),
    (lambda: loosely(Lexicon.load().hooks)(b"QI"), "b'QI' is not a text"),
    (lambda: loosely(ENGLISH.parse_rack)(["A", "E"]), "['A', 'E'] is not a text"),
    (lambda: Lexicon.load().anagrams("AEINRST", shortest=-1), "words of -1 letters; give 0 or more"),
    (lambda: loosely(Lexicon.load().anagrams)("AEI", shortest="3"), "3 letters; give a whole number"),
    (lambda: loosely(Lexicon.load().up_to)("x"), "words of up to x letters; give a whole number"),
    (lambda: loosely(read_cgp)(3), "3 is not a text"),
    (lambda: loosely(read_gcg)(3), "3 is not a file; give its path"),
    (lambda: loosely(parse_gcg)(Path(SAMPLE)), "read_gcg reads a file"),
    (lambda: loosely(Variant.load)(None), "None names no rules; give a name or a file"),
    (lambda: loosely(load_strategy)(load_strategy("static")), "<StaticStrategy static> names no strategy"),
    (lambda: loosely(parse_move)("D8 WEDGIE", POSITION), "is not a board; give one, or use Position"),
    (lambda: loosely(POSITION.parse_move)(None), "None is not a text"),
    (lambda: POSITION.parse_move("d8 wedgie"), "does not hold; lower case is for blanks"),
    (lambda: loosely(POSITION.moves)("scowl80"), "'scowl80' is not a lexicon; load it with Lexicon.load"),
    (lambda: loosely(load_strategy("static").candidates)(POSITION, "scowl80"), "'scowl80' is not a lexicon"),
    (lambda: loosely(solve_endgame)(read_gcg(SAMPLE).position(22), "scowl80"), "'scowl80' is not a lexicon"),
    (lambda: roll_out(POSITION.moves()[:2], "scowl80"), "'scowl80' is not a lexicon"),
    (lambda: roll_out(load_strategy("static").candidates(POSITION)[:2]), "take the move of a candidate"),
    (lambda: roll_out(["D8 WEDGIE"]), "'D8 WEDGIE' is not a move; parse a text"),
    (lambda: loosely(analyze_position)(GAME), "is not a position; take one of a game with Game.position"),
    (lambda: loosely(analyze_position)(POSITION, "scowl80"), "'scowl80' is not a lexicon"),
    (lambda: loosely(analyze_game)(SAMPLE), "is not a game; read its record with read_gcg"),
    (lambda: loosely(analyze_game)(GAME, "scowl80"), "'scowl80' is not a lexicon"),
    (lambda: loosely(load_strategy("static").candidates)(CGP), "is not a position"),
    (lambda: loosely(Analyzer)("scowl80"), "'scowl80' is not a lexicon"),
    (lambda: loosely(Analyzer)(Lexicon.load(), "static"), "'static' is not a strategy"),
    (lambda: loosely(Analyzer)(Lexicon.load(), plan=SimulationPlan()), "give AnalysisPlan(simulation=...)"),
    (lambda: loosely(POSITION.moves().find)("7C GALEE"), "'7C GALEE' is not a move"),
    (lambda: loosely(GENERATOR.play)("8D WINDY"), "'8D WINDY' is not a move"),
    (lambda: loosely(GENERATOR.moves)("AEINRST", 86), "is not a rack; parse it with TileSet.parse_rack"),
    (lambda: Rack.from_tiles(ENGLISH, [-1]), "-1 is not the index of a tile; give 0 to 26"),
    (lambda: Rack.from_tiles(ENGLISH, [27]), "27 is not the index of a tile"),
    (lambda: loosely(Rack.from_tiles)(ENGLISH, "AB"), "give 0 to 26; parse_rack reads a text"),
    (lambda: jackdaw.simulate(POSITION, "7C GALEE"), "'7C GALEE' is a single move; give a list of moves"),
    (lambda: loosely(LastMove)(GAME.position(3), GAME.turns[2].move), "is not a board; give the board of"),
    (lambda: loosely(LastMove)(GAME.position(3).board, "10J BED"), "'10J BED' is not a move"),
    (lambda: infer(GAME.turns[2].move), "is not a last move; give one, as from LastMove"),
    (lambda: infer(LAST, strategy="static"), "'static' is not a strategy"),
    (lambda: infer(LAST, position=GAME), "is not a position"),
    (lambda: loosely(solve_endgame)(GAME, Lexicon.load()), "is not a position"),
    (lambda: loosely(solve_preendgame)(GAME, Lexicon.load()), "is not a position"),
    (lambda: loosely(explain)(POSITION), "is not an analysis; call analyze_position first"),
    (lambda: loosely(Move.exchange)("AE"), "'AE' is not a rack; parse it with TileSet.parse_rack"),
    (lambda: loosely(MoveGenerator)(POSITION.variant, Lexicon.load(), POSITION), "give Position.board"),
    (lambda: infer(LAST, seed=1.5), "seed 1.5 is out of range; give a whole number"),
    (lambda: solve_preendgame(ONE_IN_BAG, Lexicon.load(), moves=loosely(["7C GALEE"])), "is not a move"),
    (lambda: jackdaw.solve(GAME, turn=22, seconds=float("inf")), "inf seconds; give at most 1000000000"),
    (lambda: roll_out(POSITION.moves()[:2], opponent="AEI"), "'AEI' is not a rack; parse it with TileSet"),
    (lambda: loosely(write_klv2)(load_leaves("rackh3", ENGLISH), "x.klv2"), "LeaveTable.from_heuristic"),
    (lambda: loosely(read_klv2)("x.klv2", "english"), "'english' is not a tile set"),
    (lambda: replace(POSITION, racks=loosely(("AEINRST", None))), "'AEINRST' is not a rack; parse it with"),
    (lambda: replace(POSITION, board=loosely("x")), "'x' is not a board; see Board.empty"),
    (lambda: loosely(Position.initial)("standard"), "'standard' is not a variant"),
    (lambda: POSITION.with_rack("AEINRST", 2), "there is no player 2; give at most 1"),
    (lambda: POSITION.with_rack("AEINRSTU"), "the rack AEINRSTU has 8 tiles; racks hold 7"),
    (lambda: POSITION.with_rack("ZZ"), "2 tiles Z on the board and the racks, but english has 1"),
    (lambda: loosely(jackdaw.analyze)(None), "None cannot be analyzed; give a position, a game"),
    (lambda: loosely(jackdaw.analyze)([read_gcg(SAMPLE)]), "is not the name of a file; give names alone"),
    (lambda: jackdaw.analyze(""), "the name of a file is empty"),
    (lambda: jackdaw.analyze([SAMPLE, ""]), "the name of a file is empty"),
    (lambda: jackdaw.solve(""), "the name of a file is empty"),
    (lambda: loosely(jackdaw.to_frame)([]), "no frame can be made of []"),
    (lambda: loosely(jackdaw.plot_chances)(None), "None is not a review"),
    (lambda: loosely(jackdaw.plot_trend)(None), "None is not a collection"),
]  # fmt: skip


def infer(last: Any, *, position: Any = None, strategy: Any = None, seed: Any = 0) -> object:
    static = load_strategy("static")
    return infer_racks(position or GAME.position(4), last, Lexicon.load(), strategy or static, seed=seed)


def roll_out(moves: Any, lexicon: Any = None, opponent: Any = None) -> object:
    plan, static = SimulationPlan(iterations=2, opponent_rack=opponent), load_strategy("static")
    return simulate(POSITION, moves, lexicon or Lexicon.load(), plan, strategy=static)


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[message[:40] for _, message in WRONG])
def test_errors_say_what_is_wrong_and_how_to_mend_it(call: Callable[[], object], message: str) -> None:
    pytest.importorskip("pandas")
    with pytest.raises(JackdawError) as caught:
        call()
    assert message in str(caught.value)


def test_words_longer_than_the_rack_are_no_anagrams() -> None:
    assert Lexicon.load().anagrams("AEINRST", shortest=8) == []


def test_what_is_no_text_is_no_word() -> None:
    lexicon = Lexicon.load()
    assert "quixotry" in lexicon
    for other in (None, float("nan"), 3, b"QI", ("Q", "I")):
        assert other not in lexicon


def test_tiles_in_a_rack() -> None:
    rack = ENGLISH.parse_rack("AAB?")
    assert "A" in rack and "AA" in rack and "?" in rack and 1 in rack and 0 in rack
    assert "C" not in rack and "AAA" not in rack and "" not in rack and "1" not in rack and 3 not in rack
    assert None not in rack


def test_a_position_after_a_typed_move() -> None:
    assert POSITION.after("D8 WEDGIE") == POSITION.after(POSITION.parse_move("D8 WEDGIE"))


def test_moves_as_text() -> None:
    played = POSITION.parse_move("7C GALEE")
    analysis = analyze_position(POSITION, played="7C GALEE")
    assert analysis == analyze_position(POSITION, played=played)
    assert analysis.candidate("7C GALEE") == analysis.candidate(played)
    assert explain(analysis, "7C GALEE") == explain(analysis, played)
    simulation = jackdaw.simulate(POSITION, ["D8 WEDGIE", "7C GALEE"], iterations=5)
    first, second = (POSITION.parse_move(text) for text in ("D8 WEDGIE", "7C GALEE"))
    assert simulation.difference("D8 WEDGIE", "7C GALEE") == simulation.difference(first, second)


def test_known_tiles_as_text() -> None:
    one, other = (
        infer_racks(GAME.position(4), LAST, Lexicon.load(), load_strategy("static"), known=known)
        for known in ("A", ENGLISH.parse_rack("A"))
    )
    assert one == other and one.chance_of("A") == pytest.approx(1)


def test_other_racks_in_a_position() -> None:
    rack = ENGLISH.parse_rack("AEINRST")
    other = POSITION.with_rack("aeinrst")
    assert other.rack == rack and other == POSITION.with_rack(rack, 0) and POSITION.rack != rack
    assert POSITION.with_rack("Q", 1).racks == (POSITION.rack, ENGLISH.parse_rack("Q"))
    assert other.with_rack(None).racks == (None, None) and other.with_rack("ADEEGIL") == POSITION
    listed = replace(POSITION, racks=loosely([rack, None]), scores=loosely([0, 32]))
    assert listed == other and hash(listed) == hash(other)


def test_a_lexicon_without_words_is_a_lexicon() -> None:
    empty = Lexicon.from_words([], ENGLISH, "empty")
    assert all(move.kind is not MoveKind.PLAY for move in POSITION.moves(empty))
    assert len(load_strategy("static").candidates(POSITION, empty)) == len(POSITION.moves(empty))
    assert analyze_position(POSITION, empty).lexicon_name == "empty"
    assert analyze_game(GAME, empty, turn=1).lexicon_name == "empty"


def test_racks_of_arrays_and_lists() -> None:
    rack = ENGLISH.parse_rack("AEINRST")
    for counts in (list(rack.counts), rack.array):
        same = loosely(Rack)(ENGLISH, counts)
        assert same == rack and hash(same) == hash(rack) and same.counts == rack.counts


def test_events_of_a_game_as_rows() -> None:
    rows = GAME.to_rows()
    assert len(rows) == len(GAME.events) and [row["total"] for row in rows[-2:]] == [499, 503]
    assert rows[6] == {
        "turn": 7, "player": 0, "name": "Ann Archer", "kind": "play", "rack": "GGINNTT",
        "move": "6H (P)ING", "score": 9, "total": 130,
    }  # fmt: skip
    assert rows[-1]["kind"] == "end_rack_bonus" and (rows[-1]["turn"], rows[-1]["move"]) == (23, None)


def test_turns_of_an_analysis_as_rows() -> None:
    analysis = analyze_game(GAME)
    rows = analysis.to_rows()
    assert [row["turn"] for row in rows] == list(range(1, 24))
    lost = [sum(row["equity_lost"] for row in rows if row["player"] == player) for player in (0, 1)]
    assert lost == pytest.approx([total.equity_lost for total in analysis.totals])
    assert (rows[15]["move"], rows[15]["best"], rows[15]["rank"]) == ("14K AWNED", "C2 W(R)ANGLED", 5)


def test_no_index_of_a_list() -> None:
    moves, candidates = POSITION.moves(), load_strategy("static").candidates(POSITION)
    for listed in (moves, candidates):
        for wrong in ("score", 1.5, [0, 1]):
            with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
                loosely(listed.__getitem__)(wrong)


def first_move(lexicon: Lexicon, position: Position) -> Move:
    return position.moves(lexicon)[0]


@pytest.fixture(scope="module")
def few_words() -> Lexicon:
    """A lexicon in the memory of this process only."""
    return Lexicon.from_words(["AD", "AGLEE", "DE", "GALE", "WINDY"], ENGLISH, "few")


def test_lexica_are_sent_to_processes(few_words: Lexicon, tmp_path: Path) -> None:
    few_words.save(tmp_path / "few.jackdaw")
    mapped = Lexicon.load(tmp_path / "few.jackdaw")
    assert len(pickle.dumps(mapped)) < 2_000  # its name, not its words
    for lexicon in (few_words, mapped, few_words.as_substitute()):
        copy = pickle.loads(pickle.dumps(lexicon))
        assert (copy.name, copy.is_substitute) == ("few", lexicon.is_substitute)
        assert list(copy) == list(few_words) and "gale" in copy and copy.anagrams("LAGE") == ["GALE"]
    with ProcessPoolExecutor(1) as pool:
        for lexicon in (few_words, mapped, Lexicon.load()):
            expected = first_move(lexicon, POSITION)
            assert list(pool.map(partial(first_move, lexicon), [POSITION] * 2)) == [expected] * 2


def test_a_lexicon_replaced_on_its_way_is_refused(few_words: Lexicon, tmp_path: Path) -> None:
    few_words.save(tmp_path / "few.jackdaw")
    sent = pickle.dumps(Lexicon.load(tmp_path / "few.jackdaw"))
    Lexicon.from_words(["CAT"], ENGLISH, "few").save(tmp_path / "few.jackdaw")
    with pytest.raises(LexiconError, match="is not the one that was sent"):
        pickle.loads(sent)


def test_lexica_themselves_instead_of_their_names(few_words: Lexicon, tmp_path: Path) -> None:
    simulation = jackdaw.simulate(POSITION, ["G8 (D)E", "D8 WEDGIE"], lexicon=few_words, iterations=5)
    assert simulation.lexicon_name == "few"
    assert jackdaw.analyze(POSITION, lexicon=few_words, method="static").lexicon_name == "few"
    assert jackdaw.solve(SAMPLE, turn=22, lexicon=Lexicon.load()) == jackdaw.solve(SAMPLE, turn=22)
    with pytest.raises(LexiconError, match=r"only in the memory of this process; save it with Lexicon\.save"):
        jackdaw.pit("greedy", "rackh3", games=2, lexicon=few_words)
    with pytest.raises(LexiconError, match="only in the memory"):
        jackdaw.analyze([SAMPLE], lexicon=few_words, cache=False)
    few_words.save(tmp_path / "few.jackdaw")
    saved = Lexicon.load(tmp_path / "few.jackdaw")
    by_name, itself = (
        jackdaw.pit("greedy", "rackh1", games=2, lexicon=each, rules=rules)
        for each, rules in ((tmp_path / "few.jackdaw", "standard"), (saved, Variant.standard()))
    )
    assert by_name.to_rows() == itself.to_rows()
    assert jackdaw.pit("greedy", "rackh1", games=2, lexicon=saved).to_rows() == itself.to_rows()
    collection = jackdaw.analyze([SAMPLE], lexicon=saved, cache=False, method="static")
    assert collection.games[0].facts.lexicon == "few"
    spanish = Lexicon.from_words(["CHURRO"], TileSet.load("spanish"))
    with pytest.raises(LexiconError, match="other letters"):
        jackdaw.simulate(POSITION, lexicon=spanish, iterations=5)
