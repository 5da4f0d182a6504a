"""What is the same has the same name in all commands: positions, options, strategies, negative numbers."""

import ast
import csv
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import Result

from jackdaw.cli import COMMANDS
from movegen.gcg import format_gcg, read_gcg

Run = Callable[..., Result]

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
GAME = read_gcg(SAMPLE)
COMMANDS_OF_POSITIONS = [
    ("analyze", "--effort", "quick"), ("moves",), ("endgame",),
    ("preendgame", "--move", "M8 REHEARD", "--spread", "none"),
]  # fmt: skip
ONE_IN_BAG = (
    "2JUS2TROWELeD/1COMPILE1YO3E/1UT1H2EF1ECU1N/FRAME2DE2O2T/1T2n3E1VISTA/BA2O1QUIZ1G2L/LI2I3N2N2I/"
    "EN2D1WOG2E2A/ASK2BOX7/R1I1VIG8/YAP12/1A13/15/15/15 ADEEHRR/ 346/385 0"
)
TURNS = {"analyze": 5, "moves": 5}


def turn_of(command: str) -> int:
    """A turn that the command can solve in a moment."""
    if command in TURNS:
        return TURNS[command]
    in_bag = range(1) if command == "endgame" else range(1, 5)
    turns = range(1, len(GAME.turns) + 1)
    return next(turn for turn in turns if GAME.position(turn).bag_count in in_bag)


def figures(result: Result) -> object:
    """The JSON without the clock, the counts that threads change, and the names of turns and players."""
    assert result.exit_code == 0, result.stderr

    def strip(value: object) -> object:
        if isinstance(value, dict):
            left_out = {
                "seconds",
                "nodes",
                "depth",
                "source",
                "turn",
                "names",
                "game",
                "cgp",
                "player",
                "played",
            }
            return {key: strip(each) for key, each in value.items() if key not in left_out}
        return [strip(each) for each in value] if isinstance(value, list) else value

    return strip(json.loads(result.stdout))


@pytest.mark.parametrize("command", COMMANDS_OF_POSITIONS, ids=lambda command: command[0])
def test_a_position_is_one_argument_everywhere(
    command: tuple[object, ...], run_jackdaw: Run, tmp_path: Path
) -> None:
    turn = turn_of(str(command[0]))
    cgp = ONE_IN_BAG if command[0] == "preendgame" else GAME.position(turn).cgp()
    (tmp_path / "position.cgp").write_text(f"{cgp}\n", encoding="utf-8")
    (tmp_path / "game.gcg").write_text(format_gcg(GAME), encoding="utf-8")
    options = (*command[1:], "--json", "-")
    by_text = run_jackdaw(command[0], cgp, *options)
    assert json.loads(by_text.stdout)
    by_file = run_jackdaw(command[0], tmp_path / "position.cgp", *options)
    by_input = run_jackdaw(command[0], "-", *options, input=cgp)
    assert figures(by_text) == figures(by_file) == figures(by_input)
    if command[0] == "preendgame":
        return  # the sample has none that is searched in a moment
    by_turn = run_jackdaw(command[0], tmp_path / "game.gcg", "--turn", turn, *options)
    assert by_turn.exit_code == 0 and json.loads(by_turn.stdout)


def test_the_moves_of_a_game(run_jackdaw: Run, tmp_path: Path) -> None:
    by_turn = run_jackdaw("moves", SAMPLE, "--turn", 5, "--json", "-")
    by_text = run_jackdaw("moves", GAME.position(5).cgp(), "--json", "-")
    assert json.loads(by_turn.stdout)["moves"] == json.loads(by_text.stdout)["moves"]
    finished = run_jackdaw("moves", SAMPLE)
    assert (
        finished.exit_code == 2 and "is a finished game; name the position before a turn" in finished.stderr
    )
    (tmp_path / "game.gcg").write_text(
        "#player1 A\n#player2 B\n>A: AERWZOQ 8D WAREZ +42 42\n", encoding="utf-8"
    )
    unknown = run_jackdaw("moves", tmp_path / "game.gcg")
    assert unknown.exit_code == 1 and "#rack2 AEINRST" in unknown.stderr


