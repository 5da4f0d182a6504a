"""The function keys of each mode."""

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
