"""What the games of a collection come to: names, wins, totals, phases, trends, dates."""

import json
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from collection_runs import facts_of, run_of
from short_records import short_record

from jackdaw.collection import (
    Collection,
)
from jackdaw.collection.exports import collection_json
from jackdaw.collection.game_facts import Phase, extract_facts, find_phase
from jackdaw.collection.games import CollectedGame, Tally, find_date, fold_name
from jackdaw.collection.report import collection_text, estimates_note
from jackdaw.console import plain_text
from jackdaw.review import ReviewSettings, review_record
from movegen import Lexicon, Position, read_gcg
from sims.analysis import AnalysisPlan
from strategy.analysis import Mistake

pytestmark = pytest.mark.core

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "tests/data/games"


def test_games_stand_in_the_order_of_time(folder: Path) -> None:
    found = run_of(folder, None).analyze(1)
    assert [(Path(game.file).name, str(game.date)) for game in found.games] == [
        ("r2.gcg", "2026-01-05"),
        ("r10 2026-02-01.GCG", "2026-02-01"),
        ("copy.gcg", "2026-03-01"),
        ("r9.gcg", "None"),
        ("r10.gcg", "None"),
    ]
    assert [(Path(failure.file).name, failure.error.split(";")[0]) for failure in found.failures] == [
        ("broken.gcg", "line 1, column 1: 'rubbish' is not part of a record"),
        ("empty.gcg", "is empty"),
    ]
    assert {Path(file).name: Path(of).name for file, of in found.copies.items()} == {"r1.gcg": "copy.gcg"}


def test_names_are_folded(folder: Path) -> None:
    found = run_of(folder, None).analyze(1)
    assert [(person.name, person.tally.games) for person in found.players] == [
        ("Ann Archer", 5), ("Ben", 4), ("<b>Cy & Co</b>", 1),
    ]  # fmt: skip
    assert found.player(" ann_ARCHER").name == "Ann Archer"
    assert {row["name"] for row in found.turn_rows()} == {"Ann Archer", "Ben", "<b>Cy & Co</b>"}
    assert fold_name("Stra\N{LATIN SMALL LETTER SHARP S}e") == fold_name("STRASSE")
    assert fold_name("Jose") != fold_name("Jos\N{LATIN SMALL LETTER E WITH ACUTE}")


def test_games_are_won_lost_and_open(folder: Path) -> None:
    found = run_of(folder, None).analyze(1)
    ann = found.player("Ann Archer")
    assert (ann.tally.won, ann.tally.finished, ann.tally.games) == (3, 4, 5)
    assert {name: (tally.won, tally.games) for name, tally in ann.opponents.items()} == {
        "Ben": (3, 4), "<b>Cy & Co</b>": (0, 1),
    }  # fmt: skip
    seats = [(1, 0, 0, 0, 0)[place] for place, _ in enumerate(found.games)]
    finished = [(game, seat) for game, seat in zip(found.games, seats, strict=True) if game.facts.finished]
    assert ann.tally.spread == sum(game.final_spread(seat) for game, seat in finished) == 45 * 2
    ben = found.player("Ben")
    assert ben.tally.spread == -ann.opponents["Ben"].spread and ben.tally.won == 0


def test_tallies_are_those_of_the_reviews() -> None:
    """Added up turn by turn, they come to what the review of each game says of each player."""
    for name in ("annotated.gcg", "three_players.gcg"):
        review = review_record(read_gcg(GAMES / name), Lexicon.load(), ReviewSettings(plan=AnalysisPlan()))
        game = CollectedGame.of(name, extract_facts(review))
        for player in review.players:
            tally = Tally()
            tally.add_game(game, player.player)
            assert (tally.turns, tally.judged, tally.best_found) == (
                player.turns, player.judged, player.best_found,
            )  # fmt: skip
            assert (tally.points_lost, tally.win_lost) == (player.points_lost, player.win_lost)
            assert tally.index == player.mistake_index
            assert {kind: tally.mistakes[kind] for kind in Mistake} == player.mistakes
            assert {kind: tally.spread_mistakes[kind] for kind in Mistake} == player.spread_mistakes
            is_whole = player.judged == player.turns
            assert tally.indices.values == ([player.mistake_index] if is_whole else [])
            assert tally.lucks.values == ([] if player.luck is None else [player.luck])
            assert (tally.bingos, tally.missed_bingos, tally.phonies) == (
                len(player.bingos), len(player.missed_bingos), len(player.phonies),
            )  # fmt: skip
        by_phase = Collection.of([game], [], {}).by_phase()
        assert sum(tally.turns for tally in by_phase.values()) == len(review.turns)
        indices = sum(tally.index or 0 for tally in by_phase.values())
        assert indices == pytest.approx(sum(player.mistake_index or 0 for player in review.players))


