"""The web API: games, positions, tentative plays, candidates, and progress reports."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from board_pages import ENDGAME, PREENDGAME
from game_pages import parse_page
from starlette.testclient import TestClient
from web_server import OPENING, SAMPLE, expect_refusal, open_client, parse_events, post

from jackdaw.html import with_minus_signs
from jackdaw.text import explanation_sentences
from jackdaw.web.analysis import WebLexica, format_tiles_as_play
from jackdaw.web.analysis.tables import build_running_table
from jackdaw.web.application import Settings
from jackdaw.web.http import LaidTile
from movegen import BoardLayout, Lexicon, Position, Rules, TileSet, Variant, read_cgp, read_gcg
from movegen.board import MoveKind
from movegen.errors import LexiconError
from movegen.gcg import parse_gcg
from movegen.lexicon import installed_folder
from movegen.lexicon.graph_file import COMPILED_SUFFIX
from movegen.variant import Tile
from sims import explain
from sims.analysis import Analyzer
from strategy import SearchLimits, StaticStrategy, analyze_game, analyze_position, solve_endgame

pytestmark = pytest.mark.core
ROOT = Path(__file__).resolve().parents[3]
HIVE = "15/15/15/15/15/15/15/7HIVE4/15/15/15/15/15/15/15 AEINRST/ 0/20 0"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with open_client() as found:
        yield found


@pytest.fixture(scope="module")
def game(client: TestClient) -> Any:
    response = client.post("/api/read", content=SAMPLE)
    assert response.status_code == 200
    return response.json()["game"]


def stream(client: TestClient, name: str, **requested: Any) -> list[tuple[str, Any]]:
    response = client.post(f"/api/{name}", json=requested, headers={"X-Page": "test"})
    assert response.headers["content-type"].startswith("text/event-stream")
    return parse_events(response.text)


def test_the_page_and_all_its_files_are_there(client: TestClient) -> None:
    page = client.get("/").text
    assert "<title>Analysis" in page and "SCOWL80" in page and "super" in page
    files = [part.split('"')[0] for part in page.split("/static/")[1:]]
    assert len(files) == 5
    for folder in (ROOT / "jackdaw/web/static", ROOT / "jackdaw/web/fonts"):
        files += [str(path.relative_to(folder)) for path in sorted(folder.rglob("*.*"))]
    for name in files:
        response = client.get(f"/static/{name}")
        assert response.status_code == 200 and response.content
        again = client.get(f"/static/{name}", headers={"If-None-Match": response.headers["etag"]})
        assert again.status_code == 304
    assert client.get("/static/nothing.js").status_code == 404


@pytest.mark.parametrize("path", ["/", "/play", "/puzzles"])
def test_pages_are_html_as_it_should_be(path: str, client: TestClient) -> None:
    tree = parse_page(client.get(path).text)
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) > 20
    scripts = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "jackdaw/web/static").rglob("*.js")
    )
    wanted = set(re.findall(r'byId\("([\w-]+)"\)', scripts))
    known = {
        element.get("id")
        for page in ("/", "/play", "/puzzles")
        for element in parse_page(client.get(page).text).iter()
    }
    assert wanted <= known  # scripts look up only elements that some page has


def test_pages_of_one_server_have_names_of_their_own(client: TestClient) -> None:
    first, second = (client.get("/").text.split('data-page="')[1].split('"')[0] for _ in range(2))
    assert first != second and len(first) > 20


@pytest.mark.parametrize("address", ["https://woogles.io/game/icNJtmxy", " woogles:icNJtmxy\n", "xt:47880"])
def test_an_address_that_is_pasted_is_named_as_one(address: str, client: TestClient) -> None:
    response = client.post("/api/read", content=address.encode(), headers={"X-Page": "test"})
    assert response.status_code == 400
    assert "the address of a game" in response.json()["error"]
    assert "jackdaw board ADDRESS" in response.json()["error"]


def test_a_game_is_shown_turn_by_turn(game: Any) -> None:
    record = parse_gcg(SAMPLE)
    assert game["names"] == ["Ann Archer", "Ben Boyle"] and len(game["turns"]) == 23
    assert game["end"]["scores"] == list(record.scores)
    for number, turn in enumerate(game["turns"], start=1):
        position = record.position(number)
        again = read_cgp(turn["position"]["cgp"])
        assert again.board == position.board and again.rack == position.rack
        assert turn["position"]["squares"] == position.board.squares.tolist()
        mover = position.on_turn
        assert turn["player"] == mover
        assert turn["position"]["scores"] == [position.scores[mover], position.scores[1 - mover]]
        assert turn["move"] == str(record.turns[number - 1].move)
    assert read_cgp(game["end"]["cgp"]).board == record.state.board
    assert parse_gcg(game["gcg"].encode()) == record


def test_an_unfinished_game_has_a_position_to_be_played(client: TestClient) -> None:
    content = (ROOT / "tests/data/games/unfinished.gcg").read_bytes()
    game = client.post("/api/read", content=content).json()["game"]
    assert game["end"] is None and not game["turns"][-1]["move"]


@pytest.mark.parametrize("path", sorted((ROOT / "tests/data").glob("*/*.gcg")), ids=lambda path: path.name)
def test_every_record_of_the_tests_is_shown_or_refused_in_a_line(path: Path, client: TestClient) -> None:
    response = client.post("/api/read", content=path.read_bytes())
    assert response.status_code in (200, 400)
    if response.status_code == 400:
        assert "\n" not in response.json()["error"]
    else:
        for turn in response.json()["game"]["turns"]:
            post(client, "candidates", cgp=turn["position"]["cgp"], played=turn["played"], lexicon="SCOWL80")


def test_positions_are_shown(client: TestClient) -> None:
    response = client.post("/api/read", content=f"# two\n{OPENING}\n{HIVE}\n".encode())
    positions = response.json()["positions"]
    assert [each["cgp"] for each in positions] == [OPENING, HIVE]
    assert positions[0]["rack_tiles"] == [1, 5, 9, 14, 18, 19, 20] and positions[0]["drawn"]["rows"] == 15


def test_an_error_in_a_record_is_reported_with_its_line(client: TestClient) -> None:
    wrong = SAMPLE.replace(b"8H PELON", b"8H PEL0N")
    response = client.post("/api/read", content=wrong)
    error = response.json()["error"]
    assert response.status_code == 400 and "line" in error and "column" in error and "'0'" in error
    assert "\n" not in error


def test_text_that_is_neither_game_nor_position_is_refused_in_a_sentence(client: TestClient) -> None:
    response = client.post("/api/read", content=b"Dear Ann,")
    cure = "expected a game record (GCG) or positions (CGP), one a line"
    assert response.json() == {"error": f"the text is neither a game nor a position; {cure}"}


def test_a_record_that_ends_too_soon_is_refused_without_options_of_the_command_line(
    client: TestClient,
) -> None:
    response = client.post(
        "/api/read", content=b"#player1 A Ann\n#player2 B Ben\n>A: ABC 8H CAB +14 14\n>B: "
    )
    assert response.status_code == 400
    assert "--" not in response.json()["error"]
    assert response.json()["error"].endswith("delete this line and those after it")


def test_more_warnings_than_a_page_shows_are_counted(client: TestClient) -> None:
    turns = ">A: ABC -A +1 1\n>B: ABC -A +1 1\n" * 12
    response = client.post("/api/read", content=f"#player1 A Ann\n#player2 B Ben\n{turns}".encode())
    warnings = response.json()["game"]["warnings"]
    assert len(warnings) == 21 and warnings[-1] == "and 44 more"


def test_shapes_are_sent_once(client: TestClient) -> None:
    first = post(client, "position", cgp=OPENING)
    assert first["drawn"]["shapes"].startswith("<svg")
    assert post(client, "position", cgp=OPENING, drawn=first["key"])["drawn"] is None


def test_an_empty_board_of_any_rules(client: TestClient) -> None:
    view = post(client, "new", rules="super")
    assert len(view["squares"]) == 21 and view["rules"] == "super" and not view["rack_tiles"]
    assert "'nothing'" in expect_refusal(client, "new", rules="nothing")
    assert "unknown rules" in expect_refusal(client, "new", rules="/etc/passwd.toml")
    assert "unknown rules" in expect_refusal(client, "new", rules="../rules/standard")


def test_a_position_is_set_up(client: TestClient) -> None:
    squares = [[0] * 15 for _ in range(15)]
    squares[7][7:11] = [8, 9, 22 | 0x80, 5]
    view = post(client, "setup", rules="standard", squares=squares, racks=["einarst", ""], scores=[3, 20])
    assert view["cgp"] == "15/15/15/15/15/15/15/7HIvE4/15/15/15/15/15/15/15 AEINRST/ 3/20 0"
    assert view["racks"] == ["AEINRST", None]
    setup = {"rules": "standard", "squares": squares, "scores": [0, 0]}
    assert "rack 2: '7' is not a tile" in expect_refusal(client, "setup", **setup, racks=["", "A7"])
    assert "8 tiles" in expect_refusal(client, "setup", **setup, racks=["AAAAAAAA", ""])
    assert "2 tiles Z" in expect_refusal(client, "setup", **setup, racks=["ZZ", ""])
    assert "15 x 15" in expect_refusal(client, "setup", **(setup | {"squares": squares[:3]}), racks=["", ""])
    squares[0][0] = 99
    assert "not a tile" in expect_refusal(client, "setup", **setup, racks=["", ""])


@pytest.mark.parametrize("cgp", [HIVE, HIVE.replace("AEINRST", "?AEIRST"), OPENING])
def test_the_tiles_of_any_play_make_that_play(cgp: str) -> None:
    position = read_cgp(cgp)
    moves = [move for move in position.moves() if move.kind is MoveKind.PLAY]
    assert len(moves) > 100
    for move in moves[::11]:
        tiles = [LaidTile(*square) for square in reversed(move.squares)]
        assert position.parse_move(format_tiles_as_play(tiles, position.board)) == move


def test_tiles_and_text_are_tried_alike(client: TestClient) -> None:
    found = post(client, "try", cgp=HIVE, tiles=[(8, 7, 1), (9, 7, 5)])
    assert (found["move"], found["score"], found["error"]) == ("H8 (H)AE", 6, "")
    assert found["laid"] == [[8, 7, 1], [9, 7, 5]]
    assert post(client, "try", cgp=HIVE, text=found["text"]) == found


def test_a_play_is_judged_as_it_is_tried(client: TestClient) -> None:
    good = post(client, "try", cgp=HIVE, text="8H HIVES")
    assert good["legal"] and good["words"] == [{"word": "HIVES", "valid": True}]
    candidates = analyze_position(read_cgp(HIVE), Lexicon.load()).candidates
    place = next(place for place, each in enumerate(candidates) if str(each.move) == good["move"])
    assert f"equity {candidates[place].equity:.1f}, " in good["worth"]
    bad = post(client, "try", cgp=HIVE, text="8H HIVET")
    assert not bad["legal"] and bad["words"] == [{"word": "HIVET", "valid": False}] and not bad["worth"]


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ([(0, 0, 1)], "does not touch"),
        ([(8, 7, 1), (10, 7, 5)], "10H is empty"),
        ([(8, 7, 1), (9, 8, 5)], "one line"),
        ([(7, 7, 1)], "no tile can be placed on 8H"),
        ([(8, 7, 26)], "does not hold"),
        ([(8, 7, 99)], "not a tile of"),
        ([(29, 7, 1)], "no tile can be placed"),
    ],
)
def test_tiles_that_make_no_move_are_reported(tiles: list[Any], said: str, client: TestClient) -> None:
    assert said in post(client, "try", cgp=HIVE, tiles=tiles)["error"]


def test_a_move_is_made(client: TestClient) -> None:
    after = post(client, "make", cgp=HIVE, text="8H HIVES")
    assert after["cgp"] == "15/15/15/15/15/15/15/7HIVES3/15/15/15/15/15/15/15 / 20/12 0"
    assert post(client, "make", cgp=HIVE, text="pass")["cgp"].endswith("/ 20/0 1")
    assert "it takes Z" in expect_refusal(client, "make", cgp=HIVE, text="8H HIVEZ")


def test_candidates_are_those_of_the_analysis(client: TestClient, game: Any) -> None:
    analysis = analyze_game(read_gcg(ROOT / "jackdaw/samples/ann_v_ben.gcg"), turn=14).positions[0]
    turn = game["turns"][13]
    table = post(client, "candidates", cgp=turn["position"]["cgp"], played=turn["played"], most=10)
    assert table["why"] == list(map(with_minus_signs, explanation_sentences(explain(analysis)))) != []
    expected = [str(candidate.move) for candidate in analysis.candidates[:10]]
    assert [row["move"] for row in table["rows"]] == expected and table["method"] == "static"
    assert [row["move"] for row in table["rows"] if row["mark"]] == [turn["move"]]
    assert table["how"].endswith("; lexicon SCOWL80, leaves scowl80")


def test_a_simulation_reports_its_progress(client: TestClient) -> None:
    requested = {"cgp": HIVE, "candidates": 5, "iterations": 400, "sure": False, "seconds": 60}
    reported = stream(client, "analyze", **requested)
    assert [name for name, _ in reported][:2] == ["begun", "table"] and reported[-1][0] == "done"
    table = reported[-1][1]
    assert table["method"] == "simulation" and table["stopped"] == "iterations" and len(table["rows"]) == 5
    bars = table["rows"][0]["bars"]
    assert bars["iterations"] == 400 and 0 < bars["value"] < 100 and len(bars["replies"]) == 225
    assert sum(bars["replies"]) > 0 and max(bars["replies"]) <= 1000
    assert stream(client, "analyze", **requested)[-1][1]["rows"] == table["rows"]


def test_an_endgame_is_solved(client: TestClient, game: Any) -> None:
    turn = game["turns"][21]
    requested = {"cgp": turn["position"]["cgp"], "played": turn["played"]}
    name, table = stream(client, "analyze", **requested)[-1]
    assert name == "done" and table["method"] == "endgame" and table["stopped"] is None
    assert "proven" in table["verdict"] and "Best play: " in table["verdict"]
    (mark,) = [row for row in table["rows"] if row["mark"]]
    assert "ARETT" in mark["move"]
    reported = stream(client, "analyze", **requested, simulate=True)
    assert reported[-1][0] == "failed" and "the bag is empty" in reported[-1][1]["error"]


@pytest.mark.parametrize("rank_by", ["utility", "win", "equity"])
def test_a_simulation_is_ranked_by_what_is_asked_for(rank_by: str, client: TestClient) -> None:
    requested = {"cgp": HIVE, "candidates": 15, "iterations": 600, "seconds": 60, "rank_by": rank_by}
    table = stream(client, "analyze", **requested)[-1][1]
    assert table["columns"][:3] == ["Utility", "Win %", "Equity"] and table["rank_by"] == rank_by
    assert {*table["rankings"], rank_by} == {"utility", "win", "equity"}
    column = {"utility": 2, "win": 3, "equity": 4}
    for name, ranked in {rank_by: table, **table["rankings"]}.items():
        assert f"ranked by {'chance to win' if name == 'win' else name}" in ranked["how"]
        assert ranked["rank_by"] == name
        line = ranked["line"]
        assert line and "Given up" in ranked["below"]
        assert [row["bars"]["given_up"] for row in ranked["rows"]] == [at >= line for at in range(15)]
        for rows in (ranked["rows"][:line], ranked["rows"][line:]):
            values = [row["values"][column[name]] for row in rows]
            assert values == sorted(values, reverse=True)
            assert values == pytest.approx([row["bars"]["value"] for row in rows], abs=0.01)
    assert "rank_by" in expect_refusal(client, "analyze", cgp=HIVE, rank_by="luck")


@pytest.mark.medium
def test_an_endgame_shows_what_is_known_while_it_runs(client: TestClient) -> None:
    reported = stream(client, "analyze", cgp=ENDGAME, seconds=3)
    assert [name for name, _ in reported[:2]] == ["begun", "table"] and reported[-1][0] == "done"
    table = reported[1][1]
    assert table["method"] == "endgame" and "values proven" in table["done"] and len(table["rows"]) == 15
    assert "Best play" in table["verdict"] and table["columns"] == reported[-1][1]["columns"]


def test_the_table_of_an_endgame_that_is_not_proven() -> None:
    position, lexicon = read_cgp(ENDGAME), Lexicon.load()
    static = Analyzer(lexicon).position(position)
    report = solve_endgame(position, lexicon, moves=15, limits=SearchLimits(nodes=2_000))
    table = build_running_table(report, static, 15, "")
    assert table.done == "0 of 15 values proven"
    assert table.verdict.startswith("Not proven; value about ") and "Best play so far: " in table.verdict
    assert table.rows[0].rank == "1" and all(row.values[0] is None for row in table.rows[1:])
    assert all("not proven" in row.figures[1][1] for row in table.rows)


def test_a_preendgame_shows_what_is_known_while_it_runs_and_when_it_is_stopped(client: TestClient) -> None:
    reported = stream(client, "analyze", cgp=PREENDGAME, seconds=2)
    assert [name for name, _ in reported[:2]] == ["begun", "table"] and reported[-1][0] == "done"
    tables = [table for name, table in reported if name == "table"]
    for table in tables:
        assert table["columns"] == ["Static", "Win %", "Proven bounds"] and len(table["rows"]) == 10
        assert "moves settled" in table["done"] and "Best so far: " in table["verdict"]
    last = reported[-1][1]
    assert last["stopped"] in (None, "interrupted") and last["rows"][0]["values"][3] is not None


def test_endgames_are_searched_with_few_tiles(client: TestClient, game: Any) -> None:
    """Unless the page names the plies; and such a simulation goes on with the moves that it has."""
    cgp = game["turns"][20]["position"]["cgp"].replace("IORS/", "IORS/A")  # so that nothing is searched
    requested = {"cgp": cgp, "candidates": 3, "iterations": 10, "sure": False}
    first = stream(client, "analyze", **requested)[-1][1]
    assert "to the end of the game, endgames searched, 10 iterations of the best" in first["how"]
    more = stream(client, "analyze", **requested, resume=True)[-1][1]
    assert "endgames searched, 20 iterations" in more["how"]
    assert {row["move"] for row in more["rows"]} == {row["move"] for row in first["rows"]}
    assert "2 plies, 10 iterations" in stream(client, "analyze", **requested, plies=2)[-1][1]["how"]


def test_candidates_are_simulated_and_searched_with_three_tiles(client: TestClient, game: Any) -> None:
    """Whatever the plies, unless the page asks for a simulation."""
    position = game["turns"][20]["position"]
    cgp = position["cgp"]
    assert position["method"] == "preendgame"
    requested = {"cgp": cgp, "candidates": 3, "iterations": 10, "sure": False, "plies": 2}
    assert stream(client, "analyze", **requested)[-1][1]["method"] == "preendgame"
    assert stream(client, "analyze", **requested, simulate=True)[-1][1]["method"] == "simulation"


@pytest.mark.slow
def test_a_preendgame_is_searched(client: TestClient) -> None:
    cgp = PREENDGAME
    name, table = stream(client, "analyze", cgp=cgp)[-1]
    assert name == "done" and table["method"] == "preendgame" and " always wins, proven. " in table["verdict"]
    assert stream(client, "analyze", cgp=cgp, simulate=True, iterations=50)[-1][1]["method"] == "simulation"


def test_what_cannot_be_looked_ahead_in_says_why(client: TestClient) -> None:
    name, table = stream(client, "analyze", cgp=OPENING.replace("AEINRST", "AEI"))[-1]
    assert name == "done" and any("only partly known" in note for note in table["notes"])
    reported = stream(client, "analyze", cgp=HIVE, lexicon="nothing")
    assert (
        reported == [("failed", {"error": reported[0][1]["error"]})] and "nothing" in reported[0][1]["error"]
    )


def test_the_time_of_a_job_is_bounded(client: TestClient) -> None:
    reported = stream(client, "analyze", cgp=HIVE, iterations=1_000_000, sure=False, seconds=0.3)
    assert reported[-1][1]["stopped"] in ("time", "interrupted")


def test_a_game_is_reviewed(client: TestClient, game: Any) -> None:
    reported = stream(client, "review", gcg=game["gcg"])
    assert reported[0][0] == "progress"
    name, found = reported[-1]
    assert name == "done" and found["chart"].startswith("<svg") and len(found["turns"]) == 23
    assert found["turns"][15]["kind"] == "large" and found["turns"][15]["best"] == "C2 W(R)ANGLED"
    assert found["indices"][0].startswith("Ann Archer: ")


def test_the_rules_of_the_given_lexicon_are_the_first(tmp_path: Path) -> None:
    words = tmp_path / "RD28.txt"
    words.write_text("GRÖSSE\nSET\n", encoding="utf-8")
    with open_client(Settings(lexicon=str(words))) as german:
        for page in ("/", "/play"):
            shown = german.get(page).text
            rules = re.search(r'<select id="rules"><option[^>]*data-language="(\w+)">(\w+)<', shown)
            assert rules is not None and rules.groups() == ("german", "german")
            assert '<option data-rules="standard">SCOWL80</option>' in shown


def test_the_lexicon_is_the_requested_or_the_given_one(client: TestClient, tmp_path: Path) -> None:
    words = tmp_path / "few.txt"
    words.write_text("HIVE\nHIVES\nAT\n", encoding="utf-8")
    with open_client(Settings(lexicon=str(words))) as mine:
        assert ">few</option>" in mine.get("/").text
        found = post(mine, "try", cgp=HIVE, text="8H HIVER")
        assert not found["legal"]
        assert post(mine, "try", cgp=HIVE, text="8H HIVES", lexicon="few")["legal"]
    assert "unknown lexicon 'few'" in expect_refusal(client, "try", cgp=HIVE, text="8H HIVES", lexicon="few")
    for path in (str(words), "../few", "/etc/passwd", str(ROOT / "movegen/data/scowl80.txt.xz")):
        assert "unknown lexicon" in expect_refusal(client, "candidates", cgp=HIVE, lexicon=path)


def test_a_missing_lexicon_is_reported(client: TestClient) -> None:
    notes = post(client, "candidates", cgp=f"{HIVE} lex NWL99;")["notes"]
    assert notes == ["the lexicon NWL99 is not installed, so SCOWL80 is used"]


def test_a_lexicon_of_the_same_letters_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = TileSet.from_letters("few", [Tile("Å", "å", 40, 1, vowel=True), Tile("B", "b", 30, 3)], blanks=2)
    variant = Variant(tiles, BoardLayout.plain("plain", 9, 9), Rules(name="few"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    lexica = WebLexica()
    with pytest.raises(LexiconError, match="no lexicon for the letters of few is installed; install one"):
        lexica.locate("", variant)
    installed_folder().mkdir(parents=True)
    Lexicon.from_words(["ÅB", "BÅ"], tiles, "FEW").save(installed_folder() / f"FEW{COMPILED_SUFFIX}")
    assert lexica.locate("", variant) == "FEW" and lexica.locate("", Variant.standard()) == "SCOWL80"
    found, note = lexica.find(Position.initial(variant, lexicon_name="MANY"))
    assert found.name == "FEW" and note == "the lexicon MANY is not installed, so FEW is used"


def test_strategies_are_those_of_the_tiles(client: TestClient) -> None:
    assert StaticStrategy.default(read_cgp(HIVE).variant.tiles).name == "static"
    cgp = post(client, "new", rules="super")["cgp"].replace(" / ", " AEINRST/ ")
    assert post(client, "candidates", cgp=cgp)["rows"]