@pytest.mark.parametrize("command", COMMANDS_OF_POSITIONS, ids=lambda command: command[0])
def test_the_part_before_an_error_can_be_read(
    command: tuple[object, ...], run_jackdaw: Run, tmp_path: Path
) -> None:
    lines = format_gcg(GAME).split("\n")
    turn = len(GAME.turns)
    index = [number for number, line in enumerate(lines) if line.startswith(">")][turn - 1]
    lines[index : index + 1] = [">Ann: ABC 1A ZZZZ +1 1"]
    path = tmp_path / "game.gcg"
    path.write_text("\n".join(lines), encoding="utf-8")
    refused = run_jackdaw(command[0], path, "--turn", 3, *command[1:])
    assert refused.exit_code == 2 and f"--until {turn - 1} reads what comes before" in refused.stderr
    if command[0] in TURNS:
        read = run_jackdaw(command[0], path, "--turn", 3, "--until", turn - 1, *command[1:])
        assert read.exit_code == 0


def options_of_all_commands() -> Iterator[tuple[str, click.Option]]:
    def walk(name: str, command: click.Command) -> Iterator[tuple[str, click.Option]]:
        if isinstance(command, click.Group):
            for each in command.commands.values():
                yield from walk(f"{name} {each.name}", each)
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield name, parameter

    for name, lazy in COMMANDS.items():
        yield from walk(name, lazy.load())


METAVARS = {
    "-n": "N", "--workers": "N", "--games": "N", "--seed": "S", "--time": "SECONDS", "--memory": "MB",
    "--lexicon": "NAME|FILE", "--rules": "NAME|FILE", "--strategy": "NAME|FILE", "--until": "N",
}  # fmt: skip


def test_options_of_one_name_take_the_same() -> None:
    found = defaultdict(set)
    for name, option in options_of_all_commands():
        for spelling in option.opts:
            if spelling in METAVARS:
                found[spelling].add(option.metavar if name != "preendgame" else METAVARS[spelling])
            if spelling == "--workers":
                assert option.default is None or "UNSET" in repr(option.default), name  # all cores
                assert "per core" in (option.help or ""), name
            assert spelling not in ("--sort", "--cgp", "--moves"), name
            assert spelling != "--plain" or name == "analyze"
    assert found == {spelling: {metavar} for spelling, metavar in METAVARS.items()}


OPTIONS_OF_PIP = ("--force-reinstall", "--no-deps")
_WORD = re.compile(r"(?<![\w(-])--[a-z][a-z-]*[a-z](?![\w:-])")


