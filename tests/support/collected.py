"""Collections whose pages are tested."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from short_records import write_records

from jackdaw.collection import Collection
from jackdaw.collection_page import collection_page
from jackdaw.collection_run import CollectionRun
from jackdaw.game_work import ReviewSettings
from jackdaw.inputs import Lexica
from jackdaw.page_names import page_names
from sims.looking_ahead import TurnMethods


def collected(folder: Path) -> tuple[Collection, dict[str, str]]:
    """The games of a folder, valued by score and leave, and the names of their pages."""
    run = CollectionRun([str(folder)], ReviewSettings(methods=TurnMethods()), Lexica(None))
    return run.analyze(1), page_names(run.files)


@cache
def sample() -> tuple[Collection, dict[str, str], str]:
    """A collection, the names of its games' pages, and its own page."""
    with TemporaryDirectory() as folder:
        found, names = collected(write_records(Path(folder) / "games"))
        return found, names, collection_page(found, names)
