"""The page of a game: sound HTML, the review's figures, nothing of the record that is taken for HTML."""

import re
from math import inf
from xml.etree.ElementTree import Element

import pytest
from game_pages import (
    EVERY_KIND,
    GAMES,
    HOSTILE,
    SAMPLE,
    SVG,
    TAKEN_BACK,
    UNKNOWN,
    find_by_class,
    find_by_id,
    get_text,
    parse_page,
    render_page,
    review_all_turns,
    sample_page,
    sample_review,
)

import jackdaw
from jackdaw.html import UNKNOWN as NOT_KNOWN
from jackdaw.html import Figure, game_page, percent, points, whole
from jackdaw.html.figures import with_error
from jackdaw.schemas import position_json
from movegen import BoardLayout, Game, Lexicon, Line, Tile, TileSet, Variant, read_gcg
from sims.review import review_game
from sims.simulation import SimulationPlan, evaluate_by_simulation
from strategy import SearchLimits, StaticStrategy, analyze_game, evaluate_endgame
from strategy.analysis import EndgamePlan, GameAnalysis, GradingScheme, Mistake

pytestmark = pytest.mark.core


def rows(element: Element) -> list[Element]:
    return list(next(element.iter("tbody")).iter("tr"))


def shown_loss(lost: float) -> str:
    """Return a loss as the page shows it: with its sign, unless it is 0.0."""
    return f"{round(-lost, 1) + 0.0:.1f}".replace("-", "−")


def value(element: Element) -> float:
    """Return the machine-readable value of a figure on the page."""
    (found,) = element.iter("data")
    return float(found.get("value", ""))


@pytest.mark.parametrize("source", EVERY_KIND, ids=lambda source: source.split("\n")[0])
def test_any_game_gives_sound_html(source: str) -> None:
    tree = parse_page(render_page(source))
    names = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(names) == len(set(names))
    for element in tree.iter():
        for attribute, target in element.items():
            if attribute.endswith("href") and target.startswith("#"):
                assert target[1:] in names
            if attribute == "aria-labelledby":
                assert set(target.split()) <= set(names)


def test_the_page_needs_nothing_beside_it() -> None:
    page = sample_page()
    assert "src=" not in page and "@import" not in page and not re.search(r"url\((?!#)", page)
    for element in parse_page(page).iter():
        assert element.tag != "link"
        assert all(link.startswith("#") for name, link in element.items() if name.endswith("href"))


def test_a_game_of_25_turns_is_far_below_a_megabyte() -> None:
    review = sample_review()
    assert len(sample_page().encode()) / len(review.game.turns) * 25 < 500_000


def test_the_same_review_gives_the_same_page() -> None:
    again = review_all_turns(read_gcg(TAKEN_BACK))
    assert game_page(again) == render_page(TAKEN_BACK)


def test_what_the_record_says_stays_text() -> None:
    page = render_page(HOSTILE)
    tree = parse_page(page)
    assert len(list(tree.iter("script"))) == 2 and len(list(tree.iter("style"))) == 1
    assert not list(tree.iter("img")) and not list(tree.iter("i"))
    assert not any(name.startswith("on") for element in tree.iter() for name in element.attrib)
    whole_text = get_text(next(tree.iter("body")))
    assert 'Ann "<script>alert(1)</script>" & Co' in whole_text
    assert "Ben</title><img src=x onerror=alert(2)>" in whole_text
    assert "</style><script>alert(3)</script>" in whole_text
    assert "before the first turn <script>alert(4)</script>" in whole_text
    assert "</script><script>alert(5)</script> {% raw %} ]]> -->" in get_text(find_by_id(tree, "turn-1"))
    assert "<script>alert(1)" in get_text(next(tree.iter("title")))


def test_characters_that_html_does_not_allow_are_replaced() -> None:
    game = Game.new(Variant.standard(), ["A\x85nn\ufffe", "Ben\ufdd0"])
    page = game_page(review_all_turns(game))
    assert "A\\x85nn\\ufffe" in page
    parse_page(page)


