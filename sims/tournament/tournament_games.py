"""Playing a tournament: its rounds in order, the games of a round on a worker pool."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from msgspec.structs import replace

from movegen.counts import counted
from movegen.errors import MAX_NAME, one_line
from movegen.showing import Tabular, Tabulation
from movegen.variant import Variant
from sims.games import play_games
from sims.lexicon_source import LexiconSource
from sims.match import (
    NO_FILES,
    Batch,
    ForfeitedGame,
    GameResult,
    PlayedBatch,
    Progress,
    RatingTable,
    ResultsError,
    RunSetup,
    Series,
    SeriesFiles,
    cut_match,
    no_progress,
    player_index,
    rate_players,
)
from sims.players import program_players, timed_players
from sims.tournament.pairings import Round, gauntlet, round_robin
from sims.tournament.standings import CrossTable, Standing, crosstable, standings
from sims.tournament.swiss import swiss_round
from sims.tournament.tournament import TournamentConfig
from sims.workers import WorkerPool
from strategy.players import load_strategy


@dataclass(frozen=True)
class TournamentReport(Tabular):
    """The results of a tournament so far.

    Attributes
    ----------
    rounds:     those begun, with their tables and byes.
    results:    every game, in order.
    standings:  by wins, then spread, both per game; byes of finished Swiss rounds count as wins by 50.
    crosstable: each player against each other.
    ratings:    None while there are players who cannot be compared.
    complete:   all games are finished.
    timed:      the players with a time limit; see `sims.match.match.MatchPlan.timed`.
    games_per_second: of the games played in this run; 0 if there were none.
    programs:   the players that are outside programs; see `MatchPlan.programs`.
    forfeits:   the games that a player forfeited; their `player` is an index into the players of `config`.
    """

    config: TournamentConfig
    lexicon_name: str
    rounds: tuple[Round, ...]
    results: tuple[GameResult, ...]
    standings: tuple[Standing, ...]
    crosstable: CrossTable
    ratings: RatingTable | None
    complete: bool
    timed: tuple[str, ...]
    games_per_second: float
    programs: tuple[str, ...] = ()
    forfeits: tuple[ForfeitedGame, ...] = ()

    def __repr__(self) -> str:
        first = [one_line(each.player, MAX_NAME) for each in self.standings if each.rank == 1]
        leader = f", {first[0]} leads" if len(first) == 1 else ""  # else they are level, as without games
        name = one_line(self.config.name, MAX_NAME)
        return f"<TournamentReport {name}: {counted(len(self.results), 'game')}{leader}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the standings as a table."""
        has_byes = any(each.byes for each in self.standings)
        rows = [
            (
                str(each.rank),
                one_line(each.player, MAX_NAME),
                f"{each.games:,}",
                *([f"{each.byes:,}"] if has_byes else []),
                f"{each.wins:,g}",
                f"{each.spread:+,.0f}",
                f"{each.mean_score:.1f}" if each.games else "-",
            )
            for each in self.standings[:count]
        ]
        titles = ("#", "Player", "Games", *(["Byes"] if has_byes else []), "Wins", "Spread", "Score")
        return Tabulation(repr(self), titles, rows, len(self.standings))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player: the fields of `Standing`."""
        return [asdict(each) for each in self.standings]


class Tournament:
    """Plays a tournament. `series` is the context of its workers, journal and output files."""

    def __init__(self, config: TournamentConfig, pool: WorkerPool, files: SeriesFiles = NO_FILES) -> None:
        """Prepare the tournament.

        Raises what loading strategies, lexicon and rules raises, what `play_games` raises for strategies that
        cannot play, and what `Series` raises.
        """
        self.config = config
        strategies = tuple(load_strategy(name) for name in config.strategies)
        variant = Variant.load(config.variant)
        lexicon = LexiconSource.of(config.lexicon, variant)
        for strategy in strategies:
            play_games([strategy] * config.players_per_game, lexicon.load(), variant=variant, games=0)
        self._timed = timed_players(config.players, strategies)
        self._programs = program_players(config.players, strategies)
        setup = RunSetup(strategies, config.players, lexicon, variant, config.seed, config.paired)
        self._fixed_rounds = _fixed_rounds(config)
        self.series = Series(
            setup,
            pool,
            self.games,
            files,
            schedule=_schedule(config),
        )
        self._begin()

    def _begin(self) -> None:
        self._rounds: list[Round] = []
        self._batches: list[Batch] = []
        self._results: list[GameResult] = []
        self._forfeits: list[ForfeitedGame] = []

    @property
    def games(self) -> int:
        """The number of games of the whole tournament."""
        config = self.config
        tables = sum(len(each.tables) for each in self._fixed_rounds)
        if config.format == "swiss":
            tables = config.rounds * (len(config.players) // config.players_per_game)
        return tables * config.games_per_pairing

    @property
    def games_counted(self) -> int:
        """The number of finished games, those of `report`."""
        return len(self._results)

    def play(self, progress: Progress = no_progress) -> None:
        """Play all games, except those in the journal.

        After an exception, Ctrl-C included, `report` covers the games up to then. Raises what `Series.play`
        raises.
        """
        self._begin()
        if self.config.format != "swiss":
            self._play_rounds(self._fixed_rounds, progress)
            return
        for _ in range(self.config.rounds):
            following = swiss_round(
                self.config.players,
                self._rounds,
                self._results,
                per_table=self.config.players_per_game,
                games_per_table=self.config.games_per_pairing,
                seed=self.config.seed,
            )
            self._play_rounds([following], progress)

    def report(self) -> TournamentReport:
        """Return the results so far."""
        config, results = self.config, self._results
        byes = Counter[str]()
        if config.format == "swiss":  # in a round robin everyone waits as often
            byes.update(name for each in self._finished_rounds() for name in each.byes)
        return TournamentReport(
            config=config,
            lexicon_name=self.series.setup.lexicon.name,
            rounds=tuple(self._rounds),
            results=tuple(results),
            standings=standings(
                config.players,
                results,
                {name: count * config.games_per_pairing for name, count in byes.items()},
            ),
            crosstable=crosstable(config.players, results),
            ratings=_ratings(config, results),
            complete=len(results) == self.games,
            timed=self._timed,
            games_per_second=self.series.games_per_second,
            programs=self._programs,
            forfeits=tuple(self._forfeits),
        )

    def _finished_rounds(self) -> Iterator[Round]:
        """Yield the rounds whose games have all been played."""
        games = 0
        for each in self._rounds:
            games += len(each.tables) * self.config.games_per_pairing
            if games <= len(self._results):
                yield each

    def write_log(self) -> None:
        """Write the log, if requested; all games must have been played. Raises LogError."""
        self.series.write_log(self._batches, self.games)

    def _play_rounds(self, rounds: Sequence[Round], progress: Progress) -> None:
        """Play rounds that do not depend on each other's results."""
        self._rounds += rounds
        first = self.config.games_per_pairing * sum(len(each.tables) for each in self._rounds[: -len(rounds)])
        batches: list[Batch] = []
        for table in (table for each in rounds for table in each.tables):
            indices = [player_index(self.config.players, name) for name in table]
            batches += cut_match(indices, self.series.setup.strategies, first, self.config.games_per_pairing)
            first += self.config.games_per_pairing
        self._batches += batches
        tables = {batch.first: batch for batch in batches}
        with closing(self.series.play(batches, progress)) as played:
            for part in played:
                self.series.write_gcgs(part)
                seats = tables[part.first].table
                self._results += _game_results(self.series.setup, tables[part.first], part)
                self._forfeits += (replace(each, player=seats[each.player]) for each in part.forfeits)