def test_messages_name_options_that_there_are() -> None:
    options = {spelling for _, option in options_of_all_commands() for spelling in _spellings(option)}
    options |= {old for command in COMMANDS.values() for old in getattr(command.load(), "old_names", {})}
    unknown = [
        f"{path}:{text.lineno}: {word}"
        for package in ("jackdaw", "sims", "strategy", "movegen")
        for path in sorted((ROOT / package).rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        for word in _WORD.findall(text.value)
        if word not in options | {"--help", *OPTIONS_OF_PIP}
    ]
    assert unknown == []


def _spellings(option: click.Option) -> list[str]:
    return [*option.opts, *option.secondary_opts]


COMMANDS_WITH_TABLES = [
    (("moves", GAME.position(5).cgp()), {"move", "score", "leave", "equity"}),
    (("endgame", GAME.position(22).cgp(), "--all"), {"move", "value", "lower", "upper", "proven"}),
    (
        ("preendgame", ONE_IN_BAG, "--move", "M8 REHEARD", "--spread", "none"),
        {"move", "win", "spread", "simulated_win", "simulated_rollouts"},
    ),
]


@pytest.mark.parametrize(
    ("command", "columns"), COMMANDS_WITH_TABLES, ids=[command[0] for command, _ in COMMANDS_WITH_TABLES]
)
def test_moves_are_written_as_tables(
    command: tuple[str, ...], columns: set[str], run_jackdaw: Run, tmp_path: Path
) -> None:
    file, other = tmp_path / "moves.csv", tmp_path / "moves.json"
    both = run_jackdaw(*command, "--csv", file, "--json", other)
    assert both.exit_code == 0 and both.stdout and f"Wrote {file}\nWrote {other}\n" in both.stderr
    found = json.loads(other.read_text(encoding="utf-8"))["moves"]
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert [row["move"] for row in rows] == [move["move"] for move in found]
    assert [row["number"] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
    assert columns <= rows[0].keys() and rows[0]["score"] == str(found[0]["score"])
    assert "outcomes" not in rows[0] and "True" not in file.read_text(encoding="utf-8")
    instead = run_jackdaw(*command, "--csv", "-")
    assert instead.stdout.replace("\r\n", "\n") == file.read_text(encoding="utf-8")
    for arguments, message in (
        (("--csv", "-", "--json", "-"), "--csv and --json name standard output; write one of them to a file"),
        (("--csv", file, "--json", file), "--csv and --json name the same file; name two files"),
        (("--csv", tmp_path / "none" / "a.csv"), "its folder does not exist"),
    ):
        refused = run_jackdaw(*command, *arguments)
        assert refused.exit_code == 2 and message in refused.stderr and refused.stdout == ""


def test_games_in_pairs_are_even(run_jackdaw: Run) -> None:
    refused = run_jackdaw("pit", "greedy", "rackh1", "--games", 3)
    assert refused.exit_code == 2
    assert "3 games are not pairs; give an even number, or play --unpaired games" in refused.stderr


def test_former_names_still_work(run_jackdaw: Run) -> None:
    cgp = GAME.position(5).cgp()
    new = run_jackdaw("moves", cgp, "--rank-by", "score")
    for old in (("--cgp", cgp, "--sort", "score"), (f"--cgp={cgp}", "--sort=score")):
        assert run_jackdaw("moves", *old).stdout == new.stdout
    assert "--sort" not in run_jackdaw("moves", "--help").stdout
    few = ("pit", "greedy", "rackh1", "--games", 2, "--workers", 1, "--json", "-")
    assert json.loads(run_jackdaw(*few, "--plain").stdout)["paired"] is False


def test_negative_numbers_are_arguments(run_jackdaw: Run) -> None:
    behind, ahead = (run_jackdaw("winprob", "show", spread, 20) for spread in ("-30", "30"))
    assert behind.exit_code == 0 and float(behind.stdout.split()[0]) < float(ahead.stdout.split()[0])
    assert run_jackdaw("winprob", "show", "--", "-30", "20").stdout == behind.stdout
    assert run_jackdaw("winprob", "show", "--table", "scowl80", "-30", "20").stdout == behind.stdout
    unknown = run_jackdaw("winprob", "show", "--tabel", "x", "-30", "20")
    assert unknown.exit_code == 2 and "--tabel" in unknown.stderr


FEW = ("--games", 2, "--workers", 1)


def test_a_tournament_on_the_spot(run_jackdaw: Run, tmp_path: Path) -> None:
    shown = run_jackdaw("tournament", "greedy", "rackh1", "rackh3", *FEW, "--json", "-")
    report = json.loads(shown.stdout)
    assert report["games"] == 6 and len(report["standings"]) == 3
    (tmp_path / "same.toml").write_text(
        'format = "round_robin"\nstrategies = ["greedy", "rackh1", "rackh3"]\ngames_per_pairing = 2\n',
        encoding="utf-8",
    )
    by_file = json.loads(
        run_jackdaw("tournament", tmp_path / "same.toml", "--workers", 1, "--json", "-").stdout
    )
    assert by_file["standings"] == report["standings"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("greedy",), "greedy is a strategy; name its opponents, too"),
        (("heuristics", "--games", 4), "--games is for strategies on the command line"),
        (("heuristics", "--lexicon", "SCOWL20"), "--lexicon is for strategies on the command line"),
        (("greedy", "rackh1", "--games", 3), "--games: 3 games do not give everyone each seat"),
        (("greedy", "greedy"), "two strategies are named 'greedy'"),
        (("greedy", "nobody"), "unknown strategy 'nobody'"),
    ],
)
def test_tournaments_that_cannot_be(arguments: tuple[object, ...], message: str, run_jackdaw: Run) -> None:
    result = run_jackdaw("tournament", *arguments)
    assert result.exit_code == 2 and message in result.stderr


def test_unknown_operations_are_warned_of(run_jackdaw: Run) -> None:
    cgp = f"{GAME.position(5).cgp()} colour green; -lex SCOWL20;"
    cgp = cgp.replace(" lex SCOWL80;", "")
    for command in (("moves",), ("analyze", "--effort", "quick")):
        result = run_jackdaw(command[0], cgp, *command[1:])
        assert result.stderr == (
            "Warning: POSITION: the operation 'colour' of the CGP is unknown and ignored\n"
        )
        assert "lexicon SCOWL20" in result.stdout
