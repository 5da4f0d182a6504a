"""Reading a position from a line of text in CGP, the notation of macondo and woogles.io.

    3WINDY7/15/... ADEEGIL/ 0/32 0 lex ENABLE;

The fields are the rows of the board from the top, racks, scores (the player on turn first) and consecutive
turns without a score. Operations follow, each ended by a semicolon: `lex` lexicon, `ld` tiles, `bdn` board,
`var` rules, `mcnz` scoreless turns that end the game, `last` the turns left where the rules limit them
(ours alone). `tmr` (milliseconds left), `gid` (game) and unknown
operations are stored in the position. A hyphen before a name, as in `-lex ENABLE`, is allowed.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from movegen.board import Board
from movegen.configs import list_configs
from movegen.counts import counted
from movegen.errors import CgpError, ConfigError, NotationError, PositionError, quote
from movegen.lexicon import rules_of_tiles, tiles_of_name
from movegen.position.cgp_writer import KEPT_OPERATIONS, POSITION_OPERATIONS
from movegen.position.position import Position
from movegen.variant import BoardLayout, Rack, Rules, TileSet, Variant, advise_rules, check_variant, nfc

_FIELDS = ("board", "racks", "scores", "scoreless turns")
_EXAMPLES = ("15/15/...", "AEINRST/", "0/0", "0")
_UNDERSTOOD = (*POSITION_OPERATIONS, *KEPT_OPERATIONS)
_HYPHENED = re.compile(rf"\s+(?=-(?:{'|'.join(_UNDERSTOOD)})\s)")
_ALIASES = {
    "boards": {
        "crosswordgame": "standard15",
        "supercrosswordgame": "super21",
        "standard21": "super21",
        "crossplaygame": "crossplay15",
    },
    "tiles": {"english_super": "super_english", "english_crossplay": "crossplay"},
    "rules": {"classic": "standard", "classic_super": "super"},
}


class _Field(NamedTuple):
    """A part of the line, with a name for messages and the column, from 1, where it begins."""

    name: str
    text: str
    column: int

    def error(self, problem: str, *, at: int = 0, expected: str | None = None) -> CgpError:
        return CgpError(f"{self.name}: {problem}", column=self.column + at, expected=expected)

    def split(self, name: str, separator: str) -> "list[_Field]":
        """Return the parts between separators; the `{}` in their name is their number from 1."""
        parts = []
        column = self.column
        for number, text in enumerate(self.text.split(separator), start=1):
            parts.append(_Field(name.format(number), text, column))
            column += len(text) + len(separator)
        return parts


def read_cgp(
    text: str, *, variant: Variant | None = None, file: str | Path | None = None, line: int | None = None
) -> Position:
    """Read a position; the player on turn becomes player 0.

    `variant` applies unless the operations `var`, `ld` and `bdn` change it. By default it is the standard
    game with the tiles of the lexicon that `lex` names. `file` and `line` appear in error messages. An empty
    rack means an unknown one.

    Raises
    ------
    CgpError: the line is malformed or has more tiles than there are; gives the field and the column.

    >>> position = read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
    >>> position.rack, position.scores
    (<Rack ADEEGIL>, (0, 32))
    """
    text = nfc(text)
    if variant is not None:
        check_variant(variant)
    try:
        return _read(text, variant)
    except CgpError as error:
        advice = None if variant else advise_rules(text[(error.column or 1) - 1 :], partial(_read, text))
        cure = "; ".join(filter(None, [error.cure, advice])) or None
        raise error.with_cure(cure, file=file, line=line) from None


def _read(text: str, default: Variant | None) -> Position:
    fields, rest = _split(text)
    board_field, rack_field, score_field, zeros = fields
    operations = _parse_operations(rest)
    understood = {operation.name: operation for operation in operations if operation.name in _UNDERSTOOD}
    variant = _variant(understood, default or _usual_variant(understood))
    has_brackets = variant.tiles.has_bracketed(board_field.text + rack_field.text)
    board = _parse_board(board_field, variant)
    players = _players(rack_field, "rack {}", variant.rules)
    racks = [_parse_rack(field, variant, has_brackets=has_brackets) for field in players]
    scores = [_parse_score(field) for field in score_field.split("score {}", "/")]
    if len(scores) != len(racks):
        raise score_field.error(f"{len(scores)} scores for {len(racks)} racks")
    if not re.fullmatch("[0-9]{1,3}", zeros.text):
        raise zeros.error(f"{quote(zeros.text)} is not a number of turns", expected="a number from 0 to 999")
    if timer := understood.get("tmr"):
        _check_timer(timer, len(racks))
    try:
        position = Position(
            variant,
            board,
            tuple(racks),
            tuple(scores),
            scoreless_turns=int(zeros.text),
            lexicon_name=understood["lex"].text if "lex" in understood else None,
            operations=tuple((op.name, op.text) for op in operations if op.name not in POSITION_OPERATIONS),
        )
    except PositionError as error:
        raise board_field.error(error.problem) from None
    return _with_last_turns(position, understood["last"]) if "last" in understood else position


def _with_last_turns(position: Position, field: _Field) -> Position:
    if not re.fullmatch("[0-4]", field.text):
        raise field.error(f"{quote(field.text)} is not a number of turns", expected="a number from 0 to 4")
    try:
        return replace(position, last_turns=int(field.text))
    except PositionError as error:
        raise field.error(error.problem).with_cure(error.cure) from None


def _split(text: str) -> tuple[list[_Field], _Field]:
    """Return the four fields that every position has, and the operations after them."""
    body = text.rstrip()
    if broken := re.search(r"[\r\n]", body.lstrip()):
        column = len(body) - len(body.lstrip()) + broken.start() + 1
        raise CgpError("board: a position is one line", column=column)
    fields: list[_Field] = []
    end = 0
    for name in _FIELDS:
        match = re.compile(r"\s*(\S+)").match(body, end)
        if not match:
            names, texts = ", ".join(_FIELDS[len(fields) :]), " ".join(_EXAMPLES[len(fields) :])
            raise CgpError(f"{name}: missing", column=len(body) + 1, expected=f"{names}, such as {texts}")
        fields.append(_Field(name, match[1], match.start(1) + 1))
        end = match.end()
    return fields, _Field("operations", body[end:], end + 1)


def _parse_operations(rest: _Field) -> list[_Field]:
    """Return the operations as fields with the name and the value of each."""
    operations: list[_Field] = []
    for part in _split_operations(rest):
        match = re.fullmatch(r"\s*(\S+)\s*(.*?)\s*", part.text)
        if not match:
            continue
        name = match[1].removeprefix("-") if match[1][1:] in _UNDERSTOOD else match[1]
        operation = _Field(name, match[2], part.column + match.start(2 if match[2] else 1))
        if operation.name in _UNDERSTOOD:
            if not operation.text:
                raise operation.error("it has no value")
            if any(operation.name == earlier.name for earlier in operations):
                raise operation.error("it is given twice")
        operations.append(operation)
    return operations


def _split_operations(rest: _Field) -> Iterator[_Field]:
    """Yield the operations, ended by semicolons; those with a hyphen need none (`-lex A -ld english`)."""
    for part in rest.split("operations", ";"):
        begin = 0
        for found in _HYPHENED.finditer(part.text):
            yield _Field(part.name, part.text[begin : found.start()], part.column + begin)
            begin = found.end()
        yield _Field(part.name, part.text[begin:], part.column + begin)


def _usual_variant(operations: dict[str, _Field]) -> Variant:
    """Return the variant of the lexicon's language, unless the operations name rules or tiles."""
    lexicon = None if {"var", "ld"} & operations.keys() else operations.get("lex")
    rules = lexicon and rules_of_tiles(tiles_of_name(lexicon.text))
    return Variant(*_load_variant(rules)) if rules else Variant.standard()


