"""The result of a pre-endgame search, and what a running one knows so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from movegen.board import Move
from movegen.showing import Tabular, Tabulation
from strategy.endgame.preendgame_move import (
    PreendgameMove,
    SimulatedEnd,
    Source,
    better_known,
    rank_moves,
)
from strategy.endgame.preendgame_outcomes import error_in_common

Opponent = Literal["rational", "adversarial"]


@dataclass(frozen=True, eq=False)
class PreendgameProgress:
    """What a running search knows so far.

    Attributes
    ----------
    moves:        the moves searched.
    arrangements: number of arrangements searched for each.
    settled:      for each move the number of arrangements whose outcome is proven.
    least_win, most_win: for each move the proven bounds of its share of games won, draws counting half.
    win:          for each move the estimate of it; nan while some arrangements have none.
    """

    moves: Sequence[Move]
    arrangements: int
    settled: npt.NDArray[np.int32]
    least_win: npt.NDArray[np.float64]
    most_win: npt.NDArray[np.float64]
    win: npt.NDArray[np.float64]

    @cached_property
    def win_error(self) -> npt.NDArray[np.float64]:
        """For each move the standard error of the estimate; nan as `win`.

        Of the arrangements that are open only the mean estimate is known, so they count as alike. The errors
        are mostly larger than those of the result where the estimates of a move differ.
        """
        count = np.maximum(1, self.arrangements - self.settled)
        share = np.clip((self.win - self.least_win) * self.arrangements / count, 0, 1)
        is_open = self.settled < self.arrangements
        alone = np.sqrt(share * (1 - share) / count)
        with np.errstate(divide="ignore"):
            exponent = np.log(1 - share) - np.log(share)
        common = error_in_common(exponent[:, None], (0, 1), np.ones(1))
        return np.hypot(alone, common) * is_open * count / self.arrangements

    def after(self, result: "PreendgameResult") -> "PreendgameProgress":
        """Return what is known together with the result of an earlier search of these moves and others."""
        mine = {move: index for index, move in enumerate(self.moves)}
        searched = [each.count_settled() for each in result.moves]
        known = PreendgameProgress(
            [each.move for each in result.moves],
            self.arrangements,
            np.array(searched, dtype=np.int32),
            np.array([each.least_win for each in result.moves]),
            np.array([each.most_win for each in result.moves]),
            np.array([each.win if each.win_source else np.nan for each in result.moves]),
        )
        for row, move in enumerate(known.moves):
            if (index := mine.get(move)) is None:
                continue
            known.settled[row] = max(known.settled[row], self.settled[index])
            known.least_win[row] = max(known.least_win[row], self.least_win[index])
            known.most_win[row] = min(known.most_win[row], self.most_win[index])
            if not np.isnan(self.win[index]):
                known.win[row] = self.win[index]
        return known


@dataclass(frozen=True)
class PreendgameResult(Tabular):
    """The result of a pre-endgame search.

    Attributes
    ----------
    moves:        best first, as `rank_moves` ranks them: by wins, then by spread; moves whose wins are
                  estimated by utility.
    opponent:     "rational" or "adversarial"; see `solve_preendgame`.
    bag_count:    tiles in the bag.
    arrangements: number of equally likely arrangements of the unseen tiles.
    samples:      number of them drawn at random; None for all. Moves that draw the whole bag may be searched
                  in all of theirs all the same.
    is_settled:   True if everything asked for was settled before a limit.
    nodes:        positions searched.
    seconds:      wall-clock time.

    >>> from strategy import SearchLimits, solve_preendgame
    >>> position = read_gcg("jackdaw/samples/ann_v_ben.gcg").position(21)
    >>> moves, limits = position.moves(Lexicon.load())[:2], SearchLimits(nodes=100)
    >>> result = solve_preendgame(position, Lexicon.load(), moves=moves, limits=limits)
    >>> result
    <PreendgameResult of 2 moves, 3 in the bag: 5I SOApIER wins 100.0 %, not proven>
    """

    moves: tuple[PreendgameMove, ...]
    opponent: Opponent
    bag_count: int
    arrangements: int
    samples: int | None
    is_settled: bool
    nodes: int
    seconds: float = field(compare=False)

    def __repr__(self) -> str:
        known = "proven" if self.is_proven else "not proven"
        best = f"{self.best.move} wins {100 * self.best.win:.1f} %"
        return f"<PreendgameResult of {len(self.moves)} moves, {self.bag_count} in the bag: {best}, {known}>"

    def tabulate(self, count: int | None = None) -> Tabulation:
        """Return the first `count` moves as a table, all for None."""
        rows = [
            (
                str(number),
                str(each.move),
                str(each.move.score),
                f"{100 * each.win:.1f}" if each.win_source else "?",
                f"{each.spread:+.1f}" if each.spread_source else "?",
                str(each.win_source or ""),
            )
            for number, each in enumerate(self.moves[:count], start=1)
        ]
        heading = f"{self.bag_count} in the bag, {self.arrangements:,} arrangements of the unseen tiles"
        titles = ("#", "Move", "Score", "Win %", "Spread", "Known by")
        return Tabulation(heading, titles, rows, len(self.moves))

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each move: wins and spread, how they are known, and bounds; None if unknown."""
        return [
            {
                "move": str(each.move),
                "score": each.move.score,
                "win": each.win if each.win_source else None,
                "win_error": each.win_error if each.win_source else None,
                "win_source": each.win_source and each.win_source.value,
                "least_win": each.least_win,
                "most_win": each.most_win,
                "spread": each.spread if each.spread_source else None,
                "spread_source": each.spread_source and each.spread_source.value,
            }
            for each in self.moves
        ]

    @property
    def best(self) -> PreendgameMove:
        """The first of the moves."""
        return self.moves[0]

    @property
    def is_proven(self) -> bool:
        """True if it is proven that no searched move wins more often than the best, whose wins are exact."""
        return self.best.is_proven and all(each.possible_win <= self.best.win for each in self.moves)

    def with_simulated(self, simulated: Mapping[Move, SimulatedEnd]) -> "PreendgameResult":
        """Return the result with rollouts for what the search has not found, ranked anew."""
        moves = [each.with_simulated(simulated.get(each.move)) for each in self.moves]
        return replace(self, moves=tuple(rank_moves(moves)))

    def searched_first(self) -> "PreendgameResult":
        """Return the result with moves that only rollouts have looked at below those that were searched."""
        moves = sorted(self.moves, key=lambda each: each.win_source in (Source.SIMULATED, None))
        return replace(self, moves=tuple(moves))

    def with_searched(self, more: "PreendgameResult") -> "PreendgameResult":
        """Return the result with what another search of the same position knows better, ranked anew."""
        searched = {each.move: each for each in more.moves}
        moves = [
            better_known(searched[each.move], each).with_simulated(each.simulated)
            if each.move in searched
            else each
            for each in self.moves
        ]
        return replace(
            self,
            moves=tuple(rank_moves(moves)),
            is_settled=self.is_settled and more.is_settled,
            nodes=self.nodes + more.nodes,
            seconds=self.seconds + more.seconds,
        )