def test_losses_and_luck_are_those_of_the_review() -> None:
    tree, review = parse_page(sample_page()), sample_review()
    assert len(list(find_by_class(tree, "turn"))) == 23 + 1
    for turn in review.turns:
        found = {each.get("data-of"): each for each in find_by_id(tree, f"turn-{turn.turn}").iter("dd")}
        assert value(found["points_lost"]) == -turn.points_lost
        assert get_text(found["points_lost"]) == shown_loss(turn.points_lost)
        assert value(found["win_lost"]) == pytest.approx(-100 * turn.chances.lost)
        assert get_text(found["win_lost"]) == f"{shown_loss(100 * turn.chances.lost)} %"
        assert value(found["luck"]) == turn.luck
        assert get_text(found["luck"]) == f"{turn.luck:+.1f}".replace("-", "−")


def test_played_and_best_stand_side_by_side() -> None:
    tree, review = parse_page(sample_page()), sample_review()
    for turn in review.turns:
        played, best = find_by_class(find_by_id(tree, f"turn-{turn.turn}"), "worth")
        analysis = turn.analysis
        for each, move, equity, win in (
            (played, analysis.played.move, analysis.played.equity, turn.chances.played),
            (best, analysis.best.move, analysis.best.equity, turn.chances.best),
        ):
            figures = [get_text(found) for found in each.iter("dd")]
            assert get_text(next(find_by_class(each, "move"))) == str(move)
            assert figures[0] == str(move.score)
            assert figures[2] == f"{equity:.1f}".replace("-", "−")
            assert figures[3] == f"{round(100 * win, 6):.1f} %"


def test_candidates_are_those_of_the_json() -> None:
    tree, review = parse_page(sample_page()), sample_review()
    for turn in review.turns:
        reported = position_json(turn.analysis, 10)
        table = next(find_by_class(find_by_id(tree, f"turn-{turn.turn}"), "candidates"))
        for row, candidate in zip(rows(table), reported.candidates, strict=False):
            cells = list(row)
            assert [float(cells[place].get("data-value", "")) for place in (0, 2, 4, 5)] == [
                candidate.rank, candidate.score, candidate.leave_value, candidate.equity,
            ]  # fmt: skip
            assert get_text(cells[1]).startswith(candidate.move) and get_text(cells[3]) == candidate.leave
        marked = [row for row in rows(table) if row.get("class") == "played"]
        assert [int(row[0].get("data-value", "")) for row in marked] == [turn.analysis.played.rank]
        assert len(rows(table)) == 10 + (turn.analysis.played.index >= 10)


def test_simulated_candidates_are_those_of_the_json() -> None:
    lexicon, strategy = Lexicon.load(), StaticStrategy.load("static")
    game = read_gcg(GAMES.parent.parent.parent / "jackdaw/samples/ann_v_ben.gcg")
    (static,) = analyze_game(game, lexicon, strategy, turn=16).positions
    plan = SimulationPlan(candidates=3, iterations=140)
    found = static.with_evaluation(evaluate_by_simulation(static, plan, lexicon, strategy))
    review = review_game(GameAnalysis(game, lexicon.name, "static", (found,)), lexicon, strategy)
    tree = parse_page(game_page(review))
    table = next(find_by_class(find_by_id(tree, "turn-16"), "candidates"))
    reported = position_json(found, 10)
    assert len(rows(table)) == len(reported.candidates) == 4
    for row, candidate in zip(rows(table), reported.candidates, strict=True):
        utility, win, spread, p_best, static_cell = list(row)[4:]
        assert get_text(utility) == f"{100 * candidate.utility:.1f} ±{100 * candidate.utility_se:.1f}"
        assert get_text(win) == f"{100 * candidate.win:.1f} ±{100 * candidate.win_se:.1f}"
        assert float(win.get("data-value", "")) == pytest.approx(100 * candidate.win, abs=1e-4)
        assert get_text(spread) == f"{candidate.spread:+.1f} ±{candidate.equity_se:.1f}".replace("-", "−")
        assert get_text(p_best) == f"{100 * candidate.p_best:.1f}"
        assert get_text(static_cell) == f"{candidate.static_equity:.1f}"
    assert "This turn was not analyzed" in get_text(find_by_id(tree, "turn-15"))