def _variant(operations: dict[str, _Field], default: Variant) -> Variant:
    tiles, layout, rules = default.tiles, default.layout, default.rules
    if field := operations.get("var"):
        name = _config_name("rules", field, default.name)
        if name != default.name:
            tiles, layout, rules = _load_variant(name)
    if field := operations.get("ld"):
        name = _config_name("tiles", field, tiles.name)
        tiles = tiles if name == tiles.name else _load_tiles(name)
    if field := operations.get("bdn"):
        name = _config_name("boards", field, layout.name)
        layout = layout if name == layout.name else _load_layout(name)
    if field := operations.get("mcnz"):
        if not re.fullmatch("[0-9]{1,2}|100", field.text):
            raise field.error(
                f"{quote(field.text)} is not a number of turns", expected="a number from 0 to 100"
            )
        rules = msgspec.structs.replace(rules, scoreless_turns=int(field.text))
    try:
        return Variant(tiles, layout, rules)
    except ConfigError as error:
        raise next(iter(operations.values())).error(error.problem) from None


def _config_name(kind: str, field: _Field, current: str) -> str:
    """Return the name of a configuration, given in either case or as another program's name for it."""
    wanted = field.text.lower()
    wanted = _ALIASES[kind].get(wanted, wanted)
    if wanted == current.lower():
        return current
    known = list_configs(kind)
    if wanted not in known:
        raise field.error(f"{quote(field.text)} is unknown", expected=f"one of {', '.join(known)}")
    return wanted


