"""A match: games between two strategies, what came out, and a sequential test that may end it early."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from movegen.errors import JackdawError
from movegen.rules import Variant
from sims.game_batches import RESULT_TYPE, PlayedBatch, Setting, cut_match
from sims.games import play_games
from sims.lexicon_source import LexiconSource
from sims.match_statistics import MatchStatistics, match_statistics
from sims.pool import Crew
from sims.score_frequencies import outcomes
from sims.selfplay import check_seed, player_names
from sims.series import Progress, Series
from sims.sprt import Sprt, SprtState
from strategy.simulation_strategy import Strategy, is_timed

MOST_GAMES = 100_000_000


class MatchError(JackdawError):
    """A match that cannot be played as asked for."""


@dataclass(frozen=True)
class MatchPlan:
    """A match between A and B.

    Attributes
    ----------
    strategies: A and B.
    games:      how many; a test may end the match before.
    seed:       decides the tiles.
    paired:     games 0 and 1 have the same tile order, 2 and 3 again, and so on. Paired or not, A plays
                first in game 0, B in game 1, and so on by turns.
    sprt:       the test, or None to play all games.

    Raises MatchError on a number of games out of range, or an odd one of paired games, and what
    `play_games` does on strategies that cannot play.
    """

    strategies: tuple[Strategy, Strategy]
    lexicon: LexiconSource
    variant: Variant
    games: int
    seed: int = 0
    paired: bool = True
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise MatchError(f"{self.games} games", cure=f"expected 1 to {MOST_GAMES:,}")
        if self.paired and self.games % 2:
            raise MatchError(
                f"{self.games} games are not pairs", cure="ask for an even number, or for plain games"
            )
        check_seed(self.seed, self.games)
        play_games(self.strategies, self.lexicon.load(), variant=self.variant, games=0)

    @property
    def names(self) -> tuple[str, ...]:
        """What A and B are called: as their strategies, numbered if both are the same."""
        return tuple(player_names([strategy.name for strategy in self.strategies]))

    @property
    def timed(self) -> tuple[str, ...]:
        """Who has a time limit for a move: with such a player games are others when they are played again."""
        players = zip(self.names, self.strategies, strict=True)
        return tuple(name for name, strategy in players if is_timed(strategy))


@dataclass(frozen=True)
class PlayerFigures:
    """What a player did in a match: totals.

    `seconds` is the time that choosing moves took; all else is the same whenever the match is played again.
    """

    name: str
    turns: int
    bingos: int
    exchanges: int
    passes: int
    seconds: float


@dataclass(frozen=True)
class MatchReport:
    """What came out of a match, so far as it was played.

    Attributes
    ----------
    statistics: the figures, seen from A.
    players:    A's and B's.
    test:       how far the test has come; None without one.
    complete:   whether all games that were asked for are there, or the test is decided.
    games_per_second: of those games that were played now; 0 if none was.
    """

    plan: MatchPlan
    statistics: MatchStatistics
    players: tuple[PlayerFigures, PlayerFigures]
    test: SprtState | None
    complete: bool
    games_per_second: float


@dataclass(frozen=True)
class _Part:
    """A batch that was counted, and where the match stands after it.

    results:  of the games that count.
    seconds:  that choosing moves took, by game and player.
    end:      the number behind the last game that counts.
    test:     how far it has come.
    untested: the first game of a pair whose other one is to come.
    """

    results: npt.NDArray[Any]
    seconds: npt.NDArray[np.float64]
    end: int
    test: SprtState | None
    untested: npt.NDArray[Any]


class Match:
    """Plays a match. A context; see `sims.series.Series`, whose journal and other files it has."""

    def __init__(
        self,
        plan: MatchPlan,
        crew: Crew,
        *,
        log: Path | None = None,
        resume: bool = False,
        gcg_folder: Path | None = None,
    ) -> None:
        """Prepare it. Raises what `Series` does."""
        self.plan = plan
        setting = Setting(plan.strategies, plan.names, plan.lexicon, plan.variant, plan.seed, plan.paired)
        self.series = Series(setting, crew, plan.games, log=log, resume=resume, gcg_folder=gcg_folder)
        self._batches = list(cut_match((0, 1), plan.strategies, 0, plan.games))
        self._begin()

    def _begin(self) -> None:
        none = np.empty(0, dtype=RESULT_TYPE)
        test = self.plan.sprt.start(paired=self.plan.paired) if self.plan.sprt else None
        self._parts = [_Part(none, np.empty((0, 2)), 0, test, none)]

    def play(self, progress: Progress = lambda games: None) -> None:
        """Play all games, or those that the test needs; from the start, but for the games in the journal.

        After an exception, Ctrl-C included, `report` tells of the games up to then. Raises what
        `Series.play` does.
        """
        self._begin()
        with closing(self.series.play(self._batches, progress)) as played:
            for batch in played:
                self._take(batch)
                if self._is_decided:
                    return

    def report(self) -> MatchReport:
        """What came out so far."""
        parts = self._parts
        results = np.concatenate([part.results for part in parts])
        seconds = np.concatenate([part.seconds for part in parts])
        whole = _in_whole_units(results, paired=self.plan.paired)
        results, seconds = results[whole], seconds[whole].sum(axis=0)
        scores = results["scores"]
        return MatchReport(
            plan=self.plan,
            statistics=match_statistics(scores[:, 0], scores[:, 1], paired=self.plan.paired),
            players=(self._figures(results, seconds, 0), self._figures(results, seconds, 1)),
            test=parts[-1].test,
            complete=self._is_decided or len(results) == self.plan.games,
            games_per_second=self.series.games_per_second,
        )

    def write_log(self) -> None:
        """Write the log, if one was asked for; the match must be complete. Raises LogError."""
        self.series.write_log(self._batches, self._parts[-1].end)

    @property
    def games_counted(self) -> int:
        """How many games are finished so far: those that `report` tells of, and half a pair."""
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
        # In one step: Ctrl-C may come between any two.
        self._parts.append(_Part(batch.results, seconds, batch.first + games, test, untested))

    def _tested(
        self, batch: PlayedBatch, test: SprtState, untested: npt.NDArray[Any]
    ) -> tuple[PlayedBatch, SprtState, npt.NDArray[Any]]:
        """Test a batch: its games up to the one that decides, the test, and half a pair that waits."""
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
        self, results: npt.NDArray[Any], seconds: npt.NDArray[np.float64], player: int
    ) -> PlayerFigures:
        def total(field: str) -> int:
            return int(results[field][:, player].sum())

        return PlayerFigures(
            self.plan.names[player], total("turns"), total("bingos"), total("exchanges"), total("passes"),
            float(seconds[player]),
        )  # fmt: skip


def _in_whole_units(results: npt.NDArray[Any], *, paired: bool) -> npt.NDArray[np.bool_]:
    """Which games are there with all of their pair: where a game is a batch, a run may lack the other one."""
    units = results["game"] // (2 if paired else 1)
    _, places, counts = np.unique(units, return_inverse=True, return_counts=True)
    whole: npt.NDArray[np.bool_] = counts[places] == (2 if paired else 1)
    return whole