def test_the_tiles_that_a_simulation_gives_the_opponent_are_named() -> None:
    """A play that was taken back has shown its tiles."""
    lexicon, strategy = Lexicon.load(), StaticStrategy.load("static")
    game = read_gcg(TAKEN_BACK)
    (static,) = analyze_game(game, lexicon, strategy, turn=2).positions
    plan = SimulationPlan(candidates=2, iterations=10)
    found = static.with_evaluation(evaluate_by_simulation(static, plan, lexicon, strategy))
    review = review_game(GameAnalysis(game, lexicon.name, "static", (found,)), lexicon, strategy)
    tree = parse_page(game_page(review))
    assert ", opponent holds AEERWZ, ranked by " in get_text(find_by_id(tree, "turn-2"))


def test_endgames_are_those_of_the_json() -> None:
    lexicon, strategy = Lexicon.load(), StaticStrategy.load("static")
    game = sample_review().game
    (static,) = analyze_game(game, lexicon, strategy, turn=22).positions
    plan = EndgamePlan(moves=3, limits=SearchLimits(nodes=20_000))
    found = static.with_evaluation(evaluate_endgame(static, plan, lexicon))
    review = review_game(GameAnalysis(game, lexicon.name, "static", (found,)), lexicon, strategy)
    tree = parse_page(game_page(review))
    table = next(find_by_class(find_by_id(tree, "turn-22"), "candidates"))
    reported = position_json(found, 10)
    assert len(reported.candidates) == 3
    for row, candidate in zip(rows(table), reported.candidates, strict=False):
        rank, move, _, _, static_cell, worth, _ = list(row)
        assert float(rank.get("data-value", "")) == candidate.rank
        assert get_text(move).startswith(candidate.move)
        assert get_text(static_cell) == f"{candidate.static_equity:.1f}".replace("-", "−")
        assert float(worth.get("data-value", "")) == candidate.equity
    (played,) = (row for row in rows(table) if row.get("class") == "played")
    assert float(played[5].get("data-value", "")) == found.played.equity
    assert "1 by endgame search" in get_text(next(find_by_class(tree, "how")))


def test_totals_are_those_of_the_review() -> None:
    tree, review = parse_page(sample_page()), sample_review()
    table = next(find_by_class(tree, "totals"))
    found = {get_text(row[0]): [get_text(cell) for cell in list(row)[1:]] for row in rows(table)}
    for player in review.players:
        reported = {heading: cells[player.player] for heading, cells in found.items()}
        assert reported["Mistake index"] == f"{player.mistake_index:.1f}"
        assert reported["Lost (points)"] == f"−{player.points_lost:.1f}"
        assert reported["Lost (win %)"] == f"−{100 * player.win_lost:.1f} %"
        assert reported["Luck of the draw"] == f"{player.luck:+.1f}".replace("-", "−")
        assert reported["Turns judged"] == f"{player.judged} of {player.turns}"
        assert reported["Estimated rating"] == NOT_KNOWN.text  # its turns were not simulated
        assert reported["Best move found"] == str(player.best_found)
        by_spread = player.spread_mistakes[Mistake.LARGE]
        assert reported["Large mistakes"] == str(player.mistakes[Mistake.LARGE] - by_spread)
        assert reported["Bingos"].split()[0] == str(len(player.bingos))
        assert re.findall(r"\d+", reported["Bingos"])[1:] == [str(turn) for turn in player.bingos]
        assert reported["Worst turn"] == f"turn {player.worst_turn}"
    assert f"turning point turn {review.turning_point}:" in get_text(next(find_by_class(tree, "result")))


