"""The index page of a collection: sound HTML, the collection's figures, names that stay text, safe names."""

import re
from pathlib import Path

import pytest
from collected import collected, sample
from msgspec.structs import replace
from pages import by_id, parsed, text, with_class
from short_records import short_record

from jackdaw.collection import CollectedGame, Collection
from jackdaw.collection_page import MOST_PEOPLE, collection_page
from jackdaw.page_names import page_names
from jackdaw.trend_chart import HEIGHT, trend_chart
from strategy.mistakes import Mistake

pytestmark = pytest.mark.core

HOSTILE = "</title><script>alert(1)</script> {{7*7}} \"' \u202eAnn"


def test_sound_html_whose_links_lead_somewhere() -> None:
    _, names, page = sample()
    tree = parsed(page)
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in tree.iter():
        for attribute, target in element.items():
            if attribute.endswith("href"):
                assert target[1:] in ids if target.startswith("#") else target in names.values()
            if attribute == "aria-labelledby":
                assert set(target.split()) <= set(ids)
    assert "src=" not in page and "@import" not in page and not re.search(r"url\((?!#)", page)


def test_figures_are_those_of_the_collection() -> None:
    found, names, page = sample()
    tree = parsed(page)
    people = next(with_class(tree, "people"))
    for row, person in zip(list(people.iter("tr"))[1:], found.players, strict=True):
        cells = list(row)
        assert text(cells[0]) == person.name
        values = [float(cell.get("data-value", "nan")) for cell in cells[1:]]
        tally = person.tally
        expected = [
            tally.games, tally.won, tally.spread_a_game, tally.index_a_game, tally.lost_a_turn,
            100 * (tally.win_lost_a_game or 0), *[tally.mistakes[kind] for kind in list(Mistake)[1:]],
            tally.luck_a_game,
        ]  # fmt: skip
        assert values == pytest.approx(expected, abs=1e-3, nan_ok=True)
    games = next(with_class(tree, "games"))
    for row, game in zip(list(games.iter("tr"))[1:], found.games, strict=True):
        (link,) = row.iter("a")
        assert link.get("href") == names[game.file]
        assert text(link) == " v ".join(game.facts.players)
        assert text(row).count("*") == (not game.facts.finished)
    left_out = text(next(with_class(tree, "left-out")))
    assert "broken.gcg: line 1" in left_out and "the same record as" in left_out


def test_the_chart_has_every_game_of_a_player() -> None:
    found, names, page = sample()
    section = by_id(parsed(page), "player-1")
    chart = trend_chart(found.players[0])
    assert chart is not None
    spots = [link for link in section.iter() if link.get("aria-label", "").startswith("Game ")]
    trend = found.players[0].trend
    assert [link.get("href") for link in spots] == [names[point.game.file] for point in trend]
    heights = [spot.y for spot in chart.spots]
    indices = [point.tally.index for point in trend]
    pairs = list(zip(indices, heights, strict=True))
    assert all(above < below for index, above in pairs for other, below in pairs if index > other)
    assert all(0 < height < HEIGHT for height in heights)
    assert [spot.kind for spot in chart.spots] == ["won", "lost", "won", "open", "won"]
    assert trend_chart(found.players[2]) is None


def test_what_records_and_files_say_stays_text(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(2)> & \"'.gcg"
    (tmp_path / name).write_text(short_record(HOSTILE, "</script><script>alert(3)</script>"))
    (tmp_path / "<b>.gcg").write_text("<script>alert(4)</script>")
    found, names = collected(tmp_path)
    tree = parsed(collection_page(found, names))
    assert len(list(tree.iter("script"))) == 2 and not list(tree.iter("img")) and not list(tree.iter("b"))
    assert not any(name.startswith("on") for element in tree.iter() for name in element.attrib)
    body = text(next(tree.iter("body")))
    assert " ".join(HOSTILE.split()) in body and name in body and "</script><script>alert(3)</script>" in body


def test_collections_of_nothing_and_of_many() -> None:
    assert "There is no game to tell of." in collection_page(Collection(()), {})
    parsed(collection_page(Collection(()), {}))
    facts = sample()[0].games[0].facts
    games = [
        CollectedGame.of(f"{number}.gcg", replace(facts, players=[f"Ann {number}", "Ben"]))
        for number in range(MOST_PEOPLE + 5)
    ]
    tree = parsed(collection_page(Collection.of(games, [], {}), page_names(game.file for game in games)))
    assert len(list(with_class(tree, "person"))) == MOST_PEOPLE
    people = next(with_class(tree, "people"))
    assert len(list(people.iter("tr"))) == 1 + MOST_PEOPLE + 5 + 1
    assert len(list(people.iter("a"))) == MOST_PEOPLE


def test_names_of_pages() -> None:
    files = [
        "a/x.gcg", "b/X.gcg", "x-2.gcg", "INDEX.gcg", "con.gcg", "...", "\N{SNOWMAN}.gcg", "n" * 300,
        "../../é e.gcg",
    ]  # fmt: skip
    names = list(page_names(files).values())
    assert names == [
        "x.html", "X-2.html", "x-2-2.html", "game-INDEX.html", "game-con.html", "game.html", "game-2.html",
        "n" * 80 + ".html", "e-e.html",
    ]  # fmt: skip
    assert len({name.casefold() for name in names}) == len(files)
