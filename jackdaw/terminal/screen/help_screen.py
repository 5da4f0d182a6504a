"""The list of commands and keys."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


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