def test_the_chart_has_a_mark_a_turn() -> None:
    tree, review = parse_page(sample_page()), sample_review()
    (chart,) = find_by_class(tree, "chart")
    links = list(chart.iter(f"{SVG}a"))
    assert len(links) == len(review.turns)
    chances = review.win_chances(0)
    bottom, top = (
        float(line.get("y1", "")) for line in (list(find_by_class(chart, "grid"))[place] for place in (-1, 0))
    )
    for turn, link, chance in zip(review.turns, links, chances, strict=True):
        (mark,) = find_by_class(link, "mark")
        assert bottom - float(mark.get("y", "")) == pytest.approx(chance * (bottom - top), abs=0.1)
        assert turn.grade is not None
        if turn.grade.costs_spread:
            assert "spread" in link.get("class", "").split()
        elif turn.mistake is not Mistake.NONE:
            assert turn.mistake.value in link.get("class", "").split()
            (drop,) = find_by_class(link, "drop")
            played = turn.chances.played if turn.player == 0 else 1 - turn.chances.played
            assert bottom - float(drop.get("y2", "")) == pytest.approx(played * (bottom - top), abs=0.1)
    described = get_text(find_by_id(tree, "chart-text"))
    assert f"before turn 16 {100 * chances[15]:.1f} %" in described


