"""The index page of a collection: sound HTML, the collection's figures, names that stay text, safe names."""

import re
from pathlib import Path

import pytest
from game_pages import find_by_class, find_by_id, get_text, parse_page
from msgspec.structs import replace
from sample_collection import analyze_folder, load_sample
from short_records import short_record

from jackdaw.collection import Collection, collection_page, name_pages
from jackdaw.collection.games import CollectedGame
from jackdaw.collection.page import MAX_PEOPLE
from jackdaw.collection.trend_chart import HEIGHT, build_trend_chart
from movegen.errors import one_line
from strategy.analysis import Mistake

pytestmark = pytest.mark.core

HOSTILE = "</title><script>alert(1)</script> {{7*7}} \"' \u202eAnn"


def test_sound_html_whose_links_lead_somewhere() -> None:
    _, names, page = load_sample()
    tree = parse_page(page)
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
    found, names, page = load_sample()
    tree = parse_page(page)
    people = next(find_by_class(tree, "people"))
    for row, person in zip(list(people.iter("tr"))[1:], found.players, strict=True):
        cells = list(row)
        assert get_text(cells[0]) == person.name
        values = [float(cell.get("data-value", "nan")) for cell in cells[1:]]
        tally = person.tally
        expected = [
            tally.games, tally.won, tally.spreads.mean, tally.indices.mean,
            tally.win_losses.mean and -100 * tally.win_losses.mean,
            tally.points_losses.mean and -tally.points_losses.mean,
            *[tally.mistakes[kind] if tally.judged else None for kind in list(Mistake)[1:]],
            tally.lucks.mean,
        ]  # fmt: skip
        known = [float("nan") if each is None else each for each in expected]
        assert values == pytest.approx(known, abs=1e-3, nan_ok=True)
        assert get_text(cells[4]).count("±") == (tally.judged_games > 1)
    games = next(find_by_class(tree, "games"))
    for row, game in zip(list(games.iter("tr"))[1:], found.games, strict=True):
        (link,) = row.iter("a")
        assert link.get("href") == names[game.file]
        assert get_text(link) == " v ".join(game.facts.players)
        assert get_text(row).count("*") == (not game.facts.finished)
    left_out = get_text(next(find_by_class(tree, "left-out")))
    assert "broken.gcg: line 1" in left_out and "the same record as" in left_out


def test_the_chart_has_every_game_of_a_player() -> None:
    found, names, page = load_sample()
    section = find_by_id(parse_page(page), "player-1")
    chart = build_trend_chart(found.players[0])
    assert chart is not None
    spots = [link for link in section.iter() if link.get("aria-label", "").startswith("Game ")]
    trend = found.players[0].trend
    assert [link.get("href") for link in spots] == [names[point.game.file] for point in trend]
    heights = [spot.y for spot in chart.spots]
    indices = [point.index for point in trend]
    pairs = list(zip(indices, heights, strict=True))
    assert all(above < below for index, above in pairs for other, below in pairs if index > other)
    assert all(0 < height < HEIGHT for height in heights)
    assert [spot.kind for spot in chart.spots] == ["won", "lost", "won", "open", "won"]
    assert build_trend_chart(found.players[2]) is None


def test_what_records_and_files_say_stays_text(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(2)> & \"'.gcg"
    (tmp_path / name).write_text(
        short_record(HOSTILE, "</script><script>alert(3)</script>"), encoding="utf-8"
    )
    (tmp_path / "<b>.gcg").write_text("<script>alert(4)</script>", encoding="utf-8")
    found, names = analyze_folder(tmp_path)
    tree = parse_page(collection_page(found, names))
    assert len(list(tree.iter("script"))) == 2 and not list(tree.iter("img")) and not list(tree.iter("b"))
    assert not any(name.startswith("on") for element in tree.iter() for name in element.attrib)
    body = get_text(next(tree.iter("body")))
    assert (
        one_line(" ".join(HOSTILE.split())) in body
        and name in body
        and "</script><script>alert(3)</script>" in body
    )


def test_collections_of_nothing_and_of_many() -> None:
    assert "There are no games." in collection_page(Collection(()), {})
    parse_page(collection_page(Collection(()), {}))
    facts = load_sample()[0].games[0].facts
    games = [
        CollectedGame.of(f"{number}.gcg", replace(facts, players=[f"Ann {number}", "Ben"]))
        for number in range(MAX_PEOPLE + 5)
    ]
    tree = parse_page(collection_page(Collection.of(games, [], {}), name_pages(game.file for game in games)))
    assert len(list(find_by_class(tree, "person"))) == MAX_PEOPLE
    people = next(find_by_class(tree, "people"))
    assert len(list(people.iter("tr"))) == 1 + MAX_PEOPLE + 5 + 1
    assert len(list(people.iter("a"))) == MAX_PEOPLE


def test_names_of_pages() -> None:
    files = [
        "a/x.gcg", "b/X.gcg", "x-2.gcg", "INDEX.gcg", "con.gcg", "...", "\N{SNOWMAN}.gcg", "n" * 300,
        "../../é e.gcg",
    ]  # fmt: skip
    names = list(name_pages(files).values())
    assert names == [
        "x.html", "X-2.html", "x-2-2.html", "game-INDEX.html", "game-con.html", "game.html", "game-2.html",
        "n" * 80 + ".html", "e-e.html",
    ]  # fmt: skip
    assert len({name.casefold() for name in names}) == len(files)
