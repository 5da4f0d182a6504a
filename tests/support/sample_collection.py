"""A sample collection, and collections of the games in a folder."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from short_records import write_records

from jackdaw.collection import Collection, CollectionRun, collection_page, name_pages
from jackdaw.inputs import LexiconFinder
from jackdaw.review import ReviewSettings
from sims.analysis import AnalysisPlan


def analyze_folder(folder: Path) -> tuple[Collection, dict[str, str]]:
    """Analyze the games of a folder by static equity; return the collection and its page names."""
    run = CollectionRun([str(folder)], ReviewSettings(plan=AnalysisPlan()), LexiconFinder(None))
    return run.analyze(1), name_pages(run.files)


@cache
def load_sample() -> tuple[Collection, dict[str, str], str]:
    """Return the sample collection, the names of its game pages, and its own page."""
    with TemporaryDirectory() as folder:
        found, names = analyze_folder(write_records(Path(folder) / "games"))
        return found, names, collection_page(found, names)
