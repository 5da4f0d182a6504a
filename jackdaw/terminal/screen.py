"""The screen of `jackdaw play`: the board in colours, rack, clocks, what happened, and a line to type in.

The line takes the commands of a script (`jackdaw.terminal.commands`), and what is typed is checked while it
is typed. Keys are short for such lines.
"""

import os
import random
import re
from enum import Enum
from threading import Thread
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from jackdaw.layout import text_width
from jackdaw.terminal.colours import Palette, board_text, board_width, cell_width, palette, rack_text
from jackdaw.terminal.commands import Commands, is_move
from jackdaw.terminal.table import Table
from jackdaw.terminal.telling import bag_count, clock_text, last_play, not_words, scores_text
from movegen.errors import JackdawError
from movegen.moves import Move, MoveKind
from sims.play import Action, DuplicateGame, FreeGame, Mode
from sims.play.free_game import Step

_SIDE = 28
"""The fewest columns beside the board."""
_WIDE_CELL = 3
_SIDE_OF_WIDE = 46
"""The fewest columns beside the board for squares to be wider than they must."""
_LINES_BELOW = 2
_KEPT_LINES = 500
_COORDINATES = re.compile("[0-9]+[A-Za-z]?|[A-Za-z][0-9]+")
_AWAITED = "awaited"
_TITLES = {Mode.FREE: "Free game", Mode.DUPLICATE: "Duplicate", Mode.TRAINING: "Training"}
_HELPS = ("f2", "f3")
_FIRST_KEYS = {
    "f1": ("Help", "help"),
    "f2": ("Hint", "obey('hint')"),
    "f3": ("Kibitz", "kibitz"),
    "f4": ("Shuffle", "shuffle"),
}
_LAST_KEYS = {"f9": ("History", "obey('history')"), "f10": ("Quit", "quit")}
_KEYS = {
    Mode.FREE: {
        **_FIRST_KEYS,
        "f5": ("Challenge", "obey('challenge')"),
        "f6": ("Bag", "obey('unseen')"),
        **_LAST_KEYS,
    },
    Mode.DUPLICATE: {**_FIRST_KEYS, "f6": ("Bag", "obey('unseen')"), **_LAST_KEYS},
    Mode.TRAINING: {
        **_FIRST_KEYS,
        "f5": ("Draw", "obey('draw')"),
        "f7": ("Back", "obey('back')"),
        "f8": ("Forward", "obey('forward')"),
        "f10": ("Quit", "quit"),
    },
}
"""What keys do in each mode, as they are listed below: what they are called, and the action."""
_PROMPT = "8D WORD plays; F1 or help: all commands"


class Said(Enum):
    """For whom a line is that stands on the screen."""

    TO_ALL = 0
    TO_ONE = 1
    """Only for the player who is at the terminal now."""
    WRONG = 2
    """The same, and something is wrong."""


class EngineMoved(Message):
    """An engine knows what to do, or has failed."""

    def __init__(self, found: Action | Exception) -> None:
        super().__init__()
        self.found = found


class HelpScreen(ModalScreen[None]):
    """All commands and keys, until a key closes it."""

    CSS = """
    #help { padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,f1,q", "app.pop_screen", "Close"),
        Binding("pageup,up", "scroll(-1)", "Up"),
        Binding("pagedown,down", "scroll(1)", "Down"),
    ]

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The lines, which may be more than there is room for."""
        with VerticalScroll(id="help"):
            yield Static(Text("\n".join(self._lines)))

    def action_scroll(self, by: int) -> None:
        """Page through them."""
        box = self.query_one("#help", VerticalScroll)
        (box.scroll_page_up if by < 0 else box.scroll_page_down)(animate=False)


