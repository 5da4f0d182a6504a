"""The documentation shows what the programs print and what Python answers.

Every block of code in the pages is run, or a comment above it says why not: `<!-- not run: takes hours -->`.
Transcripts begin with `$`, sessions of Python with `>>>`. Commands without output must exist.
"""

import doctest
import importlib
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from jackdaw.cli import analyze, jackdaw

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
GRID = "internals/objects-in-a-grid.md"
"""tests/movegen/lexicon/test_objects_in_a_grid.py runs its session in a folder of its own."""
_BLOCK = re.compile(r"(?:^<!-- not run: (.+) -->\n)?^```(\w*)\n(.*?)^```$", re.M | re.S)
_MEASURED = re.compile(
    r"^.* games per second.*$|^ *\"(?:seconds|nodes)\": .*$|^.*; [\d,]+ nodes$|^[\d,]+ nodes in .*$", re.M
)


@dataclass(frozen=True)
class Block:
    """A block of code, its kind, and the reason if it is not run."""

    page: str
    text: str
    kind: str
    excuse: str | None


def kind_of(language: str, text: str) -> str:
    """Return how the block is tested."""
    if text.startswith("$ "):
        return "transcript"
    if text.startswith(">>> "):
        return "session"
    return language or ("command" if text.split()[0] in ("analyze", "jackdaw") else "text")


def all_blocks() -> list[Block]:
    """Return the blocks of the pages, in order."""
    return [
        Block(page.relative_to(ROOT / "docs").as_posix(), text, kind_of(language, text), excuse or None)
        for page in PAGES
        for excuse, language, text in _BLOCK.findall(page.read_text(encoding="utf-8"))
    ]


BLOCKS = all_blocks()


def blocks(kind: str) -> list[Block]:
    """Return the blocks of a kind that are run."""
    return [block for block in BLOCKS if block.kind == kind and block.excuse is None]


def transcripts() -> list[tuple[str, str]]:
    """Return each command of the pages with the output that follows it."""
    found = {}
    for block in blocks("transcript"):
        for transcript in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            command, _, output = transcript.partition("\n")
            found[command, output] = None
    return list(found)


def test_every_block_is_run_or_says_why_not() -> None:
    idle = [block for block in BLOCKS if block.excuse is None and block.kind == "text"]
    assert not idle
    assert {block.kind for block in BLOCKS} == {"transcript", "session", "python", "toml", "command", "text"}


@pytest.mark.medium
@pytest.mark.parametrize(("command", "output"), transcripts(), ids=[command for command, _ in transcripts()])
def test_transcript_is_real(command: str, output: str, run_analyze, run_jackdaw) -> None:  # type: ignore[no-untyped-def]
    name, *arguments = shlex.split(command)
    result = {"analyze": run_analyze, "jackdaw": run_jackdaw}[name](*arguments)
    assert without_measurements(result.stdout) == without_measurements(output)


def without_measurements(output: str) -> str:
    """Remove the numbers from lines with measurements of speed."""
    return _MEASURED.sub(lambda line: re.sub(r"[\d,.]+", "0", line[0]), output)


def test_there_are_transcripts() -> None:
    assert len(transcripts()) >= 8


@pytest.mark.parametrize("page", sorted({block.page for block in blocks("session")} - {GRID}))
def test_sessions(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, encoding="utf-8")
    assert failed == 0 < tried


@pytest.mark.parametrize("block", blocks("python"), ids=lambda block: block.page)
def test_programs(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(block.text, block.page, "exec"), {})


def subcommand(group: click.Group, name: str) -> click.Command:
    """Return a command of a group, imported if it is lazy."""
    command = group.get_command(click.Context(group), name)
    assert command is not None, name
    return command


def all_commands(group: click.Group) -> list[click.Command]:
    """List the commands of a group and, recursively, of the groups in it."""
    commands = [subcommand(group, name) for name in group.list_commands(click.Context(group))]
    return commands + [
        inner for each in commands if isinstance(each, click.Group) for inner in all_commands(each)
    ]


@pytest.mark.parametrize("block", blocks("command"), ids=lambda block: block.page)
def test_commands_exist_and_have_the_options(block: Block) -> None:
    for line in block.text.splitlines():
        name, *arguments = shlex.split(line)
        command: click.Command = {"analyze": analyze, "jackdaw": jackdaw}[name]
        while isinstance(command, click.Group):
            command = subcommand(command, arguments.pop(0))
        command.make_parser(click.Context(command)).parse_args(arguments)


def test_the_example_of_a_strategy_that_simulates(tmp_path: Path) -> None:
    """It is valid and has every key."""
    from strategy import load_strategy
    from strategy.players import PreendgameConfig, SimulationConfig
    from strategy.players.endgame_player import EndgameConfig

    block = next(block.text for block in blocks("toml") if "plies" in block.text)
    (tmp_path / "mine.toml").write_text(block, encoding="utf-8")
    assert load_strategy(tmp_path / "mine.toml").name == "mine"
    keys, _, searches = block.partition("\n[preendgame]")
    preendgame, _, endgame = searches.partition("\n[endgame]")
    fields = {*SimulationConfig.__struct_fields__} - {"name", "preendgame", "endgame"}
    assert keys_of(keys) == fields
    assert keys_of(preendgame.partition("\n")[2]) == {*PreendgameConfig.__struct_fields__}
    assert keys_of(endgame.partition("\n")[2]) == {*EndgameConfig.__struct_fields__}


