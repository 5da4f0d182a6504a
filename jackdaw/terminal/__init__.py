"""`jackdaw play`: games that people play at a terminal, on a full screen or by lines of commands.

The games themselves are in `sims.play`. This folder adds what a terminal needs: new and saved
games, commands, messages and scripts; `jackdaw.terminal.screen` holds the full screen.
"""

from jackdaw.terminal.levels_table import levels_table
from jackdaw.terminal.new_games import NewGameOptions, begin_game, check_gcg_file, resume_game
from jackdaw.terminal.saved_games import (
    begin_in_folder,
    resume_command,
    saved_files,
    saved_games_table,
)
from jackdaw.terminal.script import play_script
from jackdaw.terminal.terminal_game import TerminalGame

__all__ = [
    "NewGameOptions",
    "TerminalGame",
    "begin_game",
    "begin_in_folder",
    "check_gcg_file",
    "levels_table",
    "play_script",
    "resume_command",
    "resume_game",
    "saved_files",
    "saved_games_table",
]
