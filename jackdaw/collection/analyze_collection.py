"""`analyze` for several games: a folder, a pattern, or a list of files."""

import tempfile
from collections.abc import Collection as Sized
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import click

from jackdaw.application import INTERRUPTED, NOTHING_FOUND, WITH_ERRORS
from jackdaw.collection.collection import Collection
from jackdaw.collection.exports import collection_csv, collection_json
from jackdaw.collection.page import collection_page, name_pages
from jackdaw.collection.report import collection_text
from jackdaw.collection.review_cache import ReviewCache
from jackdaw.collection.run import CollectionRun, PageCallback
from jackdaw.console import notify, notify_written, open_page, progress_bar, show, write_bytes
from jackdaw.inputs import LexiconFinder, ReadingRules, copy_notes
from jackdaw.options import SimulationOptions
from jackdaw.review import Planner, ReviewSettings
from movegen.counts import counted
from movegen.encoding import encode_text
from movegen.errors import JackdawError
from movegen.files import canonical_path, check_writable, make_folder, write_atomic
from sims.analysis import AnalysisPlan
from strategy.analysis import GradingScheme
from strategy.players import StaticStrategy

_INDEX = "index.html"


def analyze_collection(context: click.Context, options: SimulationOptions) -> None:
    """Review games, write and show the results. Exit with a code if there are none."""
    params = context.params
    planner = Planner(options, params["limit"], default="quick")
    effort, given = planner.turn_effort, options.first_given(context)
    if given and not (effort is not None and effort.simulates):
        cure = "add --effort normal"
        raise click.UsageError(f"{given} needs simulations, but turns of games are not simulated: {cure}.")
    files = _OutputFiles.of(context)
    cache = _select_cache(params["cache_folder"], params["no_cache"])
    lexica = LexiconFinder(params["lexicon"])
    run = CollectionRun(
        params["files"],
        _review_settings(planner, params["strategy"], params["grades"]),
        lexica,
        cache=cache,
        rules=ReadingRules.of(params["rules"], params["lexicon"]),
        strict=params["strict"],
        refresh=params["refresh"],
    )
    files.check(run.files)
    pages = name_pages(run.files)
    try:
        with progress_bar(len(run.files), "games") as progress:
            collection = run.analyze(options.workers, progress, files.page_writer(pages))
    except KeyboardInterrupt:
        saved = "saved; run the same command to continue" if run.is_cached else "not saved"
        notify("Interrupted", f"{run.done:,} of {len(run.files):,} games are done and {saved}")
        context.exit(INTERRUPTED)
    files.write(collection, pages)
    for note in (*lexica.notes, *_notes(run, collection, uses_cache=cache is not None)):
        notify("Note", note)
    if not files.take_standard_output:
        show(collection_text(collection))
    files.announce(len(collection.games))
    if collection.failures:
        died = f"; workers died of {run.died:,}, run the same command again" if run.died else ""
        failures, files_given = len(collection.failures), len(run.files)
        notify("Errors", f"{failures:,} of {files_given:,} games could not be reviewed{died}")
    if not collection.games:
        context.exit(NOTHING_FOUND)
    if collection.failures:
        context.exit(WITH_ERRORS)


def _review_settings(planner: Planner, strategy: str | None, grades: str | None) -> ReviewSettings:
    """Return the settings of reviews. Raises the errors of `StaticStrategy.load` and `GradingScheme.load`."""
    effort = planner.turn_effort
    plan = AnalysisPlan() if effort is None else planner.turn_plan(effort)
    return ReviewSettings(
        None if strategy is None else StaticStrategy.load(strategy),
        plan,
        planner.shown,
        None if grades is None else GradingScheme.load(grades),
    )


@dataclass(frozen=True)
class _OutputFiles:
    """The outputs of a collection: a folder of pages, and files, or `-` for standard output."""

    html: str | None
    json: str | None
    csv: str | None
    opens: bool = False

    @classmethod
    def of(cls, context: click.Context) -> Self:
        """Return the outputs of a command; pages that are only to be opened go to a temporary folder."""
        params = context.params
        html, opens = params["html_file"], params["opens"]
        if opens and html is None:
            html = tempfile.mkdtemp(prefix="jackdaw-")
        return cls(html, params["json_file"], params["csv_file"], opens)

    @property
    def take_standard_output(self) -> bool:
        """Whether one of them goes to standard output, so that nothing else may."""
        return "-" in (self.json, self.csv)

    def check(self, sources: Sized[str]) -> None:
        """Create the folder. Raise JackdawError unless all can be written without overwriting a source."""
        if self.json is not None and self.csv is not None and _is_same_file(self.json, self.csv):
            raise JackdawError("--json and --csv name the same file", where=self.json, cure="name two files")
        for file in (self.json, self.csv):
            if file is not None and file != "-":
                check_writable(Path(file))
                if any(_is_same_file(file, each) for each in sources):
                    raise JackdawError("would overwrite an input", where=file, cure="name another file")
        if self.html is None:
            return
        folder = Path(self.html)
        if self.html == "-" or (folder.exists() and not folder.is_dir()):
            cure = "name a folder for the pages of several games"
            raise JackdawError("is not a folder", where=self.html, cure=cure)
        if not canonical_path(folder).parent.is_dir():
            raise JackdawError(
                "its folder does not exist", where=self.html, cure="create it, or correct the name"
            )
        check_writable(make_folder(folder) / _INDEX)

    def page_writer(self, pages: Mapping[str, str]) -> PageCallback:
        """Return the callback that writes the page of each game as soon as it is reviewed."""
        if self.html is None:
            return lambda *_: None
        folder = Path(self.html)
        return lambda file, page: write_atomic(folder / pages[file], encode_text(page))

    def write(self, collection: Collection, pages: Mapping[str, str]) -> None:
        """Write everything but the pages of the games. Raises JackdawError."""
        if self.json is not None:
            write_bytes(collection_json(collection), self.json)
        if self.csv is not None:
            write_bytes(collection_csv(collection), self.csv)
        if self.html is not None:
            write_atomic(Path(self.html) / _INDEX, encode_text(collection_page(collection, pages)))

    def announce(self, games: int) -> None:
        """Name the files that were written, and open the page if that is asked for."""
        for file in (self.json, self.csv):
            notify_written(file)
        if self.html is not None:
            index = str(Path(self.html) / _INDEX)
            notify_written(index, f"and pages for {counted(games, 'game')}")
            if self.opens:
                open_page(index)


def _is_same_file(one: str, other: str) -> bool:
    return canonical_path(one) == canonical_path(other)


def _select_cache(folder: str | None, no_cache: bool) -> ReviewCache | None:
    """Return the cache that the options select. Raises UsageError, or JackdawError for an unusable folder."""
    if no_cache:
        if folder is not None:
            raise click.UsageError("--cache and --no-cache exclude each other; give only one.")
        return None
    if folder is not None:
        return ReviewCache(Path(folder))
    return ReviewCache.open_default()


def _notes(run: CollectionRun, collection: Collection, *, uses_cache: bool) -> list[str]:
    cached = len(collection.games) - run.reviewed
    notes = copy_notes(run.fetched.values())
    if cached:
        notes.append(f"{cached:,} of {len(collection.games):,} games come from the cache")
    if uses_cache and not run.is_cached:
        notes.append("the cache cannot be written, so reviews are not saved")
    return notes
