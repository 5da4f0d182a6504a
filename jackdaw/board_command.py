"""`jackdaw board`: the board in a browser."""

from contextlib import suppress

import click

from jackdaw.application import HELP_SETTINGS, InputError, ShieldedCommand
from jackdaw.options import apply

_EPILOG = """\b
Examples:
  jackdaw board
  jackdaw board --port 0 --no-open
  jackdaw board --host 0.0.0.0 --name scrabble.local
"""


_options = apply(
    click.option(
        "--host", metavar="ADDRESS", default="127.0.0.1", show_default=True,
        help="Where to listen. The default is reached from this machine only; 0.0.0.0 from all that reach it,"
        " without a password and in plain text.",
    ),
    click.option(
        "--port", type=click.IntRange(0, 65535), default=8537, show_default=True, metavar="N",
        help="The port; 0 for any that is free.",
    ),
    click.option(
        "--name", "names", metavar="HOST", multiple=True,
        help="A name by which the server is asked for, besides localhost and addresses in figures; can be"
        " given several times. Others are refused.",
    ),
    click.option(
        "--lexicon", metavar="NAME|FILE",
        help="The usual lexicon; pages may choose any that is installed.  [default: SCOWL80]",
    ),
    click.option(
        "--open/--no-open", "opens", default=True, show_default=True, help="Whether to open a browser."
    ),
)  # fmt: skip


def _command(name: str, *, hidden: bool = False) -> click.Command:
    return click.command(
        name, cls=ShieldedCommand, context_settings=HELP_SETTINGS, epilog=_EPILOG, hidden=hidden
    )(_options(_board))


def _board(host: str, port: int, names: tuple[str, ...], lexicon: str | None, opens: bool) -> None:
    """Analyze and play in a browser: games and positions, candidates with live simulation, endgames.

    Serves pages until Ctrl-C; what they hold is docs/board.md.
    """
    try:
        from jackdaw.board.server import Place, serve
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn", "anyio"):
            raise
        raise InputError("the board needs Starlette and uvicorn: pip install 'jackdaw[board]'") from None

    place = Place(host, port)

    def begun(address: str) -> None:
        click.echo(f"The board is at {address} (Ctrl-C ends it)")
        if not place.is_local:
            click.echo("Warning: who reaches this machine reaches the board, without a password.", err=True)
        if opens:
            import webbrowser

            webbrowser.open(address)

    with suppress(KeyboardInterrupt):  # that is how it ends
        serve(place, lexicon=lexicon, names=names, begun=begun)


board = _command("board")
serve = _command("serve", hidden=True)
