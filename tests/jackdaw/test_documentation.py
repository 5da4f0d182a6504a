"""What the documentation shows is what the commands print."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    "docs/collections.md",
    "docs/command-line.md",
    "docs/endgame.md",
    "docs/json.md",
    "docs/learning.md",
    "docs/self-play.md",
    "docs/strategies.md",
]
_MEASURED = re.compile(
    r"^.* games a second.*$|^ *\"(?:seconds|nodes)\": .*$|^.*; [\d,]+ nodes$|^[\d,]+ nodes in .*$", re.M
)


def transcripts() -> list[tuple[str, str]]:
    """Each command of the pages with the output that follows it."""
    found = []
    for page in PAGES:
        for block in re.findall(
            r"^```\n(\$.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S
        ):
            for transcript in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = transcript.partition("\n")
                found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), transcripts(), ids=[command for command, _ in transcripts()])
def test_transcript_is_real(command: str, output: str, run_analyze, run_jackdaw) -> None:  # type: ignore[no-untyped-def]
    name, *arguments = shlex.split(command)
    result = {"analyze": run_analyze, "jackdaw": run_jackdaw}[name](*arguments)
    assert without_measurements(result.stdout) == without_measurements(output)


def without_measurements(output: str) -> str:
    """The output with the numbers gone of lines that tell how fast machine and search are."""
    return _MEASURED.sub(lambda line: re.sub(r"[\d,.]+", "0", line[0]), output)


def test_there_are_transcripts() -> None:
    assert len(transcripts()) >= 8


@pytest.mark.parametrize("page", ["self-play.md", "endgame.md", "collections.md"])
def test_the_examples_in_python(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_the_example_of_a_strategy_that_simulates(tmp_path: Path) -> None:
    """It is valid and has every key."""
    from strategy import load_strategy
    from strategy.endgame_config import EndgameConfig
    from strategy.simulation_config import SimulationConfig

    page = (ROOT / "docs/self-play.md").read_text(encoding="utf-8")
    block = next(
        block for block in re.findall(r"^```toml\n(.*?)^```$", page, re.M | re.S) if "plies" in block
    )
    (tmp_path / "mine.toml").write_text(block)
    assert load_strategy(tmp_path / "mine.toml").name == "mine"
    keys, _, endgame = block.partition("\n[endgame]")
    fields = {*SimulationConfig.__struct_fields__} - {"name", "endgame"}
    assert {line.partition(" ")[0] for line in keys.splitlines()} - {""} == fields
    assert {line.partition(" ")[0] for line in endgame.splitlines()[1:]} == {*EndgameConfig.__struct_fields__}


def test_every_option_is_documented() -> None:
    from jackdaw.cli import jackdaw

    page = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    groups = [jackdaw, *(jackdaw.commands[name] for name in ("lexicon", "leaves", "winprob", "bench"))]  # type: ignore[attr-defined]
    commands = [command for group in groups for command in group.commands.values()]
    for command in commands:
        assert command.name is not None and command.name in page
        for parameter in command.params:
            longest = max(parameter.opts, key=len)
            assert not longest.startswith("-") or longest in ("--help", "--version") or longest in page
