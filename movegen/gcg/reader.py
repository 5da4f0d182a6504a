"""Reading GCG files, the game records of clubs, servers and engines.

Every record is replayed: plays are laid on the board, scores and totals computed again. A wrong figure gives
a warning, and the right one is used; an impossible event is a `GcgError`, which says how to read what comes
before it.
"""

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from movegen.board import Move, parse_move
from movegen.errors import GcgError, IllegalMoveError, NotationError, PositionError, quote
from movegen.game import Event, EventKind, Game, GcgWarning, Player, Pragma, breaches, missing_tiles
from movegen.gcg.grammar import EventLine, Field, parse_event_line
from movegen.gcg.same_names import is_shared, number_names, player_meant
from movegen.gcg.text import Decoded, LogicalLine, decode, decode_text, logical_lines, read_bytes
from movegen.gcg.variant_pragmas import VARIANT_PRAGMAS, find_variant
from movegen.gcg.writer import format_gcg, write_gcg
from movegen.numbers import show_value
from movegen.variant import Rack, Variant, advise_rules

__all__ = ["GcgWarning", "format_gcg", "parse_gcg", "read_gcg", "write_gcg"]

MAX_EVENTS = 2000
"""The limit of the events of a record; a real game has a few dozen."""

_PLAYER_PRAGMAS = {f"player{number}": number for number in range(1, 5)}
_RACK_PRAGMAS = {f"rack{number}": number for number in range(1, 5)}
_DESCRIPTIONS = (
    "note", "title", "description", "id", "incomplete", "style", "tile-set", "event", "date", "time",
    "location", "round", "table", "source", "author", "annotator", "copyright", "",
)  # fmt: skip
_KNOWN_PRAGMAS = frozenset(
    (*_PLAYER_PRAGMAS, *_RACK_PRAGMAS, *VARIANT_PRAGMAS, "character-encoding", "lexicon", *_DESCRIPTIONS)
)
"""The pragmas that have a meaning here, and those that only describe a game."""
_COUNTED = frozenset((EventKind.END_RACK_BONUS, EventKind.END_RACK_PENALTY))


def read_gcg(
    source: str | Path,
    *,
    strict: bool = False,
    variant: Variant | None = None,
    default: Variant | None = None,
    until: int | None = None,
) -> Game:
    """Read a game record.

    `source` is a path, "-" for standard input, or the text of a record (recognized by its line breaks). With
    `strict`, warnings are errors, except those about unknown pragmas. `variant` is that of the game. Without
    it the record's pragmas say it, and `default` applies where they do not: by default the standard game with
    the tiles of the lexicon that the record names. With `until`, the record is read up to this turn only,
    from 1.
    Raises GcgError with file, line, column and the expected text.

    >>> game = read_gcg("jackdaw/samples/ann_v_ben.gcg")
    >>> game.scores
    (503, 362)
    """
    if isinstance(source, str) and "\n" in source:
        return parse_gcg(source, strict=strict, variant=variant, default=default, until=until)
    if not isinstance(source, str | Path):
        raise GcgError(f"{show_value(repr(source))} is not a file", cure="give its path, or its text")
    file = "standard input" if source == "-" else source
    return parse_gcg(
        read_bytes(source), file=file, strict=strict, variant=variant, default=default, until=until
    )


def parse_gcg(
    text: str | bytes,
    *,
    file: str | Path | None = None,
    strict: bool = False,
    variant: Variant | None = None,
    default: Variant | None = None,
    until: int | None = None,
) -> Game:
    r"""Read a game record from its text, or from the bytes of its file. `file` appears in error messages.

    See `read_gcg` for the other parameters.

    >>> game = parse_gcg("#player1 A Ann\n#player2 B Bob\n>A: AERWZ 8D WAREZ +42 42\n")
    >>> game.turns[0].move, game.warnings
    (<Move 8D WAREZ 42>, ())
    """
    if not isinstance(text, str | bytes):
        raise GcgError(
            f"{show_value(repr(text))} is not a record", cure="give its text or bytes; read_gcg reads a file"
        )
    decoded = decode(text, file) if isinstance(text, bytes) else decode_text(text, file)
    reader = _Reader(decoded, file, variant, until, default)
    try:
        game = reader.read()
    except GcgError as error:
        raise _advised(error, reader) from None
    faults = [warning for warning in game.warnings if warning not in reader.remarks]
    if strict and faults:
        warning = faults[0]
        raise GcgError(
            warning.message,
            file=file,
            line=warning.line,
            column=warning.column,
            cure="correct the record, or read it without strict",
        )
    return game