class PlayScreen(App[None]):
    """Plays a game with those who sit at this terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #game, #small { height: 1fr; }
    #side { padding: 0 1; }
    #board { width: auto; height: auto; }
    #heading { text-style: bold; }
    #heading, #players, #rack { height: auto; }
    #rack { margin: 1 0; }
    #happened { height: 1fr; scrollbar-size-vertical: 1; }
    #status { height: 1; padding: 0 1; background: $panel; }
    #entry { height: 1; border: none; padding: 0 1; background: $surface; }
    #entry:focus { border: none; }
    #small { display: none; content-align: center middle; }
    #keys { height: 1; padding: 0 1; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,f10", "quit", "Quit", priority=True),
        Binding("escape", "clear", "Clear", show=False),
        Binding("pageup", "scroll(-1)", "Up", show=False),
        Binding("pagedown", "scroll(1)", "Down", show=False),
    ]

    def __init__(self, table: Table, *, is_dark: bool = True) -> None:
        super().__init__()
        self.table = table
        self.theme = "textual-dark" if is_dark else "textual-light"
        self._commands = Commands(table)
        self._told: list[tuple[str, Said]] = []
        self._order: list[int] = []
        self._thread: Thread | None = None
        self._tentative: Move | None = None
        self._status = ""
        self._kibitzes = False
        self._cell = self._least_cell = cell_width(table.session.variant.tiles)
        self._seat: int | None = None
        self._is_ready = True
        self._fault = ""
        self._bind_keys()

    @property
    def is_thinking(self) -> bool:
        """Whether an engine is at work."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_hidden(self) -> bool:
        """Whether the player who is to act has not said yet that the others look away."""
        return not self._is_ready and self.table.seat is not None

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        with Horizontal(id="game"):
            yield Static(id="board")
            with Vertical(id="side"):
                yield Static(id="heading")
                yield Static(id="players")
                yield Static(id="rack")
                with VerticalScroll(id="happened", can_focus=False):
                    yield Static(id="told")
        yield Static(id="small")
        yield Static(id="status")
        yield Input(id="entry", placeholder=_PROMPT, select_on_focus=False)
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin, or go on with the game."""
        self.query_one("#entry", Input).focus()
        self.set_interval(0.5, self._tick)
        keys = Text(no_wrap=True)
        for key, (description, _) in self._keys.items():
            keys.append(key.upper(), "bold").append(f" {description} ")
        self.query_one("#keys", Static).update(keys)
        if len(self.table.session.actions):
            self._tell([f"Resumed. {scores_text(self.table.session)}."], Said.TO_ALL)
        self._next_turn()

    def on_resize(self, event: Resize) -> None:
        """Fit the board to the terminal, or say how much it needs."""
        board, width, height = self.table.session.board, event.size.width, event.size.height
        needs = board_width(board, self._least_cell) + 1 + _SIDE, board.layout.rows + 1 + _LINES_BELOW
        fits = width >= needs[0] and height >= needs[1]
        self.query_one("#game").display = fits
        small = self.query_one("#small", Static)
        small.display = not fits
        small.update(
            f"This board needs {needs[0]} columns and {needs[1]} rows; there are {width} and {height}. "
            "Enlarge the terminal: nothing is lost."
        )
        self.query_one("#keys").display = height > needs[1]
        is_wide = width >= board_width(board, _WIDE_CELL) + 1 + _SIDE_OF_WIDE
        self._cell = max(self._least_cell, _WIDE_CELL) if is_wide else self._least_cell
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Check what is typed."""
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed, or show the rack to whom it belongs."""
        if self.is_hidden:
            self._is_ready = True
            self.table.start_clock()
            event.input.clear()
            self._show()
        elif event.value.strip() and self.action_obey(event.value):
            event.input.clear()

    def action_obey(self, line: str) -> bool:
        """Obey a line; whether that went well."""
        if self.is_hidden or (self.is_thinking and line.split()[0].lower() not in _WHILE_THINKING):
            return False
        if line.strip().lower() == "help":
            self.action_help()
            return True
        session = self.table.session
        done = len(session.actions)
        try:
            told = self._commands.obey(line)
        except JackdawError as error:
            if str(error) != self._status:
                self._tell([str(error)], Said.WRONG)
            return False
        has_acted = len(session.actions) > done
        self._tell(told, Said.TO_ALL if has_acted else Said.TO_ONE)
        if self._commands.is_over:
            self.exit()
        elif has_acted:
            self._next_turn()
        return True

    def action_help(self) -> None:
        """Show all commands and keys."""
        keys = [f"{key.upper():4} {description}" for key, (description, _) in self._keys.items()]
        also = ["Esc  clear the line", "PgUp, PgDn  page through what happened", "", "Esc closes this."]
        self.push_screen(HelpScreen([*self._commands.helped(), "", *keys, *also]))

    def action_kibitz(self) -> None:
        """Show the best moves; in training, or no longer, after each step."""
        if self.table.session.mode is Mode.TRAINING:
            self._kibitzes = not self._kibitzes
        if self._kibitzes or self.table.session.mode is not Mode.TRAINING:
            self.action_obey("kibitz")

    def action_shuffle(self) -> None:
        """Lay the tiles of the rack in another order."""
        before = list(self._order)
        while len({*before}) > 1 and self._order == before:
            random.shuffle(self._order)
        self._show()

    def action_clear(self) -> None:
        """Take back what was typed."""
        self.query_one("#entry", Input).clear()

    def action_scroll(self, by: int) -> None:
        """Page through what happened."""
        box = self.query_one("#happened", VerticalScroll)
        (box.scroll_page_up if by < 0 else box.scroll_page_down)(animate=False)

    def _bind_keys(self) -> None:
        keys = _KEYS[self.table.session.mode]
        self._keys = {key: what for key, what in keys.items() if self.table.may_ask or key not in _HELPS}
        for key, (description, action) in self._keys.items():
            self.bind(key, action, description=description)

    def _next_turn(self) -> None:
        """Hand over to whoever has to act now."""
        seat = self.table.seat
        if self.table.session.people > 1 and seat not in (None, self._seat):
            self._seat, self._is_ready = seat, False
            self.table.hold_clock()
            self._told = [each for each in self._told if each[1] is Said.TO_ALL]
            self._show_told()
        if self.table.engine is not None:
            self._thread = Thread(target=self._think, args=(self.table.engine,), daemon=True)
            self._thread.start()
        elif self._kibitzes and seat is not None and len(self.table.session.rack(seat)):
            self.action_obey("kibitz")
        self._show()

    def _think(self, seat: int) -> None:
        """In a thread of its own: what an engine does."""
        found: Action | Exception
        try:
            found = self.table.session.machine_action(seat)
        except Exception as error:
            found = error
        self.post_message(EngineMoved(found))

    def on_engine_moved(self, message: EngineMoved) -> None:
        """Let an engine act that has thought."""
        found = message.found
        self._thread = None
        if isinstance(found, JackdawError):
            self._fault = f"{found}. The game is saved; F10 ends."
            self._show()
            return
        if isinstance(found, Exception):
            raise found
        self._tell(self.table.do(found), Said.TO_ALL)
        self._next_turn()

    def _tick(self) -> None:
        """The clocks run; who is late in a duplicate game has no answer."""
        seat = self.table.seat
        if self.table.session.setting.clock is None or self.table.session.is_over:
            return
        left = None if seat is None else self.table.seconds_left(seat)
        if self.table.session.mode is Mode.DUPLICATE and left is not None and left < 0:
            self._tell(self.table.no_answer(), Said.TO_ALL)
            self.action_clear()
            self._next_turn()
        self._show_side(palette(self.current_theme.dark))

    def _tell(self, lines: list[str], said: Said) -> None:
        self._told = [*self._told, *((line, said) for line in lines)][-_KEPT_LINES:]
        self._show_told()

    def _show_told(self) -> None:
        bad = Style(color=palette(self.current_theme.dark)["bad"], bold=True)
        text = Text()
        for line, kind in self._told:
            text.append(f"{line}\n", bad if kind is Said.WRONG else None)
        self.query_one("#told", Static).update(text)
        self.query_one("#happened", VerticalScroll).scroll_end(animate=False)

    def _show(self) -> None:
        """Show all that may have changed."""
        entry = self.query_one("#entry", Input)
        self._tentative = None
        colours = palette(self.current_theme.dark)
        self._status, look = self._state(entry.value.strip())
        style = Style(color=colours[look]) if look in colours else Style(bold=look == _AWAITED)
        self.query_one("#status", Static).update(Text(self._status, style, no_wrap=True, overflow="ellipsis"))
        session = self.table.session
        board = board_text(
            session.board, colours, self._cell, last=last_play(session), tentative=self._tentative
        )
        self.query_one("#board", Static).update(board)
        self._show_side(colours)

    def _show_side(self, colours: Palette) -> None:
        session = self.table.session
        round_ = ""
        if isinstance(session, DuplicateGame) and not session.is_over:
            round_ = f", round {session.number}"
        bag = "unseen" if session.mode is Mode.TRAINING else "in the bag"
        heading = f"{_TITLES[session.mode]}{round_}, {session.lexicon.name}, {bag_count(session)} {bag}"
        self.query_one("#heading", Static).update(Text(heading))
        self.query_one("#players", Static).update(self._players())
        self.query_one("#rack", Static).update(self._rack(colours))

    def _players(self) -> Text:
        session, text = self.table.session, Text()
        width = max(map(text_width, session.names))
        acting = self.table.engine if self.table.seat is None else self.table.seat
        percents = {}
        if isinstance(session, DuplicateGame):
            percents = {each.seat: f"{each.percent:6.1f} %" for each in session.standings()}
        for seat, name in enumerate(session.names):
            left = self.table.seconds_left(seat)
            mark = ">" if seat == acting else " "
            padded = name + " " * (width - text_width(name))
            clock = "" if left is None else f"  {clock_text(left):>6}"
            line = f"{mark} {padded} {session.scores[seat]:5}{percents.get(seat, '')}{clock}\n"
            text.append(line, "bold" if seat == acting else "")
        text.rstrip()
        return text

    def _rack(self, colours: Palette) -> Text:
        seat, session = self.table.seat, self.table.session
        if self.is_hidden or seat is None:
            return Text("The rack is hidden." if self.is_hidden else "", "dim")
        held = list(session.rack(seat))
        kept = []
        for tile in self._order:
            if tile in held:
                held.remove(tile)
                kept.append(tile)
        self._order = kept + held
        if not self._order:
            return Text("No tiles: draw, or rack TILES", "dim")
        used = [] if self._tentative is None else list(self._tentative.tiles_used)
        room = self.size.width - board_width(session.board, self._cell) - 2
        return rack_text(session.variant.tiles, self._order, used, colours, room)

    def _state(self, typed: str) -> tuple[str, str]:
        """What the line above the entry says; remembers a play that can be shown on the board."""
        session, seat = self.table.session, self.table.seat
        if session.is_over:
            return f"The game is over: {scores_text(session)}. F10 ends.", _AWAITED
        if self._fault:
            return self._fault, "bad"
        if seat is None:
            acting = self.table.engine
            return f"{session.names[acting or 0]} is thinking ...", _AWAITED
        name = session.names[seat]
        if self.is_hidden:
            return f"{name}: press Enter when you are ready and nobody else looks.", _AWAITED
        if not typed:
            if isinstance(session, FreeGame) and session.step is Step.LAST_CHALLENGE:
                return f"{name}: challenge the last play, or accept it.", _AWAITED
            return f"{name}, your move.", _AWAITED
        if _COORDINATES.fullmatch(typed):
            return "A square and a word: 8D WORD across, D8 WORD down", ""
        word, _, rest = typed.partition(" ")
        if is_move(typed) or (word.lower() == "exchange" and rest):
            return self._checked(typed if is_move(typed) else f"-{rest.strip()}")
        near = [each for each in self._commands.helped() if each.startswith(word.lower())]
        return (near[0], "") if near else ("No such command; F1 lists them", "bad")

    def _checked(self, typed: str) -> tuple[str, str]:
        tentative = self.table.tentative(typed)
        move = tentative.move
        if move is None:
            return tentative.problem or "", "bad"
        if move.kind is MoveKind.PLAY:
            self._tentative = move
        leave = self.table.rack - move.tiles_used if len(self.table.rack) else ""
        text = f"{move} {move.score} points" if move.kind is MoveKind.PLAY else f"{move}"
        if tentative.phonies:
            return f"{text}. {not_words(self.table.session, tentative.phonies)}", "bad"
        return f"{text}, leaves {leave}" if leave else text, "good"


_WHILE_THINKING = {"help", "history", "board", "scores", "quit", "gcg"}


def play_on_screen(table: Table, theme: str | None) -> tuple[int, bool]:
    """Play until somebody ends it; the exit code, and whether an engine is still thinking."""
    screen = PlayScreen(table, is_dark=not _is_light() if theme is None else theme == "dark")
    screen.run()
    return screen.return_code or 0, screen.is_thinking


def _is_light() -> bool:
    """Whether the terminal says, as some do, that its background is light."""
    ground = os.environ.get("COLORFGBG", "").split(";")[-1]
    return ground.isdigit() and (int(ground) == 7 or int(ground) > 8)
