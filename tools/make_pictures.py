"""Make the pictures of the documentation (docs/pictures) with the program itself.

Run it from the root of a clone with an installation that has the extras `board`, `play`, `plot` and
`browser`, and Chromium: python tools/make_pictures.py. The drawings are the same each time, but for the
versions of matplotlib, Textual and Chromium; tests/tools/test_make_pictures.py fails when one is out of date.
"""

import asyncio
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from jackdaw.plots import plot_simulation
from movegen import Game, Lexicon, read_gcg
from movegen.board import draw_board
from sims import SimulationPlan, simulate
from strategy import load_strategy

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
SAMPLE = ROOT / "jackdaw" / "samples" / "ann_v_ben.gcg"
STRENGTH = ROOT / "docs" / "strength.md"
TURN, MISTAKE = 11, 16
PHOTOGRAPHS = {"page-chart.png": ("", 720, 750), "page-turn.png": (f"#turn-{MISTAKE}", 1100, 980)}
"""Part of the page to show, width and height in pixels."""
BOARDS = {
    "board-page.png": (1280, 800, "light"),
    "board-wide.png": (1600, 900, "dark"),
    "board-phone.png": (390, 844, "light"),
}
"""Pictures of the web application: width and height in pixels, and theme."""
REPORT = [("", 760, 1040), (f"#turn-{MISTAKE}", 760, 1040)]
"""The two parts of report.png, side by side."""


def make(folder: Path) -> None:
    """Make all pictures that need no browser."""
    import matplotlib

    game = read_gcg(SAMPLE)
    (folder / "board.svg").write_text(board(game), encoding="utf-8")
    os.environ["SOURCE_DATE_EPOCH"] = "0"  # matplotlib writes the date into its files
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "jackdaw", "savefig.dpi": 72}):
        draw_simulation(game, folder / "simulation.svg")
        (folder / "terminal.svg").write_text(asyncio.run(terminal()), encoding="utf-8")
        draw_strength(folder / "strength.svg")


def board(game: Game) -> str:
    """Draw a turn of the sample game with the best move and the rack, as SVG."""
    position = game.position(TURN)
    best = load_strategy("static").candidates(position, Lexicon.load())[0].move
    return draw_board(
        position.board, move=best, rack=position.rack, title=f"{best.human}, {best.score} points"
    )


def draw_simulation(game: Game, file: Path) -> None:
    """Draw the plot of `--plot` for the same turn."""
    position, lexicon, static = game.position(TURN), Lexicon.load(), load_strategy("static")
    moves = static.candidates(position, lexicon)[:10].moves
    plot_simulation(
        simulate(position, moves, lexicon, SimulationPlan(iterations=500, confidence=None), strategy=static),
        str(file),
    )


async def terminal() -> str:
    """Draw the screen of `jackdaw play` with a play being typed, as self-contained SVG."""
    from textual.widgets import Input

    from jackdaw.terminal.screen import PlayScreen
    from jackdaw.terminal.terminal_game import TerminalGame
    from sims.play import GameSetup, Mode, Seat, TakeTurn, begin_saved

    seats = (Seat(name="Ann"), Seat(name="Jack", strategy="club"))
    with (
        TemporaryDirectory() as place,
        begin_saved(Path(place) / "game", GameSetup(mode=Mode.FREE, seats=seats, seed=11)) as saved,
    ):
        game = TerminalGame(saved, helps=True)
        game.do(TakeTurn("8D FACET"))
        saved.session.let_engines_act()
        screen = PlayScreen(game)
        async with screen.run_test(size=(80, 24)) as pilot:
            await pilot.press("f2", "f2", "f3")
            entry = screen.query_one("#entry", Input)
            entry.cursor_blink, entry.value = False, "I3 DORIZE"
            await pilot.pause()
            picture = screen.export_screenshot(title="jackdaw play")
    return re.sub(r"@font-face \{.*?\}", "", picture, flags=re.S)


def ratings() -> list[tuple[str, float, float, float]]:
    """Read the opponents of `greedy` from docs/strength.md: Elo and its interval."""
    text = STRENGTH.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| greedy \|.*?\| \+(\d+) \(\+(\d+) to \+(\d+)\) \|", text, re.M)
    return [(name, *map(float, figures)) for name, *figures in rows]


