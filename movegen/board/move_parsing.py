"""Parsing a move in any notation: that of GCG files, of engines (UCGI) and of people."""

import re
from collections import Counter
from dataclasses import replace
from typing import NamedTuple, NoReturn

from movegen.board.board import Board
from movegen.board.moves import Move
from movegen.board.placement import check_placement, normalize_play, score_play
from movegen.counts import counted
from movegen.errors import IllegalMoveError, MoveSyntaxError, NotationError, quote
from movegen.numbers import show_value
from movegen.variant import BLANK, BLANK_FLAG, Direction, Rack, Rules, TileSet, parse_square, square_name

_PLAY = re.compile(r"([0-9]+[A-Za-z]|[A-Za-z][0-9]+)(?:\.|\s+)(\S+)")
_EXCHANGE = re.compile(r"-(\S+)|ex[.](\S+)|(\()?(?:exchange|exch|ex)\s+([^\s()]+)(?(3)\))")
_PASSES = {"-", "pass", "(pass)"}
_FORMS = "a move like 8D WAREZ, H3 WATER..OI, -WZ, (exch WZ), ex.5, pass"


class _Letter(NamedTuple):
    """One square of a word as written.

    `byte` is 0 for a dot; `through` is true for dots and parentheses, where a tile must lie already.
    """

    byte: int
    through: bool


def parse_move(text: str, board: Board, rack: Rack | None = None, *, rules: Rules | None = None) -> Move:
    """Read a move and score it on a board.

    Coordinates may be in either case. Played-through tiles may be dots, in parentheses or spelled out;
    blanks are in lower case. A play of one tile is returned as it is always listed: across if that makes a
    word, else down.

    `rack` is the mover's; when given, the move may use only its tiles. `rules` give the bonus and the size of
    a rack; the default is the standard game.

    Raises
    ------
    MoveSyntaxError: the text is not a move; gives the column.
    IllegalMoveError: the board or the rack does not allow the move.

    >>> from movegen.variant import Variant
    >>> move = parse_move("8d.WArEZ", Board.empty(Variant.standard()))
    >>> str(move), move.score
    ('8D WArEZ', 40)
    """
    if not isinstance(board, Board):
        raise IllegalMoveError(
            f"{show_value(repr(board))} is not a board", cure="give one, or use Position.parse_move"
        )
    rules = rules or Rules()
    text = board.tile_set.respell(text)
    trimmed = text.strip()
    offset = text.find(trimmed)
    lowered = trimmed.lower() if trimmed.isascii() else trimmed
    if lowered in _PASSES:
        return Move.pass_turn(board.tile_set)
    if play := _PLAY.fullmatch(trimmed):
        return _parse_play(play, offset, board, rack, rules)
    # Accept capitals in EX. or EXCH; lowering ASCII leaves every column where it was.
    if exchange := _EXCHANGE.fullmatch(lowered):
        group = exchange.lastindex or 0
        begin, end = exchange.span(group)
        move = _parse_exchange(trimmed[begin:end], offset + begin, board.tile_set)
        _check_exchange(move, rack, rules)
        return move
    raise MoveSyntaxError(
        f"{quote(trimmed)} is not a move" if trimmed else "no move is given", expected=_FORMS
    )


def parse_typed_move(text: str, board: Board, rack: Rack | None, *, rules: Rules | None = None) -> Move:
    """Read a move as people type it: a word all in lower case may mean ordinary tiles.

    Where the rack has a tile of the letter, that is meant, else a blank. In every other respect as
    `parse_move`: a word with a capital is in its notation, with blanks in lower case.

    Raises
    ------
    MoveSyntaxError: as `parse_move`.
    IllegalMoveError: as `parse_move`; also if the rack has only some of a letter's tiles, so that it is not
                      said which of them is the blank.

    >>> from movegen.variant import Variant
    >>> variant = Variant.standard()
    >>> board = Board.empty(variant)
    >>> rack = variant.tiles.parse_rack("AEGRVY?")
    >>> str(parse_typed_move("8d gravy", board, rack)), str(parse_typed_move("8d grazy", board, rack))
    ('8D GRAVY', '8D GRAzY')
    """
    rules = rules or Rules()
    text = board.tile_set.respell(text)
    play = _PLAY.fullmatch(text.strip())
    if play is None or rack is None:
        return parse_move(text, board, rack, rules=rules)
    try:
        row, column, direction = parse_square(play[1])
        letters = _parse_letters(play[2], 0, board.tile_set)
    except NotationError:
        return parse_move(text, board, rack, rules=rules)  # raises with the column
    if not all(letter.byte & BLANK_FLAG for letter in letters if letter.byte):
        return parse_move(text, board, rack, rules=rules)
    plain = [letter._replace(byte=letter.byte & ~BLANK_FLAG) for letter in letters]
    word, placed = _resolve_letters(plain, board, row, column, direction, text=play[0])
    move = Move.play(
        board.tile_set, row, column, direction, _assign_blanks(word, placed, rack, play[0]), placed
    )
    check_placement(board, move, rack)
    move = normalize_play(board, move)
    return replace(move, score=score_play(board, rules, move))


