"""A match: games between two strategies, what came out, and a sequential test that may end it early."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.errors import MAX_NAME, JackdawError, one_line
from movegen.showing import Tabular, Tabulation
from movegen.variant import Variant
from sims.bag import check_seed, player_names
from sims.games import play_games
from sims.lexicon_source import LexiconSource
from sims.match.game_batches import RESULT_TYPE, ForfeitedGame, PlayedBatch, RunSetup, cut_match
from sims.match.match_statistics import MatchStatistics, match_statistics
from sims.match.score_frequencies import outcomes
from sims.match.series import Progress, Series, no_progress
from sims.match.sprt import Sprt, SprtState
from sims.workers import WorkerPool
from strategy.players import ProgramStrategy, Strategy, is_timed

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

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise MatchError(f"{self.games} games", cure=f"expected 1 to {MAX_GAMES:,}")
        if self.paired and self.games % 2:
            raise MatchError(
                f"{self.games} games are not pairs", cure="give an even number, or play --unpaired games"
            )
        check_seed(self.seed, self.games)
        play_games(self.strategies, self.lexicon.load(), variant=self.variant, games=0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of A and B: those of their strategies, numbered if both are the same."""
        return tuple(player_names([strategy.name for strategy in self.strategies]))

    @property
    def timed(self) -> tuple[str, ...]:
        """The players with a time limit. Their games are not reproducible."""
        players = zip(self.names, self.strategies, strict=True)
        return tuple(name for name, strategy in players if is_timed(strategy))

    @property
    def programs(self) -> tuple[str, ...]:
        """The players that are outside programs. Their games are reproducible only if the programs are."""
        players = zip(self.names, self.strategies, strict=True)
        return tuple(name for name, strategy in players if isinstance(strategy, ProgramStrategy))


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
    forfeits:   the games that a player forfeited; their `player` is 0 for A and 1 for B.
    complete:   all requested games are finished, or the test is decided.
    games_per_second: of the games played in this run; 0 if there were none.
    """

    plan: MatchPlan
    statistics: MatchStatistics
    players: tuple[PlayerFigures, PlayerFigures]
    test: SprtState | None
    complete: bool
    games_per_second: float
    forfeits: tuple[ForfeitedGame, ...] = ()

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
class _Part:
    """A counted batch, and the state of the match after it.

    results:  of the games that count.
    seconds:  time taken to choose moves, by game and player.
    end:      one more than the number of the last game that counts.
    test:     the state of the test.
    untested: the first game of a pair whose second game is pending.
    """

    results: npt.NDArray[Any]
    seconds: npt.NDArray[np.float64]
    end: int
    test: SprtState | None
    untested: npt.NDArray[Any]
    forfeits: tuple[ForfeitedGame, ...] = ()


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

    def __init__(
        self,
        plan: MatchPlan,
        pool: WorkerPool,
        *,
        log: Path | None = None,
        resume: bool = False,
        gcg_folder: Path | None = None,
    ) -> None:
        """Prepare the match. Raises what `Series` raises."""
        self.plan = plan
        setup = RunSetup(plan.strategies, plan.names, plan.lexicon, plan.variant, plan.seed, plan.paired)
        self.series = Series(setup, pool, plan.games, log=log, resume=resume, gcg_folder=gcg_folder)
        self._batches = list(cut_match((0, 1), plan.strategies, 0, plan.games))
        self._begin()

    def _begin(self) -> None:
        nothing = np.empty(0, dtype=RESULT_TYPE)
        test = self.plan.sprt.start(paired=self.plan.paired) if self.plan.sprt else None
        self._parts = [_Part(nothing, np.empty((0, 2)), 0, test, nothing)]

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
        parts = self._parts
        results = np.concatenate([part.results for part in parts])
        seconds = np.concatenate([part.seconds for part in parts])
        whole = _in_whole_units(results, paired=self.plan.paired)
        results, seconds = results[whole], seconds[whole].sum(axis=0)
        counted = set(results["game"].tolist())
        forfeits = tuple(each for part in parts for each in part.forfeits if each.game in counted)
        scores = results["scores"]
        return MatchReport(
            plan=self.plan,
            statistics=match_statistics(scores[:, 0], scores[:, 1], paired=self.plan.paired),
            players=(
                self._figures(results, seconds, forfeits, 0),
                self._figures(results, seconds, forfeits, 1),
            ),
            test=parts[-1].test,
            complete=self._is_decided or len(results) == self.plan.games,
            games_per_second=self.series.games_per_second,
            forfeits=forfeits,
        )

    def write_log(self) -> None:
        """Write the log, if requested; the match must be complete. Raises LogError."""
        self.series.write_log(self._batches, self._parts[-1].end)

    @property
    def games_counted(self) -> int:
        """The number of finished games: those of `report`, and any first game of a pending pair."""
        return sum(len(part.results) for part in self._parts)

    @property
    def _is_decided(self) -> bool:
        test = self._parts[-1].test
        return test is not None and test.decision is not None

    def _take(self, batch: PlayedBatch) -> None:
        """Count a batch, up to the game that decides the test."""
        last = self._parts[-1]
        test, untested = last.test, last.untested
        if test is not None:
            batch, test, untested = self._tested(batch, test, untested)
        self.series.write_gcgs(batch)
        games = len(batch.results)
        seconds = np.tile(np.array(batch.seconds) / max(1, games), (games, 1))
        # One append, so that Ctrl-C cannot come in between.
        self._parts.append(_Part(batch.results, seconds, batch.first + games, test, untested, batch.forfeits))

    def _tested(
        self, batch: PlayedBatch, test: SprtState, untested: npt.NDArray[Any]
    ) -> tuple[PlayedBatch, SprtState, npt.NDArray[Any]]:
        """Test a batch. Return it cut after the deciding game, with the test and any pending half pair."""
        results = np.concatenate([untested, batch.results])
        whole = _in_whole_units(results, paired=self.plan.paired)
        tested, untested = results[whole], results[~whole][-1:]
        after = test.update(
            outcomes(tested["scores"][:, 0] - tested["scores"][:, 1], paired=self.plan.paired)
        )
        if after.decision is not None:
            counted = (after.units - test.units) * (2 if self.plan.paired else 1)
            batch = batch.up_to(int(tested["game"][counted - 1]) + 1)
        return batch, after, untested

    def _figures(
        self,
        results: npt.NDArray[Any],
        seconds: npt.NDArray[np.float64],
        forfeits: Sequence[ForfeitedGame],
        player: int,
    ) -> PlayerFigures:
        def total(field: str) -> int:
            return int(results[field][:, player].sum())

        return PlayerFigures(
            self.plan.names[player], total("turns"), total("bingos"), total("exchanges"), total("passes"),
            float(seconds[player]), sum(each.player == player for each in forfeits),
        )  # fmt: skip


def _in_whole_units(results: npt.NDArray[Any], *, paired: bool) -> npt.NDArray[np.bool_]:
    """Mark the games whose pair is complete. With one game per batch, a run may lack the second one."""
    units = results["game"] // (2 if paired else 1)
    _, indices, counts = np.unique(units, return_inverse=True, return_counts=True)
    whole: npt.NDArray[np.bool_] = counts[indices] == (2 if paired else 1)
    return whole
