"""The full screen of `jackdaw play`: the board in colours, rack, clocks, messages, and an input line.

The line takes the commands of `jackdaw.terminal.commands` and is checked while it is typed. Function keys are
shortcuts for commands.
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

from jackdaw.console import text_width
from jackdaw.terminal.commands import CommandRunner, is_move
from jackdaw.terminal.messages import bag_count, clock_text, last_play, not_words, scores_text
from jackdaw.terminal.screen.colours import (
    Palette,
    board_text,
    board_width,
    cell_width,
    palette,
    rack_text,
)
from jackdaw.terminal.terminal_game import TerminalGame
from movegen.board import Move, MoveKind
from movegen.errors import JackdawError
from movegen.variant import ChallengeRule
from sims.play import Action, DuplicateGame, FreeGame, Mode, Step

_MIN_SIDE = 28
"""Columns beside the board."""
_WIDE_CELL = 3
_MIN_SIDE_IF_WIDE = 46
"""Columns beside the board that are required for wide squares."""
_LINES_BELOW = 2
_MAX_LINES = 500
_COORDINATES = re.compile("[0-9]+[A-Za-z]?|[A-Za-z][0-9]+")
_PROMPTED = "prompted"
_TITLES = {Mode.FREE: "Free game", Mode.DUPLICATE: "Duplicate", Mode.TRAINING: "Training"}
_HELPS = ("f2", "f3")
_FIRST_KEYS = {
    "f1": ("Help", "help"),
    "f2": ("Hint", "run_command('hint')"),
    "f3": ("Kibitz", "kibitz"),
    "f4": ("Shuffle", "shuffle"),
}
_LAST_KEYS = {"f9": ("History", "run_command('history')"), "f10": ("Quit", "quit")}
_KEYS = {
    Mode.FREE: {
        **_FIRST_KEYS,
        "f5": ("Challenge", "challenge"),
        "f6": ("Bag", "run_command('unseen')"),
        **_LAST_KEYS,
    },
    Mode.DUPLICATE: {**_FIRST_KEYS, "f6": ("Bag", "run_command('unseen')"), **_LAST_KEYS},
    Mode.TRAINING: {
        **_FIRST_KEYS,
        "f5": ("Draw", "run_command('draw')"),
        "f7": ("Back", "run_command('back')"),
        "f8": ("Forward", "run_command('forward')"),
        "f10": ("Quit", "quit"),
    },
}
"""The keys of each mode, in the order of the bottom line: label and action."""
_CHALLENGE_COSTS = {
    ChallengeRule.DOUBLE: "a wrong challenge costs your turn",
    ChallengeRule.FIVE_POINT: "a wrong challenge gives your opponent 5 points",
    ChallengeRule.TEN_POINT: "a wrong challenge gives your opponent 10 points",
}
_PROMPT = "8D WORD plays a word; F1 or help lists all commands"


class Audience(Enum):
    """The audience of a message on the screen."""

    EVERYONE = 0
    PLAYER = 1
    """Only the player who is at the terminal now."""
    ERROR = 2
    """The same; the message is an error."""


class EngineMoved(Message):
    """An engine has chosen an action, or has failed."""

    def __init__(self, choice: Action | Exception) -> None:
        super().__init__()
        self.choice = choice


class HelpScreen(ModalScreen[None]):
    """The list of commands and keys, until a key closes it."""

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
        """The lines, which scroll if they do not fit."""
        with VerticalScroll(id="help"):
            yield Static(Text("\n".join(self._lines)))

    def action_scroll(self, by: int) -> None:
        """Scroll by a page."""
        box = self.query_one("#help", VerticalScroll)
        (box.scroll_page_up if by < 0 else box.scroll_page_down)(animate=False)


class PlayScreen(App[None]):
    """Plays a game with the people at this terminal."""

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

    def __init__(self, game: TerminalGame, *, is_dark: bool = True) -> None:
        super().__init__()
        self.game = game
        self.theme = "textual-dark" if is_dark else "textual-light"
        self._commands = CommandRunner(game)
        self._messages: list[tuple[str, Audience]] = []
        self._order: list[int] = []
        self._thread: Thread | None = None
        self._tentative: Move | None = None
        self._status = ""
        self._kibitzes = False
        self._cell = self._min_cell = cell_width(game.session.variant.tiles)
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
            with Vertical(id="side"):
                yield Static(id="heading")
                yield Static(id="players")
                yield Static(id="rack")
                with VerticalScroll(id="happened", can_focus=False):
                    yield Static(id="messages")
        yield Static(id="small")
        yield Static(id="status")
        yield Input(id="entry", placeholder=_PROMPT, select_on_focus=False)
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Begin or resume the game."""
        self.query_one("#entry", Input).focus()
        self.set_interval(0.5, self._tick)
        keys = Text(no_wrap=True)
        for key, (description, _) in self._keys.items():
            keys.append(key.upper(), "bold").append(f" {description} ")
        self.query_one("#keys", Static).update(keys)
        if len(self.game.session.actions):
            self._add_messages([f"Resumed. {scores_text(self.game.session)}."], Audience.EVERYONE)
        self._next_turn()

    def on_resize(self, event: Resize) -> None:
        """Fit the board to the terminal, or say what size it needs."""
        board, width, height = self.game.session.board, event.size.width, event.size.height
        needs = board_width(board, self._min_cell) + 1 + _MIN_SIDE, board.layout.rows + 1 + _LINES_BELOW
        fits = width >= needs[0] and height >= needs[1]
        self.query_one("#game").display = fits
        small = self.query_one("#small", Static)
        small.display = not fits
        small.update(
            f"This board needs {needs[0]} columns and {needs[1]} rows; the terminal has "
            f"{width} and {height}. Enlarge the terminal; nothing is lost."
        )
        self.query_one("#keys").display = height > needs[1]
        is_wide = width >= board_width(board, _WIDE_CELL) + 1 + _MIN_SIDE_IF_WIDE
        self._cell = max(self._min_cell, _WIDE_CELL) if is_wide else self._min_cell
        self._show()

    def on_input_changed(self, _event: Input.Changed) -> None:
        """Check the typed text."""
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the typed line, or show the rack to its owner."""
        if self.is_hidden:
            self._is_ready = True
            self.game.start_clock()
            event.input.clear()
            self._show()
        elif event.value.strip() and self.action_run_command(event.value):
            event.input.clear()

    def action_run_command(self, line: str) -> bool:
        """Run a line; return whether it succeeded."""
        if self.is_hidden or (self.is_thinking and line.split()[0].lower() not in _WHILE_THINKING):
            return False
        if line.strip().lower() == "help":
            self.action_help()
            return True
        session = self.game.session
        done = len(session.actions)
        try:
            output = self._commands.run(line)
        except JackdawError as error:
            if str(error) != self._status:
                self._add_messages([str(error)], Audience.ERROR)
            return False
        has_acted = len(session.actions) > done
        self._add_messages(output, Audience.EVERYONE if has_acted else Audience.PLAYER)
        if self._commands.is_over:
            self.exit()
        elif has_acted:
            self._next_turn()
        return True

    def action_help(self) -> None:
        """Show the list of commands and keys."""
        keys = [f"{key.upper():4} {description}" for key, (description, _) in self._keys.items()]
        also = ["Esc  clear the line", "PgUp, PgDn  scroll the messages", "", "Esc closes this list."]
        self.push_screen(HelpScreen([*self._commands.help_lines(), "", *keys, *also]))

    def action_kibitz(self) -> None:
        """Show the best moves; in training, toggle showing them after each step."""
        if self.game.session.mode is Mode.TRAINING:
            self._kibitzes = not self._kibitzes
        if self._kibitzes or self.game.session.mode is not Mode.TRAINING:
            self.action_run_command("kibitz")

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
        """Clear the input line, and take back a question."""
        self._asks_challenge = None
        self.query_one("#entry", Input).clear()
        self._show()

    def action_scroll(self, by: int) -> None:
        """Scroll the messages by a page."""
        box = self.query_one("#happened", VerticalScroll)
        (box.scroll_page_up if by < 0 else box.scroll_page_down)(animate=False)

    def _bind_keys(self) -> None:
        keys = _KEYS[self.game.session.mode]
        self._keys = {key: binding for key, binding in keys.items() if self.game.may_ask or key not in _HELPS}
        for key, (description, action) in self._keys.items():
            self.bind(key, action, description=description)

    def _next_turn(self) -> None:
        """Hand over to the player to act."""
        seat = self.game.seat
        if self.game.session.people > 1 and seat not in (None, self._seat):
            self._seat, self._is_ready = seat, False
            self.game.hold_clock()
            self._messages = [each for each in self._messages if each[1] is Audience.EVERYONE]
            self._show_messages()
        if self.game.engine is not None:
            self._thread = Thread(target=self._think, args=(self.game.engine,), daemon=True)
            self._thread.start()
        elif self._kibitzes and seat is not None and len(self.game.session.rack(seat)):
            self.action_run_command("kibitz")
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
        self._add_messages(self.game.do(choice), Audience.EVERYONE)
        self._next_turn()

    def _tick(self) -> None:
        """Update the clocks. A player who is too late in a duplicate game makes no move."""
        seat = self.game.seat
        if self.game.session.setting.clock is None or self.game.session.is_over:
            return
        left = None if seat is None else self.game.seconds_left(seat)
        if self.game.session.mode is Mode.DUPLICATE and left is not None and left < 0:
            self._add_messages(self.game.no_answer(), Audience.EVERYONE)
            self.action_clear()
            self._next_turn()
        self._show_side(palette(self.current_theme.dark))

    def _add_messages(self, lines: list[str], audience: Audience) -> None:
        self._messages = [*self._messages, *((line, audience) for line in lines)][-_MAX_LINES:]
        self._show_messages()

    def _show_messages(self) -> None:
        bad = Style(color=palette(self.current_theme.dark)["bad"], bold=True)
        text = Text()
        for line, kind in self._messages:
            text.append(f"{line}\n", bad if kind is Audience.ERROR else None)
        self.query_one("#messages", Static).update(text)
        self.query_one("#happened", VerticalScroll).scroll_end(animate=False)

    def _show(self) -> None:
        """Redraw everything that can have changed."""
        entry = self.query_one("#entry", Input)
        self._tentative = None
        colours = palette(self.current_theme.dark)
        self._status, look = self._state(entry.value.strip())
        style = Style(color=colours[look]) if look in colours else Style(bold=look == _PROMPTED)
        self.query_one("#status", Static).update(Text(self._status, style, no_wrap=True, overflow="ellipsis"))
        session = self.game.session
        board = board_text(
            session.board, colours, self._cell, last=last_play(session), tentative=self._tentative
        )
        self.query_one("#board", Static).update(board)
        self._show_side(colours)

    def _show_side(self, colours: Palette) -> None:
        session = self.game.session
        round_ = ""
        if isinstance(session, DuplicateGame) and not session.is_over:
            round_ = f", round {session.number}"
        bag = "unseen" if session.mode is Mode.TRAINING else "in the bag"
        heading = f"{_TITLES[session.mode]}{round_}, {session.lexicon.name}, {bag_count(session)} {bag}"
        self.query_one("#heading", Static).update(Text(heading))
        self.query_one("#players", Static).update(self._players())
        self.query_one("#rack", Static).update(self._rack(colours))

    def _players(self) -> Text:
        session, text = self.game.session, Text()
        width = max(map(text_width, session.names))
        acting = self.game.engine if self.game.seat is None else self.game.seat
        percents = {}
        if isinstance(session, DuplicateGame):
            percents = {each.seat: f"{each.percent:6.1f} %" for each in session.standings()}
        for seat, name in enumerate(session.names):
            left = self.game.seconds_left(seat)
            mark = ">" if seat == acting else " "
            padded = name + " " * (width - text_width(name))
            clock = "" if left is None else f"  {clock_text(left):>6}"
            line = f"{mark} {padded} {session.scores[seat]:5}{percents.get(seat, '')}{clock}\n"
            text.append(line, "bold" if seat == acting else "")
        text.rstrip()
        return text

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
        width = self.size.width - board_width(session.board, self._cell) - 2
        return rack_text(session.variant.tiles, self._order, used, colours, width)

    def _state(self, typed: str) -> tuple[str, str]:
        """Return the status line and its style; remember a play to show on the board."""
        session, seat = self.game.session, self.game.seat
        if session.is_over:
            return f"The game is over: {scores_text(session)}. F10 quits.", _PROMPTED
        if self._fault:
            return self._fault, "bad"
        if seat is None:
            acting = self.game.engine
            return f"{session.names[acting or 0]} is thinking ...", _PROMPTED
        name = session.names[seat]
        if self.is_hidden:
            return f"{name}: press Enter when you are alone at the screen.", _PROMPTED
        if not typed:
            if self._asks_challenge == len(session.actions) and isinstance(session, FreeGame):
                return self._challenge_question(session), "bad"
            if isinstance(session, FreeGame) and session.step is Step.LAST_CHALLENGE:
                return f"{name}: challenge the last play, or accept it.", _PROMPTED
            return f"{name}, your move.", _PROMPTED
        if _COORDINATES.fullmatch(typed):
            return "A square and a word: 8D WORD plays across, D8 WORD down", ""
        word, _, rest = typed.partition(" ")
        if is_move(typed) or (word.lower() == "exchange" and rest):
            return self._check_move(typed if is_move(typed) else f"-{rest.strip()}")
        near = [each for each in self._commands.help_lines() if each.startswith(word.lower())]
        return (near[0], "") if near else ("Unknown command; F1 lists all commands", "bad")

    def _challenge_question(self, session: FreeGame) -> str:
        rule = session.variant.rules.challenge
        cost = _CHALLENGE_COSTS.get(rule, "a wrong challenge costs nothing")
        return f"Challenge {last_play(session)}? {cost.capitalize()}. F5 challenges, Esc does not."

    def _check_move(self, typed: str) -> tuple[str, str]:
        tentative = self.game.tentative(typed)
        move = tentative.move
        if move is None:
            return tentative.problem or "", "bad"
        if move.kind is MoveKind.PLAY:
            self._tentative = move
        leave = self.game.rack - move.tiles_used if len(self.game.rack) else ""
        text = f"{move} {move.score} points" if move.kind is MoveKind.PLAY else f"{move}"
        if tentative.phonies:
            return f"{text}. {not_words(self.game.session, tentative.phonies)}", "bad"
        return f"{text}, leaves {leave}" if leave else text, "good"


_WHILE_THINKING = {"help", "history", "board", "scores", "quit", "gcg"}


def play_on_screen(game: TerminalGame, theme: str | None) -> tuple[int, bool]:
    """Play until the user quits; return the exit code and whether an engine is still thinking."""
    screen = PlayScreen(game, is_dark=not _is_light() if theme is None else theme == "dark")
    screen.run()
    return screen.return_code or 0, screen.is_thinking


def _is_light() -> bool:
    """Return whether the terminal declares a light background, in COLORFGBG."""
    ground = os.environ.get("COLORFGBG", "").split(";")[-1]
    return ground.isdigit() and (int(ground) == 7 or int(ground) > 8)