def _assign_blanks(word: tuple[int, ...], placed: tuple[bool, ...], rack: Rack, text: str) -> tuple[int, ...]:
    """Return the word with blanks for the tiles that the rack lacks."""
    laid = Counter(byte for byte, is_placed in zip(word, placed, strict=True) if is_placed)
    held = Counter(rack)
    lacking = {byte for byte, count in laid.items() if count > held[byte]}
    for byte in lacking & set(held):
        if sum((laid - held).values()) <= held[BLANK]:
            letter = rack.tile_set.tiles[byte].label
            raise IllegalMoveError(
                f"one {letter} is a blank, but which?",
                where=quote(text),
                cure="write ordinary tiles in capitals and the blank in lower case",
            )
    if sum(laid[byte] for byte in lacking) > held[BLANK]:
        return word  # the rack does not hold it, with or without blanks
    return tuple(
        byte | BLANK_FLAG if is_placed and byte in lacking else byte
        for byte, is_placed in zip(word, placed, strict=True)
    )


def _parse_exchange(tiles: str, offset: int, tile_set: TileSet) -> Move:
    if re.fullmatch("[0-9]+", tiles):
        if not re.fullmatch("[1-9][0-9]?", tiles):
            raise MoveSyntaxError(
                f"{quote(tiles)} is not a number of tiles",
                column=offset + 1,
                expected="1 to the size of a rack",
            )
        return Move.exchange_unknown(tile_set, int(tiles))
    try:
        return Move.exchange(tile_set.parse_rack(tiles))
    except NotationError as error:
        _raise_at(error, offset)


def _check_exchange(move: Move, rack: Rack | None, rules: Rules) -> None:
    held = rules.rack_size if rack is None else len(rack)
    if move.exchange_count > held:
        whose = "a rack" if rack is None else "the rack"
        raise IllegalMoveError(f"{whose} holds only {counted(held, 'tile')}", where=str(move))
    if rack is not None and not rack.contains(move.tiles_used):
        raise IllegalMoveError(f"the rack {rack} does not hold all these tiles", where=str(move))


def _parse_play(match: re.Match[str], offset: int, board: Board, rack: Rack | None, rules: Rules) -> Move:
    try:
        row, column, direction = parse_square(match[1])
    except NotationError as error:
        _raise_at(error, offset)
    letters = _parse_letters(match[2], offset + match.start(2), board.tile_set)
    word, placed = _resolve_letters(letters, board, row, column, direction, text=match[0])
    move = Move.play(board.tile_set, row, column, direction, word, placed)
    check_placement(board, move, rack)
    move = normalize_play(board, move)
    return replace(move, score=score_play(board, rules, move))


def _parse_letters(text: str, offset: int, tile_set: TileSet) -> list[_Letter]:
    """Parse the text of a word: tiles, dots, and tiles or dots in parentheses."""
    letters: list[_Letter] = []
    opened = None
    position = 0
    while position < len(text):
        symbol = text[position]
        if symbol == "(" and opened is None:
            opened = position
        elif symbol == ")" and opened is not None and opened < position - 1:
            opened = None
        elif symbol == ".":
            letters.append(_Letter(0, through=True))
        elif symbol in "()":
            raise MoveSyntaxError(f"stray {symbol}", column=offset + position + 1, expected=_FORMS)
        else:
            try:
                byte, position = tile_set.read_board_tile(text, position)
            except NotationError as error:
                _raise_at(error, offset)
            letters.append(_Letter(byte, through=opened is not None))
            continue
        position += 1
    if opened is not None:
        raise MoveSyntaxError("a parenthesis is not closed", column=offset + opened + 1, expected=")")
    return letters


def _resolve_letters(
    letters: list[_Letter], board: Board, row: int, column: int, direction: Direction, *, text: str
) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return the word and which of its tiles are laid, with the board's tiles for those played through."""
    down, right = direction.step
    word, placed = [], []
    for distance, letter in enumerate(letters):
        square = row + distance * down, column + distance * right
        if not board.layout.holds(*square):
            raise IllegalMoveError(
                f"the word does not fit on a board of {board.layout.rows} x {board.layout.columns}",
                where=quote(text),
            )
        board.check_open(*square, quote(text))
        here = board[square]
        if letter.through and not here:
            raise IllegalMoveError(
                f"{square_name(*square)} is empty, there is no tile to play through", where=quote(text)
            )
        if here and letter.byte and (here ^ letter.byte) & ~BLANK_FLAG:
            mine, theirs = board.tile_set.board_text(letter.byte), board.tile_set.board_text(here)
            raise IllegalMoveError(f"{square_name(*square)} holds {theirs}, not {mine}", where=quote(text))
        word.append(here or letter.byte)
        placed.append(not here)
    return tuple(word), tuple(placed)


def _raise_at(error: NotationError, offset: int) -> NoReturn:
    """Raise the error of a part as one of the whole text, where the part begins at `offset`."""
    column = offset + (error.column or 1)
    raise MoveSyntaxError(error.problem, column=column, expected=error.expected, cure=error.cure) from None