def _advised(error: GcgError, reader: "_Reader") -> GcgError:
    """Return the error with advice how to read the record nevertheless: by other rules, or only its start."""
    line, column = (error.line or 1) - 1, (error.column or 1) - 1
    rest = reader.decoded.text.split("\n")[line][column:]
    advice = reader.unknown_variant
    if advice is None and reader.game is not None and reader.variant is None:

        def read(variant: Variant) -> None:
            try:
                _Reader(reader.decoded, None, variant, reader.until).read()
            except GcgError as other:
                if (other.line or 1) <= line + 1:
                    raise

        advice = advise_rules(rest, read, reader.game.variant.tiles)
    if advice is None and reader.readable_turns > 0:
        advice = f"--until {reader.readable_turns} reads what comes before"
    if advice is None:
        return error
    return error.with_cure(f"{error.cure}; {advice}" if error.cure else advice, file=reader.file)


class _Reader:
    """A reader of one record, from its first line to its last or until a turn."""

    def __init__(
        self,
        decoded: Decoded,
        file: str | Path | None,
        variant: Variant | None,
        until: int | None = None,
        default: Variant | None = None,
    ) -> None:
        self.decoded = decoded
        self.file = file
        self.variant = variant
        self.default = default
        self.until = until
        self.turns = 0
        """The number of turns up to now."""
        self.readable_turns = 0
        """The number of turns that can be read without the line that is being read."""
        self.unknown_variant: str | None = None
        """What to do about a variant that the record names and that is not known."""
        self.remarks: list[GcgWarning] = []
        """The warnings that are no faults of the game."""
        self.warnings = list(decoded.warnings)
        self.head: list[LogicalLine] = []
        """The pragmas before the first event."""
        self.players: dict[int, Player] = {}
        self.rack_lines: dict[int, LogicalLine] = {}
        self.game: Game | None = None
        """The game up to now, from the first event on."""
        self.notes: list[str] = []
        """The notes on the last event."""
        self.nicknames: list[str] = []
        """The nicknames in the record, which players may share; those of the game are all different."""
        self.figures = _Figures()
        self.has_brackets = False
        """True if the record has brackets around tiles of several characters, and so around all of them."""

    def read(self) -> Game:
        last = 1
        for line in logical_lines(self.decoded.text, self.file):
            last = line.number
            if not line.is_event and self.is_another_game(line) and self.turns == self.until:
                break
            if not line.is_event:
                self.read_pragma(line)
            elif self.is_beyond(line):
                break
            else:
                self.readable_turns = self.turns
                event = parse_event_line(line.value, line.number, self.file)
                self.readable_turns -= not event.kind.is_turn
                self.read_event(event)
                self.turns += event.kind.is_turn
                self.readable_turns = self.turns - 1
        game = self.game or self.begin(last)
        game.add_note(*self.notes)
        self.check_racks(game)
        self.check_bonus(game)
        warnings = self.warnings + self.figures.warnings
        game.warnings = tuple(sorted(warnings, key=lambda warning: warning.line))
        return game

    def is_another_game(self, line: LogicalLine) -> bool:
        """Return whether a pragma names a player again after the events of a game."""
        return self.game is not None and _PLAYER_PRAGMAS.get(line.key) in self.players

    def is_beyond(self, line: LogicalLine) -> bool:
        """Return whether an event is the turn after the last one to read; keep its rack for that position."""
        game = self.game
        if self.until is None or game is None or self.turns < self.until:
            return False
        try:
            event = parse_event_line(line.value, line.number, self.file)
            if event.kind.is_turn and event.rack is not None:
                rack = game.variant.tiles.parse_rack(self.tiles_text(game, event.rack.text))
                game.add_pragma(f"rack{game.state.on_turn + 1}", str(rack))
        except NotationError:
            return True
        return event.kind.is_turn

    def read_pragma(self, line: LogicalLine) -> None:
        """Store a pragma, and apply those with a meaning here."""
        key = line.key
        if key in _RACK_PRAGMAS and self.until is not None and self.game is None:
            return  # the racks after the last turn of the whole record
        if key == "character-encoding":
            return  # the text has been decoded; `Game.encoding` has the encoding
        if key in _PLAYER_PRAGMAS:
            self.read_player(line, _PLAYER_PRAGMAS[key])
        if key in _RACK_PRAGMAS:
            self.rack_lines.setdefault(_RACK_PRAGMAS[key], line)
        if key not in _KNOWN_PRAGMAS:
            self.remarks.append(GcgWarning(line.number, f"unknown pragma #{line.name}; it is ignored", 1))
            self.warnings.append(self.remarks[-1])
        if self.game is None:
            self.head.append(line)
            return
        if key == "note":
            self.notes.append(line.value)
            return
        if key in VARIANT_PRAGMAS:
            self.warn(line.number, line.column, f"#{key} after the first event is ignored")
        self.game.add_pragma(line.name, line.value)

    def read_player(self, line: LogicalLine, number: int) -> None:
        nickname, _, name = line.value.replace("\t", " ").replace("\n", " ").partition(" ")
        if self.is_another_game(line):
            self.readable_turns = self.turns
            self.fail(line.number, 1, f"#{line.key} begins another game", "a file for each game")
        if self.game is not None:
            self.fail(line.number, 1, f"#{line.key} after the first event", "all players before it")
        if number in self.players:
            self.fail(line.number, 1, f"a second #{line.key}", "each player once")
        if not nickname:
            self.fail(line.number, line.column, f"#{line.key} names no player", "a nickname and a name")
        self.players[number] = Player(nickname, name)

    def begin(self, line: int) -> Game:
        """Return the game before its first event, once its players and its variant are known."""
        for number in range(1, max(2, *self.players) + 1 if self.players else 3):
            if number not in self.players:
                self.fail(line, 1, f"#player{number} is missing", "all players before the first event")
        variant = self.variant or self.named_variant()
        recorded = [self.players[number] for number in sorted(self.players)]
        self.nicknames = [player.nickname for player in recorded]
        players = number_names(recorded)
        if is_shared(self.nicknames):
            names = " and ".join(player.nickname for player in players)
            self.warn(line, 1, f"players have the same nickname; they are told apart by turns, as {names}")
        pragmas = [Pragma(head.name, self.value(head, players)) for head in self.head]
        try:
            self.game = Game(variant, players, pragmas=pragmas, encoding=self.decoded.encoding)
        except PositionError as error:
            raise GcgError(error.problem, file=self.file, line=line, cure=error.cure) from None
        self.figures.begin(len(players))
        if "[" in self.decoded.text:
            lines = map(str.lstrip, self.decoded.text.split("\n"))
            events = "\n".join(each for each in lines if each.startswith((">", "#rack")))
            self.has_brackets = variant.tiles.has_bracketed(events)
        return self.game

    def value(self, head: LogicalLine, players: list[Player]) -> str:
        """Return the value of a pragma, for a player with the names by which players are told apart."""
        number = _PLAYER_PRAGMAS.get(head.key)
        if number is None or not is_shared(self.nicknames):
            return head.value
        player = players[number - 1]
        return f"{player.nickname} {player.name}".rstrip(" ")

    def named_variant(self) -> Variant:
        keys = (*VARIANT_PRAGMAS, "lexicon")
        lines = {line.key: line for line in reversed(self.head) if line.key in keys}
        variant, messages = find_variant({key: line.value for key, line in lines.items()}, self.default)
        for key, message in messages.items():
            self.warn(lines[key].number, lines[key].column, message)
            self.unknown_variant = (
                f"line {lines[key].number} names the unknown {key} {quote(lines[key].value)}: give the file"
                " of its rules (--rules FILE)"
            )
        return variant

    def read_event(self, line: EventLine) -> None:
        """Replay an event and add it to the game."""
        game = self.game or self.begin(line.line)
        game.add_note(*self.notes)
        self.notes.clear()
        if self.figures.events == MAX_EVENTS:
            self.fail(line.line, 1, f"more than {MAX_EVENTS:,} events", "a game record (GCG)")
        event = Event(
            kind=line.kind,
            player=self.player_named(line, game),
            rack=self.rack(game, line.rack, line.line) if line.rack else None,
            move=self.move(game, line) if line.kind.is_turn else None,
            score=int(line.score.text),
            tiles=self.rack(game, line.action, line.line) if line.kind in _COUNTED else None,
            comment=line.comment,
            line=line.line,
        )
        if line.rack and event.rack is not None:
            rack = self.full_rack(game, event, line.rack.text)
            event = event if rack is event.rack else replace(event, rack=rack)
        for breach in breaches(game.state, event):
            column = _column(line, breach.field)
            if breach.grave:
                self.fail(line.line, column, breach.problem, breach.expected)
            self.warn(line.line, column, str(breach))
        self.figures.check(line, game.add(event))

    def player_named(self, line: EventLine, game: Game) -> int:
        nickname = line.nickname.text
        if nickname not in self.nicknames:
            problem = f"unknown player {quote(nickname)}"
            self.fail(line.line, line.nickname.column, problem, " or ".join(dict.fromkeys(self.nicknames)))
        same = [player for player, name in enumerate(self.nicknames) if name == nickname]
        return same[0] if len(same) == 1 else player_meant(line, game.state, same, self.figures.totals)

    def rack(self, game: Game, field: Field, line: int) -> Rack:
        try:
            return game.variant.tiles.parse_rack(self.tiles_text(game, field.text))
        except NotationError as error:
            self.fail(line, field.column + (error.column or 1) - 1, error.problem, error.expected)

    def full_rack(self, game: Game, event: Event, text: str) -> Rack | None:
        """Return the rack, which only single tiles make full if LL is two of them: AELLRST in Spanish."""
        tiles, rack = game.variant.tiles, event.rack
        apart = tiles.bracket_single(text)
        if apart == text or rack is None or len(rack) >= game.state.rack_sizes[event.player]:
            return rack
        singles = tiles.parse_rack(apart)
        fits = len(singles) == game.state.rack_sizes[event.player]
        return singles if fits and singles.contains(event.tiles_used or Rack.empty(tiles)) else rack

    def tiles_text(self, game: Game, text: str) -> str:
        """Return a rack or a move in which single tiles side by side cannot be taken for a longer one."""
        if not self.has_brackets:
            return text
        coordinates, space, tiles = text.rpartition(" ")
        return f"{coordinates}{space}{game.variant.tiles.bracket_single(tiles)}"

    def move(self, game: Game, line: EventLine) -> Move:
        action = line.action
        try:
            return parse_move(self.tiles_text(game, action.text), game.state.board, rules=game.variant.rules)
        except NotationError as error:
            self.fail(line.line, action.column + (error.column or 1) - 1, error.problem, error.expected)
        except IllegalMoveError as error:
            problem = f"{error.where}: {error.problem}" if error.where else error.problem
            cure = error.cure
        raise GcgError(problem, file=self.file, line=line.line, column=action.column, cure=cure)

    def check_racks(self, game: Game) -> None:
        """Check the racks of an unfinished game, and warn of one whose tiles are not left."""
        tiles, rack_size = game.variant.tiles, game.variant.rules.rack_size
        usable = game.racks
        for number, line in self.rack_lines.items():
            if number > len(game.players):
                self.fail(line.number, 1, f"#{line.key} without #player{number}", "the rack of a player")
            rack = self.rack(game, Field(line.value, line.column), line.number)
            if len(rack) > rack_size:
                self.fail(line.number, line.column, f"{len(rack)} tiles on a rack", f"at most {rack_size}")
            if excess := missing_tiles(rack, Rack(tiles, tiles.counts)):
                self.fail(line.number, line.column, f"{excess} more than {tiles.name} has", "another rack")
            if rack and usable[number - 1] is None and not game.is_finished:
                self.warn(
                    line.number, line.column, f"the rack {rack} has tiles that are not left; it is not used"
                )

    def check_bonus(self, game: Game) -> None:
        """Warn when the tiles left are counted once for one player, and not against the other."""
        bonus = next((event for event in game.events if event.kind is EventKind.END_RACK_BONUS), None)
        if bonus is None or bonus.tiles is None or len(game.players) > 2 or game.state.penalized:
            return
        points = bonus.tiles.points
        if bonus.score == points != 0:
            message = f"{points:+d} for the tiles left, which the other player does not lose"
            self.warn(bonus.line or 1, 1, f"{message}; expected {2 * points:+d}")

    def warn(self, line: int, column: int, message: str) -> None:
        self.warnings.append(GcgWarning(line, message, column))

    def fail(self, line: int, column: int, problem: str, expected: str | None) -> NoReturn:
        raise GcgError(problem, file=self.file, line=line, column=column, expected=expected) from None


