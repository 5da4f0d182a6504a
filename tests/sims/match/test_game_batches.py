"""Batches hold the games that `play_game` plays one by one, seats moved up, however a match is cut."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runs import LEXICON, STANDARD, make_batch, make_setup

from movegen import EventKind, Game, LexiconError, format_gcg
from sims import play_game
from sims.lexicon_source import LexiconSource
from sims.match import RunSetup, cut_match
from sims.match.game_batches import play_batch
from sims.match.turn_rows import COLUMNS
from strategy import load_strategy
from tests.support.seatings import seatings

pytestmark = pytest.mark.core


def expected_game(of: RunSetup, players: int, number: int, match_first: int = 0) -> Game:
    """A game of a match, played in Python."""
    moved = number - match_first
    table = tuple(range(players))
    seats = seatings(table, moved + 1)[moved]
    return play_game(
        [of.strategies[player] for player in seats],
        LEXICON.load(),
        seed=of.seed,
        number=number // players if of.paired else number,
        names=[of.names[player] for player in seats],
    )


def expected_rows(game: Game, number: int, order: int) -> Iterator[str]:
    """The lines of a log, from the game as Python's rules have it."""
    for turn, event in enumerate(game.turns, start=1):
        position = game.position(turn)
        assert event.move is not None and position.rack is not None
        others = [score for seat, score in enumerate(position.scores) if seat != event.player]
        finals = [score for seat, score in enumerate(game.scores) if seat != event.player]
        fields = [
            number, order, turn, event.player, game.players[event.player].nickname, position.bag_count,
            position.rack, event.move.gcg, event.move.score, position.rack - event.move.tiles_used, "",
            position.scores[event.player], max(others), game.scores[event.player], max(finals),
        ]  # fmt: skip
        yield ",".join(map(str, fields))


@pytest.mark.parametrize(("players", "paired"), [(2, True), (2, False), (3, True), (3, False), (4, True)])
def test_the_games_are_those_of_play_game(players: int, paired: bool) -> None:
    of = make_setup("greedy", "rackh1", "rackh2", "rackh3", paired=paired, log=True, gcg=True)
    match_first = 12
    played = play_batch(of, make_batch(14, 7, players, match_first))
    assert played.results["game"].tolist() == list(range(14, 21))
    equity = COLUMNS.index("equity")
    for place, number in enumerate(range(14, 21)):
        game = expected_game(of, players, number, match_first)
        result = played.results[place]
        seats = [of.names.index(player.nickname) for player in game.players]
        assert seats == list(seatings(tuple(range(players)), 9)[number - match_first])
        for seat, player in enumerate(seats):
            turns = [event for event in game.turns if event.player == seat]
            assert result["scores"][player] == game.scores[seat]
            assert result["turns"][player] == len(turns)
            assert result["exchanges"][player] == sum(event.kind is EventKind.EXCHANGE for event in turns)
            assert result["passes"][player] == sum(event.kind is EventKind.PASS for event in turns)
            bingos = [event for event in turns if event.move and len(event.move.squares) == 7]
            assert result["bingos"][player] == len(bingos)
        assert not result["scores"][players:].any() and not result["turns"][players:].any()
        assert played.gcgs[place].decode() == format_gcg(game)
        order = number // players if paired else number
        rows = [line.split(",") for line in played.rows[place].decode().splitlines()]
        for row in rows:
            row[equity] = ""
        assert [",".join(row) for row in rows] == list(expected_rows(game, number, order))


def test_the_equity_of_a_row_is_that_of_the_best_move() -> None:
    of = make_setup("rackh3", "greedy", log=True)
    game = expected_game(of, 2, 0)
    rows = play_batch(of, make_batch(0, 1)).rows[0].decode().splitlines()
    for turn, row in enumerate(rows, start=1):
        strategy = of.strategies[(turn - 1) % 2]
        best = strategy.candidates(game.position(turn), LEXICON.load())[0]
        assert float(row.split(",")[COLUMNS.index("equity")]) == best.equity


@settings(max_examples=10)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.booleans(), st.integers(2, 4))
def test_a_match_may_be_cut_anywhere(sizes: list[int], paired: bool, players: int) -> None:
    of = make_setup("rackh3", "greedy", "rackh1", "rackh2", paired=paired, log=True)
    whole = play_batch(of, make_batch(8, sum(sizes), players, 8))
    first = 8
    records, rows = b"", b""
    for size in sizes:
        part = play_batch(of, make_batch(first, size, players, 8))
        records, rows = records + part.records, rows + b"".join(part.rows)
        first += size
    assert records == whole.records and rows == b"".join(whole.rows)


@given(st.integers(0, 3000), st.integers(2, 4), st.integers(0, 10**6))
def test_cut_match(units: int, players: int, first: int) -> None:
    games = units * players
    batches = list(cut_match(range(players), [load_strategy("greedy")] * players, first, games))
    assert [number for part in batches for number in part.numbers] == list(range(first, first + games))
    assert all(part.games % players == 0 and part.games <= 240 for part in batches)
    assert all(part.match_first == first and part.table == tuple(range(players)) for part in batches)
    assert len(batches) >= min(units, 32)  # enough for many workers


@pytest.mark.parametrize(
    ("games", "size"),
    [(10_000, 156), (100_000, 240), (1_000_000, 488), (9_830_400, 4800), (100_000_000, 4800)],
)
def test_long_matches_have_longer_batches(games: int, size: int) -> None:
    """A long match still gives each of 200 workers ten batches."""
    first = next(cut_match((0, 1), [load_strategy("greedy")] * 2, 0, games))
    assert first.games == size
    assert games <= 500_000 or games / size > 2000


def test_a_simulated_game_is_a_batch() -> None:
    """If one of those who play in it simulates, not if others do."""
    strategies = [load_strategy(name) for name in ("greedy", "sim_fast", "static")]
    assert [part.games for part in cut_match([0, 1], strategies, 6, 200)] == [1] * 200
    assert [part.first for part in cut_match([1, 2], strategies, 6, 4)] == [6, 7, 8, 9]
    assert max(part.games for part in cut_match([2, 0], strategies, 6, 2000)) > 1


def test_up_to() -> None:
    played = play_batch(make_setup("rackh3", "greedy", log=True, gcg=True), make_batch(10, 4))
    part = played.up_to(11)
    assert part.results.tobytes() == played.results[:1].tobytes()
    assert (part.rows, part.gcgs) == (played.rows[:1], played.gcgs[:1])
    assert part.seconds == tuple(seconds / 4 for seconds in played.seconds)
    assert played.up_to(99) == played
    assert len(played.up_to(3).results) == 0


def test_times_are_reported_by_player() -> None:
    played = play_batch(make_setup("rackh3", "greedy"), make_batch(0, 4))
    assert len(played.seconds) == 2 and all(0 < seconds < 60 for seconds in played.seconds)


def test_a_worker_with_another_lexicon(write_words: Callable[..., Path]) -> None:
    path = write_words("AB", "BA")
    source = LexiconSource.of(path, STANDARD)
    assert source.load().name == "words"
    write_words("AB", "BA", "ABA")
    changed = replace(source, longest=14)  # not the cached one
    with pytest.raises(LexiconError, match="differs from that of the run; give all machines the same file"):
        changed.load()


@pytest.fixture
def write_words(tmp_path: Path) -> Callable[..., Path]:
    def write(*words: str) -> Path:
        path = tmp_path / "words.txt"
        path.write_text("\n".join(words), encoding="utf-8")
        return path

    return write
