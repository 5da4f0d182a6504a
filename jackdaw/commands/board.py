"""`jackdaw board`: analyze and play in a web browser."""

import webbrowser
from contextlib import suppress

import click

from jackdaw import inputs
from jackdaw.application import HELP_SETTINGS, Command, InputError
from jackdaw.console import notify
from jackdaw.options import Whole, apply
from movegen.distribution import install_command

_EPILOG = """\b
Examples:
  jackdaw board
  jackdaw board game.gcg
  jackdaw board woogles:icNJtmxy
  jackdaw board --port 0 --no-open
  jackdaw board --host 0.0.0.0 --name scrabble.local
"""


_options = apply(
    click.argument("source", metavar="[GAME]", required=False),
    click.option(
        "--host", metavar="ADDRESS", default="127.0.0.1", show_default=True,
        help="Address to listen on. The default accepts this machine only; 0.0.0.0 accepts every machine that"
        " can reach it, without a password and unencrypted.",
    ),
    click.option(
        "--port", type=Whole(0, 65535), default=8537, show_default=True, metavar="N",
        help="Port to listen on; 0 for any free port.",
    ),
    click.option(
        "--name", "names", metavar="HOST", multiple=True,
        help="Host name of the server besides localhost and numeric addresses; requests for other names are"
        " rejected. Can be repeated.",
    ),
    click.option(
        "--lexicon", metavar="NAME|FILE",
        help="Default lexicon; pages can choose any installed one.  [default: SCOWL80]",
    ),
    click.option(
        "--engine", "engines", metavar="FILE", multiple=True,
        help="Strategy file (.toml), such as of an outside program, that the page offers to play against. Can"
        " be repeated.",
    ),
    click.option(
        "--puzzles", metavar="FILE",
        help="Puzzles of the page of puzzles, made by jackdaw puzzles.  [default: some of self-play]",
    ),
    click.option(
        "--open/--no-open", "opens", default=True, show_default=True, help="Open the page in a browser."
    ),
)  # fmt: skip


def _command(name: str, *, hidden: bool = False) -> click.Command:
    return click.command(name, cls=Command, context_settings=HELP_SETTINGS, epilog=_EPILOG, hidden=hidden)(
        _options(_board)
    )


def _board(
    source: str | None,
    host: str,
    port: int,
    names: tuple[str, ...],
    lexicon: str | None,
    engines: tuple[str, ...],
    puzzles: str | None,
    opens: bool,
) -> None:
    """Analyze and play in a web browser.

    Starts a web server that runs until Ctrl-C. Its pages review games, rank the moves of positions with live
    simulations, solve endgames, play, and set puzzles; docs/board.md describes them.

    The page opens with GAME: a game record (.gcg), its address (woogles:ID, xt:ID, an https URL), a file of
    positions (.cgp), or CGP in quotes.
    """
    try:
        from jackdaw.web import ServerAddress, page_fragment, serve  # Starlette and uvicorn are optional
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("anyio", "h11", "starlette", "uvicorn"):
            raise
        run = install_command("board")
        raise InputError(f"the board needs Starlette and uvicorn; run: {run}") from None

    server_address = ServerAddress(host, port)
    fragment = "" if source is None else page_fragment(inputs.read_source(source))

    def begun(address: str) -> None:
        address += fragment
        click.echo(f"The board is at {address} (Ctrl-C stops it)")
        if not server_address.is_local:
            notify("Warning", "anyone who can reach this machine can use the board, without a password.")
        if opens:
            webbrowser.open(address)

    with suppress(KeyboardInterrupt):  # Ctrl-C is the way to end it
        serve(server_address, lexicon=lexicon, names=names, engines=engines, puzzles=puzzles, on_start=begun)


board = _command("board")
serve = _command("serve", hidden=True)