class _Figures:
    """A comparison of the scores and totals of a file with the right ones."""

    def __init__(self) -> None:
        self.warnings: list[GcgWarning] = []
        self.events = 0
        self.totals: list[int] = []
        """The last total of each player in the file, right or wrong."""
        self.before_unscored: int | None = None
        """The number of warnings before the last event, if that is a play recorded without points."""

    def begin(self, players: int) -> None:
        self.totals = [0] * players

    def check(self, line: EventLine, event: Event) -> None:
        """Compare a line with its event by the rules, and warn of differences."""
        score, total = int(line.score.text), int(line.total.text)
        self.events += 1
        if event.kind is EventKind.WITHDRAWN and score == 0 and self.before_unscored is not None:
            # Some programs record a phony without points, and then take none back.
            del self.warnings[self.before_unscored :]
            score = event.score
        self.before_unscored = len(self.warnings) if event.kind is EventKind.PLAY and score == 0 else None
        if score != event.score:
            self.warn(line, line.score, "score", event.score)
        # A total may repeat an earlier error, which has its own warning.
        if total not in (event.total, self.totals[event.player] + score):
            self.warn(line, line.total, "total", event.total)
        self.totals[event.player] = total

    def warn(self, line: EventLine, field: Field, name: str, right: int) -> None:
        message = f"the {name} is {field.text} in the record, but {right} by the rules"
        self.warnings.append(GcgWarning(line.line, message, field.column))


def _column(line: EventLine, field: str) -> int:
    """Return the column of the part of an event that a breach is about."""
    fields = {"player": line.nickname, "rack": line.rack, "score": line.score}
    return (fields.get(field) or line.action).column