def test_estimated_losses_are_told_from_others() -> None:
    """Of losses of 0.1 and 0.3, the second is an estimate of a search."""
    facts = facts_of(short_record("Ann", "Ben", "2026-01-01"))
    losses = iter(((0.1, None), (0.3, 0.12)))
    turns = [
        msgspec.structs.replace(turn, win_lost=lost, win_lost_se=error)
        for turn, (lost, error) in zip(facts.turns, losses, strict=False)
        if turn.mistake is not None
    ]
    game = CollectedGame.of("1.gcg", msgspec.structs.replace(facts, turns=turns))
    found = Collection.of([game], [], {})
    assert estimates_note(found) == "Of all wins lost, 75 % are only estimates of pre-endgame searches"
    totals = [each["total"] for each in json.loads(collection_json(found))["players"]]
    assert sorted(each["win_lost_estimated"] or 0 for each in totals) == [0, 0.3]
    assert "75 % are only estimates of pre-endgame searches" in "".join(
        map(plain_text, collection_text(found))
    )
    without = CollectedGame.of("1.gcg", msgspec.structs.replace(facts, turns=turns[:1]))
    assert estimates_note(Collection.of([without], [], {})) is None


def test_phases() -> None:
    """Their borders: an empty bag, a rack's worth of tiles in it, two turns each; the first that holds."""
    position = read_gcg(GAMES / "greedy_v_rackh3.gcg").position(1)
    for bag, turn, expected in (
        (86, 1, "opening"), (60, 4, "opening"), (60, 5, "middle"), (8, 5, "middle"), (7, 5, "pre-endgame"),
        (7, 4, "pre-endgame"), (1, 20, "pre-endgame"), (0, 20, "endgame"), (0, 1, "endgame"),
    ):  # fmt: skip
        stub = SimpleNamespace(bag_count=bag, rules=position.rules, players=2)
        assert find_phase(cast("Position", stub), turn) == expected
    stub = SimpleNamespace(bag_count=60, rules=position.rules, players=3)
    assert find_phase(cast("Position", stub), 6) is Phase.OPENING


def test_a_trend_leaves_out_what_could_not_be_judged() -> None:
    known, unknown = (
        short_record("Ann", "Ben", "2026-01-01"),
        "#player1 one Ann\n#player2 two Ben\n>one: - +0 0\n",
    )
    games = [
        CollectedGame.of("1.gcg", facts_of(known)),
        CollectedGame.of("2.gcg", facts_of(unknown)),
        CollectedGame.of("3.gcg", facts_of(known)),
    ]
    ann = Collection.of(games, [], {}).player("Ann")
    assert [point.game.file for point in ann.trend] == ["1.gcg", "3.gcg"]
    assert (ann.tally.games, ann.tally.judged_games) == (3, 2)
    assert ann.tally.indices.mean == ann.trend[0].tally.index == ann.trend[1].recent > 0


def test_a_trend_is_the_mean_of_the_last_five() -> None:
    game = facts_of(short_record("Ann", "Ben"))
    turns = [turn for turn in game.turns if turn.player == 0]
    games = []
    for number in range(7):
        made = [msgspec.structs.replace(turns[0], mistake="large", mistake_index=1.0)] * number
        games.append(
            CollectedGame.of(f"{number}.gcg", msgspec.structs.replace(game, turns=[*made, turns[0]]))
        )
    own = turns[0].mistake_index
    trend = Collection.of(games, [], {}).player("Ann").trend
    assert [point.tally.index for point in trend] == [pytest.approx(number + own) for number in range(7)]
    assert [point.recent - own for point in trend] == pytest.approx([0, 0.5, 1, 1.5, 2, 3, 4])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, date(2026, 3, 9)) for text in (
            "2026-03-09", "20260309", "2026/3/9, 10:00", "round 3 2026.03.09", "9 March 2026",
            "Mar 9th, 2026",
        )),
        *((text, None) for text in (
            "3/9/2026", "2026-13-40", "9 Ma 2026", "120260309", "", "2026",
        )),
    ],
)  # fmt: skip
def test_dates(text: str, expected: date | None) -> None:
    assert find_date(text) == expected