def test_the_example_of_a_program(tmp_path: Path) -> None:
    """It is valid, and the page has every key."""
    from strategy import load_strategy
    from strategy.players.program_strategy import ProgramConfig

    for text in (block.text for block in blocks("toml") if block.page == "engines.md"):
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        assert load_strategy(tmp_path / "mine.toml").name == "mine"
    page = (ROOT / "docs/engines.md").read_text(encoding="utf-8")
    assert all(f"| `{key}` |" in page for key in ProgramConfig.__struct_fields__)


def keys_of(text: str) -> set[str]:
    """Return the keys of a TOML table, one a line."""
    return {line.partition(" ")[0] for line in text.splitlines()} - {""}


def test_the_example_of_a_variant(tmp_path: Path) -> None:
    """It is valid and has every key."""
    from movegen.variant import Rules, Variant

    rules, board = (block.text for block in blocks("toml") if block.page == "variants.md")
    (tmp_path / "mine.toml").write_text(rules, encoding="utf-8")
    (tmp_path / "club.toml").write_text(board, encoding="utf-8")
    assert Variant.load(tmp_path / "mine.toml").layout.is_blocked(0, 4)
    assert {line.partition(" ")[0] for line in rules.splitlines()} == {*Rules.__struct_fields__} - {"name"}


@pytest.mark.parametrize("name", ["movegen", "strategy", "sims", "jackdaw"])
def test_the_reference_has_every_public_name(name: str) -> None:
    page = (ROOT / f"docs/api/{name}.rst").read_text(encoding="utf-8")
    names = re.findall(r"^\.\. (?:auto\w+|data):: (\w+)$", page, re.M)
    if name == "jackdaw":
        names += [
            found
            for line in page.splitlines()
            if "From `" in line
            for found in re.findall(r" `(\w+)`[,.]", line)
        ]
    assert sorted({*names} - {name}) == sorted(importlib.import_module(name).__all__)


def test_every_option_is_documented() -> None:
    page = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for command in all_commands(jackdaw):
        assert command.name is not None and command.name in page
        for parameter in command.params:
            longest = max(parameter.opts, key=len)
            assert not longest.startswith("-") or longest in ("--help", "--version") or longest in page


def test_options_take_the_files_that_the_tables_say() -> None:
    """Such as `FILE|-`, which writes to standard output, too."""
    taken: dict[str, set[str | None]] = {}
    for command in all_commands(jackdaw):
        for option in (each for each in command.params if isinstance(each, click.Option)):
            for name in option.opts:
                taken.setdefault(name, set()).add(option.metavar)
    rows = [line for page in PAGES for line in page.read_text(encoding="utf-8").splitlines()]
    found = [
        (name, value.replace("\\|", "|"))
        for row in rows
        if row.startswith("| `--")
        for name, value in re.findall(r"`(--[\w-]+) ([^`]*FILE[^`]*)`", re.split(r"(?<!\\)\|", row)[1])
    ]
    assert len(found) > 30
    assert [(name, value) for name, value in found if value not in taken[name]] == []


def test_the_columns_of_a_batch_are_fields_of_its_json() -> None:
    """The page on JSON explains them."""
    from jackdaw.batch.output import COLUMNS

    page = (ROOT / "docs/json.md").read_text(encoding="utf-8")
    fields = [re.sub(r"^(best|played)_", "", column) for column in COLUMNS]
    assert [field for field in fields if f"`{field}`" not in page] == []


def test_the_limits_of_a_batch() -> None:
    from strategy.analysis import NODES_PER_POSITION, NODES_PER_TURN

    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    text = f"searches of {NODES_PER_POSITION:,} nodes\n(pre-endgames) and {NODES_PER_TURN:,} (endgames)"
    assert text in page


def test_the_limits_of_files_of_leaves() -> None:
    from movegen.files import MIB
    from strategy.leaves import klv2, packed_leaves

    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    assert f"{klv2._KIND.limit // MIB} MiB (KLV2), {packed_leaves._KIND.limit // MIB} MiB unpacked" in page


def test_the_counts_of_the_sample_of_puzzles() -> None:
    from jackdaw.puzzles import read_puzzles
    from movegen import Lexicon

    page = (ROOT / "docs/puzzles.md").read_text(encoding="utf-8")
    puzzles = read_puzzles(str(ROOT / "jackdaw/samples/puzzles.jsonl"))
    searched = [puzzle for puzzle in puzzles if puzzle.method != "simulation"]
    proven = sum(puzzle.is_proven for puzzle in searched)
    assert f"has {len(puzzles)} puzzles" in page
    assert f"all {len(puzzles) - len(searched)} of the sample" in page
    assert f"of the other {len(searched)} one is known to win always, and {proven} are proven" in page
    assert [puzzle.answer.win for puzzle in searched if not puzzle.is_proven] == [1.0]
    assert f"the {len(Lexicon.load('SCOWL35')):,} of SCOWL35" in page
