"""Judge choices of two players by games played out with searches: tables of docs/internals/strength.md.

    jackdaw pit champion.toml other.toml --games 340 --seed 5151 --log choices.csv
    python bench/played_out.py choices.csv --bag 3 7 --workers 2

Of each pair of games with the same order of tiles the first turn is judged on which the two players moved
differently. After either move the game is played out with the same racks and draws by a player that simulates
two plies, and searches pre-endgames with one or two tiles in the bag and the endgame. `--replies N` plays by
static moves instead, but makes with one or two tiles in the bag the best of N static moves by a shallow
search. Beside these stand the rollouts that `jackdaw judge` makes: static moves, with one tile in the bag the
best of twelve, and with none an endgame search of so many nodes.

The tables are means over positions with their standard errors: wins by tiles left in the bag after the move,
and the gain of one player's choice on the other's.
"""

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from movegen import Game, Lexicon, Move, MoveKind, Position, Rack, Variant
from movegen.position import MoveGenerator
from sims.decisions import JudgePlan, judge_moves
from sims.games.move_chooser import MoveChooser
from strategy import load_strategy
from strategy.endgame import PreendgameOptions, solve_endgame, solve_preendgame
from strategy.players import PreendgameConfig, SimulationStrategy, StaticStrategy
from strategy.players.endgame_player import EndgameConfig
from strategy.search_control import SearchLimits

SEARCHED_BAG = 2  # most tiles in the bag of pre-endgames that are searched
PREENDGAME_NODES = 6_000
REPLY_NODES = 500
ENDGAME_NODES = 2_000
ITERATIONS = 200


class Choice(NamedTuple):
    """A turn on which the two players moved differently: the turns before it, its rack, and the moves.

    The first move is that of `player`, who moves first in the first game of the log.
    """

    number: int
    player: str
    turns: list[tuple[str, str]]  # move and rack
    rack: str
    bag: int
    moves: tuple[str, str]


class Judged(NamedTuple):
    """The wins of the two moves in rollouts and in games played out, and the tiles that each leaves."""

    choice: Choice
    left: tuple[int, int]
    rollouts: tuple[float, float]
    played_out: tuple[float, float]


def read_choices(log: Path, least: int, most: int) -> Iterator[Choice]:
    """Yield the first differing turn of each pair of games, if it has so many tiles in the bag."""
    with log.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    first = rows[0]["player"]
    for number, of_pair in groupby(rows, key=lambda row: row["tile_order"]):
        games = [list(turns) for _, turns in groupby(of_pair, key=lambda row: row["game"])]
        if len(games) != 2:
            continue
        for turn, (a, b) in enumerate(zip(*games, strict=False)):
            if a["move"] == b["move"]:
                continue
            if least <= int(a["bag"]) <= most:
                played = (a["move"], b["move"]) if a["player"] == first else (b["move"], a["move"])
                before = [(row["move"], row["rack"]) for row in games[0][:turn]]
                yield Choice(int(number), first, before, a["rack"], int(a["bag"]), played)
            break


def _replay(choice: Choice) -> Game:
    game = Game.new(Variant.standard(), ["Ann", "Ben"])
    for move, rack in choice.turns:
        game.record_move(move, rack)
    return game


class Player:
    """Plays games out: by simulations and searches, or with `replies` by static moves and few searches."""

    def __init__(self, lexicon: Lexicon, replies: int | None) -> None:
        self.lexicon = lexicon
        self.replies = replies
        self.static = StaticStrategy.load("static")
        strategy = load_strategy("sim_2ply")
        assert isinstance(strategy, SimulationStrategy)
        preendgame = PreendgameConfig(bag=SEARCHED_BAG, moves=6, nodes=PREENDGAME_NODES)
        config = msgspec.structs.replace(
            strategy.config,
            iterations=ITERATIONS,
            preendgame=preendgame,
            endgame=EndgameConfig(nodes=ENDGAME_NODES),
        )
        self.strategy = replace(strategy, config=config)

    def move(self, game: Game, rack: Rack, seed: int) -> Move:
        """Return the move of the player on turn, who sees the board and the rack."""
        if self.replies is None:
            return MoveChooser(self.lexicon, seed).choose(self.strategy, game, rack)[0]
        position = _position(game, {game.state.on_turn: rack})
        generator = MoveGenerator(position.variant, self.lexicon, position.board)
        found = self.static.best(generator, rack, position.bag_count, position.unseen, count=self.replies)
        if position.bag_count > SEARCHED_BAG or len(found) == 1:
            return found[0].move
        options, limits = PreendgameOptions(spreads="none"), SearchLimits(nodes=REPLY_NODES, workers=1)
        searched = solve_preendgame(
            position, self.lexicon, moves=list(found.moves), options=options, limits=limits
        )
        return searched.moves[0].move

    def final_spread(self, choice: Choice, move: str, tiles: Sequence[int], seed: int) -> int:
        """Return the final spread of the player who makes this move, with these unseen tiles in order."""
        game = _replay(choice)
        mine, size = game.state.on_turn, game.variant.rules.rack_size
        racks = {
            mine: game.variant.tiles.parse_rack(choice.rack),
            1 - mine: Rack.from_tiles(game.variant.tiles, bytes(tiles[:size])),
        }
        bag = list(tiles[size:])
        chosen: Move | str = move
        while not game.is_finished:
            player = game.state.on_turn
            made = game.record_move(chosen, racks[player]).move
            assert made is not None
            count = size - len(racks[player]) + len(made.tiles_used)
            drawn, bag = Rack.from_tiles(game.variant.tiles, bytes(bag[:count])), bag[count:]
            racks[player] = racks[player] - made.tiles_used + drawn
            if made.kind is MoveKind.EXCHANGE:
                bag = np.random.default_rng(seed).permutation([*bag, *made.tiles_used]).tolist()
            if game.is_finished:
                break
            if not bag:
                return self._searched_end(game, racks, mine)
            chosen = self.move(game, racks[game.state.on_turn], seed)
        game.finish([racks[0], racks[1]])
        return game.scores[mine] - game.scores[1 - mine]

    def _searched_end(self, game: Game, racks: dict[int, Rack], mine: int) -> int:
        position = _position(game, racks)
        found = solve_endgame(
            position,
            self.lexicon,
            scoreless_turns=position.rules.scoreless_turns,
            limits=SearchLimits(nodes=ENDGAME_NODES, narrow=False, workers=1),
        )
        spread = position.spread + found.moves[0].value
        return spread if position.on_turn == mine else -spread


