"""Make the sample games: jackdaw/samples/*.gcg and tests/data/games/*.gcg.

The engine plays them on the lexicon inside, the GCG writer writes them; the same program and lexicon give
the same files. Run it from the root of a clone: python tools/make_sample_games.py
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np

from movegen import ChallengeRule, Game, Lexicon, Move, MoveGenerator, MoveKind, Rack, Variant, write_gcg
from sims.bag import Bag
from sims.games import play_game
from strategy import StaticStrategy, load_strategy

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "tests" / "data" / "games"
SAMPLES = ROOT / "jackdaw" / "samples"


@dataclass
class Table:
    """A game between people, who are imitated by moves near the top of the engine's list."""

    lexicon: Lexicon
    variant: Variant
    players: tuple[str, str]
    seed: int
    best: StaticStrategy = field(default_factory=lambda: load_strategy("rackh3"))

    def __post_init__(self) -> None:
        self.game = Game.new(self.variant, self.players, self.lexicon.name)
        self.bag = Bag(self.variant.tiles, self.seed)
        self.racks = [self.bag.draw(self.variant.rules.rack_size) for _ in self.players]
        self.generator = MoveGenerator(self.variant, self.lexicon)
        self.random = np.random.Generator(np.random.Philox(key=self.seed + 1))

    @property
    def rack(self) -> Rack:
        """The rack of the player on turn."""
        return self.racks[self.game.state.on_turn]

    def choice(self, place: int) -> Move:
        """The move at an index (from 0) of the engine's list."""
        position = self.game.current_position()
        moves = self.generator.moves(self.rack, len(self.bag))
        ranked = self.best.rank(moves, len(self.bag), position.unseen)
        return ranked[min(place, len(ranked) - 1)].move

    def some_move(self) -> Move:
        """Choose a move as a good human player would: often the best, seldom a bad one."""
        return self.choice(int(self.random.geometric(0.4)) - 1)

    def play(self, move: Move, note: str | None = None) -> None:
        """Play a move, record it with the full rack, and draw."""
        player = self.game.state.on_turn
        rack = self.racks[player]
        self.game.record_move(move, rack, note=note)
        self.generator.play(move)
        drawn = self.bag.draw(self.variant.rules.rack_size - len(rack) + len(move.tiles_used))
        self.racks[player] = rack - move.tiles_used + drawn
        if move.kind is MoveKind.EXCHANGE:
            self.bag.put_back(move.tiles_used)

    def play_phony(self, note: str) -> None:
        """Play a phony: the best play of four tiles or more with two swapped; it is challenged off."""
        moves = self.generator.moves(self.rack, len(self.bag))
        for move in moves:
            word = (move.word[1], move.word[0], *move.word[2:])
            if sum(move.placed) < 4 or not all(move.placed[:2]) or self.lexicon.has(b & 0x7F for b in word):
                continue
            phony = Move.play(move.tile_set, move.row, move.column, move.direction, word, move.placed)
            self.game.record_move(phony, self.rack, note=note)
            self.game.withdraw_phony()
            return
        raise RuntimeError(f"no play of {self.rack} makes a phony: choose another seed")

    def play_on(self, turns: int | None = None) -> None:
        """Play this many turns, or to the end."""
        last = len(self.game.turns) + turns if turns is not None else None
        while not self.game.is_finished and len(self.game.turns) != last:
            self.play(self.some_move())


def sample_game(lexicon: Lexicon) -> Game:
    """Make the game that the README analyzes."""
    table = Table(lexicon, Variant.standard(), ("Ann Archer", "Ben Boyle"), seed=2026)
    table.play_on()
    table.game.finish(table.racks)
    return table.game


def annotated_game(lexicon: Lexicon) -> Game:
    """Make a club game with a phony, a challenge, an exchange, a pass, time penalties and notes."""
    rules = msgspec.structs.replace(Variant.standard().rules, name="club", challenge=ChallengeRule.FIVE_POINT)
    variant = Variant(Variant.standard().tiles, Variant.standard().layout, rules)
    table = Table(lexicon, variant, ("Cleo Quist", "Dag Ødegård"), seed=1994)
    game = table.game
    game.add_pragma("title", "Club night, round 3")
    game.add_pragma("description", "Annotated by hand: every kind of event stands in this record once")
    game.add_note("Five-point challenge rule.\nBoth clocks started at 25:00.")
    table.play_on(2)
    table.play_phony("I was sure that this was a word.")
    game.add_note("It came off at once.")
    table.play_on(1)
    table.play(table.choice(0), note="Looks odd, and is good.")
    game.record_failed_challenge()
    table.play_on(2)
    kept = list(table.rack)[:3]
    given = table.rack - Rack.from_tiles(variant.tiles, kept)
    table.play(Move.exchange(given), note="Fishing, with a lead. Never again.")
    table.play_on(1)
    table.play(Move.pass_turn(variant.tiles), note="Passed to see what happens.")
    table.play_on()
    game.finish(table.racks)
    game.record_time_penalty(0, 10)
    game.record_time_penalty(1, 20)
    game.add_note("Two minutes over.")
    return game


def unfinished_game(lexicon: Lexicon) -> Game:
    """Make the first turns of a game, with the rack of the player on turn."""
    table = Table(lexicon, Variant.standard(), ("Eve Ekman", "Finn Falk"), seed=7)
    table.play_on(9)
    player = table.game.state.on_turn
    table.game.add_pragma(f"rack{player + 1}", str(table.racks[player]))
    return table.game


def main() -> None:
    """Make all sample games."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    lexicon = Lexicon.load()
    write_gcg(sample_game(lexicon), SAMPLES / "ann_v_ben.gcg")
    write_gcg(annotated_game(lexicon), GAMES / "annotated.gcg")
    write_gcg(unfinished_game(lexicon), GAMES / "unfinished.gcg")
    strategies = [load_strategy("greedy"), load_strategy("rackh3")]
    write_gcg(play_game(strategies, lexicon, seed=3), GAMES / "greedy_v_rackh3.gcg")
    three = [load_strategy(name) for name in ("rackh1", "rackh2", "rackh3")]
    write_gcg(play_game(three, lexicon, seed=4), GAMES / "three_players.gcg")


if __name__ == "__main__":
    main()
