"""The yardstick: a plain walker through a DAWG, whose speed changes with the machine and not with our work.

It is the generator of Appel and Jacobson (1988) on the arrays of Gordon's paper, as `jackdaw bench paper`
measures it: the same kind of work as the engine's, on the same memory, but left as it is.
"""

from time import process_time

from movegen.errors import LexiconError
from movegen.gordon1994 import Representation, Structure, find_plays, store_structure
from movegen.lexicon import Lexicon
from movegen.position import MoveGenerator
from sims.games import play_game
from strategy.players import StaticStrategy

_LONGEST_WORD = 8


class Yardstick:
    """Finds every play of the positions of one game, always the same ones, with the embedded lexicon.

    `plays` is the number of plays of all positions.
    """

    def __init__(self) -> None:
        lexicon = Lexicon.load().up_to(_LONGEST_WORD)
        strategy = StaticStrategy.load("greedy")
        game = play_game([strategy, strategy], lexicon, seed=0)
        positions = [game.position(turn) for turn in range(1, len(game.turns) + 1)]
        stored = store_structure(lexicon, Structure.DAWG_MINIMIZED, Representation.EXPANDED)
        if stored is None:
            raise LexiconError(f"{lexicon.name} has too many words for the yardstick")
        self._stored = stored
        self._turns = [
            (MoveGenerator(game.variant, lexicon, position.board), position.rack) for position in positions
        ]
        self.plays = self._find()

    def measure(self) -> float:
        """Return the processor time of a turn in seconds."""
        begin = process_time()
        self._find()
        return (process_time() - begin) / len(self._turns)

    def _find(self) -> int:
        return sum(len(find_plays(generator, self._stored, rack)) for generator, rack in self._turns)
