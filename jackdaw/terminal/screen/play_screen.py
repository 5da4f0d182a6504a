"""The full screen of `jackdaw play`: board, rack, clocks, scoresheet, the answer to a command, an input line.

The line takes the commands of `jackdaw.terminal.commands` and is checked while it is typed. Function keys are
shortcuts for commands.
"""

import os
import random
import textwrap
from threading import Thread
from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.message import Message
from textual.widgets import Input, Static

from jackdaw.terminal.commands import CommandRunner, read_count
from jackdaw.terminal.deep_kibitz import deep_kibitz_text
from jackdaw.terminal.messages import last_play, opponents_text, scores_text
from jackdaw.terminal.scoresheet import scoresheet
from jackdaw.terminal.screen.background_kibitz import BackgroundKibitz, FiguresChanged
from jackdaw.terminal.screen.colours import (
    Palette,
    board_text,
    palette,
    rack_text,
)
from jackdaw.terminal.screen.help_screen import HelpScreen
from jackdaw.terminal.screen.keys import HELP_KEYS, KEYS, keys_text
from jackdaw.terminal.screen.panels import heading_text, players_text
from jackdaw.terminal.screen.screen_sizes import ScreenSizes
from jackdaw.terminal.screen.start_menu import StartChoice, StartMenu
from jackdaw.terminal.screen.status_line import PROMPTED, StatusLine, missing_tiles
from jackdaw.terminal.terminal_game import TerminalGame
from movegen.errors import JackdawError
from sims.play import Action, FreeGame, Mode

if TYPE_CHECKING:
    from movegen.board import Move

_PROMPT = "8D WORD plays a word; F1 or help lists all commands"


class EngineMoved(Message):
    """An engine has chosen an action, or has failed."""

    def __init__(self, choice: Action | Exception) -> None:
        super().__init__()
        self.choice = choice


