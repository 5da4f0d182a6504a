"""Sets of puzzles that pages make of the mistakes in a game, each a file in a folder."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import platformdirs

from jackdaw.inputs import standing_play
from jackdaw.puzzles import encode_puzzles, puzzle_plans, select_puzzles
from jackdaw.web.analysis import WebLexica, check_length
from jackdaw.web.http import Emit, ShouldStop, check_space
from jackdaw.web.puzzles.puzzle_requests import MakePuzzlesRequest
from movegen.errors import PositionError, UnknownNameError
from movegen.files import make_folder, write_atomic
from movegen.game import Game
from movegen.gcg import parse_gcg
from sims.lexicon_source import LexiconSource
from sims.puzzles import Origin, Puzzle, PuzzleFilter, PuzzlePlan, PuzzleTask, make_puzzle
from strategy.analysis import played_moves
from strategy.search_control import SearchControl

_SUFFIX = ".jsonl"
_ALL = PuzzleFilter.parse("")


class PuzzleSets:
    """The sets of a folder, by name; None for the one in the user's data. Safe to use from any thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(platformdirs.user_data_dir("jackdaw", appauthor=False)) / "puzzles"

    def find(self, name: str) -> Path:
        """Return the file of a set. The name is looked up among the existing files, never made into a path.

        Raises UnknownNameError if there is none.
        """
        files = {file.stem: file for file in self._folder.glob(f"*{_SUFFIX}")}
        if name not in files:
            raise UnknownNameError("set of puzzles", name, (), cure="it may have been deleted")
        return files[name]

    def make(
        self,
        request: MakePuzzlesRequest,
        lexica: WebLexica,
        threads: int,
        emit: Emit,
        should_stop: ShouldStop,
    ) -> None:
        """Make puzzles of the turns of a game, as `jackdaw puzzles` does; emit `progress`, and `done`.

        Emits nothing at the end if it was stopped. Raises JackdawError for a game that cannot be read, or
        turns that it does not have.
        """
        game = check_length(parse_gcg(request.gcg.encode(), file="the game"))
        lexicon, _ = lexica.find(game.position(1), request.lexicon)
        place = lexica.locate(lexicon.name, game.variant)
        control = SearchControl[object](should_stop=should_stop)
        found: list[Puzzle] = []
        source = replace(LexiconSource.of(place, game.variant), is_substitute=lexicon.is_substitute)
        plan = PuzzlePlan(*puzzle_plans(0))
        for number, turn in enumerate(request.turns):
            emit("progress", {"done": number, "all": len(request.turns)})
            made = make_puzzle(plan, _task(game, turn, source), control=control, workers=threads)
            if should_stop():
                return
            if made.puzzle is not None:
                found.append(made.puzzle)
        emit("done", {"count": len(found), "set": self._write(found) if found else ""})

    def _write(self, puzzles: Sequence[Puzzle]) -> str:
        """Write a set, the worst mistakes first, and return its name."""
        named = puzzles[0].origin.player
        content = encode_puzzles(select_puzzles(puzzles, _ALL, named))
        name = blake2b(content, digest_size=12).hexdigest()
        file = make_folder(self._folder) / f"{name}{_SUFFIX}"
        check_space(self._folder, file)
        write_atomic(file, content)
        return name


def _task(game: Game, turn: int, lexicon: LexiconSource) -> PuzzleTask:
    """Return the task of a turn, as `jackdaw puzzles` makes it of a record. Raises PositionError."""
    moves = played_moves(game)
    if not 1 <= turn <= len(moves):
        raise PositionError(f"there is no turn {turn}", cure=f"expected 1 to {len(moves)}")
    position, (played, is_withdrawn) = game.position(turn), moves[turn - 1]
    player = game.players[position.on_turn].nickname
    last = standing_play(game, turn - 1) if turn > 1 and len(game.players) == 2 else None
    before = None if last is None else game.position(turn - 1)
    title = " - ".join(game.display_names)
    origin = Origin(title, turn=turn, player=player, played=str(played))
    return PuzzleTask(turn, origin, position, lexicon, played, is_withdrawn, before, last)
