"""A match: games between two strategies, what came out, and a sequential test that may end it early."""

from contextlib import closing
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from movegen.errors import MAX_NAME, JackdawError, one_line
from movegen.numbers import show_value
from movegen.showing import Tabular, Tabulation
from movegen.variant import Variant
from sims.bag import check_seed
from sims.games import play_games
from sims.lexicon_source import LexiconSource
from sims.match.adjusted_statistics import AdjustedStatistics, win_units
from sims.match.game_batches import ForfeitedGame, PlayedBatch, RunSetup, cut_match
from sims.match.match_statistics import MatchStatistics
from sims.match.match_totals import MatchTotals
from sims.match.score_frequencies import describe_unpaired, outcomes
from sims.match.series import NO_FILES, Progress, Series, SeriesFiles, no_progress
from sims.match.sprt import AdjustedSprtState, Sprt, SprtState
from sims.players import player_names, program_players, timed_players
from sims.workers import WorkerPool
from strategy.players import Strategy

MAX_GAMES = 100_000_000


class MatchError(JackdawError):
    """A match that cannot be played as requested."""


@dataclass(frozen=True)
class MatchPlan:
    """A match between A and B.

    Attributes
    ----------
    strategies: A and B.
    games:      number of games; a test may end the match earlier.
    seed:       decides the tiles.
    paired:     play games 0 and 1 with the same tile order, games 2 and 3 with another, and so on. Paired or
                not, A plays first in even games and B in odd ones.
    sprt:       the test, or None to play all games.
    adjust_luck: measure the luck of the draws, some 30 ms a game; the test follows the results without it.

    Raises MatchError when the number of games is out of range, or odd with pairs, and what `play_games`
    raises for strategies that cannot play.

    >>> from sims.lexicon_source import LexiconSource
    >>> from strategy import StaticStrategy
    >>> strategies = (StaticStrategy.load("rackh3"), StaticStrategy.load("greedy"))
    >>> variant = Variant.standard()
    >>> plan = MatchPlan(strategies, LexiconSource.of(None, variant), variant, games=2)
    >>> plan.names, plan.timed
    (('rackh3', 'greedy'), ())
    """

    strategies: tuple[Strategy, Strategy]
    lexicon: LexiconSource
    variant: Variant
    games: int
    seed: int = 0
    paired: bool = True
    sprt: Sprt | None = None
    adjust_luck: bool = False

    def __post_init__(self) -> None:
        if not (isinstance(self.games, Integral) and 1 <= self.games <= MAX_GAMES):
            raise MatchError(f"{show_value(self.games)} games", cure=f"expected 1 to {MAX_GAMES:,}")
        if self.paired and self.games % 2:
            cure = "give an even number, or play --unpaired games"
            raise MatchError(describe_unpaired(self.games), cure=cure)
        check_seed(self.seed, self.games)
        if not isinstance(self.lexicon, LexiconSource):  # a Lexicon would load the built-in one
            raise MatchError(
                f"{show_value(repr(self.lexicon))} is not the source of a lexicon",
                cure="give LexiconSource.of(lexicon, variant)",
            )
        play_games(self.strategies, self.lexicon.load(), variant=self.variant, games=0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of A and B: those of their strategies, numbered if both are the same."""
        return player_names(self.strategies)

    @property
    def timed(self) -> tuple[str, ...]:
        """The players with a time limit. Their games are not reproducible."""
        return timed_players(self.names, self.strategies)

    @property
    def programs(self) -> tuple[str, ...]:
        """The players that are outside programs. Their games are reproducible only if the programs are."""
        return program_players(self.names, self.strategies)


@dataclass(frozen=True)
class PlayerFigures:
    """The totals of a player in a match.

    `seconds` is the time taken to choose moves. All else is reproducible. `forfeits` counts the games that an
    outside program has lost because it failed.
    """

    name: str
    turns: int
    bingos: int
    exchanges: int
    passes: int
    seconds: float
    forfeits: int = 0


@dataclass(frozen=True)
class MatchReport(Tabular):
    """The results of a match so far.

    Attributes
    ----------
    statistics: from the point of view of A.
    players:    the figures of A and B.
    test:       the state of the test; None without one.
    adjusted:   the statistics without the luck of the draws; None unless it is measured.
    forfeits:   the games that a player forfeited; their `player` is 0 for A and 1 for B.
    complete:   all requested games are finished, or the test is decided.
    games_per_second: of the games played in this run; 0 if there were none.
    """

    plan: MatchPlan
    statistics: MatchStatistics
    players: tuple[PlayerFigures, PlayerFigures]
    test: SprtState | AdjustedSprtState | None
    complete: bool
    games_per_second: float
    forfeits: tuple[ForfeitedGame, ...] = ()
    adjusted: AdjustedStatistics | None = None

    def __repr__(self) -> str:
        a, b = (one_line(figures.name, MAX_NAME) for figures in self.players)
        found = self.statistics
        wins = f"{found.wins + found.draws / 2:g} : {found.losses + found.draws / 2:g}"
        elo = f", Elo {found.elo_estimate}" if found.games else ""
        return f"<MatchReport {a} v {b}: {wins} of {found.games:,} games{elo}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the two players as a table."""
        rows = [
            (
                row["player"],
                f"{row['wins']:,}",
                f"{row['draws']:,}",
                f"{row['losses']:,}",
                f"{row['mean_score']:.1f}",
                f"{row['mean_spread']:+.1f}",
            )
            for row in self.to_rows()[:count]
        ]
        return Tabulation(repr(self), ("Player", "Won", "Drawn", "Lost", "Score", "Spread"), rows, 2)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player: games won, drawn and lost, points and spread per game."""
        found = self.statistics
        scores = (found.mean_score_a, found.mean_score_b)
        return [
            {
                "player": one_line(figures.name, MAX_NAME),
                "games": found.games,
                "wins": won,
                "draws": found.draws,
                "losses": lost,
                "mean_score": mine,
                "mean_spread": mine - other,
                "bingos": figures.bingos,
            }
            for figures, won, lost, mine, other in zip(
                self.players,
                (found.wins, found.losses),
                (found.losses, found.wins),
                scores,
                scores[::-1],
                strict=True,
            )
        ]


@dataclass(frozen=True)
class _State:
    """The state of a match after a batch.

    totals: of the games that count.
    end:    one more than the number of the last game that counts.
    test:   the state of the test.
    """

    totals: MatchTotals
    end: int
    test: SprtState | AdjustedSprtState | None


class Match:
    """Plays a match. `series` is the context of its workers, journal and output files.

    >>> from sims.lexicon_source import LexiconSource
    >>> from sims.workers import choose_pool
    >>> from strategy import StaticStrategy
    >>> strategies = (StaticStrategy.load("rackh3"), StaticStrategy.load("greedy"))
    >>> variant = Variant.standard()
    >>> plan = MatchPlan(strategies, LexiconSource.of(None, variant), variant, games=2)
    >>> match = Match(plan, choose_pool(workers=1))
    >>> match.play()
    >>> match.report().statistics.mean_spread
    59.5
    """

    def __init__(self, plan: MatchPlan, pool: WorkerPool, files: SeriesFiles = NO_FILES) -> None:
        """Prepare the match. Raises what `Series` raises."""
        self.plan = plan
        setup = RunSetup(
            plan.strategies,
            plan.names,
            plan.lexicon,
            plan.variant,
            plan.seed,
            plan.paired,
            luck=plan.adjust_luck,
        )
        self.series = Series(setup, pool, plan.games, files)
        self._batches = list(cut_match((0, 1), plan.strategies, 0, plan.games))
        self._begin()

    def __repr__(self) -> str:
        return f"<Match {' v '.join(self.plan.names)}: {self.plan.games:,} games>"

    def _begin(self) -> None:
        sprt, paired, luck = self.plan.sprt, self.plan.paired, self.plan.adjust_luck
        test: SprtState | AdjustedSprtState | None = None
        if sprt is not None:
            test = sprt.start_adjusted(paired=paired) if luck else sprt.start(paired=paired)
        self._state = _State(MatchTotals.start(paired=paired, luck=luck), 0, test)

    def play(self, progress: Progress = no_progress) -> None:
        """Play all games, or as many as the test needs, except those in the journal.

        After an exception, Ctrl-C included, `report` covers the games up to then. Raises what `Series.play`
        raises.
        """
        self._begin()
        with closing(self.series.play(self._batches, progress)) as played:
            for batch in played:
                self._take(batch)
                if self._is_decided:
                    return

    def report(self) -> MatchReport:
        """Return the results so far."""
        state = self._state
        statistics = state.totals.scores.statistics()
        return MatchReport(
            plan=self.plan,
            statistics=statistics,
            players=(self._figures(state.totals, 0), self._figures(state.totals, 1)),
            test=state.test,
            complete=self._is_decided or statistics.games == self.plan.games,
            games_per_second=self.series.games_per_second,
            forfeits=state.totals.forfeits,
            adjusted=None if state.totals.luck is None else state.totals.luck.statistics(),
        )

    def write_log(self) -> None:
        """Write the log, if requested; the match must be complete. Raises LogError."""
        self.series.write_log(self._batches, self._state.end)

    @property
    def games_counted(self) -> int:
        """The number of finished games: those of `report`, and any first game of a pending pair."""
        return self._state.totals.taken

    @property
    def _is_decided(self) -> bool:
        test = self._state.test
        return test is not None and test.decision is not None

    def _take(self, batch: PlayedBatch) -> None:
        """Count a batch, up to the game that decides the test."""
        totals, test = self._state.totals, self._state.test
        if test is not None:
            batch, test = self._test(batch, test)
        self.series.write_gcgs(batch)
        # One assignment, so that Ctrl-C cannot come in between.
        self._state = _State(totals.add(batch), batch.first + len(batch.results), test)

    def _test(
        self, batch: PlayedBatch, test: SprtState | AdjustedSprtState
    ) -> tuple[PlayedBatch, SprtState | AdjustedSprtState]:
        """Test a batch. Return it cut after the deciding game, with the test."""
        tested, _ = self._state.totals.whole_units(batch)
        after: SprtState | AdjustedSprtState
        if isinstance(test, AdjustedSprtState):
            after = test.update(*win_units(tested, paired=self.plan.paired))
        else:
            spreads = tested["scores"][:, 0] - tested["scores"][:, 1]
            after = test.update(outcomes(spreads, paired=self.plan.paired))
        if after.decision is not None:
            counted = (after.units - test.units) * (2 if self.plan.paired else 1)
            batch = batch.up_to(int(tested["game"][counted - 1]) + 1)
        return batch, after

    def _figures(self, totals: MatchTotals, player: int) -> PlayerFigures:
        turns, bingos, exchanges, passes = totals.figures[:, player].tolist()
        forfeits = sum(each.player == player for each in totals.forfeits)
        name, seconds = self.plan.names[player], float(totals.seconds[player])
        return PlayerFigures(name, turns, bingos, exchanges, passes, seconds, forfeits)
