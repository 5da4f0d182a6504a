"""The menu of `jackdaw play` without options: the last game, engines by their strength, the other modes."""

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from jackdaw.terminal.saved_games import saved_files
from jackdaw.text import levels
from sims.play import Mode

_DEFAULT = "club"


class StartChoice(NamedTuple):
    """What to play: a new game of a mode, against an engine if it is a free one, or a saved game."""

    mode: Mode | None = None
    engine: str | None = None
    resume: str | None = None


class StartMenu(App[StartChoice]):
    """Lets a person choose what to play; its result is None if nothing was chosen."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title, #foot { height: auto; padding: 0 1; }
    #title { text-style: bold; margin-bottom: 1; }
    #foot { color: $text-muted; }
    OptionList { height: 1fr; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+c,ctrl+q,f10", "quit", "Quit", priority=True)
    ]

    def __init__(self, *, is_dark: bool = True) -> None:
        super().__init__()
        self.theme = "textual-dark" if is_dark else "textual-light"
        self.choices = dict(_choices())

    def compose(self) -> ComposeResult:
        """A title, the choices, and what the keys do."""
        yield Static("What do you want to play?", id="title")
        yield OptionList(*(Option(Text(label)) for label in self.choices))
        yield Static("Arrow keys and Enter choose, Esc quits. jackdaw play --help has more.", id="foot")

    def on_mount(self) -> None:
        """Begin at the usual opponent."""
        menu = self.query_one(OptionList)
        menu.highlighted = [choice.engine for choice in self.choices.values()].index(_DEFAULT)
        menu.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the choice."""
        self.exit([*self.choices.values()][event.option_index])


def _choices() -> list[tuple[str, StartChoice]]:
    """Return the choices with their labels."""
    known = levels()
    names, ratings = max(len(each.name) for each in known), max(len(str(each.rating)) for each in known)
    last = [file.stem for file, _ in saved_files()[:1]]
    return [
        *((f"Continue {name}", StartChoice(resume=name)) for name in last),
        *(
            (
                f"Free game: {level.name:{names}}  {level.rating:{ratings}}  {level.words}",
                StartChoice(Mode.FREE, level.name),
            )
            for level in known
        ),
        ("Duplicate: one rack for everyone, the top play goes on the board", StartChoice(Mode.DUPLICATE)),
        ("Training: alone, any rack; steps can be taken back", StartChoice(Mode.TRAINING)),
    ]
