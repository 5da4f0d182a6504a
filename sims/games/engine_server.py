"""Jackdaw as an engine for others: a strategy's moves in answer to the lines of docs/engines.md.

>>> from movegen import Lexicon
>>> from strategy import load_strategy
>>> words = Lexicon.load()
>>> server = EngineServer(load_strategy("static"), lambda position: (words, []))
>>> board = "/".join(["15"] * 15)
>>> server.answer(f"position cgp {board} AEINRST/ 0/0 0".encode()), server.answer(b"go movetime 1000")
([], ['bestmove 8B.ANESTRI'])
"""

import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from movegen.errors import ConfigError, JackdawError, one_line, quote
from movegen.lexicon import Lexicon
from movegen.position import Position, read_cgp
from movegen.variant import Variant
from sims.engines import (
    BEST_MOVE,
    ERROR,
    GO,
    GREETED,
    GREETING,
    MAX_LINE,
    NEW_GAME,
    PING,
    PONG,
    QUIT,
    STOP,
    move_text,
)
from sims.games.move_chooser import MoveChooser, check_players, even_seconds, seconds_for_move
from strategy.players import ProgramStrategy, Strategy
from strategy.search_control import NO_CONTROL, SearchControl

LexiconFinder = Callable[[Position], tuple[Lexicon, list[str]]]
"""Returns the lexicon for a position, with notes about it."""

_POSITION = "position cgp"
_SHARE = 0.95
"""The part of the time for a move that is used, so that the answer is not late."""
_MOVES = re.compile(r"(?:^|[\s;])moves(?:\s|$)")
_IGNORED = (NEW_GAME, STOP, "debug", "register")
_COMMANDS = ("ucgi", "isready", "ucginewgame", "position cgp", "go", "quit")


class EngineServer:
    """Answers questions about positions.

    An answer depends on the position, the strategy and the seed alone, unless time limits it. `variant` is
    the one of positions that name none, by default the standard game with the tiles of their lexicon.

    Attributes
    ----------
    is_over: the other side has asked to quit.

    Raises ConfigError for a strategy that is a program itself.
    """

    def __init__(
        self,
        strategy: Strategy,
        find_lexicon: LexiconFinder,
        *,
        variant: Variant | None = None,
        title: str = "Jackdaw",
        seed: int = 0,
    ) -> None:
        if isinstance(strategy, ProgramStrategy):
            raise ConfigError(
                f"{strategy.name} is an outside program, and no engine of Jackdaw",
                cure="name a strategy that is static or simulates",
            )
        self.is_over = False
        self._strategy = strategy
        self._find_lexicon = find_lexicon
        self._variant = variant
        self._title = title
        self._seed = seed
        self._position: Position | None = None

    def answer(self, line: bytes, control: SearchControl[Any] = NO_CONTROL) -> list[str]:
        """Return the lines that answer a line; one `error` line for one that is wrong.

        `control` stops a simulation or search, whose best move so far is the answer.
        """
        try:
            if len(line) > MAX_LINE:
                raise JackdawError(f"a line of more than {MAX_LINE:,} bytes")
            return self._run(_decode(line), control)
        except JackdawError as error:
            return [f"{ERROR} {one_line(str(error))}"]
        except MemoryError:
            return [f"{ERROR} there is not enough memory"]

    def _run(self, line: str, control: SearchControl[Any]) -> list[str]:
        word, _, rest = line.strip().partition(" ")
        if word == GREETING:
            return [f"id name {one_line(self._title)}", GREETED]
        if word == PING:
            return [PONG]
        if word == GO:
            return self._best_move(rest.split(), control)
        if word == "position":
            self._position = None
            self._position = self._read_position(rest.strip())
        elif word == QUIT:
            self.is_over = True
        elif word == "setoption":
            raise JackdawError("there are no options", cure="give them on the command line")
        elif word and word not in _IGNORED:
            raise JackdawError(f"unknown command {quote(word)}", cure=f"known: {', '.join(_COMMANDS)}")
        return []

    def _best_move(self, words: list[str], control: SearchControl[Any]) -> list[str]:
        position = self._position
        if position is None:
            raise JackdawError("there is no position", cure="send one first: position cgp ...")
        if not position.rack:
            raise JackdawError("the rack of the player on turn is not known", where=_POSITION)
        check_players([self._strategy], position.players)
        lexicon, notes = self._find_lexicon(position)
        key = blake2b(position.cgp().encode(errors="replace"), digest_size=7).digest()
        chooser = MoveChooser(lexicon, self._seed, int.from_bytes(key, "little"))
        seconds = self._seconds(position, words)
        move, _ = chooser.choose_in(self._strategy, position, seconds=seconds, control=control)
        return [
            *(f"info string {note}" for note in notes),
            f"{BEST_MOVE} {move_text(move)}",
        ]

    def _read_position(self, text: str) -> Position:
        """Read the words after `position`. Raises CgpError, or JackdawError for words other than `cgp`."""
        kind, _, cgp = text.partition(" ")
        if kind != "cgp":
            raise JackdawError(f"{quote(kind)} after `position`", cure="send: position cgp ...")
        if _MOVES.search(cgp):
            raise JackdawError("`moves` after a position", cure="send the position after these moves")
        return read_cgp(cgp, variant=self._variant, file=_POSITION)

    def _seconds(self, position: Position, words: list[str]) -> float | None:
        """Return the time for a move; None without a limit."""
        limit, left = _number(words, "movetime"), _number(words, "1time")
        rack_size = position.rules.rack_size
        limits = [
            even_seconds(self._strategy, position) if left is None else None,
            None if limit is None else max(0.01, limit * _SHARE),
            None if left is None else seconds_for_move(left, position.bag_count, rack_size),
        ]
        return min((each for each in limits if each is not None), default=None)


def _decode(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise JackdawError(f"byte {error.start + 1} is not UTF-8") from None


def _number(words: list[str], name: str) -> float | None:
    """Return the seconds after a word in a list; the number is in milliseconds. None without the word."""
    if name not in words:
        return None
    text = "".join(words[words.index(name) + 1 :][:1])
    if not re.fullmatch("-?[0-9]{1,12}", text):
        raise JackdawError(f"{quote(text)} after {name}", cure="expected a number of milliseconds")
    return max(0, int(text)) / 1000
