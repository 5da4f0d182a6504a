"""The programs `jackdaw` and `analyze`.

Modules of commands load no more than click; what a command works with, it imports when it runs. So help
and errors of usage come at once.
"""

import click

from jackdaw.analyze_command import analyze
from jackdaw.application import HELP_SETTINGS, ShieldedGroup
from jackdaw.batch_command import batch
from jackdaw.bench_commands import bench
from jackdaw.board_command import board, serve
from jackdaw.endgame_command import endgame
from jackdaw.leaves_commands import leaves
from jackdaw.lexicon_commands import lexicon
from jackdaw.moves_command import moves
from jackdaw.pit_command import pit
from jackdaw.play_command import play
from jackdaw.preendgame_command import preendgame
from jackdaw.tournament_command import tournament
from jackdaw.winprob_commands import winprob

_EPILOG = """\b
Examples:
  jackdaw analyze game.gcg
  jackdaw moves --cgp "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
  jackdaw endgame game.gcg --all
  jackdaw preendgame game.gcg
  jackdaw batch games/ -o games.jsonl
  jackdaw play
  jackdaw lexicon anagram AEINRS?
  jackdaw pit rackh3 greedy
"""


@click.group(cls=ShieldedGroup, context_settings=HELP_SETTINGS, epilog=_EPILOG)
@click.version_option(package_name="jackdaw", message="Jackdaw %(version)s")
def jackdaw() -> None:
    """Jackdaw, a Scrabble engine: analyze games, solve endgames, list moves, play, look up words."""


jackdaw.add_command(analyze)
jackdaw.add_command(batch)
jackdaw.add_command(endgame)
jackdaw.add_command(preendgame)
jackdaw.add_command(moves)
jackdaw.add_command(play)
jackdaw.add_command(pit)
jackdaw.add_command(tournament)
jackdaw.add_command(lexicon)
jackdaw.add_command(leaves)
jackdaw.add_command(winprob)
jackdaw.add_command(bench)
jackdaw.add_command(board)
jackdaw.add_command(serve)


def main() -> None:
    """Run `jackdaw`."""
    jackdaw(prog_name="jackdaw")


def analyze_main() -> None:
    """Run `analyze`, which is `jackdaw analyze` under a name of its own."""
    analyze(prog_name="analyze")
