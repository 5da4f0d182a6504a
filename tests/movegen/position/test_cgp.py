"""Positions in one line: written positions read back, and errors name field and column."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from movegen.errors import CgpError
from movegen.position import Position, read_cgp, write_cgp
from movegen.variant import BoardLayout, Rules, Variant

ROWS = "15/15/15/15/15/15/15/3WInDY7/15/15/15/15/15/15/15"
LINE = ROWS + " ADEEGIL/ 0/32 0 lex ENABLE;"
B = len(ROWS) + 2  # the column of the racks
S = B + 9  # the column of the scores
Z = S + 5  # the column of the turns without a score
L = Z + 2  # the column of the operations

MISTAKES = [
    # the line, the field, the column, a part of the message
    ("", "board", 1, "missing; expected board, racks, scores, scoreless turns"),
    ("   ", "board", 1, "missing"),
    (ROWS, "racks", B - 1, "missing; expected racks, scores, scoreless turns, such as AEINRST/ 0/0 0"),
    (ROWS + " ADEEGIL/", "scores", B + 8, "missing"),
    (ROWS + " ADEEGIL/ 0/32", "scoreless turns", Z - 1, "missing"),
    (LINE.replace("15/", "", 1), "board", 1, "14 rows, but standard15 has 15"),
    ("15/" + LINE, "board", 1, "16 rows, but standard15 has 15; the rows of another board need its name"),
    ("cgp " + LINE, "board", 1, "'cgp' is no board; expected rows separated by /"),
    (LINE + " last 3;", "last", L + 17, "3 last turns; standard does not limit them"),
    (LINE.replace(" ", "//// ", 1), "board", 1, "19 rows"),
    (LINE.replace("3W", "2W"), "board row 8", 29, "14 squares, not 15"),
    (LINE.replace("3W", "4W"), "board row 8", 28, "more than 15 squares"),
    (LINE.replace("3W", "0W"), "board row 8", 22, "'0' empty squares; expected a number from 1 to 15"),
    (LINE.replace("3W", "03W"), "board row 8", 22, "'03' empty squares"),
    (LINE.replace("3W", "999999999W"), "board row 8", 22, "'999999999' empty squares"),
    ("9" * 5000 + LINE[2:], "board row 1", 1, "empty squares"),
    (LINE.replace("15", "16", 1), "board row 1", 1, "'16' empty squares"),
    (LINE.replace("15", "٣5", 1), "board row 1", 1, "'٣' is not a tile of english; expected a tile or"),
    (LINE.replace("15", "²5", 1), "board row 1", 1, "'²' is not a tile"),
    (LINE.replace("n", "?"), "board row 8", 25, "'?' is not a tile"),
    (LINE.replace("n", "[n"), "board row 8", 25, "'[' is not a tile"),
    (LINE.replace("n", "[CH]"), "board row 8", 25, "'[CH]' is not a tile"),
    (LINE.replace("15/", "/", 1), "board row 1", 1, "0 squares, not 15"),
    (LINE.replace("ADEEGIL", "ADE1GIL"), "rack 1", B + 3, "'1' is not a tile of english; expected a"),
    (LINE.replace("/ 0", "/A. 0"), "rack 2", B + 9, "'.' is not a tile"),
    (LINE.replace("ADEEGIL", "ADEEGILS"), "rack 1", B, "8 tiles, but a rack holds 7"),
    (
        LINE.replace("ADEEGIL/", "ADEEGIL"),
        "racks",
        B,
        "1 player; expected 2 to 4, their racks separated by /",
    ),
    (LINE.replace("ADEEGIL/", "A/B/C/D/E"), "racks", B, "5 players"),
    (LINE.replace(" 0/32 ", " 0 "), "scores", S, "1 scores for 2 racks"),
    (LINE.replace(" 0/32 ", " 0/32/1 "), "scores", S, "3 scores for 2 racks"),
    (
        LINE.replace("/32 ", "/x "),
        "score 2",
        S + 2,
        "'x' is not a score; expected a number of up to six digits",
    ),
    (LINE.replace("/32 ", "/³ "), "score 2", S + 2, "'³' is not a score"),
    (LINE.replace("/32 ", "/1.5 "), "score 2", S + 2, "'1.5' is not a score"),
    (LINE.replace(" 0/", " /"), "score 1", S, "'' is not a score"),
    (LINE.replace("/32 ", f"/{'9' * 5000} "), "score 2", S + 2, "is not a score"),
    (LINE.replace(" 0 lex", " -1 lex"), "scoreless turns", Z, "'-1' is not a number of turns"),
    (LINE.replace(" 0 lex", " ① lex"), "scoreless turns", Z, "is not a number of turns"),
    (LINE.replace(" 0 lex", " 1000 lex"), "scoreless turns", Z, "expected a number from 0 to 999"),
    (LINE.replace(" 0 lex", " lex"), "scoreless turns", Z, "'lex' is not a number of turns"),
    (LINE.replace("lex ENABLE", "lex"), "lex", L, "it has no value"),
    (LINE + " lex NWL23;", "lex", L + 16, "it is given twice"),
    (LINE + " ld klingon;", "ld", L + 15, "'klingon' is unknown; expected one of catalan, crossplay"),
    (LINE + " ld ../tiles/english;", "ld", L + 15, "is unknown"),
    (LINE + " ld english.toml;", "ld", L + 15, "is unknown"),
    (LINE + " bdn cube;", "bdn", L + 16, "'cube' is unknown; expected one of blocked15, crossplay15"),
    (LINE + " bdn super21;", "board", 1, "15 rows, but super21 has 21"),
    (LINE + " var scrummage;", "var", L + 16, "'scrummage' is unknown; expected one of blocked, catalan"),
    (LINE + " mcnz six;", "mcnz", L + 17, "'six' is not a number of turns; expected a number from 0 to 100"),
    (LINE + " mcnz 101;", "mcnz", L + 17, "not a number of turns"),
    (LINE + " tmr 1;", "tmr", L + 16, "'1' is not a timer; expected 2 numbers of milliseconds"),
    (LINE + " tmr 1/2/3;", "tmr", L + 16, "is not a timer"),
    (LINE + " tmr 1/²;", "tmr", L + 16, "is not a timer"),
    (LINE + " gid;", "gid", L + 12, "it has no value"),
    (LINE.replace("ADEEGIL", "DDDD"), "board", 1, "5 tiles D on the board and the racks, but english has 4"),
    (LINE.replace("ADEEGIL/", "?/?"), "board", 1, "3 tiles ? on the board and the racks"),
    (LINE + "\n" + LINE, "board", len(LINE) + 1, "a position is one line"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field", "column", "message"), MISTAKES)
def test_every_mistake_is_reported_with_field_and_column(text: str, field: str, column: int, message: str):
    with pytest.raises(CgpError) as caught:
        read_cgp(text, file="games.txt", line=7)
    error = caught.value
    assert error.problem.startswith(f"{field}: ")
    assert (error.file, error.line, error.column) == ("games.txt", 7, column)
    assert str(error).startswith(f"games.txt, line 7, column {column}: {field}: ")
    assert message in str(error)
    assert str(error).isprintable() and len(str(error)) < 250


def test_a_line_is_read():
    position = read_cgp(LINE)
    assert position.board.tile_set.text(position.board[7, column] for column in range(3, 8)) == "WInDY"
    assert (str(position.racks[0]), position.racks[1]) == ("ADEEGIL", None)
    assert (position.scores, position.scoreless_turns, position.lexicon_name) == ((0, 32), 0, "ENABLE")
    assert position.cgp() == LINE
    assert position.variant == Variant.standard()


@pytest.mark.parametrize(
    "text",
    [
        LINE.rstrip(";"),
        f"  {LINE}  \r\n",
        LINE.replace(" ", "   "),
        LINE.replace(" lex", "\tlex"),
        LINE + ";; ;",
        LINE + " ld english; bdn CrosswordGame; var classic; mcnz 6;",
        LINE + "bdn Standard15;ld English;var Standard",
        LINE.replace("ADEEGIL", "legidea"),
    ],
)
def test_the_same_line_written_otherwise(text: str):
    assert read_cgp(text) == read_cgp(LINE)


def test_partial_and_missing_racks():
    for racks, expected in [
        ("/", (None, None)),
        ("/AB", (None, "AB")),
        ("?A/", ("?A", None)),
        ("Q/Z/?", ("Q", "Z", "?")),
    ]:
        scores = "/".join(["10"] * len(expected))
        position = read_cgp(f"{ROWS} {racks} {scores} 2")
        assert tuple(rack and str(rack) for rack in position.racks) == expected
        assert write_cgp(position) == f"{ROWS} {racks} {scores} 2"


def test_operations_are_parsed_or_preserved_in_order():
    kept = "tmr 1000/-250; gid a b  c; zzz; x 1; x 2;"
    position = read_cgp(f"{ROWS} / 0/0 0 x 0; lex my list; {kept}")
    assert position.lexicon_name == "my list"
    assert position.operations == (
        ("x", "0"), ("tmr", "1000/-250"), ("gid", "a b  c"), ("zzz", ""), ("x", "1"), ("x", "2"),
    )  # fmt: skip
    assert position.cgp() == f"{ROWS} / 0/0 0 lex my list; x 0; {kept}"


def test_other_variants():
    empty21 = "/".join(["21"] * 21)
    large = read_cgp(f"{empty21} AB/ 0/0 0 var super;")
    assert large.variant == Variant.load("super")
    assert large.cgp() == f"{empty21} AB/ 0/0 0 var super; ld super_english; bdn super21; mcnz 6;"
    assert read_cgp(large.cgp()) == large
    mixed = read_cgp(f"{empty21} AB/ 0/0 0 bdn SuperCrosswordGame;")
    assert (mixed.variant.layout.rows, mixed.variant.tiles.total, mixed.variant.name) == (21, 100, "standard")
    assert mixed.variant.layout == BoardLayout.load("super21")
    assert read_cgp(mixed.cgp()) == mixed
    short = read_cgp(f"{ROWS} / 0/0 0 mcnz 4;")
    assert short.rules.scoreless_turns == 4
    assert short.cgp() == f"{ROWS} / 0/0 0 mcnz 4;"


def test_a_variant_of_ones_own(spanish: Variant, wide: Variant):
    row = "2[CH]A[l·l]O1"
    text = f"7/7/7/7/{row}/7/7/7/7 [LL]?/ 5/0 0 var chico; ld spanish_like; bdn narrow; mcnz 4;"
    position = read_cgp(text, variant=spanish)
    assert position.cgp() == text.replace("[LL]?", "?[LL]")
    assert read_cgp(text.replace("[CH]", "CH").replace("[l·l]", "l·l"), variant=spanish) == position
    with pytest.raises(CgpError, match="'chico' is unknown"):
        read_cgp(text)
    apart = read_cgp("7/7/7/7/2[C]HAO1/7/7/7/7 / 5/0 0", variant=spanish)
    assert apart.cgp().startswith("7/7/7/7/2[C]HAO1/")
    long = read_cgp("/".join(["26"] * 11) + " ЯZΞ?/ 0/0 0", variant=wide)
    assert str(long.rack) == "?ЯZΞ"
    with pytest.raises(CgpError, match="expected a number from 1 to 26"):
        read_cgp("/".join(["27"] * 11) + " / 0/0 0", variant=wide)


def test_racks_beside_bracketed_tiles():
    """Beside tiles in brackets, LL on a rack is two tiles if it holds as many, else if only they fill it."""
    rows = "/".join(["15"] * 7 + ["3CA[RR]O8"] + ["15"] * 7)
    racks = {"AELLRST": "AE[L]LRST", "A[LL]EST": "AE[LL]ST", "CHLLAEIOU": "A[CH]EI[LL]OU"}
    for text, rack in racks.items():
        assert str(read_cgp(f"{rows} {text}/ 0/0 0 ld spanish;").rack) == rack
    empty = "/".join(["15"] * 15)
    for text, rack in {"AELLRST": "AE[L]LRST", "AELLRS": "AE[LL]RS", "AELLRSTO": "AE[LL]ORST"}.items():
        assert str(read_cgp(f"{empty} {text}/ 0/0 0 ld spanish;").rack) == rack


def test_the_player_on_turn_comes_first():
    position = read_cgp(f"{ROWS} A/B/C 1/2/3 0")
    turned = replace(position, on_turn=1)
    assert turned.cgp() == f"{ROWS} B/C/A 2/3/1 0"
    assert read_cgp(turned.cgp()).rack == turned.rack


def test_what_would_not_read_back_is_not_written():
    position = read_cgp(LINE)
    for changes in (
        {"lexicon_name": "a;b"},
        {"lexicon_name": ""},
        {"lexicon_name": " x"},
        {"operations": (("lex", "x"),)},
        {"operations": (("a b", "x"),)},
        {"operations": (("", "x"),)},
        {"operations": (("a", "x\ny"),)},
        {"operations": (("a;", ""),)},
    ):
        changed = replace(position, **changes)
        with pytest.raises(CgpError):
            write_cgp(changed)
        assert read_cgp(changed.cgp(strict=False)) == replace(position, lexicon_name=None, operations=())


@given(random=st.randoms(use_true_random=True))
def test_what_is_written_reads_back(
    variant: Variant, a_position: Callable[[Variant, Random], Position], random: Random
):
    position = a_position(variant, random)
    assert read_cgp(position.cgp(), variant=variant) == position
    if variant.rules == Rules():
        assert read_cgp(position.cgp()) == position


@pytest.mark.medium
@given(text=st.text() | st.text(alphabet="0123456789/?[]CHchA ;.-²lexbdnmvartg\n", max_size=80))
def test_no_text_raises_anything_else(text: str):
    for line in (text, ROWS + text, f"{ROWS} {text}", f"{ROWS} / {text}", f"{ROWS} / 0/0 0 {text}"):
        try:
            position = read_cgp(line)
        except CgpError as error:
            assert str(error).isprintable()
        else:
            assert read_cgp(position.cgp()) == position


@given(data=st.data())
def test_no_damage_to_a_line_raises_anything_else(data: st.DataObject):
    line = LINE + " ld english; bdn standard15; mcnz 6; tmr 1/2; gid x;"
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(line)))
        end = begin + data.draw(st.integers(0, 3))
        line = (
            line[:begin] + data.draw(st.sampled_from([*"0159/?[]ZzA ;-²\n\t", "", "99", "15/"])) + line[end:]
        )
    try:
        position = read_cgp(line)
    except CgpError as error:
        assert str(error).isprintable() and error.column is not None
    else:
        assert read_cgp(position.cgp()) == position
