"""The full-screen terminal application of `jackdaw play`, built on Textual."""

from jackdaw.terminal.screen.play_screen import PlayScreen, choose_start, play_on_screen
from jackdaw.terminal.screen.start_menu import StartChoice, StartMenu

__all__ = [
    "PlayScreen",
    "StartChoice",
    "StartMenu",
    "choose_start",
    "play_on_screen",
]
