"""Playing a tournament: its rounds one after another, the games of a round in the pool."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from movegen.rules import Variant
from sims.game_batches import Batch, PlayedBatch, Setting, cut_match
from sims.games import play_games
from sims.lexicon_source import LexiconSource
from sims.pairings import Round, gauntlet, round_robin
from sims.pool import Crew
from sims.ratings import RatingTable, rate_players
from sims.results import GameResult, ResultsError, place_of
from sims.series import Progress, Series
from sims.standings import CrossTable, Standing, crosstable, standings
from sims.swiss import swiss_round
from sims.tournament import TournamentConfig
from strategy.simulation_strategy import is_timed, load_strategy


@dataclass(frozen=True)
class TournamentReport:
    """What came out of a tournament, so far as it was played.

    Attributes
    ----------
    rounds:     those that were begun, with their tables and byes.
    results:    every game, in order.
    standings:  by wins, then spread.
    crosstable: who did what to whom.
    ratings:    None as long as there are players who cannot be compared.
    complete:   whether all games are there.
    timed:      who has a time limit for a move; see `sims.match.MatchPlan.timed`.
    games_per_second: of those games that were played now; 0 if none was.
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


class Tournament:
    """Plays a tournament; `series` is the context that its workers, journal and other files live in."""

    def __init__(
        self,
        config: TournamentConfig,
        crew: Crew,
        *,
        log: Path | None = None,
        resume: bool = False,
        gcg_folder: Path | None = None,
    ) -> None:
        """Prepare it.

        Raises what loading strategies, lexicon and rules does, what `play_games` does on strategies
        that cannot play, and what `Series` does.
        """
        self.config = config
        strategies = tuple(load_strategy(name) for name in config.strategies)
        variant = Variant.load(config.variant)
        lexicon = LexiconSource.of(config.lexicon, variant)
        for strategy in strategies:
            play_games([strategy] * config.players_per_game, lexicon.load(), variant=variant, games=0)
        players = zip(config.players, strategies, strict=True)
        self._timed = tuple(name for name, strategy in players if is_timed(strategy))
        setting = Setting(strategies, config.players, lexicon, variant, config.seed, config.paired)
        self._fixed_rounds = _fixed_rounds(config)
        self.series = Series(
            setting,
            crew,
            self.games,
            log=log,
            resume=resume,
            gcg_folder=gcg_folder,
            schedule=_schedule(config),
        )
        self._begin()

    def _begin(self) -> None:
        self._rounds: list[Round] = []
        self._batches: list[Batch] = []
        self._results: list[GameResult] = []

    @property
    def games(self) -> int:
        """How many games it has."""
        config = self.config
        tables = sum(len(each.tables) for each in self._fixed_rounds)
        if config.format == "swiss":
            tables = config.rounds * (len(config.players) // config.players_per_game)
        return tables * config.games_per_pairing

    @property
    def games_counted(self) -> int:
        """How many games `report` tells of so far."""
        return len(self._results)

    def play(self, progress: Progress = lambda games: None) -> None:
        """Play all games; from the start, but for the games in the journal.

        After an exception, Ctrl-C included, `report` tells of the games up to then. Raises what
        `Series.play` does.
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
        """What came out so far."""
        config, results = self.config, self._results
        byes = Counter(name for each in self._rounds for name in each.byes)
        return TournamentReport(
            config=config,
            lexicon_name=self.series.setting.lexicon.name,
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
        )

    def write_log(self) -> None:
        """Write the log, if one was asked for; all games must have been played. Raises LogError."""
        self.series.write_log(self._batches, self.games)

    def _play_rounds(self, rounds: Sequence[Round], progress: Progress) -> None:
        """Play rounds that do not depend on each other's results."""
        self._rounds += rounds
        first = self.config.games_per_pairing * sum(len(each.tables) for each in self._rounds[: -len(rounds)])
        batches: list[Batch] = []
        for table in (table for each in rounds for table in each.tables):
            places = [place_of(self.config.players, name) for name in table]
            batches += cut_match(places, self.series.setting.strategies, first, self.config.games_per_pairing)
            first += self.config.games_per_pairing
        self._batches += batches
        tables = {batch.first: batch for batch in batches}
        with closing(self.series.play(batches, progress)) as played:
            for part in played:
                self.series.write_gcgs(part)
                self._results += _game_results(self.series.setting, tables[part.first], part)


def _fixed_rounds(config: TournamentConfig) -> list[Round]:
    """The rounds that are known beforehand: none of a Swiss tournament."""
    players = config.players
    if config.format == "round_robin":
        return round_robin(players, per_table=config.players_per_game, cycles=config.rounds)
    if config.format == "gauntlet":
        return gauntlet(players[: config.challengers], players[config.challengers :], cycles=config.rounds)
    return []


def _game_results(setting: Setting, batch: Batch, played: PlayedBatch) -> Iterator[GameResult]:
    """The results of a batch, the players in the order of play."""
    players = len(batch.table)
    names = [setting.names[place] for place in batch.table]
    for number, by_player in zip(batch.numbers, played.results["scores"][:, :players].tolist(), strict=True):
        seats = batch.seats(number)
        yield GameResult(
            tuple(names[place] for place in seats),
            tuple(by_player[place] for place in seats),
            setting.tile_order(number, players) if setting.paired else None,
        )


def _ratings(config: TournamentConfig, results: Sequence[GameResult]) -> RatingTable | None:
    """The ratings, or None if not all players have met yet, if only through others."""
    try:
        table = rate_players(results)
    except ResultsError:
        return None
    return table if len(table.players) == len(config.players) else None


def _schedule(config: TournamentConfig) -> dict[str, object]:
    """What decides, besides the players and the tiles, who plays whom."""
    keys = ("format", "rounds", "challengers", "players_per_game", "games_per_pairing")
    return {key: getattr(config, key) for key in keys}
