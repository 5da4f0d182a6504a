"""The full-screen terminal application of `jackdaw play`, built on Textual."""

from jackdaw.terminal.screen.play_screen import PlayScreen, play_on_screen

__all__ = [
    "PlayScreen",
    "play_on_screen",
]