def _position(game: Game, racks: dict[int, Rack]) -> Position:
    state = game.state
    return Position(
        game.variant,
        state.board,
        (racks.get(0), racks.get(1)),
        state.scores,
        state.on_turn,
        state.scoreless_turns,
        last_turns=state.last_turns,
    )


@cache
def _player(replies: int | None) -> Player:
    return Player(Lexicon.load(), replies)


def judge_choice(task: tuple[Choice, argparse.Namespace]) -> Judged:
    """Roll out and play out both moves of a choice."""
    choice, options = task
    player, game = _player(options.replies), _replay(choice)
    position = _position(game, {game.state.on_turn: game.variant.tiles.parse_rack(choice.rack)})
    moves = [position.parse_move(move) for move in choice.moves]
    plan = JudgePlan(candidates=0, iterations=options.iterations, endgame_nodes=options.endgame_nodes)
    wins = {each.move: each.win for each in judge_moves(position, moves, player.lexicon, plan).moves}
    results = []
    for game_number in range(options.games):
        seed = choice.number * options.games + game_number
        tiles = np.random.default_rng(seed).permutation(list(position.unseen)).tolist()
        results.append([player.final_spread(choice, move, tiles, seed) for move in choice.moves])
    played = ((1 + np.sign(results)) / 2).mean(axis=0)
    left = [max(0, choice.bag - len(move.tiles_used)) for move in moves]
    return Judged(
        choice,
        (left[0], left[1]),
        (wins[str(moves[0])], wins[str(moves[1])]),
        (float(played[0]), float(played[1])),
    )


def show(judged: list[Judged]) -> None:
    """Print the tables."""
    by_left: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for each in judged:
        for left, rolled, played in zip(each.left, each.rollouts, each.played_out, strict=True):
            by_left[left].append((rolled, played))
    print("| left in the bag | moves | won in rollouts | played out | difference |")
    print("|---|---|---|---|---|")
    for left, values in sorted(by_left.items()):
        print(f"| {left} | {_row(values)} |")
    gains = [(r[0] - r[1], p[0] - p[1]) for _, _, r, p in judged]
    print(f"| gain of {judged[0].choice.player} | {_row(gains)} |")


def _row(values: list[tuple[float, float]]) -> str:
    rolled, played = 100 * np.array(values).T
    difference = rolled - played
    error = difference.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.nan
    means = f"{rolled.mean():.1f} % | {played.mean():.1f} %"
    return f"{len(values)} | {means} | {difference.mean():+.1f} ± {error:.1f} %"


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", type=Path, help="a CSV file of `jackdaw pit --log`, played in pairs")
    parser.add_argument("--bag", nargs=2, type=int, default=(3, 7), metavar=("LEAST", "MOST"))
    parser.add_argument("--games", type=int, default=24, help="games played out for each move")
    parser.add_argument("--replies", type=int, help="play by static moves, the best of so many")
    parser.add_argument("--iterations", type=int, default=400, help="rollouts of each move")
    parser.add_argument("--endgame-nodes", type=int, default=30, help="of the search after a rollout")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    tasks = [(choice, options) for choice in read_choices(options.log, *options.bag)]
    if not tasks:
        parser.error(f"{options.log}: the players nowhere moved differently with so many tiles in the bag")
    judged = []
    with get_context("spawn").Pool(options.workers) as pool:
        for each in pool.imap(judge_choice, tasks):
            judged.append(each)
            first, second = each.choice.moves
            print(
                f"{each.choice.number}: {first} on {second}, {each.choice.bag} in the bag: "
                f"{100 * (each.rollouts[0] - each.rollouts[1]):+.0f} % in rollouts, "
                f"{100 * (each.played_out[0] - each.played_out[1]):+.0f} % played out",
                flush=True,
            )
    show(judged)


if __name__ == "__main__":
    main()
