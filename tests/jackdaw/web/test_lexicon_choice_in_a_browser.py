"""The choice of a lexicon in the pages: rules of its language go with it."""

from typing import Any

import pytest
from board_pages import Open

expect = pytest.importorskip("playwright.sync_api", reason="needs the extra `browser`").expect

LEXICA = [("OSPS49", "polish"), ("CSW24", "standard")]


def offer(tab: Any) -> Any:
    """Offer lexica as if they were installed; return the choice of rules."""
    options = "".join(f'<option data-rules="{rules}">{name}</option>' for name, rules in LEXICA)
    tab.evaluate("text => document.querySelector('#lexicon').insertAdjacentHTML('beforeend', text)", options)
    return tab.locator("#rules")


def test_in_the_lobby(board: Open) -> None:
    tab = board()
    tab.goto(tab.url.split("#")[0] + "play")
    rules, lexica = offer(tab), tab.locator("#lexicon")
    default = lexica.input_value()
    for before, lexicon, after in (
        ("standard", "OSPS49", "polish"),
        ("super", "CSW24", "super"),
        ("polish", "CSW24", "standard"),
    ):
        lexica.select_option(default)
        rules.select_option(before)
        lexica.select_option(lexicon)
        expect(rules).to_have_value(after)


def test_the_lobby_offers_engines_that_play_the_language(board: Open) -> None:
    tab = board()
    tab.goto(tab.url.split("#")[0] + "play")
    offer(tab)
    engine, words = tab.locator("#seats select").nth(1), tab.locator("#seats small").nth(1)
    tab.locator("#lexicon").select_option("OSPS49")
    expect(words).to_have_text("a club player: all words, misjudges moves by a few points; rated in English")
    disabled = engine.locator("option:disabled").evaluate_all("all => all.map(each => each.value)")
    assert disabled == ["beginner", "casual", "rackh1", "rackh2", "rackh3"]
    tab.locator("#lexicon").select_option("CSW24")
    engine.select_option("beginner")
    tab.locator("#lexicon").select_option("OSPS49")
    expect(words).to_contain_text("plays only English")


def test_an_empty_board_gets_the_tiles_of_the_lexicon(board: Open) -> None:
    tab = board()
    tab.click("#new")
    rules = offer(tab)
    tab.click("#gear")
    tab.locator("#lexicon").select_option("OSPS49")
    expect(rules).to_have_value("polish")
    expect(tab.locator("#unseen")).to_contain_text("Ą")
