"""The dialogue of `jackdaw line try`: moves and replies from a turn of a game, saved as named lines."""

from collections.abc import Callable, Iterator
from pathlib import Path

from jackdaw.console import EMPTY, Line, notify_written, show, styled
from jackdaw.lines.line_moves import parse_line_move
from jackdaw.lines.line_views import lines_view
from jackdaw.text import METHODS, moves_view, position_lines
from movegen.counts import counted
from movegen.errors import JackdawError, one_line, quote
from movegen.game import Game
from movegen.lines import Line as GameLine
from movegen.lines import LineError, add_line, read_line_records, write_lines
from movegen.position import Position
from sims.analysis import Analyzer
from strategy.analysis import analyze_position

HELP = (
    "Type a move (8D WAREZ, exch QV, pass), with a rack if you like (AERWZ: 8D WAREZ), or: best (the engine"
    " moves), moves, rack TILES, draw, back, show, save NAME, turn N, help, quit."
)
_SHOWN_MOVES = 10


class LineDialogue:
    """A dialogue on one game. `file` is where lines are saved."""

    def __init__(self, game: Game, turn: int, file: Path, analyzer: Analyzer, *, seed: int = 0) -> None:
        """Begin before a turn. Raises PositionError if there is no such turn."""
        self._game, self._file, self._analyzer, self._seed = game, file, analyzer, seed
        self.line = GameLine.begin(game, turn)
        self._is_saved = True
        self._commands: dict[str, Callable[[str], None]] = {
            "best": self._play_best, "moves": self._list_moves, "rack": self._set_rack, "draw": self._draw,
            "back": self._take_back, "show": self._show, "save": self._save, "turn": self._go_to,
            "help": lambda _: show([styled(HELP)]),
        }  # fmt: skip

    @property
    def has_unsaved_moves(self) -> bool:
        """True if the line has moves that are not saved."""
        return bool(self.line.moves) and not self._is_saved

    def run(self, read: Callable[[], str | None]) -> None:
        """Read lines until `quit` or the end of the input; `read` returns the next one, None at the end."""
        self._show("")
        while (text := read()) is not None and text.strip().casefold() not in ("quit", "q"):
            if not text.strip():
                continue
            word, _, rest = text.strip().partition(" ")
            command = self._commands.get(word.casefold())
            try:
                if command is None:
                    self._become(parse_line_move(self.line, text))
                else:
                    command(rest.strip())
            except JackdawError as error:
                show([styled(one_line(str(error)), "yellow")])

    def _play_best(self, _: str) -> None:
        analysis = self._analyzer.position(self._known_position())
        best = analysis.best
        assert best is not None
        chance = analysis.evaluation.win_chance(best.move)
        wins = "" if chance is None else f", wins {100 * chance:.1f} %"
        show([styled(f"Best by {METHODS[analysis.method]}: {best.move} for {best.move.score}{wins}.")])
        self._become(self.line.play(best.move, self.line.rack))

    def _list_moves(self, _: str) -> None:
        analysis = analyze_position(self._known_position(), self._analyzer.lexicon, self._analyzer.strategy)
        show(moves_view(analysis, analysis.candidates.first(_SHOWN_MOVES, None)))

    def _known_position(self) -> Position:
        """Return the position to play. Raises LineError unless all tiles of the rack are known."""
        position, line = self.line.current_position(), self.line
        if len(position.rack) < line.game.state.rack_sizes[line.on_turn]:
            cure = "give it by rack TILES, or let draw complete it"
            raise LineError(f"the rack is {'only partly' if len(position.rack) else 'not'} known", cure=cure)
        return position

    def _set_rack(self, text: str) -> None:
        self._change(self.line.with_rack(text))

    def _draw(self, _: str) -> None:
        self._change(self.line.draw(self._seed))

    def _take_back(self, _: str) -> None:
        self._become(self.line.back())

    def _go_to(self, text: str) -> None:
        """Begin another line at a turn."""
        if not text.isdecimal():
            raise LineError(f"{quote(text)} is not a turn", cure="type turn and its number")
        self._change(GameLine.begin(self._game, int(text)), is_saved=True)

    def _save(self, name: str) -> None:
        """Save the line, instead of what it was saved as before."""
        named = self.line.with_name(name)
        records = read_line_records(self._file) if self._file.exists() else ()
        write_lines(self._file, add_line(records, named, replace=name == self.line.name))
        self.line, self._is_saved = named, True
        notify_written(str(self._file))

    def _become(self, line: GameLine) -> None:
        self._change(line, is_saved=not line.moves)

    def _change(self, line: GameLine, *, is_saved: bool | None = None) -> None:
        self.line = line
        self._is_saved = self._is_saved if is_saved is None else is_saved
        self._show("")

    def _show(self, _: str) -> None:
        show(self._view())

    def _view(self) -> Iterator[Line]:
        yield EMPTY
        yield from lines_view([self.line], self._game)
        if self.line.is_finished:
            yield styled("The game is over: back takes a move back.")
            return
        position, names = self.line.current_position(), self._game.display_names
        yield EMPTY
        yield from position_lines(position, names)
        yield EMPTY
        held = self.line.game.state.rack_sizes[position.on_turn]
        unknown = held - len(position.rack)
        some = f", and {counted(unknown, 'unknown tile')}" if unknown else ""
        turn = self.line.turn + len(self.line.moves)
        rack = f"{position.rack or 'no known tiles'}{some}"
        yield styled(f"Turn {turn}: {names[position.on_turn]} to move, {rack}.")