class PlayScreen(App[None]):
    """Plays a game with the people at this terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #game, #small { height: 1fr; }
    #board { width: auto; height: auto; }
    #panels { layout: vertical; }
    #side { height: 1fr; padding: 0 1; }
    #answers { height: auto; max-height: 70%; padding: 0 1; scrollbar-size-vertical: 1; }
    .wide #panels { layout: horizontal; }
    .wide #side { width: 1fr; }
    .wide #answers { width: 1fr; height: 1fr; max-height: 100%; }
    #heading { text-style: bold; }
    #heading, #players, #rack, #messages { height: auto; }
    #rack { margin: 1 0; }
    #happened { height: 1fr; margin-top: 1; scrollbar-size-vertical: 1; }
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

    def __init__(self, game: TerminalGame, *, is_dark: bool = True) -> None:
        super().__init__()
        self.game = game
        self.theme = "textual-dark" if is_dark else "textual-light"
        self._commands = CommandRunner(game)
        self._messages: list[str] = []
        self._answer: list[str] = []
        self._is_new_turn = False
        self._notice = ""
        """What is wrong with the last line; shown until something is typed."""
        self._kibitz_at: int | None = None
        """The number of actions when the best moves were listed; None if the answer is another one."""
        self._background = BackgroundKibitz(self.post_message)
        self._sim_count = 0
        self._order: list[int] = []
        self._thread: Thread | None = None
        self._tentative: Move | None = None
        self._status = ""
        self._kibitzes = False
        self._sizes = ScreenSizes.of(game.session.board, 0, 0)
        self._seat: int | None = None
        self._is_ready = True
        self._fault = ""
        self._asks_challenge: int | None = None
        """The number of actions when F5 asked whether to challenge; None if it did not."""
        self._bind_keys()

    @property
    def is_thinking(self) -> bool:
        """Return whether an engine is thinking."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_hidden(self) -> bool:
        """Return whether the rack is hidden until the player to act is alone at the screen."""
        return not self._is_ready and self.game.seat is not None

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        with Horizontal(id="game"):
            yield Static(id="board")
            with Container(id="panels"):
                with Vertical(id="side"):
                    yield Static(id="heading")
                    yield Static(id="players")
                    yield Static(id="rack")
                    yield Static(id="messages")
                    with VerticalScroll(id="happened", can_focus=False):
                        yield Static(id="sheet")
                with VerticalScroll(id="answers", can_focus=False):
                    yield Static(id="answer")
        yield Static(id="small")
        yield Static(id="status")
        yield Input(id="entry", placeholder=_PROMPT, select_on_focus=False)
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin or resume the game."""
        self.query_one("#entry", Input).focus()
        self.set_interval(0.5, self._tick)
        session = self.game.session
        resumed = [f"Resumed. {scores_text(session)}."] if len(session.actions) else []
        self._messages = [*resumed, *opponents_text(session)]
        self._next_turn()

    def on_resize(self, event: Resize) -> None:
        """Fit the board to the terminal, or say what size it needs."""
        sizes = ScreenSizes.of(self.game.session.board, event.size.width, event.size.height)
        self._sizes = sizes
        self.query_one("#game").display = sizes.fits
        small = self.query_one("#small", Static)
        small.display = not sizes.fits
        small.update(sizes.advice)
        self.query_one("#keys").display = sizes.has_keys
        self.query_one("#keys", Static).update(keys_text(self._keys, sizes.width - 2))
        self.query_one("#game").set_class(sizes.has_columns, "wide")
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Check the typed text."""
        if event.value:
            self._notice = ""
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the typed line, or show the rack to its owner."""
        if self.is_hidden:
            self._is_ready = True
            self.game.start_clock()
            event.input.clear()
            self._show()
        elif event.value.strip():
            if self.action_run_command(event.value):
                event.input.clear()
        elif missing_tiles(self.game.session):
            self.action_run_command("draw")

    def action_run_command(self, line: str) -> bool:
        """Run a line; return whether it succeeded."""
        word, _, rest = line.strip().lower().partition(" ")
        if self.is_hidden or (self.is_thinking and word not in _WHILE_THINKING):
            return False
        self._notice = ""
        if word == "help":
            self.action_help()
            return True
        try:
            if word == "sim" and not self.is_thinking:
                self._simulate(read_count("sim", rest.strip()))
                return True
            return self._run(line)
        except JackdawError as error:
            self._notice = str(error)
            self._show()
            return False

    def _run(self, line: str) -> bool:
        """Run a command. Raises JackdawError."""
        session = self.game.session
        done, self._commands.width = len(session.actions), self._answer_width
        output = self._commands.run(line)
        if self._commands.is_over:
            self.exit()
        elif len(session.actions) > done:
            self._report(output, is_own=True)
            self._show_answer([])
            self._next_turn()
        else:
            self._show_answer(output)
        return True

    def action_help(self) -> None:
        """Show the list of commands and keys."""
        keys = [f"{key.upper():4} {description}" for key, (description, _) in self._keys.items()]
        also = ["Esc  clear the line", "PgUp, PgDn  scroll the messages", "", "Esc closes this list."]
        self.push_screen(HelpScreen([*self._commands.help_lines(), "", *keys, *also]))

    def action_kibitz(self) -> None:
        """List the best moves; then simulate them; then stop. In training they are listed after each step."""
        if self._background.is_running:
            self._background.stop()
        elif self._kibitz_at == len(self.game.session.actions):
            self.action_run_command(f"sim {self._kibitz_count}")
        else:
            self._kibitzes = self.game.session.mode is Mode.TRAINING
            self._kibitz()

    def _kibitz(self) -> None:
        if self.action_run_command(f"kibitz {self._kibitz_count}"):
            note = "By score and leave alone, a rough look. F3 simulates these moves, Esc closes the list."
            self._show_answer([*self._answer, *textwrap.wrap(note, self._answer_width)])
            self._kibitz_at = len(self.game.session.actions)

    @property
    def _kibitz_count(self) -> int:
        """The number of moves that fit the screen."""
        return self._sizes.count_kibitzed(self.query_one("#game").size.height)

    @property
    def _answer_width(self) -> int:
        """The columns of an answer."""
        return self._sizes.answer_width(self.size.width)

    def _simulate(self, count: int) -> None:
        """Simulate the best moves in the background. Raises JackdawError if that is not possible."""
        kibitz = self.game.deep_kibitz(count)
        self._sim_count = count
        moves = min(count, len(kibitz.static.candidates))
        self._show_answer([f"{kibitz.method.capitalize()} of {moves} moves ..."])
        self._background.start(kibitz)

    def on_figures_changed(self, message: FiguresChanged) -> None:
        """Show the figures of a simulation."""
        if not self._background.finish(message):
            return
        if isinstance(message.found, JackdawError):
            self._notice = str(message.found)
            self._show_answer([])
        elif isinstance(message.found, Exception):
            raise message.found
        else:
            width = self._answer_width
            lines = deep_kibitz_text(message.found, self._sim_count, width)
            advice = "Esc closes the list." if message.is_done else "F3 or Esc stops it."
            self._show_answer([*lines, *textwrap.wrap(advice, width)], keeps_running=True)

    def on_unmount(self) -> None:
        """Stop a simulation when the program ends."""
        self._background.cancel()

    def action_challenge(self) -> None:
        """Challenge the last play, after a question: it may cost the turn."""
        session, last = self.game.session, last_play(self.game.session)
        is_due = not self.is_hidden and not self.is_thinking and isinstance(session, FreeGame)
        if is_due and last is not None and self._asks_challenge != len(session.actions):
            self._asks_challenge = len(session.actions)
        else:
            self.action_run_command("challenge")
        self._show()

    def action_shuffle(self) -> None:
        """Shuffle the rack."""
        before = list(self._order)
        while len({*before}) > 1 and self._order == before:
            random.shuffle(self._order)
        self._show()

    def action_clear(self) -> None:
        """Take back a question, stop a simulation, clear the line or close the answer: the first that is."""
        entry = self.query_one("#entry", Input)
        if self._asks_challenge is not None or self._notice:
            self._asks_challenge, self._notice = None, ""
        elif self._background.is_running:
            self._background.stop()
        elif not entry.value:
            self._kibitzes = False
            self._show_answer([])
        entry.clear()
        self._show()

    def action_scroll(self, by: int) -> None:
        """Scroll the answer, or the scoresheet, by a page."""
        box = self.query_one("#answers" if self._answer else "#happened", VerticalScroll)
        (box.scroll_page_up if by < 0 else box.scroll_page_down)(animate=False)

    def _bind_keys(self) -> None:
        keys, may_ask = KEYS[self.game.session.mode], self.game.may_ask
        self._keys = {key: binding for key, binding in keys.items() if may_ask or key not in HELP_KEYS}
        for key, (description, action) in self._keys.items():
            self.bind(key, action, description=description)

    def _next_turn(self) -> None:
        """Hand over to the player to act."""
        seat = self.game.seat
        if seat not in (None, self._seat) or self.game.engine is not None:
            self._is_new_turn = True
        if self.game.session.people > 1 and seat not in (None, self._seat):
            self._seat, self._is_ready = seat, False
            self.game.hold_clock()
        self._background.cancel()
        self._show_answer([])
        if self.game.engine is not None:
            self._thread = Thread(target=self._think, args=(self.game.engine,), daemon=True)
            self._thread.start()
        elif self._kibitzes and seat is not None and len(self.game.session.rack(seat)):
            self._kibitz()
        self._show()

    def _think(self, seat: int) -> None:
        """Choose an engine's action, in a thread of its own."""
        choice: Action | Exception
        try:
            choice = self.game.session.engine_action(seat)
        except Exception as error:
            choice = error
        self.post_message(EngineMoved(choice))

    def on_engine_moved(self, message: EngineMoved) -> None:
        """Do the action that an engine has chosen."""
        choice = message.choice
        self._thread = None
        if isinstance(choice, JackdawError):
            self._fault = f"{choice}. The game is saved; F10 quits."
            self._show()
            return
        if isinstance(choice, Exception):
            raise choice
        self._report(self.game.do(choice), is_own=False)
        self._next_turn()

    def _tick(self) -> None:
        """Update the clocks. When the time for a round is up, what is typed is the player's move."""
        seat = self.game.seat
        if self.game.session.setting.clock is None or self.game.session.is_over:
            return
        if not self.query("#heading"):  # the screen is being closed
            return
        left = None if seat is None else self.game.seconds_left(seat)
        if self.game.session.mode is Mode.DUPLICATE and left is not None and left < 0:
            entry = self.query_one("#entry", Input)
            self._report(self.game.end_time(entry.value.strip()), is_own=True)
            entry.clear()
            self._next_turn()
        self._show_side(palette(self.current_theme.dark))

    def _report(self, lines: list[str], *, is_own: bool) -> None:
        """Show what happened. A player's action replaces what happened before the player's turn."""
        if is_own and (self._is_new_turn or self.game.session.mode is Mode.TRAINING):
            self._messages, self._is_new_turn = [], False
        self._messages = [*self._messages, *lines]

    def _show_answer(self, lines: list[str], *, keeps_running: bool = False) -> None:
        """Show the answer to a command instead of the one before; no lines close it."""
        if not keeps_running:
            self._background.cancel()
        self._kibitz_at = None
        self._answer = lines
        self._show()

    def _show(self) -> None:
        """Redraw everything that can have changed."""
        entry = self.query_one("#entry", Input)
        colours = palette(self.current_theme.dark)
        self._status, look, self._tentative = self._status_line().status(entry.value.strip())
        style = Style(color=colours[look]) if look in colours else Style(bold=look == PROMPTED)
        self.query_one("#status", Static).update(Text(self._status, style, no_wrap=True, overflow="ellipsis"))
        session = self.game.session
        board = board_text(
            session.board, colours, self._sizes.cell, last=last_play(session), tentative=self._tentative
        )
        self.query_one("#board", Static).update(board)
        self._show_side(colours)
        self._show_texts()

    def _status_line(self) -> StatusLine:
        asks_challenge = self._asks_challenge == len(self.game.session.actions)
        return StatusLine(
            self.game, self._commands, self.is_hidden, self._fault, self._notice, asks_challenge
        )

    def _show_texts(self) -> None:
        """Redraw the messages, the scoresheet and the answer."""
        messages = Text("\n".join(self._messages))
        self.query_one("#messages", Static).update(messages)
        self.query_one("#messages").display = bool(self._messages)
        box = self.query_one("#happened", VerticalScroll)
        sheet = "\n".join(scoresheet(self.game.session, self._answer_width))
        self.query_one("#sheet", Static).update(Text(sheet, no_wrap=True, overflow="ellipsis"))
        box.scroll_end(animate=False)
        answers = self.query_one("#answers", VerticalScroll)
        answers.display = bool(self._answer) or self._sizes.has_columns
        text = Text("\n".join(self._answer), no_wrap=True, overflow="ellipsis")
        self.query_one("#answer", Static).update(text)

    def _show_side(self, colours: Palette) -> None:
        self.query_one("#heading", Static).update(heading_text(self.game.session))
        self.query_one("#players", Static).update(players_text(self.game, self._answer_width))
        self.query_one("#rack", Static).update(self._rack(colours))

    def _rack(self, colours: Palette) -> Text:
        seat, session = self.game.seat, self.game.session
        if self.is_hidden or seat is None:
            return Text("The rack is hidden." if self.is_hidden else "", "dim")
        held = list(session.rack(seat))
        ordered = []
        for tile in self._order:
            if tile in held:
                held.remove(tile)
                ordered.append(tile)
        self._order = ordered + held
        if not self._order:
            return Text("No tiles: use draw, or rack TILES", "dim")
        used = [] if self._tentative is None else list(self._tentative.tiles_used)
        width = self._sizes.rack_width(self.size.width)
        return rack_text(session.variant.tiles, self._order, used, colours, width)


_WHILE_THINKING = {"help", "history", "board", "scores", "quit", "gcg"}


def choose_start(theme: str | None) -> StartChoice | None:
    """Show the menu of new games; return what was chosen, if anything."""
    return StartMenu(is_dark=_is_dark(theme)).run()


def play_on_screen(game: TerminalGame, theme: str | None) -> tuple[int, bool]:
    """Play until the user quits; return the exit code and whether an engine is still thinking."""
    screen = PlayScreen(game, is_dark=_is_dark(theme))
    screen.run()
    return screen.return_code or 0, screen.is_thinking


def _is_dark(theme: str | None) -> bool:
    """Return whether the theme is dark: the one asked for, or that the terminal declares in COLORFGBG."""
    if theme is not None:
        return theme == "dark"
    ground = os.environ.get("COLORFGBG", "").split(";")[-1]
    return not (ground.isdigit() and (int(ground) == 7 or int(ground) > 8))