# A file of many positions has the same few configurations again and again.
@lru_cache(maxsize=16)
def _load_variant(name: str) -> tuple[TileSet, BoardLayout, Rules]:
    variant = Variant.load(name)
    return variant.tiles, variant.layout, variant.rules


@lru_cache(maxsize=16)
def _load_tiles(name: str) -> TileSet:
    return TileSet.load(name)


@lru_cache(maxsize=16)
def _load_layout(name: str) -> BoardLayout:
    return BoardLayout.load(name)


def _parse_board(field: _Field, variant: Variant) -> Board:
    layout = variant.layout
    rows = field.split("board row {}", "/")
    if len(rows) != layout.rows:
        if "/" not in field.text:
            raise field.error(f"{quote(field.text)} is no board", expected="rows separated by /")
        cure = "the rows of another board need its name (bdn), or its rules (var, --rules)"
        error = field.error(f"{len(rows)} rows, but {layout.name} has {layout.rows}")
        raise error.with_cure(cure if len(rows) > layout.rows else None)
    squares = np.array([_parse_row(row, layout.columns, variant.tiles) for row in rows], dtype=np.uint8)
    try:
        return Board(layout, variant.tiles, squares)
    except PositionError as error:
        raise field.error(error.problem) from None


def _parse_row(field: _Field, columns: int, tile_set: TileSet) -> list[int]:
    squares: list[int] = []
    position = 0
    while position < len(field.text):
        if number := re.compile("[0-9]+").match(field.text, position):
            if not re.fullmatch("[1-9][0-9]?", number[0]) or int(number[0]) > columns:
                raise field.error(
                    f"{quote(number[0])} empty squares", at=position, expected=f"a number from 1 to {columns}"
                )
            squares += [0] * int(number[0])
            position = number.end()
        else:
            try:
                byte, position = tile_set.read_board_tile(field.text, position)
            except NotationError as error:
                raise field.error(error.problem, at=position, expected="a tile or a number") from None
            squares.append(byte)
        if len(squares) > columns:
            raise field.error(f"more than {columns} squares", at=position - 1)
    if len(squares) < columns:
        raise field.error(f"{len(squares)} squares, not {columns}", at=len(field.text))
    return squares


def _players(field: _Field, name: str, rules: Rules) -> list[_Field]:
    parts = field.split(name, "/")
    if not rules.players_min <= len(parts) <= rules.players_max:
        players = f"{rules.players_min} to {rules.players_max}"
        given = counted(len(parts), "player")
        raise field.error(given, expected=f"{players}, their racks separated by /")
    return parts


def _parse_rack(field: _Field, variant: Variant, *, has_brackets: bool = False) -> Rack | None:
    tiles, size = variant.tiles, variant.rules.rack_size
    try:
        rack = tiles.parse_rack(field.text)
        singles = tiles.parse_rack(tiles.bracket_single(field.text))
        if len(singles) == size or (has_brackets and len(singles) < size):
            rack = singles
    except NotationError as error:
        raise field.error(error.problem, at=(error.column or 1) - 1, expected=error.expected) from None
    if len(rack) > variant.rules.rack_size:
        raise field.error(f"{len(rack)} tiles, but a rack holds {variant.rules.rack_size}")
    return rack or None


def _parse_score(field: _Field) -> int:
    if not re.fullmatch("-?[0-9]{1,6}", field.text):
        raise field.error(f"{quote(field.text)} is not a score", expected="a number of up to six digits")
    return int(field.text)


def _check_timer(field: _Field, players: int) -> None:
    if not re.fullmatch(rf"-?[0-9]{{1,12}}(?:[/ ]-?[0-9]{{1,12}}){{{players - 1}}}", field.text):
        raise field.error(
            f"{quote(field.text)} is not a timer", expected=f"{players} numbers of milliseconds"
        )
