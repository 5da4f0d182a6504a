"""The function keys of each mode."""

from collections.abc import Mapping

from rich.text import Text

from sims.play import Mode

HELP_KEYS = ("f2", "f3")
"""Keys that not every game allows."""
_FIRST_KEYS = {
    "f1": ("Help", "help"),
    "f2": ("Hint", "run_command('hint')"),
    "f3": ("Kibitz", "kibitz"),
    "f4": ("Shuffle", "shuffle"),
}
_LAST_KEYS = {"f9": ("History", "run_command('history')"), "f10": ("Quit", "quit")}
KEYS = {
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

_LEAVE_OUT = ("f9", "f4", "f6", "f8", "f2")
"""The keys that a narrow terminal does not name, in this order."""


def keys_text(keys: Mapping[str, tuple[str, str]], width: int) -> Text:
    """Return the bottom line: the keys with their labels, as many as fit; help lists all."""
    shown = dict(keys)
    for key in _LEAVE_OUT:
        if sum(len(name) + len(label) + 2 for name, (label, _) in shown.items()) - 1 <= width:
            break
        shown.pop(key, None)
    text = Text(no_wrap=True)
    for key, (label, _) in shown.items():
        text.append(key.upper(), "bold").append(f" {label} ")
    text.rstrip()
    return text
