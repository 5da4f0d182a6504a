"""How fast the analysis page is: first paint, steps through a game, first simulated figures, scrolling.

    python bench/web_pages.py [--json FILE]

Starts a server and headless Chromium on this machine. Needs the group `browser` (Playwright) and Chromium;
without them the script says so and ends.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

SERVER = "from jackdaw.cli import main; main()"
POSITION = "15/15/15/15/15/15/15/7HIVE4/15/15/15/15/15/15/15+{rack}/+0/20+0"
RACKS = ("AEINRST", "AABEOQU", "CDEIOOW", "EGLNPUU", "?ABDIRT")
FIRST_PAINTS = 5
TURNS = 23
MOVES = 300
TARGETS = {
    "first contentful paint": 1000,
    "step, median": 100,
    "step, worst": 100,
    "first simulated figures, median": 500,
    "first simulated figures, worst": 500,
    f"scrolling {MOVES} moves, longest frame": 100,
}
"""Limits in ms, on two quiet cores."""

STEP = """() => new Promise((resolve) => {
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
})"""
SIMULATE = """() => new Promise((resolve) => {
    const table = document.getElementById("candidates");
    const start = performance.now();
    new MutationObserver((_, observer) => {
        if (!table.querySelector(".span")) return;
        observer.disconnect();
        resolve(performance.now() - start);
    }).observe(table, { childList: true });
    document.getElementById("run").click();
})"""
SCROLL = """() => new Promise((resolve) => {
    const pane = document.getElementById("candidates-scroll");
    const frames = [];
    let last = performance.now();
    const draw = (now) => {
        frames.push(now - last);
        last = now;
        const before = pane.scrollTop;
        pane.scrollTop += 60;
        if (pane.scrollTop > before) requestAnimationFrame(draw);
        else resolve(frames.slice(1));
    };
    requestAnimationFrame(draw);
})"""


@contextmanager
def served() -> Iterator[str]:
    """Run a server of its own; give its address."""
    command = [sys.executable, "-u", "-c", SERVER, "board", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http:\S+", server.stdout.readline())
            if found is None:
                sys.exit("The server did not start.")
            yield found.group()
        finally:
            server.terminate()


def first_paint(browser: Any, address: str) -> float:
    """Return the time to the first contentful paint of the first page in a new profile, in ms."""
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.goto(address)
    tab.wait_for_selector("#welcome:not([hidden])")
    tab.wait_for_timeout(300)
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    found = float(tab.evaluate(paint))
    tab.close()
    return found


def open_sample(browser: Any, address: str) -> Any:
    """Open the sample game, reviewed by score and leave."""
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.goto(address)
    tab.click("#sample")
    tab.wait_for_selector("#candidates tbody tr")
    tab.wait_for_selector("#sheet .badge")
    return tab


def steps(tab: Any) -> list[float]:
    """Return the time from the key to the drawn board for each step through the game, in ms."""
    times = []
    for _ in range(TURNS):
        times.append(float(tab.evaluate(STEP)))
        tab.wait_for_timeout(100)
    return times


def open_position(browser: Any, address: str, rack: str) -> Any:
    """Open a position by its address."""
    tab = browser.new_page()
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.goto(f"{address}#cgp={POSITION.format(rack=rack)}")
    tab.wait_for_selector("#candidates tbody tr")
    return tab


def simulation(browser: Any, address: str, rack: str) -> float:
    """Return the time from the click to the first simulated figures, in ms."""
    tab = open_position(browser, address, rack)
    found = float(tab.evaluate(SIMULATE))
    tab.close()
    return found


def scrolling(browser: Any, address: str) -> list[float]:
    """Return the times of frames while a table of 300 moves scrolls, in ms."""
    context = browser.new_context()

    def ask_for_more(route: Any) -> None:
        route.continue_(post_data=json.dumps(route.request.post_data_json | {"most": MOVES}))

    context.route("**/api/candidates", ask_for_more)
    tab = open_position(context, address, RACKS[0])
    tab.locator("#candidates tbody tr").nth(MOVES - 1).wait_for(state="attached")
    tab.wait_for_timeout(500)
    return [float(each) for each in tab.evaluate(SCROLL)]


def measure(browser: Any, address: str) -> dict[str, float]:
    """Return all figures, in ms."""
    paints = [first_paint(browser, address) for _ in range(FIRST_PAINTS)]
    scrolled = scrolling(browser, address)
    simulated = [simulation(browser, address, rack) for rack in RACKS]
    stepped = steps(open_sample(browser, address))
    steps_and_simulations = (median(stepped), max(stepped), median(simulated), max(simulated))
    figures = (median(paints), *steps_and_simulations, max(scrolled))
    return dict(zip(TARGETS, figures, strict=True))


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="Measure the speed of the analysis page.")
    parser.add_argument("--json", type=Path, help="also write the figures, in ms, to this file")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("Skipped: Playwright is not installed; pip install --group browser.")
    if chromium is None:
        sys.exit("Skipped: there is no Chromium on the path.")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        figures = measure(browser, address)
        browser.close()
    width = max(map(len, TARGETS))
    for name, target in TARGETS.items():
        print(f"{name:{width}}  {figures[name]:7.0f} ms  target {target:5,} ms")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
