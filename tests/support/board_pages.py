"""The analysis page of `jackdaw board` in a browser: what tests do there and what they read."""

from collections.abc import Callable
from typing import Any

from web_server import SAMPLE

Open = Callable[..., Any]
GAME = {"name": "game.gcg", "mimeType": "text/plain", "buffer": SAMPLE}
HIVE = "15/15/15/15/15/15/15/7HIVE4/15/15/15/15/15/15/15 AEINRST/ 0/20 0"
ENDGAME = (
    "7E7/7U5O1/3P1HARANgUER1/3R3O3N1IF/2HEM6L1BE/2ABO2LUZ1O1IT/2JAM1PEG1FA2I/3KIWIS2AD2D/3E6N3L/3STETTING3y/"
    "7O2A1T2/OVERSAIL4O2/7U4D2/7I4D2/5VICENARY2 EGNQSTX/CEEORWY 416/376 0"
)
PREENDGAME = (
    "11B1HI/1VOLT6OPEN/4A6MUM1/4N6ALE1/4G7T2/4I5G1U2/4E1V3N1R2/4RAIA2AGE2/6N3WE3/5KY2WESTS1/"
    "2ESCALADERS3/3O1I1BOD1O3/2HOOF9/1JUT5ZED1QI/2PYCNIDIA1EXIT ??AENRU/ 427/436 0"
)


def bring(tab: Any, text: str) -> None:
    """Paste a game or a position."""
    tab.click("#paste")
    tab.fill("#pasted", text)
    tab.click("#pasting button[value=read]")


def settings(tab: Any, **values: Any) -> None:
    """Change settings behind the gear."""
    tab.click("#gear")
    for name, value in values.items():
        field = tab.locator(f"#{name.replace('_', '-')}")
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    tab.click("#settings button")


def expect(locator: Any) -> Any:
    """Playwright's assertions, which wait; they are there where its browser is."""
    from playwright.sync_api import expect

    return expect(locator)


def says(tab: Any, where: str, text: str) -> None:
    """Wait until a message appears there."""
    expect(tab.locator(where)).to_contain_text(text, timeout=60_000)


def cgp(tab: Any) -> str:
    return str(tab.text_content("#cgp"))


def tiles(tab: Any, of: str = "#board .laid") -> list[str]:
    return [href.removeprefix("#t") for href in tab.eval_on_selector_all(
        f"{of} use", "all => all.map(e => e.getAttribute('href'))")]  # fmt: skip


def square(tab: Any, row: int, column: int) -> dict[str, float]:
    """The middle of a square in the window."""
    tab.locator("#board").scroll_into_view_if_needed()
    box = tab.locator("#board").bounding_box()
    left, top, width, _ = map(float, str(tab.get_attribute("#board", "viewBox")).split())
    unit = box["width"] / width
    return {
        "x": box["x"] + unit * (24 + 32 * column + 16 - left),
        "y": box["y"] + unit * (24 + 32 * row + 16 - top),
    }


def candidates(tab: Any) -> list[str]:
    tab.wait_for_selector("#candidates tbody tr")
    return [str(name) for name in tab.locator("#candidates tbody td:nth-child(2) button").all_inner_texts()]