def draw_strength(file: Path) -> None:
    """Draw the strength of the static strategies, with 95 % intervals."""
    from matplotlib.figure import Figure

    players = [("greedy", 0.0, 0.0, 0.0), *ratings()]
    figure: Any = Figure(figsize=(7, 2.4), layout="constrained")
    axes = figure.subplots()
    elo = [middle for _, middle, _, _ in players]
    errors = [
        [middle - low for _, middle, low, _ in players],
        [high - middle for _, middle, _, high in players],
    ]
    axes.barh([name for name, *_ in players], elo, xerr=errors, capsize=3, height=0.6)
    for row, (_, middle, _, high) in enumerate(players):
        axes.text(high + 2, row, f"{middle:+g}" if middle else "0", va="center")
    axes.set(xlabel="Elo above greedy, with 95 % intervals", xlim=(0, 135))
    axes.invert_yaxis()
    figure.savefig(file)


def photograph_page(folder: Path) -> None:
    """Take a screenshot of the sample game's page in Chromium, in 64 colours."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as place, sync_playwright() as playwright:
        game = Path(place) / "game.html"
        command = [sys.executable, "-c", "from jackdaw.cli import analyze_main; analyze_main()"]
        subprocess.run([*command, SAMPLE, "--html", game], check=True, stdout=subprocess.DEVNULL)
        browser = launch(playwright)
        for name, (fragment, width, height) in PHOTOGRAPHS.items():
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
            page.goto(game.as_uri() + fragment)
            photograph(page, folder / name)
        for number, (fragment, width, height) in enumerate(REPORT):
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
            page.goto(game.as_uri() + fragment)
            page.screenshot(path=str(Path(place) / f"{number}.png"))
        browser.close()
        join([Path(place) / f"{number}.png" for number in range(len(REPORT))], folder / "report.png")


def photograph_board(folder: Path) -> None:
    """Take screenshots of the web application: the analysis of the sample game, and a game being played."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-u", "-c", "from jackdaw.cli import main; main()"]
    command += ["board", "--port", "0", "--no-open"]
    with ExitStack() as stack:
        data = stack.enter_context(TemporaryDirectory())  # for the saved game
        environment = os.environ | {"XDG_DATA_HOME": data}
        server = stack.enter_context(
            subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment)
        )
        stack.callback(server.terminate)  # before Popen waits for it, whatever fails here
        assert server.stdout is not None
        address = re.findall(r"http:\S+", server.stdout.readline())[0]
        browser = launch(stack.enter_context(sync_playwright()))
        for name, (width, height, scheme) in BOARDS.items():
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            simulate_turn(page, address)
            photograph(page, folder / name, colours=160)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
        play_some_turns(page, address)
        photograph(page, folder / "board-play.png", colours=160)
        browser.close()


def simulate_turn(page: Any, address: str) -> None:
    """Simulate a turn of the sample game in the web application, with its normal review done."""
    page.goto(f"{address}#game=sample&turn={TURN + 1}&iterations=2000&most=10")
    page.get_by_text("Reviewed", exact=True).wait_for(timeout=300_000)
    page.click("#run")
    page.get_by_text("99 % confident").or_(page.get_by_text("all iterations")).first.wait_for(timeout=300_000)
    page.click("#heat")
    page.evaluate("() => scrollTo(0, 0)")


def play_some_turns(page: Any, address: str) -> None:
    """Play the best static moves against an engine in the web application, and lay one more."""
    page.goto(f"{address}play")
    page.fill("#minutes", "25")
    page.click("#begin button.main")
    page.check("#helps")
    for lines in range(0, 12, 2):
        page.locator("#history tr").nth(lines - 1).wait_for() if lines else None
        page.get_by_text("it is your turn").wait_for()
        page.click("#kibitz")
        page.locator("#candidates tbody button").first.click()
        if lines < 10:
            page.click("#lay")


def launch(playwright: Any) -> Any:
    """Start headless Chromium."""
    program = which("chromium") or which("chromium-browser")
    return playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


def photograph(page: Any, file: Path, colours: int = 64) -> None:
    """Take a screenshot of a page, reduced to this many colours."""
    from PIL import Image

    page.screenshot(path=str(file))
    reduced = Image.open(file).convert("RGB").quantize(colours, dither=Image.Dither.NONE)
    reduced.save(file, optimize=True)


def join(files: list[Path], file: Path, colours: int = 128) -> None:
    """Put pictures of the same height side by side."""
    from PIL import Image

    pictures = [Image.open(each).convert("RGB") for each in files]
    joined = Image.new("RGB", (sum(each.width for each in pictures), pictures[0].height))
    left = 0
    for each in pictures:
        joined.paste(each, (left, 0))
        left += each.width
    joined.quantize(colours, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    make(PICTURES)
    photograph_page(PICTURES)
    photograph_board(PICTURES)
