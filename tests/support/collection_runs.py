"""Runs of collections: from a folder, their reports and pages."""

from pathlib import Path

from jackdaw.collection import (
    Collection,
    CollectionRun,
    ReviewCache,
    collection_csv,
    collection_json,
    collection_text,
)
from jackdaw.collection.game_facts import GameFacts, extract_facts
from jackdaw.console import plain_text
from jackdaw.inputs import LexiconFinder
from jackdaw.review import ReviewSettings, review_record
from movegen import Lexicon, parse_gcg


def run_of(folder: Path, cache: ReviewCache | None, settings: ReviewSettings | None = None) -> CollectionRun:
    """Return a run of the games of a folder."""
    return CollectionRun([str(folder)], settings or ReviewSettings(), LexiconFinder(None), cache=cache)


def facts_of(record: str) -> GameFacts:
    """Return what a collection keeps of a record."""
    return extract_facts(review_record(parse_gcg(record), Lexicon.load()))


def report_of(collection: Collection) -> tuple[bytes, bytes, list[str]]:
    """Return the JSON, the CSV and the text of a collection."""
    text = [plain_text(line) for line in collection_text(collection)]
    return collection_json(collection), collection_csv(collection), text


def pages_of(run: CollectionRun) -> tuple[Collection, dict[str, str]]:
    """Analyze with pages; return the collection and the page of each file."""
    pages: dict[str, str] = {}
    return run.analyze(1, on_page=lambda file, page: pages.update({file: page})), pages