def _fixed_rounds(config: TournamentConfig) -> list[Round]:
    """Return the rounds known in advance: none of a Swiss tournament."""
    players = config.players
    if config.format == "round_robin":
        return round_robin(players, per_table=config.players_per_game, cycles=config.rounds)
    if config.format == "gauntlet":
        return gauntlet(players[: config.challengers], players[config.challengers :], cycles=config.rounds)
    return []


def _game_results(setup: RunSetup, batch: Batch, played: PlayedBatch) -> Iterator[GameResult]:
    """Yield the results of a batch, with the players in the order of play."""
    players = len(batch.table)
    names = [setup.names[index] for index in batch.table]
    for number, by_player in zip(batch.numbers, played.results["scores"][:, :players].tolist(), strict=True):
        seats = batch.seats(number)
        yield GameResult(
            tuple(names[place] for place in seats),
            tuple(by_player[place] for place in seats),
            setup.tile_order(number, players) if setup.paired else None,
        )


def _ratings(config: TournamentConfig, results: Sequence[GameResult]) -> RatingTable | None:
    """Return the ratings, or None if not all players have met yet, directly or through others."""
    try:
        table = rate_players(results)
    except ResultsError:
        return None
    return table if len(table.players) == len(config.players) else None


def _schedule(config: TournamentConfig) -> dict[str, object]:
    """Return all that decides the pairings, besides the players and the tiles."""
    keys = ("format", "rounds", "challengers", "players_per_game", "games_per_pairing")
    return {key: getattr(config, key) for key in keys}
