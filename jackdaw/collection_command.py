"""`analyze` on several games: a folder, a pattern, or a list of files."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jackdaw.application import INTERRUPTED, NOTHING_FOUND

if TYPE_CHECKING:
    from jackdaw.collection import Collection as Games
    from jackdaw.collection_run import CollectionRun, OnPage
    from jackdaw.game_work import ReviewSettings
    from jackdaw.review_cache import ReviewCache
    from jackdaw.simulation_options import SimulationOptions

INDEX = "index.html"

cache_options = (
    click.option(
        "--cache", "cache_folder", metavar="DIR",
        help="Where reviews of several games are kept, so that none is made twice."
        "  [default: the user's cache]",
    ),
    click.option("--no-cache", is_flag=True, help="Keep no reviews, and do not look for kept ones."),
)  # fmt: skip
_FOR_SEVERAL = {"cache_folder": "--cache", "no_cache": "--no-cache"}
_FOR_ONE = {"turn": "--turn", "plot": "--plot", "opp_rack": "--opp-rack", "gcg_file": "--gcg"}


def only_file(context: click.Context) -> str:
    """The file that a command is for. Raises UsageError where an option is given that is for several."""
    _refuse(context, _FOR_SEVERAL, "is for several games, and this is one file.")
    file: str = context.params["files"][0]
    return file


def analyze_several(context: click.Context, options: "SimulationOptions") -> None:
    """Review games, write what was asked for, and tell of them; end the program if that did not go well."""
    from jackdaw.collection_report import collection_view
    from jackdaw.collection_run import CollectionRun
    from jackdaw.inputs import Lexica
    from jackdaw.output import show, tell
    from jackdaw.page_names import page_names
    from jackdaw.run_options import progress_bar
    from movegen.rules import Variant

    _refuse(context, _FOR_ONE, "is for a single game or position, and these are several.")
    given = options.given(context)
    if given and not (options.of_a_turn is not None and options.of_a_turn.simulates):
        cure = "add --effort normal"
        raise click.UsageError(f"{given} is for simulations, and turns of games are not simulated: {cure}.")
    asked = context.params
    outputs = Outputs(asked["html_file"], asked["json_file"], asked["csv_file"])
    cache = _chosen_cache(asked["cache_folder"], asked["no_cache"])
    settings = settings_of(options, asked["strategy"], asked["most"])
    lexica, rules = Lexica(asked["lexicon"]), asked["rules"]
    variant = Variant.load(rules) if rules else None
    run = CollectionRun(
        asked["files"], settings, lexica, cache=cache, variant=variant, strict=asked["strict"]
    )
    outputs.check(run.files)
    pages = page_names(run.files)
    try:
        with progress_bar(len(run.files), "games") as progress:
            collection = run.analyze(options.workers, progress, outputs.page_writer(pages))
    except KeyboardInterrupt:
        kept = "kept: the same command goes on" if run.is_kept else "not kept"
        tell("Interrupted", f"{run.done:,} of {len(run.files):,} games are done and {kept}")
        context.exit(INTERRUPTED)
    outputs.write(collection, pages)
    for note in (*lexica.notes, *_notes(run, collection, uses_cache=cache is not None)):
        tell("Note", note)
    if not outputs.take_standard_output:
        show(collection_view(collection))
    if not collection.games:
        context.exit(NOTHING_FOUND)


def settings_of(options: "SimulationOptions", strategy: str | None, most: int) -> "ReviewSettings":
    """How games are reviewed, as options say. Raises what `StaticStrategy.load` does."""
    from jackdaw.game_work import ReviewSettings
    from sims.looking_ahead import TurnMethods
    from strategy.static import StaticStrategy

    player = None if strategy is None else StaticStrategy.load(strategy)
    effort = options.of_a_turn
    methods = TurnMethods() if effort is None else options.methods(effort, shown=most)
    return ReviewSettings(player, methods, most)


@dataclass(frozen=True)
class Outputs:
    """Where a collection is written: a folder of pages, files, or `-` for standard output."""

    html: str | None
    json: str | None
    csv: str | None

    @property
    def take_standard_output(self) -> bool:
        """Whether one of them is written there, where nothing else is then."""
        return "-" in (self.json, self.csv)

    def check(self, files: Collection[str]) -> None:
        """Raise what speaks against them, before these files are analyzed; make the folder."""
        from movegen.errors import JackdawError
        from movegen.files import check_place, make_folder

        if self.json is not None and self.csv is not None and same_place(self.json, self.csv):
            raise JackdawError("is named for --json and --csv", where=self.json, cure="name two files")
        for file in (self.json, self.csv):
            if file is not None and file != "-":
                check_place(Path(file))
                if any(same_place(file, each) for each in files):
                    raise JackdawError("would be overwritten", where=file, cure="name another file")
        if self.html is None:
            return
        folder = Path(self.html)
        if self.html == "-" or (folder.exists() and not folder.is_dir()):
            cure = "name a folder for the pages of several games"
            raise JackdawError("is no folder", where=self.html, cure=cure)
        if not folder.resolve().parent.is_dir():
            what = "the folder that it is to lie in does not exist"
            raise JackdawError(what, where=self.html, cure="make it, or correct the name")
        check_place(make_folder(folder) / INDEX)

    def page_writer(self, pages: Mapping[str, str]) -> "OnPage":
        """What writes the page of each game as soon as it is there."""
        from jackdaw.output import write_bytes

        if self.html is None:
            return lambda file, page: None
        folder = Path(self.html)
        return lambda file, page: write_bytes(page.encode(), str(folder / pages[file]))

    def write(self, collection: "Games", pages: Mapping[str, str]) -> None:
        """Write all but the pages of the games. Raises JackdawError."""
        from jackdaw.collection_rows import collection_csv, collection_json
        from jackdaw.output import write_bytes

        if self.json is not None:
            write_bytes(collection_json(collection), self.json)
        if self.csv is not None:
            write_bytes(collection_csv(collection), self.csv)
        if self.html is not None:
            from jackdaw.collection_page import collection_page

            write_bytes(collection_page(collection, pages).encode(), str(Path(self.html) / INDEX))


def same_place(one: str, other: str) -> bool:
    """Whether two names are those of the same file."""
    return Path(one).resolve() == Path(other).resolve()


def _refuse(context: click.Context, options: Mapping[str, str], why: str) -> None:
    """Raise UsageError for the first of these options that is given."""
    default = click.core.ParameterSource.DEFAULT
    for name, option in options.items():
        if context.get_parameter_source(name) not in (default, None):
            raise click.UsageError(f"{option} {why}")


def _chosen_cache(folder: str | None, no_cache: bool) -> "ReviewCache | None":
    """The cache that options ask for. Raises UsageError, JackdawError when a folder cannot be made."""
    from jackdaw.review_cache import ReviewCache
    from movegen.errors import JackdawError

    if no_cache:
        if folder is not None:
            raise click.UsageError("--cache and --no-cache contradict each other.")
        return None
    if folder is not None:
        return ReviewCache(Path(folder))
    try:
        return ReviewCache()
    except JackdawError:  # who has no folder for a cache can do without
        return None


def _notes(run: "CollectionRun", collection: "Games", *, uses_cache: bool) -> list[str]:
    """What else needs saying."""
    found = len(collection.games) - run.reviewed
    notes = []
    if found:
        notes.append(f"{found:,} of {len(collection.games):,} games were analyzed before")
    if uses_cache and not run.is_kept:
        notes.append("the cache cannot be written, so reviews are not kept")
    return notes