def test_boards_show_what_lay_there_and_what_was_played() -> None:
    tree, game = parse_page(sample_page()), sample_review().game
    for number, event in enumerate(game.turns, start=1):
        board = next(find_by_class(find_by_id(tree, f"turn-{number}"), "jackdaw-board"))
        (laid,) = find_by_class(board, "laid")
        shown = [
            (use.get("href"), int(use.get("x", "")) // 32, int(use.get("y", "")) // 32)
            for use in laid.iter(f"{SVG}use")
        ]
        assert shown == [(f"#t{byte}", column, row) for row, column, byte in event.move.squares]
        before = sum(game.position(number).board.tile_counts)
        assert len(list(board.iter(f"{SVG}use"))) == 1 + before + len(shown)
    board = next(find_by_class(find_by_id(tree, "end"), "jackdaw-board"))
    assert len(list(board.iter(f"{SVG}use"))) == 1 + sum(game.state.board.tile_counts)
    assert "gains 4 points for the tiles AO" in get_text(find_by_id(tree, "end"))


def test_phonies_plays_taken_back_and_notes() -> None:
    tree = parse_page(render_page("annotated.gcg"))
    turn = get_text(find_by_id(tree, "turn-3"))
    assert "K5 LFOW(N)*" in turn and "the play was taken back and counts as a pass" in turn
    notes = [note for event in read_gcg(GAMES / "annotated.gcg").events for note in event.notes]
    assert notes
    shown = get_text(find_by_id(tree, "turns"))
    assert all(" ".join(note.split()) in shown for note in notes)


def test_challenges() -> None:
    tree = parse_page(render_page(TAKEN_BACK))
    first, second = get_text(find_by_id(tree, "turn-1")), get_text(find_by_id(tree, "turn-2"))
    assert "8D WAREEZ*" in first and "taken back" in first
    assert "survived a challenge: +5 points" in second


def test_where_no_rack_is_known() -> None:
    tree = parse_page(render_page(UNKNOWN))
    turn = get_text(find_by_id(tree, "turn-1"))
    assert "Not judged" in turn and "The rack is unknown" in turn and "No candidates" in turn
    assert "No chart: no rack of the game is known" in get_text(next(tree.iter("main")))
    assert "(exch 5)" in get_text(find_by_id(tree, "turn-3"))


def test_three_players_have_no_chart() -> None:
    tree = parse_page(render_page("three_players.gcg"))
    assert not list(find_by_class(tree, "chart"))
    assert "this game has 3" in get_text(next(tree.iter("main")))
    assert len(rows(next(find_by_class(tree, "totals")))[0]) == 4
    assert not list(find_by_class(tree, "practice"))
    text = get_text(next(tree.iter("main")))
    assert not any(words in text for words in ("Lost (win %)", "Estimated rating", "by the wins it lost"))
    assert "a loss of more than 1 points is a small mistake, of more than 7 a medium one" in text
    (turns,) = find_by_class(tree, "list")
    headings = [get_text(cell) for cell in turns.iter("{http://www.w3.org/1999/xhtml}th")]
    assert not any("%" in heading for heading in headings)
    assert {len(list(row)) for row in rows(turns)} == {10}


def test_an_unfinished_game_shows_the_position_to_be_played() -> None:
    tree = parse_page(render_page("unfinished.gcg"))
    end = find_by_id(tree, "end")
    assert "Finn Falk is on turn" in get_text(end)
    assert len(list(next(find_by_class(end, "rack")).iter(f"{SVG}use"))) == 7
    assert "Not finished" in get_text(next(find_by_class(tree, "result")))
    best = analyze_game(read_gcg(GAMES / "unfinished.gcg"), Lexicon.load()).positions[-1].best
    first, *_ = rows(next(find_by_class(end, "candidates")))
    assert get_text(first[1]) == str(best.move)


def test_a_game_of_which_nothing_was_analyzed() -> None:
    game = read_gcg(GAMES / "unfinished.gcg")
    nothing = GameAnalysis(game, "SCOWL80", "static", ())
    tree = parse_page(game_page(review_game(nothing, Lexicon.load())))
    assert "No turn of this game was analyzed" in get_text(next(tree.iter("main")))
    assert len(list(find_by_class(tree, "turn"))) == 9 + 1


def test_tiles_of_several_characters_on_a_board_of_another_size() -> None:
    letters = [
        Tile("A", "a", 20, 1, True), Tile("CH", "ch", 9, 5), Tile("L·L", "l·l", 2, 10), Tile("<", ">", 4, 2),
    ]  # fmt: skip
    tiles = TileSet.from_letters("few", letters, blanks=2)
    variant = Variant(tiles, BoardLayout.plain("small", 5, 9), Variant.standard().rules)
    game = Game.new(variant, ["Ann", "Ben"])
    game.record_move("3D [CH]A[L·L]", "?A[CH][L·L]A<A")
    lexicon = Lexicon.from_words(["CHAL·L", "A<A", "ACHA"], tiles)
    tree = parse_page(game_page(review_all_turns(game, lexicon, StaticStrategy.load("greedy"))))
    board = next(find_by_class(find_by_id(tree, "turn-1"), "jackdaw-board"))
    assert board.get("viewBox") == f"0 0 {9 * 32 + 48} {5 * 32 + 48}"
    assert get_text(find_by_id(tree, "t2")) == "CH5" and get_text(find_by_id(tree, "t4")) == "<2"
    assert "3D [CH]A[L·L]" in get_text(find_by_id(tree, "turn-1"))


def test_the_row_of_what_was_played_lays_it_as_it_was_played() -> None:
    game = Game.new(Variant.standard(), ["Ann", "Ben"])
    game.record_move("H4 WAREZ", "AERWZEE")  # listed across
    turn = find_by_id(parse_page(game_page(review_all_turns(game))), "turn-1")
    (row,) = (row for row in rows(next(find_by_class(turn, "candidates"))) if row.get("class") == "played")
    assert "8D WAREZ played as H4 WAREZ" in get_text(row)
    (laid,) = find_by_class(turn, "laid")
    shown = [" ".join(use.get(name, "") for name in ("x", "y", "href")) for use in laid.iter(f"{SVG}use")]
    assert row.get("data-laid") == ",".join(shown).replace("#", "")


def test_figures() -> None:
    assert points(-0.04) == Figure("0.0", -0.04)
    assert points(None) is NOT_KNOWN and percent(None) is NOT_KNOWN and whole(None) is NOT_KNOWN
    assert whole(12345).text == "12,345" and whole(-8).text == "−8"
    assert percent(0.123456) == Figure("12.3 %", 12.3456)
    assert with_error(percent(0.5), percent(0.012)) == Figure("50.0 %", 50.0, "±1.2")
    assert with_error(points(-3.0), points(0.84)) == Figure("−3.0", -3.0, "±0.8")
    assert with_error(percent(0.5), percent(inf)) == percent(0.5)  # unknown, as after a single iteration


def luminance(colour: str) -> float:
    """Compute the relative luminance of WCAG 2.1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_has_the_contrast_of_wcag_aa() -> None:
    style = get_text(next(parse_page(sample_page()).iter("style")))
    themes = re.findall(r"\{ color-scheme: (?:light|dark);(.*?)\}", style)
    assert len(themes) == 3
    for theme in themes:
        colours = dict(re.findall(r"--([\w-]+): (#\w{6})", theme))
        inks = ("ink", "soft", "link", "best", "none", "spread", "small", "medium", "large", "unjudged")
        for ink in inks:
            for ground in ("ground", "card", "tint"):
                assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
        for edge in ("focus", "even", "line"):
            assert contrast(colours[edge], colours["card"]) >= 3, edge


def test_the_thresholds_of_the_documentation() -> None:
    page = (GAMES.parents[2] / "docs/game-report.md").read_text(encoding="utf-8")
    reported = re.findall(r"^\| (small|medium|large) \| (.*) \|$", page, re.M)
    scheme = GradingScheme.load()
    columns = (scheme.wins, scheme.tied, scheme.decided, scheme.endgame, scheme.index)
    assert reported == [
        (kind.value, " | ".join(f"{getattr(column, kind.value):g}" for column in columns))
        for kind in (Mistake.SMALL, Mistake.MEDIUM, Mistake.LARGE)
    ]
    assert scheme.rating is not None
    ratings = " | ".join(f"{rating:g}" for rating in scheme.rating.rating)
    assert f"| rating | {ratings} |" in page
    assert f"| index | {' | '.join(f'{index:g}' for index in scheme.rating.index)} |" in page


def test_the_page_shows_lines_with_their_boards() -> None:
    game = read_gcg(SAMPLE)
    line = Line.begin(game, 7, "<b>eating").play("M9 (EA)TING").play("N12 EWK")
    page = game_page(jackdaw.analyze(game, effort="quick", lines=[line]))
    (shown,) = find_by_class(parse_page(page), "game-line")
    assert get_text(next(shown.iter("h3"))) == "Line <b>eating, instead of 6H (P)ING in turn 7"
    first, second = (list(map(get_text, row)) for row in rows(shown))
    assert first[:6] == ["7", "Ann Archer", "GGINNTT", "M9 (EA)TING", "14", "135"]
    assert second[:6] == ["8", "Ben Boyle", "EIKNUWZ", "N12 EWK*", "49", "99"]
    assert first[9] == "Best move"
    assert "After it: Ann Archer 135, Ben Boyle 99." in get_text(shown)
    (laid,) = find_by_class(shown, "laid")
    assert len(list(laid.iter(f"{SVG}use"))) == 7  # TING and EWK
    assert "Lines" not in [get_text(each) for each in parse_page(sample_page()).iter("h2")]


def test_the_page_says_how_to_practise() -> None:
    page = game_page(sample_review(), record="/home/ann/my games/o'clock.gcg")
    assert "/home/ann" not in page  # the page may be sent to others
    commands = [get_text(each) for each in parse_page(page).iter("code")]
    assert commands == [
        """jackdaw puzzles 'o'"'"'clock.gcg' --player Ann_Archer -o mistakes.jsonl""",
        "jackdaw puzzle play mistakes.jsonl",
        """jackdaw puzzles 'o'"'"'clock.gcg' --player Ben_Boyle -o mistakes.jsonl""",
        "jackdaw puzzle play mistakes.jsonl",
    ]
    assert "jackdaw puzzles game.gcg --player Ann_Archer" in sample_page()
    page = game_page(sample_review(), options=("--lexicon", "/home/ann/es.txt", "--rules", "spanish"))
    commands = [get_text(each) for each in parse_page(page).iter("code")]
    options = "--lexicon es.txt --rules spanish"
    assert commands[0] == f"jackdaw puzzles game.gcg {options} --player Ann_Archer -o mistakes.jsonl"
    assert commands[1] == "jackdaw puzzle play mistakes.jsonl --lexicon es.txt"
